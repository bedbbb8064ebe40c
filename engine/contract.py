"""The contract between a game and whoever deals for it: the engine asks, dealers answer.

A game's state is what *everybody* knows of one hand. It names slots, never faces that are not open. `State.next`
says what follows: asks for the dealer to serve, a turn of seats that owe a move, or the result. A caller passes
the faces it may use, and these decide who it is: peers, spectators and verifiers pass opened faces only, a seat adds
its own when it wants to know what is legal for itself, a referee passes all of them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeAlias, TypeVar

from engine.cards import Card
from engine.options import OptionSet

Seat: TypeAlias = int
Slot: TypeAlias = int
Faces: TypeAlias = Mapping[Slot, Card]


class IllegalMove(Exception):  # noqa: N818 - the word players use
    """A move that the rules refuse; nothing has changed. `str(error)` is a sentence for the player.

    The sentence is kept as template and values, so that a screen can put it into the player's language.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template = template
        self.values = values


class Move(NamedTuple):
    """What a player does. Slots are strictly ascending; on the wire: [kind, shows, slots, value]."""

    kind: str
    shows: tuple[Slot, ...] = ()
    """Slots whose faces the move opens."""
    slots: tuple[Slot, ...] = ()
    """Slots that it names and leaves as they are."""
    value: int | str | None = None


GO_ON = Move("go_on")
"""What a watcher answers that lets the moment pass."""


class Deal(NamedTuple):
    """Ask: give the faces of these slots to this seat alone."""

    seat: Seat
    slots: tuple[Slot, ...]


class Open(NamedTuple):
    """Ask: give the faces of these slots to everybody."""

    slots: tuple[Slot, ...]


class Mix(NamedTuple):
    """Ask: the seat replaces its closed slots `old` by the fresh slots `new`, in an order only it knows."""

    seat: Seat
    old: tuple[Slot, ...]
    new: tuple[Slot, ...]


Ask: TypeAlias = Deal | Open | Mix


class Turn(NamedTuple):
    """`seats` owe a move each; then `watchers`, in this order, owe `go_on` or an interrupt each.

    The moves of `sealed` turns are committed to before any is shown, so that none can depend on another.
    """

    seats: tuple[Seat, ...]
    watchers: tuple[Seat, ...] = ()
    sealed: bool = False


class Result(NamedTuple):
    """The hand is over. `payoff` has one entry a seat, in the game's points or money."""

    outcome: str
    winners: tuple[Seat, ...]
    payoff: tuple[int, ...]
    fouls: tuple[Seat, ...] = ()
    detail: Any = None
    """More about the ending, of a type the game says; for screens and settlement."""


class Claim(NamedTuple):
    """Each of these closed slots is one of `cards`; `why` tells the mover what it means if not."""

    slots: tuple[Slot, ...]
    cards: frozenset[Card]
    why: str


class AnyOf(NamedTuple):
    """At least one alternative, a conjunction of claims, is true; which one stays hidden."""

    alternatives: tuple[tuple[Claim, ...], ...]
    why: str


class Duty(NamedTuple):
    """A condition on closed slots that no claim expresses: judged where all faces are given, else by audit."""

    slots: tuple[Slot, ...]
    test: Callable[[tuple[Card, ...]], bool]
    why: str


Proof: TypeAlias = Claim | AnyOf | Duty


@dataclass(frozen=True)
class Match:
    """Hands played to an agreed end. Games subclass it where they keep more from hand to hand."""

    options: Any
    n: int
    """Seats."""
    stake: int = 1
    """The basic stake, in whole units of money."""
    dealer: Seat | None = None
    """Dealer of the next hand; None where that is still to be decided."""
    scores: tuple[int, ...] = ()
    """What each seat has won so far, in the game's points or money."""
    hands: int = 0
    """Hands completed; a cut for the deal is none."""
    over: bool = False
    winners: tuple[Seat, ...] = ()
    """Who won the match, once it is over."""


