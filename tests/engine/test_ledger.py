"""Settling a ledger: the right sums, in the fewest payments."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ledger import MOST_EXACT, Debt, settle


@st.composite
def ledgers(draw: st.DrawFn, most: int = 8) -> list[int]:
    entries = draw(st.lists(st.integers(-6, 6), min_size=1, max_size=most - 1))
    return draw(st.permutations([*entries, -sum(entries)]))


def zero_groups(entries: list[int]) -> int:
    """The most groups summing to zero, by trying every first group."""
    if not entries:
        return 0
    first, rest = entries[0], entries[1:]
    found = []
    for size in range(len(rest) + 1):
        for others in combinations(range(len(rest)), size):
            if first + sum(rest[i] for i in others) == 0:
                found.append(1 + zero_groups([rest[i] for i in range(len(rest)) if i not in others]))
    return max(found)


@given(ledgers())
def test_payments_bring_every_entry_to_zero(ledger: list[int]) -> None:
    left = list(ledger)
    for payer, payee, amount in settle(ledger):
        left[payer] += amount
        left[payee] -= amount
    assert not any(left)


@given(ledgers())
def test_losers_pay_winners_and_nobody_pays_twice_the_same(ledger: list[int]) -> None:
    debts = settle(ledger)
    assert all(ledger[debt.payer] < 0 < ledger[debt.payee] and debt.amount > 0 for debt in debts)
    assert len({(debt.payer, debt.payee) for debt in debts}) == len(debts)


@settings(deadline=None)
@given(ledgers(most=7))
def test_no_settlement_has_fewer_payments(ledger: list[int]) -> None:
    entries = [entry for entry in ledger if entry]
    assert len(settle(ledger)) == len(entries) - zero_groups(entries)


@given(ledgers(most=MOST_EXACT + 4))
def test_large_tables_need_at_most_one_payment_less_than_seats(ledger: list[int]) -> None:
    debts = settle(ledger)
    assert len(debts) <= max(0, sum(entry != 0 for entry in ledger) - 1)
    assert sum(debt.amount for debt in debts) == sum(entry for entry in ledger if entry > 0)


def test_two_pairs_are_found_where_greed_needs_three_payments() -> None:
    assert set(settle((-5, -3, 5, 3))) == {Debt(0, 2, 5), Debt(1, 3, 3)}
    assert len(settle((-7, -2, 4, 5))) == 3
    assert len(settle((-6, -3, 5, 1, 4, -1))) == 4


def test_a_level_table_owes_nothing() -> None:
    assert settle((0, 0, 0)) == ()
    assert settle(()) == ()


def test_one_winner_is_paid_by_each_loser() -> None:
    assert set(settle((3, -1, -2))) == {Debt(1, 0, 1), Debt(2, 0, 2)}


@pytest.mark.parametrize("ledger", [(1,), (1, 1, -1), (0, -3)])
def test_a_ledger_that_does_not_sum_to_zero_is_refused(ledger: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="sums to zero"):
        settle(ledger)
