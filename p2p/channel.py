"""A secure channel over any Trio stream: authenticated by identity keys, forward secret, bounded.

The handshake is Noise_XXpsk3_25519_ChaChaPoly_SHA256; the pre-shared key comes from the invite. Because XXpsk3
uses that key only in its last message, three things are arranged around it:

- Before the first message goes a tag over it, under a key derived from the pre-shared key. A stranger is turned
  away after one hash: no curve operation is done for it, and not a byte is answered.
- The static keys are fresh for each channel, and the second message is empty: nothing that lasts is shown to
  anybody who has not proven knowledge of the invite. The initiator's identity key and its signature over the
  static key travel in the third message, the responder's in the first transport message, which also tells the
  initiator that it has been accepted.
- An identity's signature names the role and the static key, so it is of no use in any other channel.

On the wire everything is a record: two bytes of length (big-endian), then a Noise message. A message of the
application is four bytes of length and its bytes, cut into records that are all full but the last: there is
exactly one way to send it, and nothing beyond the limit is ever buffered.
"""

import hmac
from dataclasses import dataclass

import trio
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from p2p import noise
from p2p.keys import derive
from protocol.codec import CodecError, array, blob, pack, unpack
from protocol.identity import Identity, IdentityError, fingerprint_bytes, verify

WIRE_VERSION = 1
MAX_MESSAGE = 1 << 20

_PROLOGUE = pack(("fairdeal channel", WIRE_VERSION))
_GATE_TAG = 16
_LENGTH = 4
_RECORD = noise.MAX_MESSAGE - noise.TAG
_INITIATOR, _RESPONDER = "initiator", "responder"
_INTRODUCTION = len(pack((bytes(32), bytes(64))))
_FIRST = _GATE_TAG + noise.KEY + noise.TAG
_SECOND = noise.KEY + noise.KEY + noise.TAG + noise.TAG
_THIRD = noise.KEY + noise.TAG + _INTRODUCTION + noise.TAG
_FOURTH = _INTRODUCTION + noise.TAG
_CHUNK = 65536


class ChannelError(Exception):
    """A secure channel that could not be agreed on, or has come to its end. The text says why."""


class HandshakeRefusedError(ChannelError):
    """The other side does not hold the invite, speaks another version, or is no fairdeal at all."""


class HandshakeTimeoutError(ChannelError):
    """The other side did not finish the handshake by the deadline."""


class WrongIdentityError(ChannelError):
    """The other side holds the invite but is not who it was expected to be."""


class ChannelClosedError(ChannelError):
    """The connection has ended, here or there."""


class ChannelBrokenError(ChannelError):
    """What arrived is not what the other side sent next: altered, cut off, replayed or oversized."""


class MessageTooLongError(ChannelError):
    """A message beyond the limit was to be sent. The channel is still usable."""


@dataclass(slots=True)
class Traffic:
    """Counters: bytes on the wire and messages of the application, each way. May be shared by channels."""

    bytes_sent: int = 0
    bytes_received: int = 0
    messages_sent: int = 0
    messages_received: int = 0


class _Wire:
    """Records over a stream. Reading may be cancelled and taken up again; a cancelled writing ends it."""

    def __init__(self, stream: trio.abc.Stream, traffic: Traffic) -> None:
        self.stream = stream
        self._traffic = traffic
        self._buffer = bytearray()
        self._writable = True

    async def write(self, records: bytes) -> None:
        if not self._writable:
            raise ChannelClosedError("the connection is no longer usable for sending")
        self._writable = False  # stays so if the sending is cancelled halfway
        try:
            await self.stream.send_all(records)
        except (trio.BrokenResourceError, trio.ClosedResourceError, OSError) as error:
            raise ChannelClosedError("the connection was lost") from error
        self._writable = True
        self._traffic.bytes_sent += len(records)

    async def read(self, most: int) -> bytes:
        """The next record; one of more than `most` bytes is refused by its length alone."""
        await self._fill(2)
        size = int.from_bytes(self._buffer[:2], "big")
        if size > most:
            raise ChannelBrokenError("the other side sent something too long")
        await self._fill(2 + size)
        record = bytes(self._buffer[2 : 2 + size])
        del self._buffer[: 2 + size]
        return record

    async def _fill(self, size: int) -> None:
        while len(self._buffer) < size:
            try:
                data = await self.stream.receive_some(_CHUNK)
            except (trio.BrokenResourceError, trio.ClosedResourceError, OSError) as error:
                raise ChannelClosedError("the connection was lost") from error
            if not data:
                if self._buffer:
                    raise ChannelBrokenError("the connection was cut off in the middle of a message")
                raise ChannelClosedError("the other side closed the connection")
            self._traffic.bytes_received += len(data)
            self._buffer += data


