"""Tonk on the table: stock, pile, spreads."""

from collections.abc import Sequence
from typing import Any, ClassVar

from cli.history.felt.base import Felt, Pile
from cli.language import Texts
from cli.words import View
from engine.games.tonk.state import TonkState


class TonkFelt(Felt):
    """Stock and pile, then every spread in the order of laying."""

    WORDS: ClassVar[Texts[str]] = Texts(
        {
            "stock": "Stock",
            "pile": "Pile",
            "book": "Book of {name}",
            "run": "Run of {name}",
        }
    )

    def piles(self, view: View, news: Sequence[Sequence[Any]]) -> list[Pile]:
        """See the base."""
        s = view.state
        assert isinstance(s, TonkState)  # noqa: S101 - this is the table of Tonk alone
        spreads = [
            Pile(self.WORDS[spread.kind].format(name=view.names[spread.owner]), spread.cards, 0, spread.owner)
            for spread in s.spreads
        ]
        cuts = [Pile(view.names[seat], (things[0],), 0, seat) for key, seat, *things in news if key == "cut"]
        if not any(s.held) and not s.stock:
            return [*cuts, *spreads]
        top = s.cards(s.pile[-1:])
        return [
            Pile(self.WORDS["stock"], (), len(s.stock)),
            Pile(self.WORDS["pile"], top, max(0, len(s.pile) - 1)),
            *spreads,
        ]


FELT = TonkFelt()
