"""Screen words shared by games that count points up to a target and settle stakes when a match ends."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from cli.language import Count, Texts
from cli.words.base import Words
from cli.words.view import Template
from engine.contract import Match, Seat


class PointsWords(Words):
    """Scores are points of seats or of sides, and money moves only where a match ends."""

    LINES: ClassVar[Texts[Template]] = Texts(
        {
            "and": " and ",
            "comma": ", ",
            "no points": "no points",
            "scored": "{name} {score}",
            "scores": "Scores: {scores}.",
            "scores to": "Scores: {scores}; the match goes to {target}.",
            "money": "Money: {scores}.",
            "you won": "The match is over, and you win it. {money}",
            "won": "The match is over, and {winners} wins it. {money}",
            "side won": "The match is over, and {winners} win it. {money}",
            "stakes": "Each loser pays {stake}.",
            "stakes shared": "Each loser pays {stake}, which the winners share.",
        }
    )
    COUNTS: ClassVar[Mapping[str, Count]] = {**Words.COUNTS, "point": Count("{n} point", "{n} points")}

    def scores(self, names: Sequence[str], seat: Seat | None, match: Match, ledger: Sequence[int]) -> list[str]:
        """The scores and the target; money as soon as any has moved; who has won the match."""
        told = ", ".join(
            str(self.line("scored")).format(name=name, score=score)
            for name, score in zip(self.sides(names, seat, match), match.scores, strict=True)
        )
        target = match.options.target
        line = self.line("scores" if target is None else "scores to")
        lines = [str(line).format(scores=told, target=target)]
        if any(ledger):
            lines.append(self._scored("money", names, seat, ledger))
        return [*lines, self._won(names, seat, match)] if match.over else lines

    def sides(self, names: Sequence[str], seat: Seat | None, match: Match) -> list[str]:
        """Whose scores are kept, in the order of `match.scores`."""
        return [self._name(names, seat, at) for at in range(match.n)]

    def _name(self, names: Sequence[str], seat: Seat | None, at: Seat) -> str:
        return str(self.line("you")) if at == seat else names[at]

    def _won(self, names: Sequence[str], seat: Seat | None, match: Match) -> str:
        stakes = str(self.line("stakes" if len(match.winners) == 1 else "stakes shared")).format(stake=match.stake)
        alone = "you won" if match.winners == (seat,) else "won"
        winners = self.together(self._name(names, seat, at) for at in match.winners)
        template = str(self.line(alone if len(match.winners) == 1 else "side won"))
        return template.format(winners=winners, money=stakes)

    def together(self, names: Iterable[str]) -> str:
        """Names in a sentence, oneself first: you and Ann; Ann, Bob and Cleo."""
        you = str(self.line("you"))
        listed = sorted(names, key=lambda name: name != you)
        first = str(self.line("comma")).join(listed[:-1])
        return str(self.line("and")).join(filter(None, [first, *listed[-1:]]))

    def pointed(self, n: int) -> str:
        """So many points, none included."""
        return self.counted("point", n) if n else str(self.line("no points"))
