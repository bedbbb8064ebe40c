"""Taking the terminal and giving it back: signals, errors, and the one sentence that is left when it is over."""

import errno
import os
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import trio

from cli import endings, running
from cli.errors import Failure
from cli.screen import guest
from cli.screen.app import Screen
from cli.screen.look import depth_of

Result = TypeVar("Result")


def run(work: Callable[[Screen], Awaitable[Result]]) -> Result:
    """Run `work` on a full screen and return what it returns.

    However it ends, the terminal is left as it was. Raises Failure with one sentence, errors of the program included.
    """
    running.settle()
    screens: list[Screen] = []
    try:
        return guest.run(partial(_until_told, work, screens))
    except BaseException as error:
        raise _failure(error) from error
    finally:
        for screen in screens:
            screen.leave()


async def _until_told(work: Callable[[Screen], Awaitable[Result]], screens: list[Screen]) -> Result:
    """Run the work until a signal comes. The screen is put among `screens`, to be left when nothing runs any more."""
    screen = Screen(depth_of(os.environ))
    screens.append(screen)
    ended = 0
    result: list[Result] = []
    with trio.open_signal_receiver(*endings.heeded()) as signals:
        async with trio.open_nursery() as nursery:

            async def watch() -> None:
                nonlocal ended
                async for number in signals:
                    ended = ended or number
                    nursery.cancel_scope.cancel()

            nursery.start_soon(watch)
            await nursery.start(screen.run)
            result.append(await work(screen))
            nursery.cancel_scope.cancel()
    if ended or not result:
        raise endings.by_signal(ended) if ended else endings.terminal_gone()
    return result[0]


def _failure(error: BaseException) -> Failure:
    """What the player is told of this error."""
    if isinstance(error, BaseExceptionGroup):
        gone, _ = error.split(_is_gone)
        if gone is not None:  # all else is a consequence of that
            return endings.terminal_gone()
    elif _is_gone(error):
        return endings.terminal_gone()
    told = running.told(error)
    if isinstance(told, Failure):
        return told
    return endings.mishap(error, at_table=True)


def _is_gone(error: BaseException) -> bool:
    """Whether the terminal was closed under the program."""
    return isinstance(error, EOFError) or (isinstance(error, OSError) and error.errno == errno.EIO)
