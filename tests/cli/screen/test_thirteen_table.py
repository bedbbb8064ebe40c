"""Thirteen on the screen: what has to be beaten, what chosen cards do, why they do not, what is asked once more."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from cli.screen.choosing import marked, offers
from cli.screen.desk import Make, Pause
from cli.screen.frame import fan_of
from cli.screen.look import ASCII
from cli.screen.panels import content
from cli.screen.seeing import Due, see
from engine.cards import DECK52, Card
from engine.contract import Move, State, Turn
from protocol.events import MatchOver

MakeNight = Callable[..., Any]

HANDS = (
    "3S 4C 5D 6H 6S 7C 9S 9C 9D 9H JS QC 2D",
    "3C 4S 5H 6D 7S 8D TS TC JD QH KS AC 2S",
    "3D 4D 5S 6C 7D 8C 8H TD JC QS KC AS 2C",
    "3H 4H 5C 7H 8S TH JH QD KD KH AD AH 2H",
)
"""Ann has four nines."""
BOMBERS = (
    "3S 4C 5D 6H 6S 7C 9S 9C 9D 9H JS 2S 2D",
    "3C 4S 5H 6D 7S 8D TS TC TD TH KS AC 2C",
    "3D 4D 5S 6C 7D 8C 8H JD JC QS KC AS QC",
    "3H 4H 5C 7H 8S QH JH QD KD KH AD AH 2H",
)
"""Ann has four nines and two 2s, Bob four tens."""
DRAGONS = (
    "3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC 2S",
    "3C 4S 5S 6S 7C 8C 9S TS JS QS KS AS 2C",
    "3D 4D 5C 6C 7D 8D 9D TC JC QC KD AD 2D",
    "3H 4H 5H 6D 7H 8H 9H TH JD QD KH AH 2H",
)
"""Everybody has a dragon."""


class Stacked(Random):
    """Chance that puts the cards in this order."""

    def __init__(self, deck: Sequence[Card]) -> None:
        super().__init__(1)
        self.deck = list(deck)

    def shuffle(self, cards: Any) -> None:
        cards[:] = self.deck


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


@pytest.fixture
def table(night: MakeNight) -> Callable[..., Any]:
    """A hand dealt from these hands, up to the first lead."""

    def make(*presets: str, hands: Sequence[str] = HANDS, claims: bool = False, **how: Any) -> Any:
        made = night("thirteen", *presets, seats=len(hands), **how)
        dealt = [card for row in zip(*map(cards, hands), strict=True) for card in row]
        made.rng = Stacked([*dealt, *[card for card in DECK52 if card not in dealt]])
        made.deal()
        if made.state.phase == "claim" and not claims:
            made.play({at: Move("no_claim") for at in range(len(hands))})
        while made.state.phase == "low":
            made.play({})
        return made

    return make


def play(made: Any, seat: int, text: str = "") -> None:
    """Let the seat in turn play these cards, or pass; then ask one's own seat, if it is its turn."""
    assert made.state.next.seats == (seat,)
    at = {made.dealer.faces[slot]: slot for slot in made.state.held[seat]}
    made.play({seat: Move("play", tuple(sorted(at[card] for card in cards(text)))) if text else Move("pass")})
    made.ask()


def lead(made: Any, text: str) -> None:
    """Let Ann open with the lowest card, which nobody beats, and then lead this."""
    play(made, 0, "3S")
    for seat in (1, 2, 3):
        play(made, seat)
    play(made, 0, text)


def choose(made: Any, text: str) -> None:
    """Choose these cards of one's own hand by their letters, and no others."""
    made.press("backspace")
    hand = list(made.desk.hand)
    made.press(*["abcdefghijklmnopq"[hand.index(card)] for card in cards(text)])


def turn_of(seat: int, phase: str) -> Callable[[State], bool]:
    return lambda s: isinstance(s.next, Turn) and s.next.seats == (seat,) and s.phase == phase


