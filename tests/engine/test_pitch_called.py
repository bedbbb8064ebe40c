"""Five seats: the called card, and those who would keep it back (rules page Pitch §5.9 and P10 to P13 of §13)."""

from typing import Any

import pytest

from engine.cards import Card
from engine.contract import AnyOf, Deal, Duty, IllegalMove, Mix, Move, Result, Turn
from engine.games.pitch.rules import RULES
from tests.engine.pitch_table import Table, accepted, burn, names, play

FIVE = {0: "KH QH", 1: "2H 3H JH JD", 2: "AH 4H TH", 3: "5H 6H JR", 4: "7H 8H JB"}


def test_the_call_is_proved_by_an_inequality_before_the_blind_is_given() -> None:
    t = Table.deal(FIVE, players=5).forward("call")
    (claim,) = t.proofs(0, Move("call", value="AH"))
    assert claim.slots == t.s.held[0]
    assert claim.cards == frozenset(t.s.options.pack) - {Card.parse("AH")}
    assert not accepted(t, 0, Move("call", value="KH"))
    blind = t.s.stock
    after = RULES.apply(t.s, {0: Move("call", value="AH")}, {})
    assert after.next == (Deal(0, blind),)
    mixing = RULES.resume(after, {})
    assert mixing.next == (Mix(0, t.s.held[0] + blind, tuple(range(54, 68))),)


def test_an_own_card_may_be_called_without_proof_where_allowed() -> None:
    t = Table.deal(FIVE, players=5, call_own_card=True).forward("call")
    assert t.proofs(0, Move("call", value="KH")) == ()
    assert accepted(t, 0, Move("call", value="KH"))


def first_trick(called_card: str, call: str, hands: dict[int, str] = FIVE, rest: str = "") -> Table:
    return Table.deal(hands, rest=rest, players=5, called_card=called_card).forward("play", call)


def test_whoever_keeps_the_called_card_back_cannot_go_on() -> None:
    t = first_trick("first_trick", "AH")
    t.play(play(t, "KH"))
    t.play(play(t, "2H"))
    cheat = play(t, "4H")
    (duty,) = t.proofs(2, cheat)
    assert isinstance(duty, Duty)
    with pytest.raises(IllegalMove, match="Play it now"):
        RULES.check(t.s, 2, cheat, t.faces)  # its own client refuses
    t.slip({2: cheat})
    for _ in range(2):
        t.play(t.first_move())
    assert t.s.phase == "missing"
    assert t.s.next == Turn((0, 1, 2, 3, 4))
    for seat in (0, 1, 3, 4):
        (claim,) = t.proofs(seat, Move("lack_called"))
        assert claim.cards == frozenset(t.s.options.pack) - {Card.parse("AH")}
        assert accepted(t, seat, Move("lack_called"))
    assert not accepted(t, 2, Move("lack_called"))
    assert list(RULES.legal(t.s, 2, t.faces)) == []
    rest = RULES.absent(t.s, RULES.first(t.s.options, 5), (2,))
    assert rest.next == Turn((0, 1, 3, 4))
    after = RULES.apply(rest, {seat: Move("lack_called") for seat in (0, 1, 3, 4)}, rest.open)
    assert after.phase == "play"
    assert after.next == Turn((0,))
    partly = RULES.apply(t.s, {seat: Move("lack_called") for seat in (0, 1, 3, 4)}, t.s.open)
    assert RULES.absent(partly, RULES.first(t.s.options, 5), (2,)).next == after.next


def test_if_all_but_the_cheat_have_proved_the_play_goes_on_without_it() -> None:
    t = first_trick("first_trick", "AH")
    t.play(play(t, "QH"))
    t.play(play(t, "2H"))
    t.slip({2: play(t, "4H")})
    t.play(t.first_move())
    t.play(t.first_move())
    state = t.s
    for gone in ((0,), (1,), (2,), (3,), (4,)):
        state = RULES.absent(state, RULES.first(t.s.options, 5), gone)
    assert isinstance(state.next, Result)  # nobody is left to lead


def test_a_bidder_who_finds_the_called_card_must_lead_it() -> None:
    t = first_trick("first_trick", "9H", rest="9H")
    assert [t.faces[move.shows[0]].name for move in RULES.legal(t.s, 0, t.faces)] == ["9H"]
    t.play(play(t, "9H"))
    assert t.s.partner is None


def test_when_played_a_bidder_who_does_not_lead_it_convicts_itself() -> None:
    t = first_trick("when_played", "9H", rest="9H")
    cheat = play(t, "KH")
    with pytest.raises(IllegalMove, match="Play it now"):
        RULES.check(t.s, 0, cheat, t.faces)
    t.slip({0: cheat})
    while t.seat != 0 or len(t.s.tricks) < 2:
        t.play(t.first_move())
    assert not accepted(t, 0, play(t, "9H"))
    assert not accepted(t, 0, Move("out"))
    assert list(RULES.legal(t.s, 0, t.faces)) == []


