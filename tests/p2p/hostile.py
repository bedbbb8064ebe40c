"""A member that speaks raw frames: holds the invite, keeps to no rule unless told to."""

from collections.abc import Sequence
from dataclasses import dataclass

import trio

from p2p.address import Address
from p2p.channel import Channel, ChannelError, open_channel
from p2p.frames import MAX_BARE, OVERHEAD, Frame, Hello, News, Statement, decode, encode, make_envelope, make_statement
from p2p.keys import derive, derive_psk
from protocol.identity import Identity
from tests.p2p.network import SECRET, Table, identity

MESH_ID = derive(SECRET, "mesh id")
SESSION = b"hostile!"


@dataclass
class RawMember:
    """A channel to one member of a table, and the identity it was opened as."""

    identity: Identity
    channel: Channel
    max_message: int

    def statement(self, number: int = 1, links: Sequence[bytes] = (), addresses: Sequence[Address] = ()) -> Statement:
        return make_statement(self.identity, MESH_ID, session=SESSION, number=number, addresses=addresses, links=links)

    def envelope(self, message: bytes, number: int = 1, target: bytes = b"") -> bytes:
        return encode(
            make_envelope(
                self.identity,
                MESH_ID,
                target=target,
                session=SESSION,
                number=number,
                channel_name="chat",
                message=message,
            )
        )

    async def greet(self, *known: Statement) -> Frame:
        await self.send(Hello(self.statement(), known))
        return await self.receive()

    async def send(self, *frames: Frame | bytes) -> None:
        for frame in frames:
            await self.channel.send(frame if isinstance(frame, bytes) else encode(frame))

    async def receive(self) -> Frame:
        return decode(await self.channel.receive(), self.max_message)

    async def receive_all(self, seconds: float) -> list[Frame]:
        """What comes within this time."""
        frames = []
        with trio.move_on_after(seconds):
            while True:
                frames.append(await self.receive())
        return frames

    async def wait_until_dropped(self) -> None:
        """Returns once the other side has closed the channel."""
        try:
            while True:
                await self.receive()
        except ChannelError:
            return

    async def state(self, number: int, *links: bytes) -> None:
        await self.send(News(self.statement(number, links)))


async def raw_member(table: Table, host: str, name: str = "eve") -> RawMember:
    """A channel to `host`, before any greeting."""
    stream = await table.network.dial(name, table.network.address(host))
    channel = await open_channel(
        stream,
        identity=identity(name),
        psk=derive_psk(SECRET),
        initiator=True,
        deadline=trio.current_time() + 5,
        limit=max(MAX_BARE, table.limits.message + OVERHEAD),
    )
    return RawMember(identity(name), channel, table.limits.message)
