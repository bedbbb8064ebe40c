"""The plain dealer, and imagined deals."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK52, Card
from engine.contract import IllegalMove, Move, Result, Turn
from engine.plain import PlainDealer, imagine, pending
from tests.engine.high_card import HIGH, HighState


def hand(rng: Random | None = None, seats: int = 0, n: int = 2) -> tuple[HighState, PlainDealer[HighState]]:
    dealer: PlainDealer[HighState] = PlainDealer(HIGH, DECK52, rng, seats)
    return dealer.serve(HIGH.begin(HIGH.first(HIGH.Options.make(), n))), dealer


def test_it_serves_until_somebody_is_to_move() -> None:
    s, dealer = hand()
    assert isinstance(s.next, Turn)
    assert pending(s) == ()
    assert pending(HIGH.begin(HIGH.first(HIGH.Options.make(), 2))) != ()
    assert dealer.serve(s) is s


def test_without_random_numbers_a_mix_keeps_the_order() -> None:
    s, dealer = hand()
    assert [dealer.faces[slot] for slot in s.held[0]] == list(DECK52[:3])


def test_with_random_numbers_a_mix_permutes() -> None:
    orders = set()
    for seed in range(60):
        s, dealer = hand(Random(seed))
        cards = tuple(dealer.faces[slot] for slot in s.held[0])
        assert sorted(cards) == list(DECK52[:3])
        orders.add(cards)
    assert len(orders) == 6


def test_each_seat_learns_what_is_its_to_know() -> None:
    s, dealer = hand(seats=2)
    assert set(dealer.known[0]) == {0, 1, 2, *s.held[0]}
    assert set(dealer.known[1]) == {3, 4, 5, *s.held[1]}
    s = dealer.play(s, {0: Move("stay"), 1: Move("stay")})
    shown = s.held[0][:1]
    dealer.play(s, {0: Move("play", shown)})
    assert dealer.known[1][shown[0]] == dealer.faces[shown[0]], "what is played is open to all"
    assert s.held[0][1] not in dealer.known[1]


def test_a_refused_step_changes_nothing() -> None:
    s, dealer = hand(seats=2)
    before = [dict(known) for known in dealer.known]
    with pytest.raises(IllegalMove):
        dealer.play(s, {0: Move("play", s.held[0][:1]), 1: Move("stay")})
    assert dealer.known == before


def test_it_plays_a_hand_to_its_result() -> None:
    s, dealer = hand()
    s = dealer.play(s, {0: Move("raise"), 1: Move("stay")})
    s = dealer.play(s, {0: Move("play", s.held[0][:1])})
    s = dealer.play(s, {1: Move("play", s.held[1][2:])})
    assert s.next == Result("won", (1,), (-2, 2))


# -- imagined deals -----------------------------------------------------------------------------------------------

limits_of = st.dictionaries(st.integers(0, 9), st.frozensets(st.sampled_from(DECK52[:14]), min_size=1), max_size=10)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(limits_of, st.integers(0, 2**32))
def test_an_imagined_deal_obeys_every_claim_or_there_is_none(limits: dict[int, frozenset[Card]], seed: int) -> None:
    known = {20: DECK52[20]}
    try:
        deal = imagine(limits, known, range(10), DECK52[:14], Random(seed))
    except ValueError:
        assert not matching_exists(limits)
        return
    assert matching_exists(limits)
    assert deal[20] == DECK52[20]
    cards = [deal[slot] for slot in range(10)]
    assert len(set(cards)) == 10
    assert all(card in DECK52[:14] for card in cards)
    assert all(deal[slot] in allowed for slot, allowed in limits.items())


def matching_exists(limits: dict[int, frozenset[Card]]) -> bool:
    """Hall's condition, over all sets of limited slots; the others take what is left, and there is enough."""
    slots = list(limits)
    for chosen in range(1, 1 << len(slots)):
        some = [slot for i, slot in enumerate(slots) if chosen >> i & 1]
        if len(frozenset[Card]().union(*[limits[slot] for slot in some])) < len(some):
            return False
    return True


def test_imagined_deals_differ_and_are_the_same_for_the_same_numbers() -> None:
    deals = [imagine({}, {}, range(5), DECK52, Random(seed)) for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]


def test_every_card_is_as_likely_in_every_slot() -> None:
    counts = [0] * 4
    for seed in range(800):
        counts[imagine({}, {}, range(4), DECK52[:4], Random(seed))[2]] += 1
    assert all(150 < count < 250 for count in counts)
