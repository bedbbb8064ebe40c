"""The phases of a hand of Tonk and what each move does (rules page Tonk §1, §5)."""

from typing import Any

import pytest

from engine.cards import DECK52, Card
from engine.contract import Claim, Deal, Duty, IllegalMove, Match, Mix, Move, Open, Result, Turn
from engine.games.tonk.rules import RULES
from engine.games.tonk.state import TonkState
from engine.plain import PlainDealer
from tests.engine.tonk_table import Table, cards_of, rest_of

ZERO, ONE, TWO = "4C 5C 6C QD QH", "2C 8D JH 4S 6D", "AC TD 9S 7H 3H"


# -- the cut and the deal -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cut", "dealer"), [("9C KD AS", 1), ("AC AD AH", 2), ("KS KH QS", 0), ("2C 2D", 1), ("TC 9S 3H TD", 3)]
)
def test_the_highest_card_deals_first(cut: str, dealer: int) -> None:
    match = RULES.first(RULES.Options.make(max_players=4), len(cut.split()))
    s = RULES.begin(match)
    assert s.next == (Open(tuple(range(match.n))),)
    s = PlainDealer(RULES, cards_of(cut)).serve(s)
    assert isinstance(s.next, Result)
    assert (s.next.outcome, s.next.winners, sum(s.next.payoff)) == ("cut", (dealer,), 0)
    assert s.news[0] == ("cut", 0, Card.parse(cut[:2]))
    after = RULES.settle(match, s.next)
    assert (after.dealer, after.hands, after.scores) == (dealer, 0, (0,) * match.n), "a cut is no hand"


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    options = RULES.Options.make()
    s = RULES.begin(Match(options, 3, 1, 1, (0, 0, 0)))
    assert s.held == ((1, 4, 7, 10, 13), (2, 5, 8, 11, 14), (0, 3, 6, 9, 12))
    assert s.next == (Deal(0, s.held[0]), Deal(1, s.held[1]), Deal(2, s.held[2]), Open((15,)))
    assert s.pile == (15,)
    assert s.stock == tuple(range(16, 52))
    assert RULES.deck(options) == DECK52


def test_without_an_upcard_the_first_player_draws_from_the_stock_or_drops() -> None:
    s = RULES.begin(Match(RULES.Options.make(start_upcard=False), 2, 1, 1, (0, 0)))
    assert s.next == (Deal(0, s.held[0]), Deal(1, s.held[1]))
    table = Table(ZERO, ONE, upcard="", stock="KD 9D")
    assert table.kinds(0) == {"draw", "drop"}
    assert table.refusal(0, "draw", value="discard") == "There is no discard to take."
    table.turn(0, "QD")
    assert table.s.top() is not None


def test_the_upcard_is_news() -> None:
    table = Table(ZERO, ONE)
    assert table.s.news == (("upcard", -1, Card.parse("KC")),)


# -- the side bet -------------------------------------------------------------------------------------------------

SPADED = ("QS 2D 3S AC 4C", "5H 9C QD 3D 7C", "AS 8D JS 4D 6D")


def betting(**options: Any) -> Table:
    return Table(*SPADED, upcard="QC", spades_stake=2, **options)


def test_joining_is_simultaneous_and_comes_before_the_deal() -> None:
    table = betting()
    assert table.s.next == Turn((0, 1, 2), sealed=True)
    assert table.s.held == ((), (), ())
    assert table.kinds(1) == {"join", "stay_out"}


def test_with_fewer_than_two_participants_the_bet_is_void() -> None:
    table = betting()
    table.step({0: Move("join"), 1: Move("stay_out"), 2: Move("stay_out")})
    assert table.s.phase == "start"
    assert table.do(0, "drop").result.detail.spades == (0, 0, 0)


def test_participants_show_their_highest_spade_in_the_order_of_the_deal() -> None:
    table = betting().all("join")
    assert table.s.next == Turn((0,))
    assert table.kinds(0) == {"show_spade"}
    assert table.refusal(0, "show_spade", "3S") == "You have a higher spade: show that one."
    assert table.refusal(0, "show_spade", "2D") == "This is no spade."
    assert table.refusal(0, "no_spade") == "You were dealt a spade: show your highest."
    assert table.refusal(2, "show_spade", "AS") == "It is not your turn."
    table.do(0, "show_spade", "QS")
    assert len(table.s.held[0]) == 5, "it stays in the hand"
    table.do(1, "no_spade")
    assert table.s.next == Turn((2,))


