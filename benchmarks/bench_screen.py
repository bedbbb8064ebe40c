"""From a key press to the screen: python benchmarks/bench_screen.py [--rounds N] [--game NAME] [--seats N]

The program runs in a pseudo-terminal of its own; all seats of the table are in its process, the worst case. A letter is
typed into the line of chat at random moments, and the time is taken until it comes back on the screen:

idle  it is one's own turn, and nobody does anything
deal  while the first deck is shuffled and proven, from the last seat filled to the cards in hand
play  computer players move at the pace of people, and the next deck is prepared meanwhile
rush  they move as fast as they can

Then how long the program takes to start, until the first screen is painted and until it has printed its version.
"""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from types import TracebackType

ROOT = Path(__file__).resolve().parent.parent
SIGNS = "¤¬"
"""Letters that no screen shows unless they are typed; by turns, for what stays as it was is not painted again."""
MOST_TYPED = 30
PATIENCE = 60.0
CTRL_U, CTRL_C = b"\x15", b"\x03"
PAUSES = (0.005, 0.060)
"""Seconds between an answer and the next press, from and to."""
PACE = 0.5
"""Seconds that a move of a computer player takes at least, where they play like people."""
PLAYED = 6.0
"""Seconds of play in a round."""
PHASES = ("idle", "deal", "play", "rush")


class Terminal:
    """`fairdeal` with these arguments in a terminal of its own; `seen` is all that it has written."""

    def __init__(self, home: str, *arguments: str, columns: int = 80, rows: int = 24) -> None:
        self.seen = b""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        settings = {"TERM": "xterm-256color", "FAIRDEAL_HOME": home, "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cli", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, **settings},
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._master, keys)

    def read(self, wait: float) -> bool:
        """Take in what has been written; whether the program still writes."""
        if select.select([self._master], [], [], wait)[0]:
            try:
                self.seen += os.read(self._master, 1 << 16)
            except OSError:  # it has ended
                return False
        return True

    def until(self, wanted: bytes, start: int = 0, again: bytes = b"") -> float:
        """The moment at which this had been written, looking from `start` on; `again` is typed until then."""
        deadline = time.perf_counter() + PATIENCE
        while wanted not in self.seen[start:]:
            if not self.read(0.02 if again else 1.0) or time.perf_counter() > deadline:
                raise RuntimeError(f"{wanted!r} never came: {self.seen[-500:]!r}")
            if again and wanted not in self.seen[start:]:
                self.type(again)
        return time.perf_counter()

    def typed(self, letter: str) -> float:
        """Type the letter; seconds until it is on the screen."""
        start, began = len(self.seen), time.perf_counter()
        self.type(letter.encode())
        return self.until(letter.encode(), start) - began


def measure_idle(game: list[str], home: str, count: int, rng: Random) -> list[float]:
    """Times while a person's turn is awaited."""
    with Terminal(home, "play", *game) as terminal:
        terminal.until(b"Your turn")
        _rest(terminal, 3.0)  # until the next deck is ready
        terminal.type(b"/")
        terminal.until(b"Say:")
        return _presses(terminal, rng, lambda done: len(done) >= count)


def measure_busy(game: list[str], home: str, pace: float, rng: Random) -> tuple[list[float], list[float]]:
    """Times during the first deal, and for some seconds of play."""
    with Terminal(home, "play", *game, "--auto", "--pace", str(pace), "--hands", "1000") as terminal:
        terminal.until(b"Say:", again=b"/")
        dealt = _presses(terminal, rng, lambda _: b"Hand 1." in terminal.seen)
        end = time.perf_counter() + PLAYED
        return dealt, _presses(terminal, rng, lambda _: time.perf_counter() > end)


def _presses(terminal: Terminal, rng: Random, enough: Callable[[list[float]], bool]) -> list[float]:
    done: list[float] = []
    while not enough(done):
        if len(done) % MOST_TYPED == 0:
            terminal.type(CTRL_U)
        _rest(terminal, rng.uniform(*PAUSES))
        done.append(terminal.typed(SIGNS[len(done) // MOST_TYPED % 2]))
    return done


def _rest(terminal: Terminal, seconds: float) -> None:
    deadline = time.perf_counter() + seconds
    while (left := deadline - time.perf_counter()) > 0:
        terminal.read(left)


def first_screen_ms(home: str) -> float:
    """From the start of `fairdeal` to its first screen, complete, in ms."""
    with Terminal(home) as terminal:
        took = terminal.until(b"Quit") - terminal.began
        terminal.type(CTRL_C)
        return 1000 * took


def version_ms() -> float:
    """From the start of `fairdeal --version` to its end, in ms."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "cli", "--version"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - start)


def report(name: str, times: list[float], unit: float) -> str:
    """A line about times in seconds; `unit` is the median of those while idle."""
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]
    shares = f"{median(times) / unit:.1f} and {late / unit:.1f} times the median while idle"
    return (
        f"{name:5} {len(times):4} presses: median {1000 * median(times):5.1f} ms, "
        f"95 of 100 below {1000 * late:5.1f} ms, slowest {1000 * ordered[-1]:5.1f} ms; {shares}"
    )


def main() -> None:
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--game", default="thirteen")
    parser.add_argument("--seats", type=int, default=4)
    args = parser.parse_args()
    game, rng = [args.game, "--seats", str(args.seats), "--name", "Ann"], Random(1)
    times: dict[str, list[float]] = {phase: [] for phase in PHASES}
    screens, versions = [], []
    with tempfile.TemporaryDirectory() as folder:
        home = str(Path(folder) / "home")
        for _ in range(args.rounds):
            times["idle"] += measure_idle(game, home, 60, rng)
            for phase, pace in (("play", PACE), ("rush", 0.0)):
                dealt, played = measure_busy(game, home, pace, rng)
                times["deal"] += dealt
                times[phase] += played
            screens.append(first_screen_ms(home))
            versions.append(version_ms())
    unit = median(times["idle"])
    print("\n".join(report(phase, times[phase], unit) for phase in PHASES))
    print(f"first screen after {median(screens):.0f} ms, fairdeal --version takes {median(versions):.0f} ms")


if __name__ == "__main__":
    main()
