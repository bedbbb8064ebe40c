"""What the presets and options of Pitch are called. Rules page Pitch §8, §9."""

from cli.language import Texts

PRESETS: Texts[str] = Texts(
    {
        "ten_point": "ten points in the pack",
        "five_point": "five points in the pack",
        "seven_point": "seven points in the pack",
        "eight_point": "eight points in the pack",
        "eleven_point": "eleven points in the pack",
        "thirteen_point": "thirteen points in the pack",
        "fourteen_point": "fourteen points in the pack",
        "fifteen_point": "fifteen points in the pack",
        "sixteen_point": "sixteen points in the pack",
        "five_handed": "five players with a called partner",
        "dirty": "the two can be captured",
        "inverted": "the order of the trumps is turned over",
        "no_jokers": "without jokers",
        "strict_race": "only a made bid of one's own wins the match",
        "open_discards": "discards lie face up",
    }
)
OPTIONS: Texts[str] = Texts(
    {
        "players": "players",
        "variant": "points in the pack",
        "jokers_in_deck": "jokers in the pack",
        "joker_order": "order of the jokers",
        "hierarchy": "order of the trumps",
        "dirty": "the two can be captured",
        "min_bid": "lowest bid",
        "all_pass": "if nobody bids",
        "dealer_may_match": "the dealer may match the bid",
        "moon": "shooting the moon",
        "moon_success": "what a made moon wins",
        "moon_at_zero": "a made moon from zero",
        "moon_fail": "what a lost moon costs",
        "made_scores": "what a made bid scores",
        "defenders_score": "the other side scores too",
        "target": "points that win the match",
        "both_reach": "both sides at the target",
        "must_bid_to_win": "only a made bid wins the match",
        "discard_show": "how discards lie",
        "thrown_trump": "trumps thrown away",
        "refill_order": "who fills up last",
        "pass_rest": "the stock may go to the partner",
        "burn_choice": "which trumps may be burned",
        "burn_show": "how burned cards lie",
        "called_card": "when the called card is played",
        "call_own_card": "a card of one's own may be called",
    }
)
