"""What all tests need."""

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def english() -> Iterator[None]:
    """Programs that tests start speak English, whatever the language of this computer is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "FAIRDEAL_LANG", "en")
        yield
