"""Fuzz one target, guided by coverage: `python -m fuzz TARGET [options of libFuzzer]`, such as `-max_total_time=60`.

Needs Atheris: `pip install 'fairdeal[fuzz]'`. What it finds is written to `crash-…`; each becomes a plain test.
"""

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["protocol", "p2p", "engine"]):
    from fuzz.seeds import inputs
    from fuzz.targets import TARGETS


def main() -> None:
    """Run the target that the command line names."""
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"fuzz: name one of {', '.join(TARGETS)}")
    name, options = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(inputs()[name]):
            (Path(folder) / f"seed-{number}").write_bytes(data)
        atheris.Setup([sys.argv[0], *options, folder], TARGETS[name])
        atheris.Fuzz()


if __name__ == "__main__":
    main()
