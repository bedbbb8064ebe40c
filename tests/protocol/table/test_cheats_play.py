"""Cheats while cards are dealt and played. Where a proof is wanted, the cheat makes the best that its secrets allow."""

from collections.abc import Callable, Iterator

import pytest

from engine.contract import Move
from protocol.codec import pack
from protocol.contribution import Contribution
from protocol.elgamal import Ciphertext, encode_deck, masked, rerandomise
from protocol.events import Closed, Convicted
from protocol.evidence import Evidence
from protocol.group import BASE, Point, Scalar, hash_to_group
from protocol.judge import Verdict, judge
from protocol.play import Play, decode_move, encode_move, pledge_of
from protocol.setup import CARD_LABEL
from protocol.shares import prove_shares, share
from protocol.shuffle import prove, shuffle
from protocol.transcript import Randomness
from tests.protocol.table.little import LOW
from tests.protocol.table.net import (
    Net,
    blob_of,
    check_convicted,
    flipped,
    forged,
    genesis_of,
    to_all,
    with_part,
)

CHEAT = 1
Forge = Callable[[Net, Contribution], Contribution]


def play_before(net: Net, c: Contribution) -> Play:
    """The hand as it was before this contribution."""
    play = net.nodes[c.header.seat].table.play
    before = play.before(c.header) if play is not None else None
    assert isinstance(before, Play)
    return before


def secret_of(net: Net, c: Contribution) -> Scalar:
    return net.nodes[c.header.seat].machine.secrets[c.header.hand].key.secret


def choosing(net: Net, *kinds: str) -> Net:
    """All seats make the first of these moves that they can, or else the first move."""
    for node in net.nodes:
        node.choose = lambda acting, moves: next(
            (move for kind in kinds for move in moves if move.kind == kind), moves[0]
        )
    return net


def convicted(kind: str, forge: Forge, reason: str, *, n: int = 2, nth: int = 0) -> Net:
    net = choosing(Net(genesis_of(n)), "draw", "burn", "raise")
    net.cheat_once(CHEAT, kind, lambda c: to_all(forge(net, c)), nth=nth)
    check_convicted(net.start().run(), reason)
    return net


# -- shares -----------------------------------------------------------------------------------------------


def with_shares(net: Net, c: Contribution, shares: list[Point], bases: list[Point] | None = None) -> Contribution:
    """These shares, with the proof that the true secret makes of them."""
    play = play_before(net, c)
    bases = list(play.slots.bases(play.due[CHEAT])) if bases is None else bases
    context = c.header.context("shares", play.keys.hand_id)
    proof = prove_shares(context, secret_of(net, c), play.keys.publics[CHEAT], bases, shares)
    return forged(c, (b"".join(map(bytes, shares)), proof))


def true_shares(net: Net, c: Contribution) -> list[Point]:
    play = play_before(net, c)
    return [share(secret_of(net, c), base) for base in play.slots.bases(play.due[CHEAT])]


def one_wrong_share(net: Net, c: Contribution) -> Contribution:
    first, *others = true_shares(net, c)
    return with_shares(net, c, [first + BASE, *others])


def errors_that_cancel(net: Net, c: Contribution) -> Contribution:
    first, second, *others = true_shares(net, c)
    return with_shares(net, c, [first + BASE, second - BASE, *others])


def exchanged_shares(net: Net, c: Contribution) -> Contribution:
    first, second, *others = true_shares(net, c)
    return with_shares(net, c, [second, first, *others])


def shares_with_another_secret(net: Net, c: Contribution) -> Contribution:
    play = play_before(net, c)
    other = Scalar(7)
    bases = play.slots.bases(play.due[CHEAT])
    shares = [share(other, base) for base in bases]
    context = c.header.context("shares", play.keys.hand_id)
    proof = prove_shares(context, other, play.keys.publics[CHEAT], bases, shares)
    return forged(c, (b"".join(map(bytes, shares)), proof))


def shares_of_other_slots(net: Net, c: Contribution) -> Contribution:
    """True shares, truly proven, of cards that are still in the stock."""
    play = play_before(net, c)
    bases = play.slots.bases(range(len(play.slots.entries) - len(play.due[CHEAT]), len(play.slots.entries)))
    return with_shares(net, c, [share(secret_of(net, c), base) for base in bases], list(bases))


def one_share_too_many(net: Net, c: Contribution) -> Contribution:
    """The share of a stock card too, for an accomplice to read."""
    play = play_before(net, c)
    bases = [*play.slots.bases(play.due[CHEAT]), play.slots.entries[11].ciphertext.c1]
    return with_shares(net, c, [share(secret_of(net, c), base) for base in bases], bases)


