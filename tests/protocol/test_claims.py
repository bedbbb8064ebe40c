"""Claims about closed slots: the true ones can be proven, the others cannot, and a proof shows nothing else.

`Forgery` is a second implementation of the equations, with which a cheat may leave out what it likes.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK52, Card
from engine.contract import AnyOf, Claim
from protocol.claims import ClaimError, proof_size, prove, verify
from protocol.elgamal import Ciphertext, masked, rerandomise
from protocol.formula import Equal, Every, Formula, Some, Unequal, encoded, formula_of, leaves, membership
from protocol.group import (
    BASE,
    IDENTITY,
    ORDER,
    ZERO,
    OperationCount,
    Point,
    Scalar,
    base_mult,
    count_operations,
    hash_to_group,
)
from protocol.keys import joint_key
from protocol.shares import share
from protocol.shuffle import shuffle
from protocol.transcript import ProofError, Randomness, Transcript

CONTEXT = b"table 1, hand 2, seat 3, step 4"
SECRET = Scalar(31337)
KEY = base_mult(SECRET)
OTHER_SECRET = Scalar(4711)
OTHER_KEY = base_mult(OTHER_SECRET)
FRESH = bytes(32)
CARDS = [hash_to_group("test claim card", bytes([i])) for i in range(54)]
SOMEWHERE = hash_to_group("test claim somewhere")


def closed(card: int, seed: int, key: Point = KEY) -> Ciphertext:
    """A slot with this card, closed under the key."""
    return rerandomise(masked(CARDS[card], key), key, Scalar(1000 + 7919 * seed))


HAND = [closed(i, i) for i in range(5)]
"""Slot i holds card i."""


def equal(slot: int, card: int) -> Equal:
    return Equal(HAND[slot], CARDS[card])


def unequal(slot: int, card: int) -> Unequal:
    return Unequal(HAND[slot], CARDS[card])


def proven(formula: Formula, fresh: bytes | None = FRESH) -> bytes:
    return prove(CONTEXT, SECRET, KEY, formula, fresh=fresh)


def refused(
    formula: Formula, proof: bytes, reason: str = "does not hold", context: bytes = CONTEXT, key: Point = KEY
) -> None:
    with pytest.raises(ProofError, match=reason):
        verify(context, key, formula, proof)


def false(formula: Formula) -> None:
    with pytest.raises(ClaimError, match="false claim"):
        proven(formula)


def words(proof: bytes) -> list[bytes]:
    return [proof[i : i + 32] for i in range(0, len(proof), 32)]


def random_scalars(n: int, seed: int = 0) -> list[Scalar]:
    return Randomness("test", b"cheat", b"", bytes([seed]), FRESH).scalars(n)


# --- the equations, written a second time -------------------------------------------------------------------


@dataclass
class Forgery:
    """A proof in the making. `challenges` has one scalar a leaf, and nothing makes them fit together."""

    formula: Formula
    challenges: list[Scalar]
    responses: list[Scalar]
    blinded: list[Point]
    left_out: str = ""
    """What is left out of the hash."""

    def commitments(self) -> list[Point]:
        found: list[Point] = []
        responses, blinded = iter(self.responses), iter(self.blinded)
        for leaf, e in zip(leaves(self.formula), self.challenges, strict=True):
            c1, d = leaf.ciphertext.c1, leaf.ciphertext.c2 - leaf.point
            if isinstance(leaf, Equal):
                z = next(responses)
                found += [z * BASE - e * KEY, z * c1 - e * d]
            else:
                s, t = next(responses), next(responses)
                found += [s * d - t * c1 - e * next(blinded), s * KEY - t * BASE]
        return found

    def hashed(self, commitments: Sequence[Point] = ()) -> Scalar:
        transcript = Transcript("fairdeal/1/claim")
        absorbed: dict[str, Sequence[bytes]] = {
            "context": [CONTEXT],
            "public": [bytes(KEY)],
            "formula": [encoded(self.formula)],
            "blinded": [bytes(point) for point in self.blinded],
            "commitments": [bytes(point) for point in commitments or self.commitments()],
        }
        for label, parts in absorbed.items():
            transcript.absorb(label, *([] if label == self.left_out else parts))
        return transcript.challenge("challenge")

    def encode(self, root: Scalar, parts: Sequence[Scalar] = ()) -> bytes:
        elements: list[Scalar | Point] = [root, *self.blinded, *parts, *self.responses]
        return b"".join(bytes(element) for element in elements)


def simulated(formula: Formula, challenges: list[Scalar]) -> Forgery:
    """Every leaf as if it were true; the commitments follow from random responses."""
    unequal = [isinstance(leaf, Unequal) for leaf in leaves(formula)]
    responses = random_scalars(len(unequal) + sum(unequal), 1)
    blinded = [scalar * BASE for scalar in random_scalars(sum(unequal), 2)]
    return Forgery(formula, challenges, responses, blinded)


def leaf_challenges(formula: Formula, challenge: Scalar, parts: Iterator[Scalar]) -> list[Scalar]:
    if isinstance(formula, Equal | Unequal):
        return [challenge]
    own = [challenge] * len(formula.parts)
    if isinstance(formula, Some):
        own = [next(parts) for _ in own[1:]]
        own.append(challenge - sum(own, ZERO))
    return [e for part, mine in zip(formula.parts, own, strict=True) for e in leaf_challenges(part, mine, parts)]


def accepted_again(formula: Formula, proof: bytes) -> bool:
    """The second verifier, for formulas without impossible parts."""
    unequal = sum(isinstance(leaf, Unequal) for leaf in leaves(formula))
    n_responses = len(leaves(formula)) + unequal
    root, *rest = words(proof)
    scalars = [Scalar.decode(word) for word in rest[unequal:]]
    parts, responses = scalars[: len(scalars) - n_responses], scalars[len(scalars) - n_responses :]
    challenges = leaf_challenges(formula, Scalar.decode(root), iter(parts))
    forgery = Forgery(formula, challenges, responses, [Point.decode(word) for word in rest[:unequal]])
    return bytes(forgery.hashed()) == root


# --- true claims can be proven, false ones cannot -----------------------------------------------------------

leaf_formulas = st.builds(
    lambda kind, slot, card: kind(HAND[slot], CARDS[card]),
    st.sampled_from([Equal, Unequal]),
    st.integers(0, 2),
    st.integers(0, 2),
)
formulas = st.recursive(
    leaf_formulas,
    lambda inner: st.builds(
        lambda kind, parts: kind(tuple(parts)), st.sampled_from([Every, Some]), st.lists(inner, max_size=3)
    ),
    max_leaves=8,
)


def truth(formula: Formula) -> bool:
    if isinstance(formula, Every | Some):
        return (all if isinstance(formula, Every) else any)([truth(part) for part in formula.parts])
    return (HAND.index(formula.ciphertext) == CARDS.index(formula.point)) == isinstance(formula, Equal)


def has_impossible_part(formula: Formula) -> bool:
    if isinstance(formula, Equal | Unequal):
        return False
    return formula == Some(()) or any(map(has_impossible_part, formula.parts))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(formula=formulas)
def test_a_formula_can_be_proven_if_and_only_if_it_is_true(formula: Formula) -> None:
    if not truth(formula):
        false(formula)
        return
    proof = proven(formula)
    assert len(proof) == proof_size(formula)
    verify(CONTEXT, KEY, formula, proof)
    refused(formula, proof, context=CONTEXT + b"x")
    if not has_impossible_part(formula):
        assert accepted_again(formula, proof)


MIXED = Every(
    (
        Some((equal(0, 0), equal(0, 1))),
        Some((Every((unequal(1, 2), equal(1, 3))), unequal(2, 3))),
        unequal(3, 0),
    )
)
MIXED_PROOF = proven(MIXED)
MIXED_BLINDED = range(1, 4)
"""Which words of the proof are points; before and after them are scalars."""


@pytest.mark.parametrize(
    ("formula", "size"),
    [
        (Every(()), 1),
        (equal(0, 0), 2),
        (unequal(0, 1), 4),
        (Every((equal(0, 0), equal(1, 1), unequal(2, 1))), 6),
        (Some((equal(0, 0), equal(0, 1))), 4),
        (Some((equal(0, 0), Some(()))), 2),
        (MIXED, 15),
    ],
)
def test_the_size_of_a_proof_follows_from_the_formula(formula: Formula, size: int) -> None:
    assert proof_size(formula) == 32 * size == len(proven(formula))
    verify(CONTEXT, KEY, formula, proven(formula, fresh=None))


def test_what_no_card_can_fulfil_is_refused() -> None:
    for formula in (Some(()), membership(HAND[0], [], CARDS), Every((equal(0, 0), Some(())))):
        assert proof_size(formula) == 0
        false(formula)
        for proof in (b"", proven(Every(())), proven(equal(0, 0))):
            refused(formula, proof, "no card")


def test_the_prover_sees_by_itself_what_is_false() -> None:
    false(equal(0, 1))
    false(unequal(0, 0))
    false(Every((equal(0, 0), equal(1, 0))))
    false(Some((equal(0, 1), unequal(1, 1), Every((equal(0, 0), equal(2, 0))))))
    false(membership(HAND[0], CARDS[1:], CARDS[:1]))


# --- forgeries ----------------------------------------------------------------------------------------------

FALSE_OR = Some((equal(0, 1), equal(0, 2)))


def test_simulating_all_branches_fails() -> None:
    root, first = random_scalars(2)
    forgery = simulated(FALSE_OR, [first, root - first])
    refused(FALSE_OR, forgery.encode(root, [first]))


def test_challenges_of_branches_have_to_sum_to_the_hash() -> None:
    first, second = random_scalars(2)
    forgery = simulated(FALSE_OR, [first, second])
    root = forgery.hashed()
    # All equations hold, for challenges that do not sum to the root; so would a verifier who does not add.
    assert root != first + second
    for given_part in (first, root - second, second):
        refused(FALSE_OR, forgery.encode(root, [given_part]))


def test_all_parts_of_a_conjunction_get_the_same_challenge() -> None:
    formula = Every((equal(0, 1), equal(1, 0)))
    forgery = simulated(formula, random_scalars(2))
    refused(formula, forgery.encode(forgery.hashed()))
    for challenge in forgery.challenges:
        refused(formula, forgery.encode(challenge))


def test_a_true_part_does_not_help_a_false_one() -> None:
    formula = Every((equal(0, 0), equal(0, 1)))
    nonce, simulated_challenge, response = random_scalars(3)
    forgery = Forgery(formula, [ZERO, simulated_challenge], [nonce, response], [])
    root = forgery.hashed()
    forgery.responses[0] = nonce + root * SECRET
    refused(formula, forgery.encode(root))


@pytest.mark.parametrize("card", [0, 1])
def test_an_inequality_with_the_identity_is_refused(card: int) -> None:
    leaf = unequal(0, card)
    nonces = random_scalars(2)
    # With p = q = 0 the equations hold for any card.
    forgery = Forgery(leaf, [ZERO], nonces, [IDENTITY])
    root = forgery.hashed()
    forgery.challenges = [root]
    assert forgery.hashed() == root
    refused(leaf, forgery.encode(root), "identity")


def test_a_difference_chosen_after_the_challenge_is_refused() -> None:
    leaf = unequal(0, 0)
    d = leaf.ciphertext.c2 - leaf.point
    s, t = random_scalars(2)
    commitments = [SOMEWHERE, s * KEY - t * BASE]
    forgery = Forgery(leaf, [ZERO], [s, t], [], left_out="blinded")
    root = forgery.hashed(commitments)
    forgery.challenges = [root]
    forgery.blinded = [root.inverse() * (s * d - t * leaf.ciphertext.c1 - SOMEWHERE)]
    # A verifier that does not hash C would accept.
    assert forgery.commitments() == commitments
    assert forgery.hashed() == root
    refused(leaf, forgery.encode(root))


def test_a_slot_made_after_the_challenge_is_refused() -> None:
    c1 = HAND[0].c1
    nonce = random_scalars(1)[0]
    forgery = Forgery(equal(0, 1), [ZERO], [], [], left_out="formula")
    root = forgery.hashed([base_mult(nonce), SOMEWHERE])
    response = nonce + root * SECRET
    slot = Ciphertext(c1, root.inverse() * (response * c1 - SOMEWHERE) + CARDS[1])
    forgery = Forgery(Equal(slot, CARDS[1]), [root], [response], [], left_out="formula")
    assert forgery.hashed() == root
    refused(forgery.formula, forgery.encode(root))
    false(forgery.formula)


def test_an_inequality_needs_the_seats_own_secret() -> None:
    leaf = unequal(0, 0)
    c1, d = leaf.ciphertext.c1, leaf.ciphertext.c2 - leaf.point
    a, b, p = random_scalars(3)
    q = p * SECRET + Scalar(1)
    commitments = [a * d - b * c1, a * KEY - b * BASE]
    forgery = Forgery(leaf, [ZERO], [], [p * d - q * c1])
    root = forgery.hashed(commitments)
    forgery.challenges, forgery.responses = [root], [a + root * p, b + root * q]
    # The first equation holds: only p*h = q*G gives it away.
    assert forgery.commitments()[0] == commitments[0]
    assert forgery.commitments()[1] != commitments[1]
    refused(leaf, forgery.encode(root))


def test_a_slot_closed_under_another_seats_key_proves_nothing() -> None:
    theirs = closed(1, 9, OTHER_KEY)
    leaf = Equal(theirs, CARDS[1])
    false(leaf)
    proof = prove(CONTEXT, OTHER_SECRET, OTHER_KEY, leaf)
    verify(CONTEXT, OTHER_KEY, leaf, proof)
    refused(leaf, proof)
    # With their secret the equation about the slot holds, but not the one about the key.
    nonce = random_scalars(1)[0]
    forgery = Forgery(leaf, [ZERO], [nonce], [])
    root = forgery.hashed()
    refused(leaf, Forgery(leaf, [root], [nonce + root * OTHER_SECRET], []).encode(root))


def test_another_secret_is_not_used() -> None:
    with pytest.raises(ProofError, match="secret"):
        prove(CONTEXT, OTHER_SECRET, KEY, equal(0, 0))
    with pytest.raises(ProofError, match="secret"):
        prove(CONTEXT, SECRET, OTHER_KEY, equal(0, 0))


# --- a proof is of its statement only -----------------------------------------------------------------------


@pytest.mark.parametrize("context", [b"", CONTEXT[:-1], CONTEXT + b"\0", b"table 1, hand 3, seat 3, step 4"])
def test_a_proof_cannot_be_replayed_elsewhere(context: bytes) -> None:
    refused(MIXED, MIXED_PROOF, context=context)


def test_a_proof_is_of_its_key() -> None:
    for key in (OTHER_KEY, KEY + BASE, KEY + KEY):
        refused(MIXED, MIXED_PROOF, key=key)


OR = Some((equal(0, 0), equal(0, 1)))


@pytest.mark.parametrize(
    ("formula", "other"),
    [
        (Every((equal(0, 0), equal(1, 1))), Every((equal(1, 1), equal(0, 0)))),
        (Every((equal(0, 0), equal(1, 1))), Every((equal(1, 0), equal(0, 1)))),
        (OR, Some((equal(0, 1), equal(0, 0)))),
        (OR, Some((equal(0, 0), equal(0, 2)))),
        (OR, Some((equal(0, 2), equal(0, 1)))),
        (OR, Some((Equal(closed(0, 9), CARDS[0]), Equal(closed(0, 9), CARDS[1])))),
        (OR, Every((OR,))),
        (equal(0, 0), Some((equal(0, 0),))),
        (equal(0, 0), Every((equal(0, 0),))),
        (equal(0, 0), Equal(closed(0, 9), CARDS[0])),
        (equal(0, 0), equal(1, 1)),
        (unequal(0, 1), unequal(0, 2)),
        (unequal(0, 1), unequal(0, 0)),
        (unequal(0, 1), unequal(2, 1)),
        (Some((equal(0, 0),)), Some((equal(0, 0), Some(())))),
    ],
)
def test_a_proof_is_of_its_formula(formula: Formula, other: Formula) -> None:
    proof = proven(formula)
    verify(CONTEXT, KEY, formula, proof)
    assert proof_size(other) == len(proof)
    refused(other, proof)


def test_a_proof_of_a_larger_set_is_refused_by_its_length() -> None:
    proof = proven(membership(HAND[0], CARDS[:3], CARDS[3:]))
    refused(membership(HAND[0], CARDS[:2], CARDS[2:]), proof, "128")


# --- every byte of a proof matters ----------------------------------------------------------------------------


def plus_one(word: bytes) -> bytes:
    return bytes(Scalar(int.from_bytes(word, "little")) + Scalar(1))


def unreduced(word: bytes) -> bytes:
    return (int.from_bytes(word, "little") + ORDER).to_bytes(32, "little")


Mutation = tuple[Callable[[bytes], bytes], str]
SCALAR_MUTATIONS: dict[str, Mutation] = {
    "plus one": (plus_one, "does not hold"),
    "zero": (lambda word: bytes(32), "does not hold"),
    "negative": (lambda word: bytes(-Scalar.decode(word)), "does not hold"),
    "unreduced": (unreduced, "canonical"),
    "highest": (lambda word: b"\xff" * 32, "canonical"),
}
POINT_MUTATIONS: dict[str, Mutation] = {
    "plus base": (lambda word: bytes(Point.decode(word) + BASE), "does not hold"),
    "negative": (lambda word: bytes(IDENTITY - Point.decode(word)), "does not hold"),
    "doubled": (lambda word: bytes(Point.decode(word) + Point.decode(word)), "does not hold"),
    "identity": (lambda word: bytes(32), "identity"),
    "highest bit": (lambda word: word[:31] + bytes([word[31] | 0x80]), "canonical"),
    "odd": (lambda word: bytes([word[0] | 1]) + word[1:], "canonical"),
}


def mutated(index: int, change: Callable[[bytes], bytes]) -> bytes:
    parts = words(MIXED_PROOF)
    parts[index] = change(parts[index])
    return b"".join(parts)


@pytest.mark.parametrize("index", range(15))
def test_every_word_of_a_proof_matters(index: int) -> None:
    for change, reason in (POINT_MUTATIONS if index in MIXED_BLINDED else SCALAR_MUTATIONS).values():
        refused(MIXED, mutated(index, change), reason)


@pytest.mark.parametrize("index", [*range(1, 3), *range(4, 14)])
def test_words_cannot_change_places(index: int) -> None:
    parts = words(MIXED_PROOF)
    parts[index], parts[index + 1] = parts[index + 1], parts[index]
    refused(MIXED, b"".join(parts))


@pytest.mark.parametrize(
    "proof",
    [b"", MIXED_PROOF[:-1], MIXED_PROOF[:-32], MIXED_PROOF + b"\0", MIXED_PROOF + bytes(32), MIXED_PROOF * 2],
)
def test_proofs_of_another_length_are_refused(proof: bytes) -> None:
    refused(MIXED, proof, "480")


def test_the_length_is_checked_before_anything_is_computed() -> None:
    with count_operations() as count:
        refused(MIXED, MIXED_PROOF + MIXED_PROOF, "480")
    assert count == OperationCount()


def test_statements_without_meaning_are_refused() -> None:
    bad: list[tuple[Point, Formula, str]] = [
        (IDENTITY, equal(0, 0), "identity"),
        (KEY, Equal(Ciphertext(IDENTITY, BASE), CARDS[0]), "identity"),
        (KEY, Unequal(HAND[0], IDENTITY), "identity"),
        (KEY, Every((equal(0, 0),) * 5000), "more than"),
    ]
    for key, formula, reason in bad:
        refused(formula, bytes(64), reason, key=key)
        with pytest.raises(ProofError, match=reason):
            prove(CONTEXT, SECRET, key, formula)
    with pytest.raises(ProofError, match="more than"):
        proof_size(Every((equal(0, 0),) * 5000))


def test_a_second_component_may_be_the_identity() -> None:
    slot = Ciphertext(HAND[0].c1, IDENTITY)
    leaf = Unequal(slot, CARDS[0])
    verify(CONTEXT, KEY, leaf, proven(leaf))
    own = Equal(slot, IDENTITY - SECRET * slot.c1)
    verify(CONTEXT, KEY, own, proven(own))


# --- what an observer sees ----------------------------------------------------------------------------------

WAYS: dict[str, Formula] = {
    "first": Some((Every((equal(0, 0), unequal(1, 0))), unequal(2, 2), equal(3, 2))),
    "second": Some((Every((equal(0, 1), unequal(1, 1))), unequal(2, 3), equal(3, 2))),
    "last": Some((Every((equal(0, 1), unequal(1, 0))), unequal(2, 2), equal(3, 3))),
    "all": Some((Every((equal(0, 0), unequal(1, 0))), unequal(2, 3), equal(3, 3))),
}
"""One form, in which another part is true each time."""


@pytest.mark.parametrize("way", WAYS)
def test_words_are_uniform_whichever_part_is_true(way: str) -> None:
    samples = 120
    seen = [words(proven(WAYS[way], sha256(bytes([i])).digest())) for i in range(samples)]
    for index in range(len(seen[0])):
        column = [proof[index] for proof in seen]
        assert len(set(column)) == samples
        counts = Counter(word[1] & 7 for word in column)
        chi_squared = sum((counts[i] - samples / 8) ** 2 / (samples / 8) for i in range(8))
        # Seven degrees of freedom: one uniform column in 40,000 exceeds this, and the seeds are fixed.
        assert chi_squared < 33


def test_the_work_is_the_same_whichever_part_is_true() -> None:
    counts = []
    for formula in WAYS.values():
        with count_operations() as count:
            proof = proven(formula)
        counts.append((len(proof), count))
    assert all(count == counts[0] for count in counts)


def test_equal_randomness_gives_equal_proofs_and_no_other_does() -> None:
    assert proven(MIXED) == MIXED_PROOF
    again = proven(MIXED, bytes([1] * 32))
    unhedged = [proven(MIXED, None) for _ in range(2)]
    elsewhere = prove(b"elsewhere", SECRET, KEY, MIXED, fresh=FRESH)
    proofs = [words(proof) for proof in (MIXED_PROOF, again, *unhedged, elsewhere)]
    assert not any(set(one) & set(other) for i, one in enumerate(proofs) for other in proofs[:i])


def test_a_nonce_is_used_for_one_statement_only() -> None:
    def nonce(leaf: Equal, context: bytes = CONTEXT, fresh: bytes = FRESH) -> Scalar:
        challenge, response = map(Scalar.decode, words(prove(context, SECRET, KEY, leaf, fresh=fresh)))
        return response - challenge * SECRET

    other = Equal(closed(0, 9), CARDS[0])
    nonces = {nonce(equal(0, 0)), nonce(other), nonce(equal(0, 0), b"x"), nonce(equal(0, 0), fresh=bytes([1] * 32))}
    assert len(nonces) == 4
    assert ZERO not in nonces


def test_fresh_randomness_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        proven(equal(0, 0), bytes(31))


# --- in a game ----------------------------------------------------------------------------------------------

DECK = DECK52[:6]
POINTS = {card: hash_to_group("test claim deck", card.name.encode()) for card in DECK}


@dataclass(frozen=True)
class Dealt:
    """A deck of six, shuffled under three keys, all of it dealt to the seat."""

    reduced: dict[int, Ciphertext]
    faces: dict[int, Card]


def dealt() -> Dealt:
    secrets = [SECRET, OTHER_SECRET, Scalar(99)]
    joint = joint_key([base_mult(secret) for secret in secrets])
    randomness = Randomness("test", b"deal", CONTEXT, b"", FRESH)
    deck, _ = shuffle(tuple(masked(point, joint) for point in POINTS.values()), joint, randomness)
    reduced = {
        slot: Ciphertext(c.c1, c.c2 - share(secrets[1], c.c1) - share(secrets[2], c.c1)) for slot, c in enumerate(deck)
    }
    mixed, _ = shuffle(tuple(reduced[slot] for slot in range(3)), KEY, randomness)
    reduced |= {6 + i: c for i, c in enumerate(mixed)}
    names = {point: card for card, point in POINTS.items()}
    return Dealt(reduced, {slot: names[c.c2 - share(SECRET, c.c1)] for slot, c in reduced.items()})


DEALT = dealt()


def claimed(proof: Claim | AnyOf, gone: frozenset[Card] = frozenset()) -> Formula:
    return formula_of(proof, DEALT.reduced, POINTS, gone)


@pytest.mark.parametrize("slots", [(0,), (1, 4), (6, 7, 8), (2, 5, 8)])
def test_claims_about_dealt_and_mixed_slots(slots: tuple[int, ...]) -> None:
    held = frozenset(DEALT.faces[slot] for slot in slots)
    for cards in (held, held | {DECK[0]}, frozenset(DECK)):
        formula = claimed(Claim(slots, cards, "why"))
        verify(CONTEXT, KEY, formula, proven(formula))
    for card in held:
        false(claimed(Claim(slots, frozenset(DECK) - {card}, "why")))
        false(claimed(Claim(slots, held - {card}, "why")))


def test_two_ways_of_burning_look_alike() -> None:
    burned, kept = (6, 7), (3, 4, 5)
    low, high = (frozenset(DEALT.faces[slot] for slot in slots) for slots in (burned, kept))
    other_low, other_high = frozenset(sorted(high)[:2]), frozenset(DECK) - high

    def either(first: frozenset[Card], second: frozenset[Card]) -> Formula:
        return claimed(AnyOf(((Claim(burned, first, "why"),), (Claim(kept, second, "why"),)), "why"))

    sizes = set()
    for formula in (either(low, other_high), either(other_low, high), either(low, high)):
        proof = proven(formula)
        verify(CONTEXT, KEY, formula, proof)
        sizes.add(len(proof))
    assert len(sizes) == 1
    false(either(other_low, other_high))


def test_open_faces_shorten_a_claim() -> None:
    gone = frozenset(DEALT.faces[slot] for slot in (3, 4))
    claim = Claim((0, 1), frozenset(DECK) - {DEALT.faces[5]}, "why")
    full, shorter = claimed(claim), claimed(claim, gone)
    verify(CONTEXT, KEY, shorter, proven(shorter))
    assert proof_size(shorter) == proof_size(full)
    only = Claim((0,), frozenset(gone | {DEALT.faces[0]}), "why")
    assert (proof_size(claimed(only)), proof_size(claimed(only, gone))) == (192, 64)
    refused(claimed(only, gone), proven(claimed(only)), "64")
    false(claimed(Claim((0,), gone | {DEALT.faces[1]}, "why"), gone))
    refused(claimed(Claim((0,), gone, "why"), gone), b"", "no card")


@pytest.mark.parametrize(
    ("allowed", "size", "proving", "verifying"),
    [
        (16, 8960, OperationCount(441, 145, 441), OperationCount(432, 144, 432)),
        (38, 13856, OperationCount(729, 145, 729), OperationCount(576, 144, 576)),
        (53, 896, OperationCount(54, 10, 54), OperationCount(36, 9, 36)),
    ],
)
def test_what_nine_discards_cost(allowed: int, size: int, proving: OperationCount, verifying: OperationCount) -> None:
    slots = [closed(card, card) for card in range(9)]
    formula = Every(tuple(membership(slot, CARDS[:allowed], CARDS[allowed:]) for slot in slots))
    with count_operations() as count:
        proof = proven(formula)
    assert (len(proof), count) == (size, proving)
    with count_operations() as count:
        verify(CONTEXT, KEY, formula, proof)
    assert count == verifying


def test_the_proof_of_the_vector() -> None:
    formula = Some((equal(0, 0), unequal(1, 1)))
    proof = proven(formula)
    assert accepted_again(formula, proof)
    assert [word.hex() for word in words(proof)] == [
        "1ea4d1a0e1176f72f8d1ad4421b2d2211c952f0749417490ce86d14804d74703",
        "d49a25913374c20af69fe335f8dae87b9128b109249a15143301db51422ff559",
        "cdaa353a33ad5fc79935700e152cc8a645ba7a7ba7d2699a65c84f6504a5790c",
        "894a98c38d81c381bf6c640591f847ca56b93b58fec1197605b9fd77d4972004",
        "2521f0a391d47436963bcc85840d4c43b3d03a3df9101cec3e59460ce64a2e07",
        "d41b77177d84863679fb6d439f305fdf0446cac6eb796518ead1814fb8435b0f",
    ]
