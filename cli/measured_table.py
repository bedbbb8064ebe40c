"""A table of computer players in one process, measured: real peers, real sockets, real cryptography."""

import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import trio

from cli.computer import Computer, names, play_on
from cli.language import ENGLISH, speaking
from cli.sentences import say
from engine.contract import Result, State, Turn
from p2p.events import Ended, Listening, Seated, TableEvent
from p2p.sitting import Guest, Sitting, host_table, join_table
from protocol.events import Acting, HandSealed, Happened
from protocol.identity import Identity
from protocol.measure import measure
from protocol.terms import Terms

Key = tuple[int, int]
"""A change of a hand's state: number of the hand, number of the change."""


@dataclass
class Clock:
    """When things happened at every seat, in seconds of one clock."""

    seats: int
    seated: dict[int, float] = field(default_factory=dict)
    visible: dict[int, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    """By hand and seat: when the seat had seen all its cards for the first time."""
    sealed: dict[int, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    chosen: dict[Key, tuple[int, float]] = field(default_factory=dict)
    """By the change that a move made: who made it, and when."""
    changed: dict[Key, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    """By change and seat: when the seat had applied it, or was asked whether to interrupt it."""

    def first_deal(self) -> float | None:
        """Seconds from the last seat connected to every hand visible at its owner."""
        deals = [max(times.values()) for times in self.visible.values() if len(times) == self.seats]
        return min(deals) - max(self.seated.values()) if deals else None

    def between_hands(self, counted: Sequence[int]) -> float | None:
        """Median seconds from a hand sealed by all to every next hand visible at its owner."""
        waits = [
            max(self.visible[hand + 1].values()) - max(self.sealed[hand].values())
            for hand in counted
            if len(self.visible.get(hand + 1, ())) == self.seats
        ]
        return median(waits) if waits else None

    def move(self) -> float | None:
        """Median seconds from a move chosen to every other seat having checked it."""
        times = [
            max(when for other, when in self.changed[key].items() if other != seat) - start
            for key, (seat, start) in self.chosen.items()
            if len(self.changed[key]) == self.seats
        ]
        return median(times) if times else None


class Watch:
    """Notes for one seat what happens at a table and when."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.seat = -1
        """Known once the table is full: players sit down in the order in which they arrive."""
        self.results: list[tuple[int, Result]] = []
        """Number and result of every hand that counts; a cut for the deal does not."""
        self.ended: Ended | None = None
        self._changes = 0
        self._hand = -1

    def saw(self, event: TableEvent) -> None:
        """An event has arrived."""
        now = trio.current_time()
        if isinstance(event, Seated):
            self.seat = event.seat
            self.clock.seated[self.seat] = now
        elif isinstance(event, Happened):
            self._happened(event, now)
        elif isinstance(event, Acting) and event.pending:
            self.clock.changed[event.hand, self._changes].setdefault(self.seat, now)
        elif isinstance(event, HandSealed):
            self.clock.sealed[event.sealed.hand][self.seat] = now
            if event.sealed.counts and event.sealed.result is not None:
                self.results.append((event.sealed.hand, event.sealed.result))
        elif isinstance(event, Ended):
            self.ended = event

    def chose(self, acting: Acting) -> None:
        """A move is about to be made. Counted are moves of one seat alone, which others see at once."""
        turn = acting.state.next
        if isinstance(turn, Turn) and turn.seats == (self.seat,) and not turn.sealed:
            self.clock.chosen[acting.hand, self._changes] = (self.seat, trio.current_time())

    def _happened(self, event: Happened, now: float) -> None:
        if event.hand != self._hand:
            self._hand, self._changes = event.hand, 0
        self.clock.changed[event.hand, self._changes].setdefault(self.seat, now)
        self._changes += 1
        if self.seat not in self.clock.visible[event.hand] and _sees_hand(event.state, self.seat, event.faces):
            self.clock.visible[event.hand][self.seat] = now


def _sees_hand(state: State, seat: int, faces: Any) -> bool:
    held = state.held[seat] if seat < len(state.held) else ()
    return bool(held) and all(slot in faces for slot in held)


@dataclass(frozen=True)
class Report:
    """What a measured table has shown. Times are None where they could not be taken."""

    game: str
    players: tuple[str, ...]
    """Names by seat."""
    hands: int
    results: tuple[Result, ...]
    digests: tuple[str, ...]
    first_deal_s: float | None
    between_hands_s: float | None
    move_ms: float | None
    bytes_sent: int
    """Per seat and hand, as messages_sent; what opening and closing the table takes included."""
    messages_sent: int
    scalar_mult_us: float
    peak_rss_mb: float | None
    ledger: tuple[int, ...]
    trouble: str
    """Why the table did not end well, or nothing."""
    transcript: bytes = field(repr=False)

    def as_json(self) -> dict[str, object]:
        """The report as a JSON object."""
        return {
            "game": self.game,
            "seats": len(self.players),
            "players": list(self.players),
            "hands": self.hands,
            "results": [
                {
                    "outcome": result.outcome,
                    "winners": list(result.winners),
                    "payoff": list(result.payoff),
                    "fouls": list(result.fouls),
                }
                for result in self.results
            ],
            "ledger": list(self.ledger),
            "digests": list(self.digests),
            "first_deal_s": _rounded(self.first_deal_s),
            "between_hands_s": _rounded(self.between_hands_s),
            "move_ms": _rounded(self.move_ms),
            "bytes_sent": self.bytes_sent,
            "messages_sent": self.messages_sent,
            "scalar_mult_us": _rounded(self.scalar_mult_us),
            "peak_rss_mb": _rounded(self.peak_rss_mb),
            "ok": not self.trouble,
            "trouble": self.trouble,
        }


async def play_table(terms: Terms, seats: int, pace: float = 0.0) -> Report:
    """Let computer players play by these terms to the end, each move taking `pace` seconds at least."""
    scalar_mult_us = measure(cards=2, rounds=5).scalar_mult_us
    clock = Clock(seats)
    watches = [Watch(clock) for _ in range(seats)]
    sittings: list[Sitting] = []
    guests = [Guest(Identity.generate(), name) for name in names(seats)]

    async def play(sitting: Sitting, watch: Watch) -> None:
        sittings.append(sitting)
        await play_on(sitting, Computer(terms.game, pace=pace), watch)

    async def visit(code: str, guest: Guest, watch: Watch) -> None:
        async with join_table(guest, code) as sitting:
            await play(sitting, watch)

    async with host_table(guests[0], terms, seats) as sitting, trio.open_nursery() as nursery:
        listening = await sitting.events.receive()
        assert isinstance(listening, Listening)  # noqa: S101 - always the first event
        for guest, watch in zip(guests[1:], watches[1:], strict=True):
            nursery.start_soon(visit, listening.code, guest, watch)
        await play(sitting, watches[0])
    return _report(terms, clock, watches, sittings, scalar_mult_us)


def _report(
    terms: Terms, clock: Clock, watches: Sequence[Watch], sittings: Sequence[Sitting], scalar_mult_us: float
) -> Report:
    tables = [sitting.machine.table for sitting in sittings if sitting.machine is not None]
    digests = tuple(table.digest.hex() for table in tables)
    results = watches[0].results
    traffic = [sitting.traffic for sitting in sittings]
    share = len(watches) * max(1, len(results))
    move = clock.move()
    return Report(
        game=terms.game,
        players=tuple(player.name for player in tables[0].genesis.players) if tables else (),
        hands=len(results),
        results=tuple(result for _, result in results),
        digests=digests,
        first_deal_s=clock.first_deal(),
        between_hands_s=clock.between_hands([hand for hand, _ in results]),
        move_ms=None if move is None else 1000 * move,
        bytes_sent=round(sum(sent for sent, _ in traffic) / share),
        messages_sent=round(sum(messages for _, messages in traffic) / share),
        scalar_mult_us=scalar_mult_us,
        peak_rss_mb=peak_rss_mb(),
        ledger=tables[0].ledger if tables else (),
        trouble=_trouble(watches, digests),
        transcript=sittings[0].transcript() if sittings else b"",
    )


def _trouble(watches: Sequence[Watch], digests: Sequence[str]) -> str:
    """In English, as all that programs read."""
    with speaking(ENGLISH):
        for watch in watches:
            if watch.ended is None or not watch.ended.well:
                return say("ended badly") if watch.ended is None else watch.ended.reason
        return "" if len(set(digests)) == 1 else say("forked")


def peak_rss_mb() -> float | None:
    """The most memory that this process has used, in MiB; None where the system does not say."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 4)
