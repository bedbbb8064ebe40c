"""What all players sign before the first card: the terms, who sits where, and the table's id."""

import unicodedata
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from engine.contract import AnyRules, Match
from engine.games import UnknownGame, rules_of
from engine.options import BadOption, OptionSet
from protocol.codec import CodecError, Value, array, blob, integer, pack, text
from protocol.group import framed
from protocol.identity import IdentityError, check_public

MAX_SEATS = 8
MAX_NAME = 24
NONCE_SIZE = 32
CLOCK = (5, 3600)
"""The least and the most seconds that terms may give for a move."""


class TermsError(ValueError):
    """Terms or players that nobody should sign; the text says why."""


def clean_line(words: str, most: int) -> str:
    """Text from another player as it may be stored and shown: printable, single-spaced, at most `most` characters."""
    kept = ""
    for c in unicodedata.normalize("NFC", words):
        mark = unicodedata.category(c)[0] == "M"
        if mark and kept[-1:].strip() and not all(unicodedata.category(last)[0] == "M" for last in kept[-2:]):
            kept += c
        elif not mark:
            kept += c if _shows(c) else " "
    return " ".join(kept.split())[:most].strip()


FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and symbols to Unicode, and nothing to see."""


def _shows(c: str) -> bool:
    """Whether the character can be seen by itself: no control, no format, no blank."""
    return unicodedata.category(c)[0] not in "CZ" and c not in FILLERS


def clean_name(name: str) -> str:
    """A player's name as it may be stored and shown: one clean line of at most MAX_NAME characters, never empty."""
    return clean_line(name, MAX_NAME) or "player"


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat. The nonce, fresh from that player, makes two tables of the same people differ."""

    key: bytes
    name: str
    nonce: bytes


@dataclass(frozen=True)
class Terms:
    """What is played: game, all its options, stake, after how many hands the table closes, and the clock for a move."""

    game: str
    ruleset: int
    options: tuple[tuple[str, Value], ...]
    stake: int = 1
    hands: int | None = None
    """None: open end."""
    clock: int | None = None
    """Seconds that a player has for a move, by what all agree on; None: no clock. Nothing is played for anybody."""

    @classmethod
    def of(
        cls, game: str, options: OptionSet, *, stake: int = 1, hands: int | None = None, clock: int | None = None
    ) -> "Terms":
        """Terms with these options. Raises UnknownGame."""
        return cls(game, rules_of(game).version, options.pairs(), stake, hands, clock)

    @cached_property
    def rules(self) -> AnyRules:
        """The rules of the game. Raises UnknownGame."""
        return rules_of(self.game)

    def match(self, n: int) -> Match:
        """A new match for `n` seats under these terms. Raises TermsError."""
        try:
            if self.ruleset != self.rules.version:
                raise TermsError(f"the table plays version {self.ruleset} of the rules of {self.game}; update fairdeal")
            options = self.rules.Options.make(**dict(self.options))
            # Compared as bytes: True equals 1, and makes another table id.
            if pack(options.pairs()) != pack(self.options):
                raise TermsError("the options of the terms are not complete and in order")
            match: Match = self.rules.first(options, n, self.stake)
        except (UnknownGame, BadOption, TypeError) as error:
            raise TermsError(str(error)) from error
        return match

    def encode(self) -> tuple[Value, ...]:
        """The terms as a canonical value."""
        return (self.game, self.ruleset, self.options, self.stake, self.hands, self.clock)

    @classmethod
    def decode(cls, value: Value) -> "Terms":
        """Raises CodecError for a value of another shape; whether the options make sense, `match` says."""
        game, ruleset, options, stake, hands, clock = array(value, 6)
        pairs = tuple((text(name, 64), item) for name, item in (array(pair, 2) for pair in array(options, most=128)))
        return cls(
            text(game, 32),
            integer(ruleset, 1, 1 << 16),
            pairs,
            integer(stake, 1, 1_000_000),
            None if hands is None else integer(hands, 1, 1_000_000),
            None if clock is None else integer(clock, *CLOCK),
        )


@dataclass(frozen=True)
class Genesis:
    """The terms and the players in seat order: all that a table starts from."""

    terms: Terms
    players: tuple[Player, ...]
    epoch: int = 0
    """Counts changes of seats; this version has none."""

    @cached_property
    def table(self) -> bytes:
        """The table's id: a hash of terms, ruleset version, identity keys, names and nonces; 32 bytes."""
        return sha256(framed("fairdeal/1/table", pack(self.encode()))).digest()

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The identity keys by seat."""
        return tuple(player.key for player in self.players)

    @property
    def n(self) -> int:
        """Seats."""
        return len(self.players)

    def check(self) -> Match:
        """The new match, if this is a table that may start. Raises TermsError."""
        if self.epoch:
            raise TermsError(
                "the table is one whose seats have changed, which this version cannot follow; update fairdeal"
            )
        if not 2 <= self.n <= MAX_SEATS:
            raise TermsError(f"a table has 2 to {MAX_SEATS} seats")
        if len(set(self.keys)) != self.n:
            raise TermsError("two seats have the same identity; each player needs an identity of their own")
        if len({player.nonce for player in self.players}) != self.n:
            raise TermsError("two seats have the same nonce")
        for player in self.players:
            try:
                check_public(player.key)
            except IdentityError as error:
                raise TermsError(str(error)) from error
            if player.name != clean_name(player.name):
                raise TermsError("a name holds characters that may not be shown")
        return self.terms.match(self.n)

    def encode(self) -> tuple[Value, ...]:
        """The genesis as a canonical value."""
        players = tuple((player.key, player.name, player.nonce) for player in self.players)
        return (self.terms.encode(), players, self.epoch)

    @classmethod
    def decode(cls, value: Value) -> "Genesis":
        """Raises CodecError for a value of another shape; `check` says whether it makes sense."""
        terms, players, epoch = array(value, 3)
        seats = [array(player, 3) for player in array(players, most=MAX_SEATS)]
        return cls(
            Terms.decode(terms),
            tuple(
                Player(blob(key, 32), text(name, 4 * MAX_NAME), blob(nonce, NONCE_SIZE)) for key, name, nonce in seats
            ),
            integer(epoch, 0, 1 << 31),
        )


__all__ = ["CodecError", "Genesis", "Player", "Terms", "TermsError", "clean_name"]
