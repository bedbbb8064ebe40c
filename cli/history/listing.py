"""The list of kept tables, for people and as JSON and CSV."""

import csv
import io
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from prompt_toolkit.utils import get_cwidth

from cli.history.sentences import say
from cli.history.shelf import Entry, Kept
from cli.history.summary import HandSummary, Summary
from cli.model import display_names
from cli.screen.canvas import wrap
from cli.text import printable
from engine.games import UnknownGame, rules_of
from protocol.identity import fingerprint

COLUMNS = ("number", "when", "game", "hands", "money", "players", "outcome")
SHORT = COLUMNS[:5]
"""Columns of a narrow list; the others follow below, in a line of their own."""
CHOSEN = COLUMNS[1:6]
"""Columns of a list from which one is chosen."""
RIGHT = ("number", "hands", "money")
"""Columns that are set to the right."""
INDENT = "   "
PARTNERS = "/"
HANDS_CSV = (
    *("number", "table", "written", "game", "hand", "counts", "outcome"),
    *("seat", "player", "key", "own", "winner", "payoff", "payment"),
)


def lines(entries: Iterable[Entry], width: int | None = None) -> list[str]:
    """The list with aligned columns, in lines of at most `width` columns; None: a line for each table, however long."""
    head = [say(f"column {column}") for column in COLUMNS]
    rows, troubles = [], list[str]()
    for entry in entries:
        troubles += [entry.trouble] if entry.summary is None else []
        troubles += [say("evidence", name=name, number=entry.kept.number, path=path) for name, path in convicted(entry)]
        if entry.summary is not None:
            rows.append(_row(entry, entry.summary))
    whole = _aligned([head, *rows])
    if width is None:
        return [*(whole if rows else []), *troubles]
    if any(get_cwidth(line) > width for line in whole):
        whole = _in_two([head, *rows], width)
    return [*(whole if rows else []), *[part for trouble in troubles for part in wrap(trouble, width, INDENT)]]


def _aligned(rows: Sequence[Sequence[str]], names: Sequence[str] = COLUMNS) -> list[str]:
    widths = [max(map(get_cwidth, cells)) for cells in zip(*rows, strict=True)]
    return ["  ".join(map(_padded, row, widths, names)).rstrip() for row in rows]


