"""What the table asks for in Thirteen, and why chosen cards are not it: for players who still learn the game.

Rules page Thirteen §4, §5. Only what the rules already refuse is explained here; they decide.
"""

from collections import Counter
from itertools import pairwise

from cli.language import TextList, Texts
from cli.words.view import View
from engine.cards import Card
from engine.games.thirteen.combinations import BOMBS, KEY, TWO, Combination, combination
from engine.games.thirteen.state import ThirteenState

LINES: Texts[str] = Texts(
    {
        # what has to be played
        "single": "a card above {top}",
        "pair": "a pair above {cards}",
        "triple": "a triple above {cards}",
        "quad": "a higher four of a kind",
        "sequence": "a run of {count} above {top}",
        "double_sequence": "{count} pairs in a row above {top}",
        "or": "{what}, or {other}",
        "higher bomb": "a higher bomb",
        "on one two": "a bomb",
        "on two twos": "four or more pairs in a row",
        "on two twos southern": "four of a kind, or four or more pairs in a row",
        "on three twos": "five or more pairs in a row",
        # no combination
        "two in a row": "Two cards in a row are nothing yet: a run has three or more.",
        "two pairs": "Two pairs in a row are nothing yet: it takes three or more.",
        "no twos": "A 2 is in no run.",
        "no twos in pairs": "A 2 is in no pairs in a row.",
        "gap": "Between {low} and {high} a card is missing for a run.",
        "gap in pairs": "Between {low} and {high} a pair is missing for pairs in a row.",
        "nothing": "These cards make nothing together: play one rank, a run, or pairs in a row.",
        # not high enough
        "needed": "This is {what}, but it takes {needed}.",
        "unbeatable": "Nothing beats {cards}.",
        "lower": "{own} is below {top}.",
        "top lower": "The top cards decide, and {own} is below {top}.",
        "suit lower": "{own} is below {top}: of one rank the suit decides, {suits}.",
        "small bomb": "This bomb is too small for {cards}.",
        "bomb on bomb": "This bomb does not beat {what}.",
        "no bomb": "A bomb beats only 2s and other bombs; here it takes {needed}.",
    }
)
SHAPES: Texts[str] = Texts(
    {
        "single": "a single card",
        "pair": "a pair",
        "triple": "a triple",
        "quad": "a bomb of four {rank}",
        "sequence": "a run of {count}",
        "double_sequence": "a bomb of {count} pairs in a row",
    }
)
"""By the type of a combination: what it is called without its cards."""
NUMBERS: TextList[str] = TextList(("", "one", "two", "three", "four", "five", "six", "seven", "eight"))
"""Pairs in a row."""
RANKS: TextList[str] = TextList(
    (
        *("threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"),
        *("jacks", "queens", "kings", "aces", "twos"),
    )
)
"""Several of a rank, lowest first."""
SUITS = ("3S", "3C", "3D", "3H")
"""One card of each suit, lowest first."""


def needed(view: View) -> str:
    """What beats the table, in words: "a pair above 9S 9C"; empty on an empty table, and where nothing can."""
    s = _state(view)
    if s.table is None:
        return ""
    bomb, highest = _bomb(s, s.table), s.table.key == len(KEY) - 1
    if highest or (s.table.twos and view.seat in s.locked):
        return bomb
    what = view.tell(LINES[s.table.type], top=s.table.cards[-1], cards=s.table.cards, count=count(s.table))
    return LINES["or"].format(what=what, other=bomb) if bomb else what


def _bomb(s: ThirteenState, table: Combination) -> str:
    """Which bomb of another kind or length beats the table, if one can."""
    if table.twos:
        key = ("on one two", "on two twos", "on three twos")[table.length - 1]
        southern = table.length == 2 and s.options.bomb_order == "southern"
        return LINES[f"{key} southern" if southern else key]
    ladder = {"southern": BOMBS, "longer_runs": ("double_sequence",)}.get(s.options.bomb_order, ())
    return LINES["higher bomb"] if table.type in ladder and table.key // 4 < TWO else ""


def why(view: View, cards: frozenset[Card]) -> str:
    """Why these cards, which the rules refuse, are no play now; empty if the rules say it well enough themselves."""
    s = _state(view)
    if s.phase not in ("lead", "follow") or (s.low is not None and s.low not in cards):
        return ""
    found = combination(cards, s.options.twos_high_in_sequences)
    if found is None:
        return nothing(view, cards)
    return "" if s.table is None or view.seat in s.locked else _not_higher(view, found, s.table)


def nothing(view: View, cards: frozenset[Card]) -> str:
    """Why these cards are no combination; empty if they are one."""
    twos = _state(view).options.twos_high_in_sequences
    made = combination(cards, twos)
    return "" if made is not None else _no_combination(view, sorted(cards, key=KEY.__getitem__), twos)


def _no_combination(view: View, cards: list[Card], twos_high: bool) -> str:
    ranks = Counter(KEY[card] // 4 for card in cards)
    distinct = sorted(ranks)
    each = set(ranks.values())
    if each not in ({1}, {2}):
        return LINES["nothing"]
    pairs = each == {2}
    gap = next((rank for rank, above in pairwise(distinct) if above - rank > 1), None)
    if gap is None:
        if distinct[-1] == TWO and (pairs or not twos_high):
            return LINES["no twos in pairs" if pairs else "no twos"]
        return LINES["two pairs" if pairs else "two in a row"]
    if len(distinct) == 2:
        return LINES["nothing"]
    low = next(card for card in reversed(cards) if KEY[card] // 4 == gap)
    high = next(card for card in cards if KEY[card] // 4 > gap)
    return view.tell(LINES["gap in pairs" if pairs else "gap"], low=low, high=high)


def _not_higher(view: View, new: Combination, table: Combination) -> str:
    if (new.type, new.length) == (table.type, table.length):
        return _lower(view, new.cards[-1], table)
    if not needed(view):
        return view.tell(LINES["unbeatable"], cards=table.cards)
    if new.type in BOMBS and table.twos:
        return view.tell(LINES["small bomb"], cards=table.cards)
    if new.type in BOMBS and table.type in BOMBS:
        return LINES["bomb on bomb"].format(what=shape(table))
    if new.type in BOMBS:
        return LINES["no bomb"].format(needed=needed(view))
    return LINES["needed"].format(what=shape(new), needed=needed(view))


def _lower(view: View, own: Card, table: Combination) -> str:
    top = table.cards[-1]
    if KEY[own] // 4 == KEY[top] // 4:
        suits = " ".join(view.show(Card.parse(card))[-1] for card in SUITS)
        return view.tell(LINES["suit lower"], own=own, top=top, suits=suits)
    return view.tell(LINES["top lower" if table.type.endswith("sequence") else "lower"], own=own, top=top)


def shape(found: Combination) -> str:
    """What a combination is, without its cards."""
    return SHAPES[found.type].format(count=count(found), rank=RANKS[found.key // 4])


def count(found: Combination) -> str:
    """How long a combination is, in words where that is pairs."""
    return str(NUMBERS[found.length]) if found.type in BOMBS else str(found.length)


def _state(view: View) -> ThirteenState:
    assert isinstance(view.state, ThirteenState)  # noqa: S101 - these are the words of Thirteen alone
    return view.state
