"""Ranking, combinations, and what beats what. Rules page Thirteen §3-§5."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.cards import DECK52, RANKS, SUITS, Card
from engine.games.thirteen.options import BombOrder

TWO = 12
"""The rank of the 2s, of 0 (the 3s) … 12."""

KEY: tuple[int, ...] = tuple(
    4 * "3456789TJQKA2".index(RANKS[card.rank]) + "SCDH".index(SUITS[card.suit]) for card in DECK52
)
"""By card: 0 (three of spades) … 51 (two of hearts). A key divided by four, rounded down, is the rank."""

BY_KEY: tuple[Card, ...] = tuple(sorted(DECK52, key=lambda card: KEY[card]))

SETS = ("", "single", "pair", "triple", "quad")
"""The types of one to four cards of one rank, by number of cards."""

BOMBS = ("quad", "double_sequence")


class Combination(NamedTuple):
    """Cards that may be played together."""

    type: str
    length: int
    """Cards; of a double sequence, pairs."""
    key: int
    """The key that decides against the same type and length."""
    cards: tuple[Card, ...] = ()
    """Lowest first."""

    @property
    def twos(self) -> bool:
        """Whether these are one, two or three 2s, which bombs may answer."""
        return self.key >= 4 * TWO and self.type in SETS[:4]


def combination(cards: Iterable[Card], twos_high: bool) -> Combination | None:
    """What these different cards are together, or None. `twos_high`: a sequence may end in a 2."""
    keys = sorted([KEY[card] for card in cards])
    shape = shape_of(keys, twos_high)
    return shape and shape._replace(cards=tuple([BY_KEY[key] for key in keys]))


def shape_of(keys: Sequence[int], twos_high: bool) -> Combination | None:
    """What the cards with these ascending keys are together, without the cards themselves."""
    count = len(keys)
    if count == 0:
        return None
    ranks = [key // 4 for key in keys]
    low, high = ranks[0], ranks[-1]
    if low == high:
        return Combination(SETS[count], count, keys[-1])
    if count >= 3 and ranks == list(range(low, low + count)) and (high < TWO or twos_high):
        return Combination("sequence", count, keys[-1])
    pairs = count // 2
    if pairs >= 3 and high < TWO and ranks[::2] == ranks[1::2] == list(range(low, low + pairs)):
        return Combination("double_sequence", pairs, keys[-1])
    return None


def beats(new: Combination, table: Combination, order: BombOrder) -> bool:
    """Whether `new` may be played on `table`. Rules page Thirteen §5."""
    if (new.type, new.length) == (table.type, table.length):
        return new.key > table.key
    if new.type not in BOMBS:
        return False
    if table.twos:
        return _bombs_twos(new, table.length, order)
    return table.type in BOMBS and _bombs_bomb(new, table, order)


def _bombs_twos(bomb: Combination, twos: int, order: BombOrder) -> bool:
    if bomb.type == "quad":
        return twos == 1 or (twos == 2 and order == "southern")
    return bomb.length >= twos + 2


def _bombs_bomb(bomb: Combination, table: Combination, order: BombOrder) -> bool:
    """A bomb of another type or length than the one on the table."""
    if table.key >= 4 * TWO:
        return False
    if order == "longer_runs":
        return bomb.type == table.type and bomb.length > table.length
    return order == "southern" and _rung(bomb) > _rung(table)


def _rung(bomb: Combination) -> int:
    """The ladder of the southern order: three pairs, quad, four pairs, five pairs …"""
    return 7 if bomb.type == "quad" else 2 * bomb.length
