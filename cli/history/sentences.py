"""What is said about kept tables: tables of templates. See `cli.language`."""

from typing import Any

from cli.language import Count, TextList, Texts

SENTENCES: Texts[str] = Texts(
    {
        # keeping
        "not kept": "The table could not be kept in {path}: {reason}.",
        # finding
        "no tables": "There is no table {id} yet, and no file of that name: tables are kept as they are played.",
        "no such table": "There is no table {id}, and no file of that name; fairdeal history lists tables 1 to {most}.",
        "which table": "Several tables have an id that begins with {id}; give more of it, or the number.",
        "unreadable": "{file} cannot be read: {reason}.",
        "table": "Table {number}",
        "no file": "it is no file",
        "too large": "it is larger than any transcript",
        "not verified": "{file} does not verify and is not used: {reason}.",
        # replay
        "step": "Hand {number}, step {step} of {steps}",
        "dealt": "The cards are dealt.",
        "unfinished": "The log ends here: the hand is unfinished and does not count.",
        "not sealed": "The log ends here: the result was not sealed and does not count.",
        "voided": "The hand is void. Convicted: {convicted}. Payments: {payments}.",
        "paid": "{name} {amount}",
        "hand": "Hand {number}.",
        "sight all": "All cards that were ever opened are seen.",
        "sight own": "As you saw it.",
        "sight all own": "All cards that were ever opened are seen, and yours.",
        "sight seat": "What {name} saw, as far as it was opened later.",
        "no hands": "No hand was finished at this table.",
        "no such hand": "There is no hand {number} at this table; it has hands {first} to {last}.",
        "no such seat": "There is no seat {seat} at this table; it has seats 0 to {last}.",
        "line keys": "Enter or n: forward, p: back, d: next hand, u: previous hand, s: start of the hand, e: its end, "
        "v: other eyes, q: quit.",
        "too small keys": "Q leaves.",
        "foot ?": "? Keys",
        "foot q": "Q Quit",
        "foot right": "Right Forward",
        "foot left": "Left Back",
        "foot down": "Down Next hand",
        "foot v": "V Other eyes",
        "checking": "Checking the signatures and proofs of this table: {percent} %",
        "which key": "There is no command {typed!r}.",
        "at end": "This is the end.",
        "stays": "This is the start.",
        # history
        "you": "you",
        "column number": "#",
        "column when": "began",
        "column game": "game",
        "column hands": "hands",
        "column players": "players",
        "column outcome": "match",
        "column money": "money",
        "looking": "Looking for your tables: {percent} %",
        "outcome convicted": "{name} was convicted of cheating",
        "evidence": "The evidence against {name} of table {number} can be checked with: fairdeal verify {path}",
        "outcome won": "won by {names}",
        "outcome closed": "closed",
        "outcome open": "not closed",
        "outcome matches": "matches won: {wins}",
        "outcome scores": "not decided: {scores}",
        "so many": "{name} {n}",
        "table about": "Table {number}: {players}; {outcome}.",
        "cannot be read": "cannot be read",
        "nothing kept": "No tables are kept yet. Every table that you sit at is; play one, as with fairdeal play tonk.",
        "nothing fits": "No kept table fits.",
        "no days": "No day is both {since} or later and {until} or earlier.",
        "csv alone": "--csv goes neither with --json nor with --stats.",
        # statistics
        "tally": "{title}. Tables: {tables}. Hands: {hands}, won {won}.",
        "tally matches": "Matches played to the end: {matches}, won {won}.",
        "tally endings": "Hands won, by how they ended:",
        "tally won": "{won} of {hands}",
        "all games": "All games",
        "tally sum": "Money in all games: {money}.",
        "tally computers": "Tables against computer players are counted: {tables} of {all}.",
        "tally left out": "Left out: {tables} of {all} tables, as nothing is noted of where you sat.",
        "tally money": "Money: now {now}; at most {high}, at least {low}. Hand by hand:",
        "tally no money": "No money has moved yet.",
        "share": "{part} ({percent} %)",
        # debts
        "balance": "  {name}  {amount}",
        "owes": "{payer} owes {payee} {amount}.",
        "you owe": "You owe {payee} {amount}.",
        "owes you": "{payer} owes you {amount}.",
        "level": "Nobody owes anything.",
        "computer": "{name} (computer)",
        "by key": "{name} ({key})",
        "aliases": "{name}, also {others}",
        "open counted": "Tables that were not closed count up to their last finished hand ({tables}).",
        "computers left out": "Tables against computer players are left out ({tables}); count them with --computers.",
        "only computers": "All these tables were against computer players ({tables}); count them with --computers.",
        "only for all": "--game, --player, --since and --until choose among kept tables; they do not go with files.",
        # the page
        "page title": "{title}: {players}",
        "page terms": "Stake {stake}. Hands completed: {hands}.",
        "page mine": "This page also shows cards that only one player saw.",
        "page no program": "Stepping through the hands needs JavaScript; the results below do not.",
        "page results": "Results",
        "page hand": "Hand",
        "page ending": "How it ended",
        "page sum": "Together",
        "page proof": "What was proven",
        "page closed": "Every signature, proof, move and payment in the transcript was checked when this page was "
        "made. The table was closed, and all players signed the same log.",
        "page open": "Every signature, proof, move and payment in the transcript was checked when this page was "
        "made. The table was not closed; nothing is known of what followed the last step here.",
        "page checked": "{what}: {n}",
        "page key": "{name} signed with the key {key}",
        "page digest": "Fingerprint of the log: {digest}. Id of the table: {table}.",
        "page again": "This page proves nothing by itself. Anybody can check the transcript with: fairdeal verify FILE",
        "page keys": "Keys: left and right for a step, up and down for a hand, Home and End, space to play by itself.",
        "written": "The page is in {path}.",
        "no page": "{path} is there already and is no web page; give another name with --output.",
        "not mine": "Cards that only you saw are left out; --mine shows them, too.",
        "nothing noted": "Nothing was noted beside this transcript that only you saw; leave out --mine.",
        "not written": "The page cannot be written to {path}: {reason}.",
        "card": "{rank} of {suit}",
        "card JR": "high joker",
        "card JB": "low joker",
        "rank A": "ace",
        "rank J": "jack",
        "rank Q": "queen",
        "rank K": "king",
        "suit C": "clubs",
        "suit D": "diamonds",
        "suit H": "hearts",
        "suit S": "spades",
    }
)

