"""Tonk on the table: stock and discard pile side by side, the spreads beside them or below."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from cli.language import Texts
from cli.screen.canvas import Canvas, Fragment, Row, pad
from cli.screen.layouts.base import ROOMY, Intent, Layout, Pile, Room, centred, slots_of
from cli.screen.look import Glyphs, suit_style
from cli.screen.pieces import Size, draw_card
from cli.screen.sentences import tell
from cli.words import View, words_of
from engine.cards import Card
from engine.contract import Move, Seat
from engine.games.tonk.spreads import Spread
from engine.games.tonk.state import TonkState

PILES = 21
"""Columns that stock and pile take beside each other."""
WHOLE_HAND = ("declare", "counter")
"""Verbs that take the whole hand or nothing."""
SPREADS = 24
"""Columns that spreads need to stand beside the piles."""

SENTENCES: Texts[str] = Texts(
    {
        "stock": "Stock",
        "pile": "Discards",
        "no pile": "none",
        "in stock": "{n} left",
        "in pile": "{n} in it",
        "no spreads": "No spreads yet.",
        "locked": "no drop for {n}",
    }
)


class TonkLayout(Layout):
    """Stock, pile, spreads."""

    CONFIRM: ClassVar[Mapping[str, str]] = Texts(
        {
            "drop": "To drop ends the hand: your count against everybody's. It cannot be taken back.",
            "decline": "To leave the discard ends the hand, and the lowest count wins. It cannot be taken back.",
        }
    )
    CAREFUL: ClassVar[frozenset[str]] = frozenset({"drop", "decline"})
    PREPARED: ClassVar[Mapping[str, tuple[Intent, ...]]] = {
        "start": (Intent("draw", "stock"),),
        "play": (Intent("draw", "stock"),),
    }

    def centre(self, view: View, room: Room, glyphs: Glyphs) -> list[Row]:
        """Piles on the left and spreads on the right; one above the other where the room is narrow."""
        s = _state(view)
        beside = room.width >= PILES + SPREADS
        whole = room
        longest = max([SPREADS, *[11 + 4 * len(spread.cards) for spread in s.spreads]])
        canvas = Canvas(min(room.width, PILES + 1 + longest), room.height)
        room = Room(canvas.width, canvas.height)
        size = Size.BOX if beside or room.height >= 9 + len(s.spreads) else Size.FLAT
        size = Size.LARGE if beside and room.height >= ROOMY else size
        _draw_piles(canvas, view, glyphs, size, (room.height - size.height - 2) // 2 if beside else 0)
        x, y = (PILES + 1, 0) if beside else (0, size.height + 2)
        rows = _spread_rows(view, room.width - x, room.height - y, glyphs)
        canvas.block(x, max(y, (room.height - len(rows)) // 2 if beside else y), rows)
        return centred(canvas.rows(), whole)

    def notes(self, view: View, seat: Seat) -> list[str]:
        """The dealer, and for how long a seat cannot drop."""
        s = _state(view)
        locked = s.lockout[seat] if seat < len(s.lockout) else 0
        return [*super().notes(view, seat), *([SENTENCES["locked"].format(n=locked)] if locked else [])]

    def caption(self, view: View) -> str:
        """The count of the hand."""
        said = words_of(view.rules.name).hand(view)
        return said[0].rpartition("; ")[2].rstrip(".") if view.own() and said else ""

    def candidates(self, view: View, cards: frozenset[Card]) -> Iterator[Move]:
        """A discard of one card, a spread of three or more, a hit on any spread."""
        slots = slots_of(view, cards)
        for move in super().candidates(view, cards):
            whole = move.kind in WHOLE_HAND and len(slots) < len(view.own())
            if not whole and move.kind not in ("extra_discard", "show_spade"):
                yield move
        if _state(view).credits and len(slots) == 1:
            yield Move("extra_discard", slots)
        if view.state.phase == "play":
            for spread in _state(view).spreads:
                yield Move("hit", slots, value=spread.number)


def _draw_piles(canvas: Canvas, view: View, glyphs: Glyphs, size: Size, y: int) -> None:
    s = _state(view)
    top, place = s.top(), 11
    canvas.put(0, y, pad(SENTENCES["stock"], place - 1), "dim")
    canvas.put(place, y, SENTENCES["pile"], "dim")
    canvas.block(0, y + 1, _aimed(draw_card(None, size, glyphs), Pile("draw", "stock")))
    if top is None:
        canvas.put(place, y + 1 + size.height // 2, SENTENCES["no pile"], "dim")
    else:
        canvas.block(place, y + 1, _aimed(draw_card(s.open.get(top), size, glyphs), Pile("draw", "discard")))
    canvas.put(0, y + 1 + size.height, SENTENCES["in stock"].format(n=len(s.stock)), "dim")
    canvas.put(place, y + 1 + size.height, SENTENCES["in pile"].format(n=len(s.pile)), "dim")


def _aimed(rows: Sequence[Row], pile: Pile) -> list[Row]:
    return [tuple(piece._replace(target=pile) for piece in row) for row in rows]


def _spread_rows(view: View, width: int, height: int, glyphs: Glyphs) -> list[Row]:
    spreads = _state(view).spreads
    if not spreads:
        return [(Fragment(SENTENCES["no spreads"], "dim"),)]
    rows = [_spread_row(view, spread, width, glyphs) for spread in spreads]
    return (
        rows
        if len(rows) <= height
        else [*rows[: height - 1], (Fragment(tell("more", n=len(rows) - height + 1), "dim"),)]
    )


def _spread_row(view: View, spread: Spread, width: int, glyphs: Glyphs) -> Row:
    owner = words_of(view.rules.name).called(view, spread.owner)
    gap = " " if sum(len(glyphs.show(card)) + 1 for card in spread.cards) + 11 <= width else ""
    head = Fragment(pad(f"{spread.number} {owner}", 10) + " ", "dim")
    return (head, *[Fragment(glyphs.show(card) + gap, suit_style(card)) for card in spread.cards])


def _state(view: View) -> TonkState:
    assert isinstance(view.state, TonkState)  # noqa: S101 - this is the layout of Tonk alone
    return view.state


LAYOUT = TonkLayout()
