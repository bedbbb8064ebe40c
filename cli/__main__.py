"""The program `fairdeal`, from a checkout as well: `python -m cli`. Until it can answer Ctrl-C, Ctrl-C just ends it."""

import signal
import sys


def main() -> int:
    """Run the command that the program's arguments name; its exit code."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from cli.main import entry  # noqa: PLC0415 - takes a moment, in which Ctrl-C would show a traceback

    return entry()


if __name__ == "__main__":
    sys.exit(main())
