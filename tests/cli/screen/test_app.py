"""The screen on prompt-toolkit with Trio as guest: what comes in, what happens when something goes wrong."""

import asyncio
import gc
import io
import signal
from collections.abc import Awaitable, Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
import trio
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import DummyInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from cli.errors import Failure
from cli.screen import entrance, guest
from cli.screen.app import ESCAPE_WAIT, Click, Resized, Screen, _Painted, key_of
from cli.screen.canvas import Canvas, Picture
from cli.screen.line import Key, typed
from cli.screen.look import Depth, theme

Work = Callable[[Screen, Any], Awaitable[Any]]


def run(work: Work) -> Any:
    """Run work(screen, pipe) on a screen without a terminal; keys are sent through the pipe."""
    with create_pipe_input() as pipe:

        async def main() -> Any:
            screen = Screen(Depth.NONE, pipe, DummyOutput())
            with trio.fail_after(10):
                async with trio.open_nursery() as nursery:
                    await nursery.start(screen.run)
                    result = await work(screen, pipe)
                    nursery.cancel_scope.cancel()
            return result

        return guest.run(main)


def picture(width: int, height: int) -> Picture:
    canvas = Canvas(width, height)
    canvas.put(2, 1, "press here", "marked", "target")
    return canvas.picture()


async def take(screen: Screen, count: int) -> list[Any]:
    """So many inputs, sizes left out."""
    found: list[Any] = []
    while len(found) < count:
        item = await screen.inputs.receive()
        if not isinstance(item, Resized):
            found.append(item)
    return found


def test_keys_come_by_their_names() -> None:
    async def work(screen: Screen, pipe: Any) -> list[Any]:
        screen.show(picture, theme("four-colours"))
        pipe.send_text("aé東 ?\r\t\x7f\x1b[A\x1b[Z\x1bOP\x1b[21~\x1b[5~\x03\x1a\x0c")
        return await take(screen, 16)

    assert run(work) == [
        *map(typed, "aé東 ?"),
        *map(Key, ("enter", "tab", "backspace", "up", "s-tab", "f1", "f10", "pageup", "c-c", "c-z", "c-l")),
    ]


def test_escape_alone_is_a_key_after_a_moment() -> None:
    async def work(screen: Screen, pipe: Any) -> list[Any]:
        screen.show(picture, theme("four-colours"))
        pipe.send_text("\x1b")
        return await take(screen, 1)

    assert run(work) == [Key("escape")]


def test_a_paste_comes_as_one() -> None:
    async def work(screen: Screen, pipe: Any) -> list[Any]:
        pipe.send_text("\x1b[200~one\ntwo\x1b[31m\x1b[201~x")
        return await take(screen, 2)

    assert run(work) == [Key("paste", "one\ntwo\x1b[31m"), typed("x")]


def test_clicks_find_their_target_and_the_wheel_scrolls() -> None:
    async def work(screen: Screen, pipe: Any) -> list[Any]:
        screen.show(picture, theme("four-colours"))
        await trio.sleep(0.05)
        pipe.send_text("\x1b[<0;4;2M\x1b[<0;4;2m")
        pipe.send_text("\x1b[<0;40;9M\x1b[<0;40;9m")
        pipe.send_text("\x1b[<64;4;2M\x1b[<65;4;2M")
        return await take(screen, 3)

    assert run(work) == [Click("target"), Key("up"), Key("down")]


UNKNOWN = [
    *("\x1b[999~", "\x1b[57399u", "\x1b[1;99Z", "\x1b[I", "\x1b[O", "\x1b[?1;2c", "\x1bO5P", "\x1b[>0;1u"),
    *("\x1b]0;title\x07", "\x1b]11;rgb:1/2/3\x1b\\", "\x1bP1$r0m\x1b\\", "\x1b[24;80R", "\x1b[99999999;1R"),
    *(
        "\x1b[<0;99999999999;1M",
        "\x1b[<;;M",
        "\x1b[<0;M",
        "\x1b[M1!!",
        "\x1b[M\u05d0!!",
        "\x1b[0;0;0M",
        "\x1b[<0;-1;-1M",
    ),
]
"""Sequences of no key, some malformed."""


@pytest.mark.parametrize("sequence", UNKNOWN, ids=ascii)
def test_a_sequence_that_nobody_knows_types_nothing(sequence: str) -> None:
    async def work(screen: Screen, pipe: Any) -> list[Any]:
        screen.show(picture, theme("four-colours"))
        await trio.sleep(0.02)
        pipe.send_text(sequence + "xy")
        return await take(screen, 2)

    assert run(work) == [typed("x"), typed("y")]


