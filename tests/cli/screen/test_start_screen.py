"""The start screen: first run, filling in a table, joining, rules, settings; any key at any moment."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.history.listing import Listed
from cli.history.shelf import Kept
from cli.screen.canvas import span
from cli.screen.line import Key, typed
from cli.screen.look import ASCII
from cli.screen.start.house import Kind, kind_of, values
from cli.screen.start.keys import ItemAt, KeyAt, ValueAt, click, press
from cli.screen.start.pages import items_of
from cli.screen.start.sentences import START
from cli.screen.start.state import (
    Form,
    Host,
    JoinBy,
    KeepSettings,
    Place,
    Play,
    Quit,
    ReadHistory,
    SeeAgain,
    SetName,
    Start,
    Step,
    ToBackground,
    games,
    named,
    presets,
)
from cli.screen.start.view import draw
from engine.games import names, rules_of
from p2p.address import Address
from p2p.invite import Invite

SIZES = ((60, 20), (80, 24), (120, 40))
KEYS = (
    *("enter", "escape", "backspace", "up", "down", "left", "right", "tab", "s-tab", "home", "end", "pageup"),
    *("pagedown", "f1", "f8", "c-l", "c-z", "delete", "insert", "f9"),
)


def after(start: Start, *keys: str) -> tuple[Start, tuple[Step, ...]]:
    """The start screen after these keys: names, or letters; and what followed from the last one."""
    steps: tuple[Step, ...] = ()
    for key in keys:
        start, steps = press(start, Key(key) if len(key) > 1 else typed(key))
    return start, steps


def menu(**known: Any) -> Start:
    return Start(name="Ann", **known)


def shots(start: Start) -> str:
    return "".join(f"{width}x{height}\n{draw(start, width, height).text()}\n\n" for width, height in SIZES)


PAGES = {
    "menu": [],
    "play": ["1"],
    "host": ["2", "down", "right"],
    "options": ["1", "right", "3", "down", "right"],
    "join": ["3", "0", "4", "H"],
    "settings": ["5"],
    "games": ["6"],
    "presets": ["6", "2"],
    "rules": ["6", "3", "1"],
    "words": ["1", "right", "3", *"instant", "enter"],
    "value": ["1", "right", "3", *"by place", "enter"],
    "help": ["f1"],
}


@pytest.mark.parametrize("name", PAGES)
def test_the_pages(name: str, snapshots: Any) -> None:
    start, _ = after(menu(), *PAGES[name])
    assert start.page == name
    snapshots.check(f"start-{name}", shots(start))


def test_the_pages_in_ascii() -> None:
    start, _ = after(menu(glyphs=ASCII), "1")
    assert draw(start, 80, 24).text().isascii()


def test_the_first_run_asks_for_a_name_and_nothing_else(snapshots: Any) -> None:
    first = Start(page="name", line=named(""))
    snapshots.check("start-first", shots(first))
    assert after(first, "escape")[0].page == "name"
    assert after(first, "f1", "escape")[0] == first
    empty, steps = after(first, " ", "enter")
    assert steps == ()
    assert empty.notice == ("warn", "A name needs at least one letter.")
    start, steps = after(first, *"Zoë", "enter")
    assert steps == (SetName("Zoë"),)
    assert (start.page, start.name, start.back) == ("menu", "Zoë", ())


def test_enter_alone_takes_the_name_that_is_suggested() -> None:
    first = Start(page="name", line=named(""), suggested="ann")
    assert "Enter alone takes ann." in draw(first, 80, 24).text()
    _, steps = after(first, "enter")
    assert steps == (SetName("ann"),)
    assert after(first, *"Zoe", "enter")[1] == (SetName("Zoe"),)


def test_playing_takes_two_keys() -> None:
    start, steps = after(menu(), "enter", "enter")
    assert steps == (Play(Form.of(games()[0])),)
    assert start.page == "play"


def test_a_form_is_filled_in_with_arrows() -> None:
    start, _ = after(menu(), "2", "right", "right")
    form = start.form
    assert form.game == games()[2]
    start, _ = after(start, "down", "right", "right", "down", "down", "down", "right", "right", "down", "right")
    assert start.form.preset == list(rules_of(form.game).Options.presets)[2]
    assert (start.form.stake, start.form.hands) == (5, 1)
    _, steps = after(start, "enter")
    assert steps == (Host(start.form),)


@pytest.mark.parametrize("game", names())
def test_every_preset_of_every_game_can_be_played(game: str) -> None:
    assert len(presets(game)) >= len(rules_of(game).Options.presets) - 1
    for preset in presets(game):
        start = menu(form=replace(Form.of(game), preset=preset), page="play", back=(Place("menu"),))
        assert draw(start, 80, 24).rows
        _, steps = after(start, "8")
        assert [type(step) for step in steps] == [Play], preset
        terms = start.form.terms()
        assert terms.match(start.form.taken_seats()).n == start.form.taken_seats()


@pytest.mark.parametrize("game", names())
def test_house_rules_are_changed_one_by_one_and_stay_playable(game: str) -> None:
    start, _ = after(menu(form=Form.of(game)), "1", "3")
    for number, item in enumerate(items_of(start)):
        start = replace(start, mark=number)
        before = start.form.options()
        changed, _ = after(start, "right")
        assert item.turn is not None or changed == start
        if changed.form != start.form:
            assert changed.form.options() != before
            changed.form.terms().match(changed.form.taken_seats())
        else:
            assert item.turn is None or changed.notice[0] == "warn"


@pytest.mark.parametrize(
    ("game", "preset", "counts"),
    [
        ("thirteen", "classic", [2, 3, 4]),
        ("thirteen", "three_full", [3, 3, 3]),
        ("thirteen", "southern", [2, 3, 4]),
        ("pitch", "ten_point", [5, 4, 5]),
    ],
)
def test_as_many_players_as_one_wants_sit_down(game: str, preset: str, counts: list[int]) -> None:
    start = menu(form=replace(Form.of(game), preset=preset), page="play", back=(Place("menu"),), mark=3)
    for count in counts:
        start, _ = after(start, "right")
        assert start.form.taken_seats() == count
        assert start.form.terms().match(count).n == count
    usual = rules_of(game).Options.make(preset)
    assert ("players" in dict(start.form.changes)) == (counts[-1] != dict(usual.pairs())["players"])


def test_a_house_rule_that_makes_no_sense_is_refused_with_a_sentence() -> None:
    form = Form.of("thirteen")
    start = menu(form=form, page="options", back=(Place("menu"), Place("play")))
    at = next(number for number, item in enumerate(items_of(start)) if item.option == "hand_size")
    start, _ = after(replace(start, mark=at), "right")
    assert start.notice == ("warn", "Cards for each is 17; that is only for three players")
    assert start.form == form


def test_lists_can_be_read_but_not_stepped_through() -> None:
    form = Form.of("thirteen")
    assert kind_of(form, "place_points") is Kind.TYPED
    assert kind_of(form, "instant_wins") is Kind.WORDS
    assert values(form, "place_points", 1) == []
    assert values(form, "target", 1) == [11, None]
    assert values(form.with_change("target", None), "target", 1) == [10]


@pytest.mark.parametrize("text", ["", "none", "None", "null"])
def test_a_house_rule_without_a_value_is_typed_as_none_or_nothing(text: str) -> None:
    start = menu(form=Form.of("thirteen"), page="options", back=(Place("menu"), Place("play")))
    at = next(number for number, item in enumerate(items_of(start)) if item.option == "target")
    start, _ = after(replace(start, mark=at), "enter")
    shown = draw(start, 80, 24).text()
    assert "nothing for none" in shown
    assert "null" not in shown
    start, _ = after(start, "c-u", *text, "enter")
    assert (start.page, start.form.options().pairs()) == ("options", Form("thirteen", "single_game").options().pairs())


def test_joining_takes_the_code_as_it_is_pasted() -> None:
    start, _ = after(menu(), "3")
    code = Invite(bytes(10), bytes(8), (Address.parse("127.0.0.1:7"),)).encode()
    start, steps = press(start, Key("paste", f"{code[:20]}\n  {code[20:]} "))
    assert steps == ()
    assert start.notice == ("good", START["code complete"])
    assert after(start, "enter")[1] == (JoinBy(code),)
    wrong, steps = after(start, "backspace", "backspace", "x", "enter")
    assert steps == ()
    assert wrong.notice[0] == "warn"
    assert wrong.line is not None
    assert wrong.line.text.startswith(code[:20])
    empty, steps = after(menu(), "3", "enter")
    assert steps == ()
    assert empty.notice == ("warn", START["no code"])


def test_settings_and_name_are_kept() -> None:
    start, _ = after(menu(), "5", "down", "down", "down", "down")
    start, steps = after(start, "enter")
    assert steps == (KeepSettings(start.settings),)
    assert not start.settings.large_cards
    start, _ = after(start, "1")
    assert start.page == "name"
    start, steps = after(start, "c-u", *"Bea", "enter")
    assert steps == (SetName("Bea"),)
    assert start.page == "settings"


def test_history_is_looked_for() -> None:
    start, steps = after(menu(), "4")
    assert steps == (ReadHistory(),)
    assert START["reading"] in draw(start, 80, 24).text()
    start = replace(start, busy=False)
    assert START["no history"] in draw(start, 80, 24).text()


def test_a_table_of_the_history_is_chosen_to_be_seen_again() -> None:
    listed = tuple(
        Listed(Kept(Path(f"{n}.fdt"), 0.0, None, n), f"day {n}", f"Table {n}: all of it.") for n in range(40)
    )
    start = replace(after(menu(), "4")[0], busy=False, listed=listed, heading="began")
    text = draw(start, 80, 24).text()
    assert "began" in text
    assert "Table 0: all of it." in text
    start, _ = after(start, "pagedown", "pagedown", "up")
    text = draw(start, 80, 24).text()
    assert "Table 19: all of it." in text
    assert "day 19" in text
    start, steps = after(start, "enter")
    assert steps == (SeeAgain(listed[19].kept),)
    assert after(start, "end")[0].mark == 39
    assert after(start, "end", "pagedown", "home")[0].mark == 0


def test_rules_can_be_read_to_their_end() -> None:
    start, _ = after(menu(), "6", "enter", "enter")
    top = draw(start, 80, 24).text()
    start, _ = after(start, "end")
    bottom = draw(start, 80, 24).text()
    assert bottom != top
    assert after(start, "down")[0] == start
    assert after(start, "up")[0] != start
    assert draw(after(start, "home")[0], 80, 24).text() == top


def test_the_mouse_chooses_and_changes() -> None:
    start, _ = click(menu(), ItemAt(0))
    assert start.page == "play"
    changed, _ = click(start, ItemAt(0))
    assert changed.form.game == games()[1]
    assert click(changed, ValueAt(0, -1))[0].form.game == games()[0]
    assert click(start, KeyAt("escape"))[0].page == "menu"
    assert click(start, ItemAt(99)) == (start, ())
    assert click(start, "nothing") == (start, ())


def test_the_way_out() -> None:
    assert after(menu(), "f10")[1] == (Quit(),)
    assert after(menu(), "c-c")[1] == (Quit(),)
    assert after(menu(), "7")[1] == (Quit(),)
    assert after(menu(), "c-z")[1] == (ToBackground(),)
    assert after(menu(), "1", "3", "escape", "escape", "escape")[0].page == "menu"


@pytest.mark.parametrize("seed", range(4))
def test_any_key_at_any_moment(seed: int) -> None:
    rng = Random(seed)
    start = menu() if seed else Start(page="name", line=named(""))
    for _ in range(80):
        key = Key(rng.choice(KEYS)) if rng.random() < 0.6 else typed(rng.choice("abcn1234567 /?é東"))
        start, _ = press(start, key)
        width, height = rng.choice((*SIZES, (30, 8)))
        picture = draw(start, width, height)
        assert [span(row) for row in picture.rows] == [width] * height
        if rng.random() < 0.1:
            start, _ = click(start, picture.target_at(rng.randrange(60), rng.randrange(20)))
