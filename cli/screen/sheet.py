"""The score sheet: what each hand brought each side, and how they then stood. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from cli.screen.canvas import Fragment, Row, columns, pad
from cli.screen.desk import Desk
from cli.screen.seats import match_of
from cli.screen.sentences import tell
from protocol.events import HandSealed

NAME = 6
"""Columns of the name of a hand."""
LEAST = 3
"""Columns below which no side's column goes."""


class Line(NamedTuple):
    """A hand on the sheet: its number or what else it was, what each side won, and what each then had."""

    name: str
    won: tuple[int, ...]
    total: tuple[int, ...]


def lines(desk: Desk) -> list[Line]:
    """A line for each hand that counted or changed the scores; none before the first."""
    if not desk.seals:
        return []
    sides = len(_sides(desk))
    found: list[Line] = []
    before, hands = (0,) * sides, 0
    for event in desk.seals:
        scores = _standing(event, sides)
        if event.sealed.counts or scores != before:
            hands += event.sealed.counts
            name = str(hands) if event.sealed.counts else tell("void")
            found.append(Line(name, tuple(after - was for after, was in zip(scores, before, strict=True)), scores))
        # The next match begins with no points, while money stays.
        before = (0,) * sides if event.match.over and scores != event.ledger else scores
    return found


def sheet(desk: Desk, width: int) -> list[Row]:
    """The whole sheet: a column for each side, with what it won and what it then had. Needs a seal."""
    sides, found = _sides(desk), lines(desk)
    wide = _fitting([max(14, columns(side)) for side in sides], width)
    total = desk.layout.total
    cells = [
        [tell("cell", won=f"{won:+}", total=total(then)) for won, then in zip(line.won, line.total, strict=True)]
        for line in found
    ]
    if any(columns(cell) > room for row in cells for cell, room in zip(row, wide, strict=True)):
        return brief(desk, width, len(found) + 2)
    named = [line.name for line in found]
    return [
        _row(desk, tell("sheet hand"), sides, wide, "title"),
        *[_row(desk, name, row, wide) for name, row in zip(named, cells, strict=True)],
    ]


def brief(desk: Desk, width: int, height: int) -> list[Row]:
    """The last hands of the sheet and how all stand, in a narrow place; no rows while there is nothing to be told."""
    found = lines(desk)
    if not found or height < 3:
        return []
    sides = _sides(desk)
    won = [[f"{amount:+}" for amount in line.won] for line in found[-(height - 2) :]]
    totals = [desk.layout.total(amount) for amount in _now(desk, len(sides))]
    wanted = [max(map(columns, column)) for column in zip(sides, totals, *won, strict=True)]
    share = (width - NAME) // len(sides) - 1
    wide = _fitting(wanted, width) if max(wanted) > share else [share] * len(sides)
    named = [line.name for line in found[-(height - 2) :]]
    return [
        _row(desk, tell("sheet hand"), sides, wide, "title"),
        *[_row(desk, name, row, wide) for name, row in zip(named, won, strict=True)],
        _row(desk, tell("sheet total"), totals, wide, "title"),
    ]


def _fitting(wanted: Sequence[int], width: int) -> list[int]:
    """Columns for each side, as wide as wanted; where not all has room, the widest become narrower."""
    wide = list(wanted)
    while sum(wide) + len(wide) > width - NAME and max(wide) > LEAST:
        wide[wide.index(max(wide))] -= 1
    return wide


def _sides(desk: Desk) -> list[str]:
    model = desk.model
    names = [str(model.words.line("you")) if at == model.seat else name for at, name in enumerate(model.names)]
    return desk.layout.sides(names, desk.seals[-1].match)


def _row(desk: Desk, name: str, cells: Sequence[str], wide: Sequence[int], style: str = "") -> Row:
    shown = [
        Fragment(" " + pad(desk.glyphs.clip(cell, room), room), style) for cell, room in zip(cells, wide, strict=True)
    ]
    return (Fragment(pad(desk.glyphs.clip(name, NAME), NAME), "dim"), *shown)


def _now(desk: Desk, sides: int) -> tuple[int, ...]:
    """How all stand; in the first hand of a further match, that nobody has scored yet."""
    match = match_of(desk)
    return match.scores if match is not None and len(match.scores) == sides else desk.model.ledger


def _standing(event: HandSealed, sides: int) -> tuple[int, ...]:
    return event.match.scores if len(event.match.scores) == sides else event.ledger
