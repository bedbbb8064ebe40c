"""What happens at a table, from the first connection to the closing: the events that a `Sitting` hands out.

They come in this order: Listening (who opens a table), Invited (who joins one), Arrived, Reading and Departed while
the table fills, Seated, then the events of `protocol.events` mixed with PeerLost, PeerBack, LineChanged and Chat, and
Ended as the last.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from protocol import events as protocol_events
from protocol.terms import Genesis, Terms


@dataclass(frozen=True, slots=True)
class Listening:
    """The table is open: friends join with this code."""

    code: str


@dataclass(frozen=True, slots=True)
class Invited:
    """The table that was joined plays by these terms, with so many seats."""

    terms: Terms
    seats: int


@dataclass(frozen=True, slots=True)
class Arrived:
    """A player has sat down and waits for the table to fill; `present` counts everybody who has, oneself too.

    The first of all is the host. Whoever only reads the terms is told as well.
    """

    name: str
    key: bytes
    present: int
    seats: int
    own: bool = False
    """Whether it is oneself."""


@dataclass(frozen=True, slots=True)
class Reading:
    """So many players are connected to one's own table and have not sat down: they read its terms."""

    count: int


@dataclass(frozen=True, slots=True)
class Departed:
    """A player left before the table was full."""

    name: str
    key: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class Seated:
    """Everybody is here: these are the players in seat order, and this is one's own seat. Terms are signed now."""

    genesis: Genesis
    seat: int


@dataclass(frozen=True, slots=True)
class PeerLost:
    """The line to a seat broke, or it has not been heard of for too long; the table ends if it stays lost."""

    seat: int
    reason: str
    grace: float = 0.0
    """Seconds that are left for it to come back."""


@dataclass(frozen=True, slots=True)
class PeerBack:
    """A lost seat is connected again."""

    seat: int


class Line(Enum):
    """How a seat is reached."""

    DIRECT = "direct"
    RELAYED = "relayed"
    """Through other players."""
    QUIET = "quiet"
    """Directly, but nothing has been heard for longer than heartbeats take."""


@dataclass(frozen=True, slots=True)
class LineChanged:
    """A seat that is not lost is reached in this way from now on; before the first of them, directly."""

    seat: int
    line: Line


@dataclass(frozen=True, slots=True)
class Chat:
    """What a player said; cleaned, and no part of the log."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The table is over for this player. `well` if it was closed by all, or ended by rule; the reason is a sentence."""

    well: bool
    reason: str


TableEvent: TypeAlias = (
    Listening
    | Invited
    | Arrived
    | Reading
    | Departed
    | Seated
    | PeerLost
    | PeerBack
    | LineChanged
    | Chat
    | Ended
    | protocol_events.Event
)
