"""What one node costs apart from cryptography: memory of its process, and the time to start the program."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median

import trio
from tables import Form

from cli.computer import Computer, names, play_on
from p2p.events import Listening
from p2p.sitting import Guest, host_table, join_table
from protocol.identity import Identity

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = Path(__file__).resolve().parent / "bench_table.py"


def version_ms(rounds: int) -> tuple[float, float]:
    """Median time and processor time, in ms, of `fairdeal --version`."""
    times = []
    for _ in range(rounds):
        before, start = os.times(), time.perf_counter()
        subprocess.run([sys.executable, "-m", "cli", "--version"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        took, after = time.perf_counter() - start, os.times()
        cpu = after.children_user + after.children_system - before.children_user - before.children_system
        times.append((1000 * took, 1000 * cpu))
    return median(took for took, _ in times), median(cpu for _, cpu in times)


async def measure_memory(form: Form, hands: int) -> float:
    """The most memory, in MiB, that a process with one node used while so many hands were played among four of them."""
    with tempfile.TemporaryDirectory() as folder:
        guests = [Guest(Identity.generate(), name, str(Path(folder) / name)) for name in names(form.seats)[:-1]]
        found: list[float] = []
        async with (
            host_table(guests[0], form.terms(hands), form.seats, loopback=True) as sitting,
            trio.open_nursery() as nursery,
        ):
            listening = await sitting.events.receive()
            assert isinstance(listening, Listening)
            for guest in guests[1:]:
                nursery.start_soon(_visit, guest, listening.code, form.game)
            nursery.start_soon(_watch_process, listening.code, form.game, str(Path(folder) / "single"), found)
            await play_on(sitting, Computer(form.game, pace=0.0, rng=Random(0)))
        return found[0]


async def _visit(guest: Guest, code: str, game: str) -> None:
    async with join_table(guest, code, loopback=True) as sitting:
        await play_on(sitting, Computer(game, pace=0.0, rng=Random(1)))


async def _watch_process(code: str, game: str, journal: str, found: list[float]) -> None:
    command = [sys.executable, str(SCRIPT), "--guest", code, game, journal]
    done = await trio.run_process(command, capture_stdout=True)
    found.append(float(done.stdout))


def be_guest(arguments: Sequence[str]) -> None:
    """The process that is measured: join, play to the end, print the peak."""
    import resource  # noqa: PLC0415 - not on every system

    code, game, journal = arguments
    trio.run(_visit, Guest(Identity.generate(), "single", journal), code, game)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10))


def report_node(form: Form, hands: int, rounds: int) -> list[str]:
    """Two lines."""
    took, cpu = version_ms(rounds)
    memory = trio.run(measure_memory, form, hands)
    return [
        f"fairdeal --version: {took:.0f} ms, {cpu:.0f} ms of them processor time",
        f"a process with one node, {hands} hands of {form.game} with {form.seats} seats: at most {memory:.0f} MiB",
    ]
