"""Pitch on the table: the trick, each card before who played it; bids, trump, and points of the sides."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from cli.language import Texts
from cli.screen.canvas import Canvas, Fragment, Row, wrap
from cli.screen.layouts.base import ROOMY, Intent, Layout, Room, places, slots_of
from cli.screen.look import Glyphs
from cli.screen.pieces import Size, coloured, draw_card
from cli.words import View, words_of
from engine.cards import Card
from engine.contract import Match, Move, Seat
from engine.games.pitch.settlement import entry_of
from engine.games.pitch.state import HAND, MOON, PitchState, Play

SENTENCES: Texts[str] = Texts(
    {
        "bid": "Bid {n}",
        "bid moon": "Moon",
        "passed": "passed",
        "out": "out",
        "partner": "partner",
        "trump one": "1 trump",
        "trumps": "{n} trumps",
        "point": "{n} point",
        "points": "{n} points",
        "team": "{one} and {other}",
        "contract": "{trump} trump, {who}: {bid}",
        "called": "called {card}",
        "taken": "points {ours}:{theirs}",
        "thrown": "To be taken: {cards}.",
        "last trick": "The last trick, won by {winner}",
    }
)

TRUMPS: Mapping[str, str] = Texts({"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"})


class PitchLayout(Layout):
    """The trick."""

    CONFIRM: ClassVar[Mapping[str, str]] = Texts(
        {"moon": "To shoot the moon is to bid that your side takes every point. If it does not, that is dear."}
    )
    CAREFUL: ClassVar[frozenset[str]] = frozenset({"pass", "moon", "pass_rest", "out", "bid", "refill"})
    PREPARED: ClassVar[Mapping[str, tuple[Intent, ...]]] = {
        "bid": (Intent("pass"),),
        "play": (Intent("play", cards=True),),
    }

    def centre(self, view: View, room: Room, glyphs: Glyphs) -> list[Row]:
        """Contract and points in a line, the trick below; before the play, what is known so far."""
        s = _state(view)
        if s.phase not in ("play", "missing", "score"):
            said = words_of(view.rules.name).turn(view)[:-1]
            lines = [line for text in [*said, *_thrown(view)] for line in wrap(text, room.width)]
            return [coloured(line, glyphs) for line in dict.fromkeys(lines)][: room.height]
        rows: list[Row] = [(Fragment(line, "title"),) for line in wrap(_contract(view, glyphs), room.width)]
        left = Room(room.width, room.height - len(rows))
        return [*rows, *_trick(view, left, glyphs)]

    def notes(self, view: View, seat: Seat) -> list[str]:
        """Bids while they are made, then who bid, and who is out."""
        s = _state(view)
        notes = [_bid(amount) for bidder, amount in s.bids if bidder == seat and (s.phase == "bid" or amount == s.bid)]
        if seat in s.out:
            notes.append(SENTENCES["out"])
        if s.n == 5 and seat == s.partner:
            notes.append(SENTENCES["partner"])
        return [*notes, *super().notes(view, seat)]

    def caption(self, view: View) -> str:
        """How many trumps one holds."""
        s = _state(view)
        if not s.trump:
            return ""
        n = sum(card in s.trumps.trumps for card in view.own())
        return SENTENCES["trump one" if n == 1 else "trumps"].format(n=n)

    def last(self, view: View) -> list[tuple[Seat, tuple[Card, ...]]]:
        """The last trick."""
        tricks = _state(view).tricks
        return [(seat, (card,)) for seat, card in tricks[-1].plays] if tricks else []

    def score(self, match: Match, ledger: Sequence[int], seat: Seat) -> str:
        """The score of the seat's side."""
        points = match.scores[entry_of(match.n, seat)]
        return SENTENCES["point" if points == 1 else "points"].format(n=points)

    def sides(self, names: Sequence[str], match: Match) -> list[str]:
        """With four seats the two teams."""
        if match.n != 4:
            return super().sides(names, match)
        return [SENTENCES["team"].format(one=names[at], other=names[at + 2]) for at in (0, 1)]

    def label(self, view: View, move: Move) -> str:
        """A bid with its number."""
        return SENTENCES["bid"].format(n=move.value) if move.kind == "bid" else ""

    def reach(self, view: View) -> tuple[Card, ...]:
        """Trumps that others have thrown."""
        s = _state(view)
        return tuple(s.open[slot] for slot, thrower in s.thrown if thrower != view.seat) if s.phase == "refill" else ()

    def candidates(self, view: View, cards: frozenset[Card]) -> Iterator[Move]:
        """Trumps that are chosen for a discard go with all that are no trumps; those to burn are shown or not."""
        s = _state(view)
        if s.phase == "refill":
            taken = tuple(sorted(slot for slot, _ in s.thrown if s.open[slot] in cards))
            need = HAND - len(view.own()) - len(taken)
            if len(taken) == len(cards):
                yield Move("refill", (), taken, max(0, min(need, len(s.stock))))
            return
        if s.phase not in ("discard", "rest_discard"):
            yield from super().candidates(view, cards)
            return
        trumps = s.trumps.trumps
        thrown = slots_of(view, cards & trumps)
        others = slots_of(view, frozenset(view.own()) - trumps)
        shown = s.options.discard_show == "open"
        yield Move("discard", tuple(sorted((*thrown, *others))) if shown else thrown, () if shown else others)


