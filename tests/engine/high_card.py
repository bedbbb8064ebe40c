"""High card, the smallest game that uses all of the contract: it is made here, and nothing outside knows it.

Each seat is dealt three cards and mixes them. All say at once, sealed, whether they `raise` or `stay`. In turn each
plays a card, or burns one unseen: `burn` claims that it is no picture, and owes, as a duty, the lowest card held. While
others play a seat may `fold`; then it plays no more. The highest card played wins a point from everybody, or two if
anybody raised.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.cards import DECK52, Card
from engine.contract import (
    Claim,
    Deal,
    Duty,
    Faces,
    IllegalMove,
    Match,
    Move,
    Proof,
    Result,
    Rules,
    Seat,
    State,
    Turn,
    Verb,
    verbs,
)
from engine.options import BadOption, OptionSet, option

LOW = frozenset(card for card in DECK52 if card.rank < 10)


@dataclass(frozen=True)
class HighOptions(OptionSet):
    """The only choice."""

    rounds: int = option(3, "Hands in a match.", 1, 9)


@dataclass
class HighState(State):
    """Who raised, folded and played what."""

    raised: tuple[Seat, ...] = ()
    folded: tuple[Seat, ...] = ()
    played: tuple[tuple[Card, Seat], ...] = ()


class Raise(Verb[HighState]):
    """Play for two points."""

    name = "raise"

    def do(self, s: HighState, seat: Seat, move: Move) -> None:
        s.raised += (seat,)


class Stay(Verb[HighState]):
    """Play for one point."""

    name = "stay"

    def do(self, s: HighState, seat: Seat, move: Move) -> None:
        pass


class Play(Verb[HighState]):
    """Play a card."""

    name = "play"
    shows = (1, 1)

    def moves(self, s: HighState, seat: Seat, faces: Faces) -> Iterator[Move]:
        for slot in s.held[seat]:
            yield Move("play", (slot,))

    def do(self, s: HighState, seat: Seat, move: Move) -> None:
        s.lose(seat, move.shows)
        s.played += ((s.open[move.shows[0]], seat),)
        s.tell("play", seat, s.open[move.shows[0]])
        following(s, seat)


class Burn(Verb[HighState]):
    """Throw your lowest card unseen; it is no picture."""

    name = "burn"
    slots = (1, 1)

    def moves(self, s: HighState, seat: Seat, faces: Faces) -> Iterator[Move]:
        lowest = min(s.held[seat], key=lambda slot: faces[slot].rank)
        for slot in s.held[seat]:
            if faces[slot] in LOW and faces[slot].rank == faces[lowest].rank:
                yield Move("burn", (), (slot,))

    def proofs(self, s: HighState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        others = tuple(slot for slot in s.held[seat] if slot not in move.slots)
        return (
            Claim(move.slots, LOW, "A picture may not be burned."),
            Duty(
                move.slots + others, lambda cards: cards[0].rank == min(c.rank for c in cards), "Burn your lowest card."
            ),
        )

    def do(self, s: HighState, seat: Seat, move: Move) -> None:
        s.lose(seat, move.slots)
        following(s, seat)


class Fold(Verb[HighState]):
    """Leave the hand while another plays."""

    name = "fold"

    def moves(self, s: HighState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if seat not in s.folded:
            yield Move("fold")

    def do(self, s: HighState, seat: Seat, move: Move) -> None:
        if seat in s.folded:
            raise IllegalMove("You have folded.")
        s.folded += (seat,)


def following(s: HighState, seat: Seat) -> None:
    """The next seat that has not folded plays; after the last the hand is over."""
    other = next_in(s, seat)
    if other is None:
        s.phase, s.next = "over", result(s)
    else:
        s.phase, s.next = "play", mover(s, other)


def next_in(s: HighState, seat: Seat) -> Seat | None:
    """The next seat after this one that has not folded."""
    return next((other for other in range(seat + 1, s.n) if other not in s.folded), None)


def mover(s: HighState, seat: Seat) -> Turn:
    """The seat plays; the others may fold."""
    return Turn((seat,), s.round_from(seat + 1)[:-1])


def result(s: HighState) -> Result:
    """The highest card wins."""
    stake = 2 if s.raised else 1
    winner = max(s.played)[1] if s.played else 0
    return Result("won", (winner,), tuple(stake * (s.n - 1) if seat == winner else -stake for seat in range(s.n)))


class HighCard(Rules[HighState, Match]):
    """The game."""

    name = "high-card"
    title = "High card"
    Options = HighOptions
    phases: Mapping[str, Mapping[str, Verb[HighState]]] = {
        "deal": {},
        "mix": {},
        "raise": verbs(Raise, Stay),
        "play": verbs(Play, Burn, Fold),
        "over": {},
    }
    interrupts = ("fold",)

    def seats(self, options: HighOptions) -> range:
        return range(2, 5)

    def deck(self, options: HighOptions) -> tuple[Card, ...]:
        return DECK52

    def first(self, options: HighOptions, n: int, stake: int = 1) -> Match:
        if n not in self.seats(options):
            raise BadOption(f"{n} players cannot play {self.title}")
        return Match(options, n, stake, 0, (0,) * n)

    def begin(self, match: Match) -> HighState:
        s = HighState(match.options, match.n, match.dealer or 0, "deal", minted=52)
        s.held = tuple(tuple(range(3 * seat, 3 * seat + 3)) for seat in range(match.n))
        s.next = tuple(Deal(seat, held) for seat, held in enumerate(s.held))
        return s

    def served(self, s: HighState) -> None:
        if s.phase == "deal":
            s.phase, s.next = "mix", tuple(mix for seat in range(s.n) for mix in s.mix(seat))
        else:
            s.phase, s.next = "raise", Turn(tuple(range(s.n)), sealed=True)

    def close(self, s: HighState) -> None:
        following(s, -1)

    def interrupt(self, s: HighState, seat: Seat, move: Move) -> None:
        if isinstance(s.next, Turn) and s.next.seats != (seat,):
            self.phases["play"]["fold"].do(s, seat, move)
        else:
            s.tell("late", seat)

    def absent(self, s: HighState, match: Match, seats: tuple[Seat, ...]) -> HighState:
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


HIGH = HighCard()
