"""`verify`: what a transcript proves, or which contribution of which seat fails and why."""

import json
import stat
from argparse import Namespace
from dataclasses import asdict
from pathlib import Path

from cli.errors import USE, Failure
from cli.history import shelf
from cli.language import outcome, retold
from cli.model import display_names
from cli.presenter import short
from cli.sentences import PLAYED, PROVEN, number_of, say
from cli.text import printable
from engine.games import UnknownGame, rules_of
from protocol.evidence_file import Finding, find, is_evidence
from protocol.verify import Report, Unreadable, verify


def run(args: Namespace) -> int:
    """`fairdeal verify FILE|ID`, a table or evidence: exit code 0 if it holds, 1 if not, 2 if it cannot be read."""
    kept = shelf.numbered(args.file)
    called = args.file if kept is None else kept.called
    try:
        data = _read(Path(args.file) if kept is None else kept.path)
        if is_evidence(data):
            return _evidence(find(data), as_object=args.json)
        report = verify(data)
    except OSError as error:
        raise Failure(say("unreadable", file=called, reason=retold(str(error.strerror or error))), USE) from error
    except Unreadable as error:
        raise Failure(say("unreadable", file=called, reason=retold(str(error))), USE) from error
    print(json.dumps(as_json(report)) if args.json else "\n".join(map(printable, lines(report))))
    return 0 if report.ok else 1


MOST_BYTES = 1 << 28
"""More than any night of cards."""


def _read(path: Path) -> bytes:
    """The file's bytes. Raises OSError, Unreadable for what is no file of a fitting size."""
    status = path.stat()
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)) or status.st_size > MOST_BYTES:
        raise Unreadable("this is not a fairdeal transcript")
    return path.read_bytes()


def _evidence(finding: Finding, *, as_object: bool) -> int:
    """What an evidence file shows: exit code 0 if it convicts, 1 if it does not."""
    if as_object:
        print(json.dumps(asdict(finding)))
    elif finding.ok:
        told = {"seat": finding.seat, "name": finding.name, "fingerprint": finding.fingerprint}
        print(printable(say("evidence", **told, reason=retold(finding.reason).rstrip("."))))
    else:
        print(printable(say("evidence fails", reason=retold(finding.reason).rstrip("."))))
    return 0 if finding.ok else 1


def lines(report: Report) -> list[str]:
    """The report for people."""
    seats = [
        say("who", seat=seat, name=name, fingerprint=fingerprint)
        for seat, (name, fingerprint) in enumerate(zip(names(report), [key for _, key in report.seats], strict=True))
    ]
    checked = [number_of(kind, report.proven[kind]) for kind in PROVEN if report.proven.get(kind)]
    if checked:
        checked.append(number_of("signature", sum(report.proven.values())))
    told = [*_table(report), *seats]
    told += [say("verified", counts=", ".join(checked))] if checked else []
    told += [line for number, _ in enumerate(report.sealed) for line in _hand(report, number)]
    if report.ok:
        return [*told, _closing(report)]
    return [*told, say("verify fails", reason=retold(report.reason).rstrip("."))]


def _closing(report: Report) -> str:
    digest = short(bytes.fromhex(report.digest))
    offenders = report.sealed[-1].offenders if report.sealed else ()
    if report.closed and offenders:
        shown = names(report)
        return say("verify closed without", names=", ".join(shown[seat] for seat in offenders), digest=digest)
    return say("verify closed" if report.closed else "verify open", digest=digest)


def names(report: Report) -> tuple[str, ...]:
    """The players' names, which cannot be mistaken for each other."""
    return display_names([name for name, _ in report.seats])


def _table(report: Report) -> list[str]:
    try:
        title = rules_of(report.game).title
    except UnknownGame:
        return []
    return [say("verify table", title=title, seats=len(report.seats), hands=PLAYED.of(report.hands))]


def _hand(report: Report, number: int) -> list[str]:
    """What a sealed hand moved; nothing of a cut, which moves nothing."""
    sealed = report.sealed[number]
    if not any(sealed.payments):
        return []
    shown = names(report)
    payments = ", ".join(
        say("payment", name=shown[seat], amount=f"{paid:+}") for seat, paid in enumerate(sealed.payments) if paid
    )
    ended = say("outcome void") if sealed.result is None else outcome(sealed.result.outcome)
    return [say("verify hand", number=number, outcome=ended, payments=payments)]


def as_json(report: Report) -> dict[str, object]:
    """The report as a JSON object."""
    return {
        "ok": report.ok,
        "reason": report.reason,
        "game": report.game,
        "table": report.table,
        "digest": report.digest,
        "seats": [{"name": name, "fingerprint": fingerprint} for name, fingerprint in report.seats],
        "hands": report.hands,
        "closed": report.closed,
        "ledger": list(report.ledger),
        "proven": dict(report.proven),
        "sealed": [
            {
                "hand": sealed.hand,
                "outcome": None if sealed.result is None else sealed.result.outcome,
                "winners": [] if sealed.result is None else list(sealed.result.winners),
                "payments": list(sealed.payments),
                "offenders": list(sealed.offenders),
            }
            for sealed in report.sealed
        ],
    }
