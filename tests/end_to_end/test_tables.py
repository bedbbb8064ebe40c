"""Tables as people run them: processes, real sockets on this machine, what they print and leave behind."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds after which something is taken to hang."""


class Player:
    """One `fairdeal` in a process of its own; what it prints goes to files."""

    def __init__(self, folder: Path, name: str, *arguments: str) -> None:
        self.folder = folder / name
        self.folder.mkdir()
        self.out, self.err = self.folder / "out", self.folder / "err"
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "FAIRDEAL_HOME": str(self.folder / "home")}
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-u", "-m", "cli", *arguments],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=err,
                env=environment,
            )

    @property
    def typed(self) -> IO[bytes]:
        assert self.process.stdin is not None
        return self.process.stdin

    def type(self, text: str) -> None:
        self.typed.write(f"{text}\n".encode())
        self.typed.flush()

    def lines(self) -> list[str]:
        return self.out.read_text().splitlines()

    def complaint(self) -> str:
        return self.err.read_text()

    def wait_for(self, found: Callable[[list[str]], bool]) -> list[str]:
        """What it has printed, as soon as it is as wanted."""
        end = time.monotonic() + PATIENCE
        while not found(lines := self.lines()):
            assert time.monotonic() < end, f"waited in vain; printed so far: {lines}, {self.complaint()}"
            assert self.process.poll() is None, f"it has ended: {lines}, {self.complaint()}"
            time.sleep(0.02)
        return lines

    def end(self) -> int:
        """Its exit code."""
        return self.process.wait(PATIENCE)


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., Player]]:
    players: list[Player] = []

    def start(name: str, *arguments: str) -> Player:
        players.append(Player(tmp_path, name, *arguments))
        return players[-1]

    yield start
    for player in players:
        if player.process.poll() is None:
            player.process.kill()
        player.process.wait()
        player.typed.close()


def code_of(host: Player) -> str:
    """The invite code: alone on its line, after the one that announces it."""
    announced = "Invite code, to be passed on to your friends:"
    lines = host.wait_for(lambda lines: announced in lines[:-2])
    return lines[lines.index(announced) + 1]


QUESTION = "Do you sit down at this table? Type yes or no."
AUTO = ("--auto", "--pace", "0")


def test_three_processes_play_and_leave_the_same_log(sit: Callable[..., Player], tmp_path: Path) -> None:
    log = {name: str(tmp_path / f"{name}.log") for name in ("ann", "bob", "cleo")}
    host = sit("ann", "host", "tonk", "--hands", "2", "--name", "Ann", *AUTO, "--transcript", log["ann"])
    code = code_of(host)
    joined = [
        sit("bob", "join", code, "--name", "Bob", *AUTO, "--transcript", log["bob"]),
        sit("cleo", "join", code.lower().replace("-", ""), "--name", "Cleo", *AUTO, "--transcript", log["cleo"]),
    ]
    players = [host, *joined]
    assert [player.end() for player in players] == [0, 0, 0], [player.complaint() for player in players]
    assert [player.complaint() for player in players] == ["", "", ""]
    assert "Tonk for 3 players, at a stake of 1, for 2 hands, without a clock." in joined[0].lines()
    assert "Rules: classic (the usual rules)." in joined[0].lines()
    printed = [{line for line in player.lines() if "compare its fingerprint" in line} for player in players]
    assert printed[0] == printed[1] == printed[2] != set()
    assert len({Path(path).read_bytes() for path in log.values()}) == 1
    checker = sit("judge", "verify", log["bob"], "--json")
    assert checker.end() == 0
    report = json.loads("".join(checker.lines()))
    assert report["ok"] is True
    assert report["hands"] == 2
    assert {seat["name"] for seat in report["seats"]} == {"Ann", "Bob", "Cleo"}


def test_a_person_plays_by_typing(sit: Callable[..., Player]) -> None:
    host = sit("ann", "host", "tonk", "--seats", "2", "--hands", "1", "--option", "natural_high=off")
    join = sit("bob", "join", code_of(host), "--name", "Bob")
    join.wait_for(lambda lines: QUESTION in lines)
    join.type("yes")
    players = {"ann": host, "bob": join}
    # Whoever is asked first ends the hand by dropping; a refused command on the way is only answered.
    end = time.monotonic() + PATIENCE
    mover = None
    while mover is None:
        assert time.monotonic() < end
        mover = next((name for name, player in players.items() if "It is your turn." in player.lines()), None)
        time.sleep(0.02)
    player = players[mover]
    player.type("spread 2c")
    player.wait_for(lambda lines: "You do not hold 2C." in lines or "You cannot spread now." in lines)
    player.type("drop")
    assert [other.end() for other in players.values()] == [0, 0]
    assert "You drop." in player.lines()
    for other in players.values():
        assert any("hand: a drop," in line or "hand: the dropper is caught" in line for line in other.lines())
        assert any(" owe" in line for line in other.lines())


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("no\n", "fairdeal: You did not sit down at this table.\n"),
        (
            "",
            "fairdeal: The input has ended before you accepted the terms, so you did not sit down; "
            "with --yes nobody is asked.\n",
        ),
    ],
)
def test_nobody_sits_down_without_a_yes(sit: Callable[..., Player], answer: str, complaint: str) -> None:
    host = sit("ann", "host", "thirteen", "--preset", "duel", "--name", "Ann", "--stake", "3")
    join = sit("bob", "join", code_of(host), "--name", "Bob")
    told = join.wait_for(lambda lines: QUESTION in lines)
    assert told[0].startswith("Thirteen for 2 players, at a stake of 3")
    join.typed.write(answer.encode())
    join.typed.close()
    assert join.end() == 1
    assert join.complaint() == complaint
    assert not any("Bob" in line for line in host.lines())


