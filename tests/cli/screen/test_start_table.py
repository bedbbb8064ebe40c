"""What is played: remembered from last time, filled in with every house rule there is, for as many as may play."""

from dataclasses import replace
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from cli.screen import settings
from cli.screen.line import Key, typed
from cli.screen.settings import Settings
from cli.screen.start import house, kept
from cli.screen.start.keys import press
from cli.screen.start.pages import items_of
from cli.screen.start.state import Form, Place, Play, Start, Step, games, presets
from cli.screen.start.table import by_seats
from cli.screen.start.view import draw
from cli.words.options import called, meaning
from engine.games import names, rules_of
from engine.options import BadOption
from p2p.home import Home

TONK = Form("tonk", "classic").with_changes({"low13": True, "hand_size": 7})
THIRTEEN = Form("thirteen", "three", (), 3, 5, 10, 60)


def after(start: Start, *keys: str) -> tuple[Start, tuple[Step, ...]]:
    steps: tuple[Step, ...] = ()
    for key in keys:
        start, steps = press(start, Key(key) if len(key) > 1 else typed(key))
    return start, steps


def options_page(form: Form) -> Start:
    return Start(name="Ann", form=form, page="options", back=(Place("menu"), Place("play")))


def marked(start: Start, option: str) -> Start:
    return replace(start, mark=[item.option for item in items_of(start)].index(option))


# -- what was played last --------------------------------------------------------------------------------------------


def test_games_are_offered_in_an_order_that_makes_sense() -> None:
    assert games()[:3] == ("tonk", "thirteen", "pitch")
    assert sorted(games()) == sorted(names())


def test_what_was_played_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.set_name("Ann")
    three = replace(Form.of("thirteen"), seats=2)
    played = kept.with_newest(kept.with_newest((three,), TONK), THIRTEEN)
    assert played == (THIRTEEN, TONK)
    kept.keep(home, played)
    assert kept.load(home) == played
    assert home.name == "Ann"


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        7,
        "tonk",
        {"game": "chess"},
        {"game": "tonk", "preset": "none such"},
        {"game": "tonk", "preset": "classic"},
        {"game": "tonk", "preset": "classic", "changes": {"hand_size": 99}},
        {"game": "tonk", "preset": "classic", "changes": {}, "seats": 99},
        {"game": "tonk", "preset": "classic", "changes": {}, "stake": "1"},
        {"game": "tonk", "preset": "classic", "changes": {}, "stake": -4},
        {"game": "tonk", "preset": "classic", "changes": {}, "stake": True},
    ],
)
def test_what_cannot_be_played_is_not_offered(wrong: Any) -> None:
    good = kept.plain([THIRTEEN])
    read = kept.read([wrong, *good])
    assert read[-1] == THIRTEEN
    for form in read[:-1]:
        assert form.terms().match(form.taken_seats())


def test_options_that_there_are_not_are_left_out() -> None:
    [plain] = kept.plain([TONK])
    plain["changes"] |= {"cls": 1, "presets": 2, "of another version": 3}
    assert kept.read([plain]) == (TONK,)
    assert kept.read("nonsense") == ()


def test_the_file_of_the_settings_stays_small(tmp_path: Path) -> None:
    large = replace(Form.of("tonk"), changes=tuple((f"a long name {number}", number) for number in range(99)))
    assert kept.plain([THIRTEEN, large]) == kept.plain([THIRTEEN])
    every = [replace(Form.of(game), changes=Form.of(game).usual().pairs()) for game in games()]
    home = Home(tmp_path / "home")
    home.set_name("A" * 24)
    settings.keep(home, Settings(sorts=tuple((game, "suit and rank") for game in games())))
    kept.keep(home, every)
    assert home.settings()[kept.PLACE]


def test_playing_again_takes_one_key_and_left_and_right_offer_another_game() -> None:
    start = Start(name="Ann", played=(TONK, THIRTEEN), form=TONK)
    assert "Play Tonk again, 3 players" in draw(start, 60, 20).text()
    assert after(start, "enter")[1] == (Play(TONK),)
    assert after(start, "1")[1] == (Play(TONK),)
    other, _ = after(start, "right")
    assert "Play Thirteen again, 3 players" in draw(other, 60, 20).text()
    assert after(other, "enter")[1] == (Play(THIRTEEN),)
    assert after(other, "left")[0] == start
    assert after(start, "2")[0].page == "play"
    assert after(start, "2", "right")[0].form == THIRTEEN


def test_the_first_time_play_now_opens_the_form() -> None:
    start, _ = after(Start(name="Ann"), "left", "enter")
    assert (start.page, start.form) == ("play", Form.of(games()[0]))


# -- how many play ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "preset"), [(game, preset) for game in names() for preset in presets(game)])
def test_as_many_can_play_as_any_option_allows(game: str, preset: str) -> None:
    form = Form(game, preset)
    counts = set(form.allowed_seats())
    for option in ("players", "max_players"):
        for count in range(2, 11):
            try:
                counts |= set(form.with_change(option, count).allowed_seats())
            except BadOption:
                continue
    start = Start(name="Ann", form=form, page="play", back=(Place("menu"),), mark=3)
    found = set()
    for _ in range(len(counts) + 1):
        start, _ = after(start, "right")
        found.add(start.form.taken_seats())
        assert start.form.terms().match(start.form.taken_seats())
    assert found == counts == set(by_seats(form))
    assert (start.notice[0] == "warn") is (len(counts) == 1)


