"""Players at a table over real channels on loopback: a hand is played, and nothing hangs when somebody vanishes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
import trio

from engine.contract import IllegalMove, Move
from engine.games import rules_of
from p2p import filling, lines
from p2p import sitting as sitting_module
from p2p.events import Arrived, Chat, Departed, Ended, Invited, Listening, PeerLost, Reading, Seated, TableEvent
from p2p.frames import Farewell
from p2p.sitting import CHAT_BURST, Guest, Sitting, host_table, join_table
from p2p.storage import Storage
from protocol.events import Acting, HandSealed, Happened
from protocol.identity import Identity
from protocol.terms import Terms
from protocol.verify import verify

GAME = "tonk"


async def play(sitting: Sitting, rng: Random, seen: list[TableEvent], stop_at: int | None = None) -> None:
    """Play random legal moves to the end, or walk away at the so-manieth own turn."""
    turns = 0
    async for event in sitting.events:
        seen.append(event)
        if isinstance(event, Acting):
            turns += 1
            if stop_at == turns:
                return
            assert sitting.machine is not None
            legal = list(rules_of(GAME).legal(event.state, sitting.machine.seat, event.faces))
            await sitting.choose(rng.choice(legal))


async def run_table(seats: int, hands: int, walker: int | None = None, journal: str = ":memory:"):
    """Events and transcripts by player; `walker` walks away at the first own turn."""
    terms = Terms.of(GAME, rules_of(GAME).Options.make(), hands=hands)
    seen: list[list[TableEvent]] = [[] for _ in range(seats)]
    transcripts: dict[int, bytes] = {}

    async def join(code: str, number: int) -> None:
        guest = Guest(Identity.generate(), f"player {number}")
        async with join_table(guest, code, loopback=True) as sitting:
            await play(sitting, Random(number), seen[number], 1 if number == walker else None)
            transcripts[number] = sitting.transcript()

    with trio.fail_after(30):
        async with host_table(Guest(Identity.generate(), "host", journal), terms, seats, loopback=True) as sitting:
            listening = await sitting.events.receive()
            assert isinstance(listening, Listening)
            async with trio.open_nursery() as nursery:
                for number in range(1, seats):
                    nursery.start_soon(join, listening.code, number)
                await play(sitting, Random(0), seen[0])
                transcripts[0] = sitting.transcript()
    return seen, transcripts


@asynccontextmanager
async def a_table(terms: Terms, seats: int) -> AsyncIterator[tuple[Sitting, str]]:
    """A table opened by Ann, and its invite code."""
    with trio.fail_after(20):
        async with host_table(Guest(Identity.generate(), "Ann"), terms, seats, loopback=True) as ann:
            listening = await ann.events.receive()
            assert isinstance(listening, Listening)
            yield ann, listening.code


async def test_three_players_play_a_hand_and_keep_the_same_log(tmp_path) -> None:
    journal = tmp_path / "journal.sqlite"
    seen, transcripts = await run_table(3, 1, journal=str(journal))
    assert len(set(transcripts.values())) == 1
    report = verify(transcripts[0])
    assert report.ok
    assert report.hands == 1
    assert report.closed
    for events in seen:
        assert isinstance(events[-1], Ended)
        assert events[-1].well
        assert sum(isinstance(event, HandSealed) for event in events) == 2
    assert isinstance(seen[1][0], Invited)
    with Storage(journal) as storage:
        (table,) = storage.tables()
        kept = storage.contributions(table.table)
    assert {entry.payload for entry in kept if entry.own}
    assert len(kept) == sum(report.proven.values())


async def test_a_player_who_vanishes_is_named_at_once_and_nothing_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "FAREWELL", 0.2)
    seen, transcripts = await run_table(3, 2, walker=1)
    seat = next(event.seat for event in seen[1] if isinstance(event, Seated))
    for events in (seen[0], seen[2]):
        assert any(isinstance(event, PeerLost) and event.seat == seat for event in events)
        assert isinstance(events[-1], Ended)
        assert not events[-1].well
        assert "player 1" in events[-1].reason
    report = verify(transcripts[0])
    assert report.ok
    assert not report.closed


async def test_moves_are_refused_with_a_sentence_and_chat_is_cleaned() -> None:
    terms = Terms.of(GAME, rules_of(GAME).Options.make(), hands=1)
    with trio.fail_after(20):
        async with host_table(Guest(Identity.generate(), "Ann"), terms, 2, loopback=True) as ann:
            with pytest.raises(IllegalMove):
                await ann.choose(Move("drop"))
            listening = await ann.events.receive()
            assert isinstance(listening, Listening)
            async with join_table(Guest(Identity.generate(), "Bob"), listening.code, loopback=True) as bob:
                async for event in ann.events:
                    if isinstance(event, Happened):
                        break
                await bob.say("hello\x1b[2J\n there")
                async for event in ann.events:
                    if isinstance(event, Chat):
                        assert event == Chat(1, "hello [2J there")
                        break


async def test_who_asks_first_is_told_the_terms_and_takes_no_seat() -> None:
    terms = Terms.of(GAME, rules_of(GAME).Options.make(), stake=3, hands=1)
    async with (
        a_table(terms, 2) as (ann, code),
        join_table(Guest(Identity.generate(), "Bob"), code, loopback=True, asks=True) as bob,
    ):
        assert await bob.events.receive() == Invited(terms, 2)
        host = await bob.events.receive()
        assert isinstance(host, Arrived)
        assert (host.name, host.own) == ("Ann", False)
        arrived, reading = drained(ann)
        assert isinstance(arrived, Arrived)
        assert reading == Reading(1)
        await bob.accept()
        async for event in bob.events:
            if isinstance(event, Seated):
                break
        assert event.genesis.terms == terms
        assert Reading(0) in drained(ann)


async def test_who_only_reads_the_terms_takes_nobodys_place() -> None:
    terms = Terms.of(GAME, rules_of(GAME).Options.make(), hands=1)
    async with (
        a_table(terms, 2) as (_ann, code),
        join_table(Guest(Identity.generate(), "Eve"), code, loopback=True, asks=True) as eve,
    ):
        assert await eve.events.receive() == Invited(terms, 2)
        async with join_table(Guest(Identity.generate(), "Bob"), code, loopback=True) as bob:
            assert Seated in [type(event) async for event in taking(bob, Seated)]
            *_, last = [event async for event in eve.events]
            assert last == Ended(well=False, reason="The table has begun without you.")


async def test_a_copied_identity_is_told_what_has_happened() -> None:
    """The second program of one identity takes the place; the first one says so, and blames nobody else."""
    terms = Terms.of(GAME, rules_of(GAME).Options.make(), hands=1)
    async with a_table(terms, 3) as (_ann, code):
        same = Identity.generate()
        async with join_table(Guest(same, "Bob"), code, loopback=True) as first:
            assert await first.events.receive() == Invited(terms, 3)
            async with join_table(Guest(same, "Bob"), code, loopback=True) as second:
                assert await second.events.receive() == Invited(terms, 3)
                *_, last = [event async for event in first.events]
                assert isinstance(last, Ended)
                assert last.reason == "Another program with your identity has taken your place at this table."


async def test_a_flood_of_chat_is_cut_off_at_the_door() -> None:
    terms = Terms.of(GAME, rules_of(GAME).Options.make(), hands=1)
    async with (
        a_table(terms, 2) as (ann, code),
        join_table(Guest(Identity.generate(), "Bob"), code, loopback=True) as bob,
    ):
        assert Seated in [type(event) async for event in taking(ann, Seated)]
        assert Seated in [type(event) async for event in taking(bob, Seated)]
        for number in range(100):
            await bob.say(f"spam {number}")
            await bob.say(" \u200b ")
        await trio.sleep(0.3)
        told = [event for event in drained(ann) if isinstance(event, Chat)]
        assert CHAT_BURST <= len(told) <= CHAT_BURST + 5
        assert all(event.text for event in told)


async def test_all_hear_of_it_when_somebody_gets_up_again() -> None:
    terms = Terms.of(GAME, rules_of(GAME).Options.make("house-wikipedia"), hands=1)
    async with (
        a_table(terms, 4) as (_ann, code),
        join_table(Guest(Identity.generate(), "Bob"), code, loopback=True) as bob,
    ):
        async with join_table(Guest(Identity.generate(), "Cleo"), code, loopback=True):
            for name in ("Ann", "Bob", "Cleo"):
                *_, came = [event async for event in taking(bob, Arrived)]
                assert isinstance(came, Arrived)
                assert came.name == name
        *_, gone = [event async for event in taking(bob, Departed)]
        assert isinstance(gone, Departed)
        assert gone.name == "Cleo"


@pytest.mark.parametrize("farewell", [Farewell.DISPLACED, Farewell.NOT_SEATED])
async def test_a_peers_farewell_says_nothing_of_anybody_but_itself(
    farewell: Farewell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eve tells all that somebody else has their place: the table ends as if she had hung up, and names her."""
    monkeypatch.setattr(lines, "GRACE", 0.2)
    terms = Terms.of(GAME, rules_of(GAME).Options.make(), hands=1)
    async with a_table(terms, 3) as (ann, code), joined(code, "Bob") as bob, joined(code, "Eve") as eve:
        for sitting in (ann, bob, eve):
            *_, _seated = [event async for event in taking(sitting, Seated)]
        for link in eve._mesh._neighbours.links:
            link.retire(farewell)
        for sitting in (ann, bob):
            *_, last = [event async for event in sitting.events]
            assert isinstance(last, Ended)
            assert last.reason.startswith("Eve is gone, and the hand cannot be finished.")


