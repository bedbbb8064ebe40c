"""The general layout, which knows no game: what its words say of the table. See `cli.screen.layouts`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from cli.screen.canvas import Canvas, Fragment, Row, span, wrap
from cli.screen.look import Glyphs
from cli.screen.sentences import tell
from cli.words import View, words_of
from engine.cards import Card
from engine.contract import Match, Move, Result, Seat

ROOMY = 16
"""Rows from which on cards on the table are drawn large."""
SPACIOUS = 22
"""Rows from which on they are drawn as large as can be."""


class Room(NamedTuple):
    """The space that a layout may fill: columns and rows."""

    width: int
    height: int


class Intent(NamedTuple):
    """Something that can be decided before one's turn has come: a verb, its value, whether it takes chosen cards."""

    kind: str
    value: int | str | None = None
    cards: bool = False


class Pile(NamedTuple):
    """Click target: a place on the table that stands for a verb with this value, as the stock does for drawing."""

    kind: str
    value: int | str | None = None


class Places(NamedTuple):
    """Where the others sit, seen from one's own seat at the foot of the table."""

    left: tuple[Seat, ...]
    """From the foot upwards."""
    top: tuple[Seat, ...]
    """From left to right."""
    right: tuple[Seat, ...]
    """From the head downwards."""


def places(n: int, own: Seat) -> Places:
    """The seats of a table of `n`: the next one sits to the left of each."""
    others = [(own + 1 + at) % n for at in range(n - 1)]
    if len(others) < 2:
        return Places((), tuple(others), ())
    return Places(tuple(others[:1]), tuple(others[1:-1]), tuple(others[-1:]))


