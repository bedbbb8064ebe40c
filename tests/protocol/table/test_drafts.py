"""The next shuffler begins before the shuffle before it is checked, and says nothing of it until it is."""

from typing import Any

import pytest

from protocol.contribution import Contribution, Fault
from protocol.events import Convicted, Job, Send
from protocol.seat import SeatMachine, run
from tests.protocol.table.net import Net, blob_of, flipped, genesis_of, to_all, with_part


def shuffle_arrives(spoil: bool = False) -> tuple[SeatMachine, Job, Job]:
    """The machine of the second shuffler when the first shuffle has come: with the draft and the check it wants run."""
    net = Net(genesis_of(2))
    shuffles: list[Contribution] = []

    def withhold(contribution: Contribution) -> list[Any] | None:
        if contribution.kind != "shuffle":
            return None
        shuffles.append(contribution)
        return []

    for seat in range(2):
        net.cheat(seat, withhold)
    net.start().run()
    (first,) = shuffles
    second = net.nodes[1 - first.header.seat].machine
    if spoil:
        first = with_part(first, 1, flipped(blob_of(first, 1), -1))
    second.receive(first.signed)
    draft, check = second.take_jobs()
    assert draft.urgent
    return second, draft, check


def sent(machine: SeatMachine) -> list[bytes]:
    return [output.data for output in machine.take_outputs() if isinstance(output, Send)]


@pytest.mark.parametrize("draft_first", [True, False])
def test_a_draft_is_contributed_when_the_check_is_back_and_not_before(draft_first: bool) -> None:
    machine, draft, check = shuffle_arrives()
    for job in (draft, check) if draft_first else (check, draft):
        assert sent(machine) == []
        machine.finish(job, run(job))
    (own,) = sent(machine)
    setup = machine.table.setups[0]
    assert setup.owed == {0: "confirm", 1: "confirm"}
    assert [step[0].kind for step in setup.closed[2:]] == ["shuffle", "shuffle"]
    assert setup.closed[3][0].signed == own
    setup.before(setup.closed[3][0].header).check(setup.closed[3][0])()  # type: ignore[union-attr]  # it is not None


@pytest.mark.parametrize("draft_first", [True, False])
def test_a_draft_on_a_false_shuffle_is_dropped(draft_first: bool) -> None:
    machine, draft, check = shuffle_arrives(spoil=True)
    assert isinstance(run(check), Fault)
    for job in (draft, check) if draft_first else (check, draft):
        machine.finish(job, run(job))
    outputs = machine.take_outputs()
    assert [output.evidence.seat for output in outputs if isinstance(output, Convicted)] == [1 - machine.seat]
    assert machine.take_jobs() == []
    assert len(machine.table.setups[0].closed) == 2


def test_a_deck_that_cannot_be_decoded_leaves_no_draft_behind() -> None:
    net = Net(genesis_of(3), lazy=True)
    cheat = [0]

    def spoil(contribution: Contribution) -> list[Any] | None:
        if contribution.kind != "shuffle" or contribution.header.step != 2:
            return None
        cheat[0] = contribution.header.seat
        return to_all(with_part(contribution, 0, bytes(len(blob_of(contribution, 0)))))

    for seat in range(3):
        net.cheat(seat, spoil)
    net.start().run()
    net.cheats = set(cheat)
    for node in net.honest:
        assert [event.evidence.seat for event in node.of(Convicted)] == cheat
        assert node.machine._duties._drafts == {}


@pytest.mark.parametrize("spoil", [False, True])
def test_a_draft_that_comes_when_its_hand_is_over_is_forgotten(spoil: bool) -> None:
    machine, draft, check = shuffle_arrives(spoil=spoil)
    outcome = run(draft) if not spoil else Fault("no deck")
    machine._forget(0)
    machine._duties._drafts.clear()
    machine.finish(draft, outcome)
    assert machine._duties._drafts == {}
    machine.finish(check, run(check))
