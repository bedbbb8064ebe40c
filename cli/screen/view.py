"""A desk as a picture, at any size. A pure function of what the seat knows; the screen only paints it."""

from dataclasses import replace

from cli.screen.acting import OptionAt
from cli.screen.canvas import Canvas, Fragment, Picture, Row, columns, span, wrap
from cli.screen.desk import LEAST, Desk, cramped
from cli.screen.frame import beside_log, draw_table
from cli.screen.lobby import draw_lobby
from cli.screen.panels import Content, content, scrolled, shape
from cli.screen.pieces import coloured
from cli.screen.sentences import tell


def draw(desk: Desk, width: int, height: int) -> Picture:
    """The whole screen."""
    if cramped(width, height):
        return notice_of_size(width, height, tell("too small sure" if desk.leaving else "too small keys"))
    canvas = Canvas(width, height)
    (draw_lobby if desk.model.genesis is None else draw_table)(_below(desk), canvas)
    if desk.panel is not None:
        _draw_panel(desk, canvas)
    return canvas.picture()


def _below(desk: Desk) -> Desk:
    """What lies below the panel, if one is open: with the result of a hand, the table at its end."""
    if desk.panel is None or desk.panel.kind != "result" or desk.final is None:
        return desk
    return replace(desk.final, settings=desk.settings, size=desk.size)


def notice_of_size(width: int, height: int, keys: str) -> Picture:
    """What is shown where there is too little room, and what the few keys do that still act."""
    canvas = Canvas(width, height)
    text = tell("too small", width=LEAST[0], height=LEAST[1], columns=width, rows=height)
    rows = [*wrap(text, max(1, width)), *wrap(keys, max(1, width))]
    canvas.block(0, 0, [(Fragment(line),) for line in rows])
    return canvas.picture()


def _draw_panel(desk: Desk, canvas: Canvas) -> None:
    panel = desk.panel
    assert panel is not None  # noqa: S101 - asked before
    wide, seen = shape(desk, canvas.width, canvas.height)
    shown = content(desk, wide)
    top = scrolled(desk, panel, canvas.width, canvas.height).top
    rows = list(shown.rows[top : top + seen])
    more = len(shown.rows) > seen
    draw_box(desk, canvas, shown, rows, more)


def draw_box(desk: Desk, canvas: Canvas, shown: Content, rows: list[Row], more: bool) -> None:
    """A box in the middle of the canvas with these rows and the options of the panel."""
    options = [_option(desk, number, option.label) for number, option in enumerate(shown.options)]
    gap: list[Row] = [()] if rows and options else []
    inside = [tuple(piece for part in row for piece in _tinted(desk, part)) for row in rows]
    lines = [*inside, *gap, *options]
    hint = _panel_hint(desk, len(options), more=more)
    inner = max([columns(shown.title) + 4, columns(hint) + 4, *[span(line) for line in lines]]) + 2
    inner = min(inner, canvas.width - 4)
    room = beside_log(desk, canvas.width)
    left, height = ((room if inner + 4 <= room else canvas.width) - inner - 2) // 2, len(lines) + 2
    top = max(0, (canvas.height - height - 1) // 2)
    top_left, line, top_right, bar, low_left, low_right = tuple(desk.glyphs.box)
    canvas.fill(left - 1, top, inner + 4, height)
    canvas.put(left, top, top_left + line * inner + top_right, "box")
    canvas.put(left + 2, top, f" {desk.glyphs.clip(shown.title, inner - 4)} ", "title")
    for at, row in enumerate(lines, top + 1):
        canvas.put(left, at, bar, "box")
        canvas.row(left + 2, at, row)
        canvas.put(left + inner + 1, at, bar, "box")
    canvas.put(left, top + height - 1, low_left + line * inner + low_right, "box")
    canvas.put(left + inner - columns(hint) - 2, top + height - 1, f" {hint} ", "dim")


def _panel_hint(desk: Desk, options: int, *, more: bool) -> str:
    """What keys do in the open panel, at its foot."""
    scrolls = tell("panel scroll") if more and options < 2 else ""
    turns = desk.panel is not None and desk.panel.kind == "settings"
    chooses = tell("panel turn" if turns else "panel choose") if options > 1 else ""
    return desk.glyphs.joined(scrolls, chooses, tell("panel keys"))


def _tinted(desk: Desk, piece: Fragment) -> Row:
    return coloured(piece.text, desk.glyphs, piece.style, piece.target) if not piece.style else (piece,)


def _option(desk: Desk, number: int, label: str) -> Row:
    marked = desk.panel is not None and desk.panel.mark == number
    key = str(number + 1) if number < 9 else desk.glyphs.dot
    text = f"{desk.glyphs.marked if marked else ' '}{key} {label} "
    return (Fragment(text, "marked" if marked else "", OptionAt(number)),)
