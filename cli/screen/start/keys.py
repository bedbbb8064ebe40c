"""What keys and clicks make of the start screen. Pure."""

from collections.abc import Hashable
from dataclasses import replace
from typing import NamedTuple

from cli.language import retold
from cli.screen.desk import cramped
from cli.screen.line import Key
from cli.screen.start.pages import items_of, only, reading
from cli.screen.start.sentences import START
from cli.screen.start.state import DrawAnew, JoinBy, Outcome, Quit, SetName, Start, ToBackground
from p2p.home import HomeError, chosen_name


class ItemAt(NamedTuple):
    """Click target: a line of the page, from 0."""

    number: int


class KeyAt(NamedTuple):
    """Click target: as if this key were pressed."""

    name: str


def press(start: Start, key: Key) -> Outcome:
    """The start screen after a key press, and what follows from it."""
    if key.name in ("c-c", "f10"):
        return start, (Quit(),)
    if key.name == "c-z":
        return start, (ToBackground(),)
    if key.name == "c-l":
        return start, (DrawAnew(),)
    if cramped(*start.size):
        return only(start)
    if key.name == "f1" or (key.text == "?" and start.line is None):
        return only(start.returned() if start.page == "help" else start.go("help") if start.name else start)
    if start.line is not None:
        return _typing(start, key)
    if key.name in ("escape", "backspace"):
        return only(start.returned())
    return _choosing(start, key)


def click(start: Start, target: Hashable) -> Outcome:
    """The start screen after a click."""
    if cramped(*start.size):
        return only(start)
    if isinstance(target, KeyAt):
        return press(start, Key(target.name))
    items = items_of(start)
    if isinstance(target, ItemAt) and target.number < len(items):
        item = items[target.number]
        marked = replace(start, mark=target.number)
        return item.act(marked) if item.turn is None else item.turn(marked, 1)
    return only(start)


# -- lines that are typed --------------------------------------------------------------------------------------------


def _typing(start: Start, key: Key) -> Outcome:
    line = start.line
    assert line is not None  # noqa: S101 - asked before
    if key.name == "escape":
        return only(start.returned())
    if key.name == "enter":
        return _typed(start, line.text.strip())
    return only(replace(start, line=line.press(key) or line, notice=("", "")))


def _typed(start: Start, text: str) -> Outcome:
    if start.page == "join":
        if not text:
            return only(start.told("warn", START["no code"]))
        return start, (JoinBy("".join(text.split())),)
    try:
        name = chosen_name(text or start.suggested)
    except HomeError as error:
        return only(start.told("warn", retold(str(error))))
    told = START["name set"].format(name=name)
    return replace(start.returned() if start.back else start.home(), name=name).told("good", told), (SetName(name),)


# -- lists -----------------------------------------------------------------------------------------------------------


STEPS = {"up": -1, "down": 1, "s-tab": -1, "tab": 1}
TURNS = {"left": -1, "right": 1}
SCROLLS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -100_000, "end": 100_000}


def _choosing(start: Start, key: Key) -> Outcome:
    items = items_of(start)
    if not items:
        return only(_scrolled(start, SCROLLS.get(key.name, 0)))
    item = items[min(start.mark, len(items) - 1)]
    if key.name in STEPS:
        return only(replace(start, mark=(start.mark + STEPS[key.name]) % len(items), notice=("", "")))
    if key.name in SCROLLS:
        mark = max(0, min(start.mark + SCROLLS[key.name], len(items) - 1))
        return only(replace(start, mark=mark, notice=("", "")))
    if key.name in TURNS and item.turn is not None:
        return item.turn(start, TURNS[key.name])
    if key.name == "enter" or key.text == " ":
        return item.turn(start, 1) if key.text == " " and item.turn is not None else item.act(start)
    if key.text.isdecimal() and 0 < int(key.text) <= len(items):
        number = int(key.text) - 1
        marked = replace(start, mark=number, notice=("", ""))
        return items[number].act(marked) if items[number].turn is None else only(marked)
    return only(start)


def seen(start: Start) -> int:
    """How many lines can be read at once."""
    return max(1, start.size[1] - 7)


def _scrolled(start: Start, by: int) -> Start:
    length = len(reading(start, text_width(start)))
    return replace(start, top=max(0, min(start.top + by, length - seen(start))))


def text_width(start: Start) -> int:
    """How wide what is to be read may be."""
    return min(start.size[0] - 6, 92)
