"""A player at a table: opening or joining one, and everything that happens there as one channel of events."""

import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import trio

from engine.contract import IllegalMove, Move
from p2p.address import Address
from p2p.allowance import Allowance
from p2p.driver import Driver
from p2p.events import (
    Arrived,
    Chat,
    Ended,
    Listening,
    PeerBack,
    PeerLost,
    Seated,
    TableEvent,
)
from p2p.filling import LOBBY, Filling, HostFilling, JoinerFilling, Told
from p2p.frames import MAX_MEMBERS
from p2p.invite import MAX_ADDRESSES, Invite
from p2p.limits import Limits
from p2p.lines import Lines, grace, outlasts
from p2p.lobby import Here, HostLobby, JoinerLobby
from p2p.mesh import Mesh, UnknownPeerError, open_mesh
from p2p.presence import LEFT, LinkChanged, PeerJoined, Received, of_itself
from p2p.presence import PeerLost as Unreachable
from p2p.storage import Storage, StoredPeer
from p2p.tcp import listen_tcp
from protocol.contribution import Contribution
from protocol.events import Behind, Closed, Event, Ignored, Stopped
from protocol.identity import Identity, fingerprint_bytes
from protocol.seat import SeatMachine
from protocol.terms import Genesis, Player, Terms, TermsError, clean_line, clean_name
from protocol.transcript_file import write

LOG, WANT, CHAT = "log", "want", "chat"
"""The mesh's application channels besides the lobby's: contributions, requests to catch up, chat."""

EVENTS = 4096
EARLY = 64
"""Contributions that are kept until the proposal arrives."""
CATCH_UP_INTERVAL = 0.5
HELD_UP = 10.0
"""Seconds without a step after which it is said, should somebody leave, whom all had been waiting for."""
STALL = 3.0
"""Seconds without a step after which the peers are asked for what is missing."""
MAX_CHAT = 400
CHAT_BURST, CHAT_RATE = 20, 1.0
"""So many lines of chat are taken from a seat at once, and so many a second in the long run; the rest is dropped."""
LIMITS = Limits(members=MAX_MEMBERS)
"""More than sit at a table: whoever only reads the terms takes no seat from anybody."""


@dataclass(frozen=True)
class Guest:
    """Who sits down: the identity, the name shown to others, and where contributions are journaled."""

    identity: Identity
    name: str
    journal: str = ":memory:"
    """Path of the SQLite journal."""


class TableJournal:
    """The contributions of one table in a player's journal."""

    def __init__(self, storage: Storage, genesis: Genesis) -> None:
        self._storage = storage
        self._table = genesis.table
        storage.add_table(genesis.table, time.time(), [StoredPeer(player.key) for player in genesis.players])

    def keep(self, entries: Sequence[tuple[Contribution, bool]]) -> None:
        """Return once all are on disk."""
        self._storage.keep(self._table, entries)


