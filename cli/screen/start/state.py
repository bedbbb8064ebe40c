"""Where a player is on the start screen, and what has been filled in. A value; nothing here does anything."""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from cli.history.listing import Listed
from cli.history.shelf import Kept
from cli.screen.line import Line
from cli.screen.look import UNICODE, Glyphs
from cli.screen.settings import Settings
from engine.contract import AnyRules
from engine.games import names, rules_of
from engine.options import BadOption, OptionSet
from protocol.terms import MAX_NAME, Terms

LONGEST_CODE = 400
HANDS: tuple[int | None, ...] = (None, 1, 3, 5, 10, 20)
"""After how many hands a table can be agreed to close; None: when somebody leaves."""
CLOCKS: tuple[int | None, ...] = (None, 15, 30, 60, 120, 300)
"""Seconds that can be agreed for a move; None: as long as it takes."""
STAKES = (1, 2, 5, 10, 20, 50, 100)


@cache
def presets(game: str) -> tuple[str, ...]:
    """The presets that can be played by themselves; some only make sense on top of another one."""
    found = []
    for name in rules_of(game).Options.presets:
        with suppress(BadOption):
            rules_of(game).Options.make(name)
            found.append(name)
    return tuple(found)


@dataclass(frozen=True)
class Form:
    """What is to be played, as far as it has been filled in."""

    game: str = ""
    preset: str = ""
    changes: tuple[tuple[str, Any], ...] = ()
    """House rules that differ from the preset."""
    seats: int | None = None
    """None: as many as the options allow."""
    stake: int = 1
    hands: int | None = None
    clock: int | None = None

    @classmethod
    def of(cls, game: str) -> "Form":
        """The usual rules of this game."""
        return cls(game, next(iter(presets(game)), ""))

    @property
    def rules(self) -> AnyRules:
        """The game."""
        return rules_of(self.game)

    def options(self) -> OptionSet:
        """The options. Raises BadOption."""
        presets = (self.preset,) if self.preset else ()
        return self.rules.Options.make(*presets, **dict(self.changes))

    def allowed_seats(self) -> range:
        """How many can play by these options. Raises BadOption."""
        return self.rules.seats(self.options())

    def taken_seats(self) -> int:
        """How many play: as filled in, or as many as can. Raises BadOption."""
        allowed = self.allowed_seats()
        return allowed[-1] if self.seats is None or self.seats not in allowed else self.seats

    def terms(self) -> Terms:
        """The terms. Raises BadOption."""
        return Terms.of(self.game, self.options(), stake=self.stake, hands=self.hands, clock=self.clock)

    def with_change(self, name: str, value: Any) -> "Form":
        """The same with one house rule. Raises BadOption if that makes no sense."""
        changes = {**dict(self.changes), name: value}
        changed = replace(self, changes=tuple(sorted(changes.items())))
        changed.options()
        return changed


@dataclass(frozen=True)
class Start:
    """The start screen. `back` holds the pages that lead here."""

    page: str = "menu"
    back: tuple[str, ...] = ()
    mark: int = 0
    top: int = 0
    name: str = ""
    suggested: str = ""
    """The name that an empty line stands for."""
    line: Line | None = None
    """What is being typed: a name, a code."""
    form: Form = field(default_factory=lambda: Form.of(names()[0]))
    listed: tuple[Listed, ...] = ()
    """The tables of the history, the newest first."""
    heading: str = ""
    """The heads of its columns."""
    notice: tuple[str, str] = ("", "")
    """Kind and text of what is to be told."""
    busy: bool = False
    settings: Settings = field(default_factory=Settings)
    glyphs: Glyphs = UNICODE
    size: tuple[int, int] = (80, 24)

    def go(self, page: str, **changes: Any) -> "Start":
        """On to a page."""
        return replace(
            self, page=page, back=(*self.back, self.page), mark=0, top=0, line=None, notice=("", ""), **changes
        )

    def home(self) -> "Start":
        """Back to the menu."""
        return replace(self, page="menu", back=(), mark=0, top=0, line=None)

    def returned(self) -> "Start":
        """Back by one page."""
        if not self.back:
            return self
        return replace(self, page=self.back[-1], back=self.back[:-1], mark=0, top=0, line=None, notice=("", ""))

    def told(self, kind: str, text: str) -> "Start":
        """The same with a notice."""
        return replace(self, notice=(kind, text))


def named(name: str) -> Line:
    """The line in which the name is typed."""
    return Line.of(name, MAX_NAME)


# -- what follows ----------------------------------------------------------------------------------------------------


class Play(NamedTuple):
    """Play against computer players."""

    form: Form


class Host(NamedTuple):
    """Open a table for friends."""

    form: Form


class JoinBy(NamedTuple):
    """Join the table of this code."""

    code: str


class SetName(NamedTuple):
    """Keep this name."""

    name: str


class KeepSettings(NamedTuple):
    """Keep these settings."""

    settings: Settings


class ReadHistory(NamedTuple):
    """Find the tables that were kept."""


class SeeAgain(NamedTuple):
    """Replay this table."""

    kept: Kept


class Quit(NamedTuple):
    """End the program."""


class ToBackground(NamedTuple):
    """As Ctrl-Z does."""


class DrawAnew(NamedTuple):
    """Draw everything anew."""


Step: TypeAlias = (
    Play | Host | JoinBy | SetName | KeepSettings | ReadHistory | SeeAgain | Quit | ToBackground | DrawAnew
)
Outcome: TypeAlias = tuple[Start, tuple[Step, ...]]