@dataclass
class State:
    """What everybody knows of one hand: the same at every node. A value, never changed once it is handed out.

    Every field holds immutable things, or things that are replaced and never changed in place. Games subclass it.
    """

    options: Any
    n: int
    dealer: Seat
    phase: str = ""
    next: tuple[Ask, ...] | Turn | Result = ()
    """What follows. Asks are one or more; one may name no slots, and then there is nothing to serve."""
    held: tuple[tuple[Slot, ...], ...] = ()
    """By seat: the slots in its hand, open ones included."""
    open: Mapping[Slot, Card] = field(default_factory=dict)
    limits: Mapping[Slot, frozenset[Card]] = field(default_factory=dict)
    """What claims have proved of closed slots; an imagined deal obeys it."""
    minted: Slot = 0
    """The next fresh slot."""
    news: tuple[tuple[Any, ...], ...] = ()
    """What the last step made happen, as (key, seat, *things); the screen finds the words."""

    def edit(self) -> Self:
        """A draft to write on; drop it and nothing has happened."""
        draft = object.__new__(type(self))
        draft.__dict__.update(self.__dict__)
        return draft

    def tell(self, key: str, seat: Seat, *things: Any) -> None:
        """Add a piece of news to the draft."""
        self.news += ((key, seat, *things),)

    def hold(self, seat: Seat, slots: tuple[Slot, ...]) -> None:
        """Let the seat's hand be exactly these slots."""
        self.held = (*self.held[:seat], slots, *self.held[seat + 1 :])

    def gain(self, seat: Seat, slots: tuple[Slot, ...]) -> None:
        """Add slots to the seat's hand."""
        self.hold(seat, self.held[seat] + slots)

    def lose(self, seat: Seat, slots: tuple[Slot, ...]) -> None:
        """Take slots from the seat's hand. Raises IllegalMove if one is not there."""
        mine = self.held[seat]
        left = tuple([slot for slot in mine if slot not in slots])
        if len(left) != len(mine) - len(slots):
            raise IllegalMove("You do not hold these cards.")
        self.hold(seat, left)

    def mix(self, seat: Seat) -> tuple[Mix, ...]:
        """The mix that is due when closed cards joined the hand: none if fewer than two are closed."""
        old = tuple([slot for slot in self.held[seat] if slot not in self.open])
        if len(old) < 2:
            return ()
        new = tuple(range(self.minted, self.minted + len(old)))
        self.minted += len(old)
        return (Mix(seat, old, new),)

    def cards(self, slots: tuple[Slot, ...]) -> tuple[Card, ...]:
        """The faces of open slots, in their order."""
        faces = self.open
        return tuple([faces[slot] for slot in slots])

    def round_from(self, first: Seat) -> tuple[Seat, ...]:
        """All seats in turn order, clockwise from `first`."""
        return tuple([(first + i) % self.n for i in range(self.n)])


StateT = TypeVar("StateT", bound=State)
MatchT = TypeVar("MatchT", bound=Match)


class Verb(Generic[StateT]):
    """One kind of move: how it is listed, what it proves, what it does. The docstring is its help text."""

    name: ClassVar[str]
    shows: ClassVar[tuple[int, int]] = (0, 0)
    """How many slots it opens: least and most."""
    slots: ClassVar[tuple[int, int]] = (0, 0)
    """How many slots it names without opening them: least and most."""
    own: ClassVar[bool] = True
    """Whether the slots that it names have to be in the mover's hand; if not, `do` judges them."""
    value: ClassVar[type] = type(None)

    def moves(self, s: StateT, seat: Seat, faces: Faces) -> Iterator[Move]:  # noqa: ARG002
        """Every legal move of this kind up to equivalence, natural ones first; needs the seat's own faces."""
        yield Move(self.name)

    def proofs(self, s: StateT, seat: Seat, move: Move) -> tuple[Proof, ...]:  # noqa: ARG002
        """What is due with the move. May read the faces that it shows; mover, dealer and judge all call this."""
        return ()

    def do(self, s: StateT, seat: Seat, move: Move) -> None:
        """Write the effect on the draft `s`, in which `move.shows` are open, or raise IllegalMove anywhere."""
        raise NotImplementedError


def verbs(*classes: type[Verb[StateT]]) -> dict[str, Verb[StateT]]:
    """A row of the table of phases: these verbs by name."""
    return {cls.name: cls() for cls in classes}


