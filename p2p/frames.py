"""What the peers of a table say to each other on a secure channel: one canonical MessagePack array per frame.

A *statement* is what a member says of itself: where it listens and to whom it is linked. Statements and
envelopes are signed by their origin, with the table's mesh id in what is signed: whoever forwards one can neither
alter it, nor invent it, nor bring it from another table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from hashlib import sha256
from typing import TypeAlias

from p2p.address import Address, AddressError
from protocol.codec import CodecError, Value, array, blob, integer, pack, text, unpack
from protocol.identity import Identity, IdentityError, check_public, verify

KEY = 32
SESSION = 8
SIGNATURE = 64
MAX_MEMBERS = 16
MAX_ADDRESSES = 8
MAX_CHANNEL_NAME = 32
MAX_NUMBER = 2**63 - 1
OVERHEAD = 512
"""By how much a frame may be longer than the message in it; all frames without a message fit in MAX_BARE."""
MAX_BARE = 32768


class FrameError(Exception):
    """Bytes that are no frame, or a frame that its origin did not sign."""


class Refusal(IntEnum):
    """Why a peer is not let in."""

    FULL = 1
    CLOSED = 2
    DUPLICATE = 3
    SAME_IDENTITY = 4


class Farewell(IntEnum):
    """Why a peer will say nothing more on a connection."""

    LEAVING = 1
    SUPERSEDED = 2
    NOT_SEATED = 3
    DISPLACED = 4


@dataclass(frozen=True, slots=True)
class Statement:
    """What `origin` says of itself: its process's `session`, addresses, and keys it is linked to, sorted.

    Of two statements of one origin the one with the higher `number` holds.
    """

    origin: bytes
    session: bytes
    number: int
    addresses: tuple[Address, ...]
    links: tuple[bytes, ...]
    signature: bytes


@dataclass(frozen=True, slots=True)
class Hello:
    """The first frame each way: one's own statement, and those of others that one knows."""

    statement: Statement
    known: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class News:
    """A statement, one's own (also as a heartbeat) or forwarded."""

    statement: Statement


@dataclass(frozen=True, slots=True)
class Envelope:
    """A message of the application from `origin`, for `target`, or for all if that is empty.

    `number` rises with each message of the origin's process, whose name is `session`.
    """

    origin: bytes
    target: bytes
    session: bytes
    number: int
    channel_name: str
    message: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """Instead of a Hello: not let in."""

    reason: Refusal


@dataclass(frozen=True, slots=True)
class Bye:
    """The last frame on a connection."""

    reason: Farewell


Frame: TypeAlias = Hello | News | Envelope | Refused | Bye

_HELLO, _NEWS, _ENVELOPE, _REFUSED, _BYE = range(1, 6)


def make_statement(
    identity: Identity,
    mesh_id: bytes,
    *,
    session: bytes,
    number: int,
    addresses: Sequence[Address],
    links: Sequence[bytes],
) -> Statement:
    """One's own statement, signed."""
    unsigned = Statement(identity.public, session, number, tuple(addresses), tuple(sorted(links)), b"")
    return replace(unsigned, signature=identity.sign(_statement_body(unsigned, mesh_id)))


def check_statement(statement: Statement, mesh_id: bytes) -> None:
    """Raises FrameError unless the origin signed this statement for this mesh."""
    _check_signature(statement.origin, _statement_body(statement, mesh_id), statement.signature)


def make_envelope(
    identity: Identity,
    mesh_id: bytes,
    *,
    target: bytes,
    session: bytes,
    number: int,
    channel_name: str,
    message: bytes,
) -> Envelope:
    """One's own message, signed."""
    unsigned = Envelope(identity.public, target, session, number, channel_name, message, b"")
    return replace(unsigned, signature=identity.sign(_envelope_body(unsigned, mesh_id)))


def check_envelope(envelope: Envelope, mesh_id: bytes) -> None:
    """Raises FrameError unless the origin signed this envelope for this mesh."""
    _check_signature(envelope.origin, _envelope_body(envelope, mesh_id), envelope.signature)


