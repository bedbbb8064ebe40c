"""`verify` on transcripts of a table that was really played, whole and tampered with."""

import json
from pathlib import Path
from random import Random

import pytest

from cli.main import entry
from engine.games import rules_of
from engine.games.tonk.player import choose
from engine.games.tonk.state import TonkState
from protocol.codec import pack
from protocol.events import Acting, Closed, Send
from protocol.identity import Identity
from protocol.seat import SeatMachine, run_jobs
from protocol.terms import Genesis, Player, Terms
from protocol.transcript_file import MAGIC, records, write
from tests.cli.history.nights import voided


def played(hands: int, steps: int = 10_000) -> bytes:
    """The transcript of a table of two computer players, who stop after so many exchanges of messages."""
    rng = Random(4)
    identities = [Identity(bytes([seat + 1]) * 32) for seat in range(2)]
    players = tuple(
        Player(identity.public, name, name.encode().ljust(32))
        for identity, name in zip(identities, ("Ann", "Bob"), strict=True)
    )
    genesis = Genesis(Terms.of("tonk", rules_of("tonk").Options.make(natural_high="off"), hands=hands), players)
    machines = [SeatMachine(genesis, identity) for identity in identities]
    closed: set[int] = set()
    for machine in machines:
        machine.start()
    while len(closed) < 2 and (steps := steps - 1):
        for at, machine in enumerate(machines):
            run_jobs(machine)
            for output in machine.take_outputs():
                if isinstance(output, Send):
                    machines[1 - at].receive(output.data)
                elif isinstance(output, Acting):
                    assert isinstance(output.state, TonkState)
                    machine.choose(choose(output.state, machine.seat, output.faces, rng))
                elif isinstance(output, Closed):
                    closed.add(at)
    return write(genesis, machines[0].table.log())


@pytest.fixture(scope="module")
def transcript() -> bytes:
    return played(hands=1)


def verify(tmp_path: Path, data: bytes, *more: str) -> int:
    (tmp_path / "log").write_bytes(data)
    return entry(["verify", str(tmp_path / "log"), *more])


def test_a_whole_transcript(tmp_path: Path, transcript: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, transcript) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Tonk with 2 seats; 1 hand sealed by all."
    assert told[1].startswith("Seat 0: Ann, key ")
    assert told[2].startswith("Seat 1: Bob, key ")
    assert told[3].startswith("Checked: 4 shuffles, ")
    assert told[4].startswith("Hand 1, ")
    assert told[-1].startswith("OK. Closed and signed by all; fingerprint ")


def test_as_json(tmp_path: Path, transcript: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, transcript, "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is True
    assert report["hands"] == 1
    assert report["closed"] is True
    assert [seat["name"] for seat in report["seats"]] == ["Ann", "Bob"]
    assert len(bytes.fromhex(report["digest"])) == 32
    assert sum(report["ledger"]) == 0
    assert report["sealed"][-1]["payments"] == report["ledger"]


def test_a_table_that_was_not_closed(tmp_path: Path, transcript: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    ends = [record.offset for record in records(transcript)]
    assert verify(tmp_path, transcript[: ends[-2]]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("OK as far as it goes: the table was not closed")


def test_a_changed_byte_is_found_and_named(
    tmp_path: Path, transcript: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    inside = list(records(transcript))
    for number in (1, len(inside) // 2, len(inside) - 1):
        record = inside[number]
        assert record.data is not None
        spot = record.offset + 4 + len(record.data) - 1
        changed = transcript[:spot] + bytes([transcript[spot] ^ 1]) + transcript[spot + 1 :]
        assert verify(tmp_path, changed) == 1
        last = capsys.readouterr().out.splitlines()[-1]
        assert last.startswith("Does not verify: the ")
        assert f"record {number} at byte {record.offset}" in last
        assert "(Ann)" in last or "(Bob)" in last
        assert verify(tmp_path, changed, "--json") == 1
        report = json.loads(capsys.readouterr().out)
        assert report["ok"] is False
        assert "signature" in report["reason"]


def test_a_missing_contribution_is_found(tmp_path: Path, transcript: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    inside = list(records(transcript))
    gone = inside[10]
    after = inside[11].offset
    assert verify(tmp_path, transcript[: gone.offset] + transcript[after:]) == 1
    assert "Does not verify: " in capsys.readouterr().out


def test_no_byte_of_a_transcript_reaches_the_terminal_as_it_is(
    tmp_path: Path, transcript: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    record = list(records(transcript))[1]
    assert record.data is not None
    hostile = record.data.replace(pack("agree"), pack("\x1b[2Jx"))
    assert hostile != record.data
    changed = transcript[: record.offset] + len(hostile).to_bytes(4, "big") + hostile
    assert verify(tmp_path, changed) == 1
    told = capsys.readouterr().out
    assert "Does not verify" in told
    assert "\x1b" not in told


@pytest.mark.parametrize("data", [b"", b"hello", MAGIC[:-1], MAGIC])
def test_what_is_no_transcript_cannot_be_read(tmp_path: Path, data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, data) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"fairdeal: {tmp_path / 'log'} cannot be read: ")
    assert told.err.count("\n") == 1


def test_files_of_another_version_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for start in (b"fairdeal transcript 1\n", b"fairdeal evidence 999\n"):
        assert verify(tmp_path, start + bytes(20)) == 2
        assert "a version of fairdeal wrote it whose records this one cannot read" in capsys.readouterr().err


@pytest.mark.parametrize("data", [MAGIC + b"\0\0\0\1\xc0", MAGIC + b"\xff" * 10, MAGIC + b"\0\0\0\0"])
def test_broken_terms_do_not_verify(tmp_path: Path, data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, data) == 1
    assert capsys.readouterr().out.startswith("Does not verify: ")


def test_who_was_convicted_is_not_said_to_have_signed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, voided().transcript) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("OK. Closed, and signed by all but Bob; fingerprint ")
