"""When the full screen is chosen, and when suits are signs."""

import sys
from argparse import Namespace
from typing import Any

import pytest

from cli.screen.wanted import signs, wanted


class Stream:
    """A stream that is a terminal, or is not."""

    def __init__(self, terminal: bool, encoding: str | None = "utf-8") -> None:
        self.terminal, self.encoding = terminal, encoding

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> Any:
    def make(reads: bool = True, writes: bool = True, term: str = "xterm-256color", encoding: str = "utf-8") -> None:
        monkeypatch.setattr(sys, "stdin", Stream(reads))
        monkeypatch.setattr(sys, "stdout", Stream(writes, encoding))
        monkeypatch.setenv("TERM", term)

    return make


@pytest.mark.parametrize(
    ("how", "arguments", "full"),
    [
        ({}, {}, True),
        ({}, {"plain": True}, False),
        ({"reads": False}, {}, False),
        ({"writes": False}, {}, False),
        ({"term": "dumb"}, {}, False),
        ({"term": "unknown"}, {}, False),
        ({"term": "linux"}, {"plain": False}, True),
    ],
)
def test_the_full_screen_takes_a_terminal_at_both_ends(streams: Any, how: Any, arguments: Any, full: bool) -> None:
    streams(**how)
    assert wanted(Namespace(**arguments)) is full


def test_without_standard_input_there_is_no_full_screen(streams: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    streams()
    monkeypatch.setattr(sys, "stdin", None)
    assert wanted(Namespace()) is False


@pytest.mark.parametrize(
    ("encoding", "ascii_only", "shown"),
    [("utf-8", False, True), ("UTF8", False, True), ("utf-8", True, False), ("latin-1", False, False)],
)
def test_suits_are_signs_where_the_terminal_takes_them(
    streams: Any, encoding: str, ascii_only: bool, shown: bool
) -> None:
    streams(encoding=encoding)
    assert signs(Namespace(ascii=ascii_only)) is shown
