"""`bench`: what cryptography and rules cost on this computer."""

import json
from argparse import Namespace
from random import Random

from cli.sentences import say
from engine.bench import moves_per_second
from engine.games import names, rules_of
from protocol.measure import measure

CARDS = 52
SECONDS = 1.0
"""For each game."""


def run(args: Namespace) -> int:
    """`fairdeal bench`."""
    numbers = measured()
    print(json.dumps(numbers) if args.json else "\n".join(lines(numbers)))
    return 0


def measured() -> dict[str, float | int | dict[str, float]]:
    """All measurements. Times are medians; moves are those of random hands in each game's usual form."""
    cryptography = measure(CARDS)
    return {
        "cards": CARDS,
        "scalar_mult_us": round(cryptography.scalar_mult_us, 2),
        "base_mult_us": round(cryptography.base_mult_us, 2),
        "shuffle_ms": round(cryptography.shuffle_ms, 2),
        "prove_ms": round(cryptography.prove_ms, 2),
        "verify_ms": round(cryptography.verify_ms, 2),
        "proof_bytes": cryptography.proof_bytes,
        "engine_moves_per_s": {game: round(speed(game)) for game in names()},
    }


def speed(game: str) -> float:
    """Moves a second of this game, with its default options and as many seats as they allow."""
    rules = rules_of(game)
    options = rules.Options.make()
    # The same hands every time, so that two measurements compare.
    rng = Random(1)  # noqa: S311 - nobody plays for these cards
    return moves_per_second(rules, options, rules.seats(options)[-1], SECONDS, rng)


def lines(numbers: dict[str, float | int | dict[str, float]]) -> list[str]:
    """The measurements for people."""
    moves = numbers["engine_moves_per_s"]
    games = moves if isinstance(moves, dict) else {}
    return [
        say("bench mult", us=numbers["scalar_mult_us"]),
        say("bench deck", **numbers),
        *[say("bench game", game=game, moves=f"{count:,}") for game, count in games.items()],
    ]
