"""Time at a table: clocks beside the seats, who holds everybody up, and how long a lost line is waited for."""

from dataclasses import replace
from typing import Any

import pytest

from cli.awaited import Awaited
from cli.model import Model
from cli.screen.desk import Call, Desk
from cli.screen.seats import clock_of
from cli.screen.seeing import see, waiting
from cli.screen.view import draw
from cli.timing import HURRY, PATIENCE, STALLED, Stopwatch, Waited, crossed, minutes
from engine.games import rules_of
from p2p.events import Line, LineChanged, PeerLost, Reading
from protocol.terms import Terms

FIRST, NEXT = Awaited((0, 1, 4), (1,)), Awaited((0, 1, 5), (1,))


def test_each_step_is_timed_by_itself() -> None:
    watch = Stopwatch().look(FIRST, 100.0)
    assert watch.look(FIRST, 107.9).read(107.9) == Waited((1,), 7)
    assert watch.look(NEXT, 107.9).read(109.0) == Waited((1,), 1)


def test_lost_lines_have_a_time_that_runs_out() -> None:
    watch = Stopwatch().look(FIRST, 0.0).lost(2, 15.0).lost(1, 9.0)
    assert watch.read(4.0).left == ((1, 5), (2, 11))
    assert watch.back(1).read(20.0).left == ((2, 0),)


def test_minutes_and_seconds() -> None:
    assert [minutes(seconds) for seconds in (0, 9, 60, 3599)] == ["0:00", "0:09", "1:00", "59:59"]


def test_a_moment_is_crossed_once() -> None:
    assert crossed(Waited((1,), 4), Waited((1,), 5), 5)
    assert not crossed(Waited((1,), 5), Waited((1,), 6), 5)


def desk_of(table: Any, clock: int | None, time: Waited) -> Desk:
    """The desk of a table with this clock, after so much time."""
    terms = replace(table.desk.model.terms, clock=clock)
    desk: Desk = table.desk
    return replace(desk, model=replace(desk.model, terms=terms), time=time)


def others_turn(night: Any) -> Any:
    """A table of Tonk at which seat 1 is to move, seen from seat 0."""
    return night("tonk", seats=3).deal().until(lambda state: getattr(state.next, "seats", ()) == (1,))


@pytest.mark.parametrize(
    ("clock", "seconds", "shown"),
    [
        (None, PATIENCE - 1, ""),
        (None, PATIENCE, minutes(PATIENCE)),
        (60, 0, "1:00"),
        (60, 12, "0:48"),
        (60, 75, "0:00"),
    ],
)
def test_a_clock_stands_beside_who_is_awaited(night: Any, clock: int | None, seconds: int, shown: str) -> None:
    desk = desk_of(others_turn(night), clock, Waited((1,), seconds))
    assert clock_of(desk, 1).text == shown
    assert clock_of(desk, 2).text == ""


def test_the_last_seconds_are_marked(night: Any) -> None:
    table = others_turn(night)
    assert clock_of(desk_of(table, 60, Waited((1,), 60 - HURRY)), 1).style == "warn"
    assert clock_of(desk_of(table, 60, Waited((1,), 59 - HURRY)), 1).style == "turn"


def test_all_are_told_when_the_time_of_a_seat_is_up(night: Any) -> None:
    table = others_turn(night)
    table.desk = desk_of(table, 30, Waited((1,), 29))
    table.see(Waited((1,), 30))
    assert "The time of Bob is up." in table.text()
    logged = table.desk.logged
    table.see(Waited((1,), 31))
    assert table.desk.logged == logged


def test_one_is_called_before_the_own_time_is_up_and_then(night: Any) -> None:
    table = night("tonk", seats=3).deal().until(lambda state: getattr(state.next, "seats", ()) == (0,))
    table.desk = desk_of(table, 30, Waited((0,), 19))
    for seconds, said in ((20, "10 seconds are left for your move."), (30, "Your time is up.")):
        table.effects.clear()
        table.see(Waited((0,), seconds))
        assert table.effects == [Call()]
        assert said in table.text()


def test_no_word_of_time_without_a_clock(night: Any) -> None:
    table = others_turn(night)
    table.see(Waited((1,), 4000))
    assert "time" not in table.text().lower()


def test_who_holds_up_what_no_player_has_to_think_about_is_named(night: Any) -> None:
    table = night("tonk", seats=3).deal().until(lambda state: type(state.next).__name__ == "Result")
    table.see(Waited((1, 2), STALLED - 1))
    assert waiting(table.desk) == "Everybody signs the result"
    table.see(Waited((1, 2), STALLED))
    assert waiting(table.desk) == "Waiting for Bob and Cleo"
    assert clock_of(table.desk, 1).text == minutes(STALLED)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_silent_and_lost_seats_show_it(night: Any, size: tuple[int, int]) -> None:
    table = others_turn(night)
    assert "silent" not in table.text(*size)
    table.see(LineChanged(1, Line.QUIET))
    assert "silent" in table.text(*size)
    table.see(PeerLost(1, "nothing was heard any more", 15.0))
    table.see(Waited((1,), 3, ((1, 12),)))
    assert "gone 0:12" in table.text(*size)
    table.see(LineChanged(2, Line.RELAYED))
    table.press("f6")
    shown = table.text(100, 60)
    assert "line lost" in shown
    assert "connected through the others" in shown


def test_readers_of_the_terms_stand_in_the_lobby_and_nowhere_else() -> None:
    terms = Terms.of("tonk", rules_of("tonk").Options.make())
    desk = Desk(Model(terms=terms, seats=3, present=1), code="CODE-OF-THE-TABLE")
    for count, shown in ((2, ["2 reading the terms"]), (0, [])):
        desk, _ = see(desk, Reading(count))
        lines = draw(desk, 80, 24).text().splitlines()
        assert [line.strip() for line in lines if "reading" in line] == shown
