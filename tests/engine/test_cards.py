"""Cards: what is printed on them."""

import copy
import pickle

import pytest

from engine.cards import CARDS, DECK52, DECK54, JOKER_SUIT, Card


def test_every_card_is_made_once() -> None:
    assert len(CARDS) == len(DECK54) == 54
    assert len({card.name for card in CARDS}) == 54
    assert [int(card) for card in CARDS] == list(range(54))
    assert DECK54[:52] == DECK52


def test_rank_and_suit_give_the_number() -> None:
    for card in DECK52:
        assert card == 13 * card.suit + card.rank
        assert card.name == "A23456789TJQK"[card.rank] + "CDHS"[card.suit]


def test_jokers_have_a_suit_of_their_own() -> None:
    red, black = Card.parse("JR"), Card.parse("JB")
    assert (red.suit, red.rank) == (JOKER_SUIT, 0)
    assert (black.suit, black.rank) == (JOKER_SUIT, 1)


def test_names_are_read_in_either_case() -> None:
    for card in CARDS:
        assert Card.parse(card.name) is card
        assert Card.parse(card.name.lower()) is card
        assert repr(card) == str(card) == card.name


@pytest.mark.parametrize("text", ["", "7", "77", "1S", "10S", "SJ", "7H ", "JOKER", "♠A"])
def test_other_names_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card; cards are written like 7H, TS or KD"):
        Card.parse(text)


def test_copies_are_the_same_card() -> None:
    seven = Card.parse("7H")
    assert copy.deepcopy(seven) is seven
    assert pickle.loads(pickle.dumps(seven)) is seven


def test_every_card_is_there_the_ace_of_clubs_too() -> None:
    assert all(CARDS)
    assert (CARDS[0] or None) is CARDS[0]
