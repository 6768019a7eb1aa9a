"""The board: what the table screen knows, folded from what the server says."""

from msgspec.structs import replace

from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.commands import press
from chwech_tui.model.ink import plain
from chwech_tui.model.people import clockwise
from protocol.message import Seat
from protocol.table import Said, TablePhase
from tests.chwech_tui.values import KIND, VIEW, board, cards, dealing_view, seen, table, told, waiting_view


def sentences(now: Board) -> list[str]:
    """Give the log as texts."""
    return [plain(entry.line) for entry in now.chronicle]


def test_sitting_down_says_where_a_game_goes_on() -> None:
    """Nothing goes on that has not begun, or that is over."""
    assert sentences(boards.seated(Board(), table(), KIND)) == ["The game resumes at deal 2 of 5."]
    new = seen(VIEW, prompt="open", deal=1, sheets=(), trick="", last="", won=(0,) * 5, held=(9,) * 5)
    assert sentences(boards.seated(Board(), table(new), KIND)) == ["The game begins."]
    assert sentences(boards.seated(Board(), replace(table(), phase=TablePhase.OVER), KIND)) == []


def test_coming_back_to_the_same_table_keeps_the_log_and_the_choice() -> None:
    """Nothing of one table is shown at another."""
    now = replace(boards.remarked(board(), "Before."), chosen=2)
    after = boards.seated(now, replace(table(), seq=9), KIND)
    assert (sentences(after), after.chosen) == (["Before."], 2)
    now = replace(boards.remarked(board(), "Before."), chosen=2)
    after = boards.seated(now, replace(table(None, TablePhase.GATHERING), table="other"), KIND)
    assert (sentences(after), after.chosen) == ([], None)


def test_what_happens_is_told_and_shown() -> None:
    """With the news that follow from it; the trick that ended the deal stays until the next cards."""
    now = replace(board(), looking_back=True)
    after = boards.happened(now, told("played", 2, play=cards("9H")[0]), replace(table(), seq=8))
    assert (sentences(after), after.table, after.looking_back) == (["Rhys plays 9♥"], replace(table(), seq=8), False)
    taken = replace(table(seen(VIEW, won=(0, 9, 18, 3, 6), held=(5, 4, 3, 1, 4))), seq=8)
    now = boards.happened(board(), told("took", 2, cards=2), taken)
    assert sentences(now)[-2:] == ["Rhys has 18: × 9.", "Nia has one card left."]
    last = "2 9H, 3 4H"
    ended = boards.changed(board(), replace(table(seen(dealing_view(), last=last)), seq=9))
    assert ended.has_last_trick
    dealt = boards.changed(ended, replace(table(replace(VIEW, deal=3)), seq=10))
    assert not dealt.has_last_trick
    assert not Board().has_last_trick


def test_what_comes_late_changes_nothing_that_was_told() -> None:
    """A view that comes late is not shown, and of each deal the first seal is believed."""
    now = board()
    assert boards.changed(now, replace(table(waiting_view()), seq=3)) == now
    now = board(replace(VIEW, commitment="first"))
    later = boards.changed(now, replace(table(replace(VIEW, commitment="second")), seq=8))
    assert later.seals == ((2, "first"),)
    between = boards.changed(later, replace(table(replace(dealing_view(), deal=3, commitment="old")), seq=9))
    third = boards.changed(between, replace(table(replace(VIEW, deal=3, commitment="third")), seq=10))
    assert third.seals == ((2, "first"), (3, "third"))
    assert boards.changed(third, replace(table(), table="other")).seals == ()


def test_the_chosen_card_is_found_where_it_lies_now() -> None:
    """Played, nothing is chosen, not even its twin; nor is anything in a new hand."""
    now = replace(board(), chosen=3)
    after = boards.changed(now, replace(table(seen(VIEW, hand="10D QH AH JK")), seq=8))
    assert after.chosen == 2
    twins = seen(VIEW, hand="JK JK KC")
    now = replace(board(twins), chosen=1)
    after = boards.changed(now, replace(table(seen(twins, hand="JK KC")), seq=8))
    assert after.chosen is None
    now = replace(board(), chosen=3)
    assert boards.changed(now, replace(table(replace(VIEW, deal=3)), seq=9)).chosen is None
    assert boards.changed(now, replace(table(None), seq=9)).chosen is None
    assert boards.changed(replace(now, chosen=7), replace(table(), seq=9)).chosen is None


