"""The command that runs case files: what it prints, and how it ends."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.cases import BadCase, adapter_of, files, load, main
from engine.games import UnknownGame, names

CASES = Path(__file__).parents[1] / "cases"


def written(folder: Path, name: str, **changes: Any) -> Path:
    """A case file made from a given one."""
    case = json.loads(next((CASES / "tonk").glob("tonk-01*")).read_text())
    path = folder / f"{name}.json"
    path.write_text(json.dumps({**case, "id": name, **changes}))
    return path


def test_all_cases_of_all_games_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(CASES)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == f"{len(lines) - 1} passed, 0 failed"
    assert all(line.startswith("ok ") for line in lines[:-1])
    assert len(lines) - 1 == len(list(CASES.rglob("*.json"))) >= 160


def test_a_failing_case_says_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "one")
    written(tmp_path, "two", expect={"next_seat": 2})
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "ok   one",
        "FAIL two next_seat is 1, expected 2",
        "1 passed, 1 failed",
    ]


def test_files_and_folders_may_be_mixed(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    first, second = written(tmp_path, "b"), written(tmp_path / "deep" / "er", "a")
    (tmp_path / "README.md").write_text("no case")
    assert files([str(tmp_path), str(first)]) == [first, second, first]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "cannot be read: No such file or directory."),
        (b"{", "is not JSON"),
        (b"\xff\xfe{}", "is not JSON"),
        (b"[]", "is no case: it must hold one object."),
        (b"{}", "has no field 'game'."),
        (b'{"game": "tonc"}', "there is no game 'tonc'; did you mean tonk?"),
        (b'{"game": 5}', "there is no game '5'"),
        (b'{"game": "tonk"}', "has no field"),
    ],
)
def test_what_cannot_be_read_ends_with_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, says: str
) -> None:
    path = tmp_path / "case.json"
    if content is not None:
        path.write_bytes(content)
    assert main([str(path)]) == 2
    shown = capsys.readouterr()
    assert says in shown.err
    assert len(shown.err.splitlines()) == 1
    assert "passed" not in shown.out


def test_a_folder_without_cases_cannot_be_run(tmp_path: Path) -> None:
    with pytest.raises(BadCase, match="holds no case files"):
        files([str(tmp_path)])


def test_no_path_is_no_command() -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2


def test_it_runs_as_a_module(tmp_path: Path) -> None:
    good, bad = written(tmp_path, "good"), tmp_path / "none.json"
    command = [sys.executable, "-m", "engine.cases"]
    root = Path(__file__).parents[2]
    run = subprocess.run([*command, str(good)], cwd=root, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout.splitlines()[-1]) == (0, "1 passed, 0 failed")
    run = subprocess.run([*command, str(bad)], cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1


def test_every_game_has_an_adapter_of_its_rules() -> None:
    for name in names():
        assert adapter_of(name).rules.name == name
    with pytest.raises(UnknownGame):
        adapter_of("whist")


def test_a_case_is_a_record_that_names_what_is_missing(tmp_path: Path) -> None:
    case = load(written(tmp_path, "one"))
    assert case["players"] == 3
    assert "players" in case
    assert "nothing" not in case
    assert case.get("nothing", 7) == 7
    assert len(case) == len(list(case))
    with pytest.raises(BadCase, match="has no field 'nothing'"):
        case["nothing"]