def rows(made: Any, *size: int) -> list[str]:
    return [" ".join(line.split()) for line in made.text(*size).splitlines()]


# -- the middle of the table -----------------------------------------------------------------------------------------


def test_what_has_to_be_beaten_by_whom_and_who_has_passed(table: Callable[..., Any]) -> None:
    made = table(seat=3)
    play(made, 0, "3S 4C 5D")
    play(made, 1, "6D 7S 8D")
    play(made, 2)
    text = made.text()
    assert "To beat, from Bob: a run of 3" in text
    assert "Passed: Cleo" in text
    assert "Ann 3♠ 4♣ 5♦" in text
    assert "Your turn. It takes a run of 3 above 8♦" in text


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)])
@pytest.mark.parametrize("glyphs", [None, ASCII])
def test_a_run_of_twelve_is_seen_whole_at_every_size(
    table: Callable[..., Any], size: tuple[int, int], glyphs: Any
) -> None:
    made = table(hands=DRAGONS, seat=1, **({} if glyphs is None else {"glyphs": glyphs}))
    play(made, 0, "3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC")
    played = [made.desk.glyphs.show(card) for card in cards("3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC")]
    text = made.text(*size)
    middle = text[: text.index("You -" if glyphs else "You ·")]
    assert "To beat, from Ann: a run of 12" in " ".join(middle.split())
    seen = middle.replace(" ", "") if any(card in middle for card in played) else ""
    ranks = [card[:-1] for card in played]
    boxed = [line for line in middle.splitlines() if all(rank in line for rank in ranks)]
    assert boxed or all(card in seen for card in played)


def test_an_empty_table_says_who_leads_and_with_what(table: Callable[..., Any]) -> None:
    made = table().ask()
    assert "You lead." in made.text()
    assert "The opening play must contain 3♠." in made.text()
    assert "Your turn. You lead: choose cards to play, 3♠ among them." in made.text()
    other = table(seat=1)
    assert "Ann leads." in other.text()


def test_a_cleared_table_says_what_nobody_beat(table: Callable[..., Any]) -> None:
    made = table()
    play(made, 0, "3S 4C 5D")
    for seat in (1, 2, 3):
        play(made, seat)
    text = made.text()
    assert "Nobody beat 3♠ 4♣ 5♦, from you." in text
    assert "You lead." in text
    assert "Your turn. You lead: choose cards to play, whatever you like." in text


# -- what chosen cards do --------------------------------------------------------------------------------------------


def test_what_a_choice_beats_is_named_live(table: Callable[..., Any]) -> None:
    made = table(seat=3)
    lead(made, "6H 6S")
    play(made, 1)
    play(made, 2)
    choose(made, "KD KH")
    assert "Your turn. Enter: Pair K♦ K♥ (beats 6♠ 6♥)" in made.text()


def test_a_bomb_is_named_by_its_rank_and_told_to_bomb(table: Callable[..., Any]) -> None:
    made = table()
    play(made, 0, "3S")
    play(made, 1, "2S")
    play(made, 2)
    play(made, 3)
    assert "It takes a card above 2♠, or a bomb" in made.text()
    assert "Bomb, four nines: 9♠ 9♣ 9♦ 9♥" in made.labels()
    choose(made, "9S 9C 9D 9H")
    assert "Your turn. Enter: Bomb, four nines: 9♠ 9♣ 9♦ 9♥ (bombs 2♠)" in made.text()
    (effect,) = made.press("enter")
    assert isinstance(effect, Make)
    assert "To beat, from you: a bomb of four nines" in made.text()


