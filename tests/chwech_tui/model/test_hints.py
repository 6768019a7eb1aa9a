"""Hints on the board: asked for by a key, shown until the next action, and the costliest choice of a deal."""

import pytest
from msgspec.structs import replace

from chwech_tui.model import board as boards
from chwech_tui.model.board import Board, all_values, can_ask, card_values, coach_asks, hint_words, told, value_words
from chwech_tui.model.commands import press
from chwech_tui.model.ink import plain
from chwech_tui.model.people import unrated_words
from chwech_tui.model.prompt import prompt
from chwech_tui.model.settings import Coach, Settings
from protocol.game import Answer
from protocol.language import speaking
from protocol.message import Seat, Wording
from protocol.setup import Arrangement
from protocol.table import Appraised, CostliestChoice, Hint, HintGiven, HintReason, Occupant, Said, TablePhase
from tests.chwech_tui import values
from tests.chwech_tui.values import PASSES, VIEW, answers, board, cards, seen, table, waiting_view

GIVEN: HintGiven = HintGiven(
    1,
    7,
    tuple(map(Appraised, answers("AH QH - JK"), (3.1, 0.0, -0.4, -12.3))),
    (HintReason("it takes the trick"), HintReason("you keep your Joker")),
)
"""A hint for Megan, who is to follow hearts."""

WORDS = "Hint: A♥ +3.1 points (pass −0.4): it takes the trick; you keep your Joker."


def hinted() -> Board:
    """Give a board with that hint."""
    return told(board(), GIVEN)


def coached(known: Board) -> Board:
    """Give a board with the coach."""
    return replace(known, settings=Settings(coach=Coach.ON))


def casual() -> Board:
    """Give a board at a table that is not rated."""
    return boards.changed(board(), replace(table(), seq=8, arrangement=Arrangement(casual=True)))


def test_a_hint_at_a_rated_table_is_asked_for_twice() -> None:
    """The first h says what it costs, the second pays; any other key does not, and after one hint nothing is asked."""
    asked, nothing = press(board(), "h")
    assert (prompt(asked).text, nothing) == ("A hint makes this game unrated for you.", None)
    assert press(asked, "h") == (board(), Hint(0, 7))
    assert press(asked, "left") == (board(), None)
    assert boards.changed(asked, table(waiting_view())) == board(waiting_view()), "the turn has passed"
    marked = replace(table(), seq=8, seats=(Occupant("Megan", hinted=True), *table().seats[1:]))
    assert press(boards.changed(board(), marked), "h")[1] == Hint(0, 8)
    over = replace(marked, seq=9, phase=TablePhase.OVER)
    assert unrated_words(marked, over) == "Not rated for you: a hint was used."
    assert unrated_words(over, over) == unrated_words(table(), replace(over, seats=table().seats)) == ""


def test_the_key_asks_about_the_present_state() -> None:
    """H asks the server for a hint about what is shown; pressed again, the hint is put away."""
    assert press(casual(), "h") == (casual(), Hint(0, 8))
    away, asked = press(hinted(), "h")
    assert (away.hint, asked) == (None, None)


@pytest.mark.parametrize(
    ("known", "notice"),
    [
        (board(waiting_view()), "It is Rhys's turn."),
        (board(seen(VIEW, legal="-", prompt="no_follow")), "You have only one legal move."),
        (
            boards.changed(board(), replace(table(), seq=8, arrangement=Arrangement(hints=False))),
            "This table plays without hints.",
        ),
        (replace(board(), pending=4), "One moment: your last command is on its way."),
    ],
)
def test_the_key_says_why_there_is_no_hint(known: Board, notice: str) -> None:
    """Out of turn, without a choice, where the table forbids it and while a command is on its way, nothing is asked."""
    after, asked = press(known, "h")
    assert (after.notice, asked) == (notice, None)
    assert not can_ask(known)


def test_a_hint_is_said_in_one_line() -> None:
    """The best choice and the pass with their values, and reasons, cleaned; so does the coach, and in Welsh."""
    assert hint_words(hinted()) == WORDS
    assert hint_words(hinted(), 1) == "Hint: A♥ +3.1 points (pass −0.4): it takes the trick."
    assert hint_words(coached(hinted())) == WORDS.replace("Hint", "Coach")
    assert hint_words(told(board(), replace(GIVEN, reasons=()))) == "Hint: A♥ +3.1 points (pass −0.4)."
    assert hint_words(board()) == ""
    assert all_values(hinted()) == "A♥ +3.1, Q♥ 0.0, pass −0.4, Joker −12."
    assert all_values(board()) == ""
    assert "\x1b" not in hint_words(told(board(), replace(GIVEN, reasons=(HintReason("\x1b[2Jboo"),))))
    reason = HintReason("it cannot take the trick", Wording("it cannot take the trick"))
    known = told(board(), replace(GIVEN, reasons=(reason,)))
    with speaking("cy"):
        assert hint_words(known).endswith(": ni all gymryd y tric.")
        assert hint_words(hinted()).startswith("Awgrym: A♥ +3.1 pwynt (pasio −0.4)")


def test_every_playable_card_has_its_value() -> None:
    """The best way to play each card counts, and the best card comes first; the pass is no card."""
    ace, queen, joker = cards("AH QH JK")
    assert card_values(hinted()) == {ace: 3.1, queen: 0.0, joker: -12.3}
    assert next(iter(card_values(hinted()))) == ace
    assert card_values(board()) == {}


@pytest.mark.parametrize(
    ("value", "words"), [(3.1, "+3.1"), (-0.4, "−0.4"), (0.0, "0.0"), (12.4, "+12"), (-10.0, "−10"), (99.6, "+100")]
)
def test_a_value_is_short(value: float, words: str) -> None:
    """With its sign, and without its decimal from ten points on."""
    assert value_words(value) == words


def test_a_hint_stays_until_the_next_action() -> None:
    """Talk leaves it, any turn ends it; one about another choice is not shown."""
    known = hinted()
    talked = boards.happened(known, Said("Nia", "hello", Seat(3)), replace(table(), seq=8))
    assert talked.hint == GIVEN
    assert boards.sent(known, 3).hint is None
    passed = boards.happened(known, values.told("passed", 0), replace(table(waiting_view()), seq=8))
    assert passed.hint is None
    assert told(board(waiting_view()), GIVEN).hint is None
    assert told(board(), replace(GIVEN, choices=GIVEN.choices[:2])).hint is None


def test_the_coach_asks_where_there_are_hints() -> None:
    """At each choice, until one is refused; after a deal he tells the costliest choice."""
    assert coach_asks(coached(board()))
    assert not coach_asks(board())
    assert not coach_asks(coached(hinted()))
    assert not coach_asks(replace(coached(board()), unhinted=True))
    queen = Answer("QH")
    costliest: CostliestChoice = CostliestChoice(1, 6, PASSES, queen, 4.0)
    after = told(coached(board()), costliest)
    words = "Deal 1: with 6 cards left you chose pass; Q♥ would have been 4.0 points better."
    assert plain(after.chronicle[-1].line) == words
    assert told(board(), costliest) == board()
    assert told(replace(coached(board()), kind=None), costliest).chronicle == ()
