"""The group of every proof: ristretto255 (RFC 9496), a group of prime order, through libsodium.

The only module that touches the library. The library adds invalid points without complaint, ignores the highest
bit of an encoding, takes the identity for a point and unreduced numbers for scalars; so points and scalars
are types of their own here, checked once, when they are decoded, and right by construction ever after.

Arithmetic on `Scalar` is Python's and not constant-time.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha512
from typing import NoReturn

import rbcl

ORDER = 2**252 + 27742317777372353535851937790883648493
SIZE = 32
_FIELD = 2**255 - 19

_multiply: Callable[[bytes, bytes], bytes] = rbcl.crypto_scalarmult_ristretto255
_multiply_base: Callable[[bytes], bytes] = rbcl.crypto_scalarmult_ristretto255_base
_add: Callable[[bytes, bytes], bytes] = rbcl.crypto_core_ristretto255_add
_subtract: Callable[[bytes, bytes], bytes] = rbcl.crypto_core_ristretto255_sub
_is_valid: Callable[[bytes], bool] = rbcl.crypto_core_ristretto255_is_valid_point
_from_hash: Callable[[bytes], bytes] = rbcl.crypto_core_ristretto255_from_hash

_IDENTITY_BYTES = bytes(SIZE)


class GroupError(ValueError):
    """Bytes that are no scalar or no point, or operands that do not fit together."""


@dataclass(slots=True)
class OperationCount:
    """Group operations: multiplications of any point, of the base point, and additions or subtractions."""

    mults: int = 0
    base_mults: int = 0
    additions: int = 0


_counter: ContextVar[OperationCount | None] = ContextVar("operation count", default=None)


@contextmanager
def count_operations() -> Iterator[OperationCount]:
    """Counts the group operations of the block; an inner block hides its own from an outer one."""
    count = OperationCount()
    token = _counter.set(count)
    try:
        yield count
    finally:
        _counter.reset(token)


class Scalar:
    """An integer modulo ORDER. Immutable; `repr` hides the value, for most scalars are secret."""

    __slots__ = ("_value",)
    _value: int

    def __init__(self, value: int) -> None:
        """`value` may be any integer; it is reduced."""
        object.__setattr__(self, "_value", value % ORDER)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a scalar cannot be changed")

    @classmethod
    def decode(cls, data: bytes) -> "Scalar":
        """The scalar of 32 little-endian bytes. Raises GroupError for another length and from ORDER on."""
        if len(data) != SIZE:
            raise GroupError("a scalar has 32 bytes")
        value = int.from_bytes(data, "little")
        if value >= ORDER:
            raise GroupError("the scalar is not in canonical form")
        return cls(value)

    @classmethod
    def random(cls) -> "Scalar":
        """A fresh non-zero scalar from the system's generator."""
        return cls(1 + secrets.randbelow(ORDER - 1))

    def inverse(self) -> "Scalar":
        """The multiplicative inverse. Raises GroupError for zero."""
        if self._value == 0:
            raise GroupError("zero has no inverse")
        return Scalar(pow(self._value, -1, ORDER))

    def __bytes__(self) -> bytes:
        return self._value.to_bytes(SIZE, "little")

    def __int__(self) -> int:
        return self._value

    def __add__(self, other: "Scalar") -> "Scalar":
        return Scalar(self._value + other._value) if isinstance(other, Scalar) else NotImplemented

    def __sub__(self, other: "Scalar") -> "Scalar":
        return Scalar(self._value - other._value) if isinstance(other, Scalar) else NotImplemented

    def __mul__(self, other: "Scalar") -> "Scalar":
        return Scalar(self._value * other._value) if isinstance(other, Scalar) else NotImplemented

    def __neg__(self) -> "Scalar":
        return Scalar(-self._value)

    def __eq__(self, other: object) -> bool:
        return self._value == other._value if isinstance(other, Scalar) else NotImplemented

    def __hash__(self) -> int:
        return hash((Scalar, self._value))

    def __repr__(self) -> str:
        return "<Scalar>"


