"""What a seat must never do: sign twice, move out of turn, give away a secret, or keep one."""

from random import Random

import pytest

from engine.contract import IllegalMove, Move
from protocol.codec import pack
from protocol.contribution import Contribution, Lane, sign
from protocol.events import Acting, Closed, Convicted, Job, Journal, Send, Stopped
from protocol.own import HandSecrets
from protocol.seat import SeatMachine, run, run_jobs
from tests.protocol.table.net import (
    Net,
    blob_of,
    check_agreement,
    clone,
    flipped,
    genesis_of,
    identity,
    to_all,
    with_part,
)
from tests.protocol.table.test_accusations import playing, table, void_by


def own_sent(machine: SeatMachine) -> list[bytes]:
    """What the machine has sent and not handed out before."""
    return [output.data for output in machine.take_outputs() if isinstance(output, Send)]


def at_turn(kind: str, seat: int = 0, n: int = 2) -> tuple[Net, SeatMachine, Acting]:
    """A machine whose player is asked for this kind of contribution and has not answered yet."""
    net = Net(genesis_of(n)).start()

    def asked(net: Net) -> bool:
        node, play = net.nodes[seat], net.nodes[seat].table.play
        return bool(node.asked) and play is not None and play.owed.get(seat) == kind and seat in play.waits_for()

    net.run(asked)
    return net, clone(net.nodes[seat].machine), net.nodes[seat].asked[0]


# -- choosing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["pledge", "move", "answer"])
def test_choosing_twice_signs_once(kind: str) -> None:
    net, machine, acting = at_turn(kind)
    moves = [*net.genesis.terms.rules.legal(acting.state, 0, acting.faces)]
    assert len(moves) > 1
    machine.choose(moves[0])
    with pytest.raises(IllegalMove, match="not your turn"):
        machine.choose(moves[1])
    run_jobs(machine)
    with pytest.raises(IllegalMove, match="not your turn"):
        machine.choose(moves[1])
    run_jobs(machine)
    signed = [o.contribution for o in machine.take_outputs() if isinstance(o, Journal) and o.own]
    assert [c.kind for c in signed].count(kind) == 1
    assert len({c.cell for c in signed}) == len(signed)


def test_finishing_twice_signs_once() -> None:
    net, machine, acting = at_turn("move")
    machine.choose(next(iter(net.genesis.terms.rules.legal(acting.state, 0, acting.faces))))
    (job,) = machine.take_jobs()
    first, second = run(job), run(job)
    machine.finish(job, first)
    with pytest.raises(KeyError):
        machine.finish(job, second)
    run_jobs(machine)
    assert len(own_sent(machine)) == 1


WRONG_MOVES = [
    Move("fold"),
    Move("win"),
    Move(""),
    Move("x" * 100),
    Move("play"),
    Move("play", (1,)),
    Move("play", (4,)),
    Move("play", (9999,)),
    Move("play", (2, 0)),
    Move("play", (0, 0)),
    Move("play", (-1,)),
    Move("play", (0,), (0,)),
    Move("play", (0,), (), 5),
    Move("play", (0,), (), 1 << 80),
    Move("play", (0,), (), "x" * 100),
    Move("play", tuple(range(100))),
    Move("burn", (), (1,)),
    Move("burn", (), (11,)),
    Move("go_on"),
    Move("raise"),
]


@pytest.mark.parametrize("move", WRONG_MOVES, ids=str)
def test_wrong_moves_are_refused_before_they_are_signed(move: Move) -> None:
    """In the phase of playing; what the others would convict for never leaves the own seat."""
    _, machine, acting = at_turn("move")
    if acting.state.phase == "start":
        machine.choose(Move("stand"))
        run_jobs(machine)
        machine.take_outputs()
    assert machine.table.play is not None
    assert machine.table.play.state.phase == "play"
    with pytest.raises(IllegalMove) as refused:
        machine.choose(move)
    assert str(refused.value)
    run_jobs(machine)
    assert own_sent(machine) == []
    machine.choose(Move("play", (0,)))
    run_jobs(machine)
    assert len(own_sent(machine)) >= 1


def test_choosing_out_of_turn_in_every_step() -> None:
    """Whatever is chosen when nothing is asked is refused, from before the terms are signed to after the closing."""
    net = Net(genesis_of(2, hands=1))
    refused = 0

    def watch(seat: int, c: Contribution) -> None:
        nonlocal refused
        machine = net.nodes[1 - seat].machine
        play = machine.table.play
        if play is None or 1 - seat not in play.waits_for() or play.owed[1 - seat] in ("shares", "mix"):
            for move in (Move("stay"), Move("stand"), Move("go_on")):
                with pytest.raises(IllegalMove, match="not your turn"):
                    machine.choose(move)
                refused += 1

    net.watch = watch
    with pytest.raises(IllegalMove, match="not your turn"):
        net.nodes[0].machine.choose(Move("stay"))
    net.start().run()
    check_agreement(net)
    assert refused > 30
    with pytest.raises(IllegalMove, match="not your turn"):
        net.nodes[0].machine.choose(Move("stay"))


