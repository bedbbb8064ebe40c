"""Text as rectangles of cells."""

from hypothesis import given
from hypothesis import strategies as st

from cli.screen.canvas import Canvas, Fragment, clip, columns, pad, span, wrap

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")) | st.just(" "), max_size=40)


def test_columns_are_cells_of_a_terminal() -> None:
    assert columns("7♥") == 2
    assert columns("東京") == 4
    assert columns("e\u0301") == 1


@given(TEXTS, st.integers(0, 30))
def test_nothing_clipped_or_padded_is_too_wide(text: str, width: int) -> None:
    assert columns(clip(text, width)) <= width
    assert columns(pad(text, width)) == width
    assert clip(text, columns(text)) == text


@given(TEXTS, st.integers(4, 30))
def test_wrapping_keeps_the_words_and_the_width(text: str, width: int) -> None:
    lines = wrap(text, width, "  ")
    assert all(columns(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_long_words_are_broken_and_indented() -> None:
    assert wrap("abcdefghij kl", 5) == ["abcde", "fghij", "kl"]
    assert wrap("one two three", 7, "  ") == ["one two", "  three"]
    assert wrap("", 7) == [""]


def test_what_falls_outside_is_dropped() -> None:
    canvas = Canvas(4, 2)
    canvas.put(-1, 0, "abc")
    canvas.put(2, 1, "xyz")
    canvas.put(0, 2, "no")
    assert canvas.picture().text() == "bc\n  xy"


def test_wide_characters_take_two_cells_and_break_as_one() -> None:
    canvas = Canvas(5, 1)
    canvas.put(0, 0, "東京")
    canvas.put(3, 0, "x")
    assert canvas.picture().text() == "東 x"
    canvas.put(4, 0, "京")
    assert canvas.picture().text() == "東 x"


def test_marks_stay_on_their_letter_and_do_not_pile_up() -> None:
    canvas = Canvas(3, 1)
    canvas.put(0, 0, "e" + "\u0301" * 9 + "f")
    assert canvas.picture().text() == "e\u0301\u0301f"
    canvas.put(0, 0, "\u0301")
    assert canvas.picture().text() == "e\u0301\u0301f"


def test_fragments_of_one_kind_are_joined_and_clicks_find_them() -> None:
    canvas = Canvas(8, 1)
    canvas.put(0, 0, "ab", "title")
    canvas.put(2, 0, "cd", "title")
    canvas.put(4, 0, "東", "", "east")
    picture = canvas.picture()
    assert picture.rows[0] == (Fragment("abcd", "title"), Fragment("東", "", "east"), Fragment("  "))
    assert [picture.target_at(x, 0) for x in range(8)] == [None] * 4 + ["east"] * 2 + [None] * 2
    assert picture.target_at(0, 1) is None
    assert picture.target_at(99, 0) is None


@given(st.lists(st.tuples(st.integers(-3, 12), st.integers(-1, 3), TEXTS), max_size=6))
def test_a_picture_is_always_as_large_as_its_canvas(written: list[tuple[int, int, str]]) -> None:
    canvas = Canvas(10, 3)
    for x, y, text in written:
        canvas.put(x, y, text)
    picture = canvas.picture()
    assert [span(row) for row in picture.rows] == [10] * 3


@given(st.integers(-9, 25), st.integers(-1, 1), st.text("ab ", max_size=30), st.text("東x", max_size=12))
def test_text_written_at_once_is_as_if_written_letter_by_letter(x: int, y: int, text: str, below: str) -> None:
    whole, single = Canvas(20, 1), Canvas(20, 1)
    for canvas in (whole, single):
        canvas.put(0, 0, below)
    after = x
    for letter in text:
        single._set(after, y, (letter, "s", "t"), 1)
        after += 1
    assert whole.put(x, y, text, "s", "t") == after
    assert whole.picture() == single.picture()