class Sitting:
    """One player's side of a table."""

    def __init__(self, guest: Guest, mesh: Mesh, storage: Storage, fill: Callable[[Told], Filling]) -> None:
        """`fill` makes the side of the lobby that this player is on."""
        self.machine: SeatMachine | None = None
        """The seat's machine, once the table is full: public state to look at (`machine.table`), not to touch."""
        self._guest = guest
        self._mesh = mesh
        self._storage = storage
        self._filling = fill(Told(self.tell, self._sit_down, partial(self._end, well=False)))
        self._driver: Driver | None = None
        self._early: list[bytes] = []
        self._lines: Lines | None = None
        self._chat: list[Allowance] = []
        self._helping: set[bytes] = set()
        self._ending = False
        self._ended = trio.Event()
        self._moved = trio.current_time()
        self._behind = trio.Event()
        self._tell, self.events = trio.open_memory_channel[TableEvent](EVENTS)

    # -- the player's side ---------------------------------------------------------------------------------

    async def accept(self) -> None:
        """Sit down at the table that was joined with `asks`: its terms are accepted."""
        if self.machine is None:
            await self._filling.accept()

    async def choose(self, move: Move) -> None:
        """Make this move. Raises IllegalMove, whose text says why not; nothing has happened then."""
        if self._driver is None or self._ended.is_set():
            raise IllegalMove("Nobody is to move now.")
        await self._driver.choose(move)

    async def rematch(self, *, again: bool) -> None:
        """Answer MatchOver: whether to play another match at this table."""
        if self._driver is not None and not self._ended.is_set():
            await self._driver.rematch(again=again)

    def leave(self) -> None:
        """Say with the next seal that this player wants no further hand: the table closes then."""
        if self.machine is not None:
            self.machine.leaving = True

    async def say(self, text: str) -> None:
        """Send a line of chat to all."""
        await self._mesh.broadcast(CHAT, clean_line(text, MAX_CHAT).encode())

    def transcript(self) -> bytes:
        """The log so far, as a transcript that anyone can verify; empty before the table is full."""
        return b"" if self.machine is None else write(self.machine.genesis, self.machine.table.log())

    @property
    def traffic(self) -> tuple[int, int]:
        """Bytes and messages sent so far."""
        return self._mesh.statistics.bytes_sent, self._mesh.statistics.messages_sent

    # -- running -------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the table until it has ended; `Ended` is the last event."""
        async with self._tell, trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._listen)
            nursery.start_soon(self._filling.expect)
            await self._ended.wait()
            nursery.cancel_scope.cancel()

    async def tell(self, event: TableEvent) -> None:
        """Hand out an event; nothing comes after Ended."""
        if not self._ending:
            await self._tell.send(event)

    async def _end(self, reason: str, *, well: bool) -> None:
        if not self._ending:
            self._ending = True
            await self._tell.send(Ended(well, reason))
            self._ended.set()

    async def _listen(self) -> None:
        async for event in self._mesh.events:
            if isinstance(event, PeerJoined):
                await self._line_open(event.key)
            elif isinstance(event, Unreachable):
                await self._line_lost(event.key, event.reason)
            elif isinstance(event, LinkChanged):
                self._behind.set()
            else:
                await self._take(event)
        await self._end("The connection to the table is closed.", well=False)

    async def _take(self, event: Received) -> None:
        if event.channel_name == LOBBY:
            if self.machine is None:
                await self._filling.take(event.origin, event.message)
        elif event.channel_name == LOG:
            if self._driver is not None:
                await self._driver.receive(event.message)
            elif len(self._early) < EARLY:
                self._early.append(event.message)
        elif event.channel_name == WANT and self._driver is not None:
            if event.origin not in self._helping:
                self._helping.add(event.origin)
                self._nursery.start_soon(self._help, event.origin, self._driver.catch_up(event.message))
        elif event.channel_name == CHAT and self.machine is not None and event.origin in self.machine.genesis.keys:
            await self._hear(self.machine.genesis.keys.index(event.origin), event.message)

    async def _hear(self, seat: int, message: bytes) -> None:
        """Tell a line of chat, if it says anything and its seat does not flood the table."""
        text = clean_line(message.decode(errors="replace"), MAX_CHAT)
        if text and self._chat[seat].take(trio.current_time()):
            await self.tell(Chat(seat, text))

    async def _help(self, key: bytes, lacked: list[bytes]) -> None:
        """Send a peer what it lacks, one request at a time."""
        try:
            for data in lacked:
                await self._mesh.send(key, LOG, data)
        except UnknownPeerError:
            # It will ask again when it is back.
            return
        finally:
            self._helping.discard(key)

    # -- at a full table -----------------------------------------------------------------------------------

    async def _line_open(self, key: bytes) -> None:
        if self.machine is None or self._lines is None:
            await self._filling.opened(key)
            return
        seats = self.machine.genesis.keys
        if key in seats and self._lines.regain(seats.index(key)):
            await self.tell(PeerBack(seats.index(key)))
            self._fall_behind()

    async def _sit_down(self, genesis: Genesis) -> None:
        machine = SeatMachine(genesis, self._guest.identity)
        journal = await trio.to_thread.run_sync(TableJournal, self._storage, genesis)
        self._driver = Driver(machine, journal, self._broadcast, self._report, self._fall_behind)
        self.machine = machine
        self._lines = Lines(self._mesh, genesis.keys, machine.seat)
        self._chat = [Allowance(CHAT_BURST, CHAT_RATE, trio.current_time()) for _ in genesis.keys]
        await self.tell(Seated(genesis, machine.seat))
        self._nursery.start_soon(self._driver.run)
        self._nursery.start_soon(self._keep_up)
        self._nursery.start_soon(self._lines.watch, self.tell)
        early, self._early = self._early, []
        for data in early:
            await self._driver.receive(data)

    # -- playing -------------------------------------------------------------------------------------------

    async def _broadcast(self, data: bytes) -> None:
        await self._mesh.broadcast(LOG, data)

    async def _report(self, event: Event) -> None:
        if not isinstance(event, Ignored | Behind):
            # What a peer makes up at will does not hide that nothing moves.
            self._moved = trio.current_time()
        await self.tell(event)
        if isinstance(event, Closed):
            # Whoever closes last must still hear it from us: the mesh flushes what is queued before it ends.
            await self._end("The table is closed.", well=True)
        elif isinstance(event, Stopped):
            await self._end(f"The table cannot go on: {event.reason}. Scores stay as of the last seal.", well=False)

    def _fall_behind(self) -> None:
        self._behind.set()

    async def _keep_up(self) -> None:
        """Ask the peers for what this node lacks: when it sees that it does, and when nothing moves for long."""
        while True:
            with trio.move_on_after(STALL):
                await self._behind.wait()
            asked_for = self._behind.is_set()
            self._behind = trio.Event()
            if self.machine is not None and (asked_for or self._stalled()):
                await self._mesh.broadcast(WANT, self.machine.request())
            await trio.sleep(CATCH_UP_INTERVAL)

    def _stalled(self) -> bool:
        """Whether contributions are awaited from others for long that no player has to think about."""
        assert self.machine is not None  # noqa: S101 - called at a full table only
        quiet = trio.current_time() - self._moved > STALL
        return quiet and any(lane.waits_for() for lane in self.machine.table.lanes())

    async def _line_lost(self, key: bytes, reason: str) -> None:
        if self.machine is None:
            await self._filling.lost(key, reason)
        elif key in self.machine.genesis.keys:
            # A peer's word for why it goes counts as far as it is about itself.
            await self._seat_lost(self.machine, self.machine.genesis.keys.index(key), of_itself(reason))

    async def _seat_lost(self, machine: SeatMachine, seat: int, reason: str) -> None:
        closing = machine.table.closing
        signed = closing is not None and (closing.over or seat in closing.accepted)
        # Whoever has signed the closing may go.
        lost = None if signed or self._lines is None else self._lines.lose(seat)
        if lost is not None:
            before = self._held_up(machine, seat)
            await self.tell(PeerLost(seat, reason, grace(reason)))
            self._nursery.start_soon(self._await_return, machine, seat, reason, lost, before)

    def _held_up(self, machine: SeatMachine, seat: int) -> str:
        """Whom all had been waiting for when a seat got lost, if for long and not for that seat: a sentence."""
        names = [machine.genesis.players[at].name for at in machine.table.awaited() if at != seat]
        waited = trio.current_time() - self._moved > HELD_UP and seat not in machine.table.awaited()
        return f" Before that, everybody was waiting for {', '.join(names)}." if names and waited else ""

    async def _await_return(
        self, machine: SeatMachine, seat: int, reason: str, lost: trio.CancelScope, before: str
    ) -> None:
        """Give a lost seat some time; then the table ends, with scores as of the last seal."""
        if await outlasts(lost, grace(reason)) and not machine.table.over:
            name = machine.genesis.players[seat].name
            what = "has left the table" if reason == LEFT else "is gone"
            if machine.table.closing is None:
                await self._end(
                    f"{name} {what}, and the hand cannot be finished.{before} {_standing(machine)}", well=False
                )
            else:
                await self._end(f"{name} {what} before signing the closing. {_standing(machine)}", well=False)


