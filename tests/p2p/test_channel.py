"""The secure channel: what passes, and what a stranger, a liar and a meddler get."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
import trio
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from trio.testing import MockClock, memory_stream_pair

from p2p import channel as module
from p2p import noise
from p2p.channel import (
    MAX_MESSAGE,
    Channel,
    ChannelBrokenError,
    ChannelClosedError,
    ChannelError,
    HandshakeRefusedError,
    HandshakeTimeoutError,
    MessageTooLongError,
    Traffic,
    WrongIdentityError,
    open_channel,
)
from p2p.keys import derive_psk
from protocol.codec import pack
from protocol.identity import Identity, fingerprint_bytes

ANN, BEA, EVE = (Identity(bytes([number]) * 32) for number in (1, 2, 3))
PSK = derive_psk(b"0123456789")
OTHER_PSK = derive_psk(b"9876543210")

Stream = trio.StapledStream[trio.testing.MemorySendStream, trio.testing.MemoryReceiveStream]


class Recorder(trio.abc.Stream):
    """One end of a pair that keeps all it sent, and may change what it sends."""

    def __init__(self, stream: trio.abc.Stream, change: Callable[[int, bytes], bytes] | None = None) -> None:
        self.stream = stream
        self.sent: list[bytes] = []
        self.change = change

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        data = bytes(data)
        if self.change is not None:
            data = self.change(len(self.sent), data)
        self.sent.append(data)
        await self.stream.send_all(data)

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self.stream.receive_some(max_bytes)

    async def wait_send_all_might_not_block(self) -> None:
        await self.stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self.stream.aclose()


async def attempt(
    stream: trio.abc.Stream, outcomes: dict[str, Channel | ChannelError], name: str, **options: Any
) -> None:
    settings: dict[str, Any] = {
        "identity": ANN,
        "psk": PSK,
        "initiator": name == "left",
        "deadline": trio.current_time() + 5,
    }
    try:
        outcomes[name] = await open_channel(stream, **(settings | options))
    except ChannelError as error:
        outcomes[name] = error


async def outcomes_of(
    left: trio.abc.Stream,
    right: trio.abc.Stream,
    left_options: dict[str, Any] | None = None,
    right_options: dict[str, Any] | None = None,
) -> tuple[Channel | ChannelError, Channel | ChannelError]:
    outcomes: dict[str, Channel | ChannelError] = {}
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: attempt(left, outcomes, "left", **(left_options or {})))
        nursery.start_soon(lambda: attempt(right, outcomes, "right", **({"identity": BEA} | (right_options or {}))))
    return outcomes["left"], outcomes["right"]


async def connected(
    left: trio.abc.Stream | None = None, right: trio.abc.Stream | None = None
) -> tuple[Channel, Channel]:
    if left is None or right is None:
        left, right = memory_stream_pair()
    first, second = await outcomes_of(left, right)
    assert isinstance(first, Channel)
    assert isinstance(second, Channel)
    return first, second


async def test_both_sides_know_each_other() -> None:
    left, right = await connected()
    assert left.peer == BEA.public
    assert right.peer == ANN.public


@pytest.mark.parametrize("size", [0, 1, 65514, 65515, 65516, 65519, 131034, 131035, MAX_MESSAGE])
async def test_messages_of_all_sizes_both_ways(size: int) -> None:
    left, right = await connected()
    message = bytes(index & 255 for index in range(size))
    for sender, receiver in ((left, right), (right, left), (left, right)):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(sender.send, message)
            assert await receiver.receive() == message


async def test_messages_keep_their_order_and_are_counted() -> None:
    left, right = await connected()
    before = left.traffic.bytes_sent
    for number in range(20):
        await left.send(bytes([number]))
    assert [await right.receive() for _ in range(20)] == [bytes([number]) for number in range(20)]
    assert (left.traffic.messages_sent, right.traffic.messages_received) == (20, 20)
    assert left.traffic.bytes_sent - before == 20 * (2 + 4 + 1 + noise.TAG)
    assert left.traffic.bytes_sent == right.traffic.bytes_received
    assert right.traffic.bytes_sent == left.traffic.bytes_received


async def test_traffic_may_be_shared() -> None:
    traffic = Traffic()
    outcomes = await outcomes_of(*memory_stream_pair(), {"traffic": traffic}, {"traffic": traffic})
    assert all(isinstance(outcome, Channel) for outcome in outcomes)
    assert traffic.bytes_sent == traffic.bytes_received > 300


async def test_nothing_readable_is_on_the_wire() -> None:
    plain_left, plain_right = memory_stream_pair()
    left_wire, right_wire = Recorder(plain_left), Recorder(plain_right)
    left, right = await connected(left_wire, right_wire)
    await left.send(b"the ace of spades")
    assert await right.receive() == b"the ace of spades"
    wire = b"".join(left_wire.sent + right_wire.sent)
    for secret in (b"the ace of spades", ANN.public, BEA.public, PSK):
        assert secret not in wire


async def test_a_wrong_invite_is_refused_by_both() -> None:
    left, right = await outcomes_of(*memory_stream_pair(), {"psk": OTHER_PSK})
    assert isinstance(left, HandshakeRefusedError)
    assert isinstance(right, HandshakeRefusedError)


async def test_a_stranger_gets_not_a_byte() -> None:
    """Not even with a perfect Noise message: without the invite there is no tag."""
    first = noise.Handshake(
        initiator=True, static=X25519PrivateKey.generate(), prologue=module._PROLOGUE, psk=OTHER_PSK
    ).write_message()
    for greeting in (
        b"GET / HTTP/1.1\r\n\r\n",
        b"\0\0",
        b"\0\x10" + bytes(16),
        b"\0\x40" + bytes(16) + first,
        b"\xff\xff" + bytes(65535),
    ):
        plain, stream = memory_stream_pair()
        wire = Recorder(stream)
        await plain.send_all(greeting)
        outcomes: dict[str, Channel | ChannelError] = {}
        await attempt(wire, outcomes, "right")
        assert isinstance(outcomes["right"], HandshakeRefusedError | ChannelBrokenError)
        assert wire.sent == []
        assert await plain.receive_some(1) == b""


async def test_a_stranger_who_listens_learns_nothing_either() -> None:
    """Without the invite nobody can go on after the first message, nor see who sent it."""
    plain, stream = memory_stream_pair()
    outcomes: dict[str, Channel | ChannelError] = {}
    async with trio.open_nursery() as nursery:
        nursery.start_soon(attempt, stream, outcomes, "left")
        greeting = await plain.receive_some(1000)
        responder = noise.Handshake(
            initiator=False, static=X25519PrivateKey.generate(), prologue=module._PROLOGUE, psk=OTHER_PSK
        )
        responder.read_message(bytes(greeting[18:]))
        await plain.send_all(module._record(responder.write_message()))
        third = await plain.receive_some(1000)
        with pytest.raises(noise.NoiseError):
            responder.read_message(bytes(third[2:]))
        await plain.aclose()
    assert isinstance(outcomes["left"], HandshakeRefusedError)


async def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PROLOGUE", pack(("fairdeal channel", 2)))
    plain, stream = memory_stream_pair()
    wire = Recorder(plain)
    outcomes: dict[str, Channel | ChannelError] = {}
    async with trio.open_nursery() as nursery:
        nursery.start_soon(attempt, wire, outcomes, "left")
        await trio.testing.wait_all_tasks_blocked()
        monkeypatch.undo()
        await attempt(stream, outcomes, "right")
    assert isinstance(outcomes["right"], HandshakeRefusedError)
    assert isinstance(outcomes["left"], HandshakeRefusedError)


@pytest.mark.parametrize(
    ("left_options", "right_options", "failing"),
    [
        ({"expected": EVE.public}, {}, "left"),
        ({"fingerprint": fingerprint_bytes(EVE.public)}, {}, "left"),
        ({}, {"expected": EVE.public}, "right"),
        ({}, {"fingerprint": fingerprint_bytes(EVE.public)}, "right"),
    ],
)
async def test_a_wrong_identity_is_refused(
    left_options: dict[str, Any], right_options: dict[str, Any], failing: str
) -> None:
    left, right = await outcomes_of(*memory_stream_pair(), left_options, right_options)
    assert isinstance(left if failing == "left" else right, WrongIdentityError)
    if failing == "right":
        assert isinstance(left, HandshakeRefusedError)


async def test_the_right_identity_is_accepted() -> None:
    left, right = await outcomes_of(
        *memory_stream_pair(),
        {"expected": BEA.public, "fingerprint": fingerprint_bytes(BEA.public)},
        {"expected": ANN.public},
    )
    assert isinstance(left, Channel)
    assert isinstance(right, Channel)


class Impostor(Identity):
    """Claims another's key, and signs with whatever it has."""

    def __init__(self, claimed: bytes, signature: bytes | None = None) -> None:
        super().__init__(bytes([9]) * 32)
        self.__dict__["public"] = claimed
        self._fixed = signature

    def sign(self, message: bytes) -> bytes:
        return super().sign(message) if self._fixed is None else self._fixed


