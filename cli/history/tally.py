"""What a player's hands add up to: won, by which endings, and how the money went. Pure but for its words."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from cli.history import chart
from cli.history.sentences import say
from cli.history.shelf import Entry
from cli.language import outcome

BAR = 24
CURVE = (60, 8)
"""Columns and rows of a chart."""


@dataclass
class Tally:
    """One game, as one player's own seat saw it."""

    tables: int = 0
    hands: int = 0
    won: int = 0
    matches: int = 0
    """Matches that were played to their end."""
    matches_won: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    """Hands by how they ended."""
    won_by: Counter[str] = field(default_factory=Counter)
    """Those that the player won."""
    balance: list[int] = field(default_factory=list)
    """The player's money after each sealed hand."""


def tallies(entries: Iterable[Entry]) -> dict[str, Tally]:
    """By game: the tally over these tables, in their order. Tables without an own seat count for nothing."""
    made: dict[str, Tally] = {}
    for entry in entries:
        if entry.summary is None or entry.kept.notes is None:
            continue
        seat, summary = entry.kept.notes.seat, entry.summary
        tally = made.setdefault(summary.game, Tally())
        tally.tables += 1
        tally.matches += len(summary.matches)
        tally.matches_won += sum(seat in winners for winners in summary.matches)
        for hand in summary.hands:
            won = hand.counts and seat in hand.winners
            if hand.counts:
                tally.hands += 1
                tally.won += won
                tally.endings[hand.outcome] += 1
                tally.won_by[hand.outcome] += won
            if hand.counts or any(hand.payments):
                tally.balance.append((tally.balance[-1] if tally.balance else 0) + hand.payments[seat])
    return made


def lines(title: str, tally: Tally, ink: chart.Ink = chart.BLOCKS) -> list[str]:
    """One game's tally with its charts."""
    told = [say("tally", title=title, tables=tally.tables, hands=tally.hands, won=_share(tally.won, tally.hands))]
    if tally.matches:
        told.append(say("tally matches", matches=tally.matches, won=_share(tally.matches_won, tally.matches)))
    if not tally.hands:
        return told
    told += [say("tally endings"), *_endings(tally, ink)]
    balance = tally.balance
    if not any(balance):
        return [*told, say("tally no money")]
    told.append(say("tally money", now=f"{balance[-1]:+}", high=f"{max(0, *balance):+}", low=f"{min(0, *balance):+}"))
    return told + [f"  {row}" for row in chart.curve(balance, *CURVE, ink)]


def as_json(tally: Tally) -> dict[str, object]:
    """The tally as a JSON object."""
    return {
        "tables": tally.tables,
        "hands": tally.hands,
        "won": tally.won,
        "matches": tally.matches,
        "matches_won": tally.matches_won,
        "endings": {outcome: {"hands": n, "won": tally.won_by[outcome]} for outcome, n in tally.endings.items()},
        "balance": tally.balance,
    }


def _endings(tally: Tally, ink: chart.Ink) -> list[str]:
    names = {ending: outcome(ending) for ending, _ in tally.endings.most_common()}
    width, most = max(map(len, names.values())), max(*tally.won_by.values(), 1)
    return [
        say(
            "tally ending",
            ending=f"{name:<{width}}",
            won=tally.won_by[ending],
            hands=tally.endings[ending],
            bar=chart.bar(tally.won_by[ending], most, BAR, ink),
        ).rstrip()
        for ending, name in names.items()
    ]


def _share(part: int, whole: int) -> str:
    return say("share", part=part, percent=round(100 * part / whole)) if whole else "0"
