"""Phases `discard`, `refill`, `rest`, `rest_discard` and `burn`: from the cards dealt to six trumps (§5.5 to §5.8)."""

from collections.abc import Iterator
from itertools import combinations

from engine.cards import Card
from engine.contract import AnyOf, Deal, Faces, IllegalMove, Mix, Move, Proof, Seat, Slot, Verb
from engine.games.pitch import playing
from engine.games.pitch.state import HAND, PitchState

_POINTS_FIRST = "Burn trumps without points first."


def start(s: PitchState) -> None:
    """Trump and call are named: all throw their non-trumps away, left of the dealer first."""
    s.ask("discard", s.round_from(s.dealer + 1))


class Discard(Verb[PitchState]):
    """Throw away every card that is no trump. Trumps that you throw as well are shown."""

    name = "discard"
    shows = (0, 54)
    slots = (0, 54)

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """The non-trumps; then these with one thrown trump more, with two, and so on."""
        trumps = s.trumps.trumps
        others = [slot for slot in s.held[seat] if faces[slot] not in trumps]
        spare = [slot for slot in s.held[seat] if faces[slot] in trumps and faces[slot] != s.called]
        throws = s.phase == "discard" and s.options.thrown_trump != "refuse"
        for count in range(len(spare) + 1 if throws else 1):
            for thrown in combinations(spare, count):
                if s.options.discard_show == "open":
                    yield Move(self.name, tuple(sorted((*others, *thrown))))
                else:
                    yield Move(self.name, tuple(sorted(thrown)), tuple(sorted(others)))

    def proofs(self, s: PitchState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        """P2, P3 and P6: what lies face down is no trump, what is kept is one."""
        gone = move.shows + move.slots
        kept = tuple([slot for slot in s.held[seat] if slot not in gone])
        return s.claim(move.slots, s.trumps.others, "Show the trumps that you throw away.") + s.claim(
            kept, s.trumps.trumps, "Throw away every card that is no trump."
        )

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """Lay thrown trumps open and the others aside."""
        trumps = s.trumps.trumps
        thrown = tuple([slot for slot in move.shows if s.open[slot] in trumps])
        others = tuple([slot for slot in move.shows if s.open[slot] not in trumps]) + move.slots
        if s.options.discard_show == "open" and move.slots:
            raise IllegalMove("At this table discards are shown.")
        if s.options.discard_show == "proof" and len(thrown) < len(move.shows):
            raise IllegalMove("Leave discards without trumps face down.")
        if thrown:
            self._throw(s, seat, thrown)
        s.lose(seat, move.shows + move.slots)
        s.discarded = (*s.discarded[:seat], s.discarded[seat] + others, *s.discarded[seat + 1 :])
        s.kept = (*s.kept[:seat], len(s.held[seat]), *s.kept[seat + 1 :])
        s.tell("discard", seat, len(move.slots), s.cards(move.shows))
        if s.acted():
            _discarded(s)

    @staticmethod
    def _throw(s: PitchState, seat: Seat, thrown: tuple[Slot, ...]) -> None:
        rule = s.options.thrown_trump
        if s.phase != "discard" or rule == "refuse":
            raise IllegalMove("Trumps may not be thrown away now.")
        if s.called in s.cards(thrown):
            raise IllegalMove("The called card may not be thrown away.")
        if rule == "fair_game":
            s.thrown += tuple([(slot, seat) for slot in thrown])
        if rule == "dead" or s.n == 5:
            s.dead += thrown


def _discarded(s: PitchState) -> None:
    if s.phase == "rest_discard" or s.n == 5:
        burning(s)
        return
    order = s.round_from(s.dealer + 1)
    if s.options.refill_order == "bidder_last":
        order = (*(seat for seat in order if seat != s.bidder), s.bidder)
    s.phase, s.queue = "refill", order
    refilling(s)


# -- filling up and the rest ------------------------------------------------------------------------------------------


def refilling(s: PitchState) -> None:
    """Ask the next seat that needs cards and can get some; after the last one comes the rest."""
    while s.queue:
        seat = s.queue[0]
        if len(s.held[seat]) < HAND and (s.stock or any(thrower != seat for _, thrower in s.thrown)):
            s.ask("refill", s.queue)
            return
        s.queue = s.queue[1:]
    s.dead += tuple([slot for slot, _ in s.thrown])
    if s.stock:
        s.ask("rest", (s.bidder,))
    else:
        mixing(s)


class Refill(Verb[PitchState]):
    """Fill your hand up to six cards, from open thrown trumps of others or from the stock."""

    name = "refill"
    slots = (0, HAND)
    own = False
    value = int

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """Every choice of thrown trumps, the largest first."""
        need = HAND - len(s.held[seat])
        there = [slot for slot, thrower in s.thrown if thrower != seat]
        for count in range(min(need, len(there)), -1, -1):
            for take in combinations(there, count):
                yield Move(self.name, (), tuple(sorted(take)), min(need - count, len(s.stock)))

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """Take thrown trumps, and ask for as many cards of the stock as are then needed."""
        take, thrower = move.slots, dict(s.thrown)
        need = HAND - len(s.held[seat]) - len(take)
        if len(set(take)) < len(take) or any(slot not in thrower for slot in take):
            raise IllegalMove("Take only trumps that lie open, each once.")
        if any(thrower[slot] == seat for slot in take):
            raise IllegalMove("You may not take back what you threw away.")
        if need < 0:
            raise IllegalMove("You need only {need} cards.", need=need + len(take))
        count = min(need, len(s.stock))
        if move.value != count:
            raise IllegalMove("Draw exactly {count} from the stock.", count=count)
        s.thrown = tuple([pair for pair in s.thrown if pair[0] not in take])
        s.queue = s.queue[1:]
        s.tell("refill", seat, count, s.cards(take))
        s.gain(seat, take)
        if count:
            _draw(s, seat, count)
        else:
            refilling(s)


class TakeRest(Verb[PitchState]):
    """Take all that is left of the stock, unseen."""

    name = "take_rest"

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """The bidder gets the rest."""
        _give_rest(s, seat)


class PassRest(Verb[PitchState]):
    """Hand all that is left of the stock on to your partner, unseen."""

    name = "pass_rest"

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """Where the table allows it."""
        if s.options.pass_rest:
            yield Move(self.name)

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """The partner gets the rest."""
        if not s.options.pass_rest:
            raise IllegalMove("At this table the rest is yours; take it.")
        _give_rest(s, (seat + 2) % s.n)


def _give_rest(s: PitchState, seat: Seat) -> None:
    """P5: the decision stands in the log before any share of these slots is asked for."""
    s.receiver = seat
    s.tell("rest", seat, len(s.stock))
    _draw(s, seat, len(s.stock))


def _draw(s: PitchState, seat: Seat, count: int) -> None:
    """The top of the stock goes to the seat."""
    drawn = s.stock[:count]
    if s.closed(s.held[seat]):
        s.joined |= {seat}
    s.stock = s.stock[count:]
    s.gain(seat, drawn)
    s.next = (Deal(seat, drawn),)


def mixing(s: PitchState) -> None:
    """All drawing is done: hands that drawn cards joined are mixed, before anything is claimed or opened of them."""
    asks: tuple[Mix, ...] = ()
    for seat in sorted(s.joined):
        asks += s.mix(seat)
    if asks:
        s.phase, s.next = "mix", asks
    else:
        mixed(s)


def mixed(s: PitchState) -> None:
    """The receiver of the rest discards once more; then all burn down to six."""
    if s.receiver >= 0:
        s.ask("rest_discard", (s.receiver,))
    else:
        burning(s)


# -- burning ----------------------------------------------------------------------------------------------------------


def burning(s: PitchState) -> None:
    """Seats with more than six cards burn, left of the dealer first; then the bidder leads."""
    queue = tuple([seat for seat in s.round_from(s.dealer + 1) if len(s.held[seat]) > HAND])
    if queue:
        s.ask("burn", queue)
    else:
        playing.start(s)


class Burn(Verb[PitchState]):
    """Remove trumps from your hand until six are left."""

    name = "burn"
    shows = (0, 54)
    slots = (0, 54)

    def moves(self, s: PitchState, seat: Seat, faces: Faces) -> Iterator[Move]:
        """Every choice, cards without points and low ones first."""
        hand, points, place = s.held[seat], s.trumps.points, s.trumps.place
        spare = [slot for slot in hand if faces[slot] != s.called]
        spare.sort(key=lambda slot: (points[faces[slot]], place[faces[slot]]))
        for gone in combinations(spare, len(hand) - HAND):
            if s.options.burn_choice == "any" or _points_last(
                [faces[slot] for slot in gone],
                [faces[slot] for slot in hand if slot not in gone],
                s.trumps.scoring,
                s.called,
            ):
                slots = tuple(sorted(gone))
                yield Move(self.name, slots) if s.options.burn_show == "open" else Move(self.name, (), slots)

    def proofs(self, s: PitchState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        """P7: the called card is not burned; points go last, and it stays hidden which of two ways that is so."""
        gone = move.shows + move.slots
        due: tuple[Proof, ...] = ()
        if s.called is not None:
            due = s.unlike(gone, s.called, "The called card may not be burned.")
        if s.options.burn_choice == "any":
            return due
        kept = tuple([slot for slot in s.held[seat] if slot not in gone])
        scoring = s.trumps.scoring
        exempt = scoring if s.called is None else scoring | {s.called}
        ways = [
            s.claim(slots, cards, _POINTS_FIRST)
            for slots, cards in ((gone, s.trumps.trumps - scoring), (kept, exempt))
            if s.fits(slots, cards)
        ]
        if not ways:
            raise IllegalMove(_POINTS_FIRST)
        if () in ways:
            return due
        return due + (ways[0] if len(ways) == 1 else (AnyOf(tuple(ways), _POINTS_FIRST),))

    def do(self, s: PitchState, seat: Seat, move: Move) -> None:
        """Take the cards out of the hand, for good."""
        if s.options.burn_show == "open" and move.slots:
            raise IllegalMove("At this table burned cards are shown.")
        if s.options.burn_show == "hidden" and move.shows:
            raise IllegalMove("At this table burned cards stay hidden.")
        gone = move.shows + move.slots
        count = len(s.held[seat]) - HAND
        if len(gone) != count:
            raise IllegalMove("Burn exactly {count}.", count=count)
        s.lose(seat, gone)
        s.burned += gone
        s.tell("burn", seat, len(move.slots), s.cards(move.shows))
        if s.acted():
            burning(s)


def _points_last(gone: list[Card], kept: list[Card], scoring: frozenset[Card], called: Card | None) -> bool:
    """Whether points are burned only if every trump kept has points; the called card does not count (§5.8)."""
    return scoring.isdisjoint(gone) or all(card in scoring or card == called for card in kept)
