"""What is done for the viewer when the turn comes: premoves, the claimed rest, forced passes."""

import pytest
from msgspec.structs import replace

from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board, Premove
from chwech_tui.model.commands import press
from chwech_tui.model.picking import due, forced_pass, premove, rest
from chwech_tui.model.prompt import prompt
from chwech_tui.model.settings import ForcedPasses, Settings
from protocol.game import Answer, View
from protocol.table import Occupant
from tests.chwech_tui.values import (
    KIND,
    PASSES,
    VIEW,
    board,
    cards,
    dealing_view,
    hearts_led,
    seen,
    table,
    waiting_view,
)

QUEEN = Premove("enter", "Q♥", cards("QH")[0])
BEFORE_LEAD = seen(waiting_view(), trick="")  # It is Rhys's turn, who may lead.

CLUBS_LED = seen(VIEW, trick="3 5C", legal="- KC JK")


def waits(view: View | None = None, place: int | None = 2) -> Board:
    """Give a board before the viewer's turn, with a chosen card."""
    return replace(board(view or waiting_view()), chosen=place)


def meant(view: View | None = None, key: str = "enter", place: int | None = 2) -> Board:
    """Give a board on which something is chosen for the viewer's turn."""
    return press(waits(view, place), key)[0]


def test_enter_before_the_turn_waits_for_it() -> None:
    """The card stays chosen, and the prompt says what comes next; Enter is named with a card that could be played."""
    now, asked = press(waits(), "enter")
    assert (now, asked) == (replace(waits(), premove=QUEEN), None)
    told = prompt(now)
    assert told.text == "Next: Q♥. Wait for Rhys"
    assert [(answer.key, answer.label) for answer in told.answers] == [("escape", "take it back")]
    assert [answer.label for answer in prompt(waits()).answers] == ["Q♥ next"]
    assert prompt(waits(place=0)).answers == ()


def test_a_premove_is_sent_when_the_turn_comes() -> None:
    """Once, just as it was meant; a pass as well, which needs no card."""
    now, action = due(boards.changed(meant(), table()))
    assert action == Answer("QH")
    assert now.premove is None
    now = meant(key="p")
    assert (now.premove, now.chosen) == (Premove("p", "pass"), None)
    assert due(boards.changed(now, table()))[1] == PASSES


def test_a_pass_waits_only_in_a_trick_that_is_led_and_still_open_to_the_viewer() -> None:
    """A second key press after one's own pass must not pass the next trick too."""
    words = "You can choose to pass the next trick once it is led."
    acted = seen(waiting_view(), trick="3 5H, 0 -")
    for view in (BEFORE_LEAD, acted):
        now = meant(view, "p")
        assert (now.premove, now.notice) == (None, words)


def test_a_premove_is_taken_back() -> None:
    """By Esc, before the card, or by another card; looking back comes before both."""
    looking = replace(meant(), looking_back=True)
    seen = press(looking, "escape")[0]
    assert seen == meant()
    back = press(seen, "escape")[0]
    assert (back.premove, back.chosen) == (None, 2)
    assert press(back, "escape")[0].chosen is None
    assert press(meant(), "4")[0].premove is None
    assert press(meant(), "3")[0].premove == QUEEN
    assert press(meant(key="p"), "right")[0].premove is None


def test_what_cannot_follow_is_refused_with_the_reason() -> None:
    """At once where the suit is led, or when it is; so is a second Joker."""
    now = meant(place=0)
    assert (now.premove, now.notice) == (None, "Hearts were led: K♣ cannot follow.")
    assert meant(place=4).premove == Premove("enter", "Joker", cards("JK")[0])
    now, action = due(boards.changed(meant(BEFORE_LEAD), table(CLUBS_LED)))
    assert action is None
    assert (now.premove, now.chosen, now.notice) == (None, 2, "Clubs were led: Q♥ cannot follow.")
    assert boards.changed(now, table(waiting_view())).notice == ""
    now, action = due(boards.changed(meant(place=4), table(seen(VIEW, legal="- QH AH"))))
    assert action is None
    assert now.notice == "A Joker has been played to this trick already: only one may be."


@pytest.mark.parametrize("asked", ["lead", "open"])
def test_a_premove_never_leads(asked: str) -> None:
    """A lead comes after a trick that the player wants to see: the card stays chosen and is not played."""
    leads = seen(VIEW, prompt=asked, trick="", legal="- KC QH")
    now, action = due(boards.changed(meant(BEFORE_LEAD), table(leads)))
    assert (action, now.premove, now.chosen) == (None, None, 2)
    assert now.notice == "The lead is yours: Q♥ was not meant for that."
    passes = replace(board(leads), premove=Premove("p", "pass"))
    assert due(passes)[0].notice == "The lead is yours: the pass was not meant for that."


