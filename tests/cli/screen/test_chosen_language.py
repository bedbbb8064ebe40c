"""The language that a player chose in the settings, and the one that is asked for at the start."""

from pathlib import Path

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from cli import choices
from cli.language import asked_for, choose, prefer, speaking, translated
from cli.screen import settings
from cli.screen.line import Key, Line
from cli.screen.look import UNICODE
from cli.screen.settings import NAMES_OF_LANGUAGES, Settings
from cli.screen.start.evening import evening
from p2p.home import Home
from tests.cli.screen.glass import Glass

QUIT = {"en": "Quit", "es": "Salir"}


def quit_word() -> str:
    return translated("Quit")


def test_a_kept_language_counts_unless_another_is_asked_for() -> None:
    with speaking("en"):
        prefer("")
        assert quit_word() == QUIT["en"]
        prefer("es")
        assert quit_word() == QUIT["es"]
        choose("")
        assert quit_word() == QUIT["en"]
    with speaking("en", asked=True):
        prefer("es")
        assert quit_word() == QUIT["en"]
        choose("es")
        assert quit_word() == QUIT["es"]
    assert quit_word() == QUIT["en"]


@pytest.mark.parametrize(
    ("arguments", "environment", "asked"),
    [
        ([], {"LANG": "es_ES"}, False),
        (["play"], {"FAIRDEAL_LANG": "es"}, True),
        (["--lang", "ca"], {}, True),
        (["--lang=pt", "play"], {"LANG": "es"}, True),
        (["--lang", "xx"], {}, False),
    ],
)
def test_who_asks_for_a_language(arguments: list[str], environment: dict[str, str], asked: bool) -> None:
    assert asked_for(arguments, environment) is asked


def test_the_language_is_kept_with_the_settings() -> None:
    chosen = Settings().changed("language")
    assert chosen.language == "en"
    assert settings.read(chosen.plain()) == chosen
    assert Settings().changed("language", -1).language == [*NAMES_OF_LANGUAGES][-1]
    assert settings.read({"language": "xx"}) == settings.read({"language": ["es"]}) == Settings()


@pytest.mark.parametrize(
    ("kept", "word"), [({"language": "es"}, "es"), ({"language": "xx"}, "en"), ({"language": 7}, "en"), ([], "en")]
)
def test_every_command_that_knows_the_player_speaks_the_chosen_language(
    kept: object, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Home(tmp_path / "home").keep(screen=kept)
    monkeypatch.setenv("FAIRDEAL_HOME", str(tmp_path / "home"))
    with speaking("en"):
        choices.home()
        assert quit_word() == QUIT[word]


async def test_another_language_is_spoken_at_once(tmp_path: Path, nursery: trio.Nursery) -> None:
    home = Home(tmp_path / "home")
    home.set_name("Ann")
    settings.keep(home, Settings(language="es"))
    glass = Glass()
    prefer(settings.load(home).language)
    nursery.start_soon(evening, glass, home, UNICODE)
    await wait_all_tasks_blocked()
    assert "Hola, Ann" in glass.text
    for key in ("down", "down", "down", "down", "enter", "down", "left", "left", "escape"):
        glass.press.send_nowait(Key(key))
    await wait_all_tasks_blocked(0.01)
    assert "Hello, Ann" in glass.text
    assert settings.load(home).language == ""


@pytest.mark.parametrize(
    ("at", "shown"),
    [(0, ("01234~", 0)), (5, ("01234~", 5)), (6, ("~2345~", 5)), (10, ("~6789", 5)), (3, ("01234~", 3))],
)
def test_text_out_of_sight_is_marked(at: int, shown: tuple[str, int]) -> None:
    assert Line("0123456789", at).shown(6, "~") == shown
    assert Line("01234", min(at, 5)).shown(6, "~") == ("01234", min(at, 5))
