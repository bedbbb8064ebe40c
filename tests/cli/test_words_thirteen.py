"""What a player of Thirteen reads and types: whole hands, line by line."""

from collections.abc import Callable
from typing import Any

import pytest

from cli import presenter
from cli.words import NotUnderstood, View, Words, words_of
from cli.words.thirteen_page import paragraphs
from engine.contract import IllegalMove, Match, Move
from engine.games import rules_of

HANDS = (
    "3S 4C 5D 6H 6S 7C 9S 9C 9D 9H JS QC 2D",
    "3C 4S 5H 6D 7S 8D TS TC JD QH KS AC 2S",
    "3D 4D 5S 6C 7D 8C 8H TD JC QS KC AS 2C",
    "3H 4H 5C 7H 8S TH JH QD KD KH AD AH 2H",
)
"""Ann has four nines, Bob a dragon."""


@pytest.fixture
def words() -> Words:
    return words_of("thirteen")


@pytest.fixture
def table(evening: Callable[..., Any], deal: Callable[..., Any]) -> Callable[..., Any]:
    """A hand dealt from HANDS, or other ones, up to the first lead; `seat` is whose view it is."""

    def make(*presets: str, hands: tuple[str, ...] = HANDS, seat: int = 0, **options: Any) -> Any:
        made = evening("thirteen", *presets, seats=len(hands), seat=seat, **options)
        made.begin(deal(hands, "", len(hands) - 1))
        if made.state.phase == "claim":
            made.play_all({at: Move("no_claim") for at in range(len(hands))})
        while made.state.phase == "low":
            made.play_all(dict(_low(made)))
        return made

    return make


def _low(made: Any) -> list[tuple[int, Move]]:
    moves = made.rules.legal
    return [(at, next(moves(made.state, at, made.faces))) for at in made.state.next.seats]


def listed(words: Words, made: Any, *, everything: bool = False) -> list[str]:
    view = made.model.view
    moves = presenter.in_order(words, view, view.rules.legal(view.state, view.seat, view.faces))
    return presenter.menu(words, view, moves, everything=everything)


def parsed(words: Words, made: Any, text: str) -> Move:
    return words.parse(made.model.view, text)


# -- what happens --------------------------------------------------------------------------------------------------


def test_a_hand_is_dealt_and_the_lowest_card_leads(table: Callable[..., Any]) -> None:
    assert table().take()[1:] == [
        "Hand 1.",
        "You are dealt 3S 4C 5D 6S 6H 7C 9S 9C 9D 9H JS QC 2D.",
        "You hold 3S, the lowest card, and lead with it.",
    ]
    assert table(seat=2).take()[-1] == "Ann holds 3S, the lowest card, and leads."


def test_plays_are_told_by_what_they_are(table: Callable[..., Any]) -> None:
    made = table(seat=1)
    made.take()
    made.play(0, "play", "3S 4C 5D 6H")
    made.play(1, "play", "5H 6D 7S 8D")
    made.play(2, "pass")
    made.play(3, "pass")
    made.play(0, "pass")
    made.play(1, "play", "TS TC")
    made.play(2, "pass")
    made.play(3, "play", "KD KH")
    made.play(0, "pass")
    made.play(1, "pass")
    made.play(3, "play", "2H")
    made.play(0, "play", "9S 9C 9D 9H")
    assert made.take() == [
        "Ann plays a run of 4, 3S 4C 5D 6H.",
        "You play a run of 4, 5H 6D 7S 8D.",
        "Cleo passes.",
        "Dan passes.",
        "Ann passes.",
        "The table is cleared, and you lead.",
        "You play a pair, TS TC.",
        "Cleo passes.",
        "Dan plays a pair, KD KH.",
        "Ann passes.",
        "You pass.",
        "The table is cleared, and Dan leads.",
        "Dan plays 2H.",
        "Ann bombs 2H: four nines, 9S 9C 9D 9H.",
    ]


