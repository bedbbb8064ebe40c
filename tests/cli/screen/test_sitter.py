"""A person at a full-screen table, with a table and a screen that only take notes."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from cli.computer import Computer
from cli.model import Model
from cli.screen.app import Click, Resized
from cli.screen.desk import Desk
from cli.screen.line import Key, typed
from cli.screen.look import UNICODE
from cli.screen.pieces import CardAt
from cli.screen.settings import SPEEDS, Settings
from cli.screen.sitter import BLINK, MOMENT, PREPARED_PAUSE, WINDOW, Sitter
from engine.contract import IllegalMove, Move, Result, State, Turn
from engine.games import rules_of
from p2p.events import Chat, Ended, Listening, TableEvent
from p2p.home import HomeError
from protocol.events import Acting, Happened, Shuffling
from protocol.terms import Terms
from tests.cli.screen.glass import Glass

MakeNight = Callable[..., Any]


class Table:
    """Stands in for a Sitting."""

    def __init__(self) -> None:
        self.tell, self.events = trio.open_memory_channel[TableEvent](math.inf)
        self.machine = None
        self.done: list[Any] = []
        self.refusal = ""

    async def choose(self, move: Move) -> None:
        self.done.append(move)
        if self.refusal:
            raise IllegalMove(self.refusal)

    async def say(self, text: str) -> None:
        self.done.append(text)

    async def accept(self) -> None:
        self.done.append("accept")

    def leave(self) -> None:
        self.done.append("leave")


class Evening:
    """A sitter at work; `ended` is what `run` returned."""

    def __init__(self, desk: Desk, **how: Any) -> None:
        self.table, self.glass = Table(), Glass()
        self.kept: list[Settings] = []
        self.ended: list[str] = []
        self.sitter = Sitter(self.table, self.glass, desk, keep=self.kept.append, **how)

    async def run(self) -> None:
        self.ended.append(await self.sitter.run())

    async def tell(self, *events: Any) -> None:
        for event in events:
            self.table.tell.send_nowait(event)
        await wait_all_tasks_blocked()

    async def press(self, *items: Any) -> None:
        for item in items:
            key = item if not isinstance(item, str) else typed(item) if len(item) == 1 else Key(item)
            self.glass.press.send_nowait(key)
        await wait_all_tasks_blocked()


def turn_of(seat: int, phase: str) -> Callable[[State], bool]:
    return lambda s: isinstance(s.next, Turn) and s.next.seats == (seat,) and s.phase == phase


def seen(night: MakeNight, game: str, seat: int, phase: str, **how: Any) -> list[Any]:
    """The events of a table up to somebody's turn."""
    return list(night(game, **how).deal().until(turn_of(seat, phase)).seen)


def fresh(**known: Any) -> Desk:
    return replace(Desk.fresh(known.pop("settings", Settings(speed="fast")), UNICODE), **known)


async def test_events_are_shown_and_moves_are_made(night: MakeNight, nursery: trio.Nursery) -> None:
    evening = Evening(fresh())
    nursery.start_soon(evening.run)
    await evening.tell(*seen(night, "tonk", 0, "start", seats=3))
    assert "Your turn." in evening.glass.text
    await evening.press(Resized(80, 24), "enter")
    (move,) = evening.table.done
    assert (move.kind, move.value) == ("draw", "stock")
    assert "Your turn." not in evening.glass.text
    await evening.press("c-c", "c-c")
    assert evening.ended == ["You left the table before it had ended."]


async def test_all_keys_that_wait_are_taken_at_once_and_answered_first(night: MakeNight, nursery: trio.Nursery) -> None:
    evening = Evening(fresh())
    nursery.start_soon(evening.run)
    await evening.tell(*seen(night, "tonk", 0, "start", seats=3))
    assert not any(evening.glass.shown)
    evening.glass.shown.clear()
    await evening.press("/", *"a long line that was typed while nobody had time", "enter", "c-c", "c-c", "1")
    assert evening.table.done == ["a long line that was typed while nobody had time"]
    assert evening.ended == ["You left the table before it had ended."]
    assert sum(evening.glass.shown) <= 2


async def test_a_refusal_is_shown_and_another_move_can_be_made(night: MakeNight, nursery: trio.Nursery) -> None:
    evening = Evening(fresh())
    nursery.start_soon(evening.run)
    await evening.tell(*seen(night, "tonk", 0, "start", seats=3))
    evening.table.refusal = "The stock is empty."
    await evening.press("1")
    assert "The stock is empty." in evening.glass.text
    evening.table.refusal = ""
    await evening.press("2")
    assert [move.value for move in evening.table.done] == ["stock", "discard"]


async def test_ones_turn_is_called_by_bell_and_title(night: MakeNight, nursery: trio.Nursery) -> None:
    evening = Evening(fresh())
    nursery.start_soon(evening.run)
    *before, acting = seen(night, "tonk", 0, "start", seats=3)
    await evening.tell(*before)
    assert evening.glass.done == ["fairdeal", "Tonk - fairdeal"]
    await evening.tell(acting)
    assert evening.glass.done[2:] == ["bell", "Your turn - fairdeal"]
    await evening.press("1")
    assert evening.glass.done[-1] == "Tonk - fairdeal"


