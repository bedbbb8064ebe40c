"""Phase `play`: tricks of trumps only (rules page Pitch §4 and §5.9, P8, P9, P11 and P13 of §13)."""

from collections.abc import Iterator

from engine.contract import Duty, Faces, IllegalMove, Move, Proof, Seat, Turn, Verb
from engine.games.pitch.called import HOLDS, LackCalled, see
from engine.games.pitch.settlement import finish
from engine.games.pitch.state import PitchState, Trick


def start(s: PitchState) -> None:
    """The bidder leads."""
    s.phase = "play"
    lead(s, s.bidder)


def lead(s: PitchState, seat: Seat) -> None:
    """This seat leads, or the nearest one on its left that is still in; if none is, the hand is over."""
    leader = next((i for i in s.round_from(seat) if s.active(i)), None)
    if leader is None:
        finish(s)
    else:
        s.phase, s.next = "play", Turn((leader,))


def onward(s: PitchState, seat: Seat) -> None:
    """The seat has played or is out: the next one follows, or the trick is complete."""
    played = [i for i, _ in s.trick]
    for i in s.round_from(seat + 1):
        if i in played:
            _complete(s)
            return
        if s.active(i):
            s.next = Turn((i,))
            return
    finish(s)


def _complete(s: PitchState) -> None:
    """Book the points; the winner leads next."""
    t = s.trumps
    winner, _ = max(s.trick, key=lambda play: t.place[play[1]])
    taken = list(s.taken)
    for seat, card in s.trick:
        taken[seat if card in t.kept else winner] += t.points[card]
    s.tell("trick", winner, sum(taken) - sum(s.taken))
    s.taken, s.tricks, s.trick = tuple(taken), (*s.tricks, Trick(s.trick, winner)), ()
    if s.called is not None and s.options.called_card == "first_trick" and s.called not in s.open.values():
        _search(s, s.called)
    else:
        lead(s, winner)


class Play(Verb[PitchState]):
    """Play a trump to the trick."""

    name = "play"
    shows = (1, 1)

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """Every trump of the hand, unless the called card is due."""
        trumps = s.trumps.trumps
        playable = [slot for slot in s.held[seat] if faces[slot] in trumps]
        if s.called is not None and any(faces[slot] == s.called for slot in playable):
            if _due(s, seat):
                playable = [slot for slot in playable if faces[slot] == s.called]
            elif _too_late(s, seat):
                playable = [slot for slot in playable if faces[slot] != s.called]
        for slot in playable:
            yield Move(self.name, (slot,))

    def proofs(self, s: PitchState, seat: Seat, move: Move) -> tuple[Duty, ...]:
        """A duty while the called card may be due; the end of the trick, or the card itself, tells who broke it."""
        called = s.called
        if called is None or not _due(s, seat) or called in s.open.values():
            return ()
        return (Duty(s.closed(s.held[seat]), lambda cards: called not in cards, f"{HOLDS} Play it now."),)

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """Lay the card to the trick."""
        card = s.open[move.shows[0]]
        if card not in s.trumps.trumps:
            raise IllegalMove("Only trumps are played.")
        if card == s.called:
            if _too_late(s, seat):
                raise IllegalMove("The bidder has to lead the called card to the first trick.")
            see(s, seat)
        elif _due(s, seat) and any(s.open.get(slot) == s.called for slot in s.held[seat]):
            raise IllegalMove(f"{HOLDS} Play it now.")
        s.lose(seat, move.shows)
        s.trick += ((seat, card),)
        s.tell("play", seat, card)
        onward(s, seat)


def _due(s: PitchState, seat: Seat) -> bool:
    """Whether the seat, should it hold the called card, has to play it now."""
    if s.called is None or s.tricks:
        return False
    return s.options.called_card == "first_trick" or (seat == s.bidder and not s.trick)


def _too_late(s: PitchState, seat: Seat) -> bool:
    """Whether the called card would convict the seat: the bidder led another one to the first trick."""
    return seat == s.bidder and bool(s.tricks or s.trick)


class Out(Verb[PitchState]):
    """Leave the hand: you have no trump, and prove it."""

    name = "out"

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """Being out, for a seat without trumps."""
        if s.trumps.trumps.isdisjoint([faces[slot] for slot in s.held[seat]]):
            yield Move(self.name)

    def proofs(self, s: PitchState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        """P9: every card still in the hand is no trump."""
        return s.claim(s.held[seat], s.trumps.others, "You still hold a trump; play it.")

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """Take no further part."""
        s.out |= {seat}
        s.tell("out", seat)
        onward(s, seat)


# -- the first trick without the called card --------------------------------------------------------------------------


def _search(s: PitchState, called: object) -> None:
    """P11: somebody kept the called card back. Whoever cannot prove to lack it cannot go on."""
    s.tell("missing", s.bidder, called)
    _prove(s, tuple([seat for seat in range(s.n) if s.active(seat)]))


def _prove(s: PitchState, seats: tuple[Seat, ...]) -> None:
    if seats:
        s.ask_all("missing", seats)
    else:
        lead(s, s.tricks[-1].winner)


class ProveLack(LackCalled):
    """Prove that you did not keep the called card back."""

    def proved(self, s: PitchState) -> None:
        """The play goes on."""
        lead(s, s.tricks[-1].winner)


def without(s: PitchState, seats: tuple[Seat, ...]) -> None:
    """These seats are excluded after the first lead: they count as out (§13.2)."""
    s.out |= set(seats)
    for seat in seats:
        s.tell("absent", seat)
    if s.phase == "missing":
        _prove(s, tuple([seat for seat in s.queue if seat not in seats]))
    elif isinstance(s.next, Turn) and s.next.seats[0] in seats:
        onward(s, s.next.seats[0])
