"""A line of text that is being typed: a value, and what keys make of it."""

import unicodedata
from dataclasses import dataclass, replace
from typing import NamedTuple

from cli.screen.canvas import columns


class Key(NamedTuple):
    """One key press: its name, as "left" or "f1"; what was typed for the names "char" and "paste"."""

    name: str
    text: str = ""


def typed(letter: str) -> Key:
    """The press of a key that types this letter."""
    return Key("char", letter)


@dataclass(frozen=True)
class Line:
    """Text and where the cursor is in it, in characters."""

    text: str = ""
    at: int = 0
    most: int = 400
    """Characters that it can have."""

    @classmethod
    def of(cls, text: str, most: int = 400) -> "Line":
        """This text with the cursor at its end."""
        return cls(text[:most], len(text[:most]), most)

    def insert(self, text: str) -> "Line":
        """With this at the cursor: one line, without control characters, as much of it as fits."""
        clean = "".join(letter if unicodedata.category(letter)[0] not in "CZ" else " " for letter in text)
        clean = clean[: max(0, self.most - len(self.text))]
        return replace(self, text=self.text[: self.at] + clean + self.text[self.at :], at=self.at + len(clean))

    def press(self, key: Key) -> "Line | None":
        """The line after the key; None if the key is none for a line."""
        if key.name in ("char", "paste"):
            return self.insert(key.text)
        edit = EDITS.get(key.name)
        return None if edit is None else edit(self)

    def shown(self, width: int, more: str = "") -> tuple[str, int]:
        """The part around the cursor that fits into `width` columns, and the cursor's column in it.

        `more`, one column wide, stands at the edge where text is out of sight.
        """
        start = 0
        while columns(self.text[start : self.at]) >= max(1, width):
            start += 1
        end = len(self.text)
        while end > self.at and columns(self.text[start:end]) > width:
            end -= 1
        text, at = self.text[start:end], columns(self.text[start : self.at])
        if more and start and self.at > start:
            text = more.ljust(columns(text[0])) + text[1:]
        if more and end < len(self.text) and end > self.at:
            text = text[:-1] + more.rjust(columns(text[-1]))
        return text, at

    def _cut(self, start: int, end: int) -> "Line":
        return replace(self, text=self.text[:start] + self.text[end:], at=start)

    def _word(self) -> int:
        """Where the word before the cursor begins."""
        return self.text[: self.at].rstrip().rfind(" ") + 1


EDITS = {
    "left": lambda line: replace(line, at=max(0, line.at - 1)),
    "right": lambda line: replace(line, at=min(len(line.text), line.at + 1)),
    "home": lambda line: replace(line, at=0),
    "end": lambda line: replace(line, at=len(line.text)),
    "c-a": lambda line: replace(line, at=0),
    "c-e": lambda line: replace(line, at=len(line.text)),
    "backspace": lambda line: line._cut(max(0, line.at - 1), line.at),
    "delete": lambda line: line._cut(line.at, min(len(line.text), line.at + 1)),
    "c-u": lambda line: line._cut(0, line.at),
    "c-k": lambda line: replace(line, text=line.text[: line.at]),
    "c-w": lambda line: line._cut(line._word(), line.at),
}
"""What the keys of a line do."""
