"""The computer player of Tonk: always legal, the same for the same numbers, blind to what it may not see, and good."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cards import DECK52
from engine.contract import GO_ON, Faces, Move, Result, Seat, Turn
from engine.games.tonk.options import TonkOptions
from engine.games.tonk.player import choose
from engine.games.tonk.rules import RULES
from engine.games.tonk.state import TonkState
from engine.plain import PlainDealer
from tests.engine.tonk_table import Table, rest_of

LONG = 600
"""Steps in which a hand of computer players has to come to an end."""


def at_random(s: TonkState, seat: Seat, faces: Faces, rng: Random) -> Move:
    """Any legal move, but seldom the one that ends the hand."""
    legal = list(RULES.legal(s, seat, faces))
    if GO_ON in legal:
        return GO_ON
    return rng.choices(legal, [0.1 if move.kind == "drop" else 1.0 for move in legal])[0]


def play(options: TonkOptions, brains: list[Any], dealer_seat: Seat, rng: Random) -> tuple[TonkState, Result]:
    """One hand; each seat chooses by what it knows, and every choice is legal."""
    match = replace(RULES.first(options, len(brains)), dealer=dealer_seat)
    dealer = PlainDealer(RULES, rng.sample(DECK52, 52), rng, len(brains))
    s = dealer.serve(RULES.begin(match))
    for _ in range(LONG):
        if not isinstance(s.next, Turn):
            break
        moves = {}
        for seat in (*s.next.seats, *s.next.watchers):
            moves[seat] = brains[seat](s, seat, dealer.known[seat], rng)
            RULES.check(s, seat, moves[seat], dealer.faces)
        s = dealer.play(s, moves)
    assert isinstance(s.next, Result), "computer players bring every hand to an end"
    return s, s.next


def test_it_beats_random_play_clearly() -> None:
    rng, options = Random(5), TonkOptions.make()
    payoff = [play(options, [choose, at_random, at_random], hand % 3, rng)[1] for hand in range(150)]
    wins = sum(0 in result.winners for result in payoff)
    assert wins > 100, "of 150, where an equal share is 50"
    assert sum(result.payoff[0] for result in payoff) > 150


@pytest.mark.parametrize("preset", list(TonkOptions.presets))
def test_it_plays_every_preset_to_the_end(preset: str) -> None:
    options = TonkOptions.make(preset)
    rng = Random(preset)
    for n in RULES.seats(options):
        for hand in range(4):
            _, result = play(options, [choose] * n, hand % n, rng)
            assert result.fouls == ()


@pytest.mark.parametrize(
    "options",
    [
        {"stock_out": "end_of_turn", "start_upcard": False},
        {"hit_lockout_turns": 1000, "max_players": 4},
        {"must_spread": True, "spread_out": False, "hand_size": 9, "drop_when": "own_turn"},
        {"hit_discard": "optional", "hand_spreads_count": False, "hand_size": 7},
        {"natural_declare": "optional", "spades_stake": 3, "low13": True, "drop_when": "any_time"},
    ],
)
def test_it_plays_other_options_to_the_end(options: dict[str, Any]) -> None:
    rng = Random(8)
    made = TonkOptions.make(**options)
    for hand in range(8):
        play(made, [choose] * max(RULES.seats(made)), hand % 2, rng)


def test_it_chooses_the_same_for_the_same_numbers_and_knowledge() -> None:
    rng = Random(3)
    dealer = PlainDealer(RULES, rng.sample(DECK52, 52), rng, 3)
    s = dealer.serve(RULES.begin(replace(RULES.first(TonkOptions.make(natural_high="off"), 3), dealer=2)))
    for _ in range(12):
        if not isinstance(s.next, Turn):
            break
        (seat,) = s.next.seats
        choices = {choose(s, seat, dealer.known[seat], Random(9)) for _ in range(3)}
        assert len(choices) == 1
        s = dealer.play(s, {seat: choices.pop()})


@pytest.mark.parametrize("ours", ["2C 4D 9H JS 6C", "AD 2C 4D 7S 6C", "AD 2D 4D 7S 6D", "8D 9D 7S 7H 2C"])
def test_what_others_hold_does_not_sway_it(ours: str) -> None:
    """The same view over different deals behind it: the same choice."""
    choices = set()
    for others in (("3C 3D 3H 3S AC", "TC JC QC TD JD"), ("TH JH QH TS KH", "5C 5D 5H 5S 7C")):
        table = Table(ours, *others, stock="8C 8H 8S")
        choices |= {chosen(table, 0)}
    assert len(choices) == 1


def chosen(table: Table, seat: Seat) -> Move:
    seen = {slot: table.dealer.faces[slot] for slot in table.s.held[seat]}
    return choose(table.s, seat, {**table.s.open, **seen}, Random(1))


def named(table: Table, move: Move) -> str:
    return " ".join(sorted(table.dealer.faces[slot].name for slot in move.shows))


ZERO, ONE = "4C 5C QD QH 9S", "2C 8D JH 4S 6D"


def test_it_takes_a_discard_that_makes_a_spread_and_lays_it() -> None:
    table = Table(ZERO, ONE, upcard="6C", stock="KD 2D")
    assert chosen(table, 0) == Move("draw", value="discard")
    table.draw(0, "discard")
    move = chosen(table, 0)
    assert (move.kind, named(table, move)) == ("spread", "4C 5C 6C")


def test_it_does_not_take_a_discard_that_is_no_use() -> None:
    assert chosen(Table(ZERO, ONE, upcard="KC", stock="KD 2D"), 0) == Move("draw", value="stock")


def test_it_tonks_rather_than_going_out() -> None:
    table = Table("4C 5C 6C 7D 7H", ONE, stock="7C").draw(0)
    for _ in range(2):
        move = chosen(table, 0)
        assert move.kind == "spread"
        table.step({0: move})
    assert table.result.outcome == "tonk"


def test_it_hits_and_throws_what_is_dear() -> None:
    table = Table("4C 5C 6C AD 2H", "7C 2D KH 3S AS", stock="KD 9D").draw(0).do(0, "spread", "4C 5C 6C")
    table.do(0, "discard", "KD").draw(1)
    move = chosen(table, 1)
    assert (move.kind, named(table, move)) == ("hit", "7C")
    move = chosen(table.step({1: move}), 1)
    assert (move.kind, named(table, move)) == ("discard", "KH")


@pytest.mark.parametrize(
    ("ours", "turns", "kind"),
    [
        ("AC 2D 4H 6S 7C", 0, "drop"),
        ("AC 2D 4H 6S 7C", 4, "draw"),  # by then the others will be as low
        ("AC 2D AH 2S 3C", 0, "draw"),  # nobody gets below this soon: time to try for the tonk
        ("KH QS JD KD 9C", 0, "draw"),
    ],
)
def test_it_drops_when_that_brings_clearly_more_than_playing_on(ours: str, turns: int, kind: str) -> None:
    others = ("TH 8D JH 4S 6D", "3D 9H QC TC 8S")
    table = Table(ours, *others, stock=rest_of(ours, *others, "KC"))
    table.s = replace(table.s, turns=(turns,) * 3)
    assert chosen(table, 0).kind == kind


def test_it_drops_out_of_turn_when_that_pays() -> None:
    hands = ("KH QS JD TC 9H", "AC 2D 4H 6S 7C", "TH 8D JH 4S 6D")
    table = Table(*hands, stock=rest_of(*hands, "KC"), drop_when="any_time")
    assert chosen(table, 1) == Move("drop")
    assert chosen(table, 0) == GO_ON


def test_it_declines_when_the_discard_is_no_use() -> None:
    table = Table("KH QS JD TC 9H", ONE, upcard="8C", stock="", hit_lockout_turns=1)
    assert chosen(table, 0).kind == "draw", "an eight for a picture is of use"
    assert chosen(Table("KH QS JD TC JH", ONE.replace("JH", "7H"), upcard="TH", stock=""), 0).kind == "decline"


def test_it_declares_and_counters_and_joins() -> None:
    natural = Table("TC JC QC TD JD", ONE.replace("JH", "9H"), natural_high="49_50", natural_declare="optional")
    assert chosen(natural, 0).kind == "declare"
    bet = Table(ZERO, ONE, spades_stake=1)
    assert chosen(bet, 1) == Move("join")
    tonk = Table("5H 6H TC TD KD", "8H 9H 3C 3D QS", stock="TH 3S 7H", double_double=True, max_players=2)
    tonk.draw(0).do(0, "spread", "TC TD TH").do(0, "discard", "KD").draw(1).do(1, "spread", "3C 3D 3S")
    tonk.do(1, "discard", "QS").draw(0).do(0, "spread", "5H 6H 7H")
    move = chosen(tonk, 1)
    assert (move.kind, named(tonk, move)) == ("counter", "8H 9H")


def test_it_refuses_to_choose_for_a_seat_that_is_not_to_move() -> None:
    with pytest.raises(ValueError, match="seat 1 is not to move"):
        choose(Table(ZERO, ONE, stock="KD").s, 1, {}, Random(1))
