"""What the screen says: every sentence is used, every one that is used exists, and none names what it should not."""

import re
from pathlib import Path

import pytest

from cli.screen.acting import COMMANDS
from cli.screen.layouts import layout_of
from cli.screen.layouts.base import Layout, places
from cli.screen.panels import BODIES
from cli.screen.sentences import SENTENCES, WARNINGS
from cli.screen.settings import CHOICES, SPEEDS
from cli.screen.spoken import WORDS, aloud
from cli.screen.start.pages import ITEMS, READINGS
from cli.screen.start.sentences import START
from engine.games import names

SCREEN = Path(__file__).parents[3] / "cli" / "screen"
SOURCE = "".join(path.read_text() for path in SCREEN.rglob("*.py") if path.name != "sentences.py")
MADE = (
    *[f"panel {kind}" for kind in BODIES],
    *[f"{what} {command.name}" for command in COMMANDS for what in ("command", "help")],
    *[f"key {command.also}" for command in COMMANDS if len(command.also) > 1],
    *[f"setting {name}" for name in CHOICES],
    *[f"speed {name}" for name in SPEEDS],
)
MADE_START = (
    *[f"page {page}" for page in {*ITEMS, *READINGS}],
    *[f"field {name}" for name in ("game", "preset", "house rules", "seats", "stake", "hands", "clock")],
    *[f"{what} {page}" for what in ("begin", "about") for page in ("play", "host")],
)


@pytest.mark.parametrize("key", SENTENCES)
def test_every_sentence_is_said_somewhere(key: str) -> None:
    assert key in MADE or f'"{key}"' in SOURCE or f"'{key}'" in SOURCE


@pytest.mark.parametrize("key", START)
def test_every_sentence_of_the_start_screen_is_said_somewhere(key: str) -> None:
    assert key in MADE_START or f'"{key}"' in SOURCE or f"'{key}'" in SOURCE


def test_every_sentence_that_is_said_exists() -> None:
    said = set(re.findall(r'tell\("([^"{}]+)"', SOURCE)) | set(MADE)
    assert said <= set(SENTENCES)
    assert set(re.findall(r'START\["([^"{}]+)"\]', SOURCE)) | set(MADE_START) <= set(START)


def test_warnings_say_what_leaving_costs() -> None:
    assert all(f'"{key}"' in SOURCE for key in WARNINGS)
    # Among computer players the cost stands beside the choice itself.
    told = {**WARNINGS, "solo": SENTENCES["leave now solo"]}
    assert all(any(word in text for word in ("hand", "table", "wait", "nothing")) for text in told.values())


def test_there_is_a_word_for_every_byte_and_no_two_are_alike() -> None:
    assert len(WORDS) == len(set(WORDS)) == 256
    assert len({word[:4] for word in WORDS}) > 230
    assert all(word.isascii() and word.islower() and 4 <= len(word) <= 9 for word in WORDS)
    assert aloud(bytes(range(32))) == WORDS[:8]
    assert aloud(b"\xff\x00", 8) == (WORDS[255], WORDS[0])


@pytest.mark.parametrize("game", names())
def test_every_game_has_a_layout_of_its_own(game: str) -> None:
    assert type(layout_of(game)) is not Layout
    assert layout_of(game) is layout_of(game)


def test_a_game_without_a_layout_gets_the_general_one() -> None:
    assert type(layout_of("no_such_game")) is Layout


@pytest.mark.parametrize("n", range(2, 9))
def test_everybody_has_a_place_and_the_next_seat_sits_on_the_left(n: int) -> None:
    for own in range(n):
        where = places(n, own)
        assert sorted((*where.left, *where.top, *where.right, own)) == list(range(n))
        around = [*where.left, *where.top, *where.right]
        assert around == [(own + 1 + at) % n for at in range(n - 1)]
