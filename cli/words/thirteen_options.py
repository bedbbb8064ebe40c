"""What the presets and options of Thirteen are called. Rules page Thirteen §9, §10."""

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
