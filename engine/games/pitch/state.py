"""What everybody knows of one hand of Pitch (rules page Pitch §5.1), and the words that its steps leave for the screen.

News, as (key, seat, *things); cards are `Card`, suits are letters:

| key | seat | things | when |
| --- | --- | --- | --- |
| `bid` | speaker | amount | a number was bid |
| `moon`, `pass` | speaker | | the moon was bid, or nothing |
| `redeal` | dealer | | nobody bid, and the hand is void |
| `trump` | bidder | suit | the trump was named |
| `call` | bidder | card | the card was called |
| `blind` | bidder | how many cards | the blind went to the bidder |
| `show_called` | holder | card | the called card was announced |
| `partner` | partner | card | the called card was seen, and so the partner is known |
| `discard` | thrower | how many face down, cards face up | a hand was cleared of non-trumps |
| `refill` | drawer | how many from the stock, cards taken | a hand was filled up |
| `rest` | receiver | how many cards | the bidder decided who gets the rest |
| `burn` | burner | how many face down, cards face up | trumps beyond six were removed |
| `play` | player | card | |
| `trick` | winner | points it was worth, kept twos included | the trick is complete |
| `out` | seat | | the seat has no trump left |
| `missing` | bidder | card | the first trick ended without the called card; all have to prove that they lack it |
| `score` | bidder | outcome, points of the bidding side, points of the others | the hand is over |
| `absent` | seat | | the seat was excluded from the hand |
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine.cards import Card
from engine.contract import Claim, IllegalMove, Seat, Slot, State, Turn
from engine.games.pitch.options import Options
from engine.games.pitch.trumps import Trumps

HAND = 6
"""Cards to play with (§8: fixed)."""
MOON = 99
"""Shoot the moon as a bid: it outranks every number."""

Play: TypeAlias = tuple[Seat, Card]


class Trick(NamedTuple):
    """A completed trick, in the order of play."""

    plays: tuple[Play, ...]
    winner: Seat


@dataclass
class PitchState(State):
    """One hand. Sides: with four seats the opposite ones, with five the bidder and the partner against the others."""

    options: Options
    stock: tuple[Slot, ...] = ()
    """Undealt cards, top first; with five seats the blind. Empty once given out."""
    bids: tuple[tuple[Seat, int], ...] = ()
    """What each seat said, in turn: an amount, MOON, or 0 for a pass."""
    bid: int = 0
    """The bid standing; 0 if there is none."""
    bidder: Seat = -1
    """Who made it; -1 if nobody did."""
    trump: str = ""
    """The suit, once named."""
    called: Card | None = None
    partner: Seat | None = None
    """Five seats: who was dealt the called card, once it has been seen; never the bidder."""
    queue: tuple[Seat, ...] = ()
    """Who is still to act in this phase, in order."""
    kept: tuple[int, ...] = ()
    """By seat: the cards kept at its last discard, all of them trumps; -1 before."""
    discarded: tuple[tuple[Slot, ...], ...] = ()
    """By seat: the non-trumps that it threw, face down or face up."""
    thrown: tuple[tuple[Slot, Seat], ...] = ()
    """Trumps thrown under `fair_game` that nobody has taken, and who threw them."""
    dead: tuple[Slot, ...] = ()
    """Thrown trumps that are out of the hand."""
    receiver: Seat = -1
    """Who got the rest; -1 before, or if there was none."""
    joined: frozenset[Seat] = frozenset()
    """Seats whose closed cards came from more than one place, and that therefore have to mix them."""
    burned: tuple[Slot, ...] = ()
    trick: tuple[Play, ...] = ()
    tricks: tuple[Trick, ...] = ()
    taken: tuple[int, ...] = ()
    """By seat: the points booked in tricks."""
    out: frozenset[Seat] = frozenset()
    """Who said that it is out, or was excluded. A seat without cards is out without it."""

    @property
    def trumps(self) -> Trumps:
        """What the named suit means. Raises KeyError before it is named."""
        return self.options.suits[self.trump]

    def ask(self, phase: str, seats: tuple[Seat, ...]) -> None:
        """Let these seats act one after the other in this phase."""
        self.phase, self.queue, self.next = phase, seats, Turn(seats[:1])

    def ask_all(self, phase: str, seats: tuple[Seat, ...]) -> None:
        """Let these seats act in this phase at the same time."""
        self.phase, self.queue, self.next = phase, seats, Turn(seats)

    def answered(self, seat: Seat) -> bool:
        """Strike the seat off the queue, and say whether all have acted."""
        self.queue = tuple([other for other in self.queue if other != seat])
        return not self.queue

    def acted(self) -> bool:
        """Turn to the next seat of the queue, and say whether all have acted."""
        self.queue = self.queue[1:]
        self.next = Turn(self.queue[:1])
        return not self.queue

    def active(self, seat: Seat) -> bool:
        """Whether the seat is still in the play."""
        return seat not in self.out and bool(self.held[seat])

    def closed(self, slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
        """Those of the slots whose faces are not open."""
        faces = self.open
        return tuple([slot for slot in slots if slot not in faces])

    def fits(self, slots: tuple[Slot, ...], cards: frozenset[Card]) -> bool:
        """Whether the open ones among the slots are all among the cards."""
        faces = self.open
        return all(faces[slot] in cards for slot in slots if slot in faces)

    def claim(self, slots: tuple[Slot, ...], cards: frozenset[Card], why: str) -> tuple[Claim, ...]:
        """What is left to prove for "each slot is one of the cards"; faces already open are no candidates.

        Raises IllegalMove(why) if an open slot contradicts it.
        """
        if not self.fits(slots, cards):
            raise IllegalMove(why)
        closed = self.closed(slots)
        return (Claim(closed, cards.difference(self.open.values()), why),) if closed else ()

    def unlike(self, slots: tuple[Slot, ...], card: Card, why: str) -> tuple[Claim, ...]:
        """What is left to prove for "no slot is this card": an inequality, the pack without that one card.

        Raises IllegalMove(why) if an open slot is the card. Nothing is left once the card is open elsewhere.
        """
        faces = self.open
        if any(faces.get(slot) == card for slot in slots):
            raise IllegalMove(why)
        closed = self.closed(slots)
        if not closed or card in faces.values():
            return ()
        return (Claim(closed, frozenset(self.options.pack) - {card}, why),)
