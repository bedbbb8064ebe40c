"""Draws from a set of cards, and all that rules ask together, as a cheat would try them."""

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK54, Card
from engine.contract import AnyOf, Claim
from protocol import asked as asking
from protocol import shares, shuffle
from protocol.asked import Asked, asked_of
from protocol.claims import ClaimError
from protocol.claims import verify as verify_claim
from protocol.drawn import Drawn, NotDrawnError, proof_size, prove, verify
from protocol.elgamal import Ciphertext, encode_deck, masked, rerandomise
from protocol.formula import Equal, Every
from protocol.group import BASE, IDENTITY, ORDER, Point, Scalar, base_mult, framed, hash_to_group
from protocol.transcript import ProofError, Randomness

SECRET = Scalar(20_241_130)
PUBLIC = base_mult(SECRET)
CONTEXT = b"where it belongs"
POINTS = {card: hash_to_group("card", card.name.encode()) for card in DECK54}
CARDS = list(POINTS.values())


def slot(card: Point, factor: int, key: Point = PUBLIC) -> Ciphertext:
    return rerandomise(masked(card, key), key, Scalar(factor))


def draw(held: Sequence[int], among: Sequence[int]) -> Drawn:
    """Slots with these cards, said to be among those."""
    return Drawn(tuple(slot(CARDS[i], 100 + i) for i in held), tuple(CARDS[i] for i in among))


TRUE = draw((3, 0, 4), range(6))
SIZES = (64 * 6, shuffle.proof_size(6), 3, shares.PROOF_SIZE)


@cache
def good() -> bytes:
    return prove(CONTEXT, SECRET, PUBLIC, TRUE)


def refused(
    drawn: Drawn = TRUE, proof: bytes | None = None, context: bytes = CONTEXT, public: Point = PUBLIC, why: str = "."
) -> None:
    with pytest.raises(ProofError, match=why):
        verify(context, public, drawn, good() if proof is None else proof)


@pytest.mark.parametrize(("held", "m"), [((1,), 2), ((0, 1), 2), ((7, 2, 5), 9), (range(12), 12), ((50,), 54)])
def test_true_draws_are_accepted(held: Sequence[int], m: int) -> None:
    drawn = draw(held, range(m))
    proof = prove(CONTEXT, SECRET, PUBLIC, drawn)
    assert len(proof) == proof_size(drawn)
    verify(CONTEXT, PUBLIC, drawn, proof)
    assert prove(CONTEXT, SECRET, PUBLIC, drawn) != proof


def test_false_draws_cannot_be_proven() -> None:
    for drawn in (draw((6,), range(6)), draw((0, 1, 6), range(6)), draw((2, 2), range(6))):
        with pytest.raises(NotDrawnError):
            prove(CONTEXT, SECRET, PUBLIC, drawn)
    with pytest.raises(NotDrawnError):
        prove(CONTEXT, SECRET, PUBLIC, Drawn((slot(CARDS[0], 5, PUBLIC + BASE),), tuple(CARDS[:6])))


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        (draw((), range(6)), "0 slots are among 6"),
        (draw((0,), range(1)), "1 slots are among 1"),
        (draw((0, 1, 2), range(2)), "3 slots are among 2"),
        (Drawn(TRUE.ciphertexts, TRUE.points[:5] + TRUE.points[:1]), "twice"),
        (Drawn(TRUE.ciphertexts, (*TRUE.points[:5], IDENTITY)), "identity"),
        (Drawn((*TRUE.ciphertexts[:2], Ciphertext(IDENTITY, BASE)), TRUE.points), "identity"),
    ],
)
def test_statements_of_another_kind_are_refused(drawn: Drawn, why: str) -> None:
    refused(drawn, why=why)
    with pytest.raises(ProofError, match=why):
        prove(CONTEXT, SECRET, PUBLIC, drawn)
    too_many = Drawn(TRUE.ciphertexts, tuple(hash_to_group("other", bytes([i])) for i in range(105)))
    refused(too_many, why="among 105")


