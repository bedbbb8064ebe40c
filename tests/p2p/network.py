"""A network in memory for mesh tests: hosts, who can dial whom, cuts; and players who note what they are told."""

from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trio
from trio.testing import MemoryReceiveStream, MemorySendStream, memory_stream_pair

from p2p.address import Address
from p2p.invite import Invite
from p2p.limits import Limits
from p2p.mesh import Mesh, open_mesh
from p2p.presence import Event, PeerJoined, PeerLost, Received
from p2p.tcp import Listening
from protocol.identity import Identity, fingerprint_bytes

SECRET = b"0123456789"
LIMITS = Limits()


class MemoryListener(trio.abc.Listener[trio.abc.Stream]):
    """Accepts the far ends of what is dialled."""

    def __init__(self) -> None:
        self.entrance, self.exit = trio.open_memory_channel[trio.abc.Stream](100)

    async def accept(self) -> trio.abc.Stream:
        try:
            return await self.exit.receive()
        except (trio.EndOfChannel, trio.ClosedResourceError) as error:
            raise trio.ClosedResourceError from error

    async def aclose(self) -> None:
        self.entrance.close()
        self.exit.close()
        await trio.lowlevel.checkpoint()


WINDOW = 1 << 18
"""Bytes that may be under way in one direction of a line."""


class Wire(trio.abc.Stream):
    """One end of a line in memory. While `muted`, what is sent gets lost; while `stalled`, sending waits."""

    def __init__(self, stream: trio.StapledStream[MemorySendStream, MemoryReceiveStream]) -> None:
        self.stream = stream
        self.other = self
        self.muted = False
        self.stalled = False
        self.closed = False
        self._unread = 0
        self._drained = trio.Event()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        if self.stalled:
            await trio.sleep_forever()
        while self.other._unread > WINDOW:
            await self.other._drained.wait()
        if self.muted:
            await trio.lowlevel.checkpoint()
            return
        self.other._unread += len(data)
        await self.stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        data = await self.stream.receive_some(max_bytes)
        self._unread -= len(data)
        self._release()
        return data

    def _release(self) -> None:
        self._drained.set()
        self._drained = trio.Event()

    def close(self) -> None:
        self.closed = True
        self._unread = 0
        self._release()
        self.stream.send_stream.close()
        self.stream.receive_stream.close()

    async def aclose(self) -> None:
        self.close()
        await trio.lowlevel.checkpoint()


@dataclass
class Line:
    """A connection that was made: who dialled whom, and both ends."""

    dialler: str
    host: str
    near: Wire
    far: Wire

    @property
    def alive(self) -> bool:
        """Whether neither end has closed it."""
        return not (self.near.closed or self.far.closed)


@dataclass
class MemoryNetwork:
    """Hosts by name, each with one address; `allowed` decides who can dial whom."""

    allowed: Callable[[str, str], bool] = lambda dialler, host: True
    delay: float = 0.0
    listeners: dict[str, MemoryListener] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)

    def address(self, name: str) -> Address:
        return Address("192.0.2.1", 1000 + sum(ord(letter) << 5 * place for place, letter in enumerate(name)) % 50000)

    async def listen(self, name: str) -> Listening:
        self.listeners[name] = MemoryListener()
        await trio.lowlevel.checkpoint()
        return Listening([self.listeners[name]], (self.address(name),))

    async def dial(self, name: str, address: Address) -> trio.abc.Stream:
        await trio.sleep(self.delay)
        for host, listener in self.listeners.items():
            if address == self.address(host) and host != name and self.allowed(name, host):
                near, far = (Wire(end) for end in memory_stream_pair())
                near.other, far.other = far, near
                try:
                    listener.entrance.send_nowait(far)
                except (trio.ClosedResourceError, trio.BrokenResourceError):
                    break
                self.lines.append(Line(name, host, near, far))
                return near
        raise ConnectionRefusedError(f"{name} cannot reach {address}")

    def between(self, one: str, other: str | None = None) -> list[Line]:
        """All lines of a host, or those between two."""
        ends = {one, other} - {None}
        return [line for line in self.lines if ends <= {line.dialler, line.host}]

    def cut(self, one: str, other: str | None = None) -> None:
        """These lines break, and both sides notice."""
        for line in self.between(one, other):
            line.near.close()
            line.far.close()

    def mute(self, one: str, other: str | None = None) -> None:
        """Nothing passes these lines any more, and nobody notices."""
        for line in self.between(one, other):
            line.near.muted = line.far.muted = True


