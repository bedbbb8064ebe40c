"""Whether this is a terminal for a full screen. Imports nothing heavy."""

import os
import sys
from argparse import Namespace

DUMB = ("dumb", "unknown")
"""Terminals that can do no more than write lines, as TERM names them."""


def wanted(args: Namespace) -> bool:
    """Whether to play on a full screen: both ends are a terminal that can do it, and plain mode was not asked for."""
    if getattr(args, "plain", False) or os.environ.get("TERM", "").lower() in DUMB:
        return False
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def signs(args: Namespace) -> bool:
    """Whether suits can be shown as signs: the terminal takes them, and letters were not asked for."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return not getattr(args, "ascii", False) and encoding.startswith("utf")
