"""The setup of one hand without a network: what it costs each seat, and how that grows with the seats.

Every seat has a setup of its own and checks all that the others contribute, like any node. Processor times are
measured; from them follows how long a setup takes when every seat has a computer with two processors to itself and
the network takes no time: in a step the slowest contribution and then the slowest check, but a shuffle is made while
the one before it is checked.
"""

import time
from dataclasses import dataclass
from statistics import median

from engine.cards import DECK52
from protocol.contribution import Contribution, open_signed, sign
from protocol.identity import Identity
from protocol.own import HandSecrets
from protocol.setup import Setup
from protocol.terms import Genesis, Player, Terms


@dataclass
class SetupRun:
    """Of one setup of so many seats."""

    seats: int
    cpu_ms: list[float]
    """Processor time of each seat."""
    sent: list[int]
    """Bytes of contributions made by each seat, before they are sent to each of the others."""
    alone_ms: float
    """How long it takes with a computer for each seat."""
    one_by_one_ms: float
    """The same if a shuffle were begun only when the one before has been checked."""


@dataclass
class _Seat:
    identity: Identity
    setup: Setup
    secrets: HandSecrets
    cpu: float = 0.0
    sent: int = 0


def measure_setup(seats: int) -> SetupRun:
    """Set up a hand of 52 cards."""
    identities = [Identity.generate() for _ in range(seats)]
    players = tuple(Player(who.public, f"player {i}", bytes([i]) * 32) for i, who in enumerate(identities))
    genesis = Genesis(Terms("none", 1, (), 1, None), players)
    table = [_Seat(who, Setup(genesis, 0, bytes(32), DECK52), HandSecrets(seat)) for seat, who in enumerate(identities)]
    one_by_one = saved = checking = 0.0
    before = ""
    while not table[0].setup.over:
        kind = next(iter(table[0].setup.owed.values()))
        made = [_make(table[seat], seat) for seat in sorted(table[0].setup.owed)]
        making = max(took for _, took, _ in made)
        if kind == before == "shuffle":
            saved += min(making, checking)
        checking = max(sum(_take(seat, contribution, said) for contribution, _, said in made) for seat in table)
        one_by_one += making + checking
        before = kind
    return SetupRun(
        seats=seats,
        cpu_ms=[1000 * seat.cpu for seat in table],
        sent=[seat.sent for seat in table],
        alone_ms=1000 * (one_by_one - saved),
        one_by_one_ms=1000 * one_by_one,
    )


def _make(who: _Seat, seat: int) -> tuple[Contribution, float, object]:
    start = time.thread_time()
    header, kind = who.setup.header(seat), who.setup.owed[seat]
    body, said = who.secrets.setup_body(who.setup, header, kind)()
    contribution = sign(who.identity, header, kind, body)
    took = time.thread_time() - start
    who.cpu += took
    who.sent += len(contribution.signed)
    return contribution, took, said


def _take(who: _Seat, contribution: Contribution, said: object) -> float:
    """Count a contribution, and how long that took; whose own it is knows already what the check would give."""
    start = time.thread_time()
    genesis = who.setup.genesis
    if who.secrets.seat != contribution.header.seat:
        said = who.setup.check(open_signed(contribution.signed, genesis.table, genesis.keys))()
    who.setup.accept(contribution, said)
    took = time.thread_time() - start
    who.cpu += took
    return took


def measure_setups(most: int, rounds: int) -> list[list[SetupRun]]:
    """Setups of 2 to `most` seats, each once in every round."""
    runs: list[list[SetupRun]] = [[] for _ in range(2, most + 1)]
    for _ in range(rounds):
        for seats, kept in enumerate(runs, 2):
            kept.append(measure_setup(seats))
    return runs


def report_setups(runs: list[list[SetupRun]], scalar_mult_us: float) -> list[str]:
    """One line for each number of seats."""
    lines = [
        "setup of one hand of 52 cards, from the commitments to the confirmations; processor time in ms",
        f"  {'seats':>5}{'per seat':>10}{'in mults':>10}{'all seats':>11}{'own computers':>15}{'one by one':>12}"
        f"{'KiB made/seat':>15}",
    ]
    for kept in runs:
        seats = kept[0].seats
        each = median(sum(run.cpu_ms) / seats for run in kept)
        lines.append(
            f"  {seats:>5}{each:>10.0f}{1000 * each / scalar_mult_us:>10.0f}{each * seats:>11.0f}"
            f"{median(run.alone_ms for run in kept):>15.0f}{median(run.one_by_one_ms for run in kept):>12.0f}"
            f"{median(max(run.sent) for run in kept) / 1024:>15.1f}"
        )
    return lines
