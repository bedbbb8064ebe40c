"""Cards as people write and read them."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from engine.cards import JOKER_SUIT, RANKS, Card

Show: TypeAlias = Callable[[Card], str]
"""How one card is written on a screen."""

_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "\N{VARIATION SELECTOR-16}": "", "\N{VARIATION SELECTOR-15}": ""}
_JOKERS = {"RJ": "JR", "BJ": "JB"}
_SUITS = "♣♦♥♠"


def letters(card: Card) -> str:
    """Two letters, as in 7H or TS: for screen readers, dumb terminals and typing."""
    return card.name


def signs(card: Card) -> str:
    """Rank and suit sign, as in 7♥ or 10♠; jokers as letters."""
    if card.suit == JOKER_SUIT:
        return card.name
    rank = RANKS[card.rank]
    return ("10" if rank == "T" else rank) + _SUITS[card.suit]


def parse(text: str) -> Card:
    """The card that was typed: 7h, 10S, TS, 7♥, JR. Raises ValueError if there is none."""
    name = "".join(_SIGNS.get(letter, letter) for letter in text).upper()
    if name.startswith("10"):
        name = "T" + name[2:]
    return Card.parse(_JOKERS.get(name, name))


def is_card(text: str) -> bool:
    """Whether `parse` would find a card."""
    try:
        parse(text)
    except ValueError:
        return False
    return True


def by_rank(card: Card) -> tuple[int, int]:
    """Sort key: rank first, ace low, jokers last."""
    return (13 if card.suit == JOKER_SUIT else card.rank, card.suit)


def by_suit(card: Card) -> tuple[int, int]:
    """Sort key: suit first, jokers last."""
    return (card.suit, card.rank)


def joined(cards: Iterable[Card], show: Show = letters) -> str:
    """Cards for a sentence, one space between."""
    return " ".join(show(card) for card in cards)