class Channel(trio.abc.AsyncResource):
    """A secure channel after its handshake. One task may send while another receives.

    `peer` is the other side's identity key, 32 bytes; `traffic` counts.
    """

    def __init__(self, wire: _Wire, transport: noise.Transport, peer: bytes, traffic: Traffic, limit: int) -> None:
        self.peer = peer
        self.traffic = traffic
        self._wire = wire
        self._sending = transport.sending
        self._receiving = transport.receiving
        self._limit = limit
        self._broken: ChannelBrokenError | None = None
        self._parts = bytearray()
        self._missing: int | None = None

    async def send(self, message: bytes) -> None:
        """Sends one message. If cancelled, the channel can send no more.

        Raises MessageTooLongError, or ChannelClosedError when the connection is gone.
        """
        if len(message) > self._limit:
            raise MessageTooLongError(f"a message has at most {self._limit} bytes")
        await self._wire.write(_seal(self._sending, message))
        self.traffic.messages_sent += 1

    async def receive(self) -> bytes:
        """The next message. May be cancelled and called again.

        Raises ChannelClosedError when the connection has ended between messages, ChannelBrokenError for
        anything that is not the next message; after that, always.
        """
        if self._broken is not None:
            raise self._broken
        try:
            while self._missing is None or self._missing > 0:
                await self._receive_part()
        except ChannelBrokenError as error:
            self._broken = error
            raise
        message = bytes(self._parts)
        self._parts, self._missing = bytearray(), None
        self.traffic.messages_received += 1
        return message

    async def _receive_part(self) -> None:
        record = await self._read_record()
        try:
            part = self._receiving.decrypt(record)
        except noise.NoiseError as error:
            raise ChannelBrokenError("the connection was tampered with") from error
        if self._missing is None:
            self._missing = int.from_bytes(part[:_LENGTH], "big")
            if len(part) < _LENGTH or self._missing > self._limit:
                raise ChannelBrokenError("the other side sent something too long")
            due = min(self._missing, _RECORD - _LENGTH)
            part = part[_LENGTH:]
        else:
            due = min(self._missing, _RECORD)
        if len(part) != due:
            raise ChannelBrokenError("the other side sent something malformed")
        self._parts += part
        self._missing -= due

    async def _read_record(self) -> bytes:
        try:
            return await self._wire.read(noise.MAX_MESSAGE)
        except ChannelClosedError as error:
            if self._missing is not None:
                raise ChannelBrokenError("the connection was cut off in the middle of a message") from error
            raise

    async def aclose(self) -> None:
        """Closes the connection."""
        await self._wire.stream.aclose()


async def open_channel(
    stream: trio.abc.Stream,
    *,
    identity: Identity,
    psk: bytes,
    initiator: bool,
    deadline: float,
    expected: bytes | None = None,
    fingerprint: bytes | None = None,
    traffic: Traffic | None = None,
    limit: int = MAX_MESSAGE,
) -> Channel:
    """Performs the handshake over `stream`, which is closed if that fails or is cancelled.

    `psk` is the invite's pre-shared key (32 bytes), `deadline` a time of Trio's clock. `expected` pins the other
    side's identity key, `fingerprint` that key's fingerprint. Messages have at most `limit` bytes, to be the
    same on both sides.

    Raises HandshakeRefusedError, HandshakeTimeoutError, WrongIdentityError, ChannelClosedError or
    ChannelBrokenError.
    """
    counters = Traffic() if traffic is None else traffic
    wire = _Wire(stream, counters)
    try:
        with trio.fail_at(deadline):
            if initiator:
                transport, peer = await _initiate(wire, identity, psk)
                _check_expected(peer, expected, fingerprint)
            else:
                transport, peer, static = await _respond(wire, psk)
                _check_expected(peer, expected, fingerprint)
                introduction = _introduce(identity, _RESPONDER, static)
                await wire.write(_record(transport.sending.encrypt(introduction)))
    except BaseException as error:
        await trio.aclose_forcefully(stream)
        if isinstance(error, trio.TooSlowError):
            raise HandshakeTimeoutError("the other side did not answer in time") from error
        if isinstance(error, noise.NoiseError):
            raise HandshakeRefusedError("the other side does not hold this invite") from error
        raise
    return Channel(wire, transport, peer, counters, limit)


