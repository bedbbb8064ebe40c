"""Typed moves: what is meant, what is asked back, what the engine is left to refuse."""

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli import cards as cardwords
from cli import presenter
from cli.words import NotUnderstood, View, Words, words_of
from engine.bench import random_moves
from engine.cards import CARDS, Card
from engine.contract import GO_ON, IllegalMove, Move, Turn
from engine.games import names, rules_of
from engine.options import BadOption
from engine.plain import PlainDealer

HANDS = ("5H 6H KD KC KS", "3S 3D TC JC 8D", "4C 4D QS 2H 9H")
PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve")


@pytest.fixture
def drawn(evening: Callable[..., Any], deal: Callable[..., Any]) -> Any:
    """Ann has drawn 7H and is to play on."""
    table = evening("tonk", natural_high="off")
    table.begin(deal(HANDS, "7D 7H 3H 8H", 2), dealer=2)
    table.play(0, "draw", value="stock")
    return table


@pytest.fixture
def start(evening: Callable[..., Any], deal: Callable[..., Any]) -> Any:
    """Ann is to draw."""
    table = evening("tonk", natural_high="off")
    table.begin(deal(HANDS, "7D 7H 3H 8H", 2), dealer=2)
    return table


def parse(table: Any, text: str) -> Move:
    return words_of("tonk").parse(table.model.view, text)


@pytest.mark.parametrize("text", ["draw stock", "DRAW  Stock", "stock", "take stock"])
def test_ways_to_draw_from_the_stock(start: Any, text: str) -> None:
    assert parse(start, text) == Move("draw", value="stock")


@pytest.mark.parametrize("text", ["draw discard", "draw pile", "take", "pile", "take pile"])
def test_ways_to_take_the_discard(start: Any, text: str) -> None:
    assert parse(start, text) == Move("draw", value="discard")


@pytest.mark.parametrize("text", ["drop", "knock", "Drop"])
def test_ways_to_drop(start: Any, text: str) -> None:
    assert parse(start, text) == Move("drop")


@pytest.mark.parametrize("text", ["spread 5h 6h 7h", "lay 7h 5h 6h", "spread 5♥ 6♥ 7♥", "5h 6h 7h"])
def test_ways_to_lay_a_spread(drawn: Any, text: str) -> None:
    assert parse(drawn, text) == drawn.move(0, "spread", "5H 6H 7H")


def test_a_card_alone_is_discarded_where_nothing_else_can_be_meant(drawn: Any) -> None:
    assert parse(drawn, "kd") == drawn.move(0, "discard", "KD")


def test_a_hit_needs_no_number_where_one_spread_takes_the_card(drawn: Any) -> None:
    drawn.play(0, "spread", "5H 6H 7H")
    drawn.play(0, "discard", "KD")
    drawn.play(1, "draw", value="stock")
    drawn.play(1, "discard", "TC")
    drawn.play(2, "draw", value="stock")
    drawn.model = drawn.model.sorted_by("suit")
    view = View(drawn.rules, drawn.state, drawn.faces, PLAYERS[:3], 2)
    words = words_of("tonk")
    assert words.parse(view, "hit 8h") == words.parse(view, "hit 1 8h") == drawn.move(2, "hit", "8H", 0)
    assert words.parse(view, "add 1 8h 9h") == drawn.move(2, "hit", "8H 9H", 0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("draw", "That can be meant in several ways; for example: draw stock; draw discard."),
        ("drow stock", "There is no command 'drow' here; did you mean drop?"),
        ("frobnicate", "There is no command 'frobnicate' here; type help for those there are."),
        ("drop 7x", "I do not understand '7x' after drop."),
        ("discard 9s", "You do not hold 9S."),
        ("discard", "Say also which cards, as in: discard CARD."),
        ("hit 9s", "Say also the number, as in: hit NUMBER CARDS."),
        ("5h 6h", "Say also what to do with 5H 6H; type help for the commands."),
        ("\x1b[2J", "There is no command '\\x1b[2J' here; type help for those there are."),
    ],
)
def test_what_is_not_understood_is_answered_in_a_sentence(start: Any, text: str, sentence: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        parse(start, text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("spread 5h 6h kd", "These cards are neither a book nor a run."),
        ("hit 3 kd", "There is no such spread on the table."),
        ("draw stock", "You cannot draw now."),
        ("extra discard kd", "You have no extra discard left."),
        ("go on", "You cannot go on now."),
    ],
)
def test_what_is_understood_but_illegal_is_refused_by_the_rules(drawn: Any, text: str, sentence: str) -> None:
    move = parse(drawn, text)
    with pytest.raises(IllegalMove) as refused:
        drawn.rules.check(drawn.state, 0, move, drawn.known)
    assert str(refused.value) == sentence