def _in_two(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Short columns in one line, and below it who played and what came of it."""
    first, *firsts = _aligned([row[: len(SHORT)] for row in rows])
    made = [first]
    for line, row in zip(firsts, rows[1:], strict=True):
        below = wrap("; ".join(filter(None, row[len(SHORT) :])), width - len(INDENT))
        made += [line, *[INDENT + part for part in below]]
    return made


class Listed(NamedTuple):
    """A table in a list from which one is chosen: one line, and what there is to say about the marked one."""

    kept: Kept
    label: str
    about: str
    readable: bool = True


def choices(entries: Sequence[Entry]) -> tuple[str, tuple[Listed, ...]]:
    """The heads of the columns, and the tables to choose from, the newest first."""
    head = [say(f"column {column}") for column in CHOSEN]
    rows = [None if entry.summary is None else _row(entry, entry.summary) for entry in entries]
    good = [row for row in rows if row is not None]
    heading, *labels = _aligned([head, *[row[1:6] for row in good]], CHOSEN)
    made, left = [], iter(labels)
    for entry, row in zip(entries, rows, strict=True):
        if row is None:
            label = f"{_moment(entry.kept.when)}  {say('cannot be read')}"
            made.append(Listed(entry.kept, label, entry.trouble, readable=False))
        else:
            about = say("table about", number=row[0], players=row[5], outcome=row[6])
            made.append(Listed(entry.kept, next(left), about))
    return heading if good else "", tuple(reversed(made))


def title_of(game: str) -> str:
    """The name that players use for a game; its own where this program does not know it."""
    try:
        return rules_of(game).title
    except UnknownGame:
        return game


def _row(entry: Entry, summary: Summary) -> list[str]:
    names = called(entry, summary)
    seat = None if entry.kept.notes is None else entry.kept.notes.seat
    money = summary.ledger if seat is None else (summary.ledger[seat],)
    return [
        str(entry.kept.number),
        _moment(entry.kept.when),
        title_of(summary.game),
        str(summary.played),
        " ".join(map(signed, money)),
        ", ".join(names),
        ", ".join([outcome(summary, names), *[say("outcome convicted", name=name) for name, _ in convicted(entry)]]),
    ]


def convicted(entry: Entry) -> list[tuple[str, Path]]:
    """The names of those that were convicted at a table, each with the file that proves it."""
    if entry.summary is None:
        return []
    names = called(entry, entry.summary)
    return [(names[seat], path) for seat, path in entry.kept.evidence if seat < len(names)]


def _moment(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def signed(amount: int) -> str:
    """A sum of money with its sign."""
    return f"{amount:+}" if amount else "0"


def outcome(summary: Summary, names: Sequence[str]) -> str:
    """Who won the matches; of one that was not decided, everybody's score; whether the table was closed."""
    sides = Counter(winners for winners in summary.matches)
    wins = [(PARTNERS.join(names[seat] for seat in winners), n) for winners, n in sides.most_common()]
    if len(summary.matches) == 1:
        told = [say("outcome won", names=wins[0][0])]
    else:
        told = [say("outcome matches", wins=_counted(wins))] if wins else []
    decided = bool(summary.hands and summary.hands[-1].match_winners)
    if summary.scores and not decided and summary.scores != summary.ledger:
        told.append(say("outcome scores", scores=_counted(zip(scorers(summary, names), summary.scores, strict=True))))
    told += [] if summary.closed else [say("outcome open")]
    return ", ".join(told) or say("outcome closed")


def scorers(summary: Summary, names: Sequence[str]) -> list[str]:
    """Whose each of the scores is. With fewer scores than seats each is that of a side, whose seats alternate."""
    sides = len(summary.scores)
    return [PARTNERS.join(names[side::sides]) for side in range(sides)]


def _counted(pairs: Iterable[tuple[str, int]]) -> str:
    return ", ".join(say("so many", name=name, n=n) for name, n in pairs)


def called(entry: Entry, summary: Summary) -> list[str]:
    """The players' names, one's own as "you"."""
    own = None if entry.kept.notes is None else entry.kept.notes.seat
    return [say("you") if seat == own else name for seat, name in enumerate(display_names(summary.names))]


def _padded(text: str, width: int, column: str) -> str:
    space = " " * (width - get_cwidth(text))
    return space + text if column in RIGHT else text + space


# -- for other programs ---------------------------------------------------------------------------------------------


def as_json(entry: Entry) -> dict[str, object]:
    """A table as a JSON object."""
    kept, summary = entry.kept, entry.summary
    found: dict[str, object] = {"number": kept.number, "file": str(kept.path), "written": stamp(kept.written)}
    found["began"] = None if kept.notes is None else stamp(kept.notes.began)
    if summary is None:
        return {**found, "trouble": entry.trouble}
    return {
        **found,
        "table": summary.table.hex(),
        "game": summary.game,
        "stake": summary.stake,
        "seats": [
            {"name": name, "key": fingerprint(key)} for name, key in zip(summary.names, summary.keys, strict=True)
        ],
        "own_seat": None if kept.notes is None else kept.notes.seat,
        "computers": None if kept.notes is None else kept.notes.computers,
        "hands": summary.played,
        "scores": list(summary.scores),
        "matches": [list(winners) for winners in summary.matches],
        "ledger": list(summary.ledger),
        "closed": summary.closed,
        "convicted": [{"seat": seat, "file": str(path)} for seat, path in kept.evidence],
        "sealed": [_hand_json(hand) for hand in summary.hands],
    }


def _hand_json(hand: HandSummary) -> dict[str, object]:
    return {
        "index": hand.index,
        "hand": hand.number,
        "counts": hand.counts,
        "outcome": hand.outcome,
        "winners": list(hand.winners),
        "payoff": list(hand.payoff),
        "payments": list(hand.payments),
        "scores": list(hand.scores),
        "match_winners": list(hand.match_winners),
    }


def as_csv(entries: Iterable[Entry]) -> str:
    """One line for each sealed hand and seat. What cannot be read is left out."""
    rows: list[Sequence[object]] = []
    for entry in entries:
        summary, notes = entry.summary, entry.kept.notes
        if summary is None:
            continue
        about = (entry.kept.number, summary.table.hex(), stamp(entry.kept.written), summary.game)
        for hand in summary.hands:
            for seat, name in enumerate(summary.names):
                who = (seat, name, fingerprint(summary.keys[seat]), int(notes is not None and notes.seat == seat))
                won = (int(seat in hand.winners), hand.payoff[seat], hand.payments[seat])
                rows.append((*about, hand.number, int(hand.counts), hand.outcome, *who, *won))
    return written(HANDS_CSV, rows)


def written(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV (RFC 4180 but for line ends, which the terminal makes). No text starts a formula in a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([[_harmless(cell) for cell in row] for row in rows])
    return out.getvalue()


def _harmless(cell: object) -> object:
    """Text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, "CSV Injection")."""
    if not isinstance(cell, str):
        return cell
    text = printable(cell)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "'") else text


def stamp(seconds: float) -> str:
    """A moment in ISO 8601, in UTC."""
    return datetime.fromtimestamp(int(seconds), UTC).isoformat()
