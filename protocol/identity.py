"""Identities: Ed25519 keys (RFC 8032), and the one function that verifies their signatures.

OpenSSL accepts small-order and non-canonical public keys; under some of them one signature fits every
message. They are refused here, before any signature is looked at (Chalkias, Garillot and Nikolaenko, "Taming
the many EdDSAs", 2020).
"""

from functools import cached_property
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

FINGERPRINT = 8

_P = 2**255 - 19
_ORDER_8_Y = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL_ORDER_Y = frozenset(
    {
        0,
        1,
        _P - 1,
        _ORDER_8_Y,
        _P - _ORDER_8_Y,
    }
)


class IdentityError(ValueError):
    """A public key that no honest player can have."""


class Identity:
    """A player's long-term signing key; its public half, 32 bytes, is the player's name on the network."""

    def __init__(self, seed: bytes) -> None:
        """`seed` is the 32-byte private key of RFC 8032. Raises ValueError for another length."""
        self._key = Ed25519PrivateKey.from_private_bytes(seed)

    @classmethod
    def generate(cls) -> "Identity":
        """A fresh identity."""
        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    @property
    def seed(self) -> bytes:
        """The private key, 32 bytes. Secret."""
        return self._key.private_bytes_raw()

    @cached_property
    def public(self) -> bytes:
        """The public key, 32 bytes."""
        return self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """The signature, 64 bytes."""
        return self._key.sign(message)


def check_public(key: bytes) -> None:
    """Raises IdentityError unless `key` is 32 bytes, canonical, and not of small order."""
    if len(key) != 32:
        raise IdentityError("an identity key has 32 bytes")
    y = int.from_bytes(key, "little") & ((1 << 255) - 1)
    if y >= _P:
        raise IdentityError("the identity key is not in canonical form")
    if y in _SMALL_ORDER_Y:
        raise IdentityError("the identity key is of small order")


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether `signature` is one of `key` over exactly `message`. Raises IdentityError for an unfit key."""
    check_public(key)
    if len(signature) != 64:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint_bytes(key: bytes) -> bytes:
    """The first 8 bytes of a hash of a public key."""
    return sha256(b"fairdeal/1/fingerprint" + key).digest()[:FINGERPRINT]


def fingerprint(key: bytes) -> str:
    """A short name of a public key for people to compare: `fingerprint_bytes`, as four groups of hex digits."""
    digits = fingerprint_bytes(key).hex()
    return " ".join(digits[at : at + 4] for at in range(0, 16, 4))
