"""Puts the page together: one HTML file with its style, program, pictures and data.

Names and all other data become text by way of an element tree, or JSON in which no character can end its element.
Should markup get through all the same, the page's own policy allows no program but `page.js` and no request at all.
"""

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from xml.etree.ElementTree import Element, SubElement, tostring

from cli.history.listing import title_of
from cli.history.page import pictures
from cli.history.page.story import Json, Story, spoken
from cli.history.recorded import Hand, Recorded
from cli.history.sentences import PROVEN, UI, say
from cli.history.sight import Own
from cli.language import translated
from cli.presenter import options_line, short
from engine.contract import Seat
from engine.ledger import settle
from protocol.identity import fingerprint

SIGNS: Mapping[str, Sequence[str]] = {
    "start": ["M3 3h3v14H3zM17 3v14L7 10z"],
    "back": ["M14 3v14L4 10z"],
    "play": ["M5 2v16l13-8z", "M4 3h4v14H4zM12 3h4v14h-4z"],
    "forward": ["M6 3v14l10-7z"],
    "end": ["M14 3h3v14h-3zM3 3v14l10-7z"],
}
"""By button: the outlines on it; of the second of two, which takes turns with the first, while it plays by itself."""


def page(table: Recorded, own: Own | None = None, bottom: Seat = 0) -> str:
    """The page; with `own`, the owner's faces are in it too. `bottom` is the seat that is drawn nearest."""
    story = Story(table, own)
    hands = story.hands()
    style, program = _asset("page.css"), _asset("page.js")
    names = story.teller.names
    title = say("page title", title=title_of(table.genesis.terms.game), players=", ".join(names))
    root = Element("html", {"lang": translated("en", "code of this language")})
    head = SubElement(root, "head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": _policy(style, program)})
    SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    SubElement(head, "meta", {"name": "referrer", "content": "no-referrer"})
    SubElement(head, "meta", {"name": "color-scheme", "content": "light dark"})
    SubElement(head, "title").text = title
    SubElement(head, "style").text = style
    body = SubElement(root, "body")
    body.append(pictures.symbols(story.shown))
    header = SubElement(body, "header")
    SubElement(header, "h1").text = title
    SubElement(header, "p").text = _terms(table, mine=bool(own))
    main = SubElement(body, "main")
    if hands:
        main.append(_viewer())
    main.append(_results(table, story))
    main.append(_proof(table, names))
    data: Json = {
        "names": list(names),
        "bottom": bottom,
        "hands": hands,
        "cards": {card.name: spoken(card) for card in sorted(story.shown)},
        "text": dict(UI),
    }
    SubElement(body, "script", {"type": "application/json", "id": "data"}).text = embedded(data)
    SubElement(body, "script").text = program
    return "<!DOCTYPE html>\n" + tostring(root, encoding="unicode", method="html") + "\n"


