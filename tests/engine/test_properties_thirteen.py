"""Random play of Thirteen under random options, over whole tables of nodes (see properties.py)."""

from itertools import chain, pairwise
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cards import DECK52
from engine.contract import Faces, Move, Result, Seat
from engine.games.thirteen.combinations import BOMBS, beats, combination
from engine.games.thirteen.instant import fits
from engine.games.thirteen.options import INSTANT_WINS, BombOrder
from engine.games.thirteen.rules import RULES
from engine.games.thirteen.state import Ending, ThirteenState
from engine.plain import pending
from tests.engine.properties import Game, Nodes, check_result, options_of, play_match

BOMB_ORDERS: tuple[BombOrder, ...] = ("same_type", "longer_runs", "southern")
PACE = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def conserved(s: ThirteenState, faces: Faces) -> None:
    """Every dealt card is in its seat's hand or was played by it; the rest of the pack is never touched."""
    dealt = s.n * s.options.hand_size
    held = [faces[slot] for slot in chain(*s.held)]
    shown = [card for _, cards in s.played for card in cards]
    assert sorted(held + shown) == sorted(faces[slot] for slot in range(dealt))
    assert s.minted == 52
    for seat in range(s.n):
        own = sum(len(cards) for player, cards in s.played if player == seat)
        assert len(s.held[seat]) + own == s.options.hand_size
    assert all(not s.held[seat] for seat in s.order[:-1])
    if s.table is not None:
        assert s.played[-1] == (s.owner, s.table.cards)
        assert combination(s.table.cards, s.options.twos_high_in_sequences) == s.table
    assert s.owner not in s.answered
    assert s.options.pass_lock or not s.locked


def weaker_claim(s: ThirteenState, _seat: Seat, move: Move, faces: Faces) -> bool:
    """Of each kind only the strongest claim is listed; others end the hand just the same."""
    cards = [faces[slot] for slot in move.shows]
    return move.kind == "claim" and move.value in s.options.instant_wins and fits(str(move.value), cards)


THIRTEEN = Game(RULES, conserved, weaker_claim, values=INSTANT_WINS, weights={"claim": 0.2})


@settings(PACE, max_examples=100)
@given(options_of(RULES), st.integers(0, 2**32), st.integers(1, 7))
def test_random_hands_of_honest_seats(options: Any, seed: int, stake: int) -> None:
    for result in play_match(THIRTEEN, options, options.players, seed, hands=2, stake=stake):
        assert_sound(options, result)


def assert_sound(options: Any, result: Result) -> None:
    ending = result.detail
    assert isinstance(ending, Ending)
    assert result.fouls == ()
    assert result.winners == ending.order[:1]
    expected = {"first_out"} if options.hand_end == "first_out" else {"places"}
    assert result.outcome in expected | ({"instant_win"} if options.instant_wins else set())
    if result.outcome != "instant_win":
        for seat, how in enumerate(ending.how):
            assert (how, ending.cards_left[seat] == 0) in {("out", True), ("left", False)}
    assert sum(result.payoff) <= sum(options.place_points)
    if result.outcome == "places":
        assert sorted(ending.order) == list(range(options.players))
        assert ending.how[ending.order[-1]] == "left"
        earned = [result.payoff[seat] for seat in ending.order]
        assert all(better >= worse for better, worse in pairwise(earned))
    else:
        assert [seat for seat, won in enumerate(result.payoff) if won] in ([], list(result.winners))


class Stacked(Random):
    """Random numbers whose first shuffle of a pack deals whole ranks to the seats: bombs and instant wins abound."""

    def __init__(self, seed: int, n: int) -> None:
        super().__init__(seed)
        self.n = n
        self.stacked = False

    def shuffle(self, x: Any) -> None:
        if self.stacked or len(x) != 52:
            super().shuffle(x)
            return
        self.stacked = True
        ranks = list(range(13))
        super().shuffle(ranks)
        blocks = [card for rank in ranks for card in DECK52 if card.rank == rank]
        for _ in range(3):
            one, other = self.sample(range(52), 2)
            blocks[one], blocks[other] = blocks[other], blocks[one]
        size = 52 // self.n
        hands = [blocks[seat * size : (seat + 1) * size] for seat in range(self.n)]
        dealt = [card for cards in zip(*hands, strict=True) for card in cards]
        x[:] = dealt + blocks[len(dealt) :]


def test_random_hands_full_of_bombs() -> None:
    outcomes, bombs, late = set(), 0, 0
    for seed in range(90):
        n = 2 + seed % 3
        wins = INSTANT_WINS if seed % 4 == 0 else ()
        order = BOMB_ORDERS[seed // 3 % 3]
        options = RULES.Options.make(players=n, passed_may_bomb=True, bomb_order=order, instant_wins=wins)
        match = RULES.first(options, n)
        nodes = Nodes(THIRTEEN, match, Stacked(seed, n))
        while not isinstance(nodes.s.next, Result):
            before: Any = nodes.s
            nodes.serve() if pending(before) else nodes.act()
            played = [news for news in nodes.s.news if news[0] == "play"]
            for _, seat, kind, cards in played:
                over, new = before.table, combination(cards, twos_high=False)
                assert new is not None
                assert over is None or beats(new, over, order)
                bombs += over is not None and kind in BOMBS
                late += seat in before.locked
        outcomes.add(nodes.s.next.outcome)
        assert_sound(options, nodes.s.next)
        check_result(THIRTEEN, match, RULES.settle(match, nodes.s.next), nodes.s.next)
    assert outcomes == {"places", "instant_win"}
    assert bombs > 20
    assert late > 3