def test_two_meanings_of_a_card_are_asked_back(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    table = evening("tonk", natural_high="off")
    table.begin(deal(("5H 6H 8H KC KS", *HANDS[1:]), "7D 7H 3H", 2), dealer=2)
    table.play(0, "draw", value="stock")
    assert parse(table, "8h") == table.move(0, "discard", "8H")
    table.play(0, "spread", "5H 6H 7H")
    with pytest.raises(NotUnderstood, match="several ways; for example: hit 1 8H; discard 8H"):
        parse(table, "8h")
    with pytest.raises(NotUnderstood, match="several ways; for example: discard"):
        parse(table, "discard")


# -- cards -------------------------------------------------------------------------------------------------------


@given(st.sampled_from(CARDS), st.booleans())
def test_cards_are_read_as_they_are_written(card: Card, lower: bool) -> None:
    for written in (cardwords.letters(card), cardwords.signs(card)):
        assert cardwords.parse(written.lower() if lower else written) is card


@pytest.mark.parametrize(("text", "name"), [("10h", "TH"), ("7♥️", "7H"), ("rj", "JR"), ("BJ", "JB"), ("as", "AS")])
def test_other_ways_to_write_cards(text: str, name: str) -> None:
    assert cardwords.parse(text).name == name


@pytest.mark.parametrize("text", ["", "H7", "11h", "7", "hh", "7hh", "♥"])
def test_what_is_no_card(text: str) -> None:
    assert not cardwords.is_card(text)


# -- every game --------------------------------------------------------------------------------------------------


def presets_of(game: str) -> list[str]:
    made = []
    for preset in rules_of(game).Options.presets:
        try:
            rules_of(game).Options.make(preset)
        except BadOption:
            continue
        made.append(preset)
    return made


def read_kind(words: Words, view: View, typed: str) -> str:
    """The kind of move that was read; or that it could be several, which typing alone may leave open."""
    try:
        return words.parse(view, typed).kind
    except NotUnderstood as error:
        return "several ways" if "several ways" in str(error) else str(error)


def check_every_move(words: Words, view: View, exactly: bool) -> None:
    """Every legal move can be listed, typed, and read again."""
    assert view.seat is not None
    moves = list(islice(view.rules.legal(view.state, view.seat, view.faces), 60))
    numbered = presenter.in_order(words, view, moves)
    assert sorted(map(repr, numbered)) == sorted(map(repr, moves))
    assert all(line.isprintable() for line in presenter.menu(words, view, numbered))
    for line in (*words.turn(view), *words.table(view), *words.help(view)):
        assert line
        assert line.isprintable()
    for move in moves:
        typed = words.typed(view, move)
        if exactly:
            assert words.parse(view, typed) == move
        else:
            assert read_kind(words, view, typed) in (move.kind, "several ways")


def play_one_hand(words: Words, game: str, preset: str, seed: int, exactly: bool) -> None:
    rules, rng = rules_of(game), Random(seed)
    options = rules.Options.make(preset)
    n = rules.seats(options)[-1]
    match = rules.first(options, n)
    for _ in range(2):
        deck = list(rules.deck(options))
        rng.shuffle(deck)
        dealer: PlainDealer[Any] = PlainDealer(rules, deck, rng, n)
        state = dealer.serve(rules.begin(match))
        while isinstance(state.next, Turn):
            for seat in state.next.seats:
                check_every_move(words, View(rules, state, dealer.known[seat], PLAYERS[:n], seat), exactly)
            state = dealer.play(state, random_moves(rules, state, dealer.faces, rng))
            view = View(rules, state, dealer.known[0], PLAYERS[:n], 0)
            for piece in state.news:
                said = words.news(view, piece)
                assert said.isprintable()
                assert "{" not in said
        told = words.result(View(rules, state, dealer.known[0], PLAYERS[:n], 0), state.next)
        assert told
        assert all(line and line.isprintable() for line in told)
        match = rules.settle(match, state.next)
        if match.over:
            return


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([(game, preset) for game in names() for preset in presets_of(game)]), st.integers(0, 1 << 20))
def test_every_game_can_be_played_by_its_words(choice: tuple[str, str], seed: int) -> None:
    game, preset = choice
    play_one_hand(words_of(game), game, preset, seed, exactly=type(words_of(game)) is not Words)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from([(game, preset) for game in names() for preset in presets_of(game)]), st.integers(0, 1 << 20))
def test_every_game_can_be_played_by_words_derived_from_its_verbs(choice: tuple[str, str], seed: int) -> None:
    play_one_hand(Words(), *choice, seed, exactly=False)


def test_a_watcher_may_type_go_on(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    table = evening("tonk", natural_high="off", drop_when="any_time", seat=1)
    table.begin(deal(HANDS, "7D 7H 3H 8H", 2), dealer=2)
    assert parse(table, "go on") == GO_ON
    assert parse(table, "drop") == Move("drop")
