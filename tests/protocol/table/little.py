"""Little, a game of twelve cards with every kind of ask and turn: its tables are set up in no time.

Each seat is dealt two cards, and one card is opened. All say at once, sealed, `raise` or `stay`. In turn each seat may
`draw` (the card joins its hand, which it mixes) or `stand`, and then plays a card openly, or burns one unseen with the
claim that it is below the six; meanwhile the others may `fold`. At the end all cards left are opened. The highest card
played wins a point from everybody, two if anybody raised. The match has as many hands as the options say.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.cards import DECK52, Card
from engine.contract import Claim, Deal, Faces, IllegalMove, Match, Move, Open, Proof, Seat, Slot, Turn, Verb, verbs
from engine.options import option
from tests.engine import high_card
from tests.engine.high_card import HighCard, HighOptions, HighState, Raise, Stay, mover, next_in, result

CARDS = DECK52[:6] + DECK52[13:19]
LOW = frozenset(card for card in CARDS if card not in (CARDS[5], CARDS[11]))


@dataclass(frozen=True)
class LittleOptions(HighOptions):
    """The only choice."""

    rounds: int = option(9, "Hands in a match.", 1, 9)


@dataclass
class LittleState(HighState):
    """What is left to draw, and whose turn it is."""

    stock: tuple[Slot, ...] = ()
    turn: Seat = 0


class Draw(Verb[LittleState]):
    """Take a card."""

    name = "draw"

    def moves(self, s: LittleState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if s.stock:
            yield Move("draw")

    def do(self, s: LittleState, seat: Seat, move: Move) -> None:
        if not s.stock:
            raise IllegalMove("There is no card left to draw.")
        slot, s.stock = s.stock[0], s.stock[1:]
        s.gain(seat, (slot,))
        s.phase, s.next = "drawn", (Deal(seat, (slot,)), *s.mix(seat))


class Stand(Verb[LittleState]):
    """Take none."""

    name = "stand"

    def do(self, s: LittleState, seat: Seat, move: Move) -> None:
        s.phase, s.next = "play", mover(s, seat)


class Play(high_card.Play):
    """Play a card."""

    def do(self, s: LittleState, seat: Seat, move: Move) -> None:
        s.lose(seat, move.shows)
        s.played += ((s.open[move.shows[0]], seat),)
        following(s, seat)


class Burn(Verb[LittleState]):
    """Throw a card below the six, unseen."""

    name = "burn"
    slots = (1, 1)

    def moves(self, s: LittleState, seat: Seat, faces: Faces) -> Iterator[Move]:
        for slot in s.held[seat]:
            if faces[slot] in LOW:
                yield Move("burn", (), (slot,))

    def proofs(self, s: LittleState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        return (Claim(move.slots, LOW, "A six may not be burned."),)

    def do(self, s: LittleState, seat: Seat, move: Move) -> None:
        s.lose(seat, move.slots)
        following(s, seat)


class Fold(Verb[LittleState]):
    """Leave the hand while another plays."""

    name = "fold"

    def moves(self, s: LittleState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if seat not in (*s.folded, s.turn):
            yield Move("fold")

    def do(self, s: LittleState, seat: Seat, move: Move) -> None:
        if seat in s.folded:
            raise IllegalMove("You have folded.")
        if seat == s.turn:
            raise IllegalMove("You cannot fold in your turn.")
        s.folded += (seat,)


def following(s: LittleState, seat: Seat) -> None:
    """The next seat that has not folded begins its turn; after the last the cards left are opened."""
    other = next_in(s, seat)
    if other is None:
        closed = tuple(sorted(slot for held in s.held for slot in held if slot not in s.open))
        s.phase, s.next = "showdown", (Open(closed),)
    else:
        s.turn = other
        s.phase, s.next = "start", Turn((other,))


class LittleRules(HighCard):
    """The game: High card but for the deal and the turns."""

    name = "little"
    title = "Little"
    Options = LittleOptions
    phases: Mapping[str, Mapping[str, Verb[LittleState]]] = {
        "deal": {},
        "raise": verbs(Raise, Stay),
        "start": verbs(Draw, Stand),
        "drawn": {},
        "play": verbs(Play, Burn, Fold),
        "showdown": {},
        "over": {},
    }

    def deck(self, options: LittleOptions) -> tuple[Card, ...]:
        return CARDS

    def begin(self, match: Match) -> LittleState:
        n = match.n
        s = LittleState(match.options, n, match.dealer or 0, "deal", minted=len(CARDS))
        s.held = tuple((seat, n + seat) for seat in range(n))
        s.stock = tuple(range(2 * n + 1, len(CARDS)))
        s.next = (*(Deal(seat, held) for seat, held in enumerate(s.held)), Open((2 * n,)))
        return s

    def served(self, s: LittleState) -> None:
        if s.phase == "deal":
            s.phase, s.next = "raise", Turn(tuple(range(s.n)), sealed=True)
        elif s.phase == "drawn":
            s.phase, s.next = "play", mover(s, s.turn)
        else:
            s.phase, s.next = "over", result(s)

    def close(self, s: LittleState) -> None:
        following(s, -1)

    def interrupt(self, s: LittleState, seat: Seat, move: Move) -> None:
        if isinstance(s.next, Turn) and s.next.seats != (seat,):
            s.folded += (seat,)


LITTLE = LittleRules()
