"""Five seats: seeing the called card, and proving that one does not hold it (P11 and P12 of §13)."""

from collections.abc import Iterator

from engine.contract import Claim, Faces, Move, Seat, Verb
from engine.games.pitch.state import PitchState

HOLDS = "You hold the called card."


def see(s: PitchState, holder: Seat) -> None:
    """The called card has been seen in this hand; unless it is the bidder's, that makes the partner."""
    if holder != s.bidder and s.partner is None:
        s.partner = holder
        s.tell("partner", holder, s.called)


class LackCalled(Verb[PitchState]):
    """Prove that you do not hold the called card."""

    name = "lack_called"

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """The proof, if it can be given."""
        if all(faces[slot] != s.called for slot in s.held[seat]):
            yield Move(self.name)

    def proofs(self, s: PitchState, seat: Seat, move: Move) -> tuple[Claim, ...]:
        """No card of the hand is the called one."""
        return () if s.called is None else s.unlike(s.held[seat], s.called, HOLDS)

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """Wait until all have proved it."""
        if s.answered(seat):
            self.proved(s)

    def proved(self, s: PitchState) -> None:
        """All have proved it: what follows."""
        raise NotImplementedError
