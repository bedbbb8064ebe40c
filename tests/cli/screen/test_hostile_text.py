"""What other players write can be read as theirs, moves no cursor, rings no bell and keeps the screen in shape."""

from collections.abc import Callable
from typing import Any

import pytest

from cli.screen.canvas import span
from cli.screen.desk import Desk, Entry
from cli.screen.frame import log_rows
from cli.screen.logged import entry_rows
from cli.screen.look import ASCII, UNICODE
from cli.screen.seeing import see
from cli.screen.view import draw
from p2p.events import Chat
from protocol.terms import clean_line, clean_name

MakeNight = Callable[..., Any]
HOSTILE = [
    "\x1b[2J\x1b[1;1HYour turn.\x07\x1b]0;pwned\x07",
    "\u202e.nrut ruoY\u202c \u2066\u200f",
    "Z\u0335\u0321\u0322\u0327" * 90,
    "\u200b\u200d\ufeff\u2060" * 60,
    "👨‍👩‍👧‍👦🏳️‍🌈" * 40,
    "東" * 400,
    "x" * 400,
    "one\r\nYou pay Eve 100.\nThe table is closed.",
    "\x9b31m\x90q\x9c\u0085",
]


def said(rows: list[Any]) -> list[str]:
    return ["".join(piece.text for piece in row) for row in rows]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_rest_of_a_line_of_chat_is_marked_however_it_is_broken(glyphs: Any) -> None:
    for length in range(1, 90):
        text = f"Eve says: {'x ' * length}Your turn. You pay Eve 100. The table is closed."
        entry, news = Entry("chat", text), Entry("news", text)
        for width in (20, 35, 56, 76):
            first, *rest = said(entry_rows(entry, width, glyphs))
            assert first.startswith("Eve says:")
            assert all(line.startswith("> ") for line in rest)
            assert not any(line.startswith("> ") for line in said(entry_rows(news, width, glyphs)))


def test_a_line_of_chat_of_which_only_the_end_is_seen_is_marked() -> None:
    desk = Desk().write(Entry("chat", f"Eve says: {'x ' * 150}Your turn. You pay Eve 100."))
    assert [line[:2] for line in said(log_rows(desk, 40, 2))] == ["> ", "> "]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_chat_keeps_the_screen_in_shape(text: str, night: MakeNight) -> None:
    desk = night("tonk", seats=3).deal().desk
    desk, _ = see(desk, Chat(1, clean_line(text, 400)))
    for panel in (None, "log", "last"):
        for width, height in ((60, 20), (80, 24), (120, 40)):
            shown = desk if panel is None else desk.over(panel)
            picture = draw(shown, width, height)
            assert [span(row) for row in picture.rows] == [width] * height
            assert all(letter.isprintable() for row in picture.rows for piece in row for letter in piece.text)


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names_keep_one_line(name: str) -> None:
    clean = clean_name(name)
    assert clean
    assert clean.isprintable()
    assert len(clean) <= 24
