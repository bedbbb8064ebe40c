"""Honest tables over bad networks: whatever is lost, repeated, delayed or forwarded, all come to the same end."""

from itertools import pairwise

import pytest

from engine.contract import Move
from protocol.contribution import Contribution, Lane
from protocol.events import Acting, Closed, Convicted, HandSealed, Ignored, Journal, Send
from protocol.transcript_file import write
from protocol.verify import verify
from tests.protocol.table.net import Net, check_agreement, genesis_of

CHAIN = [(0, 1), (1, 2)]
STAR = [(0, 1), (0, 2)]


def check_finished(net: Net, hands: int) -> None:
    """All sealed so many hands and closed the table alike, and their log convinces a stranger."""
    check_agreement(net)
    transcripts = set()
    for node in net.nodes:
        assert len(node.of(HandSealed)) == hands
        assert len(node.of(Closed)) == 1
        assert not node.of(Convicted)
        assert not node.of(Ignored)
        assert node.machine.secrets == {}
        transcripts.add(write(net.genesis, node.table.log()))
    (transcript,) = transcripts
    report = verify(transcript)
    assert (report.ok, report.closed, len(report.sealed)) == (True, True, hands), report.reason


@pytest.mark.parametrize(
    ("seed", "links"), [(0, None), (1, CHAIN), (2, STAR), (3, None), (4, CHAIN), (5, STAR)], ids=str
)
def test_any_order_copies_and_losses(seed: int, links: list[tuple[int, int]] | None) -> None:
    net = Net(genesis_of(3, hands=2), seed, links=links, loss=0.15, twice=0.2, lazy=True)
    check_finished(net.start().run(), 2)


def test_requests_alone_suffice() -> None:
    """Along a chain whose middle forwards nothing."""
    check_finished(Net(genesis_of(3, hands=1), links=CHAIN, relay=False).start().run(), 1)


@pytest.mark.parametrize("n", [2, 4])
def test_seats(n: int) -> None:
    check_finished(Net(genesis_of(n, hands=1), lazy=True).start().run(), 1)


def test_a_table_ends_with_the_hands_of_its_terms() -> None:
    net = Net(genesis_of(2, rounds=2, hands=3)).start()
    net.run(lambda net: len(net.nodes[0].table.seals) == 2)
    assert not net.nodes[0].table.over
    check_finished(net.run(), 3)


def test_another_match_is_played_only_if_all_want_one() -> None:
    net = Net(genesis_of(3, rounds=1)).start()
    net.run(lambda net: len(net.nodes[0].table.seals) == 2)
    net.nodes[2].again = None
    net.run()
    table = net.nodes[0].table
    assert (len(table.seals), table.hands, table.over) == (2, 2, False), "the seal waits for the answer"
    net.nodes[2].machine.rematch(again=False)
    net.settle(2)
    check_finished(net.run(), 3)
    assert net.nodes[0].table.settled.over


def test_an_answer_that_was_not_asked_for_says_nothing() -> None:
    net = Net(genesis_of(2, rounds=2, hands=2)).start()
    net.nodes[0].machine.rematch(again=False)
    check_finished(net.run(), 2)
    assert net.nodes[0].table.stays == [True, True]


def test_one_who_leaves_ends_the_table_with_the_hand() -> None:
    net = Net(genesis_of(3)).start()
    net.run(lambda net: net.nodes[1].table.hand == 1)
    net.nodes[1].machine.leaving = True
    check_finished(net.run(), 2)
    assert net.nodes[0].table.stays == [True, False, True]


def test_a_node_that_was_away_for_a_whole_hand_catches_up() -> None:
    """Of what it does not owe: the others can only wait for what it does."""
    net = Net(genesis_of(3, hands=2), relay=False, links=CHAIN).start()
    net.run(lambda net: net.nodes[0].table.hand == 1 or net.nodes[2].table.hand == 1)
    net.queue.clear()
    check_finished(net.run(), 2)


def test_the_machine_goes_on_when_its_own_contribution_closes_a_step() -> None:
    """The last to sign a seal does at once what the next hand asks of it."""
    net = Net(genesis_of(2, hands=2)).start()
    for node in net.nodes:
        net.run(lambda net, node=node: node.table.hand == 1 and node.table.play is not None)  # type: ignore[misc]
        machine = node.machine
        assert node.of(HandSealed)
        assert all(machine.seat not in lane.waits_for() for lane in machine.table.lanes())


# -- what is sent when ------------------------------------------------------------------------------------


