"""Presets at full tables of computer players: real peers and sockets, and transcripts that verify."""

import json
from pathlib import Path

import pytest

from cli.main import entry
from engine.games import names, rules_of

TABLES = (
    ("thirteen", ("duel",), 2, 2),
    ("thirteen", ("three_full",), 3, 1),
    ("thirteen", ("southern",), 4, 2),
    ("pitch", ("eight_point", "no_jokers"), 4, 1),
    ("pitch", ("sixteen_point", "open_discards"), 4, 1),
    ("pitch", ("five_handed",), 5, 1),
    ("tonk", ("speno",), 2, 2),
    ("tonk", ("house-wikipedia",), 4, 1),
)
"""Game, presets, seats, hands: few enough to be quick, and different in what they ask of the dealing."""


@pytest.mark.parametrize(("game", "presets", "seats", "hands"), TABLES, ids=str)
def test_a_table_plays_and_its_transcript_verifies(
    game: str, presets: tuple[str, ...], seats: int, hands: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    chosen = [word for preset in presets for word in ("--preset", preset)]
    table = ["--seats", str(seats), "--hands", str(hands), *chosen]
    assert entry(["selfplay", game, *table, "--json", "--transcript", str(log)]) == 0
    played = json.loads(capsys.readouterr().out)
    assert (played["ok"], played["hands"], len(played["results"])) == (True, hands, hands)
    assert len(played["digests"]) == seats
    assert entry(["verify", str(log), "--json"]) == 0
    verified = json.loads(capsys.readouterr().out)
    assert (verified["ok"], verified["closed"], verified["hands"]) == (True, True, hands)
    assert {verified["digest"]} == set(played["digests"])
    assert sum(verified["ledger"]) == 0


COMPANY = {"no_jokers": "eight_point"}
"""By a preset that says nothing alone: one to go before it."""


@pytest.mark.parametrize("game", names())
def test_every_preset_can_be_explained(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    for preset in rules_of(game).Options.presets:
        chosen = [word for name in (COMPANY.get(preset), preset) if name for word in ("--preset", name)]
        assert entry(["rules", game, *chosen]) == 0
        told = capsys.readouterr().out
        assert told.startswith(f"{rules_of(game).title}. Rules: ")
        assert len(told.splitlines()) > 5


def test_a_preset_that_needs_another_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["selfplay", "pitch", "--preset", "no_jokers"]) == 2
    assert capsys.readouterr().err == (
        "fairdeal: jokers_in_deck is false, but in 10-point the jokers score; "
        "leave them in or choose variant 5, 8, 11 or 14\n"
    )
