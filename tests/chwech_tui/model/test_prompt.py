"""The prompt: what is asked, in words, and the keys that answer it."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.chwech.words import turn_words
from chwech_tui.model.board import Asking, Board, sent, troubled
from chwech_tui.model.keys import press
from chwech_tui.model.prompt import prompt
from protocol.chwech.views import ChwechView, Phase, Trick
from protocol.tableview import Occupant, TablePhase
from protocol.vocabulary import Seat
from tests.chwech_tui.values import VIEW, actions, board, cards, dealing_view, table, waiting_view

LEADING = replace(VIEW, phase=Phase.LEADING, legal=actions("- KC 10D QH AH"), trick=Trick())
"""Megan may lead."""


def asked(now: Board, place: int) -> Board:
    """Give the board after Enter on a card that can be played in several ways."""
    return press(replace(now, chosen=place), "enter")[0]


def shown(now: Board) -> tuple[str, list[str]]:
    """Give the question and the answers as texts."""
    seen = prompt(now)
    return seen.text, [f"{answer.shown} {answer.label}" for answer in seen.answers]


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (VIEW, "Follow hearts or pass"),
        (replace(VIEW, legal=actions("-")), "You cannot follow hearts: pass"),
        (replace(VIEW, trick=Trick()), "Follow suit or pass"),
        (LEADING, "Lead a card or pass the lead"),
        (replace(LEADING, legal=actions("-")), "You can lead nothing: pass the lead"),
        (replace(LEADING, phase=Phase.OPENING, legal=actions("KC")), "Lead a card"),
    ],
)
def test_a_turn_is_asked_for_in_words(view: ChwechView, words: str) -> None:
    """The words name the suit and say whether a pass is possible."""
    assert turn_words(view) == words


@pytest.mark.parametrize(
    ("now", "text", "answers"),
    [
        (board(), "Follow hearts or pass", ["p pass"]),
        (replace(board(), chosen=2), "Follow hearts or pass", ["Enter play Q♥", "p pass"]),
        (replace(board(), chosen=0), "Follow hearts or pass", ["p pass"]),
        (
            replace(board(replace(VIEW, legal=actions("AH+ AH-"))), chosen=3),
            "Follow hearts or pass",
            ["Enter play A♥…"],
        ),
        (board(waiting_view()), "Wait for Rhys", []),
        (replace(board(waiting_view()), looking_back=True), "Wait for Rhys", ["l this trick"]),
        (replace(board(), looking_back=True), "Follow hearts or pass", ["l this trick", "p pass"]),
        (board(replace(waiting_view(), turn=None)), "One moment…", []),
        (sent(board(), 3), "Playing…", []),
        (troubled(board(), "The connection was lost."), "The connection was lost.", []),
        (Board(), "Opening the table…", []),
        (board(dealing_view(), waits=[0]), "Deal 1 is over.", ["Enter next deal", "s score sheet"]),
        (board(dealing_view(), waits=[1, 2]), "The next deal waits for Owain and Rhys.", []),
        (
            board(phase=TablePhase.OVER),
            "The game is over.",
            ["s score sheet", "n play again", "v replay", "q leave"],
        ),
        (board(None, TablePhase.GATHERING), "Begin?", ["Enter begin", "e ready"]),
        (
            replace(board(), asking=Asking.LEAVE),
            "Leave the table? The game is kept for you.",
            ["y leave", "g for good", "Esc stay"],
        ),
        (asked(board(replace(VIEW, legal=actions("AH+ AH-"))), 3), "Ace:", ["h high", "l low", "Esc back"]),
        (
            asked(board(replace(LEADING, legal=actions("JK=C JK=D JK=H JK=S"))), 4),
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
    view = replace(VIEW, hand=cards("13H"), legal=actions("13H=S 13H=C"))
    assert shown(asked(board(view), 0))[0] == "Thirteen stands for:"


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
