"""Thirteen behind the engine's contract. Rules page Thirteen."""

from typing import ClassVar

from engine.cards import DECK52, Card
from engine.contract import Deal, Result, Rules, Seat, Turn
from engine.games.thirteen.instant import strength
from engine.games.thirteen.moves import PHASES
from engine.games.thirteen.options import ThirteenOptions
from engine.games.thirteen.settlement import payments, settle, worst_payment
from engine.games.thirteen.state import ThirteenMatch, ThirteenState
from engine.games.thirteen.turns import close_low, finish, leave, open_hand
from engine.options import BadOption


class Thirteen(Rules[ThirteenState, ThirteenMatch]):
    """The game."""

    name = "thirteen"
    title = "Thirteen"
    Options: ClassVar[type[ThirteenOptions]] = ThirteenOptions
    phases = PHASES

    def seats(self, options: ThirteenOptions) -> range:
        """As the option `players` says."""
        return range(options.players, options.players + 1)

    def deck(self, options: ThirteenOptions) -> tuple[Card, ...]:
        """The pack of 52."""
        return DECK52

    def first(self, options: ThirteenOptions, n: int, stake: int = 1) -> ThirteenMatch:
        """A new match: the first dealer is the last seat. Raises BadOption for another number of seats."""
        if n != options.players:
            raise BadOption(f"players is {options.players}, but {n} seats are taken; set players={n}")
        return ThirteenMatch(options, n, stake, n - 1, (0,) * n)

    def begin(self, match: ThirteenMatch) -> ThirteenState:
        """Deal one card at a time in the direction of play. Rules page Thirteen §2."""
        n, options = match.n, match.options
        dealt = range(n * options.hand_size)
        held = tuple(tuple(dealt[((seat - match.dealer) * options.step - 1) % n :: n]) for seat in range(n))
        s = ThirteenState(options, n, match.dealer, "deal", held=held, minted=len(DECK52), leader=match.leader)
        s.next = tuple([Deal(seat, held[seat]) for seat in range(n)])
        return s

    def served(self, s: ThirteenState) -> None:
        """The cards are dealt: claims come first, if there can be any."""
        if s.options.instant_wins:
            s.phase, s.next = "claim", Turn(s.present(), sealed=True)
        else:
            open_hand(s)

    def close(self, s: ThirteenState) -> None:
        """All claims are in, or all have said whether they hold the lowest card."""
        if s.phase == "low":
            close_low(s)
        elif s.claims:
            winner, _, _ = max(s.claims, key=lambda claim: strength(*claim[1:]))
            s.order = (winner,)
            finish(s, "instant_win")
        else:
            open_hand(s)

    def settle(self, match: ThirteenMatch, result: Result) -> ThirteenMatch:
        """Rules page Thirteen §8."""
        return settle(match, result)

    def payments(self, before: ThirteenMatch, after: ThirteenMatch, result: Result) -> tuple[int, ...]:
        """One stake from each to the winner of a match, or of the hand where every hand stands alone."""
        return payments(before, after, result)

    def worst_payment(self, match: ThirteenMatch) -> int:
        """One stake."""
        return worst_payment(match)

    def absent(self, s: ThirteenState, match: ThirteenMatch, seats: tuple[Seat, ...]) -> ThirteenState:
        """The hand goes on: absent seats pass for ever and take the last places. Rules page Thirteen §13, point 20.

        If the seat that was to open with the lowest card is absent, the next card up that a present seat holds opens;
        any other lead goes to the next present seat with cards. The hand is abandoned if fewer than two seats are
        present, or if the cards are not all dealt.
        """
        if isinstance(s.next, Result):
            return s
        draft = s.edit()
        draft.news = ()
        leave(draft, seats)
        return draft


RULES = Thirteen()
