"""A computer player for Thirteen: it sees what its seat sees, and the same random numbers make it play the same.

It splits its hand into combinations. One that nobody is likely to beat is a control, which keeps the lead or wins it
back; the others are losers, for each of which a lead or a chance to follow is needed. A hand costs its losers less its
controls, and a move is worth what it saves. Low cards go first, so bombs and 2s stay until they win something; a seat
that is nearly out is not let in; and when a row of controls ends in the last combination, they are played.
"""

from collections.abc import Iterable, Sequence
from math import exp
from random import Random

from engine.contract import Faces, Move, Seat
from engine.games.thirteen.combinations import BOMBS, KEY, TWO, Combination, combination
from engine.games.thirteen.instant import strength
from engine.games.thirteen.odds import Odds
from engine.games.thirteen.planning import Counts, Planner
from engine.games.thirteen.rules import RULES
from engine.games.thirteen.state import ThirteenState

# Weights, in losers: one is worth 1. Found by play against random, simple and earlier players.
CONTROL = 1.1
"""What a combination that surely holds saves."""
SHED = 0.2
"""What the highest single or pair is easier to get rid of by following than the lowest."""
BOMB = 0.3
"""What a bomb is worth beyond holding."""
LEAD = 1.0
"""What the lead is worth."""
RUN = 1.5
"""What it is worth to go out from here without losing the lead."""
HEIGHT = 0.02
"""What it costs to use cards that are one key higher."""
PASS = 0.1
"""What it costs to let others go on."""
LET_OUT = 4.0
"""What it costs if another seat can go out on the table."""
LET_LEAD = {1: 3.0, 2: 1.5, 3: 0.9}
"""What it costs to leave the lead to a seat with so few cards."""
GOING_OUT = 1000.0
NEARLY = 1e-9


def choose(s: ThirteenState, seat: Seat, faces: Faces, rng: Random) -> Move:
    """A legal move for this seat; `faces` holds its own cards and all open ones. Raises ValueError if it has none."""
    legal = list(RULES.legal(s, seat, faces))
    if not legal:
        raise ValueError(f"seat {seat} is not to move")
    if len(legal) == 1:
        return legal[0]
    if s.phase == "claim":
        claims = [move for move in legal if move.kind == "claim"]
        return max(claims, key=lambda move: strength(str(move.value), [faces[slot] for slot in move.shows]))
    mind = _Mind(s, seat, faces)
    values = [mind.value(move) for move in legal]
    best = max(values)
    return rng.choice([move for move, value in zip(legal, values, strict=True) if value > best - NEARLY])


class _Mind:
    """One decision: what is known, and what each move is worth."""

    def __init__(self, s: ThirteenState, seat: Seat, faces: Faces) -> None:
        self.s, self.faces = s, faces
        keys = sorted([KEY[faces[slot]] for slot in s.held[seat]])
        self.hand = _counts(keys)
        self.top = {key // 4: key for key in keys}
        self.odds = Odds(s, seat, keys)
        self.rivals = tuple(self.odds.cards)
        self.to_answer = tuple([rival for rival in self.rivals if rival not in s.locked])
        twos_high = s.options.twos_high_in_sequences
        self.plan = Planner(self._cost, twos_high)
        self.run = Planner(self._risk, twos_high)

    def value(self, move: Move) -> float:
        """What a move is worth; only differences mean something."""
        if move.kind == "pass":
            return self._passing()
        cards = [self.faces[slot] for slot in move.shows]
        new = combination(cards, self.s.options.twos_high_in_sequences)
        return self._playing(new) if new else -GOING_OUT

    def _playing(self, new: Combination) -> float:
        keys = [KEY[card] for card in new.cards]
        rest = tuple([have - used for have, used in zip(self.hand, _counts(keys), strict=True)])
        if not any(rest):
            return GOING_OUT
        holds = exp(-self.odds.answers(new.type, new.length, new.key, self.to_answer))
        value = LEAD * holds - self.plan.cost(rest)
        value += RUN * holds * exp(-self.run.cost_on_lead(rest))
        return value - LET_OUT * self._lets_out(new, self.to_answer) - HEIGHT * sum(keys) / len(keys)

    def _passing(self) -> float:
        s = self.s
        waiting = [rival for rival in self.to_answer if rival not in s.answered and rival != s.owner]
        let_out = self._lets_out(s.table, waiting) if s.table else 0.0
        let_lead = LET_LEAD.get(self.odds.cards.get(s.owner, 0), 0.0)
        return -self.plan.cost(self.hand) - PASS - LET_OUT * let_out - let_lead

    def _lets_out(self, table: Combination, rivals: Sequence[Seat]) -> float:
        """How likely one of these seats is to get rid of its last cards on this table."""
        last = [rival for rival in rivals if self.odds.cards[rival] == len(table.cards)]
        return sum([min(1.0, self.odds.answers(table.type, table.length, table.key, [rival])) for rival in last])

    def _risk(self, kind: str, length: int, rank: int) -> float:
        """How many answers a combination of this hand is expected to meet."""
        return self.odds.answers(kind, length, self.top[rank], self.rivals)

    def _cost(self, kind: str, length: int, rank: int) -> float:
        cost = 1 - CONTROL * exp(-self._risk(kind, length, rank))
        if kind in BOMBS:
            return cost - BOMB
        return cost - SHED * rank / TWO if kind in ("single", "pair") else cost


def _counts(keys: Iterable[int]) -> Counts:
    """Cards by rank."""
    found = [0] * (TWO + 1)
    for key in keys:
        found[key // 4] += 1
    return tuple(found)
