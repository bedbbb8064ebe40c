"""The player's language: every text that a person reads is looked up here by its English, on its way to the screen.

Texts stand in tables: `Texts`, `TextList` and `Count` hold English and give out what the player reads. Sentences of
other layers arrive finished; `retold` takes them apart again. The language is that of the current context; without
one it is English. Catalogues lie in `cli/locale`; docs/translating.md tells how they are made.
"""

import gettext
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import resources
from typing import Any, Generic, NamedTuple, TypeVar, cast

ENGLISH = "en"
LANGUAGES = ("ca", ENGLISH, "es", "pt")
OPTION = "--lang"
VARIABLES = ("FAIRDEAL_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where the environment may name the language; the first one that is set counts."""
FOLDER = "locale"
DOMAIN = "fairdeal"
LONGEST = 2000
"""Characters of a sentence that is taken apart; longer ones stay English."""
MOST_NESTED = 4
GAP = re.compile(r"\{(\w+)\}")

T = TypeVar("T")

PLAIN = gettext.NullTranslations()
"""The catalogue of English: it leaves every text as it is."""

_catalogue: ContextVar[gettext.NullTranslations] = ContextVar("catalogue", default=PLAIN)
_usual: ContextVar[tuple[gettext.NullTranslations, bool]] = ContextVar("usual", default=(PLAIN, False))
"""The catalogue with which the program began, and whether the player asked for that one this time."""


# -- which language ----------------------------------------------------------------------------------------------


def named(text: str) -> str | None:
    """The language that a locale or a person names: "es" for es, es_MX.UTF-8 and ES; None if there is no such one."""
    code = text.lower().replace("-", "_").partition("_")[0].partition(".")[0].partition("@")[0]
    return code if code in LANGUAGES else None


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[str, list[str]]:
    """The language that the arguments ask for, else that of the environment, else English; and the other arguments.

    Where the arguments ask for one that there is not, that stays among them.
    """
    told = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    language, rest = named(told) or ENGLISH, list(arguments)
    for at in reversed(range(len(rest))):
        option, equals, value = rest[at].partition("=")
        asked = rest[at : at + (1 if equals else 2)]
        code = named(value if equals else asked[-1])
        if option == OPTION and code is not None:
            language = code
            del rest[at : at + len(asked)]
    return language, rest


def asked_for(arguments: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether these name a language for this program, not only for all programs of the system."""
    return bool(environment.get(VARIABLES[0])) or len(language_of(arguments, {})[1]) < len(arguments)


@contextmanager
def speaking(language: str, *, asked: bool = False) -> Iterator[None]:
    """Within this context every text is in this language, also if another one is kept where it was `asked` for.

    Raises FileNotFoundError if there is no such one.
    """
    texts = PLAIN if language == ENGLISH else catalogue(language)
    token = _usual.set((texts, asked))
    try:
        with using(texts):
            yield
    finally:
        _usual.reset(token)


def choose(language: str) -> None:
    """From now on every text of this context is in this language; empty: in the one with which the program began."""
    begun, _ = _usual.get()
    _catalogue.set(begun if language not in LANGUAGES else PLAIN if language == ENGLISH else catalogue(language))


def prefer(language: str) -> None:
    """As `choose`, unless the player asked for another language this time, or prefers none."""
    if language and not _usual.get()[1]:
        choose(language)


@contextmanager
def using(texts: gettext.NullTranslations) -> Iterator[None]:
    """Within this context every text comes from this catalogue."""
    token = _catalogue.set(texts)
    try:
        yield
    finally:
        _catalogue.reset(token)


@cache
def catalogue(language: str) -> gettext.GNUTranslations:
    """The compiled catalogue of a language. Raises FileNotFoundError."""
    with (_folder() / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def _folder() -> "resources.abc.Traversable":
    return resources.files(__package__) / FOLDER


# -- texts of one's own ------------------------------------------------------------------------------------------


def translated(english: str, about: str = "") -> str:
    """The text in the player's language. `about` tells apart texts that are the same in English only."""
    if not english:
        return ""
    texts = _catalogue.get()
    return texts.pgettext(about, english) if about else texts.gettext(english)


class Count(NamedTuple):
    """So many of something: templates with {n} for one and for more."""

    one: str
    many: str

    def of(self, n: int) -> str:
        """With this number."""
        return _catalogue.get().ngettext(self.one, self.many, n).format(n=n)


class Texts(Mapping[str, T], Generic[T]):
    """Texts by key, or tuples of texts: kept in English, given out in the player's language."""

    def __init__(self, english: Mapping[str, T]) -> None:
        self.english: Mapping[str, T] = dict(english)

    def __getitem__(self, key: str) -> T:
        return _told(self.english[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self.english)

    def __len__(self) -> int:
        return len(self.english)

    def __or__(self, other: "Texts[T]") -> "Texts[T]":
        return Texts({**self.english, **other.english})


class TextList(Sequence[T], Generic[T]):
    """Texts by number, or tuples of texts: kept in English, given out in the player's language."""

    def __init__(self, english: Sequence[T]) -> None:
        self.english: Sequence[T] = tuple(english)

    def __getitem__(self, at: Any) -> Any:
        found = self.english[at]
        return tuple(map(_told, found)) if isinstance(at, slice) else _told(cast("T", found))

    def __len__(self) -> int:
        return len(self.english)


def _told(value: T) -> T:
    """The text, or the tuple of texts, in the player's language."""
    if isinstance(value, str):
        return cast("T", translated(value))
    if isinstance(value, tuple):
        make = getattr(type(value), "_make", type(value))
        return cast("T", make(map(_told, value)))
    return value


def verb(kind: str) -> str:
    """What a move of this kind does, as a word of a sentence."""
    return translated(kind.replace("_", " "), "verb")


def typed(english: str) -> list[str]:
    """What can be typed in the player's language in place of this word, or these two; none in English."""
    return [words for words in translated(english, "typed").split(", ") if words != english]


def outcome(name: str) -> str:
    """How a hand ended, in a word or two."""
    return translated(outcome_in_english(name), "outcome")


def outcome_in_english(name: str) -> str:
    """The same before it is translated."""
    return PLAINER.get(name, name.replace("_", " "))


PLAINER = {"made": "bid made", "set": "bid lost"}
"""Outcomes of which the name of the rules does not say what ended so."""


# -- sentences of others -----------------------------------------------------------------------------------------


def refusal(template: str, values: Mapping[str, object]) -> str:
    """Why a move is refused, given the template and values of `engine.contract.IllegalMove`."""
    if not values:
        return retold(template)
    words = {**values, "move": verb(str(values["move"]))} if "move" in values else values
    return translated(template).format(**{key: retold(str(value)) for key, value in words.items()})


def retold(sentence: str) -> str:
    """A finished English sentence of another layer, or of another player's fairdeal, in the player's language.

    What follows the pattern of a known sentence is taken apart, and its parts are retold in turn; all else stays.
    Nothing is searched twice, so that no hostile text takes long.
    """
    if _catalogue.get() is PLAIN or len(sentence) > LONGEST:
        return sentence
    told = translated(sentence)
    return told if told != sentence else _retold(sentence, MOST_NESTED)


def _retold(sentence: str, depth: int) -> str:
    if not depth or not any(letter.isalpha() for letter in sentence):
        return sentence
    plain, patterns = said()
    if sentence in plain:
        return translated(sentence)
    for pattern in patterns:
        parts = pattern.parts_of(sentence)
        if parts is not None:
            return pattern.filled([_retold(part, depth - 1) for part in parts])
    return sentence


class Pattern(NamedTuple):
    """A sentence with gaps, written {0} or {card}: what the gaps are called, and the text around and between them."""

    template: str
    gaps: tuple[str, ...]
    pieces: tuple[str, ...]

    @classmethod
    def of(cls, template: str) -> "Pattern":
        """The pattern that this template is."""
        taken = GAP.split(template)
        return cls(template, tuple(taken[1::2]), tuple(taken[::2]))

    def parts_of(self, sentence: str) -> list[str] | None:
        """What stands in the gaps, each as short as can be but for the last; None if the sentence is another one."""
        first, *middle, last = self.pieces
        if not (sentence.startswith(first) and sentence.endswith(last)):
            return None
        at, end = len(first), len(sentence) - len(last)
        parts = []
        for piece in middle:
            found = sentence.find(piece, at + 1, end)
            if found < 0:
                return None
            parts.append(sentence[at:found])
            at = found + len(piece)
        return [*parts, sentence[at:end]] if at < end else None

    def filled(self, parts: Sequence[str]) -> str:
        """The sentence in the player's language with these parts in its gaps."""
        values = dict(zip(self.gaps, parts, strict=True))
        return GAP.sub(lambda gap: values[gap.group(1)], translated(self.template))


@cache
def said() -> tuple[frozenset[str], tuple[Pattern, ...]]:
    """Sentences of other layers: those without gaps, and those with gaps, the most telling first."""
    known: list[str] = json.loads((_folder() / "said.json").read_text(encoding="utf-8"))
    patterns = [Pattern.of(template) for template in known if GAP.search(template)]
    patterns.sort(key=lambda pattern: -sum(map(len, pattern.pieces)))
    return frozenset(template for template in known if not GAP.search(template)), tuple(patterns)
