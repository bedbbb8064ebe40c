"""The computer player of Thirteen: legal, deterministic, blind to what its seat does not see, and no fool."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TypeAlias

import pytest

from engine.cards import DECK52, Card
from engine.contract import Faces, Move, Result, Turn
from engine.games.thirteen.combinations import BY_KEY, KEY
from engine.games.thirteen.odds import Odds
from engine.games.thirteen.options import ThirteenOptions
from engine.games.thirteen.planning import Planner
from engine.games.thirteen.player import choose
from engine.games.thirteen.rules import RULES
from engine.games.thirteen.state import ThirteenMatch, ThirteenState
from engine.plain import PlainDealer

Policy: TypeAlias = Callable[[ThirteenState, int, Faces, Random], Move]


def at_random(s: ThirteenState, seat: int, faces: Faces, rng: Random) -> Move:
    return rng.choice(list(RULES.legal(s, seat, faces)))


def dealt(match: ThirteenMatch, rng: Random) -> tuple[PlainDealer[ThirteenState], ThirteenState]:
    deck = list(DECK52)
    rng.shuffle(deck)
    dealer: PlainDealer[ThirteenState] = PlainDealer(RULES, deck, rng, seats=match.n)
    return dealer, dealer.serve(RULES.begin(match))


def play(match: ThirteenMatch, policies: list[Policy], rng: Random) -> Result:
    """One hand in which every seat is given its own and the open faces only, and plays what its own node accepts."""
    dealer, s = dealt(match, rng)
    while isinstance(s.next, Turn):
        moves = {}
        for seat in s.next.seats:
            own = {**dealer.known[seat], **s.open}
            moves[seat] = policies[seat](s, seat, own, rng)
            RULES.check(s, seat, moves[seat], own)
        s = dealer.play(s, moves)
    assert isinstance(s.next, Result)
    return s.next


@pytest.mark.parametrize("preset", ThirteenOptions.presets)
def test_plays_every_preset(preset: str) -> None:
    options = ThirteenOptions.make(preset, twos_high_in_sequences=preset == "southern")
    match = RULES.first(options, options.players)
    for seed in range(6):
        result = play(match, [choose] * match.n, Random(seed))
        assert result.outcome in {"places", "first_out", "instant_win"}
        match = RULES.settle(match, result)
        if match.over:
            match = RULES.first(options, options.players)


def test_the_same_random_numbers_give_the_same_hand() -> None:
    match = RULES.first(ThirteenOptions.make(), 4)
    assert play(match, [choose] * 4, Random(5)) == play(match, [choose] * 4, Random(5))


def test_what_a_seat_does_not_see_changes_nothing() -> None:
    dealer, s = dealt(replace(RULES.first(ThirteenOptions.make(), 4), leader=0), Random(3))
    rng = Random(4)
    while isinstance(s.next, Turn):
        moves = {}
        for seat in s.next.seats:
            own = {**dealer.known[seat], **s.open}
            seed = rng.random()
            moves[seat] = choose(s, seat, own, Random(seed))
            assert moves[seat] == choose(s, seat, dealer.faces, Random(seed))
        s = dealer.play(s, moves)


def test_wins_far_more_than_its_share_against_random_seats() -> None:
    match = RULES.first(ThirteenOptions.make(instant_wins=[]), 4)
    rng = Random(1)
    won = 0
    for hand in range(120):
        clever = hand % 4
        policies: list[Policy] = [choose if seat == clever else at_random for seat in range(4)]
        won += play(match, policies, rng).winners == (clever,)
    assert won > 120 * 0.7  # a random seat would win a quarter


def test_a_seat_that_is_not_to_move_has_nothing_to_choose() -> None:
    _, s = dealt(replace(RULES.first(ThirteenOptions.make(instant_wins=[]), 4), leader=0), Random(3))
    with pytest.raises(ValueError, match="not to move"):
        choose(s, 1, {}, Random(0))


# -- single decisions -----------------------------------------------------------------------------------------------


def cards(text: str) -> list[Card]:
    return [Card.parse(name) for name in text.split()]


def position(
    mine: str, others: list[str], table: str = "", owner: int = 1, passed: str = ""
) -> tuple[ThirteenState, dict[int, Card]]:
    """Seat 0 is on turn with these cards; `table` is led by `owner` and seats in `passed` have passed."""
    hands = [mine, *others]
    n = len(hands)
    dealt_cards = [card for text in hands for card in cards(text)]
    led = cards(table)
    gone = [card for card in DECK52 if card not in dealt_cards and card not in led]
    deck = [*dealt_cards, *led, *gone]
    options = ThirteenOptions.make(players=n, instant_wins=[])
    s = RULES.begin(replace(RULES.first(options, n), leader=0))
    held, at = [], 0
    for text in hands:
        size = len(cards(text))
        held.append(tuple(range(at, at + size)))
        at += size
    faces = dict(enumerate(deck))
    opened = {slot: card for slot, card in faces.items() if card in gone}
    if table:
        held[owner] += tuple(range(at, at + len(led)))
    s = replace(s, held=tuple(held), open=opened, phase="lead", next=Turn((owner if table else 0,)))
    if table:
        s = RULES.apply(s, {owner: Move("play", held[owner][-len(led) :])}, faces)
        for seat in map(int, passed):
            s = RULES.apply(s, {seat: Move("pass")}, faces)
    assert s.next == Turn((0,))
    return s, faces


def chosen(*args: object, **kwargs: object) -> str:
    s, faces = position(*args, **kwargs)  # type: ignore[arg-type]  # the shape is that of `position`
    own = {slot: faces[slot] for slot in (*s.held[0], *s.open)}
    picks = {choose(s, 0, own, Random(seed)) for seed in range(5)}
    assert len({tuple(sorted(KEY[faces[slot]] for slot in pick.shows)) for pick in picks}) == 1
    pick = picks.pop()
    return " ".join(card.name for card in BY_KEY if card in [faces[slot] for slot in pick.shows]) or pick.kind


def test_goes_out_when_it_can() -> None:
    assert chosen("4S 4C", ["3S", "5S 6D", "7S 8D"]) == "4S 4C"
    assert chosen("9S", ["5S 5C", "7S 8D"], "8H", 2) == "9S"


def test_plays_its_controls_before_the_last_loser() -> None:
    assert chosen("3S 2H", ["4S 5D 6C", "7S 8D", "9S 9D"]) == "2H"


def test_leads_a_long_low_sequence_before_anything_high() -> None:
    others = ["8S 9D TC JH AS 2S", "8D 9S TD JS AC 2C", "8C 9C TS JC AD 2D"]
    assert chosen("3S 4C 5D 6H 7S KD KS 2H", others) == "3S 4C 5D 6H 7S"


def test_plays_the_high_cards_first_when_they_are_sure_to_hold() -> None:
    assert chosen("3S 4C 5D 6H 7S KD 2H", ["8S 9D TC JH QS", "8D 9S TD JS QC", "8C 9C TS JC QD"]) in {"KD", "2H"}


def test_keeps_the_two_when_a_lower_card_will_do() -> None:
    assert chosen("4S 4D 9S 2H", ["8S 9D TC JH QS KS", "8D 9C TD JS QC", "8C 9H TS JC QD"], "8H", 3) == "9S"


def test_leads_no_single_to_a_seat_with_one_card() -> None:
    assert chosen("4S 6C 6D 7H", ["KS", "8D 9C TD JS QC", "8C 9H TS JC QD"]) == "6C 6D"


def test_blocks_the_owner_who_has_one_card_left() -> None:
    assert chosen("4S 5D 2C 2D", ["9C", "TS JS QS KS"], "8H", 1, passed="2") in {"2C", "2D"}


def test_claims_the_better_instant_win() -> None:
    options = ThirteenOptions.make("southern")
    deck = list(DECK52)
    Random(2).shuffle(deck)
    six = [
        card
        for card in DECK52
        if card.name in {"3S", "3C", "5S", "5C", "7S", "7C", "9S", "9C", "2S", "2C", "2D", "2H", "JD"}
    ]
    rest = [card for card in deck if card not in six]
    s = RULES.begin(RULES.first(options, 4))
    faces = {**dict(zip(s.held[1], six, strict=True))}
    faces.update(zip([slot for slot in range(52) if slot not in faces], rest, strict=True))
    s = RULES.resume(s, {})
    own = {slot: faces[slot] for slot in s.held[1]}
    assert choose(s, 1, own, Random(0)).value == "four_twos"


# -- its parts ------------------------------------------------------------------------------------------------------


def counts(text: str) -> tuple[int, ...]:
    return tuple(text.count(rank) for rank in "3456789TJQKA2")


@pytest.mark.parametrize(
    ("hand", "turns"),
    [
        ("3", 1),
        ("34567", 1),
        ("345345", 1),
        ("3334", 2),
        ("3456678", 2),
        ("34566", 2),
        ("QKA2", 2),
        ("2222", 1),
        ("33445", 3),
    ],
)
def test_a_plan_needs_as_few_turns_as_there_can_be(hand: str, turns: int) -> None:
    planner = Planner(lambda kind, length, rank: 1.0, twos_high=False)
    assert planner.cost(counts(hand)) == turns
    assert planner.cost_on_lead(counts(hand)) == turns - 1


def test_a_plan_may_end_in_a_two_by_option() -> None:
    assert Planner(lambda kind, length, rank: 1.0, twos_high=True).cost(counts("QKA2")) == 1


def test_odds_are_exact_where_little_is_unseen() -> None:
    s, _ = position("3S 9C", ["KS", "5D 5H"])
    odds = Odds(s, 0, [KEY[card] for card in cards("3S 9C")])
    assert [BY_KEY[key].name for key in odds.unseen] == ["5D", "5H", "KS"]
    assert odds.answers("single", 1, KEY[Card.parse("9C")], [1, 2]) == pytest.approx(1.0)
    assert odds.answers("single", 1, KEY[Card.parse("KH")], [1, 2]) == 0.0
    assert odds.answers("pair", 2, KEY[Card.parse("4H")], [1]) == 0.0, "one card is no pair"
    assert odds.answers("pair", 2, KEY[Card.parse("4H")], [2]) == pytest.approx(4 / 9)
    assert odds.answers("sequence", 3, KEY[Card.parse("6H")], [1, 2]) == 0.0
