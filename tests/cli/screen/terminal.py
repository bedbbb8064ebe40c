"""A pseudo-terminal in which the command runs, and what is to be seen in it."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyte

from cli.screen.sitter import BLINK

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0
"""Seconds after which something that never happens is a failure."""
BECOME_LEADER = (
    "import fcntl, os, sys, termios; os.setsid(); fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)
KEYS = {"Enter": "\r", "Escape": "\x1b", "Backspace": "\x7f", "Up": "\x1b[A", "Down": "\x1b[B", "F10": "\x1b[21~"}


class Terminal:
    """A program in a terminal of its own, as its session leader."""

    def __init__(self, home: Path, *command: str, columns: int = 80, rows: int = 24, **settings: str) -> None:
        self.master, self.slave = pty.openpty()
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self.slave)
        plain = {"TERM": "xterm-256color", "PYTHONPATH": str(ROOT), "FAIRDEAL_HOME": str(home), "LANG": "C.UTF-8"}
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM", "LC_ALL")}
        program = command or (sys.executable, "-m", "cli")
        self.process = subprocess.Popen(
            [sys.executable, "-c", BECOME_LEADER, *program],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env={**kept, **plain, **settings},
        )

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        for descriptor in (self.master, self.slave):
            with suppress(OSError):
                os.close(descriptor)

    def hang_up(self) -> None:
        """Take the terminal away, as somebody does who closes its window."""
        os.close(self.slave)
        os.close(self.master)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window, as its user would."""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)
        if hasattr(self, "process"):
            self.process.send_signal(signal.SIGWINCH)

    def type(self, *keys: str) -> None:
        """Press keys: those of `KEYS` by name, others as they are."""
        for key in keys:
            os.write(self.master, KEYS.get(key, key).encode())

    def send(self, data: bytes) -> None:
        """Let the terminal send these bytes, whatever they mean."""
        os.write(self.master, data)

    @property
    def text(self) -> str:
        """What is to be seen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def read(self, wait: float = 0.05) -> bool:
        """Take in what the program has written; whether there was anything."""
        ready, _, _ = select.select([self.master], [], [], wait)
        if not ready:
            return False
        try:
            data = os.read(self.master, 1 << 16)
        except OSError:
            return False
        self.raw += data
        self.stream.feed(data)
        return True

    def until(self, wanted: str | Callable[[str], Any]) -> str:
        """Wait until this pattern is to be seen, or the text is as wanted; the text."""
        seen = (lambda text: re.search(wanted, text)) if isinstance(wanted, str) else wanted
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            while self.read(0.02):
                pass
            if seen(self.text):
                return self.text
            if self.process.poll() is not None and not self.read(0.2):
                break
        raise AssertionError(f"never saw {wanted}:\n{self.text}")

    def until_asked(self, turn: str = r"Your turn\.", over: str = "is over") -> str:
        """Wait until a move of the player is awaited, going on over hands that were over before; the text."""
        while True:
            text = self.until(lambda text: re.search(turn, text) or re.search(over, text))
            if not re.search(over, text):
                return text
            time.sleep(2 * BLINK)
            self.type("Enter")
            self.until(lambda text: not re.search(over, text))

    def ended(self) -> int:
        """Wait for the program to end; its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            self.read()
            assert time.monotonic() < deadline, f"did not end:\n{self.text}"
        while self.read(0.1):
            pass
        return int(self.process.returncode)

    def is_sane(self) -> bool:
        """Whether the terminal is as it was: line mode, the ordinary screen, no mouse, no paste marks, a cursor."""
        after = termios.tcgetattr(self.slave)
        switches = {mode: self.raw.rfind(mode + b"h") for mode in (b"\x1b[?1049", b"\x1b[?1000", b"\x1b[?2004")}
        off = all(self.raw.rfind(mode + b"l") > last for mode, last in switches.items() if last >= 0)
        cursor = self.raw.rfind(b"\x1b[?25h") >= self.raw.rfind(b"\x1b[?25l")
        return after == self.before and off and cursor
