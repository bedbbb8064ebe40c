"""What all sign before the first card: unfit terms are refused with a sentence, never with a crash."""

import unicodedata
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import names, rules_of
from protocol.codec import CodecError, Value, pack, unpack
from protocol.identity import Identity
from protocol.table import Table
from protocol.terms import MAX_NAME, Genesis, Player, Terms, TermsError, clean_line, clean_name
from tests.protocol.table.net import Net, genesis_of, identity

TERMS = Terms.of("tonk", rules_of("tonk").Options.make())


def genesis(**changes: object) -> Genesis:
    """A fit table of three, with these things changed."""
    made = genesis_of(3, "tonk")
    return replace(made, **changes)  # type: ignore[arg-type]


def players(*changes: dict[str, object]) -> tuple[Player, ...]:
    fit = genesis_of(3, "tonk").players
    return tuple(
        replace(player, **change)  # type: ignore[arg-type]
        for player, change in zip(fit, (*changes, {}, {}, {}), strict=False)
    )


def test_a_fit_genesis_survives_its_encoding() -> None:
    for game in names():
        made = genesis_of(
            4, game, **({"players": 4} if game == "thirteen" else {"max_players": 4} if game == "tonk" else {})
        )
        made.check()
        again = Genesis.decode(unpack(pack(made.encode()), 1 << 16))
        assert again == made
        assert again.table == made.table
        assert again.check() == made.check()