def test_pairs_in_a_row_and_triples(table: Callable[..., Any]) -> None:
    hands = ("3S 3C 4S 4C 5S 5C 9S 9C 9D KS KH 6H 7C", "3D 4D 5D 8D TH QH JD AC 2S 2D 6S 6D 7S", *_rest())
    made = table(hands=hands, seat=3)
    made.take()
    made.play(0, "play", "3S 3C 4S 4C 5S 5C")
    for seat in (1, 2, 3):
        made.play(seat, "pass")
    made.play(0, "play", "9S 9C 9D")
    said = made.take()
    assert said[0] == "Ann plays a bomb of three pairs in a row, 3S 3C 4S 4C 5S 5C."
    assert said[-1] == "Ann plays a triple, 9S 9C 9D."


def _rest() -> tuple[str, str]:
    return ("3H 4H 5H 8C 8H TD JC QS KC AS 2C 6C 7D", "9H 7H 8S TS TC JH JS QC QD KD AD AH 2H")


def test_going_out_and_the_places(table: Callable[..., Any]) -> None:
    hands = ("3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC 2S", *_others())
    made = table(hands=hands, seat=0, instant_wins=())
    made.take()
    made.play(0, "play", "3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC")
    for seat in (1, 2, 3):
        made.play(seat, "pass")
    made.take()
    made.play(0, "play", "2S")
    assert made.take() == ["You play 2S.", "You are out of cards: first place."]


def _others() -> tuple[str, str, str]:
    return (
        "3C 4S 5S 6S 7C 8C 9S TS JS QS KS AS 2C",
        "3D 4D 5C 6C 7D 8D 9D TC JC QC KD AD 2D",
        "3H 4H 5H 6D 7H 8H 9H TH JD QD KH AH 2H",
    )


def test_the_result_names_every_place_with_its_points(table: Callable[..., Any]) -> None:
    made = table(hands=("3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC 2S", *_others()[:2]), seat=1, players=3)
    made.play(0, "play", "3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC")
    made.play(1, "pass")
    made.play(2, "play", "3D 4D 5C 6C 7D 8D 9D TC JC QC KD AD")
    made.play(0, "pass")
    made.play(2, "play", "2D")
    made.play(0, "pass")
    made.play(1, "pass")
    made.play(0, "play", "2S")
    assert made.take()[-3:] == [
        "The table is cleared, and Ann leads.",
        "Ann plays 2S.",
        "Ann is out of cards: second place.",
    ]
    assert made.seal() == [
        "Cleo wins the hand: 3 points.",
        "Second place: Ann, 2 points.",
        "Last, with 13 cards left: you, no points.",
        "Scores: Ann 2, you 0, Cleo 3; the match goes to 10.",
    ]


def test_who_has_gone_is_told_and_comes_last(table: Callable[..., Any]) -> None:
    made = table(seat=0, players=3, hands=HANDS[:3])
    made.take()
    made.state = made.rules.absent(made.state, made.match, (2,))
    made._happened({})
    assert made.take() == ["Cleo has gone and passes from now on."]
    made.state = made.rules.absent(made.state, made.match, (1,))
    made._happened({})
    assert made.seal()[0] == "The hand is abandoned and does not count."


def test_the_end_of_a_match_and_its_stakes(table: Callable[..., Any]) -> None:
    made = table(hands=("3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC 2S", _others()[0]), seat=0, players=2, target=3, stake=5)
    made.play(0, "play", "3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC")
    made.play(1, "pass")
    made.play(0, "play", "2S")
    assert made.seal() == [
        "You win the hand: 3 points.",
        "Last, with 13 cards left: Bob, no points.",
        "Scores: you 3, Bob 0; the match goes to 3.",
        "Money: you +5, Bob -5.",
        "The match is over, and you win it. Each loser pays 5.",
    ]


def test_hands_that_stand_alone_are_paid_at_once(table: Callable[..., Any]) -> None:
    options = {"players": 2, "target": None, "hand_end": "first_out", "stake": 5}
    made = table(hands=("3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC 2S", _others()[0]), seat=1, **options)
    made.play(0, "play", "3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC")
    made.play(1, "pass")
    made.play(0, "play", "2S")
    assert made.seal() == [
        "Ann wins the hand: 3 points.",
        "You hold 13 cards.",
        "Everybody else pays Ann 1 stake.",
        "Scores: Ann 3, you 0.",
        "Money: Ann +5, you -5.",
    ]


