"""Who owes whom: a ledger of sums by seat, settled in as few payments as possible."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.contract import Seat

MOST_EXACT = 12
"""With so many debtors and creditors the fewest payments are still found; with more, they are only few."""


class Debt(NamedTuple):
    """One payment that is due."""

    payer: Seat
    payee: Seat
    amount: int


def settle(ledger: Sequence[int]) -> tuple[Debt, ...]:
    """The fewest payments that bring every entry to zero, sorted by payer.

    Raises ValueError unless the entries sum to zero.

    `k` seats whose entries sum to zero need at most `k - 1` payments, and no fewer unless a smaller group of them
    sums to zero by itself. So the fewest payments come from the most such groups.
    """
    if sum(ledger):
        raise ValueError("a ledger sums to zero")
    open_seats = [seat for seat, entry in enumerate(ledger) if entry]
    groups = _most_groups(ledger, open_seats) if len(open_seats) <= MOST_EXACT else [open_seats]
    return tuple(sorted(debt for group in groups for debt in _within(ledger, group)))


def _most_groups(ledger: Sequence[int], seats: Sequence[Seat]) -> list[list[Seat]]:
    """The seats in as many groups as can be that sum to zero each.

    Seats are lined up one by one; a group ends whenever the sum so far is zero. `most[chosen]` is how many groups the
    best line of the chosen seats (a bit each) ends, `last[chosen]` the place of its last seat.
    """
    size = 1 << len(seats)
    sums, most, last = [0] * size, [0] * size, [0] * size
    for chosen in range(1, size):
        places = [place for place in range(len(seats)) if chosen >> place & 1]
        sums[chosen] = sums[chosen & chosen - 1] + ledger[seats[places[0]]]
        last[chosen] = max(places, key=lambda place: most[chosen ^ 1 << place])
        most[chosen] = most[chosen ^ 1 << last[chosen]] + (sums[chosen] == 0)
    groups: list[list[Seat]] = []
    left = size - 1
    while left:
        if sums[left] == 0:
            groups.append([])
        groups[-1].append(seats[last[left]])
        left ^= 1 << last[left]
    return groups


def _within(ledger: Sequence[int], group: Sequence[Seat]) -> list[Debt]:
    """Payments within a group that sums to zero: each pays off one seat, and the last pays off two."""
    debtors = sorted([(-ledger[seat], seat) for seat in group if ledger[seat] < 0])
    creditors = sorted([(ledger[seat], seat) for seat in group if ledger[seat] > 0])
    debts = []
    while debtors:
        (owed, payer), (due, payee) = debtors.pop(), creditors.pop()
        amount = min(owed, due)
        debts.append(Debt(payer, payee, amount))
        if owed > amount:
            debtors.append((owed - amount, payer))
        if due > amount:
            creditors.append((due - amount, payee))
    return debts
