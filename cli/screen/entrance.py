"""Taking the terminal and giving it back: signals, errors, and the one sentence that is left when it is over."""

import errno
import os
import signal
import traceback
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import trio

from cli import running
from cli.errors import BADLY, INTERRUPTED, Failure
from cli.screen import guest
from cli.screen.app import Screen
from cli.screen.look import depth_of
from cli.screen.sentences import tell
from cli.sentences import say
from p2p.home import Home, HomeError

Result = TypeVar("Result")

ENDINGS = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "terminal gone"}
"""Signals that end the program, and what is said then."""
NOTE = "last-error.txt"
"""In the data directory: where an error of the program itself came from."""


def run(work: Callable[[Screen], Awaitable[Result]]) -> Result:
    """Run `work` on a full screen and return what it returns.

    However it ends, the terminal is left as it was. Raises Failure with one sentence, errors of the program included.
    """
    try:
        return guest.run(partial(_until_told, work))
    except BaseException as error:
        raise _failure(error) from error


async def _until_told(work: Callable[[Screen], Awaitable[Result]]) -> Result:
    screen = Screen(depth_of(os.environ))
    numbers = {getattr(signal, name): key for name, key in ENDINGS.items() if hasattr(signal, name)}
    ended = ""
    result: list[Result] = []
    with trio.open_signal_receiver(*numbers) as signals:
        async with trio.open_nursery() as nursery:

            async def watch() -> None:
                nonlocal ended
                async for number in signals:
                    ended = numbers[signal.Signals(number)]
                    nursery.cancel_scope.cancel()

            nursery.start_soon(watch)
            await nursery.start(screen.run)
            result.append(await work(screen))
            nursery.cancel_scope.cancel()
    if ended or not result:
        raise Failure(say(ended) if ended == "interrupted" else tell(ended or "terminal gone"), INTERRUPTED)
    return result[0]


def _failure(error: BaseException) -> Failure:
    """What the player is told of this error."""
    if isinstance(error, BaseExceptionGroup):
        gone, _ = error.split(_is_gone)
        if gone is not None:  # all else is a consequence of that
            return Failure(tell("terminal gone"), INTERRUPTED)
    elif _is_gone(error):
        return Failure(tell("terminal gone"), INTERRUPTED)
    told = running.told(error)
    if isinstance(told, Failure):
        return told
    what = type(_deepest(error)).__name__
    path = _noted(error)
    return Failure(tell("bug", what=what, path=path) if path else tell("bug untold", what=what), BADLY)


def _is_gone(error: BaseException) -> bool:
    """Whether the terminal was closed under the program."""
    return isinstance(error, EOFError) or (isinstance(error, OSError) and error.errno == errno.EIO)


def _deepest(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _noted(error: BaseException) -> str:
    """Write down where the error came from, for whoever mends it; the path, or nothing if that fails too."""
    try:
        path = Home.open().path / NOTE
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write("".join(traceback.format_exception(error)))
    except (HomeError, OSError):
        return ""
    return str(path)
