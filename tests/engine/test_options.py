"""Options: every type in use, what is refused and how it is said."""

import json
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass
from typing import Any, ClassVar, Literal

import pytest

from engine.options import BadOption, OptionSet, option, plain


@dataclass(frozen=True)
class Sample(OptionSet):
    """One option of each type."""

    seats: int = option(3, "How many sit down.", 2, 4)
    stakes: int = option(1, "What they play for.", 1)
    limit: int | None = option(None, "Where it ends.", 5)
    strict: bool = option(False, "Whether it matters.")
    style: Literal["plain", "fancy", 7] = option("plain", "How it looks.")
    kinds: tuple[Literal["book", "run"], ...] = option(("book",), "What counts.")
    sizes: tuple[tuple[int, int], ...] = option(((2, 9), (3, 7)), "How many for how many.", 5, 9)

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "small": {"seats": 2, "style": "fancy"},
        "hard": {"strict": True, "style": 7},
    }

    def check(self) -> None:
        if self.strict and self.stakes > 9:
            raise BadOption("strict tables play for at most 9")


def test_defaults_then_presets_then_changes() -> None:
    assert Sample.make() == Sample()
    made = Sample.make("small", "hard", seats=4)
    assert (made.seats, made.strict, made.style) == (4, True, 7)
    assert Sample.make("hard", "small").style == "fancy", "the last preset wins"


def test_options_are_values() -> None:
    with pytest.raises(FrozenInstanceError):
        Sample.make().seats = 4  # type: ignore[misc]  # that it cannot be set is what is tested
    assert hash(Sample.make(seats=4)) == hash(Sample.make(seats=4))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seat": 3}, "there is no option 'seat'; did you mean seats?"),
        ({"zzz": 3}, "there is no option 'zzz'; there are seats, stakes"),
        ({"seats": 5}, "seats is 5; it must be a whole number from 2 to 4"),
        ({"seats": 1}, "it must be a whole number from 2 to 4"),
        ({"seats": True}, "seats is True; it must be a whole number from 2 to 4"),
        ({"seats": 3.0}, "seats is 3.0; it must be"),
        ({"seats": "3"}, "seats is '3'; it must be"),
        ({"seats": None}, "seats is None; it must be"),
        ({"stakes": 0}, "stakes is 0; it must be a whole number of at least 1"),
        ({"limit": 4}, "limit is 4"),
        ({"limit": "5"}, "limit is '5'"),
        ({"strict": 1}, "strict is 1; it must be true | false"),
        ({"style": "fancie"}, "style is 'fancie'; it can be plain, fancy, 7; did you mean fancy?"),
        ({"style": "7"}, "style is '7'; it can be plain, fancy, 7"),
        ({"kinds": "book"}, "kinds is 'book'; it must be a list"),
        ({"kinds": ["runs"]}, "kinds is 'runs'; it can be book, run; did you mean run?"),
        ({"sizes": [7]}, "sizes is [7]; it must map numbers of seats to numbers"),
        ({"sizes": 7}, "it must map numbers of seats to numbers"),
        ({"sizes": {"two": 9}}, "it must map numbers of seats to numbers"),
        ({"sizes": {"2": "9"}}, "sizes holds '9'; it must map numbers of seats to numbers"),
        ({"sizes": {"2": 10}}, "sizes is 10"),
        ({"strict": True, "stakes": 10}, "strict tables play for at most 9"),
    ],
)
def test_refusals_say_what_can_be(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BadOption) as refused:
        Sample.make(**changes)
    assert says in str(refused.value)


def test_presets_are_named() -> None:
    with pytest.raises(BadOption, match="there is no preset 'smal'; did you mean small"):
        Sample.make("smal")
    with pytest.raises(BadOption, match="there is no preset 'x'; there are small, hard"):
        Sample.make("x")


def test_lists_and_tables_are_kept_as_tuples() -> None:
    made = Sample.make(kinds=["run", "book"], sizes={"3": 5, "2": 7})
    assert made.kinds == ("run", "book")
    assert made.sizes == ((2, 7), (3, 5))
    assert Sample.make(sizes={"2": 5, 2: 9}).sizes == ((2, 9),), "one entry for each number of seats"
    assert Sample.make(sizes=((2, 9),)) == Sample.make(sizes={2: 9})


def test_options_as_typed() -> None:
    made = Sample.parse(
        ["small"], ["seats = 4", "strict=true", "style=plain", "limit=null", 'kinds=["run"]', 'sizes={"2":7}']
    )
    assert made == Sample.make("small", seats=4, strict=True, style="plain", limit=None, kinds=("run",), sizes={2: 7})
    assert Sample.parse([], ["limit=7", "limit = none"]) == Sample.make(limit=None)
    with pytest.raises(BadOption, match="seats is 'none'"):
        Sample.parse([], ["seats=none"])
    with pytest.raises(BadOption, match="write options as NAME=VALUE, not 'seats'"):
        Sample.parse([], ["seats"])
    with pytest.raises(BadOption, match="seats is 'many'"):
        Sample.parse([], ["seats=many"])


def test_listing_explains_every_option_in_order() -> None:
    listing = Sample.listing()
    assert [info.name for info in listing] == ["seats", "stakes", "limit", "strict", "style", "kinds", "sizes"]
    assert [info.kind for info in listing] == [
        "a whole number from 2 to 4",
        "a whole number of at least 1",
        "a whole number of at least 5, or none",
        "true | false",
        "plain | fancy | 7",
        "list of book | run",
        "a map from seats to numbers",
    ]
    assert listing[0].help == "How many sit down."
    assert [info.default for info in listing] == [3, 1, None, False, "plain", ["book"], {"2": 9, "3": 7}]
    json.dumps([info.default for info in listing])


def test_changes_are_what_differs_and_make_the_same_again() -> None:
    assert Sample.make().changes() == {}
    made = Sample.make("small", sizes={2: 5}, kinds=[])
    assert made.changes() == {"seats": 2, "style": "fancy", "kinds": [], "sizes": {"2": 5}}
    assert Sample.make(**json.loads(json.dumps(made.changes()))) == made


def test_pairs_are_sorted_and_plain() -> None:
    pairs = Sample.make().pairs()
    assert [name for name, _ in pairs] == sorted(info.name for info in Sample.listing())
    assert dict(pairs)["sizes"] == ((2, 9), (3, 7))


def test_plain_values() -> None:
    assert plain(()) == []
    assert plain((1, "two", None)) == [1, "two", None]
    assert plain(((2, 9),)) == {"2": 9}