SHARES: dict[Forge, str] = {
    one_wrong_share: "the proof of the shares does not hold",
    errors_that_cancel: "the proof of the shares does not hold",
    exchanged_shares: "the proof of the shares does not hold",
    shares_with_another_secret: "the proof of the shares does not hold",
    shares_of_other_slots: "the proof of the shares does not hold",
    one_share_too_many: "its shares is malformed",
}


@pytest.mark.parametrize("cheat", SHARES, ids=lambda cheat: cheat.__name__)
def test_false_shares(cheat: Forge) -> None:
    convicted("shares", cheat, SHARES[cheat])


def test_shares_of_another_seat_and_proofs_of_another_step() -> None:
    for body in ("theirs", "earlier"):

        def forge(net: Net, c: Contribution, body: str = body) -> Contribution:
            mine = [sent for sent in net.nodes[CHEAT].sent if sent.kind == "shares"]
            theirs = [sent for sent in net.nodes[0].sent if sent.kind == "shares"]
            return forged(c, (theirs[0] if body == "theirs" else mine[0]).body)

        # The opening of all shares comes twice in a hand: after the deal, and at the showdown.
        net = choosing(Net(genesis_of(2)), "stand", "play")
        net.cheat_once(CHEAT, "shares", lambda c, net=net, f=forge: to_all(f(net, c)), nth=1)  # type: ignore[misc]
        check_convicted(net.start().run(), "its shares is malformed", "does not hold")


# -- mixes ------------------------------------------------------------------------------------------------


def remixed(net: Net, c: Contribution) -> tuple[Play, Point, tuple[Ciphertext, ...], Callable[..., bytes]]:
    play = play_before(net, c)
    key = play.keys.publics[CHEAT]
    before = tuple(play.slots.reduced(slot) for slot in play.mixes[CHEAT].old)
    after, secret = shuffle(before, key, Randomness("cheat", b"x", b"", b"", bytes(32)))

    def proof(deck: tuple[Ciphertext, ...] = after) -> bytes:
        return prove(c.header.context("mix", play.keys.hand_id), key, before, deck, secret)

    return play, key, after, proof


def mix_with_a_better_card(net: Net, c: Contribution) -> Contribution:
    """The six of clubs under its own key: a valid encryption of a card, only not of the hand's."""
    play, key, after, proof = remixed(net, c)
    six = hash_to_group(CARD_LABEL, play.keys.hand_id, b"6C")
    wrong = (rerandomise(masked(six, key), key, Scalar(9)), *after[1:])
    return forged(c, (encode_deck(wrong), proof(wrong)))


def mix_with_a_card_twice(net: Net, c: Contribution) -> Contribution:
    _, key, after, proof = remixed(net, c)
    wrong = (rerandomise(after[1], key, Scalar(9)), *after[1:])
    return forged(c, (encode_deck(wrong), proof(wrong)))


def mix_of_cards_of_another(net: Net, c: Contribution) -> Contribution:
    """A true shuffle of the other seat's cards."""
    play, key, _, _ = remixed(net, c)
    theirs = tuple(play.slots.reduced(slot) for slot in (*play.state.held[0], *play.state.held[0][:1]))[:3]
    theirs = (*theirs[:2], rerandomise(theirs[0], key, Scalar(3)))
    after, secret = shuffle(theirs, key, Randomness("cheat", b"x", b"", b"", bytes(32)))
    return forged(
        c, (encode_deck(after), prove(c.header.context("mix", play.keys.hand_id), key, theirs, after, secret))
    )


def mix_under_the_joint_key(net: Net, c: Contribution) -> Contribution:
    play, _, _, _ = remixed(net, c)
    before = tuple(play.slots.reduced(slot) for slot in play.mixes[CHEAT].old)
    after, secret = shuffle(before, play.keys.joint, Randomness("cheat", b"x", b"", b"", bytes(32)))
    context = c.header.context("mix", play.keys.hand_id)
    return forged(c, (encode_deck(after), prove(context, play.keys.joint, before, after, secret)))


@pytest.mark.parametrize(
    "cheat",
    [mix_with_a_better_card, mix_with_a_card_twice, mix_of_cards_of_another, mix_under_the_joint_key],
    ids=lambda cheat: cheat.__name__,
)
def test_false_mixes(cheat: Forge) -> None:
    convicted("mix", cheat, "the shuffle proof does not hold")


# -- moves ------------------------------------------------------------------------------------------------


