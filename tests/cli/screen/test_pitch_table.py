"""Pitch on the full screen: who plays with whom, for what, how the trick stands, and what is asked about once more."""

import re
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from cli.screen.canvas import Row
from cli.screen.choosing import marked, offers
from cli.screen.desk import Make
from cli.screen.layouts.base import Room
from cli.screen.look import ASCII, UNICODE
from engine.cards import Card
from engine.contract import Move, State, Turn

MakeNight = Callable[..., Any]
WIDE = Room(60, 20)
SMALL = Room(46, 8)


def turn_of(seat: int, phase: str) -> Callable[[State], bool]:
    return lambda s: isinstance(s.next, Turn) and s.next.seats == (seat,) and s.phase == phase


def lines(rows: list[Row]) -> list[str]:
    return ["".join(piece.text for piece in row).strip() for row in rows]


def middle(table: Any, room: Room = SMALL) -> str:
    desk = table.desk
    return "\n".join(lines(desk.layout.centre(desk.view, room, UNICODE)))


def in_play(night: MakeNight, played: int = 2, **how: Any) -> Any:
    """One's own turn, so many cards in the trick and an earlier trick on the pile."""
    return night("pitch", **how).deal().until(lambda s: turn_of(0, "play")(s) and len(s.trick) == played and s.tricks)


# -- who plays with whom ---------------------------------------------------------------------------------------------


def test_of_two_teams_the_partner_is_named_at_its_seat_from_the_deal_on(night: MakeNight) -> None:
    for seat in range(4):
        table = night("pitch", seat=seat).deal()
        notes = [table.desk.layout.notes(table.desk.view, other) for other in range(4)]
        assert [at for at, told in enumerate(notes) if "your partner" in told] == [(seat + 2) % 4]


def test_the_called_partner_is_named_once_the_card_is_seen(night: MakeNight) -> None:
    table = night("pitch", "five_handed", seats=5).deal().until(lambda s: s.phase == "play" and s.called is not None)
    s = table.state
    assert s.partner is None
    layout, view = table.desk.layout, table.desk.view
    assert not any("partner" in note for seat in range(5) for note in layout.notes(view, seat))
    seen = replace(view, state=replace(s, partner=(s.bidder + 1) % 5))
    for seat in range(5):
        assert ("partner" in layout.notes(seen, seat)) == (seat == seen.state.partner)


def test_who_holds_the_called_card_is_told_so_and_nobody_else(night: MakeNight) -> None:
    table = night("pitch", "five_handed", seats=5).deal().until(lambda s: s.phase == "discard")
    s, layout, view = table.state, table.desk.layout, table.desk.view
    for seat in range(5):
        own = replace(view, seat=seat, faces=table.dealer.known[seat])
        told = layout.caption(own).endswith("you hold the called card")
        assert told == (s.called in own.own() and seat != s.bidder)
        shown = lines(layout.centre(replace(own, state=replace(s, phase="play")), WIDE, UNICODE))[1]
        assert ("you and Cleo 0 of" in shown) == told


# -- what it is played for -------------------------------------------------------------------------------------------


def test_trump_bid_and_points_of_both_sides_are_always_seen(night: MakeNight) -> None:
    table = in_play(night)
    shown = middle(table).splitlines()
    assert shown[0] == "♠ Spades are trump · Cleo bid 8"
    assert shown[1] == "Taken: you and Cleo 3 of 8 · Bob and Dan 1"
    other = replace(table.desk.view, seat=1)
    told = lines(table.desk.layout.centre(other, SMALL, ASCII))
    assert told[:2] == ["Spades are trump - Cleo bid 8", "Taken: you and Dan 1 - Ann and Cleo 3 of 8"]


@pytest.mark.parametrize("width", range(20, 60))
def test_no_part_of_the_contract_is_broken_where_it_fits_a_line(width: int, night: MakeNight) -> None:
    table = in_play(night)
    shown = "\n".join(lines(table.desk.layout.centre(table.desk.view, Room(width, 12), UNICODE)))
    for part in ("♠ Spades are trump", "Cleo bid 8", "Bob and Dan 1"):
        assert part in shown
    assert all(len(line) <= width for line in shown.splitlines())


def test_while_bidding_one_sees_what_one_would_hold(night: MakeNight) -> None:
    table = night("pitch").deal().until(turn_of(0, "bid"))
    shown = middle(table)
    view = table.desk.view
    for suit, name in (("C", "Clubs"), ("D", "Diamonds"), ("H", "Hearts"), ("S", "Spades")):
        trumps = view.options.suits[suit]
        held = [card for card in view.own() if card in trumps.trumps]
        points = sum(trumps.points[card] for card in held)
        assert f"{name} {len(held)} trumps, {points} point" in shown


