"""The question which action of a move is meant, where there are too many for a key each."""

import pytest
from msgspec.structs import replace

from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board, shown_hand, still_chosen
from chwech_tui.model.commands import press
from chwech_tui.model.picking import due
from chwech_tui.model.prompt import prompt
from chwech_tui.model.settings import HandOrder, Settings
from games.kit.words import Several
from protocol.game import Answer
from tests.chwech_tui.burying import BIDS, HAND, bury
from tests.chwech_tui.values import KIND, PASSES, VIEW, board, cards, dealing_view, seen, table, waiting_view

ASKED: Board = replace(board(), asking=Asking.MOVE, move=replace(BIDS, question="Bid how much?"))


@pytest.mark.parametrize(
    ("keys", "taken"),
    [("", 0), ("right", 1), ("right up", 2), ("right right right right", 2), ("right left", 0), ("down", 0)],
)
def test_many_choices_are_stepped_through(keys: str, taken: int) -> None:
    """From the first to the last and no further; Enter takes the one that is shown."""
    board = ASKED
    for key in keys.split():
        board = press(board, key)[0]
    assert press(board, "enter")[1] == Answer(HAND[taken].text)
    assert press(board, "space")[1] == Answer(HAND[taken].text)


def test_the_prompt_shows_the_one_that_enter_takes() -> None:
    """And between which ones the arrows move."""
    told = prompt(press(ASKED, "right")[0])
    assert told.text == "Bid how much? 90"
    assert [(answer.shown, answer.label) for answer in told.answers] == [
        ("←→", "85 to 95"),
        ("Enter", "90"),
        ("Esc", "back"),
    ]


def test_a_question_ends_when_the_choices_change() -> None:
    """Someone else has taken what could be chosen: the question is asked anew with what is left."""
    table = ASKED.table
    assert table is not None
    assert table.game is not None
    same = boards.changed(ASKED, replace(table, seq=8))
    fewer = boards.changed(ASKED, replace(table, seq=8, game=seen(VIEW, legal="QH")))
    assert (same.asking, fewer.asking) == (Asking.MOVE, Asking.NOTHING)


def pressed(board: Board, *keys: str) -> Board:
    """Press keys, none of which sends anything."""
    for key in keys:
        board, asked = press(board, key)
        assert asked is None
    return board


def test_cards_are_marked_by_the_space_bar_or_their_number() -> None:
    """And unmarked; where one card is the rule a number only chooses, and Enter sends what is marked."""
    marked = pressed(bury(), "right", "space")
    assert (marked.marked, marked.chosen_card) == (HAND[marked.chosen or 0 :][:1], marked.chosen_card)
    assert pressed(marked, "space").marked == ()
    assert pressed(bury(), "1", "3").marked == (HAND[0], HAND[2])
    assert pressed(bury(), "1", "3", "1").marked == (HAND[2],)
    alone = Several(1, 5, "Lead", alone=True)
    chosen = pressed(bury(alone), "3")
    assert (chosen.marked, chosen.chosen) == ((), 2)
    assert press(chosen, "enter")[1] == Answer(HAND[2].text)
    two = pressed(bury(alone), "1", "space", "2", "space")
    assert press(two, "enter")[1] == Answer(HAND[0].text)


def test_marks_that_will_not_do_are_refused_with_the_reason() -> None:
    """Too many, too few, none, or such as cannot go together; those that there are stay."""
    board = pressed(bury(), "1", "2", "3", "4")
    assert (board.marked, board.notice) == (HAND[:3], "No more than 3 cards: take a mark back first.")
    board = pressed(bury(), "1", "enter")
    assert (board.marked, board.lays) == (HAND[:1], False)
    assert board.notice == "Mark 2 cards first, with the space bar: 1 so far."
    assert pressed(bury(), "space").notice == "Choose a card first, with ← → or its number."
    board = pressed(bury(), "1", "5", "enter")
    assert (board.notice, board.lays, len(board.marked)) == ("A Joker cannot be buried.", False, 2)


def test_the_marked_cards_are_sent_one_after_another() -> None:
    """Each after the snapshot without the one before; not once nothing is asked, nor after a refusal."""
    board, action = press(pressed(bury(), "1", "3"), "enter")
    assert action == Answer(HAND[0].text)
    waits = boards.sent(board, 7)
    assert due(waits)[1] is None
    one = boards.accepted(boards.changed(waits, replace(table(seen(VIEW, hand="10D QH AH JK")), seq=8)), 7)
    board, action = due(one)
    assert (board.marked, action) == ((HAND[2],), Answer(HAND[2].text))
    board, action = due(boards.changed(board, replace(table(seen(VIEW, hand="10D AH JK")), seq=9)))
    assert (board.marked, board.lays, action) == ((), False, PASSES)
    board, _ = press(pressed(bury(), "1", "3"), "enter")
    gone = seen(waiting_view(), hand="10D QH AH JK")
    after = due(boards.changed(board, replace(table(gone), seq=8)))
    assert (after[0].marked, after[1]) == ((), None)
    board, _ = press(pressed(bury(), "1", "3"), "enter")
    refused = boards.refused(boards.sent(board, 7), 7, "No.", None)
    assert (refused.lays, due(refused)[1], refused.marked) == (False, None, (HAND[0], HAND[2]))


