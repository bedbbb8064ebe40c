"""How the scenario cases of Tonk are read; their README says what the fields mean."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from engine.cards import Card
from engine.cases import Adapter, BadCase, Record, Run, card_of
from engine.contract import IllegalMove, Match, Move, Seat
from engine.games.tonk import flow
from engine.games.tonk.rules import RULES
from engine.games.tonk.settlement import Detail
from engine.games.tonk.spreads import extend, hand_count
from engine.games.tonk.state import TonkState

TonkRun: TypeAlias = Run[TonkState, Match]


class TonkAdapter(Adapter[TonkState, Match]):
    """A case deals a fixed hand, perhaps from a short stock; or it has one card for each seat, for the cut."""

    rules = RULES

    def match(self, case: Record, options: Any) -> Match:
        if "cut" in case:
            return self.rules.first(options, case["players"])
        return replace(self.rules.first(options, case["players"], case["stakes"]), dealer=case["dealer"])

    def deck(self, case: Record, match: Match) -> Sequence[Card]:
        if "cut" in case:
            return [card_of(name) for name in case["cut"]]
        size, n = match.options.size_for(match.n), match.n
        hands, upcards = case["hands"], case["discard"]
        if [len(hand) for hand in hands] != [size] * n or len(upcards) != match.options.start_upcard:
            raise BadCase(
                f"{case.where} does not deal {size} cards to each of {n} seats and open what starts the pile."
            )
        order = [(case["dealer"] + 1 + i) % n for i in range(n)]
        dealt = [hands[seat][i] for i in range(size) for seat in order]
        return [card_of(name) for name in (*dealt, *upcards, *case["stock"])]

    def begin(self, case: Record, match: Match) -> TonkState:
        s = self.rules.begin(match).edit()
        if s.phase == "cut":
            return s
        s.minted = len(self.deck(case, match))
        # Cases name cards, not mixed slots: whoever passes owes a duty there.
        s.proved = False
        if s.phase == "deal":
            flow.deal(s)
        return s

    def move(self, run: TonkRun, action: Record) -> Move:
        seat, kind = action["seat"], action["do"]
        if not any(kind in known for known in self.rules.phases.values()):
            raise BadCase(f"{action.where} is {kind!r}, which Tonk does not know.")
        return ACTIONS.get(kind, _cards)(run, seat, action)

    def answer(self, run: TonkRun, seat: Seat) -> Move | None:
        if run.s.phase == "join":
            return Move("join" if seat in run.case["spades_in"] else "stay_out")
        if run.s.phase == "declare" and run.case.get("declarations", "auto") == "auto":
            return next(run.rules.legal(run.s, seat, run.faces))
        return None

    def legal(self, run: TonkRun, seat: Seat) -> Iterable[str]:
        if not run.audit:
            return run.kinds(run.s, seat)
        unseen = run.s.edit()
        unseen.options = replace(run.s.options, must_spread=False, natural_declare="optional")
        return run.kinds(unseen, seat)

    def report(self, run: TonkRun) -> Mapping[str, Any]:
        s = run.s
        if "cut" in run.case:
            return {"dealer": run.after.dealer}
        top = s.top()
        detail = run.result.detail if run.result else None
        return {
            "spades_payoff": list(detail.spades) if isinstance(detail, Detail) else None,
            "scores": [hand_count([run.faces[slot] for slot in held], s.options) for held in s.held],
            "next_dealer": run.after.dealer,
            "table": [
                {"spread": spread.number, "owner": spread.owner, "kind": spread.kind, "cards": _names(spread.cards)}
                for spread in s.spreads
            ],
            "discard_top": None if top is None else s.open[top].name,
            "discard_count": len(s.pile),
            "stock_count": len(s.stock),
            "hand_counts": [len(held) for held in s.held],
            "lockout": list(s.lockout),
        }


def _cards(run: TonkRun, seat: Seat, action: Record) -> Move:
    """All actions that name their cards, or none."""
    names = action.get("cards", [action["card"]] if "card" in action else [])
    return Move(action["do"], run.slots(names, run.s.held[seat]))


def _draw(run: TonkRun, seat: Seat, action: Record) -> Move:
    return Move("draw", value=action["from"])


def _declare(run: TonkRun, seat: Seat, action: Record) -> Move:
    return Move("declare", run.s.held[seat])


def _on_spread(run: TonkRun, seat: Seat, action: Record) -> Move:
    return _cards(run, seat, action)._replace(value=action["spread"])


def _counter(run: TonkRun, seat: Seat, action: Record) -> Move:
    """The move shows the whole hand; that each group fits where the file says is judged here."""
    names = []
    for hit in action["hits"]:
        spread = run.s.spread_at(hit["spread"])
        cards = tuple([card_of(name) for name in hit["cards"]])
        if spread.number not in run.s.new or spread.kind != "run" or extend(spread, cards, run.options) is None:
            raise IllegalMove("These cards do not extend a run just laid.")
        names += hit["cards"]
    return Move("counter", run.slots(names, run.s.held[seat]))


ACTIONS: Mapping[str, Callable[[TonkRun, Seat, Record], Move]] = {
    "draw": _draw,
    "declare": _declare,
    "hit": _on_spread,
    "clear": _on_spread,
    "counter": _counter,
}


def _names(cards: Iterable[Card]) -> list[str]:
    return [card.name for card in cards]


ADAPTER = TonkAdapter()
