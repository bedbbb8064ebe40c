"""What is heard of chat."""

from cli.ears import MOST_LINES, WITHIN, Ears, Heard


def hear(ears: Ears, seat: int, *times: float) -> tuple[Ears, list[Heard]]:
    heard = []
    for at in times:
        ears, line = ears.hear(seat, at)
        heard.append(line)
    return ears, heard


def test_ordinary_talk_is_heard() -> None:
    _, heard = hear(Ears(), 1, *[at * WITHIN / MOST_LINES for at in range(100)])
    assert heard == [Heard(told=True)] * 100


def test_a_flood_is_cut_and_told_of_once() -> None:
    _, heard = hear(Ears(), 1, *[at / 100 for at in range(1000)])
    assert [line.told for line in heard] == [True] * MOST_LINES + [False] * (1000 - MOST_LINES)
    assert [at for at, line in enumerate(heard) if line.too_much] == [MOST_LINES]


def test_a_flood_that_only_slows_down_is_not_heard_again() -> None:
    ears, _ = hear(Ears(), 1, *[0.0] * 100)
    _, heard = hear(ears, 1, *[at * WITHIN / (2 * MOST_LINES) for at in range(1, 100)])
    assert not any(line.told or line.too_much for line in heard)


def test_after_a_pause_it_is_heard_again() -> None:
    ears, _ = hear(Ears(), 1, *[0.0] * 100)
    _, [line] = hear(ears, 1, WITHIN)
    assert line == Heard(told=True)


def test_what_is_kept_of_a_flood_is_little() -> None:
    ears, _ = hear(Ears(), 1, *[0.0] * 10_000)
    assert len(ears.lines[1]) == MOST_LINES + 1


def test_the_muted_are_not_heard_nor_told_of() -> None:
    ears, heard = hear(Ears().mute(frozenset({1})), 1, *[0.0] * 100)
    assert heard == [Heard(told=False)] * 100
    _, [line] = hear(ears.unmute(frozenset({1})), 1, 0.0)
    assert line.told
    _, [line] = hear(ears, 2, 0.0)
    assert line.told