@pytest.mark.parametrize(
    "impostor",
    [
        Impostor(ANN.public),
        Impostor(ANN.public, ANN.sign(module._statement("initiator", bytes(32)))),
        Impostor(bytes(32), bytes(64)),
        Impostor(bytes([1]) + bytes(31), bytes([1]) + bytes(63)),
        Impostor(b"\xff" * 32, bytes(64)),
    ],
    ids=["own signature", "signature of another channel", "zero", "small order", "non-canonical"],
)
async def test_nobody_can_claim_a_key(impostor: Impostor) -> None:
    left, right = await outcomes_of(*memory_stream_pair(), {"identity": impostor})
    assert isinstance(right, WrongIdentityError)
    assert isinstance(left, HandshakeRefusedError)
    left, right = await outcomes_of(*memory_stream_pair(), {}, {"identity": impostor})
    assert isinstance(left, WrongIdentityError)


def test_a_signature_names_the_role() -> None:
    """Or a responder's introduction could be reflected as an initiator's."""
    assert module._statement("initiator", bytes(32)) != module._statement("responder", bytes(32))
    static = X25519PrivateKey.generate()
    introduction = module._introduce(ANN, "initiator", static)
    with pytest.raises(WrongIdentityError):
        module._read_introduction(introduction, "responder", static.public_key().public_bytes_raw())


