"""How a hand of Thirteen goes: opening, passing, bombs, claims, absence (rules page Thirteen §6, §7, §12, §13)."""

from collections import Counter
from dataclasses import replace
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest

from engine.bench import random_moves
from engine.cards import DECK52, Card
from engine.contract import Claim, Deal, Duty, IllegalMove, Move, Result, Turn
from engine.games.thirteen.combinations import BY_KEY
from engine.games.thirteen.options import ThirteenOptions
from engine.games.thirteen.rules import RULES
from engine.games.thirteen.state import Ending, ThirteenMatch, ThirteenState
from engine.plain import PlainDealer


def cards(text: str) -> list[Card]:
    return [Card.parse(name) for name in text.split()]


class Table:
    """A hand with given cards; the other places are filled at random, with 3s only when nothing else is left."""

    def __init__(self, hands: dict[int, str], leader: int | None = None, dealer: int | None = None, **changes: Any):
        options = ThirteenOptions.make(**changes)
        first = RULES.first(options, options.players)
        self.match = replace(first, leader=leader, dealer=first.dealer if dealer is None else dealer)
        given = {seat: cards(text) for seat, text in hands.items()}
        rest = [card for card in BY_KEY[4:] if card not in chain(*given.values())]
        Random(1).shuffle(rest)
        rest = [card for card in BY_KEY[:4] if card not in chain(*given.values())] + rest
        size, n = options.hand_size, options.players
        full = []
        for seat in range(n):
            mine = given.get(seat, [])
            full.append([*mine, *[rest.pop() for _ in range(size - len(mine))]])
        order = [(self.match.dealer + options.step * (1 + i)) % n for i in range(n)]
        deck = [full[seat][i] for i in range(size) for seat in order] + rest
        self.dealer: PlainDealer[ThirteenState] = PlainDealer(RULES, deck, seats=n)
        self.s = self.dealer.serve(RULES.begin(self.match))

    def turn(self) -> tuple[int, ...]:
        assert isinstance(self.s.next, Turn)
        return self.s.next.seats

    @property
    def result(self) -> Result:
        assert isinstance(self.s.next, Result)
        return self.s.next

    @property
    def ending(self) -> Ending:
        assert isinstance(self.result.detail, Ending)
        return self.result.detail

    def slots(self, seat: int, text: str) -> tuple[int, ...]:
        at = {self.dealer.faces[slot]: slot for slot in self.s.held[seat]}
        return tuple(sorted(at[card] for card in cards(text)))

    def play(self, seat: int, text: str) -> "Table":
        return self.step({seat: Move("play", self.slots(seat, text))})

    def passes(self, *seats: int) -> "Table":
        for seat in seats:
            self.step({seat: Move("pass")})
        return self

    def step(self, moves: dict[int, Move]) -> "Table":
        self.s = self.dealer.play(self.s, moves)
        return self

    def decline(self) -> "Table":
        return self.step({seat: Move("no_claim") for seat in self.turn()})

    def answer_low(self) -> "Table":
        """One round of the search for the low card."""
        return self.step({seat: next(RULES.legal(self.s, seat, self.dealer.faces)) for seat in self.turn()})

    def leave(self, *seats: int) -> "Table":
        self.s = self.dealer.serve(RULES.absent(self.s, self.match, seats))
        return self

    def kinds(self, seat: int) -> set[str]:
        return {move.kind for move in RULES.legal(self.s, seat, self.dealer.faces)}

    def refusal(self, seat: int, move: Move) -> str:
        before = repr(self.s)
        with pytest.raises(IllegalMove) as refused:
            RULES.check(self.s, seat, move, self.dealer.faces)
        assert repr(self.s) == before
        return str(refused.value)


def led(hands: dict[int, str], leader: int = 0, **changes: Any) -> Table:
    """A later hand without instant wins: the leader is on turn."""
    table = Table(hands, leader, **{**changes, "instant_wins": []})
    assert (table.s.phase, table.turn()) == ("lead", (leader,))
    return table


