"""What one seat can tell about the cards that it does not see: who may beat what."""

from collections.abc import Iterable
from math import comb, prod

from engine.contract import Seat
from engine.games.thirteen.combinations import KEY, SETS, TWO
from engine.games.thirteen.state import ThirteenState


class Odds:
    """Estimates from counting cards: every unseen card is as likely in one closed place as in another."""

    def __init__(self, s: ThirteenState, seat: Seat, hand: Iterable[int]) -> None:
        """`hand` holds the keys of this seat's own cards."""
        seen = {KEY[card] for card in s.open.values()}.union(hand)
        self.unseen = [key for key in range(52) if key not in seen]
        self.by_rank = [0] * (TWO + 1)
        for key in self.unseen:
            self.by_rank[key // 4] += 1
        self.cards = {rival: len(s.held[rival]) for rival in s.active() if rival != seat}
        self.top_of_sequences = TWO if s.options.twos_high_in_sequences else TWO - 1
        self._memo: dict[tuple[str, int, int, Seat], float] = {}

    def answers(self, kind: str, length: int, key: int, rivals: Iterable[Seat]) -> float:
        """How many combinations that beat this one these rivals are expected to hold, bombs on 2s left aside."""
        return sum([self.answers_of(kind, length, key, rival) for rival in rivals])

    def answers_of(self, kind: str, length: int, key: int, rival: Seat) -> float:
        """The same of one rival."""
        size = 2 * length if kind == "double_sequence" else length
        if size > self.cards[rival]:
            return 0.0
        what = (kind, length, key, rival)
        if what not in self._memo:
            share = self.cards[rival] / max(1, len(self.unseen))
            self._memo[what] = self._expected(kind, length, key, share)
        return self._memo[what]

    def _expected(self, kind: str, length: int, key: int, share: float) -> float:
        rank = key // 4
        higher = sum(other > key for other in self.unseen if other // 4 == rank)
        if kind in SETS:
            own = _at_least(length, self.by_rank[rank], share) * (higher > 0)
            return own + sum([_at_least(length, self.by_rank[r], share) for r in range(rank + 1, TWO + 1)])
        need, top = (1, self.top_of_sequences) if kind == "sequence" else (2, TWO - 1)
        chances = [_at_least(need, count, share) for count in self.by_rank]
        own = prod(chances[rank - length + 1 : rank]) * _at_least(1, higher, share)
        return own + sum([prod(chances[r - length + 1 : r + 1]) for r in range(rank + 1, top + 1)])


def _at_least(wanted: int, of: int, share: float) -> float:
    """The chance to hold at least so many `of` some cards, each of which is held with the chance `share`."""
    return sum([comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(wanted, of + 1)])