async def test_a_replayed_handshake_is_refused() -> None:
    plain_left, plain_right = memory_stream_pair()
    recorder = Recorder(plain_left)
    await connected(recorder, plain_right)
    first, third = recorder.sent
    thief, stream = memory_stream_pair()
    wire = Recorder(stream)
    await thief.send_all(first + third)
    outcomes: dict[str, Channel | ChannelError] = {}
    await attempt(wire, outcomes, "right")
    assert isinstance(outcomes["right"], HandshakeRefusedError)
    (second,) = wire.sent
    assert BEA.public not in second


async def test_every_handshake_record_altered_is_refused(autojump_clock: MockClock) -> None:
    for role in ("left", "right"):
        for position in (0, 1):
            for place in (0, 2, 17, 30, 60, -1):

                def change(index: int, data: bytes, position: int = position, place: int = place) -> bytes:
                    if index != position:
                        return data
                    altered = bytearray(data)
                    altered[place] ^= 1
                    return bytes(altered)

                plain_left, plain_right = memory_stream_pair()
                left: trio.abc.Stream = plain_left
                right: trio.abc.Stream = plain_right
                if role == "left":
                    left = Recorder(plain_left, change)
                else:
                    right = Recorder(plain_right, change)
                first, second = await outcomes_of(
                    left, right, {"deadline": trio.current_time() + 0.05}, {"deadline": trio.current_time() + 0.05}
                )
                # The responder's last record concerns the initiator alone.
                assert isinstance(first, ChannelError)
                assert isinstance(second, ChannelError) or (role, position) == ("right", 1)