async def test_bell_title_and_highlight_can_be_switched_off(night: MakeNight, nursery: trio.Nursery) -> None:
    quiet = Settings(bell=False, title=False, highlight=False, mouse=False)
    evening = Evening(fresh(settings=quiet))
    nursery.start_soon(evening.run)
    await evening.tell(*seen(night, "tonk", 0, "start", seats=3))
    assert evening.glass.done == []
    assert not evening.glass.mouse
    assert "alert" not in {piece.style for row in evening.glass.draw(80, 24).rows for piece in row}


async def test_what_takes_longer_than_a_moment_is_told(
    night: MakeNight, nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    evening = Evening(fresh())
    nursery.start_soon(evening.run)
    await evening.tell(*night("tonk", seats=3).seen, Shuffling(0, 2, 6))
    assert "2 of 6" not in evening.glass.text
    await trio.sleep(3 * MOMENT)
    assert "2 of 6" in evening.glass.text


async def test_a_prepared_move_is_made_after_a_pause_that_is_always_the_same(
    night: MakeNight, nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    table = night("thirteen").deal().until(turn_of(2, "follow"))
    evening = Evening(fresh())
    nursery.start_soon(evening.run)
    await evening.tell(*table.seen)
    await evening.press("0")
    count = len(table.seen)
    table.until(turn_of(0, "follow"))
    await evening.tell(*table.seen[count:])
    await trio.sleep(0.9 * PREPARED_PAUSE)
    assert evening.table.done == []
    await trio.sleep(0.2 * PREPARED_PAUSE)
    assert [move.kind for move in evening.table.done] == ["pass"]


async def test_a_key_meant_for_the_table_answers_no_panel_that_has_just_come_up(
    night: MakeNight, nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    table = night("tonk", seats=3).deal().until(lambda s: isinstance(s.next, Turn) and s.dealer >= 0)
    table.until(lambda s: isinstance(s.next, Result)).seal()
    evening = Evening(fresh())
    nursery.start_soon(evening.run)
    await evening.tell(*table.seen)
    for key in ("enter", "1", " "):
        await evening.press(key)
        assert evening.sitter.desk.panel is not None
    await evening.press("escape")
    assert evening.sitter.desk.panel is None
    await evening.press("f4")
    await trio.sleep(2 * BLINK)
    await evening.tell(table.seen[-1])
    await trio.sleep(2 * BLINK)
    await evening.press("enter")
    assert evening.sitter.desk.panel is None


async def test_all_answer_after_the_same_time_where_speed_could_tell(
    night: MakeNight, nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    table = night("thirteen").deal().ask()
    assert table.state.phase == "claim"
    for keys in ((), ("enter",), ("1", "enter")):
        evening = Evening(fresh())
        nursery.start_soon(evening.run)
        await evening.tell(*table.seen)
        await evening.press(*keys)
        await trio.sleep(0.95 * WINDOW)
        assert evening.table.done == []
        await trio.sleep(0.1 * WINDOW)
        assert [move.kind for move in evening.table.done] == ["no_claim"]


async def test_a_trick_that_is_over_can_be_looked_at(
    night: MakeNight, nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    """What follows waits for a while, or for a key; nothing is lost and nothing changes its order."""
    table = night("pitch", seats=4).deal().until(lambda s: s.phase == "play" and len(s.tricks) == 1)
    at = next(n for n, event in enumerate(table.seen) if isinstance(event, Happened) and len(tricks(event)) == 1)
    before, after, following = table.seen[:at], table.seen[at], Chat(1, "Well played")
    rest = SPEEDS["slow"].rest
    for skips in (False, True):
        evening = Evening(fresh(settings=Settings(speed="slow")))
        nursery.start_soon(evening.run)
        for event in before:
            await evening.tell(event)
            await trio.sleep(2 * rest)
        await evening.tell(after, following)
        await trio.sleep(0.9 * rest)
        assert "Well played" not in evening.glass.text
        if skips:
            await evening.press("right")
        else:
            await trio.sleep(0.2 * rest)
        assert "Well played" in evening.glass.text
        await evening.press("f10", "c-c")


def tricks(event: Happened) -> Any:
    return getattr(event.state, "tricks", ())


async def test_chat_goes_out_and_comes_in(night: MakeNight, nursery: trio.Nursery) -> None:
    evening = Evening(fresh())
    nursery.start_soon(evening.run)
    await evening.tell(*seen(night, "tonk", 1, "start", seats=3))
    await evening.press("/", *"Good luck!", "enter")
    assert evening.table.done == ["Good luck!"]
    await evening.tell(Chat(1, "You too"))
    assert "You say: Good luck!" in evening.glass.text
    assert "Bob says: You too" in evening.glass.text
    await evening.press("f3", "tab", "escape")
    assert not evening.kept[-1].chat
    await evening.tell(Chat(1, "La la la"))
    assert "La la la" not in evening.glass.text


async def test_what_a_key_asks_of_the_screen_is_done(night: MakeNight, nursery: trio.Nursery) -> None:
    evening = Evening(fresh(settings=Settings(title=False)))
    nursery.start_soon(evening.run)
    await evening.tell(Listening("04H0F"))
    await evening.press("c", "c-z", "c-l")
    assert evening.glass.done == [("copy", "04H0F"), "suspend", "redraw"]
    await evening.press("escape", "2")
    assert evening.ended == ["You left before the table had begun."]


async def test_clicks_choose_cards(night: MakeNight, nursery: trio.Nursery) -> None:
    evening = Evening(fresh())
    nursery.start_soon(evening.run)
    await evening.tell(*seen(night, "tonk", 1, "start", seats=3))
    card = evening.sitter.desk.hand[2]
    await evening.press(Click(CardAt(card)))
    assert evening.sitter.desk.chosen == {card}


async def test_leaving_after_the_hand_is_said_to_the_table(night: MakeNight, nursery: trio.Nursery) -> None:
    evening = Evening(fresh())
    nursery.start_soon(evening.run)
    await evening.tell(*seen(night, "tonk", 1, "start", seats=3))
    await evening.press("f10", "2")
    assert evening.table.done == ["leave"]


@pytest.mark.parametrize(("well", "reason"), [(True, ""), (False, "Bob is gone.")])
async def test_the_end_is_shown_until_the_player_leaves(
    well: bool, reason: str, night: MakeNight, nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    evening = Evening(fresh())
    nursery.start_soon(evening.run)
    await evening.tell(*seen(night, "tonk", 1, "start", seats=3), Ended(well, reason))
    assert "The table has ended" in evening.glass.text
    assert evening.ended == []
    await trio.sleep(2 * BLINK)
    await evening.press("enter")
    assert evening.ended == [reason]


async def test_a_table_that_breaks_down_without_a_word_has_ended(
    night: MakeNight, nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    evening = Evening(fresh())
    nursery.start_soon(evening.run)
    evening.table.tell.close()
    await wait_all_tasks_blocked()
    await trio.sleep(2 * BLINK)
    await evening.press("enter")
    assert evening.ended == ["The table ended unfinished."]


class Guests:
    """Computer players that only note what they are asked."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def seat_expected(self, code: str) -> None:
        self.asked.append(f"expected {code}")

    def seat(self, code: str) -> None:
        self.asked.append(code)

    def unseat(self) -> None:
        self.asked.append("away")


def own_table(**known: Any) -> Desk:
    terms = Terms.of("tonk", rules_of("tonk").Options.make())
    return fresh(model=Model(terms=terms, seats=3), **known)


async def test_where_one_plays_alone_computers_take_all_other_seats(nursery: trio.Nursery) -> None:
    guests = Guests()
    evening = Evening(own_table(solo=True), company=guests)
    nursery.start_soon(evening.run)
    await evening.tell(Listening("04H0F"))
    assert guests.asked == ["expected 04H0F"]
    assert "04H0F" not in evening.glass.text


async def test_computers_are_asked_to_ones_own_table_by_key(nursery: trio.Nursery) -> None:
    guests = Guests()
    evening = Evening(own_table(), company=guests)
    nursery.start_soon(evening.run)
    await evening.press("+")
    assert guests.asked == []
    await evening.tell(Listening("04H0F"))
    assert guests.asked == ["expected 04H0F"]
    assert "+ seats a computer player" in evening.glass.text
    await evening.press("+", "+", "-")
    assert guests.asked[1:] == ["04H0F", "04H0F", "away"]


async def test_a_computer_can_play_this_seat(night: MakeNight, nursery: trio.Nursery, monkeypatch: Any) -> None:
    chosen = Move("draw", value="stock")

    async def choose(self: Computer, acting: Acting, seat: int) -> Move:
        return chosen

    monkeypatch.setattr(Computer, "choose", choose)
    evening = Evening(fresh(auto=True), computer=lambda game: Computer(game, pace=0))
    nursery.start_soon(evening.run)
    await evening.tell(*seen(night, "tonk", 0, "start", seats=3))
    assert evening.table.done == [chosen]
    await evening.press("enter", "2")
    assert evening.table.done == [chosen]
    assert evening.sitter.desk.moves


async def test_where_a_computer_plays_the_end_of_the_table_ends_it(night: MakeNight, nursery: trio.Nursery) -> None:
    evening = Evening(fresh(auto=True), computer=lambda game: Computer(game, pace=0))
    nursery.start_soon(evening.run)
    await evening.tell(*seen(night, "tonk", 1, "start", seats=3), Ended(well=True, reason="The table is closed."))
    assert evening.ended == [""]


async def test_settings_that_cannot_be_kept_are_no_reason_to_leave(night: MakeNight, nursery: trio.Nursery) -> None:
    def refuse(settings: Settings) -> None:
        raise HomeError("The settings file cannot be written (No space left on device).")

    evening = Evening(fresh())
    evening.sitter._keep = refuse
    nursery.start_soon(evening.run)
    await evening.tell(*seen(night, "tonk", 1, "start", seats=3))
    await evening.press("f2")
    assert "No space left on device" in evening.glass.text
    assert evening.ended == []