# -- dealing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("direction", "dealer", "expected"),
    [
        ("clockwise", 3, [0, 1, 2, 3]),
        ("clockwise", 1, [2, 3, 0, 1]),
        ("counterclockwise", 3, [2, 1, 0, 3]),
        ("counterclockwise", 1, [0, 3, 2, 1]),
    ],
)
def test_cards_go_round_from_the_dealers_neighbour(direction: str, dealer: int, expected: list[int]) -> None:
    match = RULES.first(ThirteenOptions.make(direction=direction), 4)
    s = RULES.begin(replace(match, dealer=dealer))
    owner = {slot: seat for seat, held in enumerate(s.held) for slot in held}
    assert [owner[p] for p in range(4)] == expected
    assert [owner[p] for p in range(52)] == expected * 13
    assert s.next == tuple(Deal(seat, s.held[seat]) for seat in range(4))


def test_the_rest_is_dealt_to_nobody() -> None:
    for preset, size, rest in (("duel", 13, 26), ("three", 13, 13), ("three_full", 17, 1)):
        options = ThirteenOptions.make(preset)
        s = RULES.begin(RULES.first(options, options.players))
        dealt = sorted(chain(*s.held))
        assert dealt == list(range(52 - rest))
        assert {len(held) for held in s.held} == {size}


# -- who opens ------------------------------------------------------------------------------------------------------


def test_with_four_seats_the_three_of_spades_is_shown_and_nothing_is_proved() -> None:
    table = Table({2: "3S 9D"}).decline()
    assert (table.s.phase, table.turn()) == ("low", (0, 1, 2, 3))
    for seat in range(4):
        (move,) = RULES.legal(table.s, seat, table.dealer.faces)
        assert move.kind == ("have" if seat == 2 else "lack")
        proofs = RULES.proofs(table.s, seat, move, table.dealer.faces)
        assert not [proof for proof in proofs if not isinstance(proof, Duty)]
    table.answer_low()
    assert (table.s.phase, table.turn(), table.s.low) == ("lead", (2,), Card.parse("3S"))
    assert table.s.news == (("low", 2, Card.parse("3S")),)
    assert "must contain the 3S" in table.refusal(2, Move("play", table.slots(2, "9D")))
    assert all(Card.parse("3S") in shown for shown in shown_leads(table, 2))
    table.play(2, "3S")
    assert table.turn() == (3,)


def shown_leads(table: Table, seat: int) -> list[list[Card]]:
    return [
        [table.dealer.faces[slot] for slot in move.shows] for move in RULES.legal(table.s, seat, table.dealer.faces)
    ]


def test_a_lower_card_that_was_not_dealt_is_asked_for_and_excluded_by_claims() -> None:
    table = Table({0: "3D 3H", 1: "4S"}, players=2).decline()
    everybody = frozenset(DECK52)
    for asked, below in (("3S", None), ("3C", "3S"), ("3D", "3C")):
        assert BY_KEY[table.s.asked].name == asked
        for seat in (0, 1):
            (move,) = RULES.legal(table.s, seat, table.dealer.faces)
            shown = {slot: table.dealer.faces[slot] for slot in move.shows}
            claims = [p for p in RULES.proofs(table.s, seat, move, shown) if isinstance(p, Claim)]
            if below is None:
                assert claims == []
                continue
            (claim,) = claims
            assert claim.slots == tuple(slot for slot in table.s.held[seat] if slot not in move.shows)
            assert claim.cards == everybody - set(cards(below)) - set(shown.values())
        table.answer_low()
    assert (table.s.phase, table.turn(), table.s.low) == ("lead", (0,), Card.parse("3D"))
    for slot in chain(*table.s.held):
        assert slot in table.s.open or not table.s.limits[slot] & set(cards("3S 3C"))


def test_lying_about_the_low_card_is_refused_at_home_and_shows_one_round_later() -> None:
    table = Table({0: "3S", 1: "3C"}, players=2).decline()
    assert table.refusal(0, Move("lack")) == "You hold the 3S; show it."
    assert "Asked for is the 3S" in table.refusal(1, Move("have", table.slots(1, "3C")))
    lied = RULES.apply(table.s, {0: Move("lack"), 1: Move("lack")}, {})  # what peers can see
    assert (lied.phase, lied.asked) == ("low", 1)
    proofs = RULES.proofs(lied, 0, Move("lack"), {})
    (claim,) = [proof for proof in proofs if isinstance(proof, Claim)]
    assert table.slots(0, "3S")[0] in claim.slots
    assert Card.parse("3S") not in claim.cards
    with pytest.raises(IllegalMove, match="You hold the 3S, which is lower"):
        RULES.check(lied, 0, Move("lack"), table.dealer.faces)


