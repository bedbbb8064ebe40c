"""What a player at a full-screen table has before them: the table as this seat knows it, and what their hands do.

A value. Events (`seeing`) and keys (`keys`) turn it into the next one, `view` draws it; nothing here does anything.
"""

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from cli.model import Model
from cli.screen.layouts import Intent, Layout, layout_of
from cli.screen.line import Line
from cli.screen.look import UNICODE, Glyphs
from cli.screen.proofs import Proofs
from cli.screen.settings import Settings
from cli.timing import NOTHING, Waited
from cli.words import View
from engine.cards import Card
from engine.contract import Move
from protocol.events import Acting, HandSealed, Shuffling

MOST_LOGGED = 600
"""Lines of the log that are kept."""
LEAST = (60, 20)
"""Columns and rows below which only a notice is shown."""
END = 100_000
"""A line beyond the last one of any panel."""


IDLE = "idle"
"""The kind of a notice that what was pressed does nothing."""
BRIEF = "brief"
"""The kind of a warning that gives way to what there is to do: after a while, or at the next key."""


class Entry(NamedTuple):
    """A line of the log. Kinds: news, own, hand (a new one begins), chat, warn."""

    kind: str
    text: str


def log_style(entry: Entry) -> str:
    """How a line of the log looks."""
    return {"chat": "chat", "warn": "warn", "hand": "title"}.get(entry.kind, "")


class Panel(NamedTuple):
    """Something laid over the table. `mark` is the option that is marked, `top` the first line that is shown."""

    kind: str
    mark: int = 0
    top: int = 0
    move: Move | None = None
    """The move that the panel asks to confirm."""


class Prepared(NamedTuple):
    """What is to be done as soon as it is one's turn."""

    intent: Intent
    cards: frozenset[Card]
    label: str


