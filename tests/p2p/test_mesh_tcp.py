"""Meshes over real TCP, on loopback alone."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import pytest
import trio

from p2p.invite import Invite
from p2p.limits import Limits
from p2p.mesh import Mesh, open_mesh
from p2p.presence import Event, PeerLost, Received
from p2p.tcp import listen_loopback
from protocol.identity import fingerprint_bytes
from tests.p2p.network import identity

SECRET = b"0123456789"


@dataclass
class Seat:
    """A mesh over TCP, what it has told, and a way to wait for more."""

    name: str
    mesh: Mesh
    told: list[Event] = field(default_factory=list)
    changed: trio.Event = field(default_factory=trio.Event)

    async def listen(self) -> None:
        async for event in self.mesh.events:
            self.told.append(event)
            self.changed.set()
            self.changed = trio.Event()

    def invite(self) -> Invite:
        return Invite(SECRET, fingerprint_bytes(self.mesh.key), self.mesh.listening[:4])

    async def until_linked(self, count: int) -> None:
        while len(self.mesh.linked) != count:
            await self.changed.wait()

    async def until_heard(self, count: int) -> list[tuple[bytes, bytes]]:
        while len(heard := [(e.origin, e.message) for e in self.told if isinstance(e, Received)]) < count:
            await self.changed.wait()
        return heard

    async def until_lost(self, key: bytes) -> str:
        while not (reasons := [e.reason for e in self.told if isinstance(e, PeerLost) and e.key == key]):
            await self.changed.wait()
        return reasons[0]


@asynccontextmanager
async def seat(name: str, nursery: trio.Nursery, limits: Limits | None = None) -> AsyncIterator[Seat]:
    async with open_mesh(identity(name), SECRET, listen=listen_loopback, limits=limits) as mesh:
        seated = Seat(name, mesh)
        nursery.start_soon(seated.listen)
        yield seated


@pytest.mark.parametrize("names", [("ann", "bea", "cat"), ("ann", "bea", "cat", "dan")])
async def test_a_full_mesh_over_tcp(names: tuple[str, ...]) -> None:
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery, AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(seat(name, nursery)) for name in names]
            for joiner in seats[1:]:
                assert await joiner.mesh.connect(seats[0].invite()) == seats[0].mesh.key
            for one in seats:
                await one.until_linked(len(names) - 1)
            for one in seats:
                await one.mesh.broadcast("log", one.name.encode() * 20000)
            for one in seats:
                heard = await one.until_heard(len(names) - 1)
                expected = [(other.mesh.key, other.name.encode() * 20000) for other in seats if other is not one]
                assert sorted(heard) == sorted(expected)


async def test_who_leaves_over_tcp_is_missed_at_once() -> None:
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery, seat("ann", nursery) as ann, seat("bea", nursery) as bea:
            async with seat("cat", nursery) as cat:
                for joiner in (bea, cat):
                    await joiner.mesh.connect(ann.invite())
                for one in (ann, bea, cat):
                    await one.until_linked(2)
                await cat.mesh.broadcast("chat", b"goodbye")
                key = cat.mesh.key
            for one in (ann, bea):
                assert await one.until_heard(1) == [(key, b"goodbye")]
                assert await one.until_lost(key) == "left the table"


async def test_a_connection_reset_is_told() -> None:
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery, seat("ann", nursery) as ann, seat("bea", nursery) as bea:
            await bea.mesh.connect(ann.invite())
            await ann.until_linked(1)
            (link,) = bea.mesh._neighbours.links
            stream = link._channel._wire.stream
            assert isinstance(stream, trio.SocketStream)
            stream.socket.setsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_LINGER, bytes([1, 0, 0, 0, 0, 0, 0, 0]))
            stream.socket.close()
            assert "connection" in await ann.until_lost(bea.mesh.key)
            assert "connection" in await bea.until_lost(ann.mesh.key)


async def test_one_host_cannot_take_all_places() -> None:
    limits = Limits(half_open_per_host=3, handshake=60)
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery, seat("ann", nursery, limits) as ann:
            port = ann.mesh.listening[0].port
            strangers = [await trio.open_tcp_stream("127.0.0.1", port) for _ in range(3)]
            turned_away = await trio.open_tcp_stream("127.0.0.1", port)
            assert await turned_away.receive_some(1) == b""
            assert ann.mesh._half_open._hosts == {"127.0.0.1": 3}
            for stream in (*strangers, turned_away):
                await stream.aclose()


async def test_a_stranger_over_tcp_is_closed_without_a_byte() -> None:
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery, seat("ann", nursery) as ann:
            stream = await trio.open_tcp_stream("127.0.0.1", ann.mesh.listening[0].port)
            await stream.send_all(b"\x00\x40" + bytes(64))
            assert await stream.receive_some(1) == b""
            await stream.aclose()
