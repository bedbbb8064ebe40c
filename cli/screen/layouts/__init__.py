"""How each game lies on the table, one module here for each, found by the game's name.

A game needs no module: `base.Layout` shows what its words say of the table. To draw a game better, write
`cli/screen/layouts/<game>.py` with a class derived from `base.Layout` and an instance of it named `LAYOUT`. All methods
are pure functions of a `View`: what one seat knows of one hand.
"""

import importlib
import importlib.util
from functools import cache

from cli.screen.layouts.base import Intent, Layout, Room

__all__ = ["Intent", "Layout", "Room", "layout_of"]


@cache
def layout_of(game: str) -> Layout:
    """The layout of this game; the general one if it has none of its own."""
    name = f"{__name__}.{game}"
    if importlib.util.find_spec(name) is None:
        return Layout()
    layout: Layout = importlib.import_module(name).LAYOUT
    return layout
