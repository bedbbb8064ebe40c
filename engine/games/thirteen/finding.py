"""The combinations that a hand holds. Hands are ascending keys; so are the combinations found."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from typing import TypeAlias

from engine.games.thirteen.combinations import BOMBS, TWO, Combination, beats, shape_of
from engine.games.thirteen.options import ThirteenOptions

Keys: TypeAlias = tuple[int, ...]
Ranks: TypeAlias = Mapping[int, Sequence[int]]
"""The keys of a hand by rank, both ascending."""


def by_rank(keys: Sequence[int]) -> Ranks:
    """The hand sorted into ranks."""
    ranks: dict[int, list[int]] = {}
    for key in sorted(keys):
        ranks.setdefault(key // 4, []).append(key)
    return ranks


def leads(ranks: Ranks, options: ThirteenOptions) -> Iterator[Keys]:
    """Everything that can be led."""
    for size in (1, 2, 3, 4):
        yield from sets(ranks, size)
    yield from sequences(ranks, options.twos_high_in_sequences)
    yield from double_sequences(ranks)


def answers(ranks: Ranks, table: Combination, options: ThirteenOptions) -> Iterator[Keys]:
    """Everything that beats the table."""
    if table.type == "sequence":
        yield from sequences(ranks, options.twos_high_in_sequences, table.length, table.key)
    elif table.type not in BOMBS:
        for keys in sets(ranks, table.length):
            if keys[-1] > table.key:
                yield keys
    yield from bombs(ranks, table, options)


def bombs(ranks: Ranks, table: Combination, options: ThirteenOptions) -> Iterator[Keys]:
    """The bombs that beat the table."""
    if not (table.twos or table.type in BOMBS):
        return
    for keys in chain(sets(ranks, 4), double_sequences(ranks)):
        shape = shape_of(keys, options.twos_high_in_sequences)
        if shape and beats(shape, table, options.bomb_order):
            yield keys


def sets(ranks: Ranks, size: int) -> Iterator[Keys]:
    """Singles, pairs, triples or quads."""
    for keys in ranks.values():
        if len(keys) >= size:
            yield from combinations(keys, size)


def sequences(ranks: Ranks, twos_high: bool, length: int = 0, above: int = -1) -> Iterator[Keys]:
    """Sequences of `length` cards (0: any) whose top key is above `above`."""
    for start in ranks:
        stretch: list[Sequence[int]] = []
        for rank in range(start, TWO + twos_high):
            if rank not in ranks or len(stretch) == length > 0:
                break
            stretch.append(ranks[rank])
            if len(stretch) >= 3 and length in (0, len(stretch)):
                tops = [key for key in ranks[rank] if key > above]
                yield from product(*stretch[:-1], tops)


def double_sequences(ranks: Ranks) -> Iterator[Keys]:
    """Double sequences of any length."""
    for start in ranks:
        stretch: list[list[Keys]] = []
        for rank in range(start, TWO):
            if len(ranks.get(rank, ())) < 2:
                break
            stretch.append(list(combinations(ranks[rank], 2)))
            if len(stretch) >= 3:
                for pairs in product(*stretch):
                    yield tuple(chain.from_iterable(pairs))
