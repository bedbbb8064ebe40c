"""What the presets and options of Tonk are called. Rules page Tonk §3, §8."""

from cli.language import Texts

PRESETS: Texts[str] = Texts(
    {
        "classic": "the usual rules",
        "gamerules": "a caught dropper pays one stake more",
        "house-wikipedia": "drop at any time, 5 to 9 cards, up to four players",
        "house-wikipedia-own-turn": "drop before drawing only, 5 cards, up to four players",
        "texas": "a caught dropper pays only the lowest",
        "hit-and-hold": "whoever is hit must wait before dropping",
        "speno": "only runs can be hit",
        "low-and-high": "very low dealt hands win as well",
        "six-card-tonk": "a tonk needs the whole hand at once",
        "strict-spreads": "spreads must be laid, and the pile starts empty",
        "heads-up": "two players, and a tonk may be answered for double",
        "spades": "with a side bet on the highest spade",
    }
)
OPTIONS: Texts[str] = Texts(
    {
        "max_players": "most players",
        "hand_size": "cards for each",
        "hand_size_table": "cards for each, by the number of players",
        "start_upcard": "the pile starts with a card",
        "draw_dealer": "dealer after a draw",
        "discard_history": "the whole pile may be looked through",
        "natural_high": "high dealt hands that win",
        "natural_50_mult": "stakes for a dealt 50",
        "natural_49_mult": "stakes for a dealt 49",
        "low13": "a dealt 13 or less wins",
        "low9": "a dealt 9 or less wins",
        "natural_declare": "duty to declare a winning dealt hand",
        "natural_hand_sizes": "hand sizes that can win as dealt",
        "ace_in_runs": "ace in runs",
        "must_spread": "spreads must be laid",
        "must_spread_ace_exception": "three aces may be kept",
        "spread_out": "a spread may take the last card",
        "hand_spreads_count": "spreads in the hand count against it",
        "hit_targets": "spreads that can be hit",
        "hit_lockout_turns": "turns without a drop after a hit",
        "hit_lockout_stack": "several hits add up",
        "hit_discard": "discard after a hit",
        "four_of_rank": "book completed by a hit",
        "drop_when": "when one may drop",
        "caught_payment": "how a caught dropper pays",
        "caught_adds_stake": "a caught dropper pays one stake more",
        "tonk_mult": "stakes for a tonk",
        "tonk_needs_full_hand": "a tonk needs the whole hand",
        "tonk_needs_new_spread": "a tonk needs a new spread",
        "double_double": "a tonk may be answered for double",
        "stock_out": "end of the stock",
        "dry_tie": "tie when the stock ran out",
        "spades_stake": "side bet on spades",
        "spades_ace": "ace in the side bet",
        "audit": "opening of all cards after the hand",
        "foul_mult": "stakes for a foul",
    }
)
