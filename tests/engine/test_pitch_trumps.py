"""Which cards are trumps, what they are worth and how they rank (rules page Pitch §3, §4 and §11)."""

import pytest

from engine.cards import SUITS, Card
from engine.games.pitch.options import Options
from engine.games.pitch.trumps import VARIANTS

SIZES = {5: 16, 7: 16, 8: 16, 10: 16, 11: 17, 13: 17, 14: 20, 15: 20, 16: 20}
SCORING = {  # hearts, from the column "scoring cards" of §3.1
    5: "AH JH JD TH 2H",
    7: "AH JH JD JR JB TH 2H",
    8: "AH JH JD TH 2H 3H",
    10: "AH JH JD JR JB TH 2H 3H",
    11: "AH JH JD TH 2H 3H 3D",
    13: "AH JH JD JR JB TH 2H 3H 3D",
    14: "AH AD JH JD TH TD 2H 2D 3H 3D",
    15: "AH AD JH JD JR JB TH TD 2H 3H 3D",
    16: "AH AD JH JD JR JB TH TD 2H 2D 3H 3D",
}


def cards(text: str) -> list[Card]:
    return [Card.parse(name) for name in text.split()]


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_points_add_up_to_the_variant_and_trumps_have_their_number(variant: int, suit: str) -> None:
    t = Options.make(variant=variant).suits[suit]
    assert sum(t.points.values()) == variant
    assert len(t.order) == len(t.trumps) == SIZES[variant]
    assert len(t.others) == 54 - SIZES[variant]
    assert not t.trumps & t.others
    assert sorted(t.place.values(), reverse=True) == [t.place[card] for card in t.order]


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("variant", [5, 8, 11, 14])
def test_without_jokers_two_trumps_are_missing(variant: int, suit: str) -> None:
    t = Options.make(variant=variant, jokers_in_deck=False).suits[suit]
    assert sum(t.points.values()) == variant
    assert len(t.trumps) == SIZES[variant] - 2
    assert len(t.others) == 54 - SIZES[variant]


@pytest.mark.parametrize("variant", VARIANTS)
def test_scoring_cards(variant: int) -> None:
    t = Options.make(variant=variant).suits["H"]
    assert t.scoring == set(cards(SCORING[variant]))
    threes = {card for card in t.scoring if t.points[card] == 3}
    assert threes == {card for card in t.scoring if card.name[0] == "3"}


@pytest.mark.parametrize(("suit", "off"), [("H", "JD"), ("D", "JH"), ("S", "JC"), ("C", "JS")])
def test_the_off_jack_is_of_the_same_colour(suit: str, off: str) -> None:
    t = Options.make().suits[suit]
    jack = Card.parse("J" + suit)
    assert t.order[t.order.index(jack) + 1] == Card.parse(off)


ORDERS = [
    (10, "normal", "AH KH QH JH JD JR JB TH 9H 8H 7H 6H 5H 4H 3H 2H"),
    (10, "inverted", "2H 3H 4H 5H 6H 7H 8H 9H TH JB JR JD JH QH KH AH"),
    (10, "inverted_off_below", "2H 3H 4H 5H 6H 7H 8H 9H TH JR JB JH JD QH KH AH"),
    (13, "normal", "AH KH QH JH JD JR JB TH 9H 8H 7H 6H 5H 4H 3H 3D 2H"),
    (16, "normal", "AH AD KH QH JH JD JR JB TH TD 9H 8H 7H 6H 5H 4H 3H 3D 2H 2D"),
    (16, "inverted", "2D 2H 3D 3H 4H 5H 6H 7H 8H 9H TD TH JB JR JD JH QH KH AD AH"),
    (16, "inverted_off_below", "2H 2D 3H 3D 4H 5H 6H 7H 8H 9H TH TD JR JB JH JD QH KH AH AD"),
]


@pytest.mark.parametrize(("variant", "hierarchy", "order"), ORDERS)
def test_order(variant: int, hierarchy: str, order: str) -> None:
    t = Options.make(variant=variant, hierarchy=hierarchy).suits["H"]
    assert list(t.order) == cards(order)
    assert sum(t.points.values()) == variant


@pytest.mark.parametrize("hierarchy", ["normal", "inverted", "inverted_off_below"])
def test_first_played_jokers_share_the_better_place(hierarchy: str) -> None:
    fixed = Options.make(hierarchy=hierarchy).suits["S"]
    free = Options.make(hierarchy=hierarchy, joker_order="first_played").suits["S"]
    high, low = cards("JR JB")
    assert free.place[high] == free.place[low] == max(fixed.place[high], fixed.place[low])
    assert {c: p for c, p in free.place.items() if c not in (high, low)} == {
        c: p for c, p in fixed.place.items() if c not in (high, low)
    }


def test_twos_stay_with_their_players_unless_dirty() -> None:
    assert Options.make().suits["H"].kept == set(cards("2H"))
    assert Options.make(variant=16).suits["H"].kept == set(cards("2H 2D"))
    assert Options.make(variant=16, dirty=True).suits["H"].kept == frozenset()