def test_no_move_once_somebody_is_convicted() -> None:
    """The player has been asked, and the hand stops before the answer: that is not signed any more."""
    net, machine, acting = at_turn("move")
    move = next(iter(net.genesis.terms.rules.legal(acting.state, 0, acting.faces)))
    machine.choose(move)
    (job,) = machine.take_jobs()
    reveal = next(c for c in net.nodes[1].sent if c.kind == "reveal")
    machine.receive(with_part(reveal, 2, flipped(blob_of(reveal, 2))).signed)
    machine.finish(job, run(job))
    kinds = [o.contribution.kind for o in machine.take_outputs() if isinstance(o, Journal) and o.own]
    assert kinds == ["void", "close"]
    with pytest.raises(IllegalMove):
        machine.choose(move)


# -- signing once -----------------------------------------------------------------------------------------


def cells(machine: SeatMachine, before: dict[bytes, bytes]) -> dict[bytes, bytes]:
    """By cell, the payloads of its own that a machine lets out, none of which may differ from those before."""
    found = dict(before)
    for output in machine.take_outputs():
        if isinstance(output, Journal) and output.own:
            c = output.contribution
            assert found.setdefault(c.cell, c.payload) == c.payload, c.kind
    return found


@pytest.mark.parametrize("moment", ["setup", "deal", "play", "next hand"])
def test_a_seat_that_lost_its_journal_signs_nothing_else(moment: str) -> None:
    """It comes back with its identity alone, and the others show what it has signed."""
    until = {
        "setup": lambda net: 0 in net.nodes[1].table.setups and net.nodes[1].table.setups[0].step == 2,
        "deal": lambda net: net.nodes[1].table.play is not None,
        "play": playing,
        "next hand": lambda net: all(node.table.hand == 1 for node in net.nodes),
    }[moment]
    net = table(hands=2).start().run(until)
    signed = {c.cell: c.payload for c in net.nodes[0].sent}
    back = SeatMachine(net.genesis, identity(0))
    history = [data for node in net.nodes[1:] for data in node.machine.catch_up(pack([0, []]))]
    for data in history:
        back.receive(data)
        run_jobs(back)
        assert cells(back, signed) == signed
    back.start()
    run_jobs(back)
    assert cells(back, signed) == signed
    net.run()
    for data in (c.signed for node in net.nodes for c in node.sent):
        back.receive(data)
        run_jobs(back)
    assert own_sent(back) == []


def test_a_seat_without_its_secrets_says_so_and_only_looks_on() -> None:
    net = table(hands=1).start().run(playing)
    back = SeatMachine(net.genesis, identity(0))
    for data in net.nodes[1].machine.catch_up(pack([0, []])):
        back.receive(data)
        run_jobs(back)
    back.start()
    run_jobs(back)
    outputs = back.take_outputs()
    assert any(isinstance(output, Stopped) for output in outputs)
    assert not any(isinstance(output, Acting) for output in outputs)
    assert back.secrets == {}
    net.run()
    for c in [c for node in net.nodes for c in node.sent] * 12:
        back.receive(c.signed)
        run_jobs(back)
    assert own_sent(back) == []
    assert back.table.over
    assert back.table.digest == net.nodes[0].table.digest


def test_own_contributions_that_come_back_change_nothing() -> None:
    """Peers send a seat its own contributions, before and after it has counted them."""
    net = Net(genesis_of(3, hands=1), relay=False, twice=1.0)
    net.watch = lambda seat, c: net.inject(c.signed, seat)
    net.start().run()
    check_agreement(net)
    for node in net.nodes:
        assert len({c.cell for c in node.sent}) == len(node.sent)
        assert len(node.of(Closed)) == 1


def test_a_conviction_of_oneself_is_not_believed() -> None:
    """Two payloads of this very seat, as a stolen key would make them: the seat does not void its own hand."""
    net = table().start().run(playing)
    machine = clone(net.nodes[0].machine)
    commit = next(c for c in net.nodes[0].sent if c.kind == "commit")
    twin = sign(identity(0), commit.header, "commit", (bytes(32),))
    machine.receive(twin.signed)
    run_jobs(machine)
    assert not [output for output in machine.take_outputs() if isinstance(output, Convicted)]
    machine.receive(void_by(machine.table, 1, commit, twin).signed)
    machine.receive(void_by(machine.table, 2, commit, twin).signed)
    run_jobs(machine)
    assert machine.table.voided == (0,)
    assert not [o for o in machine.take_outputs() if isinstance(o, Journal) and o.own]


# -- jobs -------------------------------------------------------------------------------------------------


