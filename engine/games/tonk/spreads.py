"""Books, runs and counts (rules page Tonk §2): pure functions of cards and options."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.cards import CARDS, DECK52, Card
from engine.contract import Seat
from engine.games.tonk.options import TonkOptions

POINTS = tuple(min(card.rank + 1, 10) for card in DECK52)
ACE, KING = 0, 12
LONGEST = 13


class Spread(NamedTuple):
    """Cards laid on the table: runs ascending, a high ace last; books clubs, diamonds, hearts, spades."""

    number: int
    """Its index on the rules page: spreads count in the order of laying, and no number is used twice in a hand."""
    owner: Seat
    kind: str
    """"book" or "run"."""
    cards: tuple[Card, ...]


def count(cards: Iterable[Card]) -> int:
    """The points of these cards: ace 1, pictures 10."""
    return sum([POINTS[card] for card in cards])


def arrange(cards: Sequence[Card], options: TonkOptions) -> tuple[str, tuple[Card, ...]] | None:
    """The book or run that exactly these cards make, as kind and cards in order; None if they make neither."""
    if len(cards) < 3:
        return None
    row = sorted(cards)
    first, last = row[0], row[-1]
    if all(card.rank == first.rank for card in row):
        return "book", tuple(row)
    if last.suit != first.suit:
        return None
    if last - first == len(row) - 1:
        return "run", tuple(row)
    ace_follows = options.ace_in_runs == "high_or_low" and first.rank == ACE and last.rank == KING
    if ace_follows and last - row[1] == len(row) - 2:
        return "run", (*row[1:], first)
    return None


def spreads_in(cards: Iterable[Card], options: TonkOptions) -> Iterator[tuple[Card, ...]]:
    """Every book and every run among these cards."""
    ranks: dict[int, list[Card]] = {}
    present = 0
    for card in cards:
        present |= 1 << card
        ranks.setdefault(card.rank, []).append(card)
    for same in ranks.values():
        if len(same) >= 3:
            yield from combinations(same, 3)
            if len(same) == 4:
                yield tuple(same)
    for suit in range(4):
        row = (present >> 13 * suit) & 0x1FFF
        if options.ace_in_runs == "high_or_low":
            row |= (row & 1) << 13
        starts = row & (row >> 1) & (row >> 2)
        while starts:
            start = (starts & -starts).bit_length() - 1
            starts &= starts - 1
            end = start + 2
            while end - start < LONGEST and row >> end & 1:
                yield tuple([CARDS[13 * suit + rank % 13] for rank in range(start, end + 1)])
                end += 1


def extend(spread: Spread, cards: tuple[Card, ...], options: TonkOptions) -> Spread | None:
    """The spread with these cards added, or None if they do not fit or it may not be hit (§5.5)."""
    if spread.kind == "book" and options.hit_targets == "runs_only":
        return None
    made = arrange(spread.cards + cards, options)
    return spread._replace(cards=made[1]) if made and made[0] == spread.kind else None


def fitting(spread: Spread, options: TonkOptions) -> list[Card]:
    """The single cards that could be added to the spread."""
    first = spread.cards[0]
    if spread.kind == "book":
        if options.hit_targets == "runs_only":
            return []
        return [card for card in CARDS[first.rank : 52 : 13] if card not in spread.cards]
    top = KING if options.ace_in_runs == "low" else KING + 1
    ends = [place for place in (first.rank - 1, first.rank + len(spread.cards)) if 0 <= place <= top]
    cards = dict.fromkeys([CARDS[13 * first.suit + place % 13] for place in ends])
    return [card for card in cards if card not in spread.cards]


def must_lay(cards: Collection[Card], options: TonkOptions) -> bool:
    """Whether a hand of these cards violates `must_spread` if its holder discards now (§5.5)."""
    aces = sum([card.rank == ACE for card in cards])
    for spread in spreads_in(cards, options):
        three_aces = aces == 3 and spread[0].rank == spread[1].rank == ACE
        excused = three_aces and options.must_spread_ace_exception
        if not excused and (options.spread_out or len(spread) < len(cards)):
            return True
    return False


def hand_count(cards: Sequence[Card], options: TonkOptions) -> int:
    """The count of a hand: all its cards, or without spreads it holds (option `hand_spreads_count`)."""
    if options.hand_spreads_count:
        return count(cards)
    return _least(tuple(cards), options)


def _least(cards: tuple[Card, ...], options: TonkOptions) -> int:
    if len(cards) < 3:
        return count(cards)
    first, rest = cards[0], cards[1:]
    best = POINTS[first] + _least(rest, options)
    for spread in spreads_in(cards, options):
        if first in spread:
            best = min(best, _least(tuple([card for card in rest if card not in spread]), options))
    return best