def test_a_hand_that_nobody_bid_says_so(night: MakeNight) -> None:
    table = night("pitch", all_pass="redeal").deal()
    for _ in range(4):
        assert "void" not in middle(table)
        table.play({table.state.next.seats[0]: Move("pass")})
    assert middle(table) == "Nobody has bid: the hand is void."


def test_stock_and_thrown_trumps_lie_on_the_table(night: MakeNight) -> None:
    table = night("pitch").deal().until(lambda s: s.phase == "discard" and len(s.thrown) == 2)
    shown = middle(table)
    (first, _), (second, thrower) = table.state.thrown
    assert "stock: 18" in shown
    assert "Thrown open, to be taken:" in shown
    assert table.desk.model.words.called(table.desk.view, thrower) in shown
    ranks = [UNICODE.show(table.state.open[slot])[:-1] for slot in (first, second)]
    assert all(f"│{rank}" in shown for rank in ranks)


# -- the trick -------------------------------------------------------------------------------------------------------


def test_the_card_that_wins_so_far_is_marked_and_named(night: MakeNight) -> None:
    table = in_play(night)
    for room in (SMALL, WIDE, Room(60, 30)):
        shown = middle(table, room)
        assert "Highest so far: 10♠ of Cleo · 1 point in it" in shown
        assert shown.count("✓") == 1
    assert "✓ Cleo" in middle(table)


def test_the_last_trick_stays_with_its_winner_its_points_and_who_leads(night: MakeNight) -> None:
    table = night("pitch", seed=2).deal()
    table.until(lambda s: s.phase == "play" and not s.trick and len(s.tricks) == 2)
    shown = middle(table, WIDE)
    # The two in it stays with who played it.
    assert "The last trick went to Dan · 2 points in it" in shown
    assert "Dan leads" in shown


def test_a_card_says_what_it_is_worth_and_whether_it_takes_the_trick(night: MakeNight) -> None:
    table = in_play(night)
    assert table.labels() == ["Play J♠ (1 point)", "Play 4♠"]
    table.press("b")
    assert "Enter: Play 4♠ (does not beat 10♠)" in table.text()
    table.press("a")
    assert table.desk.chosen == {Card.parse("JS")}
    assert "Enter: Play J♠ (1 point) (beats 10♠)" in table.text()
    table.press("a")
    assert not table.desk.chosen


def test_enter_plays_no_card_that_was_not_chosen(night: MakeNight) -> None:
    table = in_play(night)
    assert marked(table.desk, offers(table.desk)) == -1
    assert table.press("enter") == []
    assert table.desk.chosen == {Card.parse("JS")}
    (effect,) = table.press("enter")
    assert isinstance(effect, Make)


def test_the_last_trick_again_in_a_few_lines(night: MakeNight) -> None:
    table = night("pitch", seed=2).deal()
    table.until(lambda s: s.phase == "play" and not s.trick and len(s.tricks) == 2)
    table.press("f5")
    for line in (
        "│ you  [2♠] ",
        "│ Bob  [10♠] ",
        "│ Cleo [5♠] ",
        "│ Dan  [JR] ",
        "│ The last trick went to Dan, 2 points in it. ",
    ):
        assert line in table.text()


# -- what cannot be taken back ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["bid", "trump"])
def test_enter_alone_neither_bids_nor_names_a_trump(phase: str, night: MakeNight) -> None:
    table = night("pitch", seed=5).deal().until(turn_of(0, "bid"))
    if phase == "trump":
        table.press("9")
        table.press("0")
        table.until(turn_of(0, "trump"))
    assert table.press("enter") == []
    assert not table.desk.chosen
    assert marked(table.desk, offers(table.desk)) == -1


@pytest.mark.parametrize(
    ("fail", "cost"), [("lose_match", "the match is lost"), ("set", "it loses 10 points")], ids=lambda word: word
)
def test_a_moon_is_asked_about_with_what_it_costs(fail: str, cost: str, night: MakeNight) -> None:
    table = night("pitch", moon_fail=fail).deal().until(turn_of(0, "bid"))
    assert table.press("1", "1") == []
    assert f"If it does not, {cost}." in " ".join(table.text().replace("│", " ").split())
    assert table.press("enter") == []
    assert table.desk.panel is None


def test_ten_is_typed_as_one_and_nought_and_passes_nothing(night: MakeNight) -> None:
    table = night("pitch").deal().until(turn_of(0, "bid"))
    assert table.press("1") == []
    (effect,) = table.press("0")
    assert (effect.move.kind, effect.move.value) == ("bid", 10)
    table = night("pitch").deal().until(turn_of(0, "bid"))
    table.press("1", "1")
    assert table.desk.panel.move.kind == "moon"
    table.press("escape", "1", "up", "down")
    (effect,) = table.press("0")
    assert effect.move.kind == "pass"


