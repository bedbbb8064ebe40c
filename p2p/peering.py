"""How two peers of a table become linked: dialling, the secure channel, and a greeting each way."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import trio

from p2p.address import Address
from p2p.channel import (
    Channel,
    ChannelError,
    HandshakeRefusedError,
    Traffic,
    WrongIdentityError,
    open_channel,
)
from p2p.frames import MAX_BARE, OVERHEAD, Frame, FrameError, Hello, Refusal, Refused, decode, encode
from p2p.limits import Limits
from p2p.race import RaceLostError, first_of
from protocol.identity import Identity

Dial: TypeAlias = Callable[[Address], Awaitable[trio.abc.Stream]]

_REFUSALS = {
    Refusal.FULL: "The table is full.",
    Refusal.CLOSED: "The table has already begun and lets in nobody else.",
    Refusal.DUPLICATE: "There is already a connection to this player.",
    Refusal.SAME_IDENTITY: "This identity is already at that table: two players need two identities.",
}
_UNREACHABLE = (OSError, trio.TooSlowError, trio.BrokenResourceError, ChannelError)


class ConnectError(Exception):
    """A peer could not be reached, or does not let us in; one sentence says why."""


class RefusedError(ConnectError):
    """The peer answered, and does not let us in, for this `reason`."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(_REFUSALS[reason])
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom a dialled address must belong to: an identity key, or one with this fingerprint."""

    key: bytes | None = None
    fingerprint: bytes | None = None


class HalfOpen:
    """Counts connections that have not proven themselves yet, in all and for each host."""

    def __init__(self, most: int, most_per_host: int) -> None:
        self._most = most
        self._most_per_host = most_per_host
        self._hosts: dict[str | None, int] = {}

    @contextmanager
    def place(self, host: str | None) -> Iterator[bool]:
        """Whether there is a place for one more from this host (None: unknown); it is free again afterwards."""
        count = self._hosts.get(host, 0)
        crowded = host is not None and count >= self._most_per_host
        if crowded or sum(self._hosts.values()) >= self._most:
            yield False
            return
        self._hosts[host] = count + 1
        try:
            yield True
        finally:
            self._hosts[host] -= 1
            if not self._hosts[host]:
                del self._hosts[host]


@dataclass(frozen=True, slots=True)
class Greeter:
    """Opens channels as one identity with one pre-shared key; traffic is counted in `traffic`."""

    identity: Identity
    psk: bytes
    dial: Dial
    limits: Limits
    traffic: Traffic

    async def reach(self, addresses: Sequence[Address], wanted: Wanted) -> Channel:
        """A channel to the wanted peer at any of these addresses. Raises ConnectError."""
        if not addresses:
            raise ConnectError("No address is known to reach the player at: please ask for a new invite.")
        attempts = [partial(self._attempt, address, wanted) for address in addresses]
        try:
            return await first_of(attempts, self.limits.stagger, _UNREACHABLE)
        except RaceLostError as lost:
            raise ConnectError(_explain(lost.errors, addresses)) from lost

    async def _attempt(self, address: Address, wanted: Wanted) -> Channel:
        with trio.fail_after(self.limits.dial):
            stream = await self.dial(address)
        return await self._open(stream, initiator=True, wanted=wanted)

    async def answer(self, stream: trio.abc.Stream) -> Channel:
        """The channel of a connection that came in. Raises ChannelError."""
        return await self._open(stream, initiator=False, wanted=Wanted())

    async def _open(self, stream: trio.abc.Stream, *, initiator: bool, wanted: Wanted) -> Channel:
        return await open_channel(
            stream,
            identity=self.identity,
            psk=self.psk,
            initiator=initiator,
            deadline=trio.current_time() + self.limits.handshake,
            expected=wanted.key,
            fingerprint=wanted.fingerprint,
            traffic=self.traffic,
            limit=max(MAX_BARE, self.limits.message + OVERHEAD),
        )

    async def greet(self, channel: Channel, hello: Hello) -> Hello:
        """Greets first, and returns the answer. Raises ConnectError; the channel is then closed."""
        try:
            with trio.fail_after(self.limits.handshake):
                await channel.send(encode(hello))
                return _accepted(decode(await channel.receive(), self.limits.message), channel.peer)
        except BaseException as error:
            await trio.aclose_forcefully(channel)
            if isinstance(error, ChannelError | FrameError | trio.TooSlowError):
                raise ConnectError("The connection broke while it was being set up: please try again.") from error
            raise

    async def hear_greeting(self, channel: Channel) -> Hello:
        """The greeting of the side that dialled. Raises ChannelError or FrameError."""
        hello = decode(await channel.receive(), self.limits.message)
        if not isinstance(hello, Hello) or hello.statement.origin != channel.peer:
            raise FrameError("a connection begins with a greeting")
        return hello


def _accepted(answer: Frame, peer: bytes) -> Hello:
    if isinstance(answer, Refused):
        raise RefusedError(answer.reason)
    if not isinstance(answer, Hello) or answer.statement.origin != peer:
        raise ConnectError("The other side does not keep to the protocol.")
    return answer


def candidates(addresses: Sequence[Address], own: Sequence[Address]) -> list[Address]:
    """Where to try: this computer at the same ports first, which costs nothing, then the addresses, none twice."""
    here = [Address("127.0.0.1", address.port) for address in addresses]
    mine = {(address.host, address.port) for address in own}
    mine |= {("127.0.0.1", address.port) for address in own}
    every = dict.fromkeys([*here, *addresses])
    return [address for address in every if (address.host, address.port) not in mine]


def _explain(errors: Sequence[Exception], addresses: Sequence[Address]) -> str:
    if any(isinstance(error, WrongIdentityError) for error in errors):
        return "Somebody else answered than the player who was expected: please ask for a new invite."
    if any(isinstance(error, HandshakeRefusedError) for error in errors):
        return "The table that answered does not know this invite: please ask for a new one."
    places = ", ".join(str(address) for address in addresses)
    return f"Nobody could be reached at {places}: is the table still open, and is this computer online?"
