"""Filling a table over the mesh, until all sit: the host's side and a joiner's. What they say is in `p2p.lobby`."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

import trio

from p2p.events import Arrived, Departed, Invited, Reading, TableEvent
from p2p.lobby import Here, HostLobby, JoinerLobby, LobbyError, Message, Present, Proposal, Welcome, decode
from p2p.mesh import Mesh, UnknownPeerError
from p2p.presence import DISPLACED, UNSEATED, of_itself
from protocol.terms import Genesis

PATIENCE = 15.0
"""Seconds within which a host has to show its terms."""
LOBBY = "lobby"
"""The mesh's application channel for it."""


@dataclass(frozen=True)
class Told:
    """What happens of it: events for the player, and the table at which to sit down."""

    event: Callable[[TableEvent], Awaitable[None]]
    seated: Callable[[Genesis], Awaitable[None]]
    ended: Callable[[str], Awaitable[None]]
    """With a sentence: the table cannot be joined."""


ENDINGS = {
    UNSEATED: "The table has begun without you.",
    DISPLACED: "Another program with your identity has taken your place at this table.",
}
"""By why a host says farewell to a joiner: what the player is told."""


class Filling(ABC):
    """One side of it."""

    def __init__(self, mesh: Mesh, told: Told) -> None:
        self._mesh = mesh
        self._told = told

    @abstractmethod
    async def opened(self, key: bytes) -> None:
        """A player can be reached."""

    @abstractmethod
    async def take(self, key: bytes, data: bytes) -> None:
        """A lobby message has come."""

    @abstractmethod
    async def lost(self, key: bytes, reason: str) -> None:
        """A player cannot be reached any more."""

    @abstractmethod
    async def accept(self) -> None:
        """The player accepts the terms that were shown."""

    @abstractmethod
    async def expect(self) -> None:
        """Give up on what does not come in time."""

    async def _send(self, key: bytes, data: bytes) -> None:
        """Send to a player; one who has just gone needs nothing any more."""
        with suppress(UnknownPeerError):
            await self._mesh.send(key, LOBBY, data)


class HostFilling(Filling):
    """The host's side."""

    def __init__(self, mesh: Mesh, told: Told, lobby: HostLobby) -> None:
        super().__init__(mesh, told)
        self._lobby = lobby
        self._reading: dict[bytes, None] = {}
        """Who is connected and has not sat down, in the order of coming."""

    async def accept(self) -> None:
        """Nothing to do: the terms are one's own."""

    async def expect(self) -> None:
        """Wait for friends as long as the player does."""

    async def opened(self, key: bytes) -> None:
        """Show the terms, and who is here."""
        await self._read(key, reads=True)
        await self._send(key, Welcome(self._lobby.terms, self._lobby.seats).encode())
        await self._send(key, self._lobby.present().encode())

    async def take(self, key: bytes, data: bytes) -> None:
        """Seat whoever wants to sit down; whatever else somebody says is dropped."""
        with suppress(LobbyError):
            message = decode(data)
            if isinstance(message, Here):
                await self._arrive(key, message)

    async def lost(self, key: bytes, reason: str) -> None:
        """Free the seat of who has gone."""
        await self._read(key, reads=False)
        player = self._lobby.gone(key)
        if player is not None:
            await self._told.event(Departed(player.name, key, of_itself(reason)))
            await self._tell_who_is_here()

    async def _arrive(self, key: bytes, message: Here) -> None:
        lobby = self._lobby
        player = lobby.here(key, message)
        if player is None:
            return
        await self._told.event(Arrived(player.name, key, len(lobby.arrived), lobby.seats))
        await self._read(key, reads=False)
        if not lobby.full:
            await self._tell_who_is_here()
            return
        proposal = lobby.proposal()
        self._mesh.close_doors(proposal.genesis.keys)
        await self._send_all(lobby.arrived, proposal.encode())
        await self._told.seated(proposal.genesis)

    async def _read(self, key: bytes, *, reads: bool) -> None:
        if (key in self._reading) == reads:
            return
        if reads:
            self._reading[key] = None
        else:
            del self._reading[key]
        await self._told.event(Reading(len(self._reading)))

    async def _tell_who_is_here(self) -> None:
        """Tell all who sit, and those who only read the terms so far."""
        await self._send_all({**self._lobby.arrived, **self._reading}, self._lobby.present().encode())

    async def _send_all(self, keys: Iterable[bytes], message: bytes) -> None:
        for key in [key for key in keys if key != self._lobby.own.key]:
            await self._send(key, message)


class JoinerFilling(Filling):
    """A joiner's side. `host` is the key of the host that was joined; with `asks` only `accept` sits down."""

    def __init__(self, mesh: Mesh, told: Told, lobby: JoinerLobby, *, host: bytes, asks: bool) -> None:
        super().__init__(mesh, told)
        self._lobby = lobby
        self._host = host
        self._accepted = not asks

    async def accept(self) -> None:
        """Sit down."""
        self._accepted = True
        await self.opened(self._host)

    async def opened(self, key: bytes) -> None:
        """Tell the host that this player sits down, as soon as the terms are accepted."""
        if key == self._host and self._accepted:
            await self._send(key, self._lobby.here.encode())

    async def expect(self) -> None:
        """Leave a host that shows no terms."""
        await trio.sleep(PATIENCE)
        if self._lobby.welcome is None:
            await self._told.ended("The host does not say what is played; it may run another version of fairdeal.")

    async def take(self, key: bytes, data: bytes) -> None:
        """Hear the host; a host that breaks the rules of the lobby is left."""
        if key != self._host:
            return
        try:
            await self._hear(decode(data))
        except LobbyError as error:
            await self._told.ended(f"The host {error}.")

    async def lost(self, key: bytes, reason: str) -> None:
        """Without the host there is no table yet."""
        if key == self._host:
            await self._told.ended(ENDINGS.get(reason) or f"The host is gone: {reason}.")

    async def _hear(self, message: Message) -> None:
        lobby = self._lobby
        if isinstance(message, Welcome) and lobby.welcomed(message):
            await self._told.event(Invited(message.terms, message.seats))
        elif isinstance(message, Present) and lobby.welcome is not None:
            if len(message.players) > lobby.welcome.seats:
                raise LobbyError("says that more players sit than there are seats")
            came, went = lobby.changed(message)
            for key, name in went:
                await self._told.event(Departed(name, key, "left the table"))
            for key, name in came:
                own = key == lobby.key
                await self._told.event(Arrived(name, key, len(message.players), lobby.welcome.seats, own))
        elif isinstance(message, Proposal):
            genesis = lobby.proposed(message)
            self._mesh.close_doors(genesis.keys)
            await self._told.seated(genesis)
