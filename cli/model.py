"""What one player knows of a table: a value that every event turns into the next one. No words, no screen."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cli.cards import Show, letters
from cli.naming import likeness, misleads
from cli.sentences import say
from cli.words import View, Words, words_of
from engine.contract import Match, Seat, State
from p2p.events import (
    Arrived,
    Departed,
    Ended,
    Invited,
    Line,
    LineChanged,
    PeerBack,
    PeerLost,
    Reading,
    Seated,
    TableEvent,
)
from protocol.events import Acting, Closed, Convicted, HandSealed, Happened
from protocol.terms import Genesis, Terms


@dataclass(frozen=True)
class Model:
    """A table as one player sees it."""

    present: int = 0
    """Players who are here, while the table fills."""
    seats: int = 0
    reading: int = 0
    """Players who are connected to one's own table and have not sat down yet."""
    terms: Terms | None = None
    genesis: Genesis | None = None
    """Set once the table is full, with `seat` and `names`."""
    seat: Seat = -1
    names: tuple[str, ...] = ()
    hand: int = -1
    """Number of the hand that `view` shows, cuts included."""
    view: View | None = None
    match: Match | None = None
    """As of the last seal."""
    played: int = 0
    """Hands that counted, over all matches at this table."""
    ledger: tuple[int, ...] = ()
    acting: Acting | None = None
    """What this player is asked, until something happens."""
    foreseen: tuple[tuple[Any, ...], ...] = ()
    """News of a move that others may still interrupt: told before it takes effect, so not once more after."""
    lost: frozenset[Seat] = frozenset()
    lines: Mapping[Seat, Line] = field(default_factory=dict)
    """How seats are reached that are not lost; directly, if it is not said."""
    stopped: bool = False
    """Somebody has been convicted, and the hand waits to be voided: nobody plays on."""
    offenders: tuple[Seat, ...] = ()
    """Who was convicted in the last hand; it is void then, and the table closes without them."""
    digest: bytes = b""
    """Of the closed table."""
    ended: Ended | None = None
    sort: str = ""
    show: Show = letters

    @property
    def words(self) -> Words:
        """The words of the game; those of no game before the terms are known."""
        return words_of(self.terms.game) if self.terms is not None else Words()

    @property
    def hands(self) -> int:
        """Hands completed and sealed."""
        return self.played

    @property
    def finished(self) -> bool:
        """Whether no hand follows by the terms."""
        return self.terms is not None and self.terms.hands is not None and self.played >= self.terms.hands

    def look(self, state: State, faces: Mapping[int, Any]) -> View:
        """The view of this state. Raises AttributeError before the terms are known."""
        assert self.terms is not None  # noqa: S101 - nothing is dealt before all have signed them
        return View(self.terms.rules, state, faces, self.names, self.seat, self.sort, self.show)

    def sorted_by(self, key: str) -> "Model":
        """The same with hands sorted another way."""
        view = None if self.view is None else replace(self.view, sort=key)
        return replace(self, sort=key, view=view)


def display_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names that cannot be mistaken for each other, for oneself, or for the beginning of a line that the program says.

    Those that could get their seat.
    """
    counted = Counter(likeness(name) for name in [*names, say("you")])
    return tuple(
        say("twin", name=name, seat=seat) if counted[likeness(name)] > 1 or misleads(name) else name
        for seat, name in enumerate(names)
    )


def after(model: Model, event: TableEvent) -> Model:
    """The model after the event."""
    change = CHANGES.get(type(event))
    return model if change is None else change(model, event)


def _seated(model: Model, event: Seated) -> Model:
    names = display_names([player.name for player in event.genesis.players])
    n = event.genesis.n
    return replace(
        model,
        genesis=event.genesis,
        terms=event.genesis.terms,
        seat=event.seat,
        seats=n,
        present=n,
        names=names,
        ledger=(0,) * n,
    )


def _happened(model: Model, event: Happened) -> Model:
    return replace(model, hand=event.hand, view=model.look(event.state, event.faces), acting=None, foreseen=())


def _acting(model: Model, event: Acting) -> Model:
    view = model.look(event.state, event.faces)
    return replace(model, hand=event.hand, view=view, acting=event, foreseen=foreseen(model, event).news)


def foreseen(model: Model, event: Acting) -> State:
    """The state in which the moves that a watcher has seen have taken effect, with their news; else as it is."""
    assert model.terms is not None  # noqa: S101 - nothing is dealt before all have signed them
    state: State = event.state.edit()
    state.news = ()
    if event.watching and event.pending:
        state = model.terms.rules.apply(state, event.pending, event.faces)
    return state


def _sealed(model: Model, event: HandSealed) -> Model:
    played = model.played + event.sealed.counts
    return replace(
        model,
        match=event.match,
        played=played,
        ledger=event.ledger,
        acting=None,
        stopped=False,
        offenders=event.sealed.offenders,
    )


CHANGES: Mapping[type, Callable[[Model, Any], Model]] = {
    Invited: lambda model, event: replace(model, terms=event.terms, seats=event.seats),
    Arrived: lambda model, event: replace(model, present=event.present, seats=event.seats),
    Departed: lambda model, _: replace(model, present=model.present - 1),
    Reading: lambda model, event: replace(model, reading=event.count),
    Seated: _seated,
    Happened: _happened,
    Acting: _acting,
    HandSealed: _sealed,
    PeerLost: lambda model, event: replace(model, lost=model.lost | {event.seat}),
    PeerBack: lambda model, event: replace(model, lost=model.lost - {event.seat}),
    Convicted: lambda model, _: replace(model, stopped=True, acting=None),
    LineChanged: lambda model, event: replace(model, lines={**model.lines, event.seat: event.line}),
    Closed: lambda model, event: replace(model, match=event.match, ledger=event.ledger, digest=event.digest),
    Ended: lambda model, event: replace(model, ended=event),
}
"""By the type of an event: what it changes. Events that are not here change nothing."""
