"""What is offered, what chosen cards make, why they make nothing, what can be decided beforehand."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cli.screen.choosing import _judged, marked, offers, playable
from cli.screen.desk import Call, Make, Pause
from cli.screen.frame import fan_of
from cli.screen.seeing import Due, see
from engine.contract import GO_ON, State, Turn

MakeNight = Callable[..., Any]


def turn_of(seat: int, phase: str) -> Callable[[State], bool]:
    return lambda s: isinstance(s.next, Turn) and s.next.seats == (seat,) and s.phase == phase


def notice(table: Any) -> str:
    return "" if table.desk.notice is None else table.desk.notice.text


def test_only_legal_moves_are_offered_before_cards_are_chosen(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    top = table.desk.glyphs.show(table.state.open[table.state.top()])
    assert table.labels()[:2] == ["Draw from the stock", f"Take {top} from the pile"]
    assert table.labels()[2].startswith("Drop, with ")
    kinds = {offer.move.kind for offer in offers(table.desk).offers}
    assert kinds == {"draw", "drop"}


def test_chosen_cards_are_named_by_what_they_make(night: MakeNight) -> None:
    table = night("thirteen", seed=3).deal().until(turn_of(0, "lead"))
    hand = table.desk.hand
    pair = next(at for at in range(len(hand) - 1) if hand[at].rank == hand[at + 1].rank)
    letters = "abcdefghijklm"
    table.press(letters[pair])
    shown = [table.desk.glyphs.show(card) for card in hand]
    assert table.labels()[0] == f"Single {shown[pair]}"
    table.press(letters[pair + 1])
    assert table.labels() == [f"Pair {shown[pair]} {shown[pair + 1]}"]
    assert f"Enter: Pair {shown[pair]} {shown[pair + 1]}" in table.text()
    assert marked(table.desk, offers(table.desk)) == 0


def test_an_illegal_choice_says_why_in_the_words_of_the_game(night: MakeNight) -> None:
    table = night("thirteen").deal().until(lambda s: turn_of(0, "follow")(s) and s.table.length == 2)
    table.press("a", "e")
    why = "These cards make nothing together: play one rank, a run, or pairs in a row."
    assert offers(table.desk).why == why
    assert marked(table.desk, offers(table.desk)) == -1
    effects = table.press("enter")
    assert effects == []
    assert notice(table) == why


def test_no_number_passes_that_could_have_meant_a_play(night: MakeNight) -> None:
    table = night("thirteen").deal().until(lambda s: turn_of(0, "follow")(s) and s.table.length == 2)
    numbers = {offer.label: offer.number for offer in offers(table.desk).offers}
    assert numbers["Pass"] == 0
    table.press("a")
    assert table.labels() == ["Pass"]
    assert table.press("1") == []
    (effect,) = table.press("0")
    assert effect.move.kind == "pass"


def test_cards_in_a_refusal_are_written_as_on_this_screen(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(lambda s: turn_of(0, "play")(s) and len(s.spreads) == 1)
    table.press("a", "b")
    shown = [table.desk.glyphs.show(card) for card in table.desk.hand[:2]]
    judged = [why for move, why in _judged(table.desk, table.desk.view, table.desk.chosen) if move.kind == "hit"]
    assert len(judged) == 1
    assert all(sign in str(judged[0]) for sign in shown)


def test_passing_is_never_what_enter_alone_does(night: MakeNight) -> None:
    table = night("thirteen").deal().until(turn_of(0, "follow"))
    assert "Pass" in table.labels()
    assert marked(table.desk, offers(table.desk)) == -1
    assert table.press("enter") == []
    assert table.desk.chosen == {table.desk.hand[0]}
    table.press("backspace", "down")
    while table.labels()[table.desk.mark] != "Pass":
        table.press("down")
    assert [type(effect) for effect in table.press("enter")] == [Make]


def test_a_drop_is_asked_about_once_more(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    assert table.press("3") == []
    assert "To drop ends the hand: your count against everybody's." in table.text()
    assert table.press("enter") == []
    assert table.desk.panel is None
    table.press("3")
    (effect,) = table.press("2")
    assert effect == Make(effect.move)
    assert effect.move.kind == "drop"


def test_a_bid_is_its_own_number(night: MakeNight) -> None:
    table = night("pitch").deal().until(turn_of(0, "bid"))
    numbers = {offer.number: offer.label for offer in offers(table.desk).offers}
    assert numbers[7] == "Bid 7"
    assert numbers[0] == "Pass"
    assert table.press("1") == []
    assert table.labels()[table.desk.mark] == "Bid 10"
    (effect,) = table.press("7")
    assert effect.move.value == 7


def test_only_trumps_have_to_be_chosen_for_a_discard(night: MakeNight) -> None:
    table = night("pitch").deal().until(turn_of(0, "discard"))
    natural = offers(table.desk).offers[0]
    assert natural.label.startswith("Throw away all but trumps")
    trumps = table.state.trumps.trumps
    at = next(at for at, card in enumerate(table.desk.hand) if card in trumps)
    table.press("abcdefghi"[at])
    move = offers(table.desk).offers[0].move
    assert move is not None
    assert set(move.slots) == set(natural.move.slots)
    assert [table.dealer.faces[slot] for slot in move.shows] == [table.desk.hand[at]]


def test_cards_on_the_table_are_taken_by_choosing_them(night: MakeNight) -> None:
    table = night("pitch", seed=2).deal().until(lambda s: turn_of(0, "refill")(s) and len(s.thrown) > 1)
    reach = table.desk.reach
    assert reach
    assert table.desk.cards == table.desk.hand + reach
    free = [label for label in table.labels() if label.startswith("Draw")]
    assert free
    assert marked(table.desk, offers(table.desk)) == -1
    table.press("enter")
    assert table.desk.chosen == {reach[0]}
    (effect,) = table.press("enter")
    assert [table.state.open[slot] for slot in effect.move.slots] == [reach[0]]
    assert table.desk.reach == ()


def test_cards_without_a_legal_move_are_told_apart(night: MakeNight) -> None:
    table = night("pitch").deal().until(lambda s: turn_of(0, "play")(s) and len(s.trick) == 2)
    trumps = table.state.trumps.trumps
    assert playable(table.desk) == {card for card in table.desk.hand if card in trumps} != set(table.desk.hand)
    table.until(turn_of(1, "play"))
    table.desk = replace(table.desk, model=replace(table.desk.model, acting=None))
    assert playable(table.desk) is None


# -- decided before one's turn ---------------------------------------------------------------------------------------


def test_a_prepared_pass_is_made_after_a_pause(night: MakeNight) -> None:
    table = night("thirteen").deal().until(turn_of(2, "follow"))
    assert table.labels() == ["On your turn: Pass"]
    table.press("0")
    assert "On your turn: Pass. Backspace takes it back." in table.text()
    table.until(turn_of(0, "follow"))
    pause = table.effects[-1]
    assert pause == Pause(table.desk.model.acting)
    desk, effects = see(table.desk, Due(pause.acting))
    assert [effect.move.kind for effect in effects] == ["pass"]
    assert desk.sent


def test_what_was_prepared_can_be_taken_back_in_time(night: MakeNight) -> None:
    table = night("thirteen").deal().until(turn_of(2, "follow"))
    table.press("0")
    table.until(turn_of(0, "follow"))
    acting = table.desk.model.acting
    table.press("f2", "backspace")
    assert table.desk.prepared is None
    assert see(table.desk, Due(acting)) == (table.desk, ())


def test_prepared_cards_that_cannot_be_played_are_told_at_once(night: MakeNight) -> None:
    table = night("thirteen").deal().until(turn_of(2, "follow"))
    table.press("a")
    (label,) = table.labels()
    assert label.startswith("On your turn: Single ")
    table.press("enter")
    assert table.desk.prepared.cards == {table.desk.hand[0]}
    assert fan_of(table.desk).chosen == {table.desk.hand[0]}
    table.until(turn_of(0, "follow"))
    assert table.effects[-1] == Call()
    assert table.desk.prepared is None
    assert "cannot be done now" in notice(table)


def test_what_was_prepared_for_an_earlier_turn_is_not_done_later(night: MakeNight) -> None:
    table = night("thirteen").deal().until(turn_of(2, "follow"))
    table.press("0")
    table.until(turn_of(0, "follow"))
    acting = table.desk.model.acting
    table.play({})
    table.until(turn_of(0, "follow"))
    assert see(table.desk, Due(acting))[1] == ()


# -- out of turn -----------------------------------------------------------------------------------------------------


def watching(night: MakeNight) -> Any:
    table = night("tonk", "house-wikipedia", seats=3, seed=2).deal()
    return table.until(lambda s: isinstance(s.next, Turn) and 0 in s.next.watchers)


def test_a_watcher_may_go_on_drop_or_let_all_pass(night: MakeNight) -> None:
    table = watching(night)
    assert table.labels()[0] == "Go on"
    assert table.labels()[-1] == "Go on until the end of this hand"
    assert "You may act now, out of turn, or go on." in table.text()
    (effect,) = table.press("enter")
    assert effect == Make(GO_ON)


def test_letting_all_moments_pass(night: MakeNight) -> None:
    table = watching(night)
    (effect,) = table.press(str(len(table.labels())))
    assert effect == Make(GO_ON)
    assert table.desk.skipping
    table.effects.clear()
    table.until(lambda s: isinstance(s.next, Turn) and 0 in s.next.watchers)
    assert table.effects[-1] == Make(GO_ON)


@pytest.mark.parametrize("game", ["tonk", "thirteen", "pitch"])
def test_every_offer_is_legal_and_every_label_is_said_once(game: str, night: MakeNight) -> None:
    table = night(game, seats=3 if game == "tonk" else 4, seed=7).deal()
    for _ in range(25):
        table.until(lambda s: isinstance(s.next, Turn) and 0 in s.next.seats)
        if table.desk.sent:  # made by itself, as it was no choice
            assert len(table.desk.moves) == 1
            table.play({})
            continue
        found = offers(table.desk)
        assert found.offers or found.needs
        for offer in found.offers:
            table.rules.check(table.state, 0, offer.move, table.dealer.known[0])
        assert len({offer.number for offer in found.offers}) == len(found.offers)
        assert len(set(table.labels())) == len(found.offers)
        table.play({})
