"""Random play of Pitch under random options over tables of nodes (see properties.py), and the size of its tree."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.contract import Faces, Move, Result, Turn
from engine.games.pitch.options import Options
from engine.games.pitch.rules import RULES
from engine.games.pitch.state import HAND, PitchState
from engine.plain import PlainDealer
from tests.engine.properties import Game, Nodes, check_result, options_of

OUTCOMES = {"made", "set", "moon_made", "moon_lost"}


def sound(s: PitchState, faces: Faces) -> None:
    """Every card is in one place; points booked are those of the tricks; hands are as large as they may be."""
    played = [card for trick in (*(trick.plays for trick in s.tricks), s.trick) for _, card in trick]
    aside = {*s.dead, *(slot for slot, _ in s.thrown)}
    slots = [slot for place in (*s.held, *s.discarded) for slot in place] + [*s.stock, *s.burned, *aside]
    assert sorted([*(faces[slot] for slot in slots), *played]) == sorted(s.options.pack)
    if s.trump:
        points = s.trumps.points
        assert sum(s.taken) == sum(points[card] for trick in s.tricks for _, card in trick.plays)
        assert s.trumps.trumps.issuperset([*played, *(faces[slot] for slot in (*s.burned, *aside))])
        assert s.trumps.others.issuperset(faces[slot] for place in s.discarded for slot in place)
    if s.phase == "play":
        assert max(map(len, s.held)) <= HAND
        assert not s.stock
    for trick in s.tricks:
        best = max(s.trumps.place[card] for _, card in trick.plays)
        assert trick.winner == next(seat for seat, card in trick.plays if s.trumps.place[card] == best)


def scored(s: PitchState, faces: Faces, result: Result) -> None:
    """Every point of the pack is somebody's, burned, or dead where thrown trumps are."""
    lost = [*s.burned, *(s.dead if s.options.thrown_trump == "dead" else ())]
    points = s.trumps.points
    assert sum(result.payoff) == s.options.variant - sum(points[faces[slot]] for slot in lost)
    score = result.detail
    assert score.taken == result.payoff
    assert score.points == (sum(result.payoff[i] for i in score.side), sum(result.payoff) - score.points[0])
    assert result.outcome in OUTCOMES
    assert (set(result.winners) == set(score.side)) == (result.outcome in ("made", "moon_made"))
    if s.called is not None and s.options.called_card != "when_played":
        assert s.called in s.open.values()


PITCH = Game(RULES, sound, values=("H", "CD", "AH", "XX", 4, 99), weights={"pass": 2.0, "moon": 0.3})


class Thrifty(Nodes):
    """Nodes that seldom throw trumps away, so that hands go far."""

    def choose(self, _seat: int, listed: list[Any], watching: bool) -> Any:
        if self.s.phase == "discard" and self.rng.random() < 0.9:
            return listed[0]
        return super().choose(_seat, listed, watching)


@pytest.mark.parametrize("table", [Nodes, Thrifty])
@pytest.mark.parametrize("players", [4, 5])
@settings(max_examples=35, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), seed=st.integers(0, 2**32), stake=st.integers(1, 7))
def test_random_hands_of_honest_seats(
    players: int, table: type[Nodes], data: st.DataObject, seed: int, stake: int
) -> None:
    options = data.draw(options_of(RULES, players=players))
    rng = Random(seed)
    match = RULES.first(options, players, stake)
    for _ in range(2):
        nodes = table(PITCH, match, rng)
        result = nodes.play()
        s = nodes.s
        assert isinstance(s, PitchState)
        after = RULES.settle(match, result)
        check_result(PITCH, match, after, result)
        assert after.dealer == (s.dealer + 1) % players
        if result.outcome == "redeal":
            assert after.scores == match.scores
            assert options.all_pass == "redeal"
        else:
            scored(s, nodes.faces, result)
        match = RULES.first(options, players, stake) if after.over else after


# -- the size of the tree ---------------------------------------------------------------------------------------------