def test_a_proof_holds_for_its_own_statement_only() -> None:
    slots, points = TRUE.ciphertexts, TRUE.points
    refused(context=CONTEXT + b"!")
    refused(public=PUBLIC + BASE)
    refused(Drawn((slots[1], slots[0], slots[2]), points))
    refused(Drawn((*slots[:2], slot(CARDS[5], 7)), points))
    refused(Drawn((*slots[:2], slot(CARDS[4], 7)), points))
    refused(Drawn(slots, points[::-1]))
    refused(Drawn(slots, (*points[:5], CARDS[9])))
    refused(Drawn(slots[:2], points), why="bytes instead of")
    refused(Drawn(slots, points[:5]), why="bytes instead of")


def parts(proof: bytes) -> list[bytes]:
    """Deck, proof of the shuffle, places, proof of shares."""
    found = []
    for size in SIZES:
        found.append(proof[:size])
        proof = proof[size:]
    assert proof == b""
    return found


def test_every_byte_counts() -> None:
    for at in range(0, len(good()), 13):
        for change in (1, 0x80):
            refused(proof=good()[:at] + bytes([good()[at] ^ change]) + good()[at + 1 :])
    for proof in (b"", good()[:-1], good() + b"\0", good()[1:]):
        refused(proof=proof, why="bytes instead of")


def test_parts_of_two_proofs_do_not_mix() -> None:
    other = parts(prove(CONTEXT, SECRET, PUBLIC, TRUE))
    for i in range(4):
        mixed = parts(good())
        if mixed[i] != other[i]:
            refused(proof=b"".join([*mixed[:i], other[i], *mixed[i + 1 :]]))


def test_places_are_places_and_different() -> None:
    deck, shuffled, places, last = parts(good())
    for wrong in (bytes([6]) + places[1:], bytes([255]) + places[1:], places[:1] * 2 + places[2:], places[:1] * 3):
        refused(proof=deck + shuffled + wrong + last, why="a card twice or one that is not there")
    for other in (places[::-1], places[1:] + places[:1]) if len(set(places)) > 1 else ():
        refused(proof=deck + shuffled + other + last, why="shares")


def forged(drawn: Drawn, after: Sequence[Ciphertext], secret: shuffle.ShuffleSecret, places: bytes) -> bytes:
    """What a cheat can make who holds the secret key: honest proofs, so far as they can be made, about false things."""
    inner = framed("fairdeal/1/drawn", CONTEXT, bytes(PUBLIC), bytes(drawn))
    before = tuple(masked(point, PUBLIC) for point in drawn.points)
    said = encode_deck(after) + shuffle.prove(inner, PUBLIC, before, after, secret) + places
    pairs = [(c, after[place]) for c, place in zip(drawn.ciphertexts, places, strict=True)]
    bases = [c.c1 - output.c1 for c, output in pairs]
    differences = [c.c2 - output.c2 for c, output in pairs]
    return said + shares.prove_shares(framed("fairdeal/1/drawn", inner, said), SECRET, PUBLIC, bases, differences)


def shuffled(drawn: Drawn) -> tuple[list[Ciphertext], shuffle.ShuffleSecret]:
    before = tuple(masked(point, PUBLIC) for point in drawn.points)
    after, secret = shuffle.shuffle(before, PUBLIC, Randomness("cheat", b"", b"", b""))
    return list(after), secret


def test_the_forger_knows_how() -> None:
    after, secret = shuffled(TRUE)
    places = bytes(secret.permutation.index(i) for i in (3, 0, 4))
    verify(CONTEXT, PUBLIC, TRUE, forged(TRUE, after, secret, places))


def test_a_card_outside_the_set_is_not_smuggled_in() -> None:
    false = draw((3, 0, 9), range(6))
    after, secret = shuffled(false)
    places = bytes(secret.permutation.index(i) for i in (3, 0, 4))
    refused(false, forged(false, after, secret, places), why="shares")
    after[places[2]] = rerandomise(false.ciphertexts[2], PUBLIC, Scalar(3))
    refused(false, forged(false, after, secret, places), why="different cards")


