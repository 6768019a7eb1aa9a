"""Talking by key: lines, quick phrases, and who is not heard."""

from msgspec.structs import replace

from chwech_tui.drawing.seats import SeatsLook, draw_seats
from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.hosting import PHRASE_KEYS, Wish, paste
from chwech_tui.model.ink import plain
from chwech_tui.model.keys import LEAVE_KEY, Asked, press
from chwech_tui.model.prompt import prompt
from protocol.game import Answer
from protocol.message import Seat
from protocol.tableview import Occupant, TablePhase
from protocol.talk import PHRASES, TEXT_CHARACTERS, Line, Said, Say, SayPhrase
from tests.chwech_tui.values import EMPTY, KIND, table


def company() -> Board:
    """Give a board where Owain is a person too, and Cat watches."""
    seats = (Occupant("Megan"), Occupant("Owain"), Occupant("Rhys", "steady"), Occupant("Nia", "steady"))
    return boards.changed(EMPTY, replace(table(), seats=seats, watchers=("Cat",)))


def typed(board: Board, *keys: str) -> tuple[Board, Answer | Asked | Wish | None]:
    """Press keys, each of which writes itself where it is one letter."""
    asked = None
    for key in keys:
        board, asked = press(board, key, key if len(key) == 1 else "")
    return board, asked


def told(board: Board) -> list[str]:
    """Give the log."""
    return [plain(entry.line) for entry in board.chronicle]


def test_a_line_is_written_and_said() -> None:
    """Letters, also those that mean something at the table, become the text."""
    board, asked = typed(company(), "t", "Q", "q", "s", "enter")
    assert asked == Say(0, "Qqs")
    assert (board.asking, board.draft) == (Asking.NOTHING, "")


def test_a_line_can_be_mended() -> None:
    """Backspace, Ctrl-W and Ctrl-U take back letters, words and all; keys that write nothing change nothing."""
    board, _ = typed(company(), "t", "a", " ", "b", "c", "backspace", "up")
    assert board.draft == "a b"
    assert typed(board, "ctrl+w")[0].draft == "a"
    assert typed(board, "ctrl+u")[0].draft == ""


def test_nothing_is_said_without_a_text() -> None:
    """Enter on an empty line, and Esc on any, end it."""
    assert typed(company(), "t", " ", "enter")[1] is None
    assert typed(company(), "t", "a", "escape")[1] is None
    assert typed(company(), "t", "a", "escape")[0].draft == ""


def test_who_watches_is_told_who_hears_it() -> None:
    """While a game is on, those who play do not; before it and after it everybody does."""
    watching = boards.changed(EMPTY, replace(table(), viewer=None))
    assert prompt(typed(watching, "t")[0]).text == "Only those who watch hear you. Say: "
    assert prompt(typed(watching, "x")[0]).text == "Only those who watch hear you. Say what?"
    over = boards.changed(EMPTY, replace(table(), viewer=None, phase=TablePhase.OVER))
    assert prompt(typed(over, "t")[0]).text == "Say: "


def test_a_line_has_an_end() -> None:
    """What goes beyond it is not taken; line breaks from elsewhere become spaces."""
    board = paste(replace(company(), asking=Asking.SAY), "a\nb" + "x" * 500)
    assert board.draft.startswith("a bx")
    assert len(board.draft) == TEXT_CHARACTERS


def test_a_phrase_takes_one_key_more() -> None:
    """Each phrase has a key; any other ends the choice."""
    assert len(PHRASE_KEYS) >= len(PHRASES)
    assert typed(company(), "x", "1")[1] == SayPhrase(0, 0)
    assert typed(company(), "x", "g")[1] == SayPhrase(0, 15)
    assert typed(company(), "x", "z") == (company(), None)


def test_nobody_talks_to_bots() -> None:
    """At a table with bots alone the keys say why they do nothing."""
    for key in "xi":
        board, asked = press(boards.changed(EMPTY, table()), key)
        assert (asked, board.notice) == (None, "Nobody else is at this table to talk to.")
    assert press(Board(), "t") == (Board(), None)


def test_a_line_to_nobody_is_a_line_still() -> None:
    """What is typed at an empty table does nothing else; the screen says that nobody hears it."""
    alone = boards.changed(EMPTY, replace(table(), phase=TablePhase.GATHERING, game=None))
    board, asked = typed(alone, "t", *"bye")
    assert (board.draft, asked) == ("bye", None)
    assert prompt(board).text == "Nobody else is here yet. Say: "
    assert prompt(typed(company(), "t")[0]).text == "Say: "


def test_who_looks_on_may_talk() -> None:
    """Watching is no reason to be silent."""
    board = boards.changed(EMPTY, replace(table(), viewer=None))
    assert typed(board, "t", "a", "enter")[1] == Say(0, "a")


def test_ctrl_c_leaves_whatever_is_written() -> None:
    """It asks in a game, and the second time it leaves."""
    board, asked = typed(company(), "t", "a", LEAVE_KEY)
    assert (board.asking, asked) == (Asking.LEAVE, None)
    assert press(board, LEAVE_KEY)[1] is Wish.LEAVE


def test_whoever_is_ignored_is_not_heard() -> None:
    """Their lines do not come into the log; others' do; it can be taken back."""
    board, _ = typed(company(), "i", "1", "escape")
    board = boards.happened(board, Said("Owain", "boo", Seat(1)), table())
    board = boards.happened(board, Said("Cat", "miaow"), table())
    assert told(board) == ["Cat: miaow"]
    board, _ = typed(boards.changed(board, company().table or table()), "i", "1", "9", "escape")
    assert told(boards.happened(board, Said("Owain", "sorry", Seat(1)), table()))[-1] == "Owain: sorry"


def test_whoever_is_ignored_is_marked() -> None:
    """The sign stands before the name, the legend above says what it means; before the game it is a word."""
    board, _ = typed(company(), "i", "1", "escape")
    rows = [plain(line).rstrip() for line in draw_seats(board, 46, SeatsLook(spaced=False))]
    assert (rows[0][:11], rows[2][:7]) == (" × ignored ", " ×Owain")
    wide = [plain(line).rstrip() for line in draw_seats(board, 60, SeatsLook(spaced=False))]
    assert wide[0].startswith(" ° bot  × ignored")
    before = boards.changed(board, replace(board.table or table(), game=None, phase=TablePhase.GATHERING))
    assert plain(draw_seats(before, 46, SeatsLook(spaced=False))[2]).rstrip() == "  Owain  ignored"


def test_a_table_can_be_quiet() -> None:
    """Nobody is heard, on seats or watching; the game is told as ever."""
    board, _ = typed(company(), "i", "0")
    board = boards.overheard(
        boards.happened(board, Said("Owain", "boo", Seat(1)), table()), [Line(1, "Cat", "psst", 1)]
    )
    assert told(board) == []
    other = boards.seated(board, replace(table(), table="other"), KIND)
    assert other.quiet


def test_what_is_overheard_says_so() -> None:
    """Words of those who watch are told apart from words at the table."""
    assert told(boards.overheard(company(), [Line(1, "Cat", "psst\x1b[2J", 1)])) == ["Cat (watching): psst[2J"]


def test_talk_does_not_disturb() -> None:
    """The last trick stays open while others talk."""
    board = replace(company(), looking_back=True)
    assert boards.happened(board, Said("Owain", "boo", Seat(1)), table()).looking_back
