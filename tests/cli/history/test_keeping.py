"""What is kept of a table, by whom it can be read, and that nothing kept is lost."""

import os
import stat
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
import trio

from cli.errors import Failure
from cli.history import notes as noting
from cli.history.keeping import NOTES, TRANSCRIPT, Keeper, keeping, path_of
from cli.history.notes import Notes
from cli.history.summary import summary
from engine.cards import CARDS
from engine.games import rules_of
from p2p.events import Listening, Seated
from p2p.sitting import Guest, Sitting, host_table, join_table
from protocol.codec import CodecError, array, pack, unpack
from protocol.events import Acting, HandSealed
from protocol.identity import Identity
from protocol.table import Table
from protocol.terms import Terms
from protocol.transcript_file import MAGIC, write
from protocol.verify import verify
from tests.cli.history.nights import NIGHTS, Night, voided


@pytest.fixture(params=sorted(NIGHTS))
def night(request: pytest.FixtureRequest) -> Night:
    played: Night = NIGHTS[request.param]()
    return played


def watched(night: Night, folder: Path, seat: int = 0, hands: int = 99) -> Keeper:
    """A keeper that has seen this seat's events, up to so many seals."""
    keeper = Keeper(folder)
    keeper.see(Seated(night.genesis, seat))
    for event in night.told[seat]:
        keeper.see(event)
        hands -= isinstance(event, HandSealed)
        if not hands:
            break
    return keeper


def test_notes_hold_the_summary_that_the_transcript_proves(night: Night) -> None:
    for seat in range(night.genesis.n):
        assert night.notes(seat).summary == summary(night.table)


def test_notes_of_a_void_hand() -> None:
    night = voided()
    assert night.notes(0).summary == summary(night.table)
    assert night.notes(0).summary.hands[-1].outcome == "void"
    assert night.notes(0).summary.played == 0


def test_notes_hold_no_more_faces_than_the_seat_saw_and_no_public_ones(night: Night) -> None:
    for seat in range(night.genesis.n):
        notes = night.notes(seat)
        for hand, faces in notes.faces.items():
            seen = {slot: card for event in night.happened(seat, hand) for slot, card in event.faces.items()}
            assert faces.items() <= seen.items()
            held = {slot for event in night.happened(seat, hand) for slots in event.state.held for slot in slots}
            assert faces.keys() <= held


def test_notes_as_bytes(night: Night) -> None:
    notes = replace(night.notes(1), transcript=bytes(range(32)), computers=True)
    assert noting.decode(noting.encode(notes)) == notes


def test_notes_of_more_hands_than_an_array_holds() -> None:
    night = NIGHTS["tonk"]()
    one = night.notes(0).summary.hands[-1]
    many = tuple(replace(one, index=at, number=at + 1) for at in range(5000))
    faces = {at: {1: CARDS[3]} for at in range(5000)}
    notes = replace(night.notes(0), summary=replace(night.notes(0).summary, hands=many), faces=faces)
    assert noting.decode(noting.encode(notes)) == notes


def test_damaged_notes_are_no_notes() -> None:
    data = noting.encode(NIGHTS["tonk"]().notes(0))
    rng = Random(1)
    for _ in range(300):
        at = rng.randrange(len(data))
        changed = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
        try:
            notes = noting.decode(changed)
        except CodecError:
            continue
        n = len(notes.summary.names)
        assert 0 <= notes.seat < n
        for hand in notes.summary.hands:
            assert len(hand.payments) == len(hand.payoff) == n
            assert all(0 <= seat < n for seat in (*hand.winners, *hand.match_winners))


def test_values_of_another_shape_are_no_notes() -> None:
    parts = array(unpack(noting.encode(NIGHTS["tonk"]().notes(0)), 1 << 20))
    changed = [(*parts[:at], "x", *parts[at + 1 :]) for at in range(len(parts))]
    for shape in (None, 1, (), (1, 2), *changed):
        with pytest.raises(CodecError):
            noting.decode(pack(shape))


def test_both_files_are_whole_and_the_owner_s_alone(night: Night, tmp_path: Path) -> None:
    keeper = watched(night, tmp_path / "tables")
    table = Table(night.genesis)
    keeper.write(night.genesis, tuple(table.log()), 0)
    files = sorted(path.name for path in (tmp_path / "tables").iterdir())
    assert files == sorted(f"{night.genesis.table.hex()}{kind}" for kind in (TRANSCRIPT, NOTES))
    for name in files:
        assert stat.S_IMODE((tmp_path / "tables" / name).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "tables").stat().st_mode) == 0o700
    transcript = (tmp_path / "tables" / files[0]).read_bytes()
    assert transcript == write(night.genesis, ())
    kept = noting.decode((tmp_path / "tables" / files[1]).read_bytes())
    assert kept.transcript == sha256(transcript).digest()
    assert keeper.trouble == ""


