"""The full screen and the start screen in other languages: nothing in plain English, and nothing that does not fit."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cli.language import LANGUAGES, speaking, using
from cli.screen.canvas import Picture, span
from cli.screen.desk import Desk
from cli.screen.line import Key, typed
from cli.screen.panels import BODIES, content
from cli.screen.seeing import see
from cli.screen.spoken import aloud
from cli.screen.start.keys import press
from cli.screen.start.state import Start
from cli.screen.start.view import draw as draw_start
from cli.screen.view import draw
from engine.contract import Result, State, Turn
from engine.games import names, rules_of
from p2p.events import Arrived, Ended, Invited, Listening, PeerLost
from protocol.events import Closed
from protocol.terms import Terms
from tests.cli.pseudo import Pseudo, english_in
from tests.cli.screen.terminal import Terminal

MakeNight = Callable[..., Any]
PLAYERS = {"Ann", "Bob", "Cleo", "Dan", "Eve"}
SIZES = ((60, 20), (80, 24), (120, 40))
PAGES = ("", "1", "2", "3", "4", "5", "6")
"""What to press on the start screen."""


def clean(picture: Picture) -> list[str]:
    """The lines of a screen without what was cut off at its edge."""
    return [line for line in picture.text().splitlines() if "…" not in line]


def to_move(state: State) -> bool:
    return isinstance(state.next, Turn) and 0 in state.next.seats


@pytest.fixture
def accents() -> Iterator[None]:
    """Everything is told in accents."""
    with using(Pseudo()):
        yield


@pytest.mark.usefixtures("accents")
@pytest.mark.parametrize("game", names())
def test_a_table_has_nothing_in_plain_english(game: str, night: MakeNight) -> None:
    allowed = {*PLAYERS, rules_of(game).title, "fairdeal", *rules_of(game).Options.presets}
    table = night(game, seats=3 if game == "tonk" else 4).deal()
    for _ in range(12):
        table.until(to_move)
        assert not english_in(clean(draw(table.desk, 160, 60)), allowed)
        table.press("a")
        assert not english_in(clean(draw(table.desk, 160, 60)), allowed)
        table.play({})
    table.until(lambda state: isinstance(state.next, Result))
    table.seal()
    assert not english_in(clean(draw(replace(table.desk, panel=None), 160, 60)), allowed)


@pytest.mark.usefixtures("accents")
@pytest.mark.parametrize("kind", sorted(set(BODIES) - {"confirm"}))
def test_panels_have_nothing_in_plain_english(kind: str, night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(lambda state: isinstance(state.next, Result))
    table.seal()
    table.see(Closed(table.match, table.ledger, b"\5" * 32))
    table.see(
        Ended(well=False, reason="The table cannot go on: the connection was lost. Scores stay as of the last seal.")
    )
    table.deal().until(to_move)
    shown = content(table.desk.over(kind), 90)
    lines = [shown.title, *["".join(piece.text for piece in row) for row in shown.rows]]
    lines += [option.label for option in shown.options]
    typed_words = {word for name in table.rules.phases.values() for verb in name for word in verb.split("_")}
    typed_words |= set(table.desk.model.words.ALIASES) | {"classic", "fg", "stock", "pile", "draw"}
    assert not english_in(lines, {*PLAYERS, "Tonk", "fairdeal", "Ctrl", "Esc", *typed_words, *words_aloud(table)})


def words_aloud(table: Any) -> set[str]:
    """The words that people compare aloud: they are the same in every language."""
    return {*aloud(table.genesis.table), *aloud(b"\5" * 32)}


@pytest.mark.usefixtures("accents")
def test_the_lobby_has_nothing_in_plain_english() -> None:
    desk = Desk.fresh(Start().settings)
    terms = Terms.of("tonk", rules_of("tonk").Options.make())
    for event in (Listening("234"), Invited(terms, 3), Arrived("Bob", bytes(32), 2, 3), PeerLost(0, "left the table")):
        if not isinstance(event, PeerLost):
            desk, _ = see(desk, event)
        assert not english_in(clean(draw(desk, 160, 60)), {*PLAYERS, "Tonk", "fairdeal", "join", "classic"})


@pytest.mark.usefixtures("accents")
@pytest.mark.parametrize("page", PAGES)
def test_the_start_screen_has_nothing_in_plain_english(page: str) -> None:
    start = Start(name="Ann")
    for key in page:
        start, _ = press(start, typed(key))
    for key in ("down", "right", "down", "right", "enter"):
        typed_words = {word for game in names() for word in (rules_of(game).title, *rules_of(game).Options.presets)}
        typed_words |= {info.name for game in names() for info in rules_of(game).Options.listing()}
        typed_words |= english_in(
            [f"{info.kind} {info.default}" for game in names() for info in rules_of(game).Options.listing()]
        )
        lines = clean(draw_start(replace(start, size=(160, 60)), 160, 60))
        assert not english_in(lines, {*PLAYERS, "fairdeal", "English", "join", "replay", "Ti", "n", *typed_words})
        start, _ = press(start, Key(key))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", names())
def test_every_screen_is_as_large_as_it_should_be(language: str, game: str, night: MakeNight) -> None:
    with speaking(language):
        table = night(game, seats=3 if game == "tonk" else 4).deal()
        for panel in (None, *sorted(set(BODIES) - {"confirm"})):
            table.until(to_move)
            desk = table.desk if panel is None else table.desk.over(panel)
            for width, height in SIZES:
                picture = draw(desk, width, height)
                assert len(picture.rows) == height
                assert {span(row) for row in picture.rows} == {width}
            table.play({})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_the_start_screen_fits(language: str, page: str) -> None:
    with speaking(language):
        start = Start(name="Ann")
        for key in page:
            start, _ = press(start, typed(key))
        for width, height in SIZES:
            picture = draw_start(start, width, height)
            assert {span(row) for row in picture.rows} == {width}


def test_a_whole_evening_is_in_the_language_of_the_system(tmp_path: Path) -> None:
    """Also what is said in other threads, and by the screen, which runs in a loop of its own."""
    system = {"FAIRDEAL_LANG": "", "LANG": "es_ES.UTF-8"}
    with Terminal(tmp_path / "home", columns=100, rows=30, **system) as terminal:
        terminal.until("¿Cómo quieres que te llamen los demás?")
        terminal.type("Ana", "Enter")
        terminal.until("Hola, Ana.")
        terminal.type("1")
        terminal.until("contra el ordenador")
        terminal.type("Enter")
        text = terminal.until_asked(r"Te toca\.", "ha terminado")
        assert re.search(r"mano \d+ · apuesta 1", text)
        terminal.type("F10")
        terminal.until("¿Dejar la mesa?")
        terminal.type("3")
        terminal.until("Dejaste la mesa antes de que terminara.")
        terminal.type("F10")
        assert terminal.ended() == 0
