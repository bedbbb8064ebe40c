"""The list of kept tables, for people and as JSON and CSV."""

import csv
import io
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from prompt_toolkit.utils import get_cwidth

from cli.history.sentences import say
from cli.history.shelf import Entry
from cli.history.summary import HandSummary, Summary
from cli.model import display_names
from cli.text import printable
from engine.games import UnknownGame, rules_of
from protocol.identity import fingerprint

COLUMNS = ("number", "when", "game", "hands", "players", "outcome", "money")
RIGHT = ("number", "hands", "money")
"""Columns that are set to the right."""
HANDS_CSV = (
    *("number", "table", "written", "game", "hand", "counts", "outcome"),
    *("seat", "player", "key", "own", "winner", "payoff", "payment"),
)


def lines(entries: Iterable[Entry]) -> list[str]:
    """The list with aligned columns."""
    rows = [[say(f"column {column}") for column in COLUMNS]]
    troubles = []
    for entry in entries:
        if entry.summary is None:
            troubles.append(say("table trouble", number=entry.kept.number, trouble=entry.trouble))
        else:
            rows.append(_row(entry, entry.summary))
    widths = [max(map(get_cwidth, cells)) for cells in zip(*rows, strict=True)]
    table = ["  ".join(map(_padded, row, widths, COLUMNS)).rstrip() for row in rows]
    return [*(table if len(rows) > 1 else []), *troubles]


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
        time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.kept.written)),
        title_of(summary.game),
        str(summary.played),
        ", ".join(names),
        _outcome(summary, names),
        " ".join(f"{amount:+}" if amount else "0" for amount in money),
    ]


def _outcome(summary: Summary, names: Sequence[str]) -> str:
    """Who won the matches; of one that was not decided, the scores; whether the table was closed."""
    told = [say("outcome won", names=", ".join(names[seat] for seat in winners)) for winners in summary.matches]
    decided = bool(summary.hands and summary.hands[-1].match_winners)
    if summary.scores and not decided and summary.scores != summary.ledger:
        told.append(say("outcome scores", scores=":".join(map(str, summary.scores))))
    told += [] if summary.closed else [say("outcome open")]
    return ", ".join(told) or say("outcome closed")


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
