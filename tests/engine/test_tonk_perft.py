"""How many ways a hand can go: counts pinned from fixed deals, so that no rule changes unnoticed.

The first counts are worked out by hand where that is short; the deeper ones were counted by this engine when all
worked cases passed, and guard what the cases do not reach.
"""

from random import Random
from typing import Any

import pytest

from engine.cards import DECK52
from engine.contract import GO_ON, Match, Turn
from engine.games.tonk.rules import RULES
from engine.games.tonk.state import TonkState
from engine.plain import PlainDealer


def perft(dealer: PlainDealer[TonkState], s: TonkState, depth: int) -> int:
    """Sequences of so many moves; a moment in which nobody drops is none, a drop out of turn is one."""
    turn = s.next
    if depth == 0 or not isinstance(turn, Turn):
        return 1
    if len(turn.seats) > 1:
        return perft(dealer, dealer.play(s, {i: next(RULES.legal(s, i, dealer.faces)) for i in turn.seats}), depth)
    total = 0
    for seat in (*turn.seats, *turn.watchers):
        for move in RULES.legal(s, seat, dealer.faces):
            if move != GO_ON:
                total += perft(dealer, dealer.play(s, {seat: move}), depth - 1)
    return total + (perft(dealer, dealer.play(s, {}), depth) if not turn.seats else 0)


def counts(options: dict[str, Any], n: int, seed: int, depth: int) -> list[int]:
    made = RULES.Options.make(**options)
    deck = Random(seed).sample(DECK52, 52)
    dealer = PlainDealer(RULES, deck)
    s = dealer.serve(RULES.begin(Match(made, n, 1, n - 1, (0,) * n)))
    return [perft(dealer, s, d) for d in range(1, depth + 1)]


HOLD: dict[str, Any] = {
    "hand_size": 9,
    "natural_high": "off",
    "ace_in_runs": "high_or_low",
    "hit_discard": "extra",
    "hit_lockout_turns": 1,
    "four_of_rank": "may_clear",
    "drop_when": "own_turn",
}
STRICT: dict[str, Any] = {"must_spread": True, "hand_size": 7, "start_upcard": False, "hit_discard": "optional"}
ANY_TIME: dict[str, Any] = {"drop_when": "any_time", "hit_lockout_turns": 1, "max_players": 4, "hand_size": 7}
LARGE: dict[str, Any] = {"hand_size": 9, "four_of_rank": "auto_clear", "spread_out": False, "double_double": True}


def test_the_first_turns_by_hand() -> None:
    # Two draws and a drop; six discards after each draw; three choices again for each of the twelve.
    assert counts({}, 3, 1, 3) == [3, 2 * 6 + 1, 12 * 3 + 1]


@pytest.mark.parametrize(
    ("options", "n", "seed", "expected"),
    [
        ({}, 3, 1, [3, 13, 37, 157, 445, 1885, 5341]),
        (HOLD, 2, 3, [3, 23, 63, 465, 1279, 9323]),
        (STRICT, 3, 4, [2, 9, 25, 130, 374, 1952]),
        (ANY_TIME, 4, 5, [10, 33, 121, 507, 1974]),
        (LARGE, 2, 9, [3, 21, 61, 421, 1221, 8677]),
    ],
    ids=["classic", "hold", "strict", "any_time", "large"],
)
def test_counts(options: dict[str, Any], n: int, seed: int, expected: list[int]) -> None:
    assert counts(options, n, seed, len(expected)) == expected
