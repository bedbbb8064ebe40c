"""What strangers, flooders, forgers and sluggards can do to a mesh: lose their own connection."""

import logging
from dataclasses import replace

import pytest
import trio
from trio.testing import MockClock

from p2p.address import Address
from p2p.channel import ChannelClosedError
from p2p.frames import (
    Bye,
    Envelope,
    Farewell,
    Frame,
    Hello,
    News,
    Refusal,
    Refused,
    encode,
    make_envelope,
    make_statement,
)
from p2p.gossip import Gossip
from p2p.keys import derive
from p2p.limits import Limits
from p2p.link import Link
from p2p.peering import ConnectError
from p2p.presence import LinkChanged
from protocol.codec import pack
from tests.p2p.hostile import MESH_ID, SESSION, RawMember, raw_member
from tests.p2p.network import Table, a_table, edges, identity

EVE = identity("eve")


async def assert_well(table: Table, *names: str) -> None:
    """These players are all linked and hear each other."""
    for name in names:
        assert table.keys(*names) - {identity(name).public} <= table.players[name].mesh.linked
        table.players[name].told.clear()
    for name in names:
        await table.players[name].mesh.broadcast("chat", b"well, " + name.encode())
    await table.settle(0.5)
    for name in names:
        heard = {message for _, _, message in table.players[name].received()}
        assert heard == {b"well, " + other.encode() for other in names if other != name}


async def assert_dropped(member: RawMember) -> None:
    with trio.fail_after(5):
        await member.wait_until_dropped()


def other_statement(mesh_id: bytes = MESH_ID, name: str = "fay", number: int = 1) -> News:
    return News(make_statement(identity(name), mesh_id, session=SESSION, number=number, addresses=(), links=()))


def forged(frame: bytes) -> bytes:
    return frame[:-1] + bytes([frame[-1] ^ 1])


BAD_FRAMES: dict[str, bytes | Frame] = {
    "empty": b"",
    "garbage": b"\xc1garbage",
    "not canonical": b"\xcc\x01",
    "unknown kind": pack((9,)),
    "deep": b"\x91" * 5000,
    "refusal": Refused(Refusal.FULL),
    "forged envelope": forged(
        encode(make_envelope(EVE, MESH_ID, target=b"", session=SESSION, number=1, channel_name="", message=b"forged"))
    ),
    "envelope of another mesh": encode(
        make_envelope(
            EVE,
            derive(b"another secret", "mesh id"),
            target=b"",
            session=SESSION,
            number=1,
            channel_name="",
            message=b"forged",
        )
    ),
    "forged statement": forged(encode(other_statement())),
    "statement of another mesh": other_statement(derive(b"another secret", "mesh id")),
}


@pytest.mark.parametrize("bad", BAD_FRAMES.values(), ids=BAD_FRAMES)
async def test_a_bad_frame_ends_its_connection_alone(autojump_clock: MockClock, bad: bytes | Frame) -> None:
    async with a_table("ann", "bea") as table:
        eve = await raw_member(table, "ann")
        assert isinstance(await eve.greet(), Hello)
        await table.settle(1)
        assert EVE.public in table.players["ann"].mesh.linked
        await eve.send(bad)
        await assert_dropped(eve)
        await table.settle(1)
        assert table.players["ann"].lost()[0][0] == EVE.public
        assert table.players["bea"].received() == []
        await assert_well(table, "ann", "bea")


@pytest.mark.parametrize(
    "greeting",
    [
        b"garbage",
        encode(News(make_statement(EVE, MESH_ID, session=SESSION, number=1, addresses=(), links=()))),
        encode(Bye(Farewell.LEAVING)),
        encode(Hello(other_statement().statement, ())),
        forged(encode(Hello(other_statement(name="eve").statement, ()))),
        encode(Hello(replace(other_statement(name="eve").statement, number=2), ())),
        encode(Hello(other_statement(name="eve").statement, (replace(other_statement().statement, number=2),))),
    ],
    ids=["garbage", "news", "bye", "of another", "cut", "forged", "forged known"],
)
async def test_a_bad_greeting_is_turned_away(autojump_clock: MockClock, greeting: bytes) -> None:
    async with a_table("ann", "bea") as table:
        eve = await raw_member(table, "ann")
        await eve.send(greeting)
        await assert_dropped(eve)
        await table.settle(0.1)
        assert EVE.public not in table.players["ann"].mesh.linked
        assert table.players["ann"].mesh._half_open._hosts == {}
        await assert_well(table, "ann", "bea")


