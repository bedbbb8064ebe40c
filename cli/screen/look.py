"""How things are drawn: the signs in use, and themes, which say what colour each kind of text has.

A picture names kinds of text ("suit.hearts", "marked"), never colours; a theme, one TOML file beside this module in
`themes/`, turns them into colours for a terminal of 16, 256 or more colours, or of none.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import resources

from cli import cards as cardwords
from cli.screen.canvas import clip
from engine.cards import Card

SUIT_STYLES = ("suit.clubs", "suit.diamonds", "suit.hearts", "suit.spades", "suit.joker")
"""By the suit of a card."""
FACE_STYLES = tuple(kind.replace("suit.", "face.") for kind in SUIT_STYLES)
"""The same on a card that is drawn, where a theme may have other colours than for cards in a sentence."""
ATTRIBUTES = ("bold", "dim", "italic", "underline", "reverse")


class Depth(Enum):
    """How many colours the terminal has."""

    NONE = 1
    SIXTEEN = 4
    MANY = 8
    TRUE = 24


class ThemeError(ValueError):
    """A theme names a colour or a kind of text that there is not; the text says which."""


@dataclass(frozen=True)
class Glyphs:
    """The signs that boxes, cards and marks are made of; each is one column wide."""

    show: cardwords.Show
    """How a card is written in a sentence."""
    suits: str
    """By suit, clubs first; jokers last."""
    box: str
    """Top left, horizontal, top right, vertical, bottom left, bottom right."""
    back: str
    """What the back of a card is filled with."""
    marked: str
    """Before what is marked."""
    turn: str
    """Before the name of who is to move."""
    dot: str
    """Between parts of a line."""
    ellipsis: str
    check: str
    lost: str
    done: str
    left: str
    """Parts of a progress bar: what is done and what is left."""
    bar: str
    """Before a line of the log."""
    chosen: str
    """Before a chosen card where cards are written in a line."""

    def clip(self, text: str, width: int) -> str:
        """The text in at most `width` columns; what is cut is marked."""
        return clip(text, width, self.ellipsis)

    def joined(self, *parts: str) -> str:
        """Parts of a line, those that are empty left out."""
        return f" {self.dot} ".join(filter(None, parts))


UNICODE = Glyphs(
    show=cardwords.signs,
    suits="♣♦♥♠★",
    box="┌─┐│└┘",
    back="▒",
    marked="▸",
    turn="▸",
    dot="·",
    ellipsis="…",
    check="✓",
    lost="✗",
    done="█",
    left="░",
    bar="│",
    chosen="*",
)
ASCII = Glyphs(
    show=cardwords.letters,
    suits="CDHS*",
    box="+-+|++",
    back="#",
    marked=">",
    turn=">",
    dot="-",
    ellipsis="~",
    check="+",
    lost="!",
    done="#",
    left=".",
    bar="|",
    chosen="*",
)


def suit_style(card: Card) -> str:
    """The kind of text that a card is."""
    return SUIT_STYLES[card.suit]


def face_style(card: Card) -> str:
    """The kinds of text that are on a drawn card."""
    return f"card {SUIT_STYLES[card.suit]} {FACE_STYLES[card.suit]}"


def depth_of(environment: Mapping[str, str]) -> Depth:
    """How many colours this terminal has, as far as its environment tells: NO_COLOR, COLORTERM and TERM."""
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR") or term in ("dumb", "vt100", "vt220"):
        return Depth.NONE
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("-direct"):
        return Depth.TRUE
    return Depth.MANY if "256color" in term else Depth.SIXTEEN


@dataclass(frozen=True)
class Theme:
    """Colours by name, each for terminals of 16 and of more colours; and what each kind of text looks like."""

    name: str
    title: str
    colours: Mapping[str, tuple[str, str]]
    styles: Mapping[str, str]
    """By the kind of text: attributes, a colour, and "on" with another one for the background."""

    def style(self, kinds: str, depth: Depth) -> str:
        """The style, as prompt-toolkit writes it, of text of these kinds, separated by spaces; later ones win."""
        return " ".join(filter(None, [self._style(kind, depth) for kind in kinds.split()]))

    def _style(self, kind: str, depth: Depth) -> str:
        words: list[str] = []
        place = "fg"
        for word in self.styles.get(kind, "").split():
            if word == "on":
                place = "bg"
            elif word in ATTRIBUTES:
                words.append(word)
            elif depth is not Depth.NONE:
                few, many = self.colours[word]
                words.append(f"{place}:{few if depth is Depth.SIXTEEN else many}")
        return " ".join(words)


@cache
def themes() -> tuple[str, ...]:
    """The names of all themes, the usual one first."""
    found = sorted(entry.name.removesuffix(".toml") for entry in _folder().iterdir() if entry.name.endswith(".toml"))
    return tuple(sorted(found, key=lambda name: name != DEFAULT_THEME))


DEFAULT_THEME = "four-colours"


@cache
def theme(name: str) -> Theme:
    """The theme of this name; the usual one if there is none. Raises ThemeError if its file is wrong."""
    known = name if name in themes() else DEFAULT_THEME
    return read_theme(known, (_folder() / f"{known}.toml").read_text(encoding="utf-8"))


def read_theme(name: str, text: str) -> Theme:
    """The theme that a TOML file describes. Raises ThemeError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ThemeError(f"The theme {name} is no TOML file: {error}") from error
    colours: dict[str, tuple[str, str]] = {}
    for key, pair in data.get("colours", {}).items():
        if not isinstance(pair, list) or len(pair) != 2:
            raise ThemeError(f"The theme {name} gives the colour {key}, but not one for 16 and one for more colours.")
        colours[key] = (str(pair[0]), str(pair[1]))
    styles = {key: str(value) for key, value in data.get("styles", {}).items()}
    for kind, value in styles.items():
        for word in value.split():
            if word not in ATTRIBUTES and word not in colours and word != "on":
                raise ThemeError(f"The theme {name} gives {kind} the colour {word!r}, which it does not define.")
    return Theme(name, str(data.get("title", name)), colours, styles)


def _folder() -> "resources.abc.Traversable":
    return resources.files(__package__) / "themes"
