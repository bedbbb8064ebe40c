"""The rules of one table of Pitch, in a screen or two: what its options make of the game. Rules page Pitch."""

from cli.language import Texts
from engine.cards import Card
from engine.games.pitch.options import Options

LINES: Texts[str] = Texts(
    {
        "aim": "In Pitch a bidder names the trump, everybody keeps trumps only, and tricks are fought over the few "
        "cards that have points: {variant} in each hand.",
        "four": "Four play, partners opposite, with {pack} cards; 9 are dealt to each.",
        "five": "Five play with {pack} cards; 10 are dealt to each, and {blind} lie in the blind. The bidder calls a "
        "partner; everybody has a score of one's own.",
        "order": "With hearts as trumps, these are all the trumps from high to low, points in brackets: {order}.",
        "off": "With each other suit it is the same; off cards are those of the other suit of its colour.",
        "first_played": "Of the two jokers the one that is played first is the higher.",
        "kept": "The winner of a trick gets its points, except that a 2 belongs to whoever played it.",
        "dirty": "The winner of a trick gets all its points, also that of a 2.",
        "bid": "Everybody speaks once, the dealer last: bid more points than bid before, from {least} to {most}, or "
        "pass.",
        "moon": "Shooting the moon outbids every number: it promises all points.",
        "match": "The dealer may take the bid at the number that stands.",
        "dealer_forced": "If nobody bids, the dealer has to.",
        "redeal": "If nobody bids, the cards are dealt again.",
        "call": "The bidder names the trump, then calls a trump {own}. Whoever was dealt it is the partner; if it lies "
        "in the blind, the bidder plays alone. Then the blind goes to the bidder.",
        "not own": "of somebody else's",
        "own": ", maybe an own one so as to play alone",
        "trump": "The bidder names the trump.",
        "first_trick": "The called card has to be played to the first trick.",
        "announce": "The holder of the called card shows it at once.",
        "when_played": "The holder of the called card says nothing and may play it at any time; "
        "a bidder who finds it in the blind leads it.",
        "discard": "Everybody throws away all cards that are no trumps.",
        "closed": "They lie face down, and that there is no trump among them is proven.",
        "open": "They are shown.",
        "fair_game": "Trumps may be thrown too, and lie open: others may take them while they fill up, and what nobody "
        "takes counts for the thrower's opponents.",
        "fair_game five": "Trumps may be thrown too; they are shown and count for the thrower's opponents.",
        "dead": "Trumps may be thrown too; they are shown, and their points are lost.",
        "refuse": "Trumps may not be thrown.",
        "refill": "All fill up to six cards from the stock, left of the dealer first.",
        "bidder last": "All fill up to six cards from the stock, the bidder last.",
        "rest": "The bidder takes what is left of the stock, or hands it to the partner unseen; whoever gets it throws "
        "away what is no trump.",
        "rest taken": "The bidder takes what is left of the stock, and throws away what is no trump.",
        "burn": "Whoever then has more than six trumps burns down to six{how}; points that are burned are lost.",
        "any": "",
        "non_points_first": ", cards without points first",
        "hidden": "Burned cards stay hidden.",
        "play": "The bidder leads. In turn everybody plays one trump, any trump; the highest wins the trick and leads "
        "to the next. Who has no trump left is out. The hand ends when all are out.",
        "made taken": "A bidding side that takes as many points as it bid scores what it took;",
        "made bid": "A bidding side that takes as many points as it bid scores its bid;",
        "set": "otherwise it loses its bid.",
        "others": "The others score what they took.",
        "others none": "The others score nothing.",
        "moon seed": "A made moon lifts the score to {target}, or from below zero to zero{zero}.",
        "at zero": ", and a score of zero stays zero",
        "moon win_match": "A made moon wins the match.",
        "moon lose_match": "A lost moon loses the match.",
        "moon set": "A lost moon costs {variant} points.",
        "target": "{target} points win the match.",
        "bidder": "If both sides reach them in one hand, the bidder wins.",
        "higher": "If both sides reach them in one hand, the higher score wins.",
        "must bid": "Only a side that has just made its bid can win it.",
        "stake": "When the match ends each loser pays one stake, which the winners share.",
    }
)


def paragraphs(options: Options) -> list[str]:
    """The game in short paragraphs, each a line."""
    parts = (_start(options), _bids(options), _called(options), _cards(options), [LINES["play"]], _scores(options))
    return [" ".join(part) for part in parts if part]


def _start(o: Options) -> list[str]:
    pack = len(o.pack)
    seats = LINES["four" if o.players == 4 else "five"].format(pack=pack, blind=pack - 50)
    trumps = o.suits["H"]
    order = " ".join(_worth(card, trumps.points[card]) for card in trumps.order)
    lines = [LINES["aim"].format(variant=o.variant), seats, LINES["order"].format(order=order), LINES["off"]]
    if o.joker_order == "first_played" and o.jokers_in_deck:
        lines.append(LINES["first_played"])
    return [*lines, LINES["dirty" if o.dirty else "kept"]]


def _worth(card: Card, points: int) -> str:
    return f"{card}({points})" if points else str(card)


def _bids(o: Options) -> list[str]:
    lines = [LINES["bid"].format(least=o.min_bid, most=o.variant)]
    lines += [LINES["moon"]] if o.moon else []
    lines += [LINES["match"]] if o.dealer_may_match else []
    return [*lines, LINES[o.all_pass]]


def _called(o: Options) -> list[str]:
    if o.players == 4:
        return []
    return [LINES["call"].format(own=LINES["own" if o.call_own_card else "not own"]), LINES[o.called_card]]


def _cards(o: Options) -> list[str]:
    lines = [LINES["trump"]] if o.players == 4 else []
    lines += [LINES["discard"], LINES["open" if o.discard_show == "open" else "closed"]]
    thrown = o.thrown_trump
    lines.append(LINES["fair_game five" if thrown == "fair_game" and o.players == 5 else thrown])
    if o.players == 4:
        lines += [LINES["refill" if o.refill_order == "dealer_left" else "bidder last"]]
        lines += [LINES["rest" if o.pass_rest else "rest taken"]]
    lines.append(LINES["burn"].format(how=LINES[o.burn_choice]))
    return lines + [LINES["hidden"]] * (o.burn_show == "hidden")


def _scores(o: Options) -> list[str]:
    lines = [LINES["made taken" if o.made_scores == "taken" else "made bid"], LINES["set"]]
    lines.append(LINES["others" if o.defenders_score else "others none"])
    if o.moon:
        zero = LINES["at zero"] if o.moon_at_zero == "zero" else ""
        lines.append(LINES[f"moon {o.moon_success}"].format(target=o.target, zero=zero))
        lines.append(LINES[f"moon {o.moon_fail}"].format(variant=o.variant))
    lines += [LINES["target"].format(target=o.target), LINES[o.both_reach]]
    return lines + [LINES["must bid"]] * o.must_bid_to_win + [LINES["stake"]]
