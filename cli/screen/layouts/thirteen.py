"""Thirteen on the table: what has to be beaten, large; who is out, and at which place."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import ClassVar

from cli.language import Texts
from cli.screen.canvas import Fragment, Row, wrap
from cli.screen.layouts.base import ROOMY, SPACIOUS, Intent, Layout, Room, centred
from cli.screen.look import Glyphs
from cli.screen.pieces import Size, coloured, draw_row, pressed
from cli.words import View, words_of
from cli.words.thirteen_pile import beaten
from cli.words.thirteen_reasons import RANKS, needed, nothing, shape, why
from engine.cards import Card
from engine.contract import Match, Move, Seat, Turn
from engine.games.thirteen.combinations import BOMBS, KEY, Combination, combination
from engine.games.thirteen.instant import strength
from engine.games.thirteen.state import ThirteenState

PASS, PLAY = Intent("pass"), Intent("play", cards=True)

SEEN_AGAIN = 6
"""Plays that are shown once more."""
NARROW = 50
"""Columns of a longer sentence in the middle of the table."""

SENTENCES: Texts[str] = Texts(
    {
        "place": "out, place {place}",
        "passed": "passed",
        "locked": "passed until the table is cleared",
        "may bomb": "passed, but may bomb",
        "only bomb": "may only bomb",
        "gone": "gone",
        "point": "{n} point",
        "points": "{n} points",
        # the middle of the table
        "you lead": "You lead.",
        "leads": "{name} leads.",
        "to beat": "To beat, from {owner}: {what}",
        "last play": "The last play, from {owner}: {what}",
        "unbeaten": "Nobody beat {cards}, from {owner}.",
        "have passed": "Passed: {names}",
        # what is asked for
        "nothing to claim": "You hold nothing to claim.",
        "claim": "Your hand wins at once if you claim it.",
        "lead": "You lead: choose cards to play, whatever you like.",
        "lead low": "You lead: choose cards to play, {card} among them.",
        "answer": "It takes {needed}: choose cards, or 0 passes.",
        "no answer": "It takes {needed}, and you hold none: 0 passes.",
        "unbeatable": "Nothing beats {cards}: 0 passes.",
        # what moves do
        "bomb": "Bomb, four {rank}: {cards}",
        "beats": "beats {cards}",
        "bombs": "bombs {cards}",
        "give up": "You hold what wins this hand at once. Do you want to play it out all the same?",
    }
)
"""Words of the table besides those of the game."""


class ThirteenLayout(Layout):
    """The combination to beat."""

    STEEP: ClassVar[int] = 2
    FAN: ClassVar[tuple[str, ...]] = ("9S", "9C", "9D", "9H", "2H")
    PREPARED: ClassVar[Mapping[str, tuple[Intent, ...]]] = {"lead": (PASS, PLAY), "follow": (PASS, PLAY)}

    def centre(self, view: View, room: Room, glyphs: Glyphs) -> list[Row]:
        """The combination to beat, what it is, who has passed, and the plays before it on this pile."""
        s = _state(view)
        if s.table is None:
            return centred(_empty(view, room.width, glyphs), room)
        cards = _cards(s.table.cards, room, glyphs, view)
        said = _said(view, s.table, room.width, glyphs)
        left = room.height - len(cards) - len(said)
        passed = _passed(view, room.width, glyphs) if left > 0 else []
        pile = _before(view, left - len(passed), glyphs)
        blocks = (pile, cards, said, passed)
        return [row for rows in blocks for row in centred(rows, room)][: room.height]

    def notes(self, view: View, seat: Seat) -> list[str]:
        """The place of who is out, and who has passed; who dealt means nothing in this game."""
        s = _state(view)
        if seat in s.order and not s.held[seat]:
            return [SENTENCES["place"].format(place=s.order.index(seat) + 1)]
        if seat in s.gone:
            return [SENTENCES["gone"]]
        if _may_bomb(s, seat):
            return [SENTENCES["only bomb"]]
        if seat == view.seat and seat in s.locked and isinstance(s.next, Turn):
            return [SENTENCES["may bomb" if s.options.passed_may_bomb else "locked"]]
        return [SENTENCES["passed"]] if seat in s.locked | s.answered else []

    def score(self, match: Match, ledger: Sequence[int], seat: Seat) -> str:
        """Points of the match."""
        points = match.scores[seat]
        return SENTENCES["point" if points == 1 else "points"].format(n=points)

    def total(self, amount: int) -> str:
        """Points."""
        return str(amount)

    def last(self, view: View) -> list[tuple[Seat, tuple[Card, ...]]]:
        """The plays of this pile, or of the last one, as far as they are easily read."""
        s = _state(view)
        return [*beaten(s), *s.played[-1:]][-SEEN_AGAIN:]

    def windowed(self, view: View) -> bool:
        """Claims of an instant win: most hands hold none."""
        return _state(view).phase == "claim"

    def usual(self, view: View, moves: Sequence[Move]) -> Move:
        """The greatest claim that the hand holds: it wins at once."""
        claims = [move for move in moves if move.kind == "claim"]
        return max(claims, key=lambda move: strength(str(move.value), view.shown(move)), default=moves[0])

    # -- what can be done ----------------------------------------------------------------------------------

    def intents(self, view: View) -> tuple[Intent, ...]:
        """Who is out until the table is cleared has nothing to pass: the next turn of that seat is a lead."""
        s = _state(view)
        locked = view.seat in s.locked and not s.options.passed_may_bomb
        return tuple(intent for intent in super().intents(view) if intent is not PASS or not locked)

    def careful(self, view: View, move: Move) -> bool:
        """Passing or not, where that can be chosen; one of several plays; bombs; giving up what wins at once."""
        s = _state(view)
        if move.kind != "play":
            return move.kind == "pass" or bool(self.confirm(view, move))
        found = combination(view.shown(move), s.options.twos_high_in_sequences)
        alone = view.seat is not None and len(list(islice(view.rules.legal(s, view.seat, view.faces), 2))) == 1
        return s.table is not None or not alone or (found is not None and found.type in BOMBS)

    def confirm(self, view: View, move: Move) -> str:
        """Asks before an instant win is given up."""
        return SENTENCES["give up"] if move.kind == "no_claim" and _claims(view) else ""

    def hint(self, view: View, moves: Sequence[Move]) -> str:
        """What beats the table, and whether one holds it."""
        s = _state(view)
        if s.phase == "claim":
            return SENTENCES["claim" if _claims(view) else "nothing to claim"]
        if s.phase == "lead":
            return view.tell(SENTENCES["lead" if s.low is None else "lead low"], card=s.low)
        if s.phase != "follow":
            return ""
        what = needed(view)
        if not what:
            return "" if s.table is None else view.tell(SENTENCES["unbeatable"], cards=s.table.cards)
        holds = any(move.kind == "play" for move in moves)
        return SENTENCES["answer" if holds else "no answer"].format(needed=what)

    def effect(self, view: View, move: Move) -> str:
        """What is beaten."""
        s = _state(view)
        if s.table is None or move.kind != "play":
            return ""
        new = combination(view.shown(move), s.options.twos_high_in_sequences)
        bombs = new is not None and (new.type, new.length) != (s.table.type, s.table.length)
        return view.tell(SENTENCES["bombs" if bombs else "beats"], cards=s.table.cards)

    def why(self, view: View, cards: frozenset[Card]) -> str:
        """In the words for those who still learn the game."""
        return why(view, cards)

    def never(self, view: View, cards: frozenset[Card]) -> str:
        """Cards that are no combination."""
        return nothing(view, cards)

    def label(self, view: View, move: Move) -> str:
        """A bomb of four by its rank."""
        cards = tuple(sorted(view.shown(move), key=KEY.__getitem__))
        if move.kind != "play" or len(cards) != 4 or len({card.rank for card in cards}) > 1:
            return ""
        return view.tell(SENTENCES["bomb"], cards=cards, rank=RANKS[KEY[cards[0]] // 4])


def _claims(view: View) -> bool:
    """Whether one's own hand wins at once."""
    s = _state(view)
    if view.seat is None or s.phase != "claim":
        return False
    return any(move.kind == "claim" for move in view.rules.legal(s, view.seat, view.faces))


