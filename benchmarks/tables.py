"""Whole tables of computer players in one process: real peers, sockets, proofs and journals on disk."""

import gc
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles

import trio
from loop_watch import LoopWatch, Step

from cli.computer import Computer, names, play_on
from cli.measured_table import Clock, Watch
from engine.games import rules_of
from p2p.events import Listening, Seated, TableEvent
from p2p.sitting import Guest, Sitting, host_table, join_table
from protocol.events import Shuffling
from protocol.identity import Identity
from protocol.terms import Terms

PACE = 0.05
"""Seconds that a move takes at least: far faster than people, but time to prepare the next hand."""


@dataclass(frozen=True)
class Form:
    """A game in one form, for so many seats."""

    game: str
    seats: int
    options: tuple[tuple[str, object], ...] = ()

    def terms(self, hands: int) -> Terms:
        """The terms of a table that closes after so many hands."""
        return Terms.of(self.game, rules_of(self.game).Options.make(**dict(self.options)), hands=hands)


FORMS = (
    *(Form("tonk", seats, (("max_players", max(3, seats)),)) for seats in (2, 3, 4)),
    Form("thirteen", 2, (("players", 2),)),
    Form("thirteen", 3, (("players", 3),)),
    Form("thirteen", 4),
    Form("pitch", 4),
    Form("pitch", 5, (("players", 5),)),
)


@dataclass
class TableRun:
    """What one table has shown."""

    first_deal_ms: float | None
    prepared_ms: list[float]
    """From a hand sealed by all to the next one visible at its owners, where its deck was ready."""
    unprepared_ms: list[float]
    """The same where it was not."""
    moves_ms: list[float]
    """From a move chosen to every other seat having applied it."""
    cpu_s: float
    """Processor time of all seats from the last one seated to the end."""
    hands: int
    sent: list[int]
    """Bytes sent by each seat, filling and closing the table included."""
    messages: list[int]
    longest: list[Step]


class Notes(Watch):
    """Also tells the table what its seat sees."""

    def __init__(self, clock: Clock, told: Callable[[TableEvent], None]) -> None:
        super().__init__(clock)
        self._told = told

    def saw(self, event: TableEvent) -> None:
        super().saw(event)
        self._told(event)


@dataclass
class _Table:
    form: Form
    clock: Clock
    watch: LoopWatch
    unready: set[int] = field(default_factory=set)
    sittings: list[Sitting] = field(default_factory=list)
    cpu: float = 0.0

    def saw(self, event: TableEvent) -> None:
        """A seat has seen something: count from when the last one was seated."""
        if isinstance(event, Shuffling):
            self.unready.add(event.hand)
        elif isinstance(event, Seated) and len(self.clock.seated) == self.form.seats:
            self.cpu = time.process_time()
            self.watch.start()

    async def play(self, sitting: Sitting, number: int, notes: Notes, pace: float) -> None:
        self.sittings.append(sitting)
        await play_on(sitting, Computer(self.form.game, pace=pace, rng=Random(number)), notes)


async def play_table(form: Form, hands: int, watch: LoopWatch, folder: Path, pace: float = PACE) -> TableRun:
    """Let computer players play so many hands; journals lie in the folder."""
    table = _Table(form, Clock(form.seats), watch)
    notes = [Notes(table.clock, table.saw) for _ in range(form.seats)]
    guests = [Guest(Identity.generate(), name, str(folder / name)) for name in names(form.seats)]

    async def visit(code: str, number: int) -> None:
        async with join_table(guests[number], code, loopback=True) as sitting:
            await table.play(sitting, number, notes[number], pace)

    async with (
        host_table(guests[0], form.terms(hands), form.seats, loopback=True) as sitting,
        trio.open_nursery() as nursery,
    ):
        listening = await sitting.events.receive()
        assert isinstance(listening, Listening)
        for number in range(1, form.seats):
            nursery.start_soon(visit, listening.code, number)
        await table.play(sitting, 0, notes[0], pace)
    assert all(note.ended is not None and note.ended.well for note in notes), [note.ended for note in notes]
    return _run_of(table, len(notes[0].results))


