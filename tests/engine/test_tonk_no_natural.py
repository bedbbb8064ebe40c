"""Proofs that a dealt hand does not win (rules page Tonk §7.2): what is asked, what is mixed, what stays closed."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from engine.cards import DECK52
from engine.contract import AnyOf, Claim, IllegalMove, Mix, Move, Result, Turn, holds
from engine.games.tonk.options import TonkOptions
from engine.games.tonk.rules import RULES
from engine.games.tonk.spreads import count
from engine.games.tonk.state import TonkState
from engine.plain import PlainDealer, pending
from tests.engine.tonk_table import Table, rest_of

LOW = "2C 3D 5H 8S KD"
NINES = "9C 9D KC KH QS"
FIFTY = "TC JD QS KH KS"
FORTY_NINE = "9C JD QS KH KS"
OTHER = "4C 6D 7H AS JH"


def table(*hands: str, **options: object) -> Table:
    chosen = {"natural_high": "49_50", **options}
    stock = rest_of(*hands, "TH") if len(hands) == 2 else ""
    return Table(*hands, stock=stock, upcard="TH", proved=True, **chosen)


def passing(t: Table, seat: int) -> list[Move]:
    return [move for move in RULES.legal(t.s, seat, t.dealer.faces) if move.kind == "pass"]


def names(t: Table, move: Move) -> set[str]:
    return {t.dealer.faces[slot].name for slot in move.slots}


def test_a_seat_that_passes_names_its_two_lowest_cards_after_a_mix() -> None:
    t = table(LOW, NINES)
    assert all(slot >= len(t.dealer.faces) - 10 for held in t.s.held for slot in held)
    (low,), (nines,) = passing(t, 0), passing(t, 1)
    assert names(t, low) == {"2C", "3D"}
    assert names(t, nines) == {"9C", "9D"}
    (claim,) = RULES.proofs(t.s, 0, low, t.s.open)
    assert isinstance(claim, AnyOf)
    t.step({0: low, 1: nines})
    assert t.s.phase == "start"


@pytest.mark.parametrize("hand", [FIFTY, FORTY_NINE])
def test_a_hand_that_wins_cannot_pass_with_any_cards_named(hand: str) -> None:
    t = table(hand, OTHER)
    assert not passing(t, 0)
    for slots in combinations(t.s.held[0], 2):
        with pytest.raises(IllegalMove, match="declare it"):
            RULES.check(t.s, 0, Move("pass", (), tuple(sorted(slots))), t.dealer.faces)
    with pytest.raises(IllegalMove, match="Name the cards"):
        RULES.check(t.s, 0, Move("pass"), t.dealer.faces)


def test_the_statement_is_true_exactly_of_hands_that_do_not_win() -> None:
    rng = Random(11)
    t = table(LOW, OTHER)
    seen = Counter[bool]()
    high = [card for card in DECK52 if count([card]) >= 8]
    for _ in range(3000):
        cards = rng.sample(high, 5)
        faces = dict(zip(t.s.held[0], cards, strict=True))
        provable = any(
            all(holds(proof, faces) for proof in RULES.proofs(t.s, 0, Move("pass", (), tuple(sorted(pair))), {}))
            for pair in combinations(t.s.held[0], 2)
        )
        assert provable is (count(cards) not in (49, 50))
        seen[provable] += 1
    assert min(seen.values()) > 50


def test_for_a_fifty_alone_one_card_is_enough() -> None:
    t = table(FORTY_NINE, OTHER, natural_high="50_auto_49_turn")
    (move,) = passing(t, 0)
    assert names(t, move) == {"9C"}
    (claim,) = RULES.proofs(t.s, 0, move, t.s.open)
    assert isinstance(claim, Claim)


@pytest.mark.parametrize("hand", [LOW, NINES, OTHER])
def test_which_slots_are_named_tells_nothing_of_the_hand(hand: str) -> None:
    """After a mix every pair of slots is named equally often, whatever the hand."""
    cards = [card for card in DECK52 if card.name in hand.split()]
    others = [card for card in DECK52 if card not in cards]
    match = replace(RULES.first(RULES.Options.make(), 2), dealer=1)
    deck = [card for pair in zip(cards, others[:5], strict=True) for card in pair] + others[5:]
    pairs, rounds, rng = Counter[tuple[int, ...]](), 3000, Random(4)
    for _ in range(rounds):
        dealer: PlainDealer[TonkState] = PlainDealer(RULES, deck, rng)
        s = dealer.serve(RULES.begin(match))
        (move,) = [move for move in RULES.legal(s, 0, dealer.faces) if move.kind == "pass"]
        pairs[tuple(s.held[0].index(slot) for slot in move.slots)] += 1
    expected = rounds / 10
    assert sum((pairs[pair] - expected) ** 2 / expected for pair in combinations(range(5), 2)) < 34  # p < 0.0001


def mixes(s: TonkState) -> list[Mix]:
    return [ask for ask in pending(s) if isinstance(ask, Mix)]


def test_the_named_slots_are_mixed_away_before_the_seat_first_shows_a_card() -> None:
    t = table(LOW, OTHER)
    t.step({seat: passing(t, seat)[0] for seat in range(2)})
    drawn = RULES.apply(t.s, {0: Move("draw", value="discard")}, t.s.open)
    (mix,) = mixes(drawn)
    assert mix.seat == 0
    assert len(mix.old) == 5
    t.turn(0, "KD", "discard").turn(1, "JH", "discard")
    assert not mixes(RULES.apply(t.s, {0: Move("draw", value="discard")}, t.s.open))
    assert mixes(RULES.apply(t.s, {0: Move("draw", value="stock")}, t.s.open))


def test_no_losers_hand_is_opened_when_nothing_is_left_to_judge() -> None:
    t = Table("2C 2D 2H 3S 3D", NINES, stock="3C 4S", upcard="TH", proved=True, natural_high="49_50")
    t.step({seat: passing(t, seat)[0] for seat in range(2)})
    t.draw(0).do(0, "spread", "2C 2D 2H").do(0, "spread", "3C 3D 3S")
    result = t.s.next
    assert isinstance(result, Result)
    assert result.outcome == "tonk"
    assert result.detail.counts == (0, None)
    assert not any(slot in t.s.open for slot in t.s.held[1])


@pytest.mark.parametrize(
    ("changes", "proves"),
    [
        ({}, True),
        ({"natural_high": "50_auto_49_turn"}, True),
        ({"natural_high": "off"}, False),
        ({"natural_declare": "optional"}, False),
        ({"low13": True}, False),
        ({"low9": True}, False),
        ({"must_spread": True}, False),
        ({"audit": "always"}, False),
        ({"audit": "off"}, False),
        ({"hand_size": 7, "natural_hand_sizes": [7]}, False),
        ({"natural_hand_sizes": []}, False),
    ],
)
def test_proofs_are_given_only_where_no_audit_is_due_anyway(changes: dict[str, object], proves: bool) -> None:
    options = TonkOptions.make(**changes)
    assert options.proves_no_natural(options.size_for(2)) is proves
    s = RULES.begin(replace(RULES.first(options, 2), dealer=0))
    assert s.proved is proves


def test_a_spade_that_was_shown_for_the_side_bet_counts_as_what_it_is() -> None:
    t = table("2S 3D 5H 8C KD", "9S 9D KC KH QC", spades_stake=1)
    assert isinstance(t.s.next, Turn)
    t.step({0: Move("join"), 1: Move("join")})
    t.do(0, "show_spade", "2S").do(1, "show_spade", "9S")
    t.step({seat: passing(t, seat)[0] for seat in range(2)})
    assert t.s.phase == "start"
