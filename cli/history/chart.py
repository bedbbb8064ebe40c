"""Small charts of block characters, or of plain ASCII. Pure."""

from collections.abc import Callable, Sequence
from math import ceil
from typing import NamedTuple


class Ink(NamedTuple):
    """What a chart is drawn with."""

    bars: str
    """The last is a full cell; those before are the parts of one, the smallest first."""
    up: str
    """Nothing, half and full cells above the axis."""
    down: str
    """The same below it."""
    rest: str
    """A cell of what a bar is a part of."""
    side: str
    cross: str
    axis: str


BLOCKS = Ink("▏▎▍▌▋▊▉█", " ▄█", " ▀█", "░", "┤", "┼", "─")
ASCII = Ink("#", " .#", " '#", ".", "|", "+", "-")


def bar(value: int, most: int, width: int, ink: Ink = BLOCKS) -> str:
    """A bar of `width` cells for `most`; what is not nothing is seen."""
    if value <= 0:
        return ""
    parts = len(ink.bars)
    full, rest = divmod(max(1, round(value * width * parts / most)), parts)
    return ink.bars[-1] * full + (ink.bars[rest - 1] if rest else "")


def part(value: int, whole: int, most: int, width: int, ink: Ink = BLOCKS) -> str:
    """A bar for `whole`, of `width` cells for `most`, of which `value` is filled."""
    cells = len(bar(whole, most, width, ink._replace(bars=ink.bars[-1])))
    filled = bar(value, max(1, whole), cells, ink)
    return filled + ink.rest * (cells - len(filled))


def curve(values: Sequence[int], width: int, height: int, ink: Ink = BLOCKS) -> list[str]:
    """Values from left to right, upwards and downwards from an axis at zero, in about `height` rows beside labels.

    More values than columns are thinned out: each column shows the last of its share.
    """
    shown = thinned(values, width)
    high, low = max(0, *shown), min(0, *shown)
    unit = max((high - low) / height, 1 / 2)
    rows_up, rows_down = ceil(high / unit), ceil(-low / unit)
    label = max(len(f"{high:+}"), len(f"{low:+}"), 1)
    above = [_row(shown, row, unit, ink.up, int) for row in range(rows_up, 0, -1)]
    below = [_row(shown, row, unit, ink.down, lambda value: -value) for row in range(1, rows_down + 1)]
    lines = [(f"{high:+}" if at == 0 else "", ink.side, row) for at, row in enumerate(above)]
    lines.append(("0", ink.cross, ink.axis * len(shown)))
    lines += [(f"{low:+}" if at == len(below) - 1 else "", ink.side, row) for at, row in enumerate(below)]
    return [f"{text:>{label}} {side}{row}".rstrip() for text, side, row in lines]


def thinned(values: Sequence[int], width: int) -> list[int]:
    """At most `width` of the values, evenly, the last one among them."""
    if len(values) <= width:
        return list(values)
    return [values[(column + 1) * len(values) // width - 1] for column in range(width)]


def _row(values: Sequence[int], row: int, unit: float, cells: str, away: Callable[[int], int]) -> str:
    """The so-manieth row from the axis: how far each value reaches into it."""
    nothing, half, full = cells[0], cells[1], cells[2]
    made = []
    for value in values:
        reach = away(value) / unit - (row - 1)
        # What is not zero leaves a trace beside the axis, however small it is.
        least = half if row == 1 and reach > 0 else nothing
        made.append(full if reach >= 3 / 4 else half if reach >= 1 / 4 else least)
    return "".join(made)
