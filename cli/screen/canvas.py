"""Text as rectangles: styled fragments, and a canvas to compose them on. Columns are cells of a terminal."""

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from prompt_toolkit.utils import get_cwidth

MOST_MARKS = 2
"""So many combining characters are kept on one letter; names can carry any number."""
TAIL = ""
"""The content of the second cell of a wide character."""


class Fragment(NamedTuple):
    """Text in one style. `target`, if any, is what a click on it means."""

    text: str
    style: str = ""
    target: Hashable = None


Row: TypeAlias = tuple[Fragment, ...]
Cell: TypeAlias = tuple[str, str, Hashable]
"""What is in a cell, its style, and what a click on it means."""


class Picture(NamedTuple):
    """A whole screen: exactly `height` rows of exactly `width` columns."""

    width: int
    height: int
    rows: tuple[Row, ...]
    cursor: tuple[int, int] | None = None
    """Column and row of the text cursor, where text is being typed."""

    def text(self) -> str:
        """What is written, without styles; lines without trailing spaces."""
        return "\n".join("".join(piece.text for piece in row).rstrip() for row in self.rows)

    def target_at(self, x: int, y: int) -> Hashable:
        """What a click in this cell means; None if nothing."""
        if not 0 <= y < len(self.rows):
            return None
        column = 0
        for piece in self.rows[y]:
            column += columns(piece.text)
            if x < column:
                return piece.target
        return None


def columns(text: str) -> int:
    """How many columns the text takes."""
    return len(text) if text.isascii() else sum(map(get_cwidth, text))


def span(row: Iterable[Fragment]) -> int:
    """How many columns the fragments take."""
    return sum(columns(piece.text) for piece in row)


def clip(text: str, width: int, ellipsis: str = "") -> str:
    """The text in at most `width` columns; what is cut is marked by the ellipsis."""
    if columns(text) <= width:
        return text
    room = max(0, width - columns(ellipsis))
    kept, used = "", 0
    for letter in text:
        used += get_cwidth(letter)
        if used > room:
            break
        kept += letter
    return kept.rstrip() + ellipsis if width >= columns(ellipsis) else ""


def pad(text: str, width: int) -> str:
    """The text clipped or filled up to exactly `width` columns."""
    text = clip(text, width)
    return text + " " * (width - columns(text))


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """The text in lines of at most `width` columns, broken between words where possible; at least one line.

    All lines but the first begin with `indent`.
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line.strip() else line + word
        if columns(joined) <= width:
            line = joined
            continue
        if line.strip():
            lines.append(line)
            line = indent
        for letter in word:
            if columns(line + letter) > width and line.strip():
                lines.append(line)
                line = indent
            line += letter
    return [*lines, line] if line.strip() or not lines else lines


class Canvas:
    """A rectangle of cells to write on; what falls outside of it is dropped."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = max(0, width), max(0, height)
        self.cursor: tuple[int, int] | None = None
        self._cells: list[list[Cell]] = [[(" ", "", None)] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: str = "", target: Hashable = None) -> int:
        """Write text from this cell on; the column after it."""
        if text.isascii() and text.isprintable():
            self._put_narrow(x, y, text, style, target)
            return x + len(text)
        plain = text.isascii() and text.isprintable()
        for letter in text:
            wide = 1 if plain else get_cwidth(letter)
            if wide == 0:
                self._add_mark(x - 1, y, letter)
                continue
            self._set(x, y, (letter, style, target), wide)
            x += wide
        return x

    def row(self, x: int, y: int, fragments: Iterable[Fragment]) -> int:
        """Write fragments one after the other; the column after them."""
        for piece in fragments:
            x = self.put(x, y, piece.text, piece.style, piece.target)
        return x

    def block(self, x: int, y: int, rows: Iterable[Iterable[Fragment]]) -> None:
        """Write rows one below the other."""
        for at, row in enumerate(rows, y):
            self.row(x, at, row)

    def fill(self, x: int, y: int, width: int, height: int, style: str = "") -> None:
        """Blank a rectangle."""
        for row in range(y, y + height):
            self.put(x, row, " " * max(0, width), style)

    def rows(self) -> tuple[Row, ...]:
        """What has been written, neighbours of one style joined."""
        return tuple(_joined(cells) for cells in self._cells)

    def picture(self) -> Picture:
        """The canvas as a picture."""
        return Picture(self.width, self.height, self.rows(), self.cursor)

    def _put_narrow(self, x: int, y: int, text: str, style: str, target: Hashable) -> None:
        """Text of which every character takes one cell, at once: most of a screen is that."""
        start, stop = max(0, -x), min(len(text), self.width - x)
        if start >= stop or not 0 <= y < self.height:
            return
        cells = self._cells[y]
        for at in (x + start, x + stop - 1):
            self._break_wide(cells, at)
        cells[x + start : x + stop] = [(letter, style, target) for letter in text[start:stop]]

    def _set(self, x: int, y: int, cell: Cell, wide: int) -> None:
        if not (0 <= y < self.height and x >= 0 and x + wide <= self.width):
            return
        cells = self._cells[y]
        if cells[x][0] == TAIL or (x + wide < self.width and cells[x + wide][0] == TAIL):
            for at in (x, x + wide - 1):
                self._break_wide(cells, at)
        cells[x] = cell
        if wide == 2:
            cells[x + 1] = (TAIL, *cell[1:])

    @staticmethod
    def _break_wide(cells: list[Cell], x: int) -> None:
        """Half of a wide character that is written over becomes a space."""
        if cells[x][0] == TAIL and x:
            cells[x - 1] = (" ", *cells[x - 1][1:])
        if x + 1 < len(cells) and cells[x + 1][0] == TAIL:
            cells[x + 1] = (" ", *cells[x + 1][1:])

    def _add_mark(self, x: int, y: int, mark: str) -> None:
        if not (0 <= y < self.height and 0 <= x < self.width):
            return
        if self._cells[y][x][0] == TAIL and x:
            x -= 1
        letter, style, target = self._cells[y][x]
        if len(letter) <= MOST_MARKS:
            self._cells[y][x] = (letter + mark, style, target)


def _joined(cells: Sequence[Cell]) -> Row:
    pieces: list[Fragment] = []
    text, style, target = "", "", None
    for letter, cell_style, cell_target in cells:
        if (cell_style, cell_target) != (style, target):
            if text:
                pieces.append(Fragment(text, style, target))
            text, style, target = "", cell_style, cell_target
        text += letter
    return (*pieces, Fragment(text, style, target)) if text else tuple(pieces)