def test_four_liars_are_asked_on_and_the_search_ends() -> None:
    table = Table({0: "3S"}).decline()
    s = table.s
    for _ in range(51):
        s = RULES.apply(s, dict.fromkeys(range(4), Move("lack")), {})
    assert s.asked == 51
    with pytest.raises(IllegalMove, match="no other card is left"):
        RULES.apply(s, dict.fromkeys(range(4), Move("lack")), {})


def test_the_low_card_opens_every_hand_by_option() -> None:
    table = Table({1: "3S"}, leader=3, opening="every_hand_low_card").decline().answer_low()
    assert table.turn() == (1,)
    later = Table({1: "3S"}, leader=3).decline()
    assert (later.s.phase, later.turn(), later.s.low) == ("lead", (3,), None)


# -- playing and passing --------------------------------------------------------------------------------------------


def test_refusals_say_why() -> None:
    table = led({0: "5S 5C 9D", 1: "4S 6D 7D"}).play(0, "5S")
    assert table.refusal(0, Move("pass")) == "It is not your turn."
    assert "does not beat" in table.refusal(1, Move("play", table.slots(1, "4S")))
    assert "no combination" in table.refusal(1, Move("play", table.slots(1, "4S 6D")))
    assert "do not hold" in table.refusal(1, Move("play", table.slots(0, "5C")))
    assert "how to" in table.refusal(1, Move("play"))
    assert "how to" in table.refusal(1, Move("pass", table.slots(1, "4S")))
    twice = table.slots(1, "6D") * 2
    assert "do not hold" in table.refusal(1, Move("play", twice))
    table.play(1, "6D").passes(2, 3, 0)
    assert table.turn() == (1,)
    assert table.refusal(1, Move("pass")) == "You cannot pass now."


def test_the_lock_and_the_lead() -> None:
    table = led({0: "5S", 1: "4S 6D", 2: "7S 3D", 3: "8S"}).play(0, "5S").passes(1).play(2, "7S")
    assert table.s.locked == {1}
    table.play(3, "8S").passes(0)
    assert table.turn() == (2,), "seat 1 is skipped"
    table.passes(2)
    assert (table.s.phase, table.turn(), table.s.locked, table.s.table, table.s.owner) == (
        "lead",
        (3,),
        frozenset(),
        None,
        -1,
    )
    assert table.s.news == (("pass", 2), ("clear", 3))


def test_without_the_lock_a_pass_gives_up_one_turn() -> None:
    table = led({0: "5S", 1: "4S 9D", 2: "7S", 3: "8S"}, pass_lock=False)
    table.play(0, "5S").passes(1).play(2, "7S").play(3, "8S").passes(0)
    assert (table.turn(), table.s.locked) == ((1,), frozenset())
    table.play(1, "9D").passes(2, 3, 0)
    assert (table.s.phase, table.turn()) == ("lead", (1,))


def test_who_has_passed_may_bomb_by_option() -> None:
    hands = {0: "5S 2S", 1: "4S 4C 4D 4H 2H", 2: "7S 2D", 3: "8S"}
    table = led(hands, passed_may_bomb=True).play(0, "5S").passes(1).play(2, "2D").passes(3, 0)
    assert table.turn() == (1,), "asked again, as the table is a 2"
    assert "only a bomb" in table.refusal(1, Move("play", table.slots(1, "2H")))
    assert [set(shown) for shown in shown_leads(table, 1)] == [set(cards("4S 4C 4D 4H")), set()]
    table.play(1, "4S 4C 4D 4H")
    assert table.turn() == (2,)
    table.passes(2, 3, 0)
    assert (table.s.phase, table.turn()) == ("lead", (1,))
    strict = led(hands).play(0, "5S").passes(1).play(2, "2D").passes(3, 0)
    assert (strict.s.phase, strict.turn()) == ("lead", (2,))


def test_counterclockwise_turns() -> None:
    table = led({0: "5S", 3: "6S", 2: "7S"}, direction="counterclockwise").play(0, "5S").play(3, "6S").play(2, "7S")
    assert table.turn() == (1,)


