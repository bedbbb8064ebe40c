"""The pages of the start screen: what is to be read on each, and what can be chosen. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from cli.history.listing import Listed
from cli.language import retold
from cli.presenter import options_line
from cli.screen.canvas import Fragment, Row, columns, pad
from cli.screen.line import Line
from cli.screen.panels import help_rows, keys_help, paragraphs, setting_line
from cli.screen.settings import CHOICES
from cli.screen.start import table
from cli.screen.start.sentences import START
from cli.screen.start.state import LONGEST_CODE, Form, KeepSettings, Outcome, Quit, ReadHistory, SeeAgain, Start, named
from cli.words import words_of
from engine.games import names, rules_of


class Item(NamedTuple):
    """A line that can be chosen. `turn` changes its value, one way (1) or the other (-1)."""

    label: str
    act: Callable[[Start], Outcome]
    turn: Callable[[Start, int], Outcome] | None = None
    help: str = ""


Act: TypeAlias = Callable[[Start], Outcome]
Items: TypeAlias = tuple[Item, ...]


def only(start: Start) -> Outcome:
    """An outcome from which nothing follows."""
    return start, ()


def items_of(start: Start) -> Items:
    """What can be chosen on this page."""
    make = ITEMS.get(start.page)
    return () if make is None else make(start)


def reading(start: Start, width: int) -> list[Row]:
    """What is to be read on this page, above what can be chosen."""
    make = READINGS.get(start.page)
    return [] if make is None else make(start, width)


# -- the menu --------------------------------------------------------------------------------------------------------


def _to(page: str) -> Act:
    return lambda start: only(start.go(page))


def _menu(_: Start) -> Items:
    return (
        Item(START["menu play"], _to("play")),
        Item(START["menu host"], _to("host")),
        Item(START["menu join"], lambda start: only(replace(start.go("join"), line=Line(most=LONGEST_CODE)))),
        Item(START["menu history"], lambda start: (replace(start.go("history"), busy=True), (ReadHistory(),))),
        Item(START["menu settings"], _to("settings")),
        Item(START["menu rules"], _to("games")),
        Item(START["menu quit"], lambda start: (start, (Quit(),))),
    )


def _greeting(start: Start, width: int) -> list[Row]:
    return [*paragraphs([START["greeting"].format(name=start.name)], width), ()]


# -- a table to play at ----------------------------------------------------------------------------------------------


KEY_COLUMNS = 3
"""Columns of the mark and the key before what can be chosen."""
WIDE = 13
"""Columns for the names of what can be changed, unless one of them is longer."""


def _named(field: str) -> str:
    """The name of what can be changed, as wide as all of them."""
    wide = max(columns(name) + 1 for key, name in START.items() if key.startswith("field "))
    return pad(START[f"field {field}"], max(WIDE, wide))


def _field(name: str, value: str) -> str:
    return START["field"].format(name=_named(name), value=value)


def _form(start: Start) -> Items:
    form = start.form
    hands = START["open end"] if form.hands is None else START["so many hands"].format(n=form.hands)
    clock = START["no clock"] if form.clock is None else START["clock"].format(seconds=form.clock)
    return (
        Item(_field("game", form.rules.title), table.begin, table.turn_game),
        Item(_field("preset", form.preset), table.begin, table.turn_preset, table.about_preset(form)),
        Item(START["link"].format(name=_named("house rules"), value=table.changes(form)), _to("options")),
        Item(_field("seats", table.seats(form)), table.begin, table.turn_seats),
        Item(_field("stake", str(form.stake)), table.begin, table.turn_stake),
        Item(_field("hands", hands), table.begin, table.turn_hands),
        Item(_field("clock", clock), table.begin, table.turn_clock),
        Item(START[f"begin {start.page}"], table.begin),
    )


def _about_table(start: Start, width: int) -> list[Row]:
    return [*paragraphs([START[f"about {start.page}"]], width), ()]


def _options(start: Start) -> Items:
    form = start.form
    options = form.options()
    return tuple(
        _option(form, info.name, table.shown(getattr(options, info.name)), retold(info.help))
        for info in type(options).listing()
    )


def _option(form: Form, name: str, value: str, help_: str) -> Item:
    wide = max(len(known) for known, _ in form.options().pairs())
    steps = table.can_step(form, name)
    label = START["option" if steps else "option fixed"].format(name=pad(name, wide), value=value)
    if not steps:
        return Item(label, only, None, START["not here"].format(help=help_))

    def turn(start: Start, step: int) -> Outcome:
        return table.turn_option(start, name, step)

    return Item(label, lambda start: turn(start, 1), turn, help_)


# -- settings, rules, history ----------------------------------------------------------------------------------------


def _settings(start: Start) -> Items:
    name = Item(START["setting name"].format(name=start.name), lambda start: only(ask_name(start)))
    return (name, *[_setting(start, choice) for choice in CHOICES])


def _setting(start: Start, name: str) -> Item:
    def turn(start: Start, step: int) -> Outcome:
        settings = start.settings.changed(name, step)
        return replace(start, settings=settings), (KeepSettings(settings),)

    return Item(setting_line(start.settings, name), lambda start: turn(start, 1), turn)


def ask_name(start: Start) -> Start:
    """The page on which the name is typed."""
    return replace(start.go("name"), line=named(start.name))


def _games(_: Start) -> Items:
    return tuple(Item(rules_of(game).title, _read(game)) for game in names())


def _read(game: str) -> Act:
    return lambda start: only(start.go("rules", form=Form.of(game)))


def _rules(start: Start, width: int) -> list[Row]:
    form = start.form
    options = form.options()
    lines = [options_line(form.game, options), *words_of(form.game).rules(form.rules, options)]
    return paragraphs(lines, width, gap=True)


def _history(start: Start, width: int) -> list[Row]:
    if start.busy:
        return paragraphs([START["reading"]], width)
    if not start.listed:
        return paragraphs([START["no history"]], width)
    heading = " " * KEY_COLUMNS + start.glyphs.clip(start.heading, width - KEY_COLUMNS)
    return [*paragraphs([START["replay"]], width), (), (Fragment(heading, "dim"),)]


def _tables(start: Start) -> Items:
    return () if start.busy else tuple(Item(one.label, _see_again(one), None, one.about) for one in start.listed)


def _see_again(one: Listed) -> Act:
    if not one.readable:
        return lambda start: only(start.told("warn", one.about))
    return lambda start: (start, (SeeAgain(one.kept),))


def _ask_name(start: Start, width: int) -> list[Row]:
    return [*paragraphs([START["ask name"], *_suggestion(start)], width), ()]


def _suggestion(start: Start) -> list[str]:
    return [START["suggested name"].format(name=start.suggested)] if start.suggested else []


def _ask_code(_: Start, width: int) -> list[Row]:
    return [*paragraphs([START["ask code"]], width), ()]


def _help(_: Start, width: int) -> list[Row]:
    return [*paragraphs([START["help"]], width, gap=True), (), *help_rows(keys_help(), width)]


ITEMS: Mapping[str, Callable[[Start], Items]] = {
    "menu": _menu,
    "play": _form,
    "host": _form,
    "options": _options,
    "settings": _settings,
    "games": _games,
    "history": _tables,
}
"""By page: what can be chosen."""
READINGS: Mapping[str, Callable[[Start, int], list[Row]]] = {
    "menu": _greeting,
    "play": _about_table,
    "host": _about_table,
    "rules": _rules,
    "history": _history,
    "name": _ask_name,
    "join": _ask_code,
    "help": _help,
}
"""By page: what is to be read."""
