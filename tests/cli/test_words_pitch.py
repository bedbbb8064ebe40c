"""What a player of Pitch reads and types: whole hands, line by line."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cli import presenter
from cli.words import NotUnderstood, View, Words, words_of
from cli.words.pitch_page import paragraphs
from engine.contract import IllegalMove, Move
from engine.games import rules_of

HANDS = (
    "AH KH JH 3H 4C 5C 6C 7C 8C",
    "TH JD QH 4S 5S 6S 7S 8S 9S",
    "2H 8H JR 9H 6H 3D 4D 5D 6D",
    "4H 5H JB 7H 7D 8D 9D TD QD",
)
STOCK = "2C 3C 2S 3S 2D 9C TC JC TS JS QC KC AC QS KS AS KD AD"
"""Hearts are the trump, Ann bids; the tricks are the example of the rules page, section 6.2."""
TRICKS = (
    "AH TH 2H 4H",
    "KH JD 8H 5H",
    "JH QH JR JB",
)


@pytest.fixture
def words() -> Words:
    return words_of("pitch")


@pytest.fixture
def table(evening: Callable[..., Any], deal: Callable[..., Any]) -> Callable[..., Any]:
    """Cards dealt by the last seat from HANDS and STOCK, or others; `seat` is whose view it is."""

    def make(
        *presets: str, hands: Sequence[str] = HANDS, stock: str = STOCK, seat: int = 0, stake: int = 1, **options: Any
    ) -> Any:
        made = evening("pitch", *presets, seats=len(hands), seat=seat, stake=stake, **options)
        made.take()
        made.begin(deal(hands, stock, len(hands) - 1))
        return made

    return make


def look(made: Any, seat: int) -> View:
    """What this seat sees, with its own cards."""
    s = made.state
    faces = {slot: card for slot, card in made.faces.items() if slot in s.held[seat] or slot in s.open}
    return replace(made.model.look(s, faces), seat=seat)


def act(made: Any, *typed: str) -> None:
    """Let whoever is to move type this, one after the other."""
    for text in typed:
        seat = made.state.next.seats[0]
        made.play_all({seat: words_of("pitch").parse(look(made, seat), text)})


def listed(made: Any, *, everything: bool = False) -> list[str]:
    """The list of moves of whoever is to move."""
    view = look(made, made.state.next.seats[0])
    moves = presenter.in_order(words_of("pitch"), view, view.rules.legal(view.state, view.seat, view.faces))
    return presenter.menu(words_of("pitch"), view, moves, everything=everything)


def bid_and_discard(made: Any, bid: str = "bid 5") -> None:
    act(made, bid, "pass", "pass", "pass", "hearts", "discard", "discard", "discard", "discard")


def play_example(made: Any) -> None:
    """From the first draw to the end of the example."""
    act(made, "draw", "draw", "draw", "draw", "take rest", "discard")
    for trick in TRICKS:
        act(made, *trick.split())
    act(made, "out", "9H", "7H", "3H", "6H", "out", "out")


# -- what happens --------------------------------------------------------------------------------------------------


def test_bids_and_the_trump(table: Callable[..., Any]) -> None:
    made = table(seat=1)
    assert made.take() == ["Hand 1.", "You are dealt JD QH TH 9S 8S 7S 6S 5S 4S."]
    act(made, "bid 5", "pass", "bid 6", "moon", "spades")
    assert made.take() == [
        "Ann bids 5.",
        "You pass.",
        "Cleo bids 6.",
        "Dan shoots the moon!",
        "Dan names spades trump.",
    ]


def test_discards_draws_and_the_rest(table: Callable[..., Any]) -> None:
    made = table(seat=1)
    bid_and_discard(made)
    act(made, "draw", "draw", "draw", "draw", "give")
    said = made.take()
    assert said[said.index("Ann names hearts trump.") + 1 :] == [
        "Ann throws away 5 cards and keeps 4 trumps.",
        "You throw away 9S 8S 7S 6S 5S 4S.",
        "Cleo throws away 4 cards and keeps 5 trumps.",
        "Dan throws away 5 cards and keeps 4 trumps.",
        "Ann draws 2 cards from the stock.",
        "You draw 3 cards from the stock.",
        "You get 2D 3S 2S.",
        "Cleo draws 1 card from the stock.",
        "Dan draws 2 cards from the stock.",
        "Ann hands Cleo the rest of the stock, 10 cards, unseen.",
    ]


def test_the_rest_as_its_receivers_are_told(table: Callable[..., Any]) -> None:
    for seat, command, line in (
        (0, "take the rest", "You take the rest of the stock, 10 cards."),
        (0, "pass rest", "You hand Cleo the rest of the stock, 10 cards, unseen."),
        (2, "pass", "Ann hands you the rest of the stock, 10 cards."),
        (3, "take", "Ann takes the rest of the stock, 10 cards."),
    ):
        made = table(seat=seat)
        bid_and_discard(made)
        act(made, "draw", "draw", "draw", "draw")
        made.take()
        act(made, command)
        assert made.take()[0] == line


def test_tricks_and_the_kept_two(table: Callable[..., Any]) -> None:
    made = table(seat=2)
    bid_and_discard(made)
    act(made, "draw", "draw", "draw", "draw", "take rest", "discard")
    made.take()
    act(made, *TRICKS[0].split(), *TRICKS[1].split(), *TRICKS[2].split(), "out", "9H", "7H", "3H", "6H", "out")
    assert made.take() == [
        "Ann leads AH.",
        "Bob plays TH.",
        "You play 2H.",
        "Dan plays 4H.",
        "Ann wins the trick and 2 points; you keep 1 point for 2H.",
        "Ann leads KH.",
        "Bob plays JD.",
        "You play 8H.",
        "Dan plays 5H.",
        "Ann wins the trick and 1 point.",
        "Ann leads JH.",
        "Bob plays QH.",
        "You play JR.",
        "Dan plays JB.",
        "Bob wins the trick and 3 points.",
        "Bob is out of trumps.",
        "You lead 9H.",
        "Dan plays 7H.",
        "Ann plays 3H.",
        "You win the trick and 3 points.",
        "You lead 6H.",
        "Dan is out of trumps.",
        "You win the trick.",
    ]


def test_thrown_trumps_are_told_and_can_be_taken(table: Callable[..., Any], words: Words) -> None:
    made = table(seat=0)
    act(made, "bid 5", "pass", "pass", "pass", "hearts")
    made.take()
    act(made, "throw 3h", "discard qh", "discard", "discard")
    assert made.take() == [
        "You throw away 8C 7C 6C 5C 4C, and open on the table 3H.",
        "Bob throws away 6 cards, and open on the table QH.",
        "Cleo throws away 4 cards and keeps 5 trumps.",
        "Dan throws away 5 cards and keeps 4 trumps.",
    ]
    assert words.turn(look(made, 0)) == [
        "You bid 5; hearts are trump.",
        "Open on the table: 3H thrown by you, QH thrown by Bob.",
        "Stock: 18 cards.",
        "Your hand: AH KH JH.",
    ]
    assert listed(made) == ["1 Draw 2 and take QH.", "2 Draw 3 from the stock."]
    act(made, "take qh")
    assert listed(made) == ["1 Draw 3 and take 3H.", "2 Draw 4 from the stock."]
    act(made, "refill 4")
    assert listed(made) == ["1 Take 3H.", "2 Draw 1 from the stock."]
    act(made, "3h")
    assert made.take() == [
        "You take QH from the table and draw 2 cards from the stock.",
        "You get 3C 2C.",
        "Bob draws 4 cards from the stock.",
        "Cleo takes 3H from the table.",
    ]


def test_burned_cards(table: Callable[..., Any]) -> None:
    hands = ("AH KH JH 3H 4H 5H 6H 7H 8H", HANDS[1], "2H JR 9H 3D 4D 5D 6D 7C 8C", "JB 7D 8D 9D TD QD 4C 5C 6C")
    made = table(seat=0, hands=hands)
    bid_and_discard(made)
    act(made, "draw", "draw", "draw", "take rest", "discard")
    made.take()
    assert listed(made) == [
        "1 Burn the least of them: 6H 5H 4H.",
        "Burn others: 83 ways.",
        "Type more to see all, or name the cards.",
    ]
    with pytest.raises(IllegalMove, match="Burn exactly 3"):
        act(made, "burn 4h 5h")
    act(made, "4h 5h 6h")
    assert made.take() == ["You burn 6H 5H 4H."]
    hidden = table(seat=1, hands=hands, burn_show="hidden")
    bid_and_discard(hidden)
    act(hidden, "draw", "draw", "draw", "take rest", "discard")
    with pytest.raises(IllegalMove, match="Burn exactly 3"):
        act(hidden, "burn 4h 5h")
    hidden.take()
    act(hidden, "burn 3h 4h 5h")
    assert hidden.take() == ["Ann burns 3 cards."]


def test_thrown_trumps_are_told_by_who_threw_them(table: Callable[..., Any]) -> None:
    made = table(seat=3)
    act(made, "bid 5", "pass", "pass", "pass", "hearts", "discard 3H JH", "discard TH QH")
    shown = words_of("pitch").table(look(made, 3))
    assert "Open on the table: JH 3H thrown by Ann, QH TH thrown by Bob." in shown


# -- the result ----------------------------------------------------------------------------------------------------


def test_a_made_bid_and_where_each_point_went(table: Callable[..., Any]) -> None:
    made = table(seat=0)
    bid_and_discard(made)
    play_example(made)
    assert made.seal() == [
        "The hand goes to you and Cleo: the bid of 5 is made, with 7 points.",
        "Taken by you and Cleo: AH, TH, 2H (kept), JD, 3H (3); 7 points.",
        "Taken by Bob and Dan: JH, JR, JB; 3 points.",
        "Scored for points taken: you and Cleo +7, Bob and Dan +3.",
        "Scores: you and Cleo 7, Bob and Dan 3; the match goes to 52.",
    ]


def test_a_set_bid(table: Callable[..., Any]) -> None:
    made = table(seat=1)
    bid_and_discard(made, "bid 8")
    play_example(made)
    said = made.seal()
    assert said[0] == "The hand goes to you and Dan: the bid of 8 by Ann and Cleo is set, with 7 points."
    assert said[-3:] == [
        "Lost with the bid: Ann and Cleo -8.",
        "Scored for points taken: you and Dan +3.",
        "Scores: Ann and Cleo -8, you and Dan 3; the match goes to 52.",
    ]


@pytest.mark.parametrize(
    ("options", "scored"),
    [
        (
            {"made_scores": "bid"},
            ["Scored for the bid: you and Cleo +5.", "Scored for points taken: Bob and Dan +3."],
        ),
        (
            {"defenders_score": False},
            [
                "The other side scores nothing at this table: Bob and Dan 0.",
                "Scored for points taken: you and Cleo +7.",
            ],
        ),
        ({"dirty": True}, ["Scored for points taken: you and Cleo +7, Bob and Dan +3."]),
    ],
)
def test_what_is_scored_and_why_follows_the_options(
    table: Callable[..., Any], options: dict[str, Any], scored: list[str]
) -> None:
    made = table(seat=0, **options)
    bid_and_discard(made)
    play_example(made)
    said = made.seal()
    assert said[3:-1] == scored


@pytest.mark.parametrize(
    ("options", "ending"),
    [
        ({}, "That loses the match."),
        ({"moon_fail": "set"}, "Lost with the bid: you and Cleo -10."),
    ],
)
def test_a_lost_moon(table: Callable[..., Any], options: dict[str, Any], ending: str) -> None:
    made = table(seat=0, **options)
    bid_and_discard(made, "moon")
    play_example(made)
    said = made.seal()
    assert said[0] == "The hand goes to Bob and Dan: the moon of you and Cleo is lost, with 7 of 10 points."
    assert said[3] == ending


@pytest.mark.parametrize(
    ("both", "why"),
    [
        ("bidder", "More than one side has reached 3: the bidder's comes first."),
        ("higher", "More than one side has reached 3: the highest score wins."),
    ],
)
def test_why_one_of_two_sides_at_the_target_wins(table: Callable[..., Any], both: str, why: str) -> None:
    made = table(seat=0, target=3, both_reach=both)
    bid_and_discard(made)
    play_example(made)
    assert made.seal()[-2] == why
    alone = table(seat=0, target=7, both_reach=both)
    bid_and_discard(alone)
    play_example(alone)
    assert not any("reached" in line for line in alone.seal())


def test_a_match_ends_with_its_stakes(table: Callable[..., Any]) -> None:
    made = table(seat=2, target=7, stake=10)
    bid_and_discard(made)
    play_example(made)
    assert made.seal()[-3:] == [
        "Scores: you and Ann 7, Bob and Dan 3; the match goes to 7.",
        "Money: Ann +10, Bob -10, you +10, Dan -10.",
        "The match is over, and you and Ann win it. Each loser pays 10, which the winners share.",
    ]


MOON = (
    "AH KH QH JH JD JR JB TH 9H",
    "2C 3C 4C 5C 6C 7C 8C 9C TC",
    "3H 2H 8H 7H 2S 3S 4S 5S 6S",
    "2D 3D 4D 5D 6D 7D 8D 9D TD",
)
"""Ann holds nine trumps, Cleo four; three more are at the bottom of the stock."""


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "Burned, for nobody: TH; 1 point."),
        ({"burn_show": "hidden"}, "Burned, for nobody: TH; 1 point."),
        ({"burn_show": "hidden", "seat": 1}, "Burned unseen or never played, for nobody: 1 point."),
    ],
)
def test_points_that_nobody_has(table: Callable[..., Any], options: dict[str, Any], told: str) -> None:
    made = table(hands=MOON, stock="AD QD KD AC JC QC KC AS 7S 8S 9S TS JS QS KS 4H 5H 6H", **options)
    bid_and_discard(made, "moon")
    act(made, "draw", "draw", "draw", "pass rest", "discard", "burn kh th 9h", "burn 4h")
    play_on(made)
    said = made.seal()
    assert " is lost, with " in said[0]
    assert told in said


def play_on(made: Any) -> None:
    """Let everybody make the first legal move until the hand is over."""
    while made.state.phase == "play":
        seat = made.state.next.seats[0]
        made.play_all({seat: next(made.rules.legal(made.state, seat, made.faces))})


def fill_up(made: Any) -> None:
    """Draw from the stock, take no thrown trump, and let the bidder have the rest."""
    while made.state.phase in ("refill", "rest", "rest_discard"):
        need = 6 - len(made.state.held[made.state.next.seats[0]])
        typed = {"refill": f"refill {min(need, len(made.state.stock))}", "rest": "take", "rest_discard": "discard"}
        act(made, typed[made.state.phase])


@pytest.mark.parametrize(
    ("options", "ending"),
    [
        ({}, "A score above zero goes to 52, a score of zero to 52, one below zero to zero."),
        ({"moon_at_zero": "zero"}, "A score above zero goes to 52, a score of zero to 0, one below zero to zero."),
        ({"moon_success": "win_match"}, "That wins the match."),
    ],
)
def test_a_made_moon(table: Callable[..., Any], options: dict[str, Any], ending: str) -> None:
    hands = (
        "AH KH QH JH JD JR 4C 5C 6C",
        "2C 3C 7C 8C 9C TC JC QC KC",
        "3H 2H TH JB 9H 2S 3S 4S 5S",
        "2D 3D 4D 5D 6D 7D 8D 9D TD",
    )
    made = table(hands=hands, stock="6S 7S 8S 9S TS JS QS KS AS AC QD KD AD 8H 7H 6H 5H 4H", **options)
    bid_and_discard(made, "moon")
    act(made, "draw", "draw", "draw", "take", "discard", "burn 4h 5h 6h 7h 8h")
    play_on(made)
    said = made.seal()
    assert said[0] == "The hand goes to you and Cleo: the moon is made, with all 10 points."
    assert ending in said


def test_unclaimed_trumps_count_for_the_throwers_opponents(table: Callable[..., Any]) -> None:
    made = table(seat=1)
    act(made, "bid 5", "pass", "pass", "pass", "hearts", "discard", "discard th", "discard", "discard")
    fill_up(made)
    play_on(made)
    assert "You threw TH away and nobody took it: it counts for Ann and Cleo." in made.seal()


def test_dead_trumps_count_for_nobody(table: Callable[..., Any]) -> None:
    made = table(seat=1, thrown_trump="dead")
    act(made, "bid 5", "pass", "pass", "pass", "hearts", "discard", "discard th", "discard", "discard")
    fill_up(made)
    play_on(made)
    assert "Thrown away, for nobody: TH; 1 point." in made.seal()


def test_a_void_hand(table: Callable[..., Any]) -> None:
    made = table(all_pass="redeal")
    made.take()
    act(made, "pass", "pass", "pass", "pass")
    assert made.take()[-1] == "Nobody has bid: the hand is void."
    assert made.seal() == ["The hand is void: the cards are dealt again by the next dealer."]


# -- five seats ----------------------------------------------------------------------------------------------------

FIVE = (
    "AH KH QH 3H 9H 2C 3C 4C 5C 6C",
    "JH TH 8H 2S 3S 4S 5S 6S 7S 8S",
    "JD 2H 7H 3D 4D 5D 6D 7D 8D 9D",
    "JR 6H 7C 8C 9C TC JC QC KC AC",
    "JB 5H 9S TS JS QS KS AS 2D TD",
)


@pytest.fixture
def five(evening: Callable[..., Any], deal: Callable[..., Any]) -> Callable[..., Any]:
    """The same for five; Eve deals. The blind holds 4H and three spare cards."""

    def make(seat: int = 0, **options: Any) -> Any:
        made = evening("pitch", "five_handed", seats=5, seat=seat, **options)
        made.take()
        made.begin(deal(FIVE, "4H QD KD AD", 4))
        return made

    return make


def test_the_called_partner(five: Callable[..., Any], words: Words) -> None:
    made = five(seat=1)
    act(made, "bid 6", "pass", "pass", "pass", "pass", "hearts")
    made.take()
    assert listed(made) == [
        "Call: 1 JH (1), 2 JD (1), 3 JR (1), 4 JB (1), 5 TH (1), 6 8H, 7 7H, 8 6H, 9 5H, 10 4H, 11 2H (1)."
    ]
    act(made, "jh")
    assert made.take() == [
        "Ann calls JH: whoever was dealt it is the partner.",
        "Ann takes up the blind, 4 cards.",
    ]
    assert words.table(look(made, 1))[1:3] == ["Ann bid 6; hearts are trump.", "Called: JH."]
    act(made, "discard", "discard", "discard", "discard", "discard")
    made.take()
    act(made, "AH", "JH")
    assert made.take() == ["Ann leads AH.", "You are the partner of Ann.", "You play JH."]
    assert words.table(look(made, 2))[2] == "Called: JH; Bob is the partner."
    assert words.table(look(made, 1))[2] == "Called: JH; you are the partner."
    act(made, "2H", "JR", "JB")
    assert made.take()[-1] == "Ann wins the trick and 4 points; Cleo keeps 1 point for 2H."
    assert "Points taken: Ann 4, you 0, Cleo 1, Dan 0, Eve 0." in words.table(look(made, 1))
    play_on(made)
    said = made.seal()
    assert said[0].startswith("The hand goes to you and Ann: the bid of 6 is made, with ")
    assert said[-2] == "Scored for points taken: Ann +7, you +7, Cleo +3, Dan +3, Eve +3."
    assert said[-1].endswith("; the match goes to 52.")


def test_the_partner_of_ones_own_bid(five: Callable[..., Any]) -> None:
    made = five(seat=0, called_card="announce")
    act(made, "bid 6", "pass", "pass", "pass", "pass", "hearts")
    made.take()
    act(made, "call jh")
    while made.state.phase == "announce":
        moves = {at: next(made.rules.legal(made.state, at, made.faces)) for at in made.state.next.seats}
        made.play_all(moves)
    assert made.take()[:3] == [
        "You call JH: whoever was dealt it is your partner.",
        "Bob shows the called card, JH.",
        "Bob is your partner.",
    ]


def test_a_called_card_that_is_kept_back_and_a_seat_that_goes(five: Callable[..., Any], words: Words) -> None:
    made = five(seat=0)
    act(made, "bid 6", "pass", "pass", "pass", "pass", "hearts", "call jh")
    act(made, "discard", "discard", "discard", "discard", "discard", "AH")
    view = look(made, 0)
    assert words.news(view, ("missing", 0, made.state.called)) == (
        "The first trick ended without JH: all prove that they do not hold it."
    )
    made.take()
    made.state = made.rules.absent(made.state, made.match, (4,))
    assert [words.news(view, piece) for piece in made.state.news] == ["Eve has gone and is out of this hand."]


# -- how it stands -------------------------------------------------------------------------------------------------


def test_bids_so_far(table: Callable[..., Any], words: Words) -> None:
    made = table()
    assert words.turn(look(made, 0)) == ["Nobody has bid yet.", "Your hand: 8C 7C 6C 5C 4C AH KH JH 3H."]
    act(made, "pass", "bid 5", "moon")
    assert words.turn(look(made, 3))[0] == "Bids so far: Ann passed, Bob 5, Cleo the moon."
    assert words.table(look(made, 1)) == [
        "Dan deals.",
        "Bids so far: Ann passed, you 5, Cleo the moon.",
        "Stock: 18 cards.",
        "Ann holds 9 cards.",
        "Cleo holds 9 cards.",
        "Dan holds 9 cards.",
        "Dan is to move.",
    ]


def test_a_dealer_who_has_to_bid(table: Callable[..., Any], words: Words) -> None:
    made = table()
    act(made, "pass", "pass", "pass")
    assert words.turn(look(made, 3))[0] == "Nobody has bid, so you as the dealer have to."
    assert listed(made) == ["Bid so many points: 4, 5, 6, 7, 8, 9, 10.", "11 Shoot the moon."]


def test_a_trick_in_progress(table: Callable[..., Any], words: Words) -> None:
    made = table(seat=2)
    bid_and_discard(made)
    act(made, "draw", "draw", "draw", "draw", "take rest", "discard", *TRICKS[0].split(), "KH", "JD")
    assert words.turn(look(made, 2)) == [
        "This trick: Ann KH, Bob JD. Points taken: you and Ann 3, Bob and Dan 0.",
        "Your hand: JR 9H 8H 6H; no trumps: 9C.",
    ]
    assert listed(made) == ["Play: 1 JR, 2 9H, 3 8H, 4 6H."]
    assert words.table(look(made, 2)) == [
        "Dan deals.",
        "Ann bid 5; hearts are trump.",
        "This trick: Ann KH, Bob JD.",
        "Points taken: you and Ann 3, Bob and Dan 0.",
        "Ann holds 2 cards.",
        "Bob holds 4 cards.",
        "Dan holds 5 cards.",
        "It is your turn.",
    ]
    act(made, "8H", "5H")
    assert words.turn(look(made, 0))[0] == "You lead. Points taken: you and Cleo 4, Bob and Dan 0."
    act(made, "JH", "QH", "JR", "JB")
    assert listed(made) == ["1 Say that you are out of trumps."]
    act(made, "out", "9H")
    assert "Bob is out of trumps." in words.table(look(made, 0))
    assert words.hand(look(made, 1)) == ["Your hand holds no trump: 2D 3S 2S."]


def test_hands_are_sorted_by_trump_order(table: Callable[..., Any], words: Words) -> None:
    made = table(seat=3)
    bid_and_discard(made)
    view = look(made, 3)
    assert words.hand(view) == ["Your hand: JB 7H 5H 4H."]
    assert words.hand(replace(view, sort="rank")) == ["Your hand: 4H 5H 7H JB."]
    inverted = table("inverted", seat=3)
    bid_and_discard(inverted)
    assert words.hand(look(inverted, 3)) == ["Your hand: 4H 5H 7H JB."]


def test_forced_moves_are_automatic_and_free_ones_are_not(table: Callable[..., Any], words: Words) -> None:
    made = table()
    assert not words.automatic(made.state, 0)
    act(made, "bid 5", "pass", "pass", "pass", "hearts")
    assert not words.automatic(made.state, 0)
    act(made, "discard", "discard", "discard", "discard")
    assert words.automatic(made.state, 0)
    act(made, "draw", "draw", "draw", "draw", "take", "discard")
    assert not words.automatic(made.state, 0)
    act(made, *TRICKS[0].split(), *TRICKS[1].split(), *TRICKS[2].split(), "out", "9H", "7H")
    assert words.automatic(made.state, 0)
    refusing = table(thrown_trump="refuse")
    act(refusing, "bid 5", "pass", "pass", "pass", "hearts")
    assert words.automatic(refusing.state, 0)


# -- what is typed -------------------------------------------------------------------------------------------------


def test_bids_are_chosen_by_their_own_number(table: Callable[..., Any], words: Words) -> None:
    made = table()
    view = look(made, 0)
    moves = presenter.in_order(words, view, view.rules.legal(view.state, 0, view.faces))
    numbered = presenter.by_number(words, view, moves)
    assert numbered[7] == Move("bid", value=7)
    assert numbered[11] == Move("moon")
    assert numbered[0] == Move("pass")
    assert listed(made) == ["Bid so many points: 4, 5, 6, 7, 8, 9, 10.", "11 Shoot the moon.", "0 Pass."]


@pytest.mark.parametrize("text", ["trump hearts", "hearts", "trump h", "h", "HEARTS", "name hearts", "trump ♥"])
def test_ways_to_name_the_trump(table: Callable[..., Any], words: Words, text: str) -> None:
    made = table()
    act(made, "bid 5", "pass", "pass", "pass")
    assert words.parse(look(made, 0), text) == Move("trump", value="H")
    assert listed(made) == ["Name trump: 1 clubs (5 held), 2 diamonds (1 held), 3 hearts (4 held), 4 spades (0 held)."]


@pytest.mark.parametrize("text", ["moon", "shoot", "shoot moon", "Shoot the moon", "bid moon"])
def test_ways_to_shoot_the_moon(table: Callable[..., Any], words: Words, text: str) -> None:
    assert words.parse(look(table(), 0), text) == Move("moon")


def test_discards_need_not_name_what_has_to_go(table: Callable[..., Any], words: Words) -> None:
    made = table()
    act(made, "bid 5", "pass", "pass", "pass", "hearts")
    view = look(made, 0)
    assert listed(made) == [
        "1 Throw away all but trumps: 8C 7C 6C 5C 4C.",
        "Throw away also: 2 AH, 3 KH, 4 JH, 5 3H.",
        "Throw away also several trumps: 11 ways.",
        "Type more to see all, or name the cards.",
    ]
    natural = words.parse(view, "discard")
    assert natural == words.parse(view, "keep") == words.parse(view, "discard 4c 5c")
    assert natural.shows == ()
    assert sorted(view.faces[slot].name for slot in natural.slots) == ["4C", "5C", "6C", "7C", "8C"]
    thrown = words.parse(view, "3h kh")
    assert sorted(view.faces[slot].name for slot in thrown.shows) == ["3H", "KH"]
    assert thrown.slots == natural.slots
    assert words.typed(view, thrown) == "discard KH 3H"
    assert words.typed(view, natural) == "discard"


def test_open_discards(table: Callable[..., Any], words: Words) -> None:
    made = table("open_discards", seat=1)
    act(made, "bid 5", "pass", "pass", "pass", "hearts")
    made.take()
    act(made, "discard")
    assert made.take() == ["Ann throws away 8C 7C 6C 5C 4C and keeps 4 trumps."]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("discard 3s", "You do not hold 3S."),
        ("burn 4c", "You cannot burn now."),
        ("discrad", "There is no command 'discrad' here; did you mean discard?"),
    ],
)
def test_what_is_refused_while_discarding(table: Callable[..., Any], words: Words, text: str, sentence: str) -> None:
    made = table()
    act(made, "bid 5", "pass", "pass", "pass", "hearts")
    with pytest.raises((NotUnderstood, IllegalMove)) as refused:
        made.rules.check(made.state, 0, words.parse(look(made, 0), text), made.faces)
    assert str(refused.value) == sentence


def test_the_called_card_is_not_thrown(five: Callable[..., Any], words: Words) -> None:
    made = five()
    act(made, "bid 6", "pass", "pass", "pass", "pass", "hearts", "call jh", "discard")
    with pytest.raises(IllegalMove) as refused:
        act(made, "discard jh")
    assert str(refused.value) == "The called card may not be thrown away."


def test_only_open_trumps_can_be_taken(table: Callable[..., Any], words: Words) -> None:
    made = table()
    act(made, "bid 5", "pass", "pass", "pass", "hearts", "discard 3h", "discard qh", "discard", "discard")
    for text, sentence in (
        ("take 3h", "3H does not lie open for you to take."),
        ("take js", "JS does not lie open for you to take."),
        ("refill", "That can be meant in several ways; for example: refill 2 QH; refill 3."),
    ):
        with pytest.raises(NotUnderstood) as refused:
            words.parse(look(made, 0), text)
        assert str(refused.value) == sentence


def test_help_names_the_moves_of_the_phase(table: Callable[..., Any], words: Words) -> None:
    made = table()
    assert words.help(look(made, 0)) == [
        "bid 6: your side will take so many points.",
        "moon: your side will take every point.",
        "pass: do not bid.",
    ]


# -- the rules page ------------------------------------------------------------------------------------------------


def page(*presets: str, **options: Any) -> str:
    return "\n".join(paragraphs(rules_of("pitch").Options.make(*presets, **options)))


def test_the_page_follows_the_options() -> None:
    plain = page()
    assert "AH(1) KH QH JH(1) JD(1) JR(1) JB(1) TH(1) 9H 8H 7H 6H 5H 4H 3H(3) 2H(1)" in plain
    assert "from 4 to 10" in plain
    assert "52 points win the match." in plain
    assert "a 2 belongs to whoever played it" in plain
    assert "also that of a 2" in page("dirty")
    assert "2H(1) 3H(3)" in page("inverted")
    assert "with 52 cards" in page("eight_point", "no_jokers")
    assert "AD(1)" in page("sixteen_point")
    assert "10 are dealt to each, and 4 lie in the blind" in page("five_handed")
    assert "has to be played to the first trick" in page("five_handed")
    assert "shows it at once" in page("five_handed", called_card="announce")
    assert "may play it at any time" in page("five_handed", called_card="when_played")
    assert "so as to play alone" in page("five_handed", call_own_card=True)
    assert "wins the match" in page("strict_race")
    assert "Only a side that has just made its bid can win it." in page("strict_race")
    assert "They are shown." in page("open_discards")
    assert "Trumps may not be thrown." in page(thrown_trump="refuse")
    assert "their points are lost" in page(thrown_trump="dead")
    assert "the bidder last" in page(refill_order="bidder_last")
    assert "hands it to the partner" not in page(pass_rest=False)
    assert "cards without points first" in page(burn_choice="non_points_first")
    assert "Burned cards stay hidden." in page(burn_show="hidden")
    assert "The others score nothing." in page(defenders_score=False)
    assert "scores its bid" in page(made_scores="bid")
    assert "A lost moon costs 10 points." in page(moon_fail="set")
    assert "moon" not in page(moon=False)
    assert "the cards are dealt again" in page(all_pass="redeal")
    assert "the number that stands" in page(dealer_may_match=True)
    assert "the higher score wins" in page(both_reach="higher")
    assert "played first is the higher" in page(joker_order="first_played")


def test_the_page_is_two_screens_at_most() -> None:
    for preset in rules_of("pitch").Options.presets:
        presets = ("eight_point", preset) if preset == "no_jokers" else (preset,)
        assert len(page(*presets)) < 2 * 24 * 79 * 0.9
