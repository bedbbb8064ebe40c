"""The sans-I/O machine of one seat: signed bytes in; bytes to journal and send, work to run, and events out.

The rules that everything here follows:

1. Whether a contribution counts is decided by the public objects (`Table` and its lanes), never by what this seat
   knows. This seat's own moves are checked with its own faces before they are signed.
2. Every byte that arrives is bounded, decoded, and its signature verified before anything else looks at it.
3. A cell holds one payload. A second one convicts its seat; a copy is dropped. That holds for this seat too: where
   a peer shows what it has signed, in another life, it signs nothing else.
4. Proofs are checked by jobs; a contribution counts when its job has come back clean.
5. What this seat owes without a choice it makes by itself; what is a player's choice it waits for.
6. A fault stops the hand: the evidence goes to everybody, and the others void the hand. Results that all have signed
   outweigh that.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from engine.contract import IllegalMove, Move
from protocol.codec import CodecError, array, integer, pack, unpack
from protocol.contribution import MAX_PAYLOAD, MAX_VOID, VOID, Contribution, Fault, Header, Lane, open_signed, sign
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
    MatchOver,
    Output,
    Send,
    Shuffling,
    Stopped,
)
from protocol.evidence import Evidence, equivocation
from protocol.evidence_file import write_evidence
from protocol.identity import Identity
from protocol.judge import is_void_of, judge, judge_void
from protocol.lane import Gate, Steps
from protocol.own import HandSecrets, Produce, Produced
from protocol.play import Play, decode_move, encode_move
from protocol.setup import Setup
from protocol.table import Sealed, Table
from protocol.terms import Genesis

WINDOW = 8
"""How many steps ahead of a lane contributions are kept."""
MAX_EARLY = 4 * MAX_PAYLOAD
"""How many bytes of one seat are kept ahead of the lanes."""
MAX_VOIDS = 3 * MAX_VOID
"""How many bytes of voids of one seat are kept, of this hand and the next."""
MAX_REQUEST = 4096
MAX_CATCH_UP = 4096
"""More contributions than a hand has, so that one answer reaches back to where two nodes differ."""


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
        self._drafts: dict[Header, Produced | None] = {}
        """Shuffles that may become this seat's next; None while they are being made."""
        self._guilty: dict[int, Evidence] = {}
        """By convicted seat: the evidence. It is never empty again, and this seat contributes to no hand then."""
        self._voids: dict[tuple[int, int, int], Contribution] = {}
        """By hand, signing and accused seat: voids of this hand and the next."""
        self._weighed: tuple[object, ...] = ()
        self._looks_on = False
        """Whether this seat has signed something here whose secrets it does not have: it signs nothing more."""
        self._reported = 0
        self._told: list[Sealed] = []
        self._asked: tuple[int, int] | None = None
        self._shuffling: tuple[int, int] | None = None
        self._distrust = False
        self._started = False
        self._agreed = False
        self._asked_rematch = self._rematch = -1
        """The last hands after which a rematch was asked for and answered."""
        self._ended = False

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
            self._outputs.append(Ignored(str(error)))
            return
        self._take(contribution)
        self._advance()

    def choose(self, move: Move) -> None:
        """Make this move (or answer) as the player's choice. Raises IllegalMove, and then nothing has happened."""
        play = self.table.play
        if play is None or play.hand not in self.secrets or self.seat not in play.waits_for() or self._stopped:
            raise IllegalMove("It is not your turn.")
        kind = play.owed[self.seat]
        if kind not in ("move", "pledge", "answer") or self._key(play) in self._begun:
            raise IllegalMove("It is not your turn.")
        secrets, header = self.secrets[play.hand], play.header(self.seat)
        try:
            # What the others would refuse to decode, or to see opened, is not signed either.
            if decode_move(encode_move(move)) != move:
                raise IllegalMove("This is no move.")
            play.to_open(self.seat, move)
            self.table.rules.check(play.state, self.seat, move, self.faces())
            produce = (
                secrets.pledge_body(play, header, move)
                if kind == "pledge"
                else secrets.move_body(play, header, kind, move)
            )
        except (CodecError, Fault) as error:
            raise IllegalMove("You cannot make this move.") from error
        self._produce(play, produce)

    def rematch(self, *, again: bool) -> None:
        """Answer MatchOver: whether this player wants another match at this table. Ignored when not asked."""
        seal = self.table.seal
        if seal is None or self._asked_rematch != seal.hand:
            return
        self._rematch = seal.hand
        self.leaving = self.leaving or not again
        self._advance()

    def faces(self) -> dict[int, Any]:
        """The faces that this seat knows of the hand in play."""
        play = self.table.play
        if play is None:
            return {}
        own = self.secrets.get(play.hand)
        return {**play.slots.faces, **(own.faces if own is not None else {})}

    def take_jobs(self) -> list[Job]:
        """Work to be run, each once; give it back by `finish`."""
        jobs, self._jobs = self._jobs, []
        return jobs

    def finish(self, job: Job, outcome: Any) -> None:
        """Hand back what `job.run` returned, or the Fault that it raised. Raises KeyError the second time."""
        self._returns.pop(job)(outcome)
        self._advance()

    def take_outputs(self) -> list[Output]:
        """What to act on, in this order."""
        outputs, self._outputs = self._outputs, []
        return outputs

    # -- catching up ---------------------------------------------------------------------------------------

    def request(self) -> bytes:
        """What to send to peers when this node is behind: where its lanes stand."""
        table = self.table
        lanes = (table.agree, table.seal, table.play, table.closing, *table.setups.values())
        stands = (
            [] if self._distrust else [(int(lane.lane), lane.hand, lane.step) for lane in lanes if lane is not None]
        )
        return pack([table.hand, stands])

    def catch_up(self, request: bytes) -> list[bytes]:
        """The contributions that the sender of this request may lack. Raises CodecError for a malformed one."""
        hand, lanes = array(unpack(request, MAX_REQUEST), 2)
        first = integer(hand, 0, 1 << 31)
        stands: dict[tuple[int, int], int] = {}
        for item in array(lanes, most=16):
            lane, of, step = (integer(part, 0, 1 << 31) for part in array(item, 3))
            stands[lane, of] = step
        known = [c for c in self._known() if c.header.hand >= first or self._ends(c.header, first)]
        lacked = [c for c in known if c.header.step >= stands.get((int(c.header.lane), c.header.hand), 0)]
        return [contribution.signed for contribution in lacked[:MAX_CATCH_UP]]

    def _ends(self, header: Header, hand: int) -> bool:
        """Whether this is of what leads to the hand: the agreement, or the seal before it."""
        return header.lane == Lane.TABLE or (header.lane == Lane.SEAL and header.hand == hand - 1)

    def _known(self) -> Iterator[Contribution]:
        lanes = dict.fromkeys([*self.table.records, *self.table.setups.values()])
        for lane in lanes:
            yield from lane.contributions()
        yield from self._voids.values()
        for evidence in self._guilty.values():
            yield from evidence.contributions

    # -- taking in -----------------------------------------------------------------------------------------

    def _take(self, contribution: Contribution) -> None:
        header = contribution.header
        known = self._cells.get(contribution.cell)
        if known is not None:
            if evidence := equivocation(known, contribution):
                self._convict(evidence)
            if known.payload == contribution.payload or not self._may_end(contribution):
                return
        if contribution.is_void:
            self._take_void(contribution)
            return
        if header.hand < self.table.hand:
            return
        lane = self.table.find(header)
        step = lane.step if lane is not None else 0
        if header.hand > self.table.hand + 1 or header.step >= step + WINDOW:
            self._outputs.append(Behind())
        elif header.step < step:
            self._look_back(contribution)
        elif lane is None or lane.over or header.step > step or not self._may_count(lane):
            self._keep_early(contribution)
        else:
            self._examine(lane, contribution)

    def _may_end(self, contribution: Contribution) -> bool:
        """Whether it may seal the hand or close the table: that counts although the seat has signed otherwise."""
        lane = self.table.find(contribution.header)
        return not contribution.is_void and isinstance(lane, Gate) and contribution.header.seat not in lane.accepted

    def _look_back(self, contribution: Contribution) -> None:
        """To a closed step comes something else than what closed it: was it due at all?"""
        if contribution.header.seat not in self._guilty:
            judgement = judge(self.table, contribution)
            if isinstance(judgement, Evidence):
                self._convict(judgement)

    def _keep_early(self, contribution: Contribution) -> None:
        header = contribution.header
        key = (header.hand, header.lane, header.step, header.seat)
        held = sum(len(c.payload) for c in self._early.values() if c.header.seat == header.seat)
        if (kept := self._early.get(key)) is not None:
            if evidence := equivocation(kept, contribution):
                self._convict(evidence)
        elif held + len(contribution.payload) > MAX_EARLY:
            self._outputs.append(Behind())
        else:
            self._early[key] = contribution

    def _examine(self, lane: Steps, contribution: Contribution) -> None:
        if lane.is_due(contribution):
            self._cells[contribution.cell] = contribution
        if contribution.header.previous != lane.digest:
            self._distrust = True
            self._outputs.append(Behind())
            return
        try:
            check = lane.check(contribution)
        except Fault as fault:
            self._convict(Evidence((contribution,), str(fault)))
            return
        if isinstance(lane, Setup) and self._is_urgent(lane):
            self._draft_shuffle(lane, contribution)
        self._submit(check, partial(self._checked, lane, contribution), urgent=self._is_urgent(lane))

    def _checked(self, lane: Steps, contribution: Contribution, outcome: Any) -> None:
        header = contribution.header
        if lane.step != header.step or self.table.find(header) is not lane or header.seat in lane.accepted:
            return
        if not self._may_count(lane):
            self._cells.pop(contribution.cell, None)
            self._keep_early(contribution)
            return
        if isinstance(outcome, Fault):
            self._convict(Evidence((contribution,), str(outcome)))
            return
        if header.seat == self.seat:
            self._recognise(contribution)
        self._outputs.append(Journal(contribution, own=header.seat == self.seat))
        self._count(lane, contribution, outcome)

    def _count(self, lane: Steps, contribution: Contribution, said: Any) -> None:
        if self.table.accept(lane, contribution, said):
            self._distrust = False

    def _recognise(self, contribution: Contribution) -> None:
        """Something of this seat's own comes from a peer: without its secrets the seat can only look on."""
        header = contribution.header
        secrets = self.secrets.get(header.hand)
        known = header.lane not in (Lane.SETUP, Lane.PLAY) or (secrets is not None and secrets.made(contribution))
        if not known and not self._looks_on:
            self._looks_on = True
            self.secrets.clear()
            self._tell(Stopped("This seat has played at this table before and lost its secrets; it can only look on."))

    def _take_early(self) -> bool:
        """Take in what was kept for the steps that are open now; whether there was anything."""
        lanes = {(lane.hand, lane.lane, lane.step) for lane in (*self.table.lanes(), self.table.seal) if lane}
        ready = [key for key in self._early if key[:3] in lanes]
        before = len(self._early)
        for key in ready:
            self._take(self._early.pop(key))
        return len(self._early) < before

    # -- faults --------------------------------------------------------------------------------------------

    @property
    def _stopped(self) -> bool:
        """Whether this seat contributes nothing more to the hand."""
        return bool(self._guilty) or self.table.closing is not None

    def _may_count(self, lane: Steps) -> bool:
        """Whether contributions to this lane count now: after a void only its closing, and the results of all.

        Who has signed the closing after a void counts results only if another has gone beyond them: that one will
        never sign it. And who has signed a void counts no closing that leaves out whom it accuses.
        """
        table = self.table
        if lane is table.closing:
            return all(cheat in table.voided for seat, cheat in table.voids if seat == self.seat)
        return not table.voided or (lane is table.seal and self._is_left())

    def _is_left(self) -> bool:
        """Whether a seat that nobody accuses has contributed to what follows this hand."""
        beyond = [(hand, seat) for hand, lane, _, seat in self._early if lane != Lane.SETUP]
        beyond += [(hand, seat) for hand, seat, _ in self._voids]
        return any(hand > self.table.hand and seat not in self._guilty for hand, seat in beyond)

    def _convict(self, evidence: Evidence) -> None:
        known = self._guilty.get(evidence.seat)
        if evidence.seat == self.seat or self.table.over or not evidence.quotable:
            return
        if known is None:
            self._outputs += [Send(contribution.signed) for contribution in evidence.contributions]
            self._outputs.append(Convicted(evidence, write_evidence(self.table, evidence)))
        if known is None or (evidence.equivocation and not known.equivocation):
            self._guilty[evidence.seat] = evidence

    def _take_void(self, void: Contribution) -> None:
        hand, seat, accused = void.header.hand, void.header.seat, void.header.step
        if not is_void_of(self.table, void, hand) or hand < self.table.hand - 1:
            return
        kept = sum(len(other.payload) for (_, by, _), other in self._voids.items() if by == seat)
        if hand > self.table.hand + 1 or kept + len(void.payload) > MAX_VOIDS:
            self._outputs.append(Behind())
            return
        self._cells[void.cell] = void
        self._voids[hand, seat, accused] = void
        self._weighed = ()
        if hand > self.table.hand:
            self._outputs.append(Behind())

    def _weigh_voids(self) -> None:
        """Judge the voids that could not be judged before this seat had come so far."""
        if not self._voids or self._weighed == (standing := self._standing()):
            return
        self._weighed = standing
        for (hand, seat, accused), void in list(self._voids.items()):
            if hand > self.table.hand or (seat, accused) in self.table.voids:
                continue
            try:
                evidence = judge_void(self.table, void) or self._guilty.get(accused)
            except Fault as fault:
                if hand == self.table.hand:
                    self._convict(Evidence((void,), str(fault)))
                continue
            if evidence is None:
                continue
            self._convict(evidence)
            if hand == self.table.hand:
                self._outputs.append(Journal(void, own=False))
                self.table.add_void(void, accused)

    def _void(self) -> None:
        """Sign a void against each convicted seat."""
        table = self.table
        against = {cheat for _, cheat in table.voids}
        due = [cheat for cheat in self._guilty if self._is_void_due(cheat)]
        # Those that nobody accuses yet come first: the hand is not void for some of them only, if it can be for all.
        for accused in sorted(due, key=lambda cheat: cheat in against):
            void = sign(self.identity, table.void_header(self.seat, accused), VOID, self._guilty[accused].encode())
            self._voids[table.hand, self.seat, accused] = void
            self._publish(void)
            table.add_void(void, accused)

    def _is_void_due(self, accused: int) -> bool:
        """Not what is signed already. And a table that closes is left to, unless another seat voids: then it cannot."""
        table = self.table
        followed = any(cheat == accused and seat not in self._guilty for seat, cheat in table.voids)
        signed = (table.hand, self.seat, accused) in self._voids
        return not signed and not table.over and (table.closing is None or followed)

    # -- going on ------------------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Report what has happened and do what this seat owes, until nothing more follows."""
        before: object = None
        while self._take_early() or before != (before := self._standing()):
            self._weigh_voids()
            self._report()
            self._do_duties()
        if not self._ended:
            self._report_end()

    def _standing(self) -> tuple[object, ...]:
        """Changes whenever something has happened from which more may follow."""
        table = self.table
        lanes = [(lane.hand, lane.lane, lane.step, len(lane.accepted)) for lane in table.lanes()]
        return (len(table.seals), table.hand, table.closing, len(self._guilty), len(table.voids), *lanes)

    def _report(self) -> None:
        play, seals = self.table.play, self.table.seals
        if self.table.agree.over and not self._agreed:
            self._agreed = True
            self._tell(Agreed())
        while self._told != seals[: len(self._told)]:
            self._told.pop()
        for sealed in seals[len(self._told) :]:
            self._told.append(sealed)
            self._forget(sealed.hand)
            self._tell(HandSealed(sealed, self.table.settled, self.table.ledger))
        if play is not None and play.hand in self.secrets:
            self.secrets[play.hand].look(play)
            faces = self.faces()
            for happening in play.happenings[self._reported :]:
                self._tell(Happened(play.hand, happening.moves, happening.state, faces))
            self._reported = len(play.happenings)

    def _forget(self, hand: int) -> None:
        """The hand is sealed or voided: drop its secrets, and what was kept of hands that are over."""
        self.table.archive()
        now, ending = self.table.hand, self.table.closing is not None and not self.table.voided
        self.secrets = {h: s for h, s in self.secrets.items() if h > hand and not ending}
        self._reported = 0
        self._asked = None
        # Two results of one seat still convict it in the hand that follows.
        self._cells = {
            cell: c
            for cell, c in self._cells.items()
            if c.header.hand >= now or (c.header.hand == now - 1 and c.header.lane == Lane.SEAL)
        }
        self._early = {key: c for key, c in self._early.items() if key[0] >= now}
        self._begun = {key for key in self._begun if key[0] >= now}
        self._drafts = {header: draft for header, draft in self._drafts.items() if header.hand >= now}
        self._voids = {key: void for key, void in self._voids.items() if key[0] >= now}
        self._guilty = {seat: evidence for seat, evidence in self._guilty.items() if self._still_convicts(evidence)}

    def _still_convicts(self, evidence: Evidence) -> bool:
        """Whether those who judge it in the hand that has begun will see what this seat has seen."""
        return evidence.equivocation or isinstance(judge(self.table, evidence.contributions[0]), Evidence)

    def _report_end(self) -> None:
        if self.table.dead:
            self._ended = True
            self._tell(Stopped(self.table.dead))
        elif self.table.over:
            self._ended = True
            self.secrets.clear()
            self._tell(Closed(self.table.settled, self.table.ledger, self.table.digest))

    def _do_duties(self) -> None:
        if not self._started or self._looks_on:
            return
        if self._guilty:
            self._void()
        for lane in list(self.table.lanes()):
            if self.seat not in lane.waits_for() or self._key(lane) in self._begun:
                continue
            if self._guilty and (lane is not self.table.closing or not self._may_count(lane)):
                continue
            if isinstance(lane, Gate):
                self._pass_gate(lane)
            elif isinstance(lane, Setup):
                self._do_setup(lane)
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
        if gate is self.table.seal and not self._answered_rematch(gate):
            return
        added = (not self.leaving,) if gate is self.table.seal else ()
        body = (*gate.body, *added)
        self._begun.add(self._key(gate))
        self._contribute(gate, (body, added))

    def _do_setup(self, setup: Setup) -> None:
        header, secrets = setup.header(self.seat), self.secrets.setdefault(setup.hand, HandSecrets(self.seat))
        if header not in self._drafts:
            self._produce(setup, secrets.setup_body(setup, header, setup.owed[self.seat]))
        elif (drafted := self._drafts[header]) is not None:
            self._begun.add(self._key(setup))
            self._contribute(setup, drafted)

    def _draft_shuffle(self, setup: Setup, before: Contribution) -> None:
        """Begin with one's own shuffle while the one before it is being checked; it waits for the check."""
        secrets = self.secrets.get(setup.hand)
        if setup.shuffler(setup.step + 1) != self.seat or secrets is None:
            return
        header = setup.header_after(before, self.seat)
        if header not in self._drafts:
            self._drafts[header] = None
            self._submit(secrets.draft_body(setup, header, before), partial(self._drafted, header), urgent=True)

    def _drafted(self, header: Header, outcome: Any) -> None:
        """A draft is ready, or was not possible: then the check will say why."""
        if isinstance(outcome, Fault):
            self._drafts.pop(header, None)
        elif header in self._drafts:
            self._drafts[header] = outcome

    def _answered_rematch(self, seal: Gate) -> bool:
        """At the end of a match the player says whether to play another; ask, unless that is known."""
        if self.leaving or not self.table.asks_rematch():
            return True
        play = self.table.play
        if play is not None and play.result is not None and self._asked_rematch != seal.hand:
            self._asked_rematch = seal.hand
            self._tell(MatchOver(self.table.rules.settle(self.table.match, play.result)))
        return self._rematch == seal.hand

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
        if not self._stopped and lane.step == step and self.table.find(lane.header(self.seat)) is lane:
            self._contribute(lane, outcome)

    def _contribute(self, lane: Steps, produced: tuple[tuple[Any, ...], Any]) -> None:
        body, said = produced
        contribution = sign(self.identity, lane.header(self.seat), lane.owed[self.seat], body)
        if contribution.cell in self._cells:
            return
        self._publish(contribution)
        self._count(lane, contribution, said)

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
