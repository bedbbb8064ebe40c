"""Reading rules: of any preset of any game, or of what is being filled in; finding a word in them. Pure."""

from dataclasses import replace

from cli.presenter import options_line
from cli.screen.canvas import Fragment, Row, columns, wrap
from cli.screen.choosing import spoken
from cli.screen.pieces import coloured
from cli.screen.start.item import Item, Items, only
from cli.screen.start.sentences import START
from cli.screen.start.state import Form, Outcome, Start, games, presets
from cli.screen.start.table import about_preset
from cli.words import words_of
from cli.words.options import preset_words
from engine.games import rules_of

INDENT = 3
"""Columns before a paragraph, where its number stands."""


def games_items(_: Start) -> Items:
    """A game, to read its rules."""
    return tuple(map(_game, games()))


def _game(game: str) -> Item:
    return Item(rules_of(game).title, lambda start: only(start.go("presets", read=Form.of(game))))


def presets_items(start: Start) -> Items:
    """A preset of the game."""
    return tuple(_preset(start.read.game, name) for name in presets(start.read.game))


def _preset(game: str, name: str) -> Item:
    form = Form(game, name)
    return Item(preset_words(game, name), lambda start: only(reading(start, form)), None, about_preset(form))


def reading(start: Start, form: Form) -> Start:
    """The page on which these rules are read."""
    return start.go("rules", read=form)


def rows(start: Start, width: int) -> list[Row]:
    """The rules as rows, a number before each paragraph; what is looked for stands out."""
    form = start.read
    options = form.options()
    lines = [options_line(form.game, options), *words_of(form.game).rules(form.rules, options)]
    told: list[Row] = []
    for number, line in enumerate(lines):
        for at, piece in enumerate(wrap(spoken(start.glyphs, line), width - INDENT)):
            head = f"{'' if at or not number else number:<{INDENT}}"
            told.append((Fragment(head, "title"), *coloured(piece, start.glyphs)))
        told.append(())
    return [_marked(row, start.wanted) if start.wanted else row for row in told[:-1]]


def _marked(row: Row, wanted: str) -> Row:
    text = "".join(piece.text for piece in row)
    at = text.casefold().find(wanted.casefold())
    if at < 0 or len(text.casefold()) != len(text):
        return row
    pieces: list[Fragment] = []
    place = 0
    for piece in row:
        inside = range(max(at, place) - place, max(min(at + len(wanted), place + len(piece.text)), place) - place)
        if inside:
            first, last = inside.start, inside.stop
            pieces += [piece._replace(text=piece.text[:first])]
            pieces += [piece._replace(text=piece.text[first:last], style="marked")]
            pieces += [piece._replace(text=piece.text[last:])]
        else:
            pieces.append(piece)
        place += len(piece.text)
    return tuple(piece for piece in pieces if columns(piece.text))


def heads(shown: list[Row]) -> list[int]:
    """The rows in which paragraphs with a number begin."""
    return [at for at, row in enumerate(shown) if row and row[0].text.strip().isdecimal()]


def holding(wanted: str, shown: list[Row]) -> list[int]:
    """The rows that hold what is looked for."""
    return [at for at, row in enumerate(shown) if wanted.casefold() in _text(row).casefold()]


def place_of(at: int, shown: list[Row], wanted: str = "") -> int:
    """How many letters there are before this row, and before what is looked for there; the same however wide rows are.

    Sizes of the screen change where rows are broken, but no letters.
    """
    rows = [_text(row) for row in shown[: at + 1]]
    if not rows:
        return 0
    last = rows.pop()
    inside = last[: max(0, last.casefold().find(wanted.casefold()))]
    return sum(_letters(text) for text in [*rows, inside])


def row_at(place: int, shown: list[Row]) -> int:
    """The row in which this letter is."""
    for at, row in enumerate(shown):
        place -= _letters(_text(row))
        if place < 0:
            return at
    return max(0, len(shown) - 1)


def _text(row: Row) -> str:
    return "".join(piece.text for piece in row)


def _letters(text: str) -> int:
    return len("".join(text.split()))


def find(start: Start, shown: list[Row], most: int, *, again: bool) -> Outcome:
    """On to the next row that holds what is looked for, from the top again after the last. `most`: the last top."""
    found = holding(start.wanted, shown)
    if not start.wanted or not found:
        return only(replace(start, wanted="").told("warn", START["not found"].format(text=start.wanted)))
    after = start.mark if again else start.top - 1
    at = next((at for at in found if at > after), found[0])
    told = START["found"].format(n=found.index(at) + 1, of=len(found))
    return only(replace(start, mark=at, top=max(0, min(at, most))).told("good", told))
