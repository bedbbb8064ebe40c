"""Seats that leave in the middle of a hand (rules page Pitch §13.2)."""

from dataclasses import replace

import pytest

from engine.contract import Result
from engine.games.pitch.rules import RULES
from tests.engine.pitch_table import EIGHT, FOUR, Table, play


@pytest.mark.parametrize("phase", ["bid", "trump", "discard", "refill", "rest", "rest_discard", "burn", "play"])
def test_before_the_first_lead_the_hand_is_abandoned(phase: str) -> None:
    t = Table.deal(EIGHT).forward(phase)
    match = RULES.first(t.s.options, 4)
    gone = RULES.absent(t.s, match, (t.seat,))
    assert gone.next == Result("abandoned", (), (0, 0, 0, 0))
    assert RULES.settle(match, gone.next) == replace(match, dealer=0)


def test_after_the_first_lead_the_absent_are_out_and_their_side_scores() -> None:
    t = Table.deal(FOUR).forward("play")
    match = RULES.first(t.s.options, 4)
    t.play(play(t, "AH"))
    assert t.seat == 1
    t.s = RULES.absent(t.s, match, (1,))
    assert t.s.out == {1}
    assert t.s.news == (("absent", 1),)
    assert t.seat == 2
    held = t.s.held[1]
    t.play(play(t, "TH"))
    t.play(t.first_move())
    assert t.s.tricks[0].winner == 0
    assert [seat for seat, _ in t.s.tricks[0].plays] == [0, 2, 3]
    while not isinstance(t.s.next, Result):
        t.play(t.first_move())
    assert t.s.held[1] == held
    assert t.s.next.outcome == "made"


def test_the_winner_of_the_trick_may_be_the_one_who_left() -> None:
    t = Table.deal(FOUR).forward("play")
    match = RULES.first(t.s.options, 4)
    t.play(play(t, "AH"))
    t.s = RULES.absent(t.s, match, (0,))
    while not t.s.tricks:
        t.play(t.first_move())
    assert t.s.tricks[0].winner == 0
    assert t.seat == 1  # the lead passes to the left


def test_nobody_left_ends_the_hand() -> None:
    t = Table.deal(FOUR).forward("play")
    match = RULES.first(t.s.options, 4)
    t.play(play(t, "AH"))
    t.s = RULES.absent(t.s, match, (1, 2, 3))
    assert t.seat == 0  # the trick is complete with one card, and the bidder leads again
    over = RULES.absent(t.s, match, (0,))
    assert isinstance(over.next, Result)
    assert RULES.absent(over, match, (2,)).next == over.next
