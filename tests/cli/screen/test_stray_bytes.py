"""Whatever a terminal sends, at any moment, at any size: the program goes on or ends as asked, the terminal is sane."""

import signal
import sys
from pathlib import Path
from random import Random

import pytest

from tests.cli.screen.terminal import Terminal

PIECES = (
    *(b"\x1b", b"\x1b[", b"\x1b[1;", b"\x1bO", b"\x1b[I", b"\x1b[O", b"\x1b[?1;2c", b"\x1b[24;80R", b"\x1b[0;0R"),
    *(b"\x1b[<0;9;9M", b"\x1b[<0;9;9m", b"\x1b[<;;M", b"\x1b[M\xff\xff\xff", b"\x1b[MC!!", b"\x1b[0;0;0M", b"\x1b[M"),
    *(
        b"\xff",
        b"\xe2\x82",
        b"\xed\xa0\x80",
        "東京é\u202e\u200b👨‍👩‍👧".encode(),
        b"\x11\x13",
        b"\x1c",
        b"\x04",
        b"\x1a",
    ),
    *(b"\x1b[200~" + b"x\n\x03\x1b[2J\x07" * 200 + b"\x1b[201~", b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\t", b"\r", b" "),
    *(
        b"\x1bOP",
        b"\x1bOR",
        b"\x1b[17~",
        b"\x1b[18~",
        b"\x1b[20~",
        b"a",
        b"b",
        b"c",
        b"1",
        b"?",
        b"/",
        b"\x0c",
        b"\x00",
    ),
)
SIZES = ((1, 1), (500, 200), (60, 20), (59, 19), (80, 24), (2, 100), (300, 1), (120, 40))


@pytest.mark.parametrize(
    ("arguments", "ready"),
    [
        ((), "What shall the others call you"),
        (("play", "tonk", "--seats", "2", "--pace", "0", "--name", "Ann"), "Your turn"),
    ],
    ids=["start", "table"],
)
def test_stray_bytes(arguments: tuple[str, ...], ready: str, tmp_path: Path) -> None:
    rng = Random(7)
    with Terminal(tmp_path / "home", sys.executable, "-m", "cli", *arguments) as terminal:
        terminal.until(ready) if not arguments else terminal.until_asked()
        for _ in range(120):
            if terminal.process.poll() is not None:
                break
            if rng.random() < 0.1:
                terminal.resize(*rng.choice(SIZES))
            else:
                terminal.send(rng.choice(PIECES))
            terminal.read(0.005)
        while terminal.read(0.3):
            pass
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.ended() in (143, 0, 1)  # some of it may have chosen to leave
        assert terminal.is_sane()
        assert b"went wrong" not in terminal.raw
        assert b"Traceback" not in terminal.raw
