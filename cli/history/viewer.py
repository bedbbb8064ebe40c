"""Stepping through a replay with typed lines, for screen readers and simple terminals."""

from collections.abc import Callable, Mapping
from typing import TextIO

from cli.history.cursor import WAYS
from cli.history.sentences import say
from cli.history.viewing import Viewing

WORDS: Mapping[str, str] = {
    "": "forward",
    "n": "forward",
    "p": "back",
    "d": "next hand",
    "u": "previous hand",
    "s": "first step",
    "e": "last step",
}
"""By the typed line: the name of the way."""


def by_lines(viewing: Viewing, source: TextIO, write: Callable[[list[str]], None]) -> None:
    """Step through until the input or the player ends it."""
    write([viewing.teller.title, viewing.teller.seen, say("line keys")])
    _describe(viewing, write)
    for line in source:
        typed = line.strip().lower()
        if typed in ("q", "quit"):
            return
        if typed == "v":
            viewing = viewing.turned()
            write([viewing.teller.seen])
        elif typed not in WORDS:
            write([say("which key", typed=typed), say("line keys")])
            continue
        else:
            moved = viewing.moved(WAYS[WORDS[typed]])
            if moved == viewing:
                write([say("at end" if viewing.cursor.at_end else "stays")])
                continue
            viewing = moved
        _describe(viewing, write)


def _describe(viewing: Viewing, write: Callable[[list[str]], None]) -> None:
    scene = viewing.scene
    write([scene.title, *scene.told, *scene.table, *scene.hand])