def test_when_played_others_are_free() -> None:
    t = first_trick("when_played", "AH")
    t.play(play(t, "QH"))
    t.play(t.first_move())
    assert {t.faces[move.shows[0]].name for move in RULES.legal(t.s, 2, t.faces)} == {"AH", "4H", "TH"}
    t.play(play(t, "4H"))
    assert t.s.partner is None
    while t.seat != 2:
        t.play(t.first_move())
    t.play(play(t, "AH"))
    assert t.s.partner == 2


def test_announced_by_its_holder_and_then_free() -> None:
    t = Table.deal(FIVE, players=5, called_card="announce").forward("announce", "AH")
    assert t.s.next == Turn((1, 2, 3, 4))
    assert [move.kind for move in RULES.legal(t.s, 2, t.faces)] == ["show_called"]
    assert [move.kind for move in RULES.legal(t.s, 1, t.faces)] == ["not_mine"]
    t.forward("discard")
    assert t.s.partner == 2
    ace = t.slot(2, "AH")
    assert ace in t.s.open
    while t.seat != 2:
        t.play(t.first_move())
    down, kept = t.proofs(2, t.first_move())
    assert ace not in down.slots + kept.slots
    assert not accepted(t, 2, Move("discard", (ace,), down.slots))
    assert not accepted(t, 2, Move("discard", (), tuple(sorted((*down.slots, ace)))))
    t.forward("play")
    t.play(play(t, "QH"))
    t.play(t.first_move())
    assert t.proofs(2, play(t, "4H")) == ()
    t.play(play(t, "4H"))


def test_nobody_announces_so_all_prove_and_the_bidder_shows_it_from_the_blind() -> None:
    t = Table.deal(FIVE, rest="9H", players=5, called_card="announce").forward("prove", "9H")
    assert t.s.next == Turn((1, 2, 3, 4))
    assert all(len(t.proofs(seat, Move("lack_called"))[0].slots) == 10 for seat in (1, 2, 3, 4))
    t.forward("show_blind")
    nine = t.slot(0, "9H")
    assert nine >= 54  # mixed first: nobody learns which card of the blind it was
    assert list(RULES.legal(t.s, 0, t.faces)) == [Move("show_called", (nine,))]
    assert not accepted(t, 0, Move("show_called", (t.slot(0, "KH"),)))
    assert not accepted(t, 0, Move("not_mine"))
    t.forward("play")
    assert t.s.partner is None
    with pytest.raises(IllegalMove, match="Play it now"):
        RULES.check(t.s, 0, play(t, "KH"), {**t.s.open, t.slot(0, "KH"): Card.parse("KH")})
    t.play(play(t, "9H"))


def test_a_holder_who_denies_it_cannot_prove_it() -> None:
    t = Table.deal(FIVE, players=5, called_card="announce").forward("announce", "AH")
    with pytest.raises(IllegalMove, match="You hold the called card"):
        RULES.check(t.s, 2, Move("not_mine"), t.faces)
    t.slip({seat: Move("not_mine") for seat in (1, 2, 3, 4)})
    assert t.s.phase == "prove"
    assert not accepted(t, 2, Move("lack_called"))


def test_with_own_calls_the_bidder_announces_too() -> None:
    t = Table.deal(FIVE, players=5, called_card="announce", call_own_card=True).forward("announce", "KH")
    assert t.s.next == Turn((1, 2, 3, 4, 0))
    t.forward("discard")
    assert t.s.partner is None
    assert t.slot(0, "KH") in t.s.open


def test_the_called_card_is_neither_thrown_nor_burned() -> None:
    hands = {0: "KH QH JH", 1: "JD JR JB", 2: "AH 2H 3H 4H 5H 6H 7H", 3: "TH 9H 8H"}
    for show in ("open", "hidden"):
        t = Table.deal(hands, players=5, burn_show=show).forward("discard", "AH")
        while t.seat != 2:
            t.play(t.first_move())
        assert not accepted(t, 2, Move("discard", (t.slot(2, "AH"),), t.first_move().slots))
        t.forward("burn")
        assert t.seat == 2
        assert not accepted(t, 2, burn(t, "AH"))
        move = burn(t, "4H")
        assert accepted(t, 2, move)
        if show == "hidden":
            (claim,) = t.proofs(2, move)
            assert (claim.slots, names(claim.cards)) == (move.slots, names(frozenset(t.s.options.pack)) - {"AH"})
        else:
            assert t.proofs(2, move) == ()


def test_the_called_card_does_not_count_when_points_are_burned() -> None:
    hands = {0: "KH QH", 2: "9H AH JH JD JR JB TH"}
    options: dict[str, Any] = {"players": 5, "burn_choice": "non_points_first", "burn_show": "hidden"}
    t = Table.deal(hands, **options).forward("burn", "9H")
    assert t.seat == 2
    assert len(list(RULES.legal(t.s, 2, t.faces))) == 6  # any of the points, not the nine
    _, proof = t.proofs(2, burn(t, "AH"))
    assert isinstance(proof, AnyOf)
    assert Card.parse("9H") in proof.alternatives[1][0].cards
    assert accepted(t, 2, burn(t, "AH"))
