"""What is said at every table, whatever the game: one table of templates. See `cli.language`."""

from collections.abc import Mapping
from typing import Any

from cli.language import Count, Texts

SENTENCES: Texts[str] = Texts(
    {
        # before the first card
        "code": "Invite code, to be passed on to your friends:",
        "how to join": "They join with: fairdeal join CODE",
        "terms": "{title} for {seats} players, at a stake of {stake}, {hands}, {clock}.",
        "no terms": "The host offers a game that this version of fairdeal does not know.",
        "open end": "until somebody leaves",
        "no clock": "without a clock",
        "clock": "with {seconds} seconds for a move",
        "preset": "Rules: {preset}.",
        "preset but": "Rules: {preset}, but {changes}.",
        "preset words": "{name} ({words})",
        "no preset": "the usual ones",
        "change": "{words} ({name}) = {value}",
        "house rule": "House rule: {words} ({name}): {value} instead of {usual}.",
        "arrived": "{name} is here: {present} of {seats}.",
        "departed": "{name} has left: {reason}.",
        "seated": "Everybody is here. Around the table: {players}.",
        "player": "{name}",
        "you, the player": "{name}, which is you",
        "seen as": "The others will see you as {name}; to be called otherwise, give --name NAME once.",
        "greeting": "Type help at any time to see what you can type.",
        "accept": "Do you sit down at this table? Type yes or no.",
        "accepted": "You sit down; the game begins when everybody is here.",
        "declined": "You did not sit down at this table.",
        # names
        "computer": "{name}-bot",
        "twin": "{name} (seat {seat})",
        "you": "You",
        # while it goes on
        "new hand": "Hand {number}.",
        "shuffling": "Shuffling: {done} of {steps} steps.",
        "choose": "{number} {choice}.",
        "choose group": "{group}: {items}.",
        "choose item": "{number} {item}",
        "from to": "{least} to {most}",
        "and more": "and {n} more",
        "so many": "{n} ways",
        "list more": "Type more to see all, or name the cards.",
        "watching": "You may act now, out of turn; an empty line lets the moment pass.",
        "prompt": "> ",
        "reading": "Somebody is reading the terms of your table and has not sat down yet.",
        "reading many": "{count} players are reading the terms of your table and have not sat down yet.",
        "line direct": "{name} is heard again.",
        "line relayed": "{name} is reached through the others now.",
        "line quiet": "Nothing is heard of {name} at the moment.",
        "lost": "The line to {name} is lost: {reason}.",
        "has left": "{name} has left the table.",
        "grace left": "The table ends in {seconds} seconds.",
        "hurry": "{seconds} seconds are left for your move.",
        "own time up": "Your time is up. The others see it, and may go on waiting or leave.",
        "own time up solo": "Your time is up.",
        "time up": "The time of {names} is up. You may go on waiting, or leave: what has been sealed stays.",
        "grace": "The table ends in {seconds} seconds unless it comes back.",
        "back": "{name} is back.",
        "chat": "{name} says: {text}",
        "chat too much": "{name} says too much at once; the rest is not shown until it pauses.",
        "muted": "Muted: {names}.",
        "unmuted": "No longer muted: {names}.",
        "nobody called": "Nobody else here is called {name!r}; type who for the names.",
        "waiting": "Waiting for {names}.",
        "waiting nobody": "Nobody is waited for; the programs are at work.",
        "waited": "In the end everybody was waiting for {names}.",
        "and": "{names} and {last}",
        "comma": ", ",
        "convicted": "Seat {seat}, {name}, broke the protocol: {reason}.",
        "voided": "The hand is void. Convicted: {convicted}. Payments: {payments}.",
        "convict": "{name} (seat {seat})",
        "payment": "{name} {amount}",
        # the end
        "owes": "{payer} owes {payee} {amount}.",
        "you owe": "You owe {payee} {amount}.",
        "owes you": "{payer} owes you {amount}.",
        "level": "Nobody owes anything.",
        "closed without": "The table is closed. All but {names} have signed the same log; its fingerprint: {digest}.",
        "closed": "The table is closed. All have signed the same log; compare its fingerprint: {digest}.",
        "no transcript": "The transcript could not be written to {path}: {reason}.",
        "port taken": "The port is in use; choose another one with --port.",
        "system": "The system refuses: {reason}.",
        "transcript": "The transcript is in {path}.",
        # commands
        "help": "Type the number of a move, or the move itself:",
        "help none": "Nothing is awaited from you now. Commands:",
        "help commands": "Other commands:",
        "also": "In other words: {words}.",
        "no hand yet": "There are no cards yet.",
        "no score yet": "No hand has been finished yet.",
        "no table yet": "The table is not full yet: {present} of {seats} are here.",
        "not now": "It is not your turn.",
        "no question": "You are not being asked anything.",
        "no such number": "There is no move number {number}; there are {numbers}.",
        "which command": "There is no command {word!r}; type help for those there are.",
        "near command": "There is no command {word!r}; did you mean {near}?",
        "say what": "Say what? For example: say well played",
        "sorted": "Hands are sorted by {key}.",
        "sorts": "Hands can be sorted by {keys}.",
        "leaving": "You leave after this hand.",
        "match over": "This hand decides the match. Another match at this table? Type yes or no.",
        "again": "You want another match; it begins if all do.",
        "enough": "No other match for you; the table closes.",
        "quit": "The hand is not over, and without you it cannot be finished. "
        "Type quit again to leave at once, or leave to go after this hand.",
        "skipping": "You let every moment pass until the end of this hand; type ask to be asked again.",
        "asking": "You are asked again after every move.",
        "proof": "Checked so far, by this computer: {counts}.",
        "proof nothing": "Nothing has been dealt yet, so nothing is proven yet.",
        "proof hands": "Hands sealed by all: {hands}. Log so far: {digest}.",
        "who": "Seat {seat}: {name}, key {fingerprint}.",
        # verify
        "unreadable": "{file} cannot be read: {reason}.",
        "verify table": "{title} with {seats} seats; {hands} sealed by all.",
        "verified": "Checked: {counts}.",
        "verify hand": "Hand {number}, {outcome}: {payments}.",
        "outcome void": "void",
        "verify closed without": "OK. Closed, and signed by all but {names}; fingerprint {digest}.",
        "verify closed": "OK. Closed and signed by all; fingerprint {digest}.",
        "verify open": "OK as far as it goes: the table was not closed, and nothing is known of what followed; "
        "fingerprint {digest}.",
        "verify fails": "Does not verify: {reason}.",
        "evidence": "This evidence convicts seat {seat}, {name}, key {fingerprint}: {reason}.",
        "evidence fails": "This evidence convicts nobody: {reason}.",
        "evidence kept": "What convicts them is kept beside the table's transcript; fairdeal verify reads it.",
        # rules and options
        "rules title": "{title}. {options}",
        "options title": "{title} can be played by many rules: by one preset or several, with options on top.",
        "presets": "Presets, chosen with --preset NAME:",
        "preset plain": "{name}: {words}, with all options as listed below.",
        "preset line": "{name}: {words}; {changes}.",
        "preset needs": "Not alone, but after one of these: {presets}.",
        "options": "Options with their usual values, changed with --option NAME=VALUE:",
        "option line": "{name}={default}: {help} Values: {kind}.",
        "options example": "Put a value with brackets into quotes. Give the same --preset and --option to fairdeal "
        "rules {game} to read the game as they make it, and to fairdeal play {game} or fairdeal host {game} to play.",
        # measurements
        "bench mult": "One scalar multiplication: {us} microseconds.",
        "bench deck": "A deck of {cards} cards: shuffle {shuffle_ms} ms, prove {prove_ms} ms, verify {verify_ms} ms; "
        "proof {proof_bytes} bytes.",
        "bench game": "Rules of {game}: {moves} moves a second.",
        "selfplay table": "{title}, {seats} computer players, {hands}.",
        "selfplay hand": "Hand {n}, {outcome}: {paid}.",
        "selfplay none": "Hand {n}, {outcome}: nobody pays.",
        "selfplay digest": "All seats hold the same log: {digest}.",
        "selfplay fork": "The seats hold different logs: {digest}.",
        "measured first deal": "From the last seat connected to all cards in hand: {value} s.",
        "measured between hands": "From a sealed hand to all cards of the next in hand: {value} s.",
        "measured move": "From a move to its effect at every other seat: {value} ms.",
        "measured bytes": "Sent by each seat for each hand: {value} bytes.",
        "measured messages": "Sent by each seat for each hand: {value} messages.",
        "measured mult": "One scalar multiplication: {value} microseconds.",
        "measured memory": "Most memory used by all seats together: {value} MiB.",
        "forked": "The seats hold different logs.",
        # without a full screen
        "plain start": "There is no full screen here, so fairdeal is used by commands. "
        "To play your first hand, type: fairdeal play tonk",
        # endings of the program
        "left": "You left the table before it had ended.",
        "input ended": "The input has ended, so you left the table.",
        "input ended unaccepted": "The input has ended before you accepted the terms, so you did not sit down; "
        "with --yes nobody is asked.",
        "ended badly": "The table ended unfinished.",
    }
)