def short(hands: dict[int, str], **changes: Any) -> Table:
    """A hand in which each seat holds only these cards: the others have been played."""
    table = led(hands, **changes)
    held = tuple(table.slots(seat, hands.get(seat, "")) for seat in range(table.s.n))
    table.s = table.s.edit()
    table.s.held = held
    return table


def test_places_in_the_order_of_going_out_and_the_last_seat_keeps_its_cards() -> None:
    table = short({0: "5S", 1: "6S 3C", 2: "7S", 3: "4S 4D"})
    table.play(0, "5S")
    assert table.s.order == (0,)
    assert ("out", 0, 1) in table.s.news
    table.play(1, "6S").play(2, "7S").passes(3, 1)
    assert (table.s.phase, table.turn()) == ("lead", (3,)), "the lead passes to the left of seat 2, who is out"
    table.play(3, "4S").passes(1).play(3, "4D")
    assert table.result.outcome == "places"
    assert table.ending == Ending((0, 2, 3, 1), ("out", "left", "out", "out"), (0, 1, 0, 0))
    assert table.result.payoff == (3, 0, 2, 1)
    assert table.result.winners == (0,)
    assert table.s.news[-1] == ("done", 0, "places")


def test_the_last_play_of_a_seat_can_be_beaten() -> None:
    table = short({0: "5S", 1: "6S 3C", 2: "7S 9C", 3: "4S 4D"}).play(0, "5S").play(1, "6S").passes(2, 3)
    assert table.turn() == (1,)


def test_first_out_ends_the_hand() -> None:
    table = short({0: "5S", 1: "6S", 2: "7S", 3: "4S"}, hand_end="first_out").play(0, "5S")
    assert (table.result.outcome, table.result.payoff) == ("first_out", (3, 0, 0, 0))
    assert table.ending == Ending((0,), ("out", "left", "left", "left"), (0, 1, 1, 1))


# -- instant wins ---------------------------------------------------------------------------------------------------

TWOS = "2S 2C 2D 2H"
DRAGON = "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
CLUBS = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"
PAIRS = "3S 3C 5S 5C 7S 7C 7D 7H 2S 2C JD JH"
RUN = "5S 5C 6S 6C 7S 7C 8S 8C 9S 9C"
ALL: dict[str, Any] = {"instant_wins": ["four_twos", "dragon", "six_pairs", "five_pair_run"]}


@pytest.mark.parametrize(
    ("kind", "held"), [("four_twos", TWOS), ("dragon", DRAGON + " 2S"), ("six_pairs", PAIRS), ("five_pair_run", RUN)]
)
def test_a_claim_ends_the_hand(kind: str, held: str) -> None:
    table = Table({1: held}, **ALL)
    assert isinstance(table.s.next, Turn)
    assert table.s.next.sealed
    claims = {m.value: m for m in RULES.legal(table.s, 1, table.dealer.faces) if m.kind == "claim"}
    assert claims[kind].shows == table.slots(1, held.removesuffix(" 2S"))
    table.step({0: Move("no_claim"), 1: claims[kind], 2: Move("no_claim"), 3: Move("no_claim")})
    assert (table.result.outcome, table.result.winners, table.result.payoff) == ("instant_win", (1,), (0, 3, 0, 0))
    assert table.ending == Ending((1,), ("left", kind, "left", "left"), (13, 13, 13, 13))
    assert RULES.settle(table.match, table.result).leader == 1


def test_the_kinds_that_are_off_cannot_be_claimed() -> None:
    table = Table({1: PAIRS})
    assert table.kinds(1) == {"no_claim"}
    assert "knows no such" in table.refusal(1, Move("claim", table.slots(1, PAIRS), value="six_pairs"))
    assert "knows no such" in table.refusal(1, Move("claim", table.slots(1, PAIRS), value="seven_pairs"))
    assert Table({1: DRAGON}, leader=0, instant_wins=[]).s.phase == "lead"