class Rules(Generic[StateT, MatchT]):
    """A game. Stateless, and the same at every node, in tests and in imagination."""

    name: ClassVar[str]
    """The word for the command line and the wire."""
    title: ClassVar[str]
    """The name players use."""
    version: ClassVar[int] = 1
    """Raised with every change that makes old and new nodes judge differently."""
    Options: ClassVar[type[OptionSet]]
    phases: Mapping[str, Mapping[str, Verb[StateT]]]
    """The table of the rules page: which verbs each phase knows."""
    interrupts: tuple[str, ...] = ()
    """Verbs that watchers may use."""

    # -- what each game says -------------------------------------------------------------------------------

    def seats(self, options: Any) -> range:
        """How many seats these options allow, least to most."""
        raise NotImplementedError

    def deck(self, options: Any) -> tuple[Card, ...]:
        """The cards that are shuffled for each hand."""
        raise NotImplementedError

    def first(self, options: Any, n: int, stake: int = 1) -> MatchT:
        """A new match. Raises BadOption if the options do not allow `n` seats."""
        raise NotImplementedError

    def begin(self, match: MatchT) -> StateT:
        """The first state of the match's next hand."""
        raise NotImplementedError

    def settle(self, match: MatchT, result: Result) -> MatchT:
        """The match after this hand: scores, next dealer, whether it is over and who won it."""
        raise NotImplementedError

    def payments(self, before: MatchT, after: MatchT, result: Result) -> tuple[int, ...]:
        """What this hand moved, in money and by seat; it sums to zero. `after` is `settle(before, result)`."""
        raise NotImplementedError

    def worst_payment(self, match: MatchT) -> int:
        """The most that one seat can owe for one hand under these options, in money."""
        raise NotImplementedError

    def absent(self, s: StateT, match: MatchT, seats: tuple[Seat, ...]) -> StateT:
        """Go on without these seats, or end the hand with a Result whose outcome is "abandoned"."""
        raise NotImplementedError

    def imagined(self, s: StateT) -> StateT:
        """The state for playing on in imagination, where nobody can answer for mixed slots' origins."""
        return s

    def served(self, s: StateT) -> None:
        """All asks of `s.next` have been served: write on the draft what follows."""
        raise NotImplementedError

    def close(self, s: StateT) -> None:
        """The seats of a turn of several, or of none but watchers, have answered: decide, on the draft."""

    def interrupt(self, s: StateT, seat: Seat, move: Move) -> None:
        """A watcher's interrupt takes effect on the draft, or lapses because the move before it changed things."""
        raise NotImplementedError

    # -- what callers use ----------------------------------------------------------------------------------

    def legal(self, s: StateT, seat: Seat, faces: Faces) -> Iterator[Move]:
        """The moves open to a seat whose own faces are among `faces`; lazily, as there may be thousands."""
        turn = s.next
        if type(turn) is not Turn:
            return
        if seat in turn.seats:
            for verb in self.phases[s.phase].values():
                yield from verb.moves(s, seat, faces)
        elif seat in turn.watchers:
            yield GO_ON
            for name in self.interrupts:
                yield from self.phases[s.phase][name].moves(s, seat, faces)

    def check(self, s: StateT, seat: Seat, move: Move, faces: Faces) -> None:
        """Judge one seat's contribution by itself, whatever the others do. Raises IllegalMove."""
        if move == GO_ON and type(s.next) is Turn and seat in s.next.watchers:
            return
        self._may_act(s, seat, move)
        self._do(s.edit(), seat, move, faces)

    def proofs(self, s: StateT, seat: Seat, move: Move, faces: Faces) -> tuple[Proof, ...]:
        """What the dealer has to prove with this move. `faces` holds at least what the move shows."""
        verb = self.phases[s.phase].get(move.kind)
        if verb is None or move == GO_ON:
            return ()
        draft = s.edit()
        draft.open = {**draft.open, **{slot: faces[slot] for slot in move.shows}}
        return verb.proofs(draft, seat, move)

    def apply(self, s: StateT, moves: Mapping[Seat, Move], faces: Faces) -> StateT:
        """Close a step: the moves of the turn's seats, then the interrupts in the watchers' order.

        `faces` holds at least what the moves show. An interrupt that comes too late lapses; that is no error.
        Raises IllegalMove, and then `s` is as before.
        """
        turn = s.next
        if type(turn) is not Turn:
            raise IllegalMove("Nobody is to move now.")
        draft = s.edit()
        draft.news = ()
        if len(turn.seats) == 1 and not turn.watchers:
            ((seat, move),) = moves.items()
            self._may_act(s, seat, move)
            self._do(draft, seat, move, faces)
            return draft
        for seat, move in moves.items():
            self.check(s, seat, move, faces)
        for seat in turn.seats:
            if seat in moves:
                self._do(draft, seat, moves[seat], faces)
        if len(turn.seats) != 1:
            self.close(draft)
        for seat in turn.watchers:
            if moves.get(seat, GO_ON) != GO_ON:
                self.interrupt(draft, seat, moves[seat])
        return draft

    def resume(self, s: StateT, faces: Faces) -> StateT:
        """The dealer has served every ask in `s.next`; `faces` holds at least what they opened."""
        asks = s.next
        if isinstance(asks, Turn | Result):
            raise IllegalMove("The dealer was asked for nothing.")
        draft = s.edit()
        draft.news = ()
        for ask in asks:
            if type(ask) is Open:
                draft.open = {**draft.open, **{slot: faces[slot] for slot in ask.slots}}
            elif type(ask) is Mix:
                kept = tuple([slot for slot in draft.held[ask.seat] if slot not in ask.old])
                draft.hold(ask.seat, kept + ask.new)
                draft.limits = _mixed_limits(draft.limits, ask)
        self.served(draft)
        return draft

    # -- the one judge -------------------------------------------------------------------------------------

    def _may_act(self, s: StateT, seat: Seat, move: Move) -> None:
        turn = s.next
        if type(turn) is not Turn:
            raise IllegalMove("Nobody is to move now.")
        if seat not in turn.seats and not (seat in turn.watchers and move.kind in self.interrupts):
            raise IllegalMove("It is not your turn.")

    def _do(self, draft: StateT, seat: Seat, move: Move, faces: Faces) -> None:
        verb = self.phases[draft.phase].get(move.kind)
        if verb is None:
            raise IllegalMove("You cannot {move} now.", move=move.kind.replace("_", " "))
        if not (
            verb.shows[0] <= len(move.shows) <= verb.shows[1]
            and verb.slots[0] <= len(move.slots) <= verb.slots[1]
            and type(move.value) is verb.value
        ):
            raise IllegalMove("This is not how to {move}.", move=move.kind.replace("_", " "))
        if move.shows or move.slots:
            held = draft.held[seat]
            for slot in move.shows + move.slots if verb.own else move.shows:
                if slot not in held:
                    raise IllegalMove("You do not hold this card.")
            draft.open = {**draft.open, **{slot: faces[slot] for slot in move.shows}}
        for proof in verb.proofs(draft, seat, move):
            if not holds(proof, faces):
                raise IllegalMove(proof.why)
            if type(proof) is Claim:
                draft.limits = _narrowed(draft.limits, proof)
        verb.do(draft, seat, move)


