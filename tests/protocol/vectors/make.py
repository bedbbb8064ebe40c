"""Writes the test vectors of docs/protocol.md: `python -m tests.protocol.vectors.make` in the project's folder."""

import json
import re
from pathlib import Path
from typing import Any

from tests.protocol.vectors import hand, primitives, proofs

FOLDER = Path(__file__).parent
_FLAT = re.compile(r"\[[^\[\]{}]*\]")
"""A list of numbers and words, which is written on one line."""


def everything() -> dict[str, bytes]:
    """The contents of all files of vectors, by name."""
    made: dict[str, Any] = {
        "encoding": primitives.encoding(),
        "hashing": primitives.hashing(),
        "identities": primitives.identities(),
        "contributions": primitives.contributions(),
        "keys": proofs.keys(),
        "shares": proofs.shares(),
        "shuffles": proofs.shuffles(),
        "claims": proofs.claims(),
    }
    played = hand.record()
    made["hand"] = played.described
    files = {f"{name}.json": _json(value) for name, value in made.items()}
    return files | {"hand.transcript": played.transcript}


def _json(value: Any) -> bytes:
    text = json.dumps(value, indent=1, ensure_ascii=False)
    return (_FLAT.sub(lambda list_: " ".join(list_[0].split()), text) + "\n").encode()


def main() -> None:
    """Write all files."""
    for name, content in everything().items():
        (FOLDER / name).write_bytes(content)


if __name__ == "__main__":
    main()