@pytest.mark.parametrize(
    ("kind", "held", "shown"),
    [
        ("four_twos", "2S 2C 2D 2H 3S", "2S 2C 2D 3S"),
        ("four_twos", "2S 2C 2D 2H 3S", "2S 2C 2D 2H 3S"),
        ("dragon", DRAGON.replace("AS", "2S"), DRAGON.replace("AS", "2S")),
        ("dragon", DRAGON.replace("3S", "4C"), DRAGON.replace("3S", "4C")),
        ("six_pairs", "3S 3C 3D 5S 5C 5D 7S 7C 7D 9S 9C 9D", "3S 3C 3D 5S 5C 5D 7S 7C 7D 9S 9C 9D"),
        ("five_pair_run", RUN.replace("9S 9C", "TS TC"), RUN.replace("9S 9C", "TS TC")),
        ("five_pair_run", "JS JC QS QC KS KC AS AC 2S 2C", "JS JC QS QC KS KC AS AC 2S 2C"),
    ],
)
def test_false_claims_are_refused(kind: str, held: str, shown: str) -> None:
    table = Table({1: held}, **ALL)
    assert "not what you claim" in table.refusal(1, Move("claim", table.slots(1, shown), value=kind))


def test_a_claim_names_each_card_once_and_comes_from_the_hand() -> None:
    table = Table({1: "2S 2C", 2: "2D 2H"}, **ALL)
    twice = tuple(sorted(table.slots(1, "2S 2C") * 2))
    assert "not what you claim" in table.refusal(1, Move("claim", twice, value="four_twos"))
    others = tuple(sorted(table.slots(1, "2S 2C") + table.slots(2, "2D 2H")))
    assert "do not hold" in table.refusal(1, Move("claim", others, value="four_twos"))


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ({0: DRAGON, 1: TWOS}, 1),
        ({0: RUN, 2: "3D 3H 4D 4H TD TH QD QH KD KH JS JC"}, 2),
        ({0: RUN, 2: "9D 9H TD TH JD JH QD QH KD KH"}, 2),
        ({0: "5S 5C 6S 6C 7S 7C 8S 8C 9S 9H", 2: "5D 5H 6D 6H 7D 7H 8D 8H 9C 9D"}, 0),
    ],
)
def test_of_several_claims_the_kind_counts_then_the_highest_card(hands: dict[int, str], winner: int) -> None:
    table = Table(hands, **ALL)
    moves = {seat: next(RULES.legal(table.s, seat, table.dealer.faces)) for seat in table.turn()}
    assert {seat for seat, move in moves.items() if move.kind == "claim"} == set(hands)
    table.step(moves)
    assert table.result.winners == (winner,)


@pytest.mark.parametrize(("spades", "clubs"), [(0, 2), (2, 0)])
def test_of_two_dragons_the_ace_decides(spades: int, clubs: int) -> None:
    table = Table({spades: DRAGON + " 2S", clubs: CLUBS + " 2C", 3: "2D 3D 3H 4D 4H 5D 5H"})
    table.step({seat: next(RULES.legal(table.s, seat, table.dealer.faces)) for seat in table.turn()})
    assert table.ending.how[spades] == table.ending.how[clubs] == "dragon"
    assert table.result.winners == (clubs,)


def test_with_seventeen_cards_the_best_six_pairs_are_claimed() -> None:
    table = Table({0: PAIRS + " 9S 9C KS KC AH"}, players=3, hand_size=17, **ALL)
    (claim,) = [move for move in RULES.legal(table.s, 0, table.dealer.faces) if move.kind == "claim"]
    assert claim.shows == table.slots(0, "2S 2C KS KC JD JH 9S 9C 7S 7C 7D 7H")


def test_one_may_keep_silent() -> None:
    table = Table({1: TWOS}, leader=0).decline()
    assert (table.s.phase, table.turn()) == ("lead", (0,))
    assert table.refusal(1, Move("claim", table.slots(1, TWOS), value="four_twos")) == "It is not your turn."
    with pytest.raises(IllegalMove, match="cannot claim now"):
        RULES.check(table.s, 0, Move("claim", table.slots(0, ""), value="four_twos"), table.dealer.faces)


# -- absence --------------------------------------------------------------------------------------------------------


