"""Books, runs, hits and counts (rules page Tonk §2, §3.3, §5.5)."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import CARDS, DECK52, Card
from engine.games.tonk.options import TonkOptions
from engine.games.tonk.spreads import Spread, arrange, count, extend, fitting, hand_count, must_lay, spreads_in
from tests.engine.tonk_table import cards_of

LOW = TonkOptions.make()
HIGH = TonkOptions.make(ace_in_runs="high_or_low")
both = st.sampled_from([LOW, HIGH])
few_cards = st.lists(st.sampled_from(DECK52), max_size=10, unique=True)
# hands in which spreads are common: three ranks or so, two suits
near_cards = st.lists(
    st.sampled_from([CARDS[13 * suit + rank] for suit in range(4) for rank in (0, 1, 2, 10, 11, 12)]),
    max_size=9,
    unique=True,
)


def kind_by_definition(cards: tuple[Card, ...], options: TonkOptions) -> str | None:
    """§2, word for word: a row of places in which the ace stands at the low end, or at the high one."""
    if len(cards) < 3:
        return None
    if len({card.rank for card in cards}) == 1:
        return "book"
    if len({card.suit for card in cards}) > 1:
        return None
    rows = ["A23456789TJQK"] if options.ace_in_runs == "low" else ["A23456789TJQK", "23456789TJQKA"]
    for row in rows:
        places = sorted(row.index(card.name[0]) for card in cards)
        if places == list(range(places[0], places[0] + len(cards))):
            return "run"
    return None


@pytest.mark.parametrize(
    ("cards", "low", "high"),
    [
        ("7C 7D 7H", "book: 7C 7D 7H", "book: 7C 7D 7H"),
        ("7S 7H 7D 7C", "book: 7C 7D 7H 7S", "book: 7C 7D 7H 7S"),
        ("3H AH 2H", "run: AH 2H 3H", "run: AH 2H 3H"),
        ("AS QS KS", None, "run: QS KS AS"),
        ("AS JS QS KS", None, "run: JS QS KS AS"),
        ("KS AS 2S", None, None),
        ("QS KS AS 2S", None, None),
        ("AS 2S 3S QS KS", None, None),
        ("5H 6H", None, None),
        ("5H 6H 7D", None, None),
        ("5H 6H 8H", None, None),
        ("KC AD 2D", None, None),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",) + ("run: AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",) * 2,
    ],
)
def test_spreads(cards: str, low: str | None, high: str | None) -> None:
    for options, expected in ((LOW, low), (HIGH, high)):
        made = arrange(cards_of(cards), options)
        assert (made and f"{made[0]}: {' '.join(card.name for card in made[1])}") == expected


@settings(max_examples=300, deadline=None, derandomize=True)
@given(near_cards | few_cards, both)
def test_the_spreads_of_a_hand_are_those_of_the_definition(hand: list[Card], options: TonkOptions) -> None:
    listed = [tuple(sorted(spread)) for spread in spreads_in(hand, options)]
    expected = {
        cards
        for size in range(3, len(hand) + 1)
        for cards in combinations(sorted(hand), size)
        if kind_by_definition(cards, options)
    }
    assert set(listed) == expected
    assert len(listed) == len(expected), "none is listed twice"
    for spread in spreads_in(hand, options):
        assert arrange(spread, options) is not None


def test_all_thirteen_cards_of_a_suit_make_one_run() -> None:
    assert max(len(spread) for spread in spreads_in(DECK52[:13], HIGH)) == 13


@settings(max_examples=300, deadline=None, derandomize=True)
@given(near_cards, both, st.sampled_from(["all", "runs_only"]))
def test_what_fits_a_spread_is_what_extends_it(hand: list[Card], options: TonkOptions, targets: str) -> None:
    options = TonkOptions.make(ace_in_runs=options.ace_in_runs, hit_targets=targets)
    for cards in spreads_in(hand, options):
        kind, row = arrange(cards, options) or ("", ())
        spread = Spread(0, 0, kind, row)
        extending = [card for card in DECK52 if card not in row and extend(spread, (card,), options)]
        assert sorted(fitting(spread, options)) == extending
        assert len(set(fitting(spread, options))) == len(fitting(spread, options))


@pytest.mark.parametrize(
    ("spread", "fits", "high_fits"),
    [
        ("5C 6C 7C", "4C 8C", "4C 8C"),
        ("AC 2C 3C", "4C", "4C"),
        ("JC QC KC", "TC", "TC AC"),
        ("2C 3C 4C", "AC 5C", "AC 5C"),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "AC", "AC"),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "", ""),
        ("9C 9D 9S", "9H", "9H"),
        ("9C 9D 9H 9S", "", ""),
    ],
)
def test_what_fits(spread: str, fits: str, high_fits: str) -> None:
    for options, expected in ((LOW, fits), (HIGH, high_fits)):
        kind, row = arrange(cards_of(spread), options) or ("", ())
        assert sorted(fitting(Spread(0, 0, kind, row), options)) == sorted(cards_of(expected))


def test_a_run_with_a_high_ace_grows_downwards_only() -> None:
    run = Spread(0, 0, "run", cards_of("QC KC AC"))
    assert fitting(run, HIGH) == [Card.parse("JC")]
    assert extend(run, cards_of("2C"), HIGH) is None
    longer = extend(run, cards_of("TC JC"), HIGH)
    assert longer is not None
    assert longer.cards == cards_of("TC JC QC KC AC")


def test_books_are_closed_to_hits_with_runs_only() -> None:
    book = Spread(0, 0, "book", cards_of("9C 9D 9S"))
    only = TonkOptions.make(hit_targets="runs_only")
    assert extend(book, cards_of("9H"), LOW) is not None
    assert extend(book, cards_of("9H"), only) is None


def test_a_hit_of_several_cards_is_the_same_as_single_ones() -> None:
    run = Spread(0, 0, "run", cards_of("5C 6C 7C"))
    both_ends = extend(run, cards_of("8C 4C 9C"), LOW)
    assert both_ends is not None
    assert both_ends.cards == cards_of("4C 5C 6C 7C 8C 9C")
    assert extend(run, cards_of("4C 9C"), LOW) is None


# -- the duty to lay ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "changes", "owes"),
    [
        ("4C 5C 6C QD 9H", {}, True),
        ("4C 5C QC QD 9H", {}, False),
        ("AC AD AH QD 9H", {}, False),
        ("AC AD AH QD 9H", {"must_spread_ace_exception": False}, True),
        ("AC AD AH AS 9H", {}, True),
        ("AC AD AH 2H 3H", {}, True),
        ("AC AD AH 9C 9D 9S", {}, True),
        ("4C 5C 6C", {}, True),
        ("4C 5C 6C", {"spread_out": False}, False),
        ("4C 5C 6C 7C", {"spread_out": False}, True),
        ("9C 9D 9S", {"spread_out": False}, False),
        ("9C 9D 9H 9S", {"spread_out": False}, True),
        ("QC KC AC 5D 7H", {}, False),
        ("QC KC AC 5D 7H", {"ace_in_runs": "high_or_low"}, True),
        ("AC 2C 3C AD AH", {}, True),
    ],
)
def test_must_lay(hand: str, changes: dict[str, object], owes: bool) -> None:
    assert must_lay(cards_of(hand), TonkOptions.make(must_spread=True, **changes)) is owes


# -- counts -------------------------------------------------------------------------------------------------------


def test_points() -> None:
    assert count(cards_of("AC 2C 9C TC JC QC KC")) == 1 + 2 + 9 + 40
    assert count(()) == 0


@pytest.mark.parametrize(
    ("hand", "counted"),
    [
        ("5C 6C 7C KD", 10),
        ("7C 7D 7H 8C 9C", 14),
        ("7C 7D 7H 7S 8C 9C", 0),
        ("7C 7D 7H 7S 8C TC", 18),
        ("5C 6C 7C 7D 7H", 11),
        ("4C 5C 6C 7C 7D 7H 7S", 0),
        ("9C 9D 9H KC KD KH 2S", 2),
        ("", 0),
    ],
)
def test_without_spreads_held_the_least_sum_counts(hand: str, counted: int) -> None:
    cards = cards_of(hand)
    assert hand_count(cards, TonkOptions.make(hand_spreads_count=False)) == counted
    assert hand_count(cards, LOW) == count(cards)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(near_cards, both)
def test_the_least_sum_is_the_least_over_all_ways_to_set_spreads_aside(hand: list[Card], options: TonkOptions) -> None:
    options = TonkOptions.make(ace_in_runs=options.ace_in_runs, hand_spreads_count=False)

    def least(cards: list[Card]) -> int:
        ways = [least([card for card in cards if card not in spread]) for spread in spreads_in(cards, options)]
        return min([count(cards), *ways])

    assert hand_count(hand, options) == least(hand)
