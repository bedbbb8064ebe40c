"""Voids: false ones convict their author, true ones count at every seat, and results of all outweigh them."""

from collections.abc import Callable

import pytest

from protocol.contribution import (
    MAX_ACCUSATION,
    MAX_PAYLOAD,
    VOID,
    Contribution,
    Lane,
    open_signed,
    sign,
)
from protocol.events import Behind, Closed, Convicted, HandSealed, Ignored
from protocol.evidence import Evidence
from protocol.judge import Verdict, judge, judge_void
from protocol.seat import run_jobs
from protocol.table import Table
from protocol.transcript_file import write
from protocol.verify import verify
from tests.protocol.table.net import (
    Net,
    Sending,
    blob_of,
    check_agreement,
    check_convicted,
    clone,
    flipped,
    forged,
    genesis_of,
    identity,
    to_all,
    with_part,
)
from tests.protocol.table.test_equivocation import TWICE, second_shares

CHEAT = 2
FALSE = "accuses a seat of a contribution that is as it should be"


def void_by(table: Table, seat: int, *evidence: Contribution | bytes, accused: int | None = None) -> Contribution:
    """A void of the hand in progress, with this evidence, against the seat that it is about."""
    if accused is None:
        named = [item.header.seat for item in evidence if isinstance(item, Contribution)]
        accused = named[0] if named else (seat + 1) % table.genesis.n
    body = tuple(item.signed if isinstance(item, Contribution) else item for item in evidence)
    return sign(identity(seat), table.void_header(seat, accused), VOID, body)


def table(n: int = 3, relay: bool = True, hands: int | None = None, seed: int = 0) -> Net:
    net = Net(genesis_of(n, hands=hands), seed, relay=relay)
    for node in net.nodes:
        node.choose = lambda acting, moves: next((m for m in moves if m.kind == "draw"), moves[0])
    return net


def broken(c: Contribution) -> Contribution:
    """A fault that takes a proof to see."""
    return with_part(c, -1 % len(c.body), flipped(blob_of(c, -1)))


def playing(net: Net) -> bool:
    return all(node.table.play is not None and node.table.play.step > 3 for node in net.nodes)


def sent(net: Net, seat: int, kind: str) -> Contribution:
    return next(c for c in net.nodes[seat].sent if c.kind == kind)


# -- false accusations ------------------------------------------------------------------------------------


FALSELY: dict[str, tuple[Callable[[Net], tuple[Contribution | bytes, ...]], str]] = {
    "of a closed step": (lambda net: (sent(net, 0, "confirm"),), FALSE),
    "of a shuffle": (lambda net: (sent(net, 0, "shuffle"),), FALSE),
    "of the agreement": (lambda net: (sent(net, 1, "agree"),), FALSE),
    "with one contribution twice": (
        lambda net: (sent(net, 0, "confirm"), sent(net, 0, "confirm")),
        "that do not contradict each other",
    ),
    "with contributions of two seats": (
        lambda net: (sent(net, 0, "confirm"), sent(net, 1, "confirm")),
        "that do not contradict each other",
    ),
    "with contributions to two steps": (
        lambda net: (sent(net, 0, "confirm"), sent(net, 0, "reveal")),
        "that do not contradict each other",
    ),
    "of itself": (lambda net: (sent(net, CHEAT, "confirm"),), "accuses nobody else"),
    "with nothing": (lambda net: (), "accuses with malformed evidence: there is none"),
    "with three": (lambda net: (b"", b"", b""), "accuses with malformed evidence"),
    "with bytes": (lambda net: (b"\xff" * 100,), "accuses with malformed evidence"),
    "with a forged signature": (
        lambda net: (flipped(sent(net, 0, "confirm").signed, -1),),
        "accuses with malformed evidence: its signature does not verify",
    ),
    "with another table's": (
        lambda net: (forged(sent(net, 0, "confirm"), table=bytes(32)),),
        "accuses with malformed evidence: belongs to another table",
    ),
}


@pytest.mark.parametrize("name", FALSELY)
def test_false_accusations_convict_their_author(name: str) -> None:
    accuse, reason = FALSELY[name]
    net = table()
    net.cheats = {CHEAT}
    net.start().run(playing)
    net.inject(void_by(net.nodes[0].table, CHEAT, *accuse(net)).signed, 0)
    check_convicted(net.run(), reason)


