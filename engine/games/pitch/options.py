"""Every option and preset of Pitch (rules page Pitch §8 and §9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

from engine.cards import SUITS, Card
from engine.games.pitch.trumps import Trumps, build, pack
from engine.options import BadOption, OptionSet, option

WITHOUT_JOKERS = (5, 8, 11, 14)
"""Variants that can be played with 52 cards, because their jokers have no points."""


@dataclass(frozen=True)
class Options(OptionSet):
    """The table's choices, in the order of the rules page."""

    players: Literal[4, 5] = option(4, "four seats in two teams, or five with a called partner")
    variant: Literal[5, 7, 8, 10, 11, 13, 14, 15, 16] = option(10, "points in the pack, and so which cards score")
    jokers_in_deck: bool = option(default=True, help="54 cards; 52 only with 5, 8, 11 or 14 points")
    joker_order: Literal["high_low", "first_played"] = option("high_low", "which joker ranks above the other")
    hierarchy: Literal["normal", "inverted", "inverted_off_below"] = option(
        "normal", "order of the trumps: ace high, turned over whole, or turned over with off cards below"
    )
    dirty: bool = option(default=False, help="the two (and the off-two) can be captured like any other card")
    min_bid: int = option(4, "lowest bid, also what a forced dealer bids", least=1)
    all_pass: Literal["dealer_forced", "redeal"] = option(
        "dealer_forced", "if nobody bids, the dealer has to, or the cards are dealt again"
    )
    dealer_may_match: bool = option(default=False, help="the dealer may take the bid at the amount standing")
    moon: bool = option(default=True, help="shoot the moon may be bid")
    moon_success: Literal["seed", "win_match"] = option(
        "seed", "a made moon lifts the score (to the target, or from below zero to zero), or wins the match at once"
    )
    moon_at_zero: Literal["target", "zero"] = option("target", "where a made moon lifts a score of exactly zero")
    moon_fail: Literal["lose_match", "set"] = option(
        "lose_match", "a lost moon loses the match, or costs all the points of the variant"
    )
    made_scores: Literal["taken", "bid"] = option("taken", "a made bid scores the points taken, or the bid")
    defenders_score: bool = option(default=True, help="the other side scores what it took")
    target: int = option(52, "points that win the match", least=1)
    both_reach: Literal["bidder", "higher"] = option(
        "bidder", "who wins if both sides reach the target in one hand: the bidder, or the higher score"
    )
    must_bid_to_win: bool = option(default=False, help="only a made bid of one's own can win the match")
    discard_show: Literal["proof", "open"] = option("proof", "discards lie face down and proven, or face up")
    thrown_trump: Literal["fair_game", "dead", "refuse"] = option(
        "fair_game", "a trump thrown away may be taken by others, is lost to all, or may not be thrown"
    )
    refill_order: Literal["dealer_left", "bidder_last"] = option("dealer_left", "who fills up last")
    pass_rest: bool = option(
        default=True, help="the bidder may hand what is left of the stock on to the partner, unseen"
    )
    burn_choice: Literal["any", "non_points_first"] = option(
        "any", "which trumps may be burned: any, or cards with points only when no others are left"
    )
    burn_show: Literal["open", "hidden"] = option("open", "burned cards are shown, or stay hidden")
    called_card: Literal["first_trick", "announce", "when_played"] = option(
        "first_trick", "five seats: the called card is played to the first trick, is shown at once, or is free"
    )
    call_own_card: bool = option(default=False, help="five seats: the bidder may call an own card, and so play alone")

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "ten_point": {},
        "five_point": {"variant": 5},
        "seven_point": {"variant": 7},
        "eight_point": {"variant": 8},
        "eleven_point": {"variant": 11},
        "thirteen_point": {"variant": 13},
        "fourteen_point": {"variant": 14},
        "fifteen_point": {"variant": 15},
        "sixteen_point": {"variant": 16},
        "five_handed": {"players": 5},
        "dirty": {"dirty": True},
        "inverted": {"hierarchy": "inverted"},
        "no_jokers": {"jokers_in_deck": False},
        "strict_race": {"must_bid_to_win": True, "moon_success": "win_match"},
        "open_discards": {"discard_show": "open"},
    }

    def check(self) -> None:
        """Refuse a short pack that lacks scoring cards, and a lowest bid that nobody could make."""
        if not self.jokers_in_deck and self.variant not in WITHOUT_JOKERS:
            raise BadOption(
                f"jokers_in_deck is false, but in {self.variant}-point the jokers score; "
                "leave them in or choose variant 5, 8, 11 or 14"
            )
        if self.min_bid > self.variant:
            raise BadOption(f"min_bid is {self.min_bid}; it must be at most {self.variant}, the points of the variant")

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """The cards that are dealt."""
        return pack(self.jokers_in_deck)

    @cached_property
    def suits(self) -> Mapping[str, Trumps]:
        """By suit: what naming it trump means at this table."""
        return {
            suit: build(
                self.variant,
                suit,
                jokers=self.jokers_in_deck,
                hierarchy=self.hierarchy,
                joker_order=self.joker_order,
                dirty=self.dirty,
            )
            for suit in SUITS
        }
