"""What is said about kept tables: one table of templates, so that a translation is another table."""

from collections.abc import Mapping
from typing import Any

SENTENCES: Mapping[str, str] = {
    # keeping
    "not kept": "The table could not be kept in {path}: {reason}.",
}


def say(key: str, /, **values: Any) -> str:
    """The sentence of this key with its values."""
    return SENTENCES[key].format(**values)
