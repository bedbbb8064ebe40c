"""Who owes whom over many tables. People are their identity keys: names may change, and may be borrowed."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from prompt_toolkit.utils import get_cwidth

from cli.history.listing import signed
from cli.history.notes import Notes
from cli.history.sentences import TABLES, say
from cli.history.shelf import Entry
from cli.history.summary import Summary
from cli.screen.canvas import pad
from engine.ledger import Debt, settle
from protocol.identity import fingerprint


@dataclass(frozen=True)
class Account:
    """Balances over some tables, and the payments that even them out. Debts name places in `people`."""

    tables: int
    people: tuple[str, ...]
    """What they are called; everybody differently."""
    keys: tuple[str, ...]
    """Fingerprints of their identities; empty for computer players, who have a new one at every table."""
    balances: tuple[int, ...]
    debts: tuple[Debt, ...]
    own: int | None
    """The player's own place, if the player sat at one of the tables."""
    others: tuple[tuple[str, ...], ...] = ()
    """Other names that each had at these tables."""


@dataclass(frozen=True)
class _Person:
    own: bool = False
    key: bytes = b""
    computer: str = ""
    """The name of a computer player."""


def distinct(entries: Iterable[Entry]) -> list[Entry]:
    """Each table once, as far as any of its transcripts goes; what cannot be read is left out."""
    best: dict[bytes, Entry] = {}
    for entry in entries:
        if entry.summary is not None:
            known = best.setdefault(entry.summary.table, entry)
            best[entry.summary.table] = max(known, entry, key=_reach)
    return list(best.values())


def _reach(entry: Entry) -> tuple[int, bool, bool]:
    """How far a transcript goes; with notes rather than without."""
    hands, closed = (0, False) if entry.summary is None else (len(entry.summary.hands), entry.summary.closed)
    return hands, closed, entry.kept.notes is not None


def account(entries: Iterable[Entry]) -> Account:
    """The balances over these tables, counted once each. The fewest payments settle them (`engine.ledger`)."""
    counted = distinct(entries)
    own = {summary.keys[notes.seat] for summary, notes in _read(counted) if notes is not None}
    balances: Counter[_Person] = Counter()
    names: dict[_Person, str] = {}
    others: defaultdict[_Person, dict[str, None]] = defaultdict(dict)
    keys: dict[_Person, bytes] = {}
    for summary, notes in _read(counted):
        for seat, name in enumerate(summary.names):
            key = summary.keys[seat]
            person = _person(key, name, own, alone=notes is not None and notes.computers)
            names[person], keys[person] = name, b"" if person.computer else key
            others[person][name] = None
            balances[person] += summary.ledger[seat]
    people = list(names)
    sums = tuple(balances[person] for person in people)
    return Account(
        len(counted),
        tuple(_called(person, names) for person in people),
        tuple(fingerprint(keys[person]) if keys[person] else "" for person in people),
        sums,
        settle(sums),
        next((at for at, person in enumerate(people) if person.own), None),
        tuple(tuple(name for name in others[person] if name != names[person]) for person in people),
    )


def _read(entries: Iterable[Entry]) -> Iterator[tuple[Summary, Notes | None]]:
    for entry in entries:
        if entry.summary is not None:
            yield entry.summary, entry.kept.notes


def _person(key: bytes, name: str, own: Collection[bytes], *, alone: bool) -> _Person:
    """Who this is; `alone` says that all but the player at this table were computer players."""
    if key in own:
        return _Person(own=True)
    return _Person(computer=name) if alone else _Person(key=key)


def _called(person: _Person, names: dict[_Person, str]) -> str:
    if person.own:
        return say("you")
    name = names[person]
    taken = [other for other, theirs in names.items() if theirs.casefold() == name.casefold() and not other.own]
    if len(taken) == 1 and name.casefold() != say("you").casefold():
        return name
    return say("computer", name=name) if person.computer else say("by key", name=name, key=fingerprint(person.key))


def lines(account: Account) -> list[str]:
    """Balances and payments."""
    told = [TABLES.of(account.tables)]
    named = [_with_others(account, at) for at in range(len(account.people))]
    wide = max(map(get_cwidth, named), default=0)
    told += [
        say("balance", name=pad(named[at], wide), amount=signed(account.balances[at]))
        for at in sorted(range(len(named)), key=lambda at: -account.balances[at])
    ]
    for payer, payee, amount in account.debts:
        key = "you owe" if payer == account.own else "owes you" if payee == account.own else "owes"
        told.append(say(key, payer=account.people[payer], payee=account.people[payee], amount=amount))
    return told if account.debts else [*told, say("level")]


def _with_others(account: Account, at: int) -> str:
    """What somebody is called, and was called at other tables; one's own names are no news."""
    name, others = account.people[at], account.others[at]
    return say("aliases", name=name, others=", ".join(others)) if others and at != account.own else name


def as_json(account: Account) -> dict[str, object]:
    """The account as a JSON object, in English whatever the player speaks."""

    def named(at: int) -> str:
        return "you" if at == account.own else account.people[at]

    return {
        "tables": account.tables,
        "players": [
            {
                "name": named(at),
                "also": list(account.others[at]),
                "key": account.keys[at],
                "own": at == account.own,
                "balance": account.balances[at],
            }
            for at in range(len(account.people))
        ],
        "payments": [
            {"from": named(debt.payer), "to": named(debt.payee), "amount": debt.amount} for debt in account.debts
        ],
    }
