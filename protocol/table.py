"""A table's public life: agreement, hands, seals, closing. Seats, spectators and verifiers run this same object.

It owns the lanes that are open and says which follows when one ends:

    agree -> setup of hand 0 -> play of hand 0 -> seal -> play of hand 1 -> ... -> close
             (the setup of hand k+1 may run as soon as play of hand k has begun)

A proven fault ends the hand instead: the other seats sign its voiding, and close the table. Should all results of the
hand turn up after all, they outweigh the voiding, which is taken back.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.contract import Match, Result
from protocol.contribution import Contribution, Fault, Header, Lane, Place, joined_digest, step_digest
from protocol.lane import Archive, Gate, Steps
from protocol.play import Play
from protocol.setup import Setup
from protocol.terms import Genesis

AGREE, CLOSE = 0, 1
"""Steps of the table lane: the terms; the closing after a seal. After a void, one more for each convicted seat."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A hand that all have sealed: its result (None: it was voided), and what it moved in money."""

    hand: int
    result: Result | None
    payments: tuple[int, ...]
    offenders: tuple[int, ...] = ()
    counts: bool = True
    """Whether it is one of the match's hands; a cut for the deal is none, nor is a hand that was voided."""

    @property
    def offender(self) -> int | None:
        """The convicted seat, the lowest of several; None if the hand was not voided."""
        return self.offenders[0] if self.offenders else None


def result_body(result: Result) -> tuple[Any, ...]:
    """What a seal signs of a result."""
    return (result.outcome, result.winners, result.payoff, result.fouls)


