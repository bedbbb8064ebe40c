"""The rules of a table of Tonk: every option that matters changes what is said, and nothing is left unfilled."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.words import words_of
from engine.games import rules_of
from engine.games.tonk.options import TonkOptions
from engine.options import BadOption

CHANGES: dict[str, tuple[Any, dict[str, Any]]] = {
    "max_players": (4, {}),
    "hand_size": (7, {}),
    "hand_size_table": ({"2": 7, "3": 7, "4": 5}, {"hand_size": "by_players"}),
    "start_upcard": (False, {}),
    "draw_dealer": ("same", {}),
    "natural_high": ("50_auto_49_turn", {}),
    "natural_50_mult": (5, {}),
    "natural_49_mult": (1, {}),
    "low13": (True, {}),
    "low9": (True, {}),
    "natural_declare": ("optional", {}),
    "natural_hand_sizes": ([7], {"hand_size": "by_players"}),
    "ace_in_runs": ("high_or_low", {}),
    "must_spread": (True, {}),
    "must_spread_ace_exception": (False, {"must_spread": True}),
    "spread_out": (False, {}),
    "hand_spreads_count": (False, {}),
    "hit_targets": ("runs_only", {}),
    "hit_lockout_turns": (2, {}),
    "hit_lockout_stack": (False, {"hit_lockout_turns": 1}),
    "hit_discard": ("optional", {}),
    "four_of_rank": ("auto_clear", {}),
    "drop_when": ("any_time", {}),
    "caught_payment": ("texas", {}),
    "caught_adds_stake": (True, {}),
    "tonk_mult": (3, {}),
    "tonk_needs_full_hand": (True, {}),
    "tonk_needs_new_spread": (True, {}),
    "double_double": (True, {}),
    "stock_out": ("end_of_turn", {}),
    "dry_tie": ("pay_each", {}),
    "spades_stake": (3, {}),
    "spades_ace": ("low", {"spades_stake": 3}),
    "audit": ("off", {"must_spread": True}),
    "foul_mult": (4, {"audit": "always"}),
}
"""By option: a value that is not the default, and what else must be set for it to matter."""

NEVER_SAID = {"discard_history"}
"""What only screens do."""


def page(**changes: Any) -> str:
    return "\n".join(words_of("tonk").rules(rules_of("tonk"), TonkOptions.make(**changes)))


def test_every_option_is_looked_at() -> None:
    assert set(CHANGES) | NEVER_SAID == {info.name for info in TonkOptions.listing()}


@pytest.mark.parametrize("name", CHANGES)
def test_every_option_changes_the_page(name: str) -> None:
    value, others = CHANGES[name]
    assert page(**others, **{name: value}) != page(**others)


def test_what_has_no_effect_is_not_said() -> None:
    off = {"natural_high": "off"}
    assert page(**off, natural_50_mult=9, natural_declare="optional") == page(**off)
    assert page(spades_ace="low") == page()
    assert page(hit_targets="runs_only", four_of_rank="may_clear") == page(hit_targets="runs_only")
    assert page(caught_payment="texas", caught_adds_stake=True) == page(caught_payment="texas")


@given(st.sampled_from(sorted(TonkOptions.presets)), st.lists(st.sampled_from(sorted(CHANGES)), max_size=6))
def test_pages_are_complete_and_short(preset: str, names: list[str]) -> None:
    changes = {name: CHANGES[name][0] for name in names}
    try:
        options = TonkOptions.make(preset, **changes)
    except BadOption:
        return
    told = words_of("tonk").rules(rules_of("tonk"), options)
    text = "\n".join(told)
    assert "{" not in text
    assert "  " not in text
    assert all(paragraph.endswith(".") for paragraph in told)
    assert len(text) < 79 * 46


def test_the_amounts_are_those_of_the_options() -> None:
    told = page(natural_50_mult=5, natural_49_mult=1, tonk_mult=7, foul_mult=6, audit="always")
    assert "each pays 1 stake for 49, 5 stakes for 50." in told
    assert "each pays you 7 stakes." in told
    assert "at least 6 stakes." in told
