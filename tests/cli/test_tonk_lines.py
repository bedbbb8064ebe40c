"""What a player of Tonk reads: whole hands, line by line."""

from collections.abc import Callable
from typing import Any

import pytest

from cli import presenter
from cli.words import words_of
from engine.cards import Card
from engine.contract import GO_ON, Move

HANDS = ("2C 5H 6H KD 9S", "3S 3D TC JC 8D", "4C 4D QS KS 9H")


@pytest.fixture
def three(evening: Callable[..., Any], deal: Callable[..., Any]) -> Any:
    """Ann, Bob and Cleo with HANDS; Cleo deals, Ann is to draw."""
    table = evening("tonk", natural_high="off")
    table.take()
    table.begin(deal(HANDS, "7D 7H 3H 8H", 2), dealer=2)
    return table


def test_a_hand_is_dealt(three: Any) -> None:
    assert three.take() == ["Hand 1.", "7D starts the discard pile.", "You are dealt 2C 5H 6H 9S KD."]


def test_a_turn_from_draw_to_discard(three: Any) -> None:
    three.take()
    three.play(0, "draw", value="stock")
    three.play(0, "spread", "5H 6H 7H")
    three.play(0, "discard", "KD")
    assert three.take() == ["You draw 7H.", "You lay a run: 5H 6H 7H.", "You discard KD."]


def test_others_are_told_by_name_and_their_draws_stay_closed(three: Any) -> None:
    three.play(0, "draw", value="stock")
    three.play(0, "spread", "5H 6H 7H")
    three.play(0, "discard", "9S")
    three.take()
    three.play(1, "draw", value="stock")
    three.play(1, "spread", "3S 3D 3H")
    three.play(1, "discard", "JC")
    three.play(2, "draw", value="discard")
    three.play(2, "discard", "QS")
    assert three.take() == [
        "Bob draws from the stock.",
        "Bob lays a book: 3D 3H 3S.",
        "Bob discards JC.",
        "Cleo takes JC from the pile.",
        "Cleo discards QS.",
    ]


