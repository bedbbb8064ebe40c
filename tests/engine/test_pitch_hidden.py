"""What is proved of closed cards, and what is asked of the dealer and when (rules page Pitch §13).

A cheat is judged as peers judge it: by open faces, and by proofs that must be true.
"""

from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.contract import AnyOf, Deal, IllegalMove, Mix, Move, Result, Turn, holds
from engine.games.pitch.options import Options
from engine.games.pitch.rules import RULES
from engine.plain import PlainDealer
from tests.engine.pitch_table import EIGHT, FOUR, Table, accepted, burn, names

# -- discards (P2, P3, P6) ---------------------------------------------------------------------------------------------


def test_discards_are_proved_to_be_no_trumps_and_kept_cards_to_be_trumps() -> None:
    t = Table.deal(FOUR).forward("discard")
    move = t.first_move()
    down, kept = t.proofs(0, move)
    assert (down.slots, down.cards) == (move.slots, t.s.trumps.others)
    assert {t.faces[slot].name for slot in kept.slots} == set(FOUR[0].split())
    assert kept.cards == t.s.trumps.trumps
    t.play(move)
    assert all(t.s.limits[slot] == t.s.trumps.others for slot in move.slots)
    assert all(t.s.limits[slot] == t.s.trumps.trumps for slot in t.s.held[0])


def test_a_trump_cannot_be_hidden_among_the_discards() -> None:
    t = Table.deal(FOUR).forward("discard")
    honest = t.first_move()
    assert accepted(t, 0, honest)
    cheat = Move("discard", (), tuple(sorted((*honest.slots, t.slot(0, "2H")))))
    assert not accepted(t, 0, cheat)


def test_a_non_trump_cannot_be_kept() -> None:
    t = Table.deal(FOUR).forward("discard")
    assert not accepted(t, 0, Move("discard", (), t.first_move().slots[1:]))


def test_allowed_sets_leave_out_faces_that_are_open() -> None:
    t = Table.deal(FOUR).forward("discard")
    t.play(Move("discard", (t.slot(0, "KH"),), t.first_move().slots))
    _, kept = t.proofs(1, t.first_move())
    assert names(kept.cards) == names(t.s.trumps.trumps) - {"KH"}


def test_open_discards_need_no_proof_face_down() -> None:
    t = Table.deal(FOUR, discard_show="open").forward("discard")
    move = t.first_move()
    assert move.slots == ()
    (kept,) = t.proofs(0, move)
    assert names(kept.cards) == names(t.s.trumps.trumps)
    with pytest.raises(IllegalMove, match="shown"):
        RULES.check(t.s, 0, Move("discard", (), move.shows), t.faces)


def test_the_second_discard_is_exactly_the_non_trumps() -> None:
    t = Table.deal(FOUR, rest="3H 4H " + "2C 3C 4C 5C 6C 7C 8C 9C").forward("rest_discard")
    move = t.first_move()
    down, kept = t.proofs(0, move)
    assert set(down.slots) | set(kept.slots) == set(t.s.held[0])
    assert accepted(t, 0, move)
    assert not accepted(t, 0, Move("discard", (), move.slots[1:]))
    assert not accepted(t, 0, Move("discard", (kept.slots[0],), move.slots))
    assert not accepted(t, 0, Move("discard", (), tuple(sorted((*move.slots, kept.slots[0])))))


# -- the rest and the mix (P4, P5) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "receiver"), [("take_rest", 0), ("pass_rest", 2)])
def test_who_gets_the_rest_is_decided_before_any_share_is_asked_for(kind: str, receiver: int) -> None:
    t = Table.deal(FOUR).forward("rest")
    assert isinstance(t.s.next, Turn)
    rest = t.s.stock
    after = RULES.apply(t.s, {0: Move(kind)}, t.s.open)
    assert after.next == (Deal(receiver, rest),)
    assert after.stock == ()


def test_hands_are_mixed_once_after_the_rest_is_given_and_before_anything_else() -> None:
    t = Table.deal(FOUR).forward("rest")
    drew = [seat for seat in range(4) if len(FOUR[seat].split()) < 6]
    after = RULES.resume(RULES.apply(t.s, {0: Move("take_rest")}, {}), {})
    assert after.phase == "mix"
    assert isinstance(after.next, tuple)
    assert [ask.seat for ask in after.next if isinstance(ask, Mix)] == drew == [0, 1, 2, 3]
    assert [len(ask.old) for ask in after.next if isinstance(ask, Mix)] == [len(slots) for slots in after.held]
    new = [slot for ask in after.next if isinstance(ask, Mix) for slot in ask.new]
    assert new == list(range(54, 54 + len(new)))
    mixed = RULES.resume(after, {})
    assert mixed.phase == "rest_discard"
    assert sorted(slot for hand in mixed.held for slot in hand) == new
    t.s = mixed
    for ask in after.next:
        assert isinstance(ask, Mix)
        t.faces.update({slot: t.faces[old] for old, slot in zip(ask.old, ask.new, strict=True)})
    mixes = 0
    while not isinstance(t.s.next, Result):
        t.s = RULES.apply(t.s, {t.seat: t.first_move()}, t.faces)
        mixes += type(t.s.next) is tuple
    assert mixes == 0


