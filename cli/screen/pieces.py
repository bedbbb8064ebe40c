"""Cards as they lie on a screen: boxes, flat ones, whole hands. Pure: values in, rows of fragments out."""

import re
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from cli.screen.canvas import Canvas, Fragment, Row, columns
from cli.screen.look import SUIT_STYLES, Glyphs, face_style
from engine.cards import JOKER_SUIT, Card

APART = 3
"""Columns between one's own cards and others that can be chosen."""
CORNER = 3
"""Columns of a card that show what it is, where another one lies on the rest of it."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The keys that choose cards, from left to right."""


class CardAt(NamedTuple):
    """Click target: a card of one's own hand."""

    card: Card


class Size(Enum):
    """How large cards are drawn: columns and rows of one card."""

    FLAT = (5, 1)
    BOX = (4, 4)
    LARGE = (6, 5)
    HUGE = (8, 7)

    @property
    def width(self) -> int:
        """Columns."""
        return self.value[0]

    @property
    def height(self) -> int:
        """Rows."""
        return self.value[1]


def card_texts(card: Card, glyphs: Glyphs) -> tuple[str, str]:
    """Rank and suit as they stand in a box, one or two columns each."""
    shown = glyphs.show(card)
    return (shown, glyphs.suits[JOKER_SUIT]) if card.suit == JOKER_SUIT else (shown[:-1], shown[-1])


def draw_card(card: Card | None, size: Size, glyphs: Glyphs, style: str = "") -> list[Row]:
    """A card; its back if there is none to be seen. `style` is laid over that of its suit."""
    if size is Size.FLAT:
        shown = glyphs.back * 2 if card is None else glyphs.show(card)
        kind = "card back" if card is None else face_style(card)
        return [(Fragment("[", "box"), Fragment(shown, f"{kind} {style}".strip()), Fragment("]", "box"))]
    top_left, line, top_right, side, low_left, low_right = tuple(glyphs.box)
    inner = size.width - 2
    edge = f"box card {style}".strip()
    rows: list[Row] = [(Fragment(top_left + line * inner + top_right, edge),)]
    for text, kind in _face(card, size, glyphs):
        middle = Fragment(text, f"{kind} {style}".strip())
        rows.append((Fragment(side, edge), middle, Fragment(side, edge)))
    return [*rows, (Fragment(low_left + line * inner + low_right, edge),)]


def _face(card: Card | None, size: Size, glyphs: Glyphs) -> list[tuple[str, str]]:
    inner = size.width - 2
    if card is None:
        return [(glyphs.back * inner, "card back")] * (size.height - 2)
    rank, suit = card_texts(card, glyphs)
    kind = face_style(card)
    if size is Size.BOX:
        return [(rank.ljust(inner), kind), (suit.ljust(inner), kind)]
    if size is Size.LARGE:
        return [(rank.ljust(inner), kind), (f" {suit}".ljust(inner), kind), (rank.rjust(inner), kind)]
    corner, middle = suit.ljust(inner), suit.center(inner)
    return [
        (rank.ljust(inner), kind),
        (corner, kind),
        (middle, kind),
        (suit.rjust(inner), kind),
        (rank.rjust(inner), kind),
    ]


def pressed(count: int, size: Size) -> int:
    """Columns that cards take which overlap as much as they can and still show rank and suit."""
    return CORNER * (count - 1) + size.width


def draw_row(cards: Sequence[Card], size: Size, glyphs: Glyphs, width: int) -> list[Row]:
    """Cards beside each other, overlapping where there is not room enough; at most `width` columns."""
    if not cards:
        return []
    step = _step(len(cards), size, width)
    canvas = Canvas(min(width, step * (len(cards) - 1) + size.width), size.height)
    for place, card in enumerate(cards):
        canvas.block(step * place, 0, draw_card(card, size, glyphs))
    return list(canvas.rows())


def _step(count: int, size: Size, width: int) -> int:
    """Columns from one card to the next: with a gap, side by side, or overlapping."""
    if size is Size.FLAT:
        return size.width
    for step in (size.width + 1, size.width, size.width - 1):
        if step * (count - 1) + size.width <= width:
            return step
    return CORNER


@dataclass(frozen=True)
class Fan:
    """One's own hand as it is to be drawn."""

    cards: tuple[Card, ...]
    chosen: frozenset[Card] = frozenset()
    cursor: int = -1
    """The card under the cursor; -1 where nothing can be chosen."""
    playable: Collection[Card] | None = None
    """Cards with which there is a legal move; None: all alike."""
    apart: int = 99
    """From this one on the cards are not one's own: they lie on the table, and stand apart."""

    def x(self, place: int, step: int) -> int:
        """The column of a card."""
        return step * place + (APART if place >= self.apart else 0)

    def wide(self, step: int, last: int) -> int:
        """Columns that the whole hand takes, its last card being so wide."""
        return self.x(max(0, len(self.cards) - 1), step) + last


