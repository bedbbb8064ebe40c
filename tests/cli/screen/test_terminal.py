"""The command in a real terminal: whole hands played by keys, and every way of ending leaves the terminal sane."""

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from cli.screen.settings import Settings, keep
from cli.screen.sitter import BLINK
from p2p.home import Home
from protocol.verify import verify
from tests.cli.screen.terminal import Terminal

PYTHON = (sys.executable, "-m", "cli")
TURN = re.compile(r"Your turn\.|You may act now")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def fairdeal(home: Path, *arguments: str, columns: int = 80, rows: int = 24, **settings: str) -> Terminal:
    return Terminal(home, *PYTHON, *arguments, columns=columns, rows=rows, **settings)


@pytest.fixture
def tonk(home: Path) -> Iterator[Terminal]:
    """A player whose turn it is, against one computer player."""
    with fairdeal(home, "play", "tonk", "--seats", "2", "--pace", "0", "--name", "Ann") as terminal:
        terminal.until_asked()
        yield terminal


# -- whole hands -----------------------------------------------------------------------------------------------------


def foot(text: str) -> str:
    """The part of the screen that says what is awaited and what can be done."""
    lines = text.splitlines()
    at = max((number for number, line in enumerate(lines) if TURN.search(line)), default=len(lines))
    return "\n".join(lines[at:-1])


def move(terminal: Terminal, text: str) -> None:
    """Make some move with the keys that the screen offers."""
    if re.search(r"▸\d+ ", foot(text)):
        terminal.type("Enter")
        return
    if "choose " in foot(text).lower():
        terminal.type("\t")
        terminal.until(lambda text: re.search(r"▸\d+ ", foot(text)) is not None)
        terminal.type("Enter")
        return
    offered = foot(terminal.text)
    for pattern in (r" (\d+) Pass", r" Bid (\d+)", r" (\d+) [A-Z]"):
        if found := re.search(pattern, offered):
            terminal.type(found.group(1))
            return
    raise AssertionError(f"nothing to choose in {offered!r}")


def asks_anew(before: str, text: str) -> bool:
    """Whether something is awaited from the player, and not the same as before; below a panel things may go on."""
    panel = re.search(r"┌─ (?:The|Hand) [a-z0-9 ]+", text)
    return panel.group() not in before if panel else text != before and TURN.search(text) is not None


def play_on(terminal: Terminal) -> str:
    """Play to the end of the table; all that was ever to be seen of it at last."""
    text = ""
    for _ in range(400):
        text = terminal.until(partial(asks_anew, text))
        if "┌─ The table has ended" in text:
            return text
        if re.search(r"┌─ Hand \d+ is over", text):
            time.sleep(2 * BLINK)
            terminal.type("Enter")
        else:
            move(terminal, text)
    raise AssertionError("it never ends")


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        (("play", "tonk", "--seats", "2"), "Scores: "),
        (("play", "thirteen", "--preset", "duel"), "Scores: "),
        (("play", "pitch", "--preset", "five_point"), "Scores: "),
    ],
    ids=["tonk", "thirteen", "pitch"],
)
def test_a_whole_hand_by_keys(arguments: tuple[str, ...], result: str, home: Path) -> None:
    keep(Home(home), Settings(speed="fast"))
    with fairdeal(home, *arguments, "--hands", "1", "--pace", "0", "--name", "Ann") as terminal:
        text = play_on(terminal)
        assert result in text
        assert "All have signed the same log." in text
        time.sleep(2 * BLINK)
        terminal.type("Enter")
        assert terminal.ended() == 0
        assert terminal.is_sane()
        assert re.search(r"owes? |Nobody owes anything", terminal.text)


# -- whatever happens ------------------------------------------------------------------------------------------------


