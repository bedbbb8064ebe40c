"""The measurement counts what the cost model says, and its units add up."""

import pytest

from protocol.group import OperationCount
from protocol.measure import Measurement, measure
from protocol.shuffle import proof_size
from protocol.transcript import ProofError


@pytest.mark.parametrize("n", [2, 5])
def test_operations_are_those_of_the_cost_model(n: int) -> None:
    result = measure(n, rounds=1)
    assert result.cards == n
    assert result.proof_bytes == proof_size(n)
    assert result.shuffle_operations == OperationCount(mults=n, base_mults=n, additions=2 * n)
    assert result.prove_operations == OperationCount(mults=6 * n - 1, base_mults=6, additions=8 * n)
    assert result.verify_operations == OperationCount(mults=5 * n + 5, base_mults=2, additions=5 * n + 4)


def test_every_time_is_positive() -> None:
    result = measure(2, rounds=2)
    times = (result.scalar_mult_us, result.base_mult_us, result.addition_us)
    assert min(*times, result.shuffle_ms, result.prove_ms, result.verify_ms) > 0


def test_units() -> None:
    none = OperationCount()
    result = Measurement(52, 50.0, 20.0, 10.0, 5.0, 20.0, 15.0, 5280, none, none, none)
    assert result.in_mults(5.0) == pytest.approx(100)
    assert result.priced_ms(OperationCount(100, 10, 20)) == pytest.approx(5.4)


def test_impossible_measurements_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one round"):
        measure(2, rounds=0)
    with pytest.raises(ProofError, match="1 cards"):
        measure(1)
