"""Tonk: the table of its phases, and what it answers to whoever runs a game (rules page Tonk)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from engine.cards import DECK52, Card
from engine.contract import Match, Move, Result, Rules, Seat, Verb, verbs
from engine.games.tonk import before, flow, moves, settlement
from engine.games.tonk.options import MOST_MONEY, MOST_SEATS, TonkOptions
from engine.games.tonk.state import TonkState
from engine.options import BadOption


class Tonk(Rules[TonkState, Match]):
    """Knock rummy for stakes. Scores are money; a match ends when its players say so."""

    name = "tonk"
    title = "Tonk"
    Options: ClassVar[type[TonkOptions]] = TonkOptions
    phases: Mapping[str, Mapping[str, Verb[TonkState]]] = {
        "cut": {},
        "join": verbs(before.Join, before.StayOut),
        "deal": {},
        "spades": verbs(before.ShowSpade, before.NoSpade),
        "mix": {},
        "declare": verbs(before.Declare, before.NoNatural),
        "moment": verbs(moves.Drop),
        "start": verbs(moves.Draw, moves.Drop, moves.Decline, before.DeclareInTurn),
        "play": verbs(
            moves.LaySpread,
            moves.Hit,
            moves.Clear,
            moves.ExtraDiscard,
            moves.Drop,
            moves.Discard,
            moves.EndTurn,
        ),
        "counter": verbs(moves.Counter, moves.LetStand),
        "showdown": {},
        "over": {},
    }
    interrupts = ("drop",)

    def seats(self, options: TonkOptions) -> range:
        """Two up to `max_players` (§3.9)."""
        return range(2, options.max_players + 1)

    def deck(self, options: TonkOptions) -> tuple[Card, ...]:
        """One deck without jokers (§1)."""
        return DECK52

    def first(self, options: TonkOptions, n: int, stake: int = 1) -> Match:
        """A match whose first dealer is still to be cut for. Raises BadOption for a number of seats or a stake."""
        if n not in self.seats(options):
            most = options.max_players
            if most < MOST_SEATS:
                raise BadOption(f"Tonk seats 2 to {most}, not {n}; up to {MOST_SEATS} with the option max_players")
            raise BadOption(f"Tonk seats 2 to {most}, not {n}")
        if not 1 <= stake <= MOST_MONEY:
            raise BadOption(f"the stake is {stake}; it must be a whole number from 1 to {MOST_MONEY}")
        return Match(options, n, stake, None, (0,) * n)

    def begin(self, match: Match) -> TonkState:
        """The cut for the deal, or the hand of the match's dealer."""
        n = match.n
        s = TonkState(match.options, n, -1 if match.dealer is None else match.dealer, stake=match.stake)
        s.size = match.options.size_for(n)
        s.proved = match.options.proves_no_natural(s.size)
        s.held, s.lockout, s.turns, s.minted = ((),) * n, (0,) * n, (0,) * n, len(DECK52)
        if match.dealer is None:
            flow.cut(s)
        else:
            flow.join_or_deal(s)
        return s

    def served(self, s: TonkState) -> None:
        """The cut is decided; the hands are dealt; the card is drawn; the hands are open."""
        if s.phase == "cut":
            self._cut(s)
        elif s.phase == "deal":
            for slot in s.pile:
                s.tell("upcard", -1, s.open[slot])
            flow.show_spades(s)
        elif s.phase == "mix":
            flow.declare(s)
        elif s.phase == "play":
            flow.play_on(s)
        else:
            flow.over(s)

    def close(self, s: TonkState) -> None:
        """All have joined or stayed out, or declared or passed, or let the first moment go by."""
        if s.phase == "join":
            if len(s.bets) > 1:
                s.to_show = s.bets
            flow.deal(s)
        elif s.phase == "moment":
            flow.start_turn(s, (s.dealer + 1) % s.n)
        elif s.declared:
            flow.end(s, "natural", s.declared[0][0])
        else:
            flow.first_turn(s)

    def interrupt(self, s: TonkState, seat: Seat, move: Move) -> None:
        """A drop out of turn counts unless the move before it ended the hand or locked the dropper (§5.5)."""
        if s.phase in ("start", "play") and not s.lockout[seat]:
            self.phases["start"]["drop"].do(s, seat, move)
        else:
            s.tell("late_drop", seat)

    def absent(self, s: TonkState, match: Match, seats: tuple[Seat, ...]) -> TonkState:
        """Nobody can draw without their key shares: the hand ends, and they pay for it (§6.7)."""
        draft = s.edit()
        draft.news = ()
        draft.phase, draft.next = "over", settlement.abandoned(s, seats)
        return draft

    def imagined(self, s: TonkState) -> TonkState:
        """Without the audit, which asks for slots that were mixed long ago, and without proofs."""
        draft = s.edit()
        draft.options = replace(s.options, audit="off")
        draft.proved = False
        return draft

    def settle(self, match: Match, result: Result) -> Match:
        """The deal passes to the left, after a draw as `draw_dealer` says (§3.1, §6.6)."""
        if match.dealer is None:
            return replace(match, dealer=result.winners[0] if result.outcome == "cut" else None)
        stays = result.outcome == "draw" and match.options.draw_dealer == "same"
        return replace(
            match,
            dealer=match.dealer if stays else (match.dealer + 1) % match.n,
            scores=tuple([score + won for score, won in zip(match.scores, result.payoff, strict=True)]),
            hands=match.hands + 1,
        )

    def payments(self, before: Match, after: Match, result: Result) -> tuple[int, ...]:
        """The payoff, which is money already."""
        return result.payoff

    def worst_payment(self, match: Match) -> int:
        """See `settlement.worst_payment`."""
        return settlement.worst_payment(match.options, match.n, match.stake)

    @staticmethod
    def _cut(s: TonkState) -> None:
        for seat in range(s.n):
            s.tell("cut", seat, s.open[seat])
        highest = max(range(s.n), key=lambda seat: (s.open[seat].rank, s.open[seat].suit))
        s.phase, s.next = "over", Result("cut", (highest,), (0,) * s.n)


RULES = Tonk()