@dataclass(frozen=True)
class Desk:
    """The state of the screen at one table."""

    model: Model = field(default_factory=Model)
    settings: Settings = field(default_factory=Settings)
    glyphs: Glyphs = UNICODE
    size: tuple[int, int] = (80, 24)
    """Columns and rows of the screen, as last drawn: how far panels can be scrolled depends on it."""
    code: str = ""
    """The invite code, at one's own table."""
    arrived: tuple[tuple[bytes, str], ...] = ()
    """Keys and names of who is here, while the table fills."""
    own: bytes = b""
    """One's own key, once one has sat down."""
    asking: bool = False
    """The terms are shown and not yet accepted: the player has not joined."""
    solo: bool = False
    """Nobody but computer players sits here."""
    auto: bool = False
    """A computer plays this seat."""
    log: tuple[Entry, ...] = ()
    since: int = 0
    """Lines of the log before one's own last move; counted from the start of the evening."""
    begun: int = 0
    """Lines of the log before anybody's first move with cards in hand; 0 while nobody has made one."""
    logged: int = 0
    """Lines of the log so far, those that are no longer kept included."""
    moves: tuple[Move, ...] = ()
    """Legal moves, as many as are listed, in the order of the words; none while nothing is asked."""
    chosen: frozenset[Card] = frozenset()
    held: frozenset[Card] = frozenset()
    """One's own cards as they were before the last thing happened: the cursor goes to a single new one."""
    cursor: int = 0
    mark: int = -1
    """Which of the offered moves is marked by the player; -1 while that is left to the screen."""
    digits: str = ""
    """The digits typed so far of a number with which several begin; they count while a move is marked by them."""
    sent: bool = False
    """A move is on its way to be judged."""
    tabbed: bool = False
    """The player has had a turn to learn that Tab goes through the plays: it need not be said again."""
    forced: bool = False
    """That move was no choice of the player's."""
    prepared: Prepared | None = None
    decided: Move | None = None
    """What is to be answered once the time that all have for it is over."""
    deciding: bool = False
    """The match is decided, and the player is asked for another."""
    going: bool = False
    """The player leaves when this hand is over."""
    skipping: bool = False
    """Moments in which one might act out of turn are let pass, until the hand is over."""
    panel: Panel | None = None
    entry: Line | None = None
    """The line of chat that is being typed."""
    notice: Entry | None = None
    """The last thing to be told about what the player did."""
    shuffle: Shuffling | None = None
    slow: bool = False
    """Something is waited for that has taken longer than a moment."""
    time: Waited = NOTHING
    """Who is awaited and for how long, as far as it is shown."""
    seals: tuple[HandSealed, ...] = ()
    final: "Desk | None" = None
    """The desk as the last hand ended: it stays below its result while the next hand is dealt."""
    result: tuple[str, ...] = ()
    """How the last hand ended, in sentences."""
    proofs: Proofs = field(default_factory=Proofs)

    @classmethod
    def fresh(cls, settings: Settings, glyphs: Glyphs = UNICODE, **known: Any) -> "Desk":
        """The desk before anything has happened."""
        return cls(Model(show=glyphs.show), settings, glyphs, **known)

    @property
    def view(self) -> View | None:
        """The hand on the table, as this seat sees it."""
        return self.model.view

    @property
    def asked(self) -> bool:
        """Whether a move of the player is awaited."""
        return self.model.acting is not None and not self.sent and not self.auto

    @property
    def leaving(self) -> bool:
        """Whether the player is asked if they want to leave."""
        return self.panel is not None and self.panel.kind == "leave"

    @property
    def windowed(self) -> bool:
        """Whether all answer now after the same time."""
        return self.asked and self.view is not None and self.layout.windowed(self.view) and bool(self.moves)

    @property
    def answer(self) -> Move:
        """What is answered then, as it stands. Raises IndexError if nothing is asked."""
        assert self.view is not None  # noqa: S101 - asked of a windowed moment only
        return self.layout.usual(self.view, self.moves) if self.decided is None else self.decided

    @property
    def watching(self) -> bool:
        """Whether the player may act out of turn, and nothing more."""
        return self.model.acting is not None and self.model.acting.watching

    @property
    def layout(self) -> Layout:
        """How the game lies on the table."""
        return layout_of(self.model.terms.game) if self.model.terms is not None else Layout()

    @property
    def hand(self) -> tuple[Card, ...]:
        """One's own cards, in the order in which they are shown."""
        view = self.view
        return () if view is None else self.model.words.sorted(view, view.own())

    @property
    def reach(self) -> tuple[Card, ...]:
        """Cards on the table that can be chosen for one's move."""
        view = self.view
        return () if view is None or not self.asked else self.model.words.sorted(view, self.layout.reach(view))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that can be chosen: one's own, then those within reach."""
        return self.hand + self.reach

    def write(self, *entries: Entry) -> "Desk":
        """The same with these lines in the log."""
        return replace(self, log=(*self.log, *entries)[-MOST_LOGGED:], logged=self.logged + len(entries))

    def told(self, kind: str, text: str) -> "Desk":
        """The same with a notice."""
        return replace(self, notice=Entry(kind, text))

    def idle(self, text: str) -> "Desk":
        """The same with a notice that what was pressed does nothing; the next key takes it away."""
        return self.told(IDLE, text)

    def over(self, kind: str) -> "Desk":
        """The same with this panel laid over the table."""
        return replace(self, panel=Panel(kind, top=END if kind == "log" else 0))


def cramped(width: int, height: int) -> bool:
    """Whether a screen of this size is too small to show anything but that."""
    return width < LEAST[0] or height < LEAST[1]


# -- what a key or an event leads to besides another desk ------------------------------------------------------------


class Make(NamedTuple):
    """Make this move."""

    move: Move


class Pause(NamedTuple):
    """Wait, always for the same time: what was prepared can still be taken back, and what is asked decided."""

    acting: Acting
    windowed: bool = False


class Say(NamedTuple):
    """Send this line of chat."""

    text: str


class Join(NamedTuple):
    """Accept the terms and sit down."""


class LeaveLater(NamedTuple):
    """Want no further hand."""


class SeatComputer(NamedTuple):
    """Let one more computer player sit down at one's own table, or one fewer."""

    more: bool


class Rematch(NamedTuple):
    """Say whether to play another match."""

    again: bool


class Leave(NamedTuple):
    """Leave the table now. `sentence` says what that was, if it was not just over."""

    sentence: str = ""


class Keep(NamedTuple):
    """Keep these settings."""

    settings: Settings


class Copy(NamedTuple):
    """Put this text on the terminal's clipboard."""

    text: str


class Suspend(NamedTuple):
    """Go to the background, as Ctrl-Z does."""


class Redraw(NamedTuple):
    """Draw everything anew."""


class Call(NamedTuple):
    """Call the player: it is their turn."""


Effect: TypeAlias = (
    Make | Pause | Say | Join | SeatComputer | LeaveLater | Rematch | Leave | Keep | Copy | Suspend | Redraw | Call
)
Outcome: TypeAlias = tuple[Desk, tuple[Effect, ...]]


def only(desk: Desk, *effects: Effect) -> Outcome:
    """An outcome."""
    return desk, effects
