"""`selfplay`: computer players only, real peers over loopback in one process, and what it costs."""

import json
from argparse import Namespace

from cli import choices, running
from cli.errors import Failure
from cli.language import outcome, translated
from cli.measured_table import Report, play_table
from cli.presenter import short
from cli.sentences import PLAYED, say
from cli.text import printable
from engine.games import rules_of


def run(args: Namespace) -> int:
    """`fairdeal selfplay GAME`."""
    terms, seats = choices.terms_and_seats(args)
    path = choices.transcript_path(args)

    async def work() -> None:
        report = await play_table(terms, seats, args.pace or 0.0)
        if path is not None:
            choices.write_transcript(path, report.transcript)
        print(json.dumps(report.as_json()) if args.json else "\n".join(map(printable, lines(report))))
        if report.trouble:
            raise Failure(report.trouble)

    return running.run(work)


def lines(report: Report) -> list[str]:
    """The report for people."""
    told = [_title(report)]
    for number, result in enumerate(report.results, 1):
        payments = ", ".join(
            say("payment", name=name, amount=f"{payoff:+}")
            for name, payoff in zip(report.players, result.payoff, strict=True)
            if payoff
        )
        told.append(
            say(
                "selfplay hand" if payments else "selfplay none",
                n=number,
                outcome=outcome(result.outcome),
                paid=payments,
            )
        )
    digests = sorted(set(report.digests))
    told.append(
        say(
            "selfplay digest" if len(digests) == 1 else "selfplay fork",
            digest=translated(" and ").join(map(_short, digests)),
        )
    )
    return told + [
        say(f"measured {key}", value=f"{value:,.{digits}f}")
        for key, value, digits in (
            ("first deal", report.first_deal_s, 2),
            ("between hands", report.between_hands_s, 3),
            ("move", report.move_ms, 1),
            ("bytes", report.bytes_sent, 0),
            ("messages", report.messages_sent, 0),
            ("mult", report.scalar_mult_us, 1),
            ("memory", report.peak_rss_mb, 0),
        )
        if value is not None
    ]


def _title(report: Report) -> str:
    title, hands = rules_of(report.game).title, PLAYED.of(report.hands)
    return say("selfplay table", title=title, seats=len(report.players), hands=hands)


def _short(digest: str) -> str:
    return short(bytes.fromhex(digest))