def test_who_stays_out_shows_nothing() -> None:
    table = betting()
    table.step({0: Move("stay_out"), 1: Move("join"), 2: Move("join")}).do(1, "no_spade").do(2, "show_spade", "AS")
    assert table.do(0, "drop").result.detail.spades == (0, -2, 2)


def test_the_ace_is_high_or_low() -> None:
    low = betting(spades_ace="low").all("join")
    low.do(0, "show_spade", "QS").do(1, "no_spade")
    assert low.refusal(2, "show_spade", "AS") == "You have a higher spade: show that one."
    low.do(2, "show_spade", "JS")
    assert low.do(0, "drop").result.detail.spades == (4, -2, -2)
    assert betting().all("join").do(0, "show_spade", "QS").do(1, "no_spade").do(2, "show_spade", "AS").do(
        0, "drop"
    ).result.detail.spades == (-2, -2, 4)


def test_if_nobody_has_a_spade_nobody_pays() -> None:
    table = Table("QH 2D 3H AC 4C", "5H 9C QD 3D 7C", spades_stake=2).all("join").do(0, "no_spade").do(1, "no_spade")
    assert table.do(0, "drop").result.detail.spades == (0, 0)


def test_what_is_proved_of_the_other_cards() -> None:
    table = betting().all("join")
    show = table.move(0, "show_spade", "QS")
    (claim,) = RULES.proofs(table.s, 0, show, {show.shows[0]: Card.parse("QS")})
    assert isinstance(claim, Claim)
    assert claim.slots == tuple(slot for slot in table.s.held[0] if slot not in show.shows)
    assert frozenset(DECK52) - claim.cards == frozenset(cards_of("KS AS QS"))
    table.do(0, "show_spade", "QS")
    (claim,) = RULES.proofs(table.s, 1, Move("no_spade"), {})
    assert isinstance(claim, Claim)
    assert (claim.slots, len(claim.cards)) == (table.s.held[1], 39)


def test_a_false_claim_about_spades_is_refused_even_by_who_sees_little() -> None:
    table = betting(peers=True).all("join")
    move = table.move(0, "no_spade")
    RULES.check(table.s, 0, move, {})
    with pytest.raises(IllegalMove):
        RULES.check(table.s, 0, move, {slot: table.dealer.faces[slot] for slot in table.s.held[0]})


# -- declarations -------------------------------------------------------------------------------------------------

FIFTY, FORTY_NINE = "TC JC QC KS JD", "TH KH QH TS 9D"


def test_declarations_are_simultaneous_from_the_dealers_left() -> None:
    table = Table(FIFTY, ONE, TWO, natural_high="49_50")
    assert table.s.next == Turn((0, 1, 2), sealed=True)
    assert [table.kinds(seat) for seat in range(3)] == [{"declare"}, {"pass"}, {"pass"}]
    assert table.refusal(0, "pass") == "Your hand wins: declare it."
    assert table.refusal(1, "declare", ONE) == "A dealt hand of 30 points does not win."
    assert table.refusal(0, "declare", "TC JC QC") == "Show your whole hand."


def test_with_optional_declaration_a_natural_may_be_kept() -> None:
    table = Table(FIFTY, ONE, natural_high="49_50", natural_declare="optional")
    assert table.kinds(0) == {"declare", "pass"}
    assert table.all("pass").s.next == Turn((0,))
    assert RULES.proofs(table.s, 0, Move("pass"), {}) == ()


def test_a_compulsory_declaration_is_a_duty() -> None:
    table = Table(FIFTY, ONE, natural_high="49_50")
    (duty,) = RULES.proofs(table.s, 0, Move("pass"), {})
    assert isinstance(duty, Duty)
    assert not duty.test(cards_of(FIFTY))
    assert duty.test(cards_of(ONE))


def test_no_declarations_where_hands_of_this_size_cannot_win() -> None:
    nine = [" ".join(card.name for card in DECK52[9 * i : 9 * i + 9]) for i in range(2)]
    assert Table(*nine, hand_size=9, natural_high="49_50", upcard="KH").s.phase == "start"


