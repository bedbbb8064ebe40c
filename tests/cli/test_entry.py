"""The command itself: exit codes, one sentence for every misuse, and nothing heavy before it is needed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.choices import terms_and_seats
from cli.main import entry
from cli.parser import parse
from engine.games import names, rules_of

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAIRDEAL_HOME", str(tmp_path / "home"))
    return tmp_path


def fairdeal(*arguments: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    """The command in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    return subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


def sentence(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on stderr."""
    told = capsys.readouterr()
    assert told.out == ""
    [line] = told.err.splitlines()
    assert line.startswith("fairdeal: ")
    return line.removeprefix("fairdeal: ")


MISUSES = {
    ("host", "tonk", "--seats", "2", "--computers", "1"): (
        "of 2 seats one is yours and one at least is for a friend; say --computers 0 at most, "
        "or play against computers only: fairdeal play tonk"
    ),
    ("host", "tonk", "--computers", "7"): "",
    ("host", "tonk", "--clock", "4"): "",
    ("ply",): "no command is called 'ply'; did you mean play?",
    ("deal", "tonk"): None,
    ("tonk",): "no command is called 'tonk'; did you mean fairdeal play tonk?",
    ("--plain", "thrteen"): "no command is called 'thrteen'; did you mean fairdeal play thirteen?",
    ("--plan",): "there is no option '--plan' here; did you mean --plain?",
    ("--lang",): "argument --lang: expected one argument; see fairdeal --help",
    ("--seats",): "unrecognized arguments: --seats; see fairdeal --help",
    ("play",): f"say which game: {', '.join(names())}; for example fairdeal play tonk",
    ("play", "tonk", "--seat", "3"): "there is no option '--seat' here; did you mean --seats?",
    ("play", "tonk", "now"): "unrecognized arguments: now; see fairdeal play --help",
    ("play", "tink"): "there is no game 'tink'; did you mean tonk?",
    ("play", "tonk", "--seats", "9"): "Tonk seats 2 to 3, not 9; up to 4 with the option max_players",
    ("play", "tonk", "--option", "max_players=4", "--seats", "1"): "Tonk seats 2 to 4, not 1",
    ("play", "thirteen", "--preset", "duel", "--seats", "9"): "players is 9; it must be a whole number from 2 to 4",
    ("play", "tonk", "--seats", "two"): "argument --seats: 'two' is no whole number; see fairdeal play --help",
    ("play", "tonk", "--seats", "4"): "Tonk seats 2 to 3, not 4; up to 4 with the option max_players",
    ("play", "thirteen", "--seats", "5"): "players is 5; it must be a whole number from 2 to 4",
    ("play", "thirteen", "--preset", "duel", "--seats", "3"): "players is 2, but 3 seats are taken; set players=3",
    ("play", "tonk", "--hands", "0"): "argument --hands: 0 is not from 1 to 1000000; see fairdeal play --help",
    ("play", "tonk", "--stake", "-3"): None,
    ("play", "tonk", "--pace", "nan"): "argument --pace: 'nan' is no number of seconds from 0 to 60; "
    "see fairdeal play --help",
    ("play", "tonk", "--preset", "texs"): "there is no preset 'texs'; did you mean texas?",
    ("play", "tonk", "--option", "low13"): "write options as NAME=VALUE, not 'low13'",
    ("play", "tonk", "--option", "low31=true"): "there is no option 'low31'; did you mean low13?",
    ("play", "tonk", "--option", "low13=maybe"): "low13 is 'maybe'; it must be true | false",
    ("play", "tonk", "--aut"): "there is no option '--aut' here; did you mean --auto?",
    ("play", "tonk", "--name", " "): "A name needs at least one letter.",
    ("play", "tonk", "--transcript", "/nowhere/at/all"): "the transcript cannot be written to /nowhere/at/all; "
    "name a file in a folder that exists",
    ("host", "tonk", "--port", "70000"): "argument --port: 70000 is not from 0 to 65535; see fairdeal host --help",
    ("host", "tonk", "--advertise", "here"): "'here' cannot be advertised; "
    "write an IP address and a port, as in 203.0.113.7:7777",
    ("host", "tonk", "--advertise", "my.house.example:7777"): "'my.house.example:7777' cannot be advertised; "
    "write an IP address and a port, as in 203.0.113.7:7777",
    ("join", "AAAA"): None,
    ("join",): "say the code that your friend gave you, as in fairdeal join CODE",
    ("rules", "whist"): None,
    ("options", "whist"): None,
    ("verify", "/nowhere/at/all"): "/nowhere/at/all cannot be read: No such file or directory.",
    ("verify", str(ROOT / "pyproject.toml")): None,
    ("selfplay", "tonk", "--seats", "8"): "Tonk seats 2 to 3, not 8; up to 4 with the option max_players",
}
"""By the arguments: the sentence, where it is this room's own."""


@pytest.mark.parametrize("arguments", MISUSES, ids=" ".join)
def test_misuse_is_one_sentence_and_exit_code_2(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(arguments) == 2
    told = sentence(capsys)
    assert told == (MISUSES[arguments] or told)
    assert len(told) > 20


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["thirteen", "--seats", "3"], {"players": 3}),
        (["thirteen", "--seats", "3", "--option", "hand_size=17"], {"players": 3, "hand_size": 17}),
        (["thirteen", "--seats", "4"], {}),
        (["pitch", "--seats", "5"], {"players": 5}),
        (["tonk", "--seats", "2"], {}),
    ],
)
def test_who_says_how_many_sit_down_need_not_say_how_many_play(arguments: list[str], options: dict[str, int]) -> None:
    terms, seats = terms_and_seats(parse(["play", *arguments]))
    assert seats == int(arguments[2])
    assert terms.match(seats).options.changes() == options