def test_a_sequence_that_breaks_off_holds_back_no_later_key() -> None:
    async def work(screen: Screen, pipe: Any) -> list[Any]:
        screen.show(picture, theme("four-colours"))
        for piece in ("\x1b[1;", "x", "\x1b", "[", "\x1b[", "y"):
            pipe.send_text(piece)
            await trio.sleep(3 * ESCAPE_WAIT)
        return await take(screen, 4)

    assert run(work) == [typed("x"), Key("escape"), typed("["), typed("y")]


def test_the_size_of_the_screen_is_told() -> None:
    async def work(screen: Screen, pipe: Any) -> Any:
        screen.show(picture, theme("four-colours"))
        return await screen.inputs.receive()

    assert run(work) == Resized(80, 40)


@pytest.mark.parametrize("name", ["<cursor-position-response>", "<vt100-mouse-event>", "<ignore>"])
def test_what_is_no_key_is_none(name: str) -> None:
    assert key_of(name, "") is None


def test_an_error_of_the_view_ends_the_screen_with_that_error() -> None:
    def broken(width: int, height: int) -> Picture:
        raise ZeroDivisionError

    async def work(screen: Screen, pipe: Any) -> None:
        screen.show(broken, theme("four-colours"))
        await trio.sleep_forever()

    with pytest.raises(ExceptionGroup) as caught:
        run(work)
    assert caught.group_contains(ZeroDivisionError)


def test_an_error_on_the_host_loop_ends_the_screen_with_that_error() -> None:
    def fail() -> None:
        raise LookupError

    async def work(screen: Screen, pipe: Any) -> None:
        asyncio.get_running_loop().call_soon(fail)
        await trio.sleep_forever()

    with pytest.raises(ExceptionGroup) as caught:
        run(work)
    assert caught.group_contains(LookupError)


def test_an_error_of_a_task_leaves_the_screen_closed() -> None:
    screens: list[Screen] = []

    async def work(screen: Screen, pipe: Any) -> None:
        screens.append(screen)
        raise KeyError("lost")

    with pytest.raises(ExceptionGroup) as caught:
        run(work)
    assert caught.group_contains(KeyError)
    assert not screens[0].app.is_running


def test_the_end_of_the_input_ends_the_screen() -> None:
    async def work(screen: Screen, pipe: Any) -> None:
        pipe.close()
        await trio.sleep_forever()

    with pytest.raises(ExceptionGroup) as caught:
        run(work)
    assert caught.group_contains(EOFError)


def test_a_host_task_that_is_cancelled_from_trio_has_ended_when_that_returns() -> None:
    seen: list[str] = []

    async def host() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            seen.append("host")

    async def main() -> None:
        with trio.move_on_after(0.01):
            await guest.call_host(host)
        seen.append("guest")

    guest.run(main)
    assert seen == ["host", "guest"]


def test_what_a_host_task_returns_and_raises_comes_back() -> None:
    async def value() -> int:
        return 7

    async def error() -> None:
        raise ValueError("no")

    async def cancelled() -> None:
        raise asyncio.CancelledError

    async def main() -> int:
        with pytest.raises(ValueError, match="no"):
            await guest.call_host(error)
        with pytest.raises(guest.HostCancelled):
            await guest.call_host(cancelled)
        return await guest.call_host(value)

    assert guest.run(main) == 7


# -- one sentence, whatever happens ----------------------------------------------------------------------------------


@pytest.fixture
def without_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """`entrance.run` on a screen without a terminal; the data directory."""
    monkeypatch.setenv("FAIRDEAL_HOME", str(tmp_path / "home"))
    with create_pipe_input() as pipe:
        monkeypatch.setattr(entrance, "Screen", lambda depth: Screen(depth, pipe, DummyOutput()))
        yield tmp_path / "home"


def test_a_bug_becomes_a_sentence_and_is_written_down(without_terminal: Path) -> None:
    async def work(screen: Screen) -> None:
        raise ZeroDivisionError("one by nothing")

    with pytest.raises(Failure) as caught:
        entrance.run(work)
    note = without_terminal / "last-error.txt"
    assert str(caught.value) == (
        f"Something went wrong inside fairdeal (ZeroDivisionError), so you left the table; details are in {note}."
    )
    assert "one by nothing" in note.read_text()
    assert note.stat().st_mode & 0o077 == 0


