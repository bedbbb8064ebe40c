"""Help, the keys at the foot, the mouse, rules to be read, codes and names on the start screen."""

from dataclasses import replace
from pathlib import Path

import pytest

from cli.history.listing import Listed
from cli.history.shelf import Kept
from cli.language import LANGUAGES, speaking
from cli.screen.line import Key, typed
from cli.screen.look import ASCII, UNICODE
from cli.screen.start.evening import suggestion
from cli.screen.start.fan import fan
from cli.screen.start.keys import KeyAt, ValueAt, click, press, resized, seen, text_width
from cli.screen.start.pages import ITEMS, READINGS, reading
from cli.screen.start.sentences import START
from cli.screen.start.state import Form, SeeAgain, Start, Step, games, named
from cli.screen.start.view import bar, draw
from p2p.address import Address
from p2p.invite import Invite

SIZES = ((60, 20), (80, 24), (120, 40))
PAGES = {
    "menu": [],
    "play": ["1"],
    "host": ["2"],
    "options": ["1", "3"],
    "words": ["1", "right", "3", *"instant", "enter"],
    "value": ["1", "3", "3"],
    "join": ["3"],
    "history": ["4"],
    "settings": ["5"],
    "name": ["5", "enter"],
    "games": ["6"],
    "presets": ["6", "enter"],
    "rules": ["6", "enter", "enter"],
    "help": ["f1"],
}
CODE = Invite(bytes(10), bytes(8), (Address.parse("127.0.0.1:7"),)).encode()


def after(start: Start, *keys: str) -> tuple[Start, tuple[Step, ...]]:
    steps: tuple[Step, ...] = ()
    for key in keys:
        start, steps = press(start, Key(key) if len(key) > 1 else typed(key))
    return start, steps


def on(page: str) -> Start:
    start, _ = after(Start(name="Ann"), *PAGES[page])
    assert start.page == page
    return start


def test_these_are_all_pages() -> None:
    assert set(PAGES) == {*ITEMS, *READINGS}


@pytest.mark.parametrize("page", sorted({*PAGES} - {"help"}))
def test_help_opens_everywhere_and_leads_back_to_where_one_was(page: str) -> None:
    start = on(page)
    opened, _ = after(start, "f1")
    assert opened.page == "help"
    assert after(opened, "escape")[0] == after(opened, "f1")[0] == replace(start, notice=("", ""))
    asked, _ = after(start, "?")
    if start.line is None:
        assert asked == opened
    else:
        assert asked.line is not None
        assert asked.line.text.endswith("?")
        assert START["keys type"] in draw(start, 80, 24).text()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_key_at_the_foot_can_be_clicked(page: str, size: tuple[int, int]) -> None:
    start = replace(on(page), size=size)
    picture = draw(start, *size)
    shown = dict.fromkeys(picture.target_at(x, size[1] - 1) for x in range(size[0]))
    keys = [target.name for target in shown if isinstance(target, KeyAt)]
    assert keys[0] == "f1"
    assert keys[-1] == "f10"
    assert "escape" in keys or page == "menu"
    assert set(keys) <= {name for name, _ in bar(start)}
    if size[0] >= 80:
        assert keys == [name for name, _ in bar(start)]
    for key in keys:
        pressed = press(start, typed(key) if len(key) == 1 else Key(key))
        assert click(start, KeyAt(key)) == pressed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_the_way_out_is_never_cut(page: str, language: str) -> None:
    with speaking(language):
        line = draw(on(page), 60, 20).text().splitlines()[-1]
        assert START["key quit"] in line


def test_a_value_is_changed_both_ways_by_the_mouse() -> None:
    start = on("play")
    picture = draw(start, 80, 24)
    row = next(y for y, line in enumerate(picture.text().splitlines()) if "< Tonk >" in line)
    line = picture.text().splitlines()[row]
    back, on_ = (picture.target_at(line.index(sign), row) for sign in "<>")
    assert (back, on_) == (ValueAt(0, -1), ValueAt(0, 1))
    assert click(start, on_)[0].form.game == games()[1]
    assert click(start, back)[0].form.game == games()[-1]
    assert click(start, ValueAt(99, 1)) == (start, ())


def test_the_marks_of_a_long_list_can_be_clicked() -> None:
    start = on("options")
    picture = draw(start, 80, 24)
    targets = {picture.target_at(x, y) for x in range(80) for y in range(23)}
    assert KeyAt("pagedown") in targets
    assert click(start, KeyAt("pagedown"))[0].mark == 10


# -- rules -----------------------------------------------------------------------------------------------------------


def test_rules_of_any_preset_and_of_the_form_can_be_read() -> None:
    start, _ = after(Start(name="Ann"), "6", "1", "2")
    assert start.read == Form("tonk", "gamerules")
    form = Form.of("tonk").with_change("hand_size", 7)
    start, _ = after(replace(on("play"), form=form), "f8")
    assert (start.page, start.read) == ("rules", form)
    assert "7 cards" in " ".join(draw(start, 120, 40).text().split())
    assert after(start, "escape")[0].form == form


