"""Hands of Pitch for tests: dealt as wanted, played forward, judged by a referee or as peers judge."""

from dataclasses import dataclass
from typing import Any

from engine.cards import Card
from engine.contract import Duty, IllegalMove, Move, Turn, holds
from engine.games.pitch.options import Options
from engine.games.pitch.rules import RULES
from engine.games.pitch.state import PitchState
from engine.plain import PlainDealer

FOUR = {0: "AH KH QH 2H", 1: "JH JD", 2: "TH 9H", 3: "8H 7H JR"}
EIGHT = {0: "AH KH QH JH JD 9H 8H 7H", 1: "TH 6H JR JB", 2: "2H 3H", 3: "5H 4H"}
"""Hands of four seats, by their hearts."""


@dataclass
class Table:
    """A hand with all faces known to the test, and to it alone."""

    s: PitchState
    dealer: PlainDealer[PitchState]

    @classmethod
    def deal(cls, hands: dict[int, str], rest: str = "", **changes: Any) -> "Table":
        """Seats hold these cards and others that are neither hearts nor named; `rest` tops the stock or the blind."""
        o = Options.make(**changes)
        start = RULES.begin(RULES.first(o, o.players))
        named = [Card.parse(name) for text in (*hands.values(), rest) for name in text.split()]
        spare = [card for card in o.pack if card not in named]
        spare.sort(key=lambda card: card in o.suits["H"].trumps, reverse=True)  # plain cards leave first
        deck: dict[int, Card] = {}
        for seat, slots in [*enumerate(start.held), (-1, start.stock)]:
            cards = [Card.parse(name) for name in (hands.get(seat, "") if seat >= 0 else rest).split()]
            deck.update(zip(slots, cards + [spare.pop() for _ in range(len(slots) - len(cards))], strict=True))
        dealer = PlainDealer(RULES, [deck[slot] for slot in range(len(deck))])
        return cls(dealer.serve(start), dealer)

    @property
    def seat(self) -> int:
        assert isinstance(self.s.next, Turn)
        return self.s.next.seats[0]

    @property
    def faces(self) -> dict[int, Card]:
        return self.dealer.faces

    def slot(self, seat: int, card: str) -> int:
        return next(slot for slot in self.s.held[seat] if self.faces[slot] == Card.parse(card))

    def first_move(self) -> Move:
        return next(RULES.legal(self.s, self.seat, self.faces))

    def forward(self, phase: str, call: str = "", amount: int = 4) -> "Table":
        """Seat 0 bids and names hearts; everybody then makes the first legal move until this phase."""
        while self.s.phase != phase:
            move = {
                "bid": Move("bid", value=amount) if self.seat == 0 else Move("pass"),
                "trump": Move("trump", value="H"),
                "call": Move("call", value=call),
            }.get(self.s.phase) or self.first_move()
            self.play(move)
        return self

    def play(self, move: Move) -> None:
        """The seat on turn makes the move; with several on turn each makes its own first one."""
        assert isinstance(self.s.next, Turn)
        moves = {seat: next(RULES.legal(self.s, seat, self.faces)) for seat in self.s.next.seats[1:]}
        self.s = self.dealer.play(self.s, {self.seat: move, **moves})

    def slip(self, moves: dict[int, Move]) -> None:
        """Play by what peers can see: duties are not judged, claims have to be true."""
        for seat, move in moves.items():
            assert accepted(self, seat, move), "peers would have refused this"
        shown = {slot: self.faces[slot] for move in moves.values() for slot in move.shows}
        self.s = self.dealer.serve(RULES.apply(self.s, moves, {**self.s.open, **shown}))

    def proofs(self, seat: int, move: Move) -> tuple[Any, ...]:
        return RULES.proofs(self.s, seat, move, self.faces)


def accepted(table: Table, seat: int, move: Move) -> bool:
    """Whether peers accept the move of a seat that may be cheating."""
    shown = {slot: table.faces[slot] for slot in move.shows}
    try:
        RULES.check(table.s, seat, move, {**table.s.open, **shown})
        due = table.proofs(seat, move)
    except IllegalMove:
        return False
    return all(holds(proof, table.faces) for proof in due if not isinstance(proof, Duty))


def names(cards: frozenset[Card]) -> set[str]:
    return {card.name for card in cards}


def burn(t: Table, *cards: str) -> Move:
    slots = tuple(sorted(t.slot(t.seat, card) for card in cards))
    return Move("burn", slots) if t.s.options.burn_show == "open" else Move("burn", (), slots)


def play(t: Table, card: str) -> Move:
    return Move("play", (t.slot(t.seat, card),))
