"""Stepping through a replay: with single keys, with typed lines, or without a terminal all at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TextIO

from prompt_toolkit.application import Application
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import Output

from cli.history.cursor import WAYS, Cursor, Way
from cli.history.scenes import Scene
from cli.history.sentences import say
from cli.text import printable

Hands = Sequence[tuple[Scene, ...]]
"""The scenes of each hand."""

KEYS: Mapping[str, tuple[str, ...]] = {
    "forward": ("right", "space", "n", "l", "enter"),
    "back": ("left", "p", "h", "backspace"),
    "next hand": ("down", "pagedown", "j"),
    "previous hand": ("up", "pageup", "k"),
    "first step": ("home",),
    "last step": ("end",),
}
"""By the name of a way: the keys that go there."""
QUIT = ("q", "escape", "c-c", "c-d")

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


def start(hands: Hands) -> Cursor:
    """The cursor before the first step."""
    return Cursor(tuple(len(scenes) for scenes in hands))


def screen(title: str, hands: Hands, cursor: Cursor) -> list[str]:
    """What a screen shows of one step."""
    scene = hands[cursor.hand][cursor.step]
    parts = [[title], [scene.title], scene.told, [*scene.table, *scene.hand], [say("keys")]]
    return spaced(parts)


def spaced(parts: Iterable[Iterable[str]]) -> list[str]:
    """Blocks of lines with an empty line between them; empty blocks are left out."""
    blocks = [list(part) for part in parts]
    return [line for block in blocks if block for line in (*block, "")][:-1]


def by_keys(title: str, hands: Hands, source: Input | None = None, output: Output | None = None) -> None:
    """Step through with single keys, on the whole terminal, until the player quits."""
    cursor = start(hands)

    def text() -> str:
        return "\n".join(printable(line) for line in screen(title, hands, cursor))

    bindings = KeyBindings()

    def bind(way: Way, keys: Iterable[str]) -> None:
        def go(_: KeyPressEvent) -> None:
            nonlocal cursor
            cursor = way(cursor)

        for key in keys:
            bindings.add(key)(go)

    for name, keys in KEYS.items():
        bind(WAYS[name], keys)
    for key in QUIT:
        bindings.add(key)(lambda event: event.app.exit())
    window = Window(FormattedTextControl(text), wrap_lines=True)
    application: Application[None] = Application(
        Layout(window), key_bindings=bindings, full_screen=True, input=source, output=output
    )
    # Escape alone quits at once: no key here starts with it but those of the terminal itself.
    application.ttimeoutlen = 0.05
    application.timeoutlen = 0.05
    application.run()


def by_lines(title: str, hands: Hands, source: TextIO, write: Callable[[list[str]], None]) -> None:
    """Step through with typed lines, for screen readers and simple terminals, until the input or the player ends it."""
    cursor = start(hands)
    write([title, say("line keys")])
    _describe(hands, cursor, write)
    for line in source:
        typed = line.strip().lower()
        if typed in ("q", "quit"):
            return
        if typed not in WORDS:
            write([say("which key", typed=typed), say("line keys")])
            continue
        moved = WAYS[WORDS[typed]](cursor)
        if moved == cursor:
            write([say("at end" if cursor.at_end else "stays")])
        cursor = moved
        _describe(hands, cursor, write)


def _describe(hands: Hands, cursor: Cursor, write: Callable[[list[str]], None]) -> None:
    scene = hands[cursor.hand][cursor.step]
    write([scene.title, *scene.told, *scene.table, *scene.hand])
