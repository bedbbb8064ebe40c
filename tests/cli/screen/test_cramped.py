"""A window that shows only that it is too small: nothing is done that cannot be seen."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cli.screen.acting import COMMANDS, CommandAt, OfferAt, OptionAt
from cli.screen.desk import Desk, Leave, Panel, Redraw, Suspend
from cli.screen.keys import click, press
from cli.screen.line import Key, Line, typed
from cli.screen.panels import OPTIONS
from cli.screen.pieces import CardAt
from cli.screen.start import keys as start_keys
from cli.screen.start.keys import ItemAt, KeyAt
from cli.screen.start.state import Quit, Start, named
from cli.screen.start.view import draw as draw_start
from cli.screen.view import draw
from engine.contract import Turn

MakeNight = Callable[..., Any]
SMALL = (59, 24)
ANY = [Key(name) for name in ("enter", "tab", "up", "down", "left", "right", "backspace", "delete", "escape", "home")]
ANY += [Key(command.key) for command in COMMANDS if command.name != "leave"] + [Key("paste", "1\n")]
ANY += [typed(letter) for letter in "abcdefgxyz 0123456789?/"]


def own_turn(night: MakeNight) -> Any:
    return night("tonk", seats=3).deal().until(lambda s: isinstance(s.next, Turn) and s.next.seats == (0,))


def desks(night: MakeNight) -> list[Desk]:
    """A table with and without something over it, too small to be seen."""
    desk = replace(own_turn(night).desk, size=SMALL)
    move = desk.moves[0]
    panels = [replace(desk, panel=Panel(kind, move=move)) for kind in {*OPTIONS, "confirm", "settings", "log"}]
    leaving = [panel for panel in panels if panel.leaving]
    assert leaving
    return [desk, replace(desk, entry=Line.of("hello")), *[panel for panel in panels if not panel.leaving]]


def test_no_key_and_no_click_does_anything_blindly(night: MakeNight) -> None:
    for desk in desks(night):
        for key in ANY:
            assert press(desk, key) == (desk, ()), key
        for target in (OfferAt(0), OptionAt(0), CommandAt("sort"), CommandAt("leave"), CardAt(desk.hand[0])):
            assert click(desk, target) == (desk, ()), target


def test_the_keys_that_act_are_those_that_the_notice_names(night: MakeNight) -> None:
    desk = desks(night)[0]
    assert "only Ctrl-C and F10 do anything" in " ".join(draw(desk, *SMALL).text().split())
    for name in ("c-c", "f10"):
        asked, effects = press(desk, Key(name))
        assert effects == ()
        assert "Leave the table? Ctrl-C or F10 once more leaves, Esc stays." in draw(asked, *SMALL).text()
        assert press(asked, typed("1")) == press(asked, Key("enter")) == (asked, ())
        assert press(asked, Key("escape")) == (desk, ())
        for again in ("c-c", "f10"):
            _, [leave] = press(asked, Key(again))
            assert isinstance(leave, Leave)
    assert press(desk, Key("c-z")) == (desk, (Suspend(),))
    assert press(desk, Key("c-l")) == (desk, (Redraw(),))


@pytest.mark.parametrize("page", ["menu", "play", "settings", "join", "name"])
def test_the_start_screen_likewise(page: str) -> None:
    line = named("Ann") if page in ("join", "name") else None
    start = Start(name="Ann", page=page, line=line, size=(80, 19))
    for key in ANY:
        assert start_keys.press(start, key) == (start, ())
    for target in (ItemAt(0), KeyAt("f10"), KeyAt("escape")):
        assert start_keys.click(start, target) == (start, ())
    assert "only Ctrl-C and F10 do anything" in " ".join(draw_start(start, 59, 19).text().split())
    for name in ("c-c", "f10"):
        assert start_keys.press(start, Key(name)) == (start, (Quit(),))


def test_the_notice_fits_or_is_cut_at_any_size(night: MakeNight) -> None:
    desk, rng = desks(night)[0], Random(5)
    for _ in range(200):
        width, height = rng.randrange(1, 60), rng.randrange(1, 30)
        picture = draw(desk, width, height)
        assert (len(picture.rows), picture.cursor) == (height, None)
        assert all(piece.target is None for row in picture.rows for piece in row)