def test_an_absent_seat_passes_for_ever_and_takes_the_last_place() -> None:
    table = short({0: "5S 5C", 1: "6S 3C", 2: "7S 4C", 3: "8S 4D"}).play(0, "5S")
    table.leave(1)
    assert table.s.news[0] == ("absent", 1)
    assert (table.s.phase, table.turn()) == ("follow", (2,))
    table.play(2, "7S").passes(3, 0)
    assert table.turn() == (2,)
    table.play(2, "4C").passes(3).play(0, "5C")
    assert table.result.outcome == "places"
    assert table.ending == Ending((2, 0, 3, 1), ("out", "absent", "out", "left"), (0, 2, 0, 2))
    assert table.result.payoff == (2, 0, 3, 1)


def test_an_absent_leader_gives_the_lead_to_the_next() -> None:
    table = led({}, leader=1).leave(1)
    assert (table.s.phase, table.turn()) == ("lead", (2,))
    claims = Table({}, leader=3).leave(3, 0)
    assert claims.turn() == (1, 2)
    claims.decline()
    assert (claims.s.phase, claims.turn()) == ("lead", (1,))


def test_if_the_opener_is_absent_the_next_lowest_card_of_a_present_seat_opens() -> None:
    table = Table({0: "3S 3D", 1: "3C", 2: "3H"}).decline().answer_low()
    assert table.turn() == (0,)
    table.leave(0)
    assert (table.s.phase, table.turn(), table.s.asked) == ("low", (1, 2, 3), 1)
    (lack,) = RULES.legal(table.s, 2, table.dealer.faces)
    proofs = RULES.proofs(table.s, 2, lack, {})
    assert not [proof for proof in proofs if isinstance(proof, Claim)], "the 3S is open: nothing to exclude"
    table.answer_low()
    assert (table.turn(), table.s.low) == ((1,), Card.parse("3C"))
    table.leave(1).answer_low().answer_low()
    assert (table.turn(), table.s.low) == ((2,), Card.parse("3H")), "the 3D went with seat 0"


def test_whoever_is_absent_in_the_search_is_not_waited_for() -> None:
    table = Table({0: "3S", 1: "3C"}).decline().leave(0)
    assert table.turn() == (1, 2, 3)
    table.answer_low().answer_low()
    assert (table.turn(), table.s.low) == ((1,), Card.parse("3C"))


def test_who_leaves_later_is_placed_before_who_left_first() -> None:
    table = short({0: "5S 5C", 1: "6S 3C", 2: "7S 4C", 3: "8S"}, score_last=True, place_points=[4, 3, 2, 1])
    table.play(0, "5S").leave(1).leave(0).passes(2).play(3, "8S")
    assert table.result.outcome == "places"
    assert table.ending == Ending((3, 2, 0, 1), ("absent", "absent", "left", "out"), (1, 2, 2, 0))
    assert table.result.payoff == (0, 0, 3, 4)


def test_the_hand_ends_when_one_present_seat_holds_cards() -> None:
    table = short({0: "5S", 1: "6S 3C", 2: "7S 4C"}, players=3).play(0, "5S").leave(2)
    assert table.ending.order == (0, 1, 2)
    assert table.result.payoff == (3, 2, 0)


def test_a_seat_that_is_out_keeps_its_place_and_points_when_it_goes() -> None:
    table = short({0: "5S", 1: "6S 3C", 2: "7S 4C", 3: "8S"}).play(0, "5S").leave(0)
    assert table.turn() == (1,)
    table.passes(1, 2).play(3, "8S").leave(2)
    assert table.ending == Ending((0, 3, 1, 2), ("out", "left", "absent", "out"), (0, 2, 2, 0))
    assert table.result.payoff == (3, 1, 0, 2)


@pytest.mark.parametrize("gone", [(0,), (1,), (0, 1)])
def test_with_fewer_than_two_left_the_hand_is_abandoned(gone: tuple[int, ...]) -> None:
    table = led({}, players=2).leave(*gone)
    assert (table.result.outcome, table.result.winners, table.result.payoff) == ("abandoned", (), (0, 0))
    assert RULES.settle(table.match, table.result) == table.match


def test_a_hand_that_is_not_dealt_is_abandoned() -> None:
    match = RULES.first(ThirteenOptions.make(), 4)
    after = RULES.absent(RULES.begin(match), match, (2,))
    assert isinstance(after.next, Result)
    assert after.next.outcome == "abandoned"


def test_absence_changes_nothing_when_the_hand_is_over() -> None:
    table = short({0: "5S", 1: "6S", 2: "7S", 3: "4S"}, hand_end="first_out").play(0, "5S")
    assert RULES.absent(table.s, table.match, (1,)) is table.s


