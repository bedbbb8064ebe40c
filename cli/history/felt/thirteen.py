"""Thirteen on the table: what has to be beaten."""

from collections.abc import Sequence
from typing import Any, ClassVar

from cli.history.felt.base import Felt, Pile
from cli.language import Texts
from cli.words import View
from engine.games.thirteen.state import ThirteenState


class ThirteenFelt(Felt):
    """The last play, also where all others have passed on it and the table was cleared."""

    WORDS: ClassVar[Texts[str]] = Texts({"cleared": "{name}, not beaten"})

    def piles(self, view: View, news: Sequence[Sequence[Any]]) -> list[Pile]:  # noqa: ARG002 - as in the base
        """See the base."""
        s = view.state
        assert isinstance(s, ThirteenState)  # noqa: S101 - this is the table of Thirteen alone
        if s.claims:
            return [Pile(view.names[seat], cards, 0, seat) for seat, _, cards in s.claims]
        if s.table is not None:
            return [Pile(view.names[s.owner], s.table.cards, 0, s.owner)]
        if s.played:
            seat, cards = s.played[-1]
            return [Pile(self.WORDS["cleared"].format(name=view.names[seat]), tuple(cards), 0, seat)]
        return []


FELT = ThirteenFelt()
