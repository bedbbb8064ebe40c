"""Finding kept tables again: by number, by the start of their id, or any transcript by its path."""

import re
import stat
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from pathlib import Path

from cli import choices
from cli.errors import Misuse
from cli.history import notes as noting
from cli.history.keeping import EVIDENCE, FOLDER, NOTES, TRANSCRIPT
from cli.history.notes import Notes
from cli.history.progress import telling
from cli.history.recorded import NotVerified, Progress, Recorded, Unreadable, recorded, silent
from cli.history.sentences import say
from cli.history.sight import Own
from cli.history.summary import Summary, summary
from cli.language import retold
from engine.contract import Seat
from protocol.codec import CodecError

SHORTEST_ID = 4
"""Digits of a table's id that are enough where no other table's id begins so."""
EVIDENCE_NAME = re.compile(rf"([0-9a-f]{{64}})\.seat([0-7]){re.escape(EVIDENCE)}")
"""As `keeping` names these files."""
LARGEST = 1 << 30
"""Bytes of a transcript: a thousand hands, and far more than any honest table's."""


@dataclass(frozen=True)
class Kept:
    """One transcript on the disk, and the own notes beside it, if there are any that can be read."""

    path: Path
    written: float
    """When the file was last written, in seconds since 1970."""
    notes: Notes | None
    number: int = 0
    """Its place in the list of all kept tables, from 1; 0 for a file elsewhere."""
    evidence: tuple[tuple[Seat, Path], ...] = ()
    """Seats that were convicted, each with the file that proves it."""

    @property
    def when(self) -> float:
        """When the table began, as far as it was noted; else when the file was written. Seconds since 1970."""
        return self.written if self.notes is None else self.notes.began

    @property
    def called(self) -> str:
        """What a player is told that this is: the number in the list, or the path."""
        return say("table", number=self.number) if self.number else str(self.path)

    def read(self) -> bytes:
        """The transcript. Raises Misuse."""
        return read(self.path, self.called)

    def summary(self) -> Summary:
        """How the table went: as noted, if the notes are about just this transcript; else by verifying it.

        Raises Misuse.
        """
        data = self.read()
        if self.notes is not None and self.notes.transcript == sha256(data).digest():
            return self.notes.summary
        return summary(verified(self.called, data))

    def recorded(self, progress: Progress = silent) -> Recorded:
        """The verified table. Raises Misuse."""
        return verified(self.called, self.read(), progress)


def shelf(folder: Path | None = None) -> list[Kept]:
    """All kept tables, the oldest first. Raises Misuse."""
    folder = tables_folder() if folder is None else folder
    try:
        found = [_kept(path) for path in sorted(folder.glob(f"*{TRANSCRIPT}"))]
        evidence = _evidence(folder)
    except OSError as error:
        raise _unreadable(folder, error) from error
    found.sort(key=lambda kept: kept.when)
    return [
        replace(kept, number=number, evidence=tuple(evidence[kept.path.stem])) for number, kept in enumerate(found, 1)
    ]


def tables_folder() -> Path:
    """Where kept tables lie. Raises Misuse."""
    return choices.home().path / FOLDER


def find(name: str) -> Kept:
    """The table of this number or id, or the transcript at this path. Raises Misuse.

    A file that lies here under such a name can be given as ./NAME.
    """
    return numbered(name) or at(Path(name))


def numbered(name: str) -> Kept | None:
    """The table of this number or id; None for what is a path. Raises Misuse if there is neither."""
    if name.isdecimal() or _looks_like_id(name):
        known = shelf()
        for kept in known:
            if name == str(kept.number):
                return kept
        begins = [kept for kept in known if len(name) >= SHORTEST_ID and kept.path.name.startswith(name.lower())]
        if len(begins) == 1:
            return begins[0]
        if begins:
            raise Misuse(say("which table", id=name))
        if not Path(name).exists():
            raise Misuse(say("no such table" if known else "no tables", id=name, most=len(known)))
    return None


