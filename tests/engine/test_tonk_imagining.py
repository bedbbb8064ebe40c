"""Imagined hands of Tonk: they pay what the rules page says, and every card stays somewhere."""

from random import Random
from typing import Any

import pytest

from engine.cards import DECK52, Card
from engine.games.tonk.imagining import World, expected
from engine.games.tonk.options import TonkOptions
from tests.engine.tonk_table import cards_of

HANDS = {10: "TC", 12: "TD 2C", 15: "TH 5C", 20: "TS QC", 30: "JC JD QH", 34: "KC KD QD 4C"}
TIED = {15: "JH 5D", 20: "JS QS"}


def world(*hands: str, seat: int = 0, stock: str = "", top: str = "", **options: Any) -> World:
    n = len(hands)
    made = TonkOptions.make(**{"max_players": 4, **options})
    upcard = Card.parse(top) if top else None
    held = [list(cards_of(hand)) for hand in hands]
    return World(made, held, list(reversed(cards_of(stock))), upcard, [], [1] * n, [0] * n, seat)


@pytest.mark.parametrize(
    ("hands", "options", "payoff"),
    [
        ((12, 34, 30), {}, [2, -1, -1]),
        ((20, 15, 10), {}, [-4, 1, 3]),
        ((20, 15, 10), {"caught_adds_stake": True}, [-5, 1, 4]),
        ((20, 15, 10), {"caught_payment": "wikipedia"}, [-3, 0, 3]),
        ((20, 15, 10), {"caught_payment": "texas"}, [-2, -1, 3]),
        ((20, "tied", 10), {}, [-4, 1, 3]),
        ((20, "tied", 10), {"caught_payment": "wikipedia"}, [-2, -1, 3]),
        ((15, "tied", 30), {}, [-2, 3, -1]),
        ((20, 15, "tied"), {}, [-4, 2, 2]),
    ],
)
def test_a_drop_pays_as_in_the_worked_examples(hands: tuple[Any, ...], options: dict[str, Any], payoff: Any) -> None:
    """Rules page Tonk §6.9."""
    names = [TIED[hands[i - 1]] if points == "tied" else HANDS[points] for i, points in enumerate(hands)]
    assert world(*names, **options).dropped(0) == payoff


def test_a_hand_that_runs_dry_pays_the_lowest_or_nobody_in_a_tie() -> None:
    assert world(HANDS[12], HANDS[20]).dry() == [1, -1]
    assert world(HANDS[15], TIED[15]).dry() == [0, 0]
    assert world(HANDS[15], TIED[15], HANDS[30], dry_tie="pay_each").dry() == [1, 1, -2]


def test_a_drawn_card_that_empties_the_hand_is_a_tonk_or_an_out_by_option() -> None:
    mine, others = "4C 5C 6C 9H 9D", ("KH QD JS 8C 7H", "KS QH JD 8D TH")
    assert world(mine, *others, stock="9S 2D 3H").play_on() == [4, -2, -2]
    assert world("9H 9D", *others, stock="9S 2D 3H", tonk_needs_full_hand=True).play_on() == [2, -1, -1]


def test_a_discard_that_makes_a_spread_is_taken() -> None:
    w = world("4C 5C QD 9H 2S", "KH QS JS 8C 7H", stock="KD KC", top="6C")
    w.play_on()
    assert [spread.cards for spread in w.spreads] == [cards_of("4C 5C 6C")]


def test_imagined_hands_end_sum_to_zero_and_invent_no_card() -> None:
    rng = Random(4)
    for preset in TonkOptions.presets:
        options = TonkOptions.make(preset)
        for n in range(2, options.max_players + 1):
            for _ in range(5):
                deck = rng.sample(DECK52, 52)
                hands = [[deck.pop() for _ in range(options.size_for(n))] for _ in range(n)]
                w = World(options, hands, deck, deck.pop(), [], [0] * n, [0] * n, rng.randrange(n))
                assert sum(w.play_on()) == 0
                left = [card for hand in w.hands for card in hand] + w.stock
                left += [card for spread in w.spreads for card in spread.cards]
                assert len(set(left)) == len(left)


def test_hands_get_lower_with_every_turn() -> None:
    assert expected(5, 0) == pytest.approx(33)
    assert expected(5, 4) < expected(5, 1) < expected(5, 0)
