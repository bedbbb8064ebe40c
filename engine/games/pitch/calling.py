"""Five seats: the called card and the blind (rules page Pitch §5.4 and §5.9, P10 and P12 of §13).

A card is called; where the table wants it announced, its holder shows it, or all prove that they lack it; then the
blind goes to the bidder, who mixes it with the hand.
"""

from collections.abc import Iterator

from engine.contract import Claim, Deal, Duty, Faces, IllegalMove, Move, Seat, Verb
from engine.games.pitch import discarding
from engine.games.pitch.called import HOLDS, LackCalled, see
from engine.games.pitch.state import PitchState


def start(s: PitchState) -> None:
    """The trump is named: the bidder calls."""
    s.ask("call", (s.bidder,))


class Call(Verb[PitchState]):
    """Call a trump that you want to see played; whoever was dealt it is your partner."""

    name = "call"
    value = str

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """Every trump, high to low; own ones only where that is allowed."""
        own = () if s.options.call_own_card else {faces[slot] for slot in s.held[seat]}
        for card in s.trumps.order:
            if card not in own:
                yield Move(self.name, value=card.name)

    def proofs(self, s: PitchState, seat: Seat, move: Move) -> tuple[Claim, ...]:
        """P10: the bidder holds no such card, before the blind is opened to it."""
        card = next((card for card in s.trumps.order if card.name == move.value), None)
        if card is None or s.options.call_own_card:
            return ()
        return s.unlike(s.held[seat], card, "You hold this card yourself; call another one.")

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """Remember the card, and find its holder where the table wants that at once."""
        s.called = next((card for card in s.trumps.order if card.name == move.value), None)
        if s.called is None:
            raise IllegalMove("Only a trump can be called.")
        s.tell("call", seat, s.called)
        if s.options.called_card != "announce":
            _give_blind(s)
            return
        own = s.options.call_own_card
        s.ask_all("announce", tuple(i for i in s.round_from(seat + 1) if own or i != seat))


class ShowCalled(Verb[PitchState]):
    """Show the called card, and keep it."""

    name = "show_called"
    shows = (1, 1)

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """The called card, if the seat holds it."""
        for slot in s.held[seat]:
            if faces[slot] == s.called:
                yield Move(self.name, (slot,))

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """P12: the holder reveals it; not the bidder's own, it makes a partner."""
        card = s.open[move.shows[0]]
        if card != s.called:
            raise IllegalMove("This is not the called card.")
        s.tell("show_called", seat, card)
        see(s, seat)
        if s.phase == "show_blind":
            discarding.start(s)
        elif s.answered(seat):
            _announced(s)


class NotMine(Verb[PitchState]):
    """Say that you do not hold the called card."""

    name = "not_mine"

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """The word of a seat that lacks the card."""
        if all(faces[slot] != s.called for slot in s.held[seat]):
            yield Move(self.name)

    def proofs(self, s: PitchState, seat: Seat, move: Move) -> tuple[Duty, ...]:
        """A duty: proofs follow only if nobody shows the card."""
        called = s.called
        return (Duty(s.closed(s.held[seat]), lambda cards: called not in cards, HOLDS),)

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """Wait for the others."""
        if s.answered(seat):
            _announced(s)


def _announced(s: PitchState) -> None:
    """All have answered: if nobody has the card, all but the bidder prove it, and so it is in the blind."""
    if s.called in s.open.values():
        _give_blind(s)
    else:
        s.ask_all("prove", tuple(i for i in s.round_from(s.bidder + 1) if i != s.bidder))


class ProveLack(LackCalled):
    """Prove that you do not hold the called card, so that it must be in the blind."""

    def proved(self, s: PitchState) -> None:
        """P12: nobody holds it, so the bidder will find it in the blind."""
        _give_blind(s)


# -- the blind --------------------------------------------------------------------------------------------------------


def _give_blind(s: PitchState) -> None:
    s.tell("blind", s.bidder, len(s.stock))
    s.gain(s.bidder, s.stock)
    s.phase, s.next, s.stock = "blind", (Deal(s.bidder, s.stock),), ()


def blind_given(s: PitchState) -> None:
    """The bidder has seen the blind, and hides which cards came from it."""
    s.phase, s.next = "mix_blind", s.mix(s.bidder)


def blind_mixed(s: PitchState) -> None:
    """A called card that nobody else could announce is the bidder's to show; then all discard."""
    if s.options.called_card == "announce" and s.called not in s.open.values():
        s.ask("show_blind", (s.bidder,))
    else:
        discarding.start(s)