def moved(net: Net, c: Contribution, move: Move, *, opening: tuple[int, ...] | None = None) -> Contribution:
    """This move, with true shares and a true proof of what it opens (or of these slots), and no claims."""
    play = play_before(net, c)
    slots = tuple(slot for slot in move.shows if slot not in play.slots.faces) if opening is None else opening
    data, proof = b"", b""
    if slots:
        bases = play.slots.bases(slots)
        secret = secret_of(net, c)
        shares = [share(secret, base) for base in bases]
        context = c.header.context(c.kind, play.keys.hand_id, pack(encode_move(move)))
        proof = prove_shares(context, secret, play.keys.publics[c.header.seat], bases, shares)
        data = b"".join(map(bytes, shares))
    return forged(c, (encode_move(move), data, proof, b"", b""))


def held(net: Net, c: Contribution, seat: int) -> tuple[int, ...]:
    return play_before(net, c).state.held[seat]


NOT_ITS = "its move shows a slot that is not in its hand"
MOVES: dict[str, tuple[Callable[[Net, Contribution], Contribution], str]] = {
    "another's card": (lambda net, c: moved(net, c, Move("play", held(net, c, 0)[:1])), NOT_ITS),
    "a card of the stock": (lambda net, c: moved(net, c, Move("play", (11,))), NOT_ITS),
    "the open card": (lambda net, c: moved(net, c, Move("play", (4,))), NOT_ITS),
    "a card that it has mixed away": (lambda net, c: moved(net, c, Move("play", (3,))), NOT_ITS),
    "a card that never was": (lambda net, c: moved(net, c, Move("play", (60000,)), opening=()), NOT_ITS),
    "two cards": (
        lambda net, c: moved(net, c, Move("play", tuple(sorted(held(net, c, CHEAT)[:2])))),
        "This is not how to play",
    ),
    "no card": (lambda net, c: moved(net, c, Move("play")), "This is not how to play"),
    "a card without its share": (
        lambda net, c: moved(net, c, Move("play", held(net, c, CHEAT)[:1]), opening=()),
        "its move does not open exactly the cards that it shows",
    ),
    "a card with the share of another": (
        lambda net, c: moved(net, c, Move("play", held(net, c, CHEAT)[:1]), opening=held(net, c, CHEAT)[1:2]),
        "the proof of the shares does not hold",
    ),
    "a card opened beside the move": (
        lambda net, c: moved(net, c, Move("burn", (), held(net, c, CHEAT)[:1]), opening=held(net, c, CHEAT)[1:2]),
        "its move does not open exactly the cards that it shows",
    ),
    "burning another's card": (
        lambda net, c: moved(net, c, Move("burn", (), held(net, c, 0)[:1])),
        "You do not hold this card",
    ),
    "burning a card of the stock": (lambda net, c: moved(net, c, Move("burn", (), (11,))), "You do not hold this card"),
    "a card and an amount": (
        lambda net, c: moved(net, c, Move("play", held(net, c, CHEAT)[:1], (), 5)),
        "This is not how to play",
    ),
    "drawing again": (lambda net, c: moved(net, c, Move("draw")), "You cannot draw now"),
    "going on instead of moving": (lambda net, c: moved(net, c, Move("go_on")), "You cannot go on now"),
    "a move of no game": (lambda net, c: moved(net, c, Move("win")), "You cannot win now"),
    "a salt for no pledge": (
        lambda net, c: with_part(moved(net, c, Move("play", held(net, c, CHEAT)[:1])), 4, bytes(32)),
        "its move opens a pledge that it did not make",
    ),
    "a claim that nobody asked for": (
        lambda net, c: with_part(moved(net, c, Move("play", held(net, c, CHEAT)[:1])), 3, bytes(32)),
        "its move proves a claim that nobody asked for",
    ),
    "burning without a claim": (
        lambda net, c: moved(net, c, Move("burn", (), held(net, c, CHEAT)[:1])),
        "the proof has 0 bytes",
    ),
}


def playing(net: Net, forge: Forge, seat: int = CHEAT) -> Net:
    """The cheat forges what it would play, after it has drawn and mixed."""

    def hook(c: Contribution) -> list[tuple[int | None, bytes]] | None:
        if c.kind != "move" or decode_move(c.body[0]).kind not in ("play", "burn"):
            return None
        return to_all(forge(net, c))

    return net.cheat(seat, hook)


@pytest.mark.parametrize("name", MOVES)
def test_false_moves(name: str) -> None:
    forge, reason = MOVES[name]
    net = choosing(Net(genesis_of(2)), "draw", "play")
    check_convicted(playing(net, forge).start().run(), reason)


