"""Little, a game of twelve cards with every kind of ask and turn: its tables are set up in no time.

Each seat is dealt two cards, and one card is opened. All say at once, sealed, `raise` or `stay`. In turn each seat may
`draw` (the card joins its hand, which it mixes) or `stand`, and then plays a card openly, or burns one unseen with the
claim that it is below the six; meanwhile the others may `fold`. At the end all cards left are opened. The highest card
played wins a point from everybody, two if anybody raised. The match has as many hands as the options say.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.cards import DECK52, Card
from engine.contract import (
    Claim,
    Deal,
    Faces,
    IllegalMove,
    Match,
    Move,
    Open,
    Proof,
    Result,
    Rules,
    Seat,
    Slot,
    State,
    Turn,
    Verb,
    verbs,
)
from engine.options import BadOption, OptionSet, option

CARDS = DECK52[:6] + DECK52[13:19]
LOW = frozenset(card for card in CARDS if card not in (CARDS[5], CARDS[11]))


@dataclass(frozen=True)
class LittleOptions(OptionSet):
    """The only choice."""

    rounds: int = option(9, "Hands in a match.", 1, 9)


@dataclass
class LittleState(State):
    """Who raised, folded and played what; what is left to draw."""

    stock: tuple[Slot, ...] = ()
    turn: Seat = 0
    raised: tuple[Seat, ...] = ()
    folded: tuple[Seat, ...] = ()
    played: tuple[tuple[Card, Seat], ...] = ()


class Raise(Verb[LittleState]):
    """Play for two points."""

    name = "raise"

    def do(self, s: LittleState, seat: Seat, move: Move) -> None:
        s.raised += (seat,)


class Stay(Verb[LittleState]):
    """Play for one point."""

    name = "stay"

    def do(self, s: LittleState, seat: Seat, move: Move) -> None:
        pass


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


class Play(Verb[LittleState]):
    """Play a card."""

    name = "play"
    shows = (1, 1)

    def moves(self, s: LittleState, seat: Seat, faces: Faces) -> Iterator[Move]:
        for slot in s.held[seat]:
            yield Move("play", (slot,))

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


def mover(s: LittleState, seat: Seat) -> Turn:
    """The seat plays; the others may fold."""
    return Turn((seat,), s.round_from(seat + 1)[:-1])


def following(s: LittleState, seat: Seat) -> None:
    """The next seat that has not folded begins its turn; after the last the cards left are opened."""
    for other in range(seat + 1, s.n):
        if other not in s.folded:
            s.turn = other
            s.phase, s.next = "start", Turn((other,))
            return
    closed = tuple(sorted(slot for held in s.held for slot in held if slot not in s.open))
    s.phase, s.next = "showdown", (Open(closed),)


class LittleRules(Rules[LittleState, Match]):
    """The game."""

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
    interrupts = ("fold",)

    def seats(self, options: LittleOptions) -> range:
        return range(2, 5)

    def deck(self, options: LittleOptions) -> tuple[Card, ...]:
        return CARDS

    def first(self, options: LittleOptions, n: int, stake: int = 1) -> Match:
        if n not in self.seats(options):
            raise BadOption(f"{n} players cannot play Little")
        return Match(options, n, stake, 0, (0,) * n)

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
            winner = max(s.played)[1] if s.played else 0
            stake = 2 if s.raised else 1
            payoff = tuple(stake * (s.n - 1) if seat == winner else -stake for seat in range(s.n))
            s.phase, s.next = "over", Result("won", (winner,), payoff)

    def close(self, s: LittleState) -> None:
        following(s, -1)

    def interrupt(self, s: LittleState, seat: Seat, move: Move) -> None:
        if isinstance(s.next, Turn) and s.next.seats != (seat,):
            s.folded += (seat,)

    def absent(self, s: LittleState, match: Match, seats: tuple[Seat, ...]) -> LittleState:
        draft = s.edit()
        draft.phase, draft.next = "over", Result("abandoned", (), (0,) * s.n, seats)
        return draft

    def settle(self, match: Match, result: Result) -> Match:
        scores = tuple(a + b for a, b in zip(match.scores, result.payoff, strict=True))
        over = match.hands + 1 == match.options.rounds
        best = tuple(seat for seat, score in enumerate(scores) if score == max(scores)) if over else ()
        return replace(match, scores=scores, hands=match.hands + 1, over=over, winners=best)

    def payments(self, before: Match, after: Match, result: Result) -> tuple[int, ...]:
        return tuple(points * before.stake for points in result.payoff)

    def worst_payment(self, match: Match) -> int:
        return 2 * match.stake


LITTLE = LittleRules()
