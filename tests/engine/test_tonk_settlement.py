"""Who pays whom: the worked examples of rules page Tonk §6.9, the side bet, absence, and the bound on a debt.

Fouls are tested with the audit that finds them.
"""

from typing import Any

import pytest

from engine.contract import Result
from engine.games.tonk.rules import RULES
from engine.games.tonk.settlement import Detail, Payment
from tests.engine.properties import is_plain
from tests.engine.tonk_table import Table

HANDS = {
    10: ["AC 2C 3D AD 3C"],
    12: ["AC 2C 3D AD 5H"],
    15: ["4H 5H 3H 2H AS", "4C 5C 2D AH 3C", "AC 2C 3D AD 8H"],
    20: ["4D 5D 6S 3S 2S", "6H 6C 5S 2H AS"],
    30: ["6D 7D 8D 5S 4S"],
    34: ["TD 9D 8C 6C AS"],
}
PAGAT, ADDS = {"caught_payment": "pagat"}, {"caught_payment": "pagat", "caught_adds_stake": True}
WIKIPEDIA, TEXAS = {"caught_payment": "wikipedia"}, {"caught_payment": "texas"}


def counted(*counts: int) -> list[str]:
    """A hand for each count, the next one where a count occurs again."""
    return [HANDS[count][counts[:seat].count(count)] for seat, count in enumerate(counts)]


def drop(*counts: int, **options: Any) -> Result:
    """Seat 0 drops at once."""
    return Table(*counted(*counts), **options).do(0, "drop").result


# -- drops --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [PAGAT, WIKIPEDIA, TEXAS])
@pytest.mark.parametrize(
    ("counts", "payoff"),
    [
        ((12, 20), (1, -1)),
        ((20, 12), (-2, 2)),
        ((15, 15), (-2, 2)),
        ((12, 34, 30), (2, -1, -1)),
        ((15, 15, 30), (-2, 3, -1)),
        ((20, 15, 15), (-4, 2, 2)),
        ((15, 15, 15), (-4, 2, 2)),
    ],
)
def test_drops_that_all_tables_pay_alike(
    options: dict[str, Any], counts: tuple[int, ...], payoff: tuple[int, ...]
) -> None:
    assert drop(*counts, **options).payoff == payoff


@pytest.mark.parametrize(
    ("options", "counts", "payoff"),
    [
        (ADDS, (20, 12), (-3, 3)),
        (PAGAT, (20, 15, 10), (-4, 1, 3)),
        (ADDS, (20, 15, 10), (-5, 1, 4)),
        (WIKIPEDIA, (20, 15, 10), (-3, 0, 3)),
        (TEXAS, (20, 15, 10), (-2, -1, 3)),
        (PAGAT, (20, 20, 10), (-4, 1, 3)),
        (WIKIPEDIA, (20, 20, 10), (-2, -1, 3)),
        ({**ADDS, "stake": 5}, (20, 15, 10), (-25, 5, 20)),
        (PAGAT, (20, 15, 15, 30), (-4, 3, 3, -2)),
        ({**TEXAS, "caught_adds_stake": True}, (20, 12), (-2, 2)),
        ({**WIKIPEDIA, "caught_adds_stake": True}, (20, 12), (-2, 2)),
    ],
)
def test_caught(options: dict[str, Any], counts: tuple[int, ...], payoff: tuple[int, ...]) -> None:
    assert drop(*counts, **options).payoff == payoff


@pytest.mark.parametrize(
    ("counts", "outcome", "winners"),
    [
        ((12, 34, 30), "drop", (0,)),
        ((20, 15, 15), "caught", (1, 2)),
        ((15, 15, 30), "caught", (1,)),
        ((20, 20, 10), "caught", (2,)),
    ],
)
def test_who_has_won(counts: tuple[int, ...], outcome: str, winners: tuple[int, ...]) -> None:
    result = drop(*counts)
    assert (result.outcome, result.winners) == (outcome, winners)


def test_each_payment_is_explained() -> None:
    detail = drop(20, 15, 10, stake=3, **ADDS).detail
    assert isinstance(detail, Detail)
    assert set(detail.payments) == {
        Payment(0, 1, 6, "caught"),
        Payment(0, 2, 6, "caught"),
        Payment(0, 2, 3, "caught_stake"),
        Payment(1, 2, 3, "lowest"),
    }
    assert detail.counts == (20, 15, 10)
    assert [len(hand or ()) for hand in detail.hands] == [5, 5, 5]
    assert detail.spades == (0, 0, 0)
    assert is_plain(detail)


def test_spreads_held_may_be_left_out_of_the_count() -> None:
    hands = ("4C 5C 6C QD AH", "2C 8D AD 4S 6D")
    assert Table(*hands).do(0, "drop").payoff == (-2, 2)
    least = Table(*hands, hand_spreads_count=False).do(0, "drop").result
    assert least.payoff == (1, -1)
    assert least.detail.counts == (11, 21)


# -- naturals -----------------------------------------------------------------------------------------------------

