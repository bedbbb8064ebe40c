"""A few cards in a fan: the start screen shows of what the table will be made. Pure."""

from cli.screen.canvas import Canvas, Row
from cli.screen.layouts import Layout, layout_of
from cli.screen.look import Glyphs
from cli.screen.pieces import Size, draw_card, draw_row
from engine.cards import Card

RISE = (2, 1, 0, 1, 2)
"""Rows by which each card lies lower than the one in the middle, where they are large."""
STEPS = {Size.HUGE: 7, Size.LARGE: 5, Size.BOX: 3}
"""Columns from one card to the next, by their size."""


def fan(glyphs: Glyphs, width: int, height: int, game: str = "", *, flat: bool = False) -> list[Row]:
    """The cards as large as fits into so many columns and rows; in a line with `flat`, else nothing, where none do."""
    cards = tuple(map(Card.parse, layout_of(game).FAN if game else Layout.FAN))
    for size, step in STEPS.items():
        low = [drop if size is Size.HUGE else drop // 2 for drop in RISE]
        wide, high = step * (len(cards) - 1) + size.width, size.height + max(low)
        if wide <= width and high <= height:
            canvas = Canvas(wide, high)
            for place, card in enumerate(cards):
                canvas.block(step * place, low[place], draw_card(card, size, glyphs))
            return list(canvas.rows())
    return draw_row(cards, Size.FLAT, glyphs, width) if flat and height > 0 else []
