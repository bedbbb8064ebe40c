"""The user's data directory: the identity, the settings and where the journal lies.

The directory belongs to its owner alone (0700) and so do the files in it (0600); on POSIX systems anything wider
is refused rather than silently repaired, because the key may have been read already.
"""

import json
import os
import re
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path

import platformdirs

from protocol.identity import Identity
from protocol.terms import MAX_NAME, clean_line

_POSIX = os.name == "posix"
_IDENTITY_LABEL = "fairdeal-identity-1"
_MAX_FILE = 4096


class HomeError(Exception):
    """The data directory cannot be used; one sentence says why and what to do."""


class Home:
    """The data directory at `path`, which exists and is the owner's alone."""

    def __init__(self, path: Path) -> None:
        """Creates the directory if need be. Raises HomeError."""
        self.path = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _POSIX and not any(path.iterdir()):
                # Nothing lies in it yet, so nothing can have been read.
                path.chmod(0o700)
            _check_private(path, path.stat(), "700")
        except OSError as error:
            raise HomeError(f"The folder {path} cannot be used ({error.strerror}).") from error

    @classmethod
    def open(cls, environment: Mapping[str, str] | None = None) -> "Home":
        """The directory that FAIRDEAL_HOME names, else the platform's usual place. Raises HomeError."""
        chosen = (os.environ if environment is None else environment).get("FAIRDEAL_HOME")
        if chosen:
            return cls(Path(chosen).expanduser())
        return cls(platformdirs.user_data_path("fairdeal", appauthor=False))

    @property
    def journal(self) -> Path:
        """Where the identity's journal lies."""
        return self.path / "journal.sqlite"

    def identity(self) -> Identity:
        """The player's identity, created on first use. Raises HomeError."""
        path = self.path / "identity"
        try:
            if not path.exists():
                line = f"{_IDENTITY_LABEL} {Identity.generate().seed.hex()}\n"
                _create(path, line.encode())
            return _read_identity(path)
        except OSError as error:
            raise HomeError(f"The identity file {path} cannot be used ({error.strerror}).") from error

    @property
    def name(self) -> str | None:
        """The player's name for others to see, or None before one was chosen. Raises HomeError."""
        name = self.settings().get("name")
        return chosen_name(name) if isinstance(name, str) else None

    def set_name(self, name: str) -> None:
        """Keeps the player's name. Raises HomeError if it is empty or too long."""
        self.keep(name=chosen_name(name))

    def keep(self, **changes: object) -> None:
        """Keeps these settings, JSON values by name, beside the others. Raises HomeError."""
        self._write_settings(self.settings() | changes)

    def settings(self) -> dict[str, object]:
        """All settings that are kept, by name. Raises HomeError."""
        path = self.path / "settings.json"
        try:
            settings = json.loads(_read_private(path))
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise HomeError(f"The settings file {path} cannot be read ({error.strerror}).") from error
        except (ValueError, RecursionError) as error:
            raise HomeError(f"The settings file {path} is damaged: please delete it.") from error
        if not isinstance(settings, dict):
            raise HomeError(f"The settings file {path} is damaged: please delete it.")
        return settings

    def _write_settings(self, settings: Mapping[str, object]) -> None:
        path = self.path / "settings.json"
        try:
            fresh = _write_aside(path, (json.dumps(settings, ensure_ascii=False) + "\n").encode())
            fresh.replace(path)
            _sync_directory(self.path)
        except OSError as error:
            raise HomeError(f"The settings file {path} cannot be written ({error.strerror}).") from error


def chosen_name(text: str) -> str:
    """A name as its owner chose it and as others are shown it: one clean line.

    Raises HomeError, with a sentence, if nothing is left or more than MAX_NAME characters are.
    """
    name = clean_line(text, len(text))
    if not name:
        raise HomeError("A name needs at least one letter.")
    if len(name) > MAX_NAME:
        raise HomeError(f"A name has at most {MAX_NAME} letters.")
    return name


def _check_private(path: Path, status: os.stat_result, mode: str) -> None:
    if _POSIX and stat.S_IMODE(status.st_mode) & 0o077:
        raise HomeError(f"Other users of this computer can get at {path}: please run  chmod {mode} '{path}'  first.")


def _read_private(path: Path) -> bytes:
    # The rights are those of the open file, so that it cannot be exchanged between check and reading.
    with path.open("rb") as file:
        _check_private(path, os.fstat(file.fileno()), "600")
        return file.read(_MAX_FILE)


def _read_identity(path: Path) -> Identity:
    line = _read_private(path).decode("ascii", "replace").strip()
    match = re.fullmatch(_IDENTITY_LABEL + " ([0-9a-f]{64})", line)
    if match is None:
        raise HomeError(f"The identity file {path} is damaged: please restore it from a copy.")
    return Identity(bytes.fromhex(match[1]))


def _create(path: Path, content: bytes) -> None:
    """Writes a file at once or not at all; if another process was first, its file stays."""
    fresh = _write_aside(path, content)
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without hard links
        if not path.exists():
            fresh.rename(path)
    finally:
        fresh.unlink(missing_ok=True)
    _sync_directory(path.parent)


def _write_aside(path: Path, content: bytes) -> Path:
    """A new file beside `path`, the owner's alone, whose content is on the disk."""
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    return fresh


def _sync_directory(path: Path) -> None:
    if not _POSIX:
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