def test_misuse_in_a_process_of_its_own() -> None:
    done = fairdeal("play", "tonk", "--preset", "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("fairdeal: there is no preset 'x'; there are classic, ")
    assert done.stderr.count("\n") == 1


def test_a_home_that_others_can_read_is_refused(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "home").mkdir(mode=0o755)
    (home / "home" / "identity").write_text("anything")
    (home / "home").chmod(0o755)
    assert entry(["play", "tonk"]) == 2
    assert "chmod 700" in sentence(capsys)


def test_a_host_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    from p2p.address import Address
    from p2p.invite import Invite

    code = Invite.create(bytes(8), (Address("127.0.0.1", 9),)).encode()
    assert entry(["join", code]) == 1
    assert "127.0.0.1:9" in sentence(capsys)


def test_the_port_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        assert entry(["host", "tonk", "--port", str(taken.getsockname()[1])]) == 1
    assert sentence(capsys) == "The port is in use; choose another one with --port."


@pytest.mark.parametrize("refused", ["in use", "no code", "no seats"])
def test_the_name_is_not_kept_by_a_command_that_is_refused(refused: str, home: Path) -> None:
    from p2p.home import Home
    from p2p.storage import Storage

    ann = Home(home / "home")
    ann.set_name("Ann")
    arguments = {"in use": ["host", "tonk"], "no code": ["join", "x"], "no seats": ["play", "tonk", "--seats", "4"]}
    with Storage(ann.journal):
        assert entry([*arguments[refused], "--name", "Bea"])
    assert ann.name == "Ann"


def test_the_name_is_kept_by_a_table(home: Path) -> None:
    from p2p.home import Home

    assert entry(["play", "tonk", "--seats", "2", "--auto", "--pace", "0", "--hands", "1", "--name", "Bea"]) == 0
    assert Home(home / "home").name == "Bea"


def test_version_and_help_end_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["--version"]) == 0
    assert capsys.readouterr().out.startswith("fairdeal ")
    assert entry([]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("type: fairdeal play tonk")
    assert entry([]) == entry(["--help"]) == entry(["play", "--help"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    for command in ("play", "host", "join", "selfplay", "verify", "rules", "options", "bench"):
        assert command in told.out


def test_nothing_heavy_is_imported_for_arguments() -> None:
    code = (
        "import sys; from cli.main import entry; entry(['--version']); entry(['--help']); entry(['play']);"
        "from cli.parser import parse; parse(['play', 'tonk', '--auto']);"
        "heavy = {'trio', 'msgpack', 'cryptography', 'rbcl', 'prompt_toolkit', 'protocol', 'p2p', 'engine', 'sqlite3'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_plain_and_ascii_are_understood_before_and_after_the_command() -> None:
    for arguments in (["--plain", "play", "tonk"], ["play", "tonk", "--plain"], ["--plain", "replay", "1"]):
        args = parse(arguments)
        assert args is not None
        assert (args.plain, args.ascii) == (True, False)


@pytest.mark.parametrize("command", ["play", "host", "selfplay", "rules", "options", "history", "settle"])
def test_help_names_the_games(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry([command, "--help"]) == 0
    assert ", ".join(names()) in " ".join(capsys.readouterr().out.split())


def test_the_rest_of_the_arguments() -> None:
    args = parse(["host", "tonk", "--option", "a=1", "--option", "b=2", "--advertise", "[::1]:5", "--seats", "3"])
    assert args is not None
    assert (args.option, args.advertise, args.seats, args.stake, args.hands) == (
        ["a=1", "b=2"],
        ["[::1]:5"],
        3,
        1,
        None,
    )


@pytest.mark.parametrize("game", names())
def test_options_as_json_and_as_text(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["options", game, "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    options = rules_of(game).Options
    assert set(listed["presets"]) == set(options.presets)
    assert [option["name"] for option in listed["options"]] == [info.name for info in options.listing()]
    for preset, changes in listed["presets"].items():
        known = {option["name"] for option in listed["options"]}
        assert set(changes) <= known, preset
    assert entry(["options", game]) == 0
    told = capsys.readouterr().out
    for option in listed["options"]:
        assert f"\n{option['name']}=" in told


@pytest.mark.parametrize("game", names())
def test_rules_of_every_game(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["rules", game]) == 0
    assert capsys.readouterr().out.startswith(f"{rules_of(game).title}. Rules: ")


def test_rules_follow_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["rules", "tonk", "--preset", "texas", "--option", "spades_stake=7"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(
        "Tonk. Rules: texas (a caught dropper pays only the lowest), but side bet on spades (spades_stake) = 7."
    )
    assert "pays 7 to the one who was dealt the highest spade" in told


def test_bench_measures_cards_and_games(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from cli.commands import bench

    monkeypatch.setattr(bench, "SECONDS", 0.01)
    monkeypatch.setattr(bench, "CARDS", 6)
    assert entry(["bench", "--json"]) == 0
    numbers = json.loads(capsys.readouterr().out)
    assert set(numbers) >= {
        "scalar_mult_us",
        "shuffle_ms",
        "prove_ms",
        "verify_ms",
        "proof_bytes",
        "engine_moves_per_s",
    }
    assert set(numbers["engine_moves_per_s"]) == set(names())
    assert all(number > 0 for number in numbers["engine_moves_per_s"].values())
    assert entry(["bench"]) == 0
    assert "moves a second" in capsys.readouterr().out
