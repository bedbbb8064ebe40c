"""Options and presets of Tonk (rules page Tonk §3, §8)."""

from typing import Any

import pytest

from engine.games.tonk.options import TonkOptions
from engine.games.tonk.rules import RULES
from engine.options import BadOption

PRESETS = [
    "classic",
    "gamerules",
    "house-wikipedia",
    "house-wikipedia-own-turn",
    "texas",
    "hit-and-hold",
    "speno",
    "low-and-high",
    "six-card-tonk",
    "strict-spreads",
    "heads-up",
    "spades",
]


def test_the_presets_of_the_page() -> None:
    assert list(TonkOptions.presets) == PRESETS


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_valid_for_all_its_seats(name: str) -> None:
    options = TonkOptions.make(name)
    assert {key: getattr(options, key) for key in TonkOptions.presets[name]} == TonkOptions.presets[name]
    for n in RULES.seats(options):
        RULES.first(options, n)


def test_defaults_are_classic() -> None:
    assert TonkOptions.make() == TonkOptions.make("classic") == TonkOptions()


def test_every_option_is_explained() -> None:
    listing = TonkOptions.listing()
    assert len(listing) == 36
    assert all(info.help.endswith(".") for info in listing)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"hand_sise": 7}, "did you mean hand_size"),
        ({"droop_when": "any_time"}, "did you mean drop_when"),
        ({"drop_when": "anytime"}, "did you mean any_time?"),
        ({"hand_size": 6}, "it can be 5, 7, 9, by_players"),
        ({"hand_size": "5"}, "it can be 5, 7, 9, by_players"),
        ({"max_players": 5}, "a whole number from 2 to 4"),
        ({"max_players": 1}, "a whole number from 2 to 4"),
        ({"tonk_mult": 0}, "a whole number from 1 to"),
        ({"foul_mult": 0}, "a whole number from 1 to"),
        ({"hit_lockout_turns": -1}, "a whole number from 0 to"),
        ({"spades_stake": -1}, "a whole number from 0 to"),
        ({"must_spread": "yes"}, "true | false"),
        ({"natural_hand_sizes": 5}, "it must be a list"),
        ({"natural_hand_sizes": ["5"]}, "it must be a whole number"),
        ({"hand_size_table": {"2": 6, "3": 7}}, "5, 7 or 9"),
        ({"hand_size_table": {"5": 5}}, "2, 3 and 4 seats"),
        ({"hand_size_table": {"2": 4}}, "from 5 to 9"),
        ({"hand_size": "by_players", "hand_size_table": {"2": 9}}, "does not say how many cards 3 seats get"),
        ({"hand_size": "by_players", "max_players": 4, "hand_size_table": {"2": 9, "3": 7}}, "4 seats"),
    ],
)
def test_refusals(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BadOption) as refused:
        TonkOptions.make(**changes)
    assert says in str(refused.value)


def test_before_draw_means_the_start_of_the_own_turn() -> None:
    assert TonkOptions.make(drop_when="before_draw") == TonkOptions.make(drop_when="own_turn_start")
    assert TonkOptions.parse(["house-wikipedia"], ["drop_when=before_draw"]).drop_when == "own_turn_start"


def test_hand_sizes_by_number_of_seats() -> None:
    options = TonkOptions.make("house-wikipedia")
    assert [options.size_for(n) for n in (2, 3, 4)] == [9, 7, 5]
    options = TonkOptions.make(hand_size="by_players", max_players=2, hand_size_table={"2": 7})
    assert options.size_for(2) == 7
    assert TonkOptions.make(hand_size=9, hand_size_table={}).size_for(3) == 9, "used only with by_players"


@pytest.mark.parametrize(("n", "most"), [(1, 3), (4, 3), (3, 2), (5, 4), (0, 4)])
def test_seats_are_bounded_by_max_players(n: int, most: int) -> None:
    with pytest.raises(BadOption, match=f"Tonk seats 2 to {most}, not {n}"):
        RULES.first(TonkOptions.make(max_players=most), n)


@pytest.mark.parametrize("stake", [0, -1, 10**10])
def test_stakes_are_bounded(stake: int) -> None:
    with pytest.raises(BadOption, match="the stake is"):
        RULES.first(TonkOptions.make(), 2, stake)


@pytest.mark.parametrize(
    ("changes", "stakes"),
    [
        ({}, {50: 2, 49: 2, 48: 0, 13: 0, 9: 0}),
        ({"natural_50_mult": 4, "natural_49_mult": 1}, {50: 4, 49: 1}),
        ({"natural_high": "50_auto_49_turn"}, {50: 2, 49: 0}),
        ({"natural_high": "off"}, {50: 0, 49: 0}),
        ({"low13": True}, {13: 2, 9: 2, 14: 0, 5: 2}),
        ({"low9": True}, {13: 0, 10: 0, 9: 3, 6: 3}),
        ({"low13": True, "low9": True}, {14: 0, 13: 2, 10: 2, 9: 3}),
    ],
)
def test_stakes_for_dealt_counts(changes: dict[str, Any], stakes: dict[int, int]) -> None:
    options = TonkOptions.make(**changes)
    assert {count: options.natural(count) for count in stakes} == stakes


def test_naturals_are_active_for_the_listed_hand_sizes() -> None:
    assert TonkOptions.make().naturals_active(5)
    assert not TonkOptions.make().naturals_active(7)
    assert TonkOptions.make(natural_hand_sizes=[5, 9]).naturals_active(9)
    assert not TonkOptions.make(natural_hand_sizes=[]).naturals_active(5)
    assert not TonkOptions.make(natural_high="off").naturals_active(5)
    assert TonkOptions.make(natural_high="off", low9=True).naturals_active(5)