FIFTY, FORTY_NINE, OTHER_FIFTY = "TC JC QC TD JD", "TC JC QC TD 9D", "TH JH QH TS JS"
TWELVE, EIGHT = "AC 2C 3D AD 5H", "AC 2C 2D AD 2H"
NOTHING, NEITHER = "4S 5S 7S 8S 6D", "4H 5H 7H 8H 6C"


def declared(*hands: str, **options: Any) -> Result:
    """Everybody answers truthfully."""
    table = Table(*hands, **{"natural_high": "49_50", **options})
    moves = {seat: next(RULES.legal(table.s, seat, table.dealer.faces)) for seat in range(table.s.n)}
    return table.step(moves).result


@pytest.mark.parametrize(
    ("hands", "options", "outcome", "payoff"),
    [
        ((FIFTY, NOTHING), {}, "natural", (2, -2)),
        ((FORTY_NINE, NOTHING), {"natural_49_mult": 1}, "natural", (1, -1)),
        ((NOTHING, TWELVE), {"low13": True}, "natural", (-2, 2)),
        ((NOTHING, EIGHT), {"low9": True}, "natural", (-3, 3)),
        ((NOTHING, EIGHT), {"low13": True, "natural_high": "off"}, "natural", (-2, 2)),
        ((NOTHING, EIGHT), {"low13": True, "low9": True}, "natural", (-3, 3)),
        ((NOTHING, FIFTY, NEITHER), {}, "natural", (-2, 4, -2)),
        ((NOTHING, FIFTY, NEITHER), {"stake": 7, "natural_50_mult": 3}, "natural", (-21, 42, -21)),
        ((NOTHING, FIFTY, OTHER_FIFTY), {}, "draw", (0, 0, 0)),
        ((FIFTY, TWELVE), {"low13": True}, "draw", (0, 0)),
    ],
)
def test_naturals(hands: tuple[str, ...], options: dict[str, Any], outcome: str, payoff: tuple[int, ...]) -> None:
    result = declared(*hands, **options)
    assert (result.outcome, result.payoff, result.fouls) == (outcome, payoff, ())
    assert len(result.winners) == (outcome == "natural")


def test_hands_that_stay_closed_have_no_count() -> None:
    detail = declared(FIFTY, NOTHING, natural_declare="optional").detail
    assert detail.counts == (50, None)
    assert detail.hands[1] is None
    assert declared(FIFTY, NOTHING).detail.counts == (50, 30), "a compulsory declaration is audited"


# -- an empty hand ------------------------------------------------------------------------------------------------

OTHERS = ["2C 8D JH 4S 6D", "AC TD 9S 7H 3H"]


@pytest.mark.parametrize(
    ("n", "options", "payoff"),
    [(2, {}, (2, -2)), (3, {}, (4, -2, -2)), (3, {"tonk_mult": 5, "stake": 2}, (20, -10, -10))],
)
def test_tonk(n: int, options: dict[str, Any], payoff: tuple[int, ...]) -> None:
    table = Table("4C 5C 6C QD QH", *OTHERS[: n - 1], stock="QS", **options)
    result = table.draw(0).do(0, "spread", "4C 5C 6C").do(0, "spread", "QD QH QS").result
    assert (result.outcome, result.winners, result.payoff) == ("tonk", (0,), payoff)
    assert result.detail.counts == (0, *[None] * (n - 1)), "nothing needs to be opened"


@pytest.mark.parametrize(("n", "payoff"), [(2, (1, -1)), (3, (2, -1, -1))])
def test_out(n: int, payoff: tuple[int, ...]) -> None:
    table = Table("4C 5C 6C 7C 9C", *OTHERS[: n - 1], stock="KD QC QD 8C" if n == 3 else "KD QC 8C", tonk_mult=3)
    table.draw(0).do(0, "spread", "4C 5C 6C 7C").do(0, "discard", "KD")
    for seat in range(1, n):
        table.turn(seat, table.hand(seat).split()[0])
    result = table.draw(0).do(0, "hit", "8C", 0).do(0, "discard", "9C").result
    assert (result.outcome, result.winners, result.payoff) == ("out", (0,), payoff)


# -- dry ----------------------------------------------------------------------------------------------------------


def dry(*counts: int, **options: Any) -> Result:
    """Seat 0 refuses the discard with an empty stock."""
    return Table(*counted(*counts), **options).do(0, "decline").result


@pytest.mark.parametrize(
    ("counts", "options", "outcome", "winners", "payoff"),
    [
        ((12, 20), {}, "dry", (0,), (1, -1)),
        ((20, 12), {}, "dry", (1,), (-1, 1)),
        ((15, 15), {}, "draw", (), (0, 0)),
        ((15, 15, 30), {}, "draw", (), (0, 0, 0)),
        ((15, 15, 30), {"dry_tie": "pay_each"}, "dry", (0, 1), (1, 1, -2)),
        ((15, 15), {"dry_tie": "pay_each"}, "dry", (0, 1), (0, 0)),
        ((20, 30, 15), {"stake": 4}, "dry", (2,), (-4, -4, 8)),
    ],
)
def test_dry(
    counts: tuple[int, ...], options: dict[str, Any], outcome: str, winners: tuple[int, ...], payoff: tuple[int, ...]
) -> None:
    result = dry(*counts, **options)
    assert (result.outcome, result.winners, result.payoff) == (outcome, winners, payoff)


