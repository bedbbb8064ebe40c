"""Computer players at one's own table, over real channels on loopback."""

from types import SimpleNamespace
from typing import Any

import pytest
import trio

from cli.company import Company
from cli.computer import make_move
from engine.contract import IllegalMove, Move
from engine.games import rules_of
from p2p.address import Address
from p2p.events import Arrived, Departed, Listening, Seated
from p2p.invite import Invite
from p2p.sitting import Guest, Sitting, host_table
from protocol.identity import Identity
from protocol.terms import Terms


async def next_of(sitting: Sitting, wanted: type) -> object:
    async for event in sitting.events:
        if isinstance(event, wanted):
            return event
    raise AssertionError("the table has ended")


async def test_computers_sit_down_leave_again_and_fill_the_table() -> None:
    terms = Terms.of("tonk", rules_of("tonk").Options.make(), hands=1)
    with trio.fail_after(30):
        async with host_table(Guest(Identity.generate(), "Ada"), terms, 3, loopback=True) as ada:
            listening = await next_of(ada, Listening)
            assert isinstance(listening, Listening)
            async with trio.open_nursery() as nursery:
                company = Company(nursery, "tonk", 0.0, taken=["Ada"])
                company.unseat()
                company.seat(listening.code)
                await next_of(ada, Arrived)
                came = await next_of(ada, Arrived)
                assert isinstance(came, Arrived)
                assert came.name == "Blaise-bot"
                company.unseat()
                gone = await next_of(ada, Departed)
                assert isinstance(gone, Departed)
                assert gone.name == came.name
                company.pace = 0.25
                company.seat(listening.code)
                company.seat(listening.code)
                seated = await next_of(ada, Seated)
                assert isinstance(seated, Seated)
                assert {player.name for player in seated.genesis.players} == {
                    "Ada",
                    "Blaise-bot",
                    "Carl-bot",
                }
                assert [computer.pace for _, computer, _ in company._seated] == [0.25, 0.25]
                nursery.cancel_scope.cancel()


async def test_there_are_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit(*_: object) -> None:
        await trio.sleep_forever()

    monkeypatch.setattr("cli.company.visit", visit)
    async with trio.open_nursery() as nursery:
        company = Company(nursery, "tonk", 0.0, taken=["Ada", "HENRI"])
        for _ in range(20):
            company.seat("no code at all")
        assert len(company._seated) == 6
        nursery.cancel_scope.cancel()


async def test_a_table_that_is_gone_is_no_misfortune() -> None:
    code = Invite(b"0123456789", b"fingerpr", (Address("127.0.0.1", 1),)).encode()
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            company = Company(nursery, "tonk", 0.0)
            company.seat(code)
    assert company._seated == []


async def test_those_who_are_expected_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    came: list[str] = []

    async def visit(code: str, name: str, _: object) -> None:
        came.append(f"{name} to {code}")

    monkeypatch.setattr("cli.company.visit", visit)
    async with trio.open_nursery() as nursery:
        company = Company(nursery, "tonk", 0.0, taken=["Ada"], expected=2, marked=False)
        company.seat_expected("04H0F")
    assert sorted(came) == ["Blaise to 04H0F", "Carl to 04H0F"]


@pytest.mark.parametrize(("asked", "same"), [(False, True), (True, False), (True, True)])
async def test_a_refusal_counts_only_while_the_move_is_still_awaited(asked: bool, same: bool) -> None:
    """As when somebody is convicted while a computer player thinks: its program goes on."""
    state = object()
    play = SimpleNamespace(state=state if same else object())

    async def choose(_: Move) -> None:
        raise IllegalMove("It is not your turn.")

    machine = SimpleNamespace(asked=asked, table=SimpleNamespace(play=play))
    sitting: Any = SimpleNamespace(machine=machine, choose=choose)
    acting: Any = SimpleNamespace(state=state)
    if asked and same:
        with pytest.raises(IllegalMove):
            await make_move(sitting, acting, Move("drop"))
    else:
        await make_move(sitting, acting, Move("drop"))
