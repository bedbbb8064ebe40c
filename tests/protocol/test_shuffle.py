"""The verifiable shuffle: honest proofs hold, and every cheat we can think of is refused for the right reason."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha512

import pytest

from protocol import shuffle as module
from protocol.commitment import CommitmentKey, commitment_key
from protocol.elgamal import Ciphertext, masked, rerandomise
from protocol.group import (
    BASE,
    IDENTITY,
    ORDER,
    ZERO,
    Point,
    Scalar,
    base_mult,
    count_operations,
    hash_to_group,
    multiply_sum,
)
from protocol.shuffle import ShuffleSecret, proof_size, prove, shuffle, verify
from protocol.transcript import ProofError, Randomness, Transcript

CONTEXT = b"table 1, hand 2, seat 3"
SECRET = Scalar(424242)
KEY = base_mult(SECRET)
FRESH = bytes(range(32))
FOREIGN = hash_to_group("no card")
Deck = tuple[Ciphertext, ...]


def card(i: int) -> Point:
    return hash_to_group("test card", i.to_bytes(4, "big"))


@dataclass(frozen=True)
class Proven:
    """A shuffle with its proof."""

    before: Deck
    after: Deck
    secret: ShuffleSecret
    proof: bytes


def open_deck(n: int) -> Deck:
    return tuple(masked(card(i), KEY) for i in range(n))


@cache
def proven(n: int) -> Proven:
    before, _ = shuffle(open_deck(n), KEY, Randomness("test", b"first", CONTEXT, b"", FRESH))
    after, secret = shuffle(before, KEY, Randomness("test", b"second", CONTEXT, b"", FRESH))
    return Proven(before, after, secret, prove(CONTEXT, KEY, before, after, secret, fresh=FRESH))


def refused(
    reason: str,
    n: int = 3,
    context: bytes = CONTEXT,
    key: Point = KEY,
    before: Sequence[Ciphertext] | None = None,
    after: Sequence[Ciphertext] | None = None,
    proof: bytes | None = None,
) -> None:
    """Verifies the proven shuffle of `n` cards with some parts replaced."""
    good = proven(n)
    with pytest.raises(ProofError, match=reason):
        verify(
            context,
            key,
            good.before if before is None else before,
            good.after if after is None else after,
            good.proof if proof is None else proof,
        )


def read(ciphertext: Ciphertext) -> Point:
    return ciphertext.c2 - SECRET * ciphertext.c1


# --- honest shuffles --------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 5, 13, 52, 104])
def test_an_honest_shuffle_is_accepted_as_often_as_asked(n: int) -> None:
    good = proven(n)
    assert len(good.proof) == proof_size(n)
    verify(CONTEXT, KEY, good.before, good.after, good.proof)
    verify(CONTEXT, KEY, list(good.before), list(good.after), good.proof)


def test_a_proof_for_a_deck_of_52_fits_into_six_kibibytes() -> None:
    assert proof_size(52) == 5280


@pytest.mark.parametrize("n", [2, 5, 52])
def test_a_shuffle_permutes_the_cards_as_its_secret_says(n: int) -> None:
    good = proven(n)
    assert sorted(good.secret.permutation) == list(range(n))
    assert [read(ciphertext) for ciphertext in good.after] == [
        read(good.before[source]) for source in good.secret.permutation
    ]
    assert not {c.c1 for c in good.before} & {c.c1 for c in good.after}
    assert not {c.c2 for c in good.before} & {c.c2 for c in good.after}


def test_the_first_shuffle_of_a_hand_starts_from_a_public_deck() -> None:
    before = open_deck(5)
    after, secret = shuffle(before, KEY, Randomness("test", b"", CONTEXT, b""))
    verify(CONTEXT, KEY, before, after, prove(CONTEXT, KEY, before, after, secret))


def test_a_shuffle_that_moves_nothing_is_a_shuffle() -> None:
    before = proven(3).before
    after = tuple(rerandomise(ciphertext, KEY, Scalar(7)) for ciphertext in before)
    secret = ShuffleSecret((0, 1, 2), (Scalar(7),) * 3)
    verify(CONTEXT, KEY, before, after, prove(CONTEXT, KEY, before, after, secret))


# --- the equations, read a second time from the description ------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """A proof's challenges and the truth of each equation, with the two of (b) unmerged."""

    rho: Scalar
    early_rho: Scalar
    k: Scalar
    x: Scalar
    product: bool
    opening: bool
    opening_w: bool
    decks: bool


