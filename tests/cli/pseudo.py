"""A language that nobody speaks: every letter of a text has an accent, so that what was not looked up is seen."""

import gettext
import re
from collections.abc import Collection, Iterable
from string import ascii_letters

from cli.language import ENGLISH, LANGUAGES, catalogue

ACCENTED = "áƀćđéƒǵĥíĵķĺḿńóṕɋŕśţúṽŵẋýźÁɃĆĐÉƑǴĤÍĴĶĹḾŃÓṔɊŔŚŢÚṼŴẊÝŹ"
ACCENTS = str.maketrans(ascii_letters, ACCENTED)
GAP = re.compile(r"(\{[^{}]*\})")
CARD = re.compile(r"\b(?:[2-9TJQKA]|10)[CDHS]\b|\bJ[RB]\b")
WORD = re.compile(r"[A-Za-z][A-Za-z_]+")


FINGERPRINT = re.compile(r"\b(?:[0-9a-f]{4}|[0-9a-f]{16,})\b")


class Pseudo(gettext.NullTranslations):
    """The catalogue of this language: it has what a real catalogue has, and leaves all else as it is."""

    def __init__(self) -> None:
        super().__init__()
        self.real = [catalogue(language) for language in LANGUAGES if language != ENGLISH]

    def gettext(self, message: str) -> str:
        return accented(message) if any(_holds(texts, message) for texts in self.real) else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        english = msgid1 if n == 1 else msgid2
        known = any(texts.ngettext(msgid1, msgid2, n) != english for texts in self.real)
        return accented(english) if known else english

    def pgettext(self, context: str, message: str) -> str:
        known = any(texts.pgettext(context, message) != message for texts in self.real)
        return accented(message) if known else message


def _holds(texts: gettext.NullTranslations, message: str) -> bool:
    """Whether there is a translation, be it the same word; of texts with a plural the singular is found as well."""
    known = vars(texts).get("_catalog", {})
    return message in known or (message, 0) in known


def accented(text: str) -> str:
    """With accents on all but what is in braces."""
    return "".join(piece if piece.startswith("{") else piece.translate(ACCENTS) for piece in GAP.split(text))


def english_in(lines: Iterable[str], allowed: Collection[str] = ()) -> set[str]:
    """The words of these lines that were not looked up: no cards, no fingerprints, and none that are `allowed`."""
    rest = [FINGERPRINT.sub("", CARD.sub("", line)) for line in lines]
    return {word for line in rest for word in WORD.findall(line) if word not in allowed}
