"""From the start screen to tables and back, on a screen that only takes notes."""

import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from cli.history import shelf
from cli.history.keeping import FOLDER
from cli.history.recorded import Recorded
from cli.screen import tables
from cli.screen.line import Key, typed
from cli.screen.look import UNICODE
from cli.screen.settings import Settings, keep, load, read
from cli.screen.start.evening import evening
from cli.screen.tables import Finished, Person
from p2p.address import Address
from p2p.home import Home
from p2p.invite import Invite
from p2p.peering import ConnectError
from tests.cli.history.nights import NIGHTS
from tests.cli.screen.glass import Glass


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path / "home")
    made.set_name("Ann")
    return made


class Night:
    """The start screen at work."""

    def __init__(self, home: Home) -> None:
        self.home, self.glass, self.over = home, Glass(), False

    async def run(self) -> None:
        await evening(self.glass, self.home, UNICODE)
        self.over = True

    async def press(self, *keys: str) -> str:
        for key in keys:
            self.glass.press.send_nowait(typed(key) if len(key) == 1 else Key(key))
        await wait_all_tasks_blocked(0.01)
        return self.glass.text


@pytest.fixture
async def start(home: Home, nursery: trio.Nursery) -> Night:
    night = Night(home)
    nursery.start_soon(night.run)
    await wait_all_tasks_blocked()
    return night


async def test_a_wrong_code_is_told_and_can_be_typed_again(start: Night) -> None:
    text = await start.press("3", *"nonsense", "enter")
    assert "Join by code" in text
    assert "invite code" in text.lower()
    assert await start.press("escape") != text
    await start.press("f10")
    assert start.over


