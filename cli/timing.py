"""The time that passes at a table: since when a step is awaited, and how much is left for a lost line. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from cli import presenter
from cli.awaited import NOBODY, Awaited
from cli.model import Model
from cli.sentences import say
from engine.contract import Seat, Turn

PATIENCE = 10
"""Seconds without a clock after which it shows how long somebody has been thinking."""
STALLED = 5
"""Seconds after which it is said who is awaited, where no player has to think."""
HURRY = 10
"""The last seconds of a clock, which are shown as such."""

READING = 5
"""Seconds for which something that is said of the clock stands where else it is said what to do."""


class Waited(NamedTuple):
    """What is shown of time: who is awaited, for how many seconds, and how many are left by lost seat."""

    seats: tuple[Seat, ...] = ()
    seconds: int = 0
    left: tuple[tuple[Seat, int], ...] = ()


NOTHING = Waited()


@dataclass(frozen=True)
class Stopwatch:
    """What is measured. Times are seconds on any one clock."""

    awaited: Awaited = NOBODY
    since: float = 0.0
    deadlines: Mapping[Seat, float] = field(default_factory=dict)
    """By lost seat: when the table ends for it."""

    def look(self, awaited: Awaited, now: float) -> "Stopwatch":
        """The same at `now`, when this is awaited."""
        return self if awaited == self.awaited else replace(self, awaited=awaited, since=now)

    def lost(self, seat: Seat, deadline: float) -> "Stopwatch":
        """A line has been lost."""
        return replace(self, deadlines={**self.deadlines, seat: deadline})

    def back(self, seat: Seat) -> "Stopwatch":
        """A lost line is there again."""
        return replace(self, deadlines={at: when for at, when in self.deadlines.items() if at != seat})

    def read(self, now: float) -> Waited:
        """What it shows at `now`."""
        left = tuple((seat, max(0, round(when - now))) for seat, when in sorted(self.deadlines.items()))
        return Waited(self.awaited.seats, int(now - self.since), left)


def minutes(seconds: int) -> str:
    """Seconds as a clock shows them: minutes and seconds."""
    return f"{seconds // 60}:{seconds % 60:02}"


def crossed(before: Waited, after: Waited, seconds: int) -> bool:
    """Whether so many seconds have passed just now."""
    return before.seconds < seconds <= after.seconds


def thinking(model: Model, waited: Waited) -> tuple[Seat, ...]:
    """The awaited seats whose player has to think: what else is due, programs do."""
    if model.view is None or model.stopped or model.ended is not None or not isinstance(model.view.state.next, Turn):
        return ()
    return waited.seats


def of_the_clock(model: Model, before: Waited, after: Waited, *, asked: bool, solo: bool = False) -> str:
    """What is to be said of the clock just now, if anything.

    `asked`: whether the player's own move is awaited; `solo`: whether only computer players wait for it.
    """
    clock = None if model.terms is None else model.terms.clock
    seats = thinking(model, after)
    if clock is None or not seats:
        return ""
    own = asked and model.seat in seats
    if own and clock > 2 * HURRY and crossed(before, after, clock - HURRY):
        return say("hurry", seconds=HURRY)
    if not crossed(before, after, clock):
        return ""
    others = [seat for seat in seats if seat != model.seat]
    if own:
        return say("own time up solo" if solo else "own time up")
    return say("time up", names=presenter.listed(model, others)) if others else ""


def has_been_read(model: Model, before: Waited, after: Waited) -> bool:
    """Whether what was said of the clock has just stood there for long enough."""
    clock = None if model.terms is None else model.terms.clock
    return clock is not None and any(crossed(before, after, at + READING) for at in (clock - HURRY, clock))
