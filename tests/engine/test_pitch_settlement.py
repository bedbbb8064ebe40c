"""Scores, the end of the match, and money (rules page Pitch §6)."""

from dataclasses import replace
from typing import Any

import pytest

from engine.cards import Card
from engine.contract import Match, Move, Result, Turn
from engine.games.pitch import settlement
from engine.games.pitch.options import Options
from engine.games.pitch.rules import RULES
from engine.games.pitch.state import MOON
from engine.plain import PlainDealer

# The worked example of §6.2: hearts, seat 0 bids, and the tricks are played as printed there.
HANDS = ("AH KH JH 3H", "TH JD QH", "2H 8H JR 9H 6H", "4H 5H JB 7H")
TRICKS = ("AH TH 2H 4H", "KH JD 8H 5H", "JH QH JR JB", "9H 7H 3H", "6H")
EXAMPLES: list[tuple[dict[str, Any], int, tuple[int, int], tuple[int, int], tuple[int, ...]]] = [
    ({}, 5, (20, 10), (27, 13), ()),
    ({"made_scores": "bid"}, 5, (20, 10), (25, 13), ()),
    ({"defenders_score": False}, 5, (20, 10), (27, 10), ()),
    ({}, 8, (5, 10), (-3, 13), ()),
    ({}, 5, (46, 51), (53, 54), (0, 2)),
    ({"both_reach": "higher"}, 5, (46, 51), (53, 54), (1, 3)),
    ({}, 8, (50, 50), (42, 53), (1, 3)),
    ({"must_bid_to_win": True}, 8, (50, 50), (42, 53), ()),
    ({"variant": 7}, 4, (0, 0), (4, 3), ()),
    ({"variant": 8}, 7, (0, 0), (7, 1), ()),
    ({"variant": 5}, 5, (0, 0), (-5, 1), ()),
]


def played_example(options: Options, bid: int, scores: tuple[int, int]) -> tuple[Match, Result]:
    """The hand of the example, from the deal to its result."""
    match = replace(RULES.first(options, 4), scores=scores)
    trumps = [[Card.parse(name) for name in hand.split()] for hand in HANDS]
    rest = [card for card in options.pack if card not in options.suits["H"].trumps]
    deck: dict[int, Card] = {}
    start = RULES.begin(match)
    for slots, cards in zip(start.held, trumps, strict=True):
        deck.update(zip(slots, cards + [rest.pop() for _ in range(9 - len(cards))], strict=True))
    deck.update(zip(start.stock, rest, strict=True))
    dealer = PlainDealer(RULES, [deck[slot] for slot in range(54)])
    s = dealer.serve(start)
    tricks = iter(" ".join(TRICKS).split())
    while isinstance(s.next, Turn):
        (seat,) = s.next.seats
        moves = list(RULES.legal(s, seat, dealer.faces))
        wanted = {"bid": Move("bid", value=bid) if seat == 0 else Move("pass"), "trump": Move("trump", value="H")}
        move = wanted.get(s.phase, moves[0])
        if move.kind == "play":
            card = Card.parse(next(tricks))
            move = next(move for move in moves if dealer.faces[move.shows[0]] == card)
        assert move in moves
        s = dealer.play(s, {seat: move})
    assert isinstance(s.next, Result)
    assert next(tricks, None) is None
    return match, s.next


@pytest.mark.parametrize(("changes", "bid", "before", "after", "winners"), EXAMPLES)
def test_worked_examples(
    changes: dict[str, Any], bid: int, before: tuple[int, int], after: tuple[int, int], winners: tuple[int, ...]
) -> None:
    match, result = played_example(Options.make(**changes), bid, before)
    settled = RULES.settle(match, result)
    assert settled.scores == after
    assert settled.winners == winners
    assert settled.over == bool(winners)
    assert (settled.dealer, settled.hands) == (0, 1)