def test_accusing_one_and_naming_another() -> None:
    """True evidence against the cheat itself or an accomplice, signed as a void against an honest seat."""
    net = table(4)
    net.cheats = {CHEAT, 3}
    net.start().run(playing)
    commit = sent(net, 3, "commit")
    void = void_by(net.nodes[0].table, CHEAT, commit, forged(commit, (bytes(32),)), accused=0)
    net.inject(void.signed, 1)
    net.run(lambda net: all(node.of(Convicted) for node in net.honest))
    for node in net.honest:
        (event,) = node.of(Convicted)
        assert (event.evidence.seat, event.evidence.reason) == (CHEAT, "accuses another seat than it names")


def test_accusing_what_is_still_open() -> None:
    """Of a contribution to the open step, whether it has counted there yet or not."""
    net = table(relay=False)
    net.cheats = {CHEAT}
    net.start().run(playing)
    for _ in range(200):
        latest = [(node, node.sent[-1]) for node in net.honest if node.sent[-1].header.lane == Lane.PLAY]
        open_now = [c for _, c in latest if (p := net.nodes[0].table.play) is not None and c.header.step == p.step]
        if open_now and open_now[0].header.seat == 1:
            break
        net._tick()
    net.inject(void_by(net.nodes[0].table, CHEAT, open_now[0]).signed)
    check_convicted(net.run(), FALSE)


def test_what_cannot_be_judged_convicts_nobody_and_stops_nobody() -> None:
    """Accusations of the future, or on a digest that nobody has, wait; the hand goes on, and ends them."""
    net = table(hands=1)
    net.cheats = {CHEAT}
    net.start().run(playing)
    confirm = sent(net, 0, "confirm")
    unknown = [
        forged(confirm, lane=Lane.PLAY, step=500),
        forged(confirm, previous=bytes(32)),
        forged(confirm, hand=1),
        forged(confirm, hand=9),
    ]
    for accused in unknown:
        # Only the seat itself could sign these; a cheat has a friend for that.
        assert judge(net.nodes[0].table, accused) is Verdict.UNKNOWN
    net.inject(void_by(net.nodes[0].table, CHEAT, unknown[0]).signed, 0, 1)
    net.run()
    check_agreement(net)
    for node in net.honest:
        assert not node.of(Convicted)
        assert [sealed.result is not None for sealed in node.table.seals] == [True]


def test_a_void_of_another_hand_or_digest_is_none() -> None:
    net = table(hands=1)
    net.cheats = {CHEAT}
    net.start().run(playing)
    evidence = (sent(net, 1, "commit"), forged(sent(net, 1, "commit"), (bytes(32),)))
    for changes in ({"hand": 7}, {"previous": bytes(32)}, {"step": 7}, {"attempt": 1}, {"epoch": 1}):
        void = forged(void_by(net.nodes[0].table, CHEAT, *evidence), **changes)
        net.inject(void.signed, 0, 1)
    net.run()
    assert all(not node.of(Convicted) for node in net.honest)


def test_a_replayed_void_does_nothing() -> None:
    """A void of hand 0 comes in hand 1."""
    net = table(hands=2)
    net.cheats = {CHEAT}
    net.start().run(playing)
    void = void_by(net.nodes[0].table, CHEAT, forged(sent(net, 0, "confirm"), step=300, lane=Lane.PLAY))
    net.run(lambda net: all(node.table.hand == 1 and node.table.play is not None for node in net.nodes))
    net.inject(void.signed)
    net.inject(void.signed)
    net.run()
    check_agreement(net)
    assert all(not node.of(Convicted) and len(node.of(HandSealed)) == 2 for node in net.honest)


def test_the_void_of_a_stranger_or_of_another_table_is_dropped() -> None:
    net = table()
    net.start().run(playing)
    machine = clone(net.nodes[0].machine)
    good = void_by(machine.table, CHEAT, b"x")
    header = good.header
    for void in (
        sign(identity(6), header, VOID, (b"x",)),
        forged(good, table=bytes(32)),
        sign(identity(6), forged(good, seat=6).header, VOID, (b"x",)),
    ):
        machine.receive(void.signed)
    outputs = machine.take_outputs()
    assert [type(output) for output in outputs] == [Ignored] * 3


# -- voids about voids ------------------------------------------------------------------------------------


def test_who_repeats_a_true_accusation_is_not_convicted_by_a_third() -> None:
    """The cheat accuses an honest void of accusing falsely. It cannot be shown to others, and is just not counted."""
    net = table(4)
    net.cheats = {2, 3}
    net.cheat_once(3, "shares", lambda c: to_all(broken(c)))

    def lie(c: Contribution) -> list[Sending] | None:
        if c.kind != VOID:
            return None
        honest = next(node.sent[-1] for node in net.honest if node.sent[-1].kind == VOID)
        return to_all(void_by(net.nodes[2].table, 2, honest))

    net.cheat(2, lie)
    net.start().run()
    for node in net.honest:
        assert [event.evidence.seat for event in node.of(Convicted)] == [3]


