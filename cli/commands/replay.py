"""`replay`: a table step by step, from its verified transcript."""

import importlib
import sys
from argparse import Namespace

from cli import cards as glyphs
from cli.console import Console
from cli.errors import Misuse
from cli.history import shelf, viewer
from cli.history.recorded import Recorded
from cli.history.scenes import Teller, flat
from cli.history.sentences import say
from cli.history.sight import Own, Sight, sights
from cli.history.viewing import Hands, Viewing
from cli.screen.wanted import signs, wanted
from engine.contract import Seat


def run(args: Namespace) -> int:
    """`fairdeal replay FILE|ID`."""
    kept = shelf.find(args.table)
    table = shelf.shown(kept)
    own, seat = shelf.own_faces(kept, table), shelf.own_seat(kept, table)
    full = wanted(args)
    teller = Teller(
        table, chosen_sight(args, table, own, seat), glyphs.signs if full and signs(args) else glyphs.letters
    )
    viewing = Viewing.of(teller, sights(table.genesis.n, own, seat), chosen_hands(args.hand, table))
    if full:
        importlib.import_module("cli.screen.commands").replay(args, viewing)
    elif sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        viewer.by_lines(viewing, sys.stdin, Console.standard().write)
    else:
        Console.standard().write([f"{teller.title}. {teller.seen}", *lines(viewing.hands)])
    return 0


def chosen_sight(args: Namespace, table: Recorded, own: Own, seat: Seat | None) -> Sight:
    """Whose eyes: as the arguments say, else the player's own, else all that was opened. Raises Misuse."""
    if args.all or (args.seat is None and not own):
        return Sight(None, own)
    if args.seat is None:
        return Sight(seat, own)
    if args.seat >= table.genesis.n:
        raise Misuse(say("no such seat", seat=args.seat, last=table.genesis.n - 1))
    return Sight(args.seat, own if args.seat == seat else {})


def chosen_hands(number: int | None, table: Recorded) -> list[int]:
    """The numbers of the hands: this one, or all. Raises Misuse."""
    numbers = table.numbers
    if not numbers:
        raise Misuse(say("no hands"))
    if number is None:
        return list(numbers)
    if number not in numbers:
        raise Misuse(say("no such hand", number=number, first=numbers[0], last=numbers[-1]))
    return [number]


def lines(hands: Hands) -> list[str]:
    """Whole hands, one after the other."""
    return [line for scenes in hands for line in ("", say("hand", number=scenes[0].number), *flat(scenes))]
