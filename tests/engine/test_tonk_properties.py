"""Random play of Tonk under random options, over whole tables of nodes (see properties.py)."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cards import DECK52
from engine.contract import Faces, Move, Result, Seat
from engine.games.tonk.rules import RULES
from engine.games.tonk.spreads import arrange, extend
from engine.games.tonk.state import TonkState
from tests.engine.properties import Game, options_of, play_match


def conserved(s: TonkState, faces: Faces) -> None:
    """Every card of the deck is in one hand, the stock, the pile or a spread, once it is dealt."""
    if s.phase in ("cut", "join") or not s.trail:
        return
    slots = [slot for held in s.held for slot in held] + [*s.stock, *s.pile]
    cards = [faces[slot] for slot in slots if slot in faces] + [card for spread in s.spreads for card in spread.cards]
    unmade = sum(slot not in faces for slot in slots)
    assert len(cards) + unmade == 52
    if not unmade:
        assert sorted(cards) == list(DECK52)
    for spread in s.spreads:
        assert arrange(spread.cards, s.options) == (spread.kind, spread.cards)
    assert 0 <= s.buried <= len(s.pile)


def several_hits(s: TonkState, seat: Seat, move: Move, faces: Faces) -> bool:
    """A hit of several cards is the same as single ones, which are listed one after the other (§2)."""
    if move.kind != "hit" or len(move.shows) < 2:
        return False
    cards = tuple(faces[slot] for slot in move.shows)
    return extend(s.spread_at(move.value), cards, s.options) is not None


TONK = Game(
    RULES,
    conserved,
    several_hits,
    values=("stock", "discard"),
    weights={"drop": 0.05, "decline": 0.3, "spread": 8.0, "hit": 8.0, "clear": 4.0, "extra_discard": 2.0},
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Any, int]:
    """Options and a number of seats that they allow."""
    options = draw(options_of(RULES))
    return options, draw(st.sampled_from(RULES.seats(options)))


@settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(tables(), st.integers(0, 2**32), st.integers(1, 7))
def test_random_hands_of_honest_seats(table: tuple[Any, int], seed: int, stake: int) -> None:
    options, n = table
    cut, hand = play_match(TONK, options, n, seed, hands=2, stake=stake)
    assert cut.outcome == "cut"
    assert_sound(hand, stake, n)


def assert_sound(hand: Result, stake: int, n: int) -> None:
    assert hand.fouls == (), "nobody can foul by legal moves"
    assert sum(hand.payoff) == 0
    assert hand.outcome in {"natural", "tonk", "out", "drop", "caught", "dry", "draw"}
    assert (hand.winners == ()) == (hand.outcome == "draw")
    balance = [0] * n
    for payer, payee, amount, _ in hand.detail.payments:
        assert payer != payee
        assert amount > 0
        balance[payer] -= amount
        balance[payee] += amount
    assert tuple(balance) == hand.payoff


@settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(
    options_of(RULES, drop_when="any_time", must_spread=True, hit_lockout_turns=1, audit="auto", max_players=4),
    st.integers(0, 2**32),
    st.integers(2, 4),
)
def test_random_hands_with_drops_out_of_turn(options: Any, seed: int, n: int) -> None:
    _, hand = play_match(TONK, options, n, seed, hands=2)
    assert_sound(hand, 1, n)
