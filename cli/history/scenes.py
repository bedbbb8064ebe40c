"""Frames in words: what happened, what lies on the table, what is known of the hands. Pure functions."""

from collections.abc import Iterator
from dataclasses import dataclass

from cli.cards import Show, letters
from cli.history.recorded import Frame, Hand, Moment, Recorded
from cli.history.sentences import say
from cli.history.sight import Sight
from cli.model import display_names
from cli.words import View, words_of
from cli.words.base import Words
from engine.contract import Result


@dataclass(frozen=True)
class Scene:
    """One step of a replay in lines of text."""

    number: int
    """Of the hand, as the players count."""
    step: int
    """Within the hand, from 1."""
    steps: int
    told: tuple[str, ...]
    """What happened."""
    table: tuple[str, ...]
    """What lies on the table, and the other hands as far as they are seen."""
    hand: tuple[str, ...]
    """The hand of the seat whose eyes these are."""
    place: tuple[int, int] = (0, 0)
    """Which moment of the log this is, whoever sees it: the hand of the log, and the frame in it."""

    @property
    def title(self) -> str:
        """Which step of which hand this is."""
        return say("step", number=self.number, step=self.step, steps=self.steps)


@dataclass(frozen=True)
class Teller:
    """Puts one table into words, as it looks to somebody. Frames in which nothing is worth saying are no scenes."""

    table: Recorded
    sight: Sight
    show: Show = letters

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, which cannot be mistaken for each other."""
        return display_names([player.name for player in self.table.genesis.players])

    @property
    def title(self) -> str:
        """Which game this is, and whose."""
        return say("page title", title=self.table.genesis.terms.rules.title, players=", ".join(self.names))

    @property
    def seen(self) -> str:
        """A sentence on whose eyes these are."""
        sight = self.sight
        if sight.seat is None:
            return say("sight all own" if sight.own else "sight all")
        return say("sight own") if sight.voice is not None else say("sight seat", name=self.names[sight.seat])

    @property
    def words(self) -> Words:
        """The words of the game."""
        return words_of(self.table.genesis.terms.game)

    def view(self, hand: Hand, moment: Moment) -> View:
        """A moment as it is seen."""
        faces = self.sight.faces(hand, moment)
        return View(self.table.genesis.terms.rules, moment.state, faces, self.names, self.sight.voice, show=self.show)

    def scenes(self, number: int) -> tuple[Scene, ...]:
        """The hand that players call by this number, with what led to it."""
        made = [(frame, told, hand) for hand in self.table.numbered(number) for frame, told in self.steps(hand)]
        return tuple(
            Scene(number, step, len(made), tuple(told), *self._shown(hand, frame), _place(hand, frame))
            for step, (frame, told, hand) in enumerate(made, 1)
        )

    def told(self, hand: Hand) -> list[str]:
        """All that a hand tells, from its start to its end."""
        return [line for _, told in self.steps(hand) for line in told]

    def steps(self, hand: Hand) -> Iterator[tuple[Frame | None, list[str]]]:
        """Each frame that tells something with what it tells; no frame where a hand ended before its first card."""
        before: View | None = None
        for frame in hand.frames:
            told = [
                self.words.news(self.view(hand, moment), piece)
                for moment in frame.moments
                for piece in moment.state.news
            ]
            view = self.view(hand, frame.last)
            told += self._gained(before, view)
            told += self.ending(hand) if frame is hand.frames[-1] else []
            before = view
            if lines := [line for line in told if line]:
                yield frame, lines
        if not hand.frames:
            yield None, self.ending(hand)

    def _gained(self, before: View | None, view: View) -> list[str]:
        """Cards that the seat sees for the first time; to others, that hands have been dealt and what is known of them.

        A hand of which not all is known is that of the frame's end, where the log does.
        """
        dealt = any(view.state.held) and not (before is not None and any(before.state.held))
        if view.seat is None:
            return [say("dealt"), *self.words.others(view)] if dealt else []
        own, held = view.own(), view.state.held[view.seat] if view.state.held else ()
        seen = () if before is None else (*before.own(), *before.state.open.values())
        fresh = tuple(card for card in own if card not in seen)
        if not fresh or len(own) < len(held):
            return []
        return [self.words.gained(view, fresh, dealt=before is None or not before.own())]

    def ending(self, hand: Hand) -> list[str]:
        """The result with every payment, and the scores; or why there is none."""
        if hand.sealed is None:
            ended = bool(hand.frames) and isinstance(hand.frames[-1].last.state.next, Result)
            return [say("not sealed" if ended else "unfinished")]
        if hand.sealed.result is None or not hand.frames:
            return self._voided(hand)
        told = self.words.result(self.view(hand, hand.frames[-1].last), hand.sealed.result)
        if not hand.sealed.counts:
            return told
        return [*told, *self.words.scores(self.names, self.sight.voice, hand.after, hand.ledger)]

    def _voided(self, hand: Hand) -> list[str]:
        assert hand.sealed is not None  # noqa: S101 - only a sealed hand is void
        convicted = ", ".join(self.names[seat] for seat in hand.sealed.offenders)
        paid = ", ".join(
            say("paid", name=name, amount=f"{amount:+}")
            for name, amount in zip(self.names, hand.sealed.payments, strict=True)
        )
        return [say("voided", convicted=convicted, payments=paid)]

    def _shown(self, hand: Hand, frame: Frame | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Table and hand; nothing of either without cards, or where the log ends while they are given out."""
        if frame is None or not frame.rests or not any(frame.last.state.held):
            return (), ()
        view = self.view(hand, frame.last)
        own = () if view.seat is None else tuple(self.words.hand(view))
        if isinstance(frame.last.state.next, Result):
            return (), own
        # Whose turn it was is told, but nobody is called to it.
        called = () if view.seat is None else (view.tell(self.words.line("to move"), view.seat),)
        return tuple(line for line in self.words.table(view) if line not in called), own


def _place(hand: Hand, frame: Frame | None) -> tuple[int, int]:
    return hand.index, next((at for at, other in enumerate(hand.frames) if other is frame), 0)


def flat(scenes: tuple[Scene, ...]) -> list[str]:
    """A whole hand as lines, from the first step to the last."""
    return [line for scene in scenes for line in scene.told]
