"""How the case files of Pitch are read; their fields are explained where they live (tests/cases/pitch/README.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.cards import Card
from engine.cases import Adapter, BadCase, Record, Run, card_of
from engine.contract import IllegalMove, Match, Move, Seat, Slot
from engine.games.pitch.rules import RULES
from engine.games.pitch.state import MOON, PitchState
from engine.options import OptionSet

PitchRun = Run[PitchState, Match]
_ANY_ORDER = ("winners", "match_winners", "burned", "dead")
_FORCED = ("announce", "prove", "show_blind", "missing")


class PitchAdapter(Adapter[PitchState, Match]):
    """Cards become slots, actions moves; announcing the called card is no action of a case."""

    rules = RULES

    def options(self, case: Record) -> OptionSet:
        """The options; the seats of the file win over their default."""
        return self.rules.Options.make(**{"players": case["players"], **case["options"]})

    def match(self, case: Record, options: Any) -> Match:
        """Dealer and scores as the file has them."""
        match = self.rules.first(options, case["players"])
        if len(case["scores"]) != len(match.scores):
            raise BadCase(f"{case.where} has {len(case['scores'])} scores instead of {len(match.scores)}.")
        return replace(match, dealer=case["dealer"], scores=tuple(case["scores"]))

    def deck(self, case: Record, match: Match) -> Sequence[Card]:
        """Hands and stock, in the order in which the rules deal them."""
        state = self.rules.begin(match)
        deck: dict[Slot, Card] = {}
        for slots, names in [*zip(state.held, case["hands"], strict=True), (state.stock, case["stock"])]:
            if len(slots) != len(names):
                raise BadCase(f"{case.where} has {len(names)} cards where {len(slots)} are dealt.")
            deck.update(zip(slots, map(card_of, names), strict=True))
        if sorted(deck.values()) != sorted(self.rules.deck(match.options)):
            raise BadCase(f"{case.where} does not deal the pack, each card once.")
        return [deck[slot] for slot in range(len(deck))]

    def move(self, run: PitchRun, action: Record) -> Move:
        """The move that an action means; the cards that it names have to be in the seat's hand."""
        s, seat, kind = run.s, action["seat"], action["do"]
        hand = s.held[seat]
        match kind:
            case "bid":
                return Move(kind, value=action["amount"])
            case "trump":
                return Move(kind, value=action["suit"])
            case "call":
                return Move(kind, value=str(action["card"]))
            case "play":
                return Move(kind, run.slots([action["card"]], hand))
            case "discard":
                return self._discard(run, run.slots(action["cards"], hand))
            case "burn":
                burned = run.slots(action["cards"], hand)
                return Move(kind, (), burned) if s.options.burn_show == "hidden" else Move(kind, burned)
            case "refill":
                return Move(kind, (), self._lying_open(run, action.get("take", [])), action["count"])
            case "moon" | "pass" | "take_rest" | "pass_rest" | "out":
                return Move(kind)
        raise BadCase(f"{action.where} is {kind!r}, which Pitch does not know.")

    def answer(self, run: PitchRun, seat: Seat) -> Move | None:
        """Showing the called card, or proving that one lacks it, happens by itself and truthfully."""
        if run.s.phase not in _FORCED:
            return None
        return next(self.rules.legal(run.s, seat, run.faces), None)

    def report(self, run: PitchRun) -> Mapping[str, Any]:
        """The hand and the match as the file sees them."""
        s, match, result = run.s, run.after, run.result
        taken = s.taken if result is None or result.detail is None else result.detail.taken
        return {
            "points": [taken[0] + taken[2], taken[1] + taken[3]] if s.n == 4 else list(taken),
            "scores": list(match.scores),
            "match_over": match.over,
            "match_winners": list(match.winners),
            "bidder": s.bidder if s.bid else None,
            "bid": "moon" if s.bid == MOON else s.bid or None,
            "partner": self._partner(run),
            "taken_by_seat": list(taken),
            "hand_sizes": [len(slots) for slots in s.held],
            "stock_left": len(s.stock),
            "burned": [run.faces[slot].name for slot in s.burned],
            "dead": [run.faces[slot].name for slot in s.dead],
        }

    def normal(self, name: str, value: Any) -> Any:
        """Seats of a side and cards off the table have no order."""
        if name in _ANY_ORDER and isinstance(value, list):
            return sorted(value)
        return super().normal(name, value)

    @staticmethod
    def _discard(run: PitchRun, slots: tuple[Slot, ...]) -> Move:
        """Trumps go face up, the others as the table agreed."""
        s = run.s
        if s.options.discard_show == "open" or not s.trump:
            return Move("discard", slots)
        face_up = tuple(slot for slot in slots if run.faces[slot] in s.trumps.trumps)
        return Move("discard", face_up, tuple(slot for slot in slots if slot not in face_up))

    @staticmethod
    def _lying_open(run: PitchRun, names: Sequence[str]) -> tuple[Slot, ...]:
        """Open thrown trumps by name."""
        there = {run.faces[slot].name: slot for slot, _ in run.s.thrown}
        for name in names:
            if card_of(name).name not in there:
                raise IllegalMove("{card} does not lie open.", card=name)
        return tuple(sorted(there[card_of(name).name] for name in names))

    @staticmethod
    def _partner(run: PitchRun) -> Seat | None:
        """The seat that was dealt the called card, known to the file before the table has seen it."""
        s = run.s
        if s.called is None:
            return None
        dealt = RULES.begin(run.before).held
        return next(
            (seat for seat in range(s.n) for slot in dealt[seat] if seat != s.bidder and run.faces[slot] == s.called),
            None,
        )


ADAPTER = PitchAdapter()
