"""Vectors of the proofs, with all that a prover draws fixed: keys, shares, shuffles, claims."""

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any
from unittest import mock

from engine.cards import DECK52, Card
from engine.contract import AnyOf, Claim
from protocol.asked import asked_of
from protocol.asked import prove as prove_asked
from protocol.claims import prove as prove_claim
from protocol.drawn import Drawn
from protocol.drawn import prove as prove_drawn
from protocol.elgamal import Ciphertext, encode_deck, masked, rerandomise
from protocol.formula import Equal, Every, Formula, Some, Unequal, encoded, formula_of
from protocol.group import Point, Scalar, hash_to_group
from protocol.keys import HandKey, commitment, joint_key, prove_knowledge
from protocol.setup import deck_digest
from protocol.shares import prove_shares, share
from protocol.shuffle import prove, shuffle
from protocol.transcript import Randomness
from tests.protocol.vectors.primitives import FRESH, HAND_ID, SECRETS

CONTEXT = b"the context of a vector"
POINTS = {card: hash_to_group("card", HAND_ID, card.name.encode()) for card in DECK52}
KEYS = [HandKey.of(secret) for secret in SECRETS]
HOLDER = KEYS[0]
HELD = {slot: Card.parse(name) for slot, name in zip((3, 7, 60), ("2C", "9D", "TS"), strict=True)}
"""Cards in closed slots of the holder."""


def ciphertext(card: Card, factor: int, key: Point = HOLDER.public) -> Ciphertext:
    """The card under a key, with so much randomness."""
    return rerandomise(masked(POINTS[card], key), key, Scalar(factor))


SLOTS = {slot: ciphertext(card, 1000 + slot) for slot, card in HELD.items()}


def keys() -> dict[str, Any]:
    """Key shares, their proofs of knowledge and commitments, the joint key."""
    entries = []
    for key in KEYS:
        proof = prove_knowledge(CONTEXT, key.secret, key.public, fresh=FRESH)
        entries.append(
            {
                "x": bytes(key.secret).hex(),
                "h": bytes(key.public).hex(),
                "knowledge": proof.hex(),
                "entropy": HAND_ID.hex(),
                "salt": FRESH.hex(),
                "commitment": commitment(CONTEXT, key.public, proof, HAND_ID, FRESH).hex(),
            }
        )
    joint = joint_key([key.public for key in KEYS])
    return {"context": CONTEXT.hex(), "fresh": FRESH.hex(), "keys": entries, "joint": bytes(joint).hex()}


def shares() -> list[dict[str, Any]]:
    """Shares of one slot and of three."""
    found = []
    for n in (1, 3):
        bases = [c.c1 for c in SLOTS.values()][:n]
        made = [share(HOLDER.secret, base) for base in bases]
        proof = prove_shares(CONTEXT, HOLDER.secret, HOLDER.public, bases, made, fresh=FRESH)
        found.append({"bases": hexes(bases), "shares": hexes(made), "proof": proof.hex()})
    return found


def shuffles() -> list[dict[str, Any]]:
    """A shuffle of three cards, in full, and of the first deck of 52 under the joint key, by digests."""
    found = []
    joint = joint_key([key.public for key in KEYS])
    for n in (3, 52):
        before = [masked(POINTS[card], joint) for card in DECK52[:n]]
        randomness = Randomness("fairdeal/1/shuffle/own", bytes(HOLDER.secret), CONTEXT, encode_deck(before), FRESH)
        after, secret = shuffle(before, joint, randomness)
        proof = prove(CONTEXT, joint, before, after, secret, fresh=FRESH)
        entry: dict[str, Any] = {
            "n": n,
            "key": bytes(joint).hex(),
            "permutation": list(secret.permutation),
            "deck digest": deck_digest(after).hex(),
            "sha256 of the proof": sha256(proof).hexdigest(),
        }
        if n == 3:
            entry |= {
                "factors": [bytes(factor).hex() for factor in secret.factors],
                "before": encode_deck(before).hex(),
                "after": encode_deck(after).hex(),
                "proof": proof.hex(),
            }
        found.append(entry)
    return found


def claims() -> dict[str, Any]:
    """Formulas with their encodings and proofs, and what becomes of the rules' requests."""
    a, b, c = HELD
    is_, not_ = _leaf(Equal), _leaf(Unequal)
    formulas: dict[str, Formula] = {
        "equal": is_(a, "2C"),
        "unequal": not_(a, "9D"),
        "some, the second true": Some((is_(a, "AC"), is_(a, "2C"), is_(a, "3C"))),
        "every": Every((is_(a, "2C"), not_(b, "2C"), is_(c, "TS"))),
        "nested": Every(
            (
                Some((Every((not_(a, "2C"), is_(b, "9D"))), Some((is_(b, "KS"), Every((is_(c, "TS"), Every(()))))))),
                not_(c, "KS"),
                Some((is_(a, "2C"),)),
            )
        ),
        "with parts that are never true": Some((Every((is_(a, "2C"), Some(()))), not_(b, "AC"), Some(()))),
    }
    entries = []
    for name, formula in formulas.items():
        proof = prove_claim(CONTEXT, HOLDER.secret, HOLDER.public, formula, fresh=FRESH)
        sha = sha256(encoded(formula)).hexdigest()
        entries.append({"name": name, "formula": readable(formula), "sha256 of F": sha, "proof": proof.hex()})
    return {
        "context": CONTEXT.hex(),
        "fresh": FRESH.hex(),
        "x": bytes(HOLDER.secret).hex(),
        "h": bytes(HOLDER.public).hex(),
        "hand_id": HAND_ID.hex(),
        "slots": {str(slot): bytes(c).hex() for slot, c in SLOTS.items()},
        "encoding of equal": encoded(formulas["equal"]).hex(),
        "formulas": entries,
        "requests": requests(),
        "draws": draws(),
    }


