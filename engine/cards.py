"""Cards: what is printed on them."""

from typing import NamedTuple

RANKS = "A23456789TJQK"
SUITS = "CDHS"
JOKERS = ("JR", "JB")
JOKER_SUIT = 4


class _Print(NamedTuple):
    rank: int
    suit: int
    name: str


class Card(int):
    """One of 54 values, made once and compared by identity or number: 13 · suit + rank, then the two jokers.

    `rank` is 0 (ace) … 12 (king), of jokers 0 (high, red) and 1 (low, black); `suit` is 0 … 3 in the order
    clubs, diamonds, hearts, spades, and JOKER_SUIT for jokers; `name` is rank and suit, as in "TS" or "JR".
    """

    rank: int
    suit: int
    name: str

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__

    def __bool__(self) -> bool:
        """Whether there is a card: also the ace of clubs, whose number is 0, is one."""
        return True

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (Card.parse, (self.name,))

    @staticmethod
    def parse(text: str) -> "Card":
        """The card of this name, in either case. Raises ValueError if there is none."""
        try:
            return _NAMED[text.upper()]
        except KeyError:
            raise ValueError(f"{text!r} is not a card; cards are written like 7H, TS or KD") from None


def _print(number: int) -> Card:
    card = Card(number)
    card.suit, card.rank = divmod(number, 13)
    card.name = RANKS[card.rank] + SUITS[card.suit] if number < 52 else JOKERS[card.rank]
    return card


CARDS: tuple[Card, ...] = tuple(_print(number) for number in range(54))
DECK52: tuple[Card, ...] = CARDS[:52]
DECK54: tuple[Card, ...] = CARDS
_NAMED = {card.name: card for card in CARDS}
