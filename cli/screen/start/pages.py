"""The pages of the start screen: what is to be read on each, and what can be chosen. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from cli.history.listing import Listed
from cli.history.sentences import say
from cli.language import retold
from cli.screen.canvas import Fragment, Row, wrap
from cli.screen.line import Line
from cli.screen.panels import help_rows, keys_help, paragraphs, setting_value
from cli.screen.sentences import tell
from cli.screen.settings import CHOICES, NAMES_OF_LANGUAGES
from cli.screen.start import house, rulebook, table
from cli.screen.start.item import Act, Item, Items, only, to
from cli.screen.start.sentences import HELP, START
from cli.screen.start.state import (
    LONGEST_CODE,
    Form,
    KeepSettings,
    Outcome,
    Play,
    Quit,
    ReadHistory,
    SeeAgain,
    Start,
    named,
)
from cli.words.options import meaning, option_words, preset_words


def items_of(start: Start) -> Items:
    """What can be chosen on this page."""
    make = ITEMS.get(start.page)
    return () if make is None else make(start)


def reading(start: Start, width: int) -> list[Row]:
    """What is to be read on this page, above what can be chosen."""
    make = READINGS.get(start.page)
    return [] if make is None else make(start, width)


# -- the menu --------------------------------------------------------------------------------------------------------


def _menu(start: Start) -> Items:
    return (
        *[_again(form, others=len(start.played) > 1) for form in start.played[:1]],
        Item(START["menu play"], to("play"), None, START["about menu play"]),
        Item(START["menu host"], to("host"), None, START["about menu host"]),
        Item(START["menu join"], _join, None, START["about menu join"]),
        Item(START["menu history"], _to_history, None, START["about menu history"]),
        Item(START["menu settings"], to("settings"), None, START["about menu settings"]),
        Item(START["menu rules"], to("games"), None, START["about menu rules"]),
        Item(START["menu quit"], lambda start: (start, (Quit(),))),
    )


def _again(form: Form, *, others: bool) -> Item:
    label = START["menu again"].format(title=form.rules.title, n=form.taken_seats())
    about = START["about again house" if form.changes else "about again"]
    told = about.format(preset=preset_words(form.game, form.preset), stake=form.stake)
    told = START["other game"].format(about=told) if others else told
    return Item(label, lambda start: (replace(start, form=form), (Play(form),)), None, told)


def _join(start: Start) -> Outcome:
    return only(start.go("join", line=Line(most=LONGEST_CODE)))


def _to_history(start: Start) -> Outcome:
    return replace(start.go("history"), busy=True), (ReadHistory(),)


def _greeting(start: Start, width: int) -> list[Row]:
    return [*paragraphs([START["greeting"].format(name=start.name)], width), ()]


# -- a table to play at ----------------------------------------------------------------------------------------------


def _form(start: Start) -> Items:
    form = start.form
    hands = START["open end"] if form.hands is None else START["so many hands"].format(n=form.hands)
    clock = START["no clock"] if form.clock is None else START["clock"].format(seconds=form.clock)
    preset = preset_words(form.game, form.preset)
    about = START["about house rules"]
    begin = table.begin
    return (
        Item(START["field game"], begin, table.turn_game, "", form.rules.title),
        Item(START["field preset"], begin, table.turn_preset, table.about_preset(form), preset),
        Item(START["field house rules"], to("options"), None, about, table.changes(form), bool(form.changes)),
        Item(START["field seats"], begin, table.turn_seats, "", table.seats(form)),
        Item(START["field stake"], begin, table.turn_stake, START["about stake"], str(form.stake)),
        Item(START["field hands"], begin, table.turn_hands, "", hands),
        Item(START["field clock"], begin, table.turn_clock, START["about clock"], clock),
        Item(START[f"begin {start.page}"], begin),
    )


def _about_table(start: Start, width: int) -> list[Row]:
    return [*paragraphs([START[f"about {start.page}"]], width), ()]


# -- house rules -----------------------------------------------------------------------------------------------------


def _options(start: Start) -> Items:
    form = start.form
    found = [_option(form, info.name, house.in_words(form, retold(info.help))) for info in form.rules.Options.listing()]
    wanted = start.wanted.casefold()
    return tuple(item for item in found if wanted in f"{item.label} {item.help} {item.value} {item.option}".casefold())


def option_marked(start: Start) -> str:
    """The name of the option that is marked; empty if there is none."""
    items = items_of(start)
    return items[min(start.mark, len(items) - 1)].option if items else ""


def _label(form: Form, name: str) -> str:
    words = option_words(form.game, name)
    return words[:1].upper() + words[1:]


def _option(form: Form, name: str, help_: str) -> Item:
    kind = house.kind_of(form, name)
    value, usual = getattr(form.options(), name), getattr(form.usual(), name)
    differs = value != usual
    if differs:
        help_ = START["preset has"].format(help=help_, value=meaning(form.game, name, usual))

    def turn(start: Start, step: int) -> Outcome:
        return house.turn(start, name, step)

    acts: Mapping[house.Kind, Act] = {
        house.Kind.WORDS: lambda start: only(start.go("words", option=name)),
        house.Kind.TYPED: lambda start: only(ask_value(start, name)),
        house.Kind.NUMBER: lambda start: only(ask_value(start, name)),
    }
    steps = kind in (house.Kind.FLAG, house.Kind.WORD, house.Kind.NUMBER)
    act = acts.get(kind, lambda start: turn(start, 1))
    shown = meaning(form.game, name, value)
    return Item(_label(form, name), act, turn if steps else None, help_, shown, differs, name)


def ask_value(start: Start, name: str, typed: str = "") -> Start:
    """The page on which the value of an option is typed."""
    return start.go("value", option=name, line=house.line_of(start.form, name, typed))


def _find(start: Start, width: int) -> list[Row]:
    if not start.wanted:
        return [*paragraphs([START["find"]], width), ()]
    key = "found options" if items_of(start) else "none found"
    return [*[(Fragment(line, "prompt"),) for line in wrap(START[key].format(text=start.wanted), width)], ()]


def _words(start: Start) -> Items:
    now = getattr(start.form.options(), start.option)
    return tuple(_word(start, word, checked=word in now) for word in house.words_for(start.form, start.option))


def _word(start: Start, word: str, *, checked: bool) -> Item:
    name = start.option
    mark = f"[{start.glyphs.check if checked else ' '}]"
    words = meaning(start.form.game, name, word)
    return Item(f"{mark} {words}", lambda start: house.toggled(start, name, word))


def _about_option(start: Start, width: int) -> list[Row]:
    form, name = start.form, start.option
    info = next(info for info in form.rules.Options.listing() if info.name == name)
    usual = meaning(form.game, name, getattr(form.usual(), name))
    lines = [house.in_words(form, retold(info.help)), START["preset alone"].format(value=usual)]
    typed = "how value or none" if house.can_be_none(form, name) else "how value"
    how = START["how words" if start.page == "words" else typed]
    rows: list[Row] = [(Fragment(_label(form, name), "title"),), ()]
    return [*rows, *paragraphs([*lines, how], width), ()]


# -- settings, history, name, code -----------------------------------------------------------------------------------


def _settings(start: Start) -> Items:
    ask = Item(START["setting name"], lambda start: only(ask_name(start)), None, "", start.name)
    return (ask, _language(start), *[_setting(start, choice) for choice in CHOICES])


def _language(start: Start) -> Item:
    shown = NAMES_OF_LANGUAGES.get(start.settings.language) or START["system language"]
    return Item(START["setting language"], lambda start: _turned(start, "language", 1), _turn("language"), "", shown)


def _setting(start: Start, name: str) -> Item:
    shown = setting_value(start.settings, name)
    return Item(tell(f"setting {name}"), lambda start: _turned(start, name, 1), _turn(name), "", shown)


def _turn(name: str) -> Callable[[Start, int], Outcome]:
    return lambda start, step: _turned(start, name, step)


def _turned(start: Start, name: str, step: int) -> Outcome:
    settings = start.settings.changed(name, step)
    return replace(start, settings=settings), (KeepSettings(settings),)


def ask_name(start: Start) -> Start:
    """The page on which the name is typed."""
    return start.go("name", line=named(start.name))


def _history(start: Start, width: int) -> list[Row]:
    if start.busy:
        return paragraphs([START["reading"]], width)
    if not start.listed:
        return paragraphs([START["no history"]], width)
    heading = start.glyphs.clip(f" {say('column number'):>{_digits(start)}} {start.heading}", width)
    return [*paragraphs([START["replay"]], width), (), (Fragment(heading, "dim"),)]


def _tables(start: Start) -> Items:
    """Each by the number that it has everywhere else."""
    wide = _digits(start)
    numbered = [(one, f"{one.kept.number:>{wide}}") for one in start.listed]
    made = [Item(one.label, _see_again(one), None, one.about, number=number) for one, number in numbered]
    return () if start.busy else tuple(made)


def _digits(start: Start) -> int:
    """Of the largest number of a table."""
    return max(len(str(one.kept.number)) for one in start.listed) if start.listed else 1


def _see_again(one: Listed) -> Act:
    if not one.readable:
        return lambda start: only(start.told("warn", one.about))
    return lambda start: (start, (SeeAgain(one.kept),))


def _ask_name(start: Start, width: int) -> list[Row]:
    suggestion = [START["suggested name"].format(name=start.suggested)] if start.suggested else []
    return [*paragraphs([START["ask name"], *suggestion], width), ()]


def _ask_code(_: Start, width: int) -> list[Row]:
    return [*paragraphs([START["ask code"]], width), ()]


def _help(_: Start, width: int) -> list[Row]:
    table: list[Row] = [(), (Fragment(START["help table"], "title"),), ()]
    return [*help_rows([*HELP], width), *table, *help_rows(keys_help(), width)]


ITEMS: Mapping[str, Callable[[Start], Items]] = {
    "menu": _menu,
    "play": _form,
    "host": _form,
    "options": _options,
    "words": _words,
    "settings": _settings,
    "games": rulebook.games_items,
    "presets": rulebook.presets_items,
    "history": _tables,
}
"""By page: what can be chosen."""
READINGS: Mapping[str, Callable[[Start, int], list[Row]]] = {
    "menu": _greeting,
    "play": _about_table,
    "host": _about_table,
    "options": _find,
    "words": _about_option,
    "value": _about_option,
    "rules": rulebook.rows,
    "history": _history,
    "name": _ask_name,
    "join": _ask_code,
    "help": _help,
}
"""By page: what is to be read."""
