"""Running the start screen, and the tables that are chosen there, one after the other."""

from contextlib import suppress
from dataclasses import replace
from functools import partial

import trio

from cli import choices, running
from cli.errors import Failure
from cli.history import listing, shelf
from cli.history.keeping import FOLDER
from cli.history.viewing import opened
from cli.language import choose, retold
from cli.screen import settings, tables
from cli.screen.app import Click, Resized, Screen
from cli.screen.look import Glyphs, theme
from cli.screen.replay import Replay
from cli.screen.replaying import checked, replaying
from cli.screen.start import kept
from cli.screen.start.keys import click, press, resized
from cli.screen.start.sentences import START
from cli.screen.start.state import (
    DrawAnew,
    Form,
    Host,
    JoinBy,
    KeepSettings,
    Play,
    Quit,
    ReadHistory,
    SeeAgain,
    SetName,
    Start,
    Step,
    ToBackground,
    named,
)
from cli.screen.start.view import draw
from cli.screen.tables import Finished, Person
from p2p.home import Home, HomeError

NOBODYS = frozenset(
    ("root", "user", "admin", "administrator", "guest", "ubuntu", "debian", "pi", "nobody", "default", "owner", "test")
)
"""Names that computers give to nobody in particular."""


async def evening(screen: Screen, home: Home, glyphs: Glyphs) -> None:
    """Stay until the player quits. Raises HomeError if the data directory cannot be used."""
    played = kept.load(home)
    start = Start(name=home.name or "", settings=settings.load(home), glyphs=glyphs, played=played)
    if played:
        start = replace(start, form=played[0])
    if not start.name:
        start = replace(start, page="name", line=named(""), suggested=suggestion(choices.login_name()))
    while True:
        start, step = await _chosen(screen, home, start)
        if isinstance(step, Quit):
            return
        start = replace(await _at_table(screen, home, start, step), size=screen.size)


def suggestion(login: str) -> str:
    """The name that somebody new is offered; none where the computer's name for them says nothing about them."""
    return "" if login.casefold() in NOBODYS or login == choices.DEFAULT_NAME else login


async def _chosen(screen: Screen, home: Home, start: Start) -> tuple[Start, Step]:
    """Let the player choose: what leads away from the start screen."""
    while True:
        _show(screen, start)
        item = await screen.inputs.receive()
        steps: tuple[Step, ...] = ()
        if isinstance(item, Resized):
            start = resized(start, (item.width, item.height))
        elif isinstance(item, Click):
            start, steps = click(start, item.target)
        else:
            start, steps = press(start, item)
        for step in steps:
            if isinstance(step, Play | Host | JoinBy | Quit):
                return start, step
            if isinstance(step, SeeAgain):
                start, left = await _seen_again(screen, start, step.kept)
                if left == "quit":
                    return start, Quit()
                continue
            start = await _done(screen, home, start, step)


async def _done(screen: Screen, home: Home, start: Start, step: Step) -> Start:
    """Do something that leaves the player on the start screen."""
    if isinstance(step, SetName | KeepSettings):
        return _kept(home, start, step)
    if isinstance(step, ToBackground):
        screen.suspend()
    elif isinstance(step, DrawAnew):
        screen.redraw()
    elif isinstance(step, ReadHistory):
        _show(screen, start)
        return await _with_history(home, start)
    return start


def _kept(home: Home, start: Start, step: SetName | KeepSettings) -> Start:
    """Keep what was chosen; if that cannot be, say so and go on with it."""
    try:
        if isinstance(step, SetName):
            home.set_name(step.name)
        else:
            choose(step.settings.language)
            settings.keep(home, step.settings)
    except HomeError as error:
        return start.told("warn", retold(str(error)))
    return start


async def _with_history(home: Home, start: Start) -> Start:
    def read() -> tuple[str, tuple[listing.Listed, ...]]:
        return listing.choices(shelf.entries(shelf.shelf(home.path / FOLDER)))

    try:
        heading, listed = await trio.to_thread.run_sync(read)
    except Failure as failure:
        return replace(start, busy=False).told("warn", str(failure))
    return replace(start, busy=False, listed=listed, heading=heading)


async def _seen_again(screen: Screen, start: Start, table_kept: shelf.Kept) -> tuple[Start, str]:
    """Replay a kept table; then how the player left, as `replaying` tells it."""
    colours = theme(start.settings.theme)
    screen.mouse = start.settings.mouse
    try:
        table = await checked(screen, table_kept, start.glyphs, colours)
        if isinstance(table, str):
            return start, table
        shown = Replay(opened(table_kept, table, start.glyphs.show), start.glyphs)
        left = await replaying(screen, shown, colours)
    except Failure as failure:
        return start.told("warn", str(failure)), ""
    return replace(start, size=screen.size), left


async def _at_table(screen: Screen, home: Home, start: Start, step: Step) -> Start:
    """Sit at the table that was chosen; back on the start screen with what is to be told of it."""
    person = Person(home, start.name, start.glyphs)
    if isinstance(step, Play | Host):
        start = _remembered(home, start, step.form)
    try:
        finished = await _sat(screen, person, step)
    except Exception as error:
        told = running.told(error)
        if not isinstance(told, Failure):
            raise
        return start.told("warn", str(told))
    if not (isinstance(step, JoinBy) and finished.trouble and not finished.transcript):
        start = start.home()  # a code that has led to no table stays where it was typed
    start = replace(start, settings=settings.load(home))
    if finished.trouble:
        return start.told("warn", finished.trouble)
    return start.told("good", " ".join([START["ended"], *finished.lines]))


def _remembered(home: Home, start: Start, form: Form) -> Start:
    """Keep what is played, to offer it again. Where that cannot be kept, the table says so when it needs the folder."""
    start = replace(start, form=form, played=kept.with_newest(start.played, form))
    with suppress(HomeError):
        kept.keep(home, start.played)
    return start


async def _sat(screen: Screen, person: Person, step: Step) -> Finished:
    if isinstance(step, JoinBy):
        return await tables.join(screen, person, step.code)
    assert isinstance(step, Play | Host)  # noqa: S101 - nothing else leads to a table
    sit = tables.play if isinstance(step, Play) else tables.host
    return await sit(screen, person, step.form.terms(), step.form.taken_seats())


def _show(screen: Screen, start: Start) -> None:
    screen.mouse = start.settings.mouse
    screen.show(partial(draw, start), theme(start.settings.theme))
