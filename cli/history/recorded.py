"""From the bytes of a transcript to its hands, moment by moment: the whole log is verified and played once more."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from engine.contract import Deal, Match, Mix, Move, Result, Seat, Slot, State, Turn
from engine.plain import pending
from protocol.contribution import Contribution, Lane
from protocol.play import Happening, Play
from protocol.table import Sealed, Table
from protocol.terms import Genesis
from protocol.verify import Report, Unreadable, verified

__all__ = ["Frame", "Hand", "Moment", "NotVerified", "Progress", "Recorded", "Unreadable", "recorded", "silent"]


Progress: TypeAlias = Callable[[int, int], None]
"""Is told how much of how much is done."""


def silent(_done: int, _all: int) -> None:
    """Progress that nobody looks at."""


class NotVerified(ValueError):  # noqa: N818 - what it is
    """The transcript does not verify; the text names the place and says why."""


@dataclass(frozen=True)
class Moment:
    """A state of a hand and the moves that led to it."""

    state: State
    moves: Mapping[Seat, Move]
    seen: tuple[frozenset[Slot], ...]
    """By seat: the slots that it could read by now, because they were dealt to it or mixed by it."""


@dataclass(frozen=True)
class Frame:
    """One step of a replay: what happened since the one before, up to a moment at which the hand rests.

    A hand rests where seats are to move, and where it ends; a log that ends earlier leaves it where it was.
    """

    moments: tuple[Moment, ...]

    @property
    def last(self) -> Moment:
        """The moment at which the hand rests."""
        return self.moments[-1]

    @property
    def rests(self) -> bool:
        """Whether somebody is to move or the hand has ended; if not, slots are named whose faces nobody knows yet."""
        return isinstance(self.last.state.next, Turn | Result)

    @property
    def moves(self) -> tuple[tuple[Seat, Move], ...]:
        """All moves of this frame, in order."""
        return tuple(item for moment in self.moments for item in moment.moves.items())


@dataclass(frozen=True)
class Hand:
    """One hand of the log. What does not count as a hand, a cut or a redeal, has the number of the hand it leads to."""

    index: int
    """Its number in the log, from 0."""
    number: int
    """As the players count over all matches at the table, from 1."""
    frames: tuple[Frame, ...]
    """None if the hand was voided before its first card."""
    faces: Mapping[Slot, Card]
    """All that were open to everybody when the log left the hand."""
    before: Match
    after: Match
    """As before, unless the hand was sealed."""
    ledger: tuple[int, ...]
    """Money by seat, this hand included."""
    sealed: Sealed | None
    """None if the log ends before the seal."""
    checked: Mapping[str, int]
    """How many contributions of each kind were checked."""

    @property
    def result(self) -> Result | None:
        """How it ended; None if it is unfinished or void."""
        return None if self.sealed is None else self.sealed.result


@dataclass(frozen=True)
class Recorded:
    """A verified transcript."""

    genesis: Genesis
    report: Report
    hands: tuple[Hand, ...]
    """Those that were sealed or voided, and the one in progress where the log ends, if its cards were dealt."""

    def numbered(self, number: int) -> tuple[Hand, ...]:
        """The hand that players call by this number, and the cuts and redeals that led to it."""
        return tuple(hand for hand in self.hands if hand.number == number)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all hands, ascending."""
        return tuple(dict.fromkeys(hand.number for hand in self.hands))


def recorded(data: bytes, progress: Progress = silent) -> Recorded:
    """The hands of a transcript. Raises NotVerified; Unreadable if the bytes are no transcript at all.

    `progress` is called with the bytes that have been checked, and with all.
    """
    watched = _Watched(len(data), progress)
    report, table = verified(data, watched)
    if table is None or not report.ok:
        raise NotVerified(report.reason)
    return Recorded(table.genesis, report, tuple(_hands(table, watched)))


class _Watched:
    """What a table gives up when it goes on to the next hand."""

    def __init__(self, size: int, progress: Progress) -> None:
        self._size, self._done, self._progress = size, 0, progress
        self.plays: dict[int, Play] = {}
        self.checked: defaultdict[int, Counter[str]] = defaultdict(Counter)

    def __call__(self, table: Table, contribution: Contribution) -> None:
        """See the table after a contribution."""
        self._done += len(contribution.payload)
        self._progress(self._done, self._size)
        if table.play is not None:
            self.plays[table.play.hand] = table.play
        if contribution.header.lane != Lane.TABLE:
            self.checked[contribution.header.hand][contribution.kind] += 1


def _hands(table: Table, watched: _Watched) -> Iterator[Hand]:
    plays, seals = watched.plays, {sealed.hand: sealed for sealed in table.seals}
    match = table.genesis.terms.match(table.genesis.n)
    ledger, counted = (0,) * table.genesis.n, 0
    for index in sorted(plays.keys() | seals.keys()):
        play, sealed = plays.get(index), seals.get(index)
        before = table.rules.first(match.options, match.n, match.stake) if match.over else match
        number = counted + 1
        if sealed is not None:
            counted += sealed.counts
            ledger = tuple(a + b for a, b in zip(ledger, sealed.payments, strict=True))
            match = before if sealed.result is None else table.rules.settle(before, sealed.result)
        yield Hand(
            index,
            number,
            () if play is None else tuple(_frames(play.happenings, table.genesis.n)),
            {} if play is None else play.public_faces(),
            before,
            match,
            ledger,
            sealed,
            dict(watched.checked[index]),
        )


def _frames(happenings: Iterable[Happening], n: int) -> Iterator[Frame]:
    gathered: list[Moment] = []
    for moment in _moments(happenings, n):
        gathered.append(moment)
        if isinstance(moment.state.next, Turn | Result):
            yield Frame(tuple(gathered))
            gathered = []
    if gathered:
        yield Frame(tuple(gathered))


def _moments(happenings: Iterable[Happening], n: int) -> Iterator[Moment]:
    seen: tuple[frozenset[Slot], ...] = (frozenset(),) * n
    before: State | None = None
    for happening in happenings:
        # The state follows from the one before only after all its asks have been served.
        for ask in () if before is None else pending(before):
            if isinstance(ask, Deal | Mix):
                fresh = ask.slots if isinstance(ask, Deal) else ask.new
                seen = (*seen[: ask.seat], seen[ask.seat].union(fresh), *seen[ask.seat + 1 :])
        yield Moment(happening.state, happening.moves, seen)
        before = happening.state
