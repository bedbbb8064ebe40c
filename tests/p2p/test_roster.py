"""Rosters, what has been seen, presence and dialling plans: pure state."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.address import Address
from p2p.frames import Envelope, Refusal, Statement
from p2p.limits import Limits
from p2p.presence import Event, LinkChanged, PeerJoined, PeerLost, Presence, Standing
from p2p.roster import Roster
from p2p.seen import MAX_ORIGINS, WINDOW, Seen
from p2p.weave import Weave

ADDRESS, OTHER_ADDRESS = Address("192.0.2.1", 1), Address("192.0.2.2", 2)
SESSION = bytes(8)


def key(index: int) -> bytes:
    return bytes([index]) * 32


def statement(origin: int, links: Sequence[int] = (), number: int = 1, addresses: Sequence[Address] = ()) -> Statement:
    return Statement(key(origin), SESSION, number, tuple(addresses), tuple(map(key, sorted(links))), b"")


Graph = dict[int, set[int]]


def graphs() -> st.SearchStrategy[Graph]:
    """Connected graphs of 2 to 7 members."""

    @st.composite
    def build(draw: st.DrawFn) -> Graph:
        size = draw(st.integers(2, 7))
        graph: Graph = {index: set() for index in range(size)}
        pairs = {(draw(st.integers(0, index - 1)), index) for index in range(1, size)}
        pairs |= set(draw(st.lists(st.sampled_from(list(combinations(range(size), 2))))))
        for near, far in pairs:
            graph[near].add(far)
            graph[far].add(near)
        return graph

    return build()


def rosters_of(graph: Graph, stated: Graph | None = None) -> dict[int, Roster]:
    rosters = {index: Roster(key(index), 16) for index in graph}
    for index, roster in rosters.items():
        for neighbour in graph[index]:
            roster.link(key(neighbour))
        for other, links in (stated or graph).items():
            if other != index:
                assert roster.hear(statement(other, sorted(links)))
    return rosters


def flood(graph: Graph, rosters: dict[int, Roster], origin: int, silent: set[int]) -> dict[int, int]:
    """How often each member gets a message of `origin`; the `silent` pass nothing on."""
    copies = dict.fromkeys(graph, 0)
    numbers = {key(index): index for index in graph}
    under_way = [(origin, numbers[hop]) for hop in rosters[origin].hops(key(origin), None)]
    while under_way:
        via, at = under_way.pop(0)
        copies[at] += 1
        if copies[at] == 1 and at not in silent and at != origin:
            under_way += [(at, numbers[hop]) for hop in rosters[at].hops(key(origin), key(via))]
    return copies


@settings(max_examples=100, deadline=None, derandomize=True)
@given(graphs(), st.data())
def test_every_message_reaches_everybody(graph: Graph, data: st.DataObject) -> None:
    origin = data.draw(st.sampled_from(sorted(graph)))
    copies = flood(graph, rosters_of(graph), origin, set())
    assert copies.pop(origin) == 0
    assert min(copies.values()) >= 1


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.integers(2, 7))
def test_in_a_full_mesh_everybody_gets_one_copy(size: int) -> None:
    graph = {index: set(range(size)) - {index} for index in range(size)}
    copies = flood(graph, rosters_of(graph), 0, set())
    assert copies == {0: 0} | dict.fromkeys(range(1, size), 1)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(graphs(), st.data())
def test_a_silent_liar_cuts_off_nobody_but_itself(graph: Graph, data: st.DataObject) -> None:
    """Whatever one member states of its links, and though it passes nothing on: who has another path is reached."""
    liar = data.draw(st.sampled_from(sorted(graph)))
    origin = data.draw(st.sampled_from(sorted(set(graph) - {liar})))
    lie = data.draw(st.sets(st.sampled_from(sorted(graph))))
    copies = flood(graph, rosters_of(graph, graph | {liar: lie - {liar}}), origin, {liar})
    honest = {origin}
    while True:
        grown = honest | {far for near in honest for far in graph[near] if far != liar}
        if grown == honest:
            break
        honest = grown
    assert all(copies[member] >= 1 for member in honest - {origin})


@settings(max_examples=100, deadline=None, derandomize=True)
@given(graphs())
def test_everybody_is_reachable_in_a_connected_graph(graph: Graph) -> None:
    for index, roster in rosters_of(graph).items():
        assert roster.reachable() == {key(other) for other in graph if other != index}


def test_a_link_counts_if_both_ends_state_it() -> None:
    roster = Roster(key(0), 16)
    roster.link(key(1))
    roster.hear(statement(1, [0, 2]))
    assert roster.reachable() == {key(1)}
    roster.hear(statement(2, [1]))
    assert roster.reachable() == {key(1), key(2)}
    roster.hear(statement(1, [0], number=2))
    assert roster.reachable() == {key(1)}
    roster.unlink(key(1))
    assert roster.reachable() == set()


def test_only_newer_statements_of_others_are_news() -> None:
    roster = Roster(key(0), 16)
    assert roster.hear(statement(1, number=5))
    assert not roster.hear(statement(1, [2], number=5))
    assert not roster.hear(statement(1, [2], number=4))
    assert roster.hear(statement(1, [2], number=6))
    assert not roster.hear(statement(0, [1], number=9))
    assert roster.members == {key(1)}


def test_a_full_roster_refuses_but_who_is_gone_makes_room() -> None:
    roster = Roster(key(0), 3)
    for index in (1, 2):
        assert roster.admit(key(index)) is None
        roster.link(key(index))
        roster.hear(statement(index))
    assert roster.admit(key(3)) is Refusal.FULL
    assert not roster.hear(statement(3))
    assert roster.admit(key(1)) is None
    roster.unlink(key(2))
    assert roster.admit(key(3)) is None
    assert roster.members == {key(1)}


def test_closed_doors() -> None:
    roster = Roster(key(0), 16)
    for index in (1, 2):
        roster.link(key(index))
    roster.hear(statement(3))
    assert roster.close([key(0), key(1), key(4)]) == {key(2), key(3)}
    assert roster.members == {key(1), key(4)}
    assert roster.links == {key(1)}
    assert roster.admit(key(2)) is Refusal.CLOSED
    assert roster.admit(key(4)) is None
    assert roster.admit(key(0)) is Refusal.SAME_IDENTITY
    assert not roster.hear(statement(3, number=2))
    assert roster.remember(key(3), [ADDRESS]) is Refusal.CLOSED
    roster.open()
    assert roster.hear(statement(3, number=2))


def test_addresses_are_those_stated_and_those_that_worked() -> None:
    roster = Roster(key(0), 16)
    assert roster.remember(key(1), [ADDRESS]) is None
    assert list(roster.addresses(key(1))) == [ADDRESS]
    roster.hear(statement(1, addresses=[OTHER_ADDRESS, ADDRESS]))
    assert list(roster.addresses(key(1))) == [OTHER_ADDRESS, ADDRESS]
    assert list(roster.addresses(key(2))) == []
    roster.forget(key(1))
    assert roster.members == set()


def test_who_is_linked_is_not_forgotten() -> None:
    roster = Roster(key(0), 16)
    roster.link(key(1))
    roster.forget(key(1))
    assert roster.members == {key(1)}


def envelope(number: int, session: bytes = SESSION) -> Envelope:
    return Envelope(key(1), b"", session, number, "", b"", b"")


def test_envelopes_are_expected_of_a_members_present_process_once() -> None:
    roster = Roster(key(0), 16)
    assert not roster.expects(envelope(1))
    roster.hear(statement(1))
    assert roster.expects(envelope(1))
    assert not roster.expects(envelope(1, b"another!"))
    roster.mark(envelope(1))
    assert not roster.expects(envelope(1))
    assert roster.expects(envelope(2))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 200), max_size=200))
def test_seen_remembers_what_is_in_its_window(numbers: list[int]) -> None:
    seen = Seen()
    for index, number in enumerate(numbers):
        assert seen.knows(key(1), SESSION, number) == (number in numbers[:index])
        seen.add(key(1), SESSION, number)


def test_what_is_too_old_counts_as_seen() -> None:
    seen = Seen()
    seen.add(key(1), SESSION, 5000)
    assert seen.knows(key(1), SESSION, 5000 - WINDOW)
    assert not seen.knows(key(1), SESSION, 5001 - WINDOW)
    assert not seen.knows(key(1), b"another!", 5)
    assert not seen.knows(key(2), SESSION, 5)


def test_what_is_seen_takes_bounded_memory() -> None:
    seen = Seen()
    for number in range(10 * WINDOW):
        seen.add(key(1), SESSION, number)
        assert len(seen._origins[key(1)].numbers) <= 2 * WINDOW + 1
    for index in range(200):
        seen.add(key(index), SESSION, 1)
    assert len(seen._origins) == MAX_ORIGINS


def tell_all(
    presence: Presence, links: dict[bytes, Standing], reachable: set[bytes], reasons: dict[bytes, str] | None = None
) -> list[Event]:
    events: list[Event] = []
    while (event := presence.next_event(links, reachable, reasons or {})) is not None:
        events.append(event)
        assert len(events) < 50
    return events


def test_presence_tells_each_change_once() -> None:
    presence = Presence()
    one, two = key(1), key(2)
    standing = Standing(SESSION, 1)
    assert tell_all(presence, {one: standing}, {one, two}) == [
        PeerJoined(one),
        PeerJoined(two),
        LinkChanged(one, linked=True, reason=""),
    ]
    assert tell_all(presence, {one: standing}, {one, two}) == []
    assert tell_all(presence, {}, {one, two}, {one: "cut"}) == [LinkChanged(one, linked=False, reason="cut")]
    assert tell_all(presence, {}, {two}, {one: "cut"}) == [PeerLost(one, "cut")]
    assert tell_all(presence, {}, set()) == [PeerLost(two, "cannot be reached any more")]


def test_presence_tells_of_a_restart_and_of_a_new_connection() -> None:
    presence = Presence()
    one = key(1)
    tell_all(presence, {one: Standing(SESSION, 1)}, {one})
    assert tell_all(presence, {one: Standing(SESSION, 2)}, {one}, {one: "anew"}) == [
        LinkChanged(one, linked=False, reason="anew"),
        LinkChanged(one, linked=True, reason=""),
    ]
    assert tell_all(presence, {one: Standing(b"another!", 3)}, {one}, {one: "anew"}) == [
        LinkChanged(one, linked=False, reason="anew"),
        PeerLost(one, "was started again"),
        PeerJoined(one),
        LinkChanged(one, linked=True, reason=""),
    ]


LIMITS = Limits(courtesy=2.0, redial_least=1.0, redial_most=30.0)


def test_the_lower_key_dials_at_once_and_the_higher_later() -> None:
    weave = Weave(key(5), LIMITS)
    assert weave.start([key(1), key(9)], 100.0) == [key(9)]
    assert weave.next_due() == 102.0
    assert weave.start([key(1), key(9)], 101.9) == []
    assert weave.start([key(1), key(9)], 102.0) == [key(1)]
    assert weave.next_due() == float("inf")


def test_failed_diallings_become_rarer() -> None:
    weave = Weave(key(5), LIMITS)
    now, waits = 0.0, []
    weave.start([key(9)], now)
    for _ in range(8):
        weave.finish(key(9), now)
        waits.append(weave.next_due() - now)
        now = weave.next_due()
        assert weave.start([key(9)], now) == [key(9)]
    assert waits == [1, 2, 4, 8, 16, 30, 30, 30]


def test_who_is_linked_is_not_dialled() -> None:
    weave = Weave(key(5), LIMITS)
    weave.start([key(9)], 0.0)
    weave.finish(key(9), 0.0)
    assert weave.start([], 50.0) == []
    assert weave.next_due() == float("inf")


@pytest.mark.parametrize(("peer", "left", "due"), [(9, False, 1.0), (1, False, 3.0), (9, True, 30.0), (1, True, 32.0)])
def test_after_a_loss(peer: int, left: bool, due: float) -> None:
    weave = Weave(key(5), LIMITS)
    weave.lost(key(peer), 0.0, left=left)
    assert weave.start([key(peer)], due - 0.1) == []
    assert weave.start([key(peer)], due) == [key(peer)]