@pytest.mark.parametrize(
    ("led", "chosen", "why"),
    [
        ("3S", "TH JH", "Two cards in a row are nothing yet: a run has three or more."),
        ("3S", "3H KD", "These cards make nothing together: play one rank, a run, or pairs in a row."),
        ("3S", "3H 4H 5C 7H", "Between 5♣ and 7♥ a card is missing for a run."),
        ("3S", "KD KH AD AH", "Two pairs in a row are nothing yet: it takes three or more."),
        ("3S", "KH AD 2H", "A 2 is in no run."),
        ("3S", "KD KH", "This is a pair, but it takes a card above 3♠."),
        ("6S 6H", "TH", "This is a single card, but it takes a pair above 6♠ 6♥."),
        ("JS", "TH", "10♥ is below J♠."),
        ("QC", "QD", ""),
        ("9S 9C 9D", "KD KH", "This is a pair, but it takes a triple above 9♠ 9♣ 9♦."),
        ("4C 5D 6H", "3H 4H 5C", "The top cards decide, and 5♣ is below 6♥."),
        ("2D", "2H", ""),
        ("2D", "AH", "A♥ is below 2♦."),
    ],
)
def test_why_cards_are_no_play(table: Callable[..., Any], led: str, chosen: str, why: str) -> None:
    made = table("winner_only", seat=3, instant_wins=())
    if led == "3S":
        play(made, 0, led)
    else:
        lead(made, led)
    play(made, 1)
    play(made, 2)
    choose(made, chosen)
    assert offers(made.desk).why == why
    assert bool(why) != offers(made.desk).made
    if why:
        assert why in " ".join(rows(made))


def test_of_one_rank_the_suit_decides(table: Callable[..., Any]) -> None:
    made = table(seat=0, instant_wins=())
    play(made, 0, "3S")
    play(made, 1)
    play(made, 2)
    play(made, 3, "JH")
    choose(made, "JS")
    assert offers(made.desk).why == "J♠ is below J♥: of one rank the suit decides, ♠ ♣ ♦ ♥."


def test_a_bomb_is_for_twos_and_bombs(table: Callable[..., Any]) -> None:
    made = table(hands=HANDS, instant_wins=())
    play(made, 0, "3S")
    play(made, 1)
    play(made, 2)
    play(made, 3, "KH")
    choose(made, "9S 9C 9D 9H")
    assert offers(made.desk).why == "A bomb beats only 2s and other bombs; here it takes a card above K♥."


def test_two_twos_take_a_larger_bomb(table: Callable[..., Any]) -> None:
    hands = (
        "3S 4C 5D 6H 6S 7C 9S 9C 9D 9H JS QC KD",
        "3C 4S 5H 6D 7S 8D TS TC JD QH KS 2D 2S",
        HANDS[2],
        "3H 4H 5C 7H 8S TH JH QD KH AC AD AH 2H",
    )
    made = table(hands=hands, instant_wins=())
    lead(made, "6S 6H")
    play(made, 1, "2D 2S")
    play(made, 2)
    play(made, 3)
    assert "It takes a pair above 2♠ 2♦, or four or more pairs in a row, and you hold none: 0 passes." in " ".join(
        rows(made)
    )
    choose(made, "9S 9C 9D 9H")
    assert offers(made.desk).why == "This bomb is too small for 2♠ 2♦."


def test_enter_alone_plays_only_what_has_to_be_played(table: Callable[..., Any]) -> None:
    made = table(hands=BOMBERS, seat=0, instant_wins=())
    play(made, 0, "3S")
    play(made, 1, "2C")
    play(made, 2)
    play(made, 3)
    assert made.labels() == ["Single 2♦", "Bomb, four nines: 9♠ 9♣ 9♦ 9♥", "Pass"]
    assert marked(made.desk, offers(made.desk)) == -1
    assert made.press("enter") == []
    forced = table(seat=2, hands=[*HANDS[1:3], HANDS[0].replace("4C", "KD"), HANDS[3].replace("KD", "4C")]).ask()
    assert forced.labels() == ["Single 3♠"]
    (effect,) = forced.press("enter")
    assert isinstance(effect, Make)


