"""Tonk on the table: stock and discard pile side by side, the spreads beside them or below."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import ClassVar

from cli.language import Texts
from cli.screen.canvas import Canvas, Fragment, Row, columns, pad, span, wrap
from cli.screen.layouts.base import ROOMY, SPACIOUS, Intent, Layout, Pile, Room, centred, slots_of
from cli.screen.look import Glyphs, suit_style
from cli.screen.pieces import Size, beside, coloured, draw_card, draw_row, pressed
from cli.screen.sentences import tell
from cli.words import View, words_of
from cli.words.tonk import shown_number
from engine.cards import Card
from engine.contract import Move, Seat
from engine.games.tonk.spreads import Spread, count
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
        "history": "From the bottom: {cards}",
        "locked": "no drop for {n}",
        "bets": "side bet",
        "bet": "The highest spade dealt wins {stake} from each who joins.",
        "dry": "The stock is empty: take the discard, or end the hand.",
        "natural": "You were dealt {count} points: declare them to win, or play on.",
        "nothing": "Your dealt hand does not win by itself.",
        "counter": "All your cards fit on the runs just laid: answer the tonk, or let it stand.",
        "extra": "You may discard {n} extra cards first; then a discard ends your turn.",
        "extra one": "You may discard an extra card first; then a discard ends your turn.",
        "empty": "your hand is empty",
        "spread": "Spread {n}, {owner}",
        "two": "A new spread needs three cards or more, a discard one; no spread here takes these two.",
    }
)


class TonkLayout(Layout):
    """Stock, pile, spreads."""

    STEEP: ClassVar[int] = 1
    FAN: ClassVar[tuple[str, ...]] = ("5H", "6H", "7H", "QD", "QS")
    CONFIRM: ClassVar[Mapping[str, str]] = Texts(
        {
            "drop": "To drop ends the hand: your count against everybody's. It cannot be taken back.",
            "decline": "To leave the discard ends the hand, and the lowest count wins. It cannot be taken back.",
        }
    )
    CAREFUL: ClassVar[frozenset[str]] = frozenset({"drop", "decline", "join", "stay_out", "end_turn", "clear"})
    ALIKE: ClassVar[frozenset[str]] = frozenset({"spread", "hit", "discard", "extra_discard"})
    """Verbs of which Enter alone means the only legal move, but none of several."""
    PREPARED: ClassVar[Mapping[str, tuple[Intent, ...]]] = {
        "start": (Intent("draw", "stock"),),
        "play": (Intent("draw", "stock"),),
    }

    def centre(self, view: View, room: Room, glyphs: Glyphs) -> list[Row]:
        """Piles on the left and spreads on the right; one above the other where the room is narrow."""
        history = _history(view, room, glyphs)
        left = Room(room.width, room.height - len(history))
        if room.width < PILES + SPREADS:
            size = Size.BOX if left.height >= 9 + len(_state(view).spreads) else Size.FLAT
            piles = _piles(view, size, glyphs)
            spreads = _listed(view, Room(room.width, left.height - len(piles)), glyphs)
            return [*centred([*piles, *spreads], left), *centred(history, room)]
        size = Size.HUGE if left.height >= SPACIOUS else Size.LARGE if left.height >= ROOMY else Size.BOX
        piles = _piles(view, size, glyphs)
        spreads = _spreads(view, Room(room.width - PILES - 1, left.height), size, glyphs)
        high = max(len(piles), len(spreads))
        canvas = Canvas(PILES + 1 + max(SPREADS, *map(span, spreads)), high)
        canvas.block(0, (high - len(piles)) // 2, piles)
        canvas.block(PILES + 1, (high - len(spreads)) // 2, spreads)
        return [*centred(canvas.rows(), left), *centred(history, room)]

    def notes(self, view: View, seat: Seat) -> list[str]:
        """The dealer, for how long a seat cannot drop, and whether it takes part in the side bet."""
        s = _state(view)
        locked = s.lockout[seat] if seat < len(s.lockout) else 0
        notes = super().notes(view, seat)
        notes += [SENTENCES["locked"].format(n=locked)] if locked else []
        return [*notes, *([SENTENCES["bets"]] if seat in s.bets else [])]

    def caption(self, view: View) -> str:
        """The count of the hand."""
        said = words_of(view.rules.name).hand(view)
        return said[0].rpartition("; ")[2].rstrip(".") if view.own() and said else ""

    def hint(self, view: View, moves: Sequence[Move]) -> str:
        """What the rarer questions are about."""
        s, kinds = _state(view), {move.kind for move in moves}
        if "join" in kinds:
            return SENTENCES["bet"].format(stake=s.options.spades_stake)
        if "declare" in kinds:
            return SENTENCES["natural"].format(count=count(view.own()))
        if "extra_discard" in kinds:
            return SENTENCES["extra one" if s.credits == 1 else "extra"].format(n=s.credits)
        if "counter" in kinds:
            return SENTENCES["counter"]
        if view.state.phase == "declare":
            return SENTENCES["nothing"]
        return SENTENCES["dry"] if "decline" in kinds else ""

    def careful(self, view: View, move: Move) -> bool:
        """What costs money or ends something, and one of several cards or spreads."""
        return super().careful(view, move) or (move.kind in self.ALIKE and len(_of_kind(view, move.kind)) > 1)

    def effect(self, view: View, move: Move) -> str:
        """That the last card goes."""
        last = move.kind in ("spread", "hit", "discard") and len(move.shows) == len(view.own())
        return SENTENCES["empty"] if last else ""

    def why(self, view: View, cards: frozenset[Card]) -> str:
        """What two cards could be for: the rules can only say that the spreads refuse them."""
        drawn = view.state.phase == "play"
        return SENTENCES["two"] if drawn and len(cards) == 2 else ""

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


def _of_kind(view: View, kind: str) -> list[Move]:
    """One's own legal moves of this kind, two at most."""
    legal = () if view.seat is None else view.rules.legal(view.state, view.seat, view.faces)
    return list(islice((move for move in legal if move.kind == kind), 2))


