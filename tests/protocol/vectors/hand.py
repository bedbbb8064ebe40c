"""A whole hand of Tonk between two seats: its transcript, and every secret behind it.

What a seat draws from the system's generator is replaced by SHA-256 of "fairdeal/1/vector", the seat as one byte and a
counter of 4 bytes, that runs through the whole table; so all values can be computed again.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from unittest import mock

from engine.cards import Card
from engine.contract import Move, Slot
from protocol.contribution import Contribution
from protocol.play import Moved, Play, decode_move
from protocol.setup import Setup
from protocol.table import Table
from protocol.transcript_file import write
from protocol.verify import verified
from tests.protocol.recorded import Choose, Recorder, identity
from tests.protocol.vectors.primitives import genesis, shown
from tests.protocol.vectors.proofs import readable

SCRIPT: tuple[tuple[str, str | None], ...] = (
    ("draw", "discard"),
    ("discard", None),
    ("draw", "stock"),
    ("discard", None),
    ("draw", "stock"),
    ("discard", None),
    ("drop", None),
)
"""Moves and their values."""


@dataclass
class Drawing(Recorder):
    """A recorder that knows what was drawn for each contribution."""

    drawn: dict[bytes, list[bytes]] = field(default_factory=dict)
    """By payload."""
    counter: int = 0
    pending: list[bytes] = field(default_factory=list)

    def token_bytes(self, size: int) -> bytes:
        """The next draw of the seat that is at work."""
        assert size == 32
        made = sha256(b"fairdeal/1/vector" + bytes([self.seat]) + self.counter.to_bytes(4, "big")).digest()
        self.counter += 1
        self.pending.append(made)
        return made

    def randbelow(self, n: int) -> int:
        """Two draws make a number."""
        return int.from_bytes(self.token_bytes(32) + self.token_bytes(32), "big") % n

    def contribute(self) -> Contribution:
        """As any recorder does; what was drawn meanwhile was drawn for this."""
        contribution = super().contribute()
        self.drawn[contribution.payload], self.pending = self.pending, []
        return contribution


def by_script() -> Choose:
    """Each move of the script as soon as it may be made; until then the first move there is."""
    left = list(SCRIPT)

    def choose(_play: Play, _seat: int, moves: list[Move]) -> Move:
        wanted = [move for move in moves if (move.kind, move.value) == left[0]]
        if not wanted:
            return moves[0]
        left.pop(0)
        return wanted[-1]

    return choose


@dataclass(frozen=True)
class Recorded:
    """A transcript, and what lies behind it."""

    transcript: bytes
    described: dict[str, Any]


def record() -> Recorded:
    """Play the hand and describe it."""
    recorder = Drawing(Table(genesis()), by_script())
    with (
        mock.patch.object(secrets, "token_bytes", recorder.token_bytes),
        mock.patch.object(secrets, "randbelow", recorder.randbelow),
    ):
        recorder.run()
    table = recorder.table
    transcript = write(table.genesis, table.log())
    reader = Reader(recorder)
    report, _ = verified(transcript, reader.read)
    assert report.ok, report.reason
    return Recorded(
        transcript,
        {
            "genesis": shown(table.genesis.encode()),
            "seeds": [identity(seat).seed.hex() for seat in range(2)],
            "table": table.genesis.table.hex(),
            "secrets": [
                {
                    "hand": hand,
                    "seat": seat,
                    "x": bytes(own.key.secret).hex(),
                    "entropy": own.entropy.hex(),
                    "salt": own.salt.hex(),
                }
                for (hand, seat), own in sorted(recorder.kept.items())
            ],
            "records": reader.records,
            "ledger": list(report.ledger),
            "digest": report.digest,
        },
    )


class Reader:
    """Describes each record of the transcript with what its body does not say, as the verifier comes to it."""

    def __init__(self, recorder: Drawing) -> None:
        self.records: list[dict[str, Any]] = []
        self._drawn = recorder.drawn
        self._open: dict[int, Mapping[Slot, Card]] = {}
        """By hand: the faces that were open after the record before."""

    def read(self, table: Table, contribution: Contribution) -> None:
        """Describe the contribution that has just been counted."""
        header = contribution.header
        lane = table.find(header)
        entry: dict[str, Any] = {
            "record": len(self.records) + 1,
            "lane": int(header.lane),
            "hand": header.hand,
            "step": header.step,
            "seat": header.seat,
            "kind": contribution.kind,
            "previous": header.previous.hex(),
            "drawn": [draw.hex() for draw in self._drawn[contribution.payload]],
        }
        if isinstance(lane, Setup) and header.step >= 2:
            entry["hand id"] = lane.hand_id.hex()
        if isinstance(lane, Play):
            then = lane.before(header)
            assert isinstance(then, Play)
            entry |= _reading(then, contribution)
            before, after = self._open.get(header.hand, {}), dict(lane.slots.faces)
            if opened := sorted(after.keys() - before.keys()):
                entry["now open"] = {str(slot): after[slot].name for slot in opened}
            self._open[header.hand] = after
        # A hand's lanes are gone as soon as it is sealed.
        if lane is None or lane.step > header.step:
            entry["digest of the step"] = (table.sealed if lane is None else lane.digest).hex()
        self.records.append(entry)


def _reading(then: Play, contribution: Contribution) -> dict[str, Any]:
    seat = contribution.header.seat
    said = then.check(contribution)()
    if contribution.kind == "shares":
        return {"slots": list(then.due[seat])}
    if contribution.kind == "mix":
        return {"old": list(then.mixes[seat].old), "new": list(then.mixes[seat].new)}
    if not isinstance(said, Moved):
        return {}
    move = decode_move(contribution.body[0])
    shown_faces = {slot: then.slots.read(slot, {seat: share}) for slot, share in said.shares.items()}
    asked = then.claim(seat, move, {**then.slots.faces, **shown_faces})
    entry: dict[str, Any] = {"move": shown(contribution.body[0]), "opens": list(then.to_open(seat, move))}
    if asked is not None:
        slots = {slot: then.slots.reduced(slot) for slot in then.state.held[seat]}
        numbers = {c: slot for slot, c in slots.items()}
        if asked.draws:
            entry["draws"] = [
                [[numbers[c] for c in draw.ciphertexts], [then.keys.cards[point].name for point in draw.points]]
                for draw in asked.draws
            ]
        if asked.formula is not None:
            entry["claim"] = readable(asked.formula, slots, dict(then.keys.points))
    return entry
