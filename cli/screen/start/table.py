"""Filling in what is to be played: each change makes a form that can still be played, or says why not. Pure."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from cli.language import retold
from cli.screen.start.sentences import START
from cli.screen.start.state import CLOCKS, HANDS, STAKES, Form, Host, Outcome, Play, Start, games, presets
from cli.words.options import meaning, option_words
from engine.options import BadOption
from protocol.terms import MAX_SEATS

COUNTS = ("players", "max_players")
"""The options that say how many play, or how many at most, in games that have them."""

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
    return _written(form.game, form.changes) or START["as preset"]


def about_preset(form: Form) -> str:
    """What a preset changes about the usual rules."""
    written = _written(form.game, form.rules.Options.presets.get(form.preset, {}).items())
    return START["preset changes"].format(changes=written) if written else START["preset usual"]


def _written(game: str, pairs: Iterable[tuple[str, Any]]) -> str:
    """Options and their values in plain words."""
    return "; ".join(
        START["change"].format(name=option_words(game, name), value=meaning(game, name, value)) for name, value in pairs
    )


def seats(form: Form) -> str:
    """How many play."""
    return str(form.taken_seats())


# -- what changes ----------------------------------------------------------------------------------------------------


def turn_game(start: Start, step: int) -> Outcome:
    """Another game, as it was played last, or by its usual rules."""
    game, now = following(games(), start.form.game, step), start.form
    fresh = replace(Form.of(game), stake=now.stake, hands=now.hands, clock=now.clock)
    return _with(start, next((form for form in start.played if form.game == game), fresh))


def turn_preset(start: Start, step: int) -> Outcome:
    """Another preset, without house rules."""
    preset = following(presets(start.form.game), start.form.preset, step)
    return _with(start, replace(start.form, preset=preset, changes=(), seats=None))


def turn_seats(start: Start, step: int) -> Outcome:
    """More or fewer seats; where an option says how many play, with that option."""
    form = start.form
    fitting = by_seats(form)
    if len(fitting) < 2:
        return start.told("warn", START["only so many"].format(n=form.taken_seats())), ()
    return _with(start, fitting[following(tuple(fitting), form.taken_seats(), step)])


def by_seats(form: Form) -> dict[int, Form]:
    """For each number of players that makes sense together with the other house rules: the form with as many."""
    others = replace(form, changes=tuple((name, value) for name, value in form.changes if name not in COUNTS))
    fitting: dict[int, Form] = {}
    for count in range(2, MAX_SEATS + 1):
        for changed in _counting(others, count):
            if count not in fitting and count in changed.allowed_seats():
                fitting[count] = replace(changed, seats=count)
    return fitting


def _counting(form: Form, count: int) -> list[Form]:
    """The form as it is, and with each option that says how many play set to this number, where that makes sense."""
    found: list[Form] = []
    with suppress(BadOption):
        form.options()
        found.append(form)
    for name in COUNTS:
        if name in dict(form.usual().pairs()):
            with suppress(BadOption):
                found.append(form.with_change(name, count))
    return found


def turn_stake(start: Start, step: int) -> Outcome:
    """A higher or lower stake."""
    return _with(start, replace(start.form, stake=following(STAKES, start.form.stake, step)))


def turn_hands(start: Start, step: int) -> Outcome:
    """More or fewer hands."""
    return _with(start, replace(start.form, hands=following(HANDS, start.form.hands, step)))


def turn_clock(start: Start, step: int) -> Outcome:
    """More or less time for a move."""
    return _with(start, replace(start.form, clock=following(CLOCKS, start.form.clock, step)))


def following(known: Sequence[Value], now: Value, step: int) -> Value:
    """The next of these values, or the one before; the first after something else."""
    return known[(known.index(now) + step) % len(known)] if now in known else known[0]


def _with(start: Start, form: Form) -> Outcome:
    return replace(start, form=form, notice=("", "")), ()
