"""What was played last, for each game: kept among the settings of the data directory, to be offered again."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from cli.screen.start.state import Form, games, presets
from engine.options import plain as plain_value
from p2p.home import Home

PLACE = "tables"
"""Under this name they stand among the other settings."""
MOST = 1800
"""Characters that they take at most: the file of the settings has to stay small."""


def with_newest(played: Sequence[Form], form: Form) -> tuple[Form, ...]:
    """What was played last after a table by this form."""
    return (form, *[other for other in played if other.game != form.game])


def plain(played: Sequence[Form]) -> list[dict[str, Any]]:
    """The forms as JSON has them, the last first; as many as there is room for."""
    kept: list[dict[str, Any]] = []
    for form in played:
        fields = {name: getattr(form, name) for name in ("game", "preset", "seats", "stake", "hands", "clock")}
        fields["changes"] = {name: plain_value(value) for name, value in form.changes}
        if len(json.dumps([*kept, fields])) <= MOST:
            kept.append(fields)
    return kept


def read(values: object) -> tuple[Form, ...]:
    """The forms that were kept; those by which nothing can be played are left out."""
    played: list[Form] = []
    for value in values if isinstance(values, list) else []:
        with suppress(ValueError):
            form = _form(value)
            if form.game not in [known.game for known in played]:
                played.append(form)
    return tuple(played)


def _form(value: object) -> Form:
    """Raises ValueError if this is no form by which can be played."""
    if not isinstance(value, Mapping) or value.get("game") not in games():
        raise ValueError("no game of this house")
    form = Form(value["game"], str(value.get("preset", "")))
    changes = value.get("changes")
    numbers = [value.get(name) for name in ("seats", "stake", "hands", "clock")]
    if not isinstance(changes, Mapping) or any(type(number) not in (int, type(None)) for number in numbers):
        raise ValueError("no form")
    if form.preset not in (presets(form.game) or ("",)):
        raise ValueError("no preset of this game")
    known = dict(form.usual().pairs())
    form = form.with_changes({name: change for name, change in changes.items() if name in known})
    seats, stake, hands, clock = numbers
    made = Form(form.game, form.preset, form.changes, seats, 1 if stake is None else stake, hands, clock)
    made.terms().match(made.taken_seats())
    return made


def load(home: Home) -> tuple[Form, ...]:
    """What was played last. Raises HomeError."""
    return read(home.settings().get(PLACE))


def keep(home: Home, played: Sequence[Form]) -> None:
    """Keep it. Raises HomeError."""
    home.keep(**{PLACE: plain(played)})