UNFIT: dict[str, tuple[Genesis, str]] = {
    "a later epoch": (genesis(epoch=1), "whose seats have changed"),
    "one seat": (genesis(players=players()[:1]), "2 to 8 seats"),
    "nine seats": (
        genesis(players=tuple(Player(identity(i).public, "p", bytes([i]) * 32) for i in range(9))),
        "2 to 8",
    ),
    "one player twice": (genesis(players=players({}, {"key": identity(0).public})), "the same identity"),
    "one nonce twice": (genesis(players=players({}, {"nonce": bytes(32)})), "the same nonce"),
    "a key of small order": (genesis(players=players({"key": b"\x01" + bytes(31)})), "small order"),
    "a key of small order with a sign": (
        genesis(players=players({"key": b"\x01" + bytes(30) + b"\x80"})),
        "small order",
    ),
    "a key that is not canonical": (genesis(players=players({"key": b"\xff" * 32})), "canonical"),
    "an escape in a name": (genesis(players=players({"name": "\x1b[2J"})), "may not be shown"),
    "a name that turns round": (genesis(players=players({"name": "a\u202eb"})), "may not be shown"),
    "a name of spaces": (genesis(players=players({"name": "  "})), "may not be shown"),
    "an empty name": (genesis(players=players({"name": ""})), "may not be shown"),
    "a name that is too long": (genesis(players=players({"name": "x" * (MAX_NAME + 1)})), "may not be shown"),
    "a name in two forms": (genesis(players=players({"name": "e\u0301"})), "may not be shown"),
    "an unknown game": (genesis(terms=replace(TERMS, game="poker")), "there is no game"),
    "a game of the file system": (genesis(terms=replace(TERMS, game="../engine")), "there is no game"),
    "another version of the rules": (genesis(terms=replace(TERMS, ruleset=99)), "update fairdeal"),
    "no options": (genesis(terms=replace(TERMS, options=())), "complete and in order"),
    "options in disorder": (genesis(terms=replace(TERMS, options=TERMS.options[::-1])), "complete and in order"),
    "an option twice": (genesis(terms=replace(TERMS, options=(TERMS.options[0], *TERMS.options))), "complete and in"),
    "an unknown option": (genesis(terms=replace(TERMS, options=(*TERMS.options, ("zzz", 1)))), "no option 'zzz'"),
    "an option named self": (genesis(terms=replace(TERMS, options=(*TERMS.options, ("cls", 1)))), "cls"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_unfit_tables_are_refused(name: str) -> None:
    made, reason = UNFIT[name]
    with pytest.raises(TermsError, match=reason):
        made.check()
    with pytest.raises(TermsError):
        Table(made)


def test_true_is_not_one_in_terms() -> None:
    """They are equal to Python, and different bytes in the table's id."""
    for at, (name, value) in enumerate(TERMS.options):
        if type(value) in (bool, int):
            other: Value = int(value) if type(value) is bool else (value == 1)
            if other == value:
                options = (*TERMS.options[:at], (name, other), *TERMS.options[at + 1 :])
                with pytest.raises(TermsError):
                    genesis(terms=replace(TERMS, options=options)).check()


HOSTILE: list[Value] = [
    None,
    True,
    False,
    0,
    -1,
    2**63,
    "",
    "x" * 500,
    b"",
    b"\xff",
    (),
    ((),),
    ((1, 2),),
    (1, (2, (3,))),
]


@pytest.mark.parametrize("game", ["pitch", "thirteen", "tonk"])
def test_no_option_value_makes_anything_but_a_sentence(game: str) -> None:
    rules = rules_of(game)
    fit = rules.Options.make().pairs()
    for at, (name, _) in enumerate(fit):
        for wrong in HOSTILE:
            options = (*fit[:at], (name, wrong), *fit[at + 1 :])
            terms = Terms(game, rules.version, options)
            for n in (2, 4, 8):
                with suppress(TermsError):
                    terms.match(n)
                    assert pack(options) == pack(Terms.of(game, rules.Options.make(**dict(options))).options)


def test_decoding_hostile_genesis() -> None:
    """Each element of the encoding replaced, dropped or doubled: refused with a sentence, or still a fit table."""
    rng = Random(3)
    good = genesis().encode()

    def anywhere(value: Value) -> Value:
        if isinstance(value, tuple) and value and rng.random() < 0.85:
            at = rng.randrange(len(value))
            return (*value[:at], anywhere(value[at]), *value[at + 1 :])
        if isinstance(value, tuple) and value and rng.random() < 0.5:
            at = rng.randrange(len(value))
            return rng.choice([value[:at], value[at:], (*value, value[at]), value[::-1]])
        return rng.choice(HOSTILE)

    refused = 0
    for _ in range(600):
        wrong = anywhere(good)
        try:
            Genesis.decode(unpack(pack(wrong), 1 << 16)).check()
        except (CodecError, TermsError):
            refused += 1
    assert refused > 400


@given(st.text(max_size=60))
def test_names_are_clean_once_cleaned(name: str) -> None:
    clean = clean_name(name)
    assert clean == clean_name(clean)
    assert 0 < len(clean) <= MAX_NAME
    assert all(unicodedata.category(c)[0] not in "CZ" or c == " " for c in clean)
    assert clean_line(name, 10) == clean_line(clean_line(name, 10), 10)


def test_equal_terms_on_two_nights_make_two_tables() -> None:
    first = genesis_of(2)
    again = replace(first, players=tuple(replace(p, nonce=bytes([77 + i]) * 32) for i, p in enumerate(first.players)))
    turned = replace(first, players=first.players[::-1])
    renamed = replace(first, players=(replace(first.players[0], name="x"), first.players[1]))
    later = replace(first, epoch=1)
    dearer = replace(first, terms=replace(first.terms, stake=2))
    assert len({made.table for made in (first, again, turned, renamed, later, dearer)}) == 6


def test_who_has_no_seat_has_no_machine() -> None:
    net = Net(genesis_of(2))
    with pytest.raises(ValueError, match="not in tuple"):
        type(net.nodes[0].machine)(net.genesis, Identity(bytes([200]) * 32))


@pytest.mark.parametrize("clock", [None, 5, 3600])
def test_a_clock_that_may_be_agreed(clock: int | None) -> None:
    terms = replace(TERMS, clock=clock)
    assert Terms.decode(terms.encode()) == terms


@pytest.mark.parametrize("clock", [0, 4, 3601, -5, True, "60", 60.0, (60,)])
def test_a_clock_that_is_refused(clock: Value) -> None:
    *rest, _ = TERMS.encode()
    with pytest.raises(CodecError):
        Terms.decode((*rest, clock))


def test_the_clock_is_part_of_the_table_id() -> None:
    assert genesis(terms=replace(TERMS, clock=60)).table != genesis(terms=TERMS).table
