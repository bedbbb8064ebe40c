"""docs/threat-model.md names, for each promise, assumptions and tests: all of them exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "threat-model.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)))


@cache
def functions_of(path: str) -> frozenset[str]:
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@pytest.mark.parametrize(("path", "name"), NAMED, ids=lambda value: value)
def test_the_tests_that_the_page_names_exist(path: str, name: str) -> None:
    assert name.startswith("test_")
    assert name in functions_of(path)


def rows(section: str) -> list[list[str]]:
    """The cells of all tables of a section, without their heads."""
    text = PAGE.split(f"\n## {section}")[1].split("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    heads = {i for i, line in enumerate(lines) if set(line) <= set("| -")}
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for i, line in enumerate(lines) if not {i, i + 1} & heads
    ]


def test_every_promise_and_every_trap_is_attacked() -> None:
    promises, traps = rows("2."), rows("5.")
    assert len(promises) > 25
    assert len(traps) > 9
    for cells in promises + traps:
        assert "::test_" in cells[-1], cells[0]


def test_promises_rest_on_assumptions_that_are_listed() -> None:
    listed = [cells[0] for cells in rows("1.")]
    assert listed == [f"A{i}" for i in range(1, len(listed) + 1)]
    named = {name for cells in rows("2.") for name in re.findall(r"A\d+", cells[1])}
    assert named <= set(listed)
    assert named >= {"A1", "A2", "A3", "A4", "A5", "A6", "A7"}


def test_no_name_of_a_test_is_written_in_another_way() -> None:
    """So that none escapes the check."""
    assert PAGE.count("::") == len(re.findall(r"`[\w/]+\.py::\w+`", PAGE))
    assert re.findall(r"test_\w+\.py`|tests/[\w/]+\.py", PAGE) == []
