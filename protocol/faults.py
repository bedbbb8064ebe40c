"""Who has broken the protocol, as far as one node knows, and the voids that follow (docs/protocol.md, "Faults").

Evidence goes to everybody at once, and a seat that holds some contributes nothing more to the hand: it signs a void
against each convicted seat. Others' voids are kept until this node has come far enough to judge them. Results that all
have signed outweigh all of it.
"""

from collections.abc import Iterator

from protocol.contribution import MAX_VOID, VOID, Contribution, Fault, Lane, sign
from protocol.events import Behind, Convicted, Journal, Send
from protocol.evidence import Evidence
from protocol.evidence_file import write_evidence
from protocol.identity import Identity
from protocol.judge import is_void_of, judge, judge_void
from protocol.kept import Cells, Early
from protocol.lane import Steps
from protocol.outbox import Outbox
from protocol.table import Table

MAX_VOIDS = 3 * MAX_VOID
"""How many bytes of voids of one seat are kept, of this hand and the next."""


class Faults:
    """The convicted seats and the voids of this hand and the next. Looks at what is kept; the table it moves on."""

    def __init__(self, table: Table, identity: Identity, cells: Cells, early: Early, outbox: Outbox) -> None:
        self._table = table
        self._identity = identity
        self._seat = table.genesis.keys.index(identity.public)
        self._cells = cells
        self._early = early
        self._outbox = outbox
        self._guilty: dict[int, Evidence] = {}
        """By convicted seat: the evidence."""
        self._voids: dict[tuple[int, int, int], Contribution] = {}
        """By hand, signing and accused seat."""
        self._weighed: tuple[object, ...] = ()

    # -- what follows for this seat and others -------------------------------------------------------------

    @property
    def stopped(self) -> bool:
        """Whether this seat contributes nothing more to the hand."""
        return bool(self._guilty) or self._table.closing is not None

    def convicts(self, seat: int) -> bool:
        """Whether there is evidence against the seat."""
        return seat in self._guilty

    def may_contribute(self, lane: Steps) -> bool:
        """Whether this seat contributes what it owes to the lane."""
        return not self._guilty or (lane is self._table.closing and self.may_count(lane))

    def may_count(self, lane: Steps) -> bool:
        """Whether contributions to this lane count now: after a void only its closing, and the results of all.

        Who has signed the closing after a void counts results only if another has gone beyond them: that one will
        never sign it. And who has signed a void counts no closing that leaves out whom it accuses.
        """
        table = self._table
        if lane is table.closing:
            return all(cheat in table.voided for seat, cheat in table.voids if seat == self._seat)
        return not table.voided or (lane is table.seal and self._is_left())

    def _is_left(self) -> bool:
        """Whether a seat that nobody accuses has contributed to what follows this hand."""
        early = (c.header for c in self._early if c.header.lane != Lane.SETUP)
        beyond = [(header.hand, header.seat) for header in early] + [(hand, seat) for hand, seat, _ in self._voids]
        return any(hand > self._table.hand and seat not in self._guilty for hand, seat in beyond)

    def standing(self) -> tuple[object, ...]:
        """Changes whenever something has happened from which more may follow."""
        return (len(self._guilty), *self._table.standing())

    def contributions(self) -> Iterator[Contribution]:
        """What others may want to see: the voids, and the evidence."""
        yield from self._voids.values()
        for evidence in self._guilty.values():
            yield from evidence.contributions

    # -- taking in -----------------------------------------------------------------------------------------

    def convict(self, evidence: Evidence) -> None:
        """Evidence has been found: show it to everybody, if it is the first against its seat."""
        known = self._guilty.get(evidence.seat)
        if evidence.seat == self._seat or self._table.over or not evidence.quotable:
            return
        if known is None:
            for contribution in evidence.contributions:
                self._outbox.tell(Send(contribution.signed))
            self._outbox.tell(Convicted(evidence, write_evidence(self._table, evidence)))
        if known is None or (evidence.equivocation and not known.equivocation):
            self._guilty[evidence.seat] = evidence

    def take_void(self, void: Contribution) -> None:
        """Keep a void, the first in its cell, if it is of this hand or the next."""
        now, hand, seat, accused = self._table.hand, void.header.hand, void.header.seat, void.header.step
        if not is_void_of(self._table, void, hand) or hand < now - 1:
            return
        kept = sum(len(other.payload) for (_, by, _), other in self._voids.items() if by == seat)
        if hand > now + 1 or kept + len(void.payload) > MAX_VOIDS:
            self._outbox.tell(Behind())
            return
        self._cells.fill(void)
        self._voids[hand, seat, accused] = void
        self._weighed = ()
        if hand > now:
            self._outbox.tell(Behind())

    def weigh(self) -> None:
        """Judge the voids that could not be judged before this seat had come so far."""
        if not self._voids or self._weighed == (standing := self.standing()):
            return
        self._weighed = standing
        for (hand, seat, accused), void in list(self._voids.items()):
            if hand <= self._table.hand and (seat, accused) not in self._table.voids:
                self._weigh(void, accused, in_progress=hand == self._table.hand)

    def _weigh(self, void: Contribution, accused: int, *, in_progress: bool) -> None:
        try:
            evidence = judge_void(self._table, void) or self._guilty.get(accused)
        except Fault as fault:
            if in_progress:
                self.convict(Evidence((void,), str(fault)))
            return
        if evidence is None:
            return
        self.convict(evidence)
        if in_progress:
            self._outbox.tell(Journal(void, own=False))
            self._table.add_void(void, accused)

    # -- signing -------------------------------------------------------------------------------------------

    def sign_voids(self) -> None:
        """Sign a void against each convicted seat, where that is due."""
        table = self._table
        against = {cheat for _, cheat in table.voids}
        due = [cheat for cheat in self._guilty if self._is_void_due(cheat)]
        # Those that nobody accuses yet come first: the hand is not void for some of them only, if it can be for all.
        for accused in sorted(due, key=lambda cheat: cheat in against):
            header = table.void_header(self._seat, accused)
            void = sign(self._identity, header, VOID, self._guilty[accused].encode())
            self._cells.fill(void)
            self._voids[table.hand, self._seat, accused] = void
            self._outbox.publish(void)
            table.add_void(void, accused)

    def _is_void_due(self, accused: int) -> bool:
        """Not what is signed already. And a table that closes is left to, unless another seat voids: then it cannot."""
        table = self._table
        followed = any(cheat == accused and seat not in self._guilty for seat, cheat in table.voids)
        signed = (table.hand, self._seat, accused) in self._voids
        return not signed and not table.over and (table.closing is None or followed)

    # -- going on ------------------------------------------------------------------------------------------

    def forget(self) -> None:
        """A hand has been sealed or voided: drop the voids of hands that are over, and what convicts no longer."""
        self._voids = {key: void for key, void in self._voids.items() if key[0] >= self._table.hand}
        self._guilty = {seat: evidence for seat, evidence in self._guilty.items() if self._still_convicts(evidence)}

    def _still_convicts(self, evidence: Evidence) -> bool:
        """Whether those who judge it in the hand that has begun will see what this seat has seen."""
        return evidence.equivocation or isinstance(judge(self._table, evidence.contributions[0]), Evidence)