def test_a_forty_nine_may_wait_for_its_turn() -> None:
    table = Table(ONE, FORTY_NINE, natural_high="50_auto_49_turn", stock="KD QC QD", natural_49_mult=3)
    table.all("pass").turn(0, "JH")
    assert "declare" in table.kinds(1)
    result = table.do(1, "declare", FORTY_NINE).result
    assert (result.outcome, result.payoff) == ("natural", (-3, 3))


def test_a_forty_nine_is_worthless_once_its_holder_has_drawn() -> None:
    table = Table(FORTY_NINE, ONE, natural_high="50_auto_49_turn", stock="KD QC QD 2D")
    table.all("pass").draw(0)
    assert "declare" not in table.kinds(0)
    table.do(0, "discard", "KD").turn(1, "JH")
    assert "declare" not in table.kinds(0)
    assert table.refusal(0, "declare", FORTY_NINE) == "You cannot declare now."


def test_only_a_forty_nine_waits() -> None:
    table = Table(ONE, FORTY_NINE, natural_high="50_auto_49_turn", stock="KD").all("pass")
    assert "declare" not in table.kinds(0)
    assert table.refusal(0, "declare", ONE) == "Only a dealt 49 waits for its turn; this hand has 30 points."
    other = Table(FORTY_NINE, ONE, natural_high="off")
    assert other.refusal(0, "declare", FORTY_NINE) == "You cannot declare now."


# -- drawing ------------------------------------------------------------------------------------------------------


def test_a_card_from_the_stock_is_dealt_and_the_hand_is_mixed() -> None:
    table = Table(ZERO, ONE, stock="KD 9D")
    s = RULES.apply(table.s, {0: Move("draw", value="stock")}, {})
    (drawn,) = table.s.stock[:1]
    old = (*table.s.held[0], drawn)
    assert s.next == (Deal(0, (drawn,)), Mix(0, old, tuple(range(s.minted - 6, s.minted))))
    assert s.news == (("draw", 0, "stock"),)
    s = RULES.resume(s, {})
    assert s.held[0] == tuple(range(table.s.minted, table.s.minted + 6))
    assert s.next == Turn((0,))


def test_a_card_from_the_pile_stays_open_and_nothing_is_mixed() -> None:
    table = Table(ZERO, ONE, stock="KD 9D")
    held, top = table.s.held[0], table.s.top()
    table.draw(0, "discard")
    assert table.s.held[0] == (*held, top)
    assert table.s.news == (("draw", 0, "discard", Card.parse("KC")),)
    assert table.s.top() is None
    table.do(0, "discard", "KC")
    assert table.s.top() == top, "the very card that was taken may go back"


def test_open_cards_are_not_mixed() -> None:
    table = Table(ZERO, ONE, stock="KD 9D 8S").draw(0, "discard").do(0, "discard", "QD")
    table.turn(1, "2C").draw(0)
    kept = [slot for slot in table.s.held[0] if slot in table.s.open]
    assert [table.s.open[slot] for slot in kept] == [Card.parse("KC")]


def test_with_fewer_than_two_closed_cards_nothing_is_mixed() -> None:
    table = Table("4C 5C 6C 7C QD", ONE, stock="JD 9C").draw(0, "discard").do(0, "spread", "4C 5C 6C 7C")
    table.do(0, "discard", "QD").turn(1, "JD")
    assert table.hand(0) == "KC"
    s = RULES.apply(table.s, {0: Move("draw", value="stock")}, {})
    assert s.next == (Deal(0, table.s.stock[:1]),)


@pytest.mark.parametrize("value", ["", "Stock", "hand"])
def test_there_are_two_places_to_draw_from(value: str) -> None:
    assert (
        Table(ZERO, ONE, stock="KD").refusal(0, "draw", value=value) == "Draw from the stock or from the discard pile."
    )


def test_nobody_discards_before_drawing_or_draws_twice() -> None:
    table = Table(ZERO, ONE, stock="KD 9D")
    assert table.refusal(0, "discard", "QD") == "You cannot discard now."
    assert table.refusal(0, "spread", "4C 5C 6C") == "You cannot spread now."
    assert table.refusal(1, "draw", value="stock") == "It is not your turn."
    assert table.draw(0).refusal(0, "draw", value="stock") == "You cannot draw now."


# -- spreads ------------------------------------------------------------------------------------------------------