def test_resizing_pasting_and_stray_keys_leave_the_table_whole(tonk: Terminal) -> None:
    for size in ((60, 20), (200, 60), (20, 5), (79, 23), (120, 40), (61, 21)) * 3:
        tonk.resize(*size)
    tonk.until("Your turn")
    tonk.resize(30, 10)
    tonk.until(r"needs a window of at\s+least 60 columns")
    tonk.resize(80, 24)
    tonk.until("Your turn")
    tonk.type("\x1b[200~", "rm -rf /\nq\x03\x1a", "\x1b[201~", "\x1b[1;5D", "\x00", "\x1b[999~", "\xff")
    tonk.until("Your turn")
    tonk.type("/", "\x1b[200~", "two\nlines", "\x1b[201~")
    tonk.until(r"Say: .*two lines")
    tonk.type("Enter")
    tonk.until("You say: .*two lines")
    tonk.type("\x03", "\x03")
    assert tonk.ended() == 1
    assert tonk.is_sane()
    assert "fairdeal: You left the table before it had ended." in tonk.text


def test_the_transcript_is_written_however_the_table_ends(home: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.fdt"
    arguments = ("play", "tonk", "--seats", "2", "--pace", "0", "--name", "Ann", "--transcript", str(log))
    with fairdeal(home, *arguments) as terminal:
        terminal.until_asked()
        terminal.process.terminate()
        assert terminal.ended() == 143
    assert verify(log.read_bytes()).ok


def test_being_terminated_leaves_the_terminal_sane(tonk: Terminal) -> None:
    tonk.process.send_signal(signal.SIGTERM)
    assert tonk.ended() == 143
    assert tonk.is_sane()
    assert "fairdeal: The program was asked to end, so you left the table." in tonk.text


def test_a_closed_window_ends_the_program(tonk: Terminal) -> None:
    tonk.hang_up()
    assert tonk.process.wait(30) != 0


SMALL = """
import sys, trio
from cli.errors import Failure
from cli.screen import entrance
from cli.screen.canvas import Canvas
from cli.screen.look import theme

def draw(width, height):
    if sys.argv[1] == "view":
        raise ZeroDivisionError
    canvas = Canvas(width, height)
    for y, kind in enumerate(("suit.clubs", "suit.diamonds", "suit.hearts", "suit.spades", "alert")):
        canvas.put(1, y, "painted", kind)
    return canvas.picture()

async def work(screen):
    screen.show(draw, theme("four-colours"))
    await trio.sleep(0.1)
    if sys.argv[1] == "task":
        raise ZeroDivisionError
    if sys.argv[1] == "background":
        screen.suspend()
        for _ in range(int(sys.argv[2])):
            await trio.lowlevel.checkpoint()
        raise ZeroDivisionError
    await screen.inputs.receive()
    await screen.inputs.receive()

try:
    entrance.run(work)
except Failure as failure:
    print(failure)
"""
"""A small program on a screen, for what has nothing to do with a table."""


@pytest.mark.parametrize("where", ["task", "view"])
def test_an_error_of_the_program_leaves_the_terminal_sane_and_says_one_sentence(where: str, home: Path) -> None:
    with Terminal(home, sys.executable, "-c", SMALL, where) as terminal:
        assert terminal.ended() == 0
        assert terminal.is_sane()
        said = " ".join(terminal.text.split())
        assert "Something went wrong inside fairdeal (ZeroDivisionError), so you left the table; details are" in said
        assert "ZeroDivisionError" in (home / "last-error.txt").read_text()


@pytest.mark.parametrize("turns", range(6))
def test_an_error_on_the_way_to_the_background_or_back(turns: int, home: Path) -> None:
    with Terminal(home, sys.executable, "-c", SMALL, "background", str(turns)) as terminal:
        assert terminal.ended() == 0
        assert terminal.is_sane()
        assert "Something went wrong inside fairdeal (ZeroDivisionError)" in " ".join(terminal.text.split())


def test_to_the_background_and_back(home: Path) -> None:
    command = " ".join([*PYTHON, "play tonk --seats 2 --pace 0 --name Ann"])
    with Terminal(home, "/bin/sh", "-c", f"set -m; {command}; echo in the shell; read _; fg; echo over") as terminal:
        terminal.until_asked()
        terminal.type("\x1a")
        terminal.until("in the shell")
        assert terminal.is_sane()
        terminal.type("Enter")
        terminal.until("Your turn")
        terminal.type("Enter")
        terminal.until("You draw")
        terminal.type("\x03", "\x03")
        terminal.ended()
        assert terminal.is_sane()
        assert "over" in terminal.text


def test_a_signal_to_the_whole_group_while_shuffling_in_ascii(home: Path) -> None:
    with fairdeal(home, "play", "tonk", "--seats", "3", "--name", "Ann", "--ascii") as terminal:
        assert terminal.until(lambda text: text.strip()).isascii()
        os.killpg(terminal.process.pid, signal.SIGTERM)
        assert terminal.ended() == 143
        assert terminal.is_sane()


# -- colours and plain terminals -------------------------------------------------------------------------------------

SGR = re.compile(rb"\x1b\[([0-9;]*)m")


def colours(raw: bytes) -> set[str]:
    """The kinds of colour that were asked for: 16, 256, true."""
    found = set()
    for codes in SGR.findall(raw):
        text = codes.decode()
        if re.search(r"\b[34]8;2;", text):
            found.add("true")
        elif re.search(r"\b[34]8;5;", text):
            found.add("256")
        elif re.search(r"(?:^|;)(?:3[0-7]|4[0-7]|9[0-7]|10[0-7])(?:;|$)", text):
            found.add("16")
    return found


@pytest.mark.parametrize(
    ("settings", "kinds"),
    [
        ({"TERM": "xterm-256color"}, {"256"}),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, {"true"}),
        ({"TERM": "xterm"}, {"16"}),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, set()),
    ],
    ids=["256", "true", "16", "none"],
)
def test_colours_are_those_of_the_terminal(settings: dict[str, str], kinds: set[str], home: Path) -> None:
    with Terminal(home, sys.executable, "-c", SMALL, "", **settings) as terminal:
        terminal.until("painted")
        assert colours(terminal.raw) == kinds
        terminal.type("x")
        assert terminal.ended() == 0


