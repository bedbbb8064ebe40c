"""Cheats while the keys are made and the deck is shuffled: each is a program that knows all that the cheat may know."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from protocol.contribution import Contribution, Header, Lane
from protocol.elgamal import Ciphertext, encode_deck, masked, rerandomise
from protocol.events import HandSealed, Stopped
from protocol.group import BASE, Point, Scalar, hash_to_group
from protocol.keys import HandKey, commitment, prove_knowledge
from protocol.own import HandSecrets
from protocol.setup import CARD_LABEL, Setup, deck_digest
from protocol.shuffle import prove, shuffle
from protocol.transcript import Randomness
from tests.protocol.table.net import (
    Net,
    Sending,
    blob_of,
    check_convicted,
    flipped,
    forged,
    genesis_of,
    to_all,
    with_part,
)

Deck = tuple[Ciphertext, ...]
CHEAT = 1


def secrets_of(net: Net, contribution: Contribution) -> HandSecrets:
    return net.nodes[contribution.header.seat].machine.secrets[contribution.header.hand]


def setup_before(net: Net, contribution: Contribution) -> Setup:
    """The setup as it was before this contribution."""
    setup = net.nodes[contribution.header.seat].table.setups[contribution.header.hand]
    before = setup.before(contribution.header)
    assert isinstance(before, Setup)
    return before


# -- shuffles ---------------------------------------------------------------------------------------------


def reshuffled(net: Net, contribution: Contribution) -> tuple[Setup, Point, Deck, Callable[..., bytes]]:
    """What a cheating shuffler starts from: an honest shuffle of its own, and a prover for it."""
    setup = setup_before(net, contribution)
    assert setup.keys is not None
    key, before = setup.keys.joint, setup.deck
    after, secret = shuffle(before, key, Randomness("cheat", b"x", b"", b"", bytes(32)))
    hand_id = setup.keys.hand_id

    def proof(
        deck: Deck = after, header: Header = contribution.header, hand: bytes = hand_id, by: Point = key
    ) -> bytes:
        return prove(header.context("shuffle", hand), by, before, deck, secret)

    return setup, key, after, proof


def duplicated(net: Net, c: Contribution) -> Contribution:
    """One card twice, freshly masked, with a proof for the honest deck."""
    _, key, after, proof = reshuffled(net, c)
    wrong = (rerandomise(after[1], key, Scalar(5)), *after[1:])
    return forged(c, (encode_deck(wrong), proof()))


def duplicated_with_its_own_proof(net: Net, c: Contribution) -> Contribution:
    """The same, with the best proof that the prover can make of it."""
    _, key, after, proof = reshuffled(net, c)
    wrong = (rerandomise(after[1], key, Scalar(5)), *after[1:])
    return forged(c, (encode_deck(wrong), proof(wrong)))


def copied(net: Net, c: Contribution) -> Contribution:
    """The very same ciphertext twice."""
    _, _, after, proof = reshuffled(net, c)
    return forged(c, (encode_deck((after[1], *after[1:])), proof()))


def foreign(net: Net, c: Contribution) -> Contribution:
    """A card of no deck in place of one."""
    setup, key, after, proof = reshuffled(net, c)
    joker = rerandomise(masked(hash_to_group(CARD_LABEL, setup.hand_id, b"JR"), key), key, Scalar(5))
    wrong = (joker, *after[1:])
    return forged(c, (encode_deck(wrong), proof(wrong)))


def exchanged(net: Net, c: Contribution) -> Contribution:
    """Two cards change places after the proof."""
    _, _, after, proof = reshuffled(net, c)
    return forged(c, (encode_deck((after[1], after[0], *after[2:])), proof()))


def crossed(net: Net, c: Contribution) -> Contribution:
    """Two ciphertexts exchange their second components."""
    _, _, after, proof = reshuffled(net, c)
    wrong = (Ciphertext(after[0].c1, after[1].c2), Ciphertext(after[1].c1, after[0].c2), *after[2:])
    return forged(c, (encode_deck(wrong), proof()))


def marked(net: Net, c: Contribution) -> Contribution:
    """A card moved by a known point, to be recognised by it later."""
    _, _, after, proof = reshuffled(net, c)
    wrong = (Ciphertext(after[0].c1, after[0].c2 + BASE), *after[1:])
    return forged(c, (encode_deck(wrong), proof(wrong)))


def under_the_own_key(net: Net, c: Contribution) -> Contribution:
    """Masked under the cheat's key alone, which it could read."""
    setup, _, _, _ = reshuffled(net, c)
    assert setup.keys is not None
    own = secrets_of(net, c).key.public
    after, secret = shuffle(setup.deck, own, Randomness("cheat", b"x", b"", b"", bytes(32)))
    context = c.header.context("shuffle", setup.keys.hand_id)
    return forged(c, (encode_deck(after), prove(context, own, setup.deck, after, secret)))