def test_the_result_explains_itself() -> None:
    _, result = played_example(Options.make(), 8, (0, 0))
    assert result.outcome == "set"
    assert result.winners == (1, 3)
    assert result.payoff == (3, 3, 4, 0)
    assert result.detail == settlement.Score(
        bidder=0,
        bid=8,
        trump="H",
        called=None,
        side=(0, 2),
        points=(7, 3),
        taken=(3, 3, 4, 0),
        why="The bidding side bid 8 and took 7: that is too few.",
    )


# -- any hand, from the points up -------------------------------------------------------------------------------------


def scored(
    options: Options,
    bid: int,
    taken: tuple[int, ...],
    scores: tuple[int, ...],
    bidder: int = 0,
    partner: int | None = None,
    stake: int = 1,
) -> tuple[Match, Match, Result]:
    """The match before and after a hand in which the seats took these points."""
    match = replace(RULES.first(options, options.players, stake), scores=scores)
    draft = RULES.begin(match).edit()
    draft.bid, draft.bidder, draft.trump, draft.partner, draft.taken = bid, bidder, "H", partner, taken
    settlement.finish(draft)
    assert isinstance(draft.next, Result)
    return match, RULES.settle(match, draft.next), draft.next


@pytest.mark.parametrize(
    ("changes", "taken", "before", "after", "winners"),
    [
        ({}, (10, 0, 0, 0), (3, 30), (52, 30), (0, 2)),
        ({}, (4, 0, 6, 0), (-9, 30), (0, 30), ()),
        ({}, (10, 0, 0, 0), (0, 0), (52, 0), (0, 2)),
        ({"moon_at_zero": "zero"}, (10, 0, 0, 0), (0, 0), (0, 0), ()),
        ({"must_bid_to_win": True}, (10, 0, 0, 0), (55, 60), (55, 60), (0, 2)),
        ({"moon_success": "win_match"}, (10, 0, 0, 0), (-9, 30), (-9, 30), (0, 2)),
        ({}, (9, 1, 0, 0), (40, 2), (40, 2), (1, 3)),
        ({"moon_fail": "set"}, (9, 1, 0, 0), (40, 2), (30, 3), ()),
        ({"moon_fail": "set", "defenders_score": False}, (9, 1, 0, 0), (40, 2), (30, 2), ()),
        ({"moon_fail": "set"}, (9, 0, 0, 0), (40, 2), (30, 2), ()),  # a burned point spoils it
    ],
)
def test_moon(
    changes: dict[str, Any],
    taken: tuple[int, ...],
    before: tuple[int, ...],
    after: tuple[int, ...],
    winners: tuple[int, ...],
) -> None:
    _, settled, result = scored(Options.make(**changes), MOON, taken, before)
    assert result.outcome == ("moon_made" if sum(taken[0::2]) == 10 else "moon_lost")
    assert result.detail.bid == "moon"
    assert (settled.scores, settled.winners) == (after, winners)


FIVE = {"players": 5}


@pytest.mark.parametrize(
    ("bid", "taken", "partner", "gain"),
    [
        (5, (7, 0, 1, 2, 0), 2, (8, 2, 8, 2, 2)),
        (9, (7, 0, 1, 2, 0), 2, (-9, 2, -9, 2, 2)),
        (4, (7, 1, 1, 1, 0), None, (7, 3, 3, 3, 3)),
    ],
)
def test_five_players(bid: int, taken: tuple[int, ...], partner: int | None, gain: tuple[int, ...]) -> None:
    _, settled, result = scored(Options.make(**FIVE), bid, taken, (10, 11, 12, 13, 14), partner=partner)
    assert settled.scores == tuple(10 + i + gain[i] for i in range(5))
    assert result.detail.side == ((0,) if partner is None else (0, partner))
    assert result.winners == tuple(i for i in range(5) if (i in result.detail.side) == (bid != 9))


