"""Zero-knowledge proofs of claims: a formula about closed slots is true, and nothing else is shown.

Statement: a seat's key h and a formula (`formula.py`). Relation: the seat knows x with h = x*G for which it is true.
Each leaf is a sigma protocol about a ciphertext (c1, c2) and a card point M, with D = c2 - M and challenge e:

- Equal (Chaum and Pedersen, 1992): log_G h = log_c1 D. Commitments A = a*G and B = a*c1, response z = a + e*x;
  the verifier checks z*G = A + e*h and z*c1 = B + e*D.
- Unequal (after Camenisch and Shoup, 2003): the prover publishes C = r*(D - x*c1), which is not the identity, and
  proves that it knows (p, q) with C = p*D - q*c1 and p*h - q*G = 0. Commitments A = a*D - b*c1 and B = a*h - b*G,
  responses s = a + e*p and t = b + e*q; the verifier checks s*D - t*c1 = A + e*C and s*h - t*G = B.

They are composed as by Cramer, Damgard and Schoenmakers (1994): all parts of an `Every` get its challenge, those of
a `Some` get challenges that sum to its own. The challenge of the root is the hash of context, key, whole formula, all
C and all commitments. A proof is that challenge, all C, the challenges of all but the last part of each `Some`,
and all responses; the verifier computes the last part's challenge, so that sums are right by construction, and
the commitments, and compares the hash.

Soundness. Take two accepting answers to the same C and commitments with different root challenges. All parts of an
`Every`, and at least one part of a `Some`, then got two challenges as well; so down to leaves that make the formula
true if they hold. Such a leaf holds: for Equal, (z - z')/(e - e') is a number y with h = y*G and D = y*c1. For
Unequal the same division gives p and q with C = p*D - q*c1 and p*h = q*G. So q = p*x and C = p*(D - x*c1); as
C is not the identity, D - x*c1 is not either. Hence, of a false formula, every choice of C and commitments leaves at
most one root challenge that can be answered. All of them are hashed first, with all that the equations are about
(Bernhard, Pereira and Warinschi, 2012), so a cheat who tries n hashes succeeds with a probability of at most
n/ORDER, whatever it can compute.

Zero knowledge. The simulator draws C (not the identity), challenges and responses at random, under any root
challenge, solves for the commitments, and lets the hash (a random oracle) say so. The prover draws and solves in
the same way, under a root challenge of its own; once the hash has fixed the real one, it adds the difference of
the two to the challenges along one way through the formula that is true (all parts of an `Every`, one true part
of a `Some`), and the difference times the witness to the responses there. That leaves the commitments as they are
and maps uniform challenges and responses to uniform ones. C is uniform too: r times a point that is not the
identity, which for a false leaf is the base instead of D - x*c1.
So a proof is distributed alike, but for 2^-250, whichever parts are true, and as the simulator's.
The prover does the same group operations in the same order in all cases; only comparisons of points, and
Python's arithmetic on scalars, can take another time.

Costs: for a leaf, see `formula.py`; the prover adds one multiplication of the base, and one of a point for each slot.
Nine discards of a 54-card deck, 144 leaves either way: 16 cards allowed, 8,960 bytes, 441 + 145 multiplications (of
points + of the base) to prove and 432 + 144 to verify; 38 allowed, 13,856 bytes, 729 + 145 and 576 + 144.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from protocol.elgamal import Ciphertext
from protocol.formula import Equal, Every, Formula, Leaf, Some, Unequal, check_formula, encoded, leaves, possible
from protocol.group import BASE, IDENTITY, SIZE, ZERO, GroupError, Point, Scalar, base_mult
from protocol.transcript import ProofError, Randomness, Transcript, decode_scalars

_DOMAIN = "fairdeal/1/claim"
_Cards = Mapping[Ciphertext, Point]


class ClaimError(ValueError):
    """A false claim: it cannot be proven."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """How many elements the proof of a formula has, besides the root challenge."""

    blinded: int
    parts: int
    responses: int

    @classmethod
    def of(cls, formula: Formula) -> "_Shape":
        unequal = sum(isinstance(leaf, Unequal) for leaf in leaves(formula))
        return cls(unequal, _split_parts(formula), len(leaves(formula)) + unequal)

    @property
    def size(self) -> int:
        return SIZE * (1 + self.blinded + self.parts + self.responses)


@dataclass(frozen=True, slots=True)
class _Proof:
    """The encoding is all points and scalars in this order, 32 bytes each."""

    challenge: Scalar
    """That of the root."""
    blinded: Sequence[Point]
    """The C of each Unequal leaf."""
    parts: Sequence[Scalar]
    """The challenges of all parts but the last of each Some, outer ones first."""
    responses: Sequence[Scalar]
    """Of each leaf: z of an Equal, s and t of an Unequal."""

    def __bytes__(self) -> bytes:
        elements: tuple[Scalar | Point, ...] = (self.challenge, *self.blinded, *self.parts, *self.responses)
        return b"".join(bytes(element) for element in elements)

    @classmethod
    def decode(cls, data: bytes, shape: _Shape) -> "_Proof":
        """Raises ProofError for another length, and for an identity or a point or scalar that is not canonical."""
        if len(data) != shape.size:
            raise ProofError(f"the proof has {len(data)} bytes instead of {shape.size}")
        start, end = SIZE, SIZE * (1 + shape.blinded)
        try:
            blinded = [Point.decode(data[i : i + SIZE]) for i in range(start, end, SIZE)]
        except GroupError as error:
            raise ProofError(f"the proof is malformed: {error}") from error
        (challenge,) = decode_scalars(data[:start], 1)
        scalars = decode_scalars(data[end:], shape.parts + shape.responses)
        return cls(challenge, blinded, scalars[: shape.parts], scalars[shape.parts :])


def proof_size(formula: Formula) -> int:
    """Bytes of a proof; 0 if the formula can never be true. Raises ProofError for a formula that is too large."""
    check_formula(formula)
    left = possible(formula)
    return 0 if left is None else _Shape.of(left).size


def prove(context: bytes, secret: Scalar, public: Point, formula: Formula, *, fresh: bytes | None = None) -> bytes:
    """The proof, of `proof_size(formula)` bytes, that the formula is true of `secret`, where `public = secret * BASE`.

    `context` is the caller's encoding of where this proof belongs; `fresh` is for test vectors only. Raises
    ClaimError if the formula is false, ProofError for an identity, another's key or a formula that is too large.
    """
    _check(public, formula)
    if base_mult(secret) != public:
        raise ProofError("the secret is not that of the public key")
    left = possible(formula)
    slots = dict.fromkeys(leaf.ciphertext for leaf in leaves(formula))
    cards = {slot: slot.c2 - secret * slot.c1 for slot in slots}
    if left is None or not _true(left, cards):
        raise ClaimError("false claim: the closed cards are not as it says")
    statement = encoded(formula)
    randomness = Randomness(_DOMAIN, bytes(secret), context, bytes(public) + statement, fresh)
    draft, witnesses = _simulated(left, secret, cards, randomness)
    challenge = _challenge(context, public, statement, left, draft)
    shifts = _shifts(left, challenge - draft.challenge, cards)
    parts = [part + shift for part, shift in zip(draft.parts, shifts, strict=True)]
    return bytes(_answered(left, draft, challenge, parts, witnesses))


def verify(context: bytes, public: Point, formula: Formula, proof: bytes) -> None:
    """Raises ProofError, with the reason, unless `proof` shows that the formula is true of the secret of `public`."""
    _check(public, formula)
    left = possible(formula)
    if left is None:
        raise ProofError("no card can make the claim true")
    parsed = _Proof.decode(proof, _Shape.of(left))
    if _challenge(context, public, encoded(formula), left, parsed) != parsed.challenge:
        raise ProofError("the proof of the claim does not hold")


def _check(public: Point, formula: Formula) -> None:
    if public == IDENTITY:
        raise ProofError("the identity is no key")
    check_formula(formula)


def _true(formula: Formula, cards: _Cards) -> bool:
    if isinstance(formula, Every):
        return all(_true(part, cards) for part in formula.parts)
    if isinstance(formula, Some):
        return any(_true(part, cards) for part in formula.parts)
    return (cards[formula.ciphertext] == formula.point) == isinstance(formula, Equal)


# -- the prover -----------------------------------------------------------------------------------------------


def _simulated(
    formula: Formula, secret: Scalar, cards: _Cards, randomness: Randomness
) -> tuple[_Proof, Sequence[Scalar]]:
    """What the simulator draws, and the witness to each response (of no use where a leaf is false)."""
    blinded: list[Point] = []
    witnesses: list[Scalar] = []
    for leaf in leaves(formula):
        if isinstance(leaf, Equal):
            witnesses.append(secret)
            continue
        factor = randomness.scalar()
        difference = cards[leaf.ciphertext] - leaf.point
        blinded.append(factor * (BASE if difference == IDENTITY else difference))
        witnesses += (factor, factor * secret)
    parts = randomness.scalars(_split_parts(formula))
    return _Proof(randomness.scalar(), blinded, parts, randomness.scalars(len(witnesses))), witnesses


def _shifts(formula: Formula, shift: Scalar, cards: _Cards) -> list[Scalar]:
    """What to add to the challenges of parts, if `shift` is added to this node's: all of it to one true part."""
    if isinstance(formula, Every):
        return [scalar for part in formula.parts for scalar in _shifts(part, shift, cards)]
    if isinstance(formula, Some):
        truths = [_true(part, cards) for part in formula.parts]
        own = [shift if truth and not any(truths[:i]) else ZERO for i, truth in enumerate(truths)]
        inner = zip(formula.parts, own, strict=True)
        return own[:-1] + [scalar for part, extra in inner for scalar in _shifts(part, extra, cards)]
    return []


