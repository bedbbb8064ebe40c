"""The data directory: whose it is, what is in it, what is refused."""

import os
import stat
import threading
from pathlib import Path

import platformdirs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.home import Home, HomeError, chosen_name
from protocol.terms import MAX_NAME


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_environment_names_the_directory(tmp_path: Path) -> None:
    home = Home.open({"FAIRDEAL_HOME": str(tmp_path / "deep" / "ann")})
    assert home.path == tmp_path / "deep" / "ann"
    assert home.path.is_dir()
    assert home.journal.parent == home.path


@pytest.mark.parametrize("environment", [{}, {"FAIRDEAL_HOME": ""}])
def test_else_the_platform_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> None:
    def place(name: str, *, appauthor: bool) -> Path:
        return tmp_path / name

    monkeypatch.setattr(platformdirs, "user_data_path", place)
    assert Home.open(environment).path == tmp_path / "fairdeal"


def test_the_identity_is_created_once(tmp_path: Path) -> None:
    first = Home(tmp_path / "ann").identity()
    second = Home(tmp_path / "ann").identity()
    assert first.seed == second.seed
    assert Home(tmp_path / "bea").identity().seed != first.seed


def test_everything_is_the_owners_alone(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        home = Home(tmp_path / "ann")
        home.identity()
        home.set_name("Ann")
    finally:
        os.umask(old)
    assert mode(home.path) == 0o700
    assert {path.name: mode(path) for path in home.path.iterdir()} == {
        "identity": 0o600,
        "settings.json": 0o600,
    }


@pytest.mark.parametrize("bits", [0o640, 0o604, 0o660, 0o610, 0o644])
def test_a_readable_identity_is_refused(tmp_path: Path, bits: int) -> None:
    home = Home(tmp_path / "ann")
    seed = home.identity().seed
    path = home.path / "identity"
    path.chmod(bits)
    with pytest.raises(HomeError, match="chmod 600") as caught:
        home.identity()
    assert seed.hex() not in str(caught.value)
    path.chmod(0o600)
    assert home.identity().seed == seed


@pytest.mark.parametrize("bits", [0o750, 0o755, 0o701])
def test_an_open_directory_is_refused(tmp_path: Path, bits: int) -> None:
    Home(tmp_path / "ann").identity()
    (tmp_path / "ann").chmod(bits)
    with pytest.raises(HomeError, match="chmod 700"):
        Home(tmp_path / "ann")


def test_an_empty_directory_is_made_private(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir(mode=0o755)
    assert mode(Home(tmp_path / "ann").path) == 0o700


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"fairdeal-identity-1",
        b"fairdeal-identity-1 " + b"0" * 63,
        b"fairdeal-identity-1 " + b"g" * 64,
        b"fairdeal-identity-2 " + b"0" * 64,
        b"\xff\xfe" * 50,
        b"x" * 100000,
    ],
)
def test_a_damaged_identity_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    home = Home(tmp_path / "ann")
    home.identity()
    path = home.path / "identity"
    path.write_bytes(content)
    with pytest.raises(HomeError, match="damaged") as caught:
        home.identity()
    assert caught.value.__cause__ is None
    assert path.read_bytes() == content


def test_the_first_of_two_racing_creations_wins(tmp_path: Path) -> None:
    home = Home(tmp_path / "ann")
    seeds: list[bytes] = []
    threads = [threading.Thread(target=lambda: seeds.append(home.identity().seed)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seeds) == 8
    assert len(set(seeds)) == 1
    assert [path.name for path in home.path.iterdir()] == ["identity"]


def test_without_hard_links_it_works_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(source: object, target: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    home = Home(tmp_path / "ann")
    assert home.identity().seed == home.identity().seed
    assert [path.name for path in home.path.iterdir()] == ["identity"]


def test_a_failed_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    home = Home(tmp_path / "ann")
    home.set_name("Ann")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(HomeError, match="No space left"):
        home.identity()
    with pytest.raises(HomeError, match="No space left"):
        home.set_name("Bea")
    monkeypatch.undo()
    assert home.name == "Ann"
    assert [path.name for path in home.path.iterdir()] == ["settings.json"]


def test_a_file_in_the_way_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ann").write_text("")
    with pytest.raises(HomeError, match="cannot be used"):
        Home(tmp_path / "ann")


def test_names(tmp_path: Path) -> None:
    home = Home(tmp_path / "ann")
    assert home.name is None
    home.set_name("  Ann\tof \n the  Green ")
    assert home.name == "Ann of the Green"
    home.set_name("Tiến")
    assert Home(tmp_path / "ann").name == "Tiến"


@pytest.mark.parametrize("name", ["", "  ", "\x1b", "\u202e", "x" * (MAX_NAME + 1)])
def test_unfit_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(HomeError):
        Home(tmp_path / "ann").set_name(name)


def test_escapes_are_taken_out_of_names() -> None:
    assert chosen_name("\x1b[31mAnn\x07\u202e\u200b") == "[31mAnn"


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(max_size=60))
def test_clean_names_are_clean(text: str) -> None:
    try:
        name = chosen_name(text)
    except HomeError:
        return
    assert name.isprintable()
    assert 1 <= len(name) <= MAX_NAME
    assert chosen_name(name) == name


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b"[" * 3000])
def test_damaged_settings_are_refused(tmp_path: Path, content: bytes) -> None:
    home = Home(tmp_path / "ann")
    home.set_name("Ann")
    (home.path / "settings.json").write_bytes(content)
    with pytest.raises(HomeError, match="damaged"):
        _ = home.name


def test_settings_are_kept_beside_each_other(tmp_path: Path) -> None:
    home = Home(tmp_path / "ann")
    assert home.settings() == {}
    home.set_name("Ann")
    home.keep(screen={"bell": False})
    home.keep(screen={"bell": True})
    assert Home(home.path).settings() == {"name": "Ann", "screen": {"bell": True}}
    assert home.name == "Ann"
