"""How far the checking of a transcript has come, in one line of a terminal that is wiped away at its end."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from cli.history.recorded import Progress
from cli.history.sentences import say

PATIENCE = 0.3
"""Seconds that nobody minds to wait in silence."""
WIPE = "\r\x1b[K"
"""Back to the start of the line, and erase it (ECMA-48, EL)."""


@contextmanager
def telling(out: TextIO | None = None, key: str = "checking") -> Iterator[Progress]:
    """Within this context what is told goes to the terminal, if there is one: by itself to standard error.

    `key` is that of the sentence.
    """
    out = sys.stderr if out is None else out
    if out is None or not out.isatty():
        yield lambda _done, _all: None
        return
    began = time.monotonic()
    told = -1

    def tell(done: int, all_: int) -> None:
        nonlocal told
        percent = 100 * done // max(1, all_)
        if percent != told and time.monotonic() - began > PATIENCE:
            told = percent
            out.write(WIPE + say(key, percent=percent))
            out.flush()

    try:
        yield tell
    finally:
        if told >= 0:
            out.write(WIPE)
            out.flush()
