"""All tests here know the game of Little, and take their randomness from a seed."""

import secrets

import pytest

from protocol import terms
from tests.protocol.table.net import repeatable, rules_with_little


@pytest.fixture(autouse=True)
def _table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "rules_of", rules_with_little)
    for name, substitute in repeatable().items():
        monkeypatch.setattr(secrets, name, substitute)
