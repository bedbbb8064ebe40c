"""`rules` and `options`: a game in words, and what can be chosen about it."""

import json
import re
import shutil
import sys
import textwrap
from argparse import Namespace
from typing import Any

from cli.choices import game_and_options, rules_named
from cli.console import WIDEST
from cli.language import retold
from cli.presenter import options_line
from cli.sentences import say
from cli.words import words_of
from cli.words.options import preset_words, typed_value
from engine.options import BadOption, OptionInfo, OptionSet, plain

ENTRY = re.compile(r"[a-z0-9_-]+[=:]")


def rules(args: Namespace) -> int:
    """`fairdeal rules GAME`: the game as these options make it."""
    game, options = game_and_options(args)
    show(
        [
            say("rules title", title=game.title, options=options_line(args.game, options)),
            "",
            *spaced(words_of(args.game).rules(game, options)),
        ]
    )
    return 0


def options(args: Namespace) -> int:
    """`fairdeal options GAME`: its presets and options."""
    game = rules_named(args.game)
    if args.json:
        print(json.dumps(listing(game.Options), indent=1))
        return 0
    show(
        [
            say("options title", title=game.title),
            "",
            say("presets"),
            *[_preset_line(args.game, name, game.Options) for name in game.Options.presets],
            "",
            say("options"),
            *map(_option_line, game.Options.listing()),
            "",
            say("options example", game=args.game),
        ]
    )
    return 0


def _preset_line(game: str, name: str, options: type[OptionSet]) -> str:
    """A preset: what it is called, what it changes, and after which others it can come if it cannot come alone."""
    changes = options.presets[name]
    typed = ", ".join(f"{key}={typed_value(value)}" for key, value in changes.items())
    told = say("preset line" if changes else "preset plain", name=name, words=preset_words(game, name), changes=typed)
    if _playable(options, name):
        return told
    before = [other for other in options.presets if _playable(options, other, name)]
    return " ".join([told, say("preset needs", presets=", ".join(before))])


def _playable(options: type[OptionSet], *presets: str) -> bool:
    try:
        options.make(*presets)
    except BadOption:
        return False
    return True


def _option_line(info: OptionInfo) -> str:
    values = retold(info.kind).replace(" | ", ", ")
    return say("option line", name=info.name, default=typed_value(info.default), help=_sentence(info.help), kind=values)


def _sentence(english: str) -> str:
    """Another layer's text in the player's language, as a sentence of its own."""
    told = retold(english).rstrip(".")
    return f"{told[:1].upper()}{told[1:]}."


def listing(options: Any) -> dict[str, object]:
    """Presets and options as a JSON object."""
    return {
        "presets": {
            name: {key: plain(value) for key, value in preset.items()} for name, preset in options.presets.items()
        },
        "options": [
            {"name": info.name, "type": info.kind, "default": info.default, "help": info.help}
            for info in options.listing()
        ],
    }


def show(lines: list[str]) -> None:
    """Print paragraphs, wrapped at the width of the terminal; as they are into a pipe."""
    width = min(shutil.get_terminal_size().columns, WIDEST) - 1
    for line in lines:
        # What begins with a typed name is an entry of a list.
        indent = "  " if ENTRY.match(line) else ""
        filled = textwrap.fill(line, width, subsequent_indent=indent, break_on_hyphens=False)
        print(filled if sys.stdout.isatty() else line)


def spaced(paragraphs: list[str]) -> list[str]:
    """Paragraphs with an empty line after each but the last."""
    return [part for paragraph in paragraphs for part in (paragraph, "")][:-1]
