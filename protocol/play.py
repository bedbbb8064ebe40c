"""The play lane of one hand: the engine asks, the seats answer with shares, mixes and moves.

Public state only; whether a contribution counts is decided here, from the log and its bytes. The steps of the lane
follow from `State.next`: asks become one step of shares and one of mixes, each left out if nobody owes anything; a
turn becomes a step of pledges if it is sealed, a step of moves, and a step of answers if somebody watches.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise

from engine.cards import Card
from engine.contract import (
    AnyOf,
    Claim,
    Deal,
    Duty,
    Faces,
    IllegalMove,
    Match,
    Mix,
    Move,
    Open,
    Result,
    Seat,
    Slot,
    State,
    Turn,
    holds,
)
from engine.plain import pending
from protocol.asked import Asked, asked_of, slots_of
from protocol.asked import verify as verify_asked
from protocol.codec import CodecError, Value, array, blob, integer, pack, text
from protocol.contribution import Contribution, Fault, Lane
from protocol.elgamal import CIPHERTEXT_SIZE, Ciphertext, decode_deck
from protocol.group import SIZE, Point, framed
from protocol.lane import Check, Steps
from protocol.setup import Setup, decode_point, proven, shaped
from protocol.shares import PROOF_SIZE, verify_shares
from protocol.shuffle import proof_size, verify
from protocol.slots import Slots
from protocol.terms import Genesis

PLEDGE_SIZE = 32
SALT_SIZE = 32
MAX_SHOWN = 32


@dataclass(frozen=True, slots=True)
class Moved:
    """A checked move: what it is and the shares that open what it shows."""

    move: Move
    shares: Mapping[Slot, Point]


@dataclass(frozen=True, slots=True)
class Happening:
    """The engine's state changed: by these moves (none where asks were served), to this state."""

    moves: Mapping[Seat, Move]
    state: State


def encode_move(move: Move) -> Value:
    """A move as a canonical value."""
    return (move.kind, move.shows, move.slots, move.value)


def decode_move(value: Value) -> Move:
    """Raises CodecError unless this is the encoding of a move: bounded, slots strictly ascending."""
    kind, shows, slots, amount = array(value, 4)
    if isinstance(amount, str):
        amount = text(amount, 32)
    elif amount is not None:
        amount = integer(amount, -(1 << 31), 1 << 31)
    return Move(text(kind, 24), _ascending(shows), _ascending(slots), amount)


def _ascending(value: Value) -> tuple[Slot, ...]:
    slots = tuple(integer(item, 0, 1 << 16) for item in array(value, most=MAX_SHOWN))
    if any(a >= b for a, b in pairwise(slots)):
        raise CodecError("slots are not in ascending order")
    return slots


def _about_closed(proof: Claim | AnyOf, faces: Faces) -> Claim | AnyOf:
    """The part of a claim that is about closed slots; the rules have judged the rest by the faces."""
    if isinstance(proof, Claim):
        return proof._replace(slots=tuple(slot for slot in proof.slots if slot not in faces))
    possible = [case for case in proof.alternatives if all(holds(claim, faces) for claim in case)]
    return proof._replace(
        alternatives=tuple(
            tuple(claim._replace(slots=tuple(slot for slot in claim.slots if slot not in faces)) for claim in case)
            for case in possible
        )
    )


def pledge_of(context: bytes, move: Move, salt: bytes) -> bytes:
    """The commitment to a sealed move, 32 bytes; `context` is that of the pledge's own header."""
    return sha256(framed("fairdeal/1/pledge", context, pack(encode_move(move)), salt)).digest()


