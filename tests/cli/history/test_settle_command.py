"""`settle`: who owes whom over many tables, each counted once, people told apart by their keys."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from cli.history.money import account, as_json, lines
from cli.history.notes import Notes
from cli.history.shelf import Entry, Kept
from cli.history.summary import Summary
from cli.language import speaking
from protocol.transcript_file import records
from tests.cli.history.nights import NIGHTS, voided


def table(
    number: int, people: dict[str, int], seat: int | None = None, *, computers: bool = False, keys: str = ""
) -> Entry:
    """A table with these names and sums; `keys` are one letter a seat (their names' first letters)."""
    letters = keys or "".join(name[0].lower() for name in people)
    made = Summary(
        bytes([number]) * 32,
        "tonk",
        1,
        tuple(people),
        tuple(letter.encode() * 32 for letter in letters),
        ledger=tuple(people.values()),
    )
    notes = None if seat is None else Notes(0, seat, computers, made)
    return Entry(Kept(Path(f"{number}.fdt"), 0.0, notes, number), made)


def payments(entries: list[Entry]) -> set[tuple[str, str, int]]:
    made = account(entries)
    return {(made.people[debt.payer], made.people[debt.payee], debt.amount) for debt in made.debts}


def test_sums_over_tables_are_settled_in_the_fewest_payments() -> None:
    entries = [
        table(1, {"Ann": 5, "Bob": -5, "Cleo": 0}, 0),
        table(2, {"Ann": -3, "Bob": 0, "Cleo": 3}, 0),
        table(3, {"Bob": 2, "Cleo": -2}),
    ]
    assert payments(entries) == {("Bob", "you", 2), ("Bob", "Cleo", 1)}


def test_two_transcripts_of_one_table_count_once_and_the_longer_one() -> None:
    short, long = table(1, {"Ann": 1, "Bob": -1}), table(1, {"Ann": 4, "Bob": -4})
    assert long.summary is not None
    hands = summary_of_one_hand(long.summary)
    long = replace(long, summary=hands)
    for entries in ([short, long], [long, short], [short, long, short]):
        assert account(entries).tables == 1
        assert payments(entries) == {("Bob", "Ann", 4)}


def summary_of_one_hand(made: Summary) -> Summary:
    from cli.history.summary import HandSummary

    hand = HandSummary(0, 1, "drop", (0,), made.ledger, made.ledger, True, made.ledger, ())
    return replace(made, hands=(hand,))


def test_a_borrowed_name_is_another_person_and_a_new_name_the_same() -> None:
    entries = [
        table(1, {"Ann": 5, "Bob": -5}, keys="ab"),
        table(2, {"Ann": -5, "Bob": 5}, keys="xb"),
        table(3, {"Annie": 2, "Bob": -2}, keys="ab"),
    ]
    made = account(entries)
    assert sorted(made.balances) == [-5, -2, 7]
    assert len(set(made.people)) == 3
    assert {name.partition(" (")[0] for name in made.people} == {"Annie", "Ann", "Bob"}


def test_a_friend_under_two_names_is_one_and_both_names_are_told() -> None:
    made = account([table(1, {"Ann": 5, "Bob": -5}, 0, keys="ab"), table(2, {"Anna": 2, "Bobby": -2}, 0, keys="ab")])
    assert lines(made)[1:] == ["  you              +7", "  Bobby, also Bob  -7", "Bobby owes you 7."]
    people = as_json(made)["players"]
    assert isinstance(people, list)
    assert [person["also"] for person in people] == [["Ann"], ["Bob"]]


def test_what_programs_read_is_english_whatever_the_player_speaks() -> None:
    with speaking("es"):
        made = as_json(account([table(1, {"Ann": 5, "Bob": -5}, 0, keys="ab")]))
    assert json.loads(json.dumps(made))["payments"] == [{"from": "Bob", "to": "you", "amount": 5}]


def test_tables_that_were_not_closed_are_told(folder: Path, told: Callable[..., str]) -> None:
    night = NIGHTS["tonk"]()
    night.keep(folder)
    assert "not closed" not in told("settle")
    path = folder / f"{night.genesis.table.hex()}.fdt"
    cut = list(records(night.transcript))[-2].offset
    path.write_bytes(night.transcript[:cut])
    assert told("settle").splitlines()[-1] == "Tables that were not closed count up to their last finished hand (1)."


def test_a_player_called_you_is_not_oneself() -> None:
    made = account([table(1, {"Ann": 3, "You": -3}, 0)])
    assert made.own == 0
    assert made.people[0] == "you"
    assert made.people[1].startswith("You (")


def test_one_is_oneself_also_in_a_file_without_notes() -> None:
    entries = [table(1, {"Ann": 3, "Bob": -3}, 0), table(2, {"Ann": 1, "Cleo": -1})]
    assert payments(entries) == {("Bob", "you", 3), ("Cleo", "you", 1)}


def test_computer_players_are_who_they_are_by_name() -> None:
    entries = [
        table(1, {"Ann": 3, "Ada": -3}, 0, computers=True, keys="ax"),
        table(2, {"Ann": -1, "Ada": 1}, 0, computers=True, keys="ay"),
        table(3, {"Ann": 4, "Ada": -4}, 0, keys="az"),
    ]
    made = account(entries)
    assert dict(zip(made.people, made.balances, strict=True)).keys() >= {"you", "Ada (computer)"}
    assert sorted(made.balances) == [-4, -2, 6]
    assert payments(entries[:2]) == {("Ada", "you", 2)}


def test_kept_tables_without_those_against_computers(folder: Path, told: Callable[..., str]) -> None:
    tonk = NIGHTS["tonk"]()
    tonk.keep(folder, 0, began=1)
    voided().keep(folder, 0, computers=True, began=2)
    lines = told("settle").splitlines()
    assert lines[0] == "Over 1 table:"
    assert lines[-1] == "Tables against computer players are left out (1); count them with --computers."
    found = json.loads(told("settle", "--json"))
    assert found["left_out"] == 1
    assert [player["balance"] for player in found["players"]] == list(tonk.table.report.ledger)
    assert [player["own"] for player in found["players"]] == [True, False, False]
    paid = [0, 0, 0]
    names = [player["name"] for player in found["players"]]
    for payment in found["payments"]:
        paid[names.index(payment["from"])] -= payment["amount"]
        paid[names.index(payment["to"])] += payment["amount"]
    assert paid == list(tonk.table.report.ledger)
    assert told("settle", "--computers").splitlines()[0] == "Over 2 tables:"
    assert told("settle", "--game", "pitch") == "No kept table fits.\n"
    assert told("settle", "--player", "bob").startswith("All these tables were against computer players (1)")


def test_nobody_owes_anything(folder: Path, told: Callable[..., str]) -> None:
    assert told("settle").startswith("No tables are kept yet.")
    night = NIGHTS["thirteen"]()
    night.keep(folder)
    assert not any(night.table.report.ledger)
    assert told("settle").splitlines()[-1] == "Nobody owes anything."


def test_files_are_verified_and_refused(
    folder: Path, tmp_path: Path, told: Callable[..., str], refused: Callable[..., str]
) -> None:
    night = NIGHTS["thirteen"]()
    (tmp_path / "a.fdt").write_bytes(night.transcript)
    (tmp_path / "b.fdt").write_bytes(night.transcript)
    assert told("settle", "a.fdt", "b.fdt").splitlines()[0] == "Over 1 table:"
    (tmp_path / "b.fdt").write_bytes(night.transcript[:-9] + bytes(9))
    assert "does not verify" in refused("settle", "a.fdt", "b.fdt")
    assert refused("settle", "a.fdt", "--since", "2026-01-01").startswith("--game, --player, --since and --until")
    assert refused("settle", "a.fdt", "--game", "thirteen") == (
        "--game, --player, --since and --until choose among kept tables; they do not go with files."
    )
