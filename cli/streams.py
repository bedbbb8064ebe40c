"""The program's own input and output as it finds them: closed, full, or read by nobody any more."""

import errno
import io
import os
import sys
from contextlib import suppress

from cli.errors import Failure
from cli.language import Texts, retold

SENTENCES: Texts[str] = Texts(
    {
        "closed": "There is nowhere to write to: the output is closed.",
        "unwritable": "The output cannot be written: {reason}.",
    }
)
NUMBERS = {"stdin": 0, "stdout": 1, "stderr": 2}


class Outlet(io.TextIOWrapper):
    """Standard output that is no terminal. Writing raises Failure with a sentence; BrokenPipeError stays as it is."""

    def write(self, text: str) -> int:
        """As any stream does."""
        try:
            return super().write(text)
        except OSError as error:
            raise _told(error) from error

    def flush(self) -> None:
        """As any stream does."""
        try:
            super().flush()
        except OSError as error:
            raise _told(error) from error


def _told(error: OSError) -> Exception:
    if isinstance(error, BrokenPipeError):
        return error
    if error.errno == errno.EBADF:
        return Failure(SENTENCES["closed"])
    return Failure(SENTENCES["unwritable"].format(reason=retold(str(error.strerror or error))))


def prepare() -> None:
    """Make all three streams fit to be used; what was closed is empty, unwritable, or silent.

    Otherwise the next file to be opened, as the journal, would get the number of a stream, and what is written to it.
    """
    for name, number in NUMBERS.items():
        if getattr(sys, name) is None and _occupied(number):
            stream = os.fdopen(number, "r" if number == 0 else "w", encoding="utf-8", errors="replace")
            setattr(sys, name, stream)
    for present in (sys.stdout, sys.stderr):
        if isinstance(present, io.TextIOWrapper):
            # A terminal that lacks a character shows a question mark, so that a name cannot end the program.
            present.reconfigure(errors="replace")
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper) and not out.isatty():
        encoding, buffering = out.encoding, out.line_buffering
        sys.stdout = Outlet(out.detach(), encoding=encoding, errors="replace", line_buffering=buffering)


def _occupied(number: int) -> bool:
    """Put the null device where a stream is closed. Standard output can only be read there, so that writing fails."""
    with suppress(OSError):
        os.fstat(number)
        return False
    found = os.open(os.devnull, os.O_WRONLY if number == NUMBERS["stderr"] else os.O_RDONLY)
    if found != number:
        os.dup2(found, number)
        os.close(found)
    return True


def tell(line: str) -> None:
    """Write a line to standard error, if that can be."""
    try:
        print(line, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        abandon("stderr")


def abandon(name: str) -> None:
    """Write nothing more there: what is left in the buffer must not raise once more when the program exits."""
    with suppress(OSError, ValueError):
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, getattr(sys, name).fileno())
        os.close(silent)