class Layout:
    """What a game shows within the shared frame, and how its cards become moves."""

    STEEP: ClassVar[int] = 99
    """How much somebody new has to learn: what has less is offered first."""
    FAN: ClassVar[tuple[str, ...]] = ("TD", "JC", "QH", "KD", "AS")
    """Five cards that stand for the game on the start screen."""
    LEAST: ClassVar[int] = 7
    """Rows of the middle of the table that the log leaves free, as far as the screen has them."""
    CONFIRM: ClassVar[Mapping[str, str]] = {}
    """By verb: what to ask before a move that ends the hand and cannot be taken back."""
    CAREFUL: ClassVar[frozenset[str]] = frozenset({"pass"})
    """Verbs that Enter alone never means: their moves have to be marked first."""
    PINNED: ClassVar[frozenset[str]] = frozenset({"pass"})
    """Verbs whose moves are seen even where not all that are offered have room."""
    PREPARED: ClassVar[Mapping[str, tuple[Intent, ...]]] = {}
    """By phase: what can be decided before one's turn has come."""

    def centre(self, view: View, room: Room, glyphs: Glyphs) -> list[Row]:
        """The middle of the table: piles, spreads, the trick, what has to be beaten. At most as large as `room`."""
        lines = [line for said in words_of(view.rules.name).table(view) for line in wrap(said, room.width)]
        return [(Fragment(line),) for line in lines[: room.height]]

    def notes(self, view: View, seat: Seat) -> list[str]:
        """Short notes beside a seat, the most important first."""
        return [tell("dealer")] if view.state.dealer == seat else []

    def caption(self, view: View) -> str:
        """What there is to say of one's own hand."""
        return ""

    def last(self, view: View) -> list[tuple[Seat, tuple[Card, ...]]]:
        """The last trick or the last plays, each seat's cards in order of play."""
        return []

    def about_last(self, view: View) -> str:
        """What to say below the last trick or the last plays; empty if they speak for themselves."""
        return ""

    def score(self, match: Match, ledger: Sequence[int], seat: Seat) -> str:
        """A seat's score: that of the match where seats have scores, else money."""
        scores = match.scores if len(match.scores) == match.n else ledger
        return f"{scores[seat]:+}" if scores[seat] else tell("even")

    def total(self, amount: int) -> str:
        """What a side has in all, on the score sheet: here it is money."""
        return f"{amount:+}" if amount else "0"

    def sides(self, names: Sequence[str], match: Match) -> list[str]:
        """Whose scores are kept, in the order of `match.scores`."""
        return list(names) if len(match.scores) == len(names) else [str(at) for at in range(len(match.scores))]

    def confirm(self, view: View, move: Move) -> str:
        """What to ask before this legal move; empty if nothing is to be asked."""
        return self.CONFIRM.get(move.kind, "")

    def careful(self, view: View, move: Move) -> bool:
        """Whether Enter alone never means this legal move."""
        return move.kind in self.CAREFUL

    def intents(self, view: View) -> tuple[Intent, ...]:
        """What can be decided now, before one's turn has come."""
        return self.PREPARED.get(view.state.phase, ())

    def single(self, view: View) -> bool:
        """Whether one card at most is chosen now, so that choosing another one puts it in its place."""
        return False

    def hint(self, view: View, moves: Sequence[Move]) -> str:
        """What is asked for, in a sentence, before cards are chosen; empty where the screen's own words will do.

        `moves` are the legal moves, or the first of very many.
        """
        return ""

    def effect(self, view: View, move: Move) -> str:
        """What this legal move does besides lying there, as the end of a sentence: "beats the pair"."""
        return ""

    def why(self, view: View, cards: frozenset[Card]) -> str:
        """Why these cards, which the rules refuse, make no move; empty where the rules say it well enough."""
        return ""

    def never(self, view: View, cards: frozenset[Card]) -> str:
        """Why these cards of one's own make no move whatever happens before one's turn; empty if they may."""
        return ""

    def windowed(self, view: View) -> bool:
        """Whether all answer now after the same time, so that nobody's speed says anything of a hand."""
        return False

    def usual(self, view: View, moves: Sequence[Move]) -> Move:
        """What is answered when the time is over and nothing else has been decided."""
        return moves[0]

    def completed(self, before: View, after: View) -> bool:
        """Whether something has just been completed that one wants to look at before it goes on: here, the hand."""
        return isinstance(after.state.next, Result) and not isinstance(before.state.next, Result)

    def label(self, view: View, move: Move) -> str:
        """A legal move in words; empty where the game's words in the numbered list will do."""
        return ""

    def short(self, move: Move) -> str:
        """A move in as few words as it can be told apart by, where room is scarce; empty if there are none."""
        return ""

    def reach(self, view: View) -> tuple[Card, ...]:
        """Cards on the table that one's own move can take by choosing them."""
        return ()

    def candidates(self, view: View, cards: frozenset[Card]) -> Iterator[Move]:
        """What the player may mean by these cards of the own hand: moves to be judged by the rules, likely ones first.

        Every verb of the phase that takes so many cards and no value.
        """
        slots = slots_of(view, cards)
        for verb in view.rules.phases.get(view.state.phase, {}).values():
            if verb.value is type(None) and verb.own:
                if verb.shows[0] <= len(slots) <= verb.shows[1] and verb.slots[0] == 0:
                    yield Move(verb.name, slots)
                if verb.slots[0] <= len(slots) <= verb.slots[1] and verb.shows[0] == 0:
                    yield Move(verb.name, (), slots)


def slots_of(view: View, cards: frozenset[Card]) -> tuple[int, ...]:
    """The slots of one's own hand with these faces, ascending."""
    held = () if view.seat is None else view.state.held[view.seat]
    return tuple(sorted(slot for slot in held if view.faces.get(slot) in cards))


def titled(title: str, rows: Sequence[Row]) -> list[Row]:
    """Rows below a heading."""
    return [(Fragment(title, "dim"),), *rows]


def centred(rows: Sequence[Row], room: Room) -> list[Row]:
    """Rows in the middle of the room, from left to right."""
    wide = max((span(row) for row in rows), default=0)
    canvas = Canvas(room.width, min(len(rows), room.height))
    canvas.block(max(0, (room.width - wide) // 2), 0, rows)
    return list(canvas.rows())
