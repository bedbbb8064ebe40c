"""Frames: one encoding each, everything else refused; signatures that bind origin, content and mesh."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.address import Address
from p2p.frames import (
    MAX_BARE,
    Bye,
    Envelope,
    Farewell,
    Frame,
    FrameError,
    Hello,
    News,
    Refusal,
    Refused,
    Statement,
    check_envelope,
    check_statement,
    decode,
    encode,
    make_envelope,
    make_statement,
)
from protocol.codec import pack, unpack
from protocol.identity import Identity

ANN, BEA = (Identity(bytes([number]) * 32) for number in (1, 2))
MESH = bytes(32)
LIMIT = 1000


def a_statement(links: int = 1, addresses: int = 2) -> Statement:
    return make_statement(
        ANN,
        MESH,
        session=b"12345678",
        number=7,
        addresses=[Address("192.0.2.1", 1 + index) for index in range(addresses)],
        links=[Identity(bytes([50 + index]) * 32).public for index in range(links)],
    )


def an_envelope(message: bytes = b"hello", target: bytes = b"") -> Envelope:
    return make_envelope(ANN, MESH, target=target, session=b"12345678", number=7, channel_name="chat", message=message)


FRAMES: list[Frame] = [
    Hello(a_statement(), (a_statement(0, 0), a_statement(16, 8))),
    Hello(a_statement(), ()),
    News(a_statement()),
    an_envelope(),
    an_envelope(bytes(LIMIT), BEA.public),
    *(Refused(reason) for reason in Refusal),
    *(Bye(reason) for reason in Farewell),
]


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: type(frame).__name__)
def test_round_trip(frame: Frame) -> None:
    assert decode(encode(frame), LIMIT) == frame


def test_the_largest_frames_fit() -> None:
    largest = a_statement(16, 8)
    assert len(encode(Hello(largest, (largest,) * 16))) <= MAX_BARE


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: type(frame).__name__)
def test_every_cut_and_every_surplus_is_refused(frame: Frame) -> None:
    data = encode(frame)
    for end in range(0, len(data), 1 + len(data) // 200):
        with pytest.raises(FrameError):
            decode(data[:end], LIMIT)
    with pytest.raises(FrameError):
        decode(data + b"\0", LIMIT)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.binary(max_size=300))
def test_garbage_is_refused_or_canonical(data: bytes) -> None:
    try:
        frame = decode(data, LIMIT)
    except FrameError:
        return
    assert encode(frame) == data


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.binary(max_size=70) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=7),
    max_leaves=20,
)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.integers(0, 6), st.lists(values, max_size=7))
def test_well_formed_values_of_the_wrong_shape_are_refused(kind: int, fields: list[object]) -> None:
    data = pack((kind, *fields))  # type: ignore[arg-type] # Hypothesis draws exactly what the codec takes
    try:
        frame = decode(data, LIMIT)
    except FrameError:
        return
    assert encode(frame) == data


def altered(frame: Frame, place: tuple[int, ...], value: object) -> bytes:
    """The frame's encoding with one part, found by its indices, replaced."""

    def change(part: object, rest: tuple[int, ...]) -> object:
        if not rest:
            return value
        assert isinstance(part, tuple)
        return (*part[: rest[0]], change(part[rest[0]], rest[1:]), *part[rest[0] + 1 :])

    return pack(change(unpack(encode(frame), MAX_BARE), place))  # type: ignore[arg-type] # see above


KEY_HIGH, KEY_LOW = sorted((ANN.public, BEA.public), reverse=True)


@pytest.mark.parametrize(
    ("frame", "place", "value"),
    [
        (News(a_statement()), (0,), 0),
        (News(a_statement()), (0,), 6),
        (News(a_statement()), (0,), True),
        (News(a_statement()), (1, 0), bytes(32)),
        (News(a_statement()), (1, 0), b"\xff" * 32),
        (News(a_statement()), (1, 0), ANN.public[:-1]),
        (News(a_statement()), (1, 1), bytes(9)),
        (News(a_statement()), (1, 2), -1),
        (News(a_statement()), (1, 2), 2**63),
        (News(a_statement()), (1, 3), [(b"\xc0\x00\x02\x01", 1)] * 9),
        (News(a_statement()), (1, 3), [(b"\xc0\x00\x02\x01", 0)]),
        (News(a_statement()), (1, 3), [(b"\x00\x00\x00\x00", 1)]),
        (News(a_statement()), (1, 3), [(b"\xc0\x00\x02", 1)]),
        (News(a_statement()), (1, 3), [("192.0.2.1", 1)]),
        (News(a_statement()), (1, 4), [KEY_HIGH, KEY_LOW]),
        (News(a_statement()), (1, 4), [KEY_LOW, KEY_LOW]),
        (News(a_statement()), (1, 4), [bytes(32)]),
        (News(a_statement()), (1, 4), [Identity(bytes([index]) * 32).public for index in range(17)]),
        (News(a_statement()), (1, 5), bytes(63)),
        (an_envelope(), (2,), b"short"),
        (an_envelope(), (2,), None),
        (an_envelope(), (3,), b""),
        (an_envelope(), (4,), -5),
        (an_envelope(), (5,), "x" * 33),
        (an_envelope(), (5,), b"chat"),
        (an_envelope(), (6,), bytes(LIMIT + 1)),
        (an_envelope(), (7,), b""),
        (Refused(Refusal.FULL), (1,), 0),
        (Refused(Refusal.FULL), (1,), 5),
        (Bye(Farewell.LEAVING), (1,), 5),
        (Hello(a_statement(), ()), (2,), [1]),
        (Hello(a_statement(), ()), (2,), None),
    ],
)
def test_fields_out_of_their_bounds_are_refused(frame: Frame, place: tuple[int, ...], value: object) -> None:
    with pytest.raises(FrameError, match="malformed"):
        decode(altered(frame, place, value), LIMIT)


@pytest.mark.parametrize(
    "change",
    [
        {"origin": BEA.public},
        {"session": b"87654321"},
        {"number": 8},
        {"addresses": ()},
        {"links": ()},
        {"signature": bytes(64)},
        {"origin": bytes(32)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_statements_are_bound_to_all_they_say(change: dict[str, object]) -> None:
    statement = a_statement()
    check_statement(statement, MESH)
    with pytest.raises(FrameError):
        check_statement(replace(statement, **change), MESH)  # type: ignore[arg-type] # one field each
    with pytest.raises(FrameError):
        check_statement(statement, b"\1" + bytes(31))


@pytest.mark.parametrize(
    "change",
    [
        {"origin": BEA.public},
        {"target": BEA.public},
        {"session": b"87654321"},
        {"number": 8},
        {"channel_name": "log"},
        {"message": b"hullo"},
        {"signature": bytes(64)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_envelopes_are_bound_to_all_they_say(change: dict[str, object]) -> None:
    envelope = an_envelope()
    check_envelope(envelope, MESH)
    with pytest.raises(FrameError):
        check_envelope(replace(envelope, **change), MESH)  # type: ignore[arg-type] # one field each
    with pytest.raises(FrameError):
        check_envelope(envelope, b"\1" + bytes(31))


def test_a_statement_is_no_envelope() -> None:
    statement = a_statement()
    with pytest.raises(FrameError):
        check_envelope(replace(an_envelope(), signature=statement.signature), MESH)
