"""Whole tables in one process: seats over a network that delays, repeats, loses and forwards, and seats that cheat.

A cheat is an honest machine whose outgoing contributions pass through a hook: what it sends instead is signed with
its real key. So every attack is that of a player who runs another program, never that of a broken test double.
"""

import copy
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Any, TypeAlias
from unittest import mock

from engine.cards import Card
from engine.contract import AnyRules, Move
from engine.games import rules_of
from protocol.codec import Value
from protocol.contribution import Contribution, open_signed, sign
from protocol.events import Acting, Closed, Convicted, Event, Job, Journal, MatchOver, Output, Send, Stopped
from protocol.evidence_file import find
from protocol.group import Point, Scalar
from protocol.identity import Identity
from protocol.seat import SeatMachine, run
from protocol.table import Table
from protocol.terms import Genesis, Player, Terms
from tests.protocol.table.little import LITTLE

Sending: TypeAlias = tuple[int | None, bytes]
"""To one seat, or to all."""
Hook: TypeAlias = Callable[[Contribution], "Iterable[Sending] | None"]
"""What a cheat sends in place of its contribution; None: that contribution, to all."""
Chooser: TypeAlias = Callable[[Acting, list[Move]], Move]
Watch: TypeAlias = Callable[[int, Contribution], None]


def rules_with_little(name: str) -> AnyRules:
    """The rules of this game, Little among them."""
    return LITTLE if name == LITTLE.name else rules_of(name)


def repeatable(seed: int = 1) -> dict[str, Any]:
    """What stands in for the system's randomness in tests, so that each runs the same every time."""
    rng = Random(seed)
    return {"token_bytes": rng.randbytes, "randbelow": rng.randrange}


def identity(seat: int) -> Identity:
    """The identity of the player who sits there in all these tests."""
    return Identity(bytes([seat + 1]) * 32)


def genesis_of(n: int, game: str = "little", *presets: str, hands: int | None = None, **options: Any) -> Genesis:
    """A table of this game."""
    rules = rules_with_little(game)
    made = rules.Options.make(*presets, **options)
    players = tuple(Player(identity(seat).public, f"p{seat}", bytes([seat]) * 32) for seat in range(n))
    return Genesis(Terms(game, rules.version, made.pairs(), 1, hands), players)


@dataclass
class Node:
    """One seat's machine and what has come out of it."""

    machine: SeatMachine
    player: Random
    outputs: list[Output] = field(default_factory=list)
    sent: list[Contribution] = field(default_factory=list)
    """Its own contributions as its machine made them."""
    jobs: list[Job] = field(default_factory=list)
    asked: list[Acting] = field(default_factory=list)
    again: bool | None = True
    """Whether this seat wants another match; None: it does not say."""
    seen: set[bytes] = field(default_factory=set)
    hook: Hook | None = None
    choose: Chooser | None = None
    deaf: bool = False
    """Neither receives nor asks: a player who has gone."""

    @property
    def table(self) -> Table:
        """Its view of the table."""
        return self.machine.table

    def of(self, kind: type[Any]) -> list[Any]:
        """The outputs of this kind, in order."""
        return [output for output in self.outputs if isinstance(output, kind)]


