"""What a verifiable shuffle costs on this machine, in time and in group operations.

Times are processor time of this thread, which other programs on a busy machine do not lengthen.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

from protocol.elgamal import Ciphertext, masked
from protocol.group import (
    OperationCount,
    Point,
    Scalar,
    base_mult,
    count_operations,
    hash_to_group,
)
from protocol.shuffle import ShuffleSecret, prove, shuffle, verify
from protocol.transcript import Randomness

_REPEATS = 100
_CONTEXT = b"measurement"
_Result = TypeVar("_Result")
# Windows counts a thread's time in ticks of 16 ms.
_clock = time.perf_counter if sys.platform == "win32" else time.thread_time


@dataclass(frozen=True, slots=True)
class Measurement:
    """Medians over rounds in which every quantity is measured in turn, so that a busy moment hits all alike."""

    cards: int
    scalar_mult_us: float
    base_mult_us: float
    addition_us: float
    shuffle_ms: float
    prove_ms: float
    verify_ms: float
    proof_bytes: int
    shuffle_operations: OperationCount
    prove_operations: OperationCount
    verify_operations: OperationCount

    def in_mults(self, milliseconds: float) -> float:
        """A time in units of one scalar multiplication."""
        return 1000 * milliseconds / self.scalar_mult_us

    def priced_ms(self, operations: OperationCount) -> float:
        """What the operations alone cost at this machine's unit prices, in milliseconds."""
        return (
            operations.mults * self.scalar_mult_us
            + operations.base_mults * self.base_mult_us
            + operations.additions * self.addition_us
        ) / 1000


def measure(cards: int = 52, rounds: int = 9) -> Measurement:
    """Measures shuffling, proving and verifying a deck of `cards` cards (2 to 104), in about 0.06 s per round.

    Raises ValueError for fewer than one round, ProofError for a number of cards that cannot be proven.
    """
    if rounds < 1:
        raise ValueError("a measurement takes at least one round")
    key = base_mult(Scalar.random())
    # A deck somebody has shuffled before: in the first deck of a hand all c1 are alike.
    before, _ = _shuffle(_deck(cards, key), key)
    scalar, point = Scalar.random(), before[0].c2
    (after, secret), shuffle_operations = _counted(lambda: _shuffle(before, key))
    proof, prove_operations = _counted(lambda: prove(_CONTEXT, key, before, after, secret))
    _, verify_operations = _counted(lambda: verify(_CONTEXT, key, before, after, proof))
    medians = _interleaved(
        [
            lambda: _repeat(lambda: scalar * point),
            lambda: _repeat(lambda: base_mult(scalar)),
            lambda: _repeat(lambda: point + point),
            lambda: _shuffle(before, key),
            lambda: prove(_CONTEXT, key, before, after, secret),
            lambda: verify(_CONTEXT, key, before, after, proof),
        ],
        rounds,
    )
    mult, base, addition = (1e6 * seconds / _REPEATS for seconds in medians[:3])
    shuffling, proving, verifying = (1e3 * seconds for seconds in medians[3:])
    return Measurement(
        cards=cards,
        scalar_mult_us=mult,
        base_mult_us=base,
        addition_us=addition,
        shuffle_ms=shuffling,
        prove_ms=proving,
        verify_ms=verifying,
        proof_bytes=len(proof),
        shuffle_operations=shuffle_operations,
        prove_operations=prove_operations,
        verify_operations=verify_operations,
    )


def _deck(cards: int, key: Point) -> tuple[Ciphertext, ...]:
    return tuple(masked(hash_to_group("fairdeal/1/measurement", i.to_bytes(4, "big")), key) for i in range(cards))


def _shuffle(deck: tuple[Ciphertext, ...], key: Point) -> tuple[tuple[Ciphertext, ...], ShuffleSecret]:
    return shuffle(deck, key, Randomness("fairdeal/1/measurement", b"", _CONTEXT, b""))


def _counted(work: Callable[[], _Result]) -> tuple[_Result, OperationCount]:
    with count_operations() as count:
        result = work()
    return result, count


def _repeat(operation: Callable[[], object]) -> None:
    for _ in range(_REPEATS):
        operation()


def _interleaved(works: list[Callable[[], object]], rounds: int) -> list[float]:
    """The median seconds of each, all measured once per round."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, taken in zip(works, times, strict=True):
            start = _clock()
            work()
            taken.append(_clock() - start)
    return [median(taken) for taken in times]
