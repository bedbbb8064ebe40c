"""Shares and their proof, against the cheat who would have a slot opened to the wrong face."""

from collections.abc import Callable

import pytest

from protocol.elgamal import masked, rerandomise
from protocol.group import (
    BASE,
    IDENTITY,
    ORDER,
    Point,
    Scalar,
    base_mult,
    hash_to_group,
    multiply_sum,
)
from protocol.shares import PROOF_SIZE, prove_shares, share, verify_shares
from protocol.transcript import ProofError, Transcript

CONTEXT = b"table 1, hand 2, seat 3, step 4"
SECRET = Scalar(987654321)
PUBLIC = base_mult(SECRET)
BASES = [hash_to_group("test base", bytes([i])) for i in range(5)]
SHARES = [share(SECRET, base) for base in BASES]
DELTA = hash_to_group("test delta")
FRESH = bytes(32)
PROOF = prove_shares(CONTEXT, SECRET, PUBLIC, BASES, SHARES, fresh=FRESH)


def refused(
    reason: str = "does not hold",
    context: bytes = CONTEXT,
    public: Point = PUBLIC,
    bases: list[Point] = BASES,
    shares: list[Point] = SHARES,
    proof: bytes = PROOF,
) -> None:
    with pytest.raises(ProofError, match=reason):
        verify_shares(context, public, bases, shares, proof)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_honest_shares_are_accepted(n: int) -> None:
    proof = prove_shares(CONTEXT, SECRET, PUBLIC, BASES[:n], SHARES[:n])
    assert len(proof) == PROOF_SIZE == 64
    verify_shares(CONTEXT, PUBLIC, BASES[:n], SHARES[:n], proof)


def test_all_shares_open_a_card() -> None:
    card = hash_to_group("test card")
    secrets = [Scalar(11), Scalar(22), Scalar(33)]
    key = base_mult(Scalar(66))
    ciphertext = rerandomise(masked(card, key), key, Scalar(5))
    opened = ciphertext.c2
    for secret in secrets:
        opened = opened - share(secret, ciphertext.c1)
    assert opened == card


@pytest.mark.parametrize("slot", range(5))
def test_one_wrong_share_among_many_is_seen(slot: int) -> None:
    wrong = [*SHARES[:slot], SHARES[slot] + DELTA, *SHARES[slot + 1 :]]
    refused(shares=wrong)
    # Nor does it help to make the proof for the wrong share.
    refused(shares=wrong, proof=prove_shares(CONTEXT, SECRET, PUBLIC, BASES, wrong))


def test_the_share_of_another_slot_is_refused() -> None:
    swapped = [SHARES[1], SHARES[0], *SHARES[2:]]
    refused(shares=swapped, proof=prove_shares(CONTEXT, SECRET, PUBLIC, BASES, swapped))
    refused(
        bases=[BASES[0]],
        shares=[SHARES[1]],
        proof=prove_shares(CONTEXT, SECRET, PUBLIC, BASES[1:2], SHARES[1:2]),
    )
    refused(bases=[BASES[1], BASES[0], *BASES[2:]])


@pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 0), (1, 4)])
def test_two_errors_that_cancel_are_seen(one: int, other: int) -> None:
    shares = list(SHARES)
    shares[one], shares[other] = shares[one] + DELTA, shares[other] - DELTA
    refused(shares=shares, proof=prove_shares(CONTEXT, SECRET, PUBLIC, BASES, shares))


def weak_transcript(omitted: str, public: Point, shares: list[Point]) -> Transcript:
    """The transcript of a verifier that forgets a part of the statement; none, if no part has that name."""
    transcript = Transcript("fairdeal/1/shares")
    statement = {
        "context": [CONTEXT],
        "public": [bytes(public)],
        "bases": [bytes(base) for base in BASES],
        "shares": [bytes(one) for one in shares],
    }
    for label, parts in statement.items():
        if label != omitted:
            transcript.absorb(label, *parts)
    return transcript


@pytest.mark.parametrize("omitted", ["nothing", "shares"])
def test_errors_that_cancel_under_foreseen_weights_are_seen(omitted: str) -> None:
    weights = [Scalar(1), *weak_transcript(omitted, PUBLIC, SHARES).weights("weights", 4)]
    shares = list(SHARES)
    shares[1] = shares[1] + weights[2] * DELTA
    shares[2] = shares[2] - weights[1] * DELTA
    assert multiply_sum(weights, shares) == multiply_sum(weights, SHARES)
    challenge, response = forged(weak_transcript(omitted, PUBLIC, shares), IDENTITY)
    refused(shares=shares, proof=bytes(challenge) + bytes(response))
    refused(shares=shares, proof=prove_shares(CONTEXT, SECRET, PUBLIC, BASES, shares))


def test_slots_that_cancel_under_foreseen_weights_are_seen() -> None:
    weights = [Scalar(1), *weak_transcript("bases", PUBLIC, SHARES).weights("weights", 4)]
    bases = list(BASES)
    bases[1] = bases[1] + weights[2] * DELTA
    bases[2] = bases[2] - weights[1] * DELTA
    challenge, response = forged(weak_transcript("bases", PUBLIC, SHARES), IDENTITY)
    refused(bases=bases, proof=bytes(challenge) + bytes(response))