def test_enter_alone_throws_no_bomb(table: Callable[..., Any]) -> None:
    made = table(hands=BOMBERS, seat=1, instant_wins=(), passed_may_bomb=True)
    play(made, 0, "3S")
    play(made, 1)
    play(made, 2)
    play(made, 3, "KH")
    play(made, 0, "2S")
    assert made.labels() == ["Bomb, four tens: 10♠ 10♣ 10♦ 10♥", "Pass"]
    assert marked(made.desk, offers(made.desk)) == -1
    assert made.press("enter") == []
    choose(made, "TS TC TD TH")
    (effect,) = made.press("enter")
    assert isinstance(effect, Make)


# -- instant wins ----------------------------------------------------------------------------------------------------


def test_an_instant_win_is_claimed_unless_the_player_decides_otherwise(table: Callable[..., Any]) -> None:
    """All answer after the same time: nobody's speed says what a hand holds."""
    made = table(hands=DRAGONS, claims=True).ask()
    acting = made.desk.model.acting
    assert Pause(acting, windowed=True) in made.effects
    assert "yours: Claim a dragon" in made.text()
    made.see(Due(acting))
    assert [effect.move.kind for effect in made.effects if isinstance(effect, Make)] == ["claim"]


def test_who_gives_up_an_instant_win_is_asked_and_answers_no_sooner(table: Callable[..., Any]) -> None:
    made = table(hands=DRAGONS, claims=True).ask()
    assert made.labels()[0] == "Play on"
    assert made.press("1") == []
    assert "You hold what wins this hand at once." in made.text()
    assert made.press("enter") == []
    assert made.desk.panel is None
    made.press("1")
    assert made.press("2") == []
    assert "yours: Play on" in made.text()
    made.see(Due(made.desk.model.acting))
    assert [effect.move.kind for effect in made.effects if isinstance(effect, Make)] == ["no_claim"]


def test_the_question_closes_when_all_have_answered(table: Callable[..., Any]) -> None:
    """Who is still thinking about it answers what wins, and has nothing left to confirm."""
    made = table(hands=DRAGONS, claims=True).ask()
    made.press("1")
    assert made.desk.panel.kind == "confirm"
    made.see(Due(made.desk.model.acting))
    assert [effect.move.kind for effect in made.effects if isinstance(effect, Make)] == ["claim"]
    assert made.desk.panel is None
    assert made.press("2") == []


def test_who_holds_none_has_nothing_to_do_and_answers_no_sooner(table: Callable[..., Any]) -> None:
    made = table(claims=True).ask()
    acting = made.desk.model.acting
    assert made.effects == [Pause(acting, windowed=True)]
    assert "You hold nothing to claim. All answer in a moment; yours: Play on." in made.text()
    assert made.press("enter") == []
    assert not any(isinstance(effect, Make) for effect in made.effects)
    made.see(Due(acting))
    assert [effect.move.kind for effect in made.effects if isinstance(effect, Make)] == ["no_claim"]


# -- decided before one's turn ---------------------------------------------------------------------------------------


def test_cards_that_make_nothing_cannot_be_decided_on(table: Callable[..., Any]) -> None:
    made = table(seat=3)
    play(made, 0, "3S")
    choose(made, "TH JH")
    assert made.labels() == []
    assert "Two cards in a row are nothing yet" in made.text()
    made.press("enter")
    assert made.desk.prepared is None
    choose(made, "TH")
    assert made.labels() == ["On your turn: Single 10♥"]


def test_what_was_decided_on_can_be_changed_for_something_else(table: Callable[..., Any]) -> None:
    made = table(seat=3)
    play(made, 0, "3S")
    choose(made, "KD")
    made.press("enter")
    made.press("abcdefghijklm"[made.desk.hand.index(cards("AH")[0])])
    assert made.labels() == ["On your turn: Single A♥", "Take back: Single K♦"]
    assert fan_of(made.desk).chosen == set(cards("AH"))
    made.press("enter")
    assert made.desk.prepared.cards == set(cards("AH"))
    made.press("a", "e")
    assert made.labels() == ["Take back: Single A♥"]
    assert "These cards make nothing together" in made.text()
    made.press("1")
    assert made.desk.prepared is None


