"""`history`: the tables that were kept, as a list, as numbers, for other programs."""

import json
import shutil
import sys
from argparse import Namespace

from cli import choices
from cli.errors import Misuse
from cli.history import chart, listing, shelf, tally
from cli.history.progress import telling
from cli.history.sentences import say
from cli.history.shelf import Entry
from cli.screen.canvas import columns, wrap
from cli.screen.wanted import signs
from cli.text import printable


def run(args: Namespace) -> int:
    """`fairdeal history`."""
    if args.csv and (args.json or args.stats):
        raise Misuse(say("csv alone"))
    found = fitting(args)
    if args.stats:
        _statistics(args, found)
    elif args.json:
        print(json.dumps({"tables": [listing.as_json(entry) for entry in found]}))
    elif args.csv:
        sys.stdout.write(listing.as_csv(found))
    else:
        show(listing.lines(found, width()) or [nothing(args)])
    return 0


def fitting(args: Namespace) -> list[Entry]:
    """The kept tables that the arguments ask for. Raises Misuse."""
    if args.game is not None:
        choices.rules_named(args.game)
    if args.since is not None and args.until is not None and args.until < args.since:
        raise Misuse(say("no days", since=args.since, until=args.until))
    asked = shelf.begun(shelf.shelf(), args.since, args.until)
    with telling(key="looking") as progress:
        return shelf.fitting(shelf.entries(asked, progress), args.game, args.player)


def chooses(args: Namespace) -> bool:
    """Whether the arguments choose among the kept tables."""
    return any(one is not None for one in (args.game, args.player, args.since, args.until))


def width() -> int | None:
    """Columns of the terminal; None where the output is none, and lines may be as long as they are."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _statistics(args: Namespace, found: list[Entry]) -> None:
    tallies = tally.tallies(found)
    if args.json:
        print(json.dumps({"games": {game: tally.as_json(one) for game, one in tallies.items()}}))
        return
    told = tally.lines(tallies, chart.BLOCKS if signs(args) else chart.ASCII, width() or tally.WIDTH)
    show([*told, *_counted(found)] if told else [nothing(args)])


def _counted(found: list[Entry]) -> list[str]:
    """Which of the tables count in statistics, where that is not plain."""
    alone = sum(entry.kept.notes is not None and entry.kept.notes.computers for entry in found)
    left = sum(entry.kept.notes is None or entry.summary is None for entry in found)
    told = [say("tally computers", tables=alone, all=len(found))] if alone else []
    told += [say("tally left out", tables=left, all=len(found))] if left else []
    return ["", *told] if told else []


def nothing(args: Namespace) -> str:
    """What to say where no table fits."""
    return say("nothing fits" if chooses(args) else "nothing kept")


def show(lines: list[str]) -> None:
    """Print lines without control characters, broken between words where a terminal is too narrow."""
    most = width()
    fitting = [
        piece
        for line in map(printable, lines)
        for piece in ([line] if most is None or columns(line) <= most else wrap(line, most, "  "))
    ]
    print("\n".join(fitting))
