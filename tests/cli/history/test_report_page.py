"""The page: one file that asks for nothing, in which no name is markup and no card is shown that was never opened."""

import base64
import json
import re
from collections.abc import Callable
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from cli.history.page import pictures
from cli.history.page.build import embedded, page
from cli.history.scenes import Teller
from cli.history.sight import Sight
from engine.cards import CARDS, Card
from engine.contract import Turn
from tests.cli.history.nights import NIGHTS, SHOWN, Night, voided

VOID = {"meta", "input"}
HANDS_OPEN = "~"


class Page(HTMLParser):
    """What a browser makes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        """Texts outside of style and scripts."""
        self.raw: list[tuple[str, dict[str, str | None], str]] = []
        """Styles and scripts."""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("style", "script"):
            self.raw.append((self.open[-1], self.tags[-1][1], data))
        elif data.strip():
            self.words.append(data)

    @property
    def data(self) -> Any:
        """What the program steps through."""
        [text] = [text for _, attrs, text in self.raw if attrs.get("id") == "data"]
        return json.loads(text)


@pytest.fixture(params=sorted(NIGHTS))
def night(request: pytest.FixtureRequest) -> Night:
    played: Night = NIGHTS[request.param]()
    return played


def parsed(night: Night) -> Page:
    return Page(page(night.table))


def test_names_are_text_and_nothing_else() -> None:
    night = NIGHTS["tonk"]()
    made = parsed(night)
    assert made.open == []
    assert made.data["names"] == list(SHOWN)
    for name in SHOWN:
        assert any(name in words for words in made.words)
    assert not {tag for tag, _ in made.tags} & {"img", "b", "a", "link", "iframe", "object", "base", "form"}
    assert [tag for tag, _ in made.tags].count("script") == 2
    assert [tag for tag, _ in made.tags].count("style") == 1
    assert not [name for _, attrs in made.tags for name in attrs if name.startswith("on") or name == "style"]


def test_the_title_shows_the_names() -> None:
    made = page(NIGHTS["tonk"]().table)
    [title] = re.findall("<title>(.*?)</title>", made)
    assert title == f"Tonk: {', '.join(escape(name, quote=False) for name in SHOWN)}"


def test_no_text_ends_its_script() -> None:
    hostile = {"a": ["</script><script>alert(1)</script>", "<!--", "]]>", "&lt;", "\u2028\u2029", "\\", '"']}
    made = embedded(hostile)
    assert json.loads(made) == hostile
    assert not set(made) & set("<>&\u2028\u2029")


def test_nothing_is_asked_of_any_network(night: Night) -> None:
    text = page(night.table)
    made = Page(text)
    for _, attrs in made.tags:
        for name in ("src", "href", "action", "data", "poster", "srcset"):
            assert (attrs.get(name) or "#").startswith("#")
    style = next(text for tag, _, text in made.raw if tag == "style")
    program = next(text for tag, attrs, text in made.raw if tag == "script" and not attrs)
    assert "url(" not in style
    assert "@import" not in style
    assert set(re.findall(r"https?://[\w./]+", text)) == {"http://www.w3.org/2000/svg"}
    for word in ("fetch", "XMLHttpRequest", "import(", "innerHTML", "eval", "document.write", "WebSocket"):
        assert word not in program


def test_arrow_keys_work_after_a_click_on_a_button() -> None:
    """A button that was clicked has the focus: of the keys it may keep none but the space bar."""
    made = parsed(NIGHTS["thirteen"]())
    program = next(text for tag, attrs, text in made.raw if tag == "script" and not attrs)
    [(spaced, others)] = re.findall(r'event.key === " " \? "([^"]*)" : "([^"]*)"', program)
    assert "button" in spaced
    assert others == "input[type=range], select"
    assert any("space to play by itself" in words for words in made.words)


def test_long_names_do_not_push_sums_off_a_narrow_screen() -> None:
    style = next(text for tag, _, text in parsed(NIGHTS["tonk"]()).raw if tag == "style")
    [heads] = re.findall(r"th:nth-child\(n\+3\) \{([^}]*)\}\ntfoot", style)
    assert "white-space: normal" in heads
    assert "overflow-wrap: anywhere" in heads


def test_its_policy_allows_just_its_own_style_and_program(night: Night) -> None:
    made = parsed(night)
    [policy] = [attrs["content"] for tag, attrs in made.tags if attrs.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    for kind, tag in (("style-src", "style"), ("script-src", "script")):
        text = next(text for of, attrs, text in made.raw if of == tag and not attrs)
        assert rules[kind] == f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


def test_steps_are_what_everybody_was_told(night: Night) -> None:
    made = parsed(night)
    teller = Teller(night.table, Sight(public=True))
    assert [hand["number"] for hand in made.data["hands"]] == list(night.table.numbers)
    for told in made.data["hands"]:
        scenes = teller.scenes(told["number"])
        assert [without_signs(step["told"]) for step in told["steps"]] == [list(scene.told) for scene in scenes]


def without_signs(lines: list[str]) -> list[str]:
    """Cards in letters, as plain lines show them."""
    signs = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
    return ["".join(signs.get(letter, letter) for letter in re.sub("10(?=[♣♦♥♠])", "T", line)) for line in lines]


def test_hands_show_what_is_open_and_what_was_opened_later(night: Night) -> None:
    made = parsed(night)
    hidden = 0
    for told in made.data["hands"]:
        hands = night.table.numbered(told["number"])
        frames = [
            (hand, frame)
            for hand in hands
            for frame, _ in Teller(night.table, Sight(public=True)).steps(hand)
            if frame is not None
        ]
        for step, (hand, frame) in zip(told["steps"], frames, strict=True):
            state = frame.last.state
            following = state.next
            assert step["acts"] == (list(following.seats) if isinstance(following, Turn) else [])
            for seat, cards in enumerate(step["hands"]):
                held = state.held[seat] if state.held else ()
                assert len(cards) == len(held)
                open_now = sorted(state.open[slot].name for slot in held if slot in state.open)
                later = sorted(hand.faces[slot].name for slot in held if slot in hand.faces and slot not in state.open)
                assert sorted(card for card in cards if card and not card.startswith(HANDS_OPEN)) == open_now
                assert sorted(card[1:] for card in cards if card.startswith(HANDS_OPEN)) == later
                hidden += cards.count("")
            on_table = {card for _, cards, _, _ in step["piles"] for card in cards}
            assert on_table <= {card.name for card in state.open.values()}
    assert hidden > 0 or night.genesis.terms.game == "thirteen"


def test_own_cards_are_shown_only_where_the_player_wants_it() -> None:
    night = NIGHTS["pitch"]()
    own = night.notes(0).faces
    # A mixed hand has new slots: a card that was seen in one may be opened in another.
    [opened] = [set(hand.faces.values()) for hand in night.table.hands]
    private = {card for faces in own.values() for card in faces.values()} - opened
    assert private
    without, mine = page(night.table), page(night.table, own)
    for card in private:
        assert f'"{card.name}"' not in without
        assert f'"~{card.name}"' in mine
    assert "This page also shows cards that only one player saw." in mine
    assert "only one player" not in without


def test_every_card_has_its_picture_and_its_name(night: Night) -> None:
    made = parsed(night)
    drawn = {attrs["id"] for tag, attrs in made.tags if tag == "symbol"}
    shown = set(made.data["cards"])
    assert {f"card-{card}" for card in shown} | {"card-back"} == {name for name in drawn if name and "card-" in name}
    used = {
        card.removeprefix(HANDS_OPEN)
        for hand in made.data["hands"]
        for step in hand["steps"]
        for cards in (*step["hands"], *[pile[1] for pile in step["piles"]])
        for card in cards
        if card
    }
    assert used == shown


def test_results_and_proofs_stand_in_the_page_itself(night: Night) -> None:
    words = " ".join(parsed(night).words)
    for hand in night.table.hands:
        assert hand.sealed is not None
    for name in Teller(night.table, Sight()).names:
        assert f"{name} signed with the key" in words
    assert night.table.report.table in words
    assert f"as went in: {night.table.report.proven['shuffle']}" in words


def test_a_void_hand_is_told_as_one() -> None:
    made = Page(page(voided().table))
    assert "The hand is void. Convicted: Bob. Payments: Ann +2, Bob -2." in " ".join(made.words)
    steps = made.data["hands"][0]["steps"]
    assert steps[-1]["told"][-1].startswith("The hand is void.")
    assert len(steps[-1]["hands"]) == 2


# -- pictures -----------------------------------------------------------------------------------------------------


def pips(card: Card) -> list[tuple[float, float]]:
    """The middles of the large suits on a card."""
    root = pictures.symbols([card])
    [symbol] = [one for one in root if one.get("id") == pictures.symbol_id(card)]
    inked = next(group for group in symbol if group.tag == "g")
    places = [path.get("transform") or "" for path in inked if path.tag == "path"]
    found = [re.match(r"translate\(([\d.]+) ([\d.]+)\)", place) for place in places]
    return [(float(match[1]), float(match[2])) for match in found if match]


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_picture_shows_its_rank(card: Card) -> None:
    root = pictures.symbols([card])
    [symbol] = [one for one in root if one.get("id") == pictures.symbol_id(card)]
    texts = {text.text for text in symbol.iter("text")}
    colours = {group.get("class") for group in symbol if group.tag == "g"}
    if card.name in ("JR", "JB"):
        assert texts == {card.name}
    else:
        assert texts == {"10" if card.name[0] == "T" else card.name[0]}
        assert colours == {"red" if card.name[1] in "DH" else "black"}
    if card < 52 and card.rank < 10:
        middles = pips(card)
        assert len(set(middles)) == card.rank + 1
        # As many to the left as to the right of the middle.
        assert sum(x for x, _ in middles) == 50 * len(middles)


# -- the command --------------------------------------------------------------------------------------------------


def test_the_command_writes_the_page(
    folder: Path, tmp_path: Path, told: Callable[..., str], refused: Callable[..., str]
) -> None:
    night = NIGHTS["thirteen"]()
    night.keep(folder, 1)
    name = f"thirteen-{night.genesis.table.hex()[:8]}.html"
    assert told("report", "1") == (
        f"The page is in {name}.\nCards that only you saw are left out; --mine shows them, too.\n"
    )
    assert (tmp_path / name).read_text(encoding="utf-8") == page(night.table)
    assert told("report", "1", "--mine", "-o", "mine.html") == "The page is in mine.html.\n"
    assert (tmp_path / "mine.html").read_text(encoding="utf-8") == page(night.table, night.notes(1).faces, 1)
    assert refused("report", "1", "-o", "no/where.html") == (
        "The page cannot be written to no/where.html: No such file or directory."
    )
    (tmp_path / "theirs.fdt").write_bytes(night.transcript)
    assert refused("report", "theirs.fdt", "-o", "theirs.fdt") == (
        "theirs.fdt is there already and is no web page; give another name with --output."
    )
    assert (tmp_path / "theirs.fdt").read_bytes() == night.transcript
    assert told("report", "1", "-o", "mine.html")
    assert told("report", "theirs.fdt", "-o", "theirs.html") == "The page is in theirs.html.\n"
    assert refused("report", "theirs.fdt", "--mine") == (
        "Nothing was noted beside this transcript that only you saw; leave out --mine."
    )
