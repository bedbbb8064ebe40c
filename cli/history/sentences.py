"""What is said about kept tables: one table of templates, so that a translation is another table."""

from collections.abc import Mapping
from typing import Any

SENTENCES: Mapping[str, str] = {
    # keeping
    "not kept": "The table could not be kept in {path}: {reason}.",
    # finding
    "no tables": "There is no table {id} yet, and no file of that name: tables are kept as they are played.",
    "no such table": "There is no table {id}, and no file of that name; fairdeal history lists tables 1 to {most}.",
    "which table": "Several tables have an id that begins with {id}; give more of it, or the number.",
    "unreadable": "{file} cannot be read: {reason}.",
    "too large": "it is larger than any transcript",
    "not verified": "{file} does not verify and is not used: {reason}.",
    # replay
    "step": "Hand {number}, step {step} of {steps}",
    "dealt": "The cards are dealt.",
    "unfinished": "The log ends here: the hand is unfinished and does not count.",
    "not sealed": "The log ends here: the result was not sealed and does not count.",
    "voided": "The hand is void. Convicted: {convicted}. Payments: {payments}.",
    "paid": "{name} {amount}",
    "hand": "Hand {number}.",
    "replay": "{title}: {players}. {sight}",
    "sight all": "All cards that were ever opened are seen.",
    "sight own": "As you saw it.",
    "sight all own": "All cards that were ever opened are seen, and yours.",
    "sight seat": "What {name} saw, as far as it was opened later.",
    "no hands": "No hand was dealt at this table.",
    "no such hand": "There is no hand {number} at this table; it has hands {first} to {last}.",
    "no such seat": "There is no seat {seat} at this table; it has seats 0 to {last}.",
    "keys": "right, space, n: forward   left, p: back   down, up: next, previous hand   home, end   q: quit",
    "line keys": "Enter or n: forward, p: back, d: next hand, u: previous hand, s: start, e: end of the hand, q: quit.",
    "which key": "There is no command {typed!r}.",
    "at end": "This is the end.",
    "stays": "This is the start.",
    # history
    "you": "you",
    "column number": "#",
    "column when": "last written",
    "column game": "game",
    "column hands": "hands",
    "column players": "players",
    "column outcome": "match",
    "column money": "money",
    "outcome won": "won by {names}",
    "outcome closed": "closed",
    "outcome open": "not closed",
    "outcome scores": "{outcome}, {scores}",
    "table trouble": "Table {number} is left out: {trouble}",
    "nothing kept": "No tables are kept yet. Every table that you sit at is; play one, as with fairdeal play tonk.",
    "nothing fits": "No kept table fits.",
    "csv alone": "--csv goes neither with --json nor with --stats.",
    # statistics
    "tally": "{title}. Tables: {tables}. Hands: {hands}, won {won}.",
    "tally matches": "Matches played to the end: won {won}.",
    "tally endings": "Hands won, by how they ended:",
    "tally ending": "  {ending}  {won} of {hands}  {bar}",
    "tally money": "Money: now {now}; at most {high}, at least {low}. Hand by hand:",
    "tally no money": "No money has moved yet.",
    "share": "{part} ({percent} %)",
    # debts
    "settle tables": "Over {tables} tables:",
    "settle table": "Over 1 table:",
    "balance": "  {name}  {amount}",
    "owes": "{payer} owes {payee} {amount}.",
    "you owe": "You owe {payee} {amount}.",
    "owes you": "{payer} owes you {amount}.",
    "level": "Nobody owes anything.",
    "computer": "{name} (computer)",
    "by key": "{name} ({key})",
    "computers left out": "Tables against computer players are left out ({tables}); count them with --computers.",
    "only computers": "All these tables were against computer players ({tables}); count them with --computers.",
    "only for all": "--game and --player choose among kept tables; they do not go with files.",
}


def say(key: str, /, **values: Any) -> str:
    """The sentence of this key with its values."""
    return SENTENCES[key].format(**values)
