"""A replay in a real terminal: by keys on the full screen, by lines, killed; the terminal is as before."""

import signal
import sys
from pathlib import Path

import pytest

from cli.history.keeping import FOLDER
from tests.cli.history.nights import NIGHTS
from tests.cli.screen.terminal import Terminal


@pytest.fixture
def home(tmp_path: Path) -> Path:
    made = tmp_path / "home"
    made.mkdir(mode=0o700)
    NIGHTS["thirteen"]().keep(made / FOLDER, 1)
    return made


def replay(home: Path, *arguments: str) -> Terminal:
    return Terminal(home, sys.executable, "-m", "cli", "replay", "1", *arguments)


def test_stepping_by_keys_and_leaving(home: Path) -> None:
    with replay(home) as terminal:
        terminal.until("Hand 1, step 1 of")
        terminal.type("n", "n", "v")
        text = terminal.until("All cards that were ever opened are seen, and yours.")
        assert "Hand 1, step 3 of" in text
        terminal.type("Down")
        terminal.until("Hand 2, step 1 of")
        terminal.type("Escape")
        assert terminal.ended() == 0
        assert terminal.is_sane()


def test_killed_in_the_middle(home: Path) -> None:
    with replay(home) as terminal:
        terminal.until("Hand 1, step 1 of")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.ended() != 0
        assert terminal.is_sane()


def test_by_lines(home: Path) -> None:
    with replay(home, "--plain") as terminal:
        terminal.until("Hand 1, step 1 of")
        terminal.type("Enter")
        terminal.until("Hand 1, step 2 of")
        terminal.type("q", "Enter")
        assert terminal.ended() == 0
