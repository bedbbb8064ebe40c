"""The seats around the table: who sits where, and what is written beside each. Pure."""

from collections.abc import Sequence
from functools import cache

from cli.screen.canvas import Canvas, Fragment, Row, columns, span
from cli.screen.desk import Desk
from cli.screen.layouts.base import Room, places
from cli.screen.sentences import tell
from cli.timing import HURRY, PATIENCE, STALLED, minutes, thinking
from engine.contract import Match, Seat, Turn
from p2p.events import Line
from protocol.terms import Terms

HEAD = 2
"""Rows that a seat at the head of the table takes."""


def to_move(desk: Desk) -> tuple[Seat, ...]:
    """Whose move is awaited, as far as it shows."""
    view = desk.view
    model = desk.model
    if view is None or model.stopped or model.ended is not None or not isinstance(view.state.next, Turn):
        return ()
    return view.state.next.seats


def cards_held(desk: Desk, seat: Seat) -> str:
    """How many cards a seat holds, or that its line is lost."""
    view = desk.view
    if seat in desk.model.lost:
        left = dict(desk.time.left).get(seat)
        return f"{desk.glyphs.lost} {tell('line lost') if left is None else tell('lost, ends in', left=minutes(left))}"
    if view is None or not view.state.held:
        return ""
    count = len(view.state.held[seat])
    return tell("card") if count == 1 else tell("cards", n=count) if count else tell("gone cards")


def score_of(desk: Desk, seat: Seat) -> str:
    """The score of a seat, as of the last seal."""
    match = match_of(desk)
    return "" if match is None else desk.layout.score(match, desk.model.ledger, seat)


def match_of(desk: Desk) -> Match | None:
    """The match that is played, as of the last seal; nothing before the terms are known."""
    model = desk.model
    if model.terms is None:
        return None
    # In the first hand after a match that is over, nobody has scored yet.
    if model.match is None or (model.match.over and desk.seals and desk.seals[-1].sealed.hand != model.hand):
        return _begun(model.terms, model.seats)
    return model.match


@cache
def _begun(terms: Terms, n: int) -> Match:
    """The match before its first hand."""
    return terms.match(n)


def notes_of(desk: Desk, seat: Seat) -> list[str]:
    """Score and short notes of a seat."""
    view = desk.view
    return [score_of(desk, seat), *(() if view is None else desk.layout.notes(view, seat))]


def clock_of(desk: Desk, seat: Seat) -> Fragment:
    """How much time a seat has left for its move, or, without a clock, for how long it has been awaited."""
    time, terms = desk.time, desk.model.terms
    if seat not in time.seats or terms is None or desk.model.ended is not None:
        return Fragment("")
    if terms.clock is not None and thinking(desk.model, desk.time):
        left = max(0, terms.clock - time.seconds)
        return Fragment(minutes(left), "warn" if left <= HURRY else "turn")
    shown = time.seconds >= (PATIENCE if thinking(desk.model, desk.time) else STALLED)
    return Fragment(minutes(time.seconds) if shown else "", "dim")


def quiet(desk: Desk, seat: Seat) -> bool:
    """Whether nothing has been heard of a seat for a while."""
    return seat not in desk.model.lost and desk.model.lines.get(seat) is Line.QUIET


def name_of(desk: Desk, seat: Seat, width: int) -> Row:
    """The name, with a sign before it if it is this seat's turn."""
    clock = clock_of(desk, seat)
    room = width - (columns(clock.text) + 1 if clock.text else 0)
    name = Fragment(desk.glyphs.clip(_marked(desk, seat), room), "badge" if seat in to_move(desk) else "title")
    return (name, Fragment(" "), clock) if clock.text else (name,)


def _marked(desk: Desk, seat: Seat) -> str:
    return (f"{desk.glyphs.turn} " if seat in to_move(desk) else "") + desk.model.names[seat]


def beside_seat(desk: Desk, seat: Seat, width: int, height: int) -> list[Row]:
    """What stands at the left or right of the table, at most so large."""
    lost = seat in desk.model.lost
    held, clock = cards_held(desk, seat), clock_of(desk, seat)
    name = name_of(desk, seat, width)
    below: Row = (Fragment(desk.glyphs.clip(held, width), "warn" if lost else ""),)
    fits = columns(_marked(desk, seat)) + columns(clock.text) < width
    if clock.text and not fits and columns(held) + columns(clock.text) < width:
        # The name has more room where the clock stands beside the cards.
        alone = name[0]._replace(text=desk.glyphs.clip(_marked(desk, seat), width))
        name, below = (alone,), (*below, Fragment(" "), clock)
    rows = [name, below]
    rows += [(Fragment(desk.glyphs.clip(tell("quiet"), width), "warn"),)] if quiet(desk, seat) else []
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
    silent = Fragment(f" {desk.glyphs.dot} {tell('quiet')}" if quiet(desk, seat) else "", "warn")
    rows: list[Row] = [(*first, Fragment("  "), Fragment(held, "warn" if lost else ""), silent)]
    return [*rows, (Fragment(desk.glyphs.clip(desk.glyphs.joined(*notes_of(desk, seat)), width), "dim"),)]


def draw_around(desk: Desk, room: Room, centre: Sequence[Row], side: int, head: int) -> list[Row]:
    """The table: seats in their places, and the middle drawn by the game's layout.

    `side` columns at each side and `head` rows at the top are for the seats.
    """
    width, height = room
    canvas = Canvas(width, height)
    where = places(desk.model.seats, desk.model.seat)
    highest = height
    for x, seats in ((1, where.left), (width - side + 1, where.right)):
        for seat in seats:
            block = beside_seat(desk, seat, side - 2, height)
            top = max((height - len(block)) // 2, min(HEAD, height - len(block)) if where.top else 0)
            highest = min(highest, top)
            canvas.block(x, top, block)
    # Above the seats at the sides the whole width is free.
    _draw_head(desk, canvas, where.top, side if highest < HEAD else 0)
    canvas.block(side, head + max(0, (height - head - len(centre)) // 2), centre)
    return list(canvas.rows())


def _draw_head(desk: Desk, canvas: Canvas, seats: Sequence[Seat], margin: int) -> None:
    """The seats at the head of the table, so many columns from its edges."""
    each = (canvas.width - 2 * margin) // max(1, len(seats))
    for at, seat in enumerate(seats):
        for line, row in enumerate(above_seat(desk, seat, each - 1)):
            canvas.row(margin + each * at + max(0, (each - span(row)) // 2), line, row)