def _cards(cards: Sequence[Card], room: Room, glyphs: Glyphs, view: View) -> list[Row]:
    """The cards to beat, as large as there is room for."""
    sizes = (Size.HUGE, SPACIOUS), (Size.LARGE, ROOMY)
    fits = (size for size, rows in sizes if room.height >= rows and len(cards) * (size.width + 1) <= room.width)
    size = next(fits, Size.BOX)
    if size is not Size.BOX or (room.height >= 6 and pressed(len(cards), size) <= room.width):
        return draw_row(cards, size, glyphs, room.width)
    if len(cards) * Size.FLAT.width <= room.width:
        return draw_row(cards, Size.FLAT, glyphs, room.width)
    return [coloured(line, glyphs, "title") for line in wrap(view.text(tuple(cards)), room.width)]


def _empty(view: View, width: int, glyphs: Glyphs) -> list[Row]:
    """Who leads and with what; what nobody has beaten. Before that, what is asked."""
    s, words = _state(view), words_of(view.rules.name)
    if s.claims:
        told = [words.news(view, ("claim", *claim)) for claim in s.claims]
        return [coloured(line, glyphs) for said in told for line in wrap(said, width)]
    if s.phase != "lead" or not isinstance(s.next, Turn):
        return [coloured(line, glyphs) for line in wrap(words.table(view)[0], min(width, NARROW))]
    (seat,) = s.next.seats
    lines = [SENTENCES["you lead" if seat == view.seat else "leads"].format(name=view.names[seat])]
    lines += [] if s.low is None else [view.tell(words.line("low"), card=s.low)]
    rows = [coloured(line, glyphs, "title") for said in lines for line in wrap(said, width)]
    if s.played:
        owner, cards = s.played[-1]
        said = view.tell(SENTENCES["unbeaten"], cards=cards, owner=words.called(view, owner))
        rows = [*[coloured(line, glyphs, "dim") for line in wrap(said, width)], *rows]
    return rows