def shorter(net: Net, c: Contribution) -> Contribution:
    """A card is missing, with a fitting proof for the cards that are left."""
    setup, key, _, _ = reshuffled(net, c)
    after, secret = shuffle(setup.deck[1:], key, Randomness("cheat", b"x", b"", b"", bytes(32)))
    proof = prove(c.header.context("shuffle", setup.hand_id), key, setup.deck[1:], after, secret)
    return forged(c, (encode_deck(after), proof))


def unshuffled(net: Net, c: Contribution) -> Contribution:
    """The first deck, as it stands: all its first components are the same."""
    setup, _, _, proof = reshuffled(net, c)
    return forged(c, (encode_deck(setup.deck), proof()))


HOLDS = "the shuffle proof does not hold"
SHUFFLES: dict[Callable[[Net, Contribution], Contribution], str] = {
    duplicated: HOLDS,
    duplicated_with_its_own_proof: HOLDS,
    copied: "the same first component",
    foreign: HOLDS,
    exchanged: HOLDS,
    crossed: HOLDS,
    marked: HOLDS,
    under_the_own_key: HOLDS,
    shorter: "its shuffle is malformed: expected 768 bytes",
}


@pytest.mark.parametrize("cheat", SHUFFLES, ids=lambda cheat: cheat.__name__)
def test_stacked_decks(cheat: Callable[[Net, Contribution], Contribution]) -> None:
    net = Net(genesis_of(2))
    net.cheat_once(CHEAT, "shuffle", lambda c: to_all(cheat(net, c)))
    check_convicted(net.start().run(), SHUFFLES[cheat])


def test_the_first_deck_itself_is_no_shuffle_of_it() -> None:
    for seat in range(2):
        net = Net(genesis_of(2), seed=seat)
        net.cheat_once(seat, "shuffle", lambda c, net=net: to_all(unshuffled(net, c)))  # type: ignore[misc]
        net.start().run()
        first = net.nodes[seat].table.setups[0].closed[2][0].header.seat == seat
        check_convicted(net, "the same first component" if first else HOLDS)


ELSEWHERE: dict[str, Callable[[Header], Header]] = {
    "table": lambda header: replace(header, table=flipped(header.table)),
    "epoch": lambda header: replace(header, epoch=1),
    "hand": lambda header: replace(header, hand=header.hand + 1),
    "attempt": lambda header: replace(header, attempt=1),
    "lane": lambda header: replace(header, lane=Lane.PLAY),
    "step": lambda header: replace(header, step=header.step + 1),
    "seat": lambda header: replace(header, seat=0),
    "previous": lambda header: replace(header, previous=flipped(header.previous)),
}


