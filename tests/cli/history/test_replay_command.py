"""`replay`, and stepping through it by keys and by lines."""

import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.history import progress, viewer
from cli.history.cursor import Cursor
from cli.history.recorded import recorded
from cli.history.scenes import Teller, flat
from cli.history.sight import Sight
from protocol.transcript_file import records, write
from tests.cli.history.nights import NIGHTS, viewing_of, voided


@pytest.mark.parametrize("game", sorted(NIGHTS))
def test_a_kept_table_is_told_as_its_player_saw_it(game: str, folder: Path, told: Callable[..., str]) -> None:
    night = NIGHTS[game]()
    night.keep(folder, seat=1)
    lines = told("replay", "1").splitlines()
    assert lines[0].endswith("As you saw it.")
    own = Teller(night.table, Sight(1, night.notes(1).faces))
    for number in night.table.numbers:
        story = flat(own.scenes(number))
        at = lines.index(f"Hand {number}.")
        assert lines[at + 1 : at + 1 + len(story)] == story


def test_one_hand_other_eyes_and_a_file_of_somebody_else(
    folder: Path, tmp_path: Path, told: Callable[..., str]
) -> None:
    night = NIGHTS["thirteen"]()
    night.keep(folder)
    (tmp_path / "theirs.fdt").write_bytes(night.transcript)
    theirs = told("replay", "theirs.fdt", "--hand", "2")
    assert theirs.splitlines()[0].endswith("All cards that were ever opened are seen.")
    assert "Hand 1." not in theirs
    everything = told("replay", "1", "--hand", "2", "--all")
    assert everything.splitlines()[0].endswith("All cards that were ever opened are seen, and yours.")
    other = told("replay", "1", "--seat", "1")
    assert "What ann (seat 1) saw, as far as it was opened later." in other
    own = told("replay", "1", "--seat", "0")
    assert own == told("replay", "1") == told("replay", night.genesis.table.hex()[:9])


def test_a_table_that_was_voided(folder: Path, told: Callable[..., str]) -> None:
    voided().keep(folder)
    assert told("replay", "1").splitlines()[-1] == "The hand is void. Convicted: Bob. Payments: Ann +2, Bob -2."


def test_a_table_left_in_its_first_hand_has_none_that_was_finished(folder: Path, refused: Callable[..., str]) -> None:
    night = NIGHTS["thirteen"]()
    night.keep(folder).write_bytes(write(night.genesis, ()))
    assert refused("replay", "1") == "No hand was finished at this table."


def test_what_cannot_be_replayed_is_refused(folder: Path, tmp_path: Path, refused: Callable[..., str]) -> None:
    night = NIGHTS["thirteen"]()
    assert refused("replay", "1").startswith("There is no table 1 yet, ")
    night.keep(folder)
    assert refused("replay", "2") == (
        "There is no table 2, and no file of that name; fairdeal history lists tables 1 to 1."
    )
    assert refused("replay", "1", "--hand", "3") == "There is no hand 3 at this table; it has hands 1 to 2."
    assert refused("replay", "1", "--seat", "2") == "There is no seat 2 at this table; it has seats 0 to 1."
    assert "not allowed with argument" in refused("replay", "1", "--seat", "1", "--all")
    assert refused("replay", "nowhere.fdt") == "nowhere.fdt cannot be read: No such file or directory."
    (tmp_path / "text").write_text("hello")
    assert refused("replay", "text") == "text cannot be read: this is not a fairdeal transcript."
    for version in (1, 3):
        (tmp_path / "other.fdt").write_bytes(b"fairdeal transcript %d\n" % version + bytes(9))
        assert refused("replay", "other.fdt") == (
            "other.fdt cannot be read: a version of fairdeal wrote it whose records this one cannot read."
        )
    os.mkfifo(tmp_path / "pipe")
    assert refused("replay", "pipe") == "pipe cannot be read: it is no file."
    assert refused("replay", str(tmp_path)).endswith("cannot be read: Is a directory.")