def test_the_first_of_many_calls_is_not_made_before_the_number_is_whole(night: MakeNight) -> None:
    table = night("pitch", "five_handed", seats=5).deal()
    table.until(lambda s: s.phase == "trump" and s.bidder == 0)
    table.until(turn_of(0, "call"))
    assert len(table.labels()) > 10
    assert table.press("1") == []
    assert marked(table.desk, offers(table.desk)) == 0
    eleventh = offers(table.desk).offers[10].move
    (effect,) = table.press("1")
    assert effect.move == eleventh


def test_a_bid_is_not_numbered_twice(night: MakeNight) -> None:
    table = night("pitch").deal().until(turn_of(0, "bid"))
    assert " Bid 4  Bid 5  Bid 6 " in table.text()
    assert " 0 Pass" in table.text()


def test_offers_that_there_is_no_room_for_are_counted(night: MakeNight) -> None:
    table = night("pitch", "sixteen_point").deal().until(turn_of(0, "bid"))
    for width in range(60, 80):
        text = table.text(width, 20)
        below = text.split("0 to pass.")[1]
        seen = len(re.findall(r"\d+ (?=[ \n])|\d+\n|Shoot the moon|0 Pass", below))
        (more,) = re.findall(r"… (\d+) more", below) or ["0"]
        assert seen + int(more) == len(table.labels()) == 15


@pytest.mark.parametrize("thrown", ["fair_game", "dead"])
@pytest.mark.parametrize("shown", ["proof", "open"])
def test_to_throw_trumps_is_asked_about_and_to_throw_others_is_not(night: MakeNight, thrown: str, shown: str) -> None:
    table = night("pitch", thrown_trump=thrown, discard_show=shown).deal().until(turn_of(0, "discard"))
    natural = offers(table.desk).offers[0].move
    assert table.desk.layout.confirm(table.desk.view, natural) == ""
    trumps = table.state.trumps.trumps
    letter = "abcdefghi"[next(at for at, card in enumerate(table.desk.hand) if card in trumps)]
    table.press(letter)
    assert "and, open on the table, " in table.labels()[0]
    assert table.press("enter") == []
    assert table.desk.panel.kind == "confirm"
    assert ("Others may take them" in table.text()) == (thrown == "fair_game")
    assert table.press("enter") == []
    assert table.desk.panel is None
    table.press("enter")
    (effect,) = table.press("2")
    assert effect.move.shows


def test_to_burn_points_is_asked_about(night: MakeNight) -> None:
    table = night("pitch", seed=30).deal().until(turn_of(0, "burn"))
    natural = offers(table.desk).offers[0]
    assert natural.label == "Burn 8♥"
    assert table.desk.layout.confirm(table.desk.view, natural.move) == ""
    assert "You keep six cards. Choose 1 to burn." in table.text()
    table.press("a")
    assert table.labels() == ["Burn A♥ (1 point)"]
    assert table.press("enter") == []
    assert table.desk.panel.kind == "confirm"
    assert "Points that are burned are lost to everybody." in table.text()


def test_only_trumps_are_prepared(night: MakeNight) -> None:
    table = night("pitch").deal().until(lambda s: turn_of(1, "play")(s) and len(s.tricks) == 1)
    trumps = table.state.trumps.trumps
    for at, card in enumerate(table.desk.hand):
        letter = "abcdef"[at]
        table.press(letter)
        if card in trumps:
            assert [label.split(" (")[0] for label in table.labels()] == [f"On your turn: Play {UNICODE.show(card)}"]
        else:
            assert table.labels() == []
            assert "Only trumps are played." in table.text()
        table.press(letter)


def test_to_call_an_own_card_is_to_play_alone(night: MakeNight) -> None:
    table = night("pitch", "five_handed", seats=5, call_own_card=True).deal()
    table.until(lambda s: s.phase == "trump" and s.bidder == 0)
    table.until(turn_of(0, "call"))
    alone = [label for label in table.labels() if label.endswith(", your own: you play alone")]
    assert len(alone) == sum(card in table.state.trumps.trumps for card in table.desk.hand) > 0


def test_a_pass_is_prepared_only_before_one_has_spoken(night: MakeNight) -> None:
    table = night("pitch", seat=2).deal()
    assert table.labels() == ["On your turn: Pass"]
    table.until(lambda s: s.phase == "bid" and len(s.bids) == 3)
    table.desk = replace(table.desk, model=replace(table.desk.model, acting=None))
    assert table.labels() == []


def test_nothing_is_void_while_cards_are_dealt(night: Any) -> None:
    table = night("pitch", seats=4)
    table.state = table.rules.begin(table.match)
    table.number, table.dealer = 0, SimpleNamespace(known=[{}] * 4)
    table._happened({})
    assert "void" not in table.text()
