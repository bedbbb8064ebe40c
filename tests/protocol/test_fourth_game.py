"""A game that only the tests know is dealt, played and verified by the protocol (docs/adding-a-game.md)."""

import sys
from collections import deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from engine import games
from protocol.events import Acting, Closed, Send
from protocol.identity import Identity
from protocol.seat import SeatMachine, run_jobs
from protocol.terms import Genesis, Player, Terms
from protocol.transcript_file import write
from protocol.verify import verify
from tests.engine.high_card import HIGH


@pytest.fixture
def high_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The game as a package beside the others, under the name it calls itself."""
    package = tmp_path / HIGH.name
    package.mkdir()
    (package / "__init__.py").write_text("")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    module = ModuleType(f"engine.games.{HIGH.name}.rules")
    module.RULES = HIGH  # type: ignore[attr-defined]  # a module made by hand
    monkeypatch.setitem(sys.modules, module.__name__, module)
    games.names.cache_clear()
    yield HIGH.name
    games.names.cache_clear()
    games.rules_of.cache_clear()


def test_a_fourth_game_is_played_among_peers(high_card: str) -> None:
    identities = [Identity.generate() for _ in range(3)]
    players = tuple(Player(who.public, f"player {i}", bytes([i]) * 32) for i, who in enumerate(identities))
    genesis = Genesis(Terms.of(high_card, HIGH.Options.make(rounds=2), hands=2), players)
    machines = [SeatMachine(genesis, who) for who in identities]
    rng, wire = Random(5), deque[tuple[SeatMachine, bytes]]()
    closed = []

    def act(machine: SeatMachine) -> None:
        run_jobs(machine)
        outputs = machine.take_outputs()
        for output in outputs:
            if isinstance(output, Send):
                wire.extend((other, output.data) for other in machines if other is not machine)
            elif isinstance(output, Closed):
                closed.append(output)
        for output in outputs:
            if isinstance(output, Acting):
                machine.choose(rng.choice(list(islice(HIGH.legal(output.state, machine.seat, output.faces), 50))))
                act(machine)

    for machine in machines:
        machine.start()
        act(machine)
    while wire:
        machine, data = wire.popleft()
        machine.receive(data)
        act(machine)
    assert len(closed) == 3
    transcripts = {write(genesis, machine.table.log()) for machine in machines}
    assert len(transcripts) == 1
    report = verify(transcripts.pop())
    assert report.ok
    assert report.hands == 2
