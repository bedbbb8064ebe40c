"""Every field of every contribution, changed in every way and signed by the cheat: refused, and never a crash.

`judge` is acceptance itself, so most changes are judged there; a sample goes through whole machines.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from protocol.codec import Value
from protocol.contribution import MAX_PAYLOAD, Contribution, Lane
from protocol.events import Behind, Convicted, Ignored
from protocol.evidence import Evidence
from protocol.group import ORDER
from protocol.judge import Verdict, judge
from protocol.seat import run_jobs
from tests.protocol.table.net import Net, clone, flipped, forged, genesis_of, with_part

FREE = {"commit", "pledge"}
"""Of these any 32 bytes are acceptable: what they hide is checked when it is opened."""
HOSTILE: dict[str, bytes] = {
    "the identity": bytes(32),
    "a scalar that is not reduced": ORDER.to_bytes(32, "little"),
    "a second encoding of the identity": bytes(31) + b"\x80",
    "no field element": b"\xff" * 32,
    "the order-two point of the curve": (2**255 - 20).to_bytes(32, "little"),
}
WRONG_TYPES: list[Value] = [None, True, 0, -1, 2**64 - 1, "text", b"", (), (b"",), ((((),),),)]


def chunks_changed(data: bytes) -> Iterator[bytes]:
    """One 32-byte part replaced by each hostile one, by its neighbour, or changed by a bit; also the length."""
    for at in range(0, len(data), 32):
        for hostile in HOSTILE.values():
            yield data[:at] + hostile + data[at + 32 :]
        yield flipped(data, at)
        yield flipped(data, at + 31)
    for at in range(0, len(data) - 32, 32):
        yield data[:at] + data[at + 32 : at + 64] + data[at : at + 32] + data[at + 64 :]
    yield data[:-1]
    yield data + b"\x00"
    yield data + bytes(32)
    yield data[:-32]


def moves_changed(move: tuple[Value, ...]) -> Iterator[Value]:
    """The move with each of its fields wrong."""
    for at in range(len(move)):
        for wrong in (*WRONG_TYPES, (0, 0), (1, 0), (-1,), (1 << 17,), tuple(range(33)), "x" * 25):
            if wrong != move[at] and (move[at], wrong) != ((), ()):
                yield (*move[:at], wrong, *move[at + 1 :])
    yield move[:-1]
    yield (*move, None)


def changed(contribution: Contribution) -> Iterator[Contribution]:
    """The contribution with one thing changed."""
    body = contribution.body
    for at, part in enumerate(body):
        for wrong in WRONG_TYPES:
            if wrong != part or type(wrong) is not type(part):
                yield with_part(contribution, at, wrong)
        if isinstance(part, bytes) and part:
            yield from (with_part(contribution, at, wrong) for wrong in chunks_changed(part))
        elif isinstance(part, tuple) and contribution.kind in ("move", "answer"):
            yield from (with_part(contribution, at, wrong) for wrong in moves_changed(part))
    yield forged(contribution, body[:-1] if body else (b"",))
    yield forged(contribution, (*body, b""))
    yield forged(contribution, (body,))
    yield forged(contribution, tuple(b"x" for _ in range(64)))
    yield forged(contribution, (b"x" * (MAX_PAYLOAD - 400),))


def is_acceptable(contribution: Contribution, wrong: Contribution) -> bool:
    """The few changes that acceptance does not mind."""
    if contribution.kind in FREE:
        return len(wrong.body) == 1 and isinstance(wrong.body[0], bytes) and len(wrong.body[0]) == 32
    if contribution.kind == "result":
        return wrong.body[:-1] == contribution.body[:-1] and type(wrong.body[-1]) is bool and len(wrong.body) == 5
    return False


def drawing(net: Net) -> Net:
    """All draw, and burn when they can: then a hand has contributions of every kind, with claims."""
    for node in net.nodes:
        node.choose = lambda acting, moves: next(
            (move for kind in ("draw", "burn", "raise") for move in moves if move.kind == kind), moves[0]
        )
    return net


def judged_at_once(net: Net, visit: Callable[[Contribution], None]) -> None:
    """Show every contribution of seat 0 to `visit` as it is sent."""
    net.watch = lambda seat, contribution: visit(contribution) if seat == 0 else None
    net.start().run()


def test_every_field_of_every_body_is_checked() -> None:
    net = drawing(Net(genesis_of(2, hands=1)))
    seen: dict[tuple[str, int], int] = {}

    def visit(contribution: Contribution) -> None:
        shape = (contribution.kind, sum(len(p) for p in contribution.body if isinstance(p, bytes)))
        if shape in seen:
            return
        table = net.nodes[0].table
        assert judge(table, contribution) is Verdict.FAIR
        refused = 0
        for wrong in changed(contribution):
            judgement = judge(table, wrong)
            if is_acceptable(contribution, wrong):
                assert judgement is Verdict.FAIR
            else:
                assert isinstance(judgement, Evidence), (contribution.kind, wrong.body)
                assert judgement.reason
                refused += 1
        seen[shape] = refused

    judged_at_once(net, visit)
    kinds = {kind for kind, _ in seen}
    expected = {
        "agree",
        "commit",
        "reveal",
        "shuffle",
        "confirm",
        "shares",
        "pledge",
        "move",
        "mix",
        "answer",
        "result",
    }
    assert kinds == expected | {"close"}
    assert min(refused for (kind, _), refused in seen.items() if kind == "shuffle") > 400


ELSEWHERE: dict[str, Callable[[Contribution], list[Contribution]]] = {
    "epoch": lambda c: [forged(c, epoch=c.header.epoch + 1)],
    "attempt": lambda c: [forged(c, attempt=1)],
    "kind": lambda c: [forged(c, kind=kind) for kind in ("agree", "shuffle", "move", "", "x" * 16) if kind != c.kind],
    "table": lambda c: [forged(c, table=flipped(c.header.table))],
    "previous": lambda c: [forged(c, previous=flipped(c.header.previous))],
    "hand": lambda c: [forged(c, hand=c.header.hand + 1)],
    "step": lambda c: [forged(c, step=c.header.step + 1)],
    "lane": lambda c: [forged(c, lane=Lane((c.header.lane + 1) % 4))],
}


@pytest.mark.parametrize("field", ELSEWHERE)
def test_every_field_of_every_header_is_checked(field: str) -> None:
    """What belongs elsewhere never counts; it convicts only if it names the digest that this step follows on."""
    net = drawing(Net(genesis_of(2, hands=1)))
    outcomes: Counter[str] = Counter()

    def visit(contribution: Contribution) -> None:
        for wrong in ELSEWHERE[field](contribution):
            twin = clone(net.nodes[1].machine)
            twin.receive(wrong.signed)
            run_jobs(twin)
            counted = [c.payload for lane in (*twin.table.records, *twin.table.lanes()) for c in lane.contributions()]
            assert wrong.payload not in counted
            outputs = [type(output) for output in twin.take_outputs()]
            outcomes["convicted"] += Convicted in outputs
            outcomes["ignored"] += Ignored in outputs
            outcomes["behind"] += Behind in outputs
            outcomes["all"] += 1

    judged_at_once(net, visit)
    due, all_of_them = outcomes["convicted"], outcomes["all"]
    if field in ("epoch", "attempt", "kind"):
        assert due > all_of_them * 0.6
    else:
        assert due == 0
        assert field != "table" or outcomes["ignored"] == all_of_them
        assert field != "previous" or outcomes["behind"] > all_of_them * 0.6


def test_machines_survive_whatever_a_cheat_signs() -> None:
    """Each changed contribution reaches a copy of an honest machine just before the true one would."""
    net = drawing(Net(genesis_of(2, hands=1)))
    rng = Random(7)
    outcomes: dict[str, int] = {"convicted": 0, "other": 0}

    def visit(contribution: Contribution) -> None:
        if contribution.kind == "close":
            return
        every = [wrong for wrong in changed(contribution) if not is_acceptable(contribution, wrong)]
        for wrong in rng.sample(every, 4):
            twin = clone(net.nodes[1].machine)
            twin.receive(wrong.signed)
            run_jobs(twin)
            twin.receive(contribution.signed)
            run_jobs(twin)
            outputs = twin.take_outputs()
            assert not any(isinstance(output, Ignored) for output in outputs)
            convicted = [output.evidence.seat for output in outputs if isinstance(output, Convicted)]
            early = any(isinstance(output, Behind) for output in outputs) or len(twin._early) > 0
            assert convicted == [0] or early
            outcomes["convicted" if convicted else "other"] += 1

    judged_at_once(net, visit)
    assert outcomes["convicted"] > 4 * outcomes["other"]
