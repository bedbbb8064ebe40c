"""The case files of Thirteen; what their fields mean is said in tests/cases/thirteen/README.md."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.cards import Card
from engine.cases import Adapter, BadCase, Record, Run, card_of
from engine.contract import Move, Seat
from engine.games.thirteen.moves import PHASES
from engine.games.thirteen.rules import RULES
from engine.games.thirteen.state import ThirteenMatch, ThirteenState
from engine.options import OptionSet


class ThirteenAdapter(Adapter[ThirteenState, ThirteenMatch]):
    """How to read them."""

    rules = RULES

    def options(self, case: Record) -> OptionSet:
        """The options of the case, for as many seats as it has."""
        return self.rules.Options.make(**{"players": case["players"], **case["options"]})

    def match(self, case: Record, options: Any) -> ThirteenMatch:
        """The match before the hand."""
        match: ThirteenMatch = self.rules.first(options, case["players"])
        return replace(match, dealer=case["dealer"], scores=tuple(case["scores"]), leader=case["previous_winner"])

    def deck(self, case: Record, match: ThirteenMatch) -> Sequence[Card]:
        """The hands card by card in the order of dealing, then the undealt cards."""
        hands = [[card_of(name) for name in hand] for hand in case["hands"]]
        size = match.options.hand_size
        if [len(hand) for hand in hands] != [size] * match.n:
            raise BadCase(f"{case.where} must have {match.n} hands of {size} cards.")
        order = [(match.dealer + match.options.step * (1 + i)) % match.n for i in range(match.n)]
        cards = [hands[seat][i] for i in range(size) for seat in order] + [card_of(name) for name in case["stock"]]
        if sorted(cards) != list(self.rules.deck(match.options)):
            raise BadCase(f"{case.where} must hold each of the 52 cards once.")
        return cards

    def move(self, run: Run[ThirteenState, ThirteenMatch], action: Record) -> Move:
        """Actions are named like moves; the cards are shown, the kind of a claim is its value."""
        shows = run.slots(action.get("cards", ()), run.s.held[action["seat"]])
        return Move(action["do"], shows, value=action.get("kind"))

    def answer(self, run: Run[ThirteenState, ThirteenMatch], seat: Seat) -> Move | None:
        """The lowest card is known without an action."""
        return next(self.rules.legal(run.s, seat, run.faces)) if run.s.phase == "low" else None

    def silence(self, run: Run[ThirteenState, ThirteenMatch], seat: Seat) -> Move | None:
        """While no claim stands, silence declines; a claim that stands has to be answered."""
        claimed = any(move.kind == "claim" for move in run.answers.values())
        return Move("no_claim") if run.s.phase == "claim" and not claimed else None

    def legal(self, run: Run[ThirteenState, ThirteenMatch], seat: Seat) -> Iterable[str]:
        """By phase alone: `play` is listed even if no card held beats the table."""
        return run.kinds(run.s, seat) if run.s.phase == "claim" else PHASES[run.s.phase]

    def report(self, run: Run[ThirteenState, ThirteenMatch]) -> Mapping[str, Any]:
        """The game's own fields."""
        s, after = run.s, run.after
        table = s.table and {"type": s.table.type, "cards": [card.name for card in s.table.cards], "owner": s.owner}
        return {
            "order": list(s.order),
            "points": list(run.result.payoff) if run.result else None,
            "scores": list(after.scores),
            "match_over": after.over,
            "match_winners": list(after.winners),
            "next_leader": after.leader,
            "table": table,
            "locked": list(s.locked),
            "hand_sizes": [len(held) for held in s.held],
        }

    def normal(self, name: str, value: Any) -> Any:
        """The order of kinds, of locked seats and of the cards on the table does not count."""
        if name == "table" and value:
            return {**value, "cards": sorted(value["cards"])}
        return sorted(value) if name in ("legal", "locked", "match_winners") else value


ADAPTER = ThirteenAdapter()
