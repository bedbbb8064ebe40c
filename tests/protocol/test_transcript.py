"""Challenges depend on everything before them; randomness is hedged and uniform."""

from collections import Counter
from hashlib import sha512
from itertools import permutations

import pytest

from protocol.group import ORDER, ZERO, Scalar
from protocol.transcript import ProofError, Randomness, Transcript, decode_scalars

FRESH = bytes(range(32))
VECTOR = "2ba58a6eedab2dfd8dfc6e55aa22cfa1695272a5540022c2e6f8e64676dd4705"


def stream(**changed: bytes) -> Randomness:
    given = {"secret": b"secret", "context": b"context", "statement": b"statement", "fresh": FRESH} | changed
    return Randomness("test", **given)


def test_equal_histories_give_equal_challenges() -> None:
    one, other = Transcript("test"), Transcript("test")
    for transcript in (one, other):
        transcript.absorb("a", b"1", b"2")
    assert one.challenge("c") == other.challenge("c")
    assert one.challenges("d", 5) == other.challenges("d", 5)
    assert one.weights("w", 5) == other.weights("w", 5)


def test_every_difference_in_the_history_changes_the_challenge() -> None:
    histories: list[tuple[str, list[tuple[str, list[bytes]]]]] = [
        ("test", []),
        ("test2", []),
        ("test", [("a", [])]),
        ("test", [("a", [b""])]),
        ("test", [("a", [b"12"])]),
        ("test", [("a", [b"1", b"2"])]),
        ("test", [("a", [b"1"]), ("a", [b"2"])]),
        ("test", [("b", [b"12"])]),
        ("test", [("a1", [b"2"])]),
        ("test", [("", [b"a", b"12"])]),
        ("test", [("a", [b"2", b"1"])]),
    ]
    drawn = set()
    for domain, absorbed in histories:
        transcript = Transcript(domain)
        for label, parts in absorbed:
            transcript.absorb(label, *parts)
        drawn.add(transcript.challenge("c"))
    assert len(drawn) == len(histories)


def test_an_absorbed_label_cannot_imitate_a_challenge() -> None:
    challenged, absorbed = Transcript("test"), Transcript("test")
    challenged.challenge("c")
    absorbed.absorb("challenge", b"c", (1).to_bytes(4, "big"))
    assert challenged.challenge("d") != absorbed.challenge("d")


def test_challenges_depend_on_label_number_and_turn() -> None:
    def fresh() -> Transcript:
        return Transcript("test")

    twice = fresh()
    assert twice.challenge("c") != twice.challenge("c")
    assert fresh().challenge("c") != fresh().challenge("d")
    assert fresh().challenges("c", 2)[0] != fresh().challenges("c", 3)[0]
    assert len(set(fresh().challenges("c", 100))) == 100


def test_a_fork_starts_alike_and_leaves_the_original_alone() -> None:
    transcript, twin = Transcript("test"), Transcript("test")
    fork = transcript.fork()
    fork.absorb("a", b"1")
    assert fork.challenge("c") != transcript.challenge("c") == twin.challenge("c")
    assert transcript.fork().challenge("d") == transcript.challenge("d")


def test_weights_have_128_bits_and_are_never_zero() -> None:
    weights = Transcript("test").weights("w", 1000)
    assert len(set(weights)) == 1000
    assert all(0 < int(weight) < 2**128 for weight in weights)
    assert max(map(int, weights)) > 2**127


def frame(label: str, *parts: bytes) -> bytes:
    """The framing, written out a second time."""
    out = len(label).to_bytes(4, "big") + label.encode() + len(parts).to_bytes(4, "big")
    for part in parts:
        out += len(part).to_bytes(4, "big") + part
    return out


