"""A replay on the full screen: what keys make of it, and how it is drawn. Pure."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cli.history.cursor import WAYS
from cli.history.scenes import Scene
from cli.history.sentences import REPLAY_KEYS, say
from cli.history.viewing import Viewing
from cli.screen.canvas import Canvas, Fragment, Picture, Row, columns, wrap
from cli.screen.desk import LEAST
from cli.screen.line import Key
from cli.screen.look import Glyphs
from cli.screen.panels import help_rows
from cli.screen.pieces import coloured
from cli.screen.view import notice_of_size

KEYS: Mapping[str, str] = {
    **dict.fromkeys(("right", "enter", " ", "n", "l"), "forward"),
    **dict.fromkeys(("left", "backspace", "p", "h"), "back"),
    **dict.fromkeys(("down", "pagedown", "j"), "next hand"),
    **dict.fromkeys(("up", "pageup", "k"), "previous hand"),
    "home": "first step",
    "end": "last step",
}
"""By the name of a key, or the letter on it: the way that it goes."""
LEAVE = ("q", "escape", "c-d")
QUIT = ("f10", "c-c")
HELP = ("?", "f1")
FOOT = ("?", "q", "right", "left", "v", "down")
"""The keys that the foot shows, the most important first; those come last for which there is room on wide screens."""
LEFT = 1
HEAD, TAIL = 3, 3
"""Rows above and below story and table."""
WIDE = 110
"""From so many columns on the table stands beside the story."""


class KeyAt(NamedTuple):
    """Click target: as if this key were pressed."""

    name: str


class StepAt(NamedTuple):
    """Click target: a step of the hand, from 0."""

    step: int


@dataclass(frozen=True)
class Replay:
    """What is viewed, and what is shown besides."""

    viewing: Viewing
    glyphs: Glyphs
    helping: bool = False
    left: str = ""
    """How the player has left: "back" or "quit"; nothing while the replay goes on."""


def press(shown: Replay, key: Key) -> Replay:
    """The replay after a key press."""
    name = key.text.lower() if key.name == "char" else key.name
    if name in QUIT:
        return replace(shown, left="quit")
    if name in HELP or (shown.helping and name in LEAVE):
        return replace(shown, helping=not shown.helping)
    if name in LEAVE:
        return replace(shown, left="back")
    if name == "v":
        return replace(shown, viewing=shown.viewing.turned(), helping=False)
    if name in KEYS:
        return replace(shown, viewing=shown.viewing.moved(WAYS[KEYS[name]]), helping=False)
    return shown


def click(shown: Replay, target: Hashable) -> Replay:
    """The replay after a click."""
    if isinstance(target, KeyAt):
        return press(shown, Key(target.name))
    if isinstance(target, StepAt):
        cursor = replace(shown.viewing.cursor, step=target.step)
        return replace(shown, viewing=replace(shown.viewing, cursor=cursor))
    return shown


# -- how it is drawn -------------------------------------------------------------------------------------------------


def draw(shown: Replay, width: int, height: int) -> Picture:
    """The whole screen."""
    if width < LEAST[0] or height < LEAST[1]:
        return notice_of_size(width, height, say("too small keys"))
    canvas = Canvas(width, height)
    _draw_head(shown, canvas)
    if shown.helping:
        canvas.block(LEFT, HEAD, help_rows(REPLAY_KEYS, width - 2 * LEFT))
    else:
        _draw_story_and_table(shown, canvas)
    _draw_foot(shown, canvas)
    return canvas.picture()


def _draw_head(shown: Replay, canvas: Canvas) -> None:
    teller, place = shown.viewing.teller, shown.viewing.scene.title
    room = canvas.width - columns(place) - 2 * LEFT
    canvas.put(LEFT, 0, shown.glyphs.clip(teller.title, room - 1), "title")
    canvas.put(LEFT + room, 0, place)
    canvas.put(LEFT, 1, shown.glyphs.clip(teller.seen, canvas.width - 2 * LEFT), "dim")
    _draw_line(shown, canvas, HEAD - 1)


def _draw_line(shown: Replay, canvas: Canvas, y: int) -> None:
    canvas.put(LEFT, y, shown.glyphs.box[1] * (canvas.width - 2 * LEFT), "box")


def _draw_story_and_table(shown: Replay, canvas: Canvas) -> None:
    """What has happened, the newest last and marked; below it, or beside it, what lies on the table."""
    scene, earlier = shown.viewing.scene, shown.viewing.earlier
    room, whole = canvas.height - HEAD - TAIL, canvas.width - 2 * LEFT
    beside = canvas.width >= WIDE
    wide = (whole - 3) // 2 if beside else whole
    past = [row for before in earlier for row in _rows(shown, before.told, wide, "dim")]
    if beside:
        now = _fitting([_rows(shown, told, wide, mark=bool(earlier)) for told in _closer(scene.told)], room)
        canvas.block(LEFT, HEAD, [*past, *now][-room:])
        canvas.block(LEFT + wide + 3, HEAD, _fitting(_below(shown, scene, wide), room)[:room])
        return
    now, below = _divided(shown, scene, wide, room)
    gap = bool(below) and len(now) + len(below) < room
    story = [*past, *now][-max(1, room - len(below) - gap) :]
    canvas.block(LEFT, HEAD, story)
    canvas.block(LEFT, HEAD + room - len(below), below)


def _divided(shown: Replay, scene: Scene, width: int, room: int) -> tuple[list[Row], list[Row]]:
    """The news, and below it table and hand, in so many rows: nothing is left out that can be written closer."""
    mark = bool(shown.viewing.earlier)
    news = [_rows(shown, told, width, mark=mark) for told in _closer(scene.told)]
    ways = [(now, below) for now in news for below in _below(shown, scene, width)]
    return next((way for way in ways if len(way[0]) + len(way[1]) <= room), ways[-1])


def _closer(lines: Sequence[str]) -> list[Sequence[str]]:
    """A line for each thing; the same written one after the other."""
    return [lines, [" ".join(lines)] if lines else []]


def _below(shown: Replay, scene: Scene, width: int) -> list[list[Row]]:
    """Table and hand, written closer and closer."""
    hand = _rows(shown, scene.hand, width, "bold")
    roomy, close = (_rows(shown, table, width) for table in _closer(scene.table))
    gap: list[Row] = [()] if roomy and hand else []
    return [[*roomy, *gap, *hand], [*roomy, *hand], [*close, *hand]]


def _fitting(ways: Sequence[list[Row]], room: int) -> list[Row]:
    """The first of these ways to write something that fits into so many rows; the closest if none does."""
    return next((way for way in ways if len(way) <= room), ways[-1])


def _rows(shown: Replay, lines: Sequence[str], width: int, style: str = "", *, mark: bool = False) -> list[Row]:
    sign = f"{shown.glyphs.turn} " if mark else ""
    pieces = [piece for line in lines for piece in wrap(sign + line, width, " " * columns(sign) or "  ")]
    return [coloured(piece, shown.glyphs, style) for piece in pieces]


def _draw_foot(shown: Replay, canvas: Canvas) -> None:
    """Where in the hand this is, and the keys; both can be clicked."""
    width, height, cursor = canvas.width, canvas.height, shown.viewing.cursor
    _draw_line(shown, canvas, height - TAIL)
    cells, steps = width - 2 * LEFT, cursor.steps[cursor.hand]
    for cell in range(cells):
        step = cell * steps // cells
        done = step <= cursor.step
        sign = shown.glyphs.done if done else shown.glyphs.left
        canvas.put(LEFT + cell, height - 2, sign, "" if done else "dim", StepAt(step))
    x = 0
    for name in FOOT:
        key, _, word = say(f"foot {name}").partition(" ")
        if x + columns(key) + columns(word) + 2 > width:
            break
        x = canvas.put(x, height - 1, key, "key", KeyAt(name))
        x = canvas.put(x, height - 1, f" {word} ", "", KeyAt(name))


def checking(percent: int, glyphs: Glyphs, width: int, height: int) -> Picture:
    """What is shown while a transcript is being verified."""
    canvas = Canvas(width, height)
    canvas.row(LEFT, height // 2, (Fragment(say("checking", percent=percent)),))
    room = max(0, width - 2 * LEFT)
    done = room * percent // 100
    canvas.put(LEFT, height // 2 + 1, glyphs.done * done + glyphs.left * (room - done), "good")
    return canvas.picture()
