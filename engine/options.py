"""Options: typed, explained, validated. A game's options are one frozen dataclass of `option(...)` fields.

The types in use: `bool`, `int`, `int | None`, `Literal[...]`, `tuple[T, ...]` of these, and `Table` (a map from
numbers of seats to numbers, kept as sorted pairs).
"""

import difflib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Self, TypeAlias, get_args, get_origin, get_type_hints

Table: TypeAlias = tuple[tuple[int, int], ...]
NONE = "none"
"""As typed for no value."""


class BadOption(ValueError):  # noqa: N818 - the word players use
    """An unknown option or preset, or a value it cannot take. The text is a sentence that says what it can be."""


@dataclass(frozen=True)
class OptionInfo:
    """What a screen or a JSON listing says of one option."""

    name: str
    kind: str
    default: Any
    help: str


def option(default: Any, help: str, least: int | None = None, most: int | None = None) -> Any:  # noqa: A002
    """A field of an OptionSet; `least` and `most` bound integers, also those inside lists and tables."""
    return field(default=default, metadata={"help": help, "least": least, "most": most})


@dataclass(frozen=True)
class OptionSet:
    """The base of every game's options."""

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}

    @classmethod
    def make(cls, *presets: str, **changes: Any) -> Self:
        """Defaults, then presets from left to right, then changes. Raises BadOption for what does not fit."""
        merged: dict[str, Any] = {}
        for name in presets:
            if name not in cls.presets:
                raise BadOption(_unknown("preset", name, cls.presets))
            merged |= cls.presets[name]
        merged |= changes
        hints = get_type_hints(cls)
        known = {f.name: f for f in fields(cls)}
        for name, value in merged.items():
            if name not in known:
                raise BadOption(_unknown("option", name, known))
            merged[name] = _fit(name, value, hints[name], known[name].metadata)
        made = cls(**merged)
        made.check()
        return made

    @classmethod
    def parse(cls, presets: Sequence[str], assignments: Sequence[str]) -> Self:
        """Options from words as typed: preset names, and `name=value` with a JSON value or a bare word.

        An option that can have no value takes `none` for JSON's `null`.
        """
        changes: dict[str, Any] = {}
        optional = [name for name, hint in get_type_hints(cls).items() if get_origin(hint) is UnionType]
        for text in assignments:
            name, equals, value = map(str.strip, text.partition("="))
            if not equals:
                raise BadOption(f"write options as NAME=VALUE, not {text!r}")
            try:
                changes[name] = None if name in optional and value == NONE else json.loads(value)
            except json.JSONDecodeError:
                changes[name] = value
        return cls.make(*presets, **changes)

    @classmethod
    def listing(cls) -> tuple[OptionInfo, ...]:
        """Every option, in the order of the rules page."""
        hints = get_type_hints(cls)
        return tuple(
            OptionInfo(f.name, _describe(hints[f.name], f.metadata), plain(f.default), f.metadata["help"])
            for f in fields(cls)
        )

    def pairs(self) -> tuple[tuple[str, Any], ...]:
        """Every option and its value, sorted by name, in plain values: what signed terms hold."""
        return tuple(sorted((f.name, getattr(self, f.name)) for f in fields(self)))

    def changes(self) -> dict[str, Any]:
        """The options that differ from the defaults, in plain JSON values."""
        return {f.name: plain(getattr(self, f.name)) for f in fields(self) if getattr(self, f.name) != f.default}

    def check(self) -> None:
        """Refuse combinations that make no sense, by BadOption. Games override it."""


def plain(value: Any) -> Any:
    """The value as JSON would have it: lists for tuples, an object with text keys for a table."""
    if isinstance(value, tuple):
        if value and all(isinstance(item, tuple) for item in value):
            return {str(key): item for key, item in value}
        return [plain(item) for item in value]
    return value


def _unknown(what: str, name: str, known: Mapping[str, Any]) -> str:
    near = difflib.get_close_matches(name, known, 1, 0.5)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    return f"there is no {what} {name!r}; {hint}"


def _fit(name: str, value: Any, hint: Any, meta: Mapping[str, Any]) -> Any:
    origin = get_origin(hint)
    if hint == Table:
        return _fit_table(name, value, meta)
    if origin is Literal:
        return _fit_word(name, value, get_args(hint))
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise BadOption(f"{name} is {value!r}; it must be a list")
        return tuple(_fit(name, item, get_args(hint)[0], meta) for item in value)
    if origin is UnionType:
        return None if value is None else _fit(name, value, int, meta)
    if type(value) is not hint:
        raise BadOption(f"{name} is {value!r}; it must be {_describe(hint, meta)}")
    if hint is int:
        _fit_range(name, value, meta)
    return value


def _fit_word(name: str, value: Any, words: Sequence[Any]) -> Any:
    for word in words:
        if value == word and type(value) is type(word):
            return word
    near = difflib.get_close_matches(str(value), [str(word) for word in words], 1, 0.5)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise BadOption(f"{name} is {value!r}; it can be {', '.join(map(str, words))}{hint}")


def _fit_range(name: str, value: int, meta: Mapping[str, Any]) -> None:
    least, most = meta["least"], meta["most"]
    if (least is not None and value < least) or (most is not None and value > most):
        raise BadOption(f"{name} is {value}; it must be {_describe(int, meta)}")


def _fit_table(name: str, value: Any, meta: Mapping[str, Any]) -> Table:
    try:
        pairs = sorted({int(key): item for key, item in dict(value).items()}.items())
    except (TypeError, ValueError):
        raise BadOption(f"{name} is {value!r}; it must map numbers of seats to numbers") from None
    for _, item in pairs:
        if type(item) is not int:
            raise BadOption(f"{name} holds {item!r}; it must map numbers of seats to numbers")
        _fit_range(name, item, meta)
    return tuple(pairs)


def _describe(hint: Any, meta: Mapping[str, Any]) -> str:
    origin = get_origin(hint)
    if hint == Table:
        return "a map from seats to numbers"
    if origin is Literal:
        return " | ".join(map(str, get_args(hint)))
    if origin is tuple:
        return f"list of {_describe(get_args(hint)[0], meta)}"
    if origin is UnionType:
        return f"{_describe(next(arg for arg in get_args(hint) if arg is not NoneType), meta)}, or none"
    if hint is bool:
        return "true | false"
    least, most = meta["least"], meta["most"]
    if most is not None:
        return f"a whole number from {least if least is not None else 0} to {most}"
    return f"a whole number of at least {least}" if least is not None else "a whole number"