def test_jobs_that_come_late_change_nothing() -> None:
    """A check and a contribution come back when the table has been closed by a void."""
    net = table(2)
    net.cheat_once(1, "shares", lambda c: to_all(with_part(c, 1, flipped(blob_of(c, 1)))))
    net.lazy = True
    net.start()
    kept: list[Job] = []

    def keep(net: Net) -> bool:
        node = net.nodes[0]
        if node.of(Convicted):
            return True
        urgent = [job for job in node.jobs if not job.urgent]
        kept.extend(urgent)
        node.jobs = [job for job in node.jobs if job.urgent]
        return False

    net.run(keep)
    net.run()
    machine = net.nodes[0].machine
    assert machine.table.over
    assert kept
    before = machine.table.digest
    for job in kept:
        machine.finish(job, run(job))
    assert own_sent(machine) == []
    assert machine.table.digest == before


def test_jobs_raise_nothing_but_faults_and_change_nothing() -> None:
    """Each job is run twice, and gives the same verdict; what it makes is made once."""
    net = table(2, hands=1)
    net.lazy = True
    net.start()
    checks = 0
    for _ in range(3000):
        for node in net.nodes:
            for job in node.jobs:
                if "check" in getattr(job.run, "__qualname__", ""):
                    assert type(run(job)) is type(run(job))
                    checks += 1
        if not net._tick():
            break
    net.run()
    check_agreement(net)
    assert checks > 5


# -- secrets ----------------------------------------------------------------------------------------------


def traces(secrets: HandSecrets) -> tuple[list[str], list[str]]:
    """How a hand's secrets would look in a text: the key share, which is never told, and what is told in time."""
    scalar, told = int(secrets.key.secret), [secrets.entropy, secrets.salt]
    if secrets.pledged is not None:
        told.append(secrets.pledged[1])
    key = bytes(secrets.key.secret)
    return [str(scalar), f"{scalar:x}", key.hex(), repr(key)[2:-1]], [t for d in told for t in (d.hex(), repr(d)[2:-1])]


def test_secrets_are_in_no_text() -> None:
    """Not in what a machine says, not in what its parts look like, not in the errors it raises."""
    net = table(3)
    secrets: list[HandSecrets] = []
    texts: list[str] = []

    def watch(seat: int, c: Contribution) -> None:
        machine = net.nodes[seat].machine
        secrets.extend(s for s in machine.secrets.values() if s not in secrets)
        parts = [machine, *(part for part in vars(machine).values() if hasattr(part, "__dict__"))]
        texts.extend(repr(part) + repr(vars(part)) for part in parts)

    net.watch = watch
    net.cheat_once(2, "result", lambda c: to_all(with_part(c, 0, "lost")))
    net.start().run()
    for node in net.honest:
        texts += [repr(output) for output in node.outputs if not isinstance(output, Journal | Send)]
        texts += [str(event.evidence.reason) for event in node.of(Convicted)]
    assert len(secrets) >= 6
    text = "\n".join(texts)
    for hand in secrets:
        key, hidden = traces(hand)
        assert not [trace for trace in key if trace in text]
        assert not [trace for trace in key + hidden if trace in repr(hand)]


def test_secrets_of_a_hand_go_with_its_seal() -> None:
    net = table(2, hands=3)
    most = 0

    def watch(seat: int, c: Contribution) -> None:
        nonlocal most
        machine = net.nodes[seat].machine
        most = max(most, len(machine.secrets))
        for hand in machine.secrets:
            assert hand >= machine.table.hand - (c.kind in ("result", "shares"))

    net.watch = watch
    net.start().run()
    assert most == 2
    assert all(node.machine.secrets == {} for node in net.nodes)
    assert all(not node.machine._duties._drafts for node in net.nodes)


def test_nothing_of_the_play_lane_is_sent_for_a_prepared_hand() -> None:
    """What goes out for the next hand in advance is keys and shuffles; a share of it would open cards too early."""
    net = table(3, hands=2)

    def watch(seat: int, c: Contribution) -> None:
        public = net.nodes[seat].table
        if c.header.lane == Lane.SETUP:
            assert c.kind in ("commit", "reveal", "shuffle", "confirm")
        if c.header.lane == Lane.PLAY:
            assert c.header.hand == public.hand
            assert len(public.seals) == c.header.hand
            assert public.setups[c.header.hand].over

    net.watch = watch
    net.start().run()
    check_agreement(net)


def test_the_order_of_arrival_never_makes_an_honest_seat_guilty() -> None:
    """All contributions of a whole table reach a seat that only listens, in any order and again and again."""
    net = table(3, hands=2).start().run()
    log = [c.signed for node in net.nodes for c in node.sent]
    for seed in range(4):
        listener = SeatMachine(net.genesis, identity(0))
        rng = Random(seed)
        for _ in range(40):
            rng.shuffle(log)
            for data in log:
                listener.receive(data)
            run_jobs(listener)
            if listener.table.over:
                break
        assert listener.table.over
        assert listener.table.digest == net.nodes[0].table.digest
        assert not [output for output in listener.take_outputs() if isinstance(output, Convicted)]
