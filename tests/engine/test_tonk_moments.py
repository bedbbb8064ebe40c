"""Dropping: when one may, and the moments in which others may drop out of turn (rules page Tonk §3.5, §5.5)."""

from typing import Any

import pytest

from engine.contract import GO_ON, IllegalMove, Move, Open, Result, Turn
from engine.games.tonk.rules import RULES
from tests.engine.tonk_table import Table

ZERO, ONE, TWO = "5H 9C QS 3D 7C", "2C 8D JH 4S 6D", "AC 2D 3H 2S 4C"
DROP = Move("drop")


def table(*, drop_when: str = "any_time", **options: Any) -> Table:
    """Seat 2 has the lowest count, 12; seats 0 and 1 have 34 and 30."""
    return Table(ZERO, ONE, TWO, upcard="QC", **{"stock": "KD 4H 9D TS", **options}, drop_when=drop_when)


# -- in turn ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("drop_when", ["own_turn_start", "own_turn", "any_time"])
def test_the_player_in_turn_may_always_drop_before_drawing(drop_when: str) -> None:
    hand = table(drop_when=drop_when)
    if drop_when == "any_time":
        hand.step({})
    assert "drop" in hand.kinds(0)
    assert hand.do(0, "drop").result.outcome == "caught"


@pytest.mark.parametrize(("drop_when", "may"), [("own_turn_start", False), ("own_turn", True), ("any_time", True)])
def test_after_drawing_it_depends(drop_when: str, may: bool) -> None:
    hand = table(drop_when=drop_when)
    if drop_when == "any_time":
        hand.step({})
    hand.draw(0)
    assert ("drop" in hand.kinds(0)) is may
    if may:
        assert hand.do(0, "drop").result.detail.counts == (44, 30, 12), "the card just drawn counts"
    else:
        assert hand.refusal(0, "drop") == "You can drop only before you draw."


@pytest.mark.parametrize("drop_when", ["own_turn_start", "own_turn"])
def test_otherwise_nobody_drops_out_of_turn(drop_when: str) -> None:
    hand = table(drop_when=drop_when)
    assert hand.s.next == Turn((0,))
    assert hand.refusal(2, "drop") == "It is not your turn."


# -- out of turn --------------------------------------------------------------------------------------------------


def test_the_first_moment_is_everybodys() -> None:
    hand = table()
    assert hand.s.next == Turn((), (0, 1, 2))
    assert [hand.kinds(seat) for seat in range(3)] == [{"go_on", "drop"}] * 3
    assert hand.refusal(0, "draw", value="stock") == "It is not your turn."
    hand.step({0: GO_ON, 1: GO_ON, 2: GO_ON})
    assert hand.s.next == Turn((0,), (1, 2))


def test_a_drop_in_the_first_moment_ends_the_hand_before_the_first_turn() -> None:
    hand = table().step({0: GO_ON, 1: GO_ON, 2: DROP})
    assert hand.payoff == (-1, -1, 2)
    assert hand.s.turns == (0, 0, 0)


def test_the_first_moment_follows_the_declarations() -> None:
    hand = table(natural_high="49_50")
    assert hand.s.phase == "declare"
    assert hand.refusal(2, "drop") == "You cannot drop now."
    assert hand.all("pass").s.next == Turn((), (0, 1, 2))


def test_every_move_of_the_player_in_turn_is_followed_by_a_moment_for_the_others() -> None:
    hand = table(stock="5C 4H 9D TS").step({})
    seen = []
    for kind, cards, value in (("draw", "", "stock"), ("discard", "QS", None)):
        turn = hand.s.next
        assert isinstance(turn, Turn)
        seen.append((hand.s.phase, turn))
        hand.do(0, kind, cards, value)
    assert seen == [("start", Turn((0,), (1, 2))), ("play", Turn((0,), (1, 2)))]
    assert hand.s.next == Turn((1,), (2, 0))


def test_the_move_is_applied_first() -> None:
    hand = table().step({}).step({0: Move("draw", value="stock"), 2: DROP})
    assert hand.payoff == (-1, -1, 2)
    assert hand.result.detail.counts == (44, 30, 12), "the card just drawn counts"


def test_a_card_drawn_while_another_drops_is_opened_without_being_dealt() -> None:
    hand = table(audit="off").step({})
    drawn = hand.s.stock[0]
    s = RULES.apply(hand.s, {0: Move("draw", value="stock"), 1: GO_ON, 2: DROP}, {})
    assert s.next == (Open((*range(15), drawn)),), "neither dealt nor mixed: it is opened with all the others"
    assert s.held[0][-1] == drawn


def test_a_drop_after_a_discard_counts_without_the_card_thrown() -> None:
    hand = table().step({}).draw(0)
    hand.step({0: hand.move(0, "discard", "QS"), 2: DROP})
    assert hand.result.detail.counts == (34, 30, 12)


