"""What keys and clicks make of a desk. Pure: tables from keys to what they do."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import TypeAlias

from cli.screen import acting
from cli.screen.acting import (
    BY_KEY,
    BY_NAME,
    COMMANDS,
    CommandAt,
    OfferAt,
    OptionAt,
    accept,
    copy,
    enter,
    leave,
    seat_computer,
    take,
    take_number,
    toggled,
)
from cli.screen.choosing import marked, offers, plays
from cli.screen.desk import BRIEF, IDLE, Desk, Outcome, Redraw, Say, Suspend, cramped, only
from cli.screen.layouts.base import Pile
from cli.screen.line import Key
from cli.screen.panels import options_of, scrolled
from cli.screen.pieces import LETTERS, CardAt
from cli.screen.sentences import PHRASES, tell

Act: TypeAlias = Callable[[Desk], Outcome]


def press(desk: Desk, key: Key) -> Outcome:
    """The desk after a key press, and what follows from it."""
    if not (key.name == "char" and key.text.isdecimal()):
        desk = replace(desk, digits="")
    if desk.notice is not None and desk.notice.kind in (BRIEF, IDLE):
        desk = replace(desk, notice=None)
    if key.name in ALWAYS:
        return ALWAYS[key.name](desk)
    if cramped(*desk.size):
        return _unseen(desk, key)
    if key.name in BY_KEY:
        return BY_KEY[key.name].act(replace(desk, entry=None))
    if desk.entry is not None:
        return _in_entry(desk, key)
    if desk.panel is not None:
        return _in_panel(desk, key)
    if key.name == "char" and key.text in SIGNS:
        return SIGNS[key.text](desk)
    return _in_lobby(desk, key) if desk.model.genesis is None else _at_table(desk, key)


def click(desk: Desk, target: Hashable) -> Outcome:
    """The desk after a click on this target."""
    if cramped(*desk.size):
        return only(desk)
    if isinstance(target, CommandAt):
        return BY_NAME[target.name].act(replace(desk, entry=None))
    if isinstance(target, OptionAt):
        return choose_option(desk, target.number)
    if desk.panel is not None:
        return only(desk)
    if isinstance(target, CardAt):
        return only(toggled(desk, target.card))
    if isinstance(target, OfferAt):
        return take(desk, target.number)
    if isinstance(target, Pile):
        return _take_pile(desk, target)
    return only(desk)


def _interrupt(desk: Desk) -> Outcome:
    """Ctrl-C: ask whether to leave; a second time, go."""
    return acting.go(desk) if desk.leaving else leave(replace(desk, entry=None))


def _unseen(desk: Desk, key: Key) -> Outcome:
    """What a key does while the screen is too small to show more than how to leave: nothing is done blindly."""
    if key.name == "f10":
        return _interrupt(desk)
    return close(desk) if key.name == "escape" and desk.leaving else only(desk)


ALWAYS: Mapping[str, Act] = {
    "c-c": _interrupt,
    "c-z": lambda desk: only(desk, Suspend()),
    "c-l": lambda desk: only(desk, Redraw()),
}
"""Keys that do the same whatever is on the screen."""

SIGNS: Mapping[str, Act] = {command.also: command.act for command in COMMANDS if len(command.also) == 1}
"""Letters with a meaning wherever no text is typed."""


# -- chat ------------------------------------------------------------------------------------------------------------


def _in_entry(desk: Desk, key: Key) -> Outcome:
    entry = desk.entry
    assert entry is not None  # noqa: S101 - asked before
    if key.name == "escape":
        return only(replace(desk, entry=None))
    if key.name == "tab":
        return acting.set_choice(desk, "chat")
    if key.name == "enter":
        text = entry.text.strip()
        desk = replace(desk, entry=None)
        return only(desk, Say(text)) if text else only(desk)
    if key.name == "char" and not entry.text and key.text.isdecimal() and 0 < int(key.text) <= len(PHRASES):
        return only(replace(desk, entry=entry.insert(PHRASES[int(key.text) - 1])))
    return only(replace(desk, entry=entry.press(key) or entry))


# -- panels ----------------------------------------------------------------------------------------------------------


def _in_panel(desk: Desk, key: Key) -> Outcome:
    panel = desk.panel
    assert panel is not None  # noqa: S101 - asked before
    if key.name in ("escape", "backspace"):
        return close(desk)
    options = options_of(desk)
    if key.name in ("enter", "char") and key.text in ("", " "):
        return choose_option(desk, panel.mark)
    if key.name == "char" and key.text.isdecimal():
        return choose_option(desk, int(key.text) - 1)
    if key.name in TURNS and panel.kind == "settings":
        return acting.set_choice(desk, acting.setting_at(panel.mark), TURNS[key.name])
    if key.name in STEPS and len(options) > 1:
        return only(replace(desk, panel=panel._replace(mark=(panel.mark + STEPS[key.name]) % len(options))))
    if key.name in SCROLLS:
        now = scrolled(desk, panel, *desk.size)
        return only(replace(desk, panel=scrolled(desk, now._replace(top=now.top + SCROLLS[key.name]), *desk.size)))
    return SIGNS[key.text](desk) if key.text in SIGNS else only(desk)


def close(desk: Desk) -> Outcome:
    """Take the panel away; at the end of the table that is to leave it."""
    kind = "" if desk.panel is None else desk.panel.kind
    if desk.model.ended is not None and kind in ("ended", "result"):
        return only(desk.over("ended")) if kind == "result" else acting.go(desk)
    return only(desk.over("rematch") if desk.deciding else replace(desk, panel=None))


def choose_option(desk: Desk, number: int) -> Outcome:
    """Do what the option of the open panel says; a panel without any is closed."""
    options = options_of(desk)
    if not options:
        return close(desk)
    return options[number].act(desk) if 0 <= number < len(options) else only(desk)


STEPS = {"up": -1, "down": 1, "left": -1, "right": 1, "s-tab": -1, "tab": 1}
TURNS = {"left": -1, "right": 1}
SCROLLS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -100_000, "end": 100_000}
"""Lines by which the keys move what is read."""


# -- before the first card -------------------------------------------------------------------------------------------


def _in_lobby(desk: Desk, key: Key) -> Outcome:
    if key.name == "escape":
        return leave(desk)
    if desk.asking:
        return accept(desk) if key.name == "enter" else only(desk)
    act = LOBBY.get(key.text.lower())
    return only(desk) if act is None else act(desk)


LOBBY: Mapping[str, Act] = {"c": copy, "+": seat_computer(more=True), "-": seat_computer(more=False)}


# -- at the table ----------------------------------------------------------------------------------------------------


def _at_table(desk: Desk, key: Key) -> Outcome:
    if key.name == "char":
        return _letter(desk, key.text)
    return TABLE[key.name](desk) if key.name in TABLE else only(desk)


def _letter(desk: Desk, letter: str) -> Outcome:
    hand = desk.cards
    if letter.isdecimal():
        return take_number(desk, int(letter))
    if letter == " ":
        return only(toggled(desk, hand[min(desk.cursor, len(hand) - 1)])) if hand else only(desk)
    at = LETTERS.find(letter.lower())
    if 0 <= at < len(hand):
        return only(toggled(desk, hand[at]))
    return only(desk.idle(tell("no such key", key=letter) if at < 0 else tell("no such card", letter=letter)))


def _step_cursor(step: int) -> Act:
    def act(desk: Desk) -> Outcome:
        count = len(desk.cards)
        return only(replace(desk, cursor=(min(desk.cursor, count - 1) + step) % count)) if count else only(desk)

    return act


def _step_mark(step: int) -> Act:
    def act(desk: Desk) -> Outcome:
        found = offers(desk)
        count = len(found.offers)
        if not count:
            return only(desk)
        now = marked(desk, found)
        following = (now + step) % count if now >= 0 else 0 if step > 0 else count - 1
        return only(replace(desk, mark=following, notice=None))

    return act


def _step_play(step: int) -> Act:
    """Choose the cards of the next play; where none is asked for, mark the next move."""

    def act(desk: Desk) -> Outcome:
        found = plays(desk)
        if not found:
            return _step_mark(step)(desk)
        now = found.index(desk.chosen) if desk.chosen in found else -1 if step > 0 else 0
        chosen = found[(now + step) % len(found)]
        first = min(desk.cards.index(card) for card in chosen)
        return only(replace(desk, chosen=chosen, cursor=first, mark=-1, notice=None))

    return act


def _clear(desk: Desk) -> Outcome:
    """Take back what was chosen, or what was prepared."""
    return only(acting.unprepared(replace(desk, chosen=frozenset(), notice=None)))


def _escape(desk: Desk) -> Outcome:
    """Take back what was chosen; if nothing was, show the menu."""
    if desk.chosen or desk.prepared is not None or desk.mark >= 0:
        return _clear(replace(desk, mark=-1))
    return only(replace(desk, notice=None).over("menu"))


def _take_pile(desk: Desk, pile: Pile) -> Outcome:
    for number, offer in enumerate(offers(desk).offers):
        if offer.move is not None and (offer.move.kind, offer.move.value) == (pile.kind, pile.value):
            return take(desk, number)
    return only(desk)


TABLE: Mapping[str, Act] = {
    "left": _step_cursor(-1),
    "right": _step_cursor(1),
    "up": _step_mark(-1),
    "down": _step_mark(1),
    "tab": _step_play(1),
    "s-tab": _step_play(-1),
    "home": lambda desk: only(replace(desk, cursor=0)),
    "end": lambda desk: only(replace(desk, cursor=max(0, len(desk.cards) - 1))),
    "enter": enter,
    "backspace": _clear,
    "delete": _clear,
    "escape": _escape,
    **{command.also: command.act for command in COMMANDS if len(command.also) > 1},
}
"""What keys that are no letters do while nothing lies over the table."""