AnyRules: TypeAlias = Rules[Any, Any]


def holds(proof: Proof, faces: Faces) -> bool:
    """Whether `faces` do not contradict the proof; what is not among them is given the benefit of the doubt."""
    if isinstance(proof, Claim):
        return proof.cards.issuperset([faces[slot] for slot in proof.slots if slot in faces])
    if isinstance(proof, AnyOf):
        return any(all(holds(claim, faces) for claim in case) for case in proof.alternatives)
    known = tuple([faces[slot] for slot in proof.slots if slot in faces])
    return len(known) < len(proof.slots) or proof.test(known)


def _narrowed(limits: Mapping[Slot, frozenset[Card]], claim: Claim) -> Mapping[Slot, frozenset[Card]]:
    return {**limits, **{slot: limits.get(slot, claim.cards) & claim.cards for slot in claim.slots}}


def _mixed_limits(limits: Mapping[Slot, frozenset[Card]], ask: Mix) -> Mapping[Slot, frozenset[Card]]:
    """After a mix each fresh slot may be any of the old ones: what is known of all of them together."""
    if not all(slot in limits for slot in ask.old):
        return limits
    union = frozenset[Card]().union(*[limits[slot] for slot in ask.old])
    return {**limits, **dict.fromkeys(ask.new, union)}