def test_only_hands_that_drawn_cards_joined_are_mixed() -> None:
    hands = {0: "AH KH QH JH JD TH 9H", 1: "", 2: "8H 7H", 3: "6H"}
    t = Table.deal(hands).forward("rest")
    assert t.s.joined == {2, 3}  # seat 0 drew nothing, seat 1 drew into an empty hand
    taken = RULES.resume(RULES.apply(t.s, {0: Move("pass_rest")}, {}), {})
    assert isinstance(taken.next, tuple)
    assert [ask.seat for ask in taken.next if isinstance(ask, Mix)] == [2, 3]


def test_a_rest_that_joins_drawn_cards_is_mixed_with_them() -> None:
    t = Table.deal({0: "AH", 1: "KH", 2: "", 3: "QH JH JD TH 9H 8H"}).forward("rest")
    assert 2 not in t.s.joined
    t.play(Move("pass_rest"))
    assert t.s.joined == {0, 1, 2}
    assert all(slot >= 54 for slot in t.s.held[2])


def test_open_cards_are_never_mixed_and_make_no_mix_due() -> None:
    hands = {0: "AH KH QH JH 2H", 1: "JD TH 9H 8H 7H", 2: "6H 5H 4H 3H JR JB", 3: ""}
    t = Table.deal(hands).forward("discard")
    thrown = t.slot(0, "2H")
    t.play(Move("discard", (thrown,), t.first_move().slots))
    while t.s.phase != "refill":
        t.play(t.first_move())
    t.play(t.first_move())  # seat 0 draws two
    t.play(Move("refill", (thrown,)[:0], (thrown,), 0))  # seat 1 takes the two and draws nothing
    while t.s.phase == "refill":
        t.play(t.first_move())
    assert t.s.joined == {0}
    t.play(Move("take_rest"))
    assert thrown in t.s.held[1]
    assert [any(slot >= 54 for slot in hand) for hand in t.s.held] == [True, False, False, False]


# -- burns (P7) --------------------------------------------------------------------------------------------------------


def test_burned_cards_are_shown_without_proof() -> None:
    t = Table.deal(EIGHT).forward("burn")
    move = burn(t, "AH", "7H")
    assert t.proofs(0, move) == ()
    assert not accepted(t, 0, Move("burn", (), move.shows))
    t.play(move)
    assert {t.s.open[slot].name for slot in t.s.burned} == {"AH", "7H"}


def test_hidden_burns_of_any_cards_need_no_proof() -> None:
    t = Table.deal(EIGHT, burn_show="hidden").forward("burn")
    move = burn(t, "AH", "7H")
    assert t.proofs(0, move) == ()
    assert not accepted(t, 0, Move("burn", move.slots))
    t.play(move)
    assert not set(t.s.burned) & set(t.s.open)


def test_open_burns_with_points_first_are_proved_only_if_points_go() -> None:
    t = Table.deal(EIGHT, burn_choice="non_points_first").forward("burn")
    assert t.proofs(0, burn(t, "8H", "7H")) == ()
    (claim,) = t.proofs(0, burn(t, "AH", "7H"))
    assert set(claim.slots) == {slot for slot in t.s.held[0] if t.faces[slot].name not in ("AH", "7H")}
    assert names(claim.cards) == {"JH", "JD", "JR", "JB", "TH", "3H", "2H"}
    assert not accepted(t, 0, burn(t, "AH", "7H"))


def test_hidden_burns_do_not_tell_which_case_holds() -> None:
    t = Table.deal(EIGHT, burn_show="hidden", burn_choice="non_points_first").forward("burn")
    move = burn(t, "8H", "7H")
    (proof,) = t.proofs(0, move)
    assert isinstance(proof, AnyOf)
    (worthless,), (pointed,) = proof.alternatives
    assert worthless.slots == move.slots
    assert names(worthless.cards) == {"KH", "QH", "9H", "8H", "7H", "6H", "5H", "4H"}
    assert set(pointed.slots) == set(t.s.held[0]) - set(move.slots)
    assert names(pointed.cards) == {"AH", "JH", "JD", "JR", "JB", "TH", "3H", "2H"}
    assert accepted(t, 0, move)
    assert not accepted(t, 0, burn(t, "AH", "7H"))


def test_points_may_be_burned_when_only_points_are_left() -> None:
    hand = {0: "AH JH JD JR JB TH 2H 3H", 1: "KH QH 9H 8H", 2: "7H 6H 5H 4H"}
    t = Table.deal(hand, burn_show="hidden", burn_choice="non_points_first").forward("burn")
    (proof,) = t.proofs(0, burn(t, "AH", "JH"))
    assert [holds(alternative[0], t.faces) for alternative in proof.alternatives] == [False, True]
    assert accepted(t, 0, burn(t, "AH", "JH"))


