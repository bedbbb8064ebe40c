"""What the frame of the table says: the hand, what is awaited, keys and their help, the cost of leaving, the scores."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cli.screen.acting import COMMANDS
from cli.screen.canvas import span
from cli.screen.desk import LeaveLater, Make
from cli.screen.foot import key_bar
from cli.screen.keys import ALWAYS, SIGNS, TABLE
from cli.screen.look import ASCII, UNICODE
from cli.screen.panels import keys_help
from cli.screen.sentences import tell
from cli.screen.sheet import brief, sheet
from cli.screen.view import draw
from engine.contract import Result, State, Turn
from engine.games.tonk.state import TonkState
from p2p.events import Ended
from protocol.events import Closed, MatchOver

MakeNight = Callable[..., Any]


def turn_of(seat: int, phase: str) -> Callable[[State], bool]:
    return lambda s: isinstance(s.next, Turn) and s.next.seats == (seat,) and s.phase == phase


def first_line(table: Any, width: int = 80) -> str:
    return str(table.text(width, 24).split("\n")[0])


def test_no_hand_is_numbered_before_it_is_dealt(night: MakeNight) -> None:
    table = night("tonk", seats=3)
    assert "before the first hand" in first_line(table)
    seen: list[tuple[bool, str]] = []
    show = table.see

    def look(event: Any) -> None:
        show(event)
        if table.desk.view is not None:
            seen.append((table.desk.view.state.dealer < 0, first_line(table)))

    table.see = look
    table.deal()
    table.until(turn_of(0, "start"))
    assert {"the cut for the deal" in line for cut, line in seen if cut} == {True}
    assert {"hand 1" in line for cut, line in seen if not cut} == {True}


def test_the_check_mark_stays_on_narrow_screens(night: MakeNight) -> None:
    for glyphs in (UNICODE, ASCII):
        table = night("tonk", seats=3, glyphs=glyphs).deal()
        assert first_line(table, 60).endswith(f"{glyphs.check} all checked")


def test_the_cursor_is_seen_below_a_panel(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    assert "[a]" in table.text()
    table.press("escape")
    assert table.desk.panel is not None
    assert "[a]" in table.text()


# -- keys ------------------------------------------------------------------------------------------------------------


def test_bar_help_and_keys_are_one_table(night: MakeNight) -> None:
    bar = "".join(piece.text for piece in key_bar(400))
    listed = [keys for keys, _ in keys_help()]
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    table.press("f1")
    text = table.text(200, 60)
    for command in COMMANDS:
        shown = command.key.upper()
        assert f"{shown} {tell(f'command {command.name}')}" in bar
        assert [keys for keys in listed if keys.split()[0] == shown]
        assert tell(f"help {command.name}") in text
        assert not command.also or command.also in {**SIGNS, **TABLE, **ALWAYS}


def test_moves_are_numbered_anew_when_the_hand_is_sorted_another_way(night: MakeNight) -> None:
    """What is listed is in the order of the hand, and the cursor stays on its card."""
    for seed in range(30):
        table = night("tonk", seats=3, seed=seed).deal()
        table.until(lambda s: turn_of(0, "play")(s) and len(s.held[0]) in (2, 3))
        table.press("home", "right")
        before, under = table.labels(), table.desk.hand[1]
        discards = [f"Discard {UNICODE.show(card)}" for card in table.desk.hand]
        assert [label for label in before if label in discards] == discards
        table.press("f2")
        assert table.desk.hand[table.desk.cursor] == under
        discards = [f"Discard {UNICODE.show(card)}" for card in table.desk.hand]
        assert [label for label in table.labels() if label in discards] == discards
        if table.labels() != before:
            return
    raise AssertionError("never sorted differently")


# -- what is awaited -------------------------------------------------------------------------------------------------


def test_hints_are_never_cut_on_the_smallest_screen(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    assert "Your turn. Enter takes the marked move." in table.text(60, 20)
    assert "up and down mark another." in table.text(80, 24)


def test_moments_out_of_turn_are_told_in_full_on_the_smallest_screen(night: MakeNight) -> None:
    table = night("tonk", seats=3, drop_when="any_time").deal()
    table.until(lambda s: isinstance(s.next, Turn) and 0 in s.next.watchers)
    lines = table.text(60, 20).split("\n")
    assert " You may act now, out of turn, or go on." in lines
    assert any("Go on until the end of this hand" in line for line in lines)


def test_the_count_of_the_hand_is_seen_however_many_notes_there_are(night: MakeNight) -> None:
    table = night("tonk", "spades", "hit-and-hold", seats=2, seed=1).deal()
    table.until(lambda s: turn_of(0, "start")(s) and s.dealer == 0 and 0 in s.bets)
    state = table.desk.view.state.edit()
    state.lockout = (3, 0)
    table.desk = replace(table.desk, model=replace(table.desk.model, view=replace(table.desk.view, state=state)))
    table.press("a", "b")
    (line,) = [line for line in table.text(60, 20).split("\n") if line.startswith(" ▸ You")]
    assert "points" in line
    assert line.endswith("2 chosen")
    assert "dealer · no drop for 3 · side bet" in table.text(120, 40)


def test_a_refusal_is_read_in_full_on_the_smallest_screen(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(0, "play"))
    why = "You hold a spread: lay it first, " * 2 + "end"
    table.desk = table.desk.told("warn", why)
    assert table.text(60, 20).split("\n")[-3].endswith("first, end")
    assert "…" not in table.text(60, 20)


# -- leaving ---------------------------------------------------------------------------------------------------------


def leaving(table: Any) -> str:
    table.desk = replace(table.desk, panel=None)
    table.press("f10")
    return " ".join(word for word in table.text(120, 40).split() if word not in "│")


def test_the_warning_says_what_leaving_costs_at_each_moment(night: MakeNight) -> None:
    table = night("tonk", seats=3, hands=2)
    assert "No hand has been dealt yet." in leaving(table)
    table.deal()
    table.until(turn_of(0, "start"))
    assert "The first hand is not over" in leaving(table)
    while not table.desk.model.hands:
        table.until(lambda s: isinstance(s.next, Result)).seal()
        table.deal()
    assert "stay as they were after hand 1." in leaving(table)
    while not table.desk.model.finished:
        table.until(lambda s: isinstance(s.next, Result)).seal()
        if not table.desk.model.finished:
            table.deal()
    text = leaving(table)
    assert "All hands are played" in text
    assert "not over" not in text


def test_a_decided_match_still_waits_for_signatures(night: MakeNight) -> None:
    table = night("thirteen").deal()
    table.until(lambda s: isinstance(s.next, Result))
    table.see(MatchOver(table.match))
    assert "This hand decides the match, but it is not signed yet." in leaving(table)


def test_who_leaves_after_the_hand_is_reminded_of_it_and_not_asked_twice(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    assert "Leave after this hand" in leaving(table)
    assert table.press("2") == [LeaveLater()]
    for width in (60, 80, 120):
        assert "your last hand" in first_line(table, width)
    assert "Leave after this hand" not in leaving(table)


@pytest.mark.parametrize(
    ("hands", "going", "why"),
    [
        (1, False, "All the hands that were agreed on are played."),
        (None, False, "Not everybody wants a further hand"),
        (None, True, "You want no further hand"),
    ],
)
def test_the_end_of_a_table_says_why_it_has_come(hands: int | None, going: bool, why: str, night: MakeNight) -> None:
    table = night("tonk", seats=3, hands=hands).deal()
    table.desk = replace(table.desk, going=going)
    while not table.desk.model.hands:
        table.until(lambda s: isinstance(s.next, Result)).seal()
        if not table.desk.model.hands:
            table.deal()
    table.see(Closed(table.match, table.ledger, b"\3" * 32))
    table.see(Ended(well=True, reason="The table is closed."))
    table.press("enter")
    assert why in table.text()


def test_a_table_closed_after_a_match_says_so(night: MakeNight) -> None:
    table = night("thirteen").deal()
    table.until(lambda s: isinstance(s.next, Result)).seal()
    over = replace(table.match, over=True)
    table.see(Closed(over, table.ledger, b"\3" * 32))
    table.see(Ended(well=True, reason="The table is closed."))
    table.press("enter")
    assert "The match is over, and not everybody wants another." in table.text()


# -- beside the table ------------------------------------------------------------------------------------------------


def test_the_scores_stand_beside_the_table_where_there_is_room(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal()
    while len(table.desk.seals) < 3:
        assert "Total" not in table.text(120, 40) or table.desk.model.hands
        table.until(lambda s: isinstance(s.next, Result)).seal()
        table.deal()
    table.desk = replace(table.desk, panel=None)
    total = next(line for line in table.text(120, 40).split("\n") if "Total" in line)
    assert total.split("Total")[1].split() == [f"{sum_:+}" if sum_ else "0" for sum_ in table.ledger]
    assert "Total" not in table.text(80, 24)
    assert isinstance(table.state, TonkState)


@pytest.mark.parametrize("stake", [1, 700, 900_000_000])
def test_no_sum_on_the_sheet_is_cut_without_a_sign(stake: int, night: MakeNight) -> None:
    table = night("tonk", seats=4, max_players=4, stake=stake).deal()
    while len(table.desk.seals) < 4:
        table.until(lambda s: isinstance(s.next, Result)).seal()
        table.deal()
    for width in (23, 32, 52, 92):
        for rows in (sheet(table.desk, width), brief(table.desk, width, 9)):
            text = "".join(piece.text + "\n" for row in rows for piece in row)
            assert all(span(row) <= max(width, 30) for row in rows)
            assert all(str(sum_) in text for sum_ in table.ledger) or "…" in text


@pytest.mark.parametrize("game", ["tonk", "thirteen", "pitch"])
def test_own_cards_are_largest_on_large_screens(game: str, night: MakeNight) -> None:
    table = night(game, seats=3 if game == "tonk" else 4).deal()
    table.until(lambda s: isinstance(s.next, Turn) and bool(s.held[0]))
    heights = [table.text(width, height).count("\n") for width, height in ((200, 60), (80, 24))]
    assert heights == [59, 23]
    assert "┌──────┐" in table.text(200, 60)
    assert "┌──────┐" not in table.text(80, 24)


def test_panels_leave_the_log_beside_the_table_to_be_read(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    before = [line[78:] for line in table.text(120, 40).split("\n")[1:-1]]
    table.press("f9")
    after = [line[78:] for line in table.text(120, 40).split("\n")[1:-1]]
    assert "".join(before).split()
    assert after == before


def test_panels_say_which_keys_they_take(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    for key, hint in (("f9", "left, right change"), ("f10", "up, down, Enter"), ("f8", "up and down read on")):
        table.press(key)
        assert hint in table.text()
    while not table.desk.model.hands:
        table.until(lambda s: isinstance(s.next, Result)).seal()
        if not table.desk.model.hands:
            table.deal()
    table.desk = replace(table.desk, result=("A line.",) * 40)
    assert "up and down read on" in table.text()


# -- results and what came before ------------------------------------------------------------------------------------


def test_the_result_says_of_which_hand_it_is(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal()
    for number in (1, 2):
        while table.desk.model.hands < number:
            table.until(lambda s: isinstance(s.next, Result)).seal()
            shown = table.desk.panel
            table.deal()
            table.desk = replace(table.desk, panel=shown)
        assert f" Hand {number} is over " in table.text()


def test_what_is_done_without_the_player_is_no_move_of_theirs(night: MakeNight) -> None:
    """The compulsory answer after the deal does not hide what has happened since the player's own last move."""
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    table.press("1")
    table.until(turn_of(0, "play"))
    table.press("a", "enter")
    since = table.desk.since
    table.until(lambda s: s.phase == "declare")
    made = [effect.move for effect in table.effects if isinstance(effect, Make)]
    assert made[-1].kind == "pass"
    before = table.desk.since
    assert before > since
    table.play({0: made[-1]})
    assert table.desk.since == before
    table.press("f5")
    assert "Nothing yet." not in table.text()


def test_cards_have_their_colours_in_the_log_as_well(night: MakeNight) -> None:
    table = night("tonk", seats=3).deal().until(turn_of(0, "start"))
    table.press("f7")
    rows = [row for row in draw(table.desk, 80, 24).rows if "You are dealt" in "".join(piece.text for piece in row)]
    assert any("suit." in piece.style for row in rows for piece in row)