def _piles(view: View, size: Size, glyphs: Glyphs) -> list[Row]:
    """Stock and discard pile side by side, each below its name and above its number of cards."""
    s = _state(view)
    top, place, low = s.top(), PILES - 10, size.height + 1
    canvas = Canvas(PILES, size.height + 2)
    canvas.put(0, 0, pad(SENTENCES["stock"], place - 1), "dim")
    canvas.put(place, 0, SENTENCES["pile"], "dim")
    canvas.block(0, 1, _aimed(draw_card(None, size, glyphs), Pile("draw", "stock")))
    if top is None:
        canvas.put(place, 1 + size.height // 2, SENTENCES["no pile"], "dim")
    else:
        meant = Pile("discard") if s.phase == "play" else Pile("draw", "discard")
        canvas.block(place, 1, _aimed(draw_card(s.open.get(top), size, glyphs), meant))
    canvas.put(0, low, SENTENCES["in stock"].format(n=len(s.stock)), "dim")
    canvas.put(place, low, SENTENCES["in pile"].format(n=len(s.pile)), "dim")
    return list(canvas.rows())


def _history(view: View, room: Room, glyphs: Glyphs) -> list[Row]:
    """The whole discard pile in at most two lines, its top at the end, where the table lets it be seen."""
    s = _state(view)
    if not s.options.discard_history or len(s.pile) < 2 or room.height < Size.BOX.height + 4:
        return []
    shown = [glyphs.show(s.open[slot]) for slot in s.pile if slot in s.open]
    lines = wrap(SENTENCES["history"].format(cards=" ".join(shown)), room.width)
    while len(lines) > 2:
        shown = shown[1:]
        lines = wrap(SENTENCES["history"].format(cards=" ".join((glyphs.ellipsis, *shown))), room.width)
    return [coloured(line, glyphs) for line in lines]


def _aimed(rows: Sequence[Row], pile: Pile) -> list[Row]:
    return [tuple(piece._replace(target=pile) for piece in row) for row in rows]


def _spreads(view: View, room: Room, largest: Size, glyphs: Glyphs) -> list[Row]:
    """The spreads as cards, as large as there is room for all of them; else a line for each."""
    for size in (Size.HUGE, Size.LARGE, Size.BOX):
        if size.height <= largest.height and _state(view).spreads:
            rows = _drawn(view, room, size, glyphs)
            if len(rows) <= room.height and max(map(span, rows)) <= room.width:
                return rows
    return _listed(view, room, glyphs)


def _drawn(view: View, room: Room, size: Size, glyphs: Glyphs) -> list[Row]:
    """Spreads beside each other, in as many rows as it takes; those of many cards may be too wide."""
    shelves: list[list[Sequence[Row]]] = [[]]
    left = room.width
    spreads = _state(view).spreads
    whole = all(columns(_named(view, spread, whole=True)) <= pressed(len(spread.cards), size) for spread in spreads)
    for spread in spreads:
        wide = pressed(len(spread.cards), size)
        head: Row = (Fragment(pad(glyphs.clip(_named(view, spread, whole=whole), wide), wide), "dim"),)
        block = [head, *draw_row(spread.cards, size, glyphs, wide)]
        if shelves[-1] and wide > left:
            shelves.append([])
            left = room.width
        shelves[-1].append(_aimed(block, Pile("hit", spread.number)))
        left -= wide + 1
    return [row for shelf in shelves for row in beside(*shelf)]


def _listed(view: View, room: Room, glyphs: Glyphs) -> list[Row]:
    """A line for each spread, as many as there is room for."""
    spreads = _state(view).spreads
    if not spreads:
        return [(Fragment(SENTENCES["no spreads"], "dim"),)]
    head = min(10, max(columns(_named(view, spread)) for spread in spreads))
    rows = [_spread_row(view, spread, room.width, head, glyphs) for spread in spreads]
    if len(rows) <= room.height:
        return rows
    return [*rows[: room.height - 1], (Fragment(tell("more", n=len(rows) - room.height + 1), "dim"),)]


def _spread_row(view: View, spread: Spread, width: int, head: int, glyphs: Glyphs) -> Row:
    gap = " " if sum(len(glyphs.show(card)) + 1 for card in spread.cards) + head <= width else ""
    name = Fragment(pad(glyphs.clip(_named(view, spread), head), head) + " ", "dim")
    cards = [Fragment(glyphs.show(card) + gap, suit_style(card)) for card in spread.cards]
    return tuple(_aimed([(name, *cards)], Pile("hit", spread.number))[0])


def _named(view: View, spread: Spread, *, whole: bool = False) -> str:
    """The number of a spread and whose it is, as `whole` words or short."""
    number, owner = shown_number(spread.number), words_of(view.rules.name).called(view, spread.owner)
    return SENTENCES["spread"].format(n=number, owner=owner) if whole else f"{number}. {owner}"


def _state(view: View) -> TonkState:
    assert isinstance(view.state, TonkState)  # noqa: S101 - this is the layout of Tonk alone
    return view.state


LAYOUT = TonkLayout()
