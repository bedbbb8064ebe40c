"""The page of rules names every option and preset with the values that the engine has."""

import re
from pathlib import Path

import pytest

from engine.games.tonk.options import TonkOptions
from engine.options import OptionInfo, plain

PAGE = (Path(__file__).parents[2] / "docs" / "rules" / "tonk.md").read_text()


def row(name: str) -> list[str]:
    """The cells of the option's row in section 3."""
    section = PAGE[PAGE.index("\n## 3. ") : PAGE.index("\n## 4. ")]
    [line] = [line for line in section.splitlines() if line.startswith(f"| `{name}` |")]
    return [cell.strip() for cell in line.strip("|").split(" | ")]


def written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ",".join(f'"{key}":{item}' for key, item in value.items()) + "}"
    return str(value)


@pytest.mark.parametrize("info", TonkOptions.listing(), ids=lambda info: info.name)
def test_every_option_stands_on_the_page_with_its_values_and_default(info: OptionInfo) -> None:
    _, values, default, effect = row(info.name)
    assert default.strip("`") == written(info.default)
    assert effect
    if " | " in info.kind:
        assert [word.strip("` ") for word in values.split(",")] == info.kind.split(" | ")


def test_every_preset_stands_on_the_page_with_its_changes() -> None:
    for preset, changes in TonkOptions.presets.items():
        [line] = [line for line in PAGE.splitlines() if line.startswith(f"| `{preset}` |")]
        stated = dict(re.findall(r"`(\w+)` = `?([\w-]+)`?", line))
        assert stated == {name: written(plain(value)) for name, value in changes.items()}


def test_the_sections_that_the_code_cites_exist() -> None:
    cited = set()
    for path in (Path(__file__).parents[2] / "engine" / "games" / "tonk").glob("*.py"):
        cited |= set(re.findall(r"§(\d+(?:\.\d+)?)", path.read_text()))
    headings = set(re.findall(r"^#+ (\d+(?:\.\d+)?)", PAGE, re.MULTILINE))
    assert cited
    assert cited <= headings
