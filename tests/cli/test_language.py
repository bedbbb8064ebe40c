"""Choosing a language, tables of texts, and sentences of other layers that are taken apart and told again."""

import gettext
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli import language
from cli.answers import command_named
from cli.errors import Failure, Misuse
from cli.language import (
    ENGLISH,
    LANGUAGES,
    Count,
    Pattern,
    TextList,
    Texts,
    language_of,
    named,
    refusal,
    retold,
    speaking,
    translated,
    typed,
)
from cli.main import entry
from cli.presenter import help_lines
from cli.sentences import COMMANDS
from cli.words import Alias, NotUnderstood, words_of
from cli.words.base import Choice
from cli.words.view import Sentence
from engine.contract import IllegalMove, Move
from engine.games import names, rules_of


class Shouting(gettext.NullTranslations):
    """A language that is English in capitals, with a sign for what texts are about."""

    def gettext(self, message: str) -> str:
        return message.upper()

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{n}!" if n == 1 else f"{n} OF {{n}}"

    def pgettext(self, context: str, message: str) -> str:
        return f"{context}/{message}"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("es", "es"),
        ("es_MX.UTF-8", "es"),
        ("pt-BR", "pt"),
        ("ca_ES@valencia", "ca"),
        ("EN_us", "en"),
        ("C.UTF-8", None),
        ("POSIX", None),
        ("de_DE", None),
        ("est", None),
        ("", None),
    ],
)
def test_a_locale_names_a_language(text: str, code: str | None) -> None:
    assert named(text) == code


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_MESSAGES": "pt_PT"}, "pt"),
        ({"LANG": "es_ES.UTF-8", "LC_MESSAGES": "pt_PT", "LC_ALL": "ca_ES"}, "ca"),
        ({"LC_ALL": "ca_ES", "FAIRDEAL_LANG": "es"}, "es"),
        ({"LC_ALL": "", "LANG": "ca"}, "ca"),
        ({"LC_ALL": "C", "LANG": "es"}, "en"),
        ({"LANG": "xx"}, "en"),
    ],
)
def test_the_environment_chooses(environment: dict[str, str], code: str) -> None:
    assert language_of([], environment) == (code, [])


@pytest.mark.parametrize(
    ("arguments", "code", "rest"),
    [
        (["--lang", "es", "rules", "tonk"], "es", ["rules", "tonk"]),
        (["rules", "tonk", "--lang", "es"], "es", ["rules", "tonk"]),
        (["rules", "--lang=pt_BR", "tonk"], "pt", ["rules", "tonk"]),
        (["--lang", "es", "--lang", "en", "rules"], "es", ["rules"]),
        (["--lang", "xx", "rules"], "ca", ["--lang", "xx", "rules"]),
        (["rules", "--lang"], "ca", ["rules", "--lang"]),
        (["rules", "--language", "es"], "ca", ["rules", "--language", "es"]),
    ],
)
def test_arguments_choose_before_the_environment(arguments: Sequence[str], code: str, rest: Sequence[str]) -> None:
    assert language_of(arguments, {"LANG": "ca_ES.UTF-8"}) == (code, list(rest))


def test_a_language_lasts_as_long_as_its_context() -> None:
    table = Texts({"hello": "Hello!"})
    with speaking("es"):
        assert table["hello"] == "¡Hola!"
        with speaking("en"):
            assert table["hello"] == "Hello!"
        with pytest.raises(Failure, match="hand_size es 6"):
            raise Misuse("hand_size is 6; it can be 5, 7, 9, by_players")
        assert table["hello"] == "¡Hola!"
    assert table["hello"] == "Hello!"


