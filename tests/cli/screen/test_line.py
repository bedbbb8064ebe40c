"""A line that is being typed."""

from hypothesis import given
from hypothesis import strategies as st

from cli.screen.canvas import columns
from cli.screen.line import EDITS, Key, Line, typed


def after(*keys: str | Key, most: int = 400) -> Line:
    line = Line(most=most)
    for key in keys:
        pressed = key if isinstance(key, Key) else Key(key) if key in EDITS else typed(key)
        line = line.press(pressed) or line
    return line


def test_typing_and_editing() -> None:
    assert after(*"hallo").text == "hallo"
    assert after(*"hallo", "left", "left", "backspace", "e") == Line("haelo", 3)
    assert after(*"one two", "c-w").text == "one "
    assert after(*"one two", "c-u") == Line("", 0)
    assert after(*"one two", "home", "delete", "c-k") == Line("", 0)
    assert after(*"ab", "home", "X", "end", "Y").text == "XabY"
    assert after(*"ab", "left", "left", "left", "right", "c-a", "c-e").at == 2


def test_a_paste_is_one_clean_line() -> None:
    pasted = Key("paste", "a\nb\x1b[2Jc\td\u202e")
    assert after(pasted).text == "a b [2Jc d "


def test_no_more_than_fits() -> None:
    assert after(Key("paste", "x" * 900), most=10).text == "x" * 10
    assert after(*"abcdef", "home", "Z", most=6).text == "abcdef"


def test_other_keys_are_none_of_its_business() -> None:
    assert Line().press(Key("f1")) is None


KEYS = st.one_of(
    st.sampled_from(sorted(EDITS)).map(Key),
    st.characters().map(typed),
    st.text(max_size=20).map(lambda text: Key("paste", text)),
)


@given(st.lists(KEYS, max_size=30), st.integers(1, 20))
def test_any_keys_keep_the_cursor_in_the_line_and_in_what_is_shown(keys: list[Key], width: int) -> None:
    line = Line(most=30)
    for key in keys:
        line = line.press(key) or line
    assert 0 <= line.at <= len(line.text) <= 30
    shown, at = line.shown(width)
    assert columns(shown) <= width + 1
    assert 0 <= at <= max(1, columns(shown))
    assert line.text.isprintable()
