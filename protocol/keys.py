"""Keys of one hand: each seat's share, its proof of knowledge, and the joint key.

A seat commits to its public share before it sees another's, and proves that it knows the secret (Schnorr,
1991, bound to a context). Otherwise the last seat could choose its share so that the sum is a key of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha512

from protocol.group import IDENTITY, Point, Scalar, base_mult, framed, sum_points
from protocol.transcript import ProofError, Randomness, Transcript, decode_scalars

PROOF_SIZE = 64
COMMITMENT_SIZE = 32
ENTROPY_SIZE = 32
SALT_SIZE = 32
_DOMAIN = "fairdeal/1/key"


class KeyShareError(ValueError):
    """Public shares that cannot form a joint key."""


@dataclass(frozen=True, slots=True, eq=False)
class HandKey:
    """A seat's own share of a hand's key: `public = secret * BASE`."""

    secret: Scalar = field(repr=False)
    public: Point

    @classmethod
    def generate(cls) -> "HandKey":
        """A fresh share."""
        return cls.of(Scalar.random())

    @classmethod
    def of(cls, secret: Scalar) -> "HandKey":
        """The share of a given secret."""
        return cls(secret, base_mult(secret))


def prove_knowledge(context: bytes, secret: Scalar, public: Point, *, fresh: bytes | None = None) -> bytes:
    """The proof, 64 bytes, of knowing `secret`, where `public = secret * BASE`.

    `context` must name the seat, or another seat could copy the proof. `fresh` is for test vectors only.
    """
    transcript = _transcript(context, public)
    nonce = Randomness(_DOMAIN, bytes(secret), context, bytes(public), fresh).scalar()
    challenge = _challenge(transcript, base_mult(nonce))
    return bytes(challenge) + bytes(nonce + challenge * secret)


def verify_knowledge(context: bytes, public: Point, proof: bytes) -> None:
    """Raises ProofError unless `proof` shows, in this context, knowledge of the secret of `public`."""
    challenge, response = decode_scalars(proof, 2)
    transcript = _transcript(context, public)
    if _challenge(transcript, base_mult(response) - challenge * public) != challenge:
        raise ProofError("the proof of knowledge of the key share does not hold")


def _transcript(context: bytes, public: Point) -> Transcript:
    if public == IDENTITY:
        raise ProofError("the identity is no key")
    transcript = Transcript(_DOMAIN)
    transcript.absorb("context", context)
    transcript.absorb("public", bytes(public))
    return transcript


def _challenge(transcript: Transcript, commitment: Point) -> Scalar:
    transcript.absorb("commitment", bytes(commitment))
    return transcript.challenge("challenge")


def commitment(context: bytes, public: Point, proof: bytes, entropy: bytes, salt: bytes) -> bytes:
    """The 32-byte commitment to a public share, its proof of knowledge and 32 bytes of entropy.

    The first half of SHA-512 over the framed parts; the 32-byte salt hides them, the framing binds them. Raises
    ValueError for a part of another length.
    """
    if (len(proof), len(entropy), len(salt)) != (PROOF_SIZE, ENTROPY_SIZE, SALT_SIZE):
        raise ValueError("a commitment takes a proof of 64 bytes, entropy of 32 and a salt of 32")
    parts = framed("fairdeal/1/key commitment", context, bytes(public), proof, entropy, salt)
    return sha512(parts).digest()[:COMMITMENT_SIZE]


def joint_key(publics: Sequence[Point]) -> Point:
    """The sum of all seats' public shares.

    Raises KeyShareError for no shares, for one given twice, and if a share or the sum is the identity.
    """
    if not publics:
        raise KeyShareError("no key shares are given")
    if len(set(publics)) != len(publics):
        raise KeyShareError("two seats have the same key share")
    total = sum_points(publics)
    if IDENTITY in (total, *publics):
        raise KeyShareError("a key share, or the sum of all, is the identity")
    return total
