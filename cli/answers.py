"""Commands that only show what the player knows, and the words for all commands. Pure."""

from collections.abc import Callable, Mapping

from cli import presenter
from cli.language import typed
from cli.model import Model
from cli.sentences import COMMANDS, say


def _hand(model: Model) -> list[str]:
    return [say("no hand yet")] if model.view is None else model.words.hand(model.view)


def _table(model: Model) -> list[str]:
    if model.genesis is None:
        return [say("no table yet", present=model.present, seats=model.seats)]
    return [say("no hand yet")] if model.view is None else model.words.table(model.view)


def _scores(model: Model) -> list[str]:
    if model.match is None:
        return [say("no score yet")]
    return model.words.scores(model.names, model.seat, model.match, model.ledger)


def _rules(model: Model) -> list[str]:
    terms = model.terms
    if terms is None:
        return [say("no table yet", present=model.present, seats=model.seats)]
    options = terms.match(model.seats).options
    return [*presenter.terms_lines(terms, model.seats, page=True), *model.words.rules(terms.rules, options)]


ANSWERS: Mapping[str, Callable[[Model], list[str]]] = {
    "hand": _hand,
    "table": _table,
    "scores": _scores,
    "rules": _rules,
    "who": presenter.who_lines,
}
"""By command: what it shows."""
TAKE_WORDS = ("sort", "say", "mute", "unmute")
"""The commands after which words can follow."""
OTHER_NAMES: Mapping[str, str] = {
    "?": "help",
    "y": "yes",
    "n": "no",
    "exit": "quit",
    "score": "scores",
    "players": "who",
    "chat": "say",
    "waiting": "wait",
}


def command_named(word: str) -> str:
    """The command that this word means, in English or in the player's language; the word itself if there is none."""
    translations = {other: name for name in COMMANDS for other in typed(name)}
    return OTHER_NAMES.get(word) or translations.get(word, word)
