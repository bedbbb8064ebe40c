"""Lines in and lines out, for terminals of every kind, screen readers and pipes."""

import codecs
import os
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import AsyncGenerator, Iterable
from typing import TextIO

import trio

from cli.sentences import say
from cli.text import printable

BLOCK = 4096
LONGEST = 4096
"""A typed line that is longer is cut into several."""
INDENT = "  "
QUOTED = "> "
SECOND = "\0"
"""Stands for the second column of a wide character, while lines are wrapped."""
WIDEST = 100
"""Lines are wrapped at the terminal's width, and at this one where the terminal is wider."""

NUMBERED = re.compile(r"(?<!\S)(\d+) (?=(?:10|[2-9TJQKA])[CDHS♣♦♥♠](?!\w)|J[RB](?!\w))")
"""The number of a move before its first card: no line ends between them."""
JOINT = "\xa0"


class Console:
    """Where a player reads and types. Everything printed passes here, so that no control character gets through."""

    def __init__(self, out: TextIO, source: int | None, *, interactive: bool) -> None:
        """`source` is the file descriptor that lines are read from. `interactive` if both ends are a terminal."""
        self._out = out
        self._source = source
        self._interactive = interactive
        self._prompted = False

    @classmethod
    def standard(cls) -> "Console":
        """The program's own standard input and output."""
        source = _descriptor()
        interactive = source is not None and os.isatty(source) and sys.stdout.isatty()
        return cls(sys.stdout, source, interactive=interactive)

    def write(self, lines: Iterable[str], *, quoted: bool = False) -> None:
        """Print lines, cleaned, and wrapped if this is a terminal; `quoted` if another player has written them."""
        text = "".join(f"{piece}\n" for line in lines for piece in self._wrapped(printable(line), quoted=quoted))
        if text:
            self._break_prompt()
            self._out.write(text)
            self._out.flush()

    def prompt(self) -> None:
        """Show that input is awaited; on a terminal only."""
        if self._interactive and not self._prompted:
            self._out.write(say("prompt"))
            self._out.flush()
            self._prompted = True

    async def lines(self) -> AsyncGenerator[str, None]:
        """What is typed, line by line, until the input ends. Reads in a thread that is given up when cancelled."""
        if self._source is None:
            return
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        limiter = trio.CapacityLimiter(1)
        kept = ""
        while True:
            data = await trio.to_thread.run_sync(_read, self._source, abandon_on_cancel=True, limiter=limiter)
            kept += decoder.decode(data, final=not data)
            *whole, kept = kept.split("\n")
            if not data or len(kept) > LONGEST:
                whole, kept = [*whole, kept], ""
            if whole and data:
                # The terminal has shown what was typed, line end included: the cursor is on a new line.
                self._prompted = False
            for line in whole:
                if line or data:
                    yield printable(line.rstrip("\r"))[:LONGEST]
            if not data:
                return

    def end(self) -> None:
        """Nothing more is awaited: what others print next begins on a line of its own."""
        self._break_prompt()
        self._out.flush()

    def _break_prompt(self) -> None:
        if self._prompted:
            self._out.write("\n")
            self._prompted = False

    def _wrapped(self, line: str, *, quoted: bool) -> list[str]:
        if not self._interactive:
            return [line]
        width = min(shutil.get_terminal_size().columns, WIDEST)
        joined = NUMBERED.sub(rf"\1{JOINT}", line)
        if not joined.isascii():
            joined = "".join(c + SECOND if unicodedata.east_asian_width(c) in "WF" else c for c in joined)
        # What continues a line is set in, and marked where it is somebody else's: no chat shall break, nor let the
        # terminal break it, where its rest looks like a line of the program.
        lines = textwrap.wrap(
            joined,
            # A long word may be broken in the middle of a wide character: one column more.
            max(3, width - 1 - quoted),
            subsequent_indent=QUOTED if quoted else INDENT,
            break_long_words=quoted,
            break_on_hyphens=False,
        )
        return [piece.replace(JOINT, " ").replace(SECOND, "") for piece in lines] or [""]


def _descriptor() -> int | None:
    """Of the standard input; None where there is none, as in a program without a terminal."""
    try:
        return None if sys.stdin is None else sys.stdin.fileno()
    except ValueError:  # closed, or no file at all
        return None


def _read(source: int) -> bytes:
    """The next bytes; none at the end of the input, also if it was closed or its terminal is gone."""
    # Not through sys.stdin: a thread that still waits there at exit would hold a lock that the interpreter needs.
    try:
        return os.read(source, BLOCK)
    except OSError:
        return b""
