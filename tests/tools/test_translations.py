"""The catalogues: everything that a person reads is in them, in every language, as it is in the source."""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from cli.language import LANGUAGES, Pattern, TextList, Texts, catalogue
from engine.games import names, rules_of
from tools.translations import __main__ as program
from tools.translations import catalogues, extract
from tools.translations.catalogues import TRANSLATIONS, gaps, template
from tools.translations.extract import ROOT, Message, messages

SENTENCE = re.compile(r"^[A-Z][^\W\d_]*[ ,].*[.:?!]$|^[^\W\d_]+ .*\.$")
"""What nothing but a sentence looks like."""
UNTRANSLATED = {ROOT / "cli" / "screen" / "look.py"}
"""Themes are read by this module, and written by those who work on fairdeal: what is wrong with one is for them."""


@pytest.fixture(scope="module")
def collected() -> list[Message]:
    """All texts of the source."""
    return messages()


@pytest.fixture(scope="module")
def english(collected: list[Message]) -> set[str]:
    """The same in plain."""
    return {text for message in collected for text in (message.english, message.plural) if text}


# -- what is translated --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_everything_is_translated_with_the_same_gaps(language: str, collected: list[Message]) -> None:
    assert gaps(language, template(collected)) == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_the_program_reads_what_was_translated(language: str) -> None:
    compiled = catalogues.compiled(catalogues.read(language))
    assert catalogues.mo_path(language).read_bytes() == compiled
    assert catalogue(language).gettext("You pass.") != "You pass."


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_one_and_more_are_told_apart(language: str) -> None:
    texts = catalogue(language)
    one, more = texts.ngettext("{n} card", "{n} cards", 1), texts.ngettext("{n} card", "{n} cards", 2)
    assert one != more
    assert texts.ngettext("{n} card", "{n} cards", 0) == more


def test_the_catalogues_are_those_of_this_source(collected: list[Message]) -> None:
    assert json.loads(catalogues.SAID.read_text(encoding="utf-8")) == catalogues.sentences()
    texts = {(entry.id, entry.context) for entry in template(collected)}
    for language in TRANSLATIONS:
        assert {(entry.id, entry.context) for entry in catalogues.read(language)} == texts


def test_every_language_that_can_be_chosen_has_a_catalogue() -> None:
    assert {*TRANSLATIONS, "en"} == set(LANGUAGES)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_lines_of_help_keep_the_words_that_are_typed(language: str) -> None:
    texts = catalogue(language)
    lines = import_module("cli.sentences").COMMANDS.english
    for name, line in lines.items():
        assert texts.gettext(line).partition(":")[0].split()[0] == name
    for game in names():
        for line in import_module(f"cli.words.{game}").WORDS.HELP.english.values():
            assert texts.gettext(line).partition(":")[0] == line.partition(":")[0]


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_names_of_options_and_commands_are_kept(language: str) -> None:
    typed = {info.name for game in names() for info in rules_of(game).Options.listing() if "_" in info.name}
    typed |= {"fairdeal join CODE", "--port", "--json", "--csv", "--computers"}
    for entry in catalogues.read(language):
        if isinstance(entry.id, str) and entry.context is None:
            for word in typed:
                assert (word in entry.id) == (word in entry.string), entry.id


# -- what is collected ---------------------------------------------------------------------------------------------


def strings(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The texts in a module that are no docstrings, with their lines; {} stands for what is computed in them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.JoinedStr):
            yield (
                child.lineno,
                "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in child.values),
            )
        elif isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.lineno, child.value
        elif not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):
            yield from strings(child)


def test_the_command_line_says_nothing_that_is_not_collected(english: set[str]) -> None:
    """Sentences stand in tables of texts, or in refusals, where they are found."""
    known = {re.sub(r"\{\d+\}", "{}", text) for text in english} | english
    for path in sorted((ROOT / "cli").rglob("*.py")):
        for line, text in strings(ast.parse(path.read_text(encoding="utf-8"))):
            if SENTENCE.match(text) and path not in UNTRANSLATED:
                assert text in known, f"{path.relative_to(ROOT)}, line {line}: {text}"


def test_every_table_of_texts_is_collected_whole(english: set[str]) -> None:
    """The tables as they are when the program runs hold nothing that reading the source has missed."""
    found = 0
    for path in sorted((ROOT / "cli").rglob("*.py")):
        if path.name == "__main__.py":
            continue
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
        holders = [module, *[kind for kind in vars(module).values() if isinstance(kind, type)]]
        for table in [table for holder in holders for table in vars(holder).values()]:
            if isinstance(table, Texts | TextList):
                found += 1
                assert {text for text in texts_of(table.english) if any(map(str.isalpha, text))} <= english
    assert found > 20


