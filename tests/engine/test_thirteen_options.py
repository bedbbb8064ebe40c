"""Options and presets of Thirteen (rules page Thirteen §9, §10)."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.games.thirteen.options import ThirteenOptions
from engine.games.thirteen.rules import RULES
from engine.options import BadOption

DEFAULTS = {
    "players": 4,
    "hand_size": 13,
    "direction": "clockwise",
    "opening": "first_hand_low_card",
    "pass_lock": True,
    "passed_may_bomb": False,
    "bomb_order": "same_type",
    "twos_high_in_sequences": False,
    "instant_wins": ["four_twos", "dragon"],
    "hand_end": "last_player",
    "place_points": [3, 2, 1],
    "score_last": False,
    "target": 10,
    "target_tie": "better_place",
}


def test_names_and_defaults_are_those_of_the_page() -> None:
    assert {info.name: info.default for info in ThirteenOptions.listing()} == DEFAULTS
    assert all(info.help.endswith(".") for info in ThirteenOptions.listing())


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("classic", {}),
        ("single_game", {"target": None}),
        ("three", {"players": 3}),
        ("three_full", {"players": 3, "hand_size": 17}),
        ("duel", {"players": 2}),
        ("winner_only", {"hand_end": "first_out"}),
        ("open_passing", {"pass_lock": False}),
        (
            "southern",
            {
                "bomb_order": "southern",
                "passed_may_bomb": True,
                "direction": "counterclockwise",
                "instant_wins": ["four_twos", "dragon", "six_pairs", "five_pair_run"],
            },
        ),
    ],
)
def test_presets(preset: str, changes: dict[str, Any]) -> None:
    assert ThirteenOptions.make(preset).changes() == changes
    assert preset in ThirteenOptions.presets


def test_presets_combine_and_later_ones_win() -> None:
    assert ThirteenOptions.make("southern", "three_full", "duel", hand_size=13).changes().keys() == {
        "players",
        "direction",
        "bomb_order",
        "passed_may_bomb",
        "instant_wins",
    }
    assert ThirteenOptions.make("three", "duel").players == 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": 5}, "from 2 to 4"),
        ({"players": 1}, "from 2 to 4"),
        ({"players": True}, "whole number"),
        ({"hand_size": 14}, "13, 17"),
        ({"hand_size": 17}, "three players"),
        ({"hand_size": 17, "players": 2}, "three players"),
        ({"direction": "clokwise"}, "did you mean clockwise"),
        ({"pass_lock": 1}, "true | false"),
        ({"instant_wins": ["dragon", "dragon"]}, "twice"),
        ({"instant_wins": ["five_twos"]}, "four_twos"),
        ({"instant_wins": "dragon"}, "list"),
        ({"place_points": []}, "one to four"),
        ({"place_points": [5, 4, 3, 2, 1]}, "one to four"),
        ({"place_points": [1, 2]}, "rises"),
        ({"place_points": [1, -1]}, "-1"),
        ({"place_points": [10**9]}, "1000000000"),
        ({"target": 0}, "target is 0"),
        ({"target": 10**9}, "target is"),
        ({"stakes": 1}, "no option"),
    ],
)
def test_bad_options_are_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption) as refused:
        ThirteenOptions.make(**changes)
    assert words in str(refused.value)


def test_words_as_typed() -> None:
    made = ThirteenOptions.parse(
        ["three"], ["target=null", "place_points=[5,1]", "bomb_order=southern", "instant_wins=[]"]
    )
    assert (made.players, made.target, made.place_points, made.bomb_order, made.instant_wins) == (
        3,
        None,
        (5, 1),
        "southern",
        (),
    )


@pytest.mark.parametrize("preset", ThirteenOptions.presets)
def test_seats_are_what_the_option_says(preset: str) -> None:
    options = ThirteenOptions.make(preset)
    assert list(RULES.seats(options)) == [options.players]
    assert RULES.first(options, options.players).n == options.players
    with pytest.raises(BadOption):
        RULES.first(options, options.players + 1)


def test_options_of_the_case_files_are_options() -> None:
    for path in (Path(__file__).parents[1] / "cases" / "thirteen").glob("*.json"):
        changes = json.loads(path.read_text())["options"]
        assert ThirteenOptions.make(**changes).changes().items() <= {**DEFAULTS, **changes}.items()