def draws() -> list[dict[str, Any]]:
    """Draws with their proofs, and what becomes of requests that are asked together."""
    entries = []
    for name, slots, cards in (
        ("one of two", [60], ["2C", "TS"]),
        ("three of five", [7, 3, 60], ["TS", "9D", "2C", "AC", "KS"]),
    ):
        drawn = Drawn(tuple(SLOTS[slot] for slot in slots), tuple(POINTS[Card.parse(card)] for card in cards))
        proof = prove_drawn(CONTEXT, HOLDER.secret, HOLDER.public, drawn, fresh=FRESH)
        entries.append({"name": name, "slots": slots, "cards": cards, "D": bytes(drawn).hex(), "proof": proof.hex()})
    low = frozenset(card for card in DECK52 if card.rank < 8)
    kept = frozenset(HELD.values()) | frozenset(DECK52[-2:])
    requests = [Claim((3, 7, 60), kept, ""), Claim((3,), low, ""), Claim((), low, "")]
    asked = asked_of(requests, SLOTS, POINTS, frozenset())
    with mock.patch.object(secrets, "token_bytes", return_value=FRESH):
        proof = prove_asked(CONTEXT, HOLDER.secret, HOLDER.public, asked)
    entries.append({"name": "asked together", "requests": list(map(_request, requests)), "proof": proof.hex()})
    return entries


def requests() -> list[dict[str, Any]]:
    """Requests of rules, the faces that are gone, and the formula in between."""
    low = frozenset(card for card in DECK52 if card.rank < 8)
    two, nine, ten = (frozenset([HELD[slot]]) for slot in HELD)
    cases: dict[str, tuple[Claim | AnyOf, frozenset[Card]]] = {
        "32 of 52: inequalities": (Claim((3,), low, ""), frozenset()),
        "one card": (Claim((3,), two, ""), frozenset()),
        "one card is left": (Claim((3,), two | nine, ""), nine),
        "3 of 5: equalities, as both cost the same": (Claim((3,), two | ten | frozenset(DECK52[:1]), ""), _all_but(5)),
        "4 of 5: an inequality": (Claim((3,), frozenset(DECK52) - nine, ""), _all_but(5)),
        "any card": (Claim((3, 7), frozenset(DECK52), ""), frozenset()),
        "no card": (Claim((3,), two, ""), two),
        "two ways": (AnyOf(((Claim((3,), two, ""),), (Claim((3, 7), nine | ten, ""), Claim((), two, ""))), ""), two),
    }
    return [
        {
            "name": name,
            "request": _request(request),
            "gone": sorted(card.name for card in gone),
            "formula": readable(formula_of(request, SLOTS, POINTS, gone)),
        }
        for name, (request, gone) in cases.items()
    ]


def _all_but(n: int) -> frozenset[Card]:
    """All cards but the ace of clubs, those that are held, and as many more as make `n` candidates."""
    kept = [DECK52[0], *HELD.values(), *DECK52[20:]][:n]
    return frozenset(DECK52) - frozenset(kept)


def _request(request: Claim | AnyOf) -> Any:
    if isinstance(request, AnyOf):
        return {"any of": [[_request(claim) for claim in case] for case in request.alternatives]}
    return {"slots": list(request.slots), "cards": sorted(card.name for card in request.cards)}


def _leaf(kind: type[Equal] | type[Unequal]) -> Any:
    return lambda slot, name: kind(SLOTS[slot], POINTS[Card.parse(name)])


def readable(
    formula: Formula, slots: dict[int, Ciphertext] | None = None, points: dict[Card, Point] | None = None
) -> Any:
    """A formula as nested lists: ["equal", slot, card] and so on."""
    names = {point: card.name for card, point in (points or POINTS).items()}
    numbers = {c: slot for slot, c in (slots or SLOTS).items()}

    def shown(part: Formula) -> Any:
        label = type(part).__name__.lower()
        if isinstance(part, Every | Some):
            return [label, *map(shown, part.parts)]
        return [label, numbers[part.ciphertext], names[part.point]]

    return shown(formula)


def hexes(points: Sequence[Point]) -> list[str]:
    """Points in hex."""
    return [bytes(point).hex() for point in points]