def encode(frame: Frame) -> bytes:
    """The one encoding of a frame."""
    match frame:
        case Hello():
            known = [_statement_value(statement) for statement in frame.known]
            return pack((_HELLO, _statement_value(frame.statement), known))
        case News():
            return pack((_NEWS, _statement_value(frame.statement)))
        case Envelope():
            return pack((_ENVELOPE, *_envelope_fields(frame), frame.signature))
        case Refused():
            return pack((_REFUSED, int(frame.reason)))
        case Bye():
            return pack((_BYE, int(frame.reason)))


def decode(data: bytes, max_message: int) -> Frame:
    """The frame that `data` encodes; signatures are not checked here. Raises FrameError."""
    try:
        kind, *fields = array(unpack(data, max(MAX_BARE, max_message + OVERHEAD)))
        return _READERS[integer(kind, _HELLO, _BYE)](fields, max_message)
    except (CodecError, AddressError, IdentityError, ValueError) as error:
        raise FrameError("a frame is malformed") from error


def _read_hello(fields: Sequence[Value], _: int) -> Hello:
    statement, known = array(tuple(fields), 2)
    statements = tuple(_read_statement(value) for value in array(known, most=MAX_MEMBERS))
    return Hello(_read_statement(statement), statements)


def _read_news(fields: Sequence[Value], _: int) -> News:
    (statement,) = array(tuple(fields), 1)
    return News(_read_statement(statement))


def _read_envelope(fields: Sequence[Value], max_message: int) -> Envelope:
    origin, target, session, number, channel_name, message, signature = array(tuple(fields), 7)
    return Envelope(
        _key(origin),
        b"" if target == b"" else _key(target),
        blob(session, SESSION),
        integer(number, 0, MAX_NUMBER),
        text(channel_name, MAX_CHANNEL_NAME),
        blob(message, most=max_message),
        blob(signature, SIGNATURE),
    )


def _read_refused(fields: Sequence[Value], _: int) -> Refused:
    (reason,) = array(tuple(fields), 1)
    return Refused(Refusal(integer(reason, 1, len(Refusal))))


def _read_bye(fields: Sequence[Value], _: int) -> Bye:
    (reason,) = array(tuple(fields), 1)
    return Bye(Farewell(integer(reason, 1, len(Farewell))))


_READERS: dict[int, Callable[[Sequence[Value], int], Frame]] = {
    _HELLO: _read_hello,
    _NEWS: _read_news,
    _ENVELOPE: _read_envelope,
    _REFUSED: _read_refused,
    _BYE: _read_bye,
}


def _read_statement(value: Value) -> Statement:
    origin, session, number, addresses, links, signature = array(value, 6)
    keys = tuple(_key(link) for link in array(links, most=MAX_MEMBERS))
    if list(keys) != sorted(set(keys)):
        raise CodecError("links are sorted and distinct")
    return Statement(
        _key(origin),
        blob(session, SESSION),
        integer(number, 0, MAX_NUMBER),
        tuple(_read_address(address) for address in array(addresses, most=MAX_ADDRESSES)),
        keys,
        blob(signature, SIGNATURE),
    )


def _read_address(value: Value) -> Address:
    host, port = array(value, 2)
    return Address.unpack(blob(host, most=16), integer(port, 1, 65535))


def _key(value: Value) -> bytes:
    key = blob(value, KEY)
    check_public(key)
    return key


def _statement_fields(statement: Statement) -> tuple[Value, ...]:
    addresses = [(address.packed_host, address.port) for address in statement.addresses]
    return (statement.origin, statement.session, statement.number, addresses, statement.links)


def _statement_value(statement: Statement) -> Value:
    return (*_statement_fields(statement), statement.signature)


def _statement_body(statement: Statement, mesh_id: bytes) -> bytes:
    return pack(("fairdeal mesh statement v1", mesh_id, *_statement_fields(statement)))


def _envelope_fields(envelope: Envelope) -> tuple[Value, ...]:
    return (
        envelope.origin,
        envelope.target,
        envelope.session,
        envelope.number,
        envelope.channel_name,
        envelope.message,
    )


def _envelope_body(envelope: Envelope, mesh_id: bytes) -> bytes:
    digest = sha256(pack(_envelope_fields(envelope))).digest()
    return pack(("fairdeal mesh envelope v1", mesh_id, digest))


def _check_signature(origin: bytes, body: bytes, signature: bytes) -> None:
    try:
        if verify(origin, body, signature):
            return
    except IdentityError as error:
        raise FrameError("a frame comes from an unfit key") from error
    raise FrameError("a frame was not signed by its origin")