def embedded(data: Json) -> str:
    """JSON that is safe inside a script element: nothing in it can end that, or start another one."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _asset(name: str) -> str:
    return files("cli.history.page").joinpath(name).read_text(encoding="utf-8")


def _policy(style: str, program: str) -> str:
    """No request of any kind, and no style or program but these two (Content Security Policy, level 2)."""
    allowed = [f"{kind}-src '{_digest(text)}'" for kind, text in (("style", style), ("script", program))]
    return "; ".join(["default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"])


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(sha256(text.encode()).digest()).decode()


def _terms(table: Recorded, *, mine: bool) -> str:
    terms = table.genesis.terms
    options = options_line(terms.game, terms.match(table.genesis.n).options)
    told = [say("page terms", stake=terms.stake, hands=table.report.hands), options]
    return " ".join([*told, say("page mine")] if mine else told)


# -- the parts ------------------------------------------------------------------------------------------------------


def _viewer() -> Element:
    """Where the program draws the table; what it says without a program."""
    section = Element("section", {"id": "viewer", "aria-label": UI["table"]})
    SubElement(SubElement(section, "noscript"), "p").text = say("page no program")
    bar = SubElement(section, "div", {"id": "controls", "role": "toolbar"})
    _labelled(bar, "select", "hand")
    for name in ("start", "back", "play", "forward", "end"):
        button = SubElement(bar, "button", {"type": "button", "id": name, "title": UI[name], "aria-label": UI[name]})
        for sign in SIGNS[name]:
            icon = SubElement(button, "svg", {"viewBox": "0 0 20 20", "aria-hidden": "true"})
            SubElement(icon, "path", {"d": sign})
    _labelled(bar, "input", "step", {"type": "range", "min": "0", "value": "0"})
    SubElement(bar, "output", {"id": "place", "for": "step"})
    _labelled(bar, "select", "speed")
    later = SubElement(bar, "label", {"class": "check"})
    SubElement(later, "input", {"type": "checkbox", "id": "later", "checked": ""}).tail = UI["later"]
    SubElement(section, "div", {"id": "felt"})
    SubElement(section, "div", {"id": "told", "role": "status", "aria-live": "polite"})
    SubElement(section, "p", {"class": "keys"}).text = say("page keys")
    details = SubElement(section, "details", {"id": "log"})
    SubElement(details, "summary").text = UI["log"]
    SubElement(details, "ol", {"id": "lines"})
    return section


def _labelled(bar: Element, tag: str, name: str, settings: Mapping[str, str] | None = None) -> None:
    label = SubElement(bar, "label")
    SubElement(label, "span").text = UI[name]
    SubElement(label, tag, {"id": name, **(settings or {})})


def _results(table: Recorded, story: Story) -> Element:
    """Every hand with how it ended and what it moved; the sums; who owes whom."""
    section = _section(say("page results"))
    names = story.teller.names
    wide = SubElement(section, "div", {"class": "scroll"})
    listed = SubElement(wide, "table")
    _row(SubElement(listed, "thead"), "th", [say("page hand"), say("page ending"), *names])
    rows = SubElement(listed, "tbody")
    for hand in table.hands:
        ending = " ".join(_ending(story, hand))
        moved = (0,) * len(names) if hand.sealed is None else hand.sealed.payments
        _row(rows, "td", [str(hand.number), ending, *[f"{amount:+}" if amount else "0" for amount in moved]])
    ledger = table.report.ledger
    _row(SubElement(listed, "tfoot"), "td", ["", say("page sum"), *[f"{sum_:+}" if sum_ else "0" for sum_ in ledger]])
    owed = [say("owes", payer=names[payer], payee=names[payee], amount=sum_) for payer, payee, sum_ in settle(ledger)]
    _list(section, owed or [say("level")])
    return section


def _ending(story: Story, hand: Hand) -> list[str]:
    """What the last step of a hand tells of its ending."""
    return story.teller.ending(hand)


def _proof(table: Recorded, names: Iterable[str]) -> Element:
    """What was checked before this page was written, what that means, and how anybody checks it again."""
    section = _section(say("page proof"))
    report = table.report
    SubElement(section, "p").text = say("page closed" if report.closed else "page open")
    checked = [(kind, report.proven[kind]) for kind in PROVEN if report.proven.get(kind)]
    _list(section, [say("page checked", what=PROVEN[kind], n=n) for kind, n in checked])
    players = zip(names, table.genesis.keys, strict=True)
    _list(section, [say("page key", name=name, key=fingerprint(key)) for name, key in players])
    digest = short(bytes.fromhex(report.digest))
    for line in (say("page digest", digest=digest, table=report.table), say("page again")):
        SubElement(section, "p").text = line
    return section


def _section(title: str) -> Element:
    section = Element("section")
    SubElement(section, "h2").text = title
    return section


def _list(section: Element, lines: Iterable[str]) -> None:
    listed = SubElement(section, "ul")
    for line in lines:
        SubElement(listed, "li").text = line


def _row(parent: Element, tag: str, cells: Iterable[str]) -> None:
    row = SubElement(parent, "tr")
    for cell in cells:
        SubElement(row, tag).text = cell