class Table:
    """Public state of a table. `match` and `ledger` are as of the last seal. Raises TermsError for unfit terms."""

    def __init__(self, genesis: Genesis) -> None:
        self.genesis = genesis
        self.match: Match = genesis.check()
        self.settled = self.match
        """The match as the last hand left it; `match` is a fresh one if that hand ended it."""
        self.rules = genesis.terms.rules
        self.ledger: tuple[int, ...] = (0,) * genesis.n
        self.hand = 0
        self.steps = 0
        """How many steps have closed, over all lanes."""
        self._hands_before = 0
        """Hands of the matches that are over."""
        self.sealed = genesis.table
        """Digest of the last seal; before the first, of the agreement."""
        self.seals: list[Sealed] = []
        self.stays: list[bool] = [True] * genesis.n
        """Whether each seat wants another hand, as it said with the last seal."""
        self.agree = Gate(genesis, 0, Lane.TABLE, genesis.table, step=AGREE, kind="agree", seats=range(genesis.n))
        self.setups: dict[int, Setup] = {}
        self.play: Play | None = None
        self.seal: Gate | None = None
        self.closing: Gate | None = None
        self.voids: dict[tuple[int, int], tuple[Contribution, int]] = {}
        """By signing and convicted seat: the void of the hand, and the convicted seat."""
        self.voided: tuple[int, ...] = ()
        """Who is convicted, once the hand is voided by all others."""
        self.dead = ""
        """Why the table cannot go on though nobody can be blamed."""
        self.records: list[Steps | Archive] = [self.agree]
        """Every lane that counts, in the order of the transcript."""
        self._last: tuple[Steps, ...] = ()
        """The lanes of the hand before this one."""
        self._before_void = genesis.table
        self._next_setup = genesis.table
        """Digest from which the setup of the next hand starts."""

    # -- finding lanes -------------------------------------------------------------------------------------

    def lanes(self) -> Iterator[Steps]:
        """The open lanes, the most urgent first."""
        lanes = (self.agree, self.seal, self.play, *self.setups.values()) if self.closing is None else (self.closing,)
        for lane in lanes:
            if lane is not None and not lane.over:
                yield lane

    def open_places(self) -> set[Place]:
        """The steps that contributions may still count for: results may while the table is being closed."""
        return {lane.place for lane in (*self.lanes(), self.seal) if lane is not None}

    def is_urgent(self, lane: Steps) -> bool:
        """Whether players wait for this lane; if not, it prepares the next hand."""
        return not isinstance(lane, Setup) or lane.hand == self.hand

    def standing(self) -> tuple[object, ...]:
        """Changes whenever a contribution has been counted."""
        lanes = [(*lane.place, len(lane.accepted)) for lane in self.lanes()]
        return (len(self.seals), self.hand, self.closing, len(self.voids), *lanes)

    def most_urgent(self) -> Steps | None:
        """The lane whose open step everybody waits for; None if nothing is due."""
        return next((lane for lane in self.lanes() if lane.waits_for()), None)

    def awaited(self) -> tuple[int, ...]:
        """The seats that everybody waits for: those that owe something to the most urgent open step."""
        lane = self.most_urgent()
        return () if lane is None else tuple(sorted(lane.waits_for()))

    def find(self, header: Header) -> Steps | None:
        """The lane that a contribution with this header belongs to, open or over, if it exists."""
        if header.lane == Lane.SETUP:
            return self.setups.get(header.hand)
        if header.lane == Lane.TABLE:
            lane: Steps | None = self.agree if header.step == AGREE else self.closing
        else:
            lane = self.play if header.lane == Lane.PLAY else self.seal
        return lane if lane is not None and lane.hand == header.hand else None

    def recall(self, header: Header) -> Steps | None:
        """The lane of a contribution to this hand or the one before: that one can still be judged."""
        of_last = (lane for lane in self._last if (lane.hand, lane.lane) == (header.hand, header.lane))
        return self.find(header) or next(of_last, None)

    @property
    def over(self) -> bool:
        """Whether the table has been closed by all."""
        return self.closing is not None and self.closing.over

    @property
    def digest(self) -> bytes:
        """Digest of the last closed step that counts."""
        if self.closing is not None:
            return self.closing.digest
        return self.sealed if self.play is None else self.play.digest

    # -- going on ------------------------------------------------------------------------------------------

    def accept(self, lane: Steps, contribution: Contribution, said: Any) -> bool:
        """Count a checked contribution to its lane; whether a step closed. Opens the lanes that follow."""
        try:
            closed = lane.accept(contribution, said)
            if closed:
                self.steps += 1
                self._go_on()
        except Fault as error:
            # Only broken cryptography leads here: single contributions are checked before they count.
            self.dead = str(error)
            return True
        return closed

    def _go_on(self) -> None:
        if self.seal is not None and self.seal.over:
            self._sealed()
        if self.closing is not None:
            return
        if self.agree.over and not self.setups:
            self.sealed = self.agree.digest
            self._start_setup(0, self.agree.digest)
        setup = self.setups.get(self.hand)
        if self.play is None and setup is not None and setup.over:
            self.dead = self.dead or setup.dead
            if not self.dead:
                self._start_play(setup)
        if self.play is not None and self.play.result is not None and self.seal is None:
            self._await_seal(self.play.result)

    def _start_setup(self, hand: int, previous: bytes) -> None:
        cards = self.rules.deck(self.match.options)
        self.setups[hand] = Setup(self.genesis, hand, previous, cards)

    def _start_play(self, setup: Setup) -> None:
        self.play = Play(self.genesis, self.match, setup, joined_digest(self.sealed, setup.digest))
        self.records += [setup, self.play]
        self._next_setup = setup.digest
        if not self._last_hand():
            self._start_setup(self.hand + 1, setup.digest)

    def _last_hand(self) -> bool:
        """Whether the terms make it likely that no hand follows the one that begins now."""
        limit = self.genesis.terms.hands
        return limit is not None and self.match.dealer is not None and self.hands + 1 >= limit

    def _await_seal(self, result: Result) -> None:
        assert self.play is not None  # noqa: S101 - it has just ended
        self.seal = Gate(
            self.genesis,
            self.hand,
            Lane.SEAL,
            self.play.digest,
            kind="result",
            seats=range(self.genesis.n),
            body=result_body(result),
            free=lambda rest: len(rest) == 1 and type(rest[0]) is bool,
        )
        self.records.append(self.seal)

    def _sealed(self) -> None:
        assert self.play is not None  # noqa: S101 - it ended with the result
        assert self.seal is not None  # noqa: S101 - it has just been closed
        result = self.play.result
        assert result is not None  # noqa: S101 - a seal follows a result
        if self.voided:
            self._take_void_back()
        after = self.rules.settle(self.match, result)
        payments = self.rules.payments(self.match, after, result)
        self._book(Sealed(self.hand, result, payments, counts=after.hands > self.match.hands), self.seal.digest)
        self.match = self.settled = after
        self.stays = [bool(said[0]) for _, said in sorted(self.seal.said.items())]
        self._last = (self.setups.pop(self.hand), self.play, self.seal)
        self.hand += 1
        self.play = self.seal = None
        self.voids = {}
        if not all(self.stays) or self.reached_limit(self.match):
            self.setups.clear()
            self._await_closing(CLOSE, range(self.genesis.n))
            return
        if self.match.over:
            self._hands_before += self.match.hands
            self.match = self.rules.first(self.match.options, self.match.n, self.match.stake)
        if self.hand not in self.setups:
            self._start_setup(self.hand, self._next_setup)

    @property
    def hands(self) -> int:
        """Hands sealed at this table, over all matches; a cut for the deal is none."""
        return self._hands_before + self.match.hands

    def reached_limit(self, match: Match) -> bool:
        """Whether the table closes once this is the match, by the terms' number of hands."""
        limit = self.genesis.terms.hands
        return limit is not None and self._hands_before + match.hands >= limit

    def asks_rematch(self) -> bool:
        """Whether the hand that waits for its seal ends the match, and the terms allow another one."""
        if self.play is None or self.play.result is None:
            return False
        after = self.rules.settle(self.match, self.play.result)
        return after.over and not self.reached_limit(after)

    def _book(self, sealed: Sealed, digest: bytes) -> None:
        self.ledger = tuple(a + b for a, b in zip(self.ledger, sealed.payments, strict=True))
        self.seals.append(sealed)
        self.sealed = digest

    def _await_closing(self, step: int, seats: Iterable[int]) -> None:
        self.closing = Gate(
            self.genesis,
            self.hand,
            Lane.TABLE,
            self.sealed,
            step=step,
            kind="close",
            seats=seats,
            body=(self.ledger,),
        )
        self.records.append(self.closing)

    # -- faults --------------------------------------------------------------------------------------------

    def void_header(self, seat: int, accused: int, hand: int | None = None) -> Header:
        """The header of the seat's void of a hand; by default of the one that is being set up or played.

        The accused seat stands in place of a step: a seat signs one void against each cheat. The table's id stands in
        place of the previous digest: nodes that a cheat has led to different digests void together.
        """
        genesis, hand = self.genesis, self.hand if hand is None else hand
        return Header(genesis.table, genesis.epoch, hand, 0, Lane.SEAL, accused, seat, genesis.table)

    def penalties(self, offenders: tuple[int, ...]) -> tuple[int, ...]:
        """What each convicted seat pays to each other one: together at least the worst payment of a hand."""
        n, others = self.genesis.n, self.genesis.n - len(offenders)
        if not others:
            return (0,) * n
        each = -(-self.rules.worst_payment(self.match) // others)
        return tuple(-each * others if seat in offenders else each * len(offenders) for seat in range(n))

    def add_void(self, contribution: Contribution, offender: int) -> bool:
        """Count a checked void; whether that changed who is convicted by all others, and the hand is void for it."""
        if self.over:
            return False
        self.voids[contribution.header.seat, offender] = (contribution, offender)
        accused = tuple(sorted({seat for _, seat in self.voids}))
        others = [seat for seat in range(self.genesis.n) if seat not in accused]
        signed = [(seat, cheat) for seat in others for cheat in accused]
        if not others or accused == self.voided or any(pair not in self.voids for pair in signed):
            return False
        if self.voided:
            self._take_void_back()
        self._before_void, self.voided = self.sealed, accused
        digest = step_digest(self.genesis.table, tuple(self.voids[pair][0].payload for pair in signed))
        self._book(Sealed(self.hand, None, self.penalties(accused), accused, counts=False), digest)
        current = self.setups.get(self.hand)
        if current is not None and current not in self.records:
            self.records.append(current)
        self._await_closing(CLOSE + len(accused), others)
        return True

    def _take_void_back(self) -> None:
        void = self.seals.pop()
        self.ledger = tuple(a - b for a, b in zip(self.ledger, void.payments, strict=True))
        self.sealed = self._before_void
        self.records = [lane for lane in self.records if lane is not self.closing]
        self.voided, self.closing = (), None

    def archive(self) -> None:
        """Keep of all hands before the last only what was contributed, so that a long night fits into memory."""
        self.records = [
            Archive(lane.hand, lane.lane, tuple(lane.closed)) if self._is_history(lane) else lane
            for lane in self.records
        ]

    def _is_history(self, lane: Steps | Archive) -> bool:
        kept = (self.agree, self.closing, *self._last)
        return isinstance(lane, Steps) and lane.hand < self.hand and lane not in kept

    # -- the log -------------------------------------------------------------------------------------------

    def log(self) -> Iterator[Contribution]:
        """All contributions that count, in the order of the transcript.

        Lane by lane, step by step, in seat order. Of a hand in progress only closed steps; of a prepared hand nothing.
        The same at every seat, but for a hand that was voided: there each shows how far it had come, also with the
        prepared hand, in whose setup the fault may lie.
        """
        lanes = [lane for lane in self.records if lane is not self.closing]
        for hand in (self.hand, self.hand + 1) if self.voided else (self.hand,):
            setup = self.setups.get(hand)
            if setup is not None and setup not in lanes:
                lanes.append(setup)
        for lane in lanes:
            for step in lane.closed:
                yield from step
        if self.voided:
            # Those that the digest rests on; a convicted seat's own, or against one more, came when it was too late.
            for signer, accused in sorted(self.voids):
                if signer not in self.voided and accused in self.voided:
                    yield self.voids[signer, accused][0]
        for step in self.closing.closed if self.closing is not None else ():
            yield from step
