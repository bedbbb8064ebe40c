"""What presets, options and their values are called: tables `PRESETS`, `OPTIONS`, `VALUES` in `<game>_options`."""

import importlib
import importlib.util
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from cli.language import Texts, translated
from engine.options import NONE, plain


class Called(NamedTuple):
    """What the presets, options and values of a game are called in plain words, by their names."""

    presets: Mapping[str, str]
    options: Mapping[str, str]
    values: Mapping[str, str]
    """By option and value, as in "opening=every_hand"; values that speak for themselves are not among them."""


@cache
def called(game: str) -> Called:
    """The plain words of this game; none if it has no table of them."""
    name = f"{__package__}.{game}_options"
    if importlib.util.find_spec(name) is None:
        return Called(Texts({}), Texts({}), Texts({}))
    module = importlib.import_module(name)
    return Called(module.PRESETS, module.OPTIONS, module.VALUES)


def preset_words(game: str, name: str) -> str:
    """A preset in plain words: its name as a table has it, or made readable."""
    return called(game).presets.get(name) or _readable(name)


def option_words(game: str, name: str) -> str:
    """An option in plain words: its name as a table has it, or made readable."""
    return called(game).options.get(name) or _readable(name)


def meaning(game: str, name: str, value: Any) -> str:
    """What a value of an option means: its words from the table, those of each item of a list, else as a sentence."""
    known, value = called(game).values, plain(value)
    if isinstance(value, list) and value:
        return ", ".join(meaning(game, name, item) for item in value)
    return known.get(f"{name}={value}") or value_words(value)


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
    value = NONE if value is None else plain(value)
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _readable(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")
