"""The command `fairdeal`: reads its arguments and runs one command; every failure is one sentence.

Nothing heavy is imported before a command needs it.
"""

import importlib
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cli import endings, streams
from cli.errors import INTERRUPTED, UNREAD, Failure
from cli.language import asked_for, language_of, speaking, translated
from cli.parser import parse
from cli.text import printable


def entry(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (the program's own by default) and return its exit code."""
    if arguments is not None:
        return _spoken(arguments)
    streams.prepare()
    with _interruptible():
        return _spoken(sys.argv[1:])


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt; before and after it just ends the program."""
    deadly = signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    if deadly:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if deadly:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def _spoken(arguments: Sequence[str]) -> int:
    language, others = language_of(arguments, os.environ)
    with speaking(language, asked=asked_for(arguments, os.environ)):
        return _run(others)


def _run(arguments: Sequence[str]) -> int:
    """Run the command; whatever happens becomes an exit code, and one line on standard error where that is fitting."""
    try:
        code = _command(arguments)
        sys.stdout.flush()
    except Failure as failure:
        return _failed(failure)
    except KeyboardInterrupt:
        return _failed(Failure(translated("interrupted."), INTERRUPTED))
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        streams.abandon("stdout")
        return UNREAD
    except Exception as error:
        return _failed(endings.mishap(error))
    return code


def _command(arguments: Sequence[str]) -> int:
    args = parse(arguments)
    if args is None:
        return 0
    module, _, function = args.run.partition(":")
    return int(getattr(importlib.import_module(module), function)(args))


def _failed(failure: Failure) -> int:
    try:
        sys.stdout.flush()
    except (Failure, OSError):
        streams.abandon("stdout")
    streams.tell(printable(f"fairdeal: {failure}"))
    return failure.code