class Net:
    """All machines of a table and the messages on their way.

    `links` says who hears whom directly (default: all). Nodes forward what is new to them if `relay`. A part `loss` of
    the messages is lost; a part `twice` of the copies reaches the machines, others are dropped before. `lazy` delivers
    messages, and ends jobs, in any order.
    """

    def __init__(
        self,
        genesis: Genesis,
        seed: int = 0,
        *,
        links: Iterable[tuple[int, int]] | None = None,
        relay: bool = True,
        loss: float = 0.0,
        twice: float = 0.0,
        lazy: bool = False,
    ) -> None:
        self.genesis = genesis
        self.rng = Random(seed)
        self.nodes = [Node(SeatMachine(genesis, identity(i)), Random(seed * 100 + i)) for i in range(genesis.n)]
        pairs = list(links) if links is not None else [(a, b) for a in range(genesis.n) for b in range(a)]
        self.near = {i: {a + b - i for a, b in pairs if i in (a, b)} for i in range(genesis.n)}
        self.relay, self.loss, self.twice, self.lazy = relay, loss, twice, lazy
        self.queue: list[tuple[int, bytes]] = []
        self.cheats: set[int] = set()
        self.watch: Watch | None = None
        """Sees every contribution as its machine made it, before anybody else does."""

    # -- cheating ------------------------------------------------------------------------------------------

    def cheat(self, seat: int, hook: Hook) -> "Net":
        """Let the hook decide what this seat sends."""
        self.cheats.add(seat)
        self.nodes[seat].hook = hook
        return self

    def cheat_once(self, seat: int, kind: str, forge: Hook, hand: int = 0, nth: int = 0) -> "Net":
        """The hook sees only the nth contribution of this kind in this hand."""
        met: list[Contribution] = []

        def hook(contribution: Contribution) -> Iterable[Sending] | None:
            if contribution.kind != kind or contribution.header.hand != hand:
                return None
            met.append(contribution)
            return forge(contribution) if len(met) == nth + 1 else None

        return self.cheat(seat, hook)

    def inject(self, data: bytes, *seats: int) -> None:
        """Put bytes on their way to these seats, or to all."""
        self.queue += [(seat, data) for seat in seats or range(self.genesis.n)]

    # -- running -------------------------------------------------------------------------------------------

    def start(self) -> "Net":
        """All machines sign the terms."""
        for seat, node in enumerate(self.nodes):
            node.machine.start()
            self.settle(seat)
        return self

    def run(self, until: Callable[["Net"], bool] | None = None, limit: int = 20000) -> "Net":
        """Deliver until nothing is left to do, helping out those who lack something, or until a condition holds."""
        for _ in range(limit):
            if until is not None and until(self):
                return self
            if not self._tick() and not self._help():
                assert until is None, "the condition never held"
                return self
        raise AssertionError("the table does not come to rest")

    def _tick(self) -> bool:
        busy = [seat for seat, node in enumerate(self.nodes) if node.jobs]
        if busy and (not self.queue or self.rng.random() < 0.5):
            seat = self.rng.choice(busy)
            jobs = self.nodes[seat].jobs
            self._finish(seat, jobs.pop(self.rng.randrange(len(jobs))))
        elif self.queue:
            self._deliver(*self.queue.pop(self.rng.randrange(len(self.queue)) if self.lazy else 0))
        elif asked := [seat for seat, node in enumerate(self.nodes) if node.asked]:
            self._choose(self.rng.choice(asked))
        else:
            return False
        return True

    def _finish(self, seat: int, job: Job) -> None:
        self.nodes[seat].machine.finish(job, run(job))
        self.settle(seat)

    def _deliver(self, seat: int, data: bytes) -> None:
        node = self.nodes[seat]
        if node.deaf or (data in node.seen and self.rng.random() >= self.twice):
            return
        node.machine.receive(data)
        if data not in node.seen and self.relay:
            self._spread(seat, data)
        node.seen.add(data)
        self.settle(seat)

    def _spread(self, seat: int, data: bytes) -> None:
        for other in sorted(self.near[seat]):
            if self.rng.random() >= self.loss:
                self.queue.append((other, data))

    def settle(self, seat: int) -> None:
        """Act on what a machine has put out."""
        node = self.nodes[seat]
        while True:
            for output in node.machine.take_outputs():
                node.outputs.append(output)
                if isinstance(output, Send):
                    self._send(seat, output.data)
                elif isinstance(output, Acting):
                    node.asked.append(output)
                elif isinstance(output, MatchOver) and node.again is not None:
                    node.machine.rematch(again=node.again)
            jobs = node.machine.take_jobs()
            if self.lazy or not jobs:
                node.jobs += jobs
                return
            for job in jobs:
                node.machine.finish(job, run(job))

    def _send(self, seat: int, data: bytes) -> None:
        node = self.nodes[seat]
        contribution = open_signed(data, self.genesis.table, self.genesis.keys)
        sendings: Iterable[Sending] = [(None, data)]
        if contribution.header.seat == seat:
            node.sent.append(contribution)
            if self.watch is not None:
                self.watch(seat, contribution)
            forged = node.hook(contribution) if node.hook is not None else None
            sendings = sendings if forged is None else forged
        for to, what in sendings:
            node.seen.add(what)
            if to is None:
                self._spread(seat, what)
            else:
                self.queue.append((to, what))

    def _choose(self, seat: int) -> None:
        node = self.nodes[seat]
        acting = node.asked.pop(0)
        moves = list(islice(self.genesis.terms.rules.legal(acting.state, seat, acting.faces), 60))
        move = node.choose(acting, moves) if node.choose is not None else node.player.choice(moves)
        if not self.lively(seat):
            return
        node.machine.choose(move)
        self.settle(seat)

    def lively(self, seat: int) -> bool:
        """Whether this seat may still choose: no cheat has stopped the hand meanwhile."""
        node = self.nodes[seat]
        return not node.of(Convicted) and node.table.closing is None

    def _help(self) -> bool:
        """Whether answers to requests of all seats brought anything new to anybody."""
        before = [mark(node.machine) for node in self.nodes]
        for seat, node in enumerate(self.nodes):
            for other in sorted(self.near[seat] - self.cheats):
                if node.deaf or self.nodes[other].deaf:
                    continue
                for data in self.nodes[other].machine.catch_up(node.machine.request()):
                    node.machine.receive(data)
                    node.seen.add(data)
                self.settle(seat)
        while self.queue or any(node.jobs for node in self.nodes):
            self._tick()
        return before != [mark(node.machine) for node in self.nodes]

    # -- looking -------------------------------------------------------------------------------------------

    @property
    def honest(self) -> list[Node]:
        """The nodes that do not cheat."""
        return [node for seat, node in enumerate(self.nodes) if seat not in self.cheats]


