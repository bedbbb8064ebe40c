"""Stepping: every step is reached, forward and back, and no key leads astray."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cli.history.cursor import WAYS, Cursor

SIZES = st.lists(st.integers(1, 6), min_size=1, max_size=5).map(tuple)


def places(cursor: Cursor) -> tuple[int, int]:
    return cursor.hand, cursor.step


@given(SIZES)
def test_forward_visits_every_step_once_and_back_the_same_way(sizes: tuple[int, ...]) -> None:
    cursor = Cursor(sizes)
    seen = [cursor]
    while not cursor.at_end:
        cursor = cursor.forward()
        seen.append(cursor)
    assert [places(one) for one in seen] == [(hand, step) for hand, size in enumerate(sizes) for step in range(size)]
    assert cursor.forward() == cursor
    for before, after in pairwise(seen):
        assert after.back() == before
    assert seen[0].back() == seen[0]


@given(SIZES, st.lists(st.sampled_from(sorted(WAYS)), max_size=30))
def test_no_way_leads_outside(sizes: tuple[int, ...], ways: list[str]) -> None:
    cursor = Cursor(sizes)
    for way in ways:
        cursor = WAYS[way](cursor)
        assert 0 <= cursor.hand < len(sizes)
        assert 0 <= cursor.step < sizes[cursor.hand]


def test_whole_hands() -> None:
    cursor = Cursor((3, 2, 4), 1, 1)
    assert places(cursor.next_hand()) == (2, 0)
    assert places(cursor.next_hand().next_hand()) == (2, 3)
    assert places(cursor.previous_hand()) == (0, 0)
    assert places(cursor.previous_hand().previous_hand()) == (0, 0)
    assert places(cursor.first_step()) == (1, 0)
    assert places(Cursor((3, 2, 4), 2, 0).last_step()) == (2, 3)
