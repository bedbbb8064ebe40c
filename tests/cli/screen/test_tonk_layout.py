"""Tonk on the table: piles, spreads as cards or as lines, what a click on them means."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cli.screen.canvas import span
from cli.screen.desk import Make
from cli.screen.keys import click
from cli.screen.layouts.base import Pile, Room
from cli.screen.layouts.tonk import LAYOUT
from cli.screen.look import UNICODE
from cli.screen.pieces import CardAt
from cli.screen.view import draw
from engine.contract import Move, State, Turn
from engine.games.tonk.spreads import count

MakeNight = Callable[..., Any]


def turn_of(seat: int, phase: str) -> Callable[[State], bool]:
    return lambda s: isinstance(s.next, Turn) and s.next.seats == (seat,) and s.phase == phase


def with_spreads(night: MakeNight, least: int) -> Any:
    table = night("tonk", seats=3, seed=3, hand_size=9).deal()
    return table.until(lambda s: turn_of(0, "play")(s) and len(s.spreads) >= least)


def centre(table: Any, width: int, height: int) -> str:
    rows = LAYOUT.centre(table.desk.view, Room(width, height), UNICODE)
    assert len(rows) <= height
    assert all(span(row) <= width for row in rows)
    return "\n".join("".join(piece.text for piece in row) for row in rows)


def test_spreads_are_cards_where_there_is_room_and_lines_where_there_is_not(night: MakeNight) -> None:
    table = with_spreads(night, 3)
    spreads = table.desk.view.state.spreads
    small = centre(table, 46, 6)
    assert all(" ".join(map(UNICODE.show, spread.cards)) in small for spread in spreads)
    drawn = centre(table, 46, 24)
    assert not any(" ".join(map(UNICODE.show, spread.cards)) in drawn for spread in spreads)
    assert drawn.count("┌──┌──") >= len(spreads)
    wide = centre(table, 100, 40)
    assert "┌──┌──┌──────┐" in wide


@pytest.mark.parametrize("width", [32, 44, 45, 46, 60, 79, 140])
@pytest.mark.parametrize("height", [6, 8, 10, 15, 16, 22, 45])
def test_all_spreads_are_seen_or_counted_at_every_size(width: int, height: int, night: MakeNight) -> None:
    table = with_spreads(night, 3)
    shown = centre(table, width, height)
    laid = len(table.desk.view.state.spreads)
    assert f"{laid}. " in shown or f"Spread {laid}, " in shown or " more" in shown


def test_a_click_on_a_spread_hits_it(night: MakeNight) -> None:
    table = night("tonk", seats=3, hand_size=9).deal()
    found: list[Any] = []
    while not found:
        table.until(turn_of(0, "play"))
        view = table.desk.view
        found = [move for move in view.rules.legal(view.state, 0, view.faces) if move.kind == "hit"]
        if not found:
            table.play({})
    for card in view.shown(found[0]):
        table.desk, _ = click(table.desk, CardAt(card))
    _, effects = click(table.desk, Pile("hit", found[0].value))
    assert effects == (Make(found[0]),)


def test_a_click_on_the_pile_discards_the_chosen_card(night: MakeNight) -> None:
    table = with_spreads(night, 1)
    table.desk, _ = click(table.desk, CardAt(table.desk.hand[0]))
    _, effects = click(table.desk, Pile("discard"))
    assert [effect.move.kind for effect in effects if isinstance(effect, Make)] == ["discard"]


def test_piles_and_spreads_can_be_clicked_where_they_are_drawn(night: MakeNight) -> None:
    table = with_spreads(night, 1)
    number = table.desk.view.state.spreads[0].number
    for size in ((60, 20), (80, 24), (120, 40)):
        targets = {piece.target for row in draw(table.desk, *size).rows for piece in row}
        assert {Pile("draw", "stock"), Pile("discard"), Pile("hit", number)} <= targets


def test_the_whole_pile_is_seen_only_where_the_table_allows_it(night: MakeNight) -> None:
    for allowed in (False, True):
        table = night("tonk", seats=3, discard_history=allowed).deal()
        table.until(lambda s: turn_of(0, "start")(s) and len(s.pile) > 3)
        s = table.desk.view.state
        pile = "From the bottom: " + " ".join(UNICODE.show(s.open[slot]) for slot in s.pile)
        for width in (80, 120):
            assert (pile[:30] in table.text(width, 40)) == allowed


@pytest.mark.parametrize("history", [False, True])
def test_the_table_can_be_told_at_every_moment(history: bool, night: MakeNight) -> None:
    """Also while the card that starts the pile is being opened, and while cards are cut for the deal."""
    table = night("tonk", "spades", seats=3, discard_history=history)
    moments: list[list[str]] = []
    show = table.see

    def tell(event: Any) -> None:
        show(event)
        if table.desk.view is not None:
            moments.append(table.desk.model.words.table(table.desk.view))

    table.see = tell
    table.deal()
    table.until(lambda s: turn_of(0, "start")(s) and len(s.pile) > 1)
    assert any("No discard can be taken." in lines for lines in moments)
    assert any("Top of the pile" in line for line in moments[-1])
    assert history == any(line.startswith("The pile from the bottom:") for line in moments[-1])


def test_the_side_bet_says_what_it_is_about(night: MakeNight) -> None:
    table = night("tonk", seats=3, spades_stake=5).deal().until(lambda s: s.phase == "join")
    assert "The highest spade dealt wins 5 from each who joins." in table.text(120, 40)


def test_a_dealt_hand_that_wins_is_pointed_out(night: MakeNight) -> None:
    table = night("tonk", seats=3, seed=699, natural_high="off", low13=True, natural_declare="optional").deal()
    table.seal()
    table.deal().ask()
    assert count(table.desk.view.own()) == 12
    assert "You were dealt 12 points: declare them to win, or play on." in table.text(120, 40)


def test_the_answer_to_a_tonk_is_explained(night: MakeNight) -> None:
    table = night("tonk", "heads-up", seats=2).deal().until(turn_of(0, "start"))
    hint = LAYOUT.hint(table.desk.view, [Move("counter"), Move("pass")])
    assert hint == "All your cards fit on the runs just laid: answer the tonk, or let it stand."


def test_a_dealt_hand_that_does_not_win_is_told_as_well(night: MakeNight) -> None:
    table = night("tonk", seats=3, natural_declare="optional").deal()
    table.until(lambda s: s.phase == "declare")
    assert table.labels() == ["Play on"]
    assert "Your dealt hand does not win by itself." in table.text(80, 24)


def test_a_single_move_is_not_to_be_chosen_among_others(night: MakeNight) -> None:
    table = night("tonk", seats=3, drop_when="any_time").deal()
    table.until(turn_of(0, "start"))
    table.desk = replace(table.desk, moves=table.desk.moves[:1])
    assert "Enter takes the marked move." in table.text(80, 24)
    assert "mark another" not in table.text(80, 24)


def test_a_move_that_takes_the_last_card_says_so(night: MakeNight) -> None:
    table = night("tonk", seats=2, seed=8, hand_size=9).deal()
    table.until(lambda s: turn_of(0, "play")(s) and len(s.held[0]) == 1, 20_000)
    table.press("a")
    assert "Discard" in table.labels()[0]
    assert "your hand is empty" in table.text(120, 40)


def test_an_empty_stock_is_pointed_out(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal()
    table.until(lambda s: turn_of(0, "start")(s) and not s.stock)
    assert "The stock is empty: take the discard, or end the hand." in table.text(120, 40)
