"""The rules of one table of Tonk, in a screen or two: what its options make of the game. Rules page Tonk."""

from cli.language import Count, Texts
from engine.games.tonk.options import TonkOptions

LINES: Texts[str] = Texts(
    {
        "aim": "Tonk is rummy for stakes. Get rid of your cards in spreads, or hold the lowest count when the hand "
        "ends.",
        "seats": "2 to {most} play with one deck of 52. Everybody is dealt {size}.",
        "seats two": "Two play with one deck of 52. Everybody is dealt {size}.",
        "size": "{size} cards",
        "size of": "{cards} cards with {seats} players",
        "and": ", ",
        "or": " or ",
        "upcard": "One more card is opened and starts the discard pile.",
        "no upcard": "The discard pile starts empty, so the first player draws from the stock.",
        "dealer": "The first dealer is cut for; then the deal passes to the left.",
        "same dealer": "The first dealer is cut for; then the deal passes to the left, but stays after a draw.",
        "points": "An ace counts 1, pictures 10, other cards their number.",
        "spread": "A spread is a book of three or four of one rank, or a run of three or more of one suit.",
        "ace low": "In runs the ace goes below the two only.",
        "ace high": "In runs the ace goes below the two or above the king, never between them.",
        "49_50": "A dealt hand of 49 or 50 points wins at once: each pays {m49} for 49, {m50} for 50.",
        "49_50 same": "A dealt hand of 49 or 50 points wins at once, and each pays {m50}.",
        "50_auto_49_turn": "A dealt 50 wins at once, and each pays {m50}. "
        "A dealt 49 may be declared at the start of one's first turn, for {m49}.",
        "low13": "A dealt hand of 13 points or less wins at once, for 2 stakes.",
        "low9": "A dealt hand of 9 points or less wins at once, for 3 stakes.",
        "compulsory": "Such a hand must be declared; two of them in one deal make a draw.",
        "optional": "Such a hand need not be declared; two declared in one deal make a draw.",
        "proved": "Whoever does not declare proves that the hand does not win.",
        "natural sizes": "All this holds only for hands of {sizes} cards.",
        "turn": "In your turn, draw the top card of the stock or of the pile; then lay spreads and hit spreads on the "
        "table as you like; then discard one card.",
        "hit": "To hit is to add cards to a spread, yours or another's.",
        "hit runs": "To hit is to add cards to a run, yours or another's; books cannot be hit.",
        "must spread": "You may not discard while you hold a spread that you could lay.",
        "aces excepted": "Exactly three aces may be kept.",
        "no spread out": "A spread may not take your last card.",
        "lockout": "For each card that hits a spread of yours, you must complete {turns} of your own before you can "
        "drop.",
        "lockout once": "When a spread of yours is hit, you must complete {turns} of your own before you can drop.",
        "extra": "For each card that you add to another's spread you may discard one more in that turn.",
        "no discard": "After hitting another's spread you may end your turn without a discard.",
        "may clear": "A book that you complete by a hit you may clear: its cards go under the pile for good.",
        "auto clear": "A book completed by a hit is cleared: its cards go under the pile for good.",
        "drop": "To drop is to end the hand by your count. The lowest count wins.",
        "own_turn_start": "Drop only at the start of your turn, before you draw.",
        "own_turn": "Drop in your turn at any moment before your discard.",
        "any_time": "Drop at any time, in turn or not; after each move every other player may.",
        "drop wins": "If no other count is as low, each pays the dropper 1 stake. Otherwise the dropper is caught:",
        "pagat": "the dropper pays 2 stakes to everybody whose count is not higher, and the others pay the lowest 1 "
        "stake.",
        "wikipedia": "the dropper pays 1 stake to everybody with less, and one more to the lowest; "
        "the others pay the lowest 1 stake. If the dropper ties for lowest, only the others tied get 2 stakes from it.",
        "texas": "the dropper pays 2 stakes to the lowest, and the others pay the lowest 1 stake.",
        "adds stake": "A caught dropper pays the lowest 1 stake more.",
        "held spreads": "Spreads that you still hold do not count against you.",
        "tonk": "Tonk: if spreads and hits empty your hand, each pays you {stakes}.",
        "full hand": "That needs the whole dealt hand and the drawn card to go in one turn.",
        "new spread": "That needs a spread laid in the same turn.",
        "out": "If a discard empties your hand, each pays you 1 stake.",
        "out too": "If your hand is emptied in another way, each pays you 1 stake.",
        "double": "Between two players, a tonk with a new run may be answered: "
        "whoever gets a whole hand onto those runs wins instead, for {stakes}.",
        "until_refusal": "When the stock is empty, play on while discards are taken. "
        "Whoever leaves the discard ends the hand, and each pays the lowest count 1 stake.",
        "end_of_turn": "The turn in which the stock runs out is the last, and each pays the lowest count 1 stake.",
        "tie": "A tie for lowest is a draw.",
        "tie pays": "With a tie for lowest, each other player pays each of the tied 1 stake.",
        "spades": "Side bet: whoever joins before the deal pays {stake} to the one who was dealt the highest spade; "
        "the ace is {ace}.",
        "audit": "After the hand all dealt and drawn cards are opened, so that everybody sees that no duty was broken.",
        "no audit": "After the hand no more cards are opened than the ending needs.",
        "honour": "After the hand no more cards are opened than the ending needs: "
        "that no duty is broken is a matter of honour.",
        "foul": "Whoever broke a duty wins nothing and pays each other player at least {stakes}.",
        "high": "high",
        "low": "low",
    }
)
STAKES = Count("1 stake", "{n} stakes")
TURNS = Count("1 turn", "{n} turns")