async def _initiate(wire: _Wire, identity: Identity, psk: bytes) -> tuple[noise.Transport, bytes]:
    static = X25519PrivateKey.generate()
    handshake = noise.Handshake(initiator=True, static=static, prologue=_PROLOGUE, psk=psk)
    first = handshake.write_message()
    await wire.write(_record(_gate_tag(psk, first) + first))
    try:
        _expect_empty(handshake.read_message(await wire.read(_SECOND)))
        await wire.write(_record(handshake.write_message(_introduce(identity, _INITIATOR, static))))
        last = await wire.read(_FOURTH)
    except ChannelClosedError as error:
        raise HandshakeRefusedError("the other side does not accept this invite") from error
    transport = handshake.split()
    peer = _read_introduction(transport.receiving.decrypt(last), _RESPONDER, handshake.remote_static)
    return transport, peer


async def _respond(wire: _Wire, psk: bytes) -> tuple[noise.Transport, bytes, X25519PrivateKey]:
    record = await wire.read(_FIRST)
    tag, first = record[:_GATE_TAG], record[_GATE_TAG:]
    if not hmac.compare_digest(tag, _gate_tag(psk, first)):
        raise noise.NoiseError
    static = X25519PrivateKey.generate()
    handshake = noise.Handshake(initiator=False, static=static, prologue=_PROLOGUE, psk=psk)
    _expect_empty(handshake.read_message(first))
    await wire.write(_record(handshake.write_message()))
    introduction = handshake.read_message(await wire.read(_THIRD))
    peer = _read_introduction(introduction, _INITIATOR, handshake.remote_static)
    return handshake.split(), peer, static


def _gate_tag(psk: bytes, first: bytes) -> bytes:
    """Shows knowledge of the pre-shared key beside the first Noise message, which cannot."""
    return hmac.digest(derive(psk, "channel gate"), _PROLOGUE + first, "sha256")[:_GATE_TAG]


def _statement(role: str, static_public: bytes) -> bytes:
    """What an identity signs to vouch for the static key of one channel."""
    return pack(("fairdeal channel identity", WIRE_VERSION, role, static_public))


def _introduce(identity: Identity, role: str, static: X25519PrivateKey) -> bytes:
    signature = identity.sign(_statement(role, static.public_key().public_bytes_raw()))
    return pack((identity.public, signature))


def _read_introduction(introduction: bytes, role: str, static_public: bytes) -> bytes:
    """The identity key behind a static key. Raises WrongIdentityError."""
    try:
        key_value, signature_value = array(unpack(introduction, _INTRODUCTION), 2)
        key, signature = blob(key_value, 32), blob(signature_value, 64)
        if verify(key, _statement(role, static_public), signature):
            return key
    except (CodecError, IdentityError) as error:
        raise WrongIdentityError("the other side gave no valid identity") from error
    raise WrongIdentityError("the other side could not prove its identity")


def _check_expected(peer: bytes, expected: bytes | None, fingerprint: bytes | None) -> None:
    if expected is not None and peer != expected:
        raise WrongIdentityError("the other side is not the player that was expected")
    if fingerprint is not None and fingerprint_bytes(peer) != fingerprint:
        raise WrongIdentityError("the other side is not the host that the invite names")


def _expect_empty(payload: bytes) -> None:
    if payload:
        raise noise.NoiseError


def _record(noise_message: bytes) -> bytes:
    return len(noise_message).to_bytes(2, "big") + noise_message


def _seal(cipher: noise.CipherState, message: bytes) -> bytes:
    plain = len(message).to_bytes(_LENGTH, "big") + message
    parts = (plain[start : start + _RECORD] for start in range(0, len(plain), _RECORD))
    return b"".join(_record(cipher.encrypt(part)) for part in parts)
