"""The contract's machinery, by a game that is made for it: High card (see high_card.py)."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bench import moves_per_second
from engine.cards import DECK52, Card
from engine.contract import (
    GO_ON,
    AnyOf,
    Claim,
    Deal,
    Duty,
    Faces,
    IllegalMove,
    Mix,
    Move,
    Open,
    Result,
    Seat,
    State,
    Turn,
    holds,
)
from engine.plain import PlainDealer
from tests.engine.high_card import HIGH, LOW, HighState
from tests.engine.properties import Game, play_match

C = Card.parse
SEVEN, EIGHT, KING = C("7S"), C("8S"), C("KS")


def started(*names: str) -> tuple[HighState, PlainDealer[HighState]]:
    """A hand of three cards a seat, up to the raise; fresh slots stand in the order of the old ones."""
    cards = [C(name) for name in " ".join(names).split()]
    deck = [*cards, *[card for card in DECK52 if card not in cards]]
    dealer: PlainDealer[HighState] = PlainDealer(HIGH, deck, seats=len(names))
    match = HIGH.first(HIGH.Options.make(), len(names))
    return dealer.serve(HIGH.begin(match)), dealer


def playing(*names: str) -> tuple[HighState, PlainDealer[HighState]]:
    s, dealer = started(*names)
    return dealer.play(s, dict.fromkeys(range(s.n), Move("stay"))), dealer


THREE = ("2C 3C 4C", "5D 6D 7D", "JH QH KH")


def slot_of(s: State, faces: Faces, name: str) -> int:
    (found,) = [slot for held in s.held for slot in held if faces[slot] == C(name)]
    return found


def test_a_game_is_added_without_touching_anything_else() -> None:
    for seed in range(40):
        for n in HIGH.seats(HIGH.Options.make()):
            (result,) = play_match(Game(HIGH), HIGH.Options.make(), n, seed)
            assert result.outcome == "won"


def test_a_match_ends_when_its_game_says_so() -> None:
    options = HIGH.Options.make(rounds=2)
    match = HIGH.first(options, 2)
    match = HIGH.settle(match, Result("won", (0,), (1, -1)))
    assert not match.over
    match = HIGH.settle(match, Result("won", (0,), (1, -1)))
    assert match.over
    assert match.winners == (0,)


def test_speed_is_measured_for_any_game() -> None:
    ticks = iter(range(1000))
    speed = moves_per_second(HIGH, HIGH.Options.make(rounds=1), 2, 3, Random(1), clock=lambda: float(next(ticks)))
    assert speed > 0
    assert next(ticks) == 4, "it stops as soon as the time is over"


# -- asks ---------------------------------------------------------------------------------------------------------


def test_asks_are_served_before_anybody_moves() -> None:
    match = HIGH.first(HIGH.Options.make(), 2)
    s = HIGH.begin(match)
    assert s.next == (Deal(0, (0, 1, 2)), Deal(1, (3, 4, 5)))
    with pytest.raises(IllegalMove, match="Nobody is to move now"):
        HIGH.check(s, 0, Move("raise"), {})
    with pytest.raises(IllegalMove, match="Nobody is to move now"):
        HIGH.apply(s, {0: Move("raise")}, {})
    assert list(HIGH.legal(s, 0, {})) == []
    s = HIGH.resume(s, {})
    assert s.next == (Mix(0, (0, 1, 2), (52, 53, 54)), Mix(1, (3, 4, 5), (55, 56, 57)))
    s = HIGH.resume(s, {})
    assert s.held == ((52, 53, 54), (55, 56, 57))
    with pytest.raises(IllegalMove, match="asked for nothing"):
        HIGH.resume(s, {})


def test_a_mix_takes_closed_slots_only_and_needs_two() -> None:
    s = State(None, 2, 0, held=((3, 4, 5), (6,)), open={4: SEVEN}, minted=52)
    assert s.mix(0) == (Mix(0, (3, 5), (52, 53)),)
    assert s.minted == 54
    assert s.mix(1) == ()
    s.open = {3: KING, 4: SEVEN}
    assert s.mix(0) == ()
    assert s.minted == 54


def test_open_cards_keep_their_slot_through_a_mix() -> None:
    s = HighState(None, 2, 0, "mix", (Mix(0, (3, 5), (52, 53)),), ((3, 4, 5), ()), {4: SEVEN}, minted=54)
    assert HIGH.resume(s, {}).held[0] == (4, 52, 53)


def test_what_claims_proved_goes_along_with_a_mix() -> None:
    low, high = frozenset(DECK52[:3]), frozenset(DECK52[2:5])
    s = HighState(None, 1, 0, "mix", (Mix(0, (3, 5), (52, 53)),), ((3, 5),), limits={3: low, 5: high})
    assert HIGH.resume(s, {}).limits[52] == low | high
    s.limits = {3: low}
    assert 52 not in HIGH.resume(s, {}).limits, "the other slot may be anything"


def test_opening_tells_everybody() -> None:
    s = HighState(None, 2, 0, "mix", (Open((7, 8)),), ((), ()))
    assert HIGH.resume(s, {7: SEVEN, 8: KING, 9: EIGHT}).open == {7: SEVEN, 8: KING}


# -- one judge ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "move", "why"),
    [
        (1, Move("play", (55,)), "It is not your turn"),
        (0, Move("burn_it"), "You cannot burn it now"),
        (0, Move("raise"), "You cannot raise now"),
        (0, GO_ON, "You cannot go on now"),
        (0, Move("play"), "This is not how to play"),
        (0, Move("play", (52, 53)), "This is not how to play"),
        (0, Move("play", (52,), (53,)), "This is not how to play"),
        (0, Move("play", (52,), value=1), "This is not how to play"),
        (0, Move("burn", (52,)), "This is not how to burn"),
        (0, Move("play", (55,)), "You do not hold this card"),
        (0, Move("play", (0,)), "You do not hold this card"),
        (0, Move("burn", (), (57,)), "You do not hold this card"),
        (0, Move("burn", (), (53,)), "Burn your lowest card"),
        (1, Move("burn", (), (55,)), "It is not your turn"),
    ],
)
def test_refusals(seat: Seat, move: Move, why: str) -> None:
    s, dealer = playing(*THREE)
    before = repr(s)
    with pytest.raises(IllegalMove, match=why):
        HIGH.check(s, seat, move, dealer.faces)
    with pytest.raises(IllegalMove, match=why):
        HIGH.apply(s, {seat: move}, dealer.faces)
    assert repr(s) == before


def test_a_refusal_keeps_its_template_for_other_languages() -> None:
    error = IllegalMove("You need {points} points.", points=3)
    assert (str(error), error.template, error.values) == (
        "You need 3 points.",
        "You need {points} points.",
        {"points": 3},
    )
    assert str(IllegalMove("Braces {} stay.")) == "Braces {} stay."


def test_claims_are_judged_by_the_faces_given_and_narrow_what_is_known() -> None:
    s, dealer = playing("JC QC KC", "2D 3D 4D")
    jack = slot_of(s, dealer.faces, "JC")
    burn = Move("burn", (), (jack,))
    with pytest.raises(IllegalMove, match="A picture may not be burned"):
        HIGH.check(s, 0, burn, dealer.faces)
    HIGH.check(s, 0, burn, {})
    assert HIGH.apply(s, {0: burn}, {}).limits == {jack: LOW}
    assert [type(proof) for proof in HIGH.proofs(s, 0, burn, {})] == [Claim, Duty]
    assert HIGH.proofs(s, 0, GO_ON, {}) == ()
    assert HIGH.proofs(s, 0, Move("unheard_of"), {}) == ()


def test_claims_of_one_slot_add_up() -> None:
    s, dealer = playing(*THREE)
    slot = s.held[0][0]
    s.limits = {slot: frozenset({dealer.faces[slot], KING})}
    assert HIGH.apply(s, {0: Move("burn", (), (slot,))}, {}).limits == {slot: frozenset({dealer.faces[slot]})}


def test_what_is_not_known_has_the_benefit_of_the_doubt() -> None:
    low, high = Claim((1,), frozenset({SEVEN, EIGHT}), ""), Claim((2,), frozenset({KING}), "")
    assert holds(low, {})
    assert holds(low, {1: SEVEN, 2: SEVEN})
    assert not holds(low, {1: KING})
    either = AnyOf(((low, high), (Claim((1,), frozenset({KING}), ""),)), "")
    assert holds(either, {1: KING, 2: SEVEN})
    assert holds(either, {1: SEVEN, 2: KING})
    assert holds(either, {1: SEVEN})
    assert not holds(either, {1: SEVEN, 2: SEVEN})
    duty = Duty((1, 2), lambda cards: cards[0] < cards[1], "")
    assert holds(duty, {1: KING})
    assert holds(duty, {1: SEVEN, 2: EIGHT})
    assert not holds(duty, {1: EIGHT, 2: SEVEN})


# -- steps --------------------------------------------------------------------------------------------------------


def test_simultaneous_moves_are_judged_one_by_one_and_closed_together() -> None:
    s, dealer = started(*THREE)
    assert s.next == Turn((0, 1, 2), sealed=True)
    for seat in (2, 0, 1):
        HIGH.check(s, seat, Move("raise"), {})
    after = HIGH.apply(s, {2: Move("raise"), 0: Move("raise"), 1: Move("stay")}, {})
    assert after.raised == (0, 2), "in the turn's order, not in that of arrival"
    assert after.next == Turn((0,), (1, 2))
    with pytest.raises(IllegalMove):
        HIGH.apply(s, {0: Move("raise"), 1: Move("play", (55,)), 2: Move("stay")}, dealer.faces)


def test_watchers_may_let_the_moment_pass_or_interrupt() -> None:
    s, dealer = playing(*THREE)
    assert list(HIGH.legal(s, 1, dealer.faces)) == [GO_ON, Move("fold")]
    HIGH.check(s, 1, GO_ON, {})
    HIGH.check(s, 1, Move("fold"), {})
    with pytest.raises(IllegalMove, match="It is not your turn"):
        HIGH.check(s, 1, Move("play", (55,)), dealer.faces)
    quiet = dealer.play(s, {0: Move("play", (52,)), 1: GO_ON, 2: GO_ON})
    assert quiet.next == Turn((1,), (2, 0))
    assert quiet.folded == ()


def test_interrupts_count_after_the_move_in_the_watchers_order() -> None:
    s, dealer = playing(*THREE)
    after = dealer.play(s, {2: Move("fold"), 0: Move("play", (52,)), 1: GO_ON})
    assert after.played == ((C("2C"), 0),)
    assert after.folded == (2,)
    assert after.news == (("play", 0, C("2C")),)


def test_an_interrupt_that_comes_too_late_lapses() -> None:
    s, dealer = playing(*THREE)
    after = dealer.play(s, {0: Move("play", (52,)), 1: Move("fold"), 2: GO_ON})
    assert after.folded == (), "it is seat 1 that is to play now"
    assert after.news[-1] == ("late", 1)


def test_an_interrupt_may_come_without_the_move() -> None:
    s, dealer = playing(*THREE)
    after = HIGH.apply(s, {2: Move("fold")}, dealer.faces)
    assert after.folded == (2,)
    assert after.next == s.next


def test_a_turn_of_watchers_only_is_closed() -> None:
    s, dealer = playing(*THREE)
    s = replace(s, phase="play", next=Turn((), (0, 1, 2)))
    after = HIGH.apply(s, {1: Move("fold")}, {})
    assert after.next == Turn((0,), (1, 2))
    assert after.folded == (1,)
    with pytest.raises(IllegalMove, match="It is not your turn"):
        HIGH.check(s, 0, Move("play", (52,)), dealer.faces)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_drafts_leave_the_state_alone(seed: int) -> None:
    rng = Random(seed)
    deck = rng.sample(DECK52, 52)
    dealer: PlainDealer[HighState] = PlainDealer(HIGH, deck, rng)
    s = dealer.serve(HIGH.begin(HIGH.first(HIGH.Options.make(), 3)))
    while isinstance(s.next, Turn):
        before = repr(s)
        moves = {seat: rng.choice(list(HIGH.legal(s, seat, dealer.faces))) for seat in s.next.seats}
        after = dealer.play(s, moves)
        assert repr(s) == before
        s = after


# -- drafts -------------------------------------------------------------------------------------------------------


def test_hands_gain_and_lose_slots() -> None:
    s = State(None, 3, 0, held=((1,), (2, 3), ()))
    draft = s.edit()
    draft.gain(2, (9,))
    draft.lose(1, (2,))
    assert draft.held == ((1,), (3,), (9,))
    assert s.held == ((1,), (2, 3), ())
    for wrong in ((4,), (3, 4), (3, 3)):
        with pytest.raises(IllegalMove, match="You do not hold these cards"):
            draft.lose(1, wrong)


def test_the_round_goes_clockwise() -> None:
    s = State(None, 4, 0)
    assert s.round_from(2) == (2, 3, 0, 1)
    assert s.round_from(5) == (1, 2, 3, 0)
