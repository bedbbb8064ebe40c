"""ElGamal encryption of points: a deck is a sequence of ciphertexts under one key.

A message M under the key H is (r*G, M + r*H). Whoever knows x with H = x*G reads it: M = c2 - x*c1.
"""

from collections.abc import Sequence
from typing import NamedTuple

from protocol.group import BASE, IDENTITY, SIZE, GroupError, Point, Scalar, base_mult

CIPHERTEXT_SIZE = 2 * SIZE


class DeckError(ValueError):
    """Bytes or ciphertexts that no honest shuffle puts out."""


class Ciphertext(NamedTuple):
    """An encrypted point."""

    c1: Point
    c2: Point

    def __bytes__(self) -> bytes:
        return bytes(self.c1) + bytes(self.c2)


def masked(message: Point, key: Point) -> Ciphertext:
    """The public encryption with r = 1 that a deck starts from; the factor 0 would show the identity."""
    return Ciphertext(BASE, message + key)


def rerandomise(ciphertext: Ciphertext, key: Point, factor: Scalar) -> Ciphertext:
    """The same message under the same key, with `factor` added to its randomness."""
    return Ciphertext(ciphertext.c1 + base_mult(factor), ciphertext.c2 + factor * key)


def encode_deck(deck: Sequence[Ciphertext]) -> bytes:
    """64 bytes for each ciphertext: c1, c2."""
    return b"".join(map(bytes, deck))


def decode_deck(data: bytes, n: int) -> tuple[Ciphertext, ...]:
    """The `n` ciphertexts of a shuffled deck.

    Raises DeckError for another length, which is seen before any point is decoded, for an identity or an invalid
    point, and for a repeated c1.
    """
    if len(data) != CIPHERTEXT_SIZE * n:
        raise DeckError(f"a deck of {n} has {CIPHERTEXT_SIZE * n} bytes, not {len(data)}")
    try:
        points = [Point.decode(data[i : i + SIZE]) for i in range(0, len(data), SIZE)]
    except GroupError as error:
        raise DeckError(f"the deck is malformed: {error}") from error
    deck = tuple(Ciphertext(c1, c2) for c1, c2 in zip(points[::2], points[1::2], strict=True))
    check_shuffled(deck)
    return deck


def check_points(deck: Sequence[Ciphertext]) -> None:
    """Raises DeckError if any component is the identity."""
    if any(IDENTITY in ciphertext for ciphertext in deck):
        raise DeckError("a ciphertext holds the identity")


def check_shuffled(deck: Sequence[Ciphertext]) -> None:
    """Raises DeckError if a component is the identity or two ciphertexts share their c1."""
    check_points(deck)
    if len({ciphertext.c1 for ciphertext in deck}) != len(deck):
        raise DeckError("two ciphertexts of the deck have the same first component")
