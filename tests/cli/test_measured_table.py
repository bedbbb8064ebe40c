"""Measuring a table: what is taken from the times at which things happened."""

import pytest

from cli.measured_table import Clock, peak_rss_mb


@pytest.fixture
def clock() -> Clock:
    made = Clock(seats=2)
    made.seated = {0: 10.0, 1: 10.5}
    made.visible[1] |= {0: 11.0, 1: 11.25}
    made.visible[2] |= {0: 21.0, 1: 20.5}
    made.visible[3] |= {0: 30.0}
    made.sealed[1] |= {0: 20.0, 1: 20.25}
    made.sealed[2] |= {0: 29.0, 1: 29.0}
    return made


def test_the_first_deal_ends_when_the_last_seat_sees_its_cards(clock: Clock) -> None:
    assert clock.first_deal() == 0.75


def test_between_hands_goes_from_the_last_seal_to_the_last_hand_in_sight(clock: Clock) -> None:
    assert clock.between_hands([1, 2]) == 0.75
    assert clock.between_hands([2]) is None


def test_a_move_is_over_when_the_last_other_seat_has_it() -> None:
    clock = Clock(seats=3)
    clock.chosen[1, 4] = (0, 1.0)
    clock.changed[1, 4] |= {0: 9.0, 1: 1.25, 2: 1.5}
    clock.chosen[1, 5] = (1, 2.0)
    clock.changed[1, 5] |= {0: 2.25, 1: 2.0, 2: 2.25}
    clock.chosen[1, 6] = (1, 3.0)
    clock.changed[1, 6] |= {1: 3.5}
    assert clock.move() == 0.375


def test_nothing_measured_is_none() -> None:
    clock = Clock(seats=2)
    assert (clock.first_deal(), clock.between_hands([1]), clock.move()) == (None, None, None)


def test_memory_is_in_mebibytes() -> None:
    peak = peak_rss_mb()
    assert peak is None or 5 < peak < 5000