class Point:
    """An element of the group, made by `decode` or from other elements; always valid. Immutable."""

    __slots__ = ("_data",)
    _data: bytes

    def __new__(cls) -> "Point":
        """Points are not made this way. Raises TypeError."""
        raise TypeError("points are decoded or computed")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a point cannot be changed")

    @classmethod
    def decode(cls, data: bytes) -> "Point":
        """The point of 32 bytes (RFC 9496, section 4.3.1).

        Raises GroupError for another length, for bytes that are no canonical encoding, and for the identity,
        which no honest sender ever means.
        """
        if len(data) != SIZE:
            raise GroupError("a point has 32 bytes")
        if data == _IDENTITY_BYTES:
            raise GroupError("the identity is not allowed here")
        # The library looks at 255 bits only: each point, the identity too, has a second encoding for it.
        if int.from_bytes(data, "little") >= _FIELD or not _is_valid(data):
            raise GroupError("the bytes are no canonical encoding of a point")
        return _trusted(data)

    def __bytes__(self) -> bytes:
        return self._data

    def __add__(self, other: "Point") -> "Point":
        if not isinstance(other, Point):
            return NotImplemented
        if (count := _counter.get()) is not None:
            count.additions += 1
        return _trusted(_add(self._data, other._data))

    def __sub__(self, other: "Point") -> "Point":
        if not isinstance(other, Point):
            return NotImplemented
        if (count := _counter.get()) is not None:
            count.additions += 1
        return _trusted(_subtract(self._data, other._data))

    def __rmul__(self, scalar: Scalar) -> "Point":
        if not isinstance(scalar, Scalar):
            return NotImplemented
        # The library raises for a result that is the identity.
        if scalar == ZERO or self._data == _IDENTITY_BYTES:
            return IDENTITY
        if (count := _counter.get()) is not None:
            count.mults += 1
        return _trusted(_multiply(bytes(scalar), self._data))

    def __eq__(self, other: object) -> bool:
        return self._data == other._data if isinstance(other, Point) else NotImplemented

    def __hash__(self) -> int:
        return hash((Point, self._data))

    def __repr__(self) -> str:
        return f"<Point {self._data.hex()}>"


def _trusted(data: bytes) -> Point:
    point = object.__new__(Point)
    object.__setattr__(point, "_data", data)
    return point


ZERO = Scalar(0)
ONE = Scalar(1)
IDENTITY = _trusted(_IDENTITY_BYTES)
BASE = _trusted(_multiply_base(bytes(ONE)))


def base_mult(scalar: Scalar) -> Point:
    """`scalar * BASE`, about three times as fast."""
    if scalar == ZERO:
        return IDENTITY
    if (count := _counter.get()) is not None:
        count.base_mults += 1
    return _trusted(_multiply_base(bytes(scalar)))


def sum_points(points: Iterable[Point]) -> Point:
    """The sum; the identity for none."""
    iterator = iter(points)
    total = next(iterator, IDENTITY)
    for point in iterator:
        total = total + point
    return total


def multiply_sum(scalars: Sequence[Scalar], points: Sequence[Point]) -> Point:
    """The sum of `scalars[i] * points[i]`. Raises GroupError unless there are as many of either."""
    if len(scalars) != len(points):
        raise GroupError(f"{len(scalars)} scalars for {len(points)} points")
    # A point that comes again is multiplied once: all first components of a fresh deck are alike.
    factors: dict[bytes, int] = {}
    for scalar, point in zip(scalars, points, strict=True):
        factors[point._data] = factors.get(point._data, 0) + scalar._value
    # The innermost loop of every proof: on bare bytes it costs hardly more than the library does.
    total, mults = b"", 0
    for data, factor in factors.items():
        product, value = _IDENTITY_BYTES, factor % ORDER
        if value == 1:
            product = data
        elif value and data != _IDENTITY_BYTES:
            product = _multiply(value.to_bytes(SIZE, "little"), data)
            mults += 1
        total = _add(total, product) if total else product
    if (count := _counter.get()) is not None:
        count.mults += mults
        count.additions += max(0, len(factors) - 1)
    return _trusted(total) if total else IDENTITY


def framed(label: str, *parts: bytes) -> bytes:
    """One unambiguous encoding of a label and parts, for hashing.

    The label in UTF-8, then the number of parts, then the parts; label and parts each after their length in
    bytes; all lengths and the number as 4 bytes, big-endian.
    """
    name = label.encode()
    pieces = [len(name).to_bytes(4, "big"), name, len(parts).to_bytes(4, "big")]
    for part in parts:
        pieces += (len(part).to_bytes(4, "big"), part)
    return b"".join(pieces)


def hash_to_group(label: str, *parts: bytes) -> Point:
    """A point whose discrete logarithm nobody knows (RFC 9496, section 4.3.4, of SHA-512).

    Hashes `framed("fairdeal/1/group", label, *parts)`; different labels give unrelated points.
    """
    digest = sha512(framed("fairdeal/1/group", label.encode(), *parts)).digest()
    return _trusted(_from_hash(digest))
