"""The computer player of Pitch: always legal, deterministic, blind to what its seat does not see, and no fool."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cards import Card
from engine.contract import Move, Result, Turn
from engine.games.pitch.imagining import Unseen, World, best_six, call, numbers, play_out
from engine.games.pitch.options import Options
from engine.games.pitch.player import choose
from engine.games.pitch.rules import RULES
from engine.games.pitch.state import PitchState
from engine.plain import PlainDealer
from tests.engine.properties import MOST_LISTED, Game, Nodes, options_of

PITCH = Game(RULES)


class Computers(Nodes):
    """Every seat is played by the computer, from its own node and its own faces."""

    def choose(self, seat: int, listed: list[Move], watching: bool) -> Move:
        s = self.states[seat]
        assert isinstance(s, PitchState)
        move = choose(s, seat, self.seen_by(seat), Random(self.steps))
        assert move in listed or len(listed) == MOST_LISTED
        assert move == choose(s, seat, self.seen_by(seat), Random(self.steps)), "not deterministic"
        if s.phase in ("rest", "play"):
            self.imagine(s, seat)
        return move

    def imagine(self, s: PitchState, seat: int) -> None:
        """An imagined deal has all trumps that are not gone, in places where they may be."""
        number = numbers(s.trumps)
        world = Unseen(s, seat, self.seen_by(seat)).imagine(self.rng)
        held = [[self.faces[slot] for slot in hand] for hand in s.held]
        assert world.hands[seat] == sorted(number[card] for card in held[seat] if card in number)
        for hand, cards, slots in zip(world.hands, held, s.held, strict=True):
            assert hand == sorted(hand)
            assert len(hand) <= len(cards)
            assert {number[s.open[slot]] for slot in slots if slot in s.open} <= set(hand)
        there = [self.faces[slot] for slots in (*s.held, s.stock) for slot in slots]
        trumps = sorted(number[card] for card in there if card in number)
        imagined = sorted(trump for hand in (*world.hands, world.rest) for trump in hand)
        if s.options.burn_show == "open" and not s.out:
            assert imagined == trumps


@pytest.mark.parametrize("players", [4, 5])
@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_it_plays_by_the_rules_under_any_options(players: int, data: st.DataObject, seed: int) -> None:
    options = data.draw(options_of(RULES, players=players))
    Computers(PITCH, RULES.first(options, players), Random(seed)).play()


def test_there_is_nothing_to_choose_for_a_seat_that_is_not_to_move() -> None:
    s = RULES.begin(RULES.first(Options.make(), 4))
    dealer = PlainDealer(RULES, Options.make().pack)
    with pytest.raises(ValueError, match="seat 2 is not to move"):
        choose(dealer.serve(s), 2, dealer.faces, Random(1))


def at_random(s: PitchState, seat: int, faces: Any, rng: Random) -> Move:
    """A random move, but a sensible discard: the tricks shall decide."""
    moves = list(RULES.legal(s, seat, faces))
    return moves[0] if s.phase == "discard" else rng.choice(moves)


def test_a_team_of_it_takes_more_than_a_team_that_plays_at_random() -> None:
    rng = Random(11)
    match = RULES.first(Options.make(moon=False), 4)
    taken = [0, 0]
    for _ in range(40):
        deck = list(RULES.deck(match.options))
        rng.shuffle(deck)
        dealer = PlainDealer(RULES, deck, rng, seats=4)
        s = dealer.serve(RULES.begin(match))
        while isinstance(s.next, Turn):
            (seat,) = s.next.seats
            player = choose if seat % 2 == 0 else at_random
            s = dealer.play(s, {seat: player(s, seat, {**s.open, **dealer.known[seat]}, rng)})
        assert isinstance(s.next, Result)
        taken = [taken[team] + sum(s.next.payoff[team::2]) for team in (0, 1)]
        match = RULES.settle(match, s.next)
        match = RULES.first(match.options, 4) if match.over else match
    assert 2 * taken[0] > 3 * taken[1]


# -- single decisions -------------------------------------------------------------------------------------------------

T = Options.make().suits["H"]
NUMBER = numbers(T)


def hand(text: str) -> list[int]:
    return sorted(NUMBER[Card.parse(name)] for name in text.split())


def test_points_are_kept_and_low_cards_burned() -> None:
    assert best_six(hand("AH KH QH 9H 4H 3H 2H JB")) == hand("AH KH QH 3H 2H JB")


def test_the_best_missing_trump_is_called_or_the_points_to_catch() -> None:
    trumps = sorted(NUMBER.values())
    assert call(hand("KH QH 3H"), trumps) == NUMBER[Card.parse("AH")]
    assert call(hand("AH KH"), trumps) == NUMBER[Card.parse("3H")]
    assert call(hand("AH 3H"), trumps) == NUMBER[Card.parse("JH")]


@pytest.mark.parametrize(
    ("hands", "points"),
    [
        (["AH 4H", "3H", "2H", "KH"], (5, 0)),  # ace and three to the bidder; the two stays with its side
        (["4H", "AH", "3H", "KH"], (0, 4)),
        (["4H", "2H", "", ""], (0, 1)),  # kept by the defender who plays it
        (["", "3H", "", ""], (0, 3)),  # without trumps the lead passes on
    ],
)
def test_tricks_are_booked_as_the_rules_say(hands: list[str], points: tuple[int, int]) -> None:
    world = World([hand(text) for text in hands], (True, False, True, False), [])
    assert play_out(world, 0, []) == points


def test_a_trick_that_is_begun_is_finished_by_those_who_have_not_played() -> None:
    world = World([hand(text) for text in ("4H", "5H", "6H", "AH")], (True, False, True, False), [])
    trick = [(1, NUMBER[Card.parse("JH")]), (2, NUMBER[Card.parse("3H")]), (3, NUMBER[Card.parse("9H")])]
    assert play_out(world, 0, trick) == (0, 5)  # the four falls to the jack, and the ace wins the next trick
