"""Invite codes: all that a friend needs to find a table and be let in.

A code is Crockford's base32 of: version (1 byte), number and kinds of addresses (1), secret (10), fingerprint of
the host's identity key (8), addresses (6 or 18 each), CRC-32 of all that (4). A CRC finds every single wrong
character and every swap of neighbours, since both are bursts of fewer than 32 bits.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from zlib import crc32

from p2p.address import Address, AddressError
from p2p.keys import derive_psk
from protocol.identity import FINGERPRINT

SECRET = 10
MAX_ADDRESSES = 4
MAX_TEXT = 400
GROUP = 5

_VERSION = 1
_HEAD = 2
_CHECKSUM = 4
_LEAST = _HEAD + SECRET + FINGERPRINT + _CHECKSUM
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES = {letter: value for value, letter in enumerate(_ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_DASHES = "-‐‑‒–—−"
_MISTYPED = "The invite code has a typing error: please compare it with the original."


class InviteError(ValueError):
    """A text that is no invite code, with one sentence for the player."""


@dataclass(frozen=True, slots=True)
class Invite:
    """A table's secret (10 bytes), its host's key fingerprint (8 bytes) and 0 to 4 addresses of the host.

    Raises InviteError for other sizes.
    """

    secret: bytes = field(repr=False)
    fingerprint: bytes
    addresses: tuple[Address, ...] = ()

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET or len(self.fingerprint) != FINGERPRINT:
            raise InviteError("An invite has a secret of 10 bytes and a fingerprint of 8.")
        if len(self.addresses) > MAX_ADDRESSES:
            raise InviteError(f"An invite holds at most {MAX_ADDRESSES} addresses.")

    @classmethod
    def create(cls, fingerprint: bytes, addresses: Sequence[Address] = ()) -> "Invite":
        """An invite to a new table, with a fresh secret."""
        return cls(secrets.token_bytes(SECRET), fingerprint, tuple(addresses))

    @property
    def psk(self) -> bytes:
        """The pre-shared key, 32 bytes, of the table's secure channels."""
        return derive_psk(self.secret)

    def encode(self) -> str:
        """The code, in dashed groups on one line. It shows the addresses, and whoever has it may join."""
        kinds = sum(1 << 4 + place for place, address in enumerate(self.addresses) if address.is_ipv6)
        body = bytes((_VERSION, kinds | len(self.addresses))) + self.secret + self.fingerprint
        for address in self.addresses:
            body += address.packed_host + address.port.to_bytes(2, "big")
        letters = _to_letters(body + crc32(body).to_bytes(_CHECKSUM, "big"))
        return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))

    @classmethod
    def decode(cls, text: str) -> "Invite":
        """The invite that `text` encodes; case, spaces, dashes, O for 0 and I or L for 1 do not matter.

        Raises InviteError with one sentence that says what is wrong.
        """
        if len(text) > MAX_TEXT:
            raise InviteError("The invite code is too long: please copy the code alone.")
        data = _from_letters(text)
        if len(data) < _LEAST:
            raise InviteError("The invite code is too short: please copy all of it.")
        body, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
        if crc32(body).to_bytes(_CHECKSUM, "big") != checksum:
            raise InviteError(_MISTYPED)
        if body[0] != _VERSION:
            raise InviteError("The invite code comes from another version of fairdeal: please update.")
        secret_end = _HEAD + SECRET
        addresses_at = secret_end + FINGERPRINT
        return cls(
            body[_HEAD:secret_end],
            body[secret_end:addresses_at],
            _read_addresses(body[1], body[addresses_at:]),
        )


def _read_addresses(shape: int, data: bytes) -> tuple[Address, ...]:
    count, kinds = shape & 15, shape >> 4
    sizes = [18 if kinds >> place & 1 else 6 for place in range(count)]
    if count > MAX_ADDRESSES or kinds >> count or sum(sizes) != len(data):
        raise InviteError(_MISTYPED)
    ends = [sum(sizes[:place]) for place in range(count + 1)]
    parts = [data[start:end] for start, end in pairwise(ends)]
    try:
        return tuple(Address.unpack(part[:-2], int.from_bytes(part[-2:], "big")) for part in parts)
    except AddressError as error:
        raise InviteError("The invite code holds an address that cannot be reached.") from error


def _to_letters(data: bytes) -> str:
    bits = len(data) * 8
    count = -(-bits // 5)
    number = int.from_bytes(data, "big") << count * 5 - bits
    return "".join(_ALPHABET[number >> 5 * place & 31] for place in reversed(range(count)))


def _from_letters(text: str) -> bytes:
    letters = "".join(text.split()).translate({ord(dash): None for dash in _DASHES}).upper()
    number = 0
    for letter in letters:
        if letter not in _VALUES:
            raise InviteError(f"The invite code has a sign that no code has: {letter!a}.")
        number = number << 5 | _VALUES[letter]
    size, spare = divmod(len(letters) * 5, 8)
    if spare >= 5 or number & ((1 << spare) - 1):
        raise InviteError(_MISTYPED)
    return (number >> spare).to_bytes(size, "big")
