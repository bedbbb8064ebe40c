"""A player at a table: opening or joining one, and everything that happens there as one channel of events."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import trio

from engine.contract import Move
from p2p.events import TableEvent
from protocol.identity import Identity
from protocol.seat import SeatMachine
from protocol.terms import Terms


class Sitting:
    """One player's side of a table."""

    def __init__(self, events: "trio.MemoryReceiveChannel[TableEvent]") -> None:
        self.events = events
        """Everything that happens, in order; closed after Ended."""
        self.machine: SeatMachine | None = None
        """The seat's machine, once the table is full: public state to look at (`machine.table`), not to touch."""

    async def choose(self, move: Move) -> None:
        """Make this move. Raises IllegalMove, whose text says why not; nothing has happened then."""
        raise NotImplementedError

    def leave(self) -> None:
        """Say with the next seal that this player wants no further hand: the table closes then."""
        raise NotImplementedError

    async def say(self, text: str) -> None:
        """Send a line of chat to all."""
        raise NotImplementedError

    def transcript(self) -> bytes:
        """The log so far, as a transcript that anyone can verify; empty before the table is full."""
        raise NotImplementedError

    @property
    def traffic(self) -> tuple[int, int]:
        """Bytes and messages sent so far."""
        raise NotImplementedError


@dataclass(frozen=True)
class Guest:
    """Who sits down: the identity, the name shown to others, and where contributions are journaled."""

    identity: Identity
    name: str
    journal: str = ":memory:"
    """Path of the SQLite journal."""


@asynccontextmanager
async def host_table(
    guest: Guest, terms: Terms, seats: int, *, port: int = 0, advertise: Sequence[str] = ()
) -> AsyncIterator[Sitting]:
    """Open a table and take seat 0. Raises TermsError, OSError."""
    raise NotImplementedError
    yield


@asynccontextmanager
async def join_table(guest: Guest, code: str) -> AsyncIterator[Sitting]:
    """Join the table of this code. Raises InviteError, or ConnectionError with a sentence if nobody can be reached."""
    raise NotImplementedError
    yield
