"""Typed moves of Pitch: what goes without saying need not be typed. Rules page Pitch §5.5, §5.6, §5.8."""

from dataclasses import replace

from cli.words.typed import Reader, Typed
from engine.contract import Move
from engine.games.pitch.state import HAND, PitchState


class PitchReader(Reader):
    """Reads moves, and adds to discards the cards that have to go, to draws how many."""

    def _take_apart(self, words: list[str]) -> Typed:
        given = super()._take_apart(words)
        s = self._state()
        if given.verb == "discard" and s.phase in ("discard", "rest_discard"):
            others = [card for card in self.view.own() if card not in s.trumps.trumps]
            return replace(given, cards=tuple(sorted({*given.cards, *others})))
        if given.verb == "refill" and s.phase == "refill":
            return self._filled(s, given)
        return given

    def _filled(self, s: PitchState, given: Typed) -> Typed:
        """With the number of cards that the stock has to add, if the player has said which trumps to take."""
        assert self.view.seat is not None  # noqa: S101 - a seat acts
        there = {s.open[slot] for slot, thrower in s.thrown if thrower != self.view.seat}
        for card in given.cards:
            if card not in there:
                raise self._refused("none open", card=card)
        if given.value is not None or (there and not given.cards):
            return given
        need = HAND - len(s.held[self.view.seat]) - len(given.cards)
        return replace(given, value=max(0, min(need, len(s.stock))))

    def _as_typed(self, given: Typed) -> Move:
        """Cards are laid as this table wants them: trumps open and others closed, or all of them one way."""
        move = super()._as_typed(given)
        s, view = self._state(), self.view
        if move.kind == "burn" and view.options.burn_show == "hidden":
            return move._replace(shows=(), slots=move.shows)
        if move.kind == "discard" and view.options.discard_show == "proof" and s.trump:
            thrown = tuple(slot for slot in move.shows if view.faces[slot] in s.trumps.trumps)
            return move._replace(shows=thrown, slots=tuple(slot for slot in move.shows if slot not in thrown))
        return move

    def _state(self) -> PitchState:
        assert isinstance(self.view.state, PitchState)  # noqa: S101 - these are the words of Pitch alone
        return self.view.state