def fan_size(fan: Fan, width: int, rows: int, *, largest: Size = Size.LARGE) -> Size:
    """The largest size at which the hand fits, its letters and the step of chosen cards included."""
    for size in (Size.HUGE, Size.LARGE, Size.BOX):
        fits = fan.wide(_step(len(fan.cards), size, width - APART), size.width) <= width
        roomy = size is Size.BOX or len(fan.cards) * size.width <= width
        if size.height <= largest.height and size.height + 2 <= rows and fits and roomy:
            return size
    return Size.FLAT


def fan_height(fan: Fan, size: Size, width: int) -> int:
    """How many rows `draw_fan` takes."""
    return 2 * len(_flat_lines(fan, width)) if size is Size.FLAT else size.height + 2


def draw_fan(fan: Fan, size: Size, glyphs: Glyphs, width: int) -> list[Row]:
    """The hand: boxes, chosen ones one row higher, with a letter below each; or two lines, chosen ones starred."""
    if size is Size.FLAT:
        return _draw_flat(fan, glyphs, width)
    step = _step(len(fan.cards), size, width - APART)
    height = size.height + 2
    canvas = Canvas(width, height)
    left = max(0, (width - fan.wide(step, size.width)) // 2)
    for place, card in enumerate(fan.cards):
        x, up = left + fan.x(place, step), card in fan.chosen
        rows = draw_card(card, size, glyphs, _style(fan, card))
        canvas.block(x, 0 if up else 1, [_aimed(row, CardAt(card)) for row in rows])
        canvas.row(x, height - 1, _label(fan, place, glyphs))
    return list(canvas.rows())


def _flat_lines(fan: Fan, width: int) -> list[range]:
    each = max(1, width // Size.FLAT.width)
    starts = range(0, max(1, len(fan.cards)), each)
    return [range(start, min(start + each, len(fan.cards))) for start in starts]


def _draw_flat(fan: Fan, glyphs: Glyphs, width: int) -> list[Row]:
    canvas = Canvas(width, 2 * len(_flat_lines(fan, width)))
    for line, places in enumerate(_flat_lines(fan, width)):
        left = max(0, (width - Size.FLAT.width * len(places)) // 2)
        for column, place in enumerate(places):
            card, x = fan.cards[place], left + Size.FLAT.width * column
            mark = glyphs.chosen if card in fan.chosen else " "
            text = (mark + glyphs.show(card)).ljust(Size.FLAT.width)
            canvas.put(x, 2 * line, text, f"{face_style(card)} {_style(fan, card)}".strip(), CardAt(card))
            canvas.row(x, 2 * line + 1, _label(fan, place, glyphs))
    return list(canvas.rows())


def _style(fan: Fan, card: Card) -> str:
    if card in fan.chosen:
        return "chosen"
    return "" if fan.playable is None or card in fan.playable else "unplayable"


def _label(fan: Fan, place: int, glyphs: Glyphs) -> Row:
    """The key of a card, in brackets under the cursor; of one that cannot be played now, a dot."""
    card = fan.cards[place]
    idle = _style(fan, card) == "unplayable"
    letter = LETTERS[place] if place < len(LETTERS) and not idle else glyphs.dot
    target = CardAt(card)
    if place == fan.cursor:
        return (Fragment(f"[{letter}]", "marked", target),)
    return (Fragment(f" {letter}", "dim" if idle else "", target),)


def _aimed(row: Row, target: CardAt) -> Row:
    return tuple(piece._replace(target=target) for piece in row)


def beside(*blocks: Sequence[Row], gap: int = 1) -> list[Row]:
    """Blocks next to each other, their tops level."""
    height = max((len(block) for block in blocks), default=0)
    wide = [max((sum(columns(piece.text) for piece in row) for row in block), default=0) for block in blocks]
    canvas = Canvas(sum(wide) + gap * (len(blocks) - 1), height)
    x = 0
    for block, width in zip(blocks, wide, strict=True):
        canvas.block(x, 0, block)
        x += width + gap
    return list(canvas.rows())


_SIGNED = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]")
_LETTERED = re.compile(r"\b[2-9TJQKA][CDHS]\b")


def coloured(text: str, glyphs: Glyphs, style: str = "", target: Hashable = None) -> Row:
    """A sentence in which cards have the colours of their suits."""
    pattern = _SIGNED if glyphs.suits[0] in "♣" else _LETTERED
    pieces: list[Fragment] = []
    start = 0
    for found in pattern.finditer(text):
        suit = SUIT_STYLES[glyphs.suits.index(found.group()[-1])]
        pieces.append(Fragment(text[start : found.start()], style, target))
        pieces.append(Fragment(found.group(), f"{style} {suit}".strip(), target))
        start = found.end()
    pieces.append(Fragment(text[start:], style, target))
    return tuple(piece for piece in pieces if piece.text)
