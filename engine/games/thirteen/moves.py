"""The moves of Thirteen, by phase. Rules page Thirteen §6.2, §7, §12."""

from collections.abc import Iterator, Mapping

from engine.cards import DECK52
from engine.contract import Claim, Duty, Faces, IllegalMove, Move, Proof, Seat, Slot, Verb, verbs
from engine.games.thirteen.combinations import BOMBS, BY_KEY, KEY, beats, combination
from engine.games.thirteen.finding import answers, bombs, by_rank, leads
from engine.games.thirteen.instant import claims, fits
from engine.games.thirteen.state import ThirteenState
from engine.games.thirteen.turns import advance, played

ThirteenVerb = Verb[ThirteenState]


def slots_by_key(s: ThirteenState, seat: Seat, faces: Faces) -> dict[int, Slot]:
    """The hand of a seat: where the card with each key is."""
    return {KEY[faces[slot]]: slot for slot in s.held[seat]}


class ClaimWin(ThirteenVerb):
    """Show a dealt pattern that wins the hand at once."""

    name = "claim"
    shows = (4, 12)
    value = str

    def moves(self, s: ThirteenState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """The strongest claim of each kind."""
        at = slots_by_key(s, seat, faces)
        for kind, keys in claims(by_rank(list(at)), s.options.instant_wins):
            yield Move("claim", tuple(sorted([at[key] for key in keys])), value=kind)

    def do(self, s: ThirteenState, seat: Seat, move: Move) -> None:
        kind = str(move.value)
        if kind not in s.options.instant_wins:
            raise IllegalMove("This table knows no such instant win.")
        cards = s.cards(move.shows)
        if len(set(cards)) != len(cards) or not fits(kind, cards):
            raise IllegalMove("These cards are not what you claim; show exactly the cards of the pattern.")
        s.claims += ((seat, kind, cards),)
        s.tell("claim", seat, kind, cards)


class NoClaim(ThirteenVerb):
    """Play on with the cards you were dealt."""

    name = "no_claim"

    def do(self, s: ThirteenState, seat: Seat, move: Move) -> None:
        """Nothing changes."""


class HaveLow(ThirteenVerb):
    """Show the lowest card: it opens, and you lead with it."""

    name = "have"
    shows = (1, 1)

    def moves(self, s: ThirteenState, seat: Seat, faces: Faces) -> Iterator[Move]:
        for slot in s.held[seat]:
            if faces.get(slot) == BY_KEY[s.asked]:
                yield Move("have", (slot,))

    def proofs(self, s: ThirteenState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        """The other cards are not lower."""
        return not_lower(s, seat)

    def do(self, s: ThirteenState, seat: Seat, move: Move) -> None:
        if s.cards(move.shows) != (BY_KEY[s.asked],):
            raise IllegalMove("Asked for is the {card}; say that you lack it if it is not yours.", card=BY_KEY[s.asked])


class LackLow(ThirteenVerb):
    """Say that the card asked for is not in your hand."""

    name = "lack"

    def moves(self, s: ThirteenState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if all(faces.get(slot) != BY_KEY[s.asked] for slot in s.held[seat]):
            yield Move("lack")

    def proofs(self, s: ThirteenState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        """No card is lower. That the asked card is not here either shows when it turns up or in the next round."""
        card = BY_KEY[s.asked]
        truth = Duty(s.held[seat], lambda cards: card not in cards, f"You hold the {card}; show it.")
        return (truth, *not_lower(s, seat))

    def do(self, s: ThirteenState, seat: Seat, move: Move) -> None:
        if s.asked == KEY[BY_KEY[-1]]:
            raise IllegalMove("Somebody holds a lowest card, and no other card is left to ask for.")


def not_lower(s: ThirteenState, seat: Seat) -> tuple[Claim, ...]:
    """The claim due in the search for the lowest card: no closed card here is lower than the one asked for.

    Everybody has proved this of the card before in the last round, so one card is left to exclude: the one that was
    asked for then, unless it has been opened since. For the three of spades there is nothing to prove.
    """
    excluded = set(BY_KEY[s.asked - 1 : s.asked]).difference(s.open.values())
    closed = tuple([slot for slot in s.held[seat] if slot not in s.open])
    if not excluded or not closed:
        return ()
    allowed = frozenset(DECK52).difference(excluded, s.open.values())
    return (Claim(closed, allowed, f"You hold the {min(excluded)}, which is lower."),)


class Play(ThirteenVerb):
    """Play one combination from your hand."""

    name = "play"
    shows = (1, 16)

    def moves(self, s: ThirteenState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """Every combination that may be played, smallest types first."""
        at = slots_by_key(s, seat, faces)
        ranks = by_rank(list(at))
        if s.table is None:
            found = leads(ranks, s.options)
        elif seat in s.locked:
            found = bombs(ranks, s.table, s.options)
        else:
            found = answers(ranks, s.table, s.options)
        low = None if s.low is None else KEY[s.low]
        for keys in found:
            if low is None or low in keys:
                yield Move("play", tuple(sorted([at[key] for key in keys])))

    def do(self, s: ThirteenState, seat: Seat, move: Move) -> None:
        s.lose(seat, move.shows)
        cards = s.cards(move.shows)
        if s.low is not None and s.low not in cards:
            raise IllegalMove("The opening play must contain the {card}, the lowest card.", card=s.low)
        new = combination(cards, s.options.twos_high_in_sequences)
        if new is None:
            raise IllegalMove("These cards are no combination; play one that the rules know.")
        if s.table is not None and not beats(new, s.table, s.options.bomb_order):
            raise IllegalMove("This does not beat the table; play higher cards of the same kind and number, or pass.")
        if seat in s.locked and new.type not in BOMBS:
            raise IllegalMove("You have passed, so only a bomb is open to you; play one or pass.")
        s.low, s.table, s.owner, s.answered = None, new, seat, frozenset()
        s.played += ((seat, new.cards),)
        s.tell("play", seat, new.type, new.cards)
        played(s, seat)


class Pass(ThirteenVerb):
    """Let the others go on."""

    name = "pass"

    def do(self, s: ThirteenState, seat: Seat, move: Move) -> None:
        s.answered |= {seat}
        if s.options.pass_lock:
            s.locked |= {seat}
        s.tell("pass", seat)
        advance(s, seat)


PHASES: Mapping[str, Mapping[str, ThirteenVerb]] = {
    "deal": {},
    "claim": verbs(ClaimWin, NoClaim),
    "low": verbs(HaveLow, LackLow),
    "lead": verbs(Play),
    "follow": verbs(Play, Pass),
    "done": {},
}
"""The table of the rules page §6.2."""