def test_a_vanished_peer_ends_the_table_with_a_sentence(sit: Callable[..., Player], tmp_path: Path) -> None:
    host = sit("ann", "host", "tonk", "--seats", "2", "--name", "Ann", "--transcript", str(tmp_path / "log"))
    join = sit("bob", "join", code_of(host), "--name", "Bob", "--yes")
    host.wait_for(lambda lines: any(line.startswith("You are dealt") for line in lines))
    join.process.kill()
    host.wait_for(lambda lines: any(line.startswith("The line to Bob is lost") for line in lines))
    assert host.end() == 1
    assert host.complaint().startswith("fairdeal: Bob is gone")
    assert host.complaint().count("\n") == 1
    checker = sit("judge", "verify", str(tmp_path / "log"))
    assert checker.end() == 0
    assert checker.lines()[-1].startswith("OK as far as it goes")


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (signal.SIGINT, "You left the table with Ctrl-C."),
        (signal.SIGTERM, "The program was asked to end, so you left the table."),
    ],
)
def test_a_signal_leaves_cleanly(sit: Callable[..., Player], number: signal.Signals, told: str) -> None:
    host = sit("ann", "host", "tonk")
    code_of(host)
    host.process.send_signal(number)
    assert host.end() == 128 + number
    assert host.complaint() == f"fairdeal: {told}\n"


def test_who_never_chose_a_name_is_told_which_one_others_see(sit: Callable[..., Player]) -> None:
    first = sit("ann", "host", "tonk")
    code_of(first)
    [told] = [line for line in first.lines() if line.startswith("The others will see you as ")]
    assert told.endswith("; to be called otherwise, give --name NAME once.")
    named = sit("bob", "host", "tonk", "--name", "Bob")
    code_of(named)
    assert not [line for line in named.lines() if line.startswith("The others will see you")]


def test_the_end_of_the_input_leaves_the_table(sit: Callable[..., Player]) -> None:
    host = sit("ann", "host", "tonk")
    code_of(host)
    host.typed.close()
    assert host.end() == 1
    assert host.complaint() == "fairdeal: The input has ended, so you left the table.\n"


def test_playing_against_computer_players(sit: Callable[..., Player], tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = sit(
        "ann", "play", "tonk", "--seats", "4", "--preset", "house-wikipedia", *AUTO, "--hands", "1",
        "--transcript", str(log), "--stake", "5", "--plain",
    )  # fmt: skip
    player.typed.close()
    assert player.end() == 0, player.complaint()
    lines = player.lines()
    assert lines[-1] == f"The transcript is in {log}."
    assert any(line.startswith("Scores: ") for line in lines)
    assert any(" owe" in line for line in lines)
    checker = sit("judge", "verify", str(log))
    assert checker.end() == 0


@pytest.mark.parametrize(("game", "seats"), [("tonk", 2), ("thirteen", 2), ("pitch", 4)])
def test_a_whole_hand_typed_line_by_line(game: str, seats: int, sit: Callable[..., Player]) -> None:
    chosen = ("--preset", "duel") if game == "thirteen" else ()
    player = sit("ann", "play", game, "--seats", str(seats), *chosen, "--hands", "1", "--pace", "0", "--name", "Ann")
    end, seen = time.monotonic() + PATIENCE, 0
    while player.process.poll() is None:
        assert time.monotonic() < end, player.lines()
        try:
            player.type("9999")  # no such move: the answer says which there are, if any is awaited
        except BrokenPipeError:
            break
        time.sleep(0.05)
        answers = [line for line in player.lines()[seen:] if line.startswith("There is no move number 9999")]
        if answers:
            seen = len(player.lines())
            player.type(re.findall(r"[0-9]+", answers[-1])[1])
    assert player.end() == 0, player.complaint()
    lines = player.lines()
    assert any(line.startswith("You ") for line in lines)
    assert any(line.startswith("The table is closed.") for line in lines)
    assert any(line.startswith("Scores: ") for line in lines)


def test_selfplay_measures_a_whole_table(sit: Callable[..., Player], tmp_path: Path) -> None:
    log = tmp_path / "log"
    arguments = ("selfplay", "tonk", "--seats", "3", "--hands", "2", "--json", "--transcript", str(log))
    player = sit("ann", *arguments)
    assert player.end() == 0, player.complaint()
    [line] = player.lines()
    report = json.loads(line)
    assert (report["game"], report["seats"], report["hands"], report["ok"]) == ("tonk", 3, 2, True)
    assert len(report["results"]) == 2
    for result in report["results"]:
        assert sum(result["payoff"]) == 0
        assert result["outcome"]
    assert len(report["digests"]) == 3
    assert len(set(report["digests"])) == 1
    for measured in (
        "first_deal_s", "between_hands_s", "move_ms", "bytes_sent", "messages_sent", "scalar_mult_us", "peak_rss_mb",
    ):  # fmt: skip
        assert report[measured] > 0
    checker = sit("judge", "verify", str(log), "--json")
    assert checker.end() == 0
    assert json.loads("".join(checker.lines()))["digest"] == report["digests"][0]
