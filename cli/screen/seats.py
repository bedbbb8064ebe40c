"""The seats around the table: who sits where, and what is written beside each. Pure."""

from collections.abc import Sequence
from functools import cache

from cli.screen.canvas import Canvas, Fragment, Row, columns, span
from cli.screen.desk import Desk
from cli.screen.layouts.base import Room, places
from cli.screen.sentences import tell
from engine.contract import Match, Seat, Turn
from protocol.terms import Terms


def to_move(desk: Desk) -> tuple[Seat, ...]:
    """Whose move is awaited, as far as it shows."""
    view = desk.view
    if view is None or desk.model.ended is not None or not isinstance(view.state.next, Turn):
        return ()
    return view.state.next.seats


def cards_held(desk: Desk, seat: Seat) -> str:
    """How many cards a seat holds, or that its line is lost."""
    view = desk.view
    if seat in desk.model.lost:
        return f"{desk.glyphs.lost} {tell('line lost')}"
    if view is None or not view.state.held:
        return ""
    count = len(view.state.held[seat])
    return tell("card") if count == 1 else tell("cards", n=count) if count else tell("gone cards")


def score_of(desk: Desk, seat: Seat) -> str:
    """The score of a seat, as of the last seal."""
    model = desk.model
    if model.terms is None:
        return ""
    match = _begun(model.terms, model.seats) if model.match is None else model.match
    return desk.layout.score(match, model.ledger, seat)


@cache
def _begun(terms: Terms, n: int) -> Match:
    """The match before its first hand."""
    return terms.match(n)


def notes_of(desk: Desk, seat: Seat) -> list[str]:
    """Score and short notes of a seat."""
    view = desk.view
    return [score_of(desk, seat), *(() if view is None else desk.layout.notes(view, seat))]


def name_of(desk: Desk, seat: Seat, width: int) -> Row:
    """The name, with a sign before it if it is this seat's turn."""
    turn = seat in to_move(desk)
    mark = f"{desk.glyphs.turn} " if turn else ""
    return (Fragment(desk.glyphs.clip(mark + desk.model.names[seat], width), "turn" if turn else "title"),)


def beside_seat(desk: Desk, seat: Seat, width: int, height: int) -> list[Row]:
    """What stands at the left or right of the table, at most so large."""
    lost = seat in desk.model.lost
    rows = [
        name_of(desk, seat, width),
        (Fragment(desk.glyphs.clip(cards_held(desk, seat), width), "warn" if lost else ""),),
    ]
    rows += [(Fragment(desk.glyphs.clip(line, width), "dim"),) for line in packed(desk, notes_of(desk, seat), width)]
    return rows[:height]


def packed(desk: Desk, notes: Sequence[str], width: int) -> list[str]:
    """Notes in as few lines as they fit into, none of them broken."""
    lines: list[str] = []
    for note in notes:
        joined = desk.glyphs.joined(lines[-1], note) if lines else note
        lines[-1:] = [joined] if columns(joined) <= width else [*lines[-1:], note]
    return lines


def above_seat(desk: Desk, seat: Seat, width: int) -> list[Row]:
    """What stands at the head of the table: two lines."""
    lost = seat in desk.model.lost
    held = cards_held(desk, seat)
    first = name_of(desk, seat, max(4, width - len(held) - 2))
    rows: list[Row] = [(*first, Fragment("  "), Fragment(held, "warn" if lost else ""))]
    return [*rows, (Fragment(desk.glyphs.clip(desk.glyphs.joined(*notes_of(desk, seat)), width), "dim"),)]


def draw_around(desk: Desk, room: Room, centre: Sequence[Row], side: int, head: int) -> list[Row]:
    """The table: seats in their places, and the middle drawn by the game's layout.

    `side` columns at each side and `head` rows at the top are for the seats.
    """
    width, height = room
    canvas = Canvas(width, height)
    model = desk.model
    where = places(model.seats, model.seat)
    if where.top:
        each = (width - 2 * side) // len(where.top)
        for at, seat in enumerate(where.top):
            for line, row in enumerate(above_seat(desk, seat, each - 1)):
                canvas.row(side + each * at + max(0, (each - span(row)) // 2), line, row)
    for x, seats in ((1, where.left), (width - side + 1, where.right)):
        for seat in seats:
            block = beside_seat(desk, seat, side - 2, height)
            canvas.block(x, max(0, (height - len(block)) // 2), block)
    canvas.block(side, head + max(0, (height - head - len(centre)) // 2), centre)
    return list(canvas.rows())
