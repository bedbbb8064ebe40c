"""The cost of a verifiable shuffle: python benchmarks/bench_shuffle.py [cards ...]

Times are medians of interleaved rounds, in units of one scalar multiplication measured in the same rounds; beside
them stand the group operations counted, and what these alone would cost at their measured prices.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from protocol.measure import Measurement, measure


def report(result: Measurement) -> str:
    """The lines for one number of cards."""
    stages = [
        ("shuffle", result.shuffle_ms, result.shuffle_operations),
        ("prove", result.prove_ms, result.prove_operations),
        ("verify", result.verify_ms, result.verify_operations),
    ]
    lines = [
        f"{result.cards} cards, a proof of {result.proof_bytes} bytes; one multiplication"
        f" {result.scalar_mult_us:.1f} us, of the base {result.base_mult_us:.1f} us, one addition"
        f" {result.addition_us:.1f} us",
        "  stage        ms  in mults  mults  base  adds  operations alone, in mults",
    ]
    for name, milliseconds, count in stages:
        lines.append(
            f"  {name:<8}{milliseconds:>7.1f}{result.in_mults(milliseconds):>10.0f}{count.mults:>7}"
            f"{count.base_mults:>6}{count.additions:>6}{result.in_mults(result.priced_ms(count)):>29.0f}"
        )
    total = sum(milliseconds for _, milliseconds, _ in stages)
    lines.append(f"  {'all':<8}{total:>7.1f}{result.in_mults(total):>10.0f}")
    return "\n".join(lines)


def main() -> None:
    for cards in [int(argument) for argument in sys.argv[1:]] or [5, 13, 52, 54]:
        print(report(measure(cards)))


if __name__ == "__main__":
    main()
