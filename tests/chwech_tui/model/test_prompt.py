"""The prompt: what is asked, in words, and the keys that answer it."""

import pytest
from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board, sent, troubled
from chwech_tui.model.commands import press
from chwech_tui.model.prompt import prompt
from protocol.daily import DailyMark
from protocol.game import Answer, View
from protocol.message import Seat
from protocol.setup import Setup
from protocol.table import Occupant, TablePhase
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import KIND, VIEW, board, cards, dealing_view, hearts_led, seen, table, waiting_view

LEADING = seen(VIEW, prompt="lead", legal="- KC 10D QH AH", trick="")  # Megan may lead.


def asked(now: Board, place: int) -> Board:
    """Give the board after Enter on a card that can be played in several ways."""
    return press(replace(now, chosen=place), "enter")[0]


def shown(now: Board) -> tuple[str, list[str]]:
    """Give the question and the answers as texts."""
    told = prompt(now)
    return told.text, [f"{answer.shown} {answer.label}" for answer in told.answers]


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (VIEW, "Follow hearts or pass"),
        (seen(VIEW, legal="-", prompt="no_follow"), "You cannot follow hearts: pass"),
        (LEADING, "Lead a card or pass the lead"),
        (seen(LEADING, legal="-", prompt="no_lead"), "You can lead nothing: pass the lead"),
        (seen(LEADING, prompt="open", legal="KC"), "Lead a card"),
    ],
)
def test_a_turn_is_asked_for_in_words(view: View, words: str) -> None:
    """The words name the suit and say whether a pass is possible."""
    assert KIND.turn_words(view) == words


@pytest.mark.parametrize(
    ("now", "text", "answers"),
    [
        (board(), "Follow hearts or pass", ["p pass"]),
        (replace(board(), chosen=2), "Follow hearts or pass", ["Enter play Q♥", "p pass"]),
        (replace(board(), chosen=0), "Follow hearts or pass", ["p pass"]),
        (
            replace(board(seen(hearts_led(ruleset="original"), legal="AH+ AH-")), chosen=3),
            "Follow hearts or pass",
            ["Enter play A♥…"],
        ),
        (board(waiting_view()), "Wait for Rhys", []),
        (replace(board(waiting_view()), looking_back=True), "Wait for Rhys", ["l this trick"]),
        (replace(board(), looking_back=True), "Follow hearts or pass", ["l this trick", "p pass"]),
        (board(seen(waiting_view(), turn=None)), "One moment…", []),
        (sent(board(), 3), "Playing…", []),
        (troubled(board(), "The connection was lost."), "The connection was lost.", []),
        (Board(), "Opening the table…", []),
        (board(dealing_view(), waits=[0]), "Deal 1 is over.", ["Enter next deal", "s score sheet"]),
        (board(dealing_view(), waits=[1, 2]), "The next deal waits for Owain and Rhys.", []),
        (board(phase=TablePhase.OVER), "The game is over.", ["s score sheet", "n play again", "v replay", "q leave"]),
        (
            replace(board(phase=TablePhase.OVER), daily=DailyMark("2026-11-21")),
            "The game is over.",
            ["s score sheet", "n results, and a line to share", "v replay", "q leave"],
        ),
        (board(None, TablePhase.GATHERING), "Begin?", ["Enter begin", "e ready"]),
        (
            replace(board(), asking=Asking.LEAVE),
            "Leave the table? The game is kept for you.",
            ["y leave", "g for good", "Esc stay"],
        ),
        (
            asked(board(seen(hearts_led(ruleset="original"), legal="AH+ AH-")), 3),
            "Ace:",
            ["h high", "l low", "Esc back"],
        ),
        (
            asked(board(seen(LEADING, legal="JK=C JK=D JK=H JK=S")), 4),
            "Joker stands for:",
            ["c ♣ clubs", "d ♦ diamonds", "h ♥ hearts", "s ♠ spades", "Esc back"],
        ),
    ],
)
def test_the_prompt_says_what_is_asked(now: Board, text: str, answers: list[str]) -> None:
    """Every state of the table has a question or names whom it waits for, and the keys that answer."""
    assert shown(now) == (text, answers)


def test_a_thirteen_that_is_a_joker_is_asked_for_by_its_name() -> None:
    """Where Thirteens are Jokers, the question says so."""
    stage = Stage(Setup("chwech", 7, {"thirteens_as_jokers": True}), seed="stage 13")
    now = stage.board(lambda board: board.game is not None and Answer("13H=S") in board.game.legal)
    assert shown(asked(now, now.hand.index(cards("13H")[0])))[0] == "Thirteen stands for:"


def test_guests_wait_for_the_host() -> None:
    """Who did not make the table is asked whether they are ready, and then reads who else can begin."""
    guest = replace(table(None, TablePhase.GATHERING), host=Seat(2))
    assert shown(replace(board(), table=guest)) == ("Are you ready?", ["e ready"])
    ready = replace(guest, seats=(Occupant("Megan", ready=True), *guest.seats[1:]))
    words = "You are ready. Wait for the others, or for Rhys to begin"
    assert shown(replace(board(), table=ready)) == (words, ["e not ready"])
    orphan = replace(ready, host=None)
    assert shown(replace(board(), table=orphan))[0].endswith("or for its host to begin")
    spectator = replace(guest, viewer=None)
    assert shown(replace(board(), table=spectator))[0] == "Wait for Rhys to begin"
