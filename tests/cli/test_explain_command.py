"""`rules` and `options`: what a stranger reads before the first hand."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.main import entry
from engine.games import names, rules_of
from engine.options import BadOption

ROOT = Path(__file__).parents[2]


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert entry(list(arguments)) == 0
    return capsys.readouterr().out.splitlines()


def on_terminal(*arguments: str, columns: int) -> list[str]:
    """What a command prints on a terminal of this width."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "cli", *arguments]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, env=environment) as process:
        os.close(theirs)
        parts = []
        try:
            while part := os.read(ours, 4096):
                parts.append(part)
        except OSError:  # the other end is closed
            pass
        assert process.wait() == 0
    os.close(ours)
    return b"".join(parts).decode().splitlines()


@pytest.mark.parametrize("game", names())
def test_every_preset_and_option_has_a_line_of_its_own(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines, options = told(capsys, "options", game), rules_of(game).Options
    for name, changes in options.presets.items():
        [line] = [line for line in lines if line.startswith(f"{name}: ")]
        assert all(f"{key}=" in line for key in changes)
    for info in options.listing():
        [line] = [line for line in lines if line.startswith(f"{info.name}=")]
        assert re.search(r": [A-Z0-9].*\. Values: .+\.$", line), line


@pytest.mark.parametrize("game", names())
def test_a_preset_that_needs_another_says_which(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines, options = told(capsys, "options", game), rules_of(game).Options
    for name in options.presets:
        [line] = [line for line in lines if line.startswith(f"{name}: ")]
        _, needs, others = line.partition(" Not alone, but after one of these: ")
        try:
            options.make(name)
        except BadOption:
            assert needs
            for other in others.rstrip(".").split(", "):
                options.make(other, name)
        else:
            assert not needs


def test_no_jokers_is_such_a_preset(capsys: pytest.CaptureFixture[str]) -> None:
    [line] = [line for line in told(capsys, "options", "pitch") if line.startswith("no_jokers")]
    assert line == (
        "no_jokers: without jokers; jokers_in_deck=false. "
        "Not alone, but after one of these: five_point, eight_point, eleven_point, fourteen_point."
    )


@pytest.mark.parametrize("game", names())
def test_no_page_refers_to_another(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("options", "rules"):
        assert "\u00a7" not in "\n".join(told(capsys, command, game))


@pytest.mark.parametrize("command", ["options", "rules"])
def test_pages_fit_the_terminal_and_keep_names_whole(command: str) -> None:
    lines = on_terminal(command, "tonk", columns=80)
    assert max(map(len, lines)) < 80
    assert len(lines) > 20
    assert not [line for line in lines if line.endswith("-")]


def test_rules_name_what_differs_in_plain_words(capsys: pytest.CaptureFixture[str]) -> None:
    first = told(capsys, "rules", "tonk", "--option", "drop_when=any_time")[0]
    assert first == "Tonk. Rules: classic (the usual rules), but when one may drop (drop_when) = any_time."