def _said(view: View, table: Combination, width: int, glyphs: Glyphs) -> list[Row]:
    """What has to be beaten, in a sentence; its cards lie above."""
    owner = words_of(view.rules.name).called(view, _state(view).owner)
    key = "to beat" if isinstance(_state(view).next, Turn) else "last play"
    text = SENTENCES[key].format(owner=owner, what=shape(table))
    return [coloured(line, glyphs, "title") for line in wrap(text, width)]


def _passed(view: View, width: int, glyphs: Glyphs) -> list[Row]:
    """Who has passed on this pile, in the order of their turns."""
    s, words = _state(view), words_of(view.rules.name)
    order = [(s.owner + at * s.options.step) % s.n for at in range(1, s.n)]
    passed = [seat for seat in order if seat in s.locked | s.answered and not _may_bomb(s, seat)]
    names = [words.called(view, seat) for seat in passed]
    text = SENTENCES["have passed"].format(names=", ".join(names)) if names else ""
    return [coloured(glyphs.clip(text, width), glyphs, "dim")] if names else []


def _before(view: View, most: int, glyphs: Glyphs) -> list[Row]:
    """The plays that the one on the table has beaten, as many as there is room for, the oldest first."""
    words = words_of(view.rules.name)
    pile = beaten(_state(view))[-most:] if most > 0 else []
    return [
        (Fragment(f"{words.called(view, seat)} ", "dim"), *coloured(view.text(cards), glyphs)) for seat, cards in pile
    ]


def _may_bomb(s: ThirteenState, seat: Seat) -> bool:
    """Whether this seat has passed and is asked once more, for a bomb alone."""
    return isinstance(s.next, Turn) and seat in s.next.seats and seat in s.locked


def _state(view: View) -> ThirteenState:
    assert isinstance(view.state, ThirteenState)  # noqa: S101 - this is the layout of Thirteen alone
    return view.state


LAYOUT = ThirteenLayout()
