"""Themes and signs: data that fits the code, and colours that the terminal has."""

import re
from pathlib import Path

import pytest
from prompt_toolkit.output.vt100 import _256ColorCache
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from cli.screen.look import ASCII, UNICODE, Depth, ThemeError, depth_of, read_theme, theme, themes

SCREEN = Path(__file__).parents[3] / "cli" / "screen"
KINDS = ("suit.clubs", "suit.diamonds", "suit.hearts", "suit.spades", "suit.joker", "marked", "alert", "key", "warn")


@pytest.mark.parametrize("name", themes())
@pytest.mark.parametrize("depth", Depth)
def test_every_style_of_every_theme_is_one_for_the_painter(name: str, depth: Depth) -> None:
    found = theme(name)
    for kind in found.styles:
        Style([("x", found.style(kind, depth))])
    assert found.title
    for kind in KINDS:
        assert found.styles[kind], kind


@pytest.mark.parametrize("name", themes())
def test_without_colours_there_are_none(name: str) -> None:
    found = theme(name)
    for kind in found.styles:
        assert "fg:" not in found.style(kind, Depth.NONE)
        assert "bg:" not in found.style(kind, Depth.NONE)


def test_but_for_the_felt_no_theme_paints_the_background_of_the_terminal() -> None:
    assert " on " in theme("felt").styles["screen"]
    for name in set(themes()) - {"felt"}:
        assert not any(" on " in f" {style} " for style in theme(name).styles.values())


def test_colours_fit_the_terminal() -> None:
    found = theme("four-colours")
    assert found.style("suit.hearts", Depth.SIXTEEN) == "fg:ansibrightred"
    assert re.fullmatch("fg:#[0-9a-f]{6}", found.style("suit.hearts", Depth.MANY))
    assert found.style("suit.hearts chosen", Depth.NONE) == "bold"
    assert found.style("no such kind", Depth.TRUE) == ""


def test_the_four_suits_look_different() -> None:
    found = theme("four-colours")
    assert len({found.style(kind, Depth.SIXTEEN) for kind in KINDS[:4]}) == 4


def test_an_unknown_theme_is_the_usual_one() -> None:
    assert theme("gone").name == themes()[0] == "four-colours"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[styles]\nbox = 'mauve'", "The theme mine gives box the colour 'mauve', which it does not define."),
        ("styles = [", "The theme mine is no TOML file"),
        ("[colours]\nred = 'red'", "The theme mine gives the colour red, but not one for 16 and one for more colours."),
    ],
)
def test_a_wrong_theme_says_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(ThemeError, match=re.escape(sentence)):
        read_theme("mine", text)


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color"}, Depth.MANY),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE),
        ({"TERM": "xterm-direct"}, Depth.TRUE),
        ({"TERM": "linux"}, Depth.SIXTEEN),
        ({}, Depth.SIXTEEN),
        ({"TERM": "vt100"}, Depth.NONE),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, Depth.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Depth.MANY),
    ],
)
def test_the_environment_says_how_many_colours(environment: dict[str, str], depth: Depth) -> None:
    assert depth_of(environment) is depth


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_every_sign_is_one_column_wide_and_no_variation_selector(glyphs: object) -> None:
    signs = "".join(value for value in vars(glyphs).values() if isinstance(value, str))
    assert all(get_cwidth(sign) == 1 for sign in signs)
    assert "\ufe0f" not in signs
    assert len(vars(glyphs)["suits"]) == 5
    assert len(vars(glyphs)["box"]) == 6


def test_ascii_is_ascii() -> None:
    assert all(value.isascii() for value in vars(ASCII).values() if isinstance(value, str))


def test_kinds_of_text_that_the_view_names_are_in_every_theme() -> None:
    """A misspelt kind would silently be plain text."""
    known = set.intersection(*[set(theme(name).styles) for name in themes()])
    optional = set.union(*[set(theme(name).styles) for name in themes()])
    text = "".join(path.read_text() for path in SCREEN.rglob("*.py"))
    named = set(re.findall(r'Fragment\([^()]*, "([a-z.]+)"', text)) | set(
        re.findall(r'put\([^()]*, "([a-z.]+)"\)', text)
    )
    assert named
    assert named <= optional
    assert {"marked", "alert", "title"} <= known


def test_the_felt_is_green_with_256_colours_too() -> None:
    """The colour nearest to it is chosen then; a darker green would become grey."""
    nearest = _256ColorCache()
    many = theme("felt").colours["felt"][1].removeprefix("#")
    assert nearest[int(many[:2], 16), int(many[2:4], 16), int(many[4:], 16)] == 22