def test_what_goes_further_is_not_overwritten(tmp_path: Path) -> None:
    night = NIGHTS["tonk"]()
    night.keep(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    again = watched(night, tmp_path, hands=1)
    again.write(night.genesis, (), 1)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    again.write(night.genesis, (), 3)
    assert path_of(tmp_path, night.genesis.table, TRANSCRIPT).read_bytes() == write(night.genesis, ())


def test_a_second_sitting_at_the_same_table_loses_no_faces(tmp_path: Path) -> None:
    night = NIGHTS["tonk"]()
    night.keep(tmp_path, began=5)
    again = Keeper(tmp_path)
    again.see(Seated(night.genesis, 0))
    assert again.notes is not None
    assert again.notes.faces == night.notes(0).faces
    assert again.notes.summary == night.notes(0).summary
    assert again.notes.began == 5


def test_a_table_is_kept_from_its_start_and_a_continued_one_is_not_begun_anew(tmp_path: Path) -> None:
    night = NIGHTS["tonk"]()
    keeper = Keeper(tmp_path)
    assert keeper.see(Seated(night.genesis, 0))
    keeper.write(night.genesis, (), 0)
    assert verify(path_of(tmp_path, night.genesis.table, TRANSCRIPT).read_bytes()).ok
    assert not Keeper(tmp_path).see(Seated(night.genesis, 0))


def test_damaged_notes_do_not_keep_anybody_from_playing(tmp_path: Path) -> None:
    night = NIGHTS["tonk"]()
    night.keep(tmp_path)
    path_of(tmp_path, night.genesis.table, NOTES).write_bytes(b"damaged")
    notes = watched(night, tmp_path).notes
    assert notes is not None
    assert replace(notes, began=0) == replace(night.notes(0), began=0)


def test_a_full_disk_is_told_and_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    night = NIGHTS["tonk"]()
    night.keep(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    keeper = watched(night, tmp_path)
    monkeypatch.setattr(os, "fsync", full)
    keeper.write(night.genesis, (), 3)
    assert keeper.trouble == f"The table could not be kept in {tmp_path}: No space left on device."
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


# -- at a table of real peers -------------------------------------------------------------------------------------


async def play(sitting: Sitting, rng: Random, seen: list[object]) -> None:
    async for event in sitting.events:
        seen.append(event)
        if isinstance(event, Acting) and sitting.machine is not None:
            rules = sitting.machine.table.rules
            await sitting.choose(rng.choice(list(rules.legal(event.state, sitting.machine.seat, event.faces))))


async def run_table(home: Path, hands: int) -> list[object]:
    """Two play; one of them keeps the table. What the keeper's screen was told."""
    terms = Terms.of("tonk", rules_of("tonk").Options.make(), hands=hands)
    seen: list[object] = []

    async def join(code: str) -> None:
        async with join_table(Guest(Identity.generate(), "Bob"), code, loopback=True) as sitting:
            await play(sitting, Random(2), [])

    with trio.fail_after(30):
        async with (
            host_table(Guest(Identity.generate(), "Ann"), terms, 2, loopback=True) as sitting,
            keeping(sitting, home),
            trio.open_nursery() as nursery,
        ):
            listening = await sitting.events.receive()
            assert isinstance(listening, Listening)
            nursery.start_soon(join, listening.code)
            await play(sitting, Random(1), seen)
    return seen


async def test_a_table_is_kept_while_its_events_reach_the_screen(tmp_path: Path) -> None:
    seen = await run_table(tmp_path, 1)
    [path] = (tmp_path / "tables").glob(f"*{TRANSCRIPT}")
    report = verify(path.read_bytes())
    assert report.ok
    assert report.closed
    notes: Notes = noting.decode(path.with_suffix(NOTES).read_bytes())
    assert notes.transcript == sha256(path.read_bytes()).digest()
    assert notes.summary.closed
    assert notes.summary.ledger == report.ledger
    assert notes.faces
    kinds = [type(event).__name__ for event in seen]
    assert kinds[-1] == "Ended"
    assert kinds.count("HandSealed") == len(report.sealed)


async def test_a_folder_that_cannot_be_written_ends_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables").write_bytes(MAGIC)
    said = []
    try:
        await run_table(tmp_path, 1)
    except* Failure as failures:
        said = [str(leaf) for leaf in leaves(failures)]
    assert said == [f"The table could not be kept in {tmp_path / 'tables'}: File exists."]


def leaves(error: BaseException) -> list[BaseException]:
    """The errors in a group of groups."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for inner in error.exceptions for leaf in leaves(inner)]
    return [error]
