"""What is derived from an invite's secret.

One HKDF (RFC 5869, SHA-256) with a label for each purpose, so that what is shown for one purpose tells nothing
about another.
"""

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def derive(secret: bytes, purpose: str, size: int = 32) -> bytes:
    """`size` bytes for one `purpose` from a secret; other purposes give unrelated bytes."""
    return HKDF(SHA256(), size, salt=b"fairdeal v1", info=purpose.encode()).derive(secret)


def derive_psk(invite_secret: bytes) -> bytes:
    """The pre-shared key, 32 bytes, of all secure channels of the table behind an invite."""
    return derive(invite_secret, "channel psk")