def test_a_question_ends_with_its_turn_and_its_card() -> None:
    """Whoever is asked for a suit is not asked any more when it is not their turn; leaving is another matter."""
    now = replace(board(), chosen=4, asking=Asking.MOVE)
    assert boards.changed(now, replace(table(waiting_view()), seq=8)).asking is Asking.NOTHING
    assert boards.changed(now, replace(table(), seq=8)).asking is Asking.MOVE
    leaving = replace(board(), asking=Asking.LEAVE)
    assert boards.changed(leaving, replace(table(waiting_view()), seq=8)).asking is Asking.LEAVE
    now = replace(board(), chosen=4, asking=Asking.MOVE)
    gone = replace(table(seen(VIEW, hand="KC 10D QH AH")), seq=8)
    assert boards.changed(now, gone).asking is Asking.NOTHING


def test_a_command_is_pending_until_it_is_answered() -> None:
    """By an answer to it alone; a refusal is shown with the table as it is."""
    now = boards.slow(boards.sent(board(), 5))
    assert (now.pending, now.slow) == (5, True)
    assert boards.accepted(now, 4) == now
    assert boards.accepted(now, 5) == board()
    now = boards.sent(board(), 5)
    after = boards.refused(now, 5, "Too late.", replace(table(waiting_view()), seq=8))
    assert (after.pending, after.notice, after.my_turn) == (None, "Too late.", False)
    other = boards.refused(now, 4, "Slow down.", None)
    assert (other.pending, other.notice) == (5, "Slow down.")


def test_what_happened_before_one_came_is_in_the_log() -> None:
    """Plays and talk stand in order under a heading, but for those whom the viewer ignores."""
    nine = told("played", 2, play=cards("9H")[0])
    lately = (Said("Nia", "good evening", Seat(1)), nine, Said("Rhys", "hm", Seat(2)))
    here = boards.seated(Board(ignored=frozenset({"Rhys"})), table(), KIND, lately)
    known = ["Before you came:", "Nia: good evening", "Rhys plays 9♥", "The game resumes at deal 2 of 5."]
    assert sentences(here) == known
    back = boards.seated(boards.troubled(boards.troubled(here, "Lost."), ""), table(), KIND, (nine,))
    assert sentences(back) == [*known, "Connected again.", "Rhys plays 9♥"]
    before = boards.seated(Board(), table(None, TablePhase.GATHERING), KIND, lately)
    assert sentences(before) == ["Nia: good evening", "Rhys: hm"]


def test_trouble_comes_and_goes() -> None:
    """What is wrong with the connection is known until it is right again."""
    assert boards.troubled(board(), "Lost.").trouble == "Lost."
    again = boards.remarked(board(), "Connected again.")
    assert boards.troubled(boards.troubled(board(), "Lost."), "") == again
    told = replace(boards.troubled(board(), "Lost."), notice="The connection is down: your turn waits for you.")
    assert boards.troubled(told, "").notice == ""
    assert boards.troubled(replace(board(), notice="It is Rhys's turn."), "").notice == "It is Rhys's turn."


def test_seats_are_listed_from_the_viewer_clockwise() -> None:
    """The viewer comes first; a spectator begins with the first seat."""
    assert clockwise(replace(table(), viewer=Seat(2))) == (2, 3, 4, 0, 1)
    assert clockwise(replace(table(), viewer=None)) == (0, 1, 2, 3, 4)


def test_a_notice_about_the_turn_goes_when_the_turn_changes() -> None:
    """Why a key did nothing is no longer true once someone else, or the viewer, is to play; other notices stay."""
    told = press(board(waiting_view()), "enter")[0]
    assert told.notice == "It is Rhys's turn."
    assert boards.changed(told, table(waiting_view())).notice == "It is Rhys's turn."
    assert boards.changed(told, table(seen(waiting_view(), turn=3))).notice == ""
    assert boards.changed(told, table(VIEW)).notice == ""
    ended = press(board(dealing_view(), waits=[1, 2]), "enter")[0]
    assert boards.changed(ended, table(dealing_view(), waits=[1])).notice == ""
    refused = boards.refused(told, None, "The table is full.", None)
    assert boards.changed(refused, table(VIEW)).notice == "The table is full."
    assert boards.changed(refused, table(dealing_view())).notice == "", "the deal is over"
    late = boards.refused(boards.sent(board(), 5), 5, "Too late.", table(waiting_view()))
    assert late.notice == "Too late."
    assert boards.changed(late, table(seen(waiting_view(), turn=3))).notice == ""