def test_one_card_is_not_two() -> None:
    false = Drawn((slot(CARDS[3], 1), slot(CARDS[3], 2)), tuple(CARDS[:6]))
    after, secret = shuffled(false)
    place = secret.permutation.index(3)
    refused(false, forged(false, after, secret, bytes([place, place])), why="twice")
    other = secret.permutation.index(4)
    refused(false, forged(false, after, secret, bytes([place, other])), why="shares")
    after[other] = rerandomise(after[place], PUBLIC, Scalar(3))
    refused(false, forged(false, after, secret, bytes([place, other])), why="different cards")


def test_errors_of_two_slots_do_not_cancel() -> None:
    """Each slot is shifted by a point, one up, one down: the sum is as it should be."""
    true, delta = TRUE.ciphertexts, hash_to_group("delta")
    false = Drawn((Ciphertext(true[0].c1, true[0].c2 + delta), Ciphertext(true[1].c1, true[1].c2 - delta)), TRUE.points)
    after, secret = shuffled(false)
    places = bytes(secret.permutation.index(i) for i in (3, 0))
    refused(false, forged(false, after, secret, places), why="shares")


def test_scalars_and_points_are_canonical() -> None:
    deck, shuffled_, places, last = parts(good())
    z = int.from_bytes(last[32:], "little")
    refused(proof=deck + shuffled_ + places + last[:32] + (z + ORDER).to_bytes(32, "little"), why="canonical")
    high = deck[:31] + bytes([deck[31] | 0x80]) + deck[32:]
    refused(proof=high + shuffled_ + places + last, why="canonical")
    refused(proof=bytes(32) + deck[32:] + shuffled_ + places + last, why="identity")
    refused(proof=deck[:64] * 2 + deck[128:] + shuffled_ + places + last, why="the same first component")


def test_the_places_say_nothing() -> None:
    """Whichever cards are held, each place is named about equally often."""
    seen = {held: [0, 0] for held in (0, 1)}
    for held, counts in seen.items():
        drawn = draw((held,), range(2))
        for number in range(60):
            fresh = number.to_bytes(32, "big")
            counts[place_of(prove(CONTEXT, SECRET, PUBLIC, drawn, fresh=fresh))] += 1
    assert all(min(counts) > 12 for counts in seen.values())


def place_of(proof: bytes) -> int:
    """The place named by a proof about one of two cards."""
    return proof[2 * 64 + shuffle.proof_size(2)]


def test_fresh_bytes_alone_decide_what_is_drawn() -> None:
    fresh = bytes(range(32))
    assert prove(CONTEXT, SECRET, PUBLIC, TRUE, fresh=fresh) == prove(CONTEXT, SECRET, PUBLIC, TRUE, fresh=fresh)
    other = draw((3, 0, 5), range(6))
    first, second = (parts(prove(CONTEXT, SECRET, PUBLIC, one, fresh=fresh)) for one in (TRUE, other))
    assert all(a != b for a, b in zip(first[:2], second[:2], strict=True))


# -- all that is asked ------------------------------------------------------------------------------------------

HELD = {number: slot(POINTS[card], 7 + number) for number, card in enumerate(DECK54[:12])}


def claim(slots: Sequence[int], cards: Sequence[Card]) -> Claim:
    return Claim(tuple(slots), frozenset(cards), "why")


def ask(*proofs: Claim | AnyOf, gone: Sequence[Card] = ()) -> Asked:
    return asked_of(proofs, HELD, POINTS, frozenset(gone))


def test_large_claims_become_draws_and_small_ones_a_formula() -> None:
    for k, m, is_draw in [(1, 20, False), (2, 38, False), (3, 38, False), (4, 38, True), (9, 38, True), (9, 53, False)]:
        made = ask(claim(range(k), DECK54[:m]))
        assert (len(made.draws), made.formula is None) == ((1, True) if is_draw else (0, False)), (k, m)
    (drawn,) = ask(claim((4, 1, 3, 8, 9), DECK54[:30]), gone=DECK54[20:30]).draws
    assert drawn.ciphertexts == tuple(HELD[i] for i in (4, 1, 3, 8, 9))
    assert drawn.points == tuple(POINTS[card] for card in sorted(DECK54[:20]))


