"""Whole tables, played once for all tests here, with what every seat was told."""

import secrets
from dataclasses import dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from unittest import mock

from cli.cards import Show, letters
from cli.history import notes as noting
from cli.history.keeping import NOTES, TRANSCRIPT, path_of
from cli.history.notes import Notes
from cli.history.recorded import Recorded, recorded
from cli.history.scenes import Teller
from cli.history.sight import sights
from cli.history.viewing import Viewing
from cli.model import display_names
from engine.games import rules_of
from p2p.events import Seated
from protocol.contribution import Contribution
from protocol.events import Closed, Event, HandSealed, Happened
from protocol.terms import Genesis, Player, Terms
from protocol.transcript_file import write
from tests.protocol.table.net import (
    Net,
    Sending,
    blob_of,
    events,
    flipped,
    identity,
    repeatable,
    to_all,
    with_part,
)

HOSTILE = ("<img src=x onerror=a()>", "</script><b>\"'&", "=1+2|'x'!A")
SHOWN = display_names(HOSTILE)
"""The same with the seat where a name could be taken for something else."""
"""Names that a player may have."""


@dataclass(frozen=True)
class Night:
    """A table that was played: the transcript, and the events of each seat."""

    genesis: Genesis
    transcript: bytes
    told: tuple[tuple[Event, ...], ...]

    @cached_property
    def table(self) -> Recorded:
        """The transcript taken apart; once, as that takes its time."""
        return recorded(self.transcript)

    def happened(self, seat: int, hand: int) -> list[Happened]:
        """What this seat saw of a hand, in order."""
        return [event for event in self.told[seat] if isinstance(event, Happened) and event.hand == hand]

    def notes(self, seat: int, *, computers: bool = False, began: int = 1_700_000_000) -> Notes:
        """What this player would have kept."""
        notes = noting.begun(Seated(self.genesis, seat), began, computers=computers)
        for event in self.told[seat]:
            if isinstance(event, Happened | HandSealed | Closed):
                notes = noting.noted(notes, event)
        return notes

    def keep(self, folder: Path, seat: int | None = 0, *, computers: bool = False, began: int = 1_700_000_000) -> Path:
        """Put the transcript, and a player's notes, where kept tables lie; the path of the transcript."""
        folder.mkdir(parents=True, exist_ok=True)
        path = path_of(folder, self.genesis.table, TRANSCRIPT)
        path.write_bytes(self.transcript)
        if seat is not None:
            notes = self.notes(seat, computers=computers, began=began)
            noted = noting.encode(replace_hash(notes, self.transcript))
            path_of(folder, self.genesis.table, NOTES).write_bytes(noted)
        return path


def replace_hash(notes: Notes, transcript: bytes) -> Notes:
    """Notes about just this transcript."""
    return replace(notes, transcript=sha256(transcript).digest())


def genesis_of(game: str, names: tuple[str, ...], hands: int, nonce: int = 0, **options: object) -> Genesis:
    """A table for these players, whose identities are those of their seats."""
    made = rules_of(game).Options.make(**options)
    players = tuple(Player(identity(seat).public, name, bytes([nonce, seat]) * 16) for seat, name in enumerate(names))
    return Genesis(Terms.of(game, made, hands=hands), players)


def played(net: Net) -> Night:
    """The table after it has been played to its end."""
    net.start().run()
    told = tuple(tuple(events(node)) for node in net.nodes)
    log = net.honest[0].table.log()
    return Night(net.genesis, write(net.genesis, log), told)


def repeatably(genesis: Genesis, seed: int) -> Night:
    """Played with random moves, the same every time."""
    substitutes = repeatable(seed)
    with (
        mock.patch.object(secrets, "token_bytes", substitutes["token_bytes"]),
        mock.patch.object(secrets, "randbelow", substitutes["randbelow"]),
    ):
        return played(Net(genesis, seed))


@cache
def tonk() -> Night:
    """A cut and two hands of Tonk among three players with hostile names."""
    return repeatably(genesis_of("tonk", HOSTILE, 2), 5)


@cache
def thirteen() -> Night:
    """Two hands of Thirteen for two namesakes: the table that is verified soonest."""
    return repeatably(genesis_of("thirteen", ("Ann", "ann"), 2, players=2), 2)


@cache
def pitch() -> Night:
    """A hand of Pitch for four."""
    return repeatably(genesis_of("pitch", ("Ann", "Bob", "Cleo", "Dan"), 1), 3)


NIGHTS = {"tonk": tonk, "thirteen": thirteen, "pitch": pitch}


@cache
def voided() -> Night:
    """A table of two, seat 1 of which sends a false proof with its shares in the hand after the cut."""
    genesis = genesis_of("tonk", ("Ann", "Bob"), 2, nonce=9)

    def cheat(made: Contribution) -> list[Sending]:
        return to_all(with_part(made, 1, flipped(blob_of(made, 1))))

    return played(Net(genesis, 1).cheat_once(1, "shares", cheat, hand=1))


def viewing_of(game: str, own: int | None = None, *, show: Show = letters) -> Viewing:
    """A replay of this game's night at its start, as the player at seat `own` kept it, or as somebody else finds it."""
    night = NIGHTS[game]()
    faces = {} if own is None else night.notes(own).faces
    eyes = sights(night.genesis.n, faces, own)
    return Viewing.of(Teller(night.table, eyes[0], show), eyes, night.table.numbers)