async def test_an_error_in_a_handler_ends_its_connection_alone(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_table("ann", "bea") as table:
        eve = await raw_member(table, "ann")
        await eve.greet()
        hear = Gossip._hear_envelope

        async def fail(self: Gossip, link: Link, envelope: Envelope, data: bytes) -> None:
            if envelope.message == b"boom":
                raise RuntimeError("a bug")
            await hear(self, link, envelope, data)

        monkeypatch.setattr(Gossip, "_hear_envelope", fail)
        with caplog.at_level(logging.ERROR):
            await eve.send(eve.envelope(b"boom"))
            await assert_dropped(eve)
            await table.settle(1)
        assert table.players["ann"].lost() == [(EVE.public, "an internal error")]
        assert "internal error" in caplog.text
        await assert_well(table, "ann", "bea")


async def test_an_error_while_answering_ends_its_connection_alone(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_table("ann", "bea") as table:
        eve = await raw_member(table, "ann")

        def fail(self: Gossip, hello: Hello) -> None:
            raise RuntimeError("a bug")

        with monkeypatch.context() as patched, caplog.at_level(logging.ERROR):
            patched.setattr(Gossip, "check_hello", fail)
            await eve.send(Hello(eve.statement(), ()))
            await assert_dropped(eve)
        assert "internal error" in caplog.text
        await assert_well(table, "ann", "bea")


async def test_copies_of_a_message_are_dropped(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea") as table:
        eve = await raw_member(table, "ann")
        await eve.greet()
        await eve.state(2, table.players["ann"].key)
        message = eve.envelope(b"once")
        await eve.send(message, message, message)
        await table.settle(1)
        for name in ("ann", "bea"):
            assert table.players[name].received() == [(EVE.public, "chat", b"once")]


async def test_forwarded_bytes_are_the_origins(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea", allowed=edges(("ann", "bea"), ("bea", "eve"))) as table:
        eve = await raw_member(table, "bea")
        await eve.greet()
        await table.players["ann"].mesh.broadcast("chat", b"hello")
        frames = await eve.receive_all(1)
        (envelope,) = [frame for frame in frames if isinstance(frame, Envelope)]
        assert envelope.origin == table.players["ann"].key
        assert envelope.message == b"hello"


async def test_nobody_speaks_for_another(autojump_clock: MockClock) -> None:
    """A member's message with the signature of somebody else, or in the name of somebody unknown."""
    async with a_table("ann", "bea") as table:
        eve = await raw_member(table, "ann")
        await eve.greet()
        stranger = make_envelope(
            identity("fay"), MESH_ID, target=b"", session=SESSION, number=1, channel_name="chat", message=b"psst"
        )
        await eve.send(stranger)
        await table.settle(1)
        assert table.players["ann"].received() == []
        assert EVE.public in table.players["ann"].mesh.linked
        session = table.players["bea"].mesh._gossip._session
        in_beas_name = make_envelope(
            EVE, MESH_ID, target=b"", session=session, number=50, channel_name="chat", message=b"psst"
        )
        await eve.send(replace(in_beas_name, origin=table.players["bea"].key))
        await assert_dropped(eve)
        assert table.players["ann"].received() == []
        await assert_well(table, "ann", "bea")


async def test_old_statements_of_others_change_nothing(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea", "cat") as table:
        eve = await raw_member(table, "ann")
        hello = await eve.greet()
        assert isinstance(hello, Hello)
        old = [statement for statement in hello.known if statement.origin == table.players["bea"].key]
        table.network.cut("bea", "cat")
        table.network.allowed = edges(("ann", "bea"), ("ann", "cat"))
        await table.settle(1)
        await eve.send(*(News(statement) for statement in old))
        await table.settle(1)
        roster = table.players["ann"].mesh._roster
        (now,) = [statement for statement in roster.statements if statement.origin == table.players["bea"].key]
        assert now.number > old[0].number
        assert table.players["cat"].key not in now.links


async def test_a_liar_about_links_stops_no_message(autojump_clock: MockClock) -> None:
    """Eve states links to everybody, and passes nothing on."""
    async with a_table("ann", allowed=edges(("ann", "bea"), ("bea", "cat"), ("bea", "eve"))) as table:
        await table.join("bea", "ann")
        await table.join("cat", "bea")
        eve = await raw_member(table, "bea")
        await eve.greet()
        await eve.state(2, *sorted(player.key for player in table.players.values()))
        await table.settle(1)
        await eve.send(eve.envelope(b"heard by all"))
        await table.players["ann"].mesh.broadcast("chat", b"hello")
        await table.settle(1)
        assert (table.players["ann"].key, "chat", b"hello") in table.players["cat"].received()
        assert (EVE.public, "chat", b"heard by all") in table.players["cat"].received()


async def test_invented_members_cannot_overfill_a_table(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea", limits=Limits(members=4)) as table:
        eve = await raw_member(table, "ann")
        invented = [other_statement(name=f"fake {index}").statement for index in range(16)]
        assert isinstance(await eve.greet(*invented), Hello)
        await eve.send(*(other_statement(name=f"more {index}") for index in range(100)))
        await table.settle(1)
        for name in ("ann", "bea"):
            assert len(table.players[name].mesh._roster.members) <= 3
            assert table.players[name].mesh.members <= table.keys("ann", "bea", "eve")
        await assert_well(table, "ann", "bea")


async def test_invented_members_are_nothing_once_the_doors_are_closed(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea", "eve") as table:
        for player in table.players.values():
            player.mesh.close_doors()
        table.kill("eve")
        await table.settle(1)
        eve = await raw_member(table, "ann")
        await eve.greet(other_statement().statement)
        await eve.send(other_statement(number=2))
        await table.settle(1)
        assert table.players["ann"].mesh._roster.members == table.keys("bea", "eve")


async def test_a_member_who_takes_nothing_in_is_dropped_as_too_slow(autojump_clock: MockClock) -> None:
    limits = Limits(queue=4, message=1 << 16)
    async with a_table("ann", "bea", limits=limits) as table:
        eve = await raw_member(table, "ann")
        await eve.greet()
        await table.settle(1)
        table.network.between("eve", "ann")[-1].far.stalled = True
        began = trio.current_time()
        for index in range(20):
            await table.players["ann"].mesh.broadcast("chat", b"%d" % index)
        assert trio.current_time() - began <= limits.patience
        await table.settle(1)
        assert table.players["ann"].lost() == [(EVE.public, "the connection is too slow")]
        assert [message for _, _, message in table.players["bea"].received()] == [b"%d" % i for i in range(20)]


async def test_queues_are_bounded(autojump_clock: MockClock) -> None:
    """A flood of a member's messages waits at the flooder, not in our memory, while the application is busy."""
    limits = Limits(events=8, queue=4)
    async with a_table("ann", "bea", limits=limits) as table:
        eve = await raw_member(table, "ann")
        await eve.greet()
        await table.settle(1)
        ann = table.players["ann"]
        ann.busy = True
        sent = 0
        with trio.move_on_after(5):
            for index in range(1000):
                await eve.send(eve.envelope(bytes(1000), number=index))
                sent += 1
        assert ann.mesh.events.statistics().current_buffer_used <= limits.events
        assert 100 < sent < 500
        ann.busy = False
        await table.settle(1)
        assert len(ann.received()) == sent


async def test_flooding_is_slowed_down(autojump_clock: MockClock) -> None:
    limits = Limits(frames_per_second=100, burst=50)
    async with a_table("ann", "bea", limits=limits) as table:
        eve = await raw_member(table, "ann")
        await eve.greet()
        await table.settle(1)
        await eve.send(*(eve.envelope(b"%d" % index, number=index) for index in range(1000)))
        await table.settle(2)
        early = len(table.players["ann"].received())
        assert 100 <= early <= 300
        await table.settle(10)
        assert len(table.players["ann"].received()) == 1000


async def test_half_open_connections_are_bounded_and_time_out(autojump_clock: MockClock) -> None:
    limits = Limits(half_open=5, handshake=10)
    async with a_table("ann", "bea", limits=limits) as table:
        address = table.network.address("ann")
        strangers = [await table.network.dial("stranger", address) for _ in range(20)]
        await table.settle(1)
        assert sum(table.players["ann"].mesh._half_open._hosts.values()) == 5
        for stranger in strangers[5:]:
            assert await stranger.receive_some(1) == b""
        await assert_well(table, "ann", "bea")
        await table.settle(10)
        for stranger in strangers[:5]:
            assert await stranger.receive_some(1) == b""
        await table.join("cat", "ann")


async def test_a_member_who_never_greets_times_out(autojump_clock: MockClock) -> None:
    async with a_table("ann", limits=Limits(handshake=10)) as table:
        eve = await raw_member(table, "ann")
        began = trio.current_time()
        with pytest.raises(ChannelClosedError):
            await eve.receive()
        assert trio.current_time() - began <= 10
        await table.settle(0.1)
        assert table.players["ann"].mesh._half_open._hosts == {}


async def test_a_host_who_never_answers_the_greeting_times_out(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea") as table:
        dan = await table.sit("dan")
        listening = await table.network.listen("silent")
        began = trio.current_time()
        invite = replace(table.invite("ann"), addresses=listening.addresses)
        with pytest.raises(ConnectError, match="reached at"):
            await dan.mesh.connect(invite)
        assert trio.current_time() - began <= dan.mesh._limits.handshake + 1


async def test_farewells_that_are_not_meant_are_harmless(autojump_clock: MockClock) -> None:
    """Eve says that a better connection takes over, and then goes on, and then is silent."""
    async with a_table("ann", "bea") as table:
        eve = await raw_member(table, "ann")
        await eve.greet()
        await eve.send(Bye(Farewell.SUPERSEDED), Bye(Farewell.SUPERSEDED), eve.envelope(b"still here"))
        await table.settle(1)
        assert table.players["ann"].received() == [(EVE.public, "chat", b"still here")]
        await table.settle(Limits().silence + 1)
        assert table.players["ann"].lost() == [(EVE.public, "nothing was heard any more")]
        await assert_well(table, "ann", "bea")


async def test_many_connections_of_one_member_leave_one(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea") as table:
        members = []
        for _ in range(30):
            members.append(await raw_member(table, "ann"))
            await members[-1].greet()
        await table.settle(5)
        alive = [line for line in table.network.between("eve", "ann") if line.alive]
        assert len(alive) == 1
        assert len(table.players["ann"].mesh._neighbours.links) == 2
        changes = [event for event in table.players["ann"].told if isinstance(event, LinkChanged)]
        assert len(changes) <= 2 * 31
        await assert_well(table, "ann", "bea")


async def test_addresses_that_lead_nowhere_cost_little(autojump_clock: MockClock) -> None:
    """Eve says she listens at many places; they are tried ever more seldom."""
    async with a_table("ann", "bea") as table:
        tried: list[Address] = []
        dial = table.players["bea"].mesh._greeter.dial

        async def note(address: Address) -> trio.abc.Stream:
            tried.append(address)
            return await dial(address)

        object.__setattr__(table.players["bea"].mesh._greeter, "dial", note)
        eve = await raw_member(table, "ann")
        await eve.greet()
        places = [Address("192.0.2.9", 1 + index) for index in range(8)]
        await eve.send(News(eve.statement(2, [table.players["ann"].key], places)))

        async def stay() -> None:
            for number in range(3, 80):
                await trio.sleep(5)
                await eve.send(News(eve.statement(number, [table.players["ann"].key], places)))

        await stay()
        assert 16 <= len(tried) <= 16 * 20


async def test_an_identity_of_small_order_is_nobody(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea") as table:
        eve = await raw_member(table, "ann")
        await eve.greet()
        weak = replace(other_statement().statement, origin=bytes([1]) + bytes(31), signature=bytes([1]) + bytes(63))
        await eve.send(encode(News(weak)))
        await assert_dropped(eve)
        assert table.players["ann"].mesh._roster.members == table.keys("bea", "eve")
