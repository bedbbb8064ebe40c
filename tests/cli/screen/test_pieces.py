"""Cards and hands as they lie on a screen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.screen.canvas import Fragment, Row, span
from cli.screen.look import ASCII, UNICODE, Glyphs
from cli.screen.pieces import (
    CardAt,
    Fan,
    Size,
    beside,
    coloured,
    draw_card,
    draw_fan,
    draw_row,
    fan_height,
    fan_size,
)
from engine.cards import CARDS, Card


def text(rows: list[Row]) -> list[str]:
    return ["".join(piece.text for piece in row).rstrip() for row in rows]


def cards(names: str) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in names.split())


def test_a_card_says_rank_and_suit_at_every_size() -> None:
    ten = Card.parse("TH")
    assert text(draw_card(ten, Size.FLAT, UNICODE)) == ["[10♥]"]
    assert text(draw_card(ten, Size.BOX, UNICODE)) == ["┌──┐", "│10│", "│♥ │", "└──┘"]
    assert text(draw_card(ten, Size.LARGE, UNICODE)) == ["┌────┐", "│10  │", "│ ♥  │", "│  10│", "└────┘"]
    huge = ["┌──────┐", "│10    │", "│♥     │", "│  ♥   │", "│     ♥│", "│    10│", "└──────┘"]
    assert text(draw_card(ten, Size.HUGE, UNICODE)) == huge
    assert text(draw_card(ten, Size.BOX, ASCII)) == ["+--+", "|T |", "|H |", "+--+"]
    assert text(draw_card(None, Size.BOX, UNICODE)) == ["┌──┐", "│▒▒│", "│▒▒│", "└──┘"]
    assert text(draw_card(Card.parse("JR"), Size.BOX, UNICODE)) == ["┌──┐", "│JR│", "│★ │", "└──┘"]


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("size", Size)
def test_every_card_fits_its_box(card: Card, glyphs: Glyphs, size: Size) -> None:
    rows = draw_card(card, size, glyphs)
    assert len(rows) == size.height
    assert all(span(row) == size.width for row in rows) or size is Size.FLAT


def test_chosen_cards_stand_out_without_any_colour() -> None:
    fan = Fan(cards("5H 6H KS"), frozenset(cards("6H")), cursor=0)
    assert text(draw_fan(fan, Size.BOX, UNICODE, 20)) == [
        "        ┌──┐",
        "   ┌──┐ │6 │ ┌──┐",
        "   │5 │ │♥ │ │K │",
        "   │♥ │ └──┘ │♠ │",
        "   └──┘      └──┘",
        "   [a]   b    c",
    ]
    assert text(draw_fan(fan, Size.FLAT, UNICODE, 20)) == ["   5♥  *6♥   K♠", "  [a]   b    c"]


def test_what_cannot_be_played_is_dimmed_and_can_still_be_chosen() -> None:
    fan = Fan(cards("5H 6H"), playable=cards("6H"))
    flat = draw_fan(fan, Size.FLAT, UNICODE, 12)
    heart = "card suit.hearts face.hearts"
    assert [piece.style for piece in flat[0] if piece.target == CardAt(cards("5H")[0])] == [f"{heart} unplayable"]
    assert [piece.style for piece in flat[0] if piece.target == CardAt(cards("6H")[0])] == [heart]


@given(st.integers(0, 26), st.integers(50, 130), st.integers(2, 9))
def test_a_hand_fits_into_the_room_it_is_given(count: int, width: int, rows: int) -> None:
    fan = Fan(CARDS[:count], frozenset(CARDS[: count // 2]), cursor=count - 1)
    size = fan_size(fan, width, rows)
    drawn = draw_fan(fan, size, UNICODE, width)
    assert len(drawn) == fan_height(fan, size, width)
    assert size is Size.FLAT or len(drawn) <= rows
    assert all(span(row) == width for row in drawn)
    clickable = {piece.target for row in drawn for piece in row if piece.target is not None}
    assert clickable == {CardAt(card) for card in fan.cards}


@given(st.integers(1, 13), st.integers(16, 80), st.sampled_from([Size.BOX, Size.FLAT]))
def test_cards_in_a_row_overlap_rather_than_run_out(count: int, width: int, size: Size) -> None:
    rows = draw_row(CARDS[:count], size, UNICODE, width)
    assert len(rows) == size.height
    assert all(span(row) <= width for row in rows)


def test_blocks_beside_each_other() -> None:
    assert text(beside([(Fragment("a"),), (Fragment("b"),)], [(Fragment("c"),)])) == ["a c", "b"]


def test_cards_in_sentences_have_the_colours_of_their_suits() -> None:
    assert coloured("You play 10♥ and A♠.", UNICODE) == (
        Fragment("You play "),
        Fragment("10♥", "suit.hearts"),
        Fragment(" and "),
        Fragment("A♠", "suit.spades"),
        Fragment("."),
    )
    assert coloured("TH, ASH", ASCII, "dim") == (Fragment("TH", "dim suit.hearts"), Fragment(", ASH", "dim"))
