"""The plain dealer: a list of cards. Rules tests, scenario cases and computer players' imagination use it."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Generic

from engine.cards import Card
from engine.contract import Ask, Deal, Faces, Mix, Move, Open, Result, Rules, Seat, Slot, State, StateT, Turn


class PlainDealer(Generic[StateT]):
    """Deals one hand from a list of cards, deck order, and knows every face.

    With `rng` a mix really permutes; without, fresh slots stand in the order of the old ones. With `seats` it also
    keeps what each seat may know, in `known[seat]`.
    """

    def __init__(
        self, rules: Rules[StateT, Any], deck: Iterable[Card], rng: Random | None = None, seats: int = 0
    ) -> None:
        self.rules = rules
        self.faces: dict[Slot, Card] = dict(enumerate(deck))
        self.rng = rng
        self.known: list[dict[Slot, Card]] = [{} for _ in range(seats)]

    def serve(self, s: StateT) -> StateT:
        """Answer asks until somebody is to move or the hand is over."""
        while asks := pending(s):
            for ask in asks:
                if isinstance(ask, Mix):
                    self._mix(ask)
                else:
                    self._show(ask)
            s = self.rules.resume(s, self.faces)
        return s

    def play(self, s: StateT, moves: Mapping[Seat, Move]) -> StateT:
        """Close a step with these moves and serve what follows. Raises IllegalMove."""
        after = self.rules.apply(s, moves, self.faces)
        for known in self.known:
            known.update({slot: self.faces[slot] for move in moves.values() for slot in move.shows})
        return self.serve(after)

    def _mix(self, ask: Mix) -> None:
        old = list(ask.old)
        if self.rng is not None:
            self.rng.shuffle(old)
        for before, after in zip(old, ask.new, strict=True):
            self.faces[after] = self.faces[before]
        if self.known:
            self.known[ask.seat].update({slot: self.faces[slot] for slot in ask.new})

    def _show(self, ask: Deal | Open) -> None:
        if not self.known:
            return
        if isinstance(ask, Deal):
            self.known[ask.seat].update({slot: self.faces[slot] for slot in ask.slots})
        else:
            for known in self.known:
                known.update({slot: self.faces[slot] for slot in ask.slots})


def pending(s: State) -> tuple[Ask, ...]:
    """The asks that the state waits for; none if somebody is to move or the hand is over."""
    return () if isinstance(s.next, Turn | Result) else s.next


def imagine(
    limits: Mapping[Slot, frozenset[Card]],
    faces: Faces,
    unknown: Iterable[Slot],
    unseen: Iterable[Card],
    rng: Random,
) -> dict[Slot, Card]:
    """A full deal that agrees with `faces` and with every claim: a random matching of unseen cards to slots.

    `unknown` slots each get one of the `unseen` cards, of which there must be enough. Raises ValueError if no
    deal agrees with the claims.
    """
    slots = list(unknown)
    cards = list(unseen)
    rng.shuffle(slots)
    rng.shuffle(cards)
    slots.sort(key=lambda slot: len(limits[slot]) if slot in limits else 99)
    holder: dict[Card, Slot] = {}

    def place(slot: Slot, tried: set[Card]) -> bool:
        allowed = limits.get(slot)
        fitting = [card for card in cards if card not in tried and (allowed is None or card in allowed)]
        for card in fitting:
            if card not in holder:
                holder[card] = slot
                return True
        for card in fitting:
            tried.add(card)
            if place(holder[card], tried):
                holder[card] = slot
                return True
        return False

    for slot in slots:
        if not place(slot, set()):
            raise ValueError("no deal agrees with what is known")
    return {**faces, **{slot: card for card, slot in holder.items()}}
