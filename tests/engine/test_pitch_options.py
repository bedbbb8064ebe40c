"""Options and presets of Pitch (rules page Pitch §8 and §9)."""

from typing import Any

import pytest

from engine.games.pitch.options import Options
from engine.games.pitch.rules import RULES
from engine.options import BadOption

DEFAULTS = {
    "players": 4,
    "variant": 10,
    "jokers_in_deck": True,
    "joker_order": "high_low",
    "hierarchy": "normal",
    "dirty": False,
    "min_bid": 4,
    "all_pass": "dealer_forced",
    "dealer_may_match": False,
    "moon": True,
    "moon_success": "seed",
    "moon_at_zero": "target",
    "moon_fail": "lose_match",
    "made_scores": "taken",
    "defenders_score": True,
    "target": 52,
    "both_reach": "bidder",
    "must_bid_to_win": False,
    "discard_show": "proof",
    "thrown_trump": "fair_game",
    "refill_order": "dealer_left",
    "pass_rest": True,
    "burn_choice": "any",
    "burn_show": "open",
    "called_card": "first_trick",
    "call_own_card": False,
}


def test_defaults_and_their_order() -> None:
    assert [(info.name, info.default) for info in Options.listing()] == list(DEFAULTS.items())
    assert Options.make() == Options.make("ten_point")


@pytest.mark.parametrize("preset", Options.presets)
def test_every_preset_makes_a_table(preset: str) -> None:
    changes = {"variant": 5} if preset == "no_jokers" else {}
    o = Options.make(preset, **changes)
    assert o.changes() == {**Options.presets[preset], **changes}
    RULES.begin(RULES.first(o, o.players))


def test_presets_combine_and_later_ones_win() -> None:
    o = Options.make("thirteen_point", "dirty", "five_handed", "eight_point")
    assert (o.variant, o.dirty, o.players) == (8, True, 5)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"jokers_in_deck": False}, "jokers score"),
        ({"jokers_in_deck": False, "variant": 15}, "jokers score"),
        ({"min_bid": 11}, "at most 10"),
        ({"min_bid": 6, "variant": 5}, "at most 5"),
        ({"min_bid": 0}, "at least 1"),
        ({"target": 0}, "at least 1"),
        ({"variant": 9}, "it can be 5, 7, 8"),
        ({"players": 3}, "it can be 4, 5"),
        ({"dirty": 1}, "true | false"),
        ({"hierarchy": "inverted_off_bellow"}, "did you mean inverted_off_below"),
        ({"variannt": 5}, "did you mean variant"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption) as refusal:
        Options.make(**changes)
    assert words in str(refusal.value)


def test_no_jokers_needs_a_variant_without_them() -> None:
    with pytest.raises(BadOption, match="variant 5, 8, 11 or 14"):
        Options.make("no_jokers")
    assert len(Options.make("no_jokers", "fourteen_point").pack) == 52


@pytest.mark.parametrize(("players", "n"), [(4, 5), (5, 4), (4, 3)])
def test_seats_are_as_many_as_the_options_say(players: int, n: int) -> None:
    o = Options.make(players=players)
    assert list(RULES.seats(o)) == [players]
    with pytest.raises(BadOption, match=f"set players={n}"):
        RULES.first(o, n)


@pytest.mark.parametrize(("changes", "size"), [({}, 54), ({"variant": 5, "jokers_in_deck": False}, 52)])
@pytest.mark.parametrize(("players", "count"), [(4, 9), (5, 10)])
def test_the_deal(players: int, count: int, changes: dict[str, Any], size: int) -> None:
    o = Options.make(players=players, **changes)
    s = RULES.begin(RULES.first(o, players))
    assert len(RULES.deck(o)) == len(set(RULES.deck(o))) == size
    assert s.dealer == players - 1
    assert [len(slots) for slots in s.held] == [count] * players
    assert s.held[0][:2] == (0, players)  # the first card goes to the left of the dealer, then round
    assert s.stock == tuple(range(players * count, size))
    assert sorted(slot for slots in s.held for slot in slots) == list(range(players * count))
