"""The rooms of the house and the one direction in which they may import (docs/architecture.md)."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("engine", "protocol", "p2p", "cli")
FORBIDDEN = {
    "engine": {
        "trio",
        "msgpack",
        "rbcl",
        "cryptography",
        "random",
        "secrets",
        "time",
        "socket",
        "os",
        "prompt_toolkit",
    },
    "protocol": {"trio", "random", "time", "socket", "asyncio", "prompt_toolkit"},
    "p2p": {"prompt_toolkit"},
    "cli": set(),
}
TOOLS = {"engine/cases.py", "engine/bench.py", "protocol/measure.py"}
"""Modules that are run as programs or measure time; the rest of their rooms does neither."""


def imports(path: Path) -> set[str]:
    """Top-level packages that a module imports at run time; `from random import Random`, a type, is none."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and {alias.name for alias in node.names} != {"Random"}:
            found.add((node.module or "").partition(".")[0])
    return found


MODULES = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    name = str(path.relative_to(ROOT))
    room = name.partition("/")[0]
    later = set(ROOMS[ROOMS.index(room) + 1 :])
    wrong = imports(path) & (later | (FORBIDDEN[room] if name not in TOOLS else set()))
    assert not wrong, f"{name} imports {sorted(wrong)}"


def test_no_game_is_named_outside_its_own_rooms() -> None:
    games = [path.name for path in (ROOT / "engine" / "games").iterdir() if (path / "rules.py").exists()]
    assert games
    for path in MODULES:
        if any(part.removesuffix(".py").partition("_")[0] in games for part in path.relative_to(ROOT).parts):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in games, f"{path.relative_to(ROOT)} names {node.value}"