def test_the_next_in_turn_may_drop_in_the_moment_before_its_turn() -> None:
    hand = table().step({}).draw(0)
    hand.step({0: hand.move(0, "discard", "KD"), 1: DROP})
    assert (hand.result.outcome, hand.payoff) == ("caught", (-1, -2, 3))


def test_of_several_drops_the_one_nearest_to_the_movers_left_counts() -> None:
    hand = table().step({})
    hand.step({0: Move("draw", value="stock"), 2: DROP, 1: DROP})
    assert hand.s.ender == 1
    assert hand.result.winners == (2,)
    first = table().step({0: DROP, 1: DROP, 2: DROP})
    assert first.s.ender == 0, "before the first turn the seats count from the dealer's left"


def test_a_drop_lapses_when_the_move_before_it_ended_the_hand() -> None:
    hand = Table("4C 5C 6C QD QH", ONE, stock="QS", drop_when="any_time").step({}).draw(0)
    hand.do(0, "spread", "4C 5C 6C")
    move = hand.move(0, "spread", "QD QH QS")
    RULES.check(hand.s, 1, DROP, {})
    hand.s = RULES.apply(hand.s, {0: move, 1: DROP}, hand.dealer.faces)
    assert isinstance(hand.s.next, Result)
    assert hand.s.next.outcome == "tonk"
    assert hand.s.news[-1] == ("late_drop", 1)


def test_a_drop_lapses_when_the_move_before_it_hit_the_dropper() -> None:
    options: dict[str, Any] = {"drop_when": "any_time", "hit_lockout_turns": 1}
    hand = Table("4C 5C 6C QD QH", "7C 2D 3H 2S 8D", stock="KD 9D 9H", **options).step({}).draw(0)
    hand.do(0, "spread", "4C 5C 6C").do(0, "discard", "KD").draw(1)
    assert "drop" in hand.kinds(0)
    hand.step({1: hand.move(1, "hit", "7C", 0), 0: DROP})
    assert hand.s.phase == "play"
    assert hand.s.news[-1] == ("late_drop", 0)
    assert hand.refusal(0, "drop").startswith("Your spread was hit")
    assert hand.kinds(0) == {"go_on"}


def test_a_drop_does_not_count_while_a_tonk_may_be_countered() -> None:
    options: dict[str, Any] = {"drop_when": "any_time", "double_double": True, "max_players": 2}
    hand = Table("5H 6H TC TD TH", "8H 9H 2C AD QS", stock="7H", **options).step({}).draw(0).do(0, "spread", "TC TD TH")
    hand.step({0: hand.move(0, "spread", "5H 6H 7H"), 1: DROP})
    assert hand.s.next == Turn((1,))
    assert hand.kinds(1) == {"pass"}


def test_everybody_can_drop_while_others_play_their_turn() -> None:
    hand = table().step({}).draw(0)
    assert hand.kinds(1) == hand.kinds(2) == {"go_on", "drop"}
    with pytest.raises(IllegalMove, match="It is not your turn"):
        RULES.check(hand.s, 1, Move("draw", value="stock"), {})


# -- with a duty to lay spreads -----------------------------------------------------------------------------------

HOLDER = "4C 5C 6C AD 2H"


def holding(drop_when: str) -> Table:
    hand = Table(HOLDER, ONE.replace("2C", "9S"), stock="KD 9D 9H", drop_when=drop_when, must_spread=True)
    return hand.step({}) if drop_when == "any_time" else hand


@pytest.mark.parametrize("drop_when", ["own_turn_start", "own_turn", "any_time"])
def test_who_drops_before_drawing_owes_no_spread(drop_when: str) -> None:
    result = holding(drop_when).do(0, "drop").result
    assert (result.outcome, result.fouls) == ("drop", ())


@pytest.mark.parametrize("drop_when", ["own_turn", "any_time"])
def test_who_drops_after_drawing_must_have_laid_its_spreads(drop_when: str) -> None:
    hand = holding(drop_when).draw(0)
    assert "drop" not in hand.kinds(0)
    assert hand.refusal(0, "drop") == "You hold a spread: lay it first."
    result = hand.do(0, "spread", "4C 5C 6C").do(0, "drop").result
    assert (result.outcome, result.fouls) == ("drop", ())


def test_who_drops_out_of_turn_owes_no_spread() -> None:
    hand = Table(ONE.replace("2C", "9S"), HOLDER, stock="KD 9D", drop_when="any_time", must_spread=True).step({})
    result = hand.step({0: Move("draw", value="stock"), 1: DROP}).result
    assert (result.outcome, result.winners, result.fouls) == ("drop", (1,), ())
