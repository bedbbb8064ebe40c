"""Shares of a decryption, and one proof for any number of them.

A seat's share of a ciphertext is d = x*c1, with x the secret behind its public h = x*G. That all shares of a
message are made with this x is proven at once: with weights w_i drawn after all shares, B = sum w_i*c1_i and
D = sum w_i*d_i, it is enough that log_G h = log_B D (Chaum and Pedersen, 1992; batched as in Bellare, Garay
and Rabin, 1998). Since h fixes x, a wrong share leaves sum w_i*(d_i - x*c1_i) zero for at most one value of any
one weight, so with probability 2^-128. The first weight is 1, which loses nothing: errors in the first share
alone stay, and any other error meets a random weight.
"""

from collections.abc import Sequence

from protocol.group import IDENTITY, ONE, Point, Scalar, base_mult, multiply_sum
from protocol.transcript import ProofError, Randomness, Transcript, decode_scalars

PROOF_SIZE = 64
_DOMAIN = "fairdeal/1/shares"


def share(secret: Scalar, base: Point) -> Point:
    """The share x*c1 of the ciphertext whose first component is `base`."""
    return secret * base


def prove_shares(
    context: bytes,
    secret: Scalar,
    public: Point,
    bases: Sequence[Point],
    shares: Sequence[Point],
    *,
    fresh: bytes | None = None,
) -> bytes:
    """The proof, 64 bytes, that `shares[i]` is `secret * bases[i]` for every i, where `public = secret * BASE`.

    `context` is the caller's encoding of where this proof belongs; `fresh` is for test vectors only. Raises
    ProofError for no slots, unequal numbers or an identity.
    """
    transcript = _transcript(context, public, bases, shares)
    base = multiply_sum(_weights(transcript, len(bases)), bases)
    statement = b"".join(map(bytes, (public, *bases, *shares)))
    nonce = Randomness(_DOMAIN, bytes(secret), context, statement, fresh).scalar()
    challenge = _challenge(transcript, base_mult(nonce), nonce * base)
    return bytes(challenge) + bytes(nonce + challenge * secret)


def verify_shares(context: bytes, public: Point, bases: Sequence[Point], shares: Sequence[Point], proof: bytes) -> None:
    """Raises ProofError unless `proof` shows that all `shares` of `bases` are made with the secret of `public`."""
    challenge, response = decode_scalars(proof, 2)
    transcript = _transcript(context, public, bases, shares)
    weights = _weights(transcript, len(bases))
    commitment = base_mult(response) - challenge * public
    weighted = response * multiply_sum(weights, bases) - challenge * multiply_sum(weights, shares)
    if _challenge(transcript, commitment, weighted) != challenge:
        raise ProofError("the proof of the shares does not hold")


def _transcript(context: bytes, public: Point, bases: Sequence[Point], shares: Sequence[Point]) -> Transcript:
    if not bases:
        raise ProofError("a proof of shares needs at least one slot")
    if len(bases) != len(shares):
        raise ProofError(f"{len(shares)} shares for {len(bases)} slots")
    if IDENTITY in (public, *bases, *shares):
        raise ProofError("the identity is no key, ciphertext or share")
    transcript = Transcript(_DOMAIN)
    transcript.absorb("context", context)
    transcript.absorb("public", bytes(public))
    transcript.absorb("bases", *map(bytes, bases))
    transcript.absorb("shares", *map(bytes, shares))
    return transcript


def _weights(transcript: Transcript, n: int) -> list[Scalar]:
    return [ONE, *transcript.weights("weights", n - 1)]


def _challenge(transcript: Transcript, commitment: Point, weighted: Point) -> Scalar:
    transcript.absorb("commitments", bytes(commitment), bytes(weighted))
    return transcript.challenge("challenge")
