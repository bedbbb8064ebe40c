"""All tests here know the game of Little, and take their randomness from a seed.

What one seat has verified the others in the process need not compute again: verification is a pure function, and is
remembered. What is refused is computed each time.
"""

import secrets
from functools import lru_cache

import pytest

from protocol import contribution, play, setup, terms
from protocol.identity import verify as verify_signature
from protocol.shuffle import verify as verify_shuffle
from tests.protocol.table.net import repeatable, rules_with_little

_signature = lru_cache(maxsize=4096)(verify_signature)
_shuffle = lru_cache(maxsize=256)(verify_shuffle)


@pytest.fixture(autouse=True)
def _table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "rules_of", rules_with_little)
    monkeypatch.setattr(contribution, "verify", _signature)
    monkeypatch.setattr(setup, "verify", _shuffle)
    monkeypatch.setattr(play, "verify", _shuffle)
    for name, substitute in repeatable().items():
        monkeypatch.setattr(secrets, name, substitute)