def dealt(options: Options, seed: int) -> tuple[PitchState, PlainDealer[PitchState]]:
    deck = list(options.pack)
    Random(seed).shuffle(deck)
    dealer = PlainDealer(RULES, deck)
    return dealer.serve(RULES.begin(RULES.first(options, options.players))), dealer


def perft(s: PitchState, dealer: PlainDealer[PitchState], depth: int) -> int:
    """How many sequences of so many moves there are; hands that end earlier count as one."""
    if depth == 0 or not isinstance(s.next, Turn):
        return 1
    (seat,) = s.next.seats
    return sum(perft(dealer.play(s, {seat: move}), dealer, depth - 1) for move in RULES.legal(s, seat, dealer.faces))


def auctions(standing: int, seats: int, options: Options) -> int:
    """The ways in which so many seats may speak, the dealer last: counted without the engine, the moon as a number."""
    if seats == 0:
        return 1
    forced = seats == 1 and not standing and options.all_pass == "dealer_forced"
    lowest = max(options.min_bid, standing + (0 if options.dealer_may_match and seats == 1 and standing else 1))
    highest = options.variant + options.moon
    if standing > options.variant:
        lowest = highest + 1
    raised = sum(auctions(bid, seats - 1, options) for bid in range(lowest, highest + 1))
    return raised + (0 if forced else auctions(standing, seats - 1, options))


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"players": 5},
        {"variant": 16},
        {"all_pass": "redeal"},
        {"moon": False, "min_bid": 1},
        {"dealer_may_match": True, "variant": 5},
    ],
)
def test_every_auction_is_found(changes: dict[str, Any]) -> None:
    options = Options.make(**changes)
    s, dealer = dealt(options, 1)
    assert perft(s, dealer, options.players) == auctions(0, options.players, options)


PINNED = [
    ({}, "discard", 14, 3, 2048),
    ({"players": 5}, "call", 13, 2, 400),
    ({}, "refill", 12, 4, 252),
    ({"burn_choice": "non_points_first"}, "burn", 16, 3, 24),
    ({"burn_show": "hidden"}, "burn", 16, 3, 84),
    ({}, "play", 9, 9, 38880),
    ({"players": 5}, "play", 8, 9, 4800),
]


@pytest.mark.parametrize(("changes", "phase", "seed", "depth", "count"), PINNED)
def test_the_tree_keeps_its_size(changes: dict[str, Any], phase: str, seed: int, depth: int, count: int) -> None:
    s, dealer = dealt(Options.make(**changes), seed)
    while s.phase != phase:
        assert isinstance(s.next, Turn)
        moves = RULES.legal(s, s.next.seats[0], dealer.faces)
        first = next(moves)
        throws = phase == "refill" and s.phase == "discard"
        s = dealer.play(s, {s.next.seats[0]: next(moves, first) if throws else first})
    assert perft(s, dealer, depth) == count


# -- filling up -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "kept", "short"),
    [
        ({}, 6, False),
        ({}, 5, True),
        ({"variant": 8, "jokers_in_deck": False}, 8, False),
        ({"variant": 8, "jokers_in_deck": False}, 7, True),
    ],
)
def test_the_stock_is_short_only_if_few_trumps_are_kept(changes: dict[str, Any], kept: int, short: bool) -> None:
    """§11: six with 54 cards, eight with 52, are just enough."""
    options = Options.make(**changes)
    trumps = [card for card in options.pack if card in options.suits["S"].trumps]
    others = [card for card in options.pack if card not in options.suits["S"].trumps]
    hands = trumps[:kept] + others[: 36 - kept]
    Random(kept).shuffle(hands)
    dealer = PlainDealer(RULES, hands + others[36 - kept :] + trumps[kept:])
    s = dealer.serve(RULES.begin(RULES.first(options, 4)))
    while s.phase in ("bid", "trump", "discard", "refill"):
        assert isinstance(s.next, Turn)
        move = {"trump": Move("trump", value="S")}.get(s.phase) or next(RULES.legal(s, s.next.seats[0], dealer.faces))
        s = dealer.play(s, {s.next.seats[0]: move})
    assert sum(s.kept) == kept
    assert [len(hand) for hand in s.held] == [6, 6, 6, 5 if short else 6]
    assert not s.stock
