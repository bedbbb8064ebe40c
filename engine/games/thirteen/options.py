"""The options and presets of Thirteen. Rules page Thirteen §9, §10."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from engine.options import BadOption, OptionSet, option

InstantWin: TypeAlias = Literal["four_twos", "dragon", "six_pairs", "five_pair_run"]
INSTANT_WINS: tuple[InstantWin, ...] = ("four_twos", "dragon", "six_pairs", "five_pair_run")
"""Best first, as several claims are decided (rules page Thirteen §7)."""

BombOrder: TypeAlias = Literal["same_type", "longer_runs", "southern"]
MOST_POINTS = 1_000_000
"""A bound on points, so that no total outgrows what is written into the log."""


@dataclass(frozen=True)
class ThirteenOptions(OptionSet):
    """How this table plays Thirteen."""

    players: int = option(4, "Number of seats.", 2, 4)
    hand_size: Literal[13, 17] = option(13, "Cards for each seat; 17 only with three players.")
    direction: Literal["clockwise", "counterclockwise"] = option("clockwise", "Sense of dealing and of the turn.")
    opening: Literal["first_hand_low_card", "every_hand_low_card"] = option(
        "first_hand_low_card", "When the lowest card has to open: in the first hand of a match, or in every hand."
    )
    pass_lock: bool = option(True, "Who passes is out until the table is cleared.")
    passed_may_bomb: bool = option(False, "Who has passed may still bomb twos and bombs.")
    bomb_order: BombOrder = option(
        "same_type",
        "Which bomb beats which: only the same kind and length, longer double sequences too, or one ladder of all.",
    )
    twos_high_in_sequences: bool = option(False, "A two may follow the ace at the end of a sequence.")
    instant_wins: tuple[InstantWin, ...] = option(
        ("four_twos", "dragon"), "Dealt hands that win at once if they are claimed."
    )
    hand_end: Literal["last_player", "first_out"] = option(
        "last_player", "Play on until one seat is left with cards, or stop when the first has none."
    )
    place_points: tuple[int, ...] = option(
        (3, 2, 1), "Points for the first, second … place: one to four numbers that do not rise.", 0, MOST_POINTS
    )
    score_last: bool = option(False, "The seat left with cards gets the points of its place too.")
    target: int | None = option(10, "Points that win the match; none makes every hand stand alone.", 1, MOST_POINTS)
    target_tie: Literal["better_place", "play_on"] = option(
        "better_place", "A shared top score goes to the better place of the last hand, or the match goes on."
    )

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "classic": {},
        "single_game": {"target": None},
        "three": {"players": 3},
        "three_full": {"players": 3, "hand_size": 17},
        "duel": {"players": 2},
        "winner_only": {"hand_end": "first_out"},
        "open_passing": {"pass_lock": False},
        "southern": {
            "bomb_order": "southern",
            "passed_may_bomb": True,
            "direction": "counterclockwise",
            "instant_wins": INSTANT_WINS,
        },
    }

    def check(self) -> None:
        """Refuse what the types allow and the rules do not."""
        if self.hand_size == 17 and self.players != 3:
            raise BadOption("hand_size is 17; that is only for three players")
        if not 1 <= len(self.place_points) <= 4:
            raise BadOption(f"place_points has {len(self.place_points)} numbers; it must have one to four")
        if list(self.place_points) != sorted(self.place_points, reverse=True):
            raise BadOption("place_points rises; a better place must not earn less than a worse one")
        if len(set(self.instant_wins)) != len(self.instant_wins):
            raise BadOption("instant_wins names one kind twice; name each once")

    @property
    def step(self) -> int:
        """From one seat to the next in turn order."""
        return 1 if self.direction == "clockwise" else -1
