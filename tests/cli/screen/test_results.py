"""The result of a hand lies over the table as it ended."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from cli.screen.seeing import Slow
from engine.contract import Result
from protocol.events import Convicted


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_below_the_result_lies_the_table_that_it_is_of(night: Any, size: tuple[int, int]) -> None:
    """The next hand is dealt at once; it shows when the player goes on."""
    table = night("tonk", seats=3).deal().until(lambda s: getattr(s.next, "seats", ()) == (0,))
    table.until(lambda s: isinstance(s.next, Result))
    table.see(Slow())
    assert "Everybody signs the result" in table.text(*size)
    table.seal()
    assert "Everybody signs the result" not in table.text(*size)
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


@pytest.mark.parametrize("game", ["tonk", "thirteen", "pitch"])
@pytest.mark.parametrize("seed", range(4))
def test_the_first_line_of_a_result_names_who_has_won(night: Any, game: str, seed: int) -> None:
    table = night(game, seats=3 if game == "tonk" else 4, seed=seed).deal()
    table.until(lambda s: isinstance(s.next, Result) and bool(s.next.winners or game == "pitch") and s.dealer >= 0)
    while table.state.next.outcome in ("cut", "redeal"):
        table.seal()
        table.deal()
        table.until(lambda s: isinstance(s.next, Result))
    table.seal()
    first, *others = table.desk.result
    assert re.match(r"(You|\w+) wins? the hand|The hand (goes to|is shared by) \w+", first)
    won = table.state.next.winners
    assert not won or any(
        ("you" if seat == 0 else table.desk.model.names[seat]) in first.replace("You", "you") for seat in won
    )
    said = [first, *others]
    assert len(set(said)) == len(said)
    assert sum("the hand" in line.lower() for line in said) == 1


def test_nobody_is_to_move_once_somebody_has_been_convicted(night: Any) -> None:
    table = night("tonk", seats=3).deal().until(lambda s: getattr(s.next, "seats", ()) == (0,))
    assert "Your turn." in table.text()
    evidence = SimpleNamespace(seat=1, reason="its shuffle is no shuffle")
    table.see(Convicted(evidence))  # type: ignore[arg-type]  # only these two are looked at
    table.see(Slow())
    text = table.text()
    assert "Your turn." not in text
    assert "▸" not in text
    assert "All sign that the hand is void" in text
