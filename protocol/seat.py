"""The sans-I/O machine of one seat: signed bytes in; bytes to journal and send, work to run, and events out.

The rules that everything here follows:

1. Whether a contribution counts is decided by the public objects (`Table` and its lanes), never by what this seat
   knows. This seat's own moves are checked with its own faces before they are signed.
2. Every byte that arrives is bounded, decoded, and its signature verified before anything else looks at it.
3. A cell holds one payload. A second one convicts its seat; a copy is dropped.
4. Proofs are checked by jobs; a contribution counts when its job has come back clean.
5. What this seat owes without a choice it makes by itself; what is a player's choice it waits for.
6. A fault stops the hand: the evidence goes to everybody, and the others seal the voiding.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from engine.contract import IllegalMove, Move
from protocol.codec import CodecError, array, integer, pack, unpack
from protocol.contribution import Contribution, Fault, Lane, open_signed, sign
from protocol.events import (
    Acting,
    Agreed,
    Behind,
    Closed,
    Convicted,
    Event,
    HandSealed,
    Happened,
    Ignored,
    Job,
    Journal,
    Output,
    Send,
    Shuffling,
    Stopped,
)
from protocol.evidence import Evidence, equivocation
from protocol.identity import Identity
from protocol.judge import judge_void
from protocol.lane import Gate, Steps
from protocol.own import HandSecrets, Produce
from protocol.play import Play
from protocol.setup import Setup
from protocol.table import Table
from protocol.terms import Genesis

WINDOW = 8
"""How many steps ahead of a lane contributions are kept."""
MAX_REQUEST = 4096
MAX_CATCH_UP = 512


class SeatMachine:
    """One seat of one table. Not thread-safe: all methods are called from one place; only `Job.run` may not be."""

    def __init__(self, genesis: Genesis, identity: Identity) -> None:
        """Raises TermsError for unfit terms, ValueError if the identity has no seat here."""
        self.table = Table(genesis)
        self.genesis = genesis
        self.identity = identity
        self.seat = genesis.keys.index(identity.public)
        self.secrets: dict[int, HandSecrets] = {}
        self.leaving = False
        """Whether this seat's next seal says that it wants no further hand."""
        self._jobs: list[Job] = []
        self._returns: dict[Job, Callable[[Any], None]] = {}
        self._outputs: list[Output] = []
        self._cells: dict[bytes, Contribution] = {}
        self._early: dict[tuple[int, Lane, int, int], Contribution] = {}
        self._begun: set[tuple[int, Lane, int]] = set()
        self._voids: list[Contribution] = []
        self._evidence: Evidence | None = None
        self._reported = 0
        self._sealed = 0
        self._asked: tuple[int, int] | None = None
        self._shuffling: tuple[int, int] | None = None
        self._distrust = False
        self._ended = False

    # -- the program's side --------------------------------------------------------------------------------

    def start(self) -> None:
        """Sign the terms."""
        self._advance()

    def receive(self, data: bytes) -> None:
        """Take in bytes from any peer, in any order, any number of times."""
        try:
            contribution = open_signed(data, self.genesis.table, self.genesis.keys)
        except CodecError as error:
            self._outputs.append(Ignored(str(error)))
            return
        self._take(contribution)
        self._advance()

    def choose(self, move: Move) -> None:
        """Make this move (or answer) as the player's choice. Raises IllegalMove, and then nothing has happened."""
        play = self.table.play
        if play is None or self.seat not in play.waits_for() or self._evidence is not None:
            raise IllegalMove("It is not your turn.")
        kind = play.owed[self.seat]
        if kind not in ("move", "pledge", "answer") or self._key(play) in self._begun:
            raise IllegalMove("It is not your turn.")
        secrets = self.secrets[play.hand]
        self.table.rules.check(play.state, self.seat, move, secrets.faces)
        header = play.header(self.seat)
        if kind == "pledge":
            self._produce(play, secrets.pledge_body(play, header, move))
        else:
            self._produce(play, secrets.move_body(play, header, kind, move))

    def faces(self) -> dict[int, Any]:
        """The faces that this seat knows of the hand in play."""
        play = self.table.play
        return {} if play is None else {**play.slots.faces, **self.secrets[play.hand].faces}

    def take_jobs(self) -> list[Job]:
        """Work to be run, each once; give it back by `finish`."""
        jobs, self._jobs = self._jobs, []
        return jobs

    def finish(self, job: Job, outcome: Any) -> None:
        """Hand back what `job.run` returned, or the Fault that it raised."""
        self._returns.pop(job)(outcome)
        self._advance()

    def take_outputs(self) -> list[Output]:
        """What to act on, in this order."""
        outputs, self._outputs = self._outputs, []
        return outputs

    # -- catching up ---------------------------------------------------------------------------------------

    def request(self) -> bytes:
        """What to send to peers when this node is behind: where its lanes stand."""
        lanes = [] if self._distrust else [(int(lane.lane), lane.hand, lane.step) for lane in self.table.lanes()]
        return pack([self.table.hand, lanes])

    def catch_up(self, request: bytes) -> list[bytes]:
        """The contributions that the sender of this request may lack. Raises CodecError for a malformed one."""
        hand, lanes = array(unpack(request, MAX_REQUEST), 2)
        first = integer(hand, 0, 1 << 31)
        stands: dict[tuple[int, int], int] = {}
        for item in array(lanes, most=16):
            lane, of, step = (integer(part, 0, 1 << 31) for part in array(item, 3))
            stands[lane, of] = step
        known = [c for c in self._known() if c.header.hand >= first or c.header.lane == Lane.TABLE]
        lacked = [c for c in known if c.header.step >= stands.get((int(c.header.lane), c.header.hand), 0)]
        return [contribution.signed for contribution in lacked[:MAX_CATCH_UP]]

    def _known(self) -> Iterator[Contribution]:
        lanes = dict.fromkeys([*self.table.records, *self.table.setups.values()])
        for lane in lanes:
            yield from lane.contributions()
        yield from (contribution for contribution, _ in self.table.voids.values())
        if self._evidence is not None:
            yield from self._evidence.contributions

    # -- taking in -----------------------------------------------------------------------------------------

    def _take(self, contribution: Contribution) -> None:
        header = contribution.header
        known = self._cells.get(contribution.cell)
        if known is not None:
            if evidence := equivocation(known, contribution):
                self._convict(evidence)
            return
        if contribution.kind == "void" and header.lane == Lane.SEAL:
            self._take_void(contribution)
            return
        lane = self.table.find(header)
        step = lane.step if lane is not None else 0
        if header.step < step or header.hand < self.table.hand:
            return
        if header.step >= step + WINDOW or header.hand > self.table.hand + 1:
            self._outputs.append(Behind())
            return
        if lane is None or header.step > step or lane.over:
            self._early.setdefault((header.hand, header.lane, header.step, header.seat), contribution)
            return
        self._cells[contribution.cell] = contribution
        self._examine(lane, contribution)

    def _examine(self, lane: Steps, contribution: Contribution) -> None:
        if self._evidence is not None and lane is not self.table.closing:
            return
        if contribution.header.previous != lane.digest:
            self._distrust = True
            self._outputs.append(Behind())
            return
        try:
            check = lane.check(contribution)
        except Fault as fault:
            self._convict(Evidence((contribution,), str(fault)))
            return
        self._submit(check, partial(self._checked, lane, contribution), urgent=self._is_urgent(lane))

    def _checked(self, lane: Steps, contribution: Contribution, outcome: Any) -> None:
        if lane.step != contribution.header.step or self.table.find(contribution.header) is not lane:
            return
        if isinstance(outcome, Fault):
            self._convict(Evidence((contribution,), str(outcome)))
            return
        self._outputs.append(Journal(contribution, own=False))
        self.table.accept(lane, contribution, outcome)

    def _take_early(self) -> bool:
        """Take in what was kept for the steps that are open now; whether there was anything."""
        lanes = {(lane.hand, lane.lane, lane.step): lane for lane in self.table.lanes()}
        ready = [key for key in self._early if key[:3] in lanes]
        for key in ready:
            self._take(self._early.pop(key))
        return bool(ready)

    # -- faults --------------------------------------------------------------------------------------------

    def _convict(self, evidence: Evidence) -> None:
        if self._evidence is not None or self.table.closing is not None or evidence.seat == self.seat:
            return
        self._evidence = evidence
        self._outputs += [Send(contribution.signed) for contribution in evidence.contributions]
        self._outputs.append(Convicted(evidence))
        void = sign(self.identity, self.table.void_header(self.seat), "void", evidence.encode())
        self._publish(void)
        if self.table.add_void(void, evidence.seat):
            self._jobs.clear()

    def _take_void(self, void: Contribution) -> None:
        header = void.header
        if self.table.voided is not None or header.hand < self.table.hand or len(self._voids) > 2 * self.genesis.n:
            return
        if header != self.table.void_header(header.seat):
            if header.hand == self.table.hand + 1:
                self._voids.append(void)
            return
        self._cells[void.cell] = void
        try:
            evidence = judge_void(self.table, void)
        except Fault as fault:
            self._convict(Evidence((void,), str(fault)))
            return
        if evidence is None:
            del self._cells[void.cell]
            self._voids.append(void)
            return
        self._outputs.append(Journal(void, own=False))
        self.table.add_void(void, evidence.seat)
        self._convict(evidence)

    # -- going on ------------------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Report what has happened and do what this seat owes, until nothing more follows."""
        while True:
            self._report()
            self._do_duties()
            if not self._take_early():
                break
        if not self._ended:
            self._report_end()

    def _report(self) -> None:
        play = self.table.play
        while self._sealed < len(self.table.seals):
            sealed = self.table.seals[self._sealed]
            self._sealed += 1
            self._forget(sealed.hand)
            self._tell(HandSealed(sealed, self.table.match, self.table.ledger))
        if play is not None and play.hand in self.secrets:
            self.secrets[play.hand].look(play)
            faces = self.faces()
            for happening in play.happenings[self._reported :]:
                self._tell(Happened(play.hand, happening.moves, happening.state, faces))
            self._reported = len(play.happenings)

    def _forget(self, hand: int) -> None:
        """The hand is sealed: drop its secrets and what was kept to convict with."""
        self.secrets.pop(hand, None)
        self._reported = 0
        self._asked = None
        self._cells = {cell: c for cell, c in self._cells.items() if c.header.hand > hand}
        self._early = {key: c for key, c in self._early.items() if key[0] > hand}
        self._begun = {key for key in self._begun if key[0] > hand}
        voids, self._voids = self._voids, []
        for void in voids:
            self._take_void(void)

    def _report_end(self) -> None:
        if self.table.dead:
            self._ended = True
            self._tell(Stopped(self.table.dead))
        elif self.table.over:
            self._ended = True
            self._tell(Closed(self.table.match, self.table.ledger, self.table.digest))

    def _do_duties(self) -> None:
        for lane in list(self.table.lanes()):
            if self.seat not in lane.waits_for() or self._key(lane) in self._begun:
                continue
            if self._evidence is not None and lane is not self.table.closing:
                continue
            if isinstance(lane, Gate):
                self._pass_gate(lane)
            elif isinstance(lane, Setup):
                secrets = self.secrets.setdefault(lane.hand, HandSecrets(self.seat))
                self._produce(lane, secrets.setup_body(lane, lane.header(self.seat), lane.owed[self.seat]))
            elif isinstance(lane, Play):
                self._do_play(lane)
        setup = self.table.setups.get(self.table.hand)
        if (
            setup is not None
            and self.table.play is None
            and not setup.over
            and self._shuffling != (setup.hand, setup.step)
        ):
            self._shuffling = (setup.hand, setup.step)
            self._tell(Shuffling(setup.hand, setup.step, self.genesis.n + 3))

    def _pass_gate(self, gate: Gate) -> None:
        if gate is self.table.agree:
            self._tell(Agreed())
        added = (not self.leaving,) if gate is self.table.seal else ()
        body = (*gate.body, *added)
        self._begun.add(self._key(gate))
        self._contribute(gate, (body, added))

    def _do_play(self, play: Play) -> None:
        secrets, header, kind = self.secrets[play.hand], play.header(self.seat), play.owed[self.seat]
        if kind == "shares":
            self._produce(play, secrets.shares_body(play, header))
        elif kind == "mix":
            self._produce(play, secrets.mix_body(play, header))
        elif kind == "move" and secrets.pledged is not None:
            (move, salt), secrets.pledged = secrets.pledged, None
            self._produce(play, secrets.move_body(play, header, kind, move, salt))
        elif self._asked != (play.hand, play.step):
            self._asked = (play.hand, play.step)
            watching = kind == "answer"
            self._tell(Acting(play.hand, play.state, self.faces(), watching, dict(play.moves)))

    # -- making contributions ------------------------------------------------------------------------------

    def _produce(self, lane: Steps, produce: Produce) -> None:
        self._begun.add(self._key(lane))
        self._submit(produce, partial(self._produced, lane, lane.step), urgent=self._is_urgent(lane))

    def _produced(self, lane: Steps, step: int, outcome: Any) -> None:
        if self._evidence is None and lane.step == step and self.table.find(lane.header(self.seat)) is lane:
            self._contribute(lane, outcome)

    def _contribute(self, lane: Steps, produced: tuple[tuple[Any, ...], Any]) -> None:
        body, said = produced
        contribution = sign(self.identity, lane.header(self.seat), lane.owed[self.seat], body)
        self._publish(contribution)
        self.table.accept(lane, contribution, said)

    def _publish(self, contribution: Contribution) -> None:
        self._cells[contribution.cell] = contribution
        self._outputs += [Journal(contribution, own=True), Send(contribution.signed)]

    def _submit(self, run: Callable[[], Any], then: Callable[[Any], None], *, urgent: bool) -> None:
        job = Job(run, urgent)
        self._returns[job] = then
        self._jobs.append(job)

    def _is_urgent(self, lane: Steps) -> bool:
        return not isinstance(lane, Setup) or lane.hand == self.table.hand

    def _key(self, lane: Steps) -> tuple[int, Lane, int]:
        return (lane.hand, lane.lane, lane.step)

    def _tell(self, event: Event) -> None:
        self._outputs.append(event)


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