def test_cards_that_were_decided_on_are_played_after_the_pause(table: Callable[..., Any]) -> None:
    made = table(seat=3)
    play(made, 0, "3S")
    choose(made, "KD")
    made.press("enter")
    play(made, 1)
    play(made, 2)
    assert made.effects[-1] == Pause(made.desk.model.acting)
    desk, (effect,) = see(made.desk, Due(made.desk.model.acting))
    assert desk.sent
    assert isinstance(effect, Make)
    assert [made.dealer.faces[slot] for slot in effect.move.shows] == cards("KD")


@pytest.mark.parametrize(
    ("options", "note"),
    [
        ({}, "passed until the table is cleared"),
        ({"passed_may_bomb": True}, "passed, but may bomb"),
        ({"pass_lock": False}, "passed"),
    ],
)
def test_ones_own_pass_says_how_long_it_lasts(table: Callable[..., Any], options: Any, note: str) -> None:
    made = table(seat=1, instant_wins=(), **options)
    play(made, 0, "3S")
    play(made, 1)
    for size in ((60, 20), (80, 24)):
        assert f"You · 0 points · {note}" in made.text(*size)
    play(made, 2, "3D")
    assert ("0 points · passed" in made.text()) == (note != "passed")


def test_who_has_passed_can_decide_on_no_further_pass(table: Callable[..., Any]) -> None:
    made = table(seat=1)
    play(made, 0, "3S")
    play(made, 1)
    assert made.labels() == []
    free = table("open_passing", seat=1)
    play(free, 0, "3S")
    play(free, 1)
    assert free.labels() == ["On your turn: Pass"]


# -- piles and ends --------------------------------------------------------------------------------------------------


def test_the_last_play_of_who_is_out_is_not_said_to_be_beaten_by_a_lead(table: Callable[..., Any]) -> None:
    made = table(hands=DRAGONS, seat=2, instant_wins=())
    play(made, 0, "3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC")
    for seat in (1, 2, 3):
        play(made, seat)
    play(made, 0, "2S")
    for seat in (1, 2, 3):
        play(made, seat)
    assert "Nobody beat 2♠, from Ann." in made.text()
    play(made, 1, "2C")
    assert "To beat, from Bob: a single card" in made.text()
    assert "Ann 2♠" not in made.text()


def test_the_pile_can_be_seen_once_more(table: Callable[..., Any]) -> None:
    made = table(seat=3)
    play(made, 0, "3S 4C 5D")
    play(made, 1, "6D 7S 8D")
    play(made, 2)
    made.press("f5")
    assert "The last play" in made.text()
    made.press("escape")
    assert [seat for seat, _ in made.desk.layout.last(made.desk.view)] == [0, 1]
    play(made, 3)
    play(made, 0)
    assert [seat for seat, _ in made.desk.layout.last(made.desk.view)] == [0, 1]


def test_a_table_that_is_over_asks_for_nothing(table: Callable[..., Any]) -> None:
    made = table("duel", hands=DRAGONS[:2], instant_wins=())
    play(made, 0, "3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC")
    play(made, 1)
    play(made, 0, "2S")
    assert "The last play, from you: a single card" in made.text()
    assert "To beat" not in made.text()


def test_the_question_for_another_match_says_how_this_one_ended(table: Callable[..., Any]) -> None:
    made = table("duel", hands=DRAGONS[:2], instant_wins=(), target=3)
    play(made, 0, "3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC")
    play(made, 1)
    play(made, 0, "2S")
    made.see(MatchOver(made.rules.settle(made.match, made.state.next)))
    text = made.text()
    assert "You win the hand: 3 points." in text
    assert "Money: you +1, Bob -1." in text
    assert "The match is over, and you win it. Each loser pays 1." in text
    assert "Do you want another match" in text
    made.press("1")
    made.seal()
    assert made.desk.panel is None