async def test_a_slow_loris_is_dropped_at_the_deadline(autojump_clock: MockClock) -> None:
    plain, stream = memory_stream_pair()

    async def drip() -> None:
        with pytest.raises(trio.BrokenResourceError):  # noqa: PT012 - the loop ends when the other side hangs up
            for byte in b"\0\x40" + bytes(62):
                await plain.send_all(bytes([byte]))
                await trio.sleep(1)

    outcomes: dict[str, Channel | ChannelError] = {}
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drip)
        began = trio.current_time()
        await attempt(stream, outcomes, "right", deadline=began + 10)
        assert trio.current_time() - began == pytest.approx(10)
    assert isinstance(outcomes["right"], HandshakeTimeoutError)


@pytest.mark.parametrize("initiator", [True, False])
async def test_silence_times_out(initiator: bool, autojump_clock: MockClock) -> None:
    plain, stream = memory_stream_pair()
    began = trio.current_time()
    with pytest.raises(HandshakeTimeoutError):
        await open_channel(stream, identity=ANN, psk=PSK, initiator=initiator, deadline=began + 7)
    assert trio.current_time() - began == pytest.approx(7)
    while await plain.receive_some(1000):
        pass  # only what was sent before giving up, then the end


async def test_a_cancelled_handshake_closes_the_stream() -> None:
    plain, stream = memory_stream_pair()
    with trio.move_on_after(0):
        await open_channel(stream, identity=ANN, psk=PSK, initiator=False, deadline=trio.current_time() + 9)
    assert await plain.receive_some(1) == b""


class Tapped(NamedTuple):
    """Two channels with a meddler between them: reads what the first sends, decides what the second receives."""

    left: Channel
    right: Channel
    captured: trio.abc.Stream
    wire: Stream

    async def records(self, *messages: bytes) -> list[bytes]:
        """What the first channel puts on the wire for each message."""
        records = []
        for message in messages:
            await self.left.send(message)
            records.append(bytes(await self.captured.receive_some(1 << 21)))
        return records


async def tapped() -> Tapped:
    left_end, left_far = memory_stream_pair()
    right_end, right_far = memory_stream_pair()
    async with trio.open_nursery() as nursery:

        async def pump(source: trio.abc.Stream, target: trio.abc.Stream) -> None:
            while data := await source.receive_some(100000):
                await target.send_all(bytes(data))

        nursery.start_soon(pump, left_far, right_far)
        nursery.start_soon(pump, right_far, left_far)
        left, right = await connected(left_end, right_end)
        nursery.cancel_scope.cancel()
    return Tapped(left, right, left_far, right_far)


async def test_reordered_records_are_refused() -> None:
    line = await tapped()
    first, second = await line.records(b"one", b"two")
    await line.wire.send_all(second + first)
    with pytest.raises(ChannelBrokenError, match="tampered"):
        await line.right.receive()
    with pytest.raises(ChannelBrokenError):
        await line.right.receive()


async def test_replayed_records_are_refused() -> None:
    line = await tapped()
    (first,) = await line.records(b"one")
    await line.wire.send_all(first + first)
    assert await line.right.receive() == b"one"
    with pytest.raises(ChannelBrokenError):
        await line.right.receive()


async def test_a_dropped_record_is_noticed() -> None:
    line = await tapped()
    first, _, third = await line.records(b"one", b"two", b"three")
    await line.wire.send_all(first + third)
    assert await line.right.receive() == b"one"
    with pytest.raises(ChannelBrokenError):
        await line.right.receive()


async def test_a_reflected_record_is_refused() -> None:
    line = await tapped()
    await line.right.send(b"mine")
    await line.wire.send_all(await line.wire.receive_some(1000))
    with pytest.raises(ChannelBrokenError):
        await line.right.receive()


@pytest.mark.parametrize("cut", [1, 2, 10, -1])
async def test_truncation_within_a_record(cut: int) -> None:
    line = await tapped()
    (first,) = await line.records(b"one")
    await line.wire.send_all(first[:cut])
    await line.wire.send_stream.aclose()
    with pytest.raises(ChannelBrokenError, match="cut off"):
        await line.right.receive()


async def test_truncation_between_the_records_of_a_message() -> None:
    line = await tapped()
    (first,) = await line.records(bytes(100000))
    await line.wire.send_all(first[: 2 + 65535])
    await line.wire.send_stream.aclose()
    with pytest.raises(ChannelBrokenError, match="cut off"):
        await line.right.receive()


