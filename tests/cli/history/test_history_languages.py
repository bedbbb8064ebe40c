"""Kept tables in other languages: lists, replays, debts and the page, in accents; what programs read stays English."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.cards import letters
from cli.history import listing, shelf
from cli.history.page.build import page
from cli.history.scenes import Teller, flat
from cli.history.sight import Sight
from cli.language import LANGUAGES, speaking, using
from tests.cli.history.nights import HOSTILE, NIGHTS, voided
from tests.cli.history.test_report_page import Page
from tests.cli.pseudo import Pseudo, english_in

Run = Callable[..., str]


@pytest.fixture
def accents() -> Iterator[None]:
    """Everything is told in accents."""
    with using(Pseudo()):
        yield


def kept_words(game: str) -> set[str]:
    """What is the same in every language: names of players, the game, and its rules."""
    night = NIGHTS[game]()
    names = english_in([player.name for player in night.genesis.players])
    rules = night.genesis.terms.rules
    return {*names, *english_in(HOSTILE), rules.title, *rules.Options.presets, *rules.Options.make().changes()}


@pytest.mark.usefixtures("accents")
@pytest.mark.parametrize("game", NIGHTS)
def test_a_replay_has_nothing_in_plain_english(game: str) -> None:
    table = NIGHTS[game]().table
    for sight in (Sight(None, {}), Sight(0, {})):
        teller = Teller(table, sight, letters)
        for number in table.numbers:
            lines = list(flat(teller.scenes(number)))
            assert lines
            assert not english_in(lines, kept_words(game))


@pytest.mark.usefixtures("accents")
@pytest.mark.parametrize("game", NIGHTS)
def test_a_page_has_nothing_in_plain_english(game: str) -> None:
    made = Page(page(NIGHTS[game]().table))
    labels = [value or "" for _, attrs in made.tags for name, value in attrs.items() if name in ("title", "aria-label")]
    options = english_in(f"{name} {value}" for name, value in NIGHTS[game]().genesis.terms.options)
    allowed = kept_words(game) | options | {"fairdeal", "verify", "FILE", "JavaScript", "true", "false"}
    assert not english_in([*made.words, *labels], allowed)
    assert not english_in(_texts(made.data), allowed)


def _texts(value: Any) -> Iterator[str]:
    """The texts of the data that the page's program shows; names of its own are none."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


@pytest.mark.usefixtures("accents")
def test_a_void_hand_is_told(folder: Path) -> None:
    path = voided().keep(folder, 0)
    entries = shelf.entries(shelf.shelf(path.parent))
    names = english_in(player.name for player in voided().genesis.players)
    assert not english_in(listing.lines(entries), {*names, "Tonk"})


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_pages_and_lists_in_every_language(language: str, told: Run, folder: Path, tmp_path: Path) -> None:
    NIGHTS["tonk"]().keep(folder)
    shown = told("history", "--lang", language)
    assert shown != told("history")
    assert told("history", "--json", "--lang", language) == told("history", "--json")
    assert told("export", "1", "--csv", "--lang", language) == told("export", "1", "--csv")
    told("report", "1", "-o", "page.html", "--lang", language)
    made = Page((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert dict(made.tags)["html"] == {"lang": language}
    with speaking(language):
        assert page(NIGHTS["tonk"]().table)
