"""`export`: the hands and moves of one table."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.history.exported import MOVES_CSV, as_csv, as_json
from cli.history.listing import HANDS_CSV
from engine.games import rules_of
from tests.cli.history.nights import NIGHTS


@pytest.mark.parametrize("game", sorted(NIGHTS))
def test_as_json(game: str) -> None:
    night = NIGHTS[game]()
    table = json.loads(json.dumps(as_json(night.table)))
    assert (table["game"], table["table"]) == (game, night.genesis.table.hex())
    assert rules_of(game).Options.make(**untupled(table["options"])).pairs() == night.genesis.terms.options
    assert [hand["payments"] for hand in table["hands"]] == [
        list(sealed.payments) for sealed in night.table.report.sealed
    ]
    for exported, hand in zip(table["hands"], night.table.hands, strict=True):
        played = [(seat, move) for frame in hand.frames for seat, move in frame.moves]
        assert [(move["seat"], move["move"], move["value"]) for move in exported["moves"]] == [
            (seat, move.kind, move.value) for seat, move in played
        ]
        assert exported["opened"] == [card.name for card in sorted(set(hand.faces.values()))]
        shown = {card for move in exported["moves"] for card in move["cards"]} - {None}
        assert shown <= {card.name for card in hand.faces.values()}
        assert exported["told"]


def test_json_is_the_default(folder: Path, told: Callable[..., str]) -> None:
    night = NIGHTS["thirteen"]()
    night.keep(folder)
    assert json.loads(told("export", "1")) == json.loads(json.dumps(as_json(night.table)))
    assert told("export", "1", "--json").startswith('{"format": "fairdeal export 1", "table": ')


def untupled(options: dict[str, object]) -> dict[str, object]:
    """Options as they can be given again."""
    return {
        name: tuple(sorted((int(n), size) for n, size in value.items()))
        if isinstance(value, dict)
        else tuple(value)
        if isinstance(value, list)
        else value
        for name, value in options.items()
    }


def test_as_csv(folder: Path, tmp_path: Path, told: Callable[..., str]) -> None:
    night = NIGHTS["tonk"]()
    (tmp_path / "a.fdt").write_bytes(night.transcript)
    printed = told("export", "a.fdt", "--csv")
    assert printed == as_csv(night.table)
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert tuple(rows[0]) == MOVES_CSV
    moves = [move for hand in night.table.hands for frame in hand.frames for _, move in frame.moves]
    assert [row["move"] for row in rows] == [move.kind for move in moves]
    assert all(not row["player"].startswith("=") for row in rows)
    shown = [row["cards"] for row in rows if row["move"] == "discard"]
    assert shown
    assert all(len(cards) == 2 and cards != "??" for cards in shown)
    passes = [row["cards"].split() for row in rows if row["move"] == "pass"]
    assert any("??" in cards for cards in passes)


# -- the fields are those that are documented -----------------------------------------------------------------------


def documented() -> dict[str, list[str]]:
    """By heading of the document: all that stands there as code and looks like a field, in order."""
    found: dict[str, list[str]] = {}
    for part in (Path(__file__).parents[3] / "docs" / "export.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        heading, _, text = part.partition("\n")
        # In a table only the first column names fields.
        cells = "".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
        found[heading.strip("`")] = re.findall("`([a-z_]+)`", cells or text)
    return found


def test_every_field_is_documented_and_every_documented_one_is_there(folder: Path, told: Callable[..., str]) -> None:
    NIGHTS["tonk"]().keep(folder)
    known = documented()
    table = json.loads(told("export", "1"))
    [hand, *_] = [hand for hand in table["hands"] if hand["moves"]]
    keys = {*table, *table["seats"][0], *hand, *hand["moves"][0]}
    assert keys == set(known["export`, `export --json"])
    [found] = json.loads(told("history", "--json"))["tables"]
    [game] = json.loads(told("history", "--json", "--stats"))["games"].values()
    sealed = {*found["sealed"][0]}
    assert {*found, *sealed, *game} == set(known["history --json"]) - {"games", "trouble", "seat"}
    assert tuple(known["history --csv"]) == HANDS_CSV
    assert tuple(known["export --csv"]) == MOVES_CSV
    debts = json.loads(told("settle", "--json"))
    assert {*debts, *debts["players"][0], *debts["payments"][0]} == set(known["settle --json"])
