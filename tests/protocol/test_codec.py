"""The canonical codec: one encoding per value, and nothing but a CodecError for anything else."""

import random
from collections.abc import Callable

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.codec import (
    MAX_DEPTH,
    MAX_ITEMS,
    CodecError,
    Value,
    array,
    blob,
    integer,
    pack,
    text,
    unpack,
)

LIMIT = 10_000

scalars = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=40) | st.binary(max_size=40)
pairs = st.lists(scalars, max_size=3).map(tuple)
values = scalars | st.lists(scalars | pairs | st.lists(pairs, max_size=3).map(tuple), max_size=4).map(tuple)


def nested(depth: int) -> Value:
    value: Value = ()
    for _ in range(depth - 1):
        value = (value,)
    return value


@given(values)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_values_survive(value: Value) -> None:
    decoded = unpack(pack(value), LIMIT)
    assert decoded == value
    assert pack(decoded) == pack(value)


def test_types_survive_too() -> None:
    decoded = unpack(pack([True, 1, False, 0, None, "1", b"1", (), ("",)]), LIMIT)
    assert isinstance(decoded, tuple)
    assert [type(item) for item in decoded] == [bool, int, bool, int, type(None), str, bytes, tuple, tuple]


def test_lists_and_tuples_encode_alike() -> None:
    assert pack([1, [2, ()]]) == pack((1, (2, []))) == bytes.fromhex("9201920290")


@pytest.mark.parametrize("value", [2**64, -(2**63) - 1, "\ud800", object(), {1, 2}, [object()]])
def test_what_has_no_encoding_is_refused(value: object) -> None:
    with pytest.raises(CodecError, match="cannot be encoded"):
        pack(value)  # type: ignore[arg-type]  # the attempt is the test


@pytest.mark.parametrize("size", [0, 1, 11])
def test_oversized_input_is_refused_before_it_is_read(size: int) -> None:
    data = pack(bytes(10))
    assert unpack(data, len(data)) == bytes(10)
    with pytest.raises(CodecError, match=f"12 bytes where at most {size} are allowed"):
        unpack(data, size)
    with pytest.raises(CodecError, match="at most 3"):
        unpack(b"\xc1" * 4, 3)