def position(outputs: list[object], kind: str, hand: int, own: bool | None = None) -> list[int]:
    """Where in the outputs contributions of this kind to this hand were counted."""
    return [
        i
        for i, output in enumerate(outputs)
        if isinstance(output, Journal)
        and (output.contribution.kind, output.contribution.header.hand) == (kind, hand)
        and own in (None, output.own)
    ]


def first_sent(outputs: list[object], net: Net, hand: int) -> int:
    """Where the seat first sent anything on the play lane of this hand."""
    sends = {
        output.contribution.signed: i
        for i, output in enumerate(outputs)
        if isinstance(output, Journal)
        and output.own
        and output.contribution.header.lane == Lane.PLAY
        and output.contribution.header.hand == hand
    }
    return min(i for i, output in enumerate(outputs) if isinstance(output, Send) and output.data in sends)


@pytest.mark.parametrize("seed", range(2))
def test_no_share_before_all_confirm_and_the_last_hand_is_sealed(seed: int) -> None:
    net = Net(genesis_of(3, hands=3), seed, lazy=True).start().run()
    prepared = 0
    for node in net.nodes:
        outputs: list[object] = [*node.outputs]
        for hand in range(3):
            confirmed, started = position(outputs, "confirm", hand), first_sent(outputs, net, hand)
            assert len(confirmed) == 3
            assert max(confirmed) < started
            if hand:
                sealed = position(outputs, "result", hand - 1)
                assert len(sealed) == 3
                assert max(sealed) < started
                prepared += max(confirmed) < max(sealed)
    assert prepared, "no deck was prepared while the hand before was played"


def test_no_sealed_move_before_all_have_pledged() -> None:
    net = Net(genesis_of(3, hands=2), 3, lazy=True).start().run()
    for node in net.nodes:
        outputs: list[object] = [*node.outputs]
        for hand in range(2):
            pledged = position(outputs, "pledge", hand)
            assert len(pledged) == 3
            own = position(outputs, "move", hand, own=True)
            assert max(pledged) < min(own)
    for contribution in net.nodes[0].table.log():
        if contribution.kind == "pledge":
            assert [len(part) for part in contribution.body if isinstance(part, bytes)] == [32]


def test_everything_is_journaled_before_it_is_sent_and_nothing_is_signed_twice() -> None:
    net = Net(genesis_of(3, hands=2), 4, lazy=True, twice=0.3).start().run()
    for node in net.nodes:
        kept: set[bytes] = set()
        for output in node.outputs:
            if isinstance(output, Journal):
                kept.add(output.contribution.signed)
            elif isinstance(output, Send):
                assert output.data in kept
        assert len({contribution.cell for contribution in node.sent}) == len(node.sent)


def test_events_come_in_the_order_of_the_log() -> None:
    """Each state follows from the one before, and a seat learns faces and never forgets one."""
    net = Net(genesis_of(3, hands=2), 5, lazy=True).start().run()
    for node in net.nodes:
        hands = [output.sealed.hand for output in node.outputs if isinstance(output, HandSealed)]
        assert hands == [0, 1]
        asked = [output for output in node.outputs if isinstance(output, Acting)]
        for before, after in pairwise(asked):
            if before.hand == after.hand:
                assert before.faces.items() <= after.faces.items()
        for acting in asked:
            assert set(acting.state.held[node.machine.seat]) <= acting.faces.keys()


# -- real games -------------------------------------------------------------------------------------------


def test_watchers_of_tonk_answer_every_move() -> None:
    """With drop_when any_time everybody says go on, or drops, after each move; the second hand is the first dealt."""
    net = Net(genesis_of(3, "tonk", "house-wikipedia", hands=1), 1).start()
    answers: list[Contribution] = []

    def watch(seat: int, contribution: Contribution) -> None:
        if contribution.kind == "answer":
            answers.append(contribution)

    net.watch = watch
    for node in net.nodes:
        node.choose = lambda acting, moves: next(m for m in (*moves, *moves) if m.kind != "drop")
    net.run(lambda net: len(answers) > 12)
    assert {contribution.header.seat for contribution in answers} == {0, 1, 2}
    for node in net.nodes:
        node.choose = lambda acting, moves: next((m for m in moves if m.kind == "drop"), moves[-1])
    check_finished(net.run(), net.nodes[0].table.hand)
    drops = [happening.moves for happening in net.nodes[0].of(object) if hasattr(happening, "moves")]
    assert any(Move("drop") in moves.values() for moves in drops)


def test_a_real_game_in_any_order() -> None:
    net = Net(genesis_of(2, "thirteen", hands=1, players=2), 2, lazy=True).start()
    check_finished(net.run(), len(net.nodes[0].table.seals))
