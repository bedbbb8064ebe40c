"""What the start screen says: a table of templates."""

from cli.language import Texts

START: Texts[str] = Texts(
    {
        # headings of pages
        "page menu": "fairdeal",
        "page play": "Play now, against computer players",
        "page host": "Host a table for friends",
        "page options": "House rules",
        "page join": "Join by code",
        "page history": "History",
        "page settings": "Settings",
        "page games": "Rules",
        "page rules": "Rules: {title}",
        "page name": "Your name",
        "page help": "Help",
        # the menu
        "greeting": "Hello, {name}. Cards among friends, dealt by all of you together: nobody can cheat, and nobody "
        "has to be trusted.",
        "menu play": "Play now",
        "menu host": "Host a table",
        "menu join": "Join by code",
        "menu history": "History",
        "menu settings": "Settings",
        "menu rules": "Rules",
        "menu quit": "Quit",
        # what is to be typed
        "ask name": "What shall the others call you?",
        "ask code": "Type or paste the code that your friend gave you:",
        "name set": "The others will see you as {name}.",
        "no code": "Type the code first; your friend sees it on the screen after Host a table.",
        # a table
        "about play": "The other seats are taken by computer players, on this computer.",
        "about host": "You get a code to pass on. Who joins sees these rules before sitting down.",
        "field": "{name} < {value} >",
        "link": "{name} {value} ...",
        "field game": "Game",
        "field preset": "Rules",
        "field house rules": "House rules",
        "field seats": "Players",
        "field stake": "Stake",
        "field hands": "Ends",
        "open end": "when somebody leaves",
        "so many hands": "after hand {n}",
        "as preset": "none",
        "change": "{name} = {value}",
        "begin play": "Begin",
        "begin host": "Open the table",
        "option": "{name} < {value} >",
        "option fixed": "{name}   {value}",
        "preset usual": "The usual rules.",
        "not here": "{help} It can only be set on the command line.",
        "no step": "There is no other value.",
        "yes": "yes",
        "no": "no",
        "none": "none",
        # the rest
        "setting name": "Name: {name}",
        "reading": "Looking for your tables ...",
        "no history": "You have not sat at any table yet.",
        "replay": "To see a table again, card by card: fairdeal replay NUMBER",
        "help": "Up and down mark a line, Enter chooses it, left and right change what it says. Esc goes back. At a "
        "table:",
        "keys menu": "arrows, Enter",
        "keys form": "arrows change, Enter begins",
        "keys turn": "arrows change, Esc goes back",
        "keys list": "arrows, Enter",
        "keys read": "arrows read on",
        "keys type": "Enter when done, Esc goes back",
        "keys first": "Enter when done",
        "key help": "F1 Help",
        "key back": "Esc Back",
        "key quit": "F10 Quit",
        "ended": "The table has ended.",
    }
)