@pytest.mark.parametrize(
    ("changes", "before", "winners"),
    [
        ({}, (45, 0, 50, 0, 0), (0,)),  # bidder 53, partner 58: the bidder has the first claim
        ({"both_reach": "higher"}, (45, 0, 50, 0, 0), (2,)),
        ({"both_reach": "higher"}, (45, 0, 45, 0, 0), (0,)),  # shared: the bidder
        ({}, (0, 50, 0, 50, 50), (1, 3, 4)),  # shared without the bidder: all of them
        ({}, (0, 50, 0, 51, 50), (3,)),
        ({"must_bid_to_win": True}, (0, 50, 0, 51, 50), ()),
        ({"must_bid_to_win": True}, (0, 50, 44, 51, 50), (2,)),
    ],
)
def test_five_players_at_the_target(changes: dict[str, Any], before: tuple[int, ...], winners: tuple[int, ...]) -> None:
    _, settled, _ = scored(Options.make(**FIVE, **changes), 5, (7, 0, 1, 2, 0), before, partner=2)
    assert settled.winners == winners


def test_five_players_moon() -> None:
    _, settled, _ = scored(Options.make(**FIVE), MOON, (9, 0, 1, 0, 0), (-4, 1, 7, 1, 1), partner=2)
    assert settled.scores == (0, 1, 52, 1, 1)
    assert settled.winners == (2,)
    _, lost, _ = scored(Options.make(**FIVE), MOON, (9, 1, 0, 0, 0), (40, 1, 7, 1, 1), partner=2)
    assert (lost.scores, lost.winners) == ((40, 1, 7, 1, 1), (1, 3, 4))


@pytest.mark.parametrize("outcome", ["redeal", "abandoned"])
def test_a_void_hand_only_moves_the_deal(outcome: str) -> None:
    match = replace(RULES.first(Options.make(), 4), scores=(7, 9), dealer=2)
    result = Result(outcome, (), (0, 0, 0, 0))
    settled = RULES.settle(match, result)
    assert settled == replace(match, dealer=3)
    assert RULES.payments(match, settled, result) == (0, 0, 0, 0)


# -- money ------------------------------------------------------------------------------------------------------------


def test_no_money_moves_before_the_match_is_won() -> None:
    before, after, result = scored(Options.make(), 5, (7, 3, 0, 0), (0, 0), stake=10)
    assert RULES.payments(before, after, result) == (0, 0, 0, 0)
    assert RULES.worst_payment(before) == 10


def test_losing_seats_pay_the_stake() -> None:
    before, after, result = scored(Options.make(), 5, (7, 3, 0, 0), (50, 0), stake=10)
    assert RULES.payments(before, after, result) == (10, -10, 10, -10)


@pytest.mark.parametrize(
    ("scores", "bidder", "payments"),
    [
        ((50, 0, 0, 0, 0), 0, (28, -7, -7, -7, -7)),  # one winner
        ((0, 50, 0, 50, 0), 0, (-7, 11, -7, 10, -7)),  # 21 for two: the odd unit to the first left of the bidder
        ((0, 50, 0, 50, 0), 2, (-7, 10, -7, 11, -7)),
        ((0, 50, 0, 50, 50), 0, (-7, 5, -7, 5, 4)),  # 14 for three
        ((0, 50, 50, 50, 50), 0, (-7, 2, 2, 2, 1)),  # 7 for four
    ],
)
def test_five_seats_split_in_whole_units(scores: tuple[int, ...], bidder: int, payments: tuple[int, ...]) -> None:
    taken = tuple(8 if i == bidder else 2 if i == (bidder + 1) % 5 else 0 for i in range(5))
    before, after, result = scored(Options.make(**FIVE), 5, taken, scores, bidder=bidder, stake=7)
    assert RULES.payments(before, after, result) == payments
    assert sum(payments) == 0
    assert min(payments) >= -RULES.worst_payment(before)


def test_a_shared_win_of_all_five_costs_nobody() -> None:
    before, after, result = scored(
        Options.make(**FIVE, moon_fail="set", variant=5, target=1), 5, (0, 5, 0, 0, 0), (1, 1, 1, 1, 1), stake=7
    )
    assert after.winners == (1, 2, 3, 4)
    assert RULES.payments(before, after, result) == (-7, 2, 2, 2, 1)
    everybody = replace(after, winners=(0, 1, 2, 3, 4))
    assert RULES.payments(before, everybody, result) == (0, 0, 0, 0, 0)
