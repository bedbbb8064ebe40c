"""What the rules ask a seat to prove of its closed slots with one move, put so that it costs least.

Claims about many slots and many cards become draws from a set (`drawn.py`), everything else one formula (`formula.py`,
`claims.py`). A proof is the proofs of the draws in their order, then that of the formula, if there is one; each has all
that comes before it in its context.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.contract import AnyOf, Claim, Slot
from protocol import claims, drawn
from protocol.drawn import Drawn, NotDrawnError
from protocol.elgamal import Ciphertext
from protocol.formula import EQUAL_COST, UNEQUAL_COST, Every, Formula, encoded, formula_of
from protocol.group import Point, Scalar, framed
from protocol.transcript import ProofError

CARD_COST = 4
SLOT_COST = 1
"""Prices of a draw, for each card of the set and for each slot, in the unit of `EQUAL_COST`: a card takes about 12
multiplications, 12 additions and 160 bytes, all told; a slot 3, 7 and one byte."""
_DOMAIN = "fairdeal/1/asked"


@dataclass(frozen=True, slots=True)
class Asked:
    """All of it has to be proven."""

    draws: tuple[Drawn, ...]
    formula: Formula | None


def asked_of(
    proofs: Sequence[Claim | AnyOf],
    reduced: Mapping[Slot, Ciphertext],
    points: Mapping[Card, Point],
    gone: frozenset[Card],
) -> Asked:
    """What the rules ask, of closed slots alone; the arguments are those of `formula_of`.

    Raises ProofError for a slot that is not in `reduced`.
    """
    draws: list[Drawn] = []
    others: list[Claim | AnyOf] = []
    for proof in proofs:
        draw = _draw(proof, reduced, points, gone) if isinstance(proof, Claim) else None
        if draw is None:
            others.append(proof)
        else:
            draws.append(draw)
    # What names no slot is true: the rules have judged it by the faces.
    if not any(slots_of(proof) for proof in others):
        return Asked(tuple(draws), None)
    return Asked(tuple(draws), Every(tuple(formula_of(proof, reduced, points, gone) for proof in others)))


def slots_of(proof: Claim | AnyOf) -> frozenset[Slot]:
    """The slots that it names."""
    claims_in = (proof,) if isinstance(proof, Claim) else [claim for case in proof.alternatives for claim in case]
    return frozenset(slot for claim in claims_in for slot in claim.slots)


def _draw(
    claim: Claim, reduced: Mapping[Slot, Ciphertext], points: Mapping[Card, Point], gone: frozenset[Card]
) -> Drawn | None:
    """The claim as a draw, where that is possible and cheaper than a formula."""
    left = [card for card in sorted(points) if card not in gone]
    allowed = [points[card] for card in left if card in claim.cards]
    k, m = len(claim.slots), len(allowed)
    leaves = k * min(EQUAL_COST * m, UNEQUAL_COST * (len(left) - m))
    if not 1 < k <= m or CARD_COST * m + SLOT_COST * k >= leaves or not reduced.keys() >= set(claim.slots):
        return None
    return Drawn(tuple(reduced[slot] for slot in claim.slots), tuple(allowed))


def prove(context: bytes, secret: Scalar, public: Point, asked: Asked) -> bytes:
    """The proof for the owner of `public = secret * BASE`. `context` says where it belongs.

    Raises ClaimError if something asked is false, ProofError for what cannot be proven.
    """
    proof = b""
    for draw in asked.draws:
        try:
            proof += drawn.prove(_context(context, asked, proof), secret, public, draw)
        except NotDrawnError as error:
            raise claims.ClaimError(f"false claim: {error}") from error
    if asked.formula is not None:
        proof += claims.prove(_context(context, asked, proof), secret, public, asked.formula)
    return proof


def verify(context: bytes, public: Point, asked: Asked, proof: bytes) -> None:
    """Raises ProofError, with the reason, unless `proof` shows all that is asked."""
    at = 0
    for draw in asked.draws:
        end = at + drawn.proof_size(draw)
        drawn.verify(_context(context, asked, proof[:at]), public, draw, proof[at:end])
        at = end
    if asked.formula is not None:
        claims.verify(_context(context, asked, proof[:at]), public, asked.formula, proof[at:])
    elif at != len(proof):
        raise ProofError(f"the proof has {len(proof)} bytes instead of {at}")


def _context(context: bytes, asked: Asked, earlier: bytes) -> bytes:
    """The caller's; with draws also all that is asked, and the proofs of the draws before."""
    if not asked.draws:
        return context
    formula = b"" if asked.formula is None else encoded(asked.formula)
    return framed(_DOMAIN, context, formula, *map(bytes, asked.draws), earlier)
