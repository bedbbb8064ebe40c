"""How a hand of Tonk may go on: all hands and the stock as they may be, played on quickly by a simple plan.

Everybody lays and hits what it can, throws high cards that go with nothing, and drops with fewer points than the others
have as a rule. That is good enough to tell what it is worth to play on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from engine.cards import DECK52, Card
from engine.contract import Seat
from engine.games.tonk.options import TonkOptions
from engine.games.tonk.settlement import DROPPER_PAYS
from engine.games.tonk.spreads import POINTS, Spread, extend, fitting, hand_count, spreads_in

CARD_POINTS = 6.6
"""Points of a dealt card, on average; their spread is about `CARD_SPREAD`."""
CARD_SPREAD = 3.0
FALL = 0.905
"""What is left of the points of a card after each turn of its holder, as found in hands between computer players."""
BELOW = {2: 1.2, 3: 1.6, 4: 1.9}
"""By number of seats: how far below the others' expected points, in standard deviations, one drops."""
WORTH_TAKING = 3
"""Points of a discard that is taken for being low, and how much higher the card has to be that it replaces."""
PART = 4
"""Points that a card saves by going with another one in the hand."""
LONGEST = 60
"""Turns after which an imagined hand ends as if the stock were empty."""


def near(one: Card, other: Card) -> bool:
    """Whether the two could be part of one spread with a third."""
    return one.rank == other.rank or (one.suit == other.suit and abs(one - other) <= 2)


_NEAR = tuple(sum(1 << other for other in DECK52 if other != card and near(card, other)) for card in DECK52)


def expected(cards: int, turns: int) -> float:
    """The points that so many cards have on average after so many turns of their holder."""
    return CARD_POINTS * cards * FALL**turns


