"""Running a command on Trio: signals end it cleanly, and what peers and files do to it becomes one sentence."""

import errno
import gc
import signal
from collections.abc import Awaitable, Callable, Iterator

import trio

from cli import endings
from cli.errors import Failure, Misuse
from cli.language import retold
from cli.sentences import say
from p2p.address import AddressError
from p2p.channel import ChannelError
from p2p.home import HomeError
from p2p.invite import InviteError
from p2p.peering import ConnectError
from p2p.storage import StorageError
from protocol.terms import TermsError

MISUSES = (AddressError, InviteError, TermsError, HomeError)
TROUBLES = (ConnectError, ChannelError, StorageError)


def run(work: Callable[[], Awaitable[None]]) -> int:
    """Run to the end and return 0. Raises Failure with one sentence, Ctrl-C included."""
    settle()
    try:
        trio.run(_until_interrupted, work)
    except BaseException as error:
        sentence = told(error)
        if sentence is error:
            raise
        raise sentence from error
    return 0


def settle() -> None:
    """Keep what is loaded by now: to look at all of it again, the collector would hold up everything for 30 ms."""
    gc.freeze()


async def _until_interrupted(work: Callable[[], Awaitable[None]]) -> None:
    ended = 0
    with trio.open_signal_receiver(*endings.heeded()) as signals:
        async with trio.open_nursery() as nursery:

            async def watch() -> None:
                nonlocal ended
                async for number in signals:
                    ended = ended or number
                    nursery.cancel_scope.cancel()

            nursery.start_soon(watch)
            await work()
            nursery.cancel_scope.cancel()
    if ended:
        raise endings.by_signal(ended)


def told(error: BaseException) -> BaseException:
    """The failure that the player is told; an error of the program itself as it is."""
    for leaf in _leaves(error):
        if isinstance(leaf, Failure | BrokenPipeError):
            return leaf
        if isinstance(leaf, KeyboardInterrupt):
            return endings.by_signal(signal.SIGINT)
        if isinstance(leaf, MISUSES):
            return Misuse(str(leaf))
        if isinstance(leaf, TROUBLES):
            return Failure(str(leaf))
        if isinstance(leaf, OSError):
            taken = leaf.errno == errno.EADDRINUSE
            return Failure(say("port taken") if taken else say("system", reason=retold(str(leaf.strerror or leaf))))
    return error


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error
