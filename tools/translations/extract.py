"""Collects every text that a person may read, from the source: what stands in tables of texts, and what others say.

The command line keeps its texts in `Texts`, `TextList`, `Count` and `translated` (`cli.language`). The layers below
know nothing of languages: their sentences are found by their looks, and become patterns with numbered gaps.
"""

import ast
import inspect
import re
import tomllib
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple, TypeAlias

from cli.language import outcome_in_english
from cli.sentences import COMMANDS
from cli.words import words_of
from engine.games import names, rules_of

Alternatives: TypeAlias = dict[str, list[ast.expr]]

ROOT = Path(__file__).parents[2]
LAYERS = ("engine", "protocol", "p2p")
UNSAID = ("engine/bench.py", "engine/cases.py", "cases.py", "protocol/measure.py")
"""Programs and modules for developers: what they say is not translated."""
BUILT_IN = {"ValueError", "TypeError", "AttributeError", "NotImplementedError", "RuntimeError", "KeyError"}
"""Errors of the program itself: their texts are for developers."""
WORDS = re.compile(r"[^\W\d_]+[,;:)]? (?:.* )?\(?[^\W\d_]{2,}")
"""What a text has to look like to be a sentence, or part of one: two words at least."""
FILLED = re.compile(r"[^\W\d_]{3,}")
"""What a text with gaps has to look like."""
TECHNICAL = re.compile(
    r"^fairdeal\b|^<|^(channel gate|channel psk|mesh id|commitment key|operation count)$"  # labels of hashes and keys
    r"|^\s*(BEGIN|CREATE|DELETE|INSERT|PRAGMA|SELECT)\b|^\w+ = (\?|[A-Z]+\b)"  # questions to the database
    r"|\w \| (None|\w+ \|)|^\w+\[",  # types
)
"""What looks like a sentence and is none."""
SPOKEN = "cli/parser.py"
"""The module of the command line whose texts become English sentences first."""
REFUSALS = {"Failure", "Misuse"}
"""Errors of the command line whose English is put into the player's language as they are made."""
FOREIGN = (
    # of argparse
    "usage: ",
    "options",
    "commands",
    "positional arguments",
    "show this help message and exit",
    "the following arguments are required: {0}",
    "unrecognized arguments: {0}",
    "argument {0}: {1}",
    "expected one argument",
    "expected at least one argument",
    "not allowed with argument {0}",
    "ignored explicit argument {0}",
    "invalid choice: {0} (choose from {1})",
    # of operating systems
    "Address already in use",
    "Cannot assign requested address",
    "Connection refused",
    "Connection reset by peer",
    "File name too long",
    "Input/output error",
    "Is a directory",
    "Network is unreachable",
    "No route to host",
    "No space left on device",
    "No such file or directory",
    "Not a directory",
    "Permission denied",
    "Read-only file system",
    "Too many open files",
)
"""Sentences of Python and of operating systems that a player may be told."""
LEAST_METAVAR = 3
"""Shorter stand-ins for arguments are letters, which need no translation."""
KINDS = (
    *("book", "run", "true", "false", "preset", "option"),
    *("agree", "answer", "close", "commit", "confirm", "mix", "move", "pledge", "result", "reveal", "shares"),
    *("shuffle", "void", "fairdeal evidence", "fairdeal transcript"),
)
"""Words that the layers below put into their sentences."""


class Message(NamedTuple):
    """A text to translate, and where it stands."""

    english: str
    plural: str = ""
    about: str = ""
    place: tuple[str, int] = ("", 0)

    @property
    def key(self) -> str | tuple[str, str]:
        """What it is found by in a catalogue of Babel."""
        return (self.english, self.plural) if self.plural else self.english


def messages() -> list[Message]:
    """Everything that is to be translated, in the order of the source; a text that stands twice comes twice."""
    return [*own(), *of_commands(), *of_games(), *of_themes(), *said()]


# -- the command line ----------------------------------------------------------------------------------------------


def own() -> Iterator[Message]:
    """The texts of the command line."""
    for path in sorted((ROOT / "cli").rglob("*.py")):
        place = str(path.relative_to(ROOT))
        if place != "cli/language.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield from _called(node, place)


