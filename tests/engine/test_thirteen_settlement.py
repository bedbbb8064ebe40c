"""Points, the match and money (rules page Thirteen §8)."""

from dataclasses import replace
from typing import Any

import pytest

from engine.contract import Result
from engine.games.thirteen.options import ThirteenOptions
from engine.games.thirteen.rules import RULES
from engine.games.thirteen.settlement import points
from engine.games.thirteen.state import Ending, ThirteenMatch


def ending(n: int, *order: int, absent: tuple[int, ...] = ()) -> Ending:
    how = ["left"] * n
    for seat in order[: n - 1]:
        how[seat] = "out"
    for seat in absent:
        how[seat] = "absent"
    return Ending(order, tuple(how), tuple(0 if word == "out" else 5 for word in how))


def result(match: ThirteenMatch, *order: int, outcome: str = "places") -> Result:
    end = ending(match.n, *order)
    return Result(outcome, order[:1], points(outcome, end, match.options), detail=end)


def started(scores: tuple[int, ...] | None = None, stake: int = 1, **changes: Any) -> ThirteenMatch:
    options = ThirteenOptions.make(**changes)
    match = RULES.first(options, options.players, stake)
    return replace(match, scores=scores or match.scores)


@pytest.mark.parametrize(
    ("order", "outcome", "changes", "expected"),
    [
        ((2, 3, 0, 1), "places", {}, (1, 0, 3, 2)),
        ((2, 3, 0, 1), "places", {"score_last": True}, (1, 0, 3, 2)),
        ((2, 3, 0, 1), "places", {"score_last": True, "place_points": [5, 3, 2, 1]}, (2, 1, 5, 3)),
        ((2, 3, 0, 1), "places", {"place_points": [5, 3, 2, 1]}, (2, 0, 5, 3)),
        ((2, 3, 0, 1), "places", {"place_points": [7]}, (0, 0, 7, 0)),
        ((1, 0, 2), "places", {"players": 3}, (2, 3, 0)),
        ((1, 0, 2), "places", {"players": 3, "score_last": True}, (2, 3, 1)),
        ((0, 1), "places", {"players": 2}, (3, 0)),
        ((0, 1), "places", {"players": 2, "score_last": True}, (3, 2)),
        ((2,), "instant_win", {}, (0, 0, 3, 0)),
        ((1,), "first_out", {"hand_end": "first_out"}, (0, 3, 0, 0)),
        ((1,), "abandoned", {}, (0, 0, 0, 0)),
        ((), "abandoned", {}, (0, 0, 0, 0)),
    ],
)
def test_points(order: tuple[int, ...], outcome: str, changes: dict[str, Any], expected: tuple[int, ...]) -> None:
    options = ThirteenOptions.make(**changes)
    assert points(outcome, ending(options.players, *order), options) == expected


def test_who_left_with_cards_in_hand_has_a_place_and_no_points() -> None:
    options = ThirteenOptions.make(score_last=True, place_points=[4, 3, 2, 1])
    assert points("places", ending(4, 3, 1, 0, 2, absent=(0, 2)), options) == (0, 3, 0, 4)


def test_the_worked_example() -> None:
    before = started((7, 6, 8, 9))
    after = RULES.settle(before, result(before, 2, 3, 0, 1))
    assert after.scores == (8, 6, 11, 11)
    assert (after.over, after.winners, after.leader) == (True, (2,), None)


def test_the_worked_example_played_on() -> None:
    before = started((7, 6, 8, 9), target_tie="play_on")
    after = RULES.settle(before, result(before, 2, 3, 0, 1))
    assert (after.over, after.winners, after.leader) == (False, (), 2)
    again = RULES.settle(after, result(after, 3, 2, 0, 1))
    assert again.scores == (9, 6, 13, 14)
    assert (again.over, again.winners) == (True, (3,))


def test_a_single_lead_wins_whoever_won_the_hand() -> None:
    before = started((0, 9, 0, 9))
    after = RULES.settle(before, result(before, 0, 3, 1, 2))
    assert after.scores == (3, 10, 0, 11)
    assert after.winners == (3,)


def test_a_tie_of_seats_without_a_place_goes_on() -> None:
    before = started((12, 12, 0, 0), hand_end="first_out")
    after = RULES.settle(before, result(before, 2, outcome="first_out"))
    assert (after.over, after.leader) == (False, 2)


def test_below_the_target_and_without_one_the_match_goes_on() -> None:
    for before in (started((6, 0, 0, 0)), started((60, 0, 0, 0), target=None)):
        after = RULES.settle(before, result(before, 0, 1, 2, 3))
        assert (after.over, after.winners, after.leader, after.hands) == (False, (), 0, 1)


@pytest.mark.parametrize(("direction", "expected"), [("clockwise", [3, 0, 1]), ("counterclockwise", [3, 2, 1])])
def test_the_dealer_moves_in_the_direction_of_play(direction: str, expected: list[int]) -> None:
    match = started(direction=direction)
    dealers = []
    for _ in range(3):
        dealers.append(match.dealer)
        match = RULES.settle(match, result(match, 1, 2, 3, 0))
    assert dealers == expected


def test_an_abandoned_hand_changes_nothing_and_costs_nothing() -> None:
    before = started((3, 2, 1, 0))
    end = ending(4)
    abandoned = Result("abandoned", (), points("abandoned", end, before.options), detail=end)
    assert RULES.settle(before, abandoned) == before
    assert RULES.payments(before, before, abandoned) == (0, 0, 0, 0)


def test_money_moves_when_a_match_ends() -> None:
    before = started((7, 6, 8, 9), stake=5)
    ends = result(before, 2, 3, 0, 1)
    assert RULES.payments(before, RULES.settle(before, ends), ends) == (-5, -5, 15, -5)
    assert RULES.worst_payment(before) == 5
    early = started((0, 0, 0, 0), stake=5)
    goes_on = result(early, 2, 3, 0, 1)
    assert RULES.payments(early, RULES.settle(early, goes_on), goes_on) == (0, 0, 0, 0)


def test_without_a_target_every_hand_is_paid() -> None:
    before = started(stake=2, players=3, target=None)
    ends = result(before, 1, 0, 2)
    assert RULES.payments(before, RULES.settle(before, ends), ends) == (-2, 4, -2)
    instant = result(before, 2, outcome="instant_win")
    assert RULES.payments(before, RULES.settle(before, instant), instant) == (-2, -2, 4)
