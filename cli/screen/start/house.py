"""House rules: which values an option can take, and how each is chosen or typed. Pure."""

import re
from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from cli.language import retold
from cli.screen.line import Line
from cli.screen.start.sentences import START
from cli.screen.start.state import Form, Outcome, Start
from cli.screen.start.table import following
from cli.words.options import called, option_words, value_words
from engine.options import NONE, BadOption, Table, plain

MOST_STEPS = 200
"""Numbers further away than this are not looked for."""
LONGEST_VALUE = 60
PAIR = re.compile(r"(\d{1,9})\s*[:=]\s*(-?\d{1,9})")
NUMBERS = re.compile(r"[\s,;\d]*")
TYPED_NAME = re.compile(r"\w+_\w+")


class Kind(Enum):
    """How an option is set."""

    FLAG = "yes or no"
    WORD = "one of several words"
    NUMBER = "a number, which can be typed"
    WORDS = "several of several words, with check marks"
    TYPED = "numbers or pairs of numbers, which are typed"


def kind_of(form: Form, name: str) -> Kind:
    """How this option is set."""
    hint = _hint(form, name)
    if hint is bool:
        return Kind.FLAG
    if get_origin(hint) is Literal:
        return Kind.WORD
    if hint is int or get_origin(hint) is UnionType:
        return Kind.NUMBER
    if hint != Table and get_origin(get_args(hint)[0]) is Literal:
        return Kind.WORDS
    return Kind.TYPED


def _hint(form: Form, name: str) -> Any:
    return get_type_hints(form.rules.Options)[name]


def can_be_none(form: Form, name: str) -> bool:
    """Whether this option can go without a value."""
    return get_origin(_hint(form, name)) is UnionType


def words_for(form: Form, name: str) -> tuple[str, ...]:
    """The words that can be in the list which this option is."""
    words: tuple[str, ...] = get_args(get_args(_hint(form, name))[0])
    return words


# -- steps -----------------------------------------------------------------------------------------------------------


def turn(start: Start, name: str, step: int) -> Outcome:
    """The next value of one option that makes sense together with the others."""
    refusal = ""
    for value in values(start.form, name, step):
        try:
            return replace(start, form=start.form.with_change(name, value), notice=("", "")), ()
        except BadOption as error:
            refusal = told(start.form, str(error))
    return start.told("warn", refusal or START["no step"]), ()


def values(form: Form, name: str, step: int) -> list[Any]:
    """The values to try in place of the present one, in order; lists and tables have no steps."""
    now, hint = getattr(form.options(), name), _hint(form, name)
    if hint is bool:
        return [not now]
    if get_origin(hint) is Literal:
        words = get_args(hint)
        return [following(words, now, step * far) for far in range(1, len(words))]
    if hint is int:
        return [now + step * far for far in range(1, MOST_STEPS)]
    if get_origin(hint) is UnionType:
        return [10] if now is None else [now + step, None]
    return []


def toggled(start: Start, name: str, word: str) -> Outcome:
    """The list with this word, or without it; in the order in which the rules name them."""
    now = getattr(start.form.options(), name)
    wanted = [known for known in words_for(start.form, name) if (known in now) is not (known == word)]
    return changed(start, name, wanted)


def as_preset(start: Start, name: str) -> Outcome:
    """The option as the preset has it."""
    return changed(start, name, getattr(start.form.usual(), name))


def changed(start: Start, name: str, value: Any) -> Outcome:
    """The option with this value, or why it cannot have it."""
    try:
        return replace(start, form=start.form.with_change(name, value), notice=("", "")), ()
    except BadOption as error:
        return start.told("warn", told(start.form, str(error))), ()


def told(form: Form, refusal: str) -> str:
    """Why a value is refused, with plain words for the options that it names."""
    sentence = retold(refusal)
    for name, _ in form.options().pairs():
        if "_" not in name and sentence.startswith(f"{name} "):
            sentence = option_words(form.game, name) + sentence[len(name) :]
    sentence = in_words(form, sentence)
    return sentence[:1].upper() + sentence[1:]


def in_words(form: Form, sentence: str) -> str:
    """The sentence with plain words for options and values that are written with underscores."""
    words = {name: option_words(form.game, name) for name, _ in form.options().pairs()}
    for key, value in called(form.game).values.items():
        words.setdefault(key.partition("=")[2], value)
    return TYPED_NAME.sub(lambda found: words.get(found.group(), found.group()), sentence)


# -- typed values ----------------------------------------------------------------------------------------------------


def line_of(form: Form, name: str, typed: str = "") -> Line:
    """The line in which the value is typed: what has been `typed` already, else the present value."""
    return Line.of(typed or _as_typed(getattr(form.options(), name)), LONGEST_VALUE)


def _as_typed(value: Any) -> str:
    value = plain(value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return value_words(value) if value is None or isinstance(value, dict) else str(value)


def typed_in(start: Start, text: str) -> Outcome:
    """Back with the value that was typed, or why it cannot be."""
    after, steps = changed(start, start.option, read(start.form, start.option, text))
    return (after, steps) if after.notice[1] else (after.returned(), steps)


def read(form: Form, name: str, text: str) -> Any:
    """The value that a text stands for; the text itself where it is none, to be refused."""
    hint, text = _hint(form, name), text.strip()
    if hint == Table:
        pairs: Mapping[str, int] = {key: int(item) for key, item in PAIR.findall(text)}
        return pairs if PAIR.sub("", text).strip(" ,;") == "" else text
    if can_be_none(form, name) and text.casefold() in ("", NONE, "null", value_words(None).casefold()):
        return None
    if get_origin(hint) is tuple:
        return [int(number) for number in re.findall(r"\d{1,9}", text)] if NUMBERS.fullmatch(text) else text
    return int(text) if re.fullmatch(r"-?\d{1,12}", text) else text
