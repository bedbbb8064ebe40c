"""How a hand may go on: deals that agree with what a seat knows, and their tricks played out quickly.

A trump is a number here, `place · 16 + points · 2 + kept`, so that the higher number wins the trick; a hand is an
ascending list of these. Other cards cannot be played and do not appear.
"""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple, TypeAlias

from engine.cards import Card
from engine.contract import Faces, Seat
from engine.games.pitch.state import HAND, PitchState
from engine.games.pitch.trumps import Trumps

Number: TypeAlias = int
Hand: TypeAlias = list[Number]


def numbers(t: Trumps) -> dict[Card, Number]:
    """The number of each trump."""
    return {card: t.place[card] * 16 + t.points[card] * 2 + (card in t.kept) for card in t.order}


def points(number: Number) -> int:
    """The points of a trump."""
    return number >> 1 & 7


def gift(number: Number) -> int:
    """How gladly one parts with a trump in a trick that is won: points to save first, then low cards."""
    return (0 if number & 1 else 12 * points(number)) - (number >> 4)


def loss(number: Number) -> int:
    """How dear a trump is in a trick that is lost: points that would be captured, then its place."""
    return (0 if number & 1 else 20 * points(number)) + (number >> 4)


def best_six(trumps: Iterable[Number]) -> Hand:
    """What a seat keeps of these: points before others, high before low."""
    return sorted(sorted(trumps, key=lambda number: (points(number) > 0, number))[-HAND:])


class World(NamedTuple):
    """An imagined deal of what is unseen."""

    hands: list[Hand]
    """By seat; own cards are as they are."""
    bidding: tuple[bool, ...]
    """By seat: whether it is of the bidding side."""
    rest: Hand
    """Trumps in the stock."""


# -- deals ------------------------------------------------------------------------------------------------------------


class Unseen:
    """What a seat knows of the trumps that it does not see, once all have discarded."""

    def __init__(self, s: PitchState, seat: Seat, faces: Faces) -> None:
        """Count the closed cards: places that surely hold trumps, and places that may."""
        number = numbers(s.trumps)
        seen = {*faces.values(), *s.open.values()}
        self.s = s
        self.trumps = [number[card] for card in s.trumps.order if card not in seen]
        self.known = [_known(number, s.held[i], faces if i == seat else s.open) for i in range(s.n)]
        self.sure: list[Seat] = []
        self.maybe = [_STOCK] * len(s.stock) + [_NOWHERE] * sum(slot not in faces for slot in s.closed(s.burned))
        for i in range(s.n):
            if i != seat and i not in s.out:
                closed = len(s.closed(s.held[i]))
                played = sum(i == other for trick in (*(t.plays for t in s.tricks), s.trick) for other, _ in trick)
                sure = min(closed, max(0, s.kept[i] - played))
                self.sure += [i] * sure
                self.maybe += [i] * (closed - sure)
        self.called = number[s.called] if s.called is not None else 0
        self.open_partner = s.partner

    def imagine(self, rng: Random) -> World:
        """One of the deals that may be true."""
        trumps = self.trumps.copy()
        rng.shuffle(trumps)
        hands = [known.copy() for known in self.known]
        rest: Hand = []
        heaps = {_STOCK: rest, _NOWHERE: [], **dict(enumerate(hands))}
        places = self.sure + rng.sample(self.maybe, min(len(self.maybe), max(0, len(trumps) - len(self.sure))))
        for place, number in zip(places, trumps, strict=False):
            heaps[place].append(number)
        for hand in hands:
            hand.sort()
        return World(hands, sides(self.s, self._partner(hands)), rest)

    def _partner(self, hands: list[Hand]) -> Seat | None:
        if self.open_partner is not None or not self.called:
            return self.open_partner
        return next((i for i, hand in enumerate(hands) if self.called in hand), None)


_STOCK, _NOWHERE = -1, -2


def _known(number: dict[Card, Number], slots: tuple[int, ...], faces: Faces) -> Hand:
    return [number[faces[slot]] for slot in slots if slot in faces and faces[slot] in number]