def reading(before: Deck, after: Deck, proof: bytes) -> Reading:
    n = len(before)
    words = [proof[i : i + 32] for i in range(0, len(proof), 32)]
    scalars = [Scalar(int.from_bytes(word, "little")) for word in words]
    c, c_d, e1, e2 = (Point.decode(word) for word in words[:4])
    factor, f = scalars[4], scalars[5 : 5 + n]
    c_u, c_v, c_w = (Point.decode(word) for word in words[5 + n : 8 + n])
    z, g, z_w, h = scalars[8 + n], scalars[9 + n : 9 + 2 * n], scalars[9 + 2 * n], scalars[10 + 2 * n :]
    generators = [hash_to_group("fairdeal/1/commitment generator", i.to_bytes(4, "big")) for i in range(n)]
    transcript = Transcript("fairdeal/1/shuffle")
    transcript.absorb("context", CONTEXT)
    transcript.absorb("key", bytes(KEY))
    transcript.absorb("commitment key", bytes(BASE), *map(bytes, generators))
    transcript.absorb("before", *map(bytes, before))
    transcript.absorb("after", *map(bytes, after))
    transcript.absorb("masking", b"".join(words[:4]))
    t = transcript.challenges("t", n)
    transcript.absorb("masked", b"".join(words[4 : 5 + n]))
    scale, x = transcript.challenge("lambda"), transcript.challenge("x")
    transcript.absorb("products", b"".join(words[5 + n : 8 + n]))
    k = transcript.challenge("k")
    early_rho = transcript.fork().weights("rho", 1)[0]
    transcript.absorb("openings", b"".join(words[8 + n :]))
    rho = transcript.weights("rho", 1)[0]

    chain, product = g[0] - k * x, k
    for i in range(n - 1):
        chain = (chain * (g[i + 1] - k * x) + h[i]) * k.inverse()
    for i in range(n):
        product = product * (scale * Scalar(i + 1) + t[i] - x)
    contents = scale * c + c_d + multiply_sum(f, generators)
    return Reading(
        rho=rho,
        early_rho=early_rho,
        k=k,
        x=x,
        product=chain == product,
        opening=k * contents + c_u == base_mult(z) + multiply_sum(g, generators),
        opening_w=k * c_w + c_v == base_mult(z_w) + multiply_sum(h, generators[:-1]),
        decks=all(
            multiply_sum(f, [e[j] for e in after]) + masking == multiply_sum(t, [e[j] for e in before]) + zero
            for j, (masking, zero) in enumerate([(e1, base_mult(factor)), (e2, factor * KEY)])
        ),
    )


@pytest.mark.parametrize("n", [2, 3, 13])
def test_an_honest_proof_satisfies_each_equation_by_itself(n: int) -> None:
    good = proven(n)
    equations = reading(good.before, good.after, good.proof)
    assert equations.product
    assert equations.opening
    assert equations.opening_w
    assert equations.decks


# --- cheating shufflers -----------------------------------------------------------------------------------


def test_the_proof_for_a_fresh_deck_is_the_same_by_the_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    before = open_deck(5)
    after, secret = shuffle(before, KEY, Randomness("test", b"third", CONTEXT, b"", FRESH))
    with count_operations() as short:
        proof = prove(CONTEXT, KEY, before, after, secret, fresh=FRESH)
    verify(CONTEXT, KEY, before, after, proof)
    monkeypatch.setattr(module, "_known_logarithms", lambda before, secret: None)
    with count_operations() as long:
        assert prove(CONTEXT, KEY, before, after, secret, fresh=FRESH) == proof
    assert (long.mults - short.mults, short.base_mults - long.base_mults) == (5, 1)


def cheated(after: Deck, secret: ShuffleSecret) -> bytes:
    """The proof of a prover who checks nothing about its own secret."""

    def commit(key: CommitmentKey, values: Sequence[int], blinder: Scalar) -> Point:
        return key.commit([Scalar(value) for value in values], blinder)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_check_secret", lambda secret, n: None)
        patch.setattr(CommitmentKey, "commit_permutation", commit)
        return prove(CONTEXT, KEY, proven(len(after)).before, after, secret)


def test_swapped_cards_are_refused() -> None:
    good = proven(3)
    swapped = (good.after[1], good.after[0], good.after[2])
    refused("permutation", after=swapped)
    refused("different cards", after=swapped, proof=cheated(swapped, good.secret))


def test_a_duplicated_card_is_refused() -> None:
    good = proven(3)
    doubled = tuple(rerandomise(good.before[i], KEY, Scalar(9 + j)) for j, i in enumerate((0, 0, 2)))
    factors = (Scalar(9), Scalar(10), Scalar(11))
    refused("permutation", after=doubled, proof=cheated(doubled, ShuffleSecret((0, 0, 2), factors)))
    refused("different cards", after=doubled, proof=cheated(doubled, ShuffleSecret((0, 1, 2), factors)))


