"""The result of a hand lies over the table as it ended."""

from dataclasses import replace
from typing import Any

import pytest

from engine.contract import Result


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_below_the_result_lies_the_table_that_it_is_of(night: Any, size: tuple[int, int]) -> None:
    """The next hand is dealt at once; it shows when the player goes on."""
    table = night("tonk", seats=3).deal().until(lambda s: getattr(s.next, "seats", ()) == (0,))
    table.until(lambda s: isinstance(s.next, Result))
    table.seal()
    with_result = table.text(*size).splitlines()
    panel = table.desk.panel
    table.deal().until(lambda s: getattr(s.next, "seats", ()) == (0,))
    table.desk = replace(table.desk, panel=panel)
    later = table.text(*size).splitlines()
    differing = [line for line, before in zip(later, with_result, strict=True) if line != before]
    assert len(differing) == 1
    assert "Go on: the next hand waits for you" in differing[0]
    table.press("enter")
    assert table.desk.panel is None
    assert "Your turn." in table.text(*size)