@dataclass
class World:
    """An imagined hand of Tonk at the start of a turn, or in its middle. Playing on uses it up."""

    options: TonkOptions
    hands: list[list[Card]]
    stock: list[Card]
    """The next card last."""
    top: Card | None
    spreads: list[Spread]
    turns: list[int]
    lockout: list[int]
    seat: Seat
    """Whose turn it is."""
    drawn: bool = False
    """It has drawn."""

    def play_on(self) -> list[int]:
        """What each seat wins, in stakes, if the seat in turn goes on."""
        for _ in range(LONGEST):
            if not self.drawn and not self._draw():
                break
            how = self._lay_and_throw()
            if how:
                return self._all_pay(self.seat, how)
            self.turns[self.seat] += 1
            self.lockout[self.seat] = max(0, self.lockout[self.seat] - 1)
            self.seat, self.drawn = (self.seat + 1) % len(self.hands), False
            if self.options.stock_out == "end_of_turn" and not self.stock:
                break
            dropper = self._dropper()
            if dropper is not None:
                return self.dropped(dropper)
        return self.dry()

    # -- a turn ------------------------------------------------------------------------------------------------

    def _draw(self) -> bool:
        """Take the discard if it is of use, else from the stock; False if that is empty."""
        hand = self.hands[self.seat]
        if self.top is not None and self._of_use(self.top, hand):
            hand.append(self.top)
        elif self.stock:
            hand.append(self.stock.pop())
        else:
            return False
        return True

    def _of_use(self, card: Card, hand: list[Card]) -> bool:
        if POINTS[card] <= WORTH_TAKING and max([POINTS[other] for other in hand]) - POINTS[card] >= WORTH_TAKING:
            return True
        if any(card in fitting(spread, self.options) for spread in self.spreads):
            return True
        beside = _bits(hand) & _NEAR[card]
        if beside.bit_count() < 2:
            return False
        return any(card in spread for spread in spreads_in((*hand, card), self.options))

    def _lay_and_throw(self) -> int:
        """Lay, hit and throw; the stakes that it earns from each to have emptied the hand, or 0."""
        hand, options = self.hands[self.seat], self.options
        full = len(hand) > options.size_for(len(self.hands))
        laid = self._lay(hand)
        self._hit(hand)
        if not hand:
            tonk = (full or not options.tonk_needs_full_hand) and (laid or not options.tonk_needs_new_spread)
            return options.tonk_mult if tonk else 1
        bits = _bits(hand)
        self.top = max(hand, key=lambda card: POINTS[card] - PART * (bits & _NEAR[card]).bit_count())
        hand.remove(self.top)
        return 0 if hand else 1

    def _lay(self, hand: list[Card]) -> bool:
        laid = False
        while len(hand) >= 3:
            spreads = [s for s in spreads_in(hand, self.options) if self.options.spread_out or len(s) < len(hand)]
            if not spreads:
                break
            best = max(spreads, key=lambda spread: sum([POINTS[card] for card in spread]))
            kind = "book" if best[0].rank == best[1].rank else "run"
            self.spreads.append(Spread(len(self.spreads), self.seat, kind, best))
            for card in best:
                hand.remove(card)
            laid = True
        return laid

    def _hit(self, hand: list[Card]) -> None:
        again = bool(self.spreads)
        while again and hand:
            again = False
            for i, spread in enumerate(self.spreads):
                for card in fitting(spread, self.options):
                    longer = extend(self.spreads[i], (card,), self.options) if card in hand else None
                    if longer:
                        self.spreads[i], again = longer, True
                        hand.remove(card)
                        if spread.owner != self.seat:
                            self.lockout[spread.owner] += self.options.hit_lockout_turns

    # -- the end -----------------------------------------------------------------------------------------------

    def _dropper(self) -> Seat | None:
        """Who drops before the next draw: the seat in turn, or with `any_time` the next that would."""
        n = len(self.hands)
        may = n if self.options.drop_when == "any_time" else 1
        return next((seat for i in range(may) if self._would_drop(seat := (self.seat + i) % n)), None)

    def _would_drop(self, seat: Seat) -> bool:
        if self.lockout[seat]:
            return False
        points, below = hand_count(self.hands[seat], self.options), BELOW[len(self.hands)]
        for other, hand in enumerate(self.hands):
            if other != seat:
                cards, turns = len(hand), self.turns[other]
                if points > expected(cards, turns) - below * CARD_SPREAD * sqrt(cards):
                    return False
        return True

    def dropped(self, dropper: Seat) -> list[int]:
        """What each seat wins, in stakes, if this one drops now (rules page Tonk §6.3, §6.4)."""
        counts = self._counts()
        others = [seat for seat in range(len(counts)) if seat != dropper]
        least = min([counts[seat] for seat in others])
        if counts[dropper] < least:
            return self._all_pay(dropper, 1)
        winners = [seat for seat in others if counts[seat] == least]
        won = self._lose_to(winners, [seat for seat in others if seat not in winners])
        pays = DROPPER_PAYS[self.options.caught_payment]
        extra = self.options.caught_adds_stake and self.options.caught_payment == "pagat"
        for seat in others:
            stakes = pays(seat in winners, counts[seat], counts[dropper]) + (extra and seat in winners)
            won[seat] += stakes
            won[dropper] -= stakes
        return won

    def dry(self) -> list[int]:
        """What each seat wins, in stakes, if the hand ends because the stock ran out (rules page Tonk §6.5)."""
        counts = self._counts()
        least = min(counts)
        winners = [seat for seat, points in enumerate(counts) if points == least]
        if len(winners) > 1 and self.options.dry_tie == "draw":
            return [0] * len(counts)
        return self._lose_to(winners, [seat for seat in range(len(counts)) if seat not in winners])

    def _counts(self) -> list[int]:
        return [hand_count(hand, self.options) for hand in self.hands]

    def _all_pay(self, winner: Seat, stakes: int) -> list[int]:
        n = len(self.hands)
        return [stakes * (n - 1) if seat == winner else -stakes for seat in range(n)]

    def _lose_to(self, winners: Sequence[Seat], losers: Sequence[Seat]) -> list[int]:
        won = [0] * len(self.hands)
        for seat in winners:
            won[seat] += len(losers)
        for seat in losers:
            won[seat] -= len(winners)
        return won


def _bits(cards: Sequence[Card]) -> int:
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits
