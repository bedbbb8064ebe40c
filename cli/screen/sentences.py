"""What the full screen says besides the words of the games: templates in tables."""

from collections.abc import Mapping
from typing import Any

from cli.language import TextList, Texts

SENTENCES: Texts[str] = Texts(
    {
        # the frame
        "title": "fairdeal",
        "title turn": "Your turn - fairdeal",
        "title table": "{title} - fairdeal",
        "too small": "This needs a window of at least {width} columns and {height} rows; it has {columns} by {rows}.",
        "too small keys": "Until then only Ctrl-C and F10 do anything: they leave.",
        "too small sure": "Leave the table? Ctrl-C or F10 once more leaves, Esc stays.",
        "header hand": "hand {number}",
        "header first": "before the first hand",
        "header cut": "the cut for the deal",
        "header stake": "stake {stake}",
        "muted": "chat off",
        "going soon": "your last hand",
        "proven": "shuffled by {n}, all proofs checked",
        "proven signed": "all signatures checked",
        "proven short": "all checked",
        "you": "You",
        "dealer": "dealer",
        "even": "even",
        "card": "1 card",
        "cards": "{n} cards",
        "line lost": "line lost",
        "lost, ends in": "gone {left}",
        "gone cards": "no cards",
        "hand sorted": "by {key}",
        "chosen": "{n} chosen",
        # what is awaited
        "your turn": "Your turn.",
        "watching": "You may act now, out of turn, or go on.",
        "has ended": "The table has ended: F10 leaves it.",
        "is to move": "{names} to move.",
        "thinking": "The computer plays for you.",
        "choose cards": "Choose cards to {verbs}.",
        "choose card": "Choose a card to {verbs}.",
        "enter or choose": "Enter takes the marked move, or choose cards to {verbs}.",
        "enter or choose one": "Enter takes the marked move, or choose a card to {verbs}.",
        "or": " or ",
        "and": ", ",
        "mark first": "Enter takes the marked move; up and down mark another.",
        "marked": "Enter takes the marked move.",
        "pick number": "Press the number of a move.",
        "pick": "Up and down mark a move, Enter takes it; or press its number.",
        "enter takes": "Enter: {label}",
        "enter does": "Enter: {label} ({effect})",
        "no move one": "With this card alone there is no move now.",
        "no move": "With these {n} cards there is no move now.",
        "not your turn": "It is not your turn.",
        "no such move": "There is no move {number} now.",
        "no such card": "You have no card {letter}.",
        "no such key": "{key} does nothing here: ? shows the keys.",
        "plays": "Tab goes through what you can play.",
        "more": "{n} more",
        "prepare": "On your turn: {label}",
        "unprepare": "Take back: {label}",
        "prepared": "On your turn: {label}. Backspace takes it back.",
        "prepared fails": "What you had decided on, {label}, cannot be done now.",
        "skip": "Go on until the end of this hand",
        "connecting": "Connecting",
        "being checked": "Everybody checks your move",
        "shuffling": "Shuffling, and proving it",
        "signing terms": "Everybody signs the terms",
        "signing void": "All sign that the hand is void",
        "signing result": "Everybody signs the result",
        "dealing": "Dealing",
        "awaiting": "Waiting for {names}",
        "quiet": "silent",
        "via others": "connected through the others",
        "direct": "connected directly",
        "but quiet": "connected, but silent",
        "lobby reading": "{count} reading the terms",
        "progress": "{what} {bar} {done} of {steps}",
        "in progress": "{what} {ellipsis}",
        # chat
        "chat prompt": "Say: ",
        "phrase": "{number} {phrase}",
        "chat keys": "Enter says it, Esc does not, Tab turns chat off or on.",
        "you say": "You say: {text}",
        "nobody hears": "There is nobody at the table to talk to.",
        # the lobby
        "lobby": "The table",
        "lobby here": "{present} of {seats} are here",
        "lobby seat": "{name}, ready",
        "lobby free": "free",
        "lobby more": "There is more to these terms: F8 shows all of it.",
        "lobby code": "Your friends join with this code:",
        "lobby copy": "C copies it. They choose Join by code, or type: fairdeal join CODE",
        "lobby reveals": "The code shows the addresses of this computer: give it to your friends only.",
        "lobby wait": "The first hand begins when everybody is here.",
        "lobby computers": "The computer players sit down.",
        "lobby keys own": "+ seats a computer player, - sends one away. F8 shows the rules of this table, Esc leaves.",
        "lobby keys": "F8 shows the rules of this table, Esc leaves.",
        "lobby invited": "{host} invites you to this table:",
        "lobby terms": "You are invited to this table:",
        "lobby accept": "Enter sits down and agrees to these terms. F8 shows the rules, Esc leaves.",
        "copied": "The code has been sent to your terminal's clipboard.",
        # panels
        "panel menu": "Menu",
        "panel help": "Keys",
        "panel rules": "Rules of this table",
        "panel scores": "Scores",
        "panel last": "The last play",
        "panel log": "What has happened",
        "panel proof": "What has been proven",
        "panel settings": "Settings",
        "panel result": "The hand is over",
        "hand over": "Hand {number} is over",
        "panel ended": "The table has ended",
        "panel leave": "Leave the table?",
        "panel confirm": "Are you sure?",
        "panel rematch": "The match is over",
        "panel keys": "Esc closes",
        "panel scroll": "up and down read on",
        "panel choose": "up, down, Enter",
        "panel turn": "up, down; left, right change",
        "help help": "these keys, and the moves of this moment",
        "help sort": "sort your hand another way",
        "help chat": "talk to the others",
        "help scores": "the score sheet, who owes whom, and how the last hand ended",
        "help last": "the last play once more, and what has happened since yours",
        "help proof": "what has been proven, and words to compare aloud",
        "help log": "all that has happened",
        "help rules": "the rules of this table",
        "help settings": "colours, large cards, bell, mouse and more",
        "help leave": "leave",
        "key pageup": "Page Up",
        "key enter": "Enter",
        "key c-c": "Ctrl-C",
        "help moves": "Moves",
        "verb": "{verb}: {does}",
        "no terms yet": "The terms are not known yet.",
        "no scores": "No hand has been completed yet.",
        "sheet hand": "Hand",
        "sheet total": "Total",
        "cell": "{won} = {total}",
        "void": "void",
        "last result": "The last hand",
        "since": "Since your last move",
        "nothing": "Nothing yet.",
        "no play": "Nothing has been played yet.",
        "nothing proven": "Nothing has been dealt yet, so nothing has been proven yet.",
        "table words": "Read these words to each other, by telephone for example. If everybody has the same ones, "
        "everybody sits at the same table, and nobody sits in between:",
        "who is who": "Who sits here, and the fingerprint of each key",
        "seat key": "Seat {seat}, {name}: {key}",
        "yourself": "{name} (you)",
        "what is proven": "Checked so far, by this computer itself",
        "log so far": "The log so far has the fingerprint {digest}.",
        "closed for a fault": "The hand is void and the table closed, for {names} broke the protocol.",
        "all played": "All the hands that were agreed on are played.",
        "no other match": "The match is over, and not everybody wants another.",
        "you want no more": "You want no further hand, so the table is closed.",
        "no more": "Not everybody wants a further hand, so the table is closed.",
        "closed words": "All have signed the same log. To compare it aloud:",
        "nothing played": "No hand was played.",
        "setting": "{what}: {value}",
        "setting theme": "Colours",
        "setting speed": "Speed",
        "speed normal": "normal",
        "speed slow": "slow",
        "speed fast": "fast",
        "setting large_cards": "Large cards where there is room",
        "setting highlight": "Highlight my turn",
        "setting bell": "Ring the bell on my turn",
        "setting title": "Say it in the window's title",
        "setting chat": "Show what others say",
        "setting mouse": "Use the mouse",
        "on": "yes",
        "off": "no",
        "menu line": "{what} ({key})",
        "stay": "Stay",
        "leave later": "Leave after this hand",
        "leave now": "Leave now",
        "leave now solo": "Leave now: this hand does not count",
        "no": "No",
        "yes": "Yes",
        "another match": "This hand decides the match. Do you want another match at this table? It begins if all do.",
        "again": "You want another match; it begins if all do.",
        "enough": "No other match for you; the table closes.",
        "window": "All answer in a moment; yours: {label}.",
        "next hand": "Go on",
        "next hand, own turn": "Go on: the next hand waits for you",
        "the end": "How the table ended",
        "close": "Leave the table",
        "sorted": "Your hand is sorted by {key}.",
        "leaving": "You leave after this hand.",
        "going": "You leave the table.",
        "left": "You left the table before it had ended.",
        "left before": "You left before the table had begun.",
        # commands
        "command help": "Help",
        "command sort": "Sort",
        "command chat": "Chat",
        "command scores": "Scores",
        "command last": "Last",
        "command proof": "Proof",
        "command log": "Log",
        "command rules": "Rules",
        "command settings": "Setup",
        "command leave": "Leave",
        # endings of the program
        "not connected": "You gave up connecting.",
    }
)

