"""Combinations and what beats what, against definitions by construction (rules page Thirteen §3-§5)."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product
from random import Random
from typing import TypeAlias

import pytest

from engine.cards import DECK52, Card
from engine.games.thirteen.combinations import BY_KEY, KEY, Combination, beats, combination
from engine.games.thirteen.finding import answers, bombs, by_rank, leads
from engine.games.thirteen.options import BombOrder, ThirteenOptions

ORDER = "3456789TJQKA2"
ORDERS: tuple[BombOrder, ...] = ("same_type", "longer_runs", "southern")
Built: TypeAlias = dict[frozenset[Card], tuple[str, int, Card]]


def cards(text: str) -> list[Card]:
    return [Card.parse(name) for name in text.split()]


def named(text: str, twos_high: bool = False) -> tuple[str, int, str] | None:
    found = combination(cards(text), twos_high)
    return found and (found.type, found.length, BY_KEY[found.key].name)


def highest(of: Iterable[Card]) -> Card:
    """By the words of the page: rank counts first, then suits from spades to hearts."""
    return max(of, key=lambda card: (ORDER.index(card.name[0]), "SCDH".index(card.name[1])))


def built(ranks: str, suits: str, twos_high: bool) -> Built:
    """Every combination of a small pack, made from the table of the page, with type, length and deciding card."""
    made: Built = {}

    def add(kind: str, length: int, of: Iterable[Card], top: Iterable[Card]) -> None:
        whole = frozenset(of)
        assert whole not in made, "every set of cards has at most one type"
        made[whole] = (kind, length, highest(top))

    by_rank = {rank: [Card.parse(rank + suit) for suit in suits] for rank in ranks}
    for same in by_rank.values():
        for size, kind in enumerate(("single", "pair", "triple", "quad"), 1):
            for some in combinations(same, size):
                add(kind, size, some, some)
    for start in range(13):
        for end in range(start + 3, 14):
            run = ORDER[start:end]
            if not set(run) <= set(ranks):
                continue
            if "2" not in run or twos_high:
                for some in product(*[by_rank[rank] for rank in run]):
                    add("sequence", len(run), some, some[-1:])
            if "2" not in run and len(suits) > 1:
                for pairs in product(*[list(combinations(by_rank[rank], 2)) for rank in run]):
                    add("double_sequence", len(run), chain(*pairs), pairs[-1])
    return made


def subsets(of: list[Card]) -> Iterator[tuple[Card, ...]]:
    return chain.from_iterable(combinations(of, size) for size in range(1, len(of) + 1))


@pytest.mark.parametrize("twos_high", [False, True])
@pytest.mark.parametrize(("ranks", "suits"), [("3456", "SCDH"), ("QKA2", "SCDH"), ("A2345", "SCD"), ("9TJQKA2", "DH")])
def test_every_set_of_a_small_pack_is_what_the_page_says(ranks: str, suits: str, twos_high: bool) -> None:
    pack = [Card.parse(rank + suit) for rank in ranks for suit in suits]
    made = built(ranks, suits, twos_high)
    for some in subsets(pack):
        found = combination(some, twos_high)
        assert (found and (found.type, found.length, BY_KEY[found.key])) == made.get(frozenset(some))
        if found:
            assert found.cards == tuple(sorted(some, key=lambda card: KEY[card]))


def test_keys_rank_the_whole_pack() -> None:
    assert [card.name for card in BY_KEY[:5]] == ["3S", "3C", "3D", "3H", "4S"]
    assert [card.name for card in BY_KEY[-5:]] == ["AH", "2S", "2C", "2D", "2H"]
    assert [KEY[card] for card in BY_KEY] == list(range(52))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9D", ("single", 1, "9D")),
        ("9D 9S", ("pair", 2, "9D")),
        ("2D 2S 2C", ("triple", 3, "2D")),
        ("2D 2S 2C 2H", ("quad", 4, "2H")),
        ("QS KH AC", ("sequence", 3, "AC")),
        ("KS AH 2C", None),
        ("AS 2H 3C", None),
        ("AS 3H 4C", None),
        ("5S 5C 6S 6C", None),
        ("5S 5C 5D 6S 6C 6D", None),
        ("5S 5C 5D 6S 6C 7D", None),
        ("5S 5C 6S 6C 7D 7H", ("double_sequence", 3, "7H")),
        ("KS KC AS AC 2D 2H", None),
        ("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", ("sequence", 12, "AS")),
        ("3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 8S 8C 9S 9C TS TC", ("double_sequence", 8, "TC")),
        ("3S 5H", None),
        ("", None),
    ],
)
def test_combinations_of_the_page(text: str, expected: tuple[str, int, str] | None) -> None:
    assert named(text) == expected


def test_a_two_may_end_a_sequence_by_option_only() -> None:
    assert named("KS AH 2C", twos_high=True) == ("sequence", 3, "2C")
    assert named("AS 2H 3C", twos_high=True) is None
    assert named("KS KC AS AC 2D 2H", twos_high=True) is None
    thirteen = combination(BY_KEY[::4], twos_high=True)
    assert thirteen is not None
    assert (thirteen.type, thirteen.length) == ("sequence", 13)


# -- what beats what ------------------------------------------------------------------------------------------------

LADDER = ["3 pairs", "quad", "4 pairs", "5 pairs", "6 pairs", "7 pairs", "8 pairs"]
RUNS = [name for name in LADDER if name != "quad"]
ON_TWOS = {"single": ["quad", *RUNS], "pair": RUNS[1:], "triple": RUNS[2:], "quad": []}


def called(shape: Combination) -> str:
    return f"{shape.length} pairs" if shape.type == "double_sequence" else shape.type


def answer(new: Combination, table: Combination, order: BombOrder) -> bool:
    """Section 5, said as lists of names."""
    if called(new) == called(table) and new.length == table.length:
        return new.key > table.key
    two_on_table = table.type in ON_TWOS and table.key >= KEY[Card.parse("2S")]
    if two_on_table:
        extra = ["quad"] if order == "southern" and table.type == "pair" else []
        return called(new) in ON_TWOS[table.type] + extra
    if called(new) not in LADDER or called(table) not in LADDER:
        return False
    above = {
        "same_type": [],
        "longer_runs": RUNS[RUNS.index(called(table)) + 1 :] if called(table) in RUNS else [],
        "southern": LADDER[LADDER.index(called(table)) + 1 :],
    }
    return called(new) in above[order]


def shapes() -> list[Combination]:
    """One combination for every type, length and deciding card of the full pack."""
    found = [Combination(kind, size, key) for size, kind in enumerate(("single", "pair", "triple", "quad"), 1)
             for key in range(52) if key % 4 >= size - 1]  # fmt: skip
    found += [Combination("sequence", length, key) for length in range(3, 14) for key in range(4 * (length - 1), 52)]
    found += [
        Combination("double_sequence", length, key)
        for length in range(3, 9)
        for key in range(4 * (length - 1), 48)
        if key % 4 >= 1
    ]
    return found


@pytest.mark.parametrize("order", ORDERS)
def test_everything_against_everything(order: BombOrder) -> None:
    every = shapes()
    assert len(every) == 529
    for table in every:
        for new in every:
            assert beats(new, table, order) == answer(new, table, order), (new, table)


@pytest.mark.parametrize("order", ORDERS)
def test_nothing_beats_itself_and_nobody_beats_each_other(order: BombOrder) -> None:
    every = shapes()
    for table in every:
        assert not beats(table, table, order)
        assert not any(beats(new, table, order) and beats(table, new, order) for new in every)


def test_the_southern_ladder_has_all_rungs_with_long_hands() -> None:
    low = 4 * 8 + 1
    rungs = [Combination("double_sequence", n, low) for n in (3, 4, 5, 6, 7, 8)]
    rungs.insert(1, Combination("quad", 4, 3))
    for i, lower in enumerate(rungs):
        for j, higher in enumerate(rungs):
            assert beats(higher, lower, "southern") == (j > i)


# -- finding them in a hand -----------------------------------------------------------------------------------------


def options(twos_high: bool, order: BombOrder) -> ThirteenOptions:
    return ThirteenOptions.make(twos_high_in_sequences=twos_high, bomb_order=order)


@pytest.mark.parametrize("seed", range(12))
def test_hands_hold_what_trying_every_subset_finds(seed: int) -> None:
    rng = Random(seed)
    opt = options(bool(seed % 2), ORDERS[seed % 3])
    ranks = 13 if seed % 4 else 6  # few ranks make bombs and long sequences likely
    hand = rng.sample([card for card in DECK52 if KEY[card] // 4 >= 13 - ranks], 11)
    groups = by_rank([KEY[card] for card in hand])
    every = [found for some in subsets(hand) if (found := combination(some, opt.twos_high_in_sequences))]
    assert sorted(leads(groups, opt)) == sorted(tuple(KEY[card] for card in found.cards) for found in every)
    for table in [*rng.sample(shapes(), 150), Combination("single", 1, 48), Combination("pair", 2, 49)]:
        good = [found for found in every if beats(found, table, opt.bomb_order)]
        expected = sorted(tuple(KEY[card] for card in found.cards) for found in good)
        assert sorted(answers(groups, table, opt)) == expected
        bombing = [found for found in good if found.type in ("quad", "double_sequence")]
        assert sorted(bombs(groups, table, opt)) == sorted(tuple(KEY[c] for c in found.cards) for found in bombing)
