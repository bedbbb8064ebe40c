"""How fast the rules are: random legal play through the plain dealer, with full lists of legal moves."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

from engine.contract import GO_ON, AnyRules, Faces, Match, Move, Result, Seat, State, Turn
from engine.plain import PlainDealer

INTERRUPTS = 0.05
"""How often a watcher that may interrupt does."""


def moves_per_second(
    rules: AnyRules,
    options: Any,
    n: int,
    seconds: float,
    rng: Random,
    *,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Moves judged and applied in a second of whole hands, dealing included, on one core.

    Every seat that owes a move lists all its legal ones and makes one of them; a watcher lists its own too, but only
    its interrupts count as moves. Plays for `seconds`, and finishes the hand.
    """
    start = clock()
    moves = 0
    match: Match = rules.first(options, n)
    while (spent := clock() - start) < seconds or not moves:
        played, result = random_hand(rules, match, rng)
        moves += played
        match = rules.settle(match, result)
        if match.over:
            match = rules.first(options, n)
    return moves / spent


def random_hand(rules: AnyRules, match: Match, rng: Random) -> tuple[int, Result]:
    """Play the match's next hand at random; the number of moves made, and how it ended."""
    deck = list(rules.deck(match.options))
    rng.shuffle(deck)
    dealer: PlainDealer[State] = PlainDealer(rules, deck, rng)
    s: State = dealer.serve(rules.begin(match))
    count = 0
    while isinstance(s.next, Turn):
        moves = random_moves(rules, s, dealer.faces, rng)
        count += len(moves)
        s = dealer.play(s, moves)
    if not isinstance(s.next, Result):
        raise TypeError(f"{rules.title} stopped in the phase {s.phase!r} with nothing to serve")
    return count, s.next


def random_moves(rules: AnyRules, s: State, faces: Faces, rng: Random) -> dict[Seat, Move]:
    """A legal move for every seat of the turn, and perhaps interrupts; those who let the moment pass are left out."""
    turn = s.next
    if not isinstance(turn, Turn):
        return {}
    moves = {seat: rng.choice(list(rules.legal(s, seat, faces))) for seat in turn.seats}
    for seat in turn.watchers:
        interrupts = [move for move in rules.legal(s, seat, faces) if move != GO_ON]
        if interrupts and rng.random() < INTERRUPTS:
            moves[seat] = rng.choice(interrupts)
    return moves