class Play(Steps):
    """Public state of a hand in play. `state` is the engine's; it ends with a Result in `state.next`."""

    def __init__(self, genesis: Genesis, match: Match, setup: Setup, previous: bytes) -> None:
        super().__init__(genesis, setup.hand, Lane.PLAY, previous)
        assert setup.keys is not None  # noqa: S101 - the setup is over and not dead
        self._start = (match, setup, previous)
        self.rules = genesis.terms.rules
        self.keys = setup.keys
        self.slots = Slots(setup.keys, setup.deck)
        self.state: State = self.rules.begin(match)
        self.due: dict[Seat, tuple[Slot, ...]] = {}
        """In a step of shares: the slots of which each seat owes one."""
        self.mixes: dict[Seat, Mix] = {}
        self.moves: dict[Seat, Move] = {}
        """Moves of the open turn that are in closed steps."""
        self.happenings: list[Happening] = [Happening({}, self.state)]
        self._pledges: Mapping[Seat, tuple[bytes, bytes]] = {}
        self._await_asks()

    def fresh(self) -> "Play":
        """The hand before the first share."""
        return Play(self.genesis, *self._start)

    @property
    def result(self) -> Result | None:
        """The hand's result, once it is over."""
        return self.state.next if isinstance(self.state.next, Result) else None

    # -- what the open step needs --------------------------------------------------------------------------

    def _await_asks(self) -> None:
        """Serve asks that nobody owes anything for; stop where contributions are needed."""
        while asks := pending(self.state):
            self.due = self._due_shares(asks)
            self.mixes = {ask.seat: ask for ask in asks if isinstance(ask, Mix)}
            if self.due:
                self.owed = dict.fromkeys(sorted(self.due), "shares")
                return
            if self.mixes:
                self.owed = dict.fromkeys(sorted(self.mixes), "mix")
                return
            self._resume(asks)
        self._await_turn()

    def _due_shares(self, asks: Iterable[Deal | Open | Mix]) -> dict[Seat, tuple[Slot, ...]]:
        due: dict[Seat, set[Slot]] = {}
        for ask in asks:
            if isinstance(ask, Mix):
                continue
            spared = {ask.seat} if isinstance(ask, Deal) else set[Seat]()
            for slot in ask.slots:
                for seat in self.slots.missing(slot) - spared:
                    due.setdefault(seat, set()).add(slot)
        return {seat: tuple(sorted(slots)) for seat, slots in due.items()}

    def _resume(self, asks: tuple[Deal | Open | Mix, ...]) -> None:
        self.slots.open([slot for ask in asks if isinstance(ask, Open) for slot in ask.slots])
        self._become(self.rules.resume(self.state, self.slots.faces), {})

    def _become(self, state: State, moves: Mapping[Seat, Move]) -> None:
        self.state = state
        self.happenings.append(Happening(moves, state))

    def _await_turn(self) -> None:
        turn = self.state.next
        self.moves = {}
        if isinstance(turn, Turn):
            if turn.seats:
                self.owed = dict.fromkeys(turn.seats, "pledge" if turn.sealed else "move")
            else:
                self.owed = dict.fromkeys(turn.watchers, "answer")
        else:
            self.owed = {}

    # -- checks --------------------------------------------------------------------------------------------

    def examine(self, contribution: Contribution) -> Check:
        """The check of shares, a mix, a pledge, a move or an answer."""
        checks: dict[str, Callable[[Contribution], Check]] = {
            "shares": self._shares,
            "mix": self._mix,
            "pledge": self._pledge,
            "move": self._move,
            "answer": self._move,
        }
        return checks[contribution.kind](contribution)

    def _shares(self, contribution: Contribution) -> Check:
        slots = self.due[contribution.header.seat]
        data, proof = shaped(contribution, SIZE * len(slots), PROOF_SIZE)
        return lambda: self._proven_shares(contribution, slots, data, proof)

    def _proven_shares(
        self, contribution: Contribution, slots: tuple[Slot, ...], data: bytes, proof: bytes, *earlier: bytes
    ) -> dict[Slot, Point]:
        header = contribution.header
        shares = [decode_point(data[at : at + SIZE]) for at in range(0, len(data), SIZE)]
        context = header.context(contribution.kind, self.keys.hand_id, *earlier)
        with proven():
            verify_shares(context, self.keys.publics[header.seat], self.slots.bases(slots), shares, proof)
        return dict(zip(slots, shares, strict=True))

    def _mix(self, contribution: Contribution) -> Check:
        seat = contribution.header.seat
        old = self.mixes[seat].old
        before = tuple(self.slots.reduced(slot) for slot in old)
        data, proof = shaped(contribution, CIPHERTEXT_SIZE * len(old), proof_size(len(old)))
        context = contribution.header.context("mix", self.keys.hand_id)

        def check() -> tuple[Ciphertext, ...]:
            with proven():
                after = decode_deck(data, len(old))
                verify(context, self.keys.publics[seat], before, after, proof)
            return after

        return check

    def _pledge(self, contribution: Contribution) -> Check:
        (value,) = shaped(contribution, PLEDGE_SIZE)
        context = contribution.header.context("pledge", self.keys.hand_id)
        return lambda: (context, value)

    def _move(self, contribution: Contribution) -> Check:
        """A body of five parts: the move, the shares that open what it shows, their proof, the claims, the salt."""
        if len(contribution.body) != 5:
            raise Fault(f"its {contribution.kind} has {len(contribution.body)} parts instead of 5")
        try:
            move = decode_move(contribution.body[0])
            data, proof, claims, salt = (blob(part) for part in contribution.body[1:])
        except CodecError as error:
            raise Fault(f"its {contribution.kind} is malformed: {error}") from error
        seat = contribution.header.seat
        closed = self.to_open(seat, move)
        if (len(data), len(proof)) != (SIZE * len(closed), PROOF_SIZE if closed else 0):
            raise Fault("its move does not open exactly the cards that it shows")
        self._check_pledge(seat, move, salt)
        state, seen = self.state, self.slots.faces

        def check() -> Moved:
            earlier = pack(contribution.body[0])
            shares = self._proven_shares(contribution, closed, data, proof, earlier) if closed else {}
            faces = {**seen, **{slot: self.slots.read(slot, {seat: share}) for slot, share in shares.items()}}
            try:
                self.rules.check(state, seat, move, faces)
                asked = self.claim(seat, move, faces)
            except IllegalMove as error:
                raise Fault(f"its move is against the rules: {error}") from error
            context = contribution.header.context(contribution.kind, self.keys.hand_id, earlier, data, proof)
            self._check_claim(context, seat, asked, claims)
            return Moved(move, shares)

        return check

    def claim(self, seat: Seat, move: Move, faces: Faces) -> Asked | None:
        """What the seat has to prove with this move of the slots that stay closed; None if nothing.

        `faces` are the open ones and those that the move shows. Raises IllegalMove as the rules do.
        """
        asked = [proof for proof in self.rules.proofs(self.state, seat, move, faces) if not isinstance(proof, Duty)]
        closed = [_about_closed(proof, faces) for proof in asked]
        slots = {slot for proof in closed for slot in slots_of(proof)}
        if not slots:
            return None
        reduced = {slot: self.slots.reduced(slot) for slot in slots if self.slots.missing(slot) == {seat}}
        gone = frozenset(card for slot, card in faces.items() if slot not in self.slots.spent)
        with proven():
            return asked_of(closed, reduced, self.keys.points, gone)

    def _check_claim(self, context: bytes, seat: Seat, asked: Asked | None, claims: bytes) -> None:
        if asked is None:
            if claims:
                raise Fault("its move proves a claim that nobody asked for")
            return
        with proven():
            verify_asked(context, self.keys.publics[seat], asked, claims)

    def to_open(self, seat: Seat, move: Move) -> tuple[Slot, ...]:
        """The closed slots that the move shows. Raises Fault unless each is in the seat's hand and its own to open."""
        held = self.state.held[seat]
        for slot in move.shows:
            if slot not in held:
                raise Fault("its move shows a slot that is not in its hand")
        closed = tuple(slot for slot in move.shows if slot not in self.slots.faces)
        if any(self.slots.missing(slot) != {seat} for slot in closed):
            raise Fault("its move shows a slot that is not dealt to it")
        return closed

    def _check_pledge(self, seat: Seat, move: Move, salt: bytes) -> None:
        pledged = self._pledges.get(seat)
        if pledged is None:
            if salt:
                raise Fault("its move opens a pledge that it did not make")
            return
        context, value = pledged
        if len(salt) != SALT_SIZE or pledge_of(context, move, salt) != value:
            raise Fault("its move is not the one it pledged")

    # -- closing steps -------------------------------------------------------------------------------------

    def close(self, said: Mapping[int, object]) -> None:
        """What follows a closed step. Raises Fault if faces turn out to contradict each other."""
        asks = pending(self.state)
        if asks and self.due:
            for seat, shares in said.items():
                if isinstance(shares, dict):
                    self.slots.add_shares(seat, shares)
            self.due = {}
            if self.mixes:
                self.owed = dict.fromkeys(sorted(self.mixes), "mix")
                return
        elif asks:
            for seat, after in said.items():
                if isinstance(after, tuple):
                    self.slots.mix(seat, self.mixes[seat].old, self.mixes[seat].new, after)
        if asks:
            self._resume(asks)
            self._await_asks()
        else:
            self._close_turn(said)

    def _close_turn(self, said: Mapping[int, object]) -> None:
        turn = self.state.next
        assert isinstance(turn, Turn)  # noqa: S101 - nothing else leaves a step open without asks
        pledges = {seat: value for seat, value in said.items() if isinstance(value, tuple)}
        if pledges:
            self._pledges = pledges
            self.owed = dict.fromkeys(turn.seats, "move")
            return
        for seat, moved in said.items():
            if isinstance(moved, Moved):
                self.slots.add_shares(seat, moved.shares)
                self.slots.open(moved.shares)
                self.moves[seat] = moved.move
        self._pledges = {}
        if turn.watchers and turn.watchers[0] not in self.moves:
            self.owed = dict.fromkeys(turn.watchers, "answer")
            return
        self._become(self.rules.apply(self.state, self.moves, self.slots.faces), dict(self.moves))
        self._await_asks()

    def public_faces(self) -> Mapping[Slot, Card]:
        """The faces that are open to everybody."""
        return self.slots.faces