def test_hits_are_told_by_whose_spread_it_is(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    hands = ("5H 6H 4H KD 9S", "3S 3D TC JC 8H", "4C 4D QS 3C 9H")
    deck = deal(hands, "7D 7H 3H 2H", 2)
    for seat, lines in {
        0: ["You add 4H to your run.", "Bob hits your run with 8H.", "Cleo hits your run with 9H."],
        1: ["Ann adds 4H to their own run.", "You hit the run of Ann with 8H.", "Cleo hits the run of Ann with 9H."],
    }.items():
        table = evening("tonk", natural_high="off", seat=seat)
        table.begin(deck, dealer=2)
        table.play(0, "draw", value="stock")
        table.play(0, "spread", "5H 6H 7H")
        table.take()
        table.play(0, "hit", "4H", 0)
        told = table.take()
        table.play(0, "discard", "KD")
        table.play(1, "draw", value="stock")
        table.take()
        table.play(1, "hit", "8H", 0)
        told += table.take()
        table.play(1, "discard", "JC")
        table.play(2, "draw", value="stock")
        table.take()
        table.play(2, "hit", "9H", 0)
        assert told + table.take() == lines


def test_the_table_in_words(three: Any) -> None:
    three.play(0, "draw", value="stock")
    three.play(0, "spread", "5H 6H 7H")
    three.play(0, "discard", "9S")
    three.play(1, "draw", value="discard")
    words, view = words_of("tonk"), three.model.view
    assert words.table(view) == [
        "Cleo deals.",
        "Spread 1: your run: 5H 6H 7H.",
        "Top of the pile: 7D.",
        "Stock: 35 cards.",
        "Bob holds 6 cards, among them 9S.",
        "Cleo holds 5 cards.",
        "Bob is to move.",
    ]
    assert words.hand(view) == ["Your hand: 2C KD; 12 points."]


def test_the_menu_collapses_discards(three: Any) -> None:
    three.play(0, "draw", value="stock")
    words, view = words_of("tonk"), three.model.view
    moves = presenter.in_order(words, view, view.rules.legal(view.state, 0, view.faces))
    assert presenter.menu(words, view, moves) == [
        "1 Spread 5H 6H 7H (run).",
        "Discard: 2 2C, 3 5H, 4 6H, 5 7H, 6 9S, 7 KD.",
    ]
    assert [view.shown(move)[0].name for move in moves[1:]] == ["2C", "5H", "6H", "7H", "9S", "KD"]


def test_the_menu_at_the_start_of_a_turn(three: Any) -> None:
    words, view = words_of("tonk"), three.model.view
    moves = presenter.in_order(words, view, view.rules.legal(view.state, 0, view.faces))
    assert words.turn(view) == [
        "It is your turn.",
        "Your hand: 2C 5H 6H 9S KD; 32 points.",
        "Top of the pile: 7D.",
        "Stock: 36 cards.",
    ]
    assert presenter.menu(words, view, moves) == [
        "1 Draw from the stock.",
        "2 Take 7D from the pile.",
        "3 Drop, with 32 points.",
    ]


def test_the_ace_of_clubs_on_the_pile_is_a_card_like_others(
    evening: Callable[..., Any], deal: Callable[..., list[Card]]
) -> None:
    table = evening("tonk", natural_high="off")
    table.begin(deal(("2C 5H 6H KD 9S", "3S 3D TC JC 8D", "4C 4D QS KS 9H"), "AC", 2), dealer=2)
    words, view = words_of("tonk"), table.model.view
    moves = presenter.in_order(words, view, view.rules.legal(view.state, 0, view.faces))
    assert presenter.menu(words, view, moves)[1] == "2 Take AC from the pile."


def test_a_caught_dropper_and_every_payment(three: Any) -> None:
    three.take()
    three.play(0, "drop")
    assert three.take() == ["You drop."]
    assert three.seal() == [
        "You win the hand: a drop, and no count is as low.",
        "You hold 2C 5H 6H 9S KD: 32 points.",
        "Bob holds 3D 3S 8D TC JC: 34 points.",
        "Cleo holds 4C 4D 9H QS KS: 37 points.",
        "Bob pays you 1: the drop wins, 32 against 34.",
        "Cleo pays you 1: the drop wins, 32 against 37.",
        "Scores: you +2, Bob -1, Cleo -1.",
    ]


def test_a_caught_dropper_pays_by_count(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    table = evening("tonk", "gamerules", natural_high="off", stake=5, seat=1)
    table.begin(deal(("9S 9H 2C KD KC", "3S 3D 3C 2D 2S", "4C 4D 4S QS 2H"), "7D", 2), dealer=2)
    table.play(0, "drop")
    table.take()
    assert table.seal() == [
        "You win the hand: the dropper is caught.",
        "Ann holds 2C 9H 9S KC KD: 40 points.",
        "You hold 2D 2S 3C 3D 3S: 13 points.",
        "Cleo holds 2H 4C 4D 4S QS: 24 points.",
        "Cleo pays you 5: the lowest count wins, 13 against 24.",
        "Ann pays you 10: the dropper is caught, 40 against 13.",
        "Ann pays Cleo 10: the dropper is caught, 40 against 24.",
        "Ann pays you 5: the caught dropper adds a stake for the lowest count.",
        "Scores: Ann -25, you +20, Cleo +5.",
    ]


def test_a_tonk_pays_two_stakes_each(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    table = evening("tonk", natural_high="off", audit="off", stake=3)
    table.begin(deal(("5H 6H 2C 2D 2S", *HANDS[1:]), "7D 7H", 2), dealer=2)
    table.play(0, "draw", value="stock")
    table.play(0, "spread", "5H 6H 7H")
    table.take()
    table.play(0, "spread", "2C 2D 2S")
    assert table.take() == ["You lay a book: 2C 2D 2S.", "Tonk! Your hand is empty."]
    assert table.seal() == [
        "You win the hand: a tonk.",
        "Bob pays you 6: a tonk pays 2 stakes.",
        "Cleo pays you 6: a tonk pays 2 stakes.",
        "Scores: you +12, Bob -6, Cleo -6.",
    ]


def test_a_dealt_fifty(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    table = evening("tonk", seat=1)
    table.begin(deal(("TC JD QS KH KD", *HANDS[1:]), "7D", 2), dealer=2)
    table.take()
    table.play_all({seat: next(table.rules.legal(table.state, seat, table.faces)) for seat in range(3)})
    assert table.take() == ["Ann declares 50 points."]
    said = table.seal()
    assert said[0] == "Ann wins the hand: the dealt hand wins at once."
    assert "Ann holds TC JD QS KD KH: 50 points." in said
    assert said[-3:] == [
        "You pay Ann 2: the dealt hand wins.",
        "Cleo pays Ann 2: the dealt hand wins.",
        "Scores: Ann +4, you -2, Cleo -2.",
    ]


def test_an_undeclared_fifty_is_a_foul(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    table = evening("tonk", audit="always", seat=1)
    hands = ("TC JD QS KH KD", *HANDS[1:])
    table.begin(deal(hands, "7D", 2), dealer=2)
    # The engine refuses the pass where it knows the hand; a cheat's own client would not.
    shown, table.faces = table.faces, dict(table.known)
    table.play_all({seat: Move("pass") for seat in range(3)})
    table.faces = shown
    table.play(0, "drop")
    said = table.seal()
    assert "A foul of Ann: a hand that wins was not declared, or a spread was held back." in said
    assert said[-1].startswith("Scores: Ann -")


def test_the_cut_for_the_deal(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    table = evening("tonk")
    table.take()
    table.begin(deal(("3C", "KD", "KH"), "", 2))
    assert table.take() == ["You cut 3C.", "Bob cuts KD.", "Cleo cuts KH."]
    assert table.seal() == ["Cleo deals first."]


def test_the_side_bet(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    table = evening("tonk", "spades", spades_stake=4, natural_high="off")
    table.take()
    table.begin(deal(("2C 5H 6H KD 9S", "3S 3D TC JC 8D", "4C 4D QD KC 9H"), "7D", 2), dealer=2)
    table.play_all({seat: Move("join") for seat in range(3)})
    table.play(0, "show_spade", "9S")
    table.play(1, "show_spade", "3S")
    table.play(2, "no_spade")
    assert table.take() == [
        "You join the side bet.",
        "Bob joins the side bet.",
        "Cleo joins the side bet.",
        "Hand 1.",
        "7D starts the discard pile.",
        "You are dealt 2C 5H 6H 9S KD.",
        "You show 9S, your highest spade.",
        "Bob shows 3S, their highest spade.",
        "Cleo proves to have no spade.",
    ]
    assert "In the side bet of 4: you, Bob, Cleo." in words_of("tonk").table(table.model.view)
    table.play(0, "drop")
    said = table.seal()
    assert "Bob pays you 4: the highest spade wins the side bet." in said
    assert "Cleo pays you 4: the highest spade wins the side bet." in said


def test_only_forced_answers_are_made_by_themselves(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    words = words_of("tonk")
    for options, phase, automatic in (({}, "declare", True), ({"natural_declare": "optional"}, "declare", False)):
        table = evening("tonk", **options)
        table.begin(deal(HANDS, "7D", 2), dealer=2)
        assert table.state.phase == phase
        assert words.automatic(table.state, 0) is automatic
        for seat in range(3):
            moves = list(table.rules.legal(table.state, seat, table.faces))
            assert len(moves) == 1 or not automatic


def test_lockouts_clears_and_extra_discards(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    table = evening("tonk", "hit-and-hold", natural_high="off", seat=1)
    hands = ("KD 2H 3H 9S JD", "3S 3D 3C TC 8D", "4C 4D QS KS 9H")
    table.begin(deal(hands, "7D 7H 7C 8H", 2), dealer=2)
    table.play(0, "draw", value="stock")
    table.play(0, "discard", "JD")
    table.play(1, "draw", value="stock")
    table.play(1, "spread", "3S 3D 3C")
    table.play(1, "discard", "TC")
    table.play(2, "draw", value="stock")
    table.play(2, "discard", "QS")
    table.play(0, "draw", value="stock")
    table.take()
    table.play(0, "hit", "3H", 0)
    assert table.take() == ["Ann hits your book with 3H.", "You cannot drop before you have completed 1 turn."]
    assert "You cannot drop for 1 turn of your own." in words_of("tonk").table(table.model.view)
    table.play(0, "extra_discard", "KD")
    table.play(0, "clear", value=0)
    assert table.take() == ["Ann discards KD as an extra.", "Ann clears the book 3C 3D 3H 3S."]
    assert "The pile has 9 cards, 4 of them cleared for good." in words_of("tonk").table(table.model.view)


def test_a_watcher_hears_of_a_move_once(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    table = evening("tonk", "house-wikipedia-own-turn", drop_when="any_time", seat=1)
    table.begin(deal(HANDS, "7D 7H 3H", 2), dealer=2)
    table.play_all({})
    table.take()
    draw = Move("draw", value="discard")
    table.ask({0: draw})
    assert table.take() == ["Ann takes 7D from the pile."]
    table.play_all({0: draw, 1: GO_ON, 2: GO_ON})
    assert table.take() == []
    discard = table.move(0, "discard", "KD")
    table.ask({0: discard})
    table.play_all({0: discard, 1: GO_ON, 2: Move("drop")})
    assert table.take() == ["Ann discards KD.", "Cleo drops."]


def test_an_answer_to_a_tonk(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    table = evening("tonk", "heads-up", natural_high="off", seats=2, seat=1)
    table.begin(deal(("5H 6H 2C 2D 2S", "8H 9H TH JH 4H"), "7D 7H", 1), dealer=1)
    table.play(0, "draw", value="stock")
    table.play(0, "spread", "2C 2D 2S")
    table.play(0, "spread", "5H 6H 7H")
    table.take()
    words, view = words_of("tonk"), table.model.view
    moves = presenter.in_order(words, view, view.rules.legal(view.state, 1, view.faces))
    assert presenter.menu(words, view, moves) == ["1 Answer the tonk with 4H 8H 9H TH JH.", "2 Let the tonk stand."]
    table.play(1, "counter", "8H 9H TH JH 4H")
    assert table.take() == ["You answer the tonk with 4H 8H 9H TH JH."]
    assert table.seal()[-2:] == ["Ann pays you 4: the answer to a tonk pays 4 stakes.", "Scores: Ann -4, you +4."]
