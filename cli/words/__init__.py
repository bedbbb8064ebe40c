"""Screen words of the games, one module here for each, found by the game's name.

A game needs no module: everything can be said with words derived from its verbs, and these are what `base.Words`
gives. To say things better, write `cli/words/<game>.py` with a class derived from `base.Words` and an instance of it
named `WORDS`. Sentences are templates in tables, so that a translation is another set of tables:

| table | says |
| --- | --- |
| `NEWS`, `FIELDS` | each piece of `state.news`; `FIELDS` names its things for the template |
| `CHOICES` | a legal move in the numbered list: what it is, and its cards; one group becomes one line |
| `RARE` | groups of moves that a list only counts, until all are asked for |
| `ALIASES`, `HELP` | further words for typing moves; a line of help for each verb |
| `OUTCOMES` | how a hand ended |
| `LINES` | everything else; laid over the table of the base |
| `SORTS` | how hands are sorted, the usual way first |

A template is a text, or a `Sentence` where the seat it is about hears "You ..." and the others its name. Methods are
overridden where tables do not suffice: `news` and `gained` while a hand is played, `turn`, `hand` and `table` for its
state, `automatic` for moves that are no choice, `number` where moves are chosen by other numbers than their places,
`result` with every payment explained, `rules` for the game as the options of a table make it, `audit` for what is
opened after a hand. All are pure functions of a `View`: what one seat knows of one hand. Games that count points up to
a target share `points.PointsWords`. What presets and options are called stands in `<game>_options`; see `options`.
"""

import importlib
import importlib.util
from functools import cache

from cli.words.base import Choice, Words
from cli.words.typed import Alias, NotUnderstood
from cli.words.view import Sentence, Template, View

__all__ = ["Alias", "Choice", "NotUnderstood", "Sentence", "Template", "View", "Words", "words_of"]


@cache
def words_of(game: str) -> Words:
    """The words of this game; those derived from its verbs if it has none of its own."""
    name = f"{__name__}.{game}"
    if importlib.util.find_spec(name) is None:
        return Words()
    words: Words = importlib.import_module(name).WORDS
    return words
