"""The options and presets of Tonk (rules page Tonk §3, §8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

from engine.options import BadOption, OptionSet, Table, option

HAND_SIZES = (5, 7, 9)
MOST_SEATS = 4
MOST_MULTIPLIER = 1_000
MOST_MONEY = 1_000_000_000


@dataclass(frozen=True)
class TonkOptions(OptionSet):
    """Every option of Tonk, by the names of the rules page.

    Multipliers and money are bounded, so that no payment outgrows 64 bits. With the seats and hand sizes allowed here
    a deal never needs more than the 52 cards (§3.9).
    """

    max_players: int = option(3, "Most seats at the table.", 2, MOST_SEATS)
    hand_size: Literal[5, 7, 9, "by_players"] = option(5, "Cards dealt to each; by_players uses hand_size_table.")
    hand_size_table: Table = option(
        ((2, 9), (3, 7), (4, 5)), "Cards dealt to each, by the number of seats, with hand_size by_players.", 5, 9
    )
    start_upcard: bool = option(True, "A card is opened after the deal and starts the discard pile.")
    draw_dealer: Literal["next", "same"] = option("next", "Who deals after a draw: the next seat, or the same again.")
    discard_history: bool = option(False, "Screens may show the whole discard pile, not only its top.")

    natural_high: Literal["off", "49_50", "50_auto_49_turn"] = option(
        "49_50", "A dealt 49 or 50 wins at once; or only the 50, and a 49 on its holder's first turn."
    )
    natural_50_mult: int = option(2, "Stakes that each other player pays for a dealt 50.", 1, MOST_MULTIPLIER)
    natural_49_mult: int = option(2, "Stakes that each other player pays for a dealt 49.", 1, MOST_MULTIPLIER)
    low13: bool = option(False, "A dealt 13 or less wins at once, for 2 stakes from each.")
    low9: bool = option(False, "A dealt 9 or less wins at once, for 3 stakes from each.")
    natural_declare: Literal["compulsory", "optional"] = option(
        "compulsory", "Whether a dealt hand that wins must be declared."
    )
    natural_hand_sizes: tuple[int, ...] = option((5,), "Hand sizes with which dealt hands can win.", 1, 52)

    ace_in_runs: Literal["low", "high_or_low"] = option("low", "An ace goes below the two, or also above the king.")
    must_spread: bool = option(False, "Nobody may discard while holding a spread that could be laid.")
    must_spread_ace_exception: bool = option(True, "Exactly three aces may be held even with must_spread.")
    spread_out: bool = option(True, "A spread may take the last card of the hand.")
    hand_spreads_count: bool = option(True, "Cards of spreads still in the hand count against it.")

    hit_targets: Literal["all", "runs_only"] = option("all", "Which spreads may be hit.")
    hit_lockout_turns: int = option(
        0, "Turns for which a player whose spread was hit cannot drop, for each card.", 0, MOST_MULTIPLIER
    )
    hit_lockout_stack: bool = option(True, "Several hits on one player add up their turns.")
    hit_discard: Literal["normal", "extra", "optional"] = option(
        "normal", "After hitting another's spread: no change, one more discard for each card, or none needed at all."
    )
    four_of_rank: Literal["stay", "may_clear", "auto_clear"] = option(
        "stay", "A book completed by a hit stays, may be thrown under the pile, or is thrown there at once."
    )

    drop_when: Literal["own_turn_start", "own_turn", "any_time"] = option(
        "own_turn_start",
        "When one may drop: before drawing (also written before_draw), all through one's turn, or always.",
    )
    caught_payment: Literal["pagat", "wikipedia", "texas"] = option(
        "pagat",
        "How a caught dropper pays: 2 stakes to everybody whose count is not higher (pagat), 1 to everybody with less "
        "and 1 more to the lowest (wikipedia), or 2 to the lowest only (texas).",
    )
    """Rules page Tonk §6.4."""
    caught_adds_stake: bool = option(False, "With pagat a caught dropper pays the lowest hands one stake more.")

    tonk_mult: int = option(2, "Stakes that each other player pays for a tonk.", 1, MOST_MULTIPLIER)
    tonk_needs_full_hand: bool = option(False, "A tonk needs the whole hand and the drawn card to go in one turn.")
    tonk_needs_new_spread: bool = option(False, "A tonk needs a spread laid in its turn.")
    double_double: bool = option(
        False, "With two seats, the other may answer a tonk on the runs just laid, for double."
    )

    stock_out: Literal["until_refusal", "end_of_turn"] = option(
        "until_refusal", "With an empty stock, play on while discards are taken, or end with that turn."
    )
    dry_tie: Literal["draw", "pay_each"] = option("draw", "A tie for lowest when the stock ran out.")

    spades_stake: int = option(0, "Amount of the side bet on the highest spade dealt; 0 for none.", 0, MOST_MONEY)
    spades_ace: Literal["high", "low"] = option("high", "Rank of the ace in the side bet.")
    audit: Literal["auto", "always", "off"] = option(
        "auto",
        "Whether all dealt and drawn cards are opened after the hand: where a duty could be broken unseen (auto), "
        "always, or never (off).",
    )
    """Rules page Tonk §7.3."""
    foul_mult: int = option(2, "Fewest stakes that an offender pays to each other player.", 1, MOST_MULTIPLIER)

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "classic": {},
        "gamerules": {"caught_adds_stake": True},
        "house-wikipedia": {
            "max_players": 4,
            "hand_size": "by_players",
            "natural_high": "off",
            "ace_in_runs": "high_or_low",
            "drop_when": "any_time",
            "caught_payment": "wikipedia",
            "stock_out": "end_of_turn",
            "dry_tie": "draw",
        },
        "house-wikipedia-own-turn": {
            "max_players": 4,
            "natural_high": "off",
            "ace_in_runs": "high_or_low",
            "caught_payment": "wikipedia",
            "stock_out": "end_of_turn",
            "dry_tie": "draw",
        },
        "texas": {"natural_high": "49_50", "natural_50_mult": 2, "natural_49_mult": 1, "caught_payment": "texas"},
        "hit-and-hold": {
            "hit_lockout_turns": 1,
            "hit_lockout_stack": True,
            "hit_discard": "extra",
            "four_of_rank": "may_clear",
            "spread_out": False,
        },
        "speno": {"hit_targets": "runs_only"},
        "low-and-high": {"natural_high": "50_auto_49_turn", "low13": True, "low9": True},
        "six-card-tonk": {"tonk_needs_full_hand": True},
        "strict-spreads": {"start_upcard": False, "must_spread": True, "tonk_needs_new_spread": True},
        "heads-up": {"max_players": 2, "double_double": True},
        "spades": {"spades_stake": 1},
    }

    @classmethod
    def make(cls, *presets: str, **changes: Any) -> Self:
        """As for every game; `drop_when` may also be "before_draw", which means "own_turn_start" (§3.5)."""
        if changes.get("drop_when") == "before_draw":
            changes["drop_when"] = "own_turn_start"
        return super().make(*presets, **changes)

    def check(self) -> None:
        """The hand sizes by number of seats must be there for every number, and be ones that Tonk knows (§3.1)."""
        table = dict(self.hand_size_table)
        for seats, size in table.items():
            if not 2 <= seats <= MOST_SEATS or size not in HAND_SIZES:
                raise BadOption(
                    f"hand_size_table maps {seats} to {size}; it must map 2, 3 and 4 seats to 5, 7 or 9 cards"
                )
        for seats in range(2, self.max_players + 1):
            if self.hand_size == "by_players" and seats not in table:
                raise BadOption(
                    f"hand_size_table does not say how many cards {seats} seats get; it must, up to max_players"
                )

    def size_for(self, seats: int) -> int:
        """Cards dealt to each of so many seats."""
        return dict(self.hand_size_table)[seats] if self.hand_size == "by_players" else self.hand_size

    def proves_no_natural(self, size: int) -> bool:
        """Whether a seat that passes proves that its dealt hand does not win, so that no audit need judge it (§7.2).

        Only where nothing else asks for the audit, and for 49 and 50 only: the low naturals are about sums.
        """
        return (
            self.audit == "auto"
            and not self.must_spread
            and self.natural_declare == "compulsory"
            and self.natural_high != "off"
            and not (self.low13 or self.low9)
            and size == 5
            and self.naturals_active(size)
        )

    def naturals_active(self, size: int) -> bool:
        """Whether dealt hands of this size can win in the declarations (§3.2)."""
        return size in self.natural_hand_sizes and (self.natural_high != "off" or self.low13 or self.low9)

    def natural(self, count: int) -> int:
        """The stakes that each other player owes for a dealt hand of this count; 0 if it is no natural (§5.3)."""
        if count == 50 and self.natural_high != "off":
            return self.natural_50_mult
        if count == 49 and self.natural_high == "49_50":
            return self.natural_49_mult
        if count <= 9 and self.low9:
            return 3
        return 2 if count <= 13 and self.low13 else 0