PROVEN: Texts[str] = Texts(
    {
        "shuffle": "Shuffles, each with a proof that the same cards came out as went in",
        "confirm": "Signatures of players that they hold the same shuffled deck",
        "shares": "Batches of shares that give cards out, each with a proof that they are genuine",
        "mix": "Mixes of a player's own hand, each with a proof that it stayed the same hand",
        "pledge": "Commitments to answers that were to be given at the same time",
        "move": "Moves, each judged by the rules and with proofs of what it claimed about closed cards",
        "answer": "Answers to moves, judged in the same way",
        "result": "Signatures under the result of a hand",
        "void": "Signatures that convict a player who broke the protocol",
    }
)
"""By the kind of a contribution: what it means that it was checked."""

UI: Texts[str] = Texts(
    {
        "table": "The table",
        "hand": "Hand",
        "step": "Step",
        "speed": "Speed",
        "slow": "slow",
        "usual": "usual",
        "fast": "fast",
        "start": "Start of the hand",
        "back": "One step back",
        "play": "Play by itself",
        "pause": "Pause",
        "forward": "One step forward",
        "end": "End of the hand",
        "later": "show cards that were opened later",
        "log": "All that has happened in this hand so far",
        "closed": "closed card",
        "closed cards": "closed cards",
        "acts": "to move",
        "no cards": "no cards",
    }
)
"""What the page's program and its buttons say."""


REPLAY_KEYS: TextList[tuple[str, str]] = TextList(
    (
        ("Right, Enter, N", "one step forward, at the end of a hand into the next one"),
        ("Left, Backspace, P", "one step back"),
        ("Down, Page down", "the next hand"),
        ("Up, Page up", "the hand before"),
        ("Home, End", "the start and the end of this hand"),
        ("V", "other eyes: what you saw, all that is known, what each of the others saw"),
        ("?", "these keys, and back"),
        ("Q, Esc", "leave the replay"),
    )
)
"""Keys of a replay on the full screen, and what they do."""


TABLES = Count("Over {n} table:", "Over {n} tables:")


def say(key: str, /, **values: Any) -> str:
    """The sentence of this key with its values."""
    return SENTENCES[key].format(**values)