def test_hands_with_random_absences_end_and_absent_seats_never_move() -> None:
    outcomes = set()
    for seed in range(300):
        rng = Random(seed)
        preset = rng.choice(list(ThirteenOptions.presets))
        options = ThirteenOptions.make(preset)
        match: ThirteenMatch = RULES.first(options, options.players)
        deck = list(DECK52)
        rng.shuffle(deck)
        dealer: PlainDealer[ThirteenState] = PlainDealer(RULES, deck, rng)
        s = dealer.serve(RULES.begin(match))
        gone: set[int] = set()
        while isinstance(turn := s.next, Turn):
            assert not gone & set(turn.seats)
            if rng.random() < 0.05:
                seat = rng.choice(turn.seats)
                gone.add(seat)
                s = RULES.absent(s, match, (seat,))
                continue
            s = dealer.play(s, random_moves(RULES, s, dealer.faces, rng))
        assert isinstance(s.next, Result)
        outcomes.add(s.next.outcome)
        if s.next.outcome == "places":
            assert sorted(s.order) == list(range(s.n))
        for seat in gone:
            if s.next.outcome != "abandoned" and s.held[seat]:
                assert s.next.payoff[seat] == 0
    assert outcomes >= {"places", "abandoned", "first_out"}


# -- legal moves ----------------------------------------------------------------------------------------------------


def lines(s: ThirteenState, dealer: PlainDealer[ThirteenState]) -> Counter[str]:
    """All ways to play on to the end of the hand, by outcome."""
    if isinstance(s.next, Result):
        return Counter([f"{s.next.outcome} {s.next.winners[0]}"])
    assert isinstance(s.next, Turn)
    (seat,) = s.next.seats
    return sum([lines(dealer.play(s, {seat: move}), dealer) for move in RULES.legal(s, seat, dealer.faces)], Counter())


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("classic", {"places 0": 4636, "places 1": 6, "places 2": 536, "places 3": 1671}),
        ("southern", {"places 0": 541, "places 1": 17, "places 2": 4638, "places 3": 1340}),
        ("open_passing", {"places 0": 4643, "places 1": 6, "places 2": 552, "places 3": 1680}),
        ("winner_only", {"first_out 0": 8, "first_out 1": 3, "first_out 2": 6, "first_out 3": 9}),
    ],
)
def test_the_number_of_ways_to_play_is_as_counted(preset: str, expected: dict[str, int]) -> None:
    # The numbers come from a second program, written from the rules page alone.
    table = short({0: "5S 5C 2S", 1: "4S 4C 4D 4H", 2: "7S", 3: "2C"}, **ThirteenOptions.presets[preset])
    assert lines(table.s, table.dealer) == expected


@pytest.mark.parametrize("seed", range(6))
def test_legal_moves_are_exactly_the_sets_of_cards_that_are_accepted(seed: int) -> None:
    rng = Random(seed)
    preset = ["classic", "southern", "open_passing", "three_full", "duel", "winner_only"][seed]
    options = ThirteenOptions.make(preset, twos_high_in_sequences=bool(seed % 2))
    deck = list(DECK52)
    rng.shuffle(deck)
    dealer: PlainDealer[ThirteenState] = PlainDealer(RULES, deck)
    s = dealer.serve(RULES.begin(RULES.first(options, options.players)))
    compared = 0
    while isinstance(s.next, Turn):
        for seat in s.next.seats:
            if s.phase in ("lead", "follow") and len(s.held[seat]) <= 8:
                compared += 1
                assert set(RULES.legal(s, seat, dealer.faces)) == set(accepted(s, seat, dealer))
        s = dealer.play(s, random_moves(RULES, s, dealer.faces, rng))
    assert compared > 3


def accepted(s: ThirteenState, seat: int, dealer: PlainDealer[ThirteenState]) -> list[Move]:
    found = []
    for size in range(len(s.held[seat]) + 1):
        for some in combinations(sorted(s.held[seat]), size):
            move = Move("play", some) if some else Move("pass")
            try:
                RULES.check(s, seat, move, dealer.faces)
            except IllegalMove:
                continue
            found.append(move)
    return found