def shown(kept: Kept) -> Recorded:
    """The verified table; on a terminal the progress of a long one is told, and wiped away again. Raises Misuse."""
    with telling() as progress:
        return kept.recorded(progress)


def at(path: Path) -> Kept:
    """The transcript at this path. Raises Misuse."""
    try:
        return _kept(path)
    except OSError as error:
        raise _unreadable(path, error) from error


def read(path: Path, called: str) -> bytes:
    """The bytes of a transcript. Raises Misuse."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            raise Misuse(say("unreadable", file=called, reason=say("no file")))
        if status.st_size > LARGEST:
            raise Misuse(say("unreadable", file=called, reason=say("too large")))
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(called, error) from error


def verified(called: str, data: bytes, progress: Progress = silent) -> Recorded:
    """The table of a transcript. Raises Misuse, with the place, if it does not verify."""
    try:
        return recorded(data, progress)
    except Unreadable as error:
        raise Misuse(say("unreadable", file=called, reason=retold(str(error)))) from error
    except NotVerified as error:
        raise Misuse(say("not verified", file=called, reason=retold(str(error)).rstrip("."))) from error


@dataclass(frozen=True)
class Entry:
    """A kept table with how it went, or why that cannot be said."""

    kept: Kept
    summary: Summary | None
    trouble: str = ""


def entries(tables: Sequence[Kept], progress: Progress = silent) -> list[Entry]:
    """Tables with how they went. One that does not verify does not hide the others.

    `progress` is called with the number of tables that have been read, and of all.
    """
    made: list[Entry] = []
    for kept in tables:
        progress(len(made), len(tables))
        try:
            made.append(Entry(kept, kept.summary()))
        except Misuse as error:
            made.append(Entry(kept, None, str(error)))
    return made


def begun(tables: Iterable[Kept], since: date | None, until: date | None) -> list[Kept]:
    """Those that began on these days, the last one included, where this computer is."""
    return [kept for kept in tables if (since or date.min) <= date.fromtimestamp(kept.when) <= (until or date.max)]


def fitting(found: Iterable[Entry], game: str | None, player: str | None) -> list[Entry]:
    """Those of this game, at which somebody of this name sat; what cannot be read fits only where all is wanted."""
    name = None if player is None else player.casefold()
    return [
        entry
        for entry in found
        if (game is None or (entry.summary is not None and entry.summary.game == game))
        and (name is None or (entry.summary is not None and name in map(str.casefold, entry.summary.names)))
    ]


def own_faces(kept: Kept, table: Recorded) -> Own:
    """The faces that the player noted at this table; none if the notes are about another one."""
    notes = kept.notes
    return {} if notes is None or notes.summary.table != table.genesis.table else notes.faces


def own_seat(kept: Kept, table: Recorded) -> Seat | None:
    """The player's own seat, if this is known."""
    notes = kept.notes
    return None if notes is None or notes.summary.table != table.genesis.table else notes.seat


def _kept(path: Path) -> Kept:
    return Kept(path, path.stat().st_mtime, _notes(path.with_suffix(NOTES)))


def _evidence(folder: Path) -> defaultdict[str, list[tuple[Seat, Path]]]:
    """By the id of the table: what convicts its seats, as the names of the files say."""
    found: defaultdict[str, list[tuple[Seat, Path]]] = defaultdict(list)
    for path in sorted(folder.glob(f"*{EVIDENCE}")):
        named = EVIDENCE_NAME.fullmatch(path.name)
        if named is not None:
            found[named[1]].append((int(named[2]), path))
    return found


def _notes(path: Path) -> Notes | None:
    """The notes beside a transcript. Without them a replay shows less, so what is damaged is no reason to fail."""
    try:
        return noting.decode(path.read_bytes())
    except (OSError, CodecError):
        return None


def _looks_like_id(name: str) -> bool:
    return SHORTEST_ID <= len(name) <= 64 and all(letter in "0123456789abcdefABCDEF" for letter in name)


def _unreadable(called: Path | str, error: OSError) -> Misuse:
    return Misuse(say("unreadable", file=called, reason=retold(str(error.strerror or error))))
