"""Sections 1 to 3 and 8.1 of docs/protocol.md, once more: encoding, hashing, the group, signatures, challenges.

Nothing of the project is used here. Points are their 32 bytes, scalars are integers.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256, sha512
from typing import Any

import rbcl
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Refused(Exception):
    """The transcript is not what docs/protocol.md asks for."""


def need(condition: bool, why: str) -> None:
    """Raises Refused unless the condition holds."""
    if not condition:
        raise Refused(why)


# -- 1. notation ------------------------------------------------------------------------------------------------

L = 2**252 + 27742317777372353535851937790883648493
P = 2**255 - 19
IDENTITY = bytes(32)


def u32(x: int) -> bytes:
    return x.to_bytes(4, "big")


def framed(label: str, *parts: bytes) -> bytes:
    data = u32(len(label.encode())) + label.encode() + u32(len(parts))
    return data + b"".join(u32(len(part)) + part for part in parts)


def h256(label: str, *parts: bytes) -> bytes:
    return sha256(framed(label, *parts)).digest()


def h512(label: str, *parts: bytes) -> bytes:
    return sha512(framed(label, *parts)).digest()


def scalar(data: bytes) -> int:
    value = int.from_bytes(data, "little")
    need(len(data) == 32 and value < L, "no scalar")
    return value


def point(data: bytes) -> bytes:
    need(len(data) == 32 and data != IDENTITY and int.from_bytes(data, "little") < P, "no point")
    need(rbcl.crypto_core_ristretto255_is_valid_point(data), "no point")
    return data


def chunks(data: bytes, size: int = 32) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def add(*points: bytes) -> bytes:
    total = IDENTITY
    for each in points:
        total = rbcl.crypto_core_ristretto255_add(total, each)
    return total


def subtract(a: bytes, b: bytes) -> bytes:
    result: bytes = rbcl.crypto_core_ristretto255_sub(a, b)
    return result


def times(factor: int, element: bytes) -> bytes:
    if factor % L == 0 or element == IDENTITY:
        return IDENTITY
    result: bytes = rbcl.crypto_scalarmult_ristretto255((factor % L).to_bytes(32, "little"), element)
    return result


G: bytes = rbcl.crypto_scalarmult_ristretto255_base((1).to_bytes(32, "little"))


def total(factors: Iterable[int], elements: Iterable[bytes]) -> bytes:
    return add(*(times(factor, element) for factor, element in zip(factors, elements, strict=True)))


def hash_to_group(label: str, *parts: bytes) -> bytes:
    result: bytes = rbcl.crypto_core_ristretto255_from_hash(h512("fairdeal/1/group", label.encode(), *parts))
    return result


# -- 2. encoding ------------------------------------------------------------------------------------------------


def decode(data: bytes, limit: int) -> Any:
    """The value, with arrays as tuples."""
    need(len(data) <= limit, "too long")
    value, end = _value(data, 0, 8)
    need(end == len(data), "bytes after the value")
    need(encode(value) == data, "not canonical")
    return value


def _take(data: bytes, at: int, size: int) -> tuple[bytes, int]:
    need(at + size <= len(data), "cut off")
    return data[at : at + size], at + size


_LENGTHS = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4, 0xDC: 2}
_NUMBERS = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}


def _value(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    (first,), at = _take(data, at, 1)
    if first in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[first], at
    if first < 0x80:
        return first, at
    if first >= 0xE0:
        return first - 256, at
    if first in _NUMBERS:
        number, at = _take(data, at, _NUMBERS[first])
        return int.from_bytes(number, "big", signed=first >= 0xD0), at
    size = first & 0x0F if first < 0xA0 else first & 0x1F
    if first in _LENGTHS:
        length, at = _take(data, at, _LENGTHS[first])
        size = int.from_bytes(length, "big")
    if 0x90 <= first < 0xA0 or first == 0xDC:
        need(depth > 0 and size <= 4096, "too deep or too many")
        items = []
        for _ in range(size):
            item, at = _value(data, at, depth - 1)
            items.append(item)
        return tuple(items), at
    need(0xA0 <= first < 0xC0 or first in _LENGTHS, "a type that is not allowed")
    content, at = _take(data, at, size)
    if first in (0xC4, 0xC5, 0xC6):
        return content, at
    try:
        return content.decode(), at
    except UnicodeDecodeError:
        raise Refused("no UTF-8") from None


def encode(value: Any) -> bytes:
    """The one encoding."""
    if value is None or value is True or value is False:
        return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
    if isinstance(value, int):
        return _encode_number(value)
    if isinstance(value, str):
        content = value.encode()
        short = bytes([0xA0 + len(content)]) if len(content) < 32 else b""
        return (short or _sized((0xD9, 0xDA, 0xDB), len(content))) + content
    if isinstance(value, bytes):
        return _sized((0xC4, 0xC5, 0xC6), len(value)) + value
    head = bytes([0x90 + len(value)]) if len(value) < 16 else b"\xdc" + len(value).to_bytes(2, "big")
    return head + b"".join(map(encode, value))


def _encode_number(value: int) -> bytes:
    if -32 <= value < 128:
        return bytes([value % 256])
    base, signed = (0xCC, False) if value > 0 else (0xD0, True)
    power = next(p for p in range(4) if -(2 ** (8 * 2**p - signed)) <= value < 2 ** (8 * 2**p - signed))
    return bytes([base + power]) + value.to_bytes(2**power, "big", signed=signed)


def _sized(heads: tuple[int, int, int], size: int) -> bytes:
    power = next(p for p in range(3) if size < 2 ** (8 * 2**p))
    return bytes([heads[power]]) + size.to_bytes(2**power, "big")


def array(value: Any, size: int) -> tuple[Any, ...]:
    need(isinstance(value, tuple) and len(value) == size, "no array of this size")
    return tuple(value)


def blob(value: Any, size: int | None = None) -> bytes:
    need(isinstance(value, bytes) and size in (None, len(value)), "no byte string of this size")
    return bytes(value)


def number(value: Any, least: int, most: int) -> int:
    need(type(value) is int and least <= value <= most, "no number in this range")
    return int(value)


def word(value: Any, most: int) -> str:
    need(isinstance(value, str) and len(value.encode()) <= most, "no string of this size")
    return str(value)


# -- 3. identities ----------------------------------------------------------------------------------------------

_Q = int("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826", 16)


def check_key(key: bytes) -> None:
    y = int.from_bytes(key, "little") % 2**255
    need(y < P and y not in (0, 1, P - 1, _Q, P - _Q), "an unfit identity key")


def check_signature(key: bytes, message: bytes, signature: bytes) -> None:
    need(int.from_bytes(signature[32:], "little") < L, "an unreduced signature")
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        raise Refused("a false signature") from None


# -- 8.1 challenges ---------------------------------------------------------------------------------------------


class Transcript:
    def __init__(self, domain: str) -> None:
        self.state = sha512(framed("domain", domain.encode()))

    def absorb(self, label: str, *parts: bytes) -> None:
        self.state.update(framed("absorb", label.encode(), *parts))

    def _numbers(self, label: str, n: int) -> list[int]:
        self.state.update(framed("challenge", label.encode(), u32(n)))
        seed = self.state.digest()
        blocks = (sha512(framed("block", seed, i.to_bytes(8, "big"))).digest() for i in range(n))
        return [int.from_bytes(block, "little") for block in blocks]

    def challenges(self, label: str, n: int) -> list[int]:
        return [value % L for value in self._numbers(label, n)]

    def challenge(self, label: str) -> int:
        return self.challenges(label, 1)[0]

    def weights(self, label: str, n: int) -> list[int]:
        return [1 + value % (2**128 - 1) for value in self._numbers(label, n)]


def sequence(data: bytes, size: int) -> Sequence[bytes]:
    """`data` as `size` elements of 32 bytes."""
    need(len(data) == 32 * size, "a wrong length")
    return chunks(data)
