"""The sentences of Pitch: what happens, what can be done, how it is typed, how it stands. See `cli.words`."""

from collections.abc import Mapping

from cli.language import Count, Texts
from cli.words import pitch_points
from cli.words.base import Choice
from cli.words.points import PointsWords
from cli.words.typed import Alias
from cli.words.view import Sentence, Template

NEWS: Mapping[str, Template] = Texts(
    {
        "bid": Sentence("You bid {amount}.", "{name} bids {amount}."),
        "moon": Sentence("You shoot the moon!", "{name} shoots the moon!"),
        "pass": Sentence("You pass.", "{name} passes."),
        "redeal": "Nobody has bid: the hand is void.",
        "trump": Sentence("You name {suit} trump.", "{name} names {suit} trump."),
        "call": Sentence(
            "You call {card}: whoever was dealt it is your partner.",
            "{name} calls {card}: whoever was dealt it is the partner.",
        ),
        "blind": Sentence("You take up the blind, {cards}.", "{name} takes up the blind, {cards}."),
        "show_called": Sentence("You show the called card, {card}.", "{name} shows the called card, {card}."),
        "partner": Sentence("You are the partner of {bidder}.", "{name} is the partner of {bidder}."),
        "partner yours": "{name} is your partner.",
        "discard": Sentence("You throw away {cards}.", "{name} throws away {cards} and keeps {kept}."),
        "discard nothing": Sentence("You keep all your cards.", "{name} keeps all {kept}."),
        "throw": Sentence(
            "You throw away {cards}, and open on the table {thrown}.",
            "{name} throws away {cards}, and open on the table {thrown}.",
        ),
        "draw": Sentence("You draw {cards} from the stock.", "{name} draws {cards} from the stock."),
        "take": Sentence("You take {taken} from the table.", "{name} takes {taken} from the table."),
        "take and draw": Sentence(
            "You take {taken} from the table and draw {cards} from the stock.",
            "{name} takes {taken} from the table and draws {cards} from the stock.",
        ),
        "rest": Sentence("You take the rest of the stock, {cards}.", "{name} takes the rest of the stock, {cards}."),
        "rest passed": Sentence(
            "{bidder} hands you the rest of the stock, {cards}.",
            "{bidder} hands {name} the rest of the stock, {cards}, unseen.",
        ),
        "rest handed": "You hand {name} the rest of the stock, {cards}, unseen.",
        "burn": Sentence("You burn {cards}.", "{name} burns {cards}."),
        "lead": Sentence("You lead {card}.", "{name} leads {card}."),
        "play": Sentence("You play {card}.", "{name} plays {card}."),
        "trick": Sentence("You win the trick{gain}{kept}.", "{name} wins the trick{gain}{kept}."),
        "out": Sentence("You are out of trumps.", "{name} is out of trumps."),
        "missing": "The first trick ended without {card}: all prove that they do not hold it.",
        "score": "",
        "absent": Sentence("You are out of this hand.", "{name} has gone and is out of this hand."),
    }
)
FIELDS: Mapping[str, tuple[str, ...]] = {
    "bid": ("amount",),
    "call": ("card",),
    "show_called": ("card",),
    "missing": ("card",),
}
CHOICES: Mapping[str, Choice] = Texts(
    {
        "bid": Choice("Bid so many points"),
        "moon": Choice("Shoot the moon"),
        "pass": Choice("Pass"),
        "trump": Choice("Name trump", "{suit} ({holding})"),
        "call": Choice("Call", "{called}"),
        "show_called": Choice("Show {cards}, the called card"),
        "not_mine": Choice("Say that you do not hold the called card"),
        "lack_called": Choice("Prove that you do not hold the called card"),
        "discard": Choice("Throw away all but trumps: {cards}"),
        "discard nothing": Choice("Keep all your cards"),
        "throw one": Choice("Throw away also", "{trumps}"),
        "throw more": Choice("Throw away also several trumps", "{trumps}"),
        "take": Choice("Take", "{cards}"),
        "take and draw": Choice("Draw {value} and take", "{cards}"),
        "draw": Choice("Draw {value} from the stock"),
        "take nothing": Choice("Take nothing from the table"),
        "take_rest": Choice("Take the rest of the stock, {rest}, unseen"),
        "pass_rest": Choice("Hand it to {partner}, unseen"),
        "burn": Choice("Burn the least of them: {cards}"),
        "burn other": Choice("Burn others", "{cards}"),
        "lead": Choice("Lead", "{cards}"),
        "play": Choice("Play", "{cards}"),
        "out": Choice("Say that you are out of trumps"),
    }
)
RARE = frozenset({"throw more", "burn other"})
ALIASES: Mapping[str, Alias] = {
    "shoot": Alias("moon"),
    "shoot moon": Alias("moon"),
    "bid moon": Alias("moon"),
    "name": Alias("trump"),
    **{
        f"{start}{word}": Alias("trump", suit)
        for suit, words in {
            "C": ("clubs", "club", "♣"),
            "D": ("diamonds", "diamond", "♦"),
            "H": ("hearts", "heart", "♥"),
            "S": ("spades", "spade", "♠"),
        }.items()
        for word in words
        for start in ("", "trump ", "name ")
    },
    "throw": Alias("discard"),
    "keep": Alias("discard"),
    "draw": Alias("refill"),
    "fill": Alias("refill"),
    "rest": Alias("take_rest"),
    "give rest": Alias("pass_rest"),
    "hand rest": Alias("pass_rest"),
    "give": Alias("pass_rest"),
    "lead": Alias("play"),
}
PHASE_ALIASES: Mapping[str, Mapping[str, Alias]] = {
    "trump": {suit.lower(): Alias("trump", suit) for suit in "CDHS"},
    "refill": {"take": Alias("refill")},
    "rest": {"take": Alias("take_rest"), "pass": Alias("pass_rest")},
}
"""Words that mean something in one phase only."""
HELP: Mapping[str, str] = Texts(
    {
        "bid": "bid 6: your side will take so many points.",
        "moon": "moon: your side will take every point.",
        "pass": "pass: do not bid.",
        "trump": "trump hearts: name the trump suit.",
        "call": "call JS: call the trump whose holder will be your partner.",
        "show_called": "show called: show the called card.",
        "not_mine": "not mine: say that you do not hold the called card.",
        "lack_called": "lack called: prove that you do not hold the called card.",
        "discard": "discard: throw away what is no trump; discard 5H: throw away the trump 5H as well.",
        "refill": "refill: draw up to six cards; take JS: take a thrown trump that lies open, and draw the others.",
        "take_rest": "take rest: take what is left of the stock, unseen.",
        "pass_rest": "pass rest: hand it to your partner, unseen.",
        "burn": "burn 4H 5H: take these trumps out of the hand, down to six cards.",
        "play": "play JS: play a trump; the word play may be left out.",
        "out": "out: say that you have no trump left.",
    }
)
OUTCOMES: Mapping[str, str] = Texts(
    {
        "redeal": "The hand is void: the cards are dealt again by the next dealer.",
        "abandoned": "The hand is abandoned and does not count.",
    }
)
SUITS: Mapping[str, str] = Texts({"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"})
COUNTS: Mapping[str, Count] = {**PointsWords.COUNTS, "trump": Count("{n} trump", "{n} trumps")}
LINES: Texts[Template] = (
    PointsWords.LINES
    | pitch_points.LINES
    | Texts(
        {
            "gained": "You get {cards}.",
            "dead": "Your hand: {cards}; no trumps: {dead}.",
            "all dead": "Your hand holds no trump: {dead}.",
            "holding": "{n} held",
            "point of": "{card} ({points})",
            "dealer": Sentence("You deal.", "{name} deals."),
            "bids": "Bids so far: {bids}.",
            "no bids": "Nobody has bid yet.",
            "you have to": "Nobody has bid, so you as the dealer have to.",
            "bid moon": "{who} the moon",
            "bid none": "{who} passed",
            "bid so much": "{who} {amount}",
            "bidder": Sentence("You bid {bid}.", "{name} bid {bid}."),
            "bidder trump": Sentence("You bid {bid}; {suit} are trump.", "{name} bid {bid}; {suit} are trump."),
            "the moon": "the moon",
            "called": "Called: {card}.",
            "partner": "Called: {card}; {partner} is the partner.",
            "you are partner": "Called: {card}; you are the partner.",
            "thrown": "Open on the table: {cards}.",
            "thrown by": "{card} thrown by {who}",
            "stock": "Stock: {cards}.",
            "trick": "This trick: {plays}.",
            "played": "{who} {card}",
            "you lead": "You lead.",
            "taken": "Points taken: {taken}.",
            "side took": "{side} {n}",
            "holds out": "{name} is out of trumps.",
            "must burn": Sentence("You burn {cards}.", "{name} has {cards} to burn."),
            "gain": " and {points}",
            "keeps": Sentence("; you keep {points} for {card}", "; {name} keeps {points} for {card}"),
            "none open": "{card} does not lie open for you to take.",
        }
    )
)