def test_a_failure_says_what_it_says(without_terminal: Path) -> None:
    async def work(screen: Screen) -> None:
        raise Failure("No.", 3)

    with pytest.raises(Failure, match="No") as caught:
        entrance.run(work)
    assert caught.value.code == 3
    assert not (without_terminal / "last-error.txt").exists()


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (signal.SIGQUIT, "The program was asked to end, so you left the table."),
        (signal.SIGTERM, "The program was asked to end, so you left the table."),
        (signal.SIGHUP, "The terminal was closed, so you left the table."),
        (signal.SIGINT, "You left the table with Ctrl-C."),
    ],
)
def test_signals_end_it_with_a_sentence(number: int, sentence: str, without_terminal: Path) -> None:
    unwound: list[bool] = []

    async def work(screen: Screen) -> None:
        try:
            signal.raise_signal(number)
            await trio.sleep_forever()
        finally:
            unwound.append(True)

    with pytest.raises(Failure) as caught:
        entrance.run(work)
    assert str(caught.value) == sentence
    assert caught.value.code == 128 + number
    assert unwound == [True]


@pytest.mark.parametrize("error", [EOFError(), OSError(5, "Input/output error")])
def test_a_terminal_that_is_gone_is_no_bug(error: Exception, without_terminal: Path) -> None:
    async def work(screen: Screen) -> None:
        raise error

    with pytest.raises(Failure, match="The terminal was closed"):
        entrance.run(work)


def test_what_the_work_returns_is_returned(without_terminal: Path) -> None:
    async def work(screen: Screen) -> str:
        return "done"

    assert entrance.run(work) == "done"


def counted(drawn: list[int], number: int) -> Callable[[int, int], Picture]:
    def draw(width: int, height: int) -> Picture:
        drawn.append(number)
        return picture(width, height)

    return draw


@pytest.mark.parametrize(("pause", "painted"), [(3600.0, [1, 5]), (0.001, [1, 4, 5])])
def test_what_is_no_answer_is_painted_later_and_only_the_last_of_it(
    pause: float, painted: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.screen.app.LEAST_PAUSE", 3600.0)
    drawn: list[int] = []

    async def work(screen: Screen, pipe: Any) -> None:
        screen.show(counted(drawn, 1), theme("four-colours"))
        await trio.sleep(0.05)
        for number in (2, 3):
            screen.show(counted(drawn, number), theme("four-colours"), answer=False)
            await trio.lowlevel.checkpoint()
        monkeypatch.setattr("cli.screen.app.LEAST_PAUSE", pause)
        screen.show(counted(drawn, 4), theme("four-colours"), answer=False)
        await trio.sleep(0.05)
        screen.show(counted(drawn, 5), theme("four-colours"))
        await trio.sleep(0.05)

    run(work)
    assert [number for number, _ in groupby(drawn)] == painted


def test_the_garbage_collector_leaves_alone_what_is_loaded(without_terminal: Path) -> None:
    gc.unfreeze()

    async def work(screen: Screen) -> int:
        return gc.get_freeze_count()

    assert entrance.run(work) > 10_000
    gc.unfreeze()


def test_a_screen_that_was_painted_after_its_end_is_left_all_the_same() -> None:
    written = io.StringIO()
    with create_pipe_input() as pipe:
        output = Vt100_Output(written, lambda: Size(rows=24, columns=80), term="xterm")
        screen = Screen(Depth.NONE, pipe, output)
        with set_app(screen.app):
            screen.app.renderer.render(screen.app, screen.app.layout)
        assert written.getvalue().rfind("\x1b[?1049h") > written.getvalue().rfind("\x1b[?1049l")
        screen.leave()
    for mode in ("1049", "1000", "2004"):
        assert written.getvalue().rfind(f"\x1b[?{mode}l") > written.getvalue().rfind(f"\x1b[?{mode}h")


@pytest.mark.parametrize("error", [None, ZeroDivisionError(), KeyboardInterrupt()])
def test_the_screen_is_left_however_it_ends(
    error: BaseException | None, without_terminal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[Screen] = []

    def leave(screen: Screen) -> None:
        left.append(screen)

    monkeypatch.setattr(Screen, "leave", leave)

    async def work(screen: Screen) -> None:
        if error is not None:
            raise error

    if error is None:
        entrance.run(work)
    else:
        with pytest.raises(Failure) as caught:
            entrance.run(work)
        assert caught.value.code == (130 if isinstance(error, KeyboardInterrupt) else 1)
    assert len(left) == 1


@pytest.mark.parametrize("name", ["felt", "four-colours"])
def test_a_background_of_the_themes_own_reaches_to_the_edge(name: str) -> None:
    screen = Screen(Depth.MANY, DummyInput(), DummyOutput())
    screen.theme = theme(name)
    painted = _Painted(screen)
    painted.draw = picture
    content = painted.create_content(30, 3)
    line = content.get_line(1)
    assert sum(len(piece[1]) for piece in line) == 30
    assert all(("bg:" in piece[0]) == (name == "felt") for piece in line if piece[1].isspace())