def paragraphs(options: TonkOptions) -> list[str]:
    """The game in short paragraphs, each a line."""
    parts = (_start(options), _naturals(options), _turn(options), _drop(options), _endings(options), _rest(options))
    return [" ".join(part) for part in parts if part]


def stakes(n: int) -> str:
    """So many stakes."""
    return STAKES.of(n)


def _start(o: TonkOptions) -> list[str]:
    sizes = sorted({o.size_for(seats): seats for seats in range(2, o.max_players + 1)}.items(), reverse=True)
    if len(sizes) == 1:
        size = LINES["size"].format(size=sizes[0][0])
    else:
        size = LINES["and"].join(LINES["size of"].format(cards=cards, seats=seats) for cards, seats in sizes)
    return [
        LINES["aim"],
        LINES["seats two" if o.max_players == 2 else "seats"].format(most=o.max_players, size=size),
        LINES["upcard" if o.start_upcard else "no upcard"],
        LINES["dealer" if o.draw_dealer == "next" else "same dealer"],
        LINES["points"],
        LINES["spread"],
        LINES["ace low" if o.ace_in_runs == "low" else "ace high"],
    ]


def _naturals(o: TonkOptions) -> list[str]:
    sizes = {o.size_for(seats) for seats in range(2, o.max_players + 1)}
    if not any(o.naturals_active(size) for size in sizes):
        return []
    lines = []
    if o.natural_high != "off":
        same = o.natural_high == "49_50" and o.natural_49_mult == o.natural_50_mult
        line = LINES["49_50 same" if same else o.natural_high]
        lines.append(line.format(m49=stakes(o.natural_49_mult), m50=stakes(o.natural_50_mult)))
    lines += [LINES[key] for key in ("low13", "low9") if getattr(o, key)]
    lines.append(LINES[o.natural_declare])
    lines += [LINES["proved"]] if any(map(o.proves_no_natural, sizes)) else []
    if not all(o.naturals_active(size) for size in sizes):
        allowed = sorted(size for size in sizes if o.naturals_active(size))
        lines.append(LINES["natural sizes"].format(sizes=LINES["or"].join(map(str, allowed))))
    return lines


def _turn(o: TonkOptions) -> list[str]:
    lines = [LINES["turn"], LINES["hit" if o.hit_targets == "all" else "hit runs"]]
    if o.must_spread:
        lines.append(LINES["must spread"])
        lines += [LINES["aces excepted"]] if o.must_spread_ace_exception else []
    if not o.spread_out:
        lines.append(LINES["no spread out"])
    lines += {"normal": [], "extra": [LINES["extra"]], "optional": [LINES["no discard"]]}[o.hit_discard]
    if o.hit_targets == "all":
        lines += {"stay": [], "may_clear": [LINES["may clear"]], "auto_clear": [LINES["auto clear"]]}[o.four_of_rank]
    return lines


def _drop(o: TonkOptions) -> list[str]:
    lines = [LINES["drop"], LINES[o.drop_when]]
    if o.hit_lockout_turns:
        turns = TURNS.of(o.hit_lockout_turns)
        lines.append(LINES["lockout" if o.hit_lockout_stack else "lockout once"].format(turns=turns))
    lines += [LINES["drop wins"], LINES[o.caught_payment]]
    if o.caught_adds_stake and o.caught_payment == "pagat":
        lines.append(LINES["adds stake"])
    if not o.hand_spreads_count:
        lines.append(LINES["held spreads"])
    return lines


def _endings(o: TonkOptions) -> list[str]:
    lines = [LINES["tonk"].format(stakes=stakes(o.tonk_mult))]
    conditions = [LINES["full hand"]] * o.tonk_needs_full_hand + [LINES["new spread"]] * o.tonk_needs_new_spread
    lines += [*conditions, LINES["out too" if conditions or o.hit_discard == "extra" else "out"]]
    if o.double_double:
        lines.append(LINES["double"].format(stakes=stakes(2 * o.tonk_mult)))
    return [*lines, LINES[o.stock_out], LINES["tie" if o.dry_tie == "draw" else "tie pays"]]


def audit(o: TonkOptions) -> str:
    """Which closed cards are opened after the hand."""
    return LINES["audit" if _audited(o) else "honour" if _has_duties(o) else "no audit"]


def _audited(o: TonkOptions) -> bool:
    return o.audit == "always" or (o.audit == "auto" and _has_duties(o))


def _has_duties(o: TonkOptions) -> bool:
    """Whether a player has to do something that only closed cards could show."""
    sizes = {o.size_for(seats) for seats in range(2, o.max_players + 1)}
    judged = any(o.naturals_active(size) and not o.proves_no_natural(size) for size in sizes)
    return o.must_spread or (o.natural_declare == "compulsory" and judged)


def _rest(o: TonkOptions) -> list[str]:
    lines = []
    if o.spades_stake:
        lines.append(LINES["spades"].format(stake=o.spades_stake, ace=LINES[o.spades_ace]))
    lines.append(audit(o))
    if _audited(o):
        lines.append(LINES["foul"].format(stakes=stakes(o.foul_mult)))
    return lines