def test_spreads_are_laid_open_and_numbered() -> None:
    table = Table("6C 5C 4C QD QH", ONE, stock="KD 9D QS").draw(0).do(0, "spread", "6C 4C 5C")
    (run,) = table.s.spreads
    assert (run.number, run.owner, run.kind, run.cards) == (0, 0, "run", cards_of("4C 5C 6C"))
    assert table.s.news == (("spread", 0, "run", cards_of("4C 5C 6C")),)
    table.do(0, "discard", "KD").turn(1, "JH").draw(0).do(0, "spread", "QS QD QH")
    assert [(spread.number, spread.kind) for spread in table.s.spreads] == [(0, "run"), (1, "book")]


@pytest.mark.parametrize("cards", ["4C 5C QD", "QD QH 4C", "4C 6C QD"])
def test_what_is_no_spread_is_refused(cards: str) -> None:
    table = Table(ZERO, ONE, stock="KD").draw(0)
    assert table.refusal(0, "spread", cards) == "These cards are neither a book nor a run."
    assert table.refusal(0, "spread", "4C 5C") == "This is not how to spread."


def test_a_spread_may_be_kept_from_taking_the_last_card() -> None:
    table = Table(ZERO, ONE, stock="QS 9D", spread_out=False).draw(0).do(0, "spread", "4C 5C 6C")
    assert table.refusal(0, "spread", "QD QH QS") == "At this table a spread may not take your last card."
    assert table.kinds(0) == {"discard"}
    table.do(0, "discard", "QS").turn(1, "2C")
    assert table.s.seat == 0


# -- hits ---------------------------------------------------------------------------------------------------------


def after_a_run(stock: str, one: str = "7C 3C JH 4S 8C", **options: Any) -> Table:
    """Seat 0 has laid 4C 5C 6C and thrown KD; it is seat 1's turn, which has drawn."""
    table = Table(ZERO, one, stock=f"KD {stock}", **options).draw(0).do(0, "spread", "4C 5C 6C").do(0, "discard", "KD")
    return table.draw(1)


def test_hits_on_ones_own_and_others_spreads() -> None:
    table = after_a_run("9D QC QS")
    assert table.kinds(1) == {"hit", "discard"}
    table.do(1, "hit", "7C 3C 8C", 0)
    assert table.s.spreads[0].cards == cards_of("3C 4C 5C 6C 7C 8C")
    assert table.s.spreads[0].owner == 0
    assert table.s.news == (("hit", 1, 0, cards_of("3C 7C 8C")),)
    assert table.s.hits == 3


def test_one_card_after_the_other_comes_to_the_same() -> None:
    together = after_a_run("9D QC QS", hit_lockout_turns=2, hit_discard="extra").do(1, "hit", "7C 8C", 0)
    singly = (
        after_a_run("9D QC QS", hit_lockout_turns=2, hit_discard="extra").do(1, "hit", "7C", 0).do(1, "hit", "8C", 0)
    )
    for name in ("spreads", "hits", "credits", "lockout", "held"):
        assert getattr(together.s, name) == getattr(singly.s, name)


def test_hits_that_do_not_fit() -> None:
    table = after_a_run("9D QC QS")
    assert table.refusal(1, "hit", "8C", 0) == "That run cannot take 8C."
    assert table.refusal(1, "hit", "7C", 1) == "There is no such spread on the table."
    assert table.refusal(1, "hit", "7C", None) == "This is not how to hit."


def test_runs_only() -> None:
    table = Table("QC QD QH 2S 3S", "QS 3C JH 4S 8C", stock="KD 9D", hit_targets="runs_only").draw(0)
    table.do(0, "spread", "QC QD QH").do(0, "discard", "KD").draw(1)
    assert table.kinds(1) == {"discard"}
    assert table.refusal(1, "hit", "QS", 0) == "That book cannot take QS."


@pytest.mark.parametrize(("stack", "cards", "locked"), [(True, "7C", 2), (True, "7C 8C", 4), (False, "7C 8C", 2)])
def test_hits_lock_the_owner(stack: bool, cards: str, locked: int) -> None:
    table = after_a_run("9D TC TH 2H", hit_lockout_turns=2, hit_lockout_stack=stack).do(1, "hit", cards, 0)
    assert table.s.lockout == (locked, 0)
    assert ("locked", 0, locked) in table.s.news
    table.do(1, "discard", "JH")
    assert table.kinds(0) == {"draw"}
    assert table.refusal(0, "drop").startswith(
        f"Your spread was hit: you cannot drop before you have completed {locked}"
    )
    table.turn(0, "QD")
    assert table.s.lockout == (locked - 1, 0)


