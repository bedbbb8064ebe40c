"""`fairdeal` alone: the start screen; where there is no terminal for it, how the command is used."""

import importlib
from argparse import Namespace

from cli.screen.wanted import wanted
from cli.sentences import say


def run(args: Namespace) -> int:
    """`fairdeal`."""
    if wanted(args):
        return int(importlib.import_module("cli.screen.commands").start(args))
    print(f"{say('plain start')}\n\n{args.help()}", end="")
    return 0
