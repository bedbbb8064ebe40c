"""Signals at any moment: one sentence, the exit code of the signal, nothing for those that are to be ignored."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from cli import endings, running
from cli.errors import Failure
from cli.main import entry

ROOT = Path(__file__).parents[2]
INTERRUPTED_WHILE_LOADING = """
import os, signal, sys
class Press:
    def find_spec(self, name, *_):
        if name == "cli.main":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Press())
from cli.__main__ import main
sys.exit(main())
"""


def python(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_ctrl_c_while_the_program_is_loaded_shows_no_traceback() -> None:
    process = python("-c", INTERRUPTED_WHILE_LOADING)
    assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == -signal.SIGINT


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (signal.SIGINT, "You left the table with Ctrl-C."),
        (signal.SIGTERM, "The program was asked to end, so you left the table."),
        (signal.SIGQUIT, "The program was asked to end, so you left the table."),
        (signal.SIGHUP, "The terminal was closed, so you left the table."),
    ],
)
def test_a_signal_ends_a_table_in_plain_mode(number: signal.Signals, sentence: str) -> None:
    async def work() -> None:
        signal.raise_signal(number)
        await trio.sleep_forever()

    with pytest.raises(Failure) as caught:
        running.run(work)
    assert (str(caught.value), caught.value.code) == (sentence, 128 + number)


def test_a_program_that_is_to_survive_the_terminal_does(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert signal.SIGHUP not in endings.heeded()
        assert {signal.SIGINT, signal.SIGTERM, signal.SIGQUIT} <= set(endings.heeded())
    finally:
        signal.signal(signal.SIGHUP, before)


def test_an_interrupt_that_comes_with_other_errors_is_an_interrupt() -> None:
    async def work() -> None:
        raise BaseExceptionGroup("", [ZeroDivisionError(), KeyboardInterrupt()])

    with pytest.raises(Failure) as caught:
        running.run(work)
    assert caught.value.code == 130


def test_an_error_of_the_program_is_one_sentence_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from cli.commands import explain

    def fail(_: object) -> int:
        raise ZeroDivisionError

    note = tmp_path / endings.NOTE
    monkeypatch.setenv("FAIRDEAL_HOME", str(tmp_path))
    monkeypatch.setattr(explain, "rules", fail)
    assert entry(["rules", "tonk"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"fairdeal: Something went wrong inside fairdeal (ZeroDivisionError); details are in {note}.\n"
    assert "in fail" in note.read_text()
    note.unlink()
    note.mkdir()
    assert entry(["rules", "tonk"]) == 1
    assert capsys.readouterr().err == "fairdeal: Something went wrong inside fairdeal (ZeroDivisionError).\n"