def test_a_challenge_is_the_hash_that_the_format_says() -> None:
    transcript = Transcript("fairdeal/1/vector")
    transcript.absorb("message", b"one", b"two")
    history = frame("domain", b"fairdeal/1/vector") + frame("absorb", b"message", b"one", b"two")
    history += frame("challenge", b"c", bytes(3) + b"\2")
    seed = sha512(history).digest()
    blocks = [sha512(frame("block", seed, i.to_bytes(8, "big"))).digest() for i in range(2)]
    numbers = [int.from_bytes(block, "little") for block in blocks]
    assert transcript.fork().challenges("c", 2) == [Scalar(number) for number in numbers]
    assert transcript.fork().weights("c", 2) == [Scalar(1 + number % (2**128 - 1)) for number in numbers]
    assert bytes(transcript.challenge("c")).hex() == VECTOR


@pytest.mark.parametrize("changed", ["secret", "context", "statement", "fresh"])
def test_another_input_gives_another_stream(changed: str) -> None:
    assert stream().scalars(3) == stream().scalars(3)
    other = stream(**{changed: bytes(reversed(FRESH))})
    assert not set(stream().scalars(3)) & set(other.scalars(3))


def test_inputs_do_not_run_into_each_other() -> None:
    assert stream(secret=b"a", context=b"bc").scalar() != stream(secret=b"ab", context=b"c").scalar()
    assert stream(context=b"a", statement=b"bc").scalar() != stream(context=b"ab", statement=b"c").scalar()
    assert Randomness("a", b"", b"", b"", FRESH).scalar() != Randomness("b", b"", b"", b"", FRESH).scalar()


def test_fresh_bytes_are_drawn_unless_given() -> None:
    def drawn() -> Scalar:
        return Randomness("test", b"secret", b"context", b"statement").scalar()

    assert drawn() != drawn()


@pytest.mark.parametrize("length", [0, 31, 33])
def test_fresh_bytes_of_another_length_are_refused(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        stream(fresh=bytes(length))


def test_scalars_are_full_size_and_not_zero() -> None:
    scalars = stream().scalars(500)
    assert len(set(scalars)) == 500
    assert ZERO not in scalars
    assert 0.4 < sum(int(scalar) > ORDER // 2 for scalar in scalars) / 500 < 0.6


def test_integers_below_are_unbiased() -> None:
    randomness = stream()
    for n in (1, 2, 3, 7, 52):
        counts = Counter(randomness.below(n) for _ in range(60 * n))
        assert set(counts) <= set(range(n))
        # Chi-squared with n - 1 degrees of freedom: mean n - 1, variance 2(n - 1).
        assert sum((count - 60) ** 2 / 60 for count in counts.values()) <= n - 1 + 4 * (2 * n) ** 0.5


@pytest.mark.parametrize("n", [0, -1])
def test_nothing_is_below_zero(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        stream().below(n)


def test_permutations_are_uniform() -> None:
    randomness = stream()
    counts = Counter(randomness.permutation(4) for _ in range(2400))
    assert set(counts) == set(permutations(range(4)))
    # 23 degrees of freedom; 60 is exceeded with probability 4e-5.
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 60


def test_every_card_reaches_every_place_equally_often() -> None:
    randomness = stream()
    counts = Counter((i, card) for _ in range(1040) for i, card in enumerate(randomness.permutation(52)))
    # 51 * 51 degrees of freedom with 20 expected: mean 2601, standard deviation 72.
    assert abs(sum((counts[i, j] - 20) ** 2 / 20 for i in range(52) for j in range(52)) - 2601) < 5 * 72


def test_small_permutations() -> None:
    assert stream().permutation(0) == ()
    assert stream().permutation(1) == (0,)


def test_scalars_of_a_proof_are_decoded_exactly() -> None:
    data = bytes(Scalar(7)) + bytes(Scalar(8))
    assert decode_scalars(data, 2) == [Scalar(7), Scalar(8)]
    for wrong in (b"", data[:-1], data + b"\0", data[:32]):
        with pytest.raises(ProofError, match="64"):
            decode_scalars(wrong, 2)
    with pytest.raises(ProofError, match="canonical"):
        decode_scalars(data[:32] + ORDER.to_bytes(32, "little"), 2)
