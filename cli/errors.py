"""How a command fails: one sentence for the player, and the program's exit code."""

from cli.language import retold

USE = 2
"""The command was not used as it should be."""
BADLY = 1
"""A table did not end well, or a transcript does not verify."""
INTERRUPTED = 130
"""Ctrl-C: 128 and the number of the signal, as for every signal that ends the program."""
UNREAD = 141
"""Whoever read the output has gone; the code is that of the signal for it."""


class Failure(Exception):  # noqa: N818 - not always an error: the player may just have left
    """A command ends with this sentence, put into the player's language, and exit code."""

    def __init__(self, sentence: str, code: int = BADLY) -> None:
        super().__init__(retold(sentence))
        self.code = code


class Misuse(Failure):
    """The player asked for something that cannot be: the sentence says what can."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, USE)
