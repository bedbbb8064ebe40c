"""Pedersen commitments to vectors (Pedersen, 1991): com(m; r) = r*BASE + sum m_i*G_i.

Perfectly hiding, and binding as long as nobody knows a relation between BASE and the G_i. Every node derives
the G_i itself, by hashing labels to the group; the labels are not those of card points.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter

from protocol.group import IDENTITY, Point, Scalar, base_mult, hash_to_group, multiply_sum

MIN_SIZE = 2
MAX_SIZE = 104


class CommitmentError(ValueError):
    """A vector that does not fit its key, or a size for which there is no key."""


class CommitmentKey:
    """Exactly `n` generators; the blinder is BASE, whose multiplication is the fast one."""

    def __init__(self, n: int) -> None:
        """Raises CommitmentError unless `n` is from 2 to 104: the shuffle argument needs two elements."""
        if not MIN_SIZE <= n <= MAX_SIZE:
            raise CommitmentError(f"there is no commitment key for {n} elements")
        self.generators = tuple(
            hash_to_group("fairdeal/1/commitment generator", i.to_bytes(4, "big")) for i in range(n)
        )
        if len({*self.generators, IDENTITY}) != n + 1:
            raise CommitmentError("two generators coincide")

    def commit(self, messages: Sequence[Scalar], blinder: Scalar) -> Point:
        """com(messages; blinder). Raises CommitmentError unless there are exactly `n` messages."""
        self._check(len(messages))
        return base_mult(blinder) + multiply_sum(messages, self.generators)

    def commit_permutation(self, values: Sequence[int], blinder: Scalar) -> Point:
        """com(values; blinder) for a permutation of 1 ... n, by 2n additions and no multiplication.

        sum v*G_(v) is the sum, over k, of the sums of all G_(v) with v >= k. Raises CommitmentError for other values.
        """
        self._check(len(values))
        if sorted(values) != list(range(1, len(values) + 1)):
            raise CommitmentError("the values are no permutation of 1 ... n")
        total = base_mult(blinder)
        suffix = IDENTITY
        for _, generator in sorted(zip(values, self.generators, strict=True), key=itemgetter(0), reverse=True):
            suffix = suffix + generator
            total = total + suffix
        return total

    def _check(self, n: int) -> None:
        if n != len(self.generators):
            raise CommitmentError(f"{n} elements for {len(self.generators)} generators")


@lru_cache(maxsize=MAX_SIZE)
def commitment_key(n: int) -> CommitmentKey:
    """The key for `n` elements, made once. Raises CommitmentError unless `n` is from 2 to 104."""
    return CommitmentKey(n)
