"""What presets, options and their values are called. Games have tables `PRESETS` and `OPTIONS` in `<game>_options`."""

import importlib
import importlib.util
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from cli.language import Texts, translated
from engine.options import plain


class Called(NamedTuple):
    """What the presets and options of a game are called in plain words, by their names."""

    presets: Mapping[str, str]
    options: Mapping[str, str]


@cache
def called(game: str) -> Called:
    """The plain words of this game; none if it has no table of them."""
    name = f"{__package__}.{game}_options"
    if importlib.util.find_spec(name) is None:
        return Called(Texts({}), Texts({}))
    module = importlib.import_module(name)
    return Called(module.PRESETS, module.OPTIONS)


def preset_words(game: str, name: str) -> str:
    """A preset in plain words: its name as a table has it, or made readable."""
    return called(game).presets.get(name) or _readable(name)


def option_words(game: str, name: str) -> str:
    """An option in plain words: its name as a table has it, or made readable."""
    return called(game).options.get(name) or _readable(name)


def value_words(value: Any) -> str:
    """A value in a sentence: yes, no, none, several with commas, else as it is typed."""
    value = plain(value)
    if value is None or value == []:
        return translated("none", "value of an option")
    if isinstance(value, bool):
        return translated("yes", "value of an option") if value else translated("no", "value of an option")
    if isinstance(value, list):
        return ", ".join(map(value_words, value))
    return ", ".join(f"{key}: {item}" for key, item in value.items()) if isinstance(value, dict) else str(value)


def typed_value(value: Any) -> str:
    """A value as it would be typed after the equals sign."""
    value = plain(value)
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _readable(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")
