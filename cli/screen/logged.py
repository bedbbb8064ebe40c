"""Lines of the log as rows. Pure."""

from cli.screen.canvas import Row, wrap
from cli.screen.desk import Entry, log_style
from cli.screen.look import Glyphs
from cli.screen.pieces import coloured

INDENT, QUOTED = "  ", "> "


def entry_rows(entry: Entry, width: int, glyphs: Glyphs) -> list[Row]:
    """A line of the log, in as many rows as it takes.

    The rest of a line of chat is marked as such: the row with the name may be cut off above it, and what somebody says
    may read like a line of the program.
    """
    first, *rest = wrap(entry.text, width, INDENT)
    begin = QUOTED if entry.kind == "chat" else INDENT
    lines = [first, *[begin + line.removeprefix(INDENT) for line in rest]]
    return [coloured(line, glyphs, log_style(entry)) for line in lines]
