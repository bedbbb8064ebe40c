"""What a player has chosen about the screen, kept in the data directory."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from cli.screen.look import DEFAULT_THEME, themes
from p2p.home import Home

PLACE = "screen"
"""Under this name the settings stand among the others of the data directory."""


@dataclass(frozen=True)
class Settings:
    """The choices, each with its usual value first."""

    theme: str = DEFAULT_THEME
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
        if name == "theme":
            known = themes()
            at = known.index(self.theme) if self.theme in known else 0
            return replace(self, theme=known[(at + step) % len(known)])
        changes: dict[str, Any] = {name: not getattr(self, name)}
        return replace(self, **changes)

    def plain(self) -> dict[str, Any]:
        """The settings as JSON has them."""
        return {**{field.name: getattr(self, field.name) for field in fields(self)}, "sorts": dict(self.sorts)}


CHOICES = ("theme", "large_cards", "highlight", "bell", "title", "chat", "mouse")
"""The settings that are offered, in this order."""


def read(values: object) -> Settings:
    """Settings from what was kept; what is missing or unfit has its usual value."""
    if not isinstance(values, Mapping):
        return Settings()
    usual = Settings()
    kept: dict[str, Any] = {
        name: values[name] for name in CHOICES if type(values.get(name)) is type(getattr(usual, name))
    }
    sorts = values.get("sorts")
    if isinstance(sorts, Mapping):
        kept["sorts"] = tuple(sorted((str(game), str(key)) for game, key in sorts.items()))
    return Settings(**kept)


def load(home: Home) -> Settings:
    """The settings in this data directory. Raises HomeError."""
    return read(home.settings().get(PLACE))


def keep(home: Home, settings: Settings) -> None:
    """Keep the settings. Raises HomeError."""
    home.keep(**{PLACE: settings.plain()})
