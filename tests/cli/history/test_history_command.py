"""`history`: the list, its filters, its numbers, and what other programs read."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cli.history import chart, listing, shelf, tally
from cli.history.keeping import EVIDENCE, NOTES, evidence_name
from cli.history.listing import HANDS_CSV
from cli.history.summary import HandSummary, Summary, summary
from cli.screen.canvas import columns
from protocol.events import Convicted
from tests.cli.history.nights import HOSTILE, NIGHTS, SHOWN, voided

DAY = 86_400
NOON = 1_700_049_600
"""2023-11-15 12:00 UTC."""


@pytest.fixture
def kept(folder: Path) -> Path:
    """Four tables in this order: Tonk as seat 0, Thirteen as seat 1, Pitch as seat 2 against computers, a void one."""
    NIGHTS["tonk"]().keep(folder, 0, began=NOON)
    NIGHTS["thirteen"]().keep(folder, 1, began=NOON + DAY)
    NIGHTS["pitch"]().keep(folder, 2, computers=True, began=NOON + 2 * DAY)
    voided().keep(folder, 0, began=NOON + 3 * DAY)
    return folder


def test_the_list(kept: Path, told: Callable[..., str]) -> None:
    header, *rows = told("history").splitlines()
    assert header.split() == ["#", "began", "game", "hands", "money", "players", "match"]
    assert [row.split()[:5] for row in rows] == [
        ["1", "2023-11-15", "12:00", "Tonk", "2"],
        ["2", "2023-11-16", "12:00", "Thirteen", "2"],
        ["3", "2023-11-17", "12:00", "Pitch", "1"],
        ["4", "2023-11-18", "12:00", "Tonk", "0"],
    ]
    ledgers = [summary(night.table).ledger for night in (NIGHTS["tonk"](), NIGHTS["thirteen"](), NIGHTS["pitch"]())]
    own = [ledgers[0][0], ledgers[1][1], ledgers[2][2], 2]
    assert [row.split()[5] for row in rows] == [f"{money:+}" if money else "0" for money in own]
    assert f"you, {SHOWN[1]}, {SHOWN[2]}" in rows[0]
    assert "Ann (seat 0), you" in rows[1]
    assert "Ann, Bob, you, Dan" in rows[2]


def test_scores_say_whose_they_are(kept: Path, told: Callable[..., str]) -> None:
    _, thirteen, pitch, _ = told("history").splitlines()[1:]
    first, second = summary(NIGHTS["thirteen"]().table).scores
    assert thirteen.endswith(f"not decided: Ann (seat 0) {first}, you {second}")
    [winners] = summary(NIGHTS["pitch"]().table).matches
    assert pitch.endswith("won by " + ("Ann/you" if 0 in winners else "Bob/Dan"))


def test_scores_of_sides_are_those_of_partners() -> None:
    hand = HandSummary(0, 1, "made", (1, 3), (0,) * 4, (0,) * 4, True, (3, 8), ())
    made = Summary(bytes(32), "pitch", 1, ("A", "B", "C", "D"), (b"k" * 32,) * 4, (hand,), (0,) * 4)
    assert listing.outcome(made, ["A", "B", "you", "D"]) == "not decided: A/you 3, B/D 8, not closed"


def test_many_matches_are_counted() -> None:
    hand = HandSummary(0, 1, "places", (0,), (3, 0), (0, 0), True, (3, 0), (0,))
    made = Summary(bytes(32), "thirteen", 1, ("Ann", "Bob"), (b"a" * 32, b"b" * 32), (hand,), (0, 0), closed=True)
    assert listing.outcome(made, ["you", "Bob"]) == "won by you"
    made = replace(made, hands=(hand, hand, replace(hand, match_winners=(1,))))
    assert listing.outcome(made, ["you", "Bob"]) == "matches won: you 2, Bob 1"


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_the_list_fits_the_terminal(kept: Path, width: int) -> None:
    path = kept / f"{NIGHTS['tonk']().genesis.table.hex()}.fdt"
    path.write_bytes(path.read_bytes()[:-40] + bytes(40))
    entries = shelf.entries(shelf.shelf(kept))
    lines, whole = listing.lines(entries, width), listing.lines(entries)
    assert max(map(columns, lines)) <= width
    letters = "".join("".join(lines[1:]).split()).replace(";", "")
    assert sorted(letters) == sorted("".join("".join(whole[1:]).split()))
    assert (lines[:4] == whole[:4]) == (max(map(columns, whole[:4])) <= width)


def test_days(kept: Path, told: Callable[..., str], refused: Callable[..., str]) -> None:
    def numbers(*arguments: str) -> list[str]:
        return [row.split()[0] for row in told("history", *arguments).splitlines()[1:]]

    assert numbers("--since", "2023-11-16") == ["2", "3", "4"]
    assert numbers("--until", "2023-11-16") == ["1", "2"]
    assert numbers("--since", "2023-11-16", "--until", "2023-11-17", "--game", "pitch") == ["3"]
    assert told("history", "--since", "2024-01-01") == "No kept table fits.\n"
    assert told("settle", "--since", "2024-01-01") == "No kept table fits.\n"
    assert "is no date; write one as in 2026-01-31" in refused("history", "--since", "yesterday")
    assert refused("history", "--since", "2024-01-02", "--until", "2024-01-01") == (
        "No day is both 2024-01-02 or later and 2024-01-01 or earlier."
    )


def test_filters_keep_the_numbers(kept: Path, told: Callable[..., str], refused: Callable[..., str]) -> None:
    def numbers(*arguments: str) -> list[str]:
        return [row.split()[0] for row in told("history", *arguments).splitlines()[1:]]

    assert numbers("--game", "tonk") == ["1", "4"]
    assert numbers("--player", "bob") == ["3", "4"]
    assert numbers("--player", "Bob", "--game", "pitch") == ["3"]
    assert told("history", "--player", "Zoe") == "No kept table fits.\n"
    assert refused("history", "--game", "tink") == "there is no game 'tink'; did you mean tonk?"


def test_nothing_kept_yet(told: Callable[..., str]) -> None:
    assert told("history").startswith("No tables are kept yet.")
    assert told("history", "--stats").startswith("No tables are kept yet.")
    assert json.loads(told("history", "--json")) == {"tables": []}


def test_as_json(kept: Path, told: Callable[..., str]) -> None:
    tables = json.loads(told("history", "--json"))["tables"]
    assert [table["number"] for table in tables] == [1, 2, 3, 4]
    assert [table["own_seat"] for table in tables] == [0, 1, 2, 0]
    assert [table["computers"] for table in tables] == [False, False, True, False]
    assert [seat["name"] for seat in tables[0]["seats"]] == list(HOSTILE)
    assert tables[0]["began"] == "2023-11-15T12:00:00+00:00"
    for table, night in zip(tables, (NIGHTS["tonk"](), NIGHTS["thirteen"](), NIGHTS["pitch"](), voided()), strict=True):
        assert table["table"] == night.genesis.table.hex()
        assert table["ledger"] == list(night.table.report.ledger)
        assert [hand["payments"] for hand in table["sealed"]] == [
            list(sealed.payments) for sealed in night.table.report.sealed
        ]
    assert tables[3]["sealed"][-1]["outcome"] == "void"


def test_as_csv_and_no_cell_is_a_formula(kept: Path, told: Callable[..., str], refused: Callable[..., str]) -> None:
    rows = list(csv.DictReader(io.StringIO(told("history", "--csv"))))
    assert tuple(rows[0]) == HANDS_CSV
    assert len(rows) == 3 * 3 + 2 * 2 + 1 * 4 + 2 * 2
    assert {row["player"] for row in rows if row["game"] == "tonk"} == {
        HOSTILE[0],
        HOSTILE[1],
        f"'{HOSTILE[2]}",
        "Ann",
        "Bob",
    }
    mine = [int(row["payment"]) for row in rows if row["own"] == "1" and row["number"] == "1"]
    assert sum(mine) == NIGHTS["tonk"]().table.report.ledger[0]
    assert refused("history", "--csv", "--json") == "--csv goes neither with --json nor with --stats."


def test_a_table_is_verified_by_its_number_and_id(
    kept: Path, told: Callable[..., str], refused: Callable[..., str]
) -> None:
    table = NIGHTS["thirteen"]().genesis.table.hex()
    by_number = told("verify", "2")
    assert by_number.startswith("Thirteen with 2 seats; ")
    assert by_number == told("verify", table[:9]) == told("verify", str(kept / f"{table}.fdt"))
    assert refused("verify", "5").startswith("There is no table 5, and no file of that name;")


def test_how_bids_ended_is_said_of_bids() -> None:
    one = tally.Tally(1, 6, 1, endings=Counter(set=4, made=2), won_by=Counter(made=1), balance=[0])
    bars = [line.split("  ")[1:3] for line in tally.lines({"pitch": one}, chart.ASCII) if line.startswith("  ")]
    assert bars == [["bid lost", "0 of 4"], ["bid made", "1 of 2"]]


def test_a_table_without_notes_is_verified_and_all_its_money_shown(folder: Path, told: Callable[..., str]) -> None:
    night = NIGHTS["tonk"]()
    night.keep(folder, None)
    row = told("history").splitlines()[1]
    assert " ".join(f"{money:+}" if money else "0" for money in night.table.report.ledger) in row
    assert ", ".join(SHOWN) in row


def test_notes_about_another_transcript_are_not_believed(folder: Path, told: Callable[..., str]) -> None:
    night, other = NIGHTS["thirteen"](), NIGHTS["tonk"]()
    path, wrong = night.keep(folder), other.keep(folder)
    path.with_suffix(NOTES).write_bytes(wrong.with_suffix(NOTES).read_bytes())
    wrong.unlink()
    wrong.with_suffix(NOTES).unlink()
    [table] = json.loads(told("history", "--json"))["tables"]
    assert table["game"] == "thirteen"
    assert table["ledger"] == list(night.table.report.ledger)


def test_a_damaged_table_does_not_hide_the_others(kept: Path, told: Callable[..., str]) -> None:
    path = kept / f"{NIGHTS['thirteen']().genesis.table.hex()}.fdt"
    data = path.read_bytes()
    path.write_bytes(data[:-40] + bytes(40))
    lines = told("history").splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["1", "3", "4"]
    assert lines[4].startswith("Table 2 does not verify and is not used: ")
    assert json.loads(told("history", "--json"))["tables"][1]["trouble"]


def test_a_conviction_is_told_with_its_evidence(folder: Path, told: Callable[..., str]) -> None:
    night = voided()
    path = night.keep(folder)
    [event] = [event for event in night.told[0] if isinstance(event, Convicted)]
    evidence = path.with_name(evidence_name(event))
    evidence.write_bytes(event.file)
    path.with_name(f"{path.stem}.seat9{EVIDENCE}").write_bytes(b"")
    _, row, line = told("history").splitlines()
    assert row.endswith(", Bob was convicted of cheating")
    assert line == f"The evidence against Bob of table 1 can be checked with: fairdeal verify {evidence}"
    [table] = json.loads(told("history", "--json"))["tables"]
    assert table["convicted"] == [{"seat": 1, "file": str(evidence)}]
    assert "cheating" not in told("history", "--stats")


def test_statistics(kept: Path, told: Callable[..., str]) -> None:
    games = json.loads(told("history", "--stats", "--json"))["games"]
    tonk = [hand for night in (NIGHTS["tonk"](), voided()) for hand in summary(night.table).hands]
    assert games["tonk"]["tables"] == 2
    assert games["tonk"]["hands"] == sum(hand.counts for hand in tonk)
    assert games["tonk"]["won"] == sum(0 in hand.winners for hand in tonk if hand.counts)
    paid = [hand.payments[0] for hand in tonk if hand.counts or any(hand.payments)]
    assert games["tonk"]["balance"] == [sum(paid[: at + 1]) for at in range(len(paid))]
    assert set(games) == {"tonk", "thirteen", "pitch"}
    text = told("history", "--stats")
    assert text.startswith("All games. Tables: 4. Hands: ")
    assert f"Tonk. Tables: 2. Hands: {games['tonk']['hands']}, won {games['tonk']['won']} (" in text
    assert text.endswith("\n\nTables against computer players are counted: 1 of 4.\n")
    assert "+0" not in text
    assert "+0" not in told("history", "--stats", "--game", "thirteen")
    plain = told("history", "--stats", "--ascii")
    assert plain.isascii()
    assert len(plain.splitlines()) == len(text.splitlines())


def test_statistics_say_which_tables_they_leave_out(folder: Path, told: Callable[..., str]) -> None:
    NIGHTS["tonk"]().keep(folder, 0)
    NIGHTS["thirteen"]().keep(folder, None)
    text = told("history", "--stats")
    assert text.endswith("\n\nLeft out: 1 of 2 tables, as nothing is noted of where you sat.\n")
    assert "Thirteen" not in text


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("ink", [chart.BLOCKS, chart.ASCII], ids=["blocks", "ascii"])
def test_statistics_fit_the_terminal(width: int, ink: chart.Ink) -> None:
    made = tally.Tally(tables=9, hands=500, won=200, matches=3, matches_won=1)
    made.endings.update({"drop": 300, "stock_out": 150, "natural_50": 50})
    made.won_by.update({"drop": 120, "natural_50": 1})
    made.balance = [(n * 7919) % 4_000_001 - 2_000_000 for n in range(500)]
    lines = tally.lines({"tonk": made, "pitch": made}, ink, width)
    assert max(map(columns, lines)) <= width
    bars = {line.split()[0]: line.split()[-1] for line in lines if " of " in line}
    full, rest = ink.bars[-1], ink.rest
    assert bars["drop"].count(rest) > bars["drop"].count(full) > 0
    assert set(bars["stock"]) == {rest}
    assert len(bars["stock"]) == round(len(bars["drop"]) / 2)


# -- charts -------------------------------------------------------------------------------------------------------


def test_bars_are_as_long_as_their_values() -> None:
    assert chart.bar(0, 10, 8) == ""
    assert chart.bar(10, 10, 8) == "████████"
    assert chart.bar(5, 10, 8) == "████"
    assert chart.bar(1, 1000, 8) == "▏"
    assert [len(chart.bar(value, 9, 9, chart.ASCII)) for value in range(10)] == list(range(10))


def test_a_curve_goes_up_and_down_from_its_axis() -> None:
    assert chart.curve([4, 2, 0, -2, -4], 60, 4, chart.ASCII) == [
        "+4 |#",
        "   |##",
        " 0 +-----",
        "   |   ##",
        "-4 |    #",
    ]
    assert chart.curve([3, 0], 60, 2) == ["+3 ┤█", "   ┤█", " 0 ┼──"]
    assert chart.curve([100, 1, -1], 60, 2, chart.ASCII)[1:] == ["     |#.", "   0 +---", "  -1 |  '"]


def test_a_long_evening_fits_and_shows_where_it_ended() -> None:
    values = list(range(1000))
    assert chart.thinned(values, 60)[-1] == 999
    assert len(chart.thinned(values, 60)) == 60
    assert all(len(row) <= 5 + 2 + 60 for row in chart.curve(values, 60, 8))
