"""`settle`: who owes whom over many tables."""

import json
from argparse import Namespace

from cli.commands import history
from cli.errors import Misuse
from cli.history import money, shelf
from cli.history.sentences import say
from cli.history.shelf import Entry


def run(args: Namespace) -> int:
    """`fairdeal settle`."""
    found = _chosen(args)
    counted = [entry for entry in found if args.files or args.computers or not _against_computers(entry)]
    account = money.account(counted)
    if args.json:
        print(json.dumps({**money.as_json(account), "left_out": len(found) - len(counted)}))
        return 0
    lines = _lines(account, found, counted) if found else [history.nothing(args)]
    history.show(lines)
    return 0


def _lines(account: money.Account, found: list[Entry], counted: list[Entry]) -> list[str]:
    left = len(found) - len(counted)
    if left and not counted:
        return [say("only computers", tables=left)]
    lines = money.lines(account) if account.tables else []
    lines += [entry.trouble for entry in counted if entry.summary is None]
    unclosed = sum(not entry.summary.closed for entry in money.distinct(counted) if entry.summary is not None)
    lines += [say("open counted", tables=unclosed)] if unclosed else []
    return [*lines, say("computers left out", tables=left)] if left else lines


def _chosen(args: Namespace) -> list[Entry]:
    """The tables of the arguments; a file that does not verify is an error, as its money would be missing."""
    if not args.files:
        return history.fitting(args)
    if history.chooses(args):
        raise Misuse(say("only for all"))
    found = [shelf.find(name) for name in args.files]
    return [Entry(kept, kept.summary()) for kept in found]


def _against_computers(entry: Entry) -> bool:
    return entry.kept.notes is not None and entry.kept.notes.computers
