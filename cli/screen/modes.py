"""The modes of a terminal, and stopping the program as Ctrl-Z does, where the system has them."""

import os
import signal
import sys
from contextlib import suppress
from typing import Any, TypeAlias

Modes: TypeAlias = list[Any]

if sys.platform == "win32":

    def modes(fileno: int) -> Modes | None:  # noqa: ARG001 - as on other systems
        """There is nothing to be restored."""
        return None

    def restore(fileno: int, before: Modes | None) -> None:
        """There is nothing to be restored."""

    def stop(fileno: int, before: Modes | None) -> None:
        """There is no background."""

else:
    import termios

    def modes(fileno: int) -> Modes | None:
        """The modes of this terminal; None if it is none."""
        with suppress(termios.error):
            return termios.tcgetattr(fileno)
        return None

    def restore(fileno: int, before: Modes | None) -> None:
        """Set the terminal to these modes; if it is gone, so are they."""
        if before is not None:
            with suppress(termios.error):
                termios.tcsetattr(fileno, termios.TCSANOW, before)

    def stop(fileno: int, before: Modes | None) -> None:
        """Stop the program and all of its group, the terminal as it was `before`, until it is brought back."""
        restore(fileno, before)
        os.kill(0, signal.SIGTSTP)