def test_a_hit_on_ones_own_spread_locks_nobody_and_earns_nothing() -> None:
    table = Table("4C 5C 6C 7C 2D", ONE, stock="KD", hit_lockout_turns=1, hit_discard="extra").draw(0)
    table.do(0, "spread", "4C 5C 6C").do(0, "hit", "7C", 0)
    assert (table.s.lockout, table.s.credits, table.s.hits) == ((0, 0), 0, 0)


def test_extra_discards() -> None:
    table = after_a_run("9D QC QS", hit_discard="extra")
    assert table.refusal(1, "extra_discard", "JH") == "You have no extra discard left."
    table.do(1, "hit", "7C", 0)
    assert "extra_discard" in table.kinds(1)
    table.do(1, "extra_discard", "JH")
    assert table.s.seat == 1
    assert table.refusal(1, "extra_discard", "4S") == "You have no extra discard left."
    table.do(1, "discard", "4S")
    assert len(table.s.held[1]) == 3
    assert [table.s.open[slot].name for slot in table.s.pile] == ["KC", "KD", "JH", "4S"]


def test_unused_extra_discards_lapse_with_the_turn() -> None:
    table = after_a_run("9D 2S", hit_discard="extra").do(1, "hit", "7C", 0).do(1, "discard", "JH").draw(0)
    assert table.kinds(0) == {"discard"}
    assert table.refusal(0, "extra_discard", "QD") == "You have no extra discard left."


def test_after_an_extra_discard_an_empty_hand_is_an_out() -> None:
    table = after_a_run("9C", one="7C 3C JH 8C 9D", hit_discard="extra")
    table.do(1, "hit", "7C 8C 9C 3C", 0).do(1, "extra_discard", "JH")
    result = table.do(1, "extra_discard", "9D").result
    assert (result.outcome, result.payoff) == ("out", (-1, 1))
    other = after_a_run("9C", one="7C 3C JH 8C 2C", hit_discard="extra")
    other.do(1, "hit", "7C 8C 3C", 0).do(1, "extra_discard", "JH").do(1, "hit", "9C", 0)
    assert other.do(1, "hit", "2C", 0).result.outcome == "out", "no tonk with an extra discard"


def test_a_turn_may_end_without_a_discard() -> None:
    table = after_a_run("9D QC QS", hit_discard="optional")
    assert table.refusal(1, "end_turn") == "Your turn ends with a discard."
    table.do(1, "hit", "7C", 0)
    assert "end_turn" in table.kinds(1)
    table.do(1, "end_turn")
    assert table.s.next == Turn((0,))
    assert len(table.s.held[1]) == 5
    assert table.s.turns == (1, 1)


BOOK = ("QC QD QH 2S 3S", "QS 3C JH 4S 8C")


def hit_book(**options: Any) -> Table:
    table = Table(*BOOK, stock="KD 9D 2D 2H", **options).draw(0).do(0, "spread", "QC QD QH").do(0, "discard", "KD")
    return table.draw(1).do(1, "hit", "QS", 0)


def test_a_completed_book_stays() -> None:
    table = hit_book()
    assert table.s.spreads[0].cards == cards_of("QC QD QH QS")
    assert table.refusal(1, "clear", value=0) == "At this table books are not cleared."


def test_a_completed_book_may_be_cleared() -> None:
    table = hit_book(four_of_rank="may_clear")
    assert "clear" in table.kinds(1)
    table.do(1, "clear", value=0)
    assert table.s.spreads == ()
    assert [table.s.open[slot].name for slot in table.s.pile] == ["QC", "QD", "QH", "QS", "KC", "KD"]
    assert table.s.buried == 4
    assert table.s.news == (("clear", 1, cards_of("QC QD QH QS")),)
    assert table.refusal(1, "clear", value=0) == "You can clear only a book that you completed in this turn."
    table.do(1, "discard", "JH").draw(0, "discard")
    table.do(0, "discard", "JH").draw(1, "discard").do(1, "discard", "JH")


def test_clearing_is_for_the_turn_of_the_hit() -> None:
    table = hit_book(four_of_rank="may_clear").do(1, "discard", "JH").draw(0)
    assert table.refusal(0, "clear", value=0) == "You can clear only a book that you completed in this turn."