async def test_a_table_that_cannot_be_reached_is_told(start: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    async def join(screen: Any, person: Person, code: str) -> Finished:
        raise ExceptionGroup("several", [ConnectError("Nobody at this table can be reached.")])

    monkeypatch.setattr(tables, "join", join)
    code = Invite(bytes(10), bytes(8), (Address.parse("127.0.0.1:7"),)).encode()
    text = await start.press("3", *code, "enter")
    assert "Nobody at this table can be reached." in text
    assert code in text


async def test_a_code_stays_until_it_has_led_to_a_table(start: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    said = [Finished("You gave up connecting.", (), b""), Finished("You left.", (), b"log")]

    async def join(screen: Any, person: Person, code: str) -> Finished:
        return said.pop(0)

    monkeypatch.setattr(tables, "join", join)
    code = Invite(bytes(10), bytes(8), (Address.parse("127.0.0.1:7"),)).encode()
    text = await start.press("3", *code, "enter")
    assert "You gave up connecting." in text
    assert code in text
    text = await start.press("enter")
    assert "You left." in text
    assert "Play now" in text


async def test_what_is_played_is_offered_again_another_evening(
    start: Night, home: Home, nursery: trio.Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[tuple[str, int]] = []

    async def play(screen: Any, person: Person, terms: Any, seats: int) -> Finished:
        played.append((terms.game, seats))
        return Finished("", (), b"log")

    monkeypatch.setattr(tables, "play", play)
    monkeypatch.setattr(tables, "host", play)
    await start.press("1", "left", "enter")
    assert "Play Pitch again, 4 players" in await start.press()
    await start.press("3", "right", "enter")
    other = Night(home)
    nursery.start_soon(other.run)
    assert "Play Tonk again, 3 players" in await other.press()
    await other.press("enter")
    await other.press("right", "enter")
    assert played == [("pitch", 4), ("tonk", 3), ("tonk", 3), ("pitch", 4)]


async def test_an_error_of_the_program_is_not_hidden(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(*_: Any) -> Finished:
        raise ZeroDivisionError

    monkeypatch.setattr(tables, "play", play)
    glass = Glass()
    glass.press.send_nowait(typed("1"))
    glass.press.send_nowait(Key("enter"))
    with pytest.raises(ZeroDivisionError):
        await evening(glass, home, UNICODE)


async def test_back_from_a_table_one_is_told_how_it_ended(start: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    said = [Finished("", ("You owe Bob 3.",), b""), Finished("You left the table before it had ended.", (), b"")]

    async def play(screen: Any, person: Person, terms: Any, seats: int) -> Finished:
        assert (person.name, seats) == ("Ann", 3)
        assert terms.match(seats)
        return said.pop(0)

    monkeypatch.setattr(tables, "play", play)
    text = await start.press("1", "enter")
    assert "The table has ended. You owe Bob 3." in text
    assert "Play now" in text
    assert "Play Tonk again, 3 players" in text
    assert "You left the table before it had ended." in await start.press("1")


async def test_connecting_can_be_given_up(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    @asynccontextmanager
    async def hanging(*_: Any, **__: Any) -> AsyncIterator[None]:
        await trio.sleep_forever()
        yield

    monkeypatch.setattr(tables, "join_table", hanging)
    glass = Glass()
    finished: list[Finished] = []

    async def join() -> None:
        finished.append(await tables.join(glass, Person(home, "Ann", UNICODE), "0"))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(join)
        await wait_all_tasks_blocked(0.01)
        glass.press.send_nowait(typed("x"))
        await trio.sleep(tables.MOMENT * 1.5)
        assert "Connecting" in glass.text
        glass.press.send_nowait(Key("escape"))
    assert finished == [Finished("You gave up connecting.", (), b"")]


async def test_the_history_of_somebody_new_is_empty(start: Night) -> None:
    text = await start.press("4")
    while "Looking for your tables" in text:
        text = await start.press()
        await trio.sleep(0.01)
    assert "You have not sat at any table yet." in text


async def waited(night: Night, text: str) -> str:
    """The screen as soon as it shows this."""
    with trio.fail_after(60):
        while text not in " ".join(night.glass.text.split()):
            await wait_all_tasks_blocked(0.01)
    return night.glass.text


async def test_a_kept_table_is_seen_again_and_one_comes_back_to_the_list(start: Night) -> None:
    folder = start.home.path / FOLDER
    NIGHTS["thirteen"]().keep(folder, 0, began=1)
    damaged = NIGHTS["tonk"]().keep(folder, 0, began=2)
    damaged.write_bytes(damaged.read_bytes()[:-40])
    await start.press("4")
    assert "cannot be read" in await waited(start, "Thirteen")
    assert "does not verify and is not used" in " ".join((await start.press("enter")).split())
    await start.press("down", "enter")
    await waited(start, "As you saw it.")
    text = await start.press("n")
    assert "Hand 1, step 2 of " in text
    assert "Enter shows a table again" in await start.press("q")
    await start.press("enter")
    await waited(start, "As you saw it.")
    await start.press("f10")
    assert start.over


async def test_nobody_has_to_wait_for_a_long_check(start: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    NIGHTS["thirteen"]().keep(start.home.path / FOLDER, 0)
    ended = threading.Event()

    def slow(data: bytes, progress: Callable[[int, int], None]) -> Recorded:
        try:
            while True:
                progress(42, 100)
                time.sleep(0.01)
        finally:
            ended.set()

    monkeypatch.setattr(shelf, "recorded", slow)
    await start.press("4")
    await waited(start, "Thirteen")
    await start.press("enter")
    await waited(start, "42 %")
    await start.press("x", "escape")
    await waited(start, "Enter shows a table again")
    assert await trio.to_thread.run_sync(ended.wait, 60)


async def test_name_and_settings_are_kept(start: Night) -> None:
    await start.press("5", "enter", "c-u", *"Bea", "enter", "down", "down", "down", "down", "enter", "c-z", "c-l")
    assert start.home.name == "Bea"
    assert not load(start.home).large_cards
    assert start.glass.done == ["suspend", "redraw"]


async def test_a_new_player_is_asked_for_a_name_first(tmp_path: Path, nursery: trio.Nursery) -> None:
    night = Night(Home(tmp_path / "new"))
    nursery.start_soon(night.run)
    assert "What shall the others call you?" in await night.press()
    assert "Hello, Zoë." in await night.press(*"Zoë", "enter")
    assert Home(tmp_path / "new").name == "Zoë"


# -- settings --------------------------------------------------------------------------------------------------------


def test_settings_come_back_as_they_were_kept(home: Home) -> None:
    chosen = Settings(theme="light", bell=False).with_sort("tonk", "suit").with_sort("pitch", "rank")
    keep(home, chosen)
    assert load(home) == chosen
    assert home.name == "Ann"
    assert chosen.sort("tonk") == "suit"
    assert chosen.sort("thirteen") == ""


@pytest.mark.parametrize("kept", [None, 7, [], {"bell": "yes"}, {"theme": 3, "mouse": None}, {"sorts": 5}, {"new": 1}])
def test_what_was_kept_wrongly_has_its_usual_value(kept: object) -> None:
    assert read(kept) == Settings()


def test_a_setting_changes_both_ways() -> None:
    usual = Settings()
    assert usual.changed("theme").changed("theme", -1) == usual
    assert usual.changed("bell").changed("bell") == usual
    assert Settings(theme="gone").changed("theme", 0).theme == usual.theme
