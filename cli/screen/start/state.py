"""Where a player is on the start screen, and what has been filled in. A value; nothing here does anything."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from cli.history.listing import Listed
from cli.history.shelf import Kept
from cli.screen.layouts import layout_of
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
def games() -> tuple[str, ...]:
    """All games in the order in which they are offered: what takes longer to learn comes later."""
    return tuple(sorted(names(), key=lambda game: layout_of(game).STEEP))


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

    def usual(self) -> OptionSet:
        """The options of the preset alone."""
        return replace(self, changes=()).options()

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
        return self.with_changes({**dict(self.changes), name: value})

    def with_changes(self, changes: Mapping[str, Any]) -> "Form":
        """The same with these house rules alone; what the preset says anyway is none. Raises BadOption."""
        options, usual = replace(self, changes=tuple(changes.items())).options(), self.usual()
        kept = {name: getattr(options, name) for name in changes}
        return replace(
            self, changes=tuple(sorted((name, value) for name, value in kept.items() if value != getattr(usual, name)))
        )


class Place(NamedTuple):
    """Where the player was on another page."""

    page: str
    mark: int = 0
    top: int = 0
    line: Line | None = None
    wanted: str = ""


@dataclass(frozen=True)
class Start:
    """The start screen. `back` holds the pages that lead here."""

    page: str = "menu"
    back: tuple[Place, ...] = ()
    mark: int = 0
    top: int = 0
    name: str = ""
    suggested: str = ""
    """The name that an empty line stands for."""
    line: Line | None = None
    """What is being typed: a name, a code."""
    wanted: str = ""
    """What is looked for on this page."""
    form: Form = field(default_factory=lambda: Form.of(games()[0]))
    """What is being filled in."""
    read: Form = field(default_factory=lambda: Form.of(games()[0]))
    """Of what the rules are read."""
    option: str = ""
    """The house rule that is being changed on a page of its own."""
    played: tuple[Form, ...] = ()
    """What was played last, one for each game, the last first."""
    listed: tuple[Listed, ...] = ()
    """The tables of the history, the newest first."""
    heading: str = ""
    """The heads of its columns."""
    notice: tuple[str, str] = ("", "")
    """Kind and text of what is to be told."""
    digits: str = ""
    """What has been typed of the number of a line."""
    busy: bool = False
    settings: Settings = field(default_factory=Settings)
    glyphs: Glyphs = UNICODE
    size: tuple[int, int] = (80, 24)

    def go(self, page: str, **changes: Any) -> "Start":
        """On to a page."""
        here = Place(self.page, self.mark, self.top, self.line, self.wanted)
        fresh: dict[str, Any] = {**Place(page)._asdict(), "back": (*self.back, here), "notice": ("", "")}
        return replace(self, **{**fresh, **changes})

    def home(self) -> "Start":
        """Back to the menu."""
        return replace(self, **Place("menu")._asdict(), back=())

    def returned(self) -> "Start":
        """Back by one page, to where the player was on it."""
        if not self.back:
            return self
        return replace(self, **self.back[-1]._asdict(), back=self.back[:-1], notice=("", ""))

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
