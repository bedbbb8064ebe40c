"""Filling a table: what the host may propose, and what a joiner signs."""

from dataclasses import replace

import pytest

from engine.games import rules_of
from p2p.lobby import Here, HostLobby, JoinerLobby, LobbyError, Present, Proposal, Welcome, decode
from protocol.codec import pack
from protocol.identity import Identity
from protocol.terms import Genesis, Player, Terms, TermsError

GAME = "tonk"
TERMS = Terms.of(GAME, rules_of(GAME).Options.make(max_players=4))
HOST, ANN, BOB, EVE = (Identity.generate() for _ in range(4))


def lobby(seats: int = 3) -> HostLobby:
    return HostLobby(TERMS, seats, Player(HOST.public, "Host", bytes(32)))


def test_a_full_lobby_proposes_everybody_in_order_of_arrival() -> None:
    host = lobby()
    here = {ANN: Here("Ann"), BOB: Here("Bob")}
    for who, message in here.items():
        assert host.here(who.public, message) is not None
    assert host.full
    genesis = host.proposal().genesis
    assert [player.name for player in genesis.players] == ["Host", "Ann", "Bob"]
    joiner = JoinerLobby(ANN.public, here[ANN])
    assert joiner.welcomed(Welcome(TERMS, 3))
    assert not joiner.welcomed(Welcome(TERMS, 3))
    assert joiner.proposed(Proposal(genesis)) == genesis


def test_players_of_one_name_get_numbers() -> None:
    host = lobby(4)
    for who in (ANN, BOB, EVE):
        host.here(who.public, Here("Host"))
    assert [player.name for player in host.arrived.values()] == ["Host", "Host 2", "Host 3", "Host 4"]


def test_a_numbered_name_is_still_a_clean_one() -> None:
    host = lobby(3)
    name = "A" * 21 + " B"
    host.here(ANN.public, Here(name))
    host.here(BOB.public, Here(name))
    host.proposal().genesis.check()


def test_a_borrowed_nonce_is_refused_on_arrival_and_the_table_stays_open() -> None:
    host = lobby(3)
    host.here(ANN.public, Here("Ann", bytes([1]) * 32))
    with pytest.raises(LobbyError, match="nonce"):
        host.here(BOB.public, Here("Bob", bytes([1]) * 32))
    assert host.here(EVE.public, Here("Eve", bytes([2]) * 32)) is not None
    host.proposal().genesis.check()


def test_nobody_is_counted_twice_and_none_beyond_the_seats() -> None:
    host = lobby(2)
    assert host.here(ANN.public, Here("Ann")) is not None
    assert host.here(ANN.public, Here("Ann again")) is None
    with pytest.raises(LobbyError, match="full"):
        host.here(BOB.public, Here("Bob"))
    assert host.gone(HOST.public) is None
    assert host.gone(ANN.public) is not None
    assert not host.full


def test_seats_that_the_options_do_not_allow_open_no_table() -> None:
    with pytest.raises(TermsError):
        lobby(8)


def _proposals() -> dict[str, Genesis]:
    host = lobby()
    host.here(ANN.public, Here("Ann", bytes([1]) * 32))
    host.here(BOB.public, Here("Bob", bytes([2]) * 32))
    fair = host.proposal().genesis
    me, other, third = fair.players[1], fair.players[0], fair.players[2]
    return {
        "other stake": replace(fair, terms=replace(TERMS, stake=7)),
        "fewer seats": replace(fair, players=(other, me)),
        "without me": replace(fair, players=(other, third, Player(EVE.public, "Eve", bytes([3]) * 32))),
        "my nonce changed": replace(fair, players=(other, replace(me, nonce=bytes([9]) * 32), third)),
        "me twice": replace(fair, players=(other, me, me)),
        "another twice": replace(fair, players=(other, me, other)),
        "small-order key": replace(fair, players=(other, me, Player(bytes(32), "Eve", bytes([3]) * 32))),
        "hostile name": replace(fair, players=(replace(other, name="\x1b[2J"), me, third)),
    }


@pytest.mark.parametrize("case", _proposals())
def test_a_joiner_signs_only_what_was_shown(case: str) -> None:
    joiner = JoinerLobby(ANN.public, Here("Ann", bytes([1]) * 32))
    joiner.welcomed(Welcome(TERMS, 3))
    with pytest.raises(LobbyError):
        joiner.proposed(Proposal(_proposals()[case]))


def test_terms_may_not_change_once_shown_nor_be_unplayable() -> None:
    joiner = JoinerLobby(ANN.public, Here("Ann"))
    with pytest.raises(LobbyError, match="cannot be played"):
        joiner.welcomed(Welcome(replace(TERMS, ruleset=99), 3))
    joiner.welcomed(Welcome(TERMS, 3))
    with pytest.raises(LobbyError, match="changed"):
        joiner.welcomed(Welcome(replace(TERMS, stake=2), 3))


def test_a_proposal_before_the_terms_is_refused() -> None:
    with pytest.raises(LobbyError, match="other terms"):
        JoinerLobby(ANN.public, Here("Ann")).proposed(Proposal(lobby(2).proposal().genesis))


@pytest.mark.parametrize(
    "message",
    [Welcome(TERMS, 3), Here("Ann"), Present(((ANN.public, "Ann"),)), Proposal(lobby(2).proposal().genesis)],
    ids=lambda message: type(message).__name__,
)
def test_messages_survive_the_wire_and_nothing_shorter_does(message: Welcome | Here | Present | Proposal) -> None:
    data = message.encode()
    assert decode(data) == message
    for end in range(len(data)):
        with pytest.raises(LobbyError):
            decode(data[:end])


@pytest.mark.parametrize(
    "value",
    [
        [],
        ["here"],
        ["here", 5, bytes(32)],
        ["here", "Ann", bytes(31)],
        ["here", "x" * 200, bytes(32)],
        ["welcome", [], 3],
        ["welcome", TERMS.encode(), 99],
        ["present", [[bytes(31), "Ann"]]],
        ["present", [[bytes(32), "Ann"]] * 9],
        ["proposal", None],
        ["unknown", 1],
        [["here"], 1, 2],
        7,
    ],
    ids=repr,
)
def test_messages_of_another_shape_are_refused(value: object) -> None:
    with pytest.raises(LobbyError):
        decode(pack(value))  # type: ignore[arg-type]  # hostile on purpose


def test_names_are_cleaned_when_they_arrive() -> None:
    message = decode(pack(["here", "\x1b[31mEve\u202e\n!", bytes(32)]))
    assert isinstance(message, Here)
    assert message.name == "[31mEve !"
    for unseen in ("\u3164", "\u2800", "\u0301" * 9, "\ufe0f"):
        message = decode(pack(["here", unseen, bytes(32)]))
        assert isinstance(message, Here)
        assert message.name == "player"
