"""Every scenario file of Tonk, through the real engine, and how such files are read."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cases import BadCase, Record, load, run_case
from engine.games.tonk.cases import ADAPTER

FILES = sorted((Path(__file__).parents[1] / "cases" / "tonk").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    assert run_case(load(path), ADAPTER) == []


def test_there_are_cases() -> None:
    assert len(FILES) >= 49


def case_of(number: int, **changes: Any) -> Record:
    """A given case, changed; an expectation is always that which is given."""
    return Record("this file", {**json.loads(FILES[number - 1].read_text()), **changes})


def outcome(number: int, expect: dict[str, Any], **changes: Any) -> list[str]:
    return run_case(case_of(number, expect=expect, **changes), ADAPTER)


@pytest.mark.parametrize(
    ("expect", "says"),
    [
        ({"next_seat": 2}, ["next_seat is 1, expected 2"]),
        ({"legal": ["draw"]}, ["legal is ['draw', 'drop'], expected ['draw']"]),
        ({"error_at": 0}, ["error_at is None, expected 0"]),
        ({"discard_top": "KC", "finished": True}, 2),
        ({"legal": ["drop", "draw"]}, []),
        ({"outcome": "open", "winners": None, "payoff": None}, []),
    ],
)
def test_each_expectation_counts(expect: dict[str, Any], says: list[str] | int) -> None:
    differences = outcome(1, expect)
    assert len(differences) == says if isinstance(says, int) else differences == says


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"hands": [["4C"], ["5C"], ["6C"]]}, "does not deal 5 cards to each of 3 seats"),
        ({"discard": []}, "open what starts the pile"),
        ({"stock": ["1X"]}, "'1X' is not a card"),
        ({"hands": 5}, "has a field of the wrong shape"),
        ({"options": [1]}, "has a field of the wrong shape"),
        ({"actions": [{"seat": 0}]}, "action 0 of this file has no field 'do'"),
        ({"actions": [{"seat": 3, "do": "drop"}]}, "has no such seat as 3"),
        ({"actions": [{"seat": True, "do": "drop"}]}, "has no such seat as True"),
        ({"actions": [{"seat": 0, "do": "dance"}]}, "'dance', which Tonk does not know"),
        ({"actions": [{"seat": 0, "do": "draw"}]}, "has no field 'from'"),
        ({"expect": {"payout": 1}}, "expects 'payout', which no case of Tonk has"),
    ],
)
def test_files_that_are_no_cases_are_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BadCase, match=says):
        run_case(case_of(1, **changes), ADAPTER)


def test_a_field_that_is_missing_is_named() -> None:
    case = json.loads(FILES[0].read_text())
    del case["stock"]
    with pytest.raises(BadCase, match="this file has no field 'stock'"):
        run_case(Record("this file", case), ADAPTER)


@pytest.mark.parametrize(("options", "says"), [({"hand_sise": 5}, "hand_size"), ({"max_players": 2}, "max_players")])
def test_a_table_that_does_not_start_fails_the_case(options: dict[str, Any], says: str) -> None:
    (difference,) = outcome(1, {}, options=options)
    assert difference.startswith("the table does not start:")
    assert says in difference


# -- declarations -------------------------------------------------------------------------------------------------

FIFTY, NOTHING = ["TC", "JC", "QC", "KS", "JD"], ["4S", "5S", "7S", "8S", "6D"]
DEAL: dict[str, Any] = {"hands": [FIFTY, NOTHING], "players": 2, "dealer": 1, "stock": ["2C"], "discard": ["KC"]}


def explicit(*actions: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**DEAL, "declarations": "explicit", "actions": list(actions), "options": {}, **changes}


def test_declarations_may_be_written_down() -> None:
    first, second = {"seat": 0, "do": "declare"}, {"seat": 1, "do": "pass"}
    assert outcome(1, {"error_at": None, "outcome": "natural", "payoff": [2, -2]}, **explicit(first, second)) == []
    assert outcome(1, {"error_at": None, "outcome": "natural"}, **explicit(second, first)) == [], "in any order"
    assert outcome(1, {"error_at": 1, "next_seat": 1}, **explicit(first, first)) == [], "but once"
    assert outcome(1, {"error_at": 0, "next_seat": 0}, **explicit({"seat": 0, "do": "pass"})) == []
    assert outcome(1, {"next_seat": 0, "legal": ["declare"]}, **explicit(second)) == [], "who has not answered yet"


def test_a_duty_is_let_through_in_audit_mode_and_found_at_the_end() -> None:
    actions = [{"seat": 0, "do": "pass"}, {"seat": 1, "do": "pass"}]
    audit = explicit(*actions, {"seat": 0, "do": "drop"}, check="audit")
    assert outcome(1, {"error_at": None, "outcome": "caught", "fouls": [0], "payoff": [-2, 2]}, **audit) == []
    assert outcome(1, {"fouls": []}, **{**audit, "options": {"audit": "off"}}) == []
    before = explicit(check="audit")
    assert outcome(1, {"legal": ["declare", "pass"]}, **before) == []


def test_what_claims_prove_is_refused_in_audit_mode_too() -> None:
    changes = explicit(
        {"seat": 0, "do": "no_spade"},
        check="audit",
        options={"spades_stake": 1, "natural_high": "off"},
        spades_in=[0, 1],
    )
    assert outcome(1, {"error_at": 0, "next_seat": 0, "legal": ["show_spade"]}, **changes) == []


# -- moments ------------------------------------------------------------------------------------------------------


def test_a_drop_stands_at_its_place_among_the_actions() -> None:
    hands = [["5H", "9C", "QS", "3D", "7C"], ["AC", "2D", "3H", "2S", "4C"]]
    any_time: dict[str, Any] = {**DEAL, "hands": hands, "stock": ["TD", "4H"], "options": {"drop_when": "any_time"}}
    draw, drop = {"seat": 0, "do": "draw", "from": "stock"}, {"seat": 1, "do": "drop"}
    assert outcome(1, {"scores": [34, 12], "finished": True}, **any_time, actions=[drop]) == []
    assert outcome(1, {"scores": [44, 12], "finished": True}, **any_time, actions=[draw, drop]) == []
    assert outcome(1, {"next_seat": 0, "legal": ["draw", "drop"]}, **any_time, actions=[]) == []
    assert outcome(1, {"error_at": 0, "next_seat": 0}, **any_time, actions=[{**draw, "seat": 1}]) == []
    after = [draw, {"seat": 0, "do": "discard", "card": "QS"}, {"seat": 0, "do": "drop"}]
    assert outcome(1, {"scores": [34, 12], "outcome": "caught"}, **any_time, actions=after) == []


# -- counters -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "error_at"),
    [
        ([{"spread": 2, "cards": ["8H", "9H"]}], None),
        ([{"spread": 2, "cards": ["8H"]}, {"spread": 2, "cards": ["9H"]}], 8),
        ([{"spread": 2, "cards": ["8H"]}], 8),
        ([{"spread": 0, "cards": ["8H", "9H"]}], 8),
        ([{"spread": 3, "cards": ["8H", "9H"]}], 8),
    ],
)
def test_the_groups_of_a_counter_are_judged(hits: list[dict[str, Any]], error_at: int | None) -> None:
    case = case_of(22)
    actions = [*case["actions"][:-1], {"seat": 1, "do": "counter", "hits": hits}]
    assert run_case(case_of(22, actions=actions, expect={"error_at": error_at}), ADAPTER) == []
