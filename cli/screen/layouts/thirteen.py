"""Thirteen on the table: what has to be beaten, large; who is out, and at which place."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from cli.language import Texts
from cli.screen.canvas import Fragment, Row, wrap
from cli.screen.layouts.base import ROOMY, Intent, Layout, Room, centred
from cli.screen.look import Glyphs
from cli.screen.pieces import Size, coloured, draw_row
from cli.words import View, words_of
from engine.cards import Card
from engine.contract import Match, Seat
from engine.games.thirteen.combinations import beats, combination
from engine.games.thirteen.state import ThirteenState

PASS, PLAY = Intent("pass"), Intent("play", cards=True)

SENTENCES: Texts[str] = Texts(
    {
        "place": "out, place {place}",
        "passed": "passed",
        "gone": "gone",
        "point": "{n} point",
        "points": "{n} points",
    }
)


class ThirteenLayout(Layout):
    """The combination to beat."""

    CAREFUL: ClassVar[frozenset[str]] = frozenset({"pass", "claim"})
    PREPARED: ClassVar[Mapping[str, tuple[Intent, ...]]] = {"lead": (PASS, PLAY), "follow": (PASS, PLAY)}

    def centre(self, view: View, room: Room, glyphs: Glyphs) -> list[Row]:
        """The combination to beat, what it is, and the plays before it on this pile."""
        s = _state(view)
        if s.table is None:
            return centred(_said(view, room.width, glyphs), room)
        size = Size.BOX if room.height >= 7 else Size.FLAT
        roomy = room.height >= ROOMY and len(s.table.cards) * (Size.LARGE.width + 1) <= room.width
        size = Size.LARGE if roomy else size
        rows = draw_row(s.table.cards, size, glyphs, room.width)
        said = _said(view, room.width, glyphs)
        pile = _before(view, room.height - len(rows) - len(said) - 1, glyphs)
        return [*centred(pile, room), *centred(rows, room), *centred(said, room)][: room.height]

    def notes(self, view: View, seat: Seat) -> list[str]:
        """The place of who is out, and who has passed."""
        s = _state(view)
        notes = []
        if seat in s.order and not s.held[seat]:
            notes.append(SENTENCES["place"].format(place=s.order.index(seat) + 1))
        elif seat in s.gone:
            notes.append(SENTENCES["gone"])
        elif seat in s.locked | s.answered:
            notes.append(SENTENCES["passed"])
        return [*notes, *super().notes(view, seat)]

    def score(self, match: Match, ledger: Sequence[int], seat: Seat) -> str:
        """Points of the match."""
        points = match.scores[seat]
        return SENTENCES["point" if points == 1 else "points"].format(n=points)

    def last(self, view: View) -> list[tuple[Seat, tuple[Card, ...]]]:
        """The last plays."""
        return list(_state(view).played[-3:])


def _said(view: View, width: int, glyphs: Glyphs) -> list[Row]:
    """What has to be beaten, in a sentence."""
    text = words_of(view.rules.name).table(view)[0]
    return [coloured(line, glyphs) for line in wrap(text, width)]


def _before(view: View, most: int, glyphs: Glyphs) -> list[Row]:
    """The plays that the one on the table has beaten, as many as there is room for, the oldest first."""
    words = words_of(view.rules.name)
    pile = _beaten(_state(view))[-most:] if most > 0 else []
    return [
        (Fragment(f"{words.called(view, seat)} ", "dim"), *coloured(view.text(cards), glyphs)) for seat, cards in pile
    ]


def _beaten(s: ThirteenState) -> list[tuple[Seat, tuple[Card, ...]]]:
    """The plays below the one on the table.

    The state does not say where a pile began, but nobody plays twice in a row on one, and each play beats the last.
    """
    twos = s.options.twos_high_in_sequences
    pile: list[tuple[Seat, tuple[Card, ...]]] = []
    for (seat, cards), (later, beaten_by) in zip(s.played[-2::-1], s.played[::-1], strict=False):
        below, above = combination(cards, twos), combination(beaten_by, twos)
        if seat == later or below is None or above is None or not beats(above, below, s.options.bomb_order):
            break
        pile.insert(0, (seat, cards))
    return pile


def _state(view: View) -> ThirteenState:
    assert isinstance(view.state, ThirteenState)  # noqa: S101 - this is the layout of Thirteen alone
    return view.state


LAYOUT = ThirteenLayout()