# -- house rules -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", names())
def test_every_value_has_plain_words(game: str) -> None:
    for name, hint in get_type_hints(rules_of(game).Options).items():
        inner = get_args(hint)[0] if get_origin(hint) is tuple else hint
        words = [word for word in get_args(inner) if isinstance(word, str)]
        assert all(f"{name}={word}" in called(game).values for word in words)
    for key in called(game).values:
        name, _, word = key.partition("=")
        assert meaning(game, name, word) != word or "_" not in word


@pytest.mark.parametrize("game", names())
def test_every_house_rule_can_be_set_here(game: str) -> None:
    start = options_page(Form.of(game))
    for item in items_of(start):
        kind = house.kind_of(start.form, item.option)
        opened, _ = after(marked(start, item.option), "enter")
        assert item.turn is not None or opened.page in ("words", "value")
        if kind in (house.Kind.NUMBER, house.Kind.TYPED):
            assert opened.page == "value"
            same, _ = after(opened, "enter")
            assert (same.page, same.form) == ("options", start.form)
            assert items_of(same)[same.mark].option == item.option


def test_a_list_of_words_has_check_marks() -> None:
    start, _ = after(marked(options_page(Form.of("thirteen")), "instant_wins"), "enter")
    assert "[✓] four 2s" in draw(start, 80, 24).text()
    assert "[ ] six pairs" in draw(start, 80, 24).text()
    start, _ = after(start, "enter", "down", "down", " ")
    assert start.form.changes == (("instant_wins", ("dragon", "six_pairs")),)
    assert "[✓] six pairs" in draw(start, 80, 24).text()
    start, _ = after(start, "up", "up", "enter", "down", "down", "enter")
    assert start.form.changes == ()


@pytest.mark.parametrize(
    ("game", "name", "text", "value"),
    [
        ("thirteen", "place_points", "5 3, 1", (5, 3, 1)),
        ("thirteen", "target", "none", None),
        ("thirteen", "target", " 21 ", 21),
        ("tonk", "hand_size_table", "2: 7, 3=5,4 : 5", ((2, 7), (3, 5), (4, 5))),
        ("tonk", "natural_hand_sizes", "5, 7", (5, 7)),
        ("pitch", "target", "32", 32),
    ],
)
def test_numbers_are_typed(game: str, name: str, text: str, value: Any) -> None:
    start, _ = after(marked(options_page(Form.of(game)), name), "enter", "c-u", *text, "enter")
    assert (start.page, start.form.changes) == ("options", ((name, value),))
    start, _ = after(start, "delete")
    assert start.form.changes == ()


@pytest.mark.parametrize("text", ["1, 2, 3", "x", "", "3; 2; -1", "9" * 40])
def test_what_cannot_be_is_refused_and_can_be_mended(text: str) -> None:
    start, _ = after(marked(options_page(Form.of("thirteen")), "place_points"), "enter", "c-u", *text, "enter")
    assert (start.page, start.notice[0]) == ("value", "warn")
    assert start.notice[1].startswith("Points by place")
    assert start.line is not None
    assert start.line.text == text
    assert after(start, "escape")[0].form == Form.of("thirteen")


def test_a_digit_begins_a_number_for_the_marked_rule() -> None:
    start, _ = after(marked(options_page(Form.of("pitch")), "target"), "3", "0", "enter")
    assert start.form.changes == (("target", 30),)
    start, _ = after(start, "5", "2", "enter")
    assert start.form.changes == ()


def test_letters_find_rules_and_what_differs_is_marked() -> None:
    start, _ = after(options_page(Form.of("tonk")), *"dealt 13")
    assert [item.option for item in items_of(start)] == ["low13"]
    start, _ = after(start, "enter")
    text = draw(start, 80, 24).text()
    assert "*< yes >" in text
    assert "The preset has: no." in " ".join(text.split())
    start, _ = after(start, *"zzz")
    assert "There is no rule with dealt 13zzz." in draw(start, 80, 24).text()
    start, _ = after(start, "backspace", "escape")
    assert (start.wanted, start.page) == ("", "options")
    assert after(start, "escape")[0].page == "play"


def test_a_long_list_says_what_is_out_of_sight() -> None:
    start = options_page(Form.of("tonk"))
    assert "more below" in draw(start, 80, 24).text()
    assert "more above" not in draw(start, 80, 24).text()
    for width, height in ((60, 20), (80, 24)):
        texts = [draw(replace(start, mark=at), width, height).text() for at in range(len(items_of(start)))]
        assert all("▸" in text for text in texts)
        assert "more above" in texts[-1]
        assert "more below" not in texts[-1]


def test_rules_are_told_in_plain_words() -> None:
    start = marked(options_page(Form.of("tonk")), "hand_size")
    assert "by the number of players uses cards for each, by the number of players." in " ".join(
        draw(start, 80, 24).text().split()
    )


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_cards_on_the_form_cover_nothing(size: tuple[int, int]) -> None:
    start = Start(name="Ann", form=Form("tonk", "house-wikipedia"), page="play", back=(Place("menu"),))
    for mark in range(8):
        text = draw(replace(start, mark=mark), *size).text()
        assert "< drop at any time, 5 to 9 cards, up to four players >" in text
        assert "8 Begin" in text
        assert "└──" in text
