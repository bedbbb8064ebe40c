"""The middle of a table of Pitch: the contract and who has how many points of it, what is held, thrown and played."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cli.language import Texts
from cli.screen.canvas import Canvas, Fragment, Row, span, wrap
from cli.screen.layouts.base import ROOMY, Room, places
from cli.screen.look import SUIT_STYLES, Glyphs
from cli.screen.pieces import Size, coloured, draw_card
from cli.words import View, words_of
from cli.words.pitch import PitchWords
from engine.cards import SUITS, Card
from engine.contract import Seat
from engine.games.pitch.settlement import bidding_side
from engine.games.pitch.state import MOON, PitchState, Play, Trick
from engine.games.pitch.trumps import Trumps

WIDEST = 12
"""Columns of a card with a name below it, at most."""
NARROWEST = 8
"""And at least: with fewer, cards are written as a sentence."""

SENTENCES: Texts[str] = Texts(
    {
        "are trump": "{suit} are trump",
        "bid": "{who} bid {n}",
        "bid moon": "{who} bid the moon",
        "names": "{who} bid {n} and names the trump.",
        "names moon": "{who} bid the moon and names the trump.",
        "called": "{card} called",
        "taken": "Taken: {side}",
        "side of": "{who} {n} of {bid}",
        "side": "{who} {n}",
        "others": "all others {n}",
        "would hold": "With each suit as trump you would hold:",
        "holding": "{trumps}, {points}",
        "stock": "stock: {n}",
        "blind": "blind: {n}",
        "the called": "called",
        "thrown": "Thrown open, to be taken:",
        "not taken": "Thrown open:",
        "highest": "Highest so far: {card} of {who}",
        "highest yours": "Highest so far: {card}, your own",
        "in it": "{points} in it",
        "leads": "{who} leads",
        "you lead": "You lead",
        "won": "The last trick went to {who}",
        "won yours": "The last trick was yours",
    }
)
TRUMPS: Mapping[str, str] = Texts({"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"})


class Laid(NamedTuple):
    """A card on the table, or the back of one, with a few words below it."""

    card: Card | None
    below: str
    best: bool = False
    """Whether it wins the trick so far."""


def state_of(view: View) -> PitchState:
    """The state of the hand."""
    assert isinstance(view.state, PitchState)  # noqa: S101 - this is the table of Pitch alone
    return view.state


def words(view: View) -> PitchWords:
    """The words of Pitch."""
    found = words_of(view.rules.name)
    assert isinstance(found, PitchWords)  # noqa: S101 - this is the table of Pitch alone
    return found


# -- what was bid, and what each side has of it ----------------------------------------------------------------------


def contract(view: View, room: Room, glyphs: Glyphs) -> list[Row]:
    """The trump and who bid what; then the points of the sides, the bid beside those of the bidding one."""
    s = state_of(view)
    who = words(view).called(view, s.bidder)
    parts = [_suit_row(s.trump, glyphs)] if s.trump else []
    bid = SENTENCES["bid moon" if s.bid == MOON else "bid"].format(who=who, n=s.bid)
    parts.append((Fragment(bid[:1].upper() + bid[1:], "title"),))
    if s.called is not None:
        parts.append(coloured(SENTENCES["called"].format(card=view.text(s.called)), glyphs, "title"))
    rows = flowed(parts, room.width, glyphs)
    if s.phase in ("play", "missing", "score"):
        rows += flowed([(Fragment(text),) for text in _sides(view)], room.width, glyphs)
    return rows


def naming(view: View, room: Room) -> list[Row]:
    """Who is to name the trump, and for what bid."""
    s = state_of(view)
    line = SENTENCES["names moon" if s.bid == MOON else "names"].format(who=words(view).called(view, s.bidder), n=s.bid)
    return [(Fragment(line, "title"),) for line in wrap(line, room.width)]


def _suit_row(suit: str, glyphs: Glyphs) -> Row:
    sign = glyphs.suits[SUITS.index(suit)]
    name = SENTENCES["are trump"].format(suit=TRUMPS[suit])
    style = f"title {SUIT_STYLES[SUITS.index(suit)]}"
    return (Fragment(name if sign.isascii() else f"{sign} {name}", style),)


def _sides(view: View) -> Iterator[str]:
    """Points of each side in this hand: of two teams one's own first, else the bidder's, as far as one knows it."""
    s = state_of(view)
    bidding = bidding_side(s)
    if s.n > 4 and view.seat is not None and s.called in view.own():
        bidding = tuple(sorted({*bidding, view.seat}))
    bid = view.options.variant if s.bid == MOON else s.bid
    others = tuple(seat for seat in range(s.n) if seat not in bidding)
    first, second = (others, bidding) if s.n == 4 and view.seat in others else (bidding, others)
    for side, line in ((first, "taken"), (second, "")):
        n = sum(s.taken[seat] for seat in side)
        who = words(view).together(words(view).called(view, seat) for seat in side)
        key = "side of" if side == bidding else "side" if s.n == 4 else "others"
        told = SENTENCES[key].format(who=who, n=n, bid=bid)
        yield SENTENCES[line].format(side=told) if line else told


def in_the_middle(rows: Sequence[Row], width: int) -> list[Row]:
    """Each row in the middle of so many columns."""
    return [(Fragment(" " * ((width - span(row)) // 2)), *row) if span(row) < width - 1 else row for row in rows]


def flowed(parts: Sequence[Row], width: int, glyphs: Glyphs) -> list[Row]:
    """Parts with dots between them, in as few lines as they fit into; only what is wider than a line is broken."""
    dot = Fragment(f" {glyphs.dot} ", "dim")
    rows: list[Row] = []
    for part in parts:
        if rows and span(rows[-1]) + span((dot, *part)) <= width:
            rows[-1] = (*rows[-1], dot, *part)
        elif span(part) <= width:
            rows.append(part)
        else:
            style = part[0].style
            rows += [(Fragment(line, style),) for line in wrap("".join(piece.text for piece in part), width)]
    return rows


# -- before the play -------------------------------------------------------------------------------------------------


def trumps_held(view: View, suit: str) -> tuple[int, int]:
    """How many trumps one would hold with this suit named, and how many points they have."""
    trumps: Trumps = view.options.suits[suit]
    held = [card for card in view.own() if card in trumps.trumps]
    return len(held), sum(trumps.points[card] for card in held)


def holding(view: View, suit: str) -> str:
    """Trumps and points that one would hold, in words."""
    n, points = trumps_held(view, suit)
    trumps = words(view).counted("trump", n)
    return SENTENCES["holding"].format(trumps=trumps, points=words(view).counted("point", points)) if points else trumps


def holdings(view: View, room: Room, glyphs: Glyphs) -> list[Row]:
    """What one would hold with each suit as trump, in two columns where there is room for them."""
    told = [[*_named(suit, glyphs), Fragment(f" {holding(view, suit)}")] for suit in "CDHS"]
    wide = max(map(span, told)) + 2
    across = 2 if 2 * wide <= room.width else 1
    canvas = Canvas(room.width, 4 // across)
    left = max(0, (room.width - wide * across + 2) // 2)
    for at, row in enumerate(told):
        canvas.row(left + wide * (at % across), at // across, row)
    head = [(Fragment(line, "dim"),) for line in wrap(SENTENCES["would hold"], room.width)]
    return [*head, *canvas.rows()]


def _named(suit: str, glyphs: Glyphs) -> Row:
    sign = glyphs.suits[SUITS.index(suit)]
    name = TRUMPS[suit]
    return (Fragment(name if sign.isascii() else f"{sign} {name}", SUIT_STYLES[SUITS.index(suit)]),)


def piles(view: View, room: Room, glyphs: Glyphs) -> list[Row]:
    """The stock, the called card, and the trumps that lie open with who threw them; nothing where that does not fit."""
    s = state_of(view)
    laid = [Laid(None, _stock(view))] if s.stock else []
    laid += [Laid(s.called, SENTENCES["the called"])] if s.called is not None else []
    laid += [Laid(s.open[slot], words(view).called(view, thrower)) for slot, thrower in s.thrown]
    if not laid or room.height < 2 or len(laid) * NARROWEST > room.width:
        return []
    key = "thrown" if s.phase in ("discard", "refill") and s.n == 4 else "not taken"
    head = [(Fragment(line, "dim"),) for line in wrap(SENTENCES[key], room.width)] if s.thrown else []
    drawn = in_a_row(laid, room, glyphs)
    return [*head, *drawn] if len(head) + len(drawn) <= room.height else drawn


def _stock(view: View) -> str:
    s = state_of(view)
    return SENTENCES["blind" if s.n > 4 else "stock"].format(n=len(s.stock))


# -- the trick -------------------------------------------------------------------------------------------------------


def best_of(view: View, plays: Sequence[Play]) -> Play:
    """The play that wins these so far. Rules page Pitch §5.9."""
    place = state_of(view).trumps.place
    return max(plays, key=lambda play: place[play[1]])


def worth(view: View, plays: Sequence[Play], winner: Seat) -> int:
    """The points that the winner has of these cards: a two stays with who played it. Rules page Pitch §4."""
    trumps = state_of(view).trumps
    return sum(trumps.points[card] for seat, card in plays if seat == winner or card not in trumps.kept)


def trick(view: View, room: Room, glyphs: Glyphs) -> list[Row]:
    """The cards of the trick, and in a line how it stands; the last trick while the next one has not begun."""
    s = state_of(view)
    last = not s.trick and bool(s.tricks) and s.phase != "score"
    plays = s.tricks[-1].plays if last else s.trick
    said = _said(view, s.tricks[-1] if last else None, plays)
    foot = flowed([coloured(text, glyphs, "dim" if last else "") for text in said], room.width, glyphs)
    spare = room.height - (Size.BOX.height + 1 if plays else 0)
    foot = foot[: max(0, spare)] if room.height > Size.BOX.height else foot[: max(0, room.height - 2)]
    above = Room(room.width, room.height - len(foot))
    style = "dim" if last else ""
    if not plays:
        return [(), *foot][: room.height]
    if above.height < 2 * Size.BOX.height + 1:
        best = best_of(view, plays)
        names = words(view)
        laid = [Laid(card, names.called(view, seat), (seat, card) == best) for seat, card in plays]
        return [*in_a_row(laid, above, glyphs, style), *foot]
    return [*_around(view, plays, above, glyphs, style), *foot]


def _said(view: View, last: Trick | None, plays: Sequence[Play]) -> list[str]:
    """How the trick stands, or who leads to the next one."""
    s, told = state_of(view), list[str]()
    if plays:
        told += won(view, plays) if last is not None else _winning(view, plays, "highest")
    if (last is not None or not plays) and s.phase == "play":
        leader = next(iter(getattr(s.next, "seats", ())), None)
        if leader is not None:
            key = "you lead" if leader == view.seat else "leads"
            told.append(SENTENCES[key].format(who=words(view).called(view, leader)))
    return told


def won(view: View, plays: Sequence[Play]) -> list[str]:
    """Whose a complete trick is, and what it is worth."""
    return _winning(view, plays, "won")


def _winning(view: View, plays: Sequence[Play], key: str) -> list[str]:
    winner, card = best_of(view, plays)
    line = SENTENCES[f"{key} yours" if winner == view.seat else key]
    points = worth(view, plays, winner)
    told = [line.format(who=words(view).called(view, winner), card=view.text(card))]
    return [*told, SENTENCES["in it"].format(points=words(view).counted("point", points))] if points else told


def in_a_row(laid: Sequence[Laid], room: Room, glyphs: Glyphs, style: str = "") -> list[Row]:
    """Cards beside each other with words below each, in the middle of the room; the best is marked."""
    size = Size.LARGE if room.height >= ROOMY else Size.BOX if room.height > Size.BOX.height else Size.FLAT
    each = min(WIDEST, room.width // max(1, len(laid)))
    canvas = Canvas(room.width, min(room.height, size.height + 1))
    left = max(0, (room.width - each * len(laid)) // 2)
    for at, (card, below, best) in enumerate(laid):
        x = left + each * at
        canvas.block(x, 0, draw_card(card, size, glyphs, style))
        text = f"{glyphs.check} {below}" if best else below
        canvas.put(x, size.height, glyphs.clip(text, each - 1), "title" if best and not style else "dim")
    return list(canvas.rows())


def _around(view: View, plays: Sequence[Play], room: Room, glyphs: Glyphs, style: str) -> list[Row]:
    """Each card before who played it; the best is marked beside it."""
    sizes = (Size.HUGE, Size.LARGE)
    size = next((size for size in sizes if _height(size) <= room.height and 5 * size.width <= room.width), Size.BOX)
    canvas = Canvas(room.width, min(room.height, _height(size)))
    best = best_of(view, plays)
    for seat, card in plays:
        x, y = _spot(view, seat, Room(room.width, canvas.height), size)
        canvas.block(x, y, draw_card(card, size, glyphs, style))
        if (seat, card) == best:
            canvas.put(x + size.width, y + size.height // 2, glyphs.check, style or "title")
    return list(canvas.rows())


def _height(size: Size) -> int:
    """Rows of a trick with its cards around the middle."""
    return 2 * size.height + 2


def _spot(view: View, seat: Seat, room: Room, size: Size) -> tuple[int, int]:
    """Where the card of a seat lies: towards it from the middle."""
    where = places(view.state.n, view.seat or 0)
    middle, foot = (room.width - size.width) // 2, room.height - size.height
    side = foot // 2
    away = size.width + 4
    if seat in where.left:
        return middle - away, side
    if seat in where.right:
        return middle + away, side
    if seat in where.top:
        at = where.top.index(seat)
        return middle + (size.width + 2) * (2 * at - len(where.top) + 1) // 2, 0
    return middle, foot