@pytest.mark.parametrize("slot", range(3))
def test_a_foreign_card_is_refused(slot: int) -> None:
    good = proven(3)
    one = good.after[slot]
    foreign = (*good.after[:slot], Ciphertext(one.c1, one.c2 + FOREIGN), *good.after[slot + 1 :])
    refused("permutation", after=foreign)
    refused("different cards", after=foreign, proof=cheated(foreign, good.secret))


def test_a_first_component_of_other_randomness_is_refused() -> None:
    good = proven(3)
    one = good.after[0]
    shifted = (Ciphertext(one.c1 + BASE, one.c2), *good.after[1:])
    refused("different cards", after=shifted, proof=cheated(shifted, good.secret))


def test_two_foreign_cards_that_cancel_are_refused() -> None:
    good = proven(3)
    one, other, last = good.after
    foreign = (
        Ciphertext(one.c1, one.c2 + FOREIGN),
        Ciphertext(other.c1, other.c2 - FOREIGN),
        last,
    )
    refused("different cards", after=foreign, proof=cheated(foreign, good.secret))


def test_mixtures_that_satisfy_the_equation_of_the_decks_are_refused() -> None:
    """The cheat the permutation argument exists for: twice a card, and f halved to match."""
    before = proven(3).before
    doubled = Ciphertext(before[0].c1 + before[0].c1, before[0].c2 + before[0].c2)
    after = tuple(rerandomise(ciphertext, KEY, Scalar(5)) for ciphertext in (doubled, before[1], before[2]))
    randomness = Randomness("cheat", b"", b"", b"")
    commitments = commitment_key(3)
    r, r_d, factor_d = randomness.scalars(3)
    d = randomness.scalars(3)
    masking = module._Masking(
        commitments.commit_permutation((1, 2, 3), r),
        commitments.commit([-mask for mask in d], r_d),
        module._mask_deck(KEY, after, d, factor_d),
    )
    transcript = module._transcript(CONTEXT, KEY, commitments, before, after)
    t = module._challenge_masking(transcript, masking, 3)
    halved = [t[0] * Scalar(2).inverse(), t[1], t[2]]
    factor = sum((Scalar(5) * challenge for challenge in halved), factor_d)
    masked_ = module._Masked(factor, [a + b for a, b in zip(halved, d, strict=True)])
    scale, x = module._challenge_masked(transcript, masked_)
    m = [scale * Scalar(i) + a for i, a in enumerate(halved, 1)]
    products, openings = module._prove_contents(commitments, transcript, m, scale * r + r_d, x=x, randomness=randomness)
    proof = bytes(module._Proof(masking, masked_, products, openings))
    equations = reading(before, after, proof)
    assert equations.opening
    assert equations.opening_w
    assert equations.decks
    assert not equations.product
    refused("not to a permutation", before=before, after=after, proof=proof)


def replaced(proof: bytes, words: dict[int, Scalar]) -> bytes:
    for i, scalar in words.items():
        proof = proof[: 32 * i] + bytes(scalar) + proof[32 * i + 32 :]
    return proof


def word(proof: bytes, i: int) -> Scalar:
    return Scalar.decode(proof[32 * i : 32 * i + 32])


def test_openings_bent_along_the_product_are_refused() -> None:
    """g_1 and h_1 changed so that (a) still holds: only the openings show it."""
    good, n = proven(3), 3
    equations = reading(good.before, good.after, good.proof)
    g1, h1 = 9 + n, 10 + 2 * n
    delta = Scalar(77)
    second = word(good.proof, g1 + 1) - equations.k * equations.x
    bent = replaced(good.proof, {g1: word(good.proof, g1) + delta, h1: word(good.proof, h1) - delta * second})
    assert reading(good.before, good.after, bent).product
    refused("opened otherwise", proof=bent)


def test_two_wrong_openings_that_cancel_are_refused() -> None:
    good, n = proven(3), 3
    z, z_w = 8 + n, 9 + 2 * n
    honest = reading(good.before, good.after, good.proof)
    rho = honest.rho
    delta = Scalar(77)
    # A constant weight, one that leaves out the responses, and one that the cheat computed too early.
    for weight in (Scalar(1), honest.early_rho, rho):
        bent = replaced(
            good.proof,
            {z: word(good.proof, z) + weight * delta, z_w: word(good.proof, z_w) - delta},
        )
        equations = reading(good.before, good.after, bent)
        assert not equations.opening
        assert not equations.opening_w
        refused("opened otherwise", proof=bent)
    with pytest.MonkeyPatch.context() as patch:
        # A weight that the last forgery could foresee would have been fooled by it.
        patch.setattr(module, "_weight_openings", lambda transcript, openings: rho)
        verify(CONTEXT, KEY, good.before, good.after, bent)