def six_and_low(net: Net, c: Contribution) -> tuple[int, int] | None:
    """A six and a lower card in the cheat's hand, if it has both."""
    faces = net.nodes[CHEAT].machine.secrets[c.header.hand].faces
    mine = held(net, c, CHEAT)
    sixes, low = [s for s in mine if faces[s] not in LOW], [s for s in mine if faces[s] in LOW]
    return (sixes[0], low[0]) if sixes and low else None


def burning_a_six(net: Net, c: Contribution, how: str) -> Contribution:
    """The claim of another card, or one that the cheat makes for its false statement."""
    pair = six_and_low(net, c)
    assert pair is not None
    six, low = pair
    true = (
        net.nodes[CHEAT]
        .machine.secrets[c.header.hand]
        .move_body(play_before(net, c), c.header, "move", Move("burn", (), (low,)))()[0]
    )
    claim = true[3]
    assert isinstance(claim, bytes)
    return forged(
        c, (encode_move(Move("burn", (), (six,))), b"", b"", claim if how == "borrowed" else flipped(claim, 40), b"")
    )


@pytest.mark.parametrize("how", ["borrowed", "changed"])
def test_false_claims(how: str) -> None:
    """The cheat burns a six, which the claim says it is not."""
    net = choosing(Net(genesis_of(2)), "draw", "play")
    tried: list[Contribution] = []

    def forge(net: Net, c: Contribution) -> Contribution:
        if six_and_low(net, c) is None or tried:
            return c
        tried.append(burning_a_six(net, c, how))
        return tried[0]

    playing(net, forge).start().run()
    assert tried
    check_convicted(net, "the proof", "canonical")


def test_moves_out_of_turn() -> None:
    """A true move, signed on the right digest, at the turn of another."""
    net = choosing(Net(genesis_of(3)), "stand", "play")
    net.cheats = {2}

    def forge_when(net: Net) -> bool:
        play = net.nodes[2].table.play
        return play is not None and play.owed == {0: "move"} and play.state.phase == "play"

    net.start().run(forge_when)
    play = net.nodes[2].table.play
    assert play is not None
    header = play.header(2)
    body = (encode_move(Move("fold")), b"", b"", b"", b"")
    net.inject(forged(net.nodes[2].sent[-1], body, kind="move", step=header.step, previous=header.previous).signed)
    check_convicted(net.run(), "nothing of the kind 'move' is due from this seat now")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Move("play", (1,)), "It is not your turn"),
        (Move("burn", (), (1,)), "It is not your turn"),
        (Move("draw"), "It is not your turn"),
        (Move("go_on", (), (1,)), "It is not your turn"),
    ],
    ids=str,
)
def test_watchers_only_fold_or_go_on(move: Move, reason: str) -> None:
    net = choosing(Net(genesis_of(2)), "stand", "play")
    net.cheat_once(CHEAT, "answer", lambda c: to_all(moved(net, c, move)))
    check_convicted(net.start().run(), reason)


# -- sealed moves -----------------------------------------------------------------------------------------


def other_sealed(net: Net, c: Contribution) -> Contribution:
    move = decode_move(c.body[0])
    return with_part(c, 0, encode_move(Move("stay" if move.kind == "raise" else "raise")))


@pytest.mark.parametrize(
    "forge",
    [
        other_sealed,
        lambda net, c: with_part(c, 4, flipped(blob_of(c, 4))),
        lambda net, c: with_part(c, 4, b""),
        lambda net, c: with_part(c, 4, blob_of(c, 4) + b"\x00"),
    ],
    ids=["another move", "another salt", "no salt", "a longer salt"],
)
def test_a_sealed_move_is_the_one_that_was_pledged(forge: Forge) -> None:
    convicted("move", forge, "its move is not the one it pledged", n=3)


def test_the_pledge_of_another_cannot_be_opened() -> None:
    """The last to pledge repeats another's pledge, and its move when that is open: the hash is about a seat."""
    net = choosing(Net(genesis_of(2)), "raise")
    net.cheats = {CHEAT}
    net.nodes[CHEAT].choose = lambda acting, moves: Move("stay")
    copies: dict[str, Contribution] = {}

    def hook(c: Contribution) -> list[tuple[int | None, bytes]] | None:
        if c.kind not in ("pledge", "move"):
            return None
        return []

    def watch(seat: int, c: Contribution) -> None:
        if seat == 0 and c.kind in ("pledge", "move") and c.kind not in copies:
            copies[c.kind] = c
            mine = forged(c, seat=CHEAT)
            net.inject(mine.signed, 0)

    net.nodes[CHEAT].hook, net.watch = hook, watch
    net.start().run()
    assert copies.keys() == {"pledge", "move"}
    check_convicted(net, "its move is not the one it pledged")


