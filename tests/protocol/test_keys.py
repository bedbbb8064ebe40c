"""Key shares, against the seat that would own the joint key."""

from collections.abc import Callable

import pytest

from protocol.group import BASE, IDENTITY, ORDER, GroupError, Point, Scalar, base_mult, sum_points
from protocol.keys import (
    HandKey,
    KeyShareError,
    commitment,
    joint_key,
    prove_knowledge,
    verify_knowledge,
)
from protocol.transcript import ProofError, Transcript

CONTEXT = b"table 1, hand 2, seat 3"
KEY = HandKey.of(Scalar(13579))
FRESH = bytes(32)
PROOF = prove_knowledge(CONTEXT, KEY.secret, KEY.public, fresh=FRESH)
OTHERS = [base_mult(Scalar(i)) for i in (1001, 1002, 1003)]
ENTROPY, SALT = bytes([1] * 32), bytes([2] * 32)


def refused(
    reason: str = "does not hold", context: bytes = CONTEXT, public: Point = KEY.public, proof: bytes = PROOF
) -> None:
    with pytest.raises(ProofError, match=reason):
        verify_knowledge(context, public, proof)


def test_generated_keys_differ_and_their_proofs_hold() -> None:
    keys = [HandKey.generate() for _ in range(3)]
    assert len({key.public for key in keys}) == 3
    for key in keys:
        assert key.public == base_mult(key.secret)
        verify_knowledge(CONTEXT, key.public, prove_knowledge(CONTEXT, key.secret, key.public))


def test_a_key_does_not_show_its_secret() -> None:
    assert "secret" not in repr(KEY)
    assert "13579" not in repr(KEY)


def test_a_copied_proof_is_refused_for_another_seat_hand_or_key() -> None:
    verify_knowledge(CONTEXT, KEY.public, PROOF)
    refused(context=b"table 1, hand 2, seat 4")
    refused(context=b"table 1, hand 3, seat 3")
    refused(context=b"table 2, hand 2, seat 3")
    refused(public=OTHERS[0])
    refused(public=KEY.public + BASE)


def test_the_secret_of_another_key_proves_nothing() -> None:
    refused(proof=prove_knowledge(CONTEXT, KEY.secret + Scalar(1), KEY.public))


def test_a_rogue_key_owns_the_joint_key_but_cannot_be_proven() -> None:
    mine = HandKey.of(Scalar(666))
    rogue = mine.public - sum_points(OTHERS)
    # This is why a proof is required: the sum is a key whose secret one seat knows.
    assert joint_key([*OTHERS, rogue]) == mine.public
    for proof in (
        prove_knowledge(CONTEXT, mine.secret, rogue),
        prove_knowledge(CONTEXT, mine.secret, mine.public),
        PROOF,
        bytes(64),
    ):
        refused(public=rogue, proof=proof)


def test_a_key_chosen_after_the_challenge_is_refused() -> None:
    """Against a challenge that leaves out the key, as in Helios: nobody knows the secret of such a key."""
    weak = Transcript("fairdeal/1/key")
    weak.absorb("context", CONTEXT)
    weak.absorb("commitment", bytes(OTHERS[0]))
    response = Scalar(456)
    for challenge in (weak.challenge("challenge"), Scalar(123)):
        public = challenge.inverse() * (base_mult(response) - OTHERS[0])
        refused(public=public, proof=bytes(challenge) + bytes(response))


MUTATIONS: dict[str, tuple[Callable[[int], int], str]] = {
    "plus one": (lambda value: (value + 1) % ORDER, "does not hold"),
    "negated": (lambda value: -value % ORDER, "does not hold"),
    "zero": (lambda value: 0, "does not hold"),
    "unreduced": (lambda value: value + ORDER, "canonical"),
    "highest": (lambda value: 2**256 - 1, "canonical"),
}


@pytest.mark.parametrize("mutation", MUTATIONS)
@pytest.mark.parametrize("word", [0, 1])
def test_every_field_of_the_proof_matters(word: int, mutation: str) -> None:
    change, reason = MUTATIONS[mutation]
    words = [PROOF[:32], PROOF[32:]]
    words[word] = change(int.from_bytes(words[word], "little")).to_bytes(32, "little")
    refused(reason, proof=b"".join(words))