# -- the side bet -------------------------------------------------------------------------------------------------


def test_the_side_bet_is_added_to_the_hand() -> None:
    table = Table("QS 2D 3H AC 4C", "5H 9C QD 3D 7C", "KS 8D JH 4D 6D", upcard="QC", spades_stake=2)
    table.all("join").do(0, "show_spade", "QS").do(1, "no_spade").do(2, "show_spade", "KS")
    result = table.do(0, "drop").result
    assert result.payoff == (0, -3, 3)
    assert result.detail.spades == (-2, -2, 4)
    assert Payment(0, 2, 2, "spades") in result.detail.payments


# -- absence ------------------------------------------------------------------------------------------------------


def abandoned(table: Table, *leavers: int) -> Result:
    result = RULES.absent(table.s, table.match, leavers).next
    assert isinstance(result, Result)
    assert is_plain(result)
    return result


@pytest.mark.parametrize(
    ("n", "leavers", "payoff"),
    [(3, (1,), (2, -4, 2)), (4, (1, 3), (4, -4, 4, -4)), (2, (0,), (-2, 2)), (3, (0, 1, 2), (0, 0, 0))],
)
def test_who_leaves_pays_to_everybody_who_stays(n: int, leavers: tuple[int, ...], payoff: tuple[int, ...]) -> None:
    table = Table(*counted(20, 15, 15, 30)[:n])
    result = abandoned(table, *leavers)
    assert result == Result("abandoned", (), payoff, leavers, result.detail)
    assert all(payment.reason == "foul" for payment in result.detail.payments)


def test_the_penalty_for_leaving_is_in_stakes() -> None:
    assert abandoned(Table(*counted(12, 20), foul_mult=5, stake=3), 0).payoff == (-15, 15)


def test_leaving_does_not_touch_a_side_bet_that_is_decided() -> None:
    hands = ("QS 2D 3H AC 4C", "5H 9C QD 3D 7C", "KS 8D JH 4D 6D")
    table = Table(*hands, upcard="QC", spades_stake=5).all("join")
    assert abandoned(table.do(0, "show_spade", "QS"), 2).payoff == (2, 2, -4), "not all have shown"
    table.do(1, "no_spade").do(2, "show_spade", "KS")
    assert abandoned(table, 2).payoff == (2 - 5, 2 - 5, -4 + 10)


def test_leaving_before_the_audit_does_not_undo_the_ending() -> None:
    table = Table("4C 5C 6C QD QH", *OTHERS, stock="QS", audit="always", tonk_mult=3)
    table.draw(0).do(0, "spread", "4C 5C 6C")
    table.s = RULES.apply(table.s, {0: table.move(0, "spread", "QD QH QS")}, table.dealer.faces)
    assert table.s.phase == "showdown"
    loser = abandoned(table, 1)
    assert (loser.outcome, loser.winners, loser.payoff, loser.fouls) == ("tonk", (0,), (6, -5, -1), (1,))
    winner = abandoned(table, 0)
    assert (winner.outcome, winner.winners, winner.payoff) == ("tonk", (), (-4, 2, 2))


def test_leaving_a_showdown_leaves_nothing_to_compare() -> None:
    table = Table(*counted(12, 20, 30))
    table.s = RULES.apply(table.s, {0: table.move(0, "drop")}, table.dealer.faces)
    assert abandoned(table, 1).payoff == (2, -4, 2)


# -- the bound ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "n", "stake", "bound"),
    [
        ({"natural_high": "off"}, 2, 1, 2),
        ({}, 3, 1, 4),
        ({"caught_adds_stake": True}, 3, 10, 60),
        ({"caught_adds_stake": True, "caught_payment": "texas"}, 3, 10, 40),
        ({"natural_50_mult": 9}, 3, 1, 9 + 2),
        ({"natural_high": "off", "natural_50_mult": 9}, 3, 1, 4),
        ({"tonk_mult": 6, "double_double": True, "max_players": 2}, 2, 1, 12),
        ({"tonk_mult": 6, "double_double": True}, 3, 1, 6 + 2),
        ({"foul_mult": 7}, 3, 1, 14),
        ({"foul_mult": 7, "spades_stake": 100}, 3, 1, 114),
        ({"low9": True, "natural_high": "off"}, 2, 1, 3),
    ],
)
def test_the_most_that_one_seat_can_owe(options: dict[str, Any], n: int, stake: int, bound: int) -> None:
    assert RULES.worst_payment(RULES.first(RULES.Options.make(**options), n, stake)) == bound