HELP: TextList[tuple[str, str]] = TextList(
    (
        ("a b c ...", "choose a card, or take the choice back; so does a click"),
        ("left right space", "go to a card, and choose it"),
        ("Tab, Shift-Tab", "choose the cards of the next play that you can make, or of the one before"),
        ("1 2 3 ...", "make this move"),
        ("up down, Enter", "mark a move, and make it"),
        ("Backspace", "take back what you have chosen or decided"),
        ("Esc", "close what lies over the table; else the menu"),
    )
)
"""Keys that are no commands, each with what it does."""

HELP_LOBBY: Mapping[str, TextList[tuple[str, str]]] = {
    "own": TextList(
        (
            ("C", "copy the code"),
            ("+, -", "seat a computer player, send one away"),
        )
    ),
    "asking": TextList((("Enter", "sit down, and agree to these terms"),)),
    "all": TextList((("Esc", "close what lies over the table; else leave"),)),
}
"""Keys before the first card: at one's own table, while one is asked for a yes, and always."""

HELP_LAST: TextList[tuple[str, str]] = TextList(
    (
        ("Ctrl-L", "draw the screen anew"),
        ("Ctrl-Z", "to the background; fg brings the table back"),
    )
)
"""The keys that are least in use."""

PHRASES: TextList[str] = TextList(
    (
        "Hello!",
        "Well played.",
        "Thank you.",
        "Oh no!",
        "One moment, please.",
        "Good luck!",
        "One more hand?",
        "Good night.",
    )
)
"""What can be said with one key."""

