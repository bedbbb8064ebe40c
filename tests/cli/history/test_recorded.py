"""A transcript taken apart again is what every seat saw while it was played, and nobody sees more than that."""

from collections.abc import Iterator

import pytest

from cli.history.recorded import Hand, Moment, NotVerified, Recorded, Unreadable, recorded
from cli.history.sight import Sight
from engine.contract import Result, Turn
from protocol.events import HandSealed, Happened
from protocol.transcript_file import records
from tests.cli.history.nights import NIGHTS, Night, voided


@pytest.fixture(params=sorted(NIGHTS))
def night(request: pytest.FixtureRequest) -> Night:
    played: Night = NIGHTS[request.param]()
    return played


def moments(hand: Hand) -> list[Moment]:
    return [moment for frame in hand.frames for moment in frame.moments]


def paired(night: Night, table: Recorded, seat: int) -> Iterator[tuple[Hand, Moment, Happened]]:
    """Every moment with what this seat was told of it."""
    for hand in table.hands:
        yield from (
            (hand, moment, event) for moment, event in zip(moments(hand), night.happened(seat, hand.index), strict=True)
        )


def test_states_and_moves_are_those_that_were_played(night: Night) -> None:
    table = night.table
    assert len(table.hands) >= 1
    for seat in range(night.genesis.n):
        for _, moment, event in paired(night, table, seat):
            assert moment.state == event.state
            assert dict(moment.moves) == dict(event.moves)


def test_frames_end_where_somebody_is_to_move_and_at_the_result(night: Night) -> None:
    for hand in night.table.hands:
        assert all(isinstance(frame.last.state.next, Turn) for frame in hand.frames[:-1])
        assert hand.frames[-1].last.state.next == hand.result
        for frame in hand.frames:
            assert not any(isinstance(moment.state.next, Turn | Result) for moment in frame.moments[:-1])
        moved = [item for frame in hand.frames for item in frame.moves]
        assert moved == [item for moment in moments(hand) for item in moment.moves.items()]


def test_results_and_money_are_those_that_were_sealed(night: Night) -> None:
    table = night.table
    sealed = [event for event in night.told[0] if isinstance(event, HandSealed)]
    assert [hand.sealed for hand in table.hands] == [event.sealed for event in sealed]
    assert [hand.ledger for hand in table.hands] == [event.ledger for event in sealed]
    assert [hand.after for hand in table.hands] == [event.match for event in sealed]
    for hand in table.hands:
        assert hand.checked["shuffle"] == night.genesis.n
        assert hand.checked["result"] == night.genesis.n


def test_a_seat_with_its_notes_sees_exactly_what_it_saw(night: Night) -> None:
    table = night.table
    for seat in range(night.genesis.n):
        sight = Sight(seat, night.notes(seat).faces)
        for hand in table.hands:
            for frame in hand.frames:
                at = moments(hand).index(frame.last)
                event = night.happened(seat, hand.index)[at]
                assert sight.faces(hand, frame.last) == dict(event.faces)


def test_no_sight_shows_a_face_that_its_seat_did_not_know(night: Night) -> None:
    table = night.table
    hidden = 0
    for seat in range(night.genesis.n):
        with_notes, without = Sight(seat, night.notes(seat).faces), Sight(seat)
        for hand, moment, event in paired(night, table, seat):
            public = Sight(public=True).faces(hand, moment)
            assert public == dict(moment.state.open)
            for sight in (with_notes, without):
                seen = sight.faces(hand, moment)
                assert seen.items() <= event.faces.items()
                assert public.items() <= seen.items()
            everything = Sight().faces(hand, moment)
            assert everything == dict(hand.faces)
            hidden += len(everything.keys() - with_notes.faces(hand, moment).keys())
    assert hidden > 0


def test_before_its_cards_are_dealt_a_seat_sees_none(night: Night) -> None:
    table = night.table
    for seat in range(night.genesis.n):
        first = table.hands[-1].frames[0].moments[0]
        assert any(first.state.held) is True
        assert Sight(seat, night.notes(seat).faces).faces(table.hands[-1], first) == {}


def test_what_leads_to_a_hand_has_its_number() -> None:
    table = NIGHTS["tonk"]().table
    assert [(hand.index, hand.number) for hand in table.hands] == [(0, 1), (1, 1), (2, 2)]
    assert table.numbers == (1, 2)
    assert [hand.index for hand in table.numbered(1)] == [0, 1]


def test_a_log_that_ends_early_leaves_a_hand_unfinished() -> None:
    night = NIGHTS["tonk"]()
    inside = list(records(night.transcript))
    whole = night.table
    unsealed = recorded(night.transcript[: inside[-2 * night.genesis.n].offset])
    assert unsealed.hands[-1].sealed is None
    assert [m.state for m in moments(unsealed.hands[-1])] == [m.state for m in moments(whole.hands[-1])]
    earlier = recorded(night.transcript[: inside[-2 * night.genesis.n - 2].offset])
    assert 0 < len(moments(earlier.hands[-1])) < len(moments(whole.hands[-1]))
    assert earlier.hands[-1].ledger == whole.hands[-2].ledger


def test_a_void_hand_names_who_broke_the_protocol() -> None:
    void = voided().table.hands[-1]
    assert void.result is None
    assert void.sealed is not None
    assert void.sealed.offenders == (1,)
    assert void.after == void.before
    assert void.checked["void"] == 1


def test_a_changed_transcript_is_refused_with_its_place() -> None:
    night = NIGHTS["thirteen"]()
    for record in list(records(night.transcript))[3::25]:
        assert record.data is not None
        spot = record.offset + 4 + len(record.data) - 1
        changed = night.transcript[:spot] + bytes([night.transcript[spot] ^ 1]) + night.transcript[spot + 1 :]
        with pytest.raises(NotVerified, match=f"record {record.number} at byte {record.offset}"):
            recorded(changed)


def test_other_files_are_no_transcripts() -> None:
    with pytest.raises(Unreadable):
        recorded(b"anything else")
