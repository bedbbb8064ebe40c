"""`rules` and `options`: a game in words, and what can be chosen about it."""

import json
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
from engine.options import plain


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
    presets = [
        say("preset line", name=name, changes=", ".join(f"{key}={_typed(value)}" for key, value in changes.items()))
        if changes
        else say("preset plain", name=name)
        for name, changes in game.Options.presets.items()
    ]
    infos = [
        say("option line", name=info.name, kind=retold(info.kind), default=_typed(info.default), help=retold(info.help))
        for info in game.Options.listing()
    ]
    show([say("presets"), *presets, "", say("options"), *infos])
    return 0


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
        print(
            textwrap.fill(line, width, subsequent_indent="  " if "=" in line else "") if sys.stdout.isatty() else line
        )


def spaced(paragraphs: list[str]) -> list[str]:
    """Paragraphs with an empty line after each but the last."""
    return [part for paragraph in paragraphs for part in (paragraph, "")][:-1]


def _typed(value: Any) -> str:
    """A value as it would be typed after the equals sign."""
    value = plain(value)
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