def test_instant_wins(evening: Callable[..., Any], deal: Callable[..., Any], words: Words) -> None:
    hands = ("2S 2C 2D 2H 3S 4S 5S 6S 7S 8S 9S TS JC", "3C 4C 5C 6C 7C 8C 9C TC JD QC KC AC 3D")
    made = evening("thirteen", seats=2, seat=1, players=2)
    made.begin(deal(hands, "", 1))
    made.take()
    view = made.model.view
    assert words.turn(view) == [
        "Before the first play, four twos or a dragon may be claimed: that wins the hand at once."
    ]
    assert listed(words, made) == [
        "1 Claim a dragon and win at once 3D 4C 5C 6C 7C 8C 9C TC JD QC KC AC.",
        "2 Play on.",
    ]
    claim = parsed(words, made, "dragon")
    assert claim == parsed(words, made, "claim dragon")
    assert claim.value == "dragon"
    made.play_all({0: made.move(0, "claim", "2S 2C 2D 2H", "four_twos"), 1: claim})
    assert made.take() == [
        "Ann claims four twos: 2S 2C 2D 2H.",
        "You claim a dragon: 3D 4C 5C 6C 7C 8C 9C TC JD QC KC AC.",
    ]
    assert made.seal()[:2] == [
        "Ann wins the hand at once with four twos: 3 points.",
        "You claimed a dragon, which is less.",
    ]


def test_who_has_nothing_to_claim_is_told_so(
    evening: Callable[..., Any], deal: Callable[..., Any], words: Words
) -> None:
    made = evening("thirteen", "southern", seats=4, seat=0)
    made.begin(deal(HANDS, "", 3))
    assert words.turn(made.model.view) == [
        "Before the first play, four twos, a dragon, six pairs or five pairs in a row may be claimed: "
        "that wins the hand at once.",
        "You hold no such cards; all are asked, so that nothing is given away.",
    ]
    assert not words.automatic(made.state, 0)


# -- how it stands -------------------------------------------------------------------------------------------------


def test_a_turn_tells_what_to_beat_and_what_others_hold(table: Callable[..., Any], words: Words) -> None:
    made = table(seat=2)
    assert words.table(made.model.view) == [
        "The table is empty.",
        "The opening play must contain 3S.",
        "Cards left: Dan 13, Ann 13, Bob 13.",
        "Ann is to move.",
    ]
    made.play(0, "play", "3S 4C 5D")
    made.play(1, "pass")
    assert words.turn(made.model.view) == [
        "To beat, from Ann: a run of 3, 3S 4C 5D.",
        "Cards left: Dan 13, Ann 10, Bob 13. Passed: Bob.",
        "Your hand: 3D 4D 5S 6C 7D 8C 8H TD JC QS KC AS 2C.",
    ]
    made.play(2, "play", "4D 5S 6C")
    assert words.table(made.model.view) == [
        "To beat, from you: a run of 3, 4D 5S 6C.",
        "Cards left: Dan 13, Ann 10, Bob 13.",
        "Passed: Bob.",
        "Dan is to move.",
    ]


def test_others_are_told_in_the_order_of_their_turns(table: Callable[..., Any], words: Words) -> None:
    made = table(seat=2, direction="counterclockwise", hands=(HANDS[0], *HANDS[:0:-1]))
    assert "Cards left: Bob 13, Ann 13, Dan 13." in words.table(made.model.view)


def test_the_opening_turn(table: Callable[..., Any], words: Words) -> None:
    made = table(seat=0)
    assert words.turn(made.model.view)[0] == "You lead, and your play must contain 3S, the lowest card."


def test_who_has_passed_may_still_bomb(table: Callable[..., Any], words: Words) -> None:
    made = table(seat=0, passed_may_bomb=True)
    made.play(0, "play", "3S")
    made.play(1, "play", "4S")
    made.play(2, "play", "5S")
    made.play(3, "play", "TH")
    made.play(0, "pass")
    made.play(1, "play", "KS")
    made.play(2, "pass")
    made.play(3, "play", "2H")
    assert words.turn(made.model.view) == [
        "You have passed, but may still answer with a bomb. To beat, from Dan: 2H.",
        "Cards left: Bob 11, Cleo 12, Dan 11. Passed: you, Cleo.",
        "Your hand: 4C 5D 6S 6H 7C 9S 9C 9D 9H JS QC 2D.",
    ]


