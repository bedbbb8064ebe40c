"""Lines of a page that can be chosen."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from cli.screen.start.state import Outcome, Start

Act: TypeAlias = Callable[[Start], Outcome]
Turn: TypeAlias = Callable[[Start, int], Outcome]


class Item(NamedTuple):
    """A line that can be chosen. `turn` changes its value, one way (1) or the other (-1)."""

    label: str
    act: Act
    turn: Turn | None = None
    help: str = ""
    value: str | None = None
    """What is written beside the label, if anything."""
    differs: bool = False
    """Whether it is to be seen that the value is not the usual one."""
    option: str = ""
    """The house rule that it changes, if it does; no digit chooses such a line, as numbers are typed into it."""
    number: str = ""
    """The number that it has by itself, to which digits go, padded; empty: its place on the page is its number."""


Items: TypeAlias = tuple[Item, ...]


def only(start: Start) -> Outcome:
    """An outcome from which nothing follows."""
    return start, ()


def to(page: str) -> Act:
    """On to this page."""
    return lambda start: only(start.go(page))