def test_a_completed_book_is_cleared_at_once() -> None:
    table = hit_book(four_of_rank="auto_clear")
    assert table.s.spreads == ()
    assert table.s.buried == 4
    assert table.refusal(1, "hit", "3C", 0) == "There is no such spread on the table."


def test_a_book_laid_as_four_stays() -> None:
    table = Table("QC QD QH QS 3S", ONE, stock="KD", four_of_rank="auto_clear").draw(0).do(0, "spread", "QC QD QH QS")
    assert len(table.s.spreads) == 1


def test_buried_cards_are_never_drawn() -> None:
    table = hit_book(four_of_rank="auto_clear").do(1, "discard", "JH")
    for seat, throw in ((0, "2S"), (1, "3C")):
        table.draw(seat, "discard").do(seat, "discard", throw)
    s = table.s.edit()
    s.pile = s.pile[:4]
    assert s.top() is None
    assert {move.value for move in RULES.legal(s, 0, table.dealer.faces) if move.kind == "draw"} == {"stock"}
    with pytest.raises(IllegalMove, match="There is no discard to take"):
        RULES.check(s, 0, Move("draw", value="discard"), {})


def test_spread_numbers_are_not_used_again() -> None:
    table = Table("QC QD QH 5S 6S", "QS 3C JH 4S 8C", stock="7S 9D", four_of_rank="auto_clear").draw(0)
    table.do(0, "spread", "QC QD QH").do(0, "discard", "7S").draw(1).do(1, "hit", "QS", 0).do(1, "discard", "JH")
    assert (table.s.spreads, table.s.laid) == ((), 1)


# -- how an empty hand is paid ------------------------------------------------------------------------------------


def test_a_tonk_needs_a_full_hand_where_the_table_says_so() -> None:
    for full, outcome in ((False, "tonk"), (True, "tonk")):
        table = Table(ZERO, ONE, stock="QS", tonk_needs_full_hand=full).draw(0).do(0, "spread", "4C 5C 6C")
        assert table.do(0, "spread", "QD QH QS").result.outcome == outcome
    for full, outcome in ((False, "tonk"), (True, "out")):
        table = Table(ZERO, ONE, stock="KD 9D QS", tonk_needs_full_hand=full).draw(0).do(0, "spread", "4C 5C 6C")
        table.do(0, "discard", "KD").turn(1, "JH").draw(0)
        assert table.do(0, "spread", "QD QH QS").result.outcome == outcome


def test_a_tonk_needs_a_new_spread_where_the_table_says_so() -> None:
    for new, outcome in ((False, "tonk"), (True, "out")):
        table = Table("4C 5C 6C 7C 8C", ONE, stock="KD JD 9C", tonk_needs_new_spread=new).draw(0)
        table.do(0, "spread", "4C 5C 6C 7C").do(0, "discard", "KD").turn(1, "JH").draw(0).do(0, "hit", "8C", 0)
        assert table.do(0, "hit", "9C", 0).result.outcome == outcome


# -- double-double ------------------------------------------------------------------------------------------------


def countering(one: str, throw: str = "QS", **options: Any) -> Table:
    """Seat 0 tonks with the run 5H 6H 7H as its last cards; seat 1 holds what is left of its own."""
    table = Table("5H 6H TC TD KD", one, stock="TH 3S 7H", double_double=True, max_players=2, **options)
    table.draw(0).do(0, "spread", "TC TD TH").do(0, "discard", "KD")
    table.draw(1).do(1, "spread", "3C 3D 3S").do(1, "discard", throw)
    return table.draw(0).do(0, "spread", "5H 6H 7H")


def test_a_tonk_on_a_new_run_may_be_countered() -> None:
    table = countering("8H 9H 3C 3D QS")
    assert table.s.next == Turn((1,))
    assert table.kinds(1) == {"counter", "pass"}
    assert table.refusal(1, "counter", "8H") == "Your whole hand must fit on the runs just laid."
    result = table.do(1, "counter", "8H 9H").result
    assert (result.outcome, result.winners, result.payoff) == ("tonk", (1,), (-4, 4))
    assert result.detail.payments[0].reason == "counter"
    assert table.s.spreads[-1].cards == cards_of("5H 6H 7H 8H 9H")


