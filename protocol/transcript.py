"""Challenges and randomness of proofs, both by SHA-512 over length-framed parts.

`Transcript` is the strong Fiat-Shamir transformation: every challenge depends on the domain and on everything
absorbed before it (Bernhard, Pereira and Warinschi, "How Not to Prove Yourself", 2012). `Randomness` is where
provers take their secrets from: hedged, so that neither a repeated generator nor a restored backup
uses a nonce for two statements.
"""

import secrets
from hashlib import sha512

from protocol.group import ORDER, SIZE, GroupError, Scalar, framed

_WEIGHT_BITS = 128


class ProofError(ValueError):
    """A proof that does not hold, with the reason."""


class Transcript:
    """What prover and verifier have said so far, and the challenges that follow from it."""

    def __init__(self, domain: str) -> None:
        """`domain` names the protocol and version, such as "fairdeal/1/shuffle"."""
        self._hash = sha512(framed("domain", domain.encode()))

    def absorb(self, label: str, *parts: bytes) -> None:
        """Takes in `parts`, each with its length, under `label`."""
        self._hash.update(framed("absorb", label.encode(), *parts))

    def challenge(self, label: str) -> Scalar:
        """One uniform scalar; it may be zero, with negligible probability."""
        return self.challenges(label, 1)[0]

    def challenges(self, label: str, n: int) -> list[Scalar]:
        """`n` uniform scalars. The challenge itself is absorbed, so the next one differs."""
        return [Scalar(block) for block in self._squeeze(label, n)]

    def weights(self, label: str, n: int) -> list[Scalar]:
        """`n` scalars, uniform from 1 to 2^128 - 1, to merge `n` equations into one."""
        return [Scalar(1 + block % (2**_WEIGHT_BITS - 1)) for block in self._squeeze(label, n)]

    def fork(self) -> "Transcript":
        """A copy that goes its own way."""
        copy = object.__new__(Transcript)
        copy._hash = self._hash.copy()
        return copy

    def _squeeze(self, label: str, n: int) -> list[int]:
        self._hash.update(framed("challenge", label.encode(), n.to_bytes(4, "big")))
        return _blocks(_block_prefix(self._hash.digest()), 0, n)


class Randomness:
    """A stream of secrets = H(label, secret, fresh bytes, context, statement), expanded.

    Unpredictable if either the secret or the fresh bytes are; never the same for two statements.
    """

    def __init__(self, label: str, secret: bytes, context: bytes, statement: bytes, fresh: bytes | None = None) -> None:
        """`fresh` is 32 bytes, given only for test vectors. Raises ValueError for another length."""
        if fresh is None:
            fresh = secrets.token_bytes(32)
        elif len(fresh) != 32:
            raise ValueError("the fresh randomness has 32 bytes")
        seed = sha512(framed("randomness", label.encode(), secret, fresh, context, statement)).digest()
        self._prefix = _block_prefix(seed)
        self._used = 0

    def scalar(self) -> Scalar:
        """The next scalar, uniform from 1 to ORDER - 1."""
        return self.scalars(1)[0]

    def scalars(self, n: int) -> list[Scalar]:
        """The next `n` scalars."""
        return [Scalar(1 + block % (ORDER - 1)) for block in self._next(n)]

    def below(self, n: int) -> int:
        """The next integer, uniform from 0 to n - 1. Raises ValueError if `n` is not positive."""
        if n < 1:
            raise ValueError("no integer is below that")
        bits = (n - 1).bit_length()
        while True:
            # Rejection leaves no bias; on average fewer than two blocks are drawn.
            value = self._next(1)[0] & ((1 << bits) - 1)
            if value < n:
                return value

    def permutation(self, n: int) -> tuple[int, ...]:
        """The next permutation of 0 ... n - 1, uniform (Fisher-Yates)."""
        order = list(range(n))
        for last in range(n - 1, 0, -1):
            chosen = self.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)

    def _next(self, n: int) -> list[int]:
        first, self._used = self._used + 1, self._used + n
        return _blocks(self._prefix, first, n)


def _block_prefix(seed: bytes) -> bytes:
    """What `_blocks` hashes before each number."""
    return framed("block", seed, bytes(8))[:-8]


def _blocks(prefix: bytes, first: int, n: int) -> list[int]:
    """SHA-512 of framed("block", seed, i as 8 bytes, big-endian), as little-endian numbers, for `n` numbers i."""
    digests = (sha512(prefix + i.to_bytes(8, "big")).digest() for i in range(first, first + n))
    return [int.from_bytes(digest, "little") for digest in digests]


def decode_scalars(data: bytes, n: int) -> list[Scalar]:
    """The `n` scalars of a proof. Raises ProofError unless `data` is exactly `n` canonical scalars."""
    if len(data) != SIZE * n:
        raise ProofError(f"the proof has {len(data)} bytes instead of {SIZE * n}")
    try:
        return [Scalar.decode(data[i : i + SIZE]) for i in range(0, len(data), SIZE)]
    except GroupError as error:
        raise ProofError(f"the proof is malformed: {error}") from error
