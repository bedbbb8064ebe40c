"""The start screen as a picture, at any size. Pure."""

from dataclasses import replace

from cli.screen.canvas import Canvas, Fragment, Picture, Row, columns, pad, wrap
from cli.screen.desk import cramped
from cli.screen.sentences import tell
from cli.screen.start.keys import ItemAt, KeyAt, seen, text_width
from cli.screen.start.pages import Item, items_of, reading
from cli.screen.start.sentences import START
from cli.screen.start.state import Start
from cli.screen.view import notice_of_size

LEFT = 3
KEYS = {"menu": "keys menu", "play": "keys form", "host": "keys form", "options": "keys turn", "settings": "keys turn"}
KEYS |= {"games": "keys list", "history": "keys tables", "join": "keys type", "name": "keys type"}
"""By page: what its keys do; others are read."""


def draw(start: Start, width: int, height: int) -> Picture:
    """The whole screen."""
    if cramped(width, height):
        return notice_of_size(width, height, tell("too small keys"))
    start = replace(start, size=(width, height))
    canvas = Canvas(width, height)
    title = START[f"page {start.page}"].format(title=start.form.rules.title)
    canvas.put(LEFT, 1, title, "title")
    canvas.put(LEFT, 2, start.glyphs.box[1] * min(columns(title), width - 2 * LEFT), "box")
    rows = reading(start, text_width(start))
    items = items_of(start)
    shown = rows if items or start.line is not None else rows[start.top : start.top + seen(start)]
    canvas.block(LEFT, 4, shown)
    y = 4 + len(shown)
    if start.line is not None:
        _draw_line(start, canvas, y)
    _draw_items(start, canvas, y, items)
    _draw_foot(start, canvas, items)
    return canvas.picture()


def _draw_line(start: Start, canvas: Canvas, y: int) -> None:
    line = start.line
    assert line is not None  # noqa: S101 - asked before
    room = canvas.width - 2 * LEFT - 4
    text, at = line.shown(room - 1)
    x = canvas.put(LEFT, y, f"{start.glyphs.marked} ", "prompt")
    canvas.put(x, y, pad(text, room), "field")
    canvas.cursor = (x + at, y)


def _draw_items(start: Start, canvas: Canvas, y: int, items: tuple[Item, ...]) -> None:
    room = canvas.height - y - 4
    mark = min(start.mark, len(items) - 1)
    first = max(0, min(mark - room // 2, len(items) - room))
    for at, item in enumerate(items[first : first + room], first):
        canvas.row(LEFT, y + at - first, _item(start, at, item, canvas.width - 2 * LEFT, marked=at == mark))


def _item(start: Start, number: int, item: Item, width: int, *, marked: bool) -> Row:
    sign = start.glyphs.marked if marked else " "
    key = f"{number + 1} " if number < 9 else "  "
    label = start.glyphs.clip(item.label, width - 4)
    return (Fragment(f"{sign}{key}{label} ", "marked" if marked else "", ItemAt(number)),)


def _draw_foot(start: Start, canvas: Canvas, items: tuple[Item, ...]) -> None:
    width, height = canvas.width, canvas.height
    kind, text = start.notice
    if not text and items:
        kind, text = "dim", items[min(start.mark, len(items) - 1)].help
    lines = wrap(text, width - 2 * LEFT)[:2] if text else []
    canvas.block(LEFT, height - 2 - len(lines), [(Fragment(line, kind),) for line in lines])
    keys = [("f1", START["key help"])] if start.name else []
    keys += [("escape", START["key back"])] if start.back else []
    x = 0
    for name, label in [*keys, ("f10", START["key quit"])]:
        key, _, word = label.partition(" ")
        x = canvas.put(x, height - 1, key, "key", KeyAt(name))
        x = canvas.put(x, height - 1, f" {word} ", "", KeyAt(name))
    said = START["keys first" if not start.name else KEYS.get(start.page, "keys read")]
    canvas.put(max(x + 1, width - columns(said) - 1), height - 1, said, "dim")
