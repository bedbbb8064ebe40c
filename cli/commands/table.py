"""`play`, `host` and `join`: a person at a table, line by line where no full screen is wanted."""

import importlib
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path

import trio

from cli import choices, computer, running
from cli.company import Company
from cli.computer import Computer
from cli.console import Console
from cli.errors import BADLY, Failure
from cli.history.keeping import keeping
from cli.history.tidying import tidied
from cli.screen.wanted import wanted
from cli.sentences import say
from cli.session import Session
from p2p.home import Home
from p2p.sitting import Guest, Sitting, host_table, join_table

IN_MEMORY = ":memory:"


def play(args: Namespace) -> int:
    """`fairdeal play GAME`: the other seats are computer players, which join over loopback like any peer."""
    if wanted(args):
        return _on_screen(args, "play")
    terms, seats = choices.terms_and_seats(args)
    home, name = choices.home_and_name(args)
    path = choices.transcript_path(args)
    if args.pace is None:
        args.pace = 0.0 if args.auto else computer.PACE

    async def work() -> None:
        guest = Guest(home.identity(), name, IN_MEMORY)
        async with (
            host_table(guest, terms, seats, loopback=True) as sitting,
            keeping(sitting, home.path, computers=True),
            trio.open_nursery() as nursery,
        ):
            company = Company(nursery, args.game, args.pace, taken=[name], expected=seats - 1, marked=False)
            computed, opens = _computer(args), (terms, seats)
            session = Session(sitting, Console.standard(), computer=computed, company=company, solo=True, opens=opens)
            choices.keep_name(home, args.name)
            await _sit(session, sitting, path)
            nursery.cancel_scope.cancel()

    return running.run(work)


def host(args: Namespace) -> int:
    """`fairdeal host GAME`."""
    if wanted(args):
        return _on_screen(args, "host")
    terms, seats = choices.terms_and_seats(args)
    home, name = choices.home_and_name(args)
    path = choices.transcript_path(args)
    expected = choices.computers(args, seats)

    async def work() -> None:
        guest = Guest(home.identity(), name, str(home.journal))
        addresses = choices.advertised(args)
        await tidied(home)
        async with (
            host_table(guest, terms, seats, port=args.port, advertise=addresses) as sitting,
            keeping(sitting, home.path),
            trio.open_nursery() as nursery,
        ):
            session = Session(
                sitting,
                Console.standard(),
                computer=_computer(args),
                company=Company(nursery, args.game, _pace(args), taken=[name], expected=expected),
                opens=(terms, seats),
                seen_as=_news(home, name, args),
            )
            choices.keep_name(home, args.name)
            await _sit(session, sitting, path)
            nursery.cancel_scope.cancel()

    return running.run(work)


def join(args: Namespace) -> int:
    """`fairdeal join CODE`: nobody sits down before a yes to the terms, unless the arguments say it."""
    if wanted(args):
        return _on_screen(args, "join")
    home, name = choices.home_and_name(args)
    path = choices.transcript_path(args)

    async def work() -> None:
        guest = Guest(home.identity(), name, str(home.journal))
        asks = not (args.yes or args.auto)
        await tidied(home)
        opening = join_table(guest, "".join(args.code), asks=asks)
        async with opening as sitting, keeping(sitting, home.path):
            session = Session(
                sitting, Console.standard(), computer=_computer(args), asks=asks, seen_as=_news(home, name, args)
            )
            choices.keep_name(home, args.name)
            await _sit(session, sitting, path)

    return running.run(work)


def _news(home: Home, name: str, args: Namespace) -> str:
    """The name that the others will see, if the player has never chosen it; else nothing."""
    return name if args.name is None and home.name is None else ""


def _on_screen(args: Namespace, command: str) -> int:
    """The same on a full screen, which is not imported before it is needed."""
    return int(getattr(importlib.import_module("cli.screen.commands"), command)(args))


async def _sit(session: Session, sitting: Sitting, path: Path | None) -> None:
    """Play to the end; then write the transcript, however the table ended. Raises Failure if it did not end well."""
    try:
        trouble = await session.run()
    finally:
        if path is not None:
            _write(path, sitting.transcript())
    if trouble:
        raise Failure(trouble, BADLY)


def _write(path: Path, data: bytes) -> None:
    choices.write_transcript(path, data)
    if data:
        Console.standard().write([say("transcript", path=path)])


def _computer(args: Namespace) -> Callable[[str], Computer] | None:
    """How to make the computer player that plays one's own seat, given the game; None if the person plays."""
    if not args.auto:
        return None
    return partial(Computer, pace=_pace(args))


def _pace(args: Namespace) -> float:
    """Seconds that each move of a computer player takes at least."""
    return computer.PACE if args.pace is None else float(args.pace)