def _called(call: ast.Call, place: str) -> Iterator[Message]:
    """The texts in a call of `Texts`, `TextList`, `Count` or `translated`; none for other calls."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    if isinstance(call.func, ast.Attribute) and call.func.attr in ("add_argument", "add_subparsers"):
        yield from (Message(text, about="metavar", place=(place, call.lineno)) for text in _stand_ins(call))
    if name in ("Texts", "TextList"):
        yield from (Message(text, place=(place, line)) for text, line in constants(call.args[0]))
    elif name == "Count":
        (one, line), (many, _) = (text for argument in call.args for text in constants(argument))
        yield Message(one, many, place=(place, line))
    elif name == "translated":
        about = "".join(text for argument in call.args[1:] for text, _ in constants(argument))
        yield from (Message(text, about=about, place=(place, line)) for text, line in constants(call.args[0]))


def _stand_ins(call: ast.Call) -> list[str]:
    """What stands for the value of an argument in its help: as told, else made of its name by argparse."""
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    if "action" in given and "metavar" not in given:
        return []
    told = [given["metavar"]] if "metavar" in given else call.args[:1]
    texts = [text.lstrip("-") for part in told for text, _ in constants(part)]
    return [text if "metavar" in given else text.upper() for text in texts if len(text) >= LEAST_METAVAR]


def constants(node: ast.expr) -> Iterator[tuple[str, int]]:
    """The texts in an expression with their lines; the keys of a table are none. Raises TypeError for f-strings."""
    if isinstance(node, ast.JoinedStr):
        raise TypeError(f"line {node.lineno}: a text that is translated is no f-string")
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and any(map(str.isalpha, node.value)):
        yield node.value, node.lineno
    inner = node.values if isinstance(node, ast.Dict) else ast.iter_child_nodes(node)
    for child in inner:
        if isinstance(child, ast.expr) and not (isinstance(node, ast.Compare) or _is_test(node, child)):
            yield from constants(child)


def _is_test(node: ast.expr, child: ast.AST) -> bool:
    return isinstance(node, ast.IfExp) and child is node.test


def of_commands() -> Iterator[Message]:
    """The words of commands and of going on, for which other languages have their own."""
    yield from (Message(name, about="typed", place=("cli/sentences.py", 0)) for name in [*COMMANDS, "go on"])


def of_games() -> Iterator[Message]:
    """Names of moves, of endings and of ways to sort; what moves do."""
    for game in names():
        rules, words = rules_of(game), words_of(game)
        verbs = [item for phase in rules.phases.values() for item in phase.items()]
        for name, does in dict.fromkeys((name, inspect.getdoc(verb) or "") for name, verb in verbs):
            yield Message(name.replace("_", " "), about="verb", place=(f"engine/games/{game}", 0))
            yield Message(name.replace("_", " "), about="typed", place=(f"engine/games/{game}", 0))
            yield Message(does, place=(f"engine/games/{game}", 0))
        for phrase in words.ALIASES:
            if len(phrase) > 1 and phrase.replace(" ", "").isalpha() and not phrase.startswith(("trump ", "name ")):
                yield Message(phrase, about="typed", place=(f"cli/words/{game}.py", 0))
        for name in words.SORTS:
            yield Message(name, about="sort", place=(f"cli/words/{game}.py", 0))
        for name in (*words.OUTCOMES, *words.OUTCOME_NAMES):
            yield Message(outcome_in_english(name), about="outcome", place=(f"engine/games/{game}", 0))


def of_themes() -> Iterator[Message]:
    """The titles of themes."""
    for path in sorted((ROOT / "cli" / "screen" / "themes").glob("*.toml")):
        title = tomllib.loads(path.read_text(encoding="utf-8")).get("title", "")
        yield Message(str(title), place=(str(path.relative_to(ROOT)), 1))


# -- the layers below ----------------------------------------------------------------------------------------------


def said() -> Iterator[Message]:
    """Sentences of the layers below, of Python and of operating systems, with numbered gaps."""
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            if not str(path).endswith(UNSAID):
                yield from _said_in(path, ast.parse(path.read_text(encoding="utf-8")))
    for path in sorted((ROOT / "cli").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if path == ROOT / SPOKEN:
            yield from _said_in(path, tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSALS:
                yield from _said_in(
                    path, *[part for part in node.args if isinstance(part, ast.JoinedStr | ast.Constant)]
                )
    yield from (Message(text) for text in (*FOREIGN, *KINDS))


def _said_in(path: Path, *nodes: ast.AST) -> Iterator[Message]:
    place = str(path.relative_to(ROOT))
    for node in nodes:
        yield from (Message(text, place=(place, line)) for text, line in _sentences(node, {}))


def _sentences(node: ast.AST, local: Alternatives) -> Iterator[tuple[str, int]]:
    """The sentences below a node, with their lines. `local` has texts that f-strings hold by name."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        local = _named_texts(node)
    if _unspoken(node):
        return
    if isinstance(node, ast.JoinedStr):
        for pattern in map(_numbered, _pieces(node, local)):
            if FILLED.search(pattern) and " " in pattern and not TECHNICAL.search(pattern):
                yield pattern, node.lineno
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str) and WORDS.search(node.value) and not TECHNICAL.search(node.value):
            yield node.value, node.lineno
    else:
        for child in ast.iter_child_nodes(node):
            if not _is_text(child):
                yield from _sentences(child, local)


def _unspoken(node: ast.AST) -> bool:
    """Whether nothing in this node is ever read by a player."""
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        return isinstance(node.exc.func, ast.Name) and node.exc.func.id in BUILT_IN
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "_log"
    return isinstance(node, ast.Assert)


def _is_text(node: ast.AST) -> bool:
    """Whether this statement is nothing but a text, as docstrings are."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _named_texts(function: ast.AST) -> Alternatives:
    """By the name of a variable of the function: what text it may be, if it is made of texts."""
    named: Alternatives = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            values = _cases(node.value)
            if all(isinstance(value, ast.JoinedStr | ast.Constant) for value in values):
                named.setdefault(node.targets[0].id, []).extend(values)
    return named


def _cases(value: ast.expr) -> list[ast.expr]:
    """What a conditional expression may be."""
    return [*_cases(value.body), *_cases(value.orelse)] if isinstance(value, ast.IfExp) else [value]


def _pieces(text: ast.expr, local: Alternatives) -> list[list[str | None]]:
    """All forms of a text, each as its pieces, with None for every gap."""
    if isinstance(text, ast.Constant) and isinstance(text.value, str):
        return [[text.value]]
    if isinstance(text, ast.FormattedValue):
        cases = local.get(text.value.id, [text.value]) if isinstance(text.value, ast.Name) else _cases(text.value)
        return [form for case in cases for form in _pieces(case, {})]
    if isinstance(text, ast.JoinedStr):
        parts = product(*[_pieces(part, local) for part in text.values])
        return [[piece for part in form for piece in part] for form in parts]
    return [[None]]


def _numbered(pieces: Iterable[str | None]) -> str:
    """A pattern from its pieces, with numbered gaps."""
    text, gaps = "", 0
    for piece in pieces:
        if piece is None:
            text += f"{{{gaps}}}"
            gaps += 1
        else:
            text += piece
    return text