@pytest.mark.parametrize(
    ("arguments", "settings"),
    [(["--plain"], {}), ([], {"TERM": "dumb"})],
    ids=["asked for", "dumb"],
)
def test_plain_terminals_get_lines(arguments: list[str], settings: dict[str, str], home: Path) -> None:
    with fairdeal(home, "play", "tonk", "--seats", "2", "--pace", "0", *arguments, **settings) as terminal:
        terminal.until("Your hand: ")
        assert b"\x1b" not in terminal.raw
        terminal.type("quit\r", "quit\r")
        assert terminal.ended() == 1


# -- the start screen ------------------------------------------------------------------------------------------------


def test_the_first_run_asks_for_a_name_and_leads_to_a_table_and_back(home: Path) -> None:
    with fairdeal(home) as terminal:
        terminal.until("What shall the others call you")
        terminal.type("Zoë", "Enter")
        terminal.until("Hello, Zoë")
        terminal.type("1")
        terminal.until("Game .*<")
        terminal.type("Enter")
        terminal.until("by trump|by rank")
        terminal.type("\x03")
        terminal.until("Leave the table")
        terminal.type("3")
        terminal.until("You left the table before it had ended")
        terminal.type("F10")
        assert terminal.ended() == 0
        assert terminal.is_sane()
    with fairdeal(home) as terminal:
        terminal.until("Hello, Zoë")
        terminal.type("\x03")
        assert terminal.ended() == 0


def test_two_people_meet_by_a_code(home: Path, tmp_path: Path) -> None:
    with fairdeal(home, "host", "tonk", "--seats", "2", "--name", "Ann", columns=120, rows=40) as host:
        text = host.until("1 of 2 are here")
        code = "".join(re.findall(r"^ +((?:[0-9A-Z]{5}-)+[0-9A-Z]*)$", text, re.MULTILINE))
        with fairdeal(tmp_path / "other", "join", code, "--name", "Bea") as guest:
            guest.until("invites you to this table")
            assert "Tonk for 2 players" in guest.text
            assert "1 of 2 are here" in host.text
            guest.type("Enter")
            for terminal in (host, guest):
                terminal.until("all proofs checked")
            guest.type("/", "Hello there", "Enter")
            host.until("Bea says: Hello there")
            guest.process.kill()
            host.until("The line to Bea is lost")
