"""Every scenario file of Thirteen, through the real engine."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cases import BadCase, Record, load, run_case
from engine.games.thirteen.cases import ADAPTER

FILES = sorted((Path(__file__).parents[1] / "cases" / "thirteen").glob("*.json"))
DRAGON = "T-038-instant-win-dragon"


def case(name: str, **changes: Any) -> Record:
    path = next(path for path in FILES if path.stem.startswith(name))
    return Record("this file", {**json.loads(path.read_text()), **changes})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    assert run_case(load(path), ADAPTER) == []


def test_there_are_cases() -> None:
    assert len(FILES) >= 52


def test_a_wrong_expectation_fails() -> None:
    assert run_case(case("T-001", expect={"next_seat": 0}), ADAPTER) == ["next_seat is 3, expected 0"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hands": [[], [], [], []]}, "4 hands of 13 cards"),
        ({"stock": ["3S"]}, "each of the 52 cards once"),
        ({"actions": [{"seat": 0, "do": "play", "cards": ["1S"]}]}, "is not a card"),
        ({"expect": {"payout": []}}, "payout"),
    ],
)
def test_files_that_are_no_cases_are_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(BadCase, match=words):
        run_case(case("T-001", **change), ADAPTER)


def test_a_refused_play_leaves_the_claims_open() -> None:
    given = case(DRAGON)
    out_of_turn = {"seat": 1, "do": "play", "cards": [given["hands"][1][0]]}
    actions = [out_of_turn, *given["actions"]]
    again = case(DRAGON, actions=actions, expect={**given["expect"], "error_at": 0})
    assert run_case(again, ADAPTER) == []


def test_a_second_answer_is_refused_and_the_others_may_still_claim() -> None:
    given = case(DRAGON)
    claimer = next(action["seat"] for action in given["actions"] if action["do"] == "claim")
    quiet = {"seat": (claimer + 1) % 4, "do": "no_claim"}
    rest = [action for action in given["actions"] if action["seat"] != quiet["seat"]]
    again = case(DRAGON, actions=[quiet, quiet, *rest], expect={**given["expect"], "error_at": 1})
    assert run_case(again, ADAPTER) == []
