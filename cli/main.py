"""The command `fairdeal`: reads its arguments and runs one command; every failure is one sentence.

Nothing heavy is imported before a command needs it.
"""

import importlib
import os
import sys
from collections.abc import Sequence

from cli.errors import BADLY, INTERRUPTED, Failure
from cli.language import language_of, speaking, translated
from cli.parser import parse
from cli.text import forgive_encodings, printable


def entry(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (the program's own by default) and return its exit code."""
    forgive_encodings()
    language, others = language_of(sys.argv[1:] if arguments is None else arguments, os.environ)
    with speaking(language):
        return _run(others)


def _run(arguments: Sequence[str]) -> int:
    try:
        args = parse(arguments)
        if args is None:
            return 0
        module, _, function = args.run.partition(":")
        return int(getattr(importlib.import_module(module), function)(args))
    except Failure as failure:
        print(printable(f"fairdeal: {failure}"), file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        print(f"fairdeal: {translated('interrupted.')}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has gone. What is left in the buffer must not raise once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BADLY


if __name__ == "__main__":
    sys.exit(entry())
