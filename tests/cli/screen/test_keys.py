"""Any key and any click, at any moment: the screen stays whole, and does what it says."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cli.screen.acting import COMMANDS, CommandAt, OfferAt
from cli.screen.canvas import span
from cli.screen.desk import Copy, Desk, Join, Keep, Leave, LeaveLater, Make, Panel, Redraw, Rematch, Say, Suspend
from cli.screen.keys import click, press
from cli.screen.layouts.base import Pile
from cli.screen.line import Key, typed
from cli.screen.panels import BODIES, OPTIONS
from cli.screen.pieces import CardAt
from cli.screen.seeing import Accepted, Refused, see
from cli.screen.sentences import PHRASES, SENTENCES
from cli.screen.settings import CHOICES, Settings
from cli.screen.view import draw
from engine.contract import Result, State, Turn
from engine.games import rules_of
from p2p.events import Ended, Invited, Listening
from protocol.events import MatchOver
from protocol.terms import Terms

MakeNight = Callable[..., Any]
NAMES = (
    *("enter", "escape", "tab", "s-tab", "backspace", "delete", "left", "right", "up", "down", "home", "end"),
    *("pageup", "pagedown", "c-l", "c-z", "c-x", "c-@", "insert", "f11", "f12", "<any>"),
    *[command.key for command in COMMANDS],
)


def turn_of(seat: int, phase: str) -> Callable[[State], bool]:
    return lambda s: isinstance(s.next, Turn) and s.next.seats == (seat,) and s.phase == phase


def own_turn(night: MakeNight) -> Any:
    return night("tonk", seats=3).deal().until(turn_of(0, "start"))


def keys(rng: Random) -> Key:
    kind = rng.random()
    if kind < 0.45:
        return Key(rng.choice(NAMES))
    if kind < 0.95:
        return typed(rng.choice("abcdefghijklmnopqrstuvwxyz0123456789 ?/ABC.é東"))
    return Key("paste", rng.choice(("", "hello\nthere", "\x1b[2J" * 50, "東京" * 300)))


def whole(desk: Desk, rng: Random) -> None:
    """The screen is exactly as large as it should be."""
    width, height = rng.choice(((60, 20), (80, 24), (120, 40), (20, 5)))
    rows = draw(desk, width, height).rows
    assert [span(row) for row in rows] == [width] * height


@pytest.mark.parametrize("game", ["tonk", "thirteen", "pitch"])
@pytest.mark.parametrize("seed", range(3))
def test_any_key_at_any_moment(game: str, seed: int, night: MakeNight) -> None:
    rng = Random(seed)
    table = night(game, seats=3 if game == "tonk" else 4, seed=seed + 20).deal()
    for number in range(90):
        if table.desk.model.acting is None:
            if isinstance(table.state.next, Result):
                table.seal()
                table.deal()
            elif rng.random() < 0.5:
                table.play({})
            table.ask()
        if rng.random() < 0.3:
            x, y = rng.randrange(80), rng.randrange(24)
            table.desk, effects = click(table.desk, draw(table.desk, 80, 24).target_at(x, y))
        else:
            table.desk, effects = press(table.desk, keys(rng))
        for effect in effects:
            if isinstance(effect, Make):
                table.rules.check(table.state, 0, effect.move, table.dealer.known[0])
                table.see(Accepted(table.desk.model.acting))
                table.play({0: effect.move})
        if number % 4 == 0:
            whole(table.desk, rng)


@pytest.mark.parametrize("seed", range(4))
def test_any_key_before_the_table_is_full_and_after_it_has_ended(seed: int, night: MakeNight) -> None:
    rng = Random(seed)
    desk = Desk.fresh(Settings(), asking=seed % 2 == 0)
    desk, _ = see(
        desk, Listening("04H0F") if seed == 1 else Invited(Terms.of("tonk", rules_of("tonk").Options.make()), 3)
    )
    ended = own_turn(night)
    ended.see(Ended(well=seed == 2, reason="Over."))
    for number in range(120):
        desk, _ = press(desk, keys(rng))
        ended.desk, _ = press(ended.desk, keys(rng))
        if number % 4 == 0:
            whole(desk, rng)
            whole(ended.desk, rng)


# -- one by one ------------------------------------------------------------------------------------------------------


def test_cards_are_chosen_by_letter_by_arrows_and_by_mouse(night: MakeNight) -> None:
    table = own_turn(night)
    first, second, third = table.desk.hand[:3]
    table.press("a")
    assert table.desk.chosen == {first}
    table.press("right", " ")
    assert table.desk.chosen == {first, second}
    table.desk, _ = click(table.desk, CardAt(third))
    assert table.desk.chosen == {first, second, third}
    table.press("A", " ")
    assert table.desk.chosen == {second, third} ^ {first}
    table.press("backspace")
    assert table.desk.chosen == set()


def test_the_cursor_goes_to_the_card_just_drawn(night: MakeNight) -> None:
    table = own_turn(night)
    before = set(table.desk.hand)
    table.press("end", "1")
    (drawn,) = set(table.desk.hand) - before
    assert table.desk.hand[table.desk.cursor] == drawn
    table.ask()
    table.press("enter")
    assert table.desk.chosen == {drawn}
    assert table.labels()[0] == f"Discard {table.desk.glyphs.show(drawn)}"


def test_moves_are_made_by_number_by_arrows_and_by_mouse(night: MakeNight) -> None:
    for do in (
        lambda table: press(table.desk, typed("1")),
        lambda table: press(table.desk, Key("enter")),
        lambda table: click(table.desk, OfferAt(0)),
        lambda table: click(table.desk, Pile("draw", "stock")),
    ):
        table = own_turn(night)
        desk, (effect,) = do(table)
        assert effect.move.kind == "draw"
        assert effect.move.value == "stock"
        assert desk.sent
        assert press(desk, Key("enter"))[1] == ()


def test_a_refused_move_is_told_and_can_be_made_otherwise(night: MakeNight) -> None:
    table = own_turn(night)
    table.desk, _ = press(table.desk, typed("1"))
    assert table.labels() == []
    table.see(Refused("You may not play KH now."))
    assert "You may not play K♥ now." in table.text()
    assert "Draw from the stock" in table.labels()


def test_the_hand_is_sorted_another_way_and_that_is_kept(night: MakeNight) -> None:
    table = night("thirteen").deal()
    before = table.desk.hand
    (effect,) = table.press("f2")
    assert isinstance(effect, Keep)
    assert effect.settings.sort("thirteen") == "suit"
    assert table.desk.hand != before
    assert set(table.desk.hand) == set(before)
    again = night("thirteen", settings=effect.settings).deal()
    assert again.desk.hand == table.desk.hand


def test_chat_is_typed_pasted_and_said(night: MakeNight) -> None:
    table = own_turn(night)
    table.press("/", "H", "i", " ", "?")
    assert table.desk.chosen == set()
    assert table.press("enter") == [Say("Hi ?")]
    table.press("f3", "2")
    assert table.press("enter") == [Say(PHRASES[1])]
    table.press("f3", "a")
    assert table.press("escape") == []
    assert table.desk.entry is None
    table.press("f3")
    assert table.press("enter") == []


def test_chat_can_be_muted(night: MakeNight) -> None:
    table = own_turn(night)
    table.press("f3")
    (effect,) = table.press("tab")
    assert not effect.settings.chat
    assert "chat off" in table.text()


def test_leaving_is_asked_about_and_says_what_it_costs(night: MakeNight) -> None:
    table = own_turn(night)
    table.press("f10")
    assert "without you it cannot be finished" in " ".join(table.text().split())
    assert table.press("1") == []
    table.press("f10")
    assert table.press("2") == [LeaveLater()]
    assert "You leave after this hand." in table.text()
    table.press("c-c")
    (effect,) = table.press("c-c")
    assert effect == Leave("You left the table before it had ended.")


def test_leaving_after_the_end_costs_nothing(night: MakeNight) -> None:
    table = own_turn(night)
    table.see(Ended(well=True, reason="The table is closed."))
    assert table.press("enter") == [Leave("")]
    assert table.press("escape") == [Leave("")]
    assert table.press("c-c") == [Leave("")]


def test_another_match_is_asked_about_until_it_is_answered(night: MakeNight) -> None:
    for key, again in (("1", True), ("2", False)):
        table = night("thirteen").deal().until(turn_of(1, "follow"))
        table.see(MatchOver(table.match))
        assert table.desk.panel.kind == "rematch"
        table.press("f4")
        assert table.desk.panel.kind == "scores"
        table.press("escape")
        table.press("escape")
        assert table.desk.panel.kind == "rematch"
        assert table.press(key) == [Rematch(again)]
        assert table.desk.panel is None
        assert table.press(key) == []


def test_settings_are_changed_and_kept(night: MakeNight) -> None:
    table = own_turn(night)
    table.press("f9")
    for name in CHOICES:
        before = getattr(table.desk.settings, name)
        (effect,) = table.press("enter")
        assert getattr(effect.settings, name) != before
        (effect,) = table.press("left")
        assert getattr(effect.settings, name) == before
        table.press("down")
    assert table.desk.panel.mark == 0


def test_panels_scroll_no_further_than_their_text(night: MakeNight) -> None:
    table = own_turn(night)
    table.press("f8")
    top = table.text()
    table.press("end")
    last = table.text()
    assert last != top
    table.press("pagedown", "down")
    assert table.text() == last
    table.press("up")
    assert table.text() != last
    table.press("home")
    assert table.text() == top


def test_the_log_opens_at_its_end(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(lambda s: turn_of(0, "start")(s) and len(s.pile) > 12)
    table.press("f7")
    assert table.desk.log[-1].text in table.text()
    table.press("up")
    assert table.text() != draw(replace(table.desk, panel=Panel("log", top=10**6)), 80, 24).text()


def test_keys_that_mean_the_same_everywhere(night: MakeNight) -> None:
    table = own_turn(night)
    for opened in ([], ["f1"], ["/"], ["f9"]):
        table.press(*opened)
        assert table.press("c-z") == [Suspend()]
        assert table.press("c-l") == [Redraw()]
        table.press("escape")


def test_the_menu_has_every_command(night: MakeNight) -> None:
    table = own_turn(night)
    for number, command in enumerate(COMMANDS[:9], 1):
        if table.desk.panel is None:
            table.press("escape")
        by_menu = press(table.desk, typed(str(number)))[0]
        by_key = press(replace(table.desk, panel=None), Key(command.key))[0]
        by_mouse = click(replace(table.desk, panel=None), CommandAt(command.name))[0]
        assert by_menu == by_key == by_mouse, command.name


def test_the_code_is_copied_and_the_terms_are_accepted() -> None:
    desk, _ = see(Desk.fresh(Settings()), Listening("04H0F-NPXEQ"))
    assert press(desk, typed("c"))[1] == (Copy("04H0F-NPXEQ"),)
    asking = Desk.fresh(Settings(), asking=True)
    assert press(asking, Key("enter"))[1] == ()
    asking, _ = see(asking, Invited(Terms.of("tonk", rules_of("tonk").Options.make()), 3))
    accepted, effects = press(asking, Key("enter"))
    assert effects == (Join(),)
    assert not accepted.asking


def test_every_panel_has_a_heading_and_something_in_it(night: MakeNight) -> None:
    table = own_turn(night)
    for kind in BODIES:
        assert f"panel {kind}" in SENTENCES
        desk = replace(table.desk, panel=Panel(kind, move=table.desk.moves[-1] if kind == "confirm" else None))
        assert BODIES[kind](desk, 60) or OPTIONS.get(kind) or kind == "result"
