"""What a trump suit means in each variant: which cards are trumps, their order and points (rules page Pitch §3)."""

from typing import NamedTuple

from engine.cards import CARDS, DECK52, DECK54, JOKER_SUIT, JOKERS, RANKS, SUITS, Card

_HIGH_TO_LOW = "AKQJT98765432"
_SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}


class Variant(NamedTuple):
    """A row of the table of variants (§3.1); its name is its sum."""

    off: str
    """Ranks whose off card is a trump."""
    jokers: int
    """Points of each joker."""
    three: int
    """Points of the three, and of the off-three where it is a trump."""
    off_two: int
    """Points of the off-two, where it is a trump."""


VARIANTS: dict[int, Variant] = {
    5: Variant("J", jokers=0, three=0, off_two=0),
    7: Variant("J", jokers=1, three=0, off_two=0),
    8: Variant("J", jokers=0, three=3, off_two=0),
    10: Variant("J", jokers=1, three=3, off_two=0),
    11: Variant("J3", jokers=0, three=3, off_two=0),
    13: Variant("J3", jokers=1, three=3, off_two=0),
    14: Variant("AJT32", jokers=0, three=3, off_two=1),
    15: Variant("AJT32", jokers=1, three=3, off_two=0),
    16: Variant("AJT32", jokers=1, three=3, off_two=1),
}


class Trumps(NamedTuple):
    """The pack under one trump suit."""

    order: tuple[Card, ...]
    """All trumps, high to low."""
    place: dict[Card, int]
    """Of each trump: higher beats lower; of two alike the one played first wins the trick."""
    points: dict[Card, int]
    """Of each trump, zeros included."""
    trumps: frozenset[Card]
    others: frozenset[Card]
    """The non-trumps of the pack."""
    scoring: frozenset[Card]
    """Trumps with points."""
    kept: frozenset[Card]
    """Trumps booked to the seat that plays them (§4): the two and the off-two, or none."""


def pack(jokers: bool) -> tuple[Card, ...]:
    """The cards that are dealt: 54, or 52 without jokers."""
    return DECK54 if jokers else DECK52


def build(variant: int, suit: str, *, jokers: bool, hierarchy: str, joker_order: str, dirty: bool) -> Trumps:
    """The trumps of this suit under these options (§3, §3.2, §4)."""
    row = VARIANTS[variant]
    ranks = [_rank_group(row, rank, suit) for rank in _HIGH_TO_LOW]
    if jokers:
        ranks.insert(_HIGH_TO_LOW.index("J") + 1, [Card.parse(name) for name in JOKERS])
    if hierarchy != "normal":
        ranks.reverse()
    if hierarchy == "inverted":
        ranks = [group[::-1] for group in ranks]
    order = tuple(card for group in ranks for card in group)
    place = {card: len(order) - i for i, card in enumerate(order)}
    if jokers and joker_order == "first_played":
        place.update(dict.fromkeys(CARDS[52:], max(place[card] for card in CARDS[52:])))
    points = {card: _points(row, card, suit) for card in order}
    return Trumps(
        order,
        place,
        points,
        frozenset(order),
        frozenset(pack(jokers)) - frozenset(order),
        frozenset(card for card in order if points[card]),
        frozenset() if dirty else frozenset(card for card in order if card.name[0] == "2"),
    )


def _rank_group(row: Variant, rank: str, suit: str) -> list[Card]:
    """The trumps of one rank: the natural card, then its off card."""
    suits = suit + _SAME_COLOUR[suit] if rank in row.off else suit
    return [Card.parse(rank + s) for s in suits]


def _points(row: Variant, card: Card, suit: str) -> int:
    if card.suit == JOKER_SUIT:
        return row.jokers
    rank = RANKS[card.rank]
    if rank == "2":
        return 1 if SUITS[card.suit] == suit else row.off_two
    return row.three if rank == "3" else int(rank in "AJT")
