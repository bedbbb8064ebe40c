"""The middle of a table of which nothing is known but its words. See `cli.history.felt`."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from cli.words import View
from engine.cards import Card
from engine.contract import Seat


class Pile(NamedTuple):
    """Cards that lie together on the table: open ones side by side, closed ones under each other."""

    label: str
    cards: tuple[Card, ...] = ()
    closed: int = 0
    """How many cards lie face down."""
    seat: Seat | None = None
    """Whose cards these are, or were."""


class Felt:
    """Pure functions of a view, and of the news since the step before."""

    def piles(self, view: View, news: Sequence[Sequence[Any]]) -> list[Pile]:  # noqa: ARG002 - games look at them
        """What lies on the table, the most important last."""
        return []

    def notes(self, view: View) -> list[str]:  # noqa: ARG002 - games look at it
        """Short lines about the hand as a whole."""
        return []
