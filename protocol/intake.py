"""Taking in contributions, in any order: which are to be checked now, kept for later, dropped, or convict.

1. Whether a contribution counts is decided by the public objects (`Table` and its lanes), never by what a seat knows.
2. A cell holds one payload. A second one convicts its seat; a copy is dropped.
3. Proofs are checked by jobs; a contribution counts when its job has come back clean, if it is still awaited then.
"""

from dataclasses import dataclass
from typing import Any

from protocol.contribution import Contribution, Fault
from protocol.events import Behind
from protocol.evidence import Evidence, equivocation
from protocol.faults import Faults
from protocol.judge import judge
from protocol.kept import WINDOW, Cells, Early
from protocol.lane import Check, Gate, Steps
from protocol.outbox import Outbox
from protocol.table import Table


@dataclass(frozen=True, slots=True)
class Due:
    """A contribution to the open step of its lane, and the check that it has to pass."""

    lane: Steps
    contribution: Contribution
    check: Check


class Intake:
    """Sorts what arrives. It keeps what is early and hands over what convicts; it changes nothing at the table."""

    def __init__(self, table: Table, cells: Cells, early: Early, faults: Faults, outbox: Outbox) -> None:
        self._table = table
        self._cells = cells
        self._early = early
        self._faults = faults
        self._outbox = outbox
        self._differed = -1
        """How many steps of the table were closed when somebody last built on another digest."""

    @property
    def differs(self) -> bool:
        """Whether others have gone on from another digest than this node, and it has closed no step since."""
        return self._differed == self._table.steps

    def take(self, contribution: Contribution) -> Due | None:
        """Sort a contribution whose signature is verified; what is to be checked now, if it is this one."""
        header = contribution.header
        known = self._cells.known(contribution)
        if known is not None:
            if evidence := equivocation(known, contribution):
                self._faults.convict(evidence)
            if known.payload == contribution.payload or not self._may_end(contribution):
                return None
        if contribution.is_void:
            self._faults.take_void(contribution)
            return None
        if header.hand < self._table.hand:
            return None
        lane = self._table.find(header)
        step = lane.step if lane is not None else 0
        if header.hand > self._table.hand + 1 or header.step >= step + WINDOW:
            self._outbox.tell(Behind())
        elif header.step < step:
            self._look_back(contribution)
        elif lane is None or lane.over or header.step > step or not self._faults.may_count(lane):
            self._keep_early(contribution)
        else:
            return self._examine(lane, contribution)
        return None

    def _may_end(self, contribution: Contribution) -> bool:
        """Whether it may seal the hand or close the table: that counts although the seat has signed otherwise."""
        lane = self._table.find(contribution.header)
        return not contribution.is_void and isinstance(lane, Gate) and contribution.header.seat not in lane.accepted

    def _look_back(self, contribution: Contribution) -> None:
        """To a closed step comes something else than what closed it: was it due at all?"""
        if not self._faults.convicts(contribution.header.seat):
            judgement = judge(self._table, contribution)
            if isinstance(judgement, Evidence):
                self._faults.convict(judgement)

    def _keep_early(self, contribution: Contribution) -> None:
        held = self._early.find(contribution.header)
        if held is not None:
            if evidence := equivocation(held, contribution):
                self._faults.convict(evidence)
        elif not self._early.hold(contribution):
            self._outbox.tell(Behind())

    def _examine(self, lane: Steps, contribution: Contribution) -> Due | None:
        if lane.is_due(contribution):
            self._cells.fill(contribution)
        if contribution.header.previous != lane.digest:
            self._differed = self._table.steps
            self._outbox.tell(Behind())
            return None
        try:
            return Due(lane, contribution, lane.check(contribution))
        except Fault as fault:
            self._faults.convict(Evidence((contribution,), str(fault)))
            return None

    def passes(self, due: Due, outcome: Any) -> bool:
        """Whether the contribution counts, now that its check has returned this, or raised this Fault."""
        lane, contribution = due.lane, due.contribution
        header = contribution.header
        if lane.step != header.step or self._table.find(header) is not lane or header.seat in lane.accepted:
            return False
        if not self._faults.may_count(lane):
            self._cells.empty(contribution)
            self._keep_early(contribution)
            return False
        if isinstance(outcome, Fault):
            self._faults.convict(Evidence((contribution,), str(outcome)))
            return False
        return True