COMMANDS: Texts[str] = Texts(
    {
        "help": "help: this list.",
        "moves": "moves: the numbered moves once more.",
        "more": "more: all moves, where the list was cut short.",
        "hand": "hand: your cards.",
        "table": "table: what lies on the table, and whose turn it is.",
        "scores": "scores: the scores so far.",
        "rules": "rules: the rules of this table.",
        "proof": "proof: what has been proven so far.",
        "who": "who: the players and their fingerprints.",
        "wait": "wait: whom the table waits for.",
        "sort": "sort WORD: sort your hand another way.",
        "say": "say WORDS: talk to the others.",
        "mute": "mute NAME: see no more of what this player says; mute alone is for all.",
        "unmute": "unmute NAME: see it again.",
        "skip": "skip: let all moments pass in which you might act out of turn, until the end of the hand.",
        "ask": "ask: be asked again.",
        "yes": "yes: when you are asked, sit down or play another match.",
        "no": "no: when you are asked, do not.",
        "leave": "leave: leave after this hand.",
        "quit": "quit: leave at once.",
    }
)
"""The commands at any prompt, each with its line of help."""

HANDS = Count("for 1 hand", "for {n} hands")
PLAYED = Count("1 hand", "{n} hands")

PROVEN: Mapping[str, Count] = {
    "shuffle": Count("1 shuffle", "{n} shuffles"),
    "shares": Count("1 batch of decryption shares", "{n} batches of decryption shares"),
    "mix": Count("1 mix of a hand", "{n} mixes of hands"),
    "move": Count("1 move", "{n} moves"),
    "answer": Count("1 answer", "{n} answers"),
    "result": Count("1 seal", "{n} seals"),
    "void": Count("1 conviction", "{n} convictions"),
    "signature": Count("1 signature", "{n} signatures"),
}
"""By the kind of a contribution: how many of them were checked."""


def say(key: str, /, **values: Any) -> str:
    """The sentence of this key with its values."""
    return SENTENCES[key].format(**values)


def number_of(kind: str, n: int) -> str:
    """So many of what `PROVEN` names."""
    return PROVEN[kind].of(n)
