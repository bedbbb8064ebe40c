"""How to get rid of a hand: the cheapest split into combinations, seen as numbers of cards by rank."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from engine.games.thirteen.combinations import SETS, TWO

Counts: TypeAlias = tuple[int, ...]
"""Cards by rank, 3 … 2."""

Part: TypeAlias = tuple[str, int, int]
"""A combination: type, length, top rank."""


class Planner:
    """Splits hands into combinations so that the sum of what each costs is least; remembers what it has split."""

    def __init__(self, cost: Callable[[str, int, int], float], twos_high: bool) -> None:
        """`cost(type, length, top rank)` is what a combination in the hand costs; it may be less than nothing."""
        self._cost = cost
        self._top = TWO + 1 if twos_high else TWO
        self._costs: dict[Part, float] = {}
        self._memo: dict[Counts, float] = {(0,) * (TWO + 1): 0.0}
        self._last: dict[Counts, float] = {(0,) * (TWO + 1): 0.0}

    def cost(self, hand: Counts) -> float:
        """The cost of the best split."""
        known = self._memo.get(hand)
        if known is None:
            known = min([self._price(part) + self.cost(rest) for part, rest in self._splits(hand)])
            self._memo[hand] = known
        return known

    def cost_on_lead(self, hand: Counts) -> float:
        """The same where one combination is free, because it is played last and from the lead."""
        known = self._last.get(hand)
        if known is None:
            known = min(
                [min(self._price(part) + self.cost_on_lead(rest), self.cost(rest)) for part, rest in self._splits(hand)]
            )
            self._last[hand] = known
        return known

    def _price(self, part: Part) -> float:
        price = self._costs.get(part)
        if price is None:
            price = self._costs[part] = self._cost(*part)
        return price

    def _splits(self, hand: Counts) -> Iterator[tuple[Part, Counts]]:
        """What can be taken off with one of the lowest cards in it, and what remains."""
        low = next(rank for rank, count in enumerate(hand) if count)
        for size in range(1, hand[low] + 1):
            yield (SETS[size], size, low), _without(hand, low, low, size)
        for kind, each, end in (("sequence", 1, self._top), ("double_sequence", 2, TWO)):
            rank = low
            while rank < end and hand[rank] >= each:
                if rank - low >= 2:
                    yield (kind, rank - low + 1, rank), _without(hand, low, rank, each)
                rank += 1


def _without(hand: Counts, low: int, high: int, each: int) -> Counts:
    return (*hand[:low], *[count - each for count in hand[low : high + 1]], *hand[high + 1 :])
