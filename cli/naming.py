"""Names of players that could be taken for something else: for another player, or for a line that the program says."""

import unicodedata
from collections.abc import Iterable
from functools import cache

from cli.language import Texts
from cli.screen.sentences import SENTENCES as ON_SCREEN
from cli.sentences import SENTENCES

STRUCTURE = frozenset(':;,()"“”«»')
"""Signs by which lines are structured: in a name they could end it before its end."""
TWINS = str.maketrans("авеіјкмнорсԁтухѕԛԝһαβεικνορτυχ", "abeijkmhopcdtyxsqwhabeiknoptux")
"""Small Cyrillic and Greek letters that look like Latin ones, by themselves or as capitals (Unicode TR 39)."""


def likeness(name: str) -> str:
    """The same for names that look alike: without case, marks, and the difference of alphabets."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in plain if unicodedata.category(c)[0] != "M").translate(TWINS).replace("l", "i")


def misleads(name: str) -> bool:
    """Whether a line that begins with this name could be taken for one that is no player's."""
    return (
        bool(STRUCTURE & set(name)) or ". " in name or likeness(name.partition(" ")[0].strip(".!?…")) in first_words()
    )


def first_words() -> frozenset[str]:
    """How lines of the program begin, in the player's language, likened."""
    return _first_words((*_texts(SENTENCES), *_texts(ON_SCREEN)))


def _texts(texts: Texts[str]) -> Iterable[str]:
    return (texts[key] for key in texts)


@cache
def _first_words(lines: tuple[str, ...]) -> frozenset[str]:
    """Of lines that do not begin with a gap."""
    words = (line.split()[0].strip(".:!?…,") for line in lines if line.strip() and not line.lstrip().startswith("{"))
    return frozenset(likeness(word) for word in words if word and word[0].isupper())