def test_alternatives_stay_in_the_formula() -> None:
    ways = AnyOf(((claim(range(9), DECK54[:30]),), (claim((1,), DECK54[:2]),)), "why")
    made = ask(ways, claim(range(9), DECK54[:30]))
    assert len(made.draws) == 1
    assert made.formula is not None


def test_more_slots_than_cards_are_no_draw() -> None:
    made = ask(claim(range(9), DECK54[:8]))
    assert made.draws == ()
    with pytest.raises(ClaimError):
        asking.prove(CONTEXT, SECRET, PUBLIC, made)


def test_claims_without_slots_are_left_out_but_not_impossible_ones() -> None:
    large = claim(range(9), DECK54[:30])
    assert ask(large, claim((), DECK54[:1])).formula is None
    impossible = ask(large, claim((0,), ()))
    assert impossible.formula is not None
    with pytest.raises(ClaimError):
        asking.prove(CONTEXT, SECRET, PUBLIC, impossible)


def test_a_slot_that_is_not_the_seats_own_closed_one_is_refused() -> None:
    with pytest.raises(ProofError, match="slot 99"):
        ask(claim((*range(9), 99), DECK54[:30]))


@settings(max_examples=8, deadline=None, derandomize=True)
@given(st.permutations(range(12)), st.integers(4, 12), st.integers(0, 3))
def test_what_is_asked_is_proven_and_nothing_less(order: list[int], k: int, small: int) -> None:
    made = ask(claim(order[:k], DECK54[:14]), claim(order[:small], DECK54[:20]), claim(order[:4], DECK54[:12]))
    proof = asking.prove(CONTEXT, SECRET, PUBLIC, made)
    asking.verify(CONTEXT, PUBLIC, made, proof)
    for wrong in (proof[:-1], proof + b"\0", proof[1:], b""):
        with pytest.raises(ProofError):
            asking.verify(CONTEXT, PUBLIC, made, wrong)


def test_draws_and_formula_of_one_move_belong_together() -> None:
    requests = [claim(range(9), DECK54[:30]), claim(range(5), DECK54[:40]), claim((0,), DECK54[:1])]
    made = ask(*requests)
    assert (len(made.draws), made.formula) == (2, Every((Every((Equal(HELD[0], POINTS[DECK54[0]]),)),)))
    proof, again = (asking.prove(CONTEXT, SECRET, PUBLIC, made) for _ in range(2))
    first = proof_size(made.draws[0])
    second = first + proof_size(made.draws[1])
    for mixed in (proof[:first] + again[first:], proof[:second] + again[second:]):
        with pytest.raises(ProofError):
            asking.verify(CONTEXT, PUBLIC, made, mixed)
    for other in (
        Asked(made.draws, None),
        Asked(made.draws[::-1], made.formula),
        Asked(made.draws[:1], made.formula),
        Asked((), made.formula),
        ask(*requests[:2], claim((0,), DECK54[:2])),
    ):
        with pytest.raises(ProofError):
            asking.verify(CONTEXT, PUBLIC, other, proof)
    with pytest.raises(ProofError):
        asking.verify(CONTEXT + b"!", PUBLIC, made, proof)


def test_a_lone_formula_is_proven_as_ever() -> None:
    made = ask(claim((0, 1), DECK54[:3]))
    assert made.formula is not None
    proof = asking.prove(CONTEXT, SECRET, PUBLIC, made)
    verify_claim(CONTEXT, PUBLIC, made.formula, proof)


def test_a_draw_that_is_false_is_a_false_claim() -> None:
    with pytest.raises(ClaimError, match="false claim"):
        asking.prove(CONTEXT, SECRET, PUBLIC, ask(claim(range(9), DECK54[1:30])))