@pytest.mark.parametrize("farewell", [Farewell.DISPLACED, Farewell.NOT_SEATED])
async def test_who_only_reads_the_terms_ends_no_table(farewell: Farewell) -> None:
    terms = Terms.of(GAME, rules_of(GAME).Options.make("house-wikipedia"), hands=1)
    async with a_table(terms, 4) as (ann, code), joined(code, "Bob") as bob, joined(code, "Eve", asks=True) as eve:
        *_, _arrived = [event async for event in taking(ann, Reading)]
        await trio.sleep(0.3)
        for link in eve._mesh._neighbours.links:
            link.retire(farewell)
        await trio.sleep(0.5)
        for sitting in (ann, bob):
            assert not any(isinstance(event, Ended) for event in drained(sitting))
        for link in bob._mesh._neighbours.links:
            link.retire(farewell)
        *_, gone = [event async for event in taking(ann, Departed)]
        assert isinstance(gone, Departed)
        assert (gone.name, gone.reason) == ("Bob", "the connection was closed")


async def test_whom_all_had_been_waiting_for_is_named_when_somebody_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eve withholds her shares, Bob leaves: Ann reads of both."""
    monkeypatch.setattr(lines, "FAREWELL", 0.2)
    monkeypatch.setattr(sitting_module, "HELD_UP", 0.3)
    terms = Terms.of(GAME, rules_of(GAME).Options.make(), hands=1)
    async with a_table(terms, 3) as (ann, code), joined(code, "Eve") as eve:

        async def nothing(_: bytes) -> None:
            await trio.lowlevel.checkpoint()

        monkeypatch.setattr(eve, "_broadcast", nothing)
        async with joined(code, "Bob") as bob:
            for sitting in (ann, bob):
                *_, _seated = [event async for event in taking(sitting, Seated)]
            for _ in range(10):
                # What is no contribution does not hide that nothing moves.
                await eve._mesh.broadcast("log", b"junk")
                await trio.sleep(0.1)
        *_, last = [event async for event in ann.events]
        assert isinstance(last, Ended)
        assert last.reason == (
            "Bob has left the table, and the hand cannot be finished. Before that, everybody was waiting for Eve. "
            "No hand was completed."
        )


async def test_a_host_that_shows_no_terms_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(_: object, __: bytes) -> None:
        await trio.lowlevel.checkpoint()

    monkeypatch.setattr(filling.HostFilling, "opened", nothing)
    monkeypatch.setattr(filling, "PATIENCE", 0.3)
    terms = Terms.of(GAME, rules_of(GAME).Options.make(), hands=1)
    async with a_table(terms, 2) as (_ann, code), joined(code, "Bob", asks=True) as bob:
        *_, last = [event async for event in bob.events]
        assert isinstance(last, Ended)
        assert last.reason.startswith("The host does not say what is played")


@asynccontextmanager
async def joined(code: str, name: str, *, asks: bool = False) -> AsyncIterator[Sitting]:
    """A player of this name at the table of this code."""
    async with join_table(Guest(Identity.generate(), name), code, loopback=True, asks=asks) as sitting:
        yield sitting


async def taking(sitting: Sitting, wanted: type) -> AsyncIterator[TableEvent]:
    """The events up to the first of this kind."""
    async for event in sitting.events:
        yield event
        if isinstance(event, wanted):
            return


async def test_who_comes_late_is_told_of_all_who_are_here() -> None:
    terms = Terms.of(GAME, rules_of(GAME).Options.make("house-wikipedia"), hands=1)
    async with (
        a_table(terms, 4) as (_ann, code),
        join_table(Guest(Identity.generate(), "Bob"), code, loopback=True) as bob,
    ):
        assert isinstance(await bob.events.receive(), Invited)
        heard = [await bob.events.receive() for _ in range(2)]
        assert [(event.name, event.present, event.own) for event in heard if isinstance(event, Arrived)] == [
            ("Ann", 1, False),
            ("Bob", 2, True),
        ]
        async with join_table(Guest(Identity.generate(), "Cleo"), code, loopback=True) as cleo:
            assert isinstance(await cleo.events.receive(), Invited)
            met = [await cleo.events.receive() for _ in range(3)]
            assert [event.name for event in met if isinstance(event, Arrived)] == ["Ann", "Bob", "Cleo"]
            last = await bob.events.receive()
            assert isinstance(last, Arrived)
            assert (last.name, last.present, last.seats) == ("Cleo", 3, 4)


def drained(sitting: Sitting) -> list[TableEvent]:
    """The events that wait to be taken."""
    found: list[TableEvent] = []
    while sitting.events.statistics().current_buffer_used:
        found.append(sitting.events.receive_nowait())
    return found
