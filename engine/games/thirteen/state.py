"""What everybody knows of one hand of Thirteen, and of the match. Rules page Thirteen §6.1.

News in `State.news`, as (key, seat, *things):

| key | seat | things |
| --- | --- | --- |
| `claim` | who claims an instant win | kind, cards |
| `low` | who holds the lowest card and opens | card |
| `play` | who plays | type of combination, cards |
| `pass` | who passes | |
| `out` | who has no cards left | place, from 1 |
| `clear` | who leads, now that the table is cleared | |
| `absent` | who has gone | |
| `done` | who won the hand; the first seat without cards in the places, -1 if nobody | outcome |
"""

from dataclasses import dataclass
from typing import NamedTuple

from engine.cards import Card
from engine.contract import Match, Seat, State
from engine.games.thirteen.combinations import Combination
from engine.games.thirteen.options import ThirteenOptions


@dataclass(frozen=True)
class ThirteenMatch(Match):
    """Hands of Thirteen played to an agreed total."""

    options: ThirteenOptions
    dealer: Seat = 0
    """A marker for the order of dealing."""
    leader: Seat | None = None
    """The winner of the hand before, who leads; None before the first hand."""


class Ending(NamedTuple):
    """`Result.detail`: how the hand ended for each seat."""

    order: tuple[Seat, ...]
    """Seats by place, as far as places were played for."""
    how: tuple[str, ...]
    """By seat: "out" (no cards left), "left" (with cards), "absent", or the kind of instant win that it claimed."""
    cards_left: tuple[int, ...]
    """By seat."""


@dataclass
class ThirteenState(State):
    """One hand."""

    options: ThirteenOptions
    leader: Seat | None = None
    """The winner of the hand before."""
    claims: tuple[tuple[Seat, str, tuple[Card, ...]], ...] = ()
    """Instant wins claimed: seat, kind, cards shown."""
    asked: int = 0
    """The key of the card that is sought as the lowest."""
    low: Card | None = None
    """The card that the opening play must contain."""
    table: Combination | None = None
    """What has to be beaten."""
    owner: Seat = -1
    """Who played it; -1 on an empty table."""
    answered: frozenset[Seat] = frozenset()
    """Who has passed since the last play."""
    locked: frozenset[Seat] = frozenset()
    """Who has passed on this pile and may not come back (options pass_lock, passed_may_bomb)."""
    order: tuple[Seat, ...] = ()
    """Who has got rid of all cards, in that order; at the end, all places."""
    gone: tuple[Seat, ...] = ()
    """Who is absent, in the order of leaving."""
    played: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    """All plays of the hand: seat and cards."""

    def after(self, seat: Seat) -> Seat:
        """The next seat in turn order."""
        return (seat + self.options.step) % self.n

    def present(self) -> tuple[Seat, ...]:
        """The seats that are not absent."""
        return tuple([seat for seat in range(self.n) if seat not in self.gone])

    def active(self) -> tuple[Seat, ...]:
        """The seats that are not absent and hold cards."""
        return tuple([seat for seat in range(self.n) if self.held[seat] and seat not in self.gone])
