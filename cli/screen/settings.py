"""What a player has chosen about the screen, kept in the data directory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from cli.choices import SCREEN
from cli.language import LANGUAGES
from cli.screen.look import DEFAULT_THEME, themes
from p2p.home import Home

PLACE = SCREEN


class Speed(NamedTuple):
    """How fast a table goes, as far as that is in this program's hands."""

    pace: float
    """Seconds that each move of a computer player takes at least."""
    rest: float
    """Seconds for which a trick or hand that is over can be looked at, unless a key is pressed."""


SPEEDS: Mapping[str, Speed] = {"normal": Speed(0.5, 1.2), "slow": Speed(1.2, 2.5), "fast": Speed(0.2, 0.0)}


@dataclass(frozen=True)
class Settings:
    """The choices, each with its usual value first."""

    language: str = ""
    """One of `NAMES_OF_LANGUAGES`; empty: as the system says."""
    theme: str = DEFAULT_THEME
    speed: str = "normal"
    """A key of `SPEEDS`."""
    large_cards: bool = True
    """Draw one's own hand as large as there is room for."""
    highlight: bool = True
    bell: bool = True
    title: bool = True
    chat: bool = True
    """Show what others say."""
    mouse: bool = True
    sorts: tuple[tuple[str, str], ...] = ()
    """By game: how the hand is sorted."""

    def sort(self, game: str) -> str:
        """How the hand is sorted in this game; empty for its own way."""
        return dict(self.sorts).get(game, "")

    def with_sort(self, game: str, key: str) -> "Settings":
        """The same with the hand sorted by `key` in this game."""
        return replace(self, sorts=tuple(sorted({**dict(self.sorts), game: key}.items())))

    def changed(self, name: str, step: int = 1) -> "Settings":
        """The next value, or the one before, of one choice."""
        known = values_of(name)
        at = known.index(getattr(self, name)) if getattr(self, name) in known else 0
        changes: dict[str, Any] = {name: known[(at + step) % len(known)]}
        return replace(self, **changes)

    def plain(self) -> dict[str, Any]:
        """The settings as JSON has them."""
        return {**{field.name: getattr(self, field.name) for field in fields(self)}, "sorts": dict(self.sorts)}


NAMES_OF_LANGUAGES: Mapping[str, str] = {"en": "English", "es": "Español", "pt": "Português", "ca": "Català"}
"""Each in its own words, for whoever reads no other."""
CHOICES = ("theme", "speed", "large_cards", "highlight", "bell", "title", "chat", "mouse")
"""The settings that are offered, in this order; the language besides, where one does not play."""


def values_of(name: str) -> Sequence[Any]:
    """What can be chosen for a setting."""
    if name == "theme":
        return themes()
    if name == "language":
        return ("", *NAMES_OF_LANGUAGES)
    return tuple(SPEEDS) if name == "speed" else (True, False)


def read(values: object) -> Settings:
    """Settings from what was kept; what is missing or unfit has its usual value."""
    if not isinstance(values, Mapping):
        return Settings()
    kept: dict[str, Any] = {name: values[name] for name in CHOICES if _fits(name, values.get(name))}
    if values.get("language") in LANGUAGES:
        kept["language"] = values["language"]
    sorts = values.get("sorts")
    if isinstance(sorts, Mapping):
        kept["sorts"] = tuple(sorted((str(game), str(key)) for game, key in sorts.items()))
    return Settings(**kept)


def _fits(name: str, value: object) -> bool:
    # An unknown theme is shown as the usual one: another version may know it.
    return isinstance(value, str) if name == "theme" else value in [*values_of(name)] and type(value) in (bool, str)


def load(home: Home) -> Settings:
    """The settings in this data directory. Raises HomeError."""
    return read(home.settings().get(PLACE))


def keep(home: Home, settings: Settings) -> None:
    """Keep the settings. Raises HomeError."""
    home.keep(**{PLACE: settings.plain()})
