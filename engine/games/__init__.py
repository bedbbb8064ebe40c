"""The games. Each is a package here whose module `rules` has `RULES`; nothing else names them."""

import difflib
import importlib
import pkgutil
from functools import cache

from engine.contract import AnyRules


class UnknownGame(ValueError):  # noqa: N818 - the word players use
    """There is no such game. The text says which there are."""


@cache
def names() -> tuple[str, ...]:
    """The games of the house, by the word for the command line."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def rules_of(name: str) -> AnyRules:
    """The rules of this game. Raises UnknownGame."""
    if name not in names():
        near = difflib.get_close_matches(name, names(), 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names())}"
        raise UnknownGame(f"there is no game {name!r}; {hint}")
    rules: AnyRules = importlib.import_module(f"{__name__}.{name}.rules").RULES
    return rules
