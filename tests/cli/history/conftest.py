"""A data directory with kept tables, and the command as a player calls it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cli.history.keeping import FOLDER
from cli.main import entry


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this player's tables are kept; nothing is there yet."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    monkeypatch.setenv("FAIRDEAL_HOME", str(home))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.chdir(tmp_path)
    return home / FOLDER


@pytest.fixture
def told(folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a command prints that ends well."""

    def run(*arguments: str) -> str:
        assert entry(arguments) == 0
        said = capsys.readouterr()
        assert said.err == ""
        return said.out

    return run


@pytest.fixture
def refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """The sentence of a command that the player misused."""

    def run(*arguments: str) -> str:
        assert entry(arguments) == 2
        said = capsys.readouterr()
        assert said.out == ""
        [line] = said.err.splitlines()
        return line.removeprefix("fairdeal: ")

    return run