def texts_of(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts_of(part)


def test_every_refusal_of_the_engine_is_collected(english: set[str]) -> None:
    for path in sorted((ROOT / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "IllegalMove":
                text = node.args[0]
                if isinstance(text, ast.Constant) and path.name != "cases.py":
                    assert text.value in english


def test_every_option_and_move_is_collected(english: set[str]) -> None:
    for game in names():
        assert {info.help for info in rules_of(game).Options.listing()} <= english
        for phase in rules_of(game).phases.values():
            for name, verb in phase.items():
                assert {name.replace("_", " "), inspect.getdoc(verb)} <= english


def test_patterns_can_be_taken_apart() -> None:
    for sentence in catalogues.sentences():
        pattern = Pattern.of(sentence)
        assert len(pattern.pieces) == len(pattern.gaps) + 1
        assert len(set(pattern.gaps)) == len(pattern.gaps)
        parts = [f"<{gap}>" for gap in pattern.gaps]
        if parts:
            assert pattern.parts_of(pattern.filled(parts)) == parts


# -- the tool ------------------------------------------------------------------------------------------------------


SOURCE = '''
"""No text."""

SAYINGS = Texts({"key": "One {n}.", **others, "pair": Sentence("You.", "They.")})
LISTED = TextList(("", "first", ("F1", "help")))
CARDS = Count("{n} card", "{n} cards")
told = translated("so" if loud == "LOUD" else "that") + translated("pass", "verb") + other("not this")
'''


def test_texts_are_found_in_tables_and_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "said.py").write_text(SOURCE)
    monkeypatch.setattr(extract, "ROOT", tmp_path)
    found = list(extract.own())
    assert {message.english for message in found} == {
        *("One {n}.", "You.", "They.", "first", "F1", "help", "{n} card", "so", "that", "pass"),
    }
    assert [message.plural for message in found if message.plural] == ["{n} cards"]
    assert [message.about for message in found if message.english == "pass"] == ["verb"]
    assert {message.place[0] for message in found} == {"cli/said.py"}


def test_a_text_that_is_translated_is_no_f_string() -> None:
    call = ast.parse('translated(f"You have {n}.")', mode="eval").body
    assert isinstance(call, ast.Call)
    with pytest.raises(TypeError, match="line 1"):
        list(extract.constants(call.args[0]))


LAYER = '''
"""A module."""

def refuse(what, near, n):
    """A docstring of several words."""
    place = f"record {n}"
    hint = f"did you mean {near}?" if near else "there is none"
    if n > 9:
        raise ValueError("this is a bug of the program")
    _log.debug("nobody reads this")
    raise Fault(f"there is no {what!r} at {place}; {hint}")
'''


def test_sentences_of_other_layers_become_patterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "faults.py").write_text(LAYER)
    monkeypatch.setattr(extract, "ROOT", tmp_path)
    found = {message.english for message in extract.said() if message.place[0]}
    assert found == {
        "did you mean {0}?",
        "there is none",
        "record {0}",
        "there is no {0} at record {1}; did you mean {2}?",
        "there is no {0} at record {1}; there is none",
    }


def test_what_is_missing_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], collected: list[Message]
) -> None:
    new = [*collected, Message("A new text with {n}.", place=("cli/new.py", 1))]
    monkeypatch.setattr(program, "messages", lambda: new)
    assert program.main(["check"]) == 1
    told = capsys.readouterr().out
    for language in TRANSLATIONS:
        assert f"{language}: not translated: 'A new text with {{n}}.'" in told
    assert program.main(["frob"]) == 2


@pytest.mark.parametrize(
    ("string", "fuzzy", "trouble"),
    [
        ("Un texto con {n}.", False, ""),
        ("Un texto.", False, "has other gaps: Un texto."),
        ("Un texto con {m}.", False, "has other gaps: Un texto con {m}."),
        ("Un texto con {n}.", True, "marked as fuzzy"),
        ("", False, "not translated"),
    ],
)
def test_a_translation_is_judged(string: str, fuzzy: bool, trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = template([Message("A text with {n}.", place=("cli/new.py", 1))])
    translated = template([Message("A text with {n}.")])
    translated["A text with {n}."].string = string
    if fuzzy:
        translated["A text with {n}."].flags.add("fuzzy")
    monkeypatch.setattr(catalogues, "read", lambda _: translated)
    assert [gap.trouble for gap in gaps("es", texts)] == ([trouble] if trouble else [])


def test_updating_writes_nothing_new_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    monkeypatch.setattr(catalogues, "TEMPLATE", tmp_path / "fairdeal.pot")
    monkeypatch.setattr(catalogues, "SAID", tmp_path / "said.json")
    monkeypatch.setattr(catalogues, "sentences", lambda: ["The table is full."])
    texts = template([Message("You pass.", place=("cli/new.py", 1)), Message("The table is full.")])
    catalogues.update(texts)
    entry = 'msgid "You pass."\nmsgstr ""'
    po = catalogues.po_path("es")
    po.write_text(po.read_text().replace(entry, entry[:-1] + 'Pasas."'))
    catalogues.update(texts)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    catalogues.update(texts)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    assert 'msgstr "Pasas."' in po.read_text()
    assert b"Pasas." in catalogues.mo_path("es").read_bytes()
