"""The catalogues: one template, and for each language a .po file to translate in and the .mo file made of it."""

import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from cli.language import DOMAIN, ENGLISH, LANGUAGES
from tools.translations.extract import ROOT, Message, said

LOCALE = ROOT / "cli" / "locale"
TEMPLATE = LOCALE / f"{DOMAIN}.pot"
SAID = LOCALE / "said.json"
TRANSLATIONS = tuple(language for language in LANGUAGES if language != ENGLISH)
WIDTH = 100
FIELD = re.compile(r"\{[^{}]*\}")
"""A gap of a template, conversions included."""
HEADER = """\
# Translations of fairdeal; see docs/translating.md.
msgid ""
msgstr ""
"Project-Id-Version: fairdeal\\n"
"Language: {language}\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
"""How a new file begins."""
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""Dates would change the files whenever they are written."""


class Gap(NamedTuple):
    """What is wrong with one translation."""

    language: str
    english: str
    trouble: str


def po_path(language: str) -> Path:
    """The file to translate in."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_path(language: str) -> Path:
    """The file that the program reads."""
    return po_path(language).with_suffix(".mo")


def template(found: Iterable[Message]) -> Catalog:
    """The catalogue of all texts, each once, with all its places."""
    catalog = Catalog(project="fairdeal", charset="utf-8", fuzzy=False, header_comment="# All texts of fairdeal.")
    for message in found:
        known = catalog.get(message.english, context=message.about or None)
        if known is not None and known.pluralizable and not message.plural:
            continue
        catalog.add(message.key, locations=[message.place] if message.place[0] else [], context=message.about or None)
    return catalog


def read(language: str) -> Catalog:
    """The translations into a language as they are; none if there is no file yet."""
    path = po_path(language)
    text = path.read_bytes() if path.exists() else HEADER.format(language=language).encode()
    return read_po(BytesIO(text), locale=language)


def update(texts: Catalog) -> None:
    """Write template, catalogues and what the program reads, for these texts. Translations are kept."""
    LOCALE.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(_written(texts))
    SAID.write_text(json.dumps(sentences(), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    for language in TRANSLATIONS:
        catalog = read(language)
        catalog.update(texts, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        po_path(language).parent.mkdir(parents=True, exist_ok=True)
        po_path(language).write_bytes(_written(catalog))
        mo_path(language).write_bytes(compiled(catalog))


def sentences() -> list[str]:
    """What the program has to know of the sentences of other layers, in order of the alphabet."""
    return sorted({message.english for message in said()})


def _written(catalog: Catalog) -> bytes:
    """The catalogue as a file that changes only where its texts do."""
    catalog.creation_date = catalog.revision_date = NO_DATE
    buffer = BytesIO()
    write_po(buffer, catalog, width=WIDTH, sort_by_file=False, omit_header=False, include_lineno=False)
    return buffer.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """The catalogue as `gettext` reads it."""
    buffer = BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def gaps(language: str, texts: Catalog) -> list[Gap]:
    """What is missing or wrong in a language: texts without translation, doubtful ones, other gaps than in English."""
    catalog = read(language)
    return [
        Gap(language, _english(entry), trouble)
        for entry in texts
        if entry.id and (trouble := _trouble(catalog.get(entry.id, entry.context), entry))
    ]


def _trouble(translation: Entry | None, english: Entry) -> str:
    """What is wrong with a translation; nothing if all is well."""
    told = () if translation is None else _forms(translation.string)
    if translation is None or not told or not all(told):
        return "not translated"
    if translation.fuzzy:
        return "marked as fuzzy"
    wanted = [set(FIELD.findall(form)) for form in _forms(english.id)]
    for form in told:
        if set(FIELD.findall(form)) not in wanted:
            return f"has other gaps: {form}"
    return ""


def _english(entry: Entry) -> str:
    return _forms(entry.id)[0]


def _forms(text: object) -> tuple[str, ...]:
    """One form, or singular and plural."""
    return tuple(map(str, text)) if isinstance(text, tuple | list) else (str(text),)