@pytest.mark.parametrize(
    ("challenge", "zero"),
    [
        ("_challenge_masked", (Scalar(1), ZERO)),
        ("_challenge_masked", (ZERO, Scalar(1))),
        ("_challenge_products", ZERO),
    ],
)
def test_a_zero_challenge_is_refused(challenge: str, zero: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, challenge, lambda transcript, move: zero)
    refused("challenge of the shuffle proof is zero")


# --- replayed, transplanted and mutated proofs -------------------------------------------------------------


@pytest.mark.parametrize(
    "context",
    [
        b"",
        b"table 2, hand 2, seat 3",
        b"table 1, hand 3, seat 3",
        b"table 1, hand 2, seat 4",
        CONTEXT + b"\0",
        CONTEXT + bytes(KEY),
    ],
)
def test_a_proof_from_another_context_is_refused(context: bytes) -> None:
    refused("does not hold", n=52, context=context)


def test_a_proof_under_another_key_is_refused() -> None:
    refused("does not hold", key=KEY + BASE)
    good = proven(3)
    foreign = prove(CONTEXT, KEY + BASE, good.before, good.after, good.secret)
    refused("does not hold", proof=foreign)
    refused("different cards", key=KEY + BASE, proof=foreign)


def test_a_proof_of_the_reverse_or_of_no_shuffle_is_refused() -> None:
    good = proven(3)
    refused("does not hold", before=good.after, after=good.before)
    refused("does not hold", after=good.before)
    refused("does not hold", before=good.before[::-1])


@pytest.mark.parametrize("side", ["before", "after"])
@pytest.mark.parametrize("component", [0, 1])
@pytest.mark.parametrize("slot", range(3))
def test_every_component_of_the_decks_matters(side: str, component: int, slot: int) -> None:
    for point, reason in ((FOREIGN, "does not hold"), (IDENTITY, "identity")):
        decks = {"before": list(proven(3).before), "after": list(proven(3).after)}
        pair = list(decks[side][slot])
        pair[component] = point
        decks[side][slot] = Ciphertext(*pair)
        refused(reason, before=decks["before"], after=decks["after"])


def is_point(i: int, n: int) -> bool:
    return i < 4 or 5 + n <= i < 8 + n


def shifted(data: bytes) -> bytes:
    return bytes(Point.decode(data) + BASE)


def plus(amount: int) -> Callable[[bytes], bytes]:
    return lambda data: bytes(Scalar(int.from_bytes(data, "little") + amount))


def unreduced(data: bytes) -> bytes:
    return (int.from_bytes(data, "little") + ORDER).to_bytes(32, "little")


POINT_MUTATIONS: list[tuple[Callable[[bytes], bytes], str]] = [
    (shifted, "does not hold"),
    (lambda data: bytes(KEY), "does not hold"),
    (lambda data: bytes(IDENTITY), "malformed: the identity"),
    (lambda data: b"\1" + bytes(31), "malformed: .* canonical"),
    (lambda data: (2**255 - 1).to_bytes(32, "little"), "malformed: .* canonical"),
    (lambda data: data[:31] + bytes([data[31] | 0x80]), "malformed: .* canonical"),
]
SCALAR_MUTATIONS: list[tuple[Callable[[bytes], bytes], str]] = [
    (plus(1), "does not hold"),
    (plus(-1), "does not hold"),
    (lambda data: bytes(32), "does not hold"),
    (unreduced, "malformed: .* canonical"),
    (lambda data: b"\xff" * 32, "malformed: .* canonical"),
]


