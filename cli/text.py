"""Text on its way to a screen."""

import io
import sys


def printable(text: str) -> str:
    """The text with every character that is not to be printed replaced by a question mark, tabs by spaces."""
    text = text.replace("\t", " ")
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def forgive_encodings() -> None:
    """Let a terminal that lacks a character show a question mark, so that a name cannot end the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
