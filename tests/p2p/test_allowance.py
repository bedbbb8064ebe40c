"""A token bucket: so many at once, and so often in the long run."""

from p2p.allowance import Allowance


def test_a_burst_and_then_the_rate() -> None:
    allowance = Allowance(3, 0.5, 10.0)
    assert [allowance.take(10.0) for _ in range(5)] == [True, True, True, False, False]
    assert [allowance.take(now) for now in (11.0, 12.0, 13.0, 14.0)] == [False, True, False, True]


def test_what_is_not_used_does_not_pile_up() -> None:
    allowance = Allowance(2, 1.0, 0.0)
    assert [allowance.take(1000.0) for _ in range(4)] == [True, True, False, False]


def test_who_spends_more_than_there_is_waits_for_it() -> None:
    allowance = Allowance(2, 4.0, 0.0)
    assert [allowance.spend(0.0) for _ in range(4)] == [0.0, 0.0, 0.25, 0.5]
    assert allowance.spend(0.5) == 0.25
