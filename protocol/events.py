"""What a seat tells the program around it: bytes to journal and send, work to run, and what has happened."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.cards import Card
from engine.contract import Match, Move, Seat, Slot, State
from protocol.contribution import Contribution
from protocol.evidence import Evidence
from protocol.table import Sealed


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """Work to run anywhere, then to be handed back by `SeatMachine.finish` with what `run` returned or raised.

    `run` is pure and may take tens of milliseconds; it raises nothing but Fault. `urgent` is work that players
    wait for; the rest prepares the next hand.
    """

    run: Callable[[], Any]
    urgent: bool


@dataclass(frozen=True, slots=True)
class Journal:
    """Keep this contribution durably before any later bytes are sent, and before the last event is told."""

    contribution: Contribution
    own: bool


@dataclass(frozen=True, slots=True)
class Send:
    """Send these bytes to every peer."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Agreed:
    """All have signed the terms."""


@dataclass(frozen=True, slots=True)
class Shuffling:
    """Progress of the setup that is waited for: `done` of `steps` steps."""

    hand: int
    done: int
    steps: int


@dataclass(frozen=True, slots=True)
class Happened:
    """The engine's state changed, by these moves; `state.news` says how. `faces` is all that this seat knows."""

    hand: int
    moves: Mapping[Seat, Move]
    state: State
    faces: Mapping[Slot, Card]


@dataclass(frozen=True, slots=True)
class Acting:
    """This seat is to choose a move (or an answer, if `watching`)."""

    hand: int
    state: State
    faces: Mapping[Slot, Card]
    watching: bool
    pending: Mapping[Seat, Move]
    """The moves that a watcher has seen and that take effect before its answer."""


@dataclass(frozen=True, slots=True)
class HandSealed:
    """A hand's result has been signed by all; `match` and `ledger` count it."""

    sealed: Sealed
    match: Match
    ledger: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match is decided, and its last hand waits for its seal: `SeatMachine.rematch` says whether to play another.

    `match` counts the last hand. Not asked where the terms' number of hands is reached.
    """

    match: Match


@dataclass(frozen=True, slots=True)
class Convicted:
    """A seat broke the protocol: the evidence convicts it, and the hand ends."""

    evidence: Evidence
    file: bytes = b""
    """The same as a file that convinces a stranger (`protocol.evidence_file`)."""


@dataclass(frozen=True, slots=True)
class Ignored:
    """Bytes that are no contribution to this table were dropped."""

    reason: str


@dataclass(frozen=True, slots=True)
class Behind:
    """This node lacks contributions that others have: ask the peers for theirs (`SeatMachine.catch_up`)."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The table cannot go on; nobody can be blamed. Scores stay as of the last seal."""

    reason: str


@dataclass(frozen=True, slots=True)
class Closed:
    """All have signed the closing of the table."""

    match: Match
    ledger: tuple[int, ...]
    digest: bytes


Event: TypeAlias = (
    Agreed | MatchOver | Shuffling | Happened | Acting | HandSealed | Convicted | Ignored | Behind | Stopped | Closed
)
Output: TypeAlias = Journal | Send | Event