def test_a_transcript_that_does_not_verify_is_refused_with_its_place(folder: Path, refused: Callable[..., str]) -> None:
    night = NIGHTS["tonk"]()
    path = night.keep(folder)
    record = list(records(night.transcript))[40]
    spot = record.offset + 40
    path.write_bytes(night.transcript[:spot] + bytes([night.transcript[spot] ^ 1]) + night.transcript[spot + 1 :])
    said = refused("replay", "1")
    assert f"record 40 at byte {record.offset}" in said
    assert "does not verify and is not used: " in said


def test_two_tables_whose_ids_begin_alike_and_a_file_named_like_a_number(
    folder: Path, tmp_path: Path, told: Callable[..., str], refused: Callable[..., str]
) -> None:
    night = NIGHTS["thirteen"]()
    path = night.keep(folder)
    path.with_name("abcd" + "0" * 60 + ".fdt").write_bytes(night.transcript)
    path.with_name("abcd" + "1" * 60 + ".fdt").write_bytes(night.transcript)
    assert refused("replay", "abcd") == (
        "Several tables have an id that begins with abcd; give more of it, or the number."
    )
    assert told("replay", "abcd0")
    (tmp_path / "7").write_bytes(night.transcript)
    assert told("replay", "7").splitlines()[0].startswith("Thirteen: ")


# -- stepping -----------------------------------------------------------------------------------------------------


def test_typed_lines() -> None:
    said: list[str] = []
    shown = viewing_of("tonk")
    viewer.by_lines(shown, io.StringIO("\nn\np\nd\nwhat\nu\ne\nd\nd\nd\nquit\nn\n"), said.extend)
    titles = [line for line in said if line.startswith("Hand ") and ", step " in line]
    first, second = shown.cursor.steps
    at = [(1, 1), (1, 2), (1, 3), (1, 2), (2, 1), (1, 1), (1, first), (2, 1), (2, second)]
    assert titles == [f"Hand {hand}, step {step} of {(first, second)[hand - 1]}" for hand, step in at]
    assert "There is no command 'what'." in said
    assert said[-1] == "This is the end."


def test_typed_lines_end_with_the_input() -> None:
    said: list[str] = []
    viewer.by_lines(viewing_of("tonk"), io.StringIO("p\n"), said.extend)
    assert said[-1] == "This is the start."


def test_typed_lines_change_eyes() -> None:
    said: list[str] = []
    shown = viewing_of("pitch", own=2)
    viewer.by_lines(shown, io.StringIO("v\nv\n"), said.extend)
    eyes = [line for line in said if line.startswith(("As you", "All cards", "What "))]
    assert eyes == [
        "As you saw it.",
        "All cards that were ever opened are seen, and yours.",
        "What Ann saw, as far as it was opened later.",
    ]


def test_all_eyes_in_turn_and_round_again_at_the_same_moment() -> None:
    shown = viewing_of("thirteen", own=1).moved(Cursor.next_hand).moved(Cursor.forward).moved(Cursor.forward)
    seen, place = [shown.teller.sight.seat], shown.scene.place
    for _ in shown.sights:
        shown = shown.turned()
        seen.append(shown.teller.sight.seat)
        assert shown.scene.number == 2
        assert shown.scene.place <= place
    assert seen == [1, None, 0, 1]
    assert shown.scene.place == place


# -- waiting ------------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_told_on_a_terminal_and_wiped_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    terminal, file = Terminal(), io.StringIO()
    data = NIGHTS["thirteen"]().transcript
    for out in (terminal, file):
        with progress.telling(out) as tell:
            recorded(data, tell)
    told = terminal.getvalue().split(progress.WIPE)
    assert told[0] == told[-1] == ""
    percents = [int(line.removesuffix(" %").rpartition(" ")[2]) for line in told[1:-1]]
    assert percents == sorted(set(percents))
    assert percents[0] < 10
    assert 80 < percents[-1] <= 100
    assert file.getvalue() == ""
