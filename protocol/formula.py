"""What a claim says: a monotone formula over closed slots of one seat.

A closed slot, once everybody else's shares are taken off, is a ciphertext (c1, c2) under the seat's own key
h = x*G; its card point is P = c2 - x*c1. Leaves say P = M or P != M of one slot and one card point M; `Every` and
`Some` join them. How such a formula is proven is the matter of `claims.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from engine.contract import AnyOf, Claim, Slot
from protocol.elgamal import Ciphertext
from protocol.group import IDENTITY, Point, framed
from protocol.transcript import ProofError

MAX_DEPTH = 8
MAX_NODES = 4096

EQUAL_COST = 2
UNEQUAL_COST = 3
"""Prices of the leaves. An equality takes 64 bytes and, to prove and to verify, 3 multiplications, 1 of the base and
3 additions each. An inequality takes 96 bytes; 5, 1 and 5 to prove; 4, 1 and 4 to verify. With a multiplication
worth five of the base or additions this is 38 to 56: nearly 2 to 3, as are the bytes."""


@dataclass(frozen=True, slots=True)
class Equal:
    """The slot is the card: P = `point`."""

    ciphertext: Ciphertext
    point: Point


@dataclass(frozen=True, slots=True)
class Unequal:
    """The slot is not the card: P != `point`."""

    ciphertext: Ciphertext
    point: Point


@dataclass(frozen=True, slots=True)
class Every:
    """All parts are true; with no parts, always true."""

    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Some:
    """At least one part is true; with no parts, never true."""

    parts: tuple["Formula", ...]


Leaf: TypeAlias = Equal | Unequal
Formula: TypeAlias = Leaf | Every | Some

_LABELS: Mapping[type[Formula], str] = {Equal: "equal", Unequal: "unequal", Every: "every", Some: "some"}


def check_formula(formula: Formula) -> None:
    """Raises ProofError for more than MAX_NODES nodes or MAX_DEPTH levels, and for a c1 or point that is the identity.

    A c2 may be the identity, for shares were subtracted from it.
    """
    todo, nodes = [(formula, 1)], 0
    while todo:
        node, depth = todo.pop()
        nodes += 1
        if nodes > MAX_NODES or depth > MAX_DEPTH:
            raise ProofError(f"the claim has more than {MAX_NODES} parts or {MAX_DEPTH} levels")
        if isinstance(node, Every | Some):
            todo.extend((part, depth + 1) for part in node.parts)
        elif IDENTITY in (node.ciphertext.c1, node.point):
            raise ProofError("the identity is no card and no part of a slot")


def possible(formula: Formula) -> Formula | None:
    """The formula without the parts that are never true (empty `Some`s); None if nothing possible is left."""
    if not isinstance(formula, Every | Some):
        return formula
    parts = [possible(part) for part in formula.parts]
    kept = tuple(part for part in parts if part is not None)
    if isinstance(formula, Some):
        return Some(kept) if kept else None
    return Every(kept) if len(kept) == len(parts) else None


def leaves(formula: Formula) -> list[Leaf]:
    """The leaves, from left to right."""
    if isinstance(formula, Every | Some):
        return [leaf for part in formula.parts for leaf in leaves(part)]
    return [formula]


def encoded(formula: Formula) -> bytes:
    """The one encoding of the formula for hashing: structure, ciphertexts and points."""
    label = _LABELS[type(formula)]
    if isinstance(formula, Every | Some):
        return framed(label, *map(encoded, formula.parts))
    return framed(label, bytes(formula.ciphertext), bytes(formula.point))


def membership(ciphertext: Ciphertext, allowed: Sequence[Point], excluded: Sequence[Point]) -> Formula:
    """The cheaper formula for "the slot is one of `allowed`", where it can only be one of `allowed` or `excluded`.

    Which form it takes follows from the two sizes, by the prices above; equalities where both cost the same. With
    nothing allowed it is never true. Raises ValueError if a point is given twice.
    """
    if len({*allowed, *excluded}) != len(allowed) + len(excluded):
        raise ValueError("a card is given twice")
    if len(allowed) == 1:
        return Equal(ciphertext, allowed[0])
    if UNEQUAL_COST * len(excluded) < EQUAL_COST * len(allowed):
        return Every(tuple(Unequal(ciphertext, point) for point in excluded))
    return Some(tuple(Equal(ciphertext, point) for point in allowed))


def formula_of(
    proof: Claim | AnyOf, reduced: Mapping[Slot, Ciphertext], points: Mapping[Card, Point], gone: frozenset[Card]
) -> Formula:
    """The formula of what the rules ask a seat to prove.

    `reduced` holds the seat's closed slots under its key alone; `points` the card points of the deck that was
    shuffled. `gone` are the faces that no closed slot can have: those of open, unspent slots. They are neither
    allowed nor excluded. (A spent slot that an audit opened shows the face of a slot that may well be closed.)
    Raises ProofError for a slot that is not in `reduced`.
    """
    if isinstance(proof, AnyOf):
        ways = [[formula_of(claim, reduced, points, gone) for claim in claims] for claims in proof.alternatives]
        return Some(tuple(Every(tuple(way)) for way in ways))
    left = [card for card in sorted(points) if card not in gone]
    allowed = [points[card] for card in left if card in proof.cards]
    excluded = [points[card] for card in left if card not in proof.cards]
    if missing := [slot for slot in proof.slots if slot not in reduced]:
        raise ProofError(f"slot {missing[0]} is not closed to all but the seat that makes the claim")
    return Every(tuple(membership(reduced[slot], allowed, excluded) for slot in proof.slots))
