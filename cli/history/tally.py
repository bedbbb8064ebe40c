"""What a player's hands add up to: won, by which endings, and how the money went. Pure but for its words."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from prompt_toolkit.utils import get_cwidth

from cli.history import chart
from cli.history.listing import signed, title_of
from cli.history.sentences import say
from cli.history.shelf import Entry
from cli.language import outcome
from cli.screen.canvas import pad, wrap

INDENT = "  "

WIDTH = 80
BAR = 24
CURVE = (60, 8)
"""Columns, where there is room, and rows of a chart."""


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


def lines(games: Mapping[str, Tally], ink: chart.Ink = chart.BLOCKS, width: int = WIDTH) -> list[str]:
    """Every game's tally with its charts in lines of at most `width` columns; before several of them, all together."""
    blocks = [_game(title_of(game), tally, ink, width) for game, tally in games.items()]
    if len(games) > 1:
        blocks.insert(0, _together(games, ink, width))
    return [line for block in blocks for line in (*block, "")][:-1]


def _together(games: Mapping[str, Tally], ink: chart.Ink, width: int) -> list[str]:
    """All games: hands won of each, and the money."""
    tables, hands, won = (sum(getattr(one, name) for one in games.values()) for name in ("tables", "hands", "won"))
    money = sum(tally.balance[-1] for tally in games.values() if tally.balance)
    told = say("tally", title=say("all games"), tables=tables, hands=hands, won=_share(won, hands))
    bars = [(title_of(game), tally.won, tally.hands) for game, tally in games.items()]
    return [told, *_bars(bars, ink, width), say("tally sum", money=signed(money))]


def _game(title: str, tally: Tally, ink: chart.Ink, width: int) -> list[str]:
    told = [say("tally", title=title, tables=tally.tables, hands=tally.hands, won=_share(tally.won, tally.hands))]
    if tally.matches:
        told.append(say("tally matches", matches=tally.matches, won=_share(tally.matches_won, tally.matches)))
    if not tally.hands:
        return told
    endings = [(outcome(name), tally.won_by[name], n) for name, n in tally.endings.most_common()]
    told += [say("tally endings"), *_bars(endings, ink, width)]
    balance = tally.balance
    if not any(balance):
        return [*told, say("tally no money")]
    high, low = max(0, *balance), min(0, *balance)
    money = say("tally money", now=signed(balance[-1]), high=signed(high), low=signed(low))
    told += wrap(money, width, INDENT)
    columns, rows = CURVE
    room = min(columns, width - len(INDENT) - max(len(signed(high)), len(signed(low))) - 2)
    return told + [f"{INDENT}{row}" for row in chart.curve(balance, room, rows, ink)]


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


def _bars(parts: Sequence[tuple[str, int, int]], ink: chart.Ink, width: int) -> list[str]:
    """Names with how many were won of how many."""
    names, most = max(get_cwidth(name) for name, _, _ in parts), max(1, *[hands for _, _, hands in parts])
    counts = [say("tally won", won=won, hands=hands) for _, won, hands in parts]
    wide = max(map(get_cwidth, counts))
    room = max(1, min(BAR, width - names - wide - 3 * len(INDENT)))
    return [
        INDENT.join(("", pad(name, names), pad(count, wide), chart.part(won, hands, most, room, ink))).rstrip()
        for (name, won, hands), count in zip(parts, counts, strict=True)
    ]


def _share(part: int, whole: int) -> str:
    return say("share", part=part, percent=round(100 * part / whole)) if whole else "0"
