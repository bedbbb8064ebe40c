"""What everybody knows of one hand of Tonk (rules page Tonk §4).

News, as `(key, seat, *things)`; cards are `Card`, and a seat of -1 means the table:

| news | what happened |
| --- | --- |
| ("cut", seat, card) | the card that the seat cut for the deal |
| ("join", seat), ("stay_out", seat) | its answer to the side bet on the highest spade |
| ("upcard", -1, card) | the card that starts the discard pile |
| ("show_spade", seat, card), ("no_spade", seat) | its highest dealt spade; it proved that it was dealt none |
| ("declare", seat, count), ("pass", seat) | it showed a dealt hand that wins; it did not |
| ("draw", seat, "stock"), ("draw", seat, "discard", card) | it drew |
| ("spread", seat, kind, cards) | it laid a book or a run |
| ("hit", seat, number, cards) | it added cards to the spread of this number |
| ("locked", seat, turns) | its spread was hit: so many of its own turns must pass before it can drop |
| ("clear", seat, cards) | the completed book went under the discard pile |
| ("extra_discard", seat, card), ("discard", seat, card) | it threw a card |
| ("end_turn", seat) | it ended its turn without a discard |
| ("drop", seat), ("late_drop", seat) | it dropped; its drop came too late, or its spread was hit first |
| ("decline", seat) | the stock is empty, and it does not take the discard |
| ("dry", -1) | the stock ran out, and with it the hand |
| ("tonk", seat), ("out", seat) | its hand is empty: with spreads and hits alone, or in a way that earns one stake |
| ("counter", seat, cards), ("let_stand", seat) | it answered the tonk on the runs just laid; it could or would not |
"""

from dataclasses import dataclass
from typing import NamedTuple

from engine.contract import Duty, IllegalMove, Seat, Slot, State, Turn
from engine.games.tonk.options import TonkOptions
from engine.games.tonk.spreads import Spread, must_lay


class Trace(NamedTuple):
    """One thing that happened to the hand of a seat; from all of them the audit replays it (§7.3)."""

    seat: Seat
    what: str
    """"in", "out", or "duty": at this moment the hand must not violate `must_spread`."""
    slots: tuple[Slot, ...] = ()
    """What came in as it was dealt, drawn or taken; what went out as it was opened, so perhaps after a mix."""


@dataclass
class TonkState(State):
    """One hand. The deck slots below `minted` at the start are dealt one at a time from the dealer's left."""

    options: TonkOptions
    stake: int = 1
    size: int = 5
    """Cards dealt to each."""

    bets: tuple[Seat, ...] = ()
    """Who takes part in the side bet."""
    to_show: tuple[Seat, ...] = ()
    """Participants that have yet to show their highest spade, in the order in which they do."""
    spades: tuple[tuple[int, Seat], ...] = ()
    """Spades shown for it, each by its rank in the bet and who showed it."""
    proved: bool = False
    """Whoever does not declare proves that its dealt hand does not win; else the audit judges it."""
    declared: tuple[tuple[Seat, int], ...] = ()
    """Naturals declared, each with the stakes that every other player owes for it."""

    stock: tuple[Slot, ...] = ()
    """Next card first."""
    pile: tuple[Slot, ...] = ()
    """Top card last; all open."""
    buried: int = 0
    """How many of the pile's lowest cards can never be drawn."""
    spreads: tuple[Spread, ...] = ()
    """On the table, by rising number."""
    laid: int = 0
    """The number of the next spread."""
    lockout: tuple[int, ...] = ()
    """By seat: own turns to be completed before it can drop."""
    turns: tuple[int, ...] = ()
    """By seat: turns completed."""

    seat: Seat = 0
    """Whose turn it is; what follows is about this turn."""
    fresh: bool = False
    """Its hand had its dealt size when the turn began."""
    new: tuple[int, ...] = ()
    """Spreads laid."""
    hits: int = 0
    """Cards added to other players' spreads."""
    credits: int = 0
    """Extra discards still to be had."""
    thrown: bool = False
    """An extra discard was made."""
    completed: tuple[int, ...] = ()
    """Books completed by a hit and not cleared."""

    ending: str = ""
    """How the hand ended: natural, tonk, out, counter, drop, dry; empty until it does."""
    ender: Seat = -1
    """Who ended it: the tonker, the dropper, the one who countered."""
    audited: bool = False
    """All dealt and drawn cards are opened after the ending."""
    trail: tuple[Trace, ...] = ()

    def top(self) -> Slot | None:
        """The discard that could be drawn."""
        return self.pile[-1] if len(self.pile) > self.buried else None

    def take(self, seat: Seat, slots: tuple[Slot, ...]) -> None:
        """Cards join the hand."""
        self.gain(seat, slots)
        self.trail += (Trace(seat, "in", slots),)

    def shed(self, seat: Seat, slots: tuple[Slot, ...]) -> None:
        """Opened cards leave the hand. Raises IllegalMove if one is not there."""
        self.lose(seat, slots)
        self.trail += (Trace(seat, "out", slots),)

    def spread_duty(self, seat: Seat) -> tuple[Duty, ...]:
        """What the seat owes by `must_spread` at this moment (§5.5)."""
        if not self.options.must_spread:
            return ()
        options = self.options
        return (Duty(self.held[seat], lambda cards: not must_lay(cards, options), "You hold a spread: lay it first."),)

    def note_duty(self, seat: Seat) -> None:
        """Keep this moment for the audit."""
        if self.options.must_spread:
            self.trail += (Trace(seat, "duty"),)

    def spread_at(self, number: int | str | None) -> Spread:
        """The spread of this number. Raises IllegalMove if it is not on the table."""
        for spread in self.spreads:
            if spread.number == number:
                return spread
        raise IllegalMove("There is no such spread on the table.")

    def put(self, changed: Spread) -> None:
        """Put a spread with more cards in the place of what it was."""
        self.spreads = tuple([changed if spread.number == changed.number else spread for spread in self.spreads])

    def mover(self, seat: Seat) -> Turn:
        """The turn of this seat; with `any_time` all others may drop after its move (§5.5)."""
        watched = self.options.drop_when == "any_time"
        return Turn((seat,), self.round_from(seat + 1)[:-1] if watched else ())
