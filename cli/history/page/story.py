"""A table as plain values for the page to step through. Pure.

A hand is a list of steps, and a step is

| key | value |
| --- | --- |
| told | lines: what happened |
| hands | by seat: cards as NAME (open to all), ~NAME (opened later, or seen by the owner of the page), "" (closed) |
| piles | [label, open cards, number of closed cards, seat or null] |
| notes | short lines about the hand |
| acts | seats that are to move |
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from cli.cards import signs
from cli.history.felt import Pile, felt_of
from cli.history.recorded import Hand, Recorded
from cli.history.scenes import Teller
from cli.history.sentences import say
from cli.history.sight import Own, Sight
from cli.words import View
from engine.cards import JOKER_SUIT, RANKS, SUITS, Card
from engine.contract import Seat, Turn

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | bool | None"
LATER = "~"


class Story:
    """One table, with the faces that its owner noted, if they are to be told."""

    def __init__(self, table: Recorded, own: Own | None = None) -> None:
        self.table = table
        self.teller = Teller(table, Sight(public=True), signs)
        self.sight = Sight(None, own or {})
        self.shown: set[Card] = set()
        """Every card whose face is in the story so far."""

    def hands(self) -> list[Json]:
        """All hands as players count them, each with what led to it."""
        return [
            {
                "number": number,
                "title": say("hand", number=number),
                "steps": [step for hand in self.table.numbered(number) for step in self._steps(hand)],
            }
            for number in self.table.numbers
        ]

    def _steps(self, hand: Hand) -> Iterator[Json]:
        seats = range(self.table.genesis.n)
        for frame, told in self.teller.steps(hand):
            if frame is None or not frame.rests:
                yield {"told": list(told), "hands": [[] for _ in seats], "piles": [], "notes": [], "acts": []}
                continue
            view = replace(self.teller.view(hand, frame.last), faces=self.sight.faces(hand, frame.last))
            felt = felt_of(view.rules.name)
            piles = felt.piles(view, [piece for moment in frame.moments for piece in moment.state.news])
            following = frame.last.state.next
            yield {
                "told": list(told),
                "hands": [list(self._hand(view, seat)) for seat in seats],
                "piles": [self._pile(pile) for pile in piles],
                "notes": list(felt.notes(view)),
                "acts": list(following.seats) if isinstance(following, Turn) else [],
            }

    def _hand(self, view: View, seat: Seat) -> Iterator[str]:
        held = view.state.held[seat] if view.state.held else ()
        open_now = {view.state.open[slot] for slot in held if slot in view.state.open}
        known = self.teller.words.sorted(view, view.known(seat))
        self.shown.update(known)
        for card in known:
            yield card.name if card in open_now else f"{LATER}{card.name}"
        yield from [""] * (len(held) - len(known))

    def _pile(self, pile: Pile) -> Json:
        self.shown.update(pile.cards)
        return [pile.label, [card.name for card in pile.cards], pile.closed, pile.seat]


def spoken(card: Card) -> str:
    """The name of a card for those who hear it."""
    if card.suit == JOKER_SUIT:
        return say(f"card {card.name}")
    rank = say(f"rank {RANKS[card.rank]}") if RANKS[card.rank] in "AJQK" else str(card.rank + 1)
    return say("card", rank=rank, suit=say(f"suit {SUITS[card.suit]}"))
