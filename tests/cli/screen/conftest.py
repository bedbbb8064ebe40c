"""Hands dealt in memory, shown to one seat as the events of a table would show them, on a desk."""

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.screen.choosing import offers
from cli.screen.desk import Desk, Effect, Make
from cli.screen.keys import press
from cli.screen.line import Key, typed
from cli.screen.look import UNICODE, Glyphs
from cli.screen.proofs import Proofs
from cli.screen.seeing import Accepted, Seen, see
from cli.screen.settings import Settings
from cli.screen.view import draw
from engine.contract import GO_ON, Match, Mix, Move, Result, Seat, State, Turn
from engine.games import rules_of
from engine.plain import PlainDealer, pending
from p2p.events import Seated
from protocol.events import Acting, HandSealed, Happened
from protocol.identity import Identity
from protocol.table import Sealed
from protocol.terms import Genesis, Player, Terms

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
SNAPSHOTS = Path(__file__).parent / "snapshots"


class Night:
    """A table whose cards come from a seed. `desk` is what the seat has before it, `effects` what followed."""

    def __init__(self, terms: Terms, seats: int, seat: Seat, seed: int, desk: Desk) -> None:
        players = tuple(
            Player(Identity(bytes([at + 1]) * 32).public, NAMES[at], bytes([at]) * 32) for at in range(seats)
        )
        self.genesis = Genesis(terms, players)
        self.rules, self.seat = terms.rules, seat
        self.match: Match = terms.match(seats)
        self.ledger = (0,) * seats
        self.rng = Random(seed)
        self.desk = desk
        self.effects: list[Effect] = []
        self.seen: list[Seen] = []
        self.number = -1
        self.state: State
        self.dealer: PlainDealer[Any]
        self.acting: Acting | None = None
        self.see(Seated(self.genesis, seat))

    def see(self, event: Seen) -> None:
        """Show an event."""
        self.desk, effects = see(self.desk, event)
        self.effects += effects
        self.seen.append(event)

    def press(self, *keys: str) -> list[Effect]:
        """Press keys: names, or single letters; what followed from the last one. Moves are made at once."""
        followed: list[Effect] = []
        for key in keys:
            self.desk, effects = press(self.desk, typed(key) if len(key) == 1 else Key(key))
            followed = list(effects)
            self.effects += followed
            for effect in followed:
                if isinstance(effect, Make):
                    self.see(Accepted(self.desk.model.acting))
                    self.play({self.seat: effect.move})
        return followed

    # -- a hand --------------------------------------------------------------------------------------------

    def deal(self) -> "Night":
        """Begin the next hand, up to the first move."""
        deck = list(self.rules.deck(self.match.options))
        self.rng.shuffle(deck)
        self.number += 1
        self.dealer = PlainDealer(self.rules, deck, self.rng, seats=self.match.n)
        self.desk = replace(self.desk, proofs=Proofs({"shuffle": self.match.n, "shares": 4}, self.match.n, b"\7" * 32))
        self.desk = replace(self.desk, panel=None)
        self.state = self.rules.begin(self.match)
        self._happened({})
        self._serve()
        return self

    def play(self, moves: Mapping[Seat, Move]) -> None:
        """Close a step with these moves and what computer players answer besides."""
        turn = self.state.next
        assert isinstance(turn, Turn)
        everybody = {
            seat: moves.get(seat) or (GO_ON if seat in turn.watchers else self.choice(seat))
            for seat in (*turn.seats, *turn.watchers)
        }
        for known in self.dealer.known:
            known.update({slot: self.dealer.faces[slot] for move in everybody.values() for slot in move.shows})
        self.state = self.rules.apply(self.state, everybody, self.dealer.faces)
        self._happened(everybody)
        self._serve()

    def choice(self, seat: Seat) -> Move:
        """A legal move, by chance, that does not end the hand at once if there is another."""
        moves = list(self.rules.legal(self.state, seat, self.dealer.known[seat]))[:200]
        return self.rng.choice([move for move in moves if move.kind not in ("drop", "moon")] or moves)

    def until(self, wanted: Callable[[State], bool], most: int = 2000) -> "Night":
        """Play on until the state is as wanted; ask this seat if it is its turn then."""
        for _ in range(most):
            if wanted(self.state):
                return self.ask()
            if isinstance(self.state.next, Result):
                self.seal()
                self.deal()
            else:
                self.play({})
        raise AssertionError("never came to that")

    def ask(self) -> "Night":
        """Ask this seat for its move, if it is in turn."""
        turn = self.state.next
        if isinstance(turn, Turn) and self.seat in (*turn.seats, *turn.watchers):
            watching = self.seat in turn.watchers
            self.see(Acting(self.number, self.state, dict(self.dealer.known[self.seat]), watching, {}))
        return self

    def seal(self) -> "Night":
        """Seal the hand that has ended."""
        result = self.state.next
        assert isinstance(result, Result)
        settled = self.rules.settle(self.match, result)
        payments = self.rules.payments(self.match, settled, result)
        sealed = Sealed(self.number, result, payments, counts=settled.hands > self.match.hands)
        self.match = settled
        self.ledger = tuple(a + b for a, b in zip(self.ledger, payments, strict=True))
        self.see(HandSealed(sealed, settled, self.ledger))
        return self

    def _serve(self) -> None:
        while asks := pending(self.state):
            for ask in asks:
                if isinstance(ask, Mix):
                    self.dealer._mix(ask)
                else:
                    self.dealer._show(ask)
            self.state = self.rules.resume(self.state, self.dealer.faces)
            self._happened({})

    def _happened(self, moves: Mapping[Seat, Move]) -> None:
        self.see(Happened(self.number, moves, self.state, dict(self.dealer.known[self.seat])))

    # -- what is seen --------------------------------------------------------------------------------------

    def text(self, width: int = 80, height: int = 24) -> str:
        """The screen as text."""
        return draw(self.desk, width, height).text()

    def labels(self) -> list[str]:
        """What is offered."""
        return [offer.label for offer in offers(self.desk).offers]


MakeNight = Callable[..., Night]


@pytest.fixture
def night() -> MakeNight:
    """A table: the game, its presets and options, then `seats`, `seat`, `seed`, `glyphs`, `settings`, `stake`."""

    def make(
        game: str,
        *presets: str,
        seats: int = 4,
        seat: int = 0,
        seed: int = 1,
        glyphs: Glyphs = UNICODE,
        settings: Settings | None = None,
        hands: int | None = None,
        stake: int = 1,
        **options: Any,
    ) -> Night:
        made = rules_of(game).Options.make(*presets, **options)
        desk = Desk.fresh(settings or Settings(), glyphs)
        return Night(Terms.of(game, made, hands=hands, stake=stake), seats, seat, seed, desk)

    return make


class Snapshots:
    """Screens as they were when somebody last looked at them and found them good.

    Run the tests with FAIRDEAL_SNAPSHOTS=write to write them anew; then read the difference.
    """

    def check(self, name: str, shown: str) -> None:
        path = SNAPSHOTS / f"{name}.txt"
        if os.environ.get("FAIRDEAL_SNAPSHOTS") == "write":
            path.parent.mkdir(exist_ok=True)
            path.write_text(shown, encoding="utf-8")
        assert shown == path.read_text(encoding="utf-8")


@pytest.fixture
def snapshots() -> Snapshots:
    """See `Snapshots`."""
    return Snapshots()
