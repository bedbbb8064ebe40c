"""Pitch as the table plays it: the phases of rules page Pitch §5.2, the deal, the match."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from engine.cards import Card
from engine.contract import Deal, Match, Result, Rules, Seat, Verb, verbs
from engine.games.pitch import bidding, calling, discarding, playing, settlement
from engine.games.pitch.options import Options
from engine.games.pitch.state import PitchState
from engine.options import BadOption

DEALT = {4: 9, 5: 10}
"""Cards for each seat, by the number of seats (§2)."""


class Pitch(Rules[PitchState, Match]):
    """Ten-point partnership Pitch and its relatives.

    `Match.scores` is by team with four seats (team 0 sits at 0 and 2) and by seat with five. `Result.payoff` is the
    points that each seat took, and `Result.detail` a `settlement.Score`, or None if the hand is void.
    """

    name = "pitch"
    title = "Pitch"
    Options = Options
    phases: Mapping[str, Mapping[str, Verb[PitchState]]] = MappingProxyType(
        {
            "deal": {},
            "bid": verbs(bidding.Bid, bidding.Moon, bidding.Pass),
            "trump": verbs(bidding.NameTrump),
            "call": verbs(calling.Call),
            "announce": verbs(calling.ShowCalled, calling.NotMine),
            "prove": verbs(calling.ProveLack),
            "blind": {},
            "mix_blind": {},
            "show_blind": verbs(calling.ShowCalled),
            "discard": verbs(discarding.Discard),
            "refill": verbs(discarding.Refill),
            "rest": verbs(discarding.TakeRest, discarding.PassRest),
            "mix": {},
            "rest_discard": verbs(discarding.Discard),
            "burn": verbs(discarding.Burn),
            "play": verbs(playing.Play, playing.Out),
            "missing": verbs(playing.ProveLack),
            "score": {},
        }
    )
    after_asks: ClassVar[Mapping[str, Callable[[PitchState], None]]] = {
        "deal": bidding.start,
        "blind": calling.blind_given,
        "mix_blind": calling.blind_mixed,
        "refill": discarding.refilling,
        "rest": discarding.mixing,
        "mix": discarding.mixed,
    }
    """What follows when the asks of a phase have been served."""

    def seats(self, options: Any) -> range:
        """Four or five, as the options say."""
        return range(options.players, options.players + 1)

    def deck(self, options: Any) -> tuple[Card, ...]:
        """54 cards, or 52 without jokers."""
        pack: tuple[Card, ...] = options.pack
        return pack

    def first(self, options: Any, n: int, stake: int = 1) -> Match:
        """A new match; the last seat deals first (§2). Raises BadOption unless `n` is the option `players`."""
        if n != options.players:
            raise BadOption(f"players is {options.players}, but {n} seats are taken; set players={n}")
        return Match(options, n, stake, dealer=n - 1, scores=(0, 0) if n == 4 else (0,) * n)

    def begin(self, match: Match) -> PitchState:
        """Deal by position: the first card goes to the left of the dealer (§2)."""
        n, count = match.n, DEALT[match.n]
        dealer = n - 1 if match.dealer is None else match.dealer
        held = tuple(tuple(range((seat - dealer - 1) % n, n * count, n)) for seat in range(n))
        size = len(match.options.pack)
        return PitchState(
            match.options,
            n,
            dealer,
            "deal",
            tuple(Deal(seat, slots) for seat, slots in enumerate(held)),
            held,
            minted=size,
            stock=tuple(range(n * count, size)),
            kept=(-1,) * n,
            discarded=((),) * n,
            taken=(0,) * n,
        )

    def served(self, s: PitchState) -> None:
        """Go on after a deal, a draw or a mix."""
        self.after_asks[s.phase](s)

    def absent(self, s: PitchState, match: Match, seats: tuple[Seat, ...]) -> PitchState:
        """Before the first lead the hand is abandoned; after it these seats are out, and their sides score normally.

        A called card that is never seen then makes no partner.
        """
        draft = s.edit()
        draft.news = ()
        if s.phase == "score":
            return draft
        if s.trick or s.tricks:
            playing.without(draft, seats)
        else:
            draft.phase, draft.next = "score", Result("abandoned", (), (0,) * s.n)
        return draft

    def settle(self, match: Match, result: Result) -> Match:
        """Scores, the next dealer, and whether the match is over (§6); void hands change nothing but the dealer."""
        return settlement.settle(match, result)

    def payments(self, before: Match, after: Match, result: Result) -> tuple[int, ...]:
        """Stakes move when the match ends; see `settlement.payments`."""
        return settlement.payments(before, after, result)

    def worst_payment(self, match: Match) -> int:
        """One stake: the hand may end the match."""
        return match.stake


RULES = Pitch()