def test_a_card_with_a_question_asks_at_the_turn() -> None:
    """The height of an Ace is asked for when the turn has come, unless the player is writing."""
    view = seen(hearts_led(ruleset="original"), legal="QH AH+ AH- -")
    ace = boards.changed(meant(place=3), table(view))
    now, action = due(ace)
    assert (action, now.asking, now.premove) == (None, Asking.MOVE, None)
    assert press(now, "h")[1] == Answer("AH+")
    writing, action = due(replace(ace, asking=Asking.SAY))
    assert (action, writing.asking) == (None, Asking.SAY)
    assert writing.notice == "It is your turn: A♥ needs one more choice."


def test_a_premove_disturbs_nothing_and_ends_with_its_reason() -> None:
    """What is being written stays; it ends with its deal, card and connection, and waits for what is on its way."""
    writing = replace(meant(), asking=Asking.SAY, draft="well")
    now, action = due(boards.changed(writing, table()))
    assert action == Answer("QH")
    later = boards.sent(now, 3)
    assert (later.asking, later.draft) == (Asking.SAY, "well")
    assert boards.sent(replace(now, asking=Asking.MOVE), 3).asking is Asking.NOTHING
    for view in (dealing_view(), replace(VIEW, deal=3), None, seen(waiting_view(), hand="KC 10D AH JK")):
        assert boards.changed(meant(), table(view)).premove is None
    assert boards.troubled(meant(), "The connection was lost.").premove is None
    seats = (Occupant("Megan", away=True), *table().seats[1:])
    away = boards.changed(replace(meant(), claims=True), replace(table(waiting_view()), seats=seats))
    assert (away.premove, away.claims) == (None, False)
    assert premove(away, "enter") is None
    now = boards.changed(meant(), table())
    assert due(replace(now, pending=3)) == (replace(now, pending=3), None)
    assert due(replace(now, trouble="Gone."))[1] is None


@pytest.mark.parametrize("now", [board(dealing_view()), board(None), replace(waits(), pending=3)])
def test_nothing_is_chosen_before_a_turn_that_does_not_come(now: Board) -> None:
    """Between two deals, before the game, and while a command is on its way there is nothing to choose."""
    assert premove(replace(now, chosen=None), "p") is None


def wishes_passes(view: View) -> Board:
    """Give the board of someone who wishes that forced passes are made."""
    return replace(board(view), settings=Settings(auto_pass=ForcedPasses.ON))


def test_a_pass_is_made_only_where_nothing_else_is_possible() -> None:
    """And where it is wished, or bots alone could read a hand from it; the prompt says so."""
    forced = seen(VIEW, legal="-", prompt="no_follow")
    assert forced_pass(wishes_passes(forced)) == PASSES
    assert prompt(wishes_passes(forced)).text == "You cannot follow hearts: pass. Auto-pass does it for you"
    assert forced_pass(replace(board(forced), settings=Settings(auto_pass=ForcedPasses.OFF))) is None
    assert forced_pass(wishes_passes(VIEW)) is None
    assert forced_pass(wishes_passes(waiting_view())) is None
    assert forced_pass(replace(wishes_passes(forced), pending=3)) is None
    assert forced_pass(wishes_passes(seen(VIEW, prompt="open", legal="QH"))) is None
    now = board(seen(VIEW, legal="-", prompt="no_follow"))
    assert now.table is not None
    seats = tuple(
        replace(one, bot="") if one is not None and at == 2 else one for at, one in enumerate(now.table.seats)
    )
    assert forced_pass(now) == PASSES
    assert forced_pass(replace(now, table=replace(now.table, seats=seats))) is None


def test_a_claim_ends_once_it_is_not_certain() -> None:
    """Esc gives the cards back too; in Chwech no rest is ever certain."""
    now, action = due(replace(board(), claims=True))
    assert (now.claims, now.notice, action) == (False, "The rest is no longer certain: play on yourself.", None)
    now = replace(board(waiting_view()), claims=True)
    assert prompt(now).text == "The rest is played for you."
    assert press(now, "escape")[0] == replace(now, claims=False)
    assert premove(replace(now, chosen=2), "enter") is None
    assert boards.changed(replace(now, asking=Asking.CLAIM), table(waiting_view())).asking is Asking.NOTHING
    assert boards.changed(now, table()).claims
    leads = board(seen(VIEW, prompt="lead", trick="", legal="- KC QH AH"))
    assert KIND.certain_rest(VIEW) == rest(leads) == ()
    words = "Claim the rest when you lead and every trick left is surely yours."
    assert press(leads, "c")[0].notice == words
