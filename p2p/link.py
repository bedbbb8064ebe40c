"""One connection to one peer after the handshake: a reader, a writer fed by a bounded queue, and heartbeats."""

import logging
from collections.abc import Awaitable, Callable

import trio

from p2p.allowance import Allowance
from p2p.channel import Channel, ChannelError
from p2p.frames import Bye, Farewell, FrameError, encode
from p2p.limits import Limits
from p2p.presence import DISPLACED, LEFT, UNSEATED

_log = logging.getLogger(__name__)

_GONE = {
    Farewell.LEAVING: LEFT,
    Farewell.NOT_SEATED: UNSEATED,
    Farewell.DISPLACED: DISPLACED,
}


class Link:
    """A connection to `key`, opened by the side whose key is `opener`, the peer's process being `session`.

    `generation` is kept when another connection takes over without a loss. The link ends once, with a `reason`.
    """

    def __init__(self, channel: Channel, session: bytes, opener: bytes, limits: Limits) -> None:
        self.key = channel.peer
        self.session = session
        self.opener = opener
        self.generation = 0
        self.superseded = False
        self.left = False
        self.heard = trio.current_time()
        """When something came in last, on Trio's clock."""
        self.reason = ""
        self.ended = trio.Event()
        self._channel = channel
        self._limits = limits
        self._scope = trio.CancelScope()
        self._entrance, self._exit = trio.open_memory_channel[bytes](limits.queue)
        self._retired = False

    def offer(self, frame: bytes) -> bool:
        """Queues a frame if there is room. A link that is over takes everything, to no effect."""
        try:
            self._entrance.send_nowait(frame)
        except trio.WouldBlock:
            return False
        except (trio.ClosedResourceError, trio.BrokenResourceError):
            pass  # whoever waits for the link's end is told why
        return True

    async def post(self, frame: bytes) -> None:
        """Queues a frame, waiting for room; a peer that makes none in time is dropped as too slow."""
        with trio.move_on_after(self._limits.patience) as scope:
            try:
                await self._entrance.send(frame)
            except (trio.ClosedResourceError, trio.BrokenResourceError):
                return
        if scope.cancelled_caught:
            self.end("the connection is too slow")

    def end(self, reason: str) -> None:
        """Ends the link at once. The first reason stands."""
        self.reason = self.reason or reason
        self._scope.cancel()

    def retire(self, farewell: Farewell) -> None:
        """Sends what is queued and a farewell, then ends as soon as the other side has done the same."""
        if self._retired:
            return
        self._retired = True
        self._scope.deadline = min(self._scope.deadline, trio.current_time() + self._limits.farewell)
        if not self.offer(encode(Bye(farewell))):
            self.end("the connection is too slow")
        self._entrance.close()

    def dismissed(self, farewell: Farewell) -> None:
        """The other side will send nothing more on this connection."""
        self.superseded = True
        self.left = farewell is Farewell.LEAVING
        if farewell in _GONE:
            self.end(_GONE[farewell])
        elif self._retired:
            self.end("replaced by another connection")

    async def run(self, handle: Callable[["Link", bytes], Awaitable[None]], beat: Callable[[], bytes]) -> None:
        """Serves the link until it ends; `handle` is given what arrives, `beat` makes a heartbeat."""
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._guard, self._write)
                    nursery.start_soon(self._guard, self._beat, beat)
                    nursery.start_soon(self._guard, self._read, handle)
        finally:
            self.reason = self.reason or "the connection was closed"
            self._entrance.close()
            self._exit.close()
            self.ended.set()
            await trio.aclose_forcefully(self._channel)

    async def _guard(self, serve: Callable[..., Awaitable[None]], *arguments: object) -> None:
        """Turns whatever goes wrong into this link's end, so that it is nobody else's."""
        try:
            await serve(*arguments)
        except (ChannelError, FrameError) as error:
            self.end(str(error))
        except Exception:
            _log.exception("a connection is dropped because of an internal error")
            self.end("an internal error")

    async def _write(self) -> None:
        async for frame in self._exit:
            with trio.move_on_after(self._limits.patience) as scope:
                await self._channel.send(frame)
            if scope.cancelled_caught:
                self.end("the connection is too slow")
        if self.superseded:
            self.end("replaced by another connection")

    async def _beat(self, beat: Callable[[], bytes]) -> None:
        while not self._retired:
            await trio.sleep(self._limits.heartbeat)
            self.offer(beat())  # with a full queue there is enough under way

    async def _read(self, handle: Callable[["Link", bytes], Awaitable[None]]) -> None:
        allowance = Allowance(self._limits.burst, self._limits.frames_per_second, trio.current_time())
        while True:
            with trio.move_on_after(self._limits.silence) as scope:
                frame = await self._channel.receive()
            if scope.cancelled_caught:
                self.end("nothing was heard any more")
                return
            self.heard = trio.current_time()
            await handle(self, frame)
            delay = allowance.spend(trio.current_time())
            if delay:
                await trio.sleep(delay)
