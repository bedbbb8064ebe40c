"""What lies in the middle of each game's table in a picture, one module here for each game, found by its name.

A game needs no module: without one the picture shows hands and words only. To show more, write
`cli/history/felt/<game>.py` with a class derived from `base.Felt` and an instance of it named `FELT`.
"""

import importlib
import importlib.util
from functools import cache

from cli.history.felt.base import Felt, Pile

__all__ = ["Felt", "Pile", "felt_of"]


@cache
def felt_of(game: str) -> Felt:
    """The middle of this game's table."""
    name = f"{__name__}.{game}"
    if importlib.util.find_spec(name) is None:
        return Felt()
    felt: Felt = importlib.import_module(name).FELT
    return felt
