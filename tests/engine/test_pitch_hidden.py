"""What is proved of closed cards, what is asked of the dealer and when, and what becomes of cheats.

Rules page Pitch §13; a cheat is judged as peers judge it: by open faces, and by proofs that must be true.
"""

from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.cards import Card
from engine.contract import AnyOf, Deal, Duty, IllegalMove, Mix, Move, Result, Turn, holds
from engine.games.pitch.options import Options
from engine.games.pitch.rules import RULES
from engine.games.pitch.state import PitchState
from engine.plain import PlainDealer


@dataclass
class Table:
    """A hand with all faces known to the test, and to it alone."""

    s: PitchState
    dealer: PlainDealer[PitchState]

    @classmethod
    def deal(cls, hands: dict[int, str], rest: str = "", **changes: Any) -> "Table":
        """Seats hold these cards and others that are neither hearts nor named; `rest` tops the stock or the blind."""
        o = Options.make(**changes)
        start = RULES.begin(RULES.first(o, o.players))
        named = [Card.parse(name) for text in (*hands.values(), rest) for name in text.split()]
        spare = [card for card in o.pack if card not in named]
        spare.sort(key=lambda card: card in o.suits["H"].trumps, reverse=True)  # plain cards leave first
        deck: dict[int, Card] = {}
        for seat, slots in [*enumerate(start.held), (-1, start.stock)]:
            cards = [Card.parse(name) for name in (hands.get(seat, "") if seat >= 0 else rest).split()]
            deck.update(zip(slots, cards + [spare.pop() for _ in range(len(slots) - len(cards))], strict=True))
        dealer = PlainDealer(RULES, [deck[slot] for slot in range(len(deck))])
        return cls(dealer.serve(start), dealer)

    @property
    def seat(self) -> int:
        assert isinstance(self.s.next, Turn)
        return self.s.next.seats[0]

    @property
    def faces(self) -> dict[int, Card]:
        return self.dealer.faces

    def slot(self, seat: int, card: str) -> int:
        return next(slot for slot in self.s.held[seat] if self.faces[slot] == Card.parse(card))

    def first_move(self) -> Move:
        return next(RULES.legal(self.s, self.seat, self.faces))

    def forward(self, phase: str, call: str = "", amount: int = 4) -> "Table":
        """Seat 0 bids and names hearts; everybody then makes the first legal move until this phase."""
        while self.s.phase != phase:
            move = {
                "bid": Move("bid", value=amount) if self.seat == 0 else Move("pass"),
                "trump": Move("trump", value="H"),
                "call": Move("call", value=call),
            }.get(self.s.phase) or self.first_move()
            self.play(move)
        return self

    def play(self, move: Move) -> None:
        """The seat on turn makes the move; with several on turn each makes its own first one."""
        assert isinstance(self.s.next, Turn)
        moves = {seat: next(RULES.legal(self.s, seat, self.faces)) for seat in self.s.next.seats[1:]}
        self.s = self.dealer.play(self.s, {self.seat: move, **moves})

    def slip(self, moves: dict[int, Move]) -> None:
        """Play by what peers can see: duties are not judged, claims have to be true."""
        for seat, move in moves.items():
            assert accepted(self, seat, move), "peers would have refused this"
        shown = {slot: self.faces[slot] for move in moves.values() for slot in move.shows}
        self.s = self.dealer.serve(RULES.apply(self.s, moves, {**self.s.open, **shown}))

    def proofs(self, seat: int, move: Move) -> tuple[Any, ...]:
        return RULES.proofs(self.s, seat, move, self.faces)


def accepted(table: Table, seat: int, move: Move) -> bool:
    """Whether peers accept the move of a seat that may be cheating."""
    shown = {slot: table.faces[slot] for slot in move.shows}
    try:
        RULES.check(table.s, seat, move, {**table.s.open, **shown})
        due = table.proofs(seat, move)
    except IllegalMove:
        return False
    return all(holds(proof, table.faces) for proof in due if not isinstance(proof, Duty))


def names(cards: frozenset[Card]) -> set[str]:
    return {card.name for card in cards}


FOUR = {0: "AH KH QH 2H", 1: "JH JD", 2: "TH 9H", 3: "8H 7H JR"}


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

EIGHT = {0: "AH KH QH JH JD 9H 8H 7H", 1: "TH 6H JR JB", 2: "2H 3H", 3: "5H 4H"}


def burn(t: Table, *cards: str) -> Move:
    slots = tuple(sorted(t.slot(t.seat, card) for card in cards))
    return Move("burn", slots) if t.s.options.burn_show == "open" else Move("burn", (), slots)


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


# -- the called card (P10 to P13) --------------------------------------------------------------------------------------

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


def play(t: Table, card: str) -> Move:
    return Move("play", (t.slot(t.seat, card),))


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


# -- absence (§13.2) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["bid", "trump", "discard", "refill", "rest", "rest_discard", "burn", "play"])
def test_before_the_first_lead_the_hand_is_abandoned(phase: str) -> None:
    t = Table.deal(EIGHT).forward(phase)
    match = RULES.first(t.s.options, 4)
    gone = RULES.absent(t.s, match, (t.seat,))
    assert gone.next == Result("abandoned", (), (0, 0, 0, 0))
    assert RULES.settle(match, gone.next) == replace(match, dealer=0)


def test_after_the_first_lead_the_absent_are_out_and_their_side_scores() -> None:
    t = Table.deal(FOUR).forward("play")
    match = RULES.first(t.s.options, 4)
    t.play(play(t, "AH"))
    assert t.seat == 1
    t.s = RULES.absent(t.s, match, (1,))
    assert t.s.out == {1}
    assert t.s.news == (("absent", 1),)
    assert t.seat == 2
    held = t.s.held[1]
    t.play(play(t, "TH"))
    t.play(t.first_move())
    assert t.s.tricks[0].winner == 0
    assert [seat for seat, _ in t.s.tricks[0].plays] == [0, 2, 3]
    while not isinstance(t.s.next, Result):
        t.play(t.first_move())
    assert t.s.held[1] == held
    assert t.s.next.outcome == "made"


def test_the_winner_of_the_trick_may_be_the_one_who_left() -> None:
    t = Table.deal(FOUR).forward("play")
    match = RULES.first(t.s.options, 4)
    t.play(play(t, "AH"))
    t.s = RULES.absent(t.s, match, (0,))
    while not t.s.tricks:
        t.play(t.first_move())
    assert t.s.tricks[0].winner == 0
    assert t.seat == 1  # the lead passes to the left


def test_nobody_left_ends_the_hand() -> None:
    t = Table.deal(FOUR).forward("play")
    match = RULES.first(t.s.options, 4)
    t.play(play(t, "AH"))
    t.s = RULES.absent(t.s, match, (1, 2, 3))
    assert t.seat == 0  # the trick is complete with one card, and the bidder leads again
    over = RULES.absent(t.s, match, (0,))
    assert isinstance(over.next, Result)
    assert RULES.absent(over, match, (2,)).next == over.next


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