def sides(s: PitchState, partner: Seat | None, bidder: Seat | None = None) -> tuple[bool, ...]:
    """By seat: whether it is on the bidder's side."""
    bidder = s.bidder if bidder is None else bidder
    if s.n == 4:
        return tuple((seat - bidder) % 2 == 0 for seat in range(4))
    return tuple(seat in (bidder, partner) for seat in range(s.n))


def auction(s: PitchState, seat: Seat, faces: Faces, suit: str, rng: Random) -> tuple[World, Number]:
    """A deal of all that is unseen in the auction, as if this seat had named the suit; and the called card or 0.

    All have discarded and filled up, the rest is given out, and hands are burned to six.
    """
    number = numbers(s.options.suits[suit])
    own = [faces[slot] for slot in s.held[seat]]
    unseen = [card for card in s.options.pack if card not in own]
    rng.shuffle(unseen)
    hands = []
    for i in range(s.n):
        cards = own if i == seat else [unseen.pop() for _ in own]
        hands.append([number[card] for card in cards if card in number])
    left = [number.get(card, 0) for card in unseen]
    if s.n == 5:
        called = call(hands[seat], sorted(number.values()))
        partner = next((i for i, hand in enumerate(hands) if called in hand), None)
        hands[seat] += [trump for trump in left if trump]
        return World([best_six(hand) for hand in hands], sides(s, partner, seat), []), called
    for i in s.round_from(s.dealer + 1):
        need = max(0, HAND - len(hands[i]))
        hands[i] += [trump for trump in left[:need] if trump]
        left = left[need:]
    hands[seat if len(hands[seat]) < HAND else (seat + 2) % 4] += [trump for trump in left if trump]
    return World([best_six(hand) for hand in hands], sides(s, None, seat), []), 0


def call(own: Hand, trumps: Hand) -> Number:
    """The card to call: the best one missing, or, for who holds the best, the most points to catch with it."""
    missing = [number for number in trumps if number not in own]
    if trumps[-1] in missing:
        return missing[-1]
    return max(missing, key=lambda number: (0 if number & 1 else points(number), number))


# -- tricks -----------------------------------------------------------------------------------------------------------


def play_out(world: World, leader: Seat, trick: list[tuple[Seat, Number]], due: Number = 0) -> tuple[int, int]:
    """Points of the bidding side and of the others when all play these hands out sensibly, seeing all.

    Goes on with `trick`, to which `due` has to be played by its holder; `leader` leads if it is empty. Empties the
    hands.
    """
    hands, bidding = world.hands, world.bidding
    n = len(hands)
    won = [0, 0]
    while True:
        first = trick[0][0] if trick else leader
        for step in range((trick[-1][0] - first) % n + 1 if trick else 0, n):
            seat = (first + step) % n
            hand = hands[seat]
            if not hand:
                continue
            number = due if due in hand else _choose(world, seat, [(first + k) % n for k in range(step + 1, n)], trick)
            hand.remove(number)
            trick.append((seat, number))
        if not trick:
            return won[1], won[0]
        leader, _ = max(trick, key=_number)
        for seat, number in trick:
            won[bidding[seat if number & 1 else leader]] += points(number)
        trick, due = [], 0


def _number(play: tuple[Seat, Number]) -> Number:
    return play[1]


def _choose(world: World, seat: Seat, later: list[Seat], trick: list[tuple[Seat, Number]]) -> Number:
    """A sensible card: win what cannot be taken back, give a friend points, or lose as little as possible."""
    hands, bidding = world.hands, world.bidding
    hand, side = hands[seat], bidding[seat]
    if len(hand) == 1:
        return hand[0]
    threat = friend = 0
    for other in later:
        if hands[other]:
            if bidding[other] != side:
                threat = max(threat, hands[other][-1])
            else:
                friend = max(friend, hands[other][-1])
    winner, high = max(trick, key=_number) if trick else (seat, 0)
    if trick and bidding[winner] == side and high > threat:
        return max(hand, key=gift)
    to_beat = max(threat, high)
    winning = [number for number in hand if number > to_beat]
    if winning:
        return max(winning, key=gift)
    if friend > to_beat:
        return max(hand, key=gift)
    return min(hand, key=loss)
