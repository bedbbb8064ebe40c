"""A hand of Tonk with chosen cards, for tests that read like play at a table."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.cards import DECK52, Card
from engine.contract import Faces, IllegalMove, Move, Result, Seat
from engine.games.tonk import flow
from engine.games.tonk.rules import RULES
from engine.games.tonk.state import TonkState
from engine.plain import PlainDealer


def cards_of(names: str) -> tuple[Card, ...]:
    """Cards from names with blanks between."""
    return tuple(Card.parse(name) for name in names.split())


class Table:
    """The last seat deals, so seat 0 begins. Natural hands are off unless the test turns them on.

    With `peers` every step is judged by the faces that a peer sees; otherwise by a referee who sees all. Unless
    `proved`, a seat that passes a declaration owes a duty and proves nothing.
    """

    def __init__(
        self,
        *hands: str,
        stock: str = "",
        upcard: str = "KC",
        stake: int = 1,
        peers: bool = False,
        proved: bool = False,
        **options: Any,
    ) -> None:
        defaults = {"natural_high": "off", "max_players": 4, "start_upcard": bool(upcard)}
        self.options = RULES.Options.make(**{**defaults, **options})
        self.peers = peers
        n, size = len(hands), self.options.size_for(len(hands))
        dealt = [cards_of(hand) for hand in hands]
        assert [len(hand) for hand in dealt] == [size] * n
        deck = [dealt[seat][i] for i in range(size) for seat in range(n)] + [*cards_of(upcard), *cards_of(stock)]
        assert len(set(deck)) == len(deck)
        self.match = replace(RULES.first(self.options, n, stake), dealer=n - 1)
        self.dealer: PlainDealer[TonkState] = PlainDealer(RULES, deck)
        s = RULES.begin(self.match).edit()
        s.minted, s.proved = len(deck), proved
        if s.phase == "deal":
            flow.deal(s)
        self.s = self.dealer.serve(s)

    @property
    def result(self) -> Result:
        """How the hand ended."""
        assert isinstance(self.s.next, Result), self.s.phase
        return self.s.next

    @property
    def payoff(self) -> tuple[int, ...]:
        return self.result.payoff

    def faces(self, moves: Mapping[Seat, Move]) -> Faces:
        """What judges these moves."""
        if not self.peers:
            return self.dealer.faces
        shown = {slot: self.dealer.faces[slot] for move in moves.values() for slot in move.shows}
        return {**self.s.open, **shown}

    def move(self, seat: Seat, kind: str, cards: str = "", value: int | str | None = None) -> Move:
        """The move with these cards of the seat's hand."""
        at = {self.dealer.faces[slot]: slot for slot in self.s.held[seat]}
        return Move(kind, tuple(sorted(at[card] for card in cards_of(cards))), (), value)

    def do(self, seat: Seat, kind: str, cards: str = "", value: int | str | None = None) -> "Table":
        """Make a move alone; watchers let the moment pass. Raises IllegalMove."""
        return self.step({seat: self.move(seat, kind, cards, value)})

    def step(self, moves: Mapping[Seat, Move]) -> "Table":
        """Close a step with these moves. Raises IllegalMove."""
        self.s = self.dealer.serve(RULES.apply(self.s, moves, self.faces(moves)))
        return self

    def all(self, kind: str) -> "Table":
        """All seats of the turn make the same move."""
        return self.step({seat: self.move(seat, kind) for seat in range(self.s.n)})

    def refusal(self, seat: Seat, kind: str, cards: str = "", value: int | str | None = None) -> str:
        """Why the move is refused."""
        before = repr(self.s)
        move = self.move(seat, kind, cards, value)
        try:
            RULES.check(self.s, seat, move, self.faces({seat: move}))
        except IllegalMove as error:
            assert repr(self.s) == before
            return str(error)
        raise AssertionError(f"{kind} was accepted")

    def kinds(self, seat: Seat) -> set[str]:
        """The kinds of move open to a seat."""
        return {move.kind for move in RULES.legal(self.s, seat, self.dealer.faces)}

    def hand(self, seat: Seat) -> str:
        """The seat's cards, sorted."""
        return " ".join(sorted(self.dealer.faces[slot].name for slot in self.s.held[seat]))

    def draw(self, seat: Seat, source: str = "stock") -> "Table":
        return self.do(seat, "draw", value=source)

    def turn(self, seat: Seat, throw: str, source: str = "stock") -> "Table":
        """Draw, and throw a card."""
        return self.draw(seat, source).do(seat, "discard", throw)


def rest_of(*names: str) -> str:
    """All cards that are not among these, for a stock that makes the deck complete."""
    used = {card for some in names for card in cards_of(some)}
    return " ".join(card.name for card in DECK52 if card not in used)
