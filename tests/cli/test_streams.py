"""Output that goes away and input that is not there: a sentence where one can be said, an exit code, no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli import streams

ROOT = Path(__file__).parents[2]
TABLE = "play tonk --plain --auto --seats 2 --hands 1"
CLOSED = "fairdeal: There is nowhere to write to: the output is closed.\n"
FULL = "fairdeal: The output cannot be written: No space left on device.\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory in which one table is kept, and its transcript beside it."""
    path = tmp_path_factory.mktemp("streams") / "home"
    done = shell(path, f"fairdeal {TABLE} --name Ann --transcript {path}/../table.fair")
    assert done.returncode == 0, done.stderr
    return path


def shell(home: Path, line: str) -> "subprocess.CompletedProcess[str]":
    """What a shell makes of this line, in which `fairdeal` is the command."""
    settings = {"FAIRDEAL_HOME": str(home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", "PYTHON": sys.executable}
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("fairdeal ", '"$PYTHON" -m cli ')],
        capture_output=True,
        text=True,
        env={**os.environ, **settings},
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


COMMANDS = [
    "--version",
    "--help",
    "",
    "rules pitch",
    "options pitch --json",
    "history",
    "history --csv",
    "settle --json",
    "replay 1",
    "verify {home}/../table.fair",
    "export 1 --csv",
    "report 1 --output {home}/../page.html",
    "selfplay tonk --seats 2 --hands 1",
    TABLE,
]


@pytest.mark.parametrize("command", COMMANDS)
def test_output_that_goes_away_is_one_sentence_or_none(command: str, home: Path) -> None:
    line = "fairdeal " + command.format(home=home)
    assert shell(home, f"{line} >&-").stderr == CLOSED
    done = shell(home, f"{line} >/dev/full")
    assert (done.returncode, done.stderr) == (1, FULL)
    done = shell(home, f"{{ {line}; echo $? >&2; }} | true")
    assert done.stderr == "141\n"


def test_what_cannot_be_said_is_left_unsaid(home: Path) -> None:
    for silence in ("2>&-", "2>/dev/full", ">&- 2>&- <&-"):
        done = shell(home, f"fairdeal nosuch {silence}")
        assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_without_input_a_person_leaves_and_a_computer_plays_on(home: Path) -> None:
    done = shell(home, "fairdeal play tonk --plain --seats 2 <&-")
    assert (done.returncode, done.stderr) == (1, "fairdeal: The input has ended, so you left the table.\n")
    done = shell(home, f"fairdeal {TABLE} <&-")
    assert (done.returncode, done.stderr) == (0, "")


def test_no_file_gets_the_number_of_a_closed_stream(home: Path) -> None:
    code = (
        "import os, sys; from cli import streams; streams.prepare();"
        "first = os.open(os.devnull, os.O_RDONLY); os.write(2, str(first).encode())"
    )
    done = shell(home, f'"$PYTHON" -c "{code}" <&- >&-')
    assert int(done.stderr) > 2


def test_a_stream_that_is_gone_can_be_given_up_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def fileno(self) -> int:
            raise ValueError

        def write(self, _: str) -> int:
            raise ValueError

        def flush(self) -> None:
            raise OSError

    monkeypatch.setattr(sys, "stderr", Gone())
    streams.tell("nobody hears")
    streams.tell("nobody hears")
