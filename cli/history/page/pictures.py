"""Cards as pictures: SVG symbols, drawn from a few shapes. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from engine.cards import JOKER_SUIT, RANKS, SUITS, Card

WIDTH, HEIGHT = 100, 140
BACK = "back"

_SHAPES: Mapping[str, str] = {
    "H": "M0 42C-62-2-48-42-24-42C-10-42-2-33 0-24C2-33 10-42 24-42C48-42 62-2 0 42Z",
    "D": "M0-48Q14-18 36 0Q14 18 0 48Q-14 18-36 0Q-14-18 0-48Z",
    "S": "M0-46C10-24 46-8 46 14C46 34 18 38 6 20C7 32 12 42 20 46L-20 46C-12 42-7 32-6 20C-18 38-46 34-46 14"
    "C-46-8-10-24 0-46Z",
    "C": "M-20-20A20 20 0 1 1 20-20A20 20 0 0 1 14-7A20 20 0 1 1 6 22C7 34 12 42 20 46L-20 46C-12 42-7 34-6 22"
    "A20 20 0 1 1-14-7A20 20 0 0 1-20-20Z",
    "star": "M0-46L11-15L44-14L18 6L27 38L0 19L-27 38L-18 6L-44-14L-11-15Z",
}
"""By suit: its outline around the origin, about 100 wide and high."""

_LEFT, _MIDDLE, _RIGHT = 32, 50, 68
_TOP, _BOTTOM = 34, 106
_PIPS: Mapping[int, Sequence[tuple[float, float]]] = {
    1: [(_MIDDLE, 70)],
    2: [(_MIDDLE, _TOP), (_MIDDLE, _BOTTOM)],
    3: [(_MIDDLE, _TOP), (_MIDDLE, 70), (_MIDDLE, _BOTTOM)],
    4: [(x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, _BOTTOM)],
    5: [(_MIDDLE, 70), *[(x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, _BOTTOM)]],
    6: [(x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, 70, _BOTTOM)],
    7: [(_MIDDLE, 52), *[(x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, 70, _BOTTOM)]],
    8: [(_MIDDLE, 52), (_MIDDLE, 88), *[(x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, 70, _BOTTOM)]],
    9: [(_MIDDLE, 70), *[(x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, 58, 82, _BOTTOM)]],
    10: [(_MIDDLE, 46), (_MIDDLE, 94), *[(x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, 58, 82, _BOTTOM)]],
}
"""By number of pips: where their middles are. Those in the lower half stand on their heads."""

_CROWNS: Mapping[str, str] = {
    "K": "M38 54L35 41L44 47L50 38L56 47L65 41L62 54Z",
    "Q": "M41 54L39 45L46 49L50 41L54 49L61 45L59 54Z",
}


class Pip(NamedTuple):
    """A suit on a card: which, where its middle is, how large, and whether it stands on its head."""

    suit: str
    x: float
    y: float
    size: float
    turned: bool = False
    kind: str = ""


def symbols(cards: Iterable[Card]) -> Element:
    """An invisible SVG with one symbol for each suit, for each card, and for a back; see `symbol_id`."""
    root = Element("svg", {"width": "0", "height": "0", "aria-hidden": "true", "class": "symbols"})
    for name, path in _SHAPES.items():
        SubElement(_symbol(root, f"suit-{name}", "-50 -50 100 100"), "path", {"d": path})
    _back(_symbol(root, symbol_id(None)))
    for card in sorted(cards):
        _face(_symbol(root, symbol_id(card)), card)
    return root


def symbol_id(card: Card | None) -> str:
    """The name of the symbol of this card; of a back for None."""
    return f"card-{BACK if card is None else card.name}"


def _symbol(root: Element, name: str, box: str = f"0 0 {WIDTH} {HEIGHT}") -> Element:
    return SubElement(root, "symbol", {"id": name, "viewBox": box})


def _paper(symbol: Element, kind: str) -> None:
    size = {"width": str(WIDTH - 2), "height": str(HEIGHT - 2)}
    SubElement(symbol, "rect", {"x": "1", "y": "1", **size, "rx": "9", "class": kind})


def _back(symbol: Element) -> None:
    _paper(symbol, "paper")
    SubElement(symbol, "rect", {"x": "8", "y": "8", "width": "84", "height": "124", "rx": "5", "class": "back"})
    for x in (29, 50, 71):
        for y in (28, 56, 84, 112):
            _suit(symbol, Pip("D", x, y, 16, kind="weave"))


def _face(symbol: Element, card: Card) -> None:
    _paper(symbol, "paper")
    if card.suit == JOKER_SUIT:
        _joker(symbol, card)
        return
    suit, rank = SUITS[card.suit], RANKS[card.rank]
    inked = SubElement(symbol, "g", {"class": "red" if suit in "DH" else "black"})
    for turned in (False, True):
        corner = SubElement(inked, "g", {"transform": f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})"} if turned else {})
        _text(corner, "10" if rank == "T" else rank, 15, 24, 16 if rank == "T" else 22)
        _suit(corner, Pip(suit, 14, 36, 15))
    if card.rank < 10:
        pips = _PIPS[card.rank + 1]
        size = 44 if card.rank == 0 else 20
        for x, y in pips:
            _suit(inked, Pip(suit, x, y, size, turned=y > HEIGHT / 2))
    else:
        _court(inked, suit, rank)


def _court(inked: Element, suit: str, rank: str) -> None:
    """A frame with a large letter between two suits, a crown above it for the king and the queen."""
    SubElement(inked, "rect", {"x": "26", "y": "20", "width": "48", "height": "100", "rx": "4", "class": "frame"})
    _text(inked, rank, 50, 92, 44)
    _suit(inked, Pip(suit, 36, 32, 14))
    _suit(inked, Pip(suit, 64, 108, 14, turned=True))
    if rank in _CROWNS:
        SubElement(inked, "path", {"d": _CROWNS[rank]})


def _joker(symbol: Element, card: Card) -> None:
    inked = SubElement(symbol, "g", {"class": "red" if card.rank == 0 else "black"})
    _suit(inked, Pip("star", 50, 70, 60))
    for turned in (False, True):
        corner = SubElement(inked, "g", {"transform": f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})"} if turned else {})
        _text(corner, card.name, 19, 24, 18)


def _suit(parent: Element, pip: Pip) -> None:
    place = f"translate({pip.x:g} {pip.y:g}) scale({pip.size / 100:g})" + (" rotate(180)" if pip.turned else "")
    kind = {"class": pip.kind} if pip.kind else {}
    SubElement(parent, "path", {"d": _SHAPES[pip.suit], "transform": place, **kind})


def _text(parent: Element, text: str, x: float, y: float, size: float) -> None:
    place = {"x": f"{x:g}", "y": f"{y:g}", "font-size": f"{size:g}", "text-anchor": "middle"}
    SubElement(parent, "text", place).text = text
