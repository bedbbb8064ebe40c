"""Before the first card: who has sat down, oneself included; terms that are too long for the screen say so."""

from dataclasses import replace
from typing import Any

import pytest

from cli.presenter import terms_lines
from cli.screen.desk import Desk
from cli.screen.keys import press
from cli.screen.line import Key
from cli.screen.look import ASCII, UNICODE, Glyphs
from cli.screen.seeing import see
from cli.screen.settings import Settings
from cli.screen.view import draw
from engine.games import rules_of
from p2p.events import Arrived, Invited, Listening
from protocol.terms import Terms

MANY = {
    "dry_tie": "pay_each",
    "draw_dealer": "same",
    "low13": True,
    "low9": True,
    "spades_stake": 3,
    "must_spread": True,
}
"""House rules that take more lines than a small screen has."""


def terms(**options: Any) -> Terms:
    return Terms.of("tonk", rules_of("tonk").Options.make(**options))


def told(desk: Desk, *events: Any) -> Desk:
    for event in events:
        desk, _ = see(desk, event)
    return desk


def joined(*others: str, glyphs: Glyphs = UNICODE) -> str:
    desk = Desk.fresh(Settings(), glyphs)
    events = [Arrived(name, name.encode(), at, 3) for at, name in enumerate(others, 1)]
    events.append(Arrived("Bob", b"own", len(others) + 1, 3, own=True))
    return draw(told(desk, Invited(terms(), 3), *events), 80, 24).text()


def test_who_has_sat_down_has_a_mark_and_sees_oneself_among_them() -> None:
    text = joined("Ann")
    assert "✓ 1. Ann, ready" in text
    assert "✓ 2. Bob (you), ready" in text
    assert "  3. free" in text
    assert "+ 1. Ann, ready" in joined("Ann", glyphs=ASCII)


def test_a_namesake_is_not_taken_for_oneself() -> None:
    text = joined("Bob")
    assert text.count("(you)") == 1
    assert "1. Bob, ready" in text


def test_whoever_reads_the_terms_sees_who_has_sat_down() -> None:
    desk = told(Desk.fresh(Settings(), asking=True), Invited(terms(), 3), Arrived("Ann", b"a", 1, 3))
    text = draw(desk, 80, 24).text()
    assert "1 of 3 are here" in text
    assert "✓ 1. Ann, ready" in text
    assert "(you)" not in text


def test_the_host_is_marked_among_the_others() -> None:
    desk = Desk.fresh(Settings())
    desk = replace(desk, model=replace(desk.model, terms=terms(), seats=3))
    desk = told(desk, Listening("04H0F"), Arrived("Ann", b"a", 1, 3, own=True), Arrived("Ann", b"b", 2, 3))
    text = draw(desk, 80, 24).text()
    assert "1. Ann (you), ready" in text
    assert "2. Ann, ready" in text


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("options", [{}, MANY])
def test_terms_are_shown_in_full_or_it_is_said_that_they_are_not(
    options: dict[str, Any], size: tuple[int, int]
) -> None:
    """Whoever sits down agrees to all of them."""
    agreed = terms(**options)
    desk = told(Desk.fresh(Settings(), asking=True), Invited(agreed, 3))
    text = " ".join(draw(desk, *size).text().split())
    whole = all(line in text for line in terms_lines(agreed, 3))
    assert whole != ("There is more to these terms" in text)
    assert whole or (size == (60, 20) and options)
    assert "Enter sits down" in text


def test_the_code_is_seen_whole_with_the_terms() -> None:
    code = "04H7D-CK965-" * 7 + "S6"
    desk = Desk.fresh(Settings())
    desk = replace(desk, model=replace(desk.model, terms=terms(dry_tie="pay_each"), seats=3))
    desk = told(desk, Listening(code), Arrived("Ann", b"a", 1, 3, own=True), Arrived("Bob", b"b", 2, 3))
    text = draw(desk, 80, 24).text()
    assert code in "".join(text.split())
    assert "House rule" in text
    assert "There is more" not in text


def test_whoever_is_invited_sees_by_whom() -> None:
    desk = Desk.fresh(Settings(), UNICODE, asking=True)
    desk = told(desk, Invited(terms(), 3), Arrived("Ann", b"ann", 1, 3), Arrived("Cleo", b"cleo", 2, 3))
    assert "Ann invites you to this table:" in draw(desk, 60, 20).text()


def test_help_before_the_first_card_is_about_the_keys_that_do_something_there() -> None:
    host = told(
        replace(Desk.fresh(Settings()), size=(80, 24)), Listening("04H0F"), Arrived("Ann", b"a", 1, 3, own=True)
    )
    guest = told(replace(Desk.fresh(Settings(), asking=True), size=(80, 24)), Invited(terms(), 3))
    own, asked = (draw(press(desk, Key("f1"))[0], 80, 24).text() for desk in (host, guest))
    for words in ("copy the code", "seat a computer player", "F8", "F10 or Ctrl-C", "else leave"):
        assert words in own
    assert "sit down, and agree" not in own
    assert "sit down, and agree" in asked
    assert "copy the code" not in asked
    for text in (own, asked):
        assert "choose a card" not in text
        assert "F4" not in text
