"""The audit: what cheats do with cards that nobody sees, and what it finds (rules page Tonk §6.7, §7.3)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.contract import GO_ON, IllegalMove, Move, Open, Result, Seat, Turn
from engine.games.tonk.rules import RULES
from engine.games.tonk.settlement import Detail, Payment, audit_due
from engine.games.tonk.state import TonkState
from tests.engine.properties import Game, Nodes, options_of
from tests.engine.tonk_table import Table, cards_of

HOLDER, MIDDLE, LOWEST = "4C 5C 6C QD 9H", "AC 2D 3H 3S 4H", "2C 8D JH 4S 6D"
FIFTY = "TC JC QC TD JD"


def peers(*hands: str, **options: Any) -> Table:
    """A table whose steps are judged by what peers see."""
    return Table(*hands, peers=True, **options)


# -- the worked example of §6.9 -----------------------------------------------------------------------------------


def test_a_spread_held_back_is_found_and_costs_two_stakes_for_each() -> None:
    result = peers(HOLDER, MIDDLE, LOWEST, stock="2S KD", must_spread=True).turn(0, "QD").do(1, "drop").result
    assert (result.outcome, result.winners, result.fouls) == ("drop", (1,), (0,))
    assert result.payoff == (-4, 3, 1)
    assert result.detail.payments == (
        Payment(0, 1, 1, "drop"),
        Payment(2, 1, 1, "drop"),
        Payment(0, 1, 1, "foul"),
        Payment(0, 2, 2, "foul"),
    )


def test_an_offender_wins_nothing() -> None:
    hands = (HOLDER, "2C 8D JH 7S 6D", "AC TD 9S 7H 3H")
    table = peers(*hands, stock="2S KD JD 5D 8S TS", must_spread=True).turn(0, "QD").turn(1, "KD").turn(2, "JD")
    table.draw(0).do(0, "spread", "4C 5C 6C").do(0, "discard", "9H").turn(1, "8S").turn(2, "TS")
    result = table.do(0, "drop").result
    assert (result.outcome, result.winners, result.fouls) == ("drop", (), (0,))
    assert result.payoff == (-4, 2, 2)


def test_a_tonk_by_an_offender_is_paid_to_the_others() -> None:
    table = peers("4C 5C 6C QD QH", "2C 8D JH 7S 6D", "AC TD 9S 7H 3H", stock="KD 8S 9D QS", must_spread=True)
    table.turn(0, "KD").turn(1, "JH").turn(2, "TD").draw(0).do(0, "spread", "4C 5C 6C")
    result = table.do(0, "spread", "QD QH QS").result
    assert (result.outcome, result.winners, result.fouls) == ("tonk", (), (0,))
    assert result.payoff == (-4, 2, 2)
    assert all(payment.reason == "foul" for payment in result.detail.payments)


def test_offenders_pay_each_other_nothing() -> None:
    hands = ("4C 5C 6C QD 9H", "7S 8S 9S KD 2H", "AC 2D 3H 3S 4H")
    table = peers(*hands, stock="2S JD 5D", must_spread=True, foul_mult=3).turn(0, "QD").turn(1, "KD")
    result = table.do(2, "drop").result
    assert result.fouls == (0, 1)
    assert result.payoff == (-3, -3, 6)


def test_a_larger_debt_is_not_lowered_by_a_foul() -> None:
    hands = (HOLDER, "2C 8D JH 7S 6D", "AC 2D 3H 3S 4H")
    table = peers(*hands, stock="KD 8S 9D JD", must_spread=True, foul_mult=1, caught_adds_stake=True)
    table.turn(0, "KD").turn(1, "JH").turn(2, "9D")
    result = table.do(0, "drop").result
    assert (result.outcome, result.fouls) == ("caught", (0,))
    assert -result.payoff[0] > 2 * 1


# -- naturals -----------------------------------------------------------------------------------------------------


def test_a_natural_kept_is_found() -> None:
    table = peers(FIFTY, LOWEST, MIDDLE, stock="9D QS", natural_high="49_50").all("pass")
    assert table.s.phase == "start"
    result = table.turn(0, "9D").turn(1, "JH").do(2, "drop").result
    assert result.fouls == (0,)
    assert result.payoff == (-4, 1, 3)


def test_a_natural_declared_is_no_foul_and_others_are_audited_too() -> None:
    table = peers(FIFTY, "TH JH QH TS JS", LOWEST.replace("JH", "9D"), natural_high="49_50")
    moves = {0: table.move(0, "declare", FIFTY), 1: Move("pass"), 2: Move("pass")}
    result = table.step(moves).result
    assert (result.outcome, result.winners, result.fouls) == ("natural", (0,), (1,))
    assert result.payoff == (4, -4, 0)


def test_a_forty_nine_that_may_wait_is_never_a_foul() -> None:
    hand = "TC JC QC TD 9D"
    table = peers(hand, LOWEST, stock="KD", natural_high="50_auto_49_turn").all("pass")
    assert table.do(0, "drop").result.fouls == ()


def test_the_dealt_hand_is_judged_not_the_last_one() -> None:
    table = peers(FIFTY, LOWEST, stock="AD 9D 2D KD", natural_high="49_50").all("pass")
    result = table.turn(0, "TC").turn(1, "JH").turn(0, "JC").do(1, "drop").result
    assert result.fouls == (0,)


# -- what is opened -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "due"),
    [
        ({}, True),
        ({"natural_high": "off"}, False),
        ({"natural_declare": "optional"}, False),
        ({"natural_declare": "optional", "must_spread": True}, True),
        ({"hand_size": 7}, False),
        ({"natural_high": "off", "low13": True}, True),
        ({"audit": "always", "natural_high": "off"}, True),
        ({"audit": "off"}, False),
        ({"audit": "off", "must_spread": True}, False),
    ],
)
def test_when_an_audit_is_due(options: dict[str, Any], due: bool) -> None:
    made = RULES.Options.make(**options)
    assert audit_due(made, made.size_for(3)) is due


def test_an_audit_opens_what_was_dealt_and_drawn_in_place_of_the_showdown() -> None:
    table = peers(HOLDER, MIDDLE, stock="2S KD 9D", must_spread=True).draw(0).do(0, "spread", "4C 5C 6C")
    table.do(0, "discard", "QD").turn(1, "KD", "stock")
    s = RULES.apply(table.s, {0: Move("drop")}, {})
    (ask,) = s.next if not isinstance(s.next, Result | Turn) else ()
    assert isinstance(ask, Open)
    assert set(ask.slots) == set(range(10)) | {11, 12}, "hands and draws, by their deck slots; no mixed ones"


def test_a_showdown_without_an_open_duty_opens_the_present_slots() -> None:
    table = peers(HOLDER, MIDDLE, stock="2S KD 9D").draw(0).do(0, "spread", "4C 5C 6C").do(0, "discard", "QD")
    s = RULES.apply(table.s, {1: Move("drop")}, {})
    (ask,) = s.next if not isinstance(s.next, Result | Turn) else ()
    assert isinstance(ask, Open)
    assert set(ask.slots) == set(s.held[0]) | set(s.held[1])
    assert RULES.resume(s, table.dealer.faces).next == table.do(1, "drop").result


def test_a_tonk_opens_nothing_unless_an_audit_is_due() -> None:
    for audit, opened in (("auto", False), ("always", True), ("off", False)):
        table = peers("4C 5C 6C QD QH", MIDDLE, stock="QS", audit=audit).draw(0).do(0, "spread", "4C 5C 6C")
        result = table.do(0, "spread", "QD QH QS").result
        assert result.detail.counts == (0, 13 if opened else None)


def test_the_undrawn_stock_stays_closed() -> None:
    table = peers(HOLDER, MIDDLE, stock="2S KD 9D", must_spread=True).do(0, "drop")
    assert not set(table.s.stock) & set(table.s.open)


def test_without_an_audit_duties_are_a_matter_of_honour() -> None:
    table = peers(HOLDER, MIDDLE, LOWEST, stock="2S KD", must_spread=True, audit="off").turn(0, "QD")
    result = table.do(1, "drop").result
    assert result.fouls == ()
    assert result.payoff == (-1, 2, -1)
    assert result.detail.counts == (26, 13, 30), "all hands are open nevertheless"


def test_hands_are_known_after_an_audit_although_mixed_slots_stay_closed() -> None:
    table = peers(HOLDER, MIDDLE, stock="2S KD 9D 5H", audit="always").turn(0, "QD").turn(1, "KD")
    table.draw(0, "discard").do(0, "discard", "9H")
    result = table.do(1, "drop").result
    assert isinstance(result.detail, Detail)
    assert result.detail.hands == (tuple(sorted(cards_of("4C 5C 6C 2S KD"))), tuple(sorted(cards_of(MIDDLE))))


# -- duties at every kind of moment -------------------------------------------------------------------------------


def duty_table(**options: Any) -> Table:
    """Seat 1 holds 9C 9D 9S and can hit the run that seat 0 has laid."""
    hands = ("4H 5H 6H QD KH", "9C 9D 9S 7H 8H")
    table = peers(*hands, stock="2S 3C 4D 5D", must_spread=True, **options).draw(0).do(0, "spread", "4H 5H 6H")
    return table.do(0, "discard", "QD").draw(1)


@pytest.mark.parametrize(
    ("options", "kind", "cards"),
    [
        ({}, "discard", "3C"),
        ({"hit_discard": "extra"}, "extra_discard", "3C"),
        ({"hit_discard": "optional"}, "end_turn", ""),
        ({"drop_when": "own_turn"}, "drop", ""),
    ],
)
def test_each_end_of_a_turn_is_a_moment_of_the_duty(options: dict[str, Any], kind: str, cards: str) -> None:
    table = duty_table(**options).do(1, "hit", "7H", 0)
    move = table.move(1, kind, cards)
    with pytest.raises(IllegalMove, match="You hold a spread: lay it first"):
        RULES.check(table.s, 1, move, table.dealer.faces)
    table.step({1: move})
    if not isinstance(table.s.next, Result):
        if table.s.seat == 1:
            table.do(1, "discard", "9C")
        table.do(0, "drop")
    assert table.result.fouls == (1,)


def test_several_violations_of_one_seat_count_once() -> None:
    table = peers(HOLDER, LOWEST, stock="2S KD 9D 8S", must_spread=True).turn(0, "QD").turn(1, "KD").turn(0, "9H")
    result = table.do(1, "drop").result
    assert result.fouls == (0,)


def test_breaking_up_a_spread_is_a_foul() -> None:
    table = peers(HOLDER, LOWEST, stock="2S KD 9D 8S", must_spread=True).turn(0, "4C")
    assert table.do(1, "drop").result.fouls == (0,)


def test_a_spread_made_by_a_card_from_the_pile_counts_too() -> None:
    table = peers("4C 5C QH QD 9H", LOWEST, stock="2S", upcard="6C", must_spread=True).draw(0, "discard")
    assert table.do(0, "discard", "9H").do(1, "drop").result.fouls == (0,)


def test_where_every_card_of_a_hand_is_open_peers_judge_at_once() -> None:
    table = duty_table()
    faces = table.dealer.faces
    open_hand = {slot: faces[slot] for slot in table.s.held[1]}
    s = table.s.edit()
    s.open = {**s.open, **open_hand}
    with pytest.raises(IllegalMove, match="You hold a spread"):
        RULES.check(s, 1, table.move(1, "discard", "3C"), s.open)


# -- random cheats ------------------------------------------------------------------------------------------------


class Cheats(Nodes):
    """Everybody makes any move that peers would let through; a referee keeps book of who broke a duty."""

    def __init__(self, game: Game, options: Any, n: int, rng: Random) -> None:
        super().__init__(game, replace(RULES.first(options, n), dealer=rng.randrange(n)), rng)
        self.broke: set[Seat] = set()

    def act(self) -> None:
        turn = self.s.next
        assert isinstance(turn, Turn)
        free = self.s.edit()
        assert isinstance(free, TonkState)
        free.options = replace(self.s.options, must_spread=False, natural_declare="optional")
        moves = {}
        for seat in turn.seats:
            move = self.choose(
                seat, [move for move in RULES.legal(free, seat, self.faces) if self.passes(seat, move)], False
            )
            if self.refusal(seat, move) is not None:
                self.broke.add(seat)
            moves[seat] = move
        moves |= dict.fromkeys(turn.watchers, GO_ON)
        self.close(moves)

    def passes(self, seat: Seat, move: Move) -> bool:
        """Whether peers let it through: they do unless the whole hand is open to them."""
        shown = {slot: self.faces[slot] for slot in move.shows}
        return self.refusal(seat, move, {**self.public, **shown}) is None


CARELESS = Game(RULES, weights={"drop": 0.02, "declare": 0.2, "spread": 0.3, "decline": 0.3})


@settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(options_of(RULES, must_spread=True, max_players=4), st.integers(2, 4), st.integers(0, 2**32))
def test_the_audit_finds_exactly_those_whom_a_referee_would_have_stopped(options: Any, n: int, seed: int) -> None:
    table = Cheats(CARELESS, options, n, Random(seed))
    result = table.play()
    expected = () if options.audit == "off" else tuple(sorted(table.broke))
    assert result.fouls == expected
    assert sum(result.payoff) == 0
    assert not set(result.winners) & set(expected)
    for seat, hand in enumerate(result.detail.hands):
        if hand is not None:
            assert hand == tuple(sorted(table.faces[slot] for slot in table.s.held[seat]))
    for offender in expected:
        honest = [seat for seat in range(n) if seat not in expected]
        for seat in honest:
            paid = sum(p.amount for p in result.detail.payments if (p.payer, p.payee) == (offender, seat))
            assert paid >= options.foul_mult
