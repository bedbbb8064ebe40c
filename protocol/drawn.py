"""The proof that closed slots of one seat are different ones of a set of cards, which shows nothing else.

Statement: a seat's key h = x*G, its slots as ciphertexts (c1, c2) under h, and card points M_1 ... M_m. The seat
shuffles the public encryptions (G, M_i + h) under its own key, with proof (`shuffle.py`), and says of each slot which
output E of that shuffle holds the same card: then c2 - E.c2 = x*(c1 - E.c1), and that this is so for all slots is one
proof of shares (`shares.py`) with (c1 - E.c1) as bases.

Soundness: the outputs encrypt the M_i in some order, and each slot encrypts what its output does. Zero knowledge: the
proofs of both parts show nothing but that they hold; the places named are uniform, for the permutation is, and which
card lies where is hidden as long as the outputs are, by the decisional Diffie-Hellman assumption, on which the secrecy
of the deck rests as well.

For k slots about 11m + 3k multiplications to prove and to verify, where a formula of leaves takes k times as many as
there are cards to tell apart. A proof is the outputs, the proof of the shuffle, a byte for each slot, and 64 bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from protocol import shares, shuffle
from protocol.commitment import MAX_SIZE, MIN_SIZE
from protocol.elgamal import CIPHERTEXT_SIZE, Ciphertext, DeckError, decode_deck, encode_deck, masked
from protocol.group import IDENTITY, Point, Scalar, framed
from protocol.transcript import ProofError, Randomness

_DOMAIN = "fairdeal/1/drawn"


class NotDrawnError(ValueError):
    """A slot holds another card: this cannot be proven."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The slots hold different ones of the cards."""

    ciphertexts: tuple[Ciphertext, ...]
    points: tuple[Point, ...]

    def __bytes__(self) -> bytes:
        """The one encoding for hashing."""
        return framed("drawn", encode_deck(self.ciphertexts), b"".join(map(bytes, self.points)))


def proof_size(drawn: Drawn) -> int:
    """Bytes of a proof. Raises ProofError for a statement that cannot be proven."""
    _check(drawn)
    m = len(drawn.points)
    return CIPHERTEXT_SIZE * m + shuffle.proof_size(m) + len(drawn.ciphertexts) + shares.PROOF_SIZE


def prove(context: bytes, secret: Scalar, public: Point, drawn: Drawn, *, fresh: bytes | None = None) -> bytes:
    """The proof, `proof_size(drawn)` bytes, for the owner of `public = secret * BASE`.

    `context` is the caller's encoding of where this proof belongs; `fresh` is for test vectors only. Raises
    NotDrawnError if it is not so, ProofError for a statement that cannot be proven.
    """
    _check(drawn)
    cards = [ciphertext.c2 - secret * ciphertext.c1 for ciphertext in drawn.ciphertexts]
    numbers = {point: number for number, point in enumerate(drawn.points)}
    if len(set(cards)) != len(cards) or not numbers.keys() >= set(cards):
        raise NotDrawnError("a closed card is not one of the cards that were named")
    inner = _context(context, public, drawn)
    before = _fresh_deck(public, drawn)
    after, shuffled = shuffle.shuffle(before, public, Randomness(_DOMAIN, bytes(secret), inner, b"", fresh))
    proof = encode_deck(after) + shuffle.prove(inner, public, before, after, shuffled, fresh=fresh)
    places = [shuffled.permutation.index(numbers[card]) for card in cards]
    proof += bytes(places)
    bases, differences = _differences(drawn, after, places)
    return proof + shares.prove_shares(framed(_DOMAIN, inner, proof), secret, public, bases, differences, fresh=fresh)


def verify(context: bytes, public: Point, drawn: Drawn, proof: bytes) -> None:
    """Raises ProofError, with the reason, unless `proof` shows the statement of the owner of `public`."""
    if len(proof) != proof_size(drawn):
        raise ProofError(f"the proof has {len(proof)} bytes instead of {proof_size(drawn)}")
    m, inner = len(drawn.points), _context(context, public, drawn)
    said, last = proof[: -shares.PROOF_SIZE], proof[-shares.PROOF_SIZE :]
    deck, rest = said[: CIPHERTEXT_SIZE * m], said[CIPHERTEXT_SIZE * m :]
    shuffled, places = rest[: shuffle.proof_size(m)], rest[shuffle.proof_size(m) :]
    if len(set(places)) != len(places) or max(places) >= m:
        raise ProofError("the proof names a card twice or one that is not there")
    try:
        after = decode_deck(deck, m)
    except DeckError as error:
        raise ProofError(str(error)) from error
    shuffle.verify(inner, public, _fresh_deck(public, drawn), after, shuffled)
    bases, differences = _differences(drawn, after, places)
    shares.verify_shares(framed(_DOMAIN, inner, said), public, bases, differences, last)


def _check(drawn: Drawn) -> None:
    k, m = len(drawn.ciphertexts), len(drawn.points)
    if not MIN_SIZE <= m <= MAX_SIZE or not 1 <= k <= m:
        raise ProofError(f"that {k} slots are among {m} cards cannot be proven in this way")
    if len(set(drawn.points)) != m:
        raise ProofError("a card is named twice")
    if IDENTITY in drawn.points or any(ciphertext.c1 == IDENTITY for ciphertext in drawn.ciphertexts):
        raise ProofError("the identity is no card and no part of a slot")


def _context(context: bytes, public: Point, drawn: Drawn) -> bytes:
    return framed(_DOMAIN, context, bytes(public), bytes(drawn))


def _fresh_deck(public: Point, drawn: Drawn) -> tuple[Ciphertext, ...]:
    return tuple(masked(point, public) for point in drawn.points)


def _differences(drawn: Drawn, after: Sequence[Ciphertext], places: Sequence[int]) -> tuple[list[Point], list[Point]]:
    """Bases and what should be their shares: each slot less the output that holds the same card."""
    pairs = [(slot, after[place]) for slot, place in zip(drawn.ciphertexts, places, strict=True)]
    return [slot.c1 - output.c1 for slot, output in pairs], [slot.c2 - output.c2 for slot, output in pairs]
