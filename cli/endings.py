"""How the program ends when nobody asked it to through the game: signals, a closed terminal, errors of its own."""

import os
import signal
import traceback
from collections.abc import Mapping

from cli.errors import BADLY, Failure
from cli.language import Texts

SENTENCES: Texts[str] = Texts(
    {
        "interrupted": "You left the table with Ctrl-C.",
        "terminated": "The program was asked to end, so you left the table.",
        "terminal gone": "The terminal was closed, so you left the table.",
        "bug": "Something went wrong inside fairdeal ({what}), so you left the table; details are in {path}.",
        "bug untold": "Something went wrong inside fairdeal ({what}), so you left the table.",
        "mishap": "Something went wrong inside fairdeal ({what}); details are in {path}.",
        "mishap untold": "Something went wrong inside fairdeal ({what}).",
    }
)
SIGNALS: Mapping[str, str] = {
    "SIGINT": "interrupted",
    "SIGTERM": "terminated",
    "SIGQUIT": "terminated",
    "SIGHUP": "terminal gone",
}
"""Signals that end the program, where the system has them, and what is said then."""
HANGUP = 128 + 1
"""Exit code when the terminal is gone: that of its signal."""
NOTE = "last-error.txt"
"""In the data directory: where an error of the program itself came from."""


def heeded() -> list[signal.Signals]:
    """The signals that end this program: not those which it was started to ignore, as by nohup."""
    known = [signal.Signals[name] for name in SIGNALS if name in signal.Signals.__members__]
    return [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]


def by_signal(number: int) -> Failure:
    """The program was ended by this signal; the exit code is that of a shell for it."""
    return Failure(SENTENCES[SIGNALS[signal.Signals(number).name]], 128 + number)


def terminal_gone() -> Failure:
    """The terminal was closed under the program."""
    return Failure(SENTENCES["terminal gone"], HANGUP)


def mishap(error: BaseException, *, at_table: bool = False) -> Failure:
    """An error of the program itself: its name for the player, and where it came from for whoever mends it."""
    what, path = type(_deepest(error)).__name__, _noted(error)
    key = "bug" if at_table else "mishap"
    return Failure(SENTENCES[key if path else f"{key} untold"].format(what=what, path=path), BADLY)


def _deepest(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _noted(error: BaseException) -> str:
    """Write down where the error came from; the path, or nothing if that fails too."""
    from p2p.home import Home, HomeError  # noqa: PLC0415 - slow, and hardly ever needed

    try:
        path = Home.open().path / NOTE
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write("".join(traceback.format_exception(error)))
    except (HomeError, OSError):
        return ""
    return str(path)
