"""A replay on the full screen: every key and click, every step at every size."""

from dataclasses import replace

import pytest

from cli.cards import signs
from cli.history.cursor import WAYS
from cli.screen.canvas import columns
from cli.screen.line import Key, typed
from cli.screen.look import ASCII, UNICODE, Glyphs
from cli.screen.replay import KeyAt, Replay, StepAt, click, draw, press
from tests.cli.history.nights import HOSTILE, NIGHTS, viewing_of

SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]


def replay(game: str = "tonk", own: int | None = 0, glyphs: Glyphs = UNICODE) -> Replay:
    return Replay(viewing_of(game, own, show=glyphs.show), glyphs)


def pressed(shown: Replay, *names: str) -> Replay:
    for name in names:
        shown = press(shown, typed(name) if len(name) == 1 else Key(name))
    return shown


@pytest.mark.parametrize(
    ("keys", "ways"),
    [
        (["n", "n", "p"], ["forward", "forward", "back"]),
        ([" ", "right", "enter", "l"], ["forward"] * 4),
        (["N", "left"], ["forward", "back"]),
        (["down"], ["next hand"]),
        (["pagedown", "n", "n", "up"], ["next hand", "forward", "forward", "previous hand"]),
        (["n", "n", "home"], ["forward", "forward", "first step"]),
        (["end"], ["last step"]),
        (["f7", "x", "\x00"], []),
    ],
)
def test_keys_go_their_ways(keys: list[str], ways: list[str]) -> None:
    shown = replay()
    cursor = shown.viewing.cursor
    for way in ways:
        cursor = WAYS[way](cursor)
    assert pressed(shown, *keys).viewing.cursor == cursor


def test_leaving_and_quitting() -> None:
    shown = replay()
    for name in ("q", "escape", "c-d"):
        assert pressed(shown, name).left == "back"
    for name in ("c-c", "f10"):
        assert pressed(shown, name).left == "quit"
    helping = pressed(shown, "?")
    assert "one step back" in draw(helping, 80, 24).text()
    assert pressed(helping, "escape") == shown
    assert pressed(helping, "n") == pressed(shown, "n")


def test_everything_at_the_foot_can_be_clicked() -> None:
    shown = replay()
    picture = draw(shown, 120, 30)
    keys = {picture.target_at(x, 29) for x in range(120)} - {None}
    assert keys == {KeyAt(name) for name in ("?", "q", "right", "left", "v", "down")}
    assert click(shown, KeyAt("right")) == pressed(shown, "right")
    assert click(shown, KeyAt("q")).left == "back"
    steps = shown.viewing.cursor.steps[0]
    assert {picture.target_at(x, 28) for x in range(120)} - {None} == {StepAt(step) for step in range(steps)}
    assert click(shown, StepAt(steps - 1)) == pressed(shown, "end")
    assert click(shown, None) == shown


def test_other_eyes_see_other_cards() -> None:
    shown = replay("pitch", 2)
    own = draw(shown, 80, 24).text()
    assert "As you saw it." in own
    assert "Your hand:" in own
    others = draw(pressed(shown, "v", "v"), 80, 24).text()
    assert "What Ann saw, as far as it was opened later." in others
    assert "Your hand:" not in others


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", NIGHTS)
def test_every_step_shows_all_its_news_at_every_size(game: str, size: tuple[int, int]) -> None:
    shown = replay(game, 0)
    width, height = size
    while True:
        picture = draw(shown, width, height)
        assert len(picture.rows) == height
        assert all(columns("".join(piece.text for piece in row)) == width for row in picture.rows)
        words = " ".join(picture.text().split())
        scene = shown.viewing.scene
        for line in (scene.title, *(() if width > 100 else (*scene.told, *scene.table, *scene.hand))):
            assert " ".join(line.split()) in words
        if shown.viewing.cursor.at_end:
            break
        shown = pressed(shown, "n")


def test_what_happened_before_stays_above_what_is_new() -> None:
    shown = pressed(replay("thirteen", 0), "n", "n", "n")
    rows = draw(shown, 80, 24).rows
    text = ["".join(piece.text for piece in row) for row in rows]
    new = next(at for at, line in enumerate(text) if line.startswith(f" {UNICODE.turn} "))
    told = [line for scene in shown.viewing.earlier for line in scene.told]
    assert told[-1] in text[new - 1]
    assert all("dim" in piece.style for piece in rows[new - 1] if piece.text.strip())


def test_cards_have_the_colours_of_their_suits() -> None:
    rows = draw(pressed(replay("thirteen", 0), "end"), 80, 24).rows
    styles = {style for row in rows for piece in row for style in piece.style.split()}
    assert {"suit.clubs", "suit.diamonds", "suit.hearts", "suit.spades"} <= styles


def test_plain_ascii() -> None:
    shown = replay("thirteen", 0, ASCII)
    for key in ("n", "?", "v", "end"):
        shown = pressed(shown, key)
        assert draw(shown, 80, 24).text().isascii()


def test_no_name_breaks_the_frame() -> None:
    shown = replay("tonk", 1)
    assert draw(shown, 60, 20).text().splitlines()[0].startswith(f" Tonk: {HOSTILE[0]}")
    long = replace(shown, viewing=replace(shown.viewing, cursor=shown.viewing.cursor.last_step()))
    assert len(draw(long, 60, 20).rows) == 20


def test_too_small_a_window_says_so() -> None:
    text = draw(replay(), 59, 20).text()
    assert "This needs a window of at least 60 columns and 20 rows; it has 59 by 20." in " ".join(text.split())
    assert signs is UNICODE.show
