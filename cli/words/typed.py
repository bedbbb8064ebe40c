"""Typed moves: from the words of a player to a move for the engine to judge."""

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from cli import cards as cardwords
from cli.language import Texts
from cli.words.view import AnyVerb, Template, View
from engine.cards import Card
from engine.contract import GO_ON, Move

MOST_SEARCHED = 10_000
"""So many legal moves are looked through for the one that was typed."""
EXAMPLES = 3
STAND_INS = Texts({"int": "NUMBER", "str": "WORD", "card": "CARD", "cards": "CARDS"})
"""What stands for the value and the cards of a move where it is told how to type it."""


class NotUnderstood(ValueError):  # noqa: N818 - what it is
    """What was typed is no move here. The text is a sentence that says what can be typed."""


class Alias(NamedTuple):
    """What a typed word stands for: a verb (empty: any), and the value that it fixes."""

    verb: str
    value: int | str | None = None


@dataclass(frozen=True)
class Typed:
    """A typed move, taken apart: a verb, cards in order, a value. What was left out is empty or None."""

    verb: str
    cards: tuple[Card, ...]
    value: int | str | None

    def fits(self, view: View, move: Move) -> bool:
        """Whether the move could be meant: nothing that was typed contradicts it."""
        if self.verb not in ("", move.kind) or (self.value is not None and not _alike(self.value, move.value)):
            return False
        return not self.cards or self.cards == tuple(sorted(view.shown(move)))

    def says_all_of(self, view: View, move: Move) -> bool:
        """Whether nothing of the move was left out."""
        said = self.verb == move.kind and _alike(self.value, move.value)
        return said and self.cards == tuple(sorted(view.shown(move)))


def _alike(one: int | str | None, other: int | str | None) -> bool:
    """Whether two values are the same but for the case of letters."""
    return one == other or (isinstance(one, str) and isinstance(other, str) and one.casefold() == other.casefold())


class Reader:
    """Reads moves in one view: `vocabulary` says which words start one, `line` has the sentences of refusal.

    `typed` says how a legal move would be typed, for examples; `meant` which value a
    number stands for that was typed after a verb.
    """

    def __init__(
        self,
        view: View,
        vocabulary: Mapping[str, Alias],
        line: Callable[[str], Template],
        typed: Callable[[Move], str],
        meant: Callable[[str, int], int] = lambda _, number: number,
    ) -> None:
        self.view, self.vocabulary, self.line, self.typed = view, vocabulary, line, typed
        self.meant = meant

    def read(self, text: str) -> Move:
        """The move that was typed. Raises NotUnderstood; whether it is legal, the engine says.

        A legal move that fits is preferred, so that what is clear need not be typed; without one the move is made as
        it was typed, and the engine finds the reason why it is refused.
        """
        view = self.view
        given = self._take_apart(text.split())
        found = [move for move in self._legal() if given.fits(view, move)]
        exact = [move for move in found if given.says_all_of(view, move)]
        if len(exact or found) == 1:
            return (exact or found)[0]
        if found:
            raise self._refused("which", examples="; ".join(map(self.typed, found[:EXAMPLES])))
        return self._as_typed(given)

    def _take_apart(self, words: list[str]) -> Typed:
        alias, rest = self._start(words)
        verb = self.view.verb(alias.verb)
        wants = type(None) if verb is None else verb.value
        no_cards = verb is not None and not max(verb.shows[1], verb.slots[1])
        cards: list[Card] = []
        value = alias.value
        for word in rest:
            if value is None and wants is int and word.isdecimal():
                value = self.meant(alias.verb, int(word))
            elif value is None and wants is str and no_cards:
                value = cardwords.parse(word).name if cardwords.is_card(word) else word.lower()
            elif cardwords.is_card(word):
                cards.append(cardwords.parse(word))
            elif value is None and wants is str:
                value = word.lower()
            else:
                raise self._refused("odd word", word=word, verb=alias.verb.replace("_", " "))
        return Typed(alias.verb, tuple(sorted(cards)), value)

    def _start(self, words: list[str]) -> tuple[Alias, list[str]]:
        """The verb that was typed, and what follows it. Cards alone mean any verb that takes them."""
        lowered = [word.lower().replace("_", " ") for word in words]
        for length in (2, 1):
            start = " ".join(lowered[:length])
            if len(lowered) >= length and start in self.vocabulary:
                return self.vocabulary[start], words[length:]
        if words and all(map(cardwords.is_card, words)):
            return Alias(""), words
        word = words[0] if words else ""
        near = nearest(word, self.vocabulary)
        raise self._refused("near" if near else "unknown", word=word, near=near)

    def _legal(self) -> Iterable[Move]:
        view = self.view
        if view.seat is None:
            return ()
        return islice(view.rules.legal(view.state, view.seat, view.faces), MOST_SEARCHED)

    def _as_typed(self, given: Typed) -> Move:
        view = self.view
        verb = view.verb(given.verb)
        if given.verb == GO_ON.kind:
            return GO_ON
        if verb is None or view.seat is None:
            raise self._refused("what with", cards=given.cards)
        if given.value is None and verb.value is not type(None):
            raise self._refused("needs number" if verb.value is int else "needs word", usage=usage(verb))
        if not given.cards and max(verb.shows[0], verb.slots[0]):
            raise self._refused("needs cards", usage=usage(verb))
        mine = {view.faces[slot]: slot for slot in view.state.held[view.seat] if slot in view.faces}
        there = mine if verb.own else {**{card: slot for slot, card in view.state.open.items()}, **mine}
        for card in given.cards:
            if card not in there:
                raise self._refused("no such card", card=card)
        slots = tuple(sorted({there[card] for card in given.cards}))
        return Move(given.verb, slots if verb.shows[1] else (), () if verb.shows[1] else slots, given.value)

    def _refused(self, key: str, /, **values: object) -> NotUnderstood:
        return NotUnderstood(self.view.tell(self.line(key), **values))


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or nothing."""
    near = difflib.get_close_matches(word.lower(), list(known), 1, 0.6)
    return near[0] if near else ""


def usage(verb: AnyVerb) -> str:
    """How the verb is typed: its name, and stand-ins for what follows."""
    most = max(verb.shows[1], verb.slots[1])
    value = STAND_INS.get(verb.value.__name__, "")
    cards = "" if not most else STAND_INS["card" if most == 1 else "cards"]
    return " ".join(filter(None, [verb.name.replace("_", " "), value, cards]))


def spelled(view: View, move: Move, cards: Sequence[Card]) -> str:
    """How a move would be typed, its cards in this order."""
    value = "" if move.value is None else str(move.value)
    return " ".join(filter(None, [move.kind.replace("_", " "), value, view.text(tuple(cards)) if cards else ""]))