def test_nested_voids_end_at_two() -> None:
    """Two accomplices accuse each other of accusing, hundreds of voids deep: judged without unpacking them."""
    net = table()
    net.start().run(playing)
    public = net.nodes[0].table
    void = void_by(public, 1, sent(net, 2, "confirm"))
    deep = 0
    while deep < 300:
        void = void_by(public, 2 if void.header.seat == 1 else 1, void)
        deep += 1
        assert deep > 5 or judge(public, void) is Verdict.UNKNOWN
    assert judge_void(public, void) is None
    machine = clone(net.nodes[0].machine)
    machine.receive(void.signed)
    assert not [output for output in machine.take_outputs() if isinstance(output, Convicted | Ignored)]


def test_a_false_accusation_quoted_in_a_void_convicts_at_seats_that_never_saw_it() -> None:
    net = table(4, relay=False)
    net.cheats = {CHEAT}
    net.start().run(playing)
    false = void_by(net.nodes[0].table, CHEAT, sent(net, 1, "confirm"))
    net.inject(false.signed, 0)
    check_convicted(net.run(), FALSE)


def test_evidence_of_the_longest_contributions_fits() -> None:
    """Two payloads of full length in one cell, and a false accusation that quotes two more."""
    net = table()
    net.start().run(playing)
    public = net.nodes[0].table
    base = forged(sent(net, CHEAT, "confirm"), (b"",), kind="confirm")
    room = MAX_PAYLOAD - len(base.payload) - 3
    longest = [forged(base, (bytes([i]) * room,)) for i in range(3)]
    assert all(len(c.payload) <= MAX_PAYLOAD and len(c.payload) > MAX_PAYLOAD - 8 for c in longest)
    true = void_by(public, 0, *longest[:2])
    assert isinstance(judge_void(public, open_signed(true.signed, public.genesis.table, public.genesis.keys)), Evidence)
    assert len(true.payload) <= MAX_ACCUSATION
    other = forged(longest[2], seat=1)
    false = void_by(public, CHEAT, longest[0] if longest[0].header.seat != CHEAT else other, other)
    verdict = judge(public, false)
    assert isinstance(verdict, Evidence)
    quoting = void_by(public, 0, false)
    again = open_signed(quoting.signed, public.genesis.table, public.genesis.keys)
    evidence = judge_void(public, again)
    assert evidence is not None
    assert evidence.seat == CHEAT


def test_a_void_too_long_to_quote_is_not_punished_and_not_counted() -> None:
    net = table(hands=1)
    net.cheats = {CHEAT}
    net.start().run(playing)
    public = net.nodes[0].table
    void = void_by(public, CHEAT, b"x" * (MAX_ACCUSATION + 100))
    assert judge(public, void) is Verdict.UNKNOWN
    net.inject(void.signed, 0, 1)
    net.run()
    check_agreement(net)
    assert all(not node.of(Convicted) and len(node.of(HandSealed)) == 1 for node in net.honest)


# -- several cheats, seats at different places ------------------------------------------------------------


def test_two_cheats_in_one_hand_both_pay() -> None:
    """One shows a fault to one honest seat, another another to the other: both are found guilty by both."""
    net = table(4, relay=False)
    net.cheat_once(2, "reveal", lambda c: [(0, broken(c).signed), (1, c.signed), (3, c.signed)])
    net.cheat_once(3, "reveal", lambda c: [(1, broken(c).signed), (0, c.signed), (2, c.signed)])
    check_convicted(net.start().run(), "committed to", TWICE)
    for node in net.honest:
        assert node.table.seals[-1].offenders == (2, 3)
        payments = node.table.seals[-1].payments
        assert payments[0] == payments[1] == 2


