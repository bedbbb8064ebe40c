"""Meshes in memory: everybody finds everybody, messages arrive once, losses are told."""

import itertools
from random import Random

import pytest
import trio
from trio.testing import MockClock

from p2p.channel import MessageTooLongError
from p2p.frames import Refusal
from p2p.invite import Invite
from p2p.limits import Limits
from p2p.mesh import UnknownPeerError, open_mesh
from p2p.peering import ConnectError, RefusedError, Wanted
from p2p.presence import LEFT, LinkChanged, PeerJoined, PeerLost
from protocol.identity import fingerprint_bytes
from tests.p2p.network import SECRET, Table, a_table, by_key, edges, identity

FOUR = ("ann", "bea", "cat", "dan")


async def everyone_says(table: Table, text: bytes) -> None:
    for player in table.players.values():
        await player.mesh.broadcast("chat", player.name.encode() + text)
    await table.settle(1)


def assert_all_heard_once(table: Table, text: bytes) -> None:
    for player in table.players.values():
        heard = [message for message in player.received() if message[2].endswith(text)]
        expected = [
            (other.key, "chat", other.name.encode() + text) for other in table.players.values() if other is not player
        ]
        assert sorted(heard) == sorted(expected)


@pytest.mark.parametrize("names", [FOUR[:2], FOUR[:3], FOUR, (*FOUR, "eve", "fay")])
async def test_a_full_mesh(autojump_clock: MockClock, names: tuple[str, ...]) -> None:
    async with a_table(*names) as table:
        for player in table.players.values():
            others = table.keys(*names) - {player.key}
            assert player.mesh.linked == others
            assert player.mesh.members == others
            assert sorted(player.joined()) == sorted(others)
            assert player.lost() == []
        await everyone_says(table, b" hello")
        assert_all_heard_once(table, b" hello")
        lines = [frozenset((line.dialler, line.host)) for line in table.network.lines]
        assert len(set(lines)) == len(names) * (len(names) - 1) / 2


async def test_in_a_full_mesh_nothing_is_forwarded(autojump_clock: MockClock) -> None:
    async with a_table(*FOUR) as table:
        before = {name: player.mesh.statistics.messages_received for name, player in table.players.items()}
        for _ in range(50):
            await table.players["ann"].mesh.broadcast("chat", b"hello")
        await table.settle(0.5)
        for name in FOUR[1:]:
            received = table.players[name].mesh.statistics.messages_received - before[name]
            assert 50 <= received <= 60  # and a few heartbeats


STAR = [("ann", "bea"), ("ann", "cat"), ("ann", "dan")]
CHAIN = [("ann", "bea"), ("bea", "cat"), ("cat", "dan")]
RING = [*CHAIN, ("dan", "ann")]
KITE = [("ann", "bea"), ("ann", "cat"), ("bea", "cat"), ("cat", "dan")]


@pytest.mark.parametrize("pairs", [STAR, RING, KITE, CHAIN], ids=["star", "ring", "kite", "chain"])
async def test_every_topology_delivers_every_broadcast_once(
    autojump_clock: MockClock, pairs: list[tuple[str, str]]
) -> None:
    async with a_table("ann", allowed=edges(*pairs)) as table:
        for near, far in pairs:
            if far not in table.players:
                await table.join(far, near)
        await table.settle(60)
        for player in table.players.values():
            neighbours = {name for pair in pairs if player.name in pair for name in pair} - {player.name}
            assert player.mesh.linked == table.keys(*neighbours)
            assert player.mesh.members == table.keys(*FOUR) - {player.key}
        for turn in range(3):
            await everyone_says(table, b" hello %d" % turn)
            assert_all_heard_once(table, b" hello %d" % turn)


async def test_a_directed_message_finds_its_way_and_only_its_target(autojump_clock: MockClock) -> None:
    async with a_table("ann", allowed=edges(*CHAIN)) as table:
        for near, far in CHAIN:
            await table.join(far, near)
        await table.settle(60)
        ann, bea, cat, dan = (table.players[name] for name in FOUR)
        await ann.mesh.send(dan.key, "sync", b"for dan")
        await ann.mesh.send(bea.key, "sync", b"for bea")
        await table.settle(1)
        assert dan.received() == [(ann.key, "sync", b"for dan")]
        assert bea.received() == [(ann.key, "sync", b"for bea")]
        assert cat.received() == []