def test_hands_are_sorted_by_the_games_own_rank(table: Callable[..., Any], words: Words) -> None:
    made = table(seat=3)
    view = made.model.view
    assert words.hand(view) == ["Your hand: 3H 4H 5C 7H 8S TH JH QD KD KH AD AH 2H."]
    view = made.model.sorted_by("suit").view
    assert words.hand(view) == ["Your hand: 8S 5C QD KD AD 3H 4H 7H TH JH KH AH 2H."]


def test_only_moves_without_a_choice_for_all_to_see_are_automatic(table: Callable[..., Any], words: Words) -> None:
    made = table(seat=0)
    assert not words.automatic(made.state, 0)
    made.play(0, "play", "3S")
    assert not words.automatic(made.state, 1)


# -- what can be done ----------------------------------------------------------------------------------------------


def test_plays_are_listed_by_kind(table: Callable[..., Any], words: Words) -> None:
    made = table(seat=0, opening="first_hand_low_card")
    made.play(0, "play", "3S")
    for seat in (1, 2, 3):
        made.play(seat, "pass")
    assert listed(words, made) == [
        "Single: 1 4C, 2 5D, 3 6S, 4 6H, 5 7C, 6 9S, 7 9C, 8 9D, 9 9H, 10 JS, 11 QC, 12 2D.",
        "Pair: 13 6S 6H, 14 9S 9C, 15 9S 9D, 16 9S 9H, 17 9C 9D, 18 9C 9H, 19 9D 9H.",
        "Triple: 20 9S 9C 9D, 21 9S 9C 9H, 22 9S 9D 9H, 23 9C 9D 9H.",
        "24 Bomb, four of a kind 9S 9C 9D 9H.",
        "Run of 3: 25 4C 5D 6S, 26 4C 5D 6H, 27 5D 6S 7C.",
        "28 Run of 4 4C 5D 6S 7C.",
        "Runs of other suits: 2 ways.",
        "Type more to see all, or name the cards.",
    ]
    everything = listed(words, made, everything=True)
    assert "Runs of other suits: 29 4C 5D 6H 7C, 30 5D 6H 7C." in everything


def test_a_two_on_the_table_leaves_bombs_and_the_pass(table: Callable[..., Any], words: Words) -> None:
    made = table(seat=0)
    made.play(0, "play", "3S")
    made.play(1, "play", "2S")
    made.play(2, "pass")
    made.play(3, "pass")
    assert listed(words, made) == ["1 Single 2D.", "2 Bomb, four of a kind 9S 9C 9D 9H.", "0 Pass."]


@pytest.mark.parametrize("text", ["play 4c 5d 6h", "4c 5d 6h", "6H 4C 5D", "lead 4c 5d 6h", "run 4♣ 5♦ 6♥"])
def test_ways_to_type_a_play(table: Callable[..., Any], words: Words, text: str) -> None:
    made = table(seat=0)
    made.play(0, "play", "3S")
    for seat in (1, 2, 3):
        made.play(seat, "pass")
    assert parsed(words, made, text) == made.move(0, "play", "4C 5D 6H")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3s 5d 7c", "These cards are no combination; play one that the rules know."),
        ("play 3d", "You do not hold 3D."),
        ("4c", "The opening play must contain the 3S, the lowest card."),
        ("pass", "You cannot pass now."),
        ("pas", "There is no command 'pas' here; did you mean pass?"),
        ("play", "That can be meant in several ways; for example: play 3S; play 3S 4C 5D; play 3S 4C 5D 6S."),
    ],
)
def test_what_cannot_be_played_is_answered(table: Callable[..., Any], words: Words, text: str, sentence: str) -> None:
    made = table(seat=0)
    with pytest.raises((NotUnderstood, IllegalMove)) as refused:
        made.rules.check(made.state, 0, parsed(words, made, text), made.known)
    assert str(refused.value) == sentence


def test_ways_to_pass(table: Callable[..., Any], words: Words) -> None:
    made = table(seat=1)
    made.play(0, "play", "3S")
    assert parsed(words, made, "p") == parsed(words, made, "pass") == Move("pass")
    assert words.help(made.model.view) == [
        "play 5H 6S 7H: play these cards together; the word play may be left out.",
        "pass: do not beat what lies on the table.",
    ]


