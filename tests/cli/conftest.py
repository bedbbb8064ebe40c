"""Hands with known cards, seen by one seat, as the events of a table would show them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cli import presenter
from cli.model import Model, after
from engine.cards import DECK52, Card
from engine.contract import Deal, Match, Mix, Move, Open, Result, State, Turn
from engine.games import rules_of
from p2p.events import Seated, TableEvent
from protocol.events import Acting, HandSealed, Happened
from protocol.identity import Identity
from protocol.table import Sealed
from protocol.terms import Genesis, Player, Terms

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


class Evening:
    """A table whose cards the test chooses; `lines` is what one seat has been told so far."""

    def __init__(self, terms: Terms, names: Sequence[str], seat: int) -> None:
        players = tuple(
            Player(Identity(bytes([at + 1]) * 32).public, name, bytes([at]) * 32) for at, name in enumerate(names)
        )
        self.genesis = Genesis(terms, players)
        self.rules = terms.rules
        self.match: Match = terms.match(len(players))
        self.ledger = (0,) * len(players)
        self.seat = seat
        self.model = Model()
        self.lines: list[str] = []
        self.hand = -1
        self.state: State
        self.faces: dict[int, Card] = {}
        self.known: dict[int, Card] = {}
        self.tell(Seated(self.genesis, seat))

    def tell(self, event: TableEvent) -> list[str]:
        """Show an event; what it said."""
        said = presenter.lines(self.model, event)
        self.model = after(self.model, event)
        self.lines += said
        return said

    def take(self) -> list[str]:
        """What was said since the last time."""
        said, self.lines = self.lines, []
        return said

    def begin(self, deck: Sequence[Card], dealer: int | None = None) -> None:
        """Start a hand with this deck, dealt by `dealer`, and serve its asks."""
        if dealer is not None:
            self.match = replace(self.match, dealer=dealer)
        self.hand += 1
        self.faces, self.known = dict(enumerate(deck)), {}
        self.state = self.rules.begin(self.match)
        self._happened({})
        self._serve()

    def play(self, seat: int, kind: str, shown: str = "", value: Any = None) -> None:
        """Let a seat make a move alone."""
        self.play_all({seat: self.move(seat, kind, shown, value)})

    def move(self, seat: int, kind: str, shown: str = "", value: Any = None) -> Move:
        """The move of a seat that shows these cards."""
        at = {self.faces[slot]: slot for slot in self.state.held[seat]}
        return Move(kind, tuple(sorted(at[card] for card in cards(shown))), (), value)

    def play_all(self, moves: Mapping[int, Move]) -> None:
        """Close a step with these moves."""
        self.state = self.rules.apply(self.state, moves, self.faces)
        self.known |= {slot: self.faces[slot] for move in moves.values() for slot in move.shows}
        self._happened(moves)
        self._serve()

    def ask(self, pending: Mapping[int, Move] | None = None) -> Acting:
        """The event that asks this evening's seat for a move, told."""
        turn = self.state.next
        assert isinstance(turn, Turn)
        watching = self.seat in turn.watchers
        self.known |= {slot: self.faces[slot] for move in (pending or {}).values() for slot in move.shows}
        event = Acting(self.hand, self.state, dict(self.known), watching, pending or {})
        self.tell(event)
        return event

    def seal(self) -> list[str]:
        """Seal the hand that has ended; what was said."""
        result = self.state.next
        assert isinstance(result, Result)
        settled = self.rules.settle(self.match, result)
        payments = self.rules.payments(self.match, settled, result)
        sealed = Sealed(self.hand, result, payments, counts=settled.hands > self.match.hands)
        self.match = settled
        self.ledger = tuple(a + b for a, b in zip(self.ledger, payments, strict=True))
        return self.tell(HandSealed(sealed, settled, self.ledger))

    def _serve(self) -> None:
        while not isinstance(self.state.next, Turn | Result):
            for ask in self.state.next:
                self._answer(ask)
            self.state = self.rules.resume(self.state, self.faces)
            self._happened({})

    def _answer(self, ask: Deal | Open | Mix) -> None:
        if isinstance(ask, Mix):
            for before, fresh in zip(reversed(ask.old), ask.new, strict=True):
                self.faces[fresh] = self.faces[before]
            if ask.seat == self.seat:
                self.known |= {slot: self.faces[slot] for slot in ask.new}
        elif isinstance(ask, Open) or ask.seat == self.seat:
            self.known |= {slot: self.faces[slot] for slot in ask.slots}

    def _happened(self, moves: Mapping[int, Move]) -> None:
        self.tell(Happened(self.hand, moves, self.state, dict(self.known)))


def stacked(hands: Sequence[str], then: str, dealer: int) -> list[Card]:
    """A deck that deals these hands, one card at a time from the dealer's left, and goes on with `then`."""
    dealt = [cards(hand) for hand in hands]
    order = [(dealer + 1 + i) % len(hands) for i in range(len(hands))]
    front = [dealt[seat][turn] for turn in range(len(dealt[0])) for seat in order] + list(cards(then))
    return front + [card for card in DECK52 if card not in front]


@pytest.fixture
def evening() -> Callable[..., Evening]:
    """A table: the game, its presets, options, then `seats`, `seat` and `stake`."""

    def make(
        game: str,
        *presets: str,
        seats: int = 3,
        seat: int = 0,
        stake: int = 1,
        hands: int | None = None,
        clock: int | None = None,
        **options: Any,
    ) -> Evening:
        made = rules_of(game).Options.make(*presets, **options)
        return Evening(Terms.of(game, made, stake=stake, hands=hands, clock=clock), NAMES[:seats], seat)

    return make


@pytest.fixture
def deal() -> Callable[..., list[Card]]:
    """See `stacked`."""
    return stacked