def _run_of(table: _Table, hands: int) -> TableRun:
    clock, seats = table.clock, table.form.seats
    waits = {
        hand + 1: 1000 * (max(clock.visible[hand + 1].values()) - max(times.values()))
        for hand, times in clock.sealed.items()
        if len(clock.visible.get(hand + 1, ())) == seats
    }
    first = clock.first_deal()
    return TableRun(
        first_deal_ms=None if first is None else 1000 * first,
        prepared_ms=[wait for hand, wait in waits.items() if hand not in table.unready],
        unprepared_ms=[wait for hand, wait in waits.items() if hand in table.unready],
        moves_ms=[
            1000 * (max(when for other, when in clock.changed[key].items() if other != seat) - start)
            for key, (seat, start) in clock.chosen.items()
            if len(clock.changed[key]) == seats
        ],
        cpu_s=time.process_time() - table.cpu,
        hands=hands,
        sent=[sitting.traffic[0] for sitting in table.sittings],
        messages=[sitting.traffic[1] for sitting in table.sittings],
        longest=table.watch.longest,
    )


def measure_tables(forms: Sequence[Form], hands: int, rounds: int, pace: float = PACE) -> dict[Form, list[TableRun]]:
    """All tables once in every round, so that a busy moment hits all alike."""
    runs: dict[Form, list[TableRun]] = {form: [] for form in forms}
    gc.collect()
    gc.freeze()  # as the program does
    for _ in range(rounds):
        for form in forms:
            watch = LoopWatch()
            with tempfile.TemporaryDirectory() as folder:
                runs[form].append(trio.run(play_table, form, hands, watch, Path(folder), pace, instruments=[watch]))
    return runs


def report_tables(runs: dict[Form, list[TableRun]]) -> list[str]:
    """One line for each table, then the longest steps of the event loop."""
    lines = [
        "tables of computer players in one process; times in ms, per hand and seat where it says so",
        f"  {'game':<10}{'seats':>5}{'first deal':>12}{'next, ready':>13}{'not ready':>11}{'move':>7}{'9 in 10':>9}"
        f"{'most':>7}{'CPU s/hand':>12}{'KiB/hand/seat':>15}{'messages':>10}{'loop most':>11}",
    ]
    longest: list[Step] = []
    for form, all_runs in runs.items():
        moves = sorted(move for run in all_runs for move in run.moves_ms)
        shares = [sum(run.sent) / (form.seats * max(1, run.hands)) / 1024 for run in all_runs]
        messages = [sum(run.messages) / (form.seats * max(1, run.hands)) for run in all_runs]
        steps = [step for run in all_runs for step in run.longest]
        longest += steps
        lines.append(
            f"  {form.game:<10}{form.seats:>5}{_middle([run.first_deal_ms for run in all_runs]):>12}"
            f"{_middle([wait for run in all_runs for wait in run.prepared_ms]):>13}"
            f"{_middle([wait for run in all_runs for wait in run.unprepared_ms]):>11}"
            f"{_middle(moves):>7}{quantiles(moves, n=10)[-1] if len(moves) > 1 else 0:>9.0f}{moves[-1]:>7.0f}"
            f"{median(run.cpu_s / max(1, run.hands) for run in all_runs):>12.2f}{median(shares):>15.1f}"
            f"{median(messages):>10.0f}{max(step.cpu_ms for step in steps):>11.1f}"
        )
    lines.append("longest steps of the event loop: processor time, time, task")
    for step in sorted(longest, key=lambda step: -step.cpu_ms)[:5]:
        collected = ", a full garbage collection" if step.collected else ""
        lines.append(f"  {step.cpu_ms:6.1f} ms {step.wall_ms:6.1f} ms  {step.task}{collected}")
    return lines


def _middle(values: Sequence[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{median(known):.0f}" if known else "-"