def test_a_taken_trump_lies_open_and_decides_the_case() -> None:
    hands = {0: "KH QH 9H 8H", 1: "2H 7H 6H", 2: "AH", 3: "JH JD JR JB TH 3H"}
    t = Table.deal(hands, burn_show="hidden", burn_choice="non_points_first").forward("discard")
    t.play(t.first_move())
    thrown = t.slot(1, "2H"), t.slot(1, "7H")
    t.play(Move("discard", tuple(sorted(thrown)), t.first_move().slots))
    while t.s.phase != "refill":
        t.play(t.first_move())
    t.play(t.first_move())  # seat 0 takes both, and finds 4H and 5H in the rest
    t.forward("burn")
    assert set(thrown) < set(t.s.held[0])
    two, seven = thrown
    nine, four = t.slot(0, "9H"), t.slot(0, "4H")
    assert four not in t.s.open

    def way(*gone: int) -> Any:
        (proof,) = t.proofs(0, Move("burn", (), tuple(sorted(gone))))
        return proof

    assert way(two, seven).slots == t.s.closed(t.s.held[0])  # a point goes for all to see: what is kept has to score
    assert way(four, seven).alternatives  # nothing is seen of the four, and all kept may score
    worthless = way(four, nine)  # the open seven stays: what goes must be worthless
    assert (worthless.slots, worthless.cards & t.s.trumps.scoring) == ((min(four, nine), max(four, nine)), frozenset())
    for faces in (t.faces, t.s.open):  # a point goes and a blank stays, both open: nothing is left to prove
        with pytest.raises(IllegalMove, match="without points first"):
            RULES.check(t.s, 0, Move("burn", (), tuple(sorted((two, four)))), faces)


# -- out (P9) ----------------------------------------------------------------------------------------------------------


def test_out_is_proved_for_every_card_left() -> None:
    t = Table.deal({0: "AH KH QH JH JD TH 9H", 1: "8H", 2: "7H", 3: "6H"}).forward("play")
    while t.first_move().kind != "out":
        t.play(t.first_move())
    (claim,) = t.proofs(t.seat, Move("out"))
    assert claim.slots == t.s.held[t.seat]
    assert claim.cards == t.s.trumps.others - set(t.s.open.values())
    assert accepted(t, t.seat, Move("out"))


def test_out_with_a_trump_is_refused() -> None:
    t = Table.deal(FOUR).forward("play")
    assert not accepted(t, 0, Move("out"))


def test_out_with_an_open_trump_is_refused_by_everybody() -> None:
    hands = {0: "AH KH QH JH 2H", 1: "", 2: "6H 5H 4H 3H JR JB", 3: "JD TH 9H 8H 7H"}
    t = Table.deal(hands).forward("discard")
    thrown = t.slot(0, "2H")
    t.play(Move("discard", (thrown,), t.first_move().slots))
    while t.s.phase != "refill":
        t.play(t.first_move())
    t.play(t.first_move())
    t.play(t.first_move())  # seat 1 takes the two
    assert thrown in t.s.held[1]
    t.forward("play")
    t.play(t.first_move())
    with pytest.raises(IllegalMove, match="still hold a trump"):
        RULES.check(t.s, 1, Move("out"), t.s.open)


# -- nothing else ------------------------------------------------------------------------------------------------------


def test_malformed_moves_are_refused_in_every_phase_and_change_nothing() -> None:
    rng = Random(5)
    kinds = sorted({kind for verbs in RULES.phases.values() for kind in verbs})
    values = (None, 0, -1, 4, 99, "", "H", "CD", "AH", "XX")
    for changes in ({}, {"players": 5, "called_card": "announce"}, {"burn_show": "hidden", "discard_show": "open"}):
        deck = list(Options.make(**changes).pack)
        rng.shuffle(deck)
        dealer = PlainDealer(RULES, deck)
        o = Options.make(**changes)
        s = dealer.serve(RULES.begin(RULES.first(o, o.players)))
        while isinstance(s.next, Turn):
            before = repr(s)
            for seat in s.next.seats:
                legal = set(islice(RULES.legal(s, seat, dealer.faces), 5000))
                for _ in range(30):
                    slots = [rng.randrange(s.minted) for _ in range(rng.randrange(4))]
                    cut = rng.randrange(len(slots) + 1)
                    move = Move(rng.choice(kinds), tuple(slots[:cut]), tuple(slots[cut:]), rng.choice(values))
                    if move not in legal:
                        with pytest.raises(IllegalMove):
                            RULES.check(s, seat, move, dealer.faces)
            assert repr(s) == before
            s = dealer.play(s, {i: rng.choice(list(islice(RULES.legal(s, i, dealer.faces), 9))) for i in s.next.seats})