def test_tables_give_out_what_the_player_reads_and_keep_english() -> None:
    table = Texts({"a": "one"}) | Texts({"b": "two", "none": ""})
    told = Texts({"s": Sentence("You win.", "{name} wins."), "c": Choice("Play", "{cards}")})
    listed = TextList((("Esc", "closes"), ("F1", "helps")))
    with language.using(Shouting()):
        assert dict(table) == {"a": "ONE", "b": "TWO", "none": ""}
        assert table.get("c", "?") == "?"
        assert told["s"] == Sentence("YOU WIN.", "{NAME} WINS.")
        assert isinstance(told["c"], Choice)
        assert list(listed) == [("ESC", "CLOSES"), ("F1", "HELPS")]
        assert listed[1:] == (("F1", "HELPS"),)
        assert Count("{n} card", "{n} cards").of(7) == "7 OF 7"
        assert translated("pass", "verb") == "verb/pass"
    assert dict(table.english) == {"a": "one", "b": "two", "none": ""}
    assert Count("{n} card", "{n} cards").of(1) == "1 card"
    assert len(table) == 3
    assert len(listed) == 2


# -- sentences of others -------------------------------------------------------------------------------------------


def test_patterns_take_sentences_apart() -> None:
    pattern = Pattern.of("{0}, record {1} at byte {2}: {3}")
    assert pattern.parts_of("x, record 3 at byte 40: no: good") == ["x", "3", "40", "no: good"]
    assert pattern.parts_of("x, record 3 at byte 40") is None
    assert pattern.parts_of(", record 3 at byte 40: bad") is None
    assert Pattern.of("You cannot {move} now.").parts_of("You cannot go on now.") == ["go on"]
    assert Pattern.of("a {0} b").parts_of("a  b") is None
    assert Pattern.of("{0}{1}").parts_of("xyz") == ["x", "yz"]


def test_sentences_within_sentences_are_told_too() -> None:
    english = (
        "the move of seat 1 (Bob: a friend, really) in hand 3, record 9 at byte 1234: "
        "its move is against the rules: Bid more than 5, or pass."
    )
    with speaking("es"):
        assert retold(english) == (
            "jugada del asiento 1 (Bob: a friend, really) en la mano 3, entrada 9 en el byte 1234: "
            "su jugada va contra las reglas: Puja más de 5, o pasa."
        )
    assert retold(english) == english


def test_what_is_not_known_stays() -> None:
    with speaking("ca"):
        for text in ("Nobody ever wrote this.", "", "...", "{0}", "{name", "The table is full. {0}" + "x" * 3000):
            assert retold(text) == text


@given(st.text(max_size=300), st.sampled_from(["es", "pt", "ca"]))
def test_no_text_of_another_breaks_the_telling(text: str, code: str) -> None:
    with speaking(code):
        assert isinstance(retold(text), str)
        assert isinstance(retold(f"The host is gone: {text}."), str)


@given(st.lists(st.sampled_from([": ", ", record ", " at byte ", "the ", " of seat ", " (", ") in hand ", "a"])))
def test_nothing_is_searched_twice(parts: list[str]) -> None:
    """Texts made of what stands between gaps find no pattern that grows beyond all bounds."""
    with speaking("pt"):
        assert len(retold("".join(parts))) < 40 * (len("".join(parts)) + 10)


def test_refusals_of_the_engine_keep_their_values() -> None:
    with speaking("es"):
        error = IllegalMove("Bid a number from {least} to {most}.", least=4, most=10)
        assert refusal(error.template, error.values) == "Puja un número de 4 a 10."
        error = IllegalMove("You cannot {move} now.", move="take rest")
        assert refusal(error.template, error.values) == "Ahora no puedes tomar el resto."
        error = IllegalMove("That {kind} cannot take {cards}.", kind="run", cards="7H 8H")
        assert refusal(error.template, error.values) == "Ese juego (escalera) no admite 7H 8H."
        assert refusal("You hold the 3S; show it.", {}) == "Tienes 3S; muéstrala."
        assert refusal("You hold the called card. Play it now.", {}) == "Tienes la carta llamada. Juégala ahora."
    assert refusal(error.template, error.values) == str(error)


# -- the program ---------------------------------------------------------------------------------------------------


