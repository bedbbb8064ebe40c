"""A replay as it is being viewed: a table, whose eyes, and which step. A value; screens and plain lines share it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from cli.cards import Show
from cli.errors import Misuse
from cli.history import shelf
from cli.history.cursor import Cursor, Way
from cli.history.recorded import Recorded
from cli.history.scenes import Scene, Teller
from cli.history.sentences import say
from cli.history.shelf import Kept
from cli.history.sight import Sight, sights

Hands: TypeAlias = tuple[tuple[Scene, ...], ...]
"""The scenes of each hand."""


@dataclass(frozen=True)
class Viewing:
    """Where somebody is in a replay."""

    teller: Teller
    sights: tuple[Sight, ...]
    """All whose eyes one can look through, in turn."""
    numbers: tuple[int, ...]
    """The hands that are replayed, as the players count them; at least one."""
    hands: Hands
    cursor: Cursor

    @classmethod
    def of(cls, teller: Teller, sights: Sequence[Sight], numbers: Sequence[int]) -> "Viewing":
        """At the start of the first of these hands."""
        hands = _hands(teller, numbers)
        return cls(teller, tuple(sights), tuple(numbers), hands, Cursor(tuple(map(len, hands))))

    @property
    def scene(self) -> Scene:
        """The step that is shown."""
        return self.hands[self.cursor.hand][self.cursor.step]

    @property
    def earlier(self) -> tuple[Scene, ...]:
        """The steps of the same hand before it."""
        return self.hands[self.cursor.hand][: self.cursor.step]

    def moved(self, way: Way) -> "Viewing":
        """Gone this way."""
        return replace(self, cursor=way(self.cursor))

    def turned(self) -> "Viewing":
        """The same moment through the next eyes; the one before it, if there these see nothing worth telling."""
        sight = self.teller.sight
        at = self.sights.index(sight) if sight in self.sights else -1
        teller = replace(self.teller, sight=self.sights[(at + 1) % len(self.sights)])
        hands = _hands(teller, self.numbers)
        places = [scene.place for scene in hands[self.cursor.hand]]
        step = max((step for step, place in enumerate(places) if place <= self.scene.place), default=0)
        return replace(self, teller=teller, hands=hands, cursor=Cursor(tuple(map(len, hands)), self.cursor.hand, step))


def opened(kept: Kept, table: Recorded, show: Show) -> Viewing:
    """All hands of a kept table, as its player saw them. Raises Misuse if there are none."""
    if not table.numbers:
        raise Misuse(say("no hands"))
    eyes = sights(table.genesis.n, shelf.own_faces(kept, table), shelf.own_seat(kept, table))
    return Viewing.of(Teller(table, eyes[0], show), eyes, table.numbers)


def _hands(teller: Teller, numbers: Sequence[int]) -> Hands:
    return tuple(teller.scenes(number) for number in numbers)