def mark(machine: SeatMachine) -> tuple[object, ...]:
    """How far a machine has come."""
    table = machine.table
    steps = tuple((lane.hand, lane.lane, lane.step, len(lane.accepted)) for lane in table.lanes())
    return (table.digest, table.hand, steps, len(table.voids), len(table.seals), table.over)


@contextmanager
def copying() -> Iterator[None]:
    """Within it machines can be copied: what is immutable, or a key of OpenSSL's, is shared."""

    def itself(self: Any, _memo: object) -> Any:
        return self

    with ExitStack() as stack:
        for kind in (Card, Contribution, Genesis, Identity, Point, Scalar):
            stack.enter_context(mock.patch.object(kind, "__deepcopy__", itself, create=True))
        yield


def clone(machine: SeatMachine) -> SeatMachine:
    """A copy that goes its own way; only of a machine without jobs, whose work would stay tied to the original."""
    assert machine._outbox.is_idle
    with copying():
        return copy.deepcopy(machine)


def forged(
    contribution: Contribution, body: tuple[Value, ...] | None = None, kind: str | None = None, **header: Any
) -> Contribution:
    """The contribution with these things changed, signed by the seat that it then names."""
    changed = replace(contribution.header, **header)
    new_body = contribution.body if body is None else body
    return sign(identity(changed.seat), changed, contribution.kind if kind is None else kind, new_body)


def with_part(contribution: Contribution, at: int, part: Value) -> Contribution:
    """The contribution with one part of its body replaced."""
    return forged(contribution, (*contribution.body[:at], part, *contribution.body[at + 1 :]))


def to_all(*contributions: Contribution) -> list[Sending]:
    """Send these to everybody."""
    return [(None, contribution.signed) for contribution in contributions]


def flipped(data: bytes, at: int = 0) -> bytes:
    """The bytes with one bit changed."""
    at %= len(data)
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def blob_of(contribution: Contribution, part: int) -> bytes:
    """This part of the body, which is bytes."""
    value = contribution.body[part]
    assert isinstance(value, bytes)
    return value


def check_agreement(net: Net) -> None:
    """Whatever happened, no honest node is accused, none disagrees with another, and none has given up."""
    for node in net.honest:
        assert not node.of(Stopped)
        assert all(event.evidence.seat in net.cheats for event in node.of(Convicted))
    assert len({node.table.digest for node in net.honest}) == 1
    assert len({node.table.ledger for node in net.honest}) == 1
    assert len({tuple(node.table.seals) for node in net.honest}) == 1


def check_convicted(net: Net, *reasons: str) -> None:
    """Every honest node convicts exactly the cheats, for one of these reasons; all void the hand and close."""
    check_agreement(net)
    cheats = tuple(sorted(net.cheats))
    for node in net.honest:
        convictions = [event.evidence for event in node.of(Convicted)]
        assert sorted(evidence.seat for evidence in convictions) == list(cheats)
        for evidence in convictions:
            assert any(reason in evidence.reason for reason in reasons), evidence.reason
        assert len(node.of(Closed)) == 1
        sealed, table = node.table.seals[-1], node.table
        assert (sealed.result, sealed.offenders) == (None, cheats)
        assert sum(sealed.payments) == 0
        worst = table.rules.worst_payment(table.match)
        assert all((sealed.payments[seat] <= -worst) == (seat in cheats) for seat in range(net.genesis.n))
        assert node.machine.secrets == {}
        assert not node.machine.asked
    check_files(net, *reasons)


def check_files(net: Net, *reasons: str) -> None:
    """What one honest node keeps of each cheat convinces a stranger who has nothing else."""
    for event in net.honest[0].of(Convicted):
        finding = find(event.file)
        assert finding.ok, finding.reason
        assert finding.seat == event.evidence.seat
        assert any(reason in finding.reason for reason in reasons), finding.reason
        assert finding.table == net.genesis.table.hex()


def journaled(node: Node) -> list[Contribution]:
    """All that this node has counted, in order."""
    return [output.contribution for output in node.outputs if isinstance(output, Journal)]


def events(node: Node) -> list[Event]:
    """What the program around the node was told."""
    return [output for output in node.outputs if not isinstance(output, Journal | Send)]
