"""One hand as one seat sees it, and the templates of sentences about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from cli import cards as cardwords
from engine.cards import Card
from engine.contract import AnyRules, Move, Seat, Slot, State, Verb

AnyVerb: TypeAlias = Verb[Any]


class Sentence(NamedTuple):
    """One thing that a seat does, as told to itself and to the others: templates with named fields."""

    you: str
    they: str


Template: TypeAlias = Sentence | str


@dataclass(frozen=True)
class View:
    """One hand as one seat sees it: the public state, the faces it knows, and what the players are called."""

    rules: AnyRules
    state: State
    faces: Mapping[Slot, Card]
    names: tuple[str, ...]
    seat: Seat | None = None
    """Whose view this is; None for somebody who only watches."""
    sort: str = ""
    """How hands are sorted: a key of `Words.SORTS`; empty for the game's own."""
    show: cardwords.Show = cardwords.letters

    @property
    def options(self) -> Any:
        """The options of the game."""
        return self.state.options

    def own(self) -> tuple[Card, ...]:
        """The cards in one's own hand whose faces are known."""
        return () if self.seat is None else self.known(self.seat)

    def known(self, seat: Seat) -> tuple[Card, ...]:
        """The cards in the seat's hand whose faces this view knows."""
        held = self.state.held[seat] if seat < len(self.state.held) else ()
        return tuple([self.faces[slot] for slot in held if slot in self.faces])

    def shown(self, move: Move) -> tuple[Card, ...]:
        """The cards that the move shows or names, as far as they are known."""
        return tuple([self.faces[slot] for slot in move.shows + move.slots if slot in self.faces])

    def verb(self, name: str) -> AnyVerb | None:
        """The verb of this name: that of the phase, else that of any other."""
        phases = self.rules.phases
        here = phases.get(self.state.phase, {}).get(name)
        return here or next((verbs[name] for verbs in phases.values() if name in verbs), None)

    def text(self, thing: Any) -> str:
        """A card, cards, or anything else, for a sentence."""
        if isinstance(thing, Card):
            return self.show(thing)
        if isinstance(thing, tuple) and thing and all(isinstance(item, Card) for item in thing):
            return cardwords.joined(thing, self.show)
        return ", ".join(map(self.text, thing)) if isinstance(thing, tuple) else str(thing)

    def tell(self, template: Template, seat: Seat | None = None, /, **values: Any) -> str:
        """The sentence, told to this view's seat, about `seat`; cards among the values are written out."""
        mine = seat is not None and seat == self.seat
        chosen = template if isinstance(template, str) else template.you if mine else template.they
        name = "" if seat is None or seat < 0 else self.names[seat]
        return chosen.format(name=name, **{key: self.text(value) for key, value in values.items()})