def test_a_tonk_may_be_let_stand() -> None:
    result = countering("8H 9H 3C 3D QS", tonk_mult=3).do(1, "pass").result
    assert (result.outcome, result.winners, result.payoff) == ("tonk", (0,), (3, -3))


def test_a_hand_that_does_not_fit_cannot_counter() -> None:
    table = countering("8H TS 3C 3D QS")
    assert table.kinds(1) == {"pass"}
    assert table.refusal(1, "counter", "8H TS") == "Your whole hand must fit on the runs just laid."


def test_only_new_runs_can_be_countered() -> None:
    table = Table("5H 6H 7H 7D 7S", "8H 9H 3C 3D QS", stock="KD JD 7C", double_double=True, max_players=2).draw(0)
    table.do(0, "spread", "5H 6H 7H").do(0, "discard", "KD").turn(1, "QS").draw(0)
    result = table.do(0, "spread", "7C 7D 7S").result
    assert result.outcome == "tonk"


def test_an_out_is_never_countered() -> None:
    assert countering("8H 9H 3C 3D QS", tonk_needs_full_hand=True).result.outcome == "out"


def test_no_double_double_with_three_seats() -> None:
    table = Table(ZERO, ONE, TWO, stock="QS", double_double=True).draw(0).do(0, "spread", "QS QD QH")
    assert table.do(0, "spread", "4C 5C 6C").result.outcome == "tonk"


# -- the end of the stock -----------------------------------------------------------------------------------------


def test_with_an_empty_stock_one_may_play_on_or_decline() -> None:
    table = Table(ZERO, ONE, stock="KD 9D")
    assert table.refusal(0, "decline") == "There are cards to draw."
    table.turn(0, "KD").turn(1, "9D")
    assert table.kinds(0) == {"draw", "drop", "decline"}
    assert table.refusal(0, "draw", value="stock") == "The stock is empty."
    table.draw(0, "discard").do(0, "discard", "QD")
    result = table.do(1, "decline").result
    assert result.outcome == "dry"


def test_declining_is_possible_under_a_lockout() -> None:
    table = after_a_run("9D", hit_lockout_turns=1).do(1, "hit", "7C", 0).do(1, "discard", "JH")
    assert table.kinds(0) == {"draw", "decline"}
    assert table.do(0, "decline").result.outcome == "dry"


def test_the_hand_may_end_with_the_turn_of_the_last_card() -> None:
    table = Table(ZERO, ONE, stock="KD 9D", stock_out="end_of_turn").turn(0, "KD").draw(1)
    assert table.refusal(1, "decline") == "You cannot decline now."
    result = table.do(1, "discard", "JH").result
    assert result.outcome == "dry"
    assert result.detail.counts == (35, 29)


def test_nobody_declines_where_the_hand_ends_with_the_turn() -> None:
    table = Table(ZERO, ONE, stock="", stock_out="end_of_turn")
    assert table.refusal(0, "decline") == "At this table nobody may decline."


# -- after the hand -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("draw_dealer", "outcome", "dealer"), [("next", "draw", 0), ("same", "draw", 2), ("same", "drop", 0)]
)
def test_the_deal_passes_to_the_left(draw_dealer: str, outcome: str, dealer: int) -> None:
    match = Match(RULES.Options.make(draw_dealer=draw_dealer), 3, 1, 2, (5, 0, -5), 7)
    after = RULES.settle(match, Result(outcome, (), (1, 1, -2)))
    assert (after.dealer, after.scores, after.hands, after.over) == (dealer, (6, 1, -7), 8, False)
    assert RULES.payments(match, after, Result(outcome, (), (1, 1, -2))) == (1, 1, -2)


def test_a_cut_that_was_abandoned_leaves_the_dealer_open() -> None:
    match = RULES.first(RULES.Options.make(), 2)
    s = RULES.absent(RULES.begin(match), match, (1,))
    assert isinstance(s.next, Result)
    assert RULES.settle(match, s.next).dealer is None


def test_a_whole_deck_runs_dry() -> None:
    table = Table(ZERO, ONE, stock=rest_of(ZERO, ONE, "KC"))
    seat = 0
    while table.s.stock:
        card = table.draw(seat).dealer.faces[table.s.held[seat][-1]]
        table.do(seat, "discard", card.name)
        seat = 1 - seat
    assert table.do(seat, "decline").result.outcome == "dry"
    assert isinstance(table.s, TonkState)
