"""Whose eyes a replay looks through, and which faces they see at each moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from cli.history.recorded import Hand, Moment
from engine.cards import Card
from engine.contract import Seat, Slot

Own: TypeAlias = Mapping[int, Mapping[Slot, Card]]
"""By hand of the log: the faces that one player saw and that did not have to be opened to all."""


@dataclass(frozen=True)
class Sight:
    """A seat sees at each moment what it saw then, as far as that is known; `seat` None sees all that is known now."""

    seat: Seat | None = None
    own: Own = field(default_factory=dict)
    """Noted by that seat; where it is not there, the log shows only what was opened sooner or later."""
    public: bool = False
    """See at each moment only what was open to everybody then."""

    @property
    def voice(self) -> Seat | None:
        """Who is told the story as "you": a seat of which all is known that it saw."""
        return self.seat if self.own else None

    def faces(self, hand: Hand, moment: Moment) -> dict[Slot, Card]:
        """The faces that are seen at this moment of this hand."""
        if self.public:
            return dict(moment.state.open)
        known = {**hand.faces, **self.own.get(hand.index, {})}
        if self.seat is None:
            return known
        seen = moment.seen[self.seat]
        return {**{slot: card for slot, card in known.items() if slot in seen}, **moment.state.open}


def sights(n: int, own: Own, seat: Seat | None) -> tuple[Sight, ...]:
    """Every sight of a table with `n` seats: the player's own first, if this is known, all that is known, each seat's.

    `own` are the faces that the player at `seat` noted.
    """
    others = tuple(Sight(other) for other in range(n) if other != seat or not own)
    return (*([Sight(seat, own)] if own else []), Sight(None, own), *others)