def forged(transcript: Transcript, error: Point) -> tuple[Scalar, Scalar]:
    """Challenge and response of a prover with the secret, but with `error` in its first commitment."""
    base = multiply_sum([Scalar(1), *transcript.weights("weights", 4)], BASES)
    nonce = Scalar(31)
    transcript.absorb("commitments", bytes(base_mult(nonce) + error), bytes(nonce * base))
    challenge = transcript.challenge("challenge")
    return challenge, nonce + challenge * SECRET


def test_a_key_chosen_after_the_challenge_is_refused() -> None:
    challenge, response = forged(weak_transcript("public", PUBLIC, SHARES), DELTA)
    # The first equation holds for a key that differs from PUBLIC by a multiple of DELTA.
    public = PUBLIC - challenge.inverse() * DELTA
    refused(public=public, proof=bytes(challenge) + bytes(response))


def test_a_proof_is_of_its_context_key_and_slots_only() -> None:
    refused(context=CONTEXT + b"x")
    refused(context=b"")
    refused(public=PUBLIC + BASE)
    refused(bases=BASES[:4], shares=SHARES[:4])
    refused(bases=[*BASES, BASE], shares=[*SHARES, PUBLIC])


def test_another_seat_cannot_share_with_its_own_key() -> None:
    other = Scalar(55)
    shares = [share(other, base) for base in BASES]
    refused(shares=shares, proof=prove_shares(CONTEXT, other, PUBLIC, BASES, shares))
    refused(shares=shares, proof=prove_shares(CONTEXT, other, base_mult(other), BASES, shares))


def test_shares_chosen_after_the_challenge_are_refused() -> None:
    challenge, response = Scalar(123), Scalar(456)
    # Solves both equations for commitments G and BASES[0]; the challenge then is another.
    public = challenge.inverse() * (base_mult(response) - BASE)
    one = challenge.inverse() * (response * BASES[0] - BASES[0])
    refused(public=public, bases=BASES[:1], shares=[one], proof=bytes(challenge) + bytes(response))


def plus_one(word: bytes) -> bytes:
    return bytes(Scalar(int.from_bytes(word, "little")) + Scalar(1))


MUTATIONS: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "plus one": (plus_one, "does not hold"),
    "zero": (lambda word: bytes(32), "does not hold"),
    "unreduced": (lambda word: (int.from_bytes(word, "little") + ORDER).to_bytes(32, "little"), "canonical"),
    "highest": (lambda word: b"\xff" * 32, "canonical"),
}


@pytest.mark.parametrize("mutation", MUTATIONS)
@pytest.mark.parametrize("word", [0, 1])
def test_every_field_of_the_proof_matters(word: int, mutation: str) -> None:
    change, reason = MUTATIONS[mutation]
    start = 32 * word
    refused(reason, proof=PROOF[:start] + change(PROOF[start : start + 32]) + PROOF[start + 32 :])


@pytest.mark.parametrize("proof", [b"", PROOF[:32], PROOF[:-1], PROOF + b"\0", PROOF * 2])
def test_proofs_of_another_length_are_refused(proof: bytes) -> None:
    refused("64", proof=proof)


@pytest.mark.parametrize(("bases", "shares"), [(5, 4), (4, 5), (0, 1), (1, 0), (0, 0)])
def test_unequal_numbers_and_no_slots_are_refused(bases: int, shares: int) -> None:
    with pytest.raises(ProofError, match=r"shares for|at least one"):
        verify_shares(CONTEXT, PUBLIC, BASES[:bases], SHARES[:shares], PROOF)
    with pytest.raises(ProofError, match=r"shares for|at least one"):
        prove_shares(CONTEXT, SECRET, PUBLIC, BASES[:bases], SHARES[:shares])


def test_the_identity_is_no_key_slot_or_share() -> None:
    refused("identity", public=IDENTITY)
    refused("identity", bases=[IDENTITY, *BASES[1:]])
    refused("identity", shares=[*SHARES[:4], IDENTITY])


def test_nonces_repeat_only_with_the_whole_statement() -> None:
    def proof(context: bytes = CONTEXT, n: int = 5, fresh: bytes | None = FRESH) -> bytes:
        return prove_shares(context, SECRET, PUBLIC, BASES[:n], SHARES[:n], fresh=fresh)

    assert proof() == proof() == PROOF
    assert proof(fresh=None) != proof(fresh=None)
    nonces = {nonce(other) for other in (PROOF, proof(context=b"other"), proof(n=4), proof(fresh=bytes([1] * 32)))}
    assert len(nonces) == 4


def nonce(proof: bytes) -> Scalar:
    return Scalar.decode(proof[32:]) - Scalar.decode(proof[:32]) * SECRET


def test_the_proof_of_the_vector() -> None:
    assert PROOF.hex() == (
        "c81956e203a8794a2b5604002b8452cb2db114ba355d8cb98f293f51ed2f980a"
        "70dd581e0e306f0c69503615a6fb862937c73608bf3732bfbee47bbb038ab909"
    )