def test_an_accomplice_cannot_make_honest_seats_accuse_each_other() -> None:
    """Seat 3 signs two good contributions; seat 2 accuses one of them, falsely, where the other is known.

    At seat 0 the accused one is what closed the step, at seat 1 the other. The accusation is as false at both.
    """
    net = table(4, relay=False)
    both: list[Contribution] = []

    def forge(c: Contribution) -> list[Sending]:
        both.extend((c, second_shares(net, c)))
        return [(0, both[0].signed), (1, both[1].signed), (2, both[0].signed)]

    net.cheat_once(3, "shares", forge)
    net.cheats = {2, 3}
    net.start().run(lambda net: bool(both))
    void = void_by(net.nodes[0].table, 2, both[0])
    net.inject(void.signed, 0, 1)
    net.run()
    check_agreement(net)
    for node in net.honest:
        assert 2 in {event.evidence.seat for event in node.of(Convicted)}
        assert 2 in node.table.seals[-1].offenders
        assert len(node.of(Closed)) == 1


def test_a_seat_that_stopped_earlier_counts_voids_that_it_cannot_judge() -> None:
    """Seat 0 is shown a fault and stops; seat 1 goes on, and is shown another, later: each counts the other's void."""
    net = table(relay=False)
    seen: list[str] = []

    def hook(c: Contribution) -> list[Sending] | None:
        if c.kind == "reveal":
            return [(0, broken(c).signed), (1, c.signed)]
        if c.kind == "shuffle" and not seen:
            seen.append(c.kind)
            return [(1, broken(c).signed)]
        return None

    net.cheat(CHEAT, hook)
    # Seat 1 hears nothing of seat 0's conviction before it has made its own.
    net.start()
    net.near[0].discard(1)
    net.run(lambda net: all(node.of(Convicted) for node in net.honest) or not net.queue)
    net.near[0].add(1)
    net.run()
    check_agreement(net)
    for node in net.honest:
        assert {event.evidence.seat for event in node.of(Convicted)} == {CHEAT}
        assert len(node.of(Closed)) == 1
        assert node.table.seals[-1].offenders == (CHEAT,)


def test_a_late_seat_judges_the_void_when_it_gets_there() -> None:
    """The void overtakes everything: the seat that is behind keeps it, catches up, and then counts it."""
    net = table()
    net.cheat_once(CHEAT, "mix", lambda c: to_all(broken(c)))
    late = net.nodes[1]
    late.deaf = True
    net.start().run(lambda net: not net.queue)
    late.deaf = False
    check_convicted(net.run(), "does not hold", "malformed")


# -- results against voids --------------------------------------------------------------------------------


def withholding(net: Net, then: Callable[[Contribution], list[Sending]], kept: list[Contribution]) -> Net:
    """The cheat keeps its result to itself, and sends something else at that moment."""

    def forge(c: Contribution) -> list[Sending]:
        kept.append(c)
        return then(c)

    return net.cheat_once(CHEAT, "result", forge)


def second_pledge(net: Net) -> Contribution:
    return forged(sent(net, CHEAT, "pledge"), (bytes(32),))


def test_a_withheld_result_and_a_fault_cost_the_penalty() -> None:
    """A loser who breaks the rules when it comes to signing pays as if it had done so before."""
    net = table()
    kept: list[Contribution] = []
    withholding(net, lambda c: to_all(second_pledge(net)), kept)
    check_convicted(net.start().run(), TWICE)
    assert [sealed.hand for sealed in net.nodes[0].table.seals] == [0]


def test_results_that_all_have_signed_outweigh_a_void() -> None:
    """One seat gets the cheat's result, the others evidence of a fault. The hand counts; the fault voids the next."""
    net = table(4, relay=False)
    kept: list[Contribution] = []
    withholding(net, lambda c: [(1, c.signed), (0, second_pledge(net).signed), (3, second_pledge(net).signed)], kept)
    # Seat 1 seals; meanwhile 0 and 3 stop, and sign voids of hand 0.
    net.start().run(lambda net: bool(kept))
    for seat in (0, 3):
        net.near[seat].discard(1)
        net.near[1].discard(seat)
    net.run(lambda net: all(any(c.kind == VOID for c in net.nodes[seat].sent) for seat in (0, 3)))
    for seat in (0, 3):
        net.inject(sent(net, seat, "result").signed, 1)
    net.run(lambda net: net.nodes[1].table.hand == 1)
    for seat in (0, 3):
        net.near[seat].add(1)
        net.near[1].add(seat)
    net.run()
    check_agreement(net)
    for node in net.honest:
        first, second = node.table.seals
        assert first.result is not None
        assert second.offenders == (CHEAT,)
        assert len(node.of(Closed)) == 1


