"""What a stranger misread: cut names, sums without a sign, questions that say what is not so."""

import re
from dataclasses import replace
from typing import Any

import pytest

from cli.screen import acting
from cli.screen.choosing import offers, spoken
from cli.screen.look import ASCII, UNICODE
from cli.timing import HURRY, READING, Waited
from cli.words import words_of
from engine.contract import Result, Turn
from engine.games import rules_of
from protocol.terms import Terms

NAMES = ("Emma", "Carl", "Daniel", "Blanche", "Ada")


def turn_of(seat: int, phase: str) -> Any:
    return lambda s: isinstance(s.next, Turn) and seat in s.next.seats and s.phase == phase


def renamed(table: Any) -> Any:
    """The table with other names."""
    model = replace(table.desk.model, names=NAMES[: table.desk.model.seats])
    table.desk = replace(table.desk, model=model)
    return table


@pytest.mark.parametrize("width", range(60, 76))
def test_what_is_no_bid_is_always_seen(night: Any, width: int) -> None:
    table = night("pitch", "sixteen_point").deal().until(turn_of(0, "bid"))
    for mark in range(15):
        table.desk = replace(table.desk, mark=mark)
        shown = table.text(width, 20)
        assert "Shoot the moon" in shown
        assert "0 Pass" in shown


def test_names_at_the_head_of_the_table_are_whole_where_there_is_room(night: Any) -> None:
    table = renamed(night("pitch", "five_handed", seats=5).deal())
    terms = replace(table.desk.model.terms, clock=20)
    table.desk = replace(table.desk, model=replace(table.desk.model, terms=terms))
    for seat in range(1, 5):
        table.until(lambda s, seat=seat: getattr(s.next, "seats", ()) == (seat,))
        table.desk = replace(table.desk, time=Waited((seat,), 20))
        shown = table.text(80, 24)
        assert NAMES[seat] in shown
        assert "0:00" in shown


def test_names_on_the_score_sheet_are_whole_where_there_is_room(night: Any) -> None:
    table = renamed(night("tonk", seats=4, max_players=4).deal().until(lambda s: isinstance(s.next, Result)).seal())
    table.until(lambda s: len(table.desk.seals) >= 3)
    table.desk = replace(table.desk, panel=None)
    lines = table.text(120, 40).split("\n")
    head = next(line.split("│")[-1].split() for line in lines if "Daniel" in line.split("│")[-1])
    assert head[-4:] == ["you", "Carl", "Daniel", "Blanche"]
    total = next(line for line in lines if "Total" in line)
    assert all(sum_ == "0" or sum_[0] in "+-" for sum_ in total.split("Total")[1].split())


def test_before_anything_was_played_nothing_is_said_of_it(night: Any) -> None:
    table = night("tonk", seats=3)
    table.deal()
    while not any(table.state.held):
        if isinstance(table.state.next, Result):
            table.seal()
            table.deal()
        else:
            table.play({})
    table.desk = replace(table.desk, panel=None)
    assert table.desk.seals
    table.press("f4")
    assert "No hand has been completed yet." in table.text()
    assert "The last hand" not in table.text()
    table.press("f4", "f5")
    assert "Nothing has been played yet." in table.text()
    assert "Since your last move" not in table.text()
    table.press("f5")
    table.until(lambda s: isinstance(s.next, Turn) and 0 not in s.next.seats and s.phase == "play")
    table.desk = replace(table.desk, since=0)
    table.press("f5")
    assert re.search(r"(draws?|takes?) .* from the pile|draws? from the stock", table.text())
    assert "is here" not in table.text()


def test_two_cards_are_told_what_they_could_be_for(night: Any) -> None:
    table = night("tonk", seats=3).deal().until(lambda s: turn_of(0, "play")(s) and len(s.spreads) == 1)
    table.press("a", "b")
    assert offers(table.desk).why.startswith("A new spread needs three cards or more, a discard one")


def test_spreads_are_counted_from_one(night: Any) -> None:
    table = night("tonk", seats=3).deal()
    hits: list[Any] = []
    while not hits:
        table.until(turn_of(0, "play"))
        view = table.desk.view
        hits = [move for move in view.rules.legal(view.state, 0, view.faces) if move.kind == "hit"]
        if not hits:
            table.play({})
    words, move = words_of("tonk"), hits[0]
    assert words.typed(view, move).startswith(f"hit {move.value + 1} ")
    assert words.parse(view, words.typed(view, move)) == move
    assert words.choice(view, move).group.startswith(f"Hit spread {move.value + 1} (")
    assert any(line.startswith("Spread 1: ") for line in words.table(view))


def test_who_may_only_bomb_has_not_passed_and_is_to_move_at_once(night: Any) -> None:
    def asked(s: Any) -> bool:
        return isinstance(s.next, Turn) and any(seat in s.locked and seat != 0 for seat in s.next.seats)

    for seed in range(40):
        table = night("thirteen", "southern", seed=seed).deal()
        for _ in range(300):
            if asked(table.state) or isinstance(table.state.next, Result):
                break
            table.play({})
        if asked(table.state):
            break
    assert asked(table.state)
    (seat,) = table.state.next.seats
    notes = table.desk.layout.notes(table.desk.view, seat)
    assert notes == ["may only bomb"]
    assert not re.search(f"Passed: .*{table.desk.model.names[seat]}", table.text(120, 40))


def test_what_leaving_costs_stands_beside_it(night: Any) -> None:
    table = night("thirteen").deal()
    table.desk = replace(table.desk, solo=True)
    table.press("f10")
    (line,) = [line for line in table.text().split("\n") if "does not count" in line]
    assert "Leave now: this hand does not count" in line


def test_the_ten_is_written_as_on_the_table() -> None:
    said = words_of("thirteen").rules(
        rules_of("thirteen"), Terms.of("thirteen", rules_of("thirteen").Options.make()).match(4).options
    )
    (ranks,) = [line for line in said if "9 T J" in line]
    assert "8 9 10 J Q K A 2" in spoken(UNICODE, ranks)
    assert "8 9 T J Q K A 2" in spoken(ASCII, ranks)


@pytest.mark.parametrize(("solo", "told"), [(True, False), (False, True)])
def test_a_word_on_the_clock_gives_way_to_what_there_is_to_do(night: Any, solo: bool, told: bool) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    terms = replace(table.desk.model.terms, clock=30)
    model = replace(table.desk.model, terms=terms)
    table.desk = replace(table.desk, solo=solo, model=model, time=Waited((0,), 29))
    instruction = table.text()
    assert "Your turn." in instruction
    table.see(Waited((0,), 30))
    assert "Your time is up." in table.text()
    assert ("or leave" in table.text()) == told
    up = table.desk
    table.see(Waited((0,), 30 + READING - 1))
    assert "Your time is up." in table.text()
    table.see(Waited((0,), 30 + READING))
    assert "Your time is up." not in table.text()
    assert "Your turn." in table.text()
    assert "0:00" in table.text()
    table.desk = up
    table.press("right")
    assert "Your turn." in table.text()
    assert HURRY > READING


def test_to_pass_is_offered_last(night: Any) -> None:
    table = night("thirteen").deal()
    table.until(lambda s: turn_of(0, "follow")(s) and s.table is not None and s.table.type == "single")
    assert table.desk.moves
    assert table.labels()[-1] == "Pass"
    table.press("tab")
    assert table.labels()[-1] == "Pass"
    assert acting.take_number(table.desk, 0)[1]