def test_help_and_failures_speak_the_language_that_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["--lang", "es", "--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("uso: fairdeal [-h]")
    assert "jugar contra el ordenador" in told
    assert "show this help" not in told
    assert entry(["play", "tonk", "--stake", "x", "--lang=ca"]) == 2
    assert (
        capsys.readouterr().err == "fairdeal: argument --stake: 'x' no és un nombre enter; mira fairdeal play --help\n"
    )
    assert entry(["--lang", "pt", "rules", "tnk"]) == 2
    assert capsys.readouterr().err == "fairdeal: não existe o jogo 'tnk'; você quis dizer tonk?\n"


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["rules", "tonk", "--lang", "xx"]) == 2
    assert "there is no language 'xx'; there are ca, en, es, pt" in capsys.readouterr().err


def test_the_environment_of_the_program_chooses(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FAIRDEAL_LANG", "ca")
    assert entry(["verify", str(tmp_path / "nothing")]) == 2
    assert "no es pot llegir: No existeix el fitxer o la carpeta." in capsys.readouterr().err


def test_json_stays_english(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["options", "tonk", "--json"]) == 0
    english = capsys.readouterr().out
    assert entry(["options", "tonk", "--json", "--lang", "es"]) == 0
    assert capsys.readouterr().out == english
    helps = {option["help"] for option in json.loads(english)["options"]}
    assert helps == {info.help for info in rules_of("tonk").Options.listing()}


# -- typing in one's own language ----------------------------------------------------------------------------------


FOREIGN = sorted(set(LANGUAGES) - {ENGLISH})


@pytest.mark.parametrize("code", FOREIGN)
@pytest.mark.parametrize("game", names())
def test_words_that_can_be_typed_have_one_meaning(code: str, game: str) -> None:
    """At most two words each, as the reader of moves takes them; none is a command, unless words follow it."""
    words, rules = words_of(game), rules_of(game)
    with speaking(code):
        commands = {word for name in COMMANDS for word in typed(name)}
        meanings: dict[str, set[Alias]] = {}
        verbs = {name for phase in rules.phases.values() for name in phase}
        english = {**{name.replace("_", " "): Alias(name) for name in verbs}, **words.ALIASES}
        for phrase, alias in english.items():
            for word in typed(phrase):
                meanings.setdefault(word, set()).add(alias)
                assert 1 <= len(word.split()) <= 2
                assert word == word.lower()
                assert word not in commands or phrase in COMMANDS
                assert word not in english or english[word] == alias
    assert meanings
    assert {word: kinds for word, kinds in meanings.items() if len(kinds) > 1} == {}


@pytest.mark.parametrize("code", FOREIGN)
def test_every_command_can_be_typed_in_every_language(code: str) -> None:
    with speaking(code):
        for name in COMMANDS:
            for word in typed(name):
                assert command_named(word) == name
            assert command_named(name) == name
        assert command_named("frob") == "frob"
        assert command_named("?") == "help"
    assert command_named("ayuda") == "ayuda"


def test_moves_are_typed_in_spanish(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    table = evening("tonk", seats=3)
    table.begin(deal(("2C 5H 6H KD 9S", "3S 3D TC JC 8D", "4C 4D QS KS 9H"), "7D", 2), dealer=2)
    view, words = table.model.view, table.model.words
    with speaking("es"):
        assert words.parse(view, "robar mazo") == Move("draw", value="stock")
        assert words.parse(view, "tomar") == Move("draw", value="discard")
        assert words.parse(view, "Cerrar") == Move("drop")
        assert words.parse(view, "draw stock") == Move("draw", value="stock")
        with pytest.raises(NotUnderstood, match="No entiendo 'xyz' después de discard"):
            words.parse(view, "descartar xyz")
        told = "\n".join(help_lines(words, view, asked=True))
        assert "También en español: declarar, pasar, seguir." in told
        assert "También en español: ayuda, jugadas," in told
    with pytest.raises(NotUnderstood, match="There is no command 'robar'"):
        words.parse(view, "robar mazo")
    assert not any(line.startswith("In other words") for line in help_lines(words, view, asked=True))
