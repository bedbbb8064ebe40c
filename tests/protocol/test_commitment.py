"""The commitment key has exactly the size it is asked for, and nobody chose it."""

from itertools import permutations

import pytest

from protocol.commitment import CommitmentError, CommitmentKey, commitment_key
from protocol.group import BASE, ZERO, Scalar, base_mult, count_operations, hash_to_group, sum_points


@pytest.mark.parametrize("n", [2, 3, 52, 104])
def test_there_are_exactly_n_generators_all_different(n: int) -> None:
    key = commitment_key(n)
    assert len({*key.generators, BASE}) == n + 1
    assert commitment_key(n) is key


@pytest.mark.parametrize("n", [-1, 0, 1, 105, 10**9])
def test_other_sizes_are_refused(n: int) -> None:
    with pytest.raises(CommitmentError, match=f"no commitment key for {n} "):
        commitment_key(n)


def test_generators_are_hashes_of_their_label() -> None:
    expected = [hash_to_group("fairdeal/1/commitment generator", bytes([0, 0, 0, i])) for i in range(3)]
    assert list(CommitmentKey(3).generators) == expected


def test_a_commitment_is_the_documented_sum() -> None:
    key = commitment_key(2)
    first, second = key.generators
    expected = sum_points([base_mult(Scalar(9)), first, first, second, second, second])
    assert key.commit([Scalar(2), Scalar(3)], Scalar(9)) == expected
    assert key.commit([ZERO, ZERO], Scalar(9)) == base_mult(Scalar(9))


@pytest.mark.parametrize("values", list(permutations(range(1, 5))))
def test_the_short_way_for_permutations_gives_the_same_commitment(values: tuple[int, ...]) -> None:
    key = commitment_key(4)
    with count_operations() as count:
        short = key.commit_permutation(values, Scalar(5))
    assert short == key.commit([Scalar(value) for value in values], Scalar(5))
    assert (count.mults, count.additions) == (0, 8)


@pytest.mark.parametrize("values", [(1, 2, 2), (0, 1, 2), (1, 2, 4), (3, 3, 3)])
def test_what_is_no_permutation_is_refused(values: tuple[int, ...]) -> None:
    with pytest.raises(CommitmentError, match="permutation"):
        commitment_key(3).commit_permutation(values, Scalar(1))


@pytest.mark.parametrize("n", [0, 2, 4])
def test_vectors_of_another_length_are_refused(n: int) -> None:
    with pytest.raises(CommitmentError, match=f"{n} elements for 3 generators"):
        commitment_key(3).commit([Scalar(1)] * n, Scalar(1))
    with pytest.raises(CommitmentError, match=f"{n} elements for 3 generators"):
        commitment_key(3).commit_permutation(range(1, n + 1), Scalar(1))
