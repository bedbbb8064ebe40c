"""`play`, `host` and `join` on a full screen. The arguments are those of plain mode."""

from argparse import Namespace
from collections.abc import Awaitable, Callable
from pathlib import Path

from cli import choices
from cli.console import Console
from cli.errors import BADLY, Failure
from cli.history.viewing import Viewing
from cli.screen import entrance, settings, tables
from cli.screen.app import Screen
from cli.screen.look import ASCII, UNICODE, theme
from cli.screen.replay import Replay
from cli.screen.replaying import replaying
from cli.screen.start.evening import evening
from cli.screen.tables import Finished, Person
from cli.screen.wanted import signs
from cli.sentences import say


def start(args: Namespace) -> int:
    """`fairdeal` alone."""
    home = choices.home()
    entrance.run(lambda screen: evening(screen, home, UNICODE if signs(args) else ASCII))
    return 0


def play(args: Namespace) -> int:
    """`fairdeal play GAME`."""
    terms, seats = choices.terms_and_seats(args)
    person = _person(args, 0.0 if args.auto else None)
    return _run(lambda screen: tables.play(screen, person, terms, seats), person.transcript)


def host(args: Namespace) -> int:
    """`fairdeal host GAME`."""
    terms, seats = choices.terms_and_seats(args)
    person = _person(args)
    where = {"port": args.port, "advertise": choices.advertised(args)}
    computers = choices.computers(args, seats)
    return _run(
        lambda screen: tables.host(screen, person, terms, seats, computers=computers, **where), person.transcript
    )


def join(args: Namespace) -> int:
    """`fairdeal join CODE`."""
    person, code = _person(args), "".join(args.code)
    return _run(lambda screen: tables.join(screen, person, code, asks=not args.yes), person.transcript)


def replay(args: Namespace, viewing: Viewing) -> None:
    """`fairdeal replay FILE|ID`, from where it is being viewed on."""
    shown = Replay(viewing, UNICODE if signs(args) else ASCII)
    chosen = settings.load(choices.home())
    entrance.run(lambda screen: replaying(screen, shown, theme(chosen.theme)))


def _person(args: Namespace, pace: float | None = None) -> Person:
    """Who plays. `pace` is that of computer players, unless the arguments say; None: that of the settings."""
    home, name = choices.home_and_name(args)
    pace = pace if args.pace is None else args.pace
    return Person(
        home,
        name,
        UNICODE if signs(args) else ASCII,
        transcript=choices.transcript_path(args),
        auto=args.auto,
        pace=pace,
        given_name=args.name,
    )


def _run(work: Callable[[Screen], Awaitable[Finished]], path: Path | None) -> int:
    """Play; then say on the ordinary screen what is left to be said. Raises Failure if it did not end well."""
    finished = entrance.run(work)
    console = Console.standard()
    console.write(finished.lines)
    if path is not None and finished.transcript:
        console.write([say("transcript", path=path)])
    if finished.trouble:
        raise Failure(finished.trouble, BADLY)
    return 0
