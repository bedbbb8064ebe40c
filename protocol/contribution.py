"""Contributions: what seats say, where it belongs, and by whom it is signed (docs/protocol.md, "Contributions").

A contribution's payload is the canonical encoding of
[tag, table, epoch, hand, attempt, lane, step, seat, previous, kind, body]; what travels is [payload, signature].
Digests, evidence and identity of contributions are over payloads, never over signatures.
"""

from dataclasses import dataclass
from enum import IntEnum
from hashlib import sha256
from typing import TypeAlias

from protocol.codec import CodecError, Value, array, blob, integer, pack, text, unpack
from protocol.group import framed
from protocol.identity import Identity, IdentityError, verify

TAG = "fairdeal/1"
DIGEST_SIZE = 32
MAX_PAYLOAD = 120 << 10
"""The longest payload in bytes; the longest honest one holds the claims about a large hand."""
ENVELOPE = 128
"""More than the bytes that signature and framing add to a payload."""
MAX_ACCUSATION = 2 * (MAX_PAYLOAD + ENVELOPE) + 512
"""The longest payload of a void whose evidence is one or two contributions of any other kind."""
MAX_VOID = MAX_ACCUSATION + ENVELOPE + 512
"""The longest payload of a void: it may accuse another void of accusing falsely."""
MAX_SIGNED = MAX_VOID + ENVELOPE
"""The longest bytes that travel."""
VOID = "void"
"""The kind of a contribution that voids a hand; its body is the evidence."""
MAX_COUNTER = 1 << 31


class Lane(IntEnum):
    """The chains of steps of a table, each with digests of its own."""

    TABLE = 0
    """Agreeing on the terms, closing."""
    SETUP = 1
    """Keys and shuffles of a hand."""
    PLAY = 2
    """Shares, mixes and moves of a hand."""
    SEAL = 3
    """The result of a hand, or its voiding."""


Place: TypeAlias = tuple[int, Lane, int]
"""Hand, lane and step."""


class Fault(Exception):  # noqa: N818 - the protocol's word
    """A signed contribution that acceptance refuses. The text says why, in one sentence without the seat."""


@dataclass(frozen=True, slots=True)
class Header:
    """Where a contribution belongs. Every challenge of a proof absorbs it."""

    table: bytes
    epoch: int
    hand: int
    attempt: int
    lane: Lane
    step: int
    seat: int
    previous: bytes
    """Digest of the lane before this step, 32 bytes."""

    def fields(self) -> tuple[bytes | int, ...]:
        """The header as it stands in the payload."""
        return (
            self.table,
            self.epoch,
            self.hand,
            self.attempt,
            int(self.lane),
            self.step,
            self.seat,
            self.previous,
        )

    @property
    def place(self) -> Place:
        """The step that it is for."""
        return (self.hand, self.lane, self.step)

    def context(self, kind: str, hand_id: bytes, *earlier: bytes) -> bytes:
        """What a proof in the body binds to: header, kind, the hand's id (empty before it exists), earlier parts."""
        return pack([*self.fields(), kind, hand_id, *earlier])


@dataclass(frozen=True, slots=True)
class Contribution:
    """One signed contribution, as it is kept, sent and logged. Its signature has been verified."""

    header: Header
    kind: str
    body: tuple[Value, ...]
    payload: bytes
    signature: bytes

    @property
    def cell(self) -> bytes:
        """The 32-byte name of the cell; a seat signs one payload per cell, ever."""
        fields = self.header.fields()[:-1]
        return sha256(framed("fairdeal/1/cell", pack([*fields, self.kind]))).digest()

    @property
    def is_void(self) -> bool:
        """Whether it voids a hand."""
        return self.header.lane == Lane.SEAL and self.kind == VOID

    @property
    def signed(self) -> bytes:
        """The bytes that travel and are logged."""
        return pack([self.payload, self.signature])


def sign(identity: Identity, header: Header, kind: str, body: tuple[Value, ...]) -> Contribution:
    """The contribution, signed over exactly the bytes sent."""
    payload = pack([TAG, *header.fields(), kind, body])
    return Contribution(header, kind, body, payload, identity.sign(payload))


def open_signed(data: bytes, table: bytes, keys: tuple[bytes, ...]) -> Contribution:
    """Decode what came from the network and verify its signature against the identity `keys` by seat.

    Raises CodecError for anything that is not a contribution to this table, signed by the seat that it names.
    """
    header, kind, body, payload, signature = payload_of(data)
    if header.table != table:
        raise CodecError("belongs to another table")
    if header.seat >= len(keys):
        raise CodecError("names a seat that does not exist")
    try:
        genuine = verify(keys[header.seat], payload, signature)
    except IdentityError as error:
        raise CodecError(str(error)) from error
    if not genuine:
        raise CodecError("its signature does not verify")
    return Contribution(header, kind, body, payload, signature)


def payload_of(data: bytes) -> tuple[Header, str, tuple[Value, ...], bytes, bytes]:
    """Header, kind, body, payload and signature of signed bytes; nothing is verified. Raises CodecError."""
    envelope = array(unpack(data, MAX_SIGNED), 2)
    payload, signature = blob(envelope[0], most=MAX_VOID), blob(envelope[1], 64)
    header, kind, body = _decode_payload(payload)
    if len(payload) > MAX_PAYLOAD and not (header.lane == Lane.SEAL and kind == VOID):
        raise CodecError(f"{len(payload)} bytes where at most {MAX_PAYLOAD} are allowed")
    return header, kind, body, payload, signature


def _decode_payload(payload: bytes) -> tuple[Header, str, tuple[Value, ...]]:
    fields = array(unpack(payload, MAX_VOID), 11)
    if fields[0] != TAG:
        raise CodecError("speaks another version of the protocol")
    try:
        lane = Lane(integer(fields[5], 0, len(Lane) - 1))
    except ValueError as error:
        raise CodecError("names no lane") from error
    header = Header(
        table=blob(fields[1], DIGEST_SIZE),
        epoch=integer(fields[2], 0, MAX_COUNTER),
        hand=integer(fields[3], 0, MAX_COUNTER),
        attempt=integer(fields[4], 0, MAX_COUNTER),
        lane=lane,
        step=integer(fields[6], 0, MAX_COUNTER),
        seat=integer(fields[7], 0, 7),
        previous=blob(fields[8], DIGEST_SIZE),
    )
    return header, text(fields[9], 16), tuple(array(fields[10], most=64))


def step_digest(previous: bytes, payloads: tuple[bytes, ...]) -> bytes:
    """The digest of a closed step: hash of the previous digest and the payloads in seat order, 32 bytes."""
    return sha256(framed("fairdeal/1/step", previous, *payloads)).digest()


def joined_digest(seal: bytes, setup: bytes) -> bytes:
    """What the play lane of a hand starts from: the seal before it and the end of its own setup."""
    return sha256(framed("fairdeal/1/play", seal, setup)).digest()
