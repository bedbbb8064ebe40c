"""The start screen as a picture, at any size. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cli.screen.canvas import Canvas, Fragment, Picture, Row, columns, pad, span, wrap
from cli.screen.desk import cramped
from cli.screen.sentences import tell
from cli.screen.start.fan import fan
from cli.screen.start.item import Item, Items
from cli.screen.start.keys import FORMS, ItemAt, KeyAt, ValueAt, seen, text_width
from cli.screen.start.pages import items_of, reading
from cli.screen.start.sentences import START
from cli.screen.start.state import Start
from cli.screen.view import notice_of_size

LEFT = 3
TOP = 4
"""The row in which what is to be read begins."""
BESIDE_LABEL = 7
"""Columns that a line with a value takes besides its key, label and value."""
LEAST_VALUE = 22
"""Columns that values have at least, where labels are long."""
MOST_HELP = 3
"""Rows of what is said of the marked line, at most."""
BESIDE = ("menu", "settings", "games")
"""Pages that show a few cards beside their lines, where there is room."""
BELOW = ("settings", "name", "join", "play", "host")
"""Pages that show them below, where there is room."""
FILLED_IN = ("play", "host")
"""Pages that have them beside their lines on a screen that is `WIDE`, below on others."""
WIDE, CARDS_WIDE = 110, 40
EXPENDABLE = ("delete", "enter", "f8", "n")
"""Keys that are left out at the foot, the first one first, where there is too little room for all."""
ENTER: Mapping[str, str] = {
    "menu": "key choose",
    "play": "key begin",
    "host": "key open",
    "options": "key change",
    "words": "key check",
    "value": "key done",
    "settings": "key change",
    "games": "key read",
    "presets": "key read",
    "history": "key show",
    "join": "key join",
    "name": "key done",
}
"""By page: what Enter does there, as the foot has it."""
HINTS: Mapping[str, str] = {
    "menu": "keys list",
    "play": "keys turn",
    "host": "keys turn",
    "options": "keys turn",
    "words": "keys list",
    "settings": "keys turn",
    "games": "keys list",
    "presets": "keys list",
    "history": "keys list",
    "rules": "keys rules",
    "help": "keys read",
}
"""By page: other keys; where text is typed it is said how help is called."""


def draw(start: Start, width: int, height: int) -> Picture:
    """The whole screen."""
    if cramped(width, height):
        return notice_of_size(width, height, tell("too small keys"))
    start = replace(start, size=(width, height))
    canvas = Canvas(width, height)
    title = START[f"page {start.page}"].format(title=start.read.rules.title)
    canvas.put(LEFT, 1, title, "title")
    canvas.put(LEFT, 2, start.glyphs.box[1] * min(columns(title), width - 2 * LEFT), "box")
    items = items_of(start)
    foot = _foot(start, items, width, height)
    y = _draw_reading(start, canvas, items)
    if start.line is not None:
        _draw_line(start, canvas, height - 3 if start.page == "rules" else y)
    last = height - 2 - len(foot)
    bottom = _draw_items(start, canvas, y, min(last, height - 4), items)
    _draw_cards(start, canvas, y, bottom, items)
    canvas.block(LEFT, last, foot)
    _draw_bar(start, canvas)
    return canvas.picture()


def _draw_reading(start: Start, canvas: Canvas, items: Items) -> int:
    """What is to be read; the row after it."""
    rows = reading(start, text_width(start))
    if items or (start.line is not None and start.page != "rules"):
        canvas.block(LEFT, TOP, rows)
        return TOP + len(rows)
    shown = rows[start.top : start.top + seen(start)]
    canvas.block(LEFT, TOP, shown)
    _draw_more(canvas, TOP - 1, start.top, "above", "pageup")
    _draw_more(canvas, TOP + seen(start), len(rows) - start.top - len(shown), "below", "pagedown")
    return TOP + len(shown)


def _draw_more(canvas: Canvas, y: int, count: int, side: str, key: str) -> None:
    """How much there is out of sight, at the right; a click shows it."""
    if count > 0:
        text = START["more above" if side == "above" else "more below"].format(n=count)
        canvas.put(canvas.width - LEFT - columns(text), y, text, "dim", KeyAt(key))


def _draw_line(start: Start, canvas: Canvas, y: int) -> None:
    line = start.line
    assert line is not None  # noqa: S101 - asked before
    before = START["find in rules"] if start.page == "rules" else f"{start.glyphs.marked} "
    x = canvas.put(LEFT, y, before, "prompt")
    room = canvas.width - x - LEFT - 1
    text, at = line.shown(room - 1, start.glyphs.ellipsis)
    canvas.put(x, y, pad(text, room), "field")
    canvas.cursor = (x + at, y)


# -- lines that can be chosen ----------------------------------------------------------------------------------------


def _draw_items(start: Start, canvas: Canvas, y: int, last: int, items: Items) -> int:
    """The lines, as many as fit above the row `last`, the marked one among them; the row after them."""
    room = max(1, last - y if len(items) <= last - y else last - y - 1)
    mark = min(start.mark, len(items) - 1)
    first = max(0, min(mark - room // 2, len(items) - room))
    wide, across = _label_width(items, canvas.width), _across(start, canvas.width)
    shown = items[first : first + room]
    for at, item in enumerate(shown, first):
        canvas.row(LEFT, y + at - first, _item(start, at, item, wide, across, marked=at == mark))
    _draw_more(canvas, y - 1, first, "above", "pageup")
    _draw_more(canvas, y + room, len(items) - first - len(shown), "below", "pagedown")
    return y + len(shown)


def _across(start: Start, width: int) -> int:
    """Columns for a line: where a wide screen has cards beside a form, they stay clear of its values."""
    return width - 2 * LEFT - (CARDS_WIDE if start.page in FILLED_IN and width >= WIDE else 0)


def _label_width(items: Items, width: int) -> int:
    """Columns for the labels of lines with values."""
    labels = [columns(item.label) for item in items if item.value is not None]
    return min(max(labels, default=0), width - 2 * LEFT - 6 - LEAST_VALUE)


def _item(start: Start, number: int, item: Item, wide: int, width: int, *, marked: bool) -> Row:
    style, target = "marked" if marked else "", ItemAt(number)
    sign = start.glyphs.marked if marked else " "
    key = item.number or (str(number + 1) if number < 9 else " ")
    key = "" if item.option else f"{key} "
    if item.value is None:
        return (Fragment(f"{sign}{key}{start.glyphs.clip(item.label, width - 2 - len(key))} ", style, target),)
    differs = "*" if item.differs else " "
    # A label longer than its column takes what a short value beside it leaves free.
    free = width - columns(item.value) - len(key) - 1 - BESIDE_LABEL - (item.turn is None)
    wide = max(wide, min(columns(item.label), free))
    label = Fragment(f"{sign}{key}{pad(start.glyphs.clip(item.label, wide), wide)} {differs}", style, target)
    loud = style or ("good" if item.differs else "")
    room = width - span([label])
    if item.turn is None:
        return (label, Fragment(f" {start.glyphs.clip(item.value, room - 6)} ... ", loud, target))
    back, on = ValueAt(number, -1), ValueAt(number, 1)
    value = start.glyphs.clip(item.value, room - 5)
    return (label, Fragment("< ", style, back), Fragment(value, loud, on), Fragment(" > ", style, on))


def _draw_cards(start: Start, canvas: Canvas, y: int, bottom: int, items: Items) -> None:
    """A few cards beside the lines, which begin in row `y`, or below them, from `bottom` on, where there is room."""
    wide, right, last = _label_width(items, canvas.width), canvas.width - LEFT, canvas.height - 2 - MOST_HELP
    drawn = [_item(start, at, item, wide, canvas.width, marked=False) for at, item in enumerate(items)]
    left = 2 * LEFT + max(map(span, drawn), default=right)
    game = start.form.game if start.page in FORMS else ""
    roomy = start.page in FILLED_IN and canvas.width >= WIDE
    left = right - CARDS_WIDE if roomy else left
    beside = fan(start.glyphs, right - left, last - y, game) if roomy or start.page in BESIDE else []
    if beside:
        canvas.block(left + (right - left - span(beside[0])) // 2, y, beside)
    elif start.page in BELOW:
        top = bottom + (start.line is not None)
        below = fan(start.glyphs, right - LEFT, last - top, game, flat=start.page == "settings")
        if below:
            canvas.block(right - span(below[0]), min(top + 2, last - len(below)), below)


# -- the foot --------------------------------------------------------------------------------------------------------


def _foot(start: Start, items: Items, width: int, height: int) -> Sequence[Row]:
    """What is told, or what is to be known of the marked line."""
    kind, text = start.notice
    if not text and items:
        kind, text = "dim", _about(items[min(start.mark, len(items) - 1)], width)
    lines = wrap(text, width - 2 * LEFT) if text else []
    most = max(2, min(MOST_HELP, height - 24 + MOST_HELP))
    if len(lines) > most:
        lines = [*lines[: most - 1], start.glyphs.clip(" ".join(lines[most - 1 :]), width - 2 * LEFT)]
    return [(Fragment(line, kind),) for line in lines]


def _about(item: Item, width: int) -> str:
    """What is to be known of the marked line; also what it says, where its line is too short for that."""
    if item.value is None or columns(item.label) + columns(item.value) < width - 2 * LEFT - 10:
        return item.help
    return START["shown in full"].format(name=item.label, value=item.value, help=item.help)


def bar(start: Start) -> list[tuple[str, str]]:
    """The keys at the foot: each as it is called here, and as it is written."""
    keys = [("f1", START["key help"])]
    if start.page == "rules":
        keys += [("/", START["key find"])] if start.line is None else []
        keys += [("n", START["key next"])] if start.wanted and start.line is None else []
    elif start.page in ENTER and (items_of(start) or start.line is not None):
        keys.append(("enter", START[ENTER[start.page]]))
    keys += [("delete", START["key reset"])] if start.page == "options" else []
    keys += [("f8", START["key rules"])] if start.page in FORMS else []
    keys += [("escape", START["key back"])] if start.back else []
    return [*keys, ("f10", START["key quit"])]


def _draw_bar(start: Start, canvas: Canvas) -> None:
    width, y = canvas.width, canvas.height - 1
    x = 0
    keys = bar(start)
    for expendable in EXPENDABLE:
        if sum(columns(label) + 1 for _, label in keys) > width + 1:
            keys = [(name, label) for name, label in keys if name != expendable]
    for name, label in keys:
        key, _, word = label.partition(" ")
        x = canvas.put(x, y, key, "key", KeyAt(name))
        x = canvas.put(x, y, f" {word} ", "", KeyAt(name))
    said = START["keys type" if start.line is not None else HINTS.get(start.page, "keys read")]
    if x + 1 + columns(said) < width:
        canvas.put(width - columns(said) - 1, y, said, "dim")
