"""Lines in and out: pieces, ends, odd bytes, control characters."""

import io
import os
from collections.abc import Iterator
from contextlib import aclosing

import pytest
import trio

from cli import console as console_module
from cli.console import Console
from cli.screen.canvas import columns
from cli.text import printable


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue


async def read_all(console: Console) -> list[str]:
    return [line async for line in console.lines()]


async def test_lines_are_read_to_the_end(pipe: tuple[int, int]) -> None:
    source, sink = pipe
    os.write(sink, "draw stock\r\n\nsay grüß\n7♥".encode())
    os.close(sink)
    console = Console(io.StringIO(), source, interactive=False)
    assert await read_all(console) == ["draw stock", "", "say grüß", "7♥"]


async def test_lines_arrive_one_by_one(pipe: tuple[int, int]) -> None:
    source, sink = pipe
    console = Console(io.StringIO(), source, interactive=False)
    async with aclosing(console.lines()) as lines:
        for text in ("1", "discard kd"):
            os.write(sink, f"{text}\n".encode())
            assert await anext(lines) == text
        os.write(sink, b"gr" + "ü".encode()[:1])
        os.write(sink, "ü".encode()[1:] + b"n\n")
        assert await anext(lines) == "grün"


async def test_a_reading_player_can_be_left(pipe: tuple[int, int]) -> None:
    console = Console(io.StringIO(), pipe[0], interactive=False)
    with trio.move_on_after(0.01) as scope:
        await read_all(console)
    assert scope.cancelled_caught


async def test_no_input_is_the_end_of_the_input(pipe: tuple[int, int]) -> None:
    assert await read_all(Console(io.StringIO(), None, interactive=False)) == []
    os.close(pipe[0])
    assert await read_all(Console(io.StringIO(), pipe[0], interactive=False)) == []


async def test_hostile_input_is_bounded_and_cleaned(pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    source, sink = pipe
    monkeypatch.setattr(console_module, "LONGEST", 20)
    os.write(sink, b"\xff\xfe\x1b[31m\n" + b"x" * 60 + b"\n")
    os.close(sink)
    lines = await read_all(Console(io.StringIO(), source, interactive=False))
    assert lines[0] == "\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}?[31m"
    assert all(len(line) <= 20 for line in lines[1:])


def test_nothing_unprintable_is_written() -> None:
    out = io.StringIO()
    Console(out, None, interactive=False).write(["a\x1b[2Jb\u202ec\td\ne", "f"])
    assert out.getvalue() == "a?[2Jb?c d?e\nf\n"
    assert printable("7♥ grün") == "7♥ grün"


def test_a_prompt_is_shown_once_and_broken_by_lines() -> None:
    out = io.StringIO()
    console = Console(out, None, interactive=True)
    console.prompt()
    console.prompt()
    console.write(["Bob is back."])
    console.prompt()
    assert out.getvalue() == "> \nBob is back.\n> "


def test_nothing_follows_a_prompt_on_its_line_at_the_end() -> None:
    out = io.StringIO()
    console = Console(out, None, interactive=True)
    console.end()
    assert out.getvalue() == ""
    console.prompt()
    console.end()
    assert out.getvalue() == "> \n"


async def test_a_prompt_between_lines_that_came_together_is_broken(pipe: tuple[int, int]) -> None:
    source, sink = pipe
    os.write(sink, b"leave\nquit\n")
    os.close(sink)
    out = io.StringIO()
    console = Console(out, source, interactive=True)
    async with aclosing(console.lines()) as lines:
        async for line in lines:
            console.write([f"{line}?"])
            console.prompt()
    assert out.getvalue() == "leave?\n> \nquit?\n> "


def test_no_prompt_and_no_wrapping_in_a_pipe() -> None:
    out = io.StringIO()
    console = Console(out, None, interactive=False)
    console.prompt()
    console.write(["word " * 60])
    assert out.getvalue().count("\n") == 1


@pytest.mark.parametrize("columns", range(24, 48))
def test_a_number_stays_with_its_card(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console_module.shutil, "get_terminal_size", lambda: os.terminal_size((columns, 24)))
    out = io.StringIO()
    said = "Discard: 9 4H, 10 TH, 11 5H 6H 7H, 12 KH, 13 JR; 14 10♥, 15 A♠. Draw 3 cards."
    Console(out, None, interactive=True).write([said])
    lines = out.getvalue().splitlines()
    assert " ".join(map(str.strip, lines)) == said
    assert not [line for line in lines if line.rsplit(maxsplit=1)[-1].isdigit() and not line.endswith(" 3")]


def test_long_lines_are_wrapped_at_words_and_codes_stay_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    out = io.StringIO()
    code = "-".join(["ABCDE"] * 15)
    Console(out, None, interactive=True).write(["word " * 20, code])
    *words, last = out.getvalue().splitlines()
    assert len(words) > 1
    assert all(len(line) < 40 for line in words)
    assert last == code


@pytest.mark.parametrize("filler", ["x", "東", "é", "x東"])
def test_the_rest_of_a_broken_line_never_looks_like_a_line_of_its_own(
    filler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console_module.shutil, "get_terminal_size", lambda: os.terminal_size((80, 24)))
    for length in range(1, 120):
        out = io.StringIO()
        said = f"Eve says: {' '.join([filler] * length)} Your turn. You pay Eve 100."
        Console(out, None, interactive=True).write([said])
        first, *rest = out.getvalue().splitlines()
        assert first.startswith("Eve says:")
        assert all(line.startswith("  ") for line in rest)
        assert all(columns(line) < 80 for line in (first, *rest))


@pytest.mark.parametrize("filler", ["word ", "-", "東", "_"])
def test_every_line_of_what_somebody_else_says_is_marked(filler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of a word that is longer than the line: the terminal itself would break it, without any mark."""
    monkeypatch.setattr(console_module.shutil, "get_terminal_size", lambda: os.terminal_size((60, 24)))
    for length in range(1, 130):
        out = io.StringIO()
        said = f"Eve says: {filler * length}The_table_is_closed._You_owe_Eve_50."
        Console(out, None, interactive=True).write([said], quoted=True)
        first, *rest = out.getvalue().splitlines()
        assert first.startswith("Eve says:")
        assert all(line.startswith("> ") for line in rest)
        assert all(columns(line) < 60 for line in (first, *rest))