def _bid(amount: int) -> str:
    return (
        SENTENCES["bid moon"]
        if amount == MOON
        else SENTENCES["bid"].format(n=amount)
        if amount
        else SENTENCES["passed"]
    )


def _contract(view: View, glyphs: Glyphs) -> str:
    s = _state(view)
    words = words_of(view.rules.name)
    who = words.called(view, s.bidder)
    bid = SENTENCES["contract"].format(trump=TRUMPS[s.trump], who=who, bid=_bid(s.bid).lower())
    points = "" if s.n != 4 else SENTENCES["taken"].format(ours=_points(view, 0), theirs=_points(view, 1))
    called = "" if s.called is None else SENTENCES["called"].format(card=view.text(s.called))
    return glyphs.joined(bid, called, points)


def _points(view: View, other: int) -> int:
    """Points taken in tricks so far by one's own side (0), or by the other (1)."""
    s = _state(view)
    first = ((view.seat or 0) + other) % 2
    return sum(s.taken[first::2])


def _thrown(view: View) -> list[str]:
    s = _state(view)
    words = words_of(view.rules.name)
    if s.phase == "refill":
        return []  # the words of the turn say it
    told = [f"{words.called(view, thrower)} {view.text(s.open[slot])}" for slot, thrower in s.thrown]
    return [SENTENCES["thrown"].format(cards=", ".join(told))] if told else []


def _trick(view: View, room: Room, glyphs: Glyphs) -> list[Row]:
    """The cards of the trick; the last trick while the next one has not begun."""
    s = _state(view)
    last = not s.trick and bool(s.tricks) and s.phase != "score"
    plays = s.tricks[-1].plays if last else s.trick
    canvas = Canvas(room.width, room.height)
    if last:
        winner = words_of(view.rules.name).called(view, s.tricks[-1].winner)
        canvas.put(0, room.height - 1, glyphs.clip(SENTENCES["last trick"].format(winner=winner), room.width), "dim")
    style = "dim" if last else ""
    if room.height >= 2 * Size.BOX.height + 1:
        size = Size.LARGE if room.height >= ROOMY else Size.BOX
        for seat, card in plays:
            x, y = _spot(view, seat, room, size)
            canvas.block(x, y, draw_card(card, size, glyphs, style))
    else:
        _in_a_row(canvas, view, plays, glyphs, style)
    return list(canvas.rows())


def _in_a_row(canvas: Canvas, view: View, plays: Sequence[Play], glyphs: Glyphs, style: str) -> None:
    """Cards in the order of play, each with the name of who played it."""
    size = Size.BOX if canvas.height >= Size.BOX.height + 1 else Size.FLAT
    each = min(12, canvas.width // max(1, view.state.n))
    for at, (seat, card) in enumerate(plays):
        x = each * at
        canvas.block(x, 0, draw_card(card, size, glyphs, style))
        name = words_of(view.rules.name).called(view, seat)
        canvas.put(x, size.height, glyphs.clip(name, each - 1), "dim")


def _spot(view: View, seat: Seat, room: Room, size: Size) -> tuple[int, int]:
    """Where the card of a seat lies: towards it from the middle."""
    where = places(view.state.n, view.seat or 0)
    middle, foot = (room.width - size.width) // 2, min(room.height, 2 * size.height + 2) - size.height
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


def _state(view: View) -> PitchState:
    assert isinstance(view.state, PitchState)  # noqa: S101 - this is the layout of Pitch alone
    return view.state


LAYOUT = PitchLayout()
