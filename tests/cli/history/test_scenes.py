"""Scenes: what a replay says, to whom, and that it names no card too early."""

import re
from collections.abc import Sequence

import pytest

from cli.history.recorded import recorded
from cli.history.scenes import Scene, Teller, flat
from cli.history.sight import Sight
from cli.words import words_of
from protocol.transcript_file import records
from tests.cli.history.nights import NIGHTS, Night, voided

CARD = re.compile(r"\b(?:[A2-9TJQK][CDHS]|J[RB])\b")


@pytest.fixture(params=sorted(NIGHTS))
def night(request: pytest.FixtureRequest) -> Night:
    played: Night = NIGHTS[request.param]()
    return played


def sights(night: Night) -> list[Sight]:
    return [
        Sight(),
        Sight(public=True),
        *[Sight(seat, own) for seat in range(night.genesis.n) for own in (night.notes(seat).faces, {})],
    ]


def text(scene: Scene) -> str:
    return "\n".join((*scene.told, *scene.table, *scene.hand))


def test_every_hand_has_scenes_that_end_with_its_result(night: Night) -> None:
    for sight in sights(night):
        teller = Teller(night.table, sight)
        for number in night.table.numbers:
            scenes = teller.scenes(number)
            assert [(scene.step, scene.steps) for scene in scenes] == [
                (step, len(scenes)) for step in range(1, len(scenes) + 1)
            ]
            assert all(scene.told and scene.number == number for scene in scenes)
            hand = night.table.numbered(number)[-1]
            view = teller.view(hand, hand.frames[-1].last)
            assert hand.result is not None
            result = words_of(view.rules.name).result(view, hand.result)
            assert set(result) <= set(scenes[-1].told)
            assert all(not set(result) & set(scene.told) for scene in scenes[:-1])


def test_the_flat_story_is_all_that_is_told(night: Night) -> None:
    teller = Teller(night.table, Sight(0, night.notes(0).faces))
    scenes = teller.scenes(night.table.numbers[-1])
    assert flat(scenes) == [line for scene in scenes for line in scene.told]
    hands = night.table.numbered(night.table.numbers[-1])
    assert flat(scenes) == [line for hand in hands for line in teller.told(hand)]


def test_a_scene_names_only_cards_that_its_seat_had_seen_by_then(night: Night) -> None:
    for seat in range(night.genesis.n):
        for own in (night.notes(seat).faces, {}):
            teller = Teller(night.table, Sight(seat, own))
            for hand in night.table.hands:
                seen: set[str] = set()
                at = 0
                told = {id(frame): lines for frame, lines in teller.steps(hand)}
                for frame in hand.frames:
                    at += len(frame.moments)
                    events = night.happened(seat, hand.index)[:at]
                    seen |= {card.name for event in events for card in event.faces.values()}
                    view = teller.view(hand, frame.last)
                    lines = [*told.get(id(frame), []), *teller.words.table(view)]
                    assert set(CARD.findall("\n".join(lines))) <= seen | asked(hand.frames[-1] is frame, lines)


def asked(over: bool, lines: Sequence[str]) -> set[str]:
    """Cards that a game names without anybody having seen them: the lowest card that is sought, points at the end."""
    if over:
        return set(CARD.findall("\n".join(lines)))
    return {card for line in lines if "lowest" in line or "must contain" in line for card in CARD.findall(line)}


def test_own_eyes_are_spoken_to_others_are_spoken_of() -> None:
    night = NIGHTS["pitch"]()
    own = flat(Teller(night.table, Sight(1, night.notes(1).faces)).scenes(1))
    other = flat(Teller(night.table, Sight(1)).scenes(1))
    everybody = flat(Teller(night.table, Sight()).scenes(1))
    assert own[0].startswith("You are dealt ")
    assert any(line.startswith("You ") for line in own[1:])
    assert not any("You " in line or "you" in line.split() for line in (*other, *everybody))
    assert any(line.startswith("Bob holds 9 cards, among them") for line in everybody)
    assert not any(line.startswith("Ann holds 9 cards, among them") for line in other)


def test_namesakes_are_told_apart() -> None:
    night = NIGHTS["thirteen"]()
    teller = Teller(night.table, Sight())
    assert teller.names == ("Ann (seat 0)", "ann (seat 1)")


def test_a_cut_is_told_with_the_hand_it_leads_to() -> None:
    night = NIGHTS["tonk"]()
    scenes = Teller(night.table, Sight()).scenes(1)
    assert [" cuts " in line for line in scenes[0].told].count(True) == 3
    assert "The cards are dealt." in scenes[1].told
    assert not any(" cuts " in line for line in flat(Teller(night.table, Sight()).scenes(2)))


def test_a_void_hand_and_an_unfinished_one_say_so() -> None:
    void = Teller(voided().table, Sight()).scenes(1)
    assert void[-1].told[-1] == "The hand is void. Convicted: Bob. Payments: Ann +2, Bob -2."
    night = NIGHTS["tonk"]()
    ends = [record.offset for record in records(night.transcript)]
    n = night.genesis.n
    unsealed = recorded(night.transcript[: ends[-2 * n]])
    assert Teller(unsealed, Sight()).scenes(2)[-1].told[-1].endswith("was not sealed and does not count.")
    earlier = recorded(night.transcript[: ends[-2 * n - 2]])
    assert Teller(earlier, Sight()).scenes(2)[-1].told[-1].endswith("unfinished and does not count.")


def test_nobody_is_called_to_a_turn_in_a_replay() -> None:
    night = NIGHTS["tonk"]()
    own = Teller(night.table, Sight(1, night.notes(1).faces))
    lines = [line for number in night.table.numbers for scene in own.scenes(number) for line in scene.table]
    assert any(line.endswith("(seat 0) is to move.") for line in lines)
    assert "It is your turn." not in lines