@pytest.mark.parametrize(
    "value",
    [1000, -1000, 2**40, "some text", b"some bytes", (1, 2, 3), ("a", (b"b", ()), None), "x" * 300, bytes(70_000)],
)
def test_every_truncation_and_extension_is_refused(value: Value) -> None:
    data = pack(value)
    cuts = range(len(data)) if len(data) < 100 else [0, 1, 2, 3, 4, len(data) // 2, len(data) - 1]
    for cut in cuts:
        with pytest.raises(CodecError):
            unpack(data[:cut], 100_000)
    for more in (b"\0", b"\xc0", b"\xc1", data):
        with pytest.raises(CodecError):
            unpack(data + more, 200_000)


def test_nesting_is_bounded() -> None:
    assert unpack(pack(nested(MAX_DEPTH)), LIMIT) == nested(MAX_DEPTH)
    with pytest.raises(CodecError, match="deep"):
        unpack(pack(nested(MAX_DEPTH + 1)), LIMIT)


@pytest.mark.parametrize("depth", [100, 1000, 100_000])
@pytest.mark.parametrize("opening", [b"\x91", b"\xdc\x10\x00", b"\xdd\x00\x00\x10\x00"])
def test_bombs_of_nesting_are_refused(opening: bytes, depth: int) -> None:
    with pytest.raises(CodecError):
        unpack(opening * depth, 1_000_000)
    with pytest.raises(CodecError):
        unpack(b"\x91" * depth + b"\xc0", 1_000_000)


@pytest.mark.parametrize("header", ["dcffff", "ddffffffff", "dfffffffff", "dbffffffff", "c6ffffffff", "c9ffffffff00"])
def test_a_large_announcement_takes_no_memory(header: str) -> None:
    with pytest.raises(CodecError):
        unpack(bytes.fromhex(header) + bytes(100), LIMIT)


def test_arrays_have_a_largest_size() -> None:
    assert unpack(pack((0,) * MAX_ITEMS), LIMIT) == (0,) * MAX_ITEMS
    with pytest.raises(CodecError):
        unpack(pack((0,) * (MAX_ITEMS + 1)), LIMIT)


@pytest.mark.parametrize(
    "data",
    [
        "80",  # an empty map
        "8101c0",
        "8201020304",
        "de0000",
        "df00000000",
        "ca3f800000",  # 1.0
        "cb3ff0000000000000",
        "cb7ff8000000000000",  # not a number
        "d400aa",  # extensions
        "d500aaaa",
        "d6ff00000000",  # a timestamp
        "d7ff0000000000000000",
        "d8000000000000000000000000000000000000",
        "c70000",
        "c70cff000000000000000000000000",
        "c8000000",
        "c900000000" + "00",
        "c1",  # never used
        "91ca3f800000",
        "9180",
        "91d400aa",
    ],
)
def test_maps_floats_and_extensions_are_refused(data: str) -> None:
    with pytest.raises(CodecError):
        unpack(bytes.fromhex(data), LIMIT)


@pytest.mark.parametrize(
    "data",
    [
        "cc01",  # 1 in two bytes
        "cd0001",
        "ce00000001",
        "cf0000000000000001",
        "d001",
        "d10001",
        "d3ffffffffffffffff",  # -1 in nine bytes
        "d0ff",
        "cd00ff",
        "d90161",  # "a" with a longer header
        "da000161",
        "db0000000161",
        "c5000161",  # b"a" with a longer header
        "c60000000161",
        "dc000101",  # (1,) with a longer header
        "dd0000000101",
        "91cc01",
    ],
)
def test_second_encodings_of_a_value_are_refused(data: str) -> None:
    raw = bytes.fromhex(data)
    value = msgpack.unpackb(raw, use_list=False)
    assert unpack(pack(value), LIMIT) == value
    with pytest.raises(CodecError, match="canonical"):
        unpack(raw, LIMIT)


@pytest.mark.parametrize("data", ["a1ff", "a2c080", "a3eda080", "a4f4908080", "a161a1"])
def test_text_that_is_no_utf_8_is_refused(data: str) -> None:
    with pytest.raises(CodecError):
        unpack(bytes.fromhex(data), LIMIT)


def test_random_bytes_are_a_canonical_value_or_a_codec_error() -> None:
    source = random.Random(20_240_601)
    openers = bytes.fromhex("90919293a0a1c0c2c3c4c7cacccfd0d3d9dadcdd8081")
    accepted = 0
    for _ in range(20_000):
        data = bytes(
            source.choice(openers) if source.random() < 0.5 else source.randrange(256)
            for _ in range(source.randrange(1, 16))
        )
        try:
            value = unpack(data, 100)
        except CodecError:
            continue
        accepted += 1
        assert pack(value) == data
    assert accepted > 100


Reader = Callable[[Value], object]


@pytest.mark.parametrize(
    ("reader", "good"),
    [
        (lambda value: array(value, 2), (1, 2)),
        (lambda value: array(value, most=2), ()),
        (lambda value: blob(value, 3), b"abc"),
        (lambda value: blob(value, most=3), b""),
        (lambda value: integer(value, -5, 5), -5),
        (lambda value: integer(value, -5, 5), 5),
        (lambda value: text(value, 4), "ab"),
        (lambda value: text(value, 4), "éé"),
    ],
)
def test_readers_return_what_fits(reader: Reader, good: Value) -> None:
    assert reader(good) == good


@pytest.mark.parametrize(
    ("reader", "bad"),
    [
        (lambda value: array(value, 2), [(1,), (1, 2, 3), (), b"ab", "ab", None, 2]),
        (lambda value: array(value, most=2), [(1, 2, 3), b"", "", None, 0]),
        (array, [(0,) * (MAX_ITEMS + 1)]),
        (lambda value: blob(value, 3), [b"", b"ab", b"abcd", "abc", (1, 2, 3), 3, None]),
        (lambda value: blob(value, most=3), [b"abcd", "", (), None]),
        (lambda value: integer(value, -5, 5), [-6, 6, True, False, "1", b"1", None, ()]),
        (lambda value: text(value, 4), ["abcde", "ééé", b"ab", 1, None, ()]),
    ],
)
def test_readers_refuse_another_type_or_size(reader: Reader, bad: list[Value]) -> None:
    for value in bad:
        with pytest.raises(CodecError, match="expected"):
            reader(value)