@pytest.mark.parametrize("fault", ["said twice", "a false result", "something not due"])
def test_a_void_that_was_counted_is_taken_back(fault: str) -> None:
    """All have signed results and voids when the cheat gives its result to a single seat, which goes by it."""
    net = table(relay=False)
    kept: list[Contribution] = []
    faults: dict[str, Callable[[Contribution], Contribution]] = {
        "said twice": lambda c: second_pledge(net),
        "a false result": lambda c: forged(c, attempt=1),
        "something not due": lambda c: forged(c, kind="x"),
    }
    withholding(net, lambda c: to_all(faults[fault](c)), kept)
    net.start()
    # Seat 0 counts both voids; what it sends then does not reach seat 1, which has not got its void.
    net.run(lambda net: bool(kept))
    net.near[0].discard(1)
    net.near[1].discard(0)
    net.run(lambda net: all(node.of(Convicted) for node in net.honest))
    theirs = next(c for c in net.nodes[1].sent if c.kind == VOID)
    net.inject(theirs.signed, 0)
    net.inject(kept[0].signed, 1)
    for c in net.nodes[0].sent:
        if c.kind == "result":
            net.inject(c.signed, 1)
    net.run(lambda net: bool(net.nodes[0].table.voided) and net.nodes[1].table.hand == 1)
    assert any(c.kind == "close" for c in net.nodes[0].sent)
    net.near[0].add(1)
    net.near[1].add(0)
    net.run()
    check_agreement(net)
    for node in net.honest:
        first, second = node.table.seals
        assert first.result is not None
        assert second.offenders == (CHEAT,)
        assert len({c.cell for c in node.sent}) == len(node.sent)
        assert len(node.of(Closed)) == 1
        report = verify(write(net.genesis, node.table.log()))
        assert report.ok, report.reason
    # The program of seat 0 was told of the void, then of the result in its place.
    assert [event.sealed.result is None for event in net.nodes[0].of(HandSealed)] == [True, False, True]


def test_a_result_released_after_the_closing_has_begun_changes_nothing_if_all_closed() -> None:
    net = table(relay=False)
    kept: list[Contribution] = []
    withholding(net, lambda c: to_all(second_pledge(net)), kept)
    net.start().run(lambda net: all(node.table.over for node in net.honest))
    net.inject(kept[0].signed)
    check_convicted(net.run(), TWICE)


def test_the_true_result_counts_after_a_false_one() -> None:
    """One seat is shown a false result, the other the true one, with which it seals the hand: both come to that."""
    net = table(relay=False)
    net.cheat_once(CHEAT, "result", lambda c: [(0, with_part(c, 0, "lost").signed), (1, c.signed)])
    net.start().run()
    check_agreement(net)
    for node in net.honest:
        first, second = node.table.seals
        assert first.result is not None
        assert second.offenders == (CHEAT,)
        assert len(node.of(Closed)) == 1


def test_the_true_closing_counts_after_a_false_one() -> None:
    net = table(hands=1, relay=False)
    net.cheat_once(CHEAT, "close", lambda c: [(0, with_part(c, 0, (9, -9, 0)).signed), (1, c.signed)], hand=1)
    net.start().run()
    check_agreement(net)
    assert net.nodes[0].of(Convicted)
    for node in net.honest:
        assert [sealed.offenders for sealed in node.table.seals] == [()]
        assert len(node.of(Closed)) == 1


def test_a_fault_while_the_table_closes_is_told_and_voids_nothing() -> None:
    net = table(hands=1)
    kept: list[Contribution] = []
    net.cheat_once(CHEAT, "close", lambda c: kept.append(c) or to_all(second_pledge(net), c), hand=1)  # type: ignore[func-returns-value]
    net.start().run()
    check_agreement(net)
    assert kept
    for node in net.honest:
        assert [sealed.result is not None for sealed in node.table.seals] == [True]
        assert len(node.of(Closed)) == 1


def test_penalties_are_at_least_the_worst_payment() -> None:
    for n in (2, 3, 4):
        public = Table(genesis_of(n))
        worst = public.rules.worst_payment(public.match)
        for offenders in ((0,), (0, n - 1), tuple(range(n))):
            payments = public.penalties(offenders)
            assert sum(payments) == 0
            if len(offenders) < n:
                assert all(payments[seat] <= -worst for seat in offenders)
                assert all(payments[seat] > 0 for seat in range(n) if seat not in offenders)


def test_nothing_is_left_to_run_after_a_void() -> None:
    net = table(2)
    net.cheat_once(1, "shares", lambda c: to_all(broken(c)))
    net.start().run()
    machine = net.nodes[0].machine
    assert machine.secrets == {}
    run_jobs(machine)
    assert not [output for output in machine.take_outputs() if not isinstance(output, Behind)]