@pytest.mark.parametrize("field", ELSEWHERE)
def test_a_true_proof_made_for_elsewhere(field: str) -> None:
    """The deck is shuffled honestly; only the proof was made for another table, hand, seat, step or history."""
    net = Net(genesis_of(2))

    def forge(c: Contribution) -> list[Sending]:
        _, _, after, proof = reshuffled(net, c)
        return to_all(forged(c, (encode_deck(after), proof(header=ELSEWHERE[field](c.header)))))

    net.cheat_once(CHEAT, "shuffle", forge)
    check_convicted(net.start().run(), HOLDS)


def test_a_true_proof_for_another_hand_id() -> None:
    net = Net(genesis_of(2))

    def forge(c: Contribution) -> list[Sending]:
        _, _, after, proof = reshuffled(net, c)
        return to_all(forged(c, (encode_deck(after), proof(hand=bytes(32)))))

    net.cheat_once(CHEAT, "shuffle", forge)
    check_convicted(net.start().run(), HOLDS)


def test_the_shuffle_of_another_seat_is_handed_in_once_more() -> None:
    """The second shuffler repeats what the first one has sent."""
    net = Net(genesis_of(2))
    first: list[Contribution] = []
    for seat in range(2):

        def forge(c: Contribution) -> list[Sending]:
            first.append(c)
            return to_all(c if len(first) == 1 else forged(c, first[0].body))

        net.cheat_once(seat, "shuffle", forge)
    net.start().run(lambda net: len(first) == 2)
    net.cheats.remove(first[0].header.seat)
    check_convicted(net.run(), HOLDS)


def test_a_shuffle_of_the_hand_before() -> None:
    """In the second hand the cheat repeats its own shuffle of the first."""
    net = Net(genesis_of(2))
    mine: list[Contribution] = []

    def hook(c: Contribution) -> list[Sending] | None:
        if c.kind != "shuffle":
            return None
        mine.append(c)
        return None if len(mine) == 1 else to_all(forged(c, mine[0].body))

    net.cheat(CHEAT, hook)
    check_convicted(net.start().run(), HOLDS)


# -- keys -------------------------------------------------------------------------------------------------


def other_key(net: Net, c: Contribution) -> Contribution:
    """A key chosen after the others' were seen, with a true proof of knowledge."""
    setup = setup_before(net, c)
    key = HandKey.generate()
    proof = prove_knowledge(setup.commit_context(CHEAT), key.secret, key.public)
    return forged(c, (bytes(key.public), proof, *c.body[2:]))


def rogue_key(net: Net, c: Contribution) -> Contribution:
    """The key that makes the joint key one that the cheat knows alone: it cannot be known, nor was it committed to."""
    others = net.nodes[0].machine.secrets[0].key.public
    return with_part(c, 0, bytes(secrets_of(net, c).key.public - others))


def key_of_another(net: Net, c: Contribution) -> Contribution:
    """The key of another seat, with that seat's proof."""
    theirs = next(sent for sent in net.nodes[0].sent if sent.kind == "reveal")
    return forged(c, (*theirs.body[:2], *c.body[2:]))


def reveal_of_another(net: Net, c: Contribution) -> Contribution:
    """All that another seat has revealed."""
    return forged(c, next(sent for sent in net.nodes[0].sent if sent.kind == "reveal").body)


BROKEN = "its key share is not the one it committed to"
REVEALS: dict[str, tuple[Callable[[Net, Contribution], Contribution], str]] = {
    "a key chosen late": (other_key, BROKEN),
    "a rogue key": (rogue_key, BROKEN),
    "another's key": (key_of_another, BROKEN),
    "another's reveal": (reveal_of_another, BROKEN),
    "another proof": (lambda net, c: with_part(c, 1, flipped(blob_of(c, 1))), BROKEN),
    "other entropy": (lambda net, c: with_part(c, 2, flipped(blob_of(c, 2))), BROKEN),
    "another salt": (lambda net, c: with_part(c, 3, flipped(blob_of(c, 3))), BROKEN),
    "the identity": (lambda net, c: with_part(c, 0, bytes(32)), "the identity is not allowed here"),
}


