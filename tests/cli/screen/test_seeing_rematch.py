"""At the end of a match the player is asked for another one, and has to answer."""

from cli.screen.desk import Desk, Rematch
from cli.screen.keys import press
from cli.screen.line import Key
from cli.screen.panels import options_of
from cli.screen.seeing import see
from engine.games import rules_of
from p2p.events import Invited
from protocol.events import MatchOver
from protocol.terms import Terms

RULES = rules_of("thirteen")


def asked(desk: Desk) -> Desk:
    match = RULES.first(RULES.Options.make(), 4)
    return see(desk, MatchOver(match))[0]


def test_the_question_stays_until_it_is_answered() -> None:
    desk = asked(Desk())
    assert desk.panel is not None
    assert desk.panel.kind == "rematch"
    assert len(options_of(desk)) == 2
    closed, effects = press(desk, Key("escape"))
    assert closed.panel is not None
    assert closed.panel.kind == "rematch"
    assert effects == ()
    for digit, again in (("1", True), ("2", False)):
        answered, effects = press(desk, Key("char", digit))
        assert answered.panel is None
        assert not answered.deciding
        assert effects == (Rematch(again),)


def test_a_computer_goes_on_only_as_far_as_hands_are_agreed() -> None:
    for hands, again in ((None, False), (5, True)):
        terms = Terms.of("thirteen", RULES.Options.make(), hands=hands)
        desk = Desk(auto=True)
        desk = see(desk, Invited(terms, 4))[0]
        assert see(desk, MatchOver(RULES.first(RULES.Options.make(), 4)))[1] == (Rematch(again),)
