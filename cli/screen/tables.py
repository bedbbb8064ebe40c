"""Tables on a full screen: against computer players, one's own, a friend's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import trio

from cli import choices, presenter
from cli.company import Company
from cli.computer import Computer
from cli.history.keeping import keeping
from cli.history.tidying import tidied
from cli.screen import settings
from cli.screen.app import Screen
from cli.screen.desk import Desk
from cli.screen.line import Key
from cli.screen.look import Glyphs, theme
from cli.screen.sentences import tell
from cli.screen.settings import SPEEDS, Settings
from cli.screen.sitter import MOMENT, Sitter
from cli.screen.view import draw
from p2p.address import Address
from p2p.home import Home
from p2p.sitting import Guest, Sitting, host_table, join_table
from protocol.terms import Terms

IN_MEMORY = ":memory:"


@dataclass(frozen=True)
class Person:
    """Who plays here."""

    home: Home
    name: str
    glyphs: Glyphs
    transcript: Path | None = None
    """Where the transcript of a table goes."""
    auto: bool = False
    """A computer plays for this person."""
    pace: float | None = None
    """Seconds that each move of a computer player takes at least; None: as the settings say."""
    given_name: str | None = None
    """The name, if it was given with the command: kept once there is a table."""

    def desk(self, *, asking: bool = False, solo: bool = False) -> Desk:
        """The desk before anything has happened, with this person's settings. Raises HomeError."""
        chosen = settings.load(self.home)
        return Desk.fresh(chosen, self.glyphs, asking=asking, solo=solo, auto=self.auto)

    def own_table(self, terms: Terms, seats: int, *, solo: bool = False) -> Desk:
        """The desk at a table that this person opens. Raises HomeError."""
        desk = self.desk(solo=solo)
        return replace(desk, model=replace(desk.model, terms=terms, seats=seats))

    def keep(self, chosen: Settings) -> None:
        """Keep settings. Raises HomeError."""
        settings.keep(self.home, chosen)

    def computer(self) -> Callable[[str], Computer] | None:
        """How to make the computer that plays for this person, if one does."""
        return partial(Computer, pace=self.paced(settings.load(self.home))) if self.auto else None

    def paced(self, chosen: Settings) -> float:
        """The pace of computer players by these settings."""
        return SPEEDS[chosen.speed].pace if self.pace is None else self.pace

    def guest(self, journal: str) -> Guest:
        """This person as a guest at a table. Raises HomeError."""
        return Guest(self.home.identity(), self.name, journal)


class Finished(NamedTuple):
    """How an evening ended."""

    trouble: str
    """Why it did not end well; empty if it did."""
    lines: tuple[str, ...]
    """What is left to be said: who owes whom."""
    transcript: bytes


async def play(screen: Screen, person: Person, terms: Terms, seats: int) -> Finished:
    """Play against computer players, which join over loopback like any peer."""
    opening = host_table(person.guest(IN_MEMORY), terms, seats, loopback=True)
    async with opening as sitting, keeping(sitting, person.home.path, computers=True):
        return await _sit(screen, person, sitting, person.own_table(terms, seats, solo=True), seats - 1)


async def host(
    screen: Screen,
    person: Person,
    terms: Terms,
    seats: int,
    *,
    port: int = 0,
    advertise: Sequence[Address] = (),
    computers: int = 0,
) -> Finished:
    """Open a table for friends; so many computer players sit down at once."""
    await tidied(person.home)
    opening = host_table(person.guest(str(person.home.journal)), terms, seats, port=port, advertise=advertise)
    async with opening as sitting, keeping(sitting, person.home.path):
        return await _sit(screen, person, sitting, person.own_table(terms, seats), computers)


async def join(screen: Screen, person: Person, code: str, *, asks: bool = True) -> Finished:
    """Join a friend's table: with `asks` its terms are shown first, unless a computer plays. Esc gives up connecting.

    Raises InviteError, ConnectError, StorageError, HomeError.
    """
    asks = asks and not person.auto
    desk = person.desk(asking=asks)
    await tidied(person.home)
    opening = join_table(person.guest(str(person.home.journal)), code, asks=asks)
    async with trio.open_nursery() as nursery:
        connecting: trio.CancelScope = await nursery.start(_show_connecting, screen, desk, nursery.cancel_scope)
        async with opening as sitting, keeping(sitting, person.home.path):
            connecting.cancel()
            return await _sit(screen, person, sitting, desk)
    return Finished(tell("not connected"), (), b"")


async def _show_connecting(
    screen: Screen, desk: Desk, everything: trio.CancelScope, task_status: "trio.TaskStatus[trio.CancelScope]"
) -> None:
    """Show that the table is being looked for, until cancelled; a key gives everything up."""
    with trio.CancelScope() as scope:
        task_status.started(scope)
        present(screen, desk)
        await trio.sleep(MOMENT)
        present(screen, replace(desk, slow=True))
        async for item in screen.inputs:
            if item == Key("c-z"):
                screen.suspend()
            elif isinstance(item, Key) and item.name in ("escape", "c-c", "f10"):
                everything.cancel()


def present(screen: Screen, desk: Desk) -> None:
    """Show this desk."""
    screen.show(lambda width, height: draw(desk, width, height), theme(desk.settings.theme))


async def _sit(screen: Screen, person: Person, sitting: Sitting, desk: Desk, computers: int = 0) -> Finished:
    choices.keep_name(person.home, person.given_name)
    async with trio.open_nursery() as nursery:
        company = _company(nursery, person, desk, computers)

        def keep(chosen: Settings) -> None:
            if company is not None:
                company.pace = person.paced(chosen)
            person.keep(chosen)

        sitter = Sitter(sitting, screen, desk, keep=keep, computer=person.computer(), company=company)
        try:
            trouble = await sitter.run()
        finally:
            # However it ends: by a signal or an error as well.
            if person.transcript is not None:
                choices.write_transcript(person.transcript, sitting.transcript())
        nursery.cancel_scope.cancel()
    model = sitter.desk.model
    lines = tuple(presenter.debts(model)) if model.match is not None else ()
    return Finished(trouble, lines, sitting.transcript())


def _company(nursery: trio.Nursery, person: Person, desk: Desk, expected: int) -> Company | None:
    """The computer players at one's own table; there are none to be asked to a friend's."""
    terms = desk.model.terms
    if terms is None:
        return None
    pace, taken = person.paced(desk.settings), [person.name]
    return Company(nursery, terms.game, pace, taken=taken, expected=expected, marked=not desk.solo)
