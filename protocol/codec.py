"""MessagePack in one canonical form: what is signed and hashed has exactly one encoding.

Values are `None`, `bool`, `int` (64 bit), `str`, `bytes` and arrays of these; no maps, floats or extensions.
Decoding refuses whatever would not encode to the same bytes again.
"""

from collections.abc import Sequence
from typing import TypeAlias

import msgpack

Value: TypeAlias = "bool | int | str | bytes | Sequence[Value] | None"

MAX_DEPTH = 8
MAX_ITEMS = 4096


class CodecError(ValueError):
    """Bytes that are not one canonical value, or a value of the wrong shape."""


def pack(value: Value) -> bytes:
    """The one encoding of `value`; tuples and lists encode alike. Raises CodecError for what `unpack` would refuse."""
    try:
        _check(value, MAX_DEPTH)
        packed: bytes = msgpack.packb(value, use_bin_type=True, strict_types=False)
    except (TypeError, ValueError, OverflowError) as error:
        raise CodecError(f"cannot be encoded: {error}") from error
    return packed


def unpack(data: bytes, limit: int) -> Value:
    """The value whose canonical encoding is `data`; arrays come back as tuples.

    Raises CodecError if `data` is longer than `limit` bytes, is not exactly one value, is nested deeper than
    MAX_DEPTH, holds another type, or is not canonical.
    """
    if len(data) > limit:
        raise CodecError(f"{len(data)} bytes where at most {limit} are allowed")
    try:
        value = msgpack.unpackb(
            data,
            use_list=False,
            raw=False,
            strict_map_key=True,
            max_str_len=limit,
            max_bin_len=limit,
            max_array_len=MAX_ITEMS,
            max_map_len=0,
            max_ext_len=0,
        )
    except (ValueError, RecursionError, msgpack.exceptions.UnpackException) as error:
        raise CodecError("not MessagePack of the allowed kind") from error
    _check(value, MAX_DEPTH)
    if pack(value) != data:
        raise CodecError("not in canonical form")
    checked: Value = value
    return checked


def _check(value: object, depth: int) -> None:
    # An extension is decoded to a subclass of tuple.
    if type(value) is tuple or type(value) is list:
        if depth == 0:
            raise CodecError("nested too deeply")
        for item in value:
            _check(item, depth - 1)
    elif value is not None and not isinstance(value, int | str | bytes):
        raise CodecError(f"holds a {type(value).__name__}")


def array(value: Value, size: int | None = None, most: int = MAX_ITEMS) -> Sequence[Value]:
    """`value` as an array, of exactly `size` or at most `most` items. Raises CodecError."""
    if not isinstance(value, tuple) or len(value) > most or (size is not None and len(value) != size):
        raise CodecError(f"expected an array of {size if size is not None else f'at most {most}'}")
    return value


def blob(value: Value, size: int | None = None, most: int = 1 << 20) -> bytes:
    """`value` as bytes, of exactly `size` or at most `most`. Raises CodecError."""
    if not isinstance(value, bytes) or len(value) > most or (size is not None and len(value) != size):
        raise CodecError(f"expected {size if size is not None else f'at most {most}'} bytes")
    return value


def integer(value: Value, least: int, most: int) -> int:
    """`value` as an integer from `least` to `most`; a bool is none. Raises CodecError."""
    if type(value) is not int or not least <= value <= most:
        raise CodecError(f"expected an integer from {least} to {most}")
    return value


def text(value: Value, most: int) -> str:
    """`value` as a string of at most `most` UTF-8 bytes. Raises CodecError."""
    if not isinstance(value, str) or len(value.encode()) > most:
        raise CodecError(f"expected a text of at most {most} bytes")
    return value
