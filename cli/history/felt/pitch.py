"""Pitch on the table: stock, thrown trumps, the trick; and what was bid."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from cli.history.felt.base import Felt, Pile
from cli.language import Texts
from cli.words import View
from engine.games.pitch.state import MOON, PitchState


class PitchFelt(Felt):
    """The trick, or the one just completed."""

    WORDS: ClassVar[Texts[str]] = Texts(
        {
            "stock": "Stock",
            "thrown": "Thrown by {name}",
            "bid": "{name} bid {bid}",
            "trump": "{name} bid {bid}; trump: {suit}",
            "moon": "the moon",
            "called": "Called: {card}",
        }
    )
    SUITS: ClassVar[Mapping[str, str]] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

    def piles(self, view: View, news: Sequence[Sequence[Any]]) -> list[Pile]:
        """See the base."""
        s = _state(view)
        stock = [Pile(self.WORDS["stock"], (), len(s.stock))] if s.stock else []
        thrown = [
            Pile(self.WORDS["thrown"].format(name=view.names[thrower]), s.cards((slot,)), 0, thrower)
            for slot, thrower in s.thrown
        ]
        done = any(piece[0] == "trick" for piece in news)
        plays = s.tricks[-1].plays if done and s.tricks and not s.trick else s.trick
        return [*stock, *thrown, *[Pile(view.names[seat], (card,), 0, seat) for seat, card in plays]]

    def notes(self, view: View) -> list[str]:
        """The bid, the trump and the called card."""
        s = _state(view)
        if s.bidder < 0:
            return []
        bid = self.WORDS["moon"] if s.bid == MOON else s.bid
        suit = self.SUITS.get(s.trump, "")
        notes = [self.WORDS["trump" if suit else "bid"].format(name=view.names[s.bidder], bid=bid, suit=suit)]
        return notes if s.called is None else [*notes, self.WORDS["called"].format(card=view.text(s.called))]


def _state(view: View) -> PitchState:
    assert isinstance(view.state, PitchState)  # noqa: S101 - this is the table of Pitch alone
    return view.state


FELT = PitchFelt()