@pytest.mark.parametrize("proof", [b"", PROOF[:32], PROOF[:-1], PROOF + b"\0", PROOF * 2])
def test_proofs_of_another_length_are_refused(proof: bytes) -> None:
    refused("64", proof=proof)


def test_the_identity_is_no_key() -> None:
    refused("identity", public=IDENTITY)
    with pytest.raises(ProofError, match="identity"):
        prove_knowledge(CONTEXT, Scalar(0), IDENTITY)
    with pytest.raises(GroupError, match="identity"):
        Point.decode(bytes(IDENTITY))


def test_nonces_repeat_only_with_the_whole_statement() -> None:
    def nonce(context: bytes = CONTEXT, key: HandKey = KEY, fresh: bytes | None = FRESH) -> Scalar:
        proof = prove_knowledge(context, key.secret, key.public, fresh=fresh)
        return Scalar.decode(proof[32:]) - Scalar.decode(proof[:32]) * key.secret

    assert prove_knowledge(CONTEXT, KEY.secret, KEY.public, fresh=FRESH) == PROOF
    assert nonce() == nonce()
    others = [nonce(b"other"), nonce(key=HandKey.of(Scalar(2))), nonce(fresh=None), nonce(fresh=None)]
    assert len({nonce(), *others}) == 5


def test_a_commitment_opens_in_one_way_only() -> None:
    made = commitment(CONTEXT, KEY.public, PROOF, ENTROPY, SALT)
    assert len(made) == 32
    assert made == commitment(CONTEXT, KEY.public, PROOF, ENTROPY, SALT)
    otherwise = [
        commitment(CONTEXT + b"x", KEY.public, PROOF, ENTROPY, SALT),
        commitment(CONTEXT, OTHERS[0], PROOF, ENTROPY, SALT),
        commitment(CONTEXT, KEY.public, PROOF[:-1] + bytes([PROOF[-1] ^ 1]), ENTROPY, SALT),
        commitment(CONTEXT, KEY.public, PROOF, SALT, SALT),
        commitment(CONTEXT, KEY.public, PROOF, ENTROPY, ENTROPY),
        commitment(CONTEXT, KEY.public, PROOF, SALT, ENTROPY),
    ]
    assert len({made, *otherwise}) == 7


@pytest.mark.parametrize(("proof", "entropy", "salt"), [(63, 32, 32), (64, 31, 33), (64, 32, 0), (64, 33, 31)])
def test_parts_of_a_commitment_have_their_lengths(proof: int, entropy: int, salt: int) -> None:
    with pytest.raises(ValueError, match="commitment takes"):
        commitment(CONTEXT, KEY.public, bytes(proof), bytes(entropy), bytes(salt))


def test_the_joint_key_is_the_sum() -> None:
    assert joint_key(OTHERS) == base_mult(Scalar(3006))


@pytest.mark.parametrize(
    ("publics", "reason"),
    [
        ([], "no key shares"),
        ([*OTHERS, OTHERS[1]], "same key share"),
        ([*OTHERS, IDENTITY], "identity"),
        ([OTHERS[0], IDENTITY - OTHERS[0]], "identity"),
        ([*OTHERS, IDENTITY - sum_points(OTHERS)], "identity"),
    ],
)
def test_unfit_key_shares_are_refused(publics: list[Point], reason: str) -> None:
    with pytest.raises(KeyShareError, match=reason):
        joint_key(publics)


def test_the_proof_and_commitment_of_the_vector() -> None:
    assert PROOF.hex() == (
        "dc7940c88b9fcc6c9619284ff9185cc259ef69ea661116394523569bc001050f"
        "b3b6d79db14c3dce70307c4d9f04ee03fe4e81e582c93ec04299d7080662ab05"
    )
    assert (
        commitment(CONTEXT, KEY.public, PROOF, ENTROPY, SALT).hex()
        == "26c6dbfde53df31d1a0064f457f85ab7fcea970e86b5cdd98f7044eb8bf3af5b"
    )
