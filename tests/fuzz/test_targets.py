"""The targets of fuzzing without the fuzzer: any bytes, and valid inputs with something changed."""

from functools import cache
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fuzz.seeds import inputs
from fuzz.targets import TARGETS

PIECES = (b"\xc0", b"\x90", b"\x91", b"\xc2", b"\xcf" + b"\xff" * 8, b"\xd3\x80" + bytes(7), b"\xdb" + b"\xff" * 4)
"""Values, or their beginnings, in MessagePack."""
EXAMPLES = {"transcript": 10, "evidence": 20, "acceptance": 60, "void": 60, "proofs": 40}


@cache
def valid(name: str) -> list[bytes]:
    return list(inputs()[name])


def nearly(data: bytes, rng: Random) -> bytes:
    """The input with one to four things changed."""
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(changed) + 1)
        how = rng.randrange(5)
        if how == 0 and changed:
            changed[at % len(changed)] ^= 1 << rng.randrange(8)
        elif how == 1:
            changed[at:at] = rng.randbytes(rng.choice((1, 2, 32)))
        elif how == 2:
            del changed[at : at + rng.choice((1, 2, 32))]
        elif how == 3:
            changed[at : at + 1] = rng.choice(PIECES)
        else:
            other = rng.randrange(len(changed) + 1)
            changed[at:at] = changed[min(at, other) : max(at, other)][:200]
    return bytes(changed)


@pytest.mark.parametrize("name", TARGETS)
def test_targets_take_any_bytes(name: str) -> None:
    @given(st.binary(max_size=200))
    @example(b"")
    @settings(max_examples=EXAMPLES.get(name, 100), deadline=None, derandomize=True)
    def run(data: bytes) -> None:
        TARGETS[name](data)

    run()


@pytest.mark.parametrize("name", TARGETS)
def test_targets_take_what_is_nearly_right(name: str) -> None:
    rng = Random(name)
    for data in valid(name):
        TARGETS[name](data)
    for _ in range(5 * EXAMPLES.get(name, 100)):
        TARGETS[name](nearly(rng.choice(valid(name)), rng))