def test_the_prompt_counts_marks_of_this_choice_alone() -> None:
    """Once there are enough, Enter is named; they outlive neither the deal nor the turn."""
    one, two = (prompt(pressed(bury(), *keys)) for keys in (["1"], ["1", "3"]))
    assert (one.text, two.text) == ("Bury cards: 1 of 3", "Bury cards: 2 of 3")
    assert [answer.key for answer in one.answers] == ["space", "p"]
    assert [answer.key for answer in two.answers] == ["space", "enter", "p"]
    board = pressed(bury(), "1", "3")
    assert boards.changed(board, replace(table(dealing_view()), seq=8)).marked == ()
    assert boards.changed(board, replace(table(waiting_view()), seq=8)).marked == ()
    assert boards.changed(board, replace(table(seen(VIEW, hand="10D QH AH JK")), seq=8)).marked == (HAND[2],)


def ordered(order: HandOrder, now: Board | None = None) -> Board:
    """Give a board of someone who wishes this order."""
    return replace(now or board(), settings=Settings(order=order))


def test_a_hand_is_shown_by_suit_by_rank_or_in_its_own_order() -> None:
    """Numbers and plays follow what is shown, and a chosen card stays chosen."""
    assert ordered(HandOrder.SUIT).hand == VIEW.hand
    assert ordered(HandOrder.RANK).hand == cards("10D QH KC AH JK")
    assert ordered(HandOrder.OWN).hand == VIEW.hand
    now = press(ordered(HandOrder.RANK), "2")[0]
    assert now.chosen_card == cards("QH")[0]
    assert press(now, "enter")[1] == Answer("QH")
    now = press(ordered(HandOrder.RANK, boards.changed(board(), table(waiting_view()))), "3")[0]
    later = boards.changed(now, table(seen(waiting_view(), turn=3)))
    assert later.chosen_card == now.chosen_card == cards("KC")[0]


@pytest.mark.parametrize(
    ("chosen", "key", "hand", "then"),
    [
        (0, "greater_than_sign", "10D KC QH AH JK", 1),
        (0, "shift+right", "10D KC QH AH JK", 1),
        (4, "shift+right", "KC 10D QH AH JK", 4),
        (1, "less_than_sign", "10D KC QH AH JK", 0),
        (1, "shift+left", "10D KC QH AH JK", 0),
        (0, "shift+left", "KC 10D QH AH JK", 0),
    ],
)
def test_a_card_is_moved(chosen: int, key: str, hand: str, then: int) -> None:
    """The chosen card changes places with its neighbour and stays chosen; at an end of the hand it stays."""
    now = press(ordered(HandOrder.OWN, replace(board(), chosen=chosen)), key)[0]
    assert (now.hand, now.chosen) == (cards(hand), then)


def test_moving_says_what_it_needs() -> None:
    """It needs a chosen card, and the setting that the order is one's own."""
    assert press(ordered(HandOrder.OWN), "shift+right")[0].notice == "Choose a card first: < and > then move it."
    words = "Your hand is sorted by suit: the settings let you keep your own order."
    now = replace(board(), chosen=0)
    assert press(now, "shift+right")[0] == replace(now, notice=words)


def test_the_own_order_lasts_as_long_as_the_deal() -> None:
    """A card that is played leaves the others as they were; the next deal begins by suit."""
    now = press(ordered(HandOrder.OWN, replace(board(), chosen=0)), "shift+right")[0]
    played = boards.changed(now, table(seen(waiting_view(), hand="KC 10D AH JK")))
    assert played.hand == cards("10D KC AH JK")
    assert played.chosen_card == cards("KC")[0]
    ended = boards.changed(played, table(dealing_view()))
    assert boards.changed(ended, table(replace(VIEW, deal=3))).hand == VIEW.hand
    assert boards.changed(now, table(replace(VIEW, deal=3))).hand == VIEW.hand


def test_new_cards_come_last_and_equal_cards_are_kept_apart() -> None:
    """A chosen card is followed to its new place, and given up once it is played."""
    view = seen(VIEW, hand="4C KC JK")
    assert shown_hand(view, KIND, HandOrder.OWN, cards("JK KC JK")) == cards("JK KC 4C")
    assert still_chosen(cards("KC QH"), cards("QH KC"), 0) == 1
    assert still_chosen(cards("KC QH"), cards("QH"), 0) is None
    assert still_chosen(cards("KC QH"), cards("KC QH"), 2) is None