@dataclass
class Player:
    """A mesh and all it has told; takes no events while `busy`."""

    name: str
    mesh: Mesh
    told: list[Event] = field(default_factory=list)
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    busy: bool = False

    @property
    def key(self) -> bytes:
        return self.mesh.key

    def received(self) -> list[tuple[bytes, str, bytes]]:
        return [(e.origin, e.channel_name, e.message) for e in self.told if isinstance(e, Received)]

    def lost(self) -> list[tuple[bytes, str]]:
        return [(event.key, event.reason) for event in self.told if isinstance(event, PeerLost)]

    def joined(self) -> list[bytes]:
        return [event.key for event in self.told if isinstance(event, PeerJoined)]

    async def listen(self) -> None:
        async for event in self.mesh.events:
            self.told.append(event)
            while self.busy:  # noqa: ASYNC110 - a test's clock jumps
                await trio.sleep(0.1)


def identity(name: str) -> Identity:
    """A fixed identity for each name."""
    return Identity(name.encode().ljust(32, b"-"))


def by_key(*names: str) -> list[str]:
    """These names, the one with the lowest key first."""
    return sorted(names, key=lambda name: identity(name).public)


@dataclass
class Table:
    """A network and the players on it."""

    network: MemoryNetwork
    nursery: trio.Nursery
    limits: Limits
    players: dict[str, Player] = field(default_factory=dict)

    def invite(self, host: str) -> Invite:
        return Invite(SECRET, fingerprint_bytes(identity(host).public), (self.network.address(host),))

    async def sit(self, name: str) -> Player:
        """A player with an open mesh, not connected yet."""
        player: Player = await self.nursery.start(self._run, name)
        return player

    async def join(self, name: str, host: str) -> Player:
        player = await self.sit(name)
        await player.mesh.connect(self.invite(host))
        return player

    async def _run(self, name: str, *, task_status: "trio.TaskStatus[Player]") -> None:
        scope = trio.CancelScope()

        async def listen() -> Listening:
            return await self.network.listen(name)

        async def dial(address: Address) -> trio.abc.Stream:
            return await self.network.dial(name, address)

        with scope:
            async with open_mesh(identity(name), SECRET, listen=listen, dial=dial, limits=self.limits) as mesh:
                player = self.players[name] = Player(name, mesh, scope=scope)
                task_status.started(player)
                await player.listen()

    async def settle(self, seconds: float = 10.0) -> None:
        """Lets the mesh come to rest."""
        await trio.sleep(seconds)

    def kill(self, name: str) -> None:
        """The player's process dies: no goodbye, all lines break."""
        self.network.listeners.pop(name).exit.close()
        self.network.cut(name)
        self.players.pop(name).scope.cancel()

    def keys(self, *names: str) -> set[bytes]:
        return {identity(name).public for name in names}


@asynccontextmanager
async def a_table(
    *names: str,
    allowed: Callable[[str, str], bool] = lambda dialler, host: True,
    limits: Limits = LIMITS,
    delay: float = 0.001,
) -> AsyncIterator[Table]:
    """A table whose first player is the host of all the others, all settled."""
    async with trio.open_nursery() as nursery:
        table = Table(MemoryNetwork(allowed, delay), nursery, limits)
        for name in names[:1]:
            await table.sit(name)
        for name in names[1:]:
            await table.join(name, names[0])
        await table.settle()
        yield table
        nursery.cancel_scope.cancel()


def edges(*pairs: Collection[str]) -> Callable[[str, str], bool]:
    """Allows these pairs alone, in both directions."""
    allowed = {frozenset(pair) for pair in pairs}
    return lambda dialler, host: frozenset((dialler, host)) in allowed