def test_a_pledge_hides_the_move() -> None:
    """Without the salt, all moves of the turn are equally likely; the same move is never pledged alike twice."""
    net = choosing(Net(genesis_of(2, hands=2)), "raise").start().run()
    pledges = [c for c in net.nodes[0].table.log() if c.kind == "pledge"]
    assert len({blob_of(c, 0) for c in pledges}) == len(pledges) == 4
    for c in pledges:
        for salt in (b"", bytes(32)):
            context = c.header.context("pledge", bytes(32))
            assert pledge_of(context, Move("raise"), salt) != blob_of(c, 0)


# -- results ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "forge",
    [
        lambda c: with_part(c, 2, (9, -9)),
        lambda c: with_part(c, 1, (1 - c.body[1][0],)),
        lambda c: with_part(c, 0, "abandoned"),
        lambda c: with_part(c, 1, (bool(c.body[1][0]),)),
        lambda c: with_part(c, 4, 1),
    ],
    ids=["payoff", "winner", "outcome", "a winner True for 1", "1 for True"],
)
def test_false_results(forge: Callable[[Contribution], Contribution]) -> None:
    net = Net(genesis_of(2))
    net.cheat_once(CHEAT, "result", lambda c: to_all(forge(c)))
    check_convicted(net.start().run(), "signs another result than the one all can compute")


def test_a_false_closing_ends_nothing_and_costs_nobody_else() -> None:
    """The scores are sealed by then: the cheat is named, and the others cannot close without it."""
    net = Net(genesis_of(3, hands=1))
    net.cheat_once(CHEAT, "close", lambda c: to_all(with_part(c, 0, (5, -5, 0))), hand=1)
    net.start().run()
    for node in net.honest:
        assert [event.evidence.seat for event in node.of(Convicted)] == [CHEAT]
        assert not node.of(Closed)
        assert [sealed.offenders for sealed in node.table.seals] == [()]
    assert len({node.table.ledger for node in net.honest}) == 1


# -- a real game ------------------------------------------------------------------------------------------


def tonk_cheats(play: Play, seat: int, faces: dict[int, object]) -> Iterator[tuple[Move, tuple[int, ...]]]:
    """Moves that no player of Tonk may make here, with what they would open."""
    mine, theirs = sorted(play.state.held[seat]), sorted(play.state.held[1 - seat])
    stock = play.state.stock  # type: ignore[attr-defined]
    yield Move("discard", (theirs[0],)), (theirs[0],)
    yield Move("discard", (stock[0],)), (stock[0],)
    yield Move("hit", (theirs[0],), (), 0), (theirs[0],)
    yield Move("hit", (mine[0],), (), 99), (mine[0],)
    yield Move("spread", tuple(theirs[:3])), tuple(theirs[:3])
    yield Move("draw", (), (), "stock"), ()
    yield Move("declare"), ()
    yield Move("spread", tuple(mine[:2])), tuple(mine[:2])
    for at in range(len(mine) - 2):
        three = tuple(mine[at : at + 3])
        ranks = {faces[slot].rank for slot in three}  # type: ignore[attr-defined]
        suits = {faces[slot].suit for slot in three}  # type: ignore[attr-defined]
        if len(ranks) > 1 and len(suits) > 1:
            yield Move("spread", three), three


def test_cheats_of_tonk_are_refused() -> None:
    """In the first turn after a draw: an illegal spread, a hit or discard of somebody else's card, a second draw."""
    net = Net(genesis_of(2, "tonk", "gamerules", natural_high="off", hands=1), 2)
    for node in net.nodes:
        node.choose = lambda acting, moves: next((m for m in moves if m.kind == "draw"), moves[-1])
    refused: list[str] = []

    def watch(seat: int, c: Contribution) -> None:
        if c.kind != "move" or decode_move(c.body[0]).kind == "draw":
            return
        play = play_before(net, c)
        if refused or play.state.phase != "play":
            return
        faces: dict[int, object] = {**net.nodes[seat].machine.secrets[c.header.hand].faces}
        for move, opening in tonk_cheats(play, seat, faces):
            judgement = judge(net.nodes[seat].table, moved(net, c, move, opening=opening))
            assert isinstance(judgement, Evidence), move
            refused.append(f"{move.kind}: {judgement.reason}")
        assert judge(net.nodes[seat].table, c) is Verdict.FAIR

    net.watch = watch
    net.start().run(lambda net: bool(refused))
    assert sum(text.startswith("spread") for text in refused) > 2
    assert any("is not in its hand" in text for text in refused if text.startswith("hit"))
    assert any("is not in its hand" in text for text in refused if text.startswith("discard"))
