"""`report`: a web page that replays a table with pictures of its cards."""

from argparse import Namespace
from pathlib import Path

from cli.console import Console
from cli.errors import Misuse
from cli.history import shelf
from cli.history.page.build import page
from cli.history.sentences import say
from cli.language import retold

ID_DIGITS = 8
START = b"<!DOCTYPE html>"


def run(args: Namespace) -> int:
    """`fairdeal report FILE|ID`."""
    kept = shelf.find(args.table)
    table = shelf.shown(kept)
    own = shelf.own_faces(kept, table)
    if args.mine and not own:
        raise Misuse(say("nothing noted"))
    name = f"{table.genesis.terms.game}-{table.report.table[:ID_DIGITS]}.html"
    path = Path(name if args.output is None else args.output)
    text = page(table, own, shelf.own_seat(kept, table) or 0) if args.mine else page(table)
    try:
        if path.exists() and not _is_page(path):
            raise Misuse(say("no page", path=path))
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Misuse(say("not written", path=path, reason=retold(str(error.strerror or error)))) from error
    left_out = own and not args.mine
    Console.standard().write([say("written", path=path), *([say("not mine")] if left_out else [])])
    return 0


def _is_page(path: Path) -> bool:
    """Whether this may be written over: not so a transcript. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(START)) in (START, b"")