PROVEN: Texts[str] = Texts(
    {
        "shuffle": "Shuffles: {n}. Each player in turn shuffled the encrypted deck, and proved that no card was "
        "changed, added or lost. Nobody knows the order of the cards as long as one of you shuffled honestly.",
        "shares": "Deals and openings: {n} parts. Every part of a key that opened a card was proved to be the right "
        "one, so nobody can show you a false card.",
        "mix": "Hands mixed: {n}. Each was proved to hold the same cards as before, so nobody sees which of them was "
        "drawn.",
        "move": "Moves: {n}. Each was judged by the rules on this computer, with the cards that it opened.",
        "answer": "Answers out of turn: {n}, judged in the same way.",
        "result": "Seals: {n}. Everybody signed the same result of each hand.",
        "void": "Convictions: {n}. Each holds the signed evidence against who broke the protocol.",
        "signature": "Signatures: {n}. Nothing was taken from anybody that was not signed with that player's own key.",
    }
)
"""By the kind of a contribution: how many there were, and what that proves."""

WARNINGS: Texts[str] = Texts(
    {
        "lobby": "You have not begun to play. The others go on waiting without you.",
        "lobby host": "You opened this table and nobody has begun to play. It ends if you leave now.",
        "solo": "Only computer players sit with you.",
        "solo over": "Only computer players sit with you, and nothing is left to be played.",
        "undealt": "No hand has been dealt yet. If you leave now, the table ends for everybody, and nobody pays "
        "anything.",
        "match over": "This hand decides the match, but it is not signed yet. If you leave now, the table ends for "
        "everybody, and this hand does not count. Want no other match instead: then it does.",
        "closing": "All hands are played, and their results stay. Everybody is just signing the end of the table: if "
        "you leave now, your signature may be missing there.",
        "unsealed": "The first hand is not over, and without you it cannot be finished. If you leave now, the table "
        "ends for everybody, and nobody pays anything.",
        "hand": "This hand is not over, and without you it cannot be finished. If you leave now, the table ends for "
        "everybody. This hand does not count; scores and debts stay as they were after hand {hands}.",
    }
)
"""What it costs to leave now."""


def tell(key: str, /, **values: Any) -> str:
    """The sentence of this key with its values."""
    return SENTENCES[key].format(**values)
