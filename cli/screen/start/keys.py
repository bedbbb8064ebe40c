"""What keys and clicks make of the start screen. Pure."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import NamedTuple

from cli.language import retold
from cli.screen.canvas import Row
from cli.screen.desk import cramped
from cli.screen.line import Key, Line, typed
from cli.screen.start import house, rulebook
from cli.screen.start.item import Item, only
from cli.screen.start.pages import ask_value, items_of, option_marked, reading
from cli.screen.start.sentences import START
from cli.screen.start.state import DrawAnew, JoinBy, Outcome, Quit, SetName, Start, ToBackground
from p2p.home import HomeError, chosen_name
from p2p.invite import Invite, InviteError


class ItemAt(NamedTuple):
    """Click target: a line of the page, from 0."""

    number: int


class ValueAt(NamedTuple):
    """Click target: the way to the next value of a line (1), or to the one before (-1)."""

    number: int
    step: int


class KeyAt(NamedTuple):
    """Click target: as if this key were pressed."""

    name: str


LONGEST_SEARCH = 40
FORMS = ("play", "host", "options", "words", "value")
"""Pages on which a table is filled in."""


def press(start: Start, key: Key) -> Outcome:
    """The start screen after a key press, and what follows from it."""
    if not key.text.isdecimal():
        start = replace(start, digits="")
    if key.name in ("c-c", "f10"):
        return start, (Quit(),)
    if key.name == "c-z":
        return start, (ToBackground(),)
    if key.name == "c-l":
        return start, (DrawAnew(),)
    if cramped(*start.size):
        return only(start)
    if key.name == "f1" or (key.text == "?" and start.line is None):
        return only(start.returned() if start.page == "help" else start.go("help"))
    if key.name == "f8" and start.page in FORMS:
        return only(rulebook.reading(start, start.form))
    if start.line is not None:
        return _typing(start, key)
    if key.name == "backspace" and start.page == "options" and start.wanted:
        return only(_looking(start, start.wanted[:-1]))
    if key.name == "escape" and start.wanted:
        return only(replace(start, wanted="", mark=0, notice=("", "")))
    if key.name in ("escape", "backspace"):
        return only(start.returned())
    return PRESSES.get(start.page, _choosing)(start, key)


def click(start: Start, target: Hashable) -> Outcome:
    """The start screen after a click."""
    start = replace(start, digits="")
    if cramped(*start.size):
        return only(start)
    if isinstance(target, KeyAt):
        return press(start, typed(target.name) if len(target.name) == 1 else Key(target.name))
    items = items_of(start)
    if not isinstance(target, ItemAt | ValueAt) or target.number >= len(items):
        return only(start)
    item, marked = items[target.number], replace(start, mark=target.number)
    if isinstance(target, ValueAt) and item.turn is not None:
        return item.turn(marked, target.step)
    return item.act(marked) if item.turn is None else item.turn(marked, 1)


# -- lines that are typed --------------------------------------------------------------------------------------------


def _typing(start: Start, key: Key) -> Outcome:
    line = start.line
    assert line is not None  # noqa: S101 - asked before
    if key.name == "escape":
        return only(replace(start, line=None) if start.page == "rules" else start.returned())
    if key.name == "enter":
        return TYPED[start.page](start, line.text.strip())
    start = replace(start, line=line.press(key) or line, notice=("", ""))
    return only(_checked(start) if start.page == "join" else start)


def _checked(start: Start) -> Start:
    """Say as soon as a whole code has been typed or pasted."""
    try:
        Invite.decode("" if start.line is None else start.line.text)
    except InviteError:
        return start
    return start.told("good", START["code complete"])


def _code(start: Start, text: str) -> Outcome:
    if not text:
        return only(start.told("warn", START["no code"]))
    try:
        Invite.decode(text)
    except InviteError as error:
        return only(start.told("warn", retold(str(error))))
    return start, (JoinBy("".join(text.split())),)


def _name(start: Start, text: str) -> Outcome:
    try:
        name = chosen_name(text or start.suggested)
    except HomeError as error:
        return only(start.told("warn", retold(str(error))))
    told = START["name set"].format(name=name)
    return replace(start.returned() if start.back else start.home(), name=name).told("good", told), (SetName(name),)


def _search(start: Start, text: str) -> Outcome:
    found = replace(start, line=None, wanted=text, notice=("", ""))
    return only(found) if not text else rulebook.find(found, _rows(found), _last_top(found), again=False)


TYPED: Mapping[str, Callable[[Start, str], Outcome]] = {
    "join": _code,
    "name": _name,
    "value": house.typed_in,
    "rules": _search,
}
"""By page: what the line is for that is typed there."""


# -- house rules, and rules to be read -------------------------------------------------------------------------------


def _finding(start: Start, key: Key) -> Outcome:
    """On the page of house rules: letters find, numbers are typed into the marked rule."""
    name = option_marked(start)
    if key.name == "delete" and name:
        return house.as_preset(start, name)
    if key.text.isdecimal() and name and house.kind_of(start.form, name) in (house.Kind.NUMBER, house.Kind.TYPED):
        return only(ask_value(start, name, key.text))
    if key.text.isprintable() and key.text.strip(" " * (not start.wanted)):
        return only(_looking(start, (start.wanted + key.text)[:LONGEST_SEARCH]))
    return _choosing(start, key)


def _looking(start: Start, wanted: str) -> Start:
    return replace(start, wanted=wanted, mark=0, notice=("", ""))


def _menu(start: Start, key: Key) -> Outcome:
    """In the menu left and right offer another of the games that were played."""
    if key.name not in TURNS or start.mark or not start.played:
        return _choosing(start, key)
    at = TURNS[key.name] % len(start.played)
    return only(replace(start, played=(*start.played[at:], *start.played[:at]), notice=("", "")))


def _to_table(start: Start, key: Key) -> Outcome:
    """In the history digits go to the table of this number, as far as it is typed."""
    if not key.text.isdecimal():
        return _choosing(start, key)
    numbers = [item.number.strip() for item in items_of(start)]
    for number in (f"{start.digits}{key.text}", key.text):
        if number in numbers:
            return only(replace(start, mark=numbers.index(number), digits=number, notice=("", "")))
    return only(replace(start, digits=""))


def _reading_rules(start: Start, key: Key) -> Outcome:
    shown = _rows(start)
    if key.text == "/":
        return only(replace(start, line=Line(most=LONGEST_SEARCH), notice=("", "")))
    if key.text.casefold() == "n" and start.wanted:
        return rulebook.find(start, shown, _last_top(start), again=True)
    heads = rulebook.heads(shown)
    at = start.top
    if key.text.isdecimal() and 0 < int(key.text) <= len(heads):
        at = heads[int(key.text) - 1]
    elif key.name == "tab":
        at = next((head for head in heads if head > start.top), start.top)
    elif key.name == "s-tab":
        at = next((head for head in reversed(heads) if head < start.top), 0)
    else:
        return _choosing(start, key)
    return only(replace(start, top=min(at, _last_top(start)), notice=("", "")))


PRESSES: Mapping[str, Callable[[Start, Key], Outcome]] = {
    "menu": _menu,
    "history": _to_table,
    "options": _finding,
    "rules": _reading_rules,
}
"""By page: what keys do there; on others they choose."""


# -- lists -----------------------------------------------------------------------------------------------------------


STEPS = {"up": -1, "down": 1, "s-tab": -1, "tab": 1}
TURNS = {"left": -1, "right": 1}
SCROLLS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -100_000, "end": 100_000}


def _choosing(start: Start, key: Key) -> Outcome:
    items = items_of(start)
    if not items:
        return only(_scrolled(start, 10 if key.text == " " else SCROLLS.get(key.name, 0)))
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
    if key.text.isdecimal() and 0 < int(key.text) <= len(items) and not item.option:
        return _numbered(start, items[int(key.text) - 1], int(key.text) - 1)
    return only(start)


def _numbered(start: Start, item: Item, number: int) -> Outcome:
    """The line of this number: chosen, or marked if it has a value to change."""
    marked = replace(start, mark=number, notice=("", ""))
    return item.act(marked) if item.turn is None else only(marked)


def resized(start: Start, size: tuple[int, int]) -> Start:
    """On a screen of another size: in rules what was found stays in sight, else what is read first."""
    after = replace(start, size=size)
    if start.page != "rules":
        return after
    before, now = _rows(start), _rows(after)
    place = rulebook.place_of(start.mark, before, start.wanted)
    mark = rulebook.row_at(place, now)
    seen_first = start.top <= start.mark < start.top + seen(start) and start.wanted
    top = mark if seen_first else rulebook.row_at(rulebook.place_of(start.top, before), now)
    return replace(after, mark=mark, top=min(top, _last_top(after)))


# -- what is read ----------------------------------------------------------------------------------------------------


def seen(start: Start) -> int:
    """How many lines can be read at once."""
    return max(1, start.size[1] - 7)


def text_width(start: Start) -> int:
    """How wide what is to be read may be."""
    return min(start.size[0] - 6, 92)


def _rows(start: Start) -> list[Row]:
    return reading(start, text_width(start))


def _last_top(start: Start) -> int:
    """From which line on the end is seen."""
    return max(0, len(_rows(start)) - seen(start))


def _scrolled(start: Start, by: int) -> Start:
    return replace(start, top=max(0, min(start.top + by, _last_top(start))), notice=("", ""))