async def test_sending_to_nobody_is_refused(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea") as table:
        with pytest.raises(UnknownPeerError):
            await table.players["ann"].mesh.send(identity("cat").public, "chat", b"hello")
        with pytest.raises(UnknownPeerError):
            await table.players["ann"].mesh.send(identity("ann").public, "chat", b"hello")


async def test_messages_keep_their_order_and_equal_ones_are_distinct(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea") as table:
        for index in range(100):
            await table.players["ann"].mesh.broadcast("chat", b"%d" % (index // 2))
        await table.settle(1)
        assert [message for _, _, message in table.players["bea"].received()] == [b"%d" % (i // 2) for i in range(100)]


async def test_sizes_are_checked_before_sending(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea") as table:
        mesh = table.players["ann"].mesh
        with pytest.raises(MessageTooLongError):
            await mesh.broadcast("chat", bytes(Limits().message + 1))
        with pytest.raises(ValueError, match="32 bytes"):
            await mesh.broadcast("c" * 33, b"")
        await mesh.broadcast("c" * 32, bytes(Limits().message))
        await table.settle(1)
        assert table.players["bea"].received() == [(mesh.key, "c" * 32, bytes(Limits().message))]


@pytest.mark.parametrize("victim", FOUR)
async def test_a_killed_peer_is_lost_at_all_others(autojump_clock: MockClock, victim: str) -> None:
    async with a_table(*FOUR) as table:
        table.kill(victim)
        await table.settle(1)
        for player in table.players.values():
            ((key, reason),) = player.lost()
            assert key == identity(victim).public
            assert "connection" in reason
        await everyone_says(table, b" still here")
        assert_all_heard_once(table, b" still here")


async def test_a_killed_peer_is_lost_at_the_far_end_of_a_chain_too(autojump_clock: MockClock) -> None:
    async with a_table("ann", allowed=edges(*CHAIN)) as table:
        for near, far in CHAIN:
            await table.join(far, near)
        await table.settle(60)
        table.kill("cat")
        await table.settle(1)
        assert {key for key, _ in table.players["ann"].lost()} == table.keys("cat", "dan")
        assert {key for key, _ in table.players["bea"].lost()} == table.keys("cat", "dan")
        assert {key for key, _ in table.players["dan"].lost()} == table.keys("ann", "bea", "cat")


async def test_who_leaves_says_so(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea") as table:
        mesh = table.players["bea"].mesh
        await mesh.broadcast("chat", b"bye")
        await mesh._leave()
        await table.settle(1)
        ann = table.players["ann"]
        assert ann.received() == [(mesh.key, "chat", b"bye")]
        assert ann.lost() == [(mesh.key, "left the table")]


async def test_what_was_queued_before_leaving_arrives(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea") as table:
        table.kill("bea")
        await table.settle()
        async with open_mesh(
            identity("bea"),
            SECRET,
            listen=lambda: table.network.listen("bea"),
            dial=lambda address: table.network.dial("bea", address),
        ) as mesh:
            await mesh.connect(table.invite("ann"))
            for index in range(20):
                await mesh.broadcast("chat", b"%d" % index)
        await table.settle(1)
        assert [message for _, _, message in table.players["ann"].received()] == [b"%d" % i for i in range(20)]


async def test_a_broken_line_is_told_and_mended(autojump_clock: MockClock) -> None:
    async with a_table(*FOUR) as table:
        ann, bea = table.players["ann"], table.players["bea"]
        for player in table.players.values():
            player.told.clear()
        table.network.cut("ann", "bea")
        await table.settle(0.5)
        assert [type(event) for event in ann.told] == [LinkChanged]
        assert not ann.mesh.linked & {bea.key}
        assert bea.key in ann.mesh.members
        await everyone_says(table, b" by way of others")
        assert_all_heard_once(table, b" by way of others")
        await table.settle(10)
        assert bea.key in ann.mesh.linked
        changes = [event for event in ann.told if isinstance(event, LinkChanged)]
        assert [(change.key, change.linked) for change in changes] == [(bea.key, False), (bea.key, True)]
        assert changes[0].reason
        assert ann.lost() == []


async def test_two_alone_find_each_other_again(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea") as table:
        ann = table.players["ann"]
        table.network.cut("ann", "bea")
        await table.settle(20)
        assert [type(event) for event in ann.told] == [
            PeerJoined, LinkChanged, LinkChanged, PeerLost, PeerJoined, LinkChanged,
        ]  # fmt: skip


async def test_a_silent_peer_is_lost_in_time(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea", "cat") as table:
        bea = table.players["bea"]
        table.network.mute("bea")
        table.network.allowed = edges(("ann", "cat"))
        await table.settle(Limits().silence - Limits().heartbeat)
        assert table.players["ann"].lost() == []
        await table.settle(2 * Limits().heartbeat)
        assert table.players["ann"].lost() == [(bea.key, "nothing was heard any more")]


async def test_a_restarted_peer_comes_back_under_its_old_name(autojump_clock: MockClock) -> None:
    async with a_table(*FOUR) as table:
        key = table.players["dan"].key
        table.kill("dan")
        await table.settle(1)
        await table.join("dan", "bea")
        await table.settle(10)
        for player in table.players.values():
            assert player.mesh.linked == table.keys(*FOUR) - {player.key}
        for name in FOUR[:3]:
            assert table.players[name].joined().count(key) == 2
        await everyone_says(table, b" again")
        assert_all_heard_once(table, b" again")


@pytest.mark.parametrize("delay", [0.0, 0.001, 0.5])
async def test_dialling_each_other_at_once_keeps_one_connection(autojump_clock: MockClock, delay: float) -> None:
    lower, higher = by_key("ann", "bea")
    async with a_table(delay=delay) as table:
        players = {name: await table.sit(name) for name in (lower, higher)}
        async with trio.open_nursery() as nursery:
            for one, other in ((lower, higher), (higher, lower)):
                nursery.start_soon(players[one].mesh.connect, table.invite(other))
        await table.settle()
        for one, other in ((lower, higher), (higher, lower)):
            assert players[one].mesh.linked == {players[other].key}
            assert players[one].mesh._neighbours._links[players[other].key].opener == players[lower].key
            assert [type(event) for event in players[one].told] == [PeerJoined, LinkChanged]
        assert len(table.network.lines) == 2
        (alive,) = [line for line in table.network.lines if line.alive]
        assert (alive.dialler, alive.host) == (lower, higher)
        await everyone_says(table, b" hello")
        assert_all_heard_once(table, b" hello")


async def test_nothing_is_lost_when_one_connection_replaces_another(autojump_clock: MockClock) -> None:
    lower, higher = by_key("ann", "bea")
    async with a_table(delay=0.2) as table:
        players = {name: await table.sit(name) for name in (lower, higher)}
        await players[higher].mesh.connect(table.invite(lower))

        async def talk(name: str) -> None:
            for index in range(200):
                await players[name].mesh.broadcast("chat", b"%d" % index)
                await trio.sleep(0.005)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(talk, lower)
            nursery.start_soon(talk, higher)
            await players[lower].mesh._reach(table.invite(higher).addresses, Wanted(identity(higher).public))
        await table.settle(1)
        assert [line.alive for line in table.network.lines] == [False, True]
        for player in players.values():
            assert [message for _, _, message in player.received()] == [b"%d" % index for index in range(200)]
            assert player.lost() == []


async def test_closed_doors_let_only_members_in(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea", "cat") as table:
        for player in table.players.values():
            player.mesh.close_doors()
        dan = await table.sit("dan")
        for host in ("ann", "bea", "cat"):
            with pytest.raises(RefusedError, match="already begun"):
                await dan.mesh.connect(table.invite(host))
        table.kill("cat")
        await table.settle(5)
        await table.join("cat", "ann")
        await table.settle(5)
        assert table.players["bea"].mesh.linked == table.keys("ann", "cat")
        table.players["ann"].mesh.open_doors()
        await dan.mesh.connect(table.invite("ann"))
        await table.settle(1)
        assert table.players["ann"].mesh.members == table.keys("bea", "cat", "dan")
        assert table.players["bea"].mesh.members == table.keys("ann", "cat")


async def test_who_has_no_seat_has_to_go(autojump_clock: MockClock) -> None:
    async with a_table(*FOUR) as table:
        seats = table.keys("ann", "bea", "cat")
        for name in ("ann", "bea", "cat"):
            table.players[name].mesh.close_doors(seats)
        await table.settle(30)
        for name in ("ann", "bea", "cat"):
            assert table.players[name].mesh.members == seats - {identity(name).public}
            assert table.players[name].lost() == [(identity("dan").public, "has no seat at the table")]
        assert {reason for _, reason in table.players["dan"].lost()} == {"the table has begun without you"}


async def test_a_full_table_refuses(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea", "cat", limits=Limits(members=3)) as table:
        dan = await table.sit("dan")
        with pytest.raises(RefusedError, match="full"):
            await dan.mesh.connect(table.invite("ann"))
        table.kill("cat")
        await table.settle(1)
        await dan.mesh.connect(table.invite("ann"))
        await table.settle(5)
        assert table.players["ann"].mesh.members == table.keys("bea", "dan")


async def test_members_can_be_remembered_without_an_invite(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea", "cat") as table:
        addresses = {name: table.players[name].mesh.addresses for name in ("ann", "bea", "cat")}
        known = [(identity(name).public, [table.network.address(name)]) for name in ("ann", "bea", "cat")]
        assert all(addresses)
        for name in ("ann", "bea", "cat"):
            table.kill(name)
        await table.settle()
        for name in ("ann", "bea", "cat"):
            player = await table.sit(name)
            player.mesh.remember(known)
            player.mesh.close_doors(table.keys("ann", "bea", "cat"))
        await table.settle(30)
        for name in ("ann", "bea", "cat"):
            assert table.players[name].mesh.linked == table.keys("ann", "bea", "cat") - {identity(name).public}


async def test_errors_of_joining_are_sentences(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea") as table:
        dan = await table.sit("dan")
        nobody = table.network.address("nobody")
        ann = table.network.address("ann")
        print_ = fingerprint_bytes(identity("ann").public)
        cases = [
            (Invite(SECRET, print_, ()), "No address is known"),
            (Invite(SECRET, print_, (nobody,)), "Nobody could be reached at"),
            (Invite(SECRET, fingerprint_bytes(identity("bea").public), (ann,)), "Somebody else answered"),
        ]
        for invite, words in cases:
            with pytest.raises(ConnectError, match=words) as caught:
                await dan.mesh.connect(invite)
            assert str(caught.value).rstrip()[-1] in ".?"
        with pytest.raises(ValueError, match="another mesh"):
            await dan.mesh.connect(Invite(b"9876543210", print_, (ann,)))


async def test_another_table_does_not_know_the_invite(autojump_clock: MockClock) -> None:
    async with (
        a_table("ann") as table,
        open_mesh(
            identity("dan"),
            b"9876543210",
            listen=lambda: table.network.listen("dan"),
            dial=lambda address: table.network.dial("dan", address),
        ) as mesh,
    ):
        with pytest.raises(ConnectError, match="does not know this invite"):
            await mesh.connect(
                Invite(b"9876543210", fingerprint_bytes(identity("ann").public), (table.network.address("ann"),))
            )


async def test_connecting_has_a_deadline(autojump_clock: MockClock) -> None:
    async with a_table("ann", delay=5.0) as table:
        dan = await table.sit("dan")
        began = trio.current_time()
        with pytest.raises(ConnectError, match="in time"):
            await dan.mesh.connect(table.invite("ann"), deadline=began + 3)
        assert trio.current_time() - began == pytest.approx(3)


async def test_connecting_twice_is_no_error(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea") as table:
        assert await table.players["bea"].mesh.connect(table.invite("ann")) == table.players["ann"].key
        assert len(table.network.lines) == 1


async def test_the_same_identity_twice_is_refused(autojump_clock: MockClock) -> None:
    async with (
        a_table("ann") as table,
        open_mesh(
            identity("ann"),
            SECRET,
            listen=lambda: table.network.listen("twin"),
            dial=lambda address: table.network.dial("twin", address),
        ) as twin,
    ):
        with pytest.raises(RefusedError) as caught:
            await twin.connect(table.invite("ann"))
        assert caught.value.reason is Refusal.SAME_IDENTITY


async def test_errors_of_the_body_leave_as_they_are(autojump_clock: MockClock) -> None:
    async with a_table("ann") as table:
        with pytest.raises(KeyError):
            async with open_mesh(
                identity("bea"),
                SECRET,
                listen=lambda: table.network.listen("bea"),
                dial=lambda address: table.network.dial("bea", address),
            ):
                raise KeyError


@pytest.mark.parametrize("members", [1, 17])
async def test_limits_are_checked(autojump_clock: MockClock, members: int) -> None:
    async with a_table("ann") as table:
        with pytest.raises(ValueError, match="2 to 16"):
            async with open_mesh(
                identity("bea"), SECRET, listen=lambda: table.network.listen("bea"), limits=Limits(members=members)
            ):
                pass


async def test_statistics_agree(autojump_clock: MockClock) -> None:
    async with a_table("ann", "bea") as table:
        await table.players["ann"].mesh.broadcast("chat", bytes(1000))
        await table.settle(0.1)
        ann, bea = (table.players[name].mesh.statistics for name in ("ann", "bea"))
        assert (ann.bytes_sent, ann.bytes_received) == (bea.bytes_received, bea.bytes_sent)
        assert (ann.messages_sent, ann.messages_received) == (bea.messages_received, bea.messages_sent)
        assert ann.bytes_sent > 1000


@pytest.mark.parametrize("order", list(itertools.permutations(FOUR[1:])))
async def test_joining_at_once_in_any_order(autojump_clock: MockClock, order: tuple[str, ...]) -> None:
    async with a_table("ann") as table:
        async with trio.open_nursery() as nursery:
            for name in order:
                nursery.start_soon(table.join, name, "ann")
        await table.settle(10)
        for player in table.players.values():
            assert player.mesh.linked == table.keys(*FOUR) - {player.key}
            assert player.lost() == []
        await everyone_says(table, b" hello")
        assert_all_heard_once(table, b" hello")


@pytest.mark.parametrize("seed", range(6))
async def test_after_any_weather_everybody_is_linked_again(autojump_clock: MockClock, seed: int) -> None:
    """Cuts, silences, deaths and returns at random; then calm, and all is well."""
    random = Random(seed)
    names = (*FOUR, "eve")
    async with a_table(*names) as table:
        for player in table.players.values():
            player.mesh.close_doors(table.keys(*names))
        for _ in range(15):
            weather = random.choice(("cut", "cut all", "mute", "kill"))
            victim, other = random.sample(sorted(table.players), 2)
            if weather == "cut":
                table.network.cut(victim, other)
            elif weather == "cut all":
                table.network.cut(victim)
            elif weather == "mute":
                table.network.mute(victim, other)
            elif len(table.players) > 2:
                table.kill(victim)
                await table.settle(random.choice((0.01, 5)))
                player = await table.sit(victim)
                player.mesh.remember([(identity(name).public, [table.network.address(name)]) for name in names])
                player.mesh.close_doors(table.keys(*names))
            await table.settle(random.choice((0.0, 0.01, 1, 5)))
        await table.settle(120)
        for player in table.players.values():
            assert player.mesh.linked == table.keys(*names) - {player.key}
            told = set(player.joined())
            assert told == table.keys(*names) - {player.key}
        await everyone_says(table, b" is well")
        assert_all_heard_once(table, b" is well")
        for one, other in itertools.combinations(names, 2):
            assert len([line for line in table.network.between(one, other) if line.alive]) == 1


async def test_whoever_is_cancelled_still_says_goodbye(autojump_clock: MockClock) -> None:
    """As by a signal: the others hear that the player left, not that a line broke."""
    async with a_table("ann", "bea", "cat") as table:
        bea = table.players.pop("bea")
        bea.scope.cancel()
        await table.settle(1)
        for name in ("ann", "cat"):
            assert table.players[name].lost() == [(bea.key, LEFT)]
