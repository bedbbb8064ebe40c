"""What seats do before the first turn: the side bet and the declarations (rules page Tonk §5.1 to §5.3)."""

from collections.abc import Iterator

from engine.cards import DECK52, Card
from engine.contract import AnyOf, Claim, Duty, Faces, IllegalMove, Move, Proof, Seat, Slot, Verb
from engine.games.tonk import flow
from engine.games.tonk.options import TonkOptions
from engine.games.tonk.spreads import ACE, POINTS, count
from engine.games.tonk.state import TonkState

SPADES = 3
NO_SPADES = frozenset(card for card in DECK52 if card.suit != SPADES)
UP_TO_8 = frozenset(card for card in DECK52 if POINTS[card] <= 8)
UP_TO_9 = frozenset(card for card in DECK52 if POINTS[card] <= 9)
WHOLE_HAND = (1, 9)


class Join(Verb[TonkState]):
    """Take part in the side bet on the highest spade."""

    name = "join"

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        s.bets += (seat,)
        s.tell("join", seat)


class StayOut(Verb[TonkState]):
    """Stay out of the side bet on the highest spade."""

    name = "stay_out"

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        s.tell("stay_out", seat)


def spade_rank(card: Card, options: TonkOptions) -> int:
    """The rank of a spade in the side bet."""
    return 13 if card.rank == ACE and options.spades_ace == "high" else card.rank


class ShowSpade(Verb[TonkState]):
    """Show your highest spade; it stays in your hand."""

    name = "show_spade"
    shows = (1, 1)

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        spades = [(spade_rank(faces[slot], s.options), slot) for slot in s.held[seat] if faces[slot].suit == SPADES]
        if spades:
            yield Move(self.name, (max(spades)[1],))

    def proofs(self, s: TonkState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        (shown,) = s.cards(move.shows)
        if shown.suit != SPADES:
            return ()
        rank = spade_rank(shown, s.options)
        lower = frozenset(card for card in DECK52 if card.suit == SPADES and spade_rank(card, s.options) < rank)
        others = tuple([slot for slot in s.held[seat] if slot not in move.shows])
        return (Claim(others, NO_SPADES | lower, "You have a higher spade: show that one."),)

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        (shown,) = s.cards(move.shows)
        if shown.suit != SPADES:
            raise IllegalMove("This is no spade.")
        s.spades += ((spade_rank(shown, s.options), seat),)
        s.tell("show_spade", seat, shown)
        s.to_show = s.to_show[1:]
        flow.show_spades(s)


class NoSpade(Verb[TonkState]):
    """Say, and prove, that you were dealt no spade."""

    name = "no_spade"

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if all(faces[slot].suit != SPADES for slot in s.held[seat]):
            yield Move(self.name)

    def proofs(self, s: TonkState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        return (Claim(s.held[seat], NO_SPADES, "You were dealt a spade: show your highest."),)

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        s.tell("no_spade", seat)
        s.to_show = s.to_show[1:]
        flow.show_spades(s)


def dealt_count(s: TonkState, seat: Seat, faces: Faces) -> int:
    """The points of a dealt hand. All its cards count for a natural, also those of a spread."""
    return count([faces[slot] for slot in s.held[seat]])


class Declare(Verb[TonkState]):
    """Show your dealt hand: it wins by its count."""

    name = "declare"
    shows = WHOLE_HAND

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if s.options.natural(dealt_count(s, seat, faces)):
            yield Move(self.name, s.held[seat])

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        points = _shown_hand(s, seat, move)
        stakes = s.options.natural(points)
        if not stakes:
            raise IllegalMove("A dealt hand of {points} points does not win.", points=points)
        s.declared += ((seat, stakes),)
        s.tell("declare", seat, points)


class NoNatural(Verb[TonkState]):
    """Play on with the hand you were dealt."""

    name = "pass"
    slots = (0, 2)

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if s.options.natural_declare == "optional" or not s.options.natural(dealt_count(s, seat, faces)):
            # The lowest cards, wherever a secret mix has put them: which slots these are tells the others nothing.
            lowest = sorted(s.held[seat], key=lambda slot: (POINTS[faces[slot]], faces[slot]))[: named(s)]
            yield Move(self.name, (), tuple(sorted(lowest)))

    def proofs(self, s: TonkState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        if len(move.slots) != named(s):
            raise IllegalMove("Name the cards that show that your hand does not win.")
        return no_natural(s, seat, move.slots)

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        s.tell("pass", seat)


def named(s: TonkState) -> int:
    """How many of its cards a seat names that proves that its hand does not win: for a 50 one, for a 49 too two."""
    return 0 if not s.proved else 2 if s.options.natural_high == "49_50" else 1


def no_natural(s: TonkState, seat: Seat, slots: tuple[Slot, ...]) -> tuple[Proof, ...]:
    """What a seat owes that plays on: with compulsory declaration, that its dealt hand does not win (§7.2).

    A five-card hand is no 50 if a card is worth 9 or less. It is no 49 either if one is worth 8 or less, or two 9.
    """
    options, why = s.options, "Your hand wins: declare it."
    if options.natural_declare == "optional":
        return ()
    if not s.proved:
        return (Duty(s.held[seat], lambda cards: not options.natural(count(cards)), why),)
    both = Claim(slots, UP_TO_9, why)
    if len(slots) == 1:
        return (both,)
    one_low = tuple([(Claim((slot,), UP_TO_8, why),) for slot in slots])
    return (AnyOf((*one_low, (both,)), why),)


class DeclareInTurn(Verb[TonkState]):
    """Show the 49 that you were dealt, as the first act of your first turn."""

    name = "declare"
    shows = WHOLE_HAND

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if self._waits(s, seat) and dealt_count(s, seat, faces) == 49:
            yield Move(self.name, s.held[seat])

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        if not self._waits(s, seat):
            raise IllegalMove("You cannot declare now.")
        points = _shown_hand(s, seat, move)
        if points != 49:
            raise IllegalMove("Only a dealt 49 waits for its turn; this hand has {points} points.", points=points)
        s.declared = ((seat, s.options.natural_49_mult),)
        s.tell("declare", seat, points)
        flow.end(s, "natural", seat)

    @staticmethod
    def _waits(s: TonkState, seat: Seat) -> bool:
        options = s.options
        return options.natural_high == "50_auto_49_turn" and s.size in options.natural_hand_sizes and not s.turns[seat]


def _shown_hand(s: TonkState, seat: Seat, move: Move) -> int:
    if move.shows != s.held[seat]:
        raise IllegalMove("Show your whole hand.")
    return count(s.cards(move.shows))