async def test_every_altered_byte_of_a_record_is_refused() -> None:
    for place in range(2 + 4 + 3 + noise.TAG):
        line = await tapped()
        (first,) = await line.records(b"one")
        altered = bytearray(first)
        altered[place] ^= 0x80
        await line.wire.send_all(altered)
        await line.wire.send_stream.aclose()
        with pytest.raises(ChannelBrokenError):
            await line.right.receive()


def sealed(channel: Channel, *plain: bytes) -> bytes:
    """Records of any content, as a hostile member can make them."""
    return b"".join(module._record(channel._sending.encrypt(part)) for part in plain)


@pytest.mark.parametrize(
    "plain",
    [
        (b"",),
        (b"\0\0\0",),
        ((MAX_MESSAGE + 1).to_bytes(4, "big"),),
        (b"\xff\xff\xff\xff" + bytes(1000),),
        (b"\0\0\0\5abc",),
        (b"\0\0\0\2abc",),
        ((100000).to_bytes(4, "big") + bytes(65515), b""),
        ((100000).to_bytes(4, "big") + bytes(65515), bytes(34484)),
        ((100000).to_bytes(4, "big") + bytes(65515), bytes(34486)),
        ((100000).to_bytes(4, "big") + bytes(50000), bytes(50000)),
    ],
    ids=["empty", "no length", "too long", "huge", "short", "surplus", "idle", "less", "more", "uneven"],
)
async def test_malformed_messages_of_a_member_are_refused(plain: tuple[bytes, ...]) -> None:
    line = await tapped()
    await line.wire.send_all(sealed(line.left, *plain))
    with pytest.raises(ChannelBrokenError):
        await line.right.receive()
    assert len(line.right._parts) <= 65515


async def test_memory_is_bounded_by_what_was_received(autojump_clock: MockClock) -> None:
    """A claim of a megabyte costs nothing until the bytes come, and never more than the limit."""
    line = await tapped()
    await line.wire.send_all(sealed(line.left, MAX_MESSAGE.to_bytes(4, "big") + bytes(65515)))
    with trio.move_on_after(0.01):
        await line.right.receive()
    assert len(line.right._parts) + len(line.right._wire._buffer) < 70000


async def test_a_cancelled_receive_loses_nothing(autojump_clock: MockClock) -> None:
    line = await tapped()
    (first,) = await line.records(bytes(100000))
    for start in range(0, len(first), 9000):
        with trio.move_on_after(0.001) as scope:
            await line.right.receive()
        assert scope.cancelled_caught
        await line.wire.send_all(first[start : start + 9000])
    assert await line.right.receive() == bytes(100000)


async def test_a_cancelled_send_ends_sending(autojump_clock: MockClock) -> None:
    left_stream, right_stream = trio.testing.lockstep_stream_pair()
    left, _ = await connected(left_stream, right_stream)
    with trio.move_on_after(0.01) as scope:
        await left.send(bytes(1000))
    assert scope.cancelled_caught
    with pytest.raises(ChannelClosedError):
        await left.send(b"more")


async def test_a_message_too_long_is_not_sent() -> None:
    left, right = await connected()
    with pytest.raises(MessageTooLongError):
        await left.send(bytes(MAX_MESSAGE + 1))
    await left.send(b"still usable")
    assert await right.receive() == b"still usable"


async def test_closing_is_seen() -> None:
    left, right = await connected()
    await left.send(b"last")
    await left.aclose()
    assert await right.receive() == b"last"
    with pytest.raises(ChannelClosedError):
        await right.receive()
    with pytest.raises(ChannelClosedError):
        await left.send(b"after")
    with pytest.raises(ChannelClosedError):
        await left.receive()


async def test_over_tcp_on_loopback() -> None:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listener.socket.getsockname()[1]
    left_stream = await trio.open_tcp_stream("127.0.0.1", port)
    right_stream = await listener.accept()
    left, right = await connected(left_stream, right_stream)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(left.send, bytes(MAX_MESSAGE))
        assert await right.receive() == bytes(MAX_MESSAGE)
    for closing in (left, right, listener):
        await closing.aclose()
