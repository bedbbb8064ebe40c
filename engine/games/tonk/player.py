"""A computer player of Tonk: plays by what its seat sees, the same way for the same random numbers.

It lays and hits whatever leaves the better hand, keeps low cards and the beginnings of spreads, throws what helps the
next seat least. It ends the hand when that clearly brings more than playing on, over deals of the unseen cards.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from engine.cards import DECK52, Card
from engine.contract import GO_ON, Faces, Move, Result, Seat, Turn
from engine.games.tonk.imagining import World, expected, near
from engine.games.tonk.rules import RULES
from engine.games.tonk.spreads import POINTS, Spread, extend, fitting, hand_count, must_lay, spreads_in
from engine.games.tonk.state import TonkState

WORLDS = 60
"""Imagined deals for a decision to end the hand."""
DRAWS = 20
"""Cards from the stock that are imagined before a draw."""
PATIENCE = {"own_turn_start": 0.25, "own_turn": 0.25, "any_time": 0.4}
"""By `drop_when`: stakes from each other seat by which ending the hand must beat playing on.

A drop that pays hardly more than the next turn may as well wait, so that the others get to play: with two or three
seats this costs nothing that duels show, with four perhaps a tenth of a stake a hand.
"""
HOPE = 0.35
"""Points that a begun spread saves, as part of its own, for each unseen card that completes it."""
DANGER = 2.0
"""Points that a discard costs which goes with a card that the next seat is known to hold."""
THROWN_HIGH = 0.9
"""How many high cards more than it holds a seat has seen and thrown, for each of its turns."""


class Plan(NamedTuple):
    """What to do with a hand in one turn; the best plan has the least `cost`."""

    cost: float
    spreads: tuple[tuple[Card, ...], ...]
    hits: tuple[tuple[int, Card], ...]
    throw: Card | None
    points: int
    """The count that remains at the end of the turn."""


EMPTIED = -1000.0


def choose(s: TonkState, seat: Seat, faces: Faces, rng: Random) -> Move:
    """A legal move for this seat; `faces` holds its own cards and all open ones. Raises ValueError if it has none."""
    legal = list(RULES.legal(s, seat, faces))
    if not legal:
        raise ValueError(f"seat {seat} is not to move")
    if len(legal) == 1:
        return legal[0]
    mind = _Mind(s, seat, faces, rng, legal)
    if isinstance(s.next, Turn) and seat not in s.next.seats:
        return mind.interrupt()
    return DECISIONS.get(s.phase, _Mind.first)(mind)


class _Mind:
    """One decision: what is known, and what follows from it."""

    def __init__(self, s: TonkState, seat: Seat, faces: Faces, rng: Random, legal: Sequence[Move]) -> None:
        self.s, self.seat, self.faces, self.rng, self.legal = s, seat, faces, rng, legal
        self.options = s.options
        self.hand = tuple([faces[slot] for slot in s.held[seat]])
        seen = {faces[slot] for slot in s.held[seat]} | set(s.open.values()) | set(faces.values())
        self.unseen = [card for card in DECK52 if card not in seen]
        self.known_next = [s.open[slot] for slot in s.held[(seat + 1) % s.n] if slot in s.open]

    def first(self) -> Move:
        """Joining the side bet, declaring, countering and showing a spade come first and are always right."""
        return self.legal[0]

    def interrupt(self) -> Move:
        """Drop out of turn where it pays."""
        return self._best_ending() or GO_ON

    def start(self) -> Move:
        """Declare a 49, end the hand, or draw."""
        if declare := self._listed("declare"):
            return declare
        stock, pile = self._draw("stock"), self._draw("discard")
        takes = pile is not None and self._pile_is_better(stock is not None)
        draw = pile if takes else stock
        return self._best_ending(may_go_on=draw is not None) or draw or self.legal[0]

    def play(self) -> Move:
        """The next step of the best plan for the rest of the turn."""
        plan = self._plan(self.hand, self.s.spreads)
        at = {self.faces[slot]: slot for slot in self.s.held[self.seat]}
        wanted: list[Move] = []
        for cards in plan.spreads:
            wanted.append(Move("spread", tuple(sorted([at[card] for card in cards]))))
        for number, card in plan.hits:
            wanted.append(Move("hit", (at[card],), value=number))
        drop = None if wanted else self._best_ending()
        if drop:
            return drop
        if plan.throw is not None:
            wanted += [Move("extra_discard", (at[plan.throw],)), Move("discard", (at[plan.throw],))]
        return next((move for move in wanted if move in self.legal), self.legal[-1])

    # -- drawing -------------------------------------------------------------------------------------------

    def _pile_is_better(self, stock: bool) -> bool:
        """Whether the discard leaves fewer points than now, and a better hand than the stock would on average.

        That every card taken from the pile lowers the count makes each hand come to an end.
        """
        top = self.s.top()
        if top is None:
            return False
        taken = self._plan((*self.hand, self.s.open[top]), self.s.spreads)
        if taken.points >= hand_count(self.hand, self.options):
            return False
        if not stock or not self.unseen:
            return True
        tried = self.rng.sample(self.unseen, min(DRAWS, len(self.unseen)))
        drawn = [self._plan((*self.hand, card), self.s.spreads).cost for card in tried]
        return taken.cost < sum(drawn) / len(drawn)

    # -- planning a turn -----------------------------------------------------------------------------------

    def _plan(self, hand: tuple[Card, ...], table: tuple[Spread, ...]) -> Plan:
        return min([self._finished(hand, table, spreads) for spreads in self._collections(hand)], key=_cost)

    def _collections(self, hand: tuple[Card, ...], above: int = -1) -> Iterator[tuple[tuple[Card, ...], ...]]:
        """All ways to lay disjoint spreads from the hand, none included, in one order each."""
        yield ()
        for spread in spreads_in(hand, self.options):
            if spread[0] > above and (self.options.spread_out or len(spread) < len(hand)):
                rest = tuple([card for card in hand if card not in spread])
                for more in self._collections(rest, spread[0]):
                    yield (spread, *more)

    def _finished(
        self, hand: tuple[Card, ...], table: tuple[Spread, ...], spreads: tuple[tuple[Card, ...], ...]
    ) -> Plan:
        """The turn with these spreads laid, then every hit made, then the best card thrown."""
        laid = [card for spread in spreads for card in spread]
        left = [card for card in hand if card not in laid]
        if self.options.must_spread and must_lay(left, self.options):
            return Plan(-EMPTIED, spreads, (), left[0], hand_count(left, self.options))
        mine = [
            Spread(self.s.laid + i, self.seat, "book" if spread[0].rank == spread[1].rank else "run", spread)
            for i, spread in enumerate(spreads)
        ]
        after = [*table, *mine]
        hits = self._hits(left, after)
        if not left:
            return Plan(2 * EMPTIED, spreads, hits, None, 0)
        if len(left) == 1:
            return Plan(EMPTIED, spreads, hits, left[0], 0)
        throws = [(self._cost_of(left, card), card) for card in left]
        cost, throw = min(throws)
        kept = [card for card in left if card != throw]
        return Plan(cost, spreads, hits, throw, hand_count(kept, self.options))

    def _hits(self, left: list[Card], table: list[Spread]) -> tuple[tuple[int, Card], ...]:
        """Hit with whatever fits, others' spreads first; takes the cards from `left` and extends `table`."""
        hits: list[tuple[int, Card]] = []
        table.sort(key=lambda spread: spread.owner == self.seat)
        again = True
        while again:
            again = False
            for i, spread in enumerate(table):
                for card in fitting(spread, self.options):
                    longer = extend(table[i], (card,), self.options) if card in left else None
                    if longer:
                        table[i], again = longer, True
                        left.remove(card)
                        hits.append((spread.number, card))
        return tuple(hits)

    def _cost_of(self, left: list[Card], throw: Card) -> float:
        """What is left after this discard costs: its points, less what it may become, and what it gives away."""
        kept = [card for card in left if card != throw]
        cost = float(hand_count(kept, self.options))
        for i, one in enumerate(kept):
            for other in kept[i + 1 :]:
                if near(one, other):
                    cost -= HOPE * self._outs(one, other) * (POINTS[one] + POINTS[other]) / 10
        return cost + DANGER * any(near(throw, card) for card in self.known_next)

    def _outs(self, one: Card, other: Card) -> int:
        """How many unseen cards make a spread of these two, which are near each other."""
        if one.rank == other.rank:
            return sum([card.rank == one.rank for card in self.unseen])
        return sum([card.suit == one.suit and abs(card - one) + abs(card - other) <= 3 for card in self.unseen])

    # -- ending the hand -----------------------------------------------------------------------------------

    def _best_ending(self, *, may_go_on: bool = True) -> Move | None:
        """The way to end the hand now that brings most over imagined deals, if playing on brings less."""
        endings = [move for move in self.legal if move.kind in ("drop", "decline")]
        if not endings or (may_go_on and self._is_hopeless()):
            return None
        s = RULES.imagined(self.s)
        won = [0] * len(endings)
        played_on = 0
        for _ in range(WORLDS):
            world = self._world()
            for i, ending in enumerate(endings):
                won[i] += self._payoff(s, ending, world)
            if may_go_on:
                played_on += s.stake * self._imagined(world).play_on()[self.seat]
        best = max(won)
        needed = played_on + PATIENCE[s.options.drop_when] * WORLDS * s.stake * (s.n - 1)
        return endings[won.index(best)] if best > needed or not may_go_on else None

    def _is_hopeless(self) -> bool:
        """Whether another seat has fewer points even on average: nobody ends a hand then that can go on."""
        s, mine = self.s, hand_count(self.hand, self.options)
        return any(
            mine > expected(len(held), s.turns[seat]) for seat, held in enumerate(s.held) if seat != self.seat and held
        )

    def _payoff(self, s: TonkState, ending: Move, world: Faces) -> int:
        after = RULES.apply(s, {self.seat: ending}, world)
        while isinstance(after.next, tuple) and not isinstance(after.next, Result | Turn):
            after = RULES.resume(after, world)
        return after.next.payoff[self.seat] if isinstance(after.next, Result) else 0

    def _world(self) -> dict[int, Card]:
        """The others' cards and the stock as they may be: others have drawn for some turns and thrown what was high."""
        s = self.s
        cards = list(self.unseen)
        self.rng.shuffle(cards)
        world = dict(self.faces)
        world.update(s.open)
        for seat, held in enumerate(s.held):
            closed = [slot for slot in held if slot not in world] if seat != self.seat else []
            seen = min(len(cards), len(closed) + round(THROWN_HIGH * s.turns[seat]))
            drawn = sorted(cards[:seen], key=POINTS.__getitem__)
            cards = cards[seen:] + drawn[len(closed) :]
            world.update(zip(closed, drawn, strict=False))
        self.rng.shuffle(cards)
        world.update(zip(s.stock, cards, strict=False))
        return world

    def _imagined(self, world: Faces) -> World:
        """This moment of the hand with these faces."""
        s, top = self.s, self.s.top()
        return World(
            s.options,
            [[world[slot] for slot in held] for held in s.held],
            [world[slot] for slot in reversed(s.stock) if slot in world],
            None if top is None else s.open[top],
            list(s.spreads),
            list(s.turns),
            list(s.lockout),
            (s.dealer + 1) % s.n if s.phase == "moment" else s.seat,
            drawn=s.phase == "play",
        )

    # -- the list of legal moves ---------------------------------------------------------------------------

    def _listed(self, kind: str) -> Move | None:
        return next((move for move in self.legal if move.kind == kind), None)

    def _draw(self, source: str) -> Move | None:
        draw = Move("draw", value=source)
        return draw if draw in self.legal else None


def _cost(plan: Plan) -> float:
    return plan.cost


DECISIONS: Mapping[str, Callable[[_Mind], Move]] = {"start": _Mind.start, "play": _Mind.play}
