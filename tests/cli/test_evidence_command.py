"""A cheat is caught, the evidence is kept, and `verify` shows a stranger whom it convicts."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import trio

from cli.history.keeping import FOLDER, evidence_name, keeping
from cli.main import entry
from p2p.events import TableEvent
from protocol.events import Convicted
from tests.protocol.table.net import Net, blob_of, flipped, genesis_of, to_all, with_part


@pytest.fixture(scope="module")
def convicted() -> Convicted:
    net = Net(genesis_of(2, "tonk", hands=1))
    net.cheat_once(1, "shuffle", lambda c: to_all(with_part(c, 1, flipped(blob_of(c, 1)))))
    net.start().run()
    [event] = net.nodes[0].of(Convicted)
    assert isinstance(event, Convicted)
    return event


def verify(tmp_path: Path, data: bytes, *more: str) -> int:
    (tmp_path / "evidence").write_bytes(data)
    return entry(["verify", str(tmp_path / "evidence"), *more])


def test_evidence_convicts_before_a_stranger(
    tmp_path: Path, convicted: Convicted, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, convicted.file) == 0
    assert capsys.readouterr().out.startswith("This evidence convicts seat 1, p1, key ")
    assert verify(tmp_path, convicted.file, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["seat"], told["name"]) == (True, 1, "p1")


def test_evidence_with_any_byte_changed_convicts_nobody(
    tmp_path: Path, convicted: Convicted, capsys: pytest.CaptureFixture[str]
) -> None:
    for at in range(25, len(convicted.file), max(1, len(convicted.file) // 23)):
        changed = bytearray(convicted.file)
        changed[at] ^= 1
        assert verify(tmp_path, bytes(changed)) == 1, at
        assert capsys.readouterr().out.startswith("This evidence convicts nobody: ")


@pytest.mark.parametrize("keep", [0, 1])
def test_evidence_that_is_cut_off_convicts_nobody(tmp_path: Path, convicted: Convicted, keep: int) -> None:
    assert verify(tmp_path, convicted.file[: len(convicted.file) * keep // 2 + 30]) == 1
    assert verify(tmp_path, convicted.file[:20]) == 2


async def test_what_convicts_is_kept_beside_the_transcript(tmp_path: Path, convicted: Convicted) -> None:
    tell, events = trio.open_memory_channel[TableEvent](10)
    sitting: Any = SimpleNamespace(events=events, machine=None)
    async with keeping(sitting, tmp_path):
        await tell.send(convicted)
        assert await sitting.events.receive() is convicted
        assert (tmp_path / FOLDER / evidence_name(convicted)).read_bytes() == convicted.file
        await tell.aclose()