def test_the_search_for_the_lowest_card_asks_nobody(
    evening: Callable[..., Any], deal: Callable[..., Any], words: Words
) -> None:
    made = evening("thirteen", seats=2, seat=0, players=2, instant_wins=())
    made.begin(deal((HANDS[1], HANDS[2]), "", 1))
    view = made.model.view
    assert words.automatic(made.state, 0)
    assert words.turn(view)[0] == words.table(view)[0] == "The lowest card is being sought: who holds 3S?"
    assert listed(words, made) == ["1 Say that you do not hold 3S."]
    made.play_all(dict(_low(made)))
    assert listed(words, made) == ["1 Show 3C, the lowest card, and lead with it."]
    spectator = View(made.rules, made.state, {}, ("Ann", "Bob"))
    assert words.table(spectator)[1] == "Cards left: Ann 13, Bob 13."


# -- the rules page ------------------------------------------------------------------------------------------------


def page(*presets: str, **options: Any) -> str:
    return "\n".join(paragraphs(rules_of("thirteen").Options.make(*presets, **options)))


def test_the_page_follows_the_options() -> None:
    classic = page()
    assert "Four play with one deck of 52, 13 cards each. Turns go clockwise" in classic
    assert "whoever holds 3S leads" in classic
    assert "Points for the places: 3, 2, 1. Whoever is left with cards gets none." in classic
    assert "10 points win the match." in classic
    southern = page("southern")
    assert "counterclockwise" in southern
    assert "three pairs in a row, four of a kind, four pairs in a row" in southern
    assert "who has passed may still answer with a bomb" in southern
    assert "six pairs; five pairs in a row" in southern
    assert "The other cards stay closed." in page("duel")
    assert "the lowest card that was dealt" in page("three")
    assert "17 cards each" in page("three_full")
    assert "its winner one stake" in page("single_game")
    assert "as soon as one player is out of cards" in page("winner_only")
    assert "may play again when the turn comes round" in page("open_passing")
    assert "may be claimed" not in page(instant_wins=())
    assert "may claim" not in page(instant_wins=())
    assert "A 2 may end a run above an ace" in page(twos_high_in_sequences=True)
    assert "In every hand" in page(opening="every_hand_low_card")
    assert "play goes on" in page(target_tie="play_on")
    assert "Points for the places: 4, 1, 1, 1." in page(place_points=(4, 1, 1, 1), score_last=True)
    assert "More pairs in a row beat fewer." in page(bomb_order="longer_runs")


def test_the_page_is_two_screens_at_most() -> None:
    for preset in rules_of("thirteen").Options.presets:
        assert len(page(preset)) < 2 * 24 * 79 * 0.9


def test_scores_alone(words: Words) -> None:
    match = rules_of("thirteen").first(rules_of("thirteen").Options.make(), 4)
    assert isinstance(match, Match)
    assert words.scores(("Ann", "Bob", "Cleo", "Dan"), 1, match, (0,) * 4) == [
        "Scores: Ann 0, you 0, Cleo 0, Dan 0; the match goes to 10."
    ]


def test_a_bomb_is_told_with_what_it_bombs_and_a_led_one_is_only_played(table: Callable[..., Any]) -> None:
    hands = (
        "3S 4C 5D 6H 6S 7C 9S 9C 9D 9H JS QC 2D",
        "3C 4S 5H 6D 7S 8D TS TC TD TH KS AC 2S",
        "3D 4D 5S 6C 7D 8C 8H JD JC QS KC AS 2C",
        "3H 4H 5C 7H 8S QH JH QD KD KH AD AH 2H",
    )
    made = table(hands=hands, seat=1, instant_wins=())
    made.play(0, "play", "3S")
    made.play(1, "play", "2S")
    made.play(2, "pass")
    made.play(3, "pass")
    made.take()
    made.play(0, "play", "9S 9C 9D 9H")
    made.play(1, "play", "TS TC TD TH")
    assert made.take() == ["Ann bombs 2S: four nines, 9S 9C 9D 9H.", "You bomb 9S 9C 9D 9H: four tens, TS TC TD TH."]
    again = table(hands=hands, seat=1, instant_wins=())
    again.play(0, "play", "3S")
    for seat in (1, 2, 3):
        again.play(seat, "pass")
    again.take()
    again.play(0, "play", "9S 9C 9D 9H")
    assert again.take() == ["Ann plays a bomb of four nines, 9S 9C 9D 9H."]