def _answered(
    formula: Formula, draft: _Proof, challenge: Scalar, parts: Sequence[Scalar], witnesses: Sequence[Scalar]
) -> _Proof:
    """The draft under its real challenge: each response moves with its leaf's challenge."""
    before = _spread(formula, draft.challenge, iter(draft.parts))
    after = _spread(formula, challenge, iter(parts))
    moved = [
        new - old
        for leaf, old, new in zip(leaves(formula), before, after, strict=True)
        for _ in range(_responses(leaf))
    ]
    answers = zip(draft.responses, moved, witnesses, strict=True)
    responses = [response + shift * witness for response, shift, witness in answers]
    return _Proof(challenge, draft.blinded, parts, responses)


# -- of prover and verifier alike -------------------------------------------------------------------------------


def _challenge(context: bytes, public: Point, statement: bytes, formula: Formula, proof: _Proof) -> Scalar:
    transcript = Transcript(_DOMAIN)
    transcript.absorb("context", context)
    transcript.absorb("public", bytes(public))
    transcript.absorb("formula", statement)
    transcript.absorb("blinded", *map(bytes, proof.blinded))
    transcript.absorb("commitments", *map(bytes, _commitments(public, formula, proof)))
    return transcript.challenge("challenge")


def _commitments(public: Point, formula: Formula, proof: _Proof) -> list[Point]:
    """The commitments, two a leaf, that fit the proof's challenges and responses."""
    challenges = _spread(formula, proof.challenge, iter(proof.parts))
    blinded, responses = iter(proof.blinded), iter(proof.responses)
    found: list[Point] = []
    for leaf, challenge in zip(leaves(formula), challenges, strict=True):
        (c1, c2), first = leaf.ciphertext, next(responses)
        difference = c2 - leaf.point
        if isinstance(leaf, Equal):
            found += (base_mult(first) - challenge * public, first * c1 - challenge * difference)
        else:
            second, blind = next(responses), next(blinded)
            found += (
                first * difference - second * c1 - challenge * blind,
                first * public - base_mult(second),
            )
    return found


def _spread(formula: Formula, challenge: Scalar, given: Iterator[Scalar]) -> list[Scalar]:
    """Each leaf's challenge, if the node's is `challenge` and `given` are those of parts that need saying."""
    if isinstance(formula, Every):
        return [scalar for part in formula.parts for scalar in _spread(part, challenge, given)]
    if isinstance(formula, Some):
        own = [next(given) for _ in formula.parts[1:]]
        own.append(challenge - sum(own, ZERO))
        inner = zip(formula.parts, own, strict=True)
        return [scalar for part, mine in inner for scalar in _spread(part, mine, given)]
    return [challenge]


def _split_parts(formula: Formula) -> int:
    """How many challenges of parts have to be said."""
    if isinstance(formula, Every | Some):
        own = len(formula.parts) - 1 if isinstance(formula, Some) else 0
        return own + sum(map(_split_parts, formula.parts))
    return 0


def _responses(leaf: Leaf) -> int:
    return 1 if isinstance(leaf, Equal) else 2