def test_the_next_match_begins_without_points(table: Callable[..., Any]) -> None:
    made = table("duel", hands=DRAGONS[:2], instant_wins=(), target=3)
    play(made, 0, "3S 4C 5D 6H 7S 8S 9C TD JH QH KC AC")
    play(made, 1)
    play(made, 0, "2S")
    made.seal()
    made.press("enter")
    assert "You · 3 points" in made.text()
    made.match = made.genesis.terms.match(2)
    made.deal()
    assert "You · 0 points" in made.text()


def test_claims_are_seen_in_the_middle(table: Callable[..., Any]) -> None:
    made = table(hands=DRAGONS, claims=True, seat=1)
    moves = {at: Move("no_claim") for at in (0, 1, 3)}
    made.play({**moves, 2: next(made.rules.legal(made.state, 2, made.dealer.known[2]))})
    assert "Cleo claims a dragon: 3♦ 4♦ 5♣" in " ".join(rows(made))
    assert "may be claimed" not in made.text()


# -- bombs under other options ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "led", "needed"),
    [
        ({}, "2S 2D", "It takes a pair above 2♠ 2♦, or four or more pairs in a row"),
        ({"bomb_order": "southern"}, "2S 2D", "or four of a kind, or four or more pairs in a row: choose cards"),
        ({}, "9S 9C 9D 9H", "It takes a higher four of a kind: choose cards, or 0 passes."),
        ({"bomb_order": "longer_runs"}, "9S 9C 9D 9H", "It takes a higher four of a kind: choose cards"),
        ({"bomb_order": "southern"}, "9S 9C 9D 9H", "It takes a higher four of a kind, or a higher bomb: choose"),
        ({}, "2S", "It takes a card above 2♠, or a bomb: choose cards, or 0 passes."),
    ],
)
def test_what_beats_twos_and_bombs(table: Callable[..., Any], options: Any, led: str, needed: str) -> None:
    made = table(hands=BOMBERS, seat=1, instant_wins=(), **options)
    lead(made, led)
    assert needed in " ".join(rows(made))


def test_who_has_passed_is_asked_for_a_bomb_alone(table: Callable[..., Any]) -> None:
    made = table(hands=BOMBERS, seat=1, instant_wins=(), passed_may_bomb=True)
    play(made, 0, "3S")
    play(made, 1)
    play(made, 2)
    play(made, 3, "KH")
    play(made, 0, "2S")
    assert "It takes a bomb: choose cards, or 0 passes." in made.text()
    choose(made, "2C")
    assert offers(made.desk).why == "You have passed, so only a bomb is open to you; play one or pass."


def test_nothing_beats_the_highest_run_with_a_two(table: Callable[..., Any]) -> None:
    made = table(hands=BOMBERS, seat=0, instant_wins=(), twos_high_in_sequences=True)
    play(made, 0, "3S")
    play(made, 1)
    play(made, 2)
    play(made, 3, "KH")
    play(made, 0)
    play(made, 3, "QH KD AD 2H")
    assert "Nothing beats Q♥ K♦ A♦ 2♥: 0 passes." in made.text()
    choose(made, "9S 9C 9D 9H")
    assert offers(made.desk).why == "Nothing beats Q♥ K♦ A♦ 2♥."


def test_the_rules_write_cards_as_this_screen_does(table: Callable[..., Any]) -> None:
    made = table()
    made.press("f8")
    said = " ".join(piece.text.strip() for row in content(made.desk, 70).rows for piece in row)
    assert "so 3♠ is the lowest card of all and 2♥ the highest" in said
