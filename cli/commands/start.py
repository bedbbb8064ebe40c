"""`fairdeal` alone: the start screen; where there is no terminal for it, how the command is used."""

import importlib
from argparse import Namespace

from cli.screen.wanted import wanted


def run(args: Namespace) -> int:
    """`fairdeal`."""
    if wanted(args):
        return int(importlib.import_module("cli.screen.commands").start(args))
    print(args.help(), end="")
    return 0
