"""The screen as text, at several sizes and colour depths: what a stranger would see at the moments that matter."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cli.screen.canvas import Picture, span
from cli.screen.desk import Desk
from cli.screen.look import ASCII, UNICODE, Depth, Glyphs, theme
from cli.screen.seeing import Slow, see
from cli.screen.settings import Settings
from cli.screen.view import draw
from engine.contract import Result, State, Turn
from engine.games import rules_of
from p2p.events import Arrived, Chat, Departed, Ended, Invited, Listening, PeerBack, PeerLost
from protocol.events import Closed, Shuffling
from protocol.terms import Terms

SIZES = ((60, 20), (80, 24), (120, 40))
MakeNight = Callable[..., Any]


def turn_of(seat: int, phase: str) -> Callable[[State], bool]:
    return lambda s: isinstance(s.next, Turn) and s.next.seats == (seat,) and s.phase == phase


def shots(draw_at: Callable[[int, int], Picture]) -> str:
    """The screen at all sizes."""
    return "".join(f"{width}x{height}\n{draw_at(width, height).text()}\n\n" for width, height in SIZES)


def shown(table: Any) -> str:
    return shots(lambda width, height: draw(table.desk, width, height))


# -- scenes ----------------------------------------------------------------------------------------------------------


def tonk_turn(night: MakeNight, **how: Any) -> Any:
    table = night("tonk", seats=3, **how).deal()
    return table.until(lambda s: s.phase == "start" and turn_of(0, "start")(s) and len(s.spreads) > 1)


def tonk_chosen(night: MakeNight, **how: Any) -> Any:
    table = night("tonk", seats=3, **how).deal().until(turn_of(0, "play"))
    table.press("b")
    return table


def tonk_waits(night: MakeNight, **how: Any) -> Any:
    return night("tonk", seats=3, **how).deal().until(turn_of(2, "start"))


def thirteen_turn(night: MakeNight, **how: Any) -> Any:
    table = night("thirteen", **how).deal()
    return table.until(lambda s: turn_of(0, "follow")(s) and s.table.length > 1)


def thirteen_refused(night: MakeNight, **how: Any) -> Any:
    table = thirteen_turn(night, **how)
    table.press("a", "c")
    return table


def thirteen_waits(night: MakeNight, **how: Any) -> Any:
    table = night("thirteen", **how).deal().until(turn_of(2, "follow"))
    table.press("a")
    return table


def pitch_bids(night: MakeNight, **how: Any) -> Any:
    return night("pitch", **how).deal().until(turn_of(0, "bid"))


def pitch_turn(night: MakeNight, **how: Any) -> Any:
    return night("pitch", **how).deal().until(lambda s: turn_of(0, "play")(s) and len(s.trick) == 2)


def pitch_waits(night: MakeNight, **how: Any) -> Any:
    return (
        night("pitch", "five_handed", seats=5, **how).deal().until(lambda s: turn_of(2, "play")(s) and bool(s.tricks))
    )


def result_of(game: str) -> Callable[..., Any]:
    def scene(night: MakeNight, **how: Any) -> Any:
        table = night(game, seats=3 if game == "tonk" else 4, **how).deal()
        while table.desk.panel is None:
            table.until(lambda s: isinstance(s.next, Result)).seal()
            if table.desk.panel is None:
                table.deal()
        return table

    return scene


SCENES = {
    "tonk-turn": tonk_turn,
    "tonk-chosen": tonk_chosen,
    "tonk-waits": tonk_waits,
    "tonk-result": result_of("tonk"),
    "thirteen-turn": thirteen_turn,
    "thirteen-refused": thirteen_refused,
    "thirteen-waits": thirteen_waits,
    "thirteen-result": result_of("thirteen"),
    "pitch-bids": pitch_bids,
    "pitch-turn": pitch_turn,
    "pitch-waits": pitch_waits,
    "pitch-result": result_of("pitch"),
}
PANELS = {
    "help": ["f1"],
    "scores": ["f4"],
    "last": ["f5"],
    "proof": ["f6"],
    "log": ["f7"],
    "rules": ["f8"],
    "settings": ["f9"],
    "leave": ["f10"],
    "menu": ["escape"],
    "chat": ["/", "N", "i", "c", "e"],
}


@pytest.mark.parametrize("name", SCENES)
def test_the_table(name: str, night: MakeNight, snapshots: Any) -> None:
    snapshots.check(name, shown(SCENES[name](night)))


@pytest.mark.parametrize("name", ["tonk-chosen", "thirteen-turn", "pitch-turn"])
def test_the_table_in_ascii(name: str, night: MakeNight, snapshots: Any) -> None:
    text = shown(SCENES[name](night, glyphs=ASCII))
    assert text.isascii()
    snapshots.check(f"{name}-ascii", text)


@pytest.mark.parametrize("name", PANELS)
def test_what_lies_over_the_table(name: str, night: MakeNight, snapshots: Any) -> None:
    table = result_of("tonk")(night)
    table.deal().until(turn_of(0, "start"))
    table.press(*PANELS[name])
    snapshots.check(f"panel-{name}", shown(table))


@pytest.mark.parametrize("depth", Depth)
def test_colours(depth: Depth, night: MakeNight, snapshots: Any) -> None:
    """Every piece of a screen with its style, as it is handed to the painter."""
    table = tonk_chosen(night)
    rows = draw(table.desk, 80, 24).rows
    found = theme("four-colours")
    text = "\n".join(
        "".join(f"<{style}>{piece.text}" if (style := found.style(piece.style, depth)) else piece.text for piece in row)
        for row in rows
    )
    snapshots.check(f"colours-{depth.name.lower()}", text + "\n")


def test_nothing_is_said_by_colour_alone(night: MakeNight) -> None:
    """Whatever differs in style differs in text as well: turn, choice, mark, suits."""
    table = tonk_turn(night)
    text = table.text()
    assert "▸ You" in text
    assert "Your turn." in text
    assert "▸1 " in text
    table.press("a")
    assert table.text() != text
    assert "1 chosen" in table.text()


# -- before the first card, and after the last -----------------------------------------------------------------------


def terms() -> Terms:
    return Terms.of("tonk", rules_of("tonk").Options.make("texas", stock_out="end_of_turn"), stake=5, hands=3)


def told(desk: Desk, *events: Any) -> Desk:
    for event in events:
        desk, _ = see(desk, event)
    return desk


def fresh(glyphs: Glyphs = UNICODE, **known: Any) -> Desk:
    return Desk.fresh(Settings(), glyphs, **known)


def test_the_lobby_of_ones_own_table(snapshots: Any) -> None:
    desk = fresh()
    desk = replace(desk, model=replace(desk.model, terms=terms(), seats=3))
    code = "04H0F-NPXEQ-G9N68-XKS5A-0026A-KSEVW-3DR00"
    desk = told(desk, Listening(code), Arrived("Ann", b"a", 1, 3, own=True), Arrived("Bob", b"b", 2, 3))
    snapshots.check("lobby-host", shots(lambda width, height: draw(desk, width, height)))
    assert code in draw(desk, 80, 24).text()
    left = told(desk, Departed("Bob", b"b", "the line broke"))
    assert "Bob has left: the line broke." in draw(left, 80, 24).text()
    assert "2. free" in draw(left, 80, 24).text()


def test_the_terms_are_shown_before_joining(snapshots: Any) -> None:
    desk = told(fresh(asking=True), Invited(terms(), 3))
    snapshots.check("lobby-terms", shots(lambda width, height: draw(desk, width, height)))
    text = draw(desk, 80, 24).text()
    assert "Tonk for 3 players, at a stake of 5, for 3 hands, without a clock." in text
    text = draw(desk, 100, 24).text()
    assert "House rule: end of the stock (stock_out): end_of_turn instead of until_refusal." in text


def test_the_lobby_of_somebody_elses_table(snapshots: Any) -> None:
    desk = told(fresh(), Invited(terms(), 3), Arrived("Ann", b"a", 2, 3))
    snapshots.check("lobby-joined", shots(lambda width, height: draw(desk, width, height)))


def test_connecting_is_told_after_a_moment() -> None:
    assert "Connecting" in draw(told(fresh(), Slow()), 80, 24).text()


def test_the_first_shuffle_shows_how_far_it_has_come(night: MakeNight, snapshots: Any) -> None:
    table = night("tonk", seats=3)
    table.see(Shuffling(0, 4, 6))
    assert "4 of 6" not in table.text()
    table.see(Slow())
    snapshots.check("shuffling", shown(table))


def test_a_vanished_peer_is_shown_at_once(night: MakeNight, snapshots: Any) -> None:
    table = tonk_turn(night)
    table.see(PeerLost(1, "has not been heard of for 5 seconds."))
    snapshots.check("peer-lost", shown(table))
    table.see(PeerBack(1))
    assert "line lost" not in table.text()
    assert "Bob is back." in table.text()


def test_the_end_of_a_table(night: MakeNight, snapshots: Any) -> None:
    table = result_of("tonk")(night, hands=1)
    table.see(Closed(table.match, table.ledger, b"\3" * 32))
    table.see(Ended(well=True, reason="The table is closed."))
    assert table.desk.panel.kind == "result"
    table.press("enter")
    snapshots.check("ended", shown(table))


def test_a_table_that_breaks_down_says_why(night: MakeNight) -> None:
    table = tonk_turn(night)
    table.see(Ended(well=False, reason="Bob is gone, and the hand cannot be finished."))
    assert "Bob is gone, and the hand cannot be finished." in table.text()
    assert table.labels() == []


def test_nothing_is_awaited_at_a_table_that_has_ended(night: MakeNight) -> None:
    table = tonk_turn(night)
    table.see(PeerLost(1, "has not been heard of for 5 seconds."))
    assert "▸ You" in table.text()
    table.see(Ended(well=False, reason="Bob is gone, and the hand cannot be finished."))
    assert "▸ You" not in table.text()
    table.desk = replace(table.desk, panel=None, log=())
    assert "has not been heard of" not in table.text()


def test_chat_is_shown_as_it_is_and_never_taken_for_anything(night: MakeNight) -> None:
    table = tonk_turn(night)
    table.see(Chat(1, "{name} %s F10 [31m 東京 👋"))
    assert "Bob says: {name} %s F10 [31m 東京 👋" in table.text()


# -- sizes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (7, 3), (59, 40), (120, 19), (30, 10)])
def test_where_there_is_too_little_room_a_notice_says_so(size: tuple[int, int], night: MakeNight) -> None:
    picture = draw(tonk_turn(night).desk, *size)
    assert (picture.width, picture.height) == size
    assert [span(row) for row in picture.rows] == [size[0]] * size[1]
    if size >= (30, 10):
        assert "60 columns and 20 rows" in " ".join(picture.text().split())


@pytest.mark.parametrize("name", SCENES)
def test_every_size_in_between_is_filled_exactly(name: str, night: MakeNight) -> None:
    desk = SCENES[name](night).desk
    for width in (60, 109, 110, 300):
        for height in (20, 29, 30, 90):
            picture = draw(desk, width, height)
            assert [span(row) for row in picture.rows] == [width] * height


@pytest.mark.parametrize("name", SCENES)
def test_all_own_cards_and_the_moves_are_seen_at_every_size(name: str, night: MakeNight) -> None:
    table = SCENES[name](night)
    for size in SIZES:
        text = table.text(*size)
        if table.desk.panel is None and table.desk.asked:
            for label in table.labels()[:3]:
                assert label in text
        if table.desk.panel is None:
            flat = size == (60, 20)
            for card in table.desk.hand:
                sign = UNICODE.show(card)
                assert (sign if flat or len(sign) < 2 or (sign[0] == "J" and sign[1] in "RB") else sign[:-1]) in text


def test_names_of_any_letters_stay_in_their_places(night: MakeNight) -> None:
    table = tonk_turn(night)
    names = ("Ann", "東京" * 6, "Z" + "\u0301" * 20 + "oe")
    table.desk = replace(table.desk, model=replace(table.desk.model, names=names))
    for size in SIZES:
        picture = draw(table.desk, *size)
        assert [span(row) for row in picture.rows] == [size[0]] * size[1]


@pytest.mark.parametrize(
    ("game", "preset", "seats", "changes"),
    [
        ("tonk", "spades", 3, {}),
        ("tonk", "hit-and-hold", 3, {"discard_history": True}),
        ("tonk", "house-wikipedia", 4, {}),
        ("tonk", "heads-up", 2, {}),
        ("thirteen", "southern", 4, {}),
        ("thirteen", "three_full", 3, {}),
        ("pitch", "ten_point", 4, {"burn_show": "hidden"}),
        ("pitch", "five_handed", 5, {"called_card": "announce", "call_own_card": True}),
        ("pitch", "open_discards", 4, {"thrown_trump": "dead"}),
    ],
)
def test_every_moment_of_a_hand_can_be_drawn(
    game: str, preset: str, seats: int, changes: dict[str, Any], night: MakeNight
) -> None:
    """Also those between two moves, when cards are on their way and not yet known."""
    table = night(game, preset, seats=seats, **changes)
    tell = table.see

    def see_and_draw(event: Any) -> None:
        tell(event)
        size = SIZES[len(table.seen) % 3]
        assert [span(row) for row in draw(table.desk, *size).rows] == [size[0]] * size[1]

    table.see = see_and_draw
    table.deal()
    for _ in range(60):
        if isinstance(table.state.next, Result):
            table.seal()
            table.deal()
        table.ask()
        table.play({})
