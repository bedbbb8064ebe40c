"""The rules of one table of Thirteen, in a screen or two: what its options make of the game. Rules page Thirteen."""

from cli.language import Count, TextList, Texts
from engine.games.thirteen.options import ThirteenOptions

LINES: Texts[str] = Texts(
    {
        "aim": "Thirteen (Tiến Lên) is a race to be rid of all one's cards. There are no tricks to count: what is "
        "played has to be beaten or let go.",
        "deal": "{seats} play with one deck of 52, {size} cards each. {rest}Turns go {direction}.",
        "no rest": "",
        "rest": "The other cards stay closed. ",
        "clockwise": "clockwise, to the next player in the list",
        "counterclockwise": "counterclockwise, to the player before in the list",
        "ranks": "Ranks from low to high: 3 4 5 6 7 8 9 T J Q K A 2. Suits from low to high: spades, clubs, diamonds, "
        "hearts. The rank counts first, so 3S is the lowest card of all and 2H the highest.",
        "combinations": "What can be played: a single card, a pair, a triple, four of a kind; a run of three or more "
        "ranks in order, suits free; three or more pairs in a row.",
        "no twos": "A 2 is in no run.",
        "twos": "A 2 may end a run above an ace, but is in no pairs in a row.",
        "beat": "A combination is beaten by one of the same kind with the same number of cards and a higher top card.",
        "bombs": "Four of a kind and pairs in a row are bombs, which also beat 2s. One 2: by any bomb. Two 2s: by "
        "{two}. Three 2s: by five or more pairs in a row. Four 2s are never beaten. Nothing but 2s and bombs can be "
        "bombed.",
        "two": "four or more pairs in a row",
        "two southern": "four or more pairs in a row, or four of a kind",
        "longer_runs": "More pairs in a row beat fewer.",
        "southern": "Bombs beat each other in this order: three pairs in a row, four of a kind, four pairs in a row, "
        "then still more pairs.",
        "claims": "Before the first play everybody may claim a dealt hand that wins at once: {kinds}. Nobody has to: "
        "who keeps silent plays on.",
        "four_twos": "four 2s",
        "dragon": "a dragon, which is one card of each rank from 3 to ace",
        "six_pairs": "six pairs",
        "five_pair_run": "five pairs in a row",
        "best claim": "Of several claims the first in this list wins.",
        "opens": "In the first hand {low} leads, and the first play must contain that card. Later the winner of the "
        "hand before leads anything.",
        "opens always": "In every hand {low} leads, and the first play must contain that card.",
        "three of spades": "whoever holds 3S",
        "lowest": "whoever holds the lowest card that was dealt",
        "turn": "In turn, beat what lies on the table or pass; you may pass with a better combination in hand.",
        "lock": "Who passes is out until the table is cleared.",
        "bomb again": "But when 2s or a bomb lie there, who has passed may still answer with a bomb.",
        "no lock": "Who has passed may play again when the turn comes round.",
        "clear": "When nobody beats the last play, the table is cleared and whoever made it leads anything; "
        "if that player is out of cards, the next one who has any.",
        "last_player": "The hand goes on until one player is left with cards.",
        "first_out": "The hand ends as soon as one player is out of cards.",
        "places": "Points for the places: {points}.",
        "winner": "The winner gets {points}.",
        "last none": "Whoever is left with cards gets none.",
        "instant": "A claimed hand scores as a first place, and nobody else scores.",
        "target": "{target} points win the match. {tie}",
        "better_place": "If the best score is shared, the better place in the last hand decides.",
        "play_on": "If the best score is shared, play goes on.",
        "match pays": "At its end every other player pays the winner one stake.",
        "hand pays": "Every hand stands alone: every other player pays its winner one stake.",
        "and": ", ",
    }
)
POINTS = Count("1 point", "{n} points")
SEATS = TextList(("", "", "Two", "Three", "Four"))


def paragraphs(options: ThirteenOptions) -> list[str]:
    """The game in short paragraphs, each a line."""
    parts = (_start(options), _ranks(options), _bombs(options), _claims(options), _turns(options), _end(options))
    return [" ".join(part) for part in parts if part]


def _start(o: ThirteenOptions) -> list[str]:
    rest = LINES["no rest" if o.players * o.hand_size == 52 else "rest"]
    dealt = LINES["deal"].format(seats=SEATS[o.players], size=o.hand_size, rest=rest, direction=LINES[o.direction])
    return [LINES["aim"], dealt]


def _ranks(o: ThirteenOptions) -> list[str]:
    twos = LINES["twos" if o.twos_high_in_sequences else "no twos"]
    return [LINES["ranks"], LINES["combinations"], twos, LINES["beat"]]


def _bombs(o: ThirteenOptions) -> list[str]:
    southern = o.bomb_order == "southern"
    lines = [LINES["bombs"].format(two=LINES["two southern" if southern else "two"])]
    return lines if o.bomb_order == "same_type" else [*lines, LINES[o.bomb_order]]


def _claims(o: ThirteenOptions) -> list[str]:
    if not o.instant_wins:
        return []
    order = [kind for kind in ("four_twos", "dragon", "six_pairs", "five_pair_run") if kind in o.instant_wins]
    lines = [LINES["claims"].format(kinds="; ".join(LINES[kind] for kind in order))]
    return [*lines, LINES["best claim"]] if len(order) > 1 else lines


def _turns(o: ThirteenOptions) -> list[str]:
    low = LINES["three of spades" if o.players * o.hand_size == 52 else "lowest"]
    opens = LINES["opens" if o.opening == "first_hand_low_card" else "opens always"].format(low=low)
    locks = [LINES["lock"]] + [LINES["bomb again"]] * o.passed_may_bomb if o.pass_lock else [LINES["no lock"]]
    return [opens, LINES["turn"], *locks, LINES["clear"]]


def _end(o: ThirteenOptions) -> list[str]:
    lines = [LINES[o.hand_end]]
    if o.hand_end == "first_out":
        lines.append(LINES["winner"].format(points=_points(o.place_points[0])))
    else:
        paid = o.place_points[: o.players if o.score_last else o.players - 1]
        lines.append(LINES["places"].format(points=LINES["and"].join(map(str, paid))))
        lines += [] if o.score_last and len(paid) == o.players else [LINES["last none"]]
        lines += [LINES["instant"]] if o.instant_wins else []
    if o.target is None:
        return [*lines, LINES["hand pays"]]
    return [*lines, LINES["target"].format(target=o.target, tie=LINES[o.target_tie]), LINES["match pays"]]


def _points(n: int) -> str:
    return POINTS.of(n)