@pytest.mark.parametrize("name", REVEALS)
def test_commitments_bind(name: str) -> None:
    cheat, reason = REVEALS[name]
    net = Net(genesis_of(2))
    net.cheat_once(CHEAT, "reveal", lambda c: to_all(cheat(net, c)))
    check_convicted(net.start().run(), reason)


Made = tuple[bytes, Point]


def committed(net: Net, make: Callable[[Header, HandSecrets], Made]) -> Net:
    """The cheat commits to a proof and a key of its making, and opens exactly that."""
    commits: list[tuple[Contribution, Made]] = []

    def hook(c: Contribution) -> list[Sending] | None:
        if c.kind == "agree":
            return None
        if c.kind != "commit" or commits:
            return []
        secrets = secrets_of(net, c)
        proof, key = make(c.header, secrets)
        value = commitment(c.header.context("commit", b""), key, proof, secrets.entropy, secrets.salt)
        commits.append((forged(c, (value,)), (proof, key)))
        return to_all(commits[0][0])

    net.cheat(CHEAT, hook).start().run(
        lambda net: 0 in net.nodes[0].table.setups and net.nodes[0].table.setups[0].step == 1
    )
    commit, (proof, key) = commits[0]
    secrets = secrets_of(net, commit)
    body = (bytes(key), proof, secrets.entropy, secrets.salt)
    net.inject(forged(commit, body, kind="reveal", step=1, previous=net.nodes[0].table.setups[0].digest).signed)
    return net.run()


@pytest.mark.parametrize("field", ["seat", "previous", "table"])
def test_a_proof_of_knowledge_made_for_elsewhere(field: str) -> None:
    net = Net(genesis_of(2))

    def make(header: Header, secrets: HandSecrets) -> Made:
        context, key = ELSEWHERE[field](header).context("commit", b""), secrets.key
        return prove_knowledge(context, key.secret, key.public), key.public

    check_convicted(committed(net, make), "the proof of knowledge of the key share does not hold")


def test_a_key_whose_secret_nobody_knows() -> None:
    net = Net(genesis_of(2))

    def make(header: Header, secrets: HandSecrets) -> Made:
        point = hash_to_group("nobody")
        return prove_knowledge(header.context("commit", b""), secrets.key.secret, point), point

    check_convicted(committed(net, make), "the proof of knowledge of the key share does not hold")


def test_equal_keys_of_two_who_share_a_secret_stop_the_table() -> None:
    """Nobody can tell which of the two gave it away; scores stay as of the last seal."""
    net = Net(genesis_of(3))
    net.cheats = {1, 2}
    shared = HandKey.generate()
    for seat in (1, 2):
        net.nodes[seat].machine.secrets[0] = HandSecrets(seat, shared)
    net.start().run()
    for node in net.honest:
        assert [event.reason for event in node.of(Stopped)] == ["two seats have the same key share"]
        assert not node.of(HandSealed)
        assert node.table.ledger == (0, 0, 0)


# -- confirmation -----------------------------------------------------------------------------------------


def test_confirming_another_deck() -> None:
    net = Net(genesis_of(3))

    def forge(c: Contribution) -> list[Sending]:
        deck = net.nodes[0].table.setups[0].deck
        return to_all(forged(c, (deck_digest((deck[1], deck[0], *deck[2:])),)))

    net.cheat_once(CHEAT, "confirm", forge)
    check_convicted(net.start().run(), "confirms another deck than the one that was shuffled")


def test_a_fault_in_the_background_stops_the_hand_in_play() -> None:
    net = Net(genesis_of(3))
    net.cheat_once(CHEAT, "shuffle", lambda c: to_all(with_part(c, 1, flipped(blob_of(c, 1), -1))), hand=1)
    check_convicted(net.start().run(), HOLDS)
    for node in net.honest:
        assert [sealed.hand for sealed in node.table.seals] == [0]