def test_a_word_is_found_in_the_rules_and_found_again() -> None:
    start, _ = after(on("rules"), "/", *"spread", "enter")
    assert start.wanted == "spread"
    first = start.mark
    places = []
    for _ in range(20):
        places.append(start.mark)
        picture = draw(start, 80, 24)
        hits = [piece.text for row in picture.rows for piece in row if piece.style == "marked"]
        assert hits
        assert all(hit.casefold() == "spread" for hit in hits)
        start, _ = after(start, "n")
    assert len(set(places)) > 3
    assert places.count(first) > 1
    start, _ = after(start, "escape")
    assert (start.page, start.wanted) == ("rules", "")
    start, _ = after(start, "/", *"zebra", "enter")
    assert start.notice == ("warn", START["not found"].format(text="zebra"))
    start, _ = after(start, "/", "x", "escape")
    assert (start.page, start.line) == ("rules", None)


def test_paragraphs_are_jumped_to() -> None:
    start, _ = after(on("rules"), "3")
    third = start.top
    assert draw(start, 80, 24).text().splitlines()[4].strip().startswith("3 ")
    assert after(start, "s-tab", "tab")[0].top == third
    assert after(start, "home", "tab", "tab", "tab")[0].top == third


# -- codes and names -------------------------------------------------------------------------------------------------


def test_a_wrong_code_is_told_at_once_and_stays_to_be_mended() -> None:
    start, steps = after(on("join"), *CODE[:-3], "enter")
    assert steps == ()
    assert start.notice[0] == "warn"
    start, _ = after(start, *CODE[-3:])
    assert start.notice == ("good", START["code complete"])
    assert after(start, "x")[0].notice == ("", "")


def test_a_long_code_shows_that_there_is_more_of_it() -> None:
    start, _ = after(on("join"), *("0" * 90))
    row = next(line for line in draw(start, 60, 20).text().splitlines() if "▸" in line)
    assert "▸ …000" in row
    ascii_ = replace(start, glyphs=ASCII)
    assert "> ~000" in draw(ascii_, 60, 20).text()


@pytest.mark.parametrize(
    ("login", "name"), [("root", ""), ("Admin", ""), ("player", ""), ("ubuntu", ""), ("zoe", "zoe"), ("Rooty", "Rooty")]
)
def test_nobody_is_called_what_nobody_is_called(login: str, name: str) -> None:
    assert suggestion(login) == name


def test_an_empty_name_is_one_sentence() -> None:
    first = Start(page="name", line=named(""))
    empty, steps = after(first, "enter")
    assert steps == ()
    assert "A name needs at least one letter." in draw(empty, 60, 20).text()


# -- cards -----------------------------------------------------------------------------------------------------------


def test_cards_are_shown_where_there_is_room() -> None:
    sizes = [(0, 0), (15, 5), (16, 4), (16, 5), (30, 7), (40, 10)]
    heights = [len(fan(UNICODE, *size)) for size in sizes]
    assert heights == [0, 0, 0, 5, 6, 9]
    assert len(fan(UNICODE, 30, 1, flat=True)) == 1
    for glyphs, sign in ((UNICODE, "♠"), (ASCII, "S")):
        for size in SIZES:
            assert sign in draw(Start(name="Ann", glyphs=glyphs), *size).text()


@pytest.mark.parametrize("word", ["hand", "two", "lowest"])
@pytest.mark.parametrize("size", [(60, 20), (72, 22), (120, 30), (200, 50)])
def test_what_was_found_in_rules_stays_in_sight_when_the_screen_changes(word: str, size: tuple[int, int]) -> None:
    start, _ = after(on("rules"), "/", *word, "enter", "n", "n")
    for here in (start, resized(start, size), resized(resized(start, size), (80, 24))):
        rows = reading(here, text_width(here))[here.top : here.top + seen(here)]
        at = here.mark - here.top
        assert "marked" in {piece.style for row in rows[at : at + 1] for piece in row}


def test_history_has_one_number_for_a_table_and_digits_go_to_it() -> None:
    listed = tuple(
        Listed(Kept(Path(f"{n}.fdt"), 0.0, None, n), f"day {n}", f"Table {n}: all of it.") for n in range(12, 0, -1)
    )
    start = replace(on("history"), busy=False, listed=listed, heading="began")
    text = draw(start, 80, 24).text()
    assert "12 day 12" in text
    assert " 4 day 4" in text
    assert " # began" in text
    for digits, number in (("8", 8), ("12", 12), ("13", 3), ("1", 1)):
        at, steps = after(start, "down", *digits)
        assert not steps
        assert f"Table {number}: all of it." in draw(at, 80, 24).text()
        assert after(at, "enter")[1] == (SeeAgain(listed[12 - number].kept),)
    assert f"Table {2}:" in draw(after(start, "1", "up", "down", "2")[0], 80, 24).text()
