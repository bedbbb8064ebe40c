"""Every scenario file of Pitch, through the real engine."""

import json
from pathlib import Path

import pytest

from engine.cases import BadCase, Record, load, run_case
from engine.games.pitch.cases import ADAPTER

FILES = sorted((Path(__file__).parents[1] / "cases" / "pitch").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    assert run_case(load(path), ADAPTER) == []


def test_there_are_cases() -> None:
    assert len(FILES) >= 59


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"scores": [0, 0, 0, 0]}, "scores"),
        ({"stock": []}, "0 cards where 18 are dealt"),
        ({"actions": [{"seat": 0, "do": "dance"}]}, "does not know"),
        ({"actions": [{"seat": 0, "do": "bid"}]}, "amount"),
        ({"expect": {"payout": []}}, "payout"),
    ],
)
def test_files_that_are_no_cases_are_refused(change: dict[str, object], words: str) -> None:
    case = {**json.loads(FILES[0].read_text()), **change}
    with pytest.raises(BadCase, match=words):
        run_case(Record("this file", case), ADAPTER)


def test_a_case_must_deal_the_pack_each_card_once() -> None:
    case = json.loads(FILES[0].read_text())
    case["stock"][0] = case["stock"][1]
    with pytest.raises(BadCase, match="each card once"):
        run_case(Record("this file", case), ADAPTER)


def test_a_wrong_expectation_fails() -> None:
    case = json.loads(FILES[0].read_text())
    case["expect"] = {"next_seat": 3}
    assert run_case(Record("this file", case), ADAPTER) == ["next_seat is 0, expected 3"]
