"""Phases `bid` and `trump`: who names the trump, and for how much (rules page Pitch §5.3 and §5.4)."""

from collections.abc import Iterator

from engine.cards import SUITS
from engine.contract import Faces, IllegalMove, Move, Result, Seat, Verb
from engine.games.pitch import calling, discarding
from engine.games.pitch.state import MOON, PitchState


def start(s: PitchState) -> None:
    """The cards are dealt: every seat speaks once, the dealer last."""
    s.ask("bid", s.round_from(s.dealer + 1))


class Bid(Verb[PitchState]):
    """Bid a number of points for your side to take."""

    name = "bid"
    value = int

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """Every amount from the lowest that is open to the seat."""
        for amount in range(least_bid(s, seat), s.options.variant + 1):
            yield Move(self.name, value=amount)

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """Take the bid at this amount."""
        amount, most = move.value, s.options.variant
        if not isinstance(amount, int) or not s.options.min_bid <= amount <= most:
            raise IllegalMove("Bid a number from {least} to {most}.", least=s.options.min_bid, most=most)
        if s.bid == MOON:
            raise IllegalMove("Nothing outranks the moon.")
        if amount < least_bid(s, seat):
            raise IllegalMove("Bid more than {bid}, or pass.", bid=s.bid)
        s.tell("bid", seat, amount)
        _speak(s, seat, amount)


class Moon(Verb[PitchState]):
    """Shoot the moon: bid that your side takes every point."""

    name = "moon"

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """The moon, unless it is off or taken."""
        if s.options.moon and s.bid != MOON:
            yield Move(self.name)

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """Take the bid from any number."""
        if not s.options.moon:
            raise IllegalMove("The moon may not be bid at this table.")
        if s.bid == MOON:
            raise IllegalMove("Nothing outranks the moon.")
        s.tell("moon", seat)
        _speak(s, seat, MOON)


class Pass(Verb[PitchState]):
    """Do not bid."""

    name = "pass"

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """A pass, unless the seat is a forced dealer."""
        if not _forced(s, seat):
            yield Move(self.name)

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """Leave the bid as it stands."""
        if _forced(s, seat):
            raise IllegalMove("Nobody has bid, so the dealer has to: bid {least} or more.", least=s.options.min_bid)
        s.tell("pass", seat)
        _speak(s, seat, 0)


def least_bid(s: PitchState, seat: Seat) -> int:
    """The lowest number that outbids what stands; the dealer may be allowed to match it."""
    matches = s.options.dealer_may_match and seat == s.dealer and 0 < s.bid < MOON
    return max(s.options.min_bid, s.bid if matches else s.bid + 1)


def _forced(s: PitchState, seat: Seat) -> bool:
    return not s.bid and seat == s.dealer and s.options.all_pass != "redeal"  # noqa: S105 - the name of an option


def _speak(s: PitchState, seat: Seat, amount: int) -> None:
    s.bids += ((seat, amount),)
    if amount:
        s.bid, s.bidder = amount, seat
    if not s.acted():
        return
    if s.bid:
        s.ask("trump", (s.bidder,))
    else:
        s.phase, s.next = "score", Result("redeal", (), (0,) * s.n)
        s.tell("redeal", s.dealer)


class NameTrump(Verb[PitchState]):
    """Name the trump suit: C, D, H or S."""

    name = "trump"
    value = str

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """All four suits, held or not."""
        for suit in SUITS:
            yield Move(self.name, value=suit)

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """Divide the pack into trumps and others."""
        if move.value not in s.options.suits:
            raise IllegalMove("Name clubs, diamonds, hearts or spades.")
        s.trump = str(move.value)
        s.tell("trump", seat, s.trump)
        if s.n == 5:
            calling.start(s)
        else:
            discarding.start(s)
