"""What a player has to see and find without having been told: whose turn it is, what can be played, what a key does."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cli.screen.choosing import marked, offers, plays
from cli.screen.desk import END, Desk, Entry, Make
from cli.screen.frame import MOST_CARDS, WIDE, fan_of, log_rows, plan, side_log
from cli.screen.keys import press
from cli.screen.line import Key, typed
from cli.screen.look import UNICODE, Depth, theme, themes
from cli.screen.panels import content, keys_help
from cli.screen.pieces import APART, Fan, Size, draw_fan
from cli.screen.seeing import Due
from cli.screen.view import draw
from engine.cards import Card
from engine.contract import Result, State, Turn
from protocol.events import Acting

MakeNight = Callable[..., Any]


def turn_of(seat: int, phase: str) -> Callable[[State], bool]:
    return lambda s: isinstance(s.next, Turn) and s.next.seats == (seat,) and s.phase == phase


def last_rows(table: Any, *size: int) -> str:
    return "\n".join(table.text(*size).split("\n")[-5:])


def cards(names: str) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in names.split())


# -- without colours -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [Size.FLAT, Size.BOX, Size.LARGE, Size.HUGE])
def test_cards_that_cannot_be_played_have_no_letter(size: Size) -> None:
    five, six, king = cards("5H 6H KS")
    fan = Fan((five, six, king), cursor=0, playable={six, king})
    letters = draw_fan(fan, size, UNICODE, 60)[-1]
    assert "".join(piece.text for piece in letters).split() == ["[·]", "b", "c"]
    chosen = draw_fan(replace(fan, chosen=frozenset({five})), size, UNICODE, 60)[-1]
    assert "".join(piece.text for piece in chosen).split() == ["[a]", "b", "c"]


@pytest.mark.parametrize("name", themes())
@pytest.mark.parametrize("depth", Depth)
def test_the_badge_of_who_is_to_move_stands_out_in_every_theme(name: str, depth: Depth) -> None:
    badge = theme(name).style("badge", depth).split()
    assert "reverse" in badge or any(word.startswith("bg:") for word in badge) or (name == "felt" and "bold" in badge)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("game", ["tonk", "thirteen", "pitch"])
def test_who_is_to_move_has_a_badge(game: str, size: tuple[int, int], night: MakeNight) -> None:
    table = night(game, seats=3 if game == "tonk" else 4).deal()
    for seat in (0, 1):
        table.until(lambda s: isinstance(s.next, Turn) and s.next.seats == (seat,))  # noqa: B023 - called at once
        badges = [piece.text for row in draw(table.desk, *size).rows for piece in row if piece.style == "badge"]
        assert badges == ["▸ You" if seat == 0 else "▸ Bob"]


# -- keys that do nothing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("9", "There is no move 9 now."),
        ("z", "You have no card z."),
        ("]", "] does nothing here: ? shows the keys."),
    ],
)
def test_a_key_that_does_nothing_says_so_until_the_next_one(key: str, told: str, night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    assert table.press(key) == []
    assert f"Your turn. {told}" in last_rows(table)
    table.press("right")
    assert told not in last_rows(table)
    table.press(key)
    table.press("f4")
    table.press("escape")
    assert told not in last_rows(table)


def test_keys_out_of_turn_say_so(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(1, "play"))
    for key, told in (("9", "There is no move 9 now."), ("enter", "It is not your turn.")):
        table.press("escape", "escape")
        assert table.press(key) == []
        assert told in last_rows(table)
        assert "Your turn." not in last_rows(table)


# -- finding what can be played --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "phase"), [("thirteen", "follow"), ("pitch", "play"), ("tonk", "play")])
@pytest.mark.parametrize("seed", range(3))
def test_tab_goes_through_everything_that_can_be_played(game: str, phase: str, seed: int, night: MakeNight) -> None:
    table = night(game, seats=3 if game == "tonk" else 4, seed=seed).deal()
    table.until(turn_of(0, phase))
    while len(plays(table.desk)) < 2:
        table.play({})
        table.until(turn_of(0, phase))
    assert "Tab goes through what you can play." in last_rows(table)
    found = plays(table.desk)
    seen = []
    for _ in found:
        table.press("tab")
        seen.append(table.desk.chosen)
        enter = offers(table.desk).offers[marked(table.desk, offers(table.desk))].move
        assert frozenset(table.desk.view.shown(enter)) == table.desk.chosen
        table.rules.check(table.state, 0, enter, table.dealer.known[0])
    assert tuple(seen) == found
    table.press("tab")
    assert table.desk.chosen == found[0]
    table.press("s-tab")
    assert table.desk.chosen == found[-1]
    table.press("enter")
    table.until(turn_of(0, phase))
    assert "Tab goes through" not in last_rows(table)


def test_tab_is_in_the_help() -> None:
    assert any("Tab" in keys and "play" in text for keys, text in keys_help())


def test_one_card_is_asked_for_as_one(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal()
    table.until(lambda s: turn_of(0, "play")(s) and len(s.held[0]) > 3)
    while {move.kind for move in table.desk.moves} != {"discard"}:
        table.play({})
        table.until(lambda s: turn_of(0, "play")(s) and len(s.held[0]) > 3)
    assert "Choose a card to discard." in table.text()


# -- what Enter alone means ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "presets", "seats"),
    [("tonk", (), 3), ("tonk", ("spades", "hit-and-hold"), 2), ("thirteen", (), 4), ("pitch", (), 4)],
)
def test_enter_alone_never_means_the_first_of_several_alike(
    game: str, presets: tuple[str, ...], seats: int, night: MakeNight
) -> None:
    table = night(game, *presets, seats=seats, seed=3).deal()
    natural = {"draw", "discard" if game == "pitch" else "", "burn", "claim"}
    for _ in range(250):
        if isinstance(table.state.next, Result):
            table.seal()
            table.deal()
        table.ask()
        if table.desk.asked and table.desk.panel is None:
            found = offers(table.desk)
            at = marked(table.desk, found)
            move = found.offers[at].move if at >= 0 else None
            if move is not None and move.kind not in natural:
                assert sum(other.kind == move.kind for other in table.desk.moves) == 1
                assert move.kind not in ("drop", "decline", "join", "moon", "bid")
        table.play({})


# -- the log ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("height", [1, 2, 3, 8])
def test_talk_never_pushes_the_last_play_out_of_sight(height: int) -> None:
    desk = Desk().write(Entry("news", "Bob plays 3♠."))
    desk = desk.write(*[Entry("chat", f"Eve says: {number} {'x ' * 20}") for number in range(20)])
    text = ["".join(piece.text for piece in row) for row in log_rows(desk, 40, height)]
    assert len(text) == height
    assert text[0] == "Bob plays 3♠."
    assert height == 1 or text[-1].strip("> x") in ("", "Eve says: 19")


def test_the_log_leaves_a_large_hand_its_size(night: MakeNight) -> None:
    widths = {width: side_log(width) for width in range(WIDE - 5, 240)}
    assert {width for width, log in widths.items() if not log} == set(range(WIDE - 5, WIDE))
    assert min(log for log in widths.values() if log) >= 27
    table = night("thirteen").deal().until(turn_of(0, "follow"))
    table.desk = replace(table.desk, chosen=frozenset())
    assert len(fan_of(table.desk).cards) > 9
    for width in range(WIDE, 200):
        room = width - side_log(width) - 2
        assert room >= MOST_CARDS * Size.LARGE.width + APART
        assert plan(table.desk, width, 40).size in (Size.LARGE, Size.HUGE)


# -- the score sheet -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["tonk", "thirteen", "pitch"])
def test_ones_own_column_of_the_sheet_says_you(game: str, night: MakeNight) -> None:
    table = night(game, seats=3 if game == "tonk" else 4).deal()
    table.until(lambda s: isinstance(s.next, Result) and s.next.outcome != "cut")
    table.seal()
    rows = content(table.desk.over("scores"), 80).rows
    text = "\n".join("".join(piece.text for piece in row) for row in rows)
    assert "Ann" not in text
    assert "you" in text.split("\n")[0]


def test_after_a_rematch_no_match_is_over(night: MakeNight) -> None:
    table = night("thirteen", target=1, seats=4).deal().until(lambda s: isinstance(s.next, Result))
    table.seal()
    assert table.match.over
    table.desk = table.desk.over("scores")
    assert "The match is over" in table.text(100, 40)
    table.match = table.rules.first(table.match.options, 4)
    table.deal()
    table.desk = table.desk.over("scores")
    text = table.text(100, 40)
    assert "The match is over" not in text
    assert "Scores: you 0, Bob 0, Cleo 0, Dan 0" in text


# -- questions whose time has passed ---------------------------------------------------------------------------------


def test_a_question_closes_when_what_it_asks_about_has_passed(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    table.press("up")
    number = next(offer.number for offer in offers(table.desk).offers if offer.move and offer.move.kind == "drop")
    table.press(str(number))
    assert table.desk.panel.kind == "confirm"
    assert content(table.desk, 60).rows
    table.see(Due(Acting(0, table.state, {}, False, {})))
    assert table.desk.panel is not None
    table.play({0: table.desk.moves[0]})
    assert table.desk.panel is None
    table.desk, effects = press(table.desk, Key("enter"))
    assert not [effect for effect in effects if isinstance(effect, Make)]


def test_the_help_opens_with_a_question_mark_after_a_notice(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    table.press("]")
    table.desk, _ = press(table.desk, typed("?"))
    assert table.desk.panel is not None
    assert table.desk.panel.top != END
    assert table.desk.notice is None
