"""Acceptance and verdicts are functions of the log: the same at every seat, at every later moment, in any order."""

from itertools import pairwise

from protocol.contribution import Contribution, Lane, step_digest
from protocol.evidence import Evidence
from protocol.judge import Verdict, judge
from protocol.table import Table
from tests.protocol.table.net import Net, blob_of, flipped, forged, genesis_of, with_part


def wrong(c: Contribution) -> Contribution | None:
    """The contribution with its last part of bytes changed; None if it has none that is checked."""
    if c.kind in ("commit", "pledge", "agree", "close", "result"):
        return forged(c, (*c.body, b"x"))
    at = max((i for i, part in enumerate(c.body) if isinstance(part, bytes) and part), default=None)
    return forged(c, (*c.body, b"x")) if at is None else with_part(c, at, flipped(blob_of(c, at)))


def verdicts(table: Table, contributions: list[Contribution]) -> list[str]:
    """How the table judges each, in words."""
    judged = [judge(table, c) for c in contributions]
    return [j.reason if isinstance(j, Evidence) else j.name for j in judged]


def test_honest_contributions_are_fair_ever_after() -> None:
    """Of the hand in progress: at every seat, whenever it is asked. Of what it has not come to, a seat cannot say."""
    net = Net(genesis_of(3, hands=1), 2, lazy=True)
    unknown = fair = 0

    def watch(seat: int, c: Contribution) -> None:
        nonlocal unknown, fair
        for node in net.nodes:
            for sent in net.nodes[(seat + 1) % 3].sent:
                judgement = judge(node.table, sent)
                assert isinstance(judgement, Verdict)
                unknown += judgement is Verdict.UNKNOWN
                fair += judgement is Verdict.FAIR

    net.watch = watch
    net.start().run()
    assert unknown > 0
    assert fair > 500


def test_a_verdict_does_not_change_as_the_hand_goes_on() -> None:
    """Nor does it depend on who judges. Each fault is judged when it could have happened, and when the hand is over."""
    net = Net(genesis_of(2, hands=1))
    seen: list[tuple[Contribution, str]] = []

    def watch(seat: int, c: Contribution) -> None:
        other = wrong(c)
        if other is not None and c.header.lane != Lane.SEAL:
            (verdict,) = verdicts(net.nodes[seat].table, [other])
            assert verdict not in ("FAIR", "UNKNOWN")
            seen.append((other, verdict))

    net.watch = watch
    net.start().run(lambda net: all(node.table.seal is not None for node in net.nodes))
    assert len(seen) > 20
    faults = [fault for fault, _ in seen]
    for node in net.nodes:
        assert verdicts(node.table, faults) == [verdict for _, verdict in seen]


def test_what_was_made_on_another_digest_is_never_judged() -> None:
    net = Net(genesis_of(2, hands=1)).start()
    net.run(lambda net: all(node.table.seal is not None for node in net.nodes))
    everything = [c for node in net.nodes for c in node.sent if c.kind != "result"]
    for c in everything:
        elsewhere = forged(c, previous=flipped(c.header.previous))
        assert judge(net.nodes[0].table, elsewhere) is Verdict.UNKNOWN
        bad = wrong(c)
        assert bad is not None
        assert judge(net.nodes[0].table, forged(bad, previous=flipped(c.header.previous))) is Verdict.UNKNOWN


def test_lanes_can_be_wound_back_to_any_step() -> None:
    """The lane as it was has the digest and the debts of that moment, and stays apart from the lane as it is."""
    net = Net(genesis_of(3, hands=1))
    stood: list[tuple[Contribution, dict[int, str]]] = []

    def watch(seat: int, c: Contribution) -> None:
        lane = net.nodes[seat].table.find(c.header)
        before = lane.before(c.header) if lane is not None else None
        if before is not None:
            stood.append((c, dict(before.owed)))

    net.watch = watch
    net.start().run(lambda net: all(node.table.seal is not None for node in net.nodes))
    for node in net.nodes:
        for c, owed in stood:
            lane = node.table.find(c.header)
            if lane is None or c.header.lane == Lane.SEAL:
                continue
            now = (lane.step, lane.digest)
            then = lane.before(c.header)
            assert then is not None
            assert (then.step, then.digest, dict(then.owed)) == (c.header.step, c.header.previous, owed)
            assert not then.accepted or then is lane
            if then is not lane:
                then.accept(c, then.check(c)())
            assert (lane.step, lane.digest) == now
    assert len(stood) > 40


def test_the_digest_of_a_step_holds_all_payloads_in_seat_order() -> None:
    net = Net(genesis_of(3, hands=1)).start().run()
    for lane in net.nodes[0].table.records:
        for before, after in pairwise(lane.closed):
            assert [c.header.seat for c in before] == sorted(c.header.seat for c in before)
            previous = before[0].header.previous
            assert {c.header.previous for c in before} == {previous}
            assert {c.header.previous for c in after} == {step_digest(previous, tuple(c.payload for c in before))}