@pytest.mark.parametrize("i", range(proof_size(3) // 32))
def test_every_field_of_a_small_proof_matters(i: int) -> None:
    proof = proven(3).proof
    for change, reason in POINT_MUTATIONS if is_point(i, 3) else SCALAR_MUTATIONS:
        refused(reason, proof=proof[: 32 * i] + change(proof[32 * i : 32 * i + 32]) + proof[32 * i + 32 :])


def test_every_field_of_a_full_proof_matters() -> None:
    proof = proven(52).proof
    for i in range(len(proof) // 32):
        change = shifted if is_point(i, 52) else plus(1)
        refused(
            "does not hold",
            n=52,
            proof=proof[: 32 * i] + change(proof[32 * i : 32 * i + 32]) + proof[32 * i + 32 :],
        )


def test_the_parts_of_two_valid_proofs_do_not_mix() -> None:
    good = proven(3)
    other = prove(CONTEXT, KEY, good.before, good.after, good.secret)
    verify(CONTEXT, KEY, good.before, good.after, other)
    for cut in range(32, len(other), 32):
        refused("does not hold", proof=good.proof[:cut] + other[cut:])


# --- lengths ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", [-proof_size(3), -32, -1, 1, 32, 96])
def test_truncated_and_extended_proofs_are_refused(change: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(module, "_decode_points")
    proof = proven(3).proof
    refused(f"{len(proof) + change} bytes instead of", proof=(proof + bytes(96))[: len(proof) + change])


def test_a_deck_of_54_does_not_pass_as_one_of_52_nor_the_reverse() -> None:
    large, small = proven(54), proven(52)
    assert small.before != large.before[:52]
    refused("5472 bytes instead of 5280", n=54, before=large.before[:52], after=large.after[:52])
    cut = large.proof[: proof_size(52)]
    refused("malformed|does not hold", n=54, before=large.before[:52], after=large.after[:52], proof=cut)
    refused("had 52 cards and now has 54", n=54, before=large.before[:52])
    refused("had 54 cards and now has 52", n=54, after=large.after[:52])
    refused("had 54 cards and now has 52", n=52, before=large.before)
    refused("5280 bytes instead of 5472", n=52, before=large.before, after=large.after)
    added = proven(52).after + large.after[:2]
    refused("had 52 cards and now has 54", n=52, after=added)


@pytest.mark.parametrize("n", [0, 1, 105])
def test_numbers_of_cards_that_cannot_be_proven_are_refused(n: int) -> None:
    deck = tuple(Ciphertext(card(i), card(i + 1000)) for i in range(n))
    refused(f"shuffle of {n} cards cannot", before=deck, after=deck, proof=bytes(proof_size(n)))
    with pytest.raises(ProofError, match=f"shuffle of {n} cards cannot"):
        prove(CONTEXT, KEY, deck, deck, ShuffleSecret(tuple(range(n)), (ZERO,) * n))


def test_the_identity_as_key_and_repeated_first_components_are_refused() -> None:
    good = proven(3)
    refused("identity is no key", key=IDENTITY)
    repeated = (good.after[0], Ciphertext(good.after[0].c1, good.after[1].c2), good.after[2])
    refused("same first component", after=repeated)


@pytest.mark.parametrize(
    "secret",
    [
        ShuffleSecret((0, 1), (ZERO,) * 3),
        ShuffleSecret((0, 1, 1), (ZERO,) * 3),
        ShuffleSecret((1, 2, 3), (ZERO,) * 3),
        ShuffleSecret((0, 1, 2, 3), (ZERO,) * 3),
        ShuffleSecret((0, 1, 2), (ZERO,) * 2),
        ShuffleSecret((0, 1, 2), (ZERO,) * 4),
    ],
)
def test_a_secret_that_does_not_fit_is_refused_before_anything_is_proven(secret: ShuffleSecret) -> None:
    with pytest.raises(ProofError, match="secret"):
        prove(CONTEXT, KEY, proven(3).before, proven(3).after, secret)


# --- secrets ----------------------------------------------------------------------------------------------


def test_nonces_repeat_only_with_the_whole_statement() -> None:
    good = proven(3)

    def words(context: bytes = CONTEXT, after: Deck = good.after, fresh: bytes | None = FRESH) -> set[bytes]:
        proof = prove(context, KEY, good.before, after, good.secret, fresh=fresh)
        return {proof[i : i + 32] for i in range(0, len(proof), 32)}

    assert prove(CONTEXT, KEY, good.before, good.after, good.secret, fresh=FRESH) == good.proof
    other = (*good.after[:2], Ciphertext(good.after[2].c1, good.after[2].c2 + FOREIGN))
    drawn = [words(), words(b"other"), words(after=other), words(fresh=None), words(fresh=None)]
    assert len(set().union(*drawn)) == sum(map(len, drawn)) == 5 * proof_size(3) // 32


def test_a_secret_does_not_show_itself() -> None:
    shown = repr(ShuffleSecret((0, 2, 1), (Scalar(31337),) * 3))
    assert "31337" not in shown
    assert "2, 1" not in shown


def test_the_proof_of_the_vector() -> None:
    assert sha512(proven(52).proof).hexdigest()[:64] == (
        "9cf2fdf51069bce2cb8a7a6d0bdf75aae2444f281542a50638a0c88ae628740c"
    )