def _standing(machine: SeatMachine) -> str:
    """What counts of a table that ends before its closing."""
    hands = machine.table.hands
    return f"Scores stay as they were after hand {hands}." if hands else "No hand was completed."


@asynccontextmanager
async def host_table(
    guest: Guest, terms: Terms, seats: int, *, port: int = 0, advertise: Sequence[Address] = (), loopback: bool = False
) -> AsyncIterator[Sitting]:
    """Open a table and take seat 0; with `loopback` only programs on this computer can join.

    Raises TermsError, StorageError, and OSError if the port is taken.
    """
    own = Player(guest.identity.public, clean_name(guest.name), Here(guest.name).nonce)
    lobby = HostLobby(terms, seats, own)
    blank = Invite.create(fingerprint_bytes(guest.identity.public))
    with Storage(guest.journal) as storage:
        async with open_mesh(
            guest.identity,
            blank.secret,
            listen=partial(listen_tcp, port, loopback=loopback),
            advertise=advertise,
            limits=LIMITS,
        ) as mesh:
            addresses = tuple(dict.fromkeys((*advertise, *mesh.listening)))[:MAX_ADDRESSES]
            invite = Invite(blank.secret, blank.fingerprint, addresses)
            sitting = Sitting(guest, mesh, storage, partial(HostFilling, mesh, lobby=lobby))
            await sitting.tell(Listening(invite.encode()))
            await sitting.tell(Arrived(own.name, own.key, 1, seats, own=True))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(sitting.run)
                yield sitting
                nursery.cancel_scope.cancel()


@asynccontextmanager
async def join_table(guest: Guest, code: str, *, loopback: bool = False, asks: bool = False) -> AsyncIterator[Sitting]:
    """Join the table of this code; with `asks` only to be told its terms, and `accept` sits down.

    Raises InviteError, StorageError; ConnectError if nobody can be reached.
    """
    invite = Invite.decode(code)
    lobby = JoinerLobby(guest.identity.public, Here(clean_name(guest.name)))
    with Storage(guest.journal) as storage:
        listen = partial(listen_tcp, loopback=loopback)
        async with open_mesh(guest.identity, invite.secret, listen=listen, limits=LIMITS) as mesh:
            host = await mesh.connect(invite)
            fill = partial(JoinerFilling, mesh, lobby=lobby, host=host, asks=asks)
            sitting = Sitting(guest, mesh, storage, fill)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(sitting.run)
                yield sitting
                nursery.cancel_scope.cancel()


__all__ = ["Guest", "Sitting", "TermsError", "host_table", "join_table"]
