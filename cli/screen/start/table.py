"""Filling in what is to be played: each change makes a form that can still be played, or says why not. Pure."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from types import UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from cli.language import retold
from cli.screen.start.sentences import START
from cli.screen.start.state import CLOCKS, HANDS, STAKES, Form, Host, Outcome, Play, Start, presets
from engine.games import names
from engine.options import BadOption, plain
from protocol.terms import MAX_SEATS

PLAYERS = "players"
"""The option that says how many play, in games that have it."""
MOST_STEPS = 200
"""Numbers further away than this are not looked for."""

Value = TypeVar("Value")


def begin(start: Start) -> Outcome:
    """Play by this form, or say why that cannot be."""
    form = start.form
    try:
        form.terms().match(form.taken_seats())
    except ValueError as error:
        return start.told("warn", retold(str(error))), ()
    return start, (Play(form) if start.page == "play" else Host(form),)


# -- what is written -------------------------------------------------------------------------------------------------


def changes(form: Form) -> str:
    """The house rules that differ from the preset."""
    if not form.changes:
        return START["as preset"]
    return ", ".join(START["change"].format(name=name, value=shown(value)) for name, value in form.changes)


def about_preset(form: Form) -> str:
    """What a preset changes about the usual rules."""
    pairs = form.rules.Options.presets.get(form.preset, {}).items()
    listed = ", ".join(START["change"].format(name=name, value=shown(value)) for name, value in pairs)
    return listed or START["preset usual"]


def seats(form: Form) -> str:
    """How many play."""
    return str(form.taken_seats())


def shown(value: Any) -> str:
    """The value of an option."""
    value = plain(value)
    if isinstance(value, bool):
        return START["yes" if value else "no"]
    if value is None:
        return START["none"]
    if isinstance(value, list):
        return ", ".join(map(str, value)) or START["none"]
    if isinstance(value, dict):
        return ", ".join(f"{key}: {item}" for key, item in value.items())
    return str(value)


# -- what changes ----------------------------------------------------------------------------------------------------


def turn_game(start: Start, step: int) -> Outcome:
    """Another game, by its usual rules."""
    form = Form.of(following(names(), start.form.game, step))
    return _with(start, replace(form, stake=start.form.stake, hands=start.form.hands, clock=start.form.clock))


def turn_preset(start: Start, step: int) -> Outcome:
    """Another preset, without house rules."""
    preset = following(presets(start.form.game), start.form.preset, step)
    return _with(start, replace(start.form, preset=preset, changes=(), seats=None))


def turn_seats(start: Start, step: int) -> Outcome:
    """More or fewer seats, as the options allow; where an option says how many play, that option."""
    form = start.form
    if len(form.allowed_seats()) == 1 and PLAYERS in dict(form.options().pairs()):
        return _with(start, _with_players(form, step))
    return _with(start, replace(form, seats=following(tuple(form.allowed_seats()), form.taken_seats(), step)))


def _with_players(form: Form, step: int) -> Form:
    """The form with the next number of players that makes sense together with the other options."""
    usual = getattr(replace(form, changes=()).options(), PLAYERS)
    others = replace(form, changes=tuple((name, value) for name, value in form.changes if name != PLAYERS))
    fitting: dict[int, Form] = {}
    for count in range(2, MAX_SEATS + 1):
        with suppress(BadOption):
            changed = others if count == usual else others.with_change(PLAYERS, count)
            changed.options()
            fitting[count] = changed
    return fitting[following(tuple(fitting), form.taken_seats(), step)]


def turn_stake(start: Start, step: int) -> Outcome:
    """A higher or lower stake."""
    return _with(start, replace(start.form, stake=following(STAKES, start.form.stake, step)))


def turn_hands(start: Start, step: int) -> Outcome:
    """More or fewer hands."""
    return _with(start, replace(start.form, hands=following(HANDS, start.form.hands, step)))


def turn_clock(start: Start, step: int) -> Outcome:
    """More or less time for a move."""
    return _with(start, replace(start.form, clock=following(CLOCKS, start.form.clock, step)))


def turn_option(start: Start, name: str, step: int) -> Outcome:
    """The next value of one option that makes sense together with the others."""
    refusal = ""
    for value in values(start.form, name, step):
        try:
            return _with(start, start.form.with_change(name, value))
        except BadOption as error:
            refusal = retold(str(error))
    return start.told("warn", refusal or START["no step"]), ()


def can_step(form: Form, name: str) -> bool:
    """Whether an option has next values; lists and tables have none."""
    hint = get_type_hints(type(form.options()))[name]
    return hint in (bool, int) or get_origin(hint) in (Literal, UnionType)


def values(form: Form, name: str, step: int) -> list[Any]:
    """The values to try in place of the present one, in order."""
    options = form.options()
    hint, now = get_type_hints(type(options))[name], getattr(options, name)
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


def following(known: Sequence[Value], now: Value, step: int) -> Value:
    """The next of these values, or the one before; the first after something else."""
    return known[(known.index(now) + step) % len(known)] if now in known else known[0]


def _with(start: Start, form: Form) -> Outcome:
    return replace(start, form=form, notice=("", "")), ()
