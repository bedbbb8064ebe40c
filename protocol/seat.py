"""The sans-I/O machine of one seat: signed bytes in; bytes to journal and send, work to run, and events out.

Every byte that arrives is bounded, decoded, and its signature verified before anything else looks at it. Then, one way:

    intake   which contributions are checked now, kept for later, dropped, or convict
    faults   evidence and voids: who has broken the protocol, and what still counts then
    duties   what this seat owes, from its secrets and its player's choices
    reports  what has happened at the table, as events

All of them read the `Table`, which is public and decides what counts. They meet in nothing else but what is kept by
cell, what is held ahead, and the outbox; only this machine knows them all, and says in which order they work.
"""

from functools import partial
from typing import Any

from engine.cards import Card
from engine.contract import Move, Slot
from protocol import catching_up
from protocol.codec import CodecError
from protocol.contribution import Contribution, Fault, open_signed
from protocol.duties import Duties
from protocol.events import Ignored, Job, Journal, Output
from protocol.faults import Faults
from protocol.identity import Identity
from protocol.intake import Due, Intake
from protocol.kept import Cells, Early
from protocol.outbox import Outbox
from protocol.reports import Reports
from protocol.table import Table
from protocol.terms import Genesis


class SeatMachine:
    """One seat of one table. Not thread-safe: all methods are called from one place; only `Job.run` may not be."""

    def __init__(self, genesis: Genesis, identity: Identity) -> None:
        """Raises TermsError for unfit terms, ValueError if the identity has no seat here."""
        self.table = Table(genesis)
        self.genesis = genesis
        self.seat = genesis.keys.index(identity.public)
        self._outbox = Outbox()
        self._cells = Cells()
        self._early = Early()
        self._faults = Faults(self.table, identity, self._cells, self._early, self._outbox)
        self._intake = Intake(self.table, self._cells, self._early, self._faults, self._outbox)
        self._duties = Duties(self.table, identity, self._cells, self._faults, self._outbox)
        self._reports = Reports(self.table, self._outbox)
        self.secrets = self._duties.secrets
        """By hand, until it is over."""
        self._started = False

    # -- the program's side --------------------------------------------------------------------------------

    def start(self) -> None:
        """Sign the terms, and from now on whatever this seat owes.

        Before that the machine only listens: a seat that comes back is shown first what it has signed already.
        """
        self._started = True
        self._advance()

    def receive(self, data: bytes) -> None:
        """Take in bytes from any peer, in any order, any number of times."""
        try:
            contribution = open_signed(data, self.genesis.table, self.genesis.keys)
        except CodecError as error:
            self._outbox.tell(Ignored(str(error)))
            return
        self._take(contribution)
        self._advance()

    def choose(self, move: Move) -> None:
        """Make this move (or answer) as the player's choice. Raises IllegalMove, and then nothing has happened."""
        self._duties.choose(move)

    @property
    def asked(self) -> bool:
        """Whether `choose` would be about a move that is awaited."""
        return self._duties.asked

    def rematch(self, *, again: bool) -> None:
        """Answer MatchOver: whether this player wants another match at this table. Ignored when not asked."""
        self._duties.rematch(again=again)
        self._advance()

    @property
    def leaving(self) -> bool:
        """Whether this seat's next seal says that it wants no further hand."""
        return self._duties.leaving

    @leaving.setter
    def leaving(self, leaving: bool) -> None:
        self._duties.leaving = leaving

    def faces(self) -> dict[Slot, Card]:
        """The faces that this seat knows of the hand in play."""
        return self._duties.faces()

    def take_jobs(self) -> list[Job]:
        """Work to be run, each once; give it back by `finish`."""
        return self._outbox.take_jobs()

    def finish(self, job: Job, outcome: Any) -> None:
        """Hand back what `job.run` returned, or the Fault that it raised. Raises KeyError the second time."""
        self._outbox.finish(job, outcome)
        self._advance()

    def take_outputs(self) -> list[Output]:
        """What to act on, in this order."""
        return self._outbox.take_outputs()

    def request(self) -> bytes:
        """What to send to peers when this node is behind: where its lanes stand."""
        return catching_up.request(self.table, from_start=self._intake.differs)

    def catch_up(self, request: bytes) -> list[bytes]:
        """The contributions that the sender of this request may lack. Raises CodecError for a malformed one."""
        return catching_up.answer(request, self.table, self._faults.contributions())

    # -- going on ------------------------------------------------------------------------------------------

    def _take(self, contribution: Contribution) -> None:
        due = self._intake.take(contribution)
        if due is not None:
            self._duties.draft(due.lane, contribution)
            self._outbox.submit(due.check, partial(self._checked, due), urgent=self.table.is_urgent(due.lane))

    def _checked(self, due: Due, outcome: Any) -> None:
        if not self._intake.passes(due, outcome):
            return
        own = due.contribution.header.seat == self.seat
        if own:
            self._duties.recognise(due.contribution)
        self._outbox.tell(Journal(due.contribution, own=own))
        self.table.accept(due.lane, due.contribution, outcome)

    def _take_early(self) -> bool:
        """Take in what was held for the steps that are open now; whether there was anything."""
        before = len(self._early)
        for contribution in self._early.take(self.table.open_places()):
            self._take(contribution)
        return len(self._early) < before

    def _advance(self) -> None:
        """Report what has happened and do what this seat owes, until nothing more follows."""
        before: object = None
        while self._take_early() or before != (before := self._faults.standing()):
            self._faults.weigh()
            self._report()
            if self._started and not self._duties.looks_on:
                self._faults.sign_voids()
                self._duties.do()
                self._reports.shuffling()
        self._reports.end()
        if self.table.over:
            self.secrets.clear()

    def _report(self) -> None:
        play = self.table.play
        self._reports.agreement()
        for sealed in self._reports.seals():
            self._forget(sealed.hand)
        if play is not None and self._duties.look(play):
            self._reports.play(play, self._duties.faces())

    def _forget(self, hand: int) -> None:
        """The hand is sealed or voided: drop its secrets, and what was kept of hands that are over."""
        self.table.archive()
        self._cells.forget_before(self.table.hand)
        self._early.forget_before(self.table.hand)
        self._duties.forget(hand)
        self._faults.forget()


def run_jobs(machine: SeatMachine) -> None:
    """Run all work at once, in this thread, until none is left: for tests and tools."""
    while jobs := machine.take_jobs():
        for job in jobs:
            machine.finish(job, run(job))


def run(job: Job) -> Any:
    """What to hand back for a job: the value it returns or the Fault it raises."""
    try:
        return job.run()
    except Fault as fault:
        return fault
