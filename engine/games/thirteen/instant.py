"""Instant wins: the patterns, how claims compare, and the claims that a hand holds. Rules page Thirteen §7."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from engine.cards import Card
from engine.games.thirteen.combinations import KEY, TWO, shape_of
from engine.games.thirteen.finding import Keys, Ranks
from engine.games.thirteen.options import INSTANT_WINS


def fits(kind: str, cards: Iterable[Card]) -> bool:
    """Whether these different cards are exactly what a claim of this kind shows."""
    keys = sorted([KEY[card] for card in cards])
    ranks = [key // 4 for key in keys]
    if kind == "four_twos":
        return ranks == [TWO] * 4
    if kind == "dragon":
        return ranks == list(range(TWO))
    if kind == "six_pairs":
        return len(ranks) == 12 and ranks[::2] == ranks[1::2]
    shape = shape_of(keys, twos_high=False)
    return shape is not None and (shape.type, shape.length) == ("double_sequence", 5)


def strength(kind: str, cards: Iterable[Card]) -> tuple[int, int]:
    """Of several claims the greatest wins: by kind, then by the highest card."""
    return (-INSTANT_WINS.index(kind), max(KEY[card] for card in cards))


def claims(ranks: Ranks, kinds: Sequence[str]) -> Iterator[tuple[str, Keys]]:
    """The strongest claim of each of these kinds that the hand holds: kind and ascending keys."""
    for kind in kinds:
        keys = _BEST[kind](ranks)
        if keys:
            yield kind, keys


def _four_twos(ranks: Ranks) -> Keys:
    twos = tuple(ranks.get(TWO, ()))
    return twos if len(twos) == 4 else ()


def _dragon(ranks: Ranks) -> Keys:
    return tuple([ranks[rank][-1] for rank in range(TWO)]) if all(rank in ranks for rank in range(TWO)) else ()


def _six_pairs(ranks: Ranks) -> Keys:
    pairs = [pair for keys in ranks.values() for pair in zip(keys[-2::-2], keys[-1::-2], strict=False)]
    return tuple(sorted(chain.from_iterable(sorted(pairs)[-6:]))) if len(pairs) >= 6 else ()


def _five_pair_run(ranks: Ranks) -> Keys:
    for start in reversed(range(TWO - 4)):
        run = [ranks.get(rank, ())[-2:] for rank in range(start, start + 5)]
        if all(len(pair) == 2 for pair in run):
            return tuple(chain.from_iterable(run))
    return ()


_BEST: Mapping[str, Callable[[Ranks], Keys]] = {
    "four_twos": _four_twos,
    "dragon": _dragon,
    "six_pairs": _six_pairs,
    "five_pair_run": _five_pair_run,
}
