"""What the presets, options and values of Thirteen are called. Rules page Thirteen §9, §10."""

from cli.language import Texts

PRESETS: Texts[str] = Texts(
    {
        "classic": "four players to ten points",
        "single_game": "every hand stands alone",
        "three": "three players with 13 cards",
        "three_full": "three players with 17 cards",
        "duel": "two players",
        "winner_only": "the hand ends with the first out",
        "open_passing": "who passed may come back in",
        "southern": "counterclockwise, with the southern ladder of bombs",
    }
)
OPTIONS: Texts[str] = Texts(
    {
        "players": "players",
        "hand_size": "cards for each",
        "direction": "direction of play",
        "opening": "when the lowest card opens",
        "pass_lock": "who passes is out until the table is cleared",
        "passed_may_bomb": "who passed may still bomb",
        "bomb_order": "which bomb beats which",
        "twos_high_in_sequences": "a two may end a sequence",
        "instant_wins": "dealt hands that win at once",
        "hand_end": "when the hand ends",
        "place_points": "points by place",
        "score_last": "the last gets points too",
        "target": "points that win the match",
        "target_tie": "tie at the target",
    }
)
VALUES: Texts[str] = Texts(
    {
        "direction=clockwise": "clockwise",
        "direction=counterclockwise": "counterclockwise",
        "opening=first_hand_low_card": "in the first hand of a match",
        "opening=every_hand_low_card": "in every hand",
        "bomb_order=same_type": "the same kind and length only",
        "bomb_order=longer_runs": "longer pairs in a row too",
        "bomb_order=southern": "one ladder of all bombs",
        "instant_wins=four_twos": "four 2s",
        "instant_wins=dragon": "dragon",
        "instant_wins=six_pairs": "six pairs",
        "instant_wins=five_pair_run": "five pairs in a row",
        "hand_end=last_player": "when one player is left with cards",
        "hand_end=first_out": "when the first is out",
        "target_tie=better_place": "the better place wins",
        "target_tie=play_on": "the match goes on",
    }
)
