"""The order of the hand shown: by suit, by rank, or as the viewer has moved the cards."""

import pytest
from msgspec.structs import replace

from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.hand import moved_card, shown_hand, still_chosen
from chwech_tui.model.keys import press
from chwech_tui.model.settings import Order, Settings
from protocol.game import Answer
from tests.chwech_tui.values import KIND, VIEW, board, cards, dealing_view, seen, table, waiting_view


def ordered(order: Order, now: Board | None = None) -> Board:
    """Give a board of somebody who wishes this order."""
    return replace(now or board(), settings=Settings(order=order))


def test_a_hand_is_shown_by_suit_by_rank_or_in_its_own_order() -> None:
    """By suit it stands as the view has it; an order of one's own is by suit until a card is moved."""
    assert ordered(Order.SUIT).hand == VIEW.hand
    assert ordered(Order.RANK).hand == cards("10D QH KC AH JK")
    assert ordered(Order.OWN).hand == VIEW.hand


def test_without_a_game_there_is_no_hand() -> None:
    """Before the game nothing is shown."""
    assert Board().hand == ()


def test_numbers_and_plays_follow_what_is_shown() -> None:
    """With the hand by rank, 2 chooses the Queen, and Enter plays it."""
    now = press(ordered(Order.RANK), "2")[0]
    assert now.chosen_card == cards("QH")[0]
    assert press(now, "enter")[1] == Answer("QH")


@pytest.mark.parametrize(
    ("key", "hand"), [("greater_than_sign", "10D KC QH AH JK"), ("shift+right", "10D KC QH AH JK")]
)
def test_a_card_is_moved_to_the_right(key: str, hand: str) -> None:
    """The chosen card changes places with its neighbour and stays chosen."""
    now = press(ordered(Order.OWN, replace(board(), chosen=0)), key)[0]
    assert (now.hand, now.chosen) == (cards(hand), 1)


@pytest.mark.parametrize("key", ["less_than_sign", "shift+left"])
def test_a_card_is_moved_to_the_left_and_no_further_than_the_end(key: str) -> None:
    """At the end of the hand a card stays where it is."""
    now = press(ordered(Order.OWN, replace(board(), chosen=1)), key)[0]
    assert (now.hand, now.chosen) == (cards("10D KC QH AH JK"), 0)
    assert press(now, key)[0] == now


def test_moving_says_what_it_needs() -> None:
    """It needs a chosen card, and the setting that the order is one's own."""
    assert press(ordered(Order.OWN), "shift+right")[0].notice == "Choose a card first: < and > then move it."
    words = "Your hand is sorted by suit: the settings let you keep your own order."
    now = replace(board(), chosen=0)
    assert press(now, "shift+right")[0] == replace(now, notice=words)


def test_the_own_order_lasts_as_long_as_the_deal() -> None:
    """A card that is played leaves the others as they were; the next deal begins by suit."""
    now = press(ordered(Order.OWN, replace(board(), chosen=0)), "shift+right")[0]
    played = boards.changed(now, table(seen(waiting_view(), hand="KC 10D AH JK")))
    assert played.hand == cards("10D KC AH JK")
    assert played.chosen_card == cards("KC")[0]
    ended = boards.changed(played, table(dealing_view()))
    assert boards.changed(ended, table(replace(VIEW, deal=3))).hand == VIEW.hand
    assert boards.changed(now, table(replace(VIEW, deal=3))).hand == VIEW.hand


def test_new_cards_come_last_and_equal_cards_are_kept_apart() -> None:
    """A card that was taken up in exchange stands at the end; of two Jokers one may be gone."""
    view = seen(VIEW, hand="4C KC JK")
    assert shown_hand(view, KIND, Order.OWN, cards("JK KC JK")) == cards("JK KC 4C")


def test_a_hand_without_its_game_is_not_ranked() -> None:
    """Who does not know the game leaves the hand as it is."""
    assert shown_hand(VIEW, None, Order.RANK, ()) == VIEW.hand


def test_nothing_moves_beyond_the_ends() -> None:
    """Both ends stay ends."""
    assert moved_card(cards("KC QH"), 1, 1) == cards("KC QH")
    assert moved_card(cards("KC QH"), 0, -1) == cards("KC QH")


def test_a_chosen_card_is_found_again() -> None:
    """It is followed to its new place, and given up once it is played or the place is none."""
    assert still_chosen(cards("KC QH"), cards("QH KC"), 0) == 1
    assert still_chosen(cards("KC QH"), cards("QH"), 0) is None
    assert still_chosen(cards("KC QH"), cards("KC QH"), 2) is None


def test_the_chosen_card_stays_chosen_in_every_order() -> None:
    """A chosen card keeps its place among those shown, whatever others play."""
    now = press(ordered(Order.RANK, boards.changed(board(), table(waiting_view()))), "3")[0]
    later = boards.changed(now, table(seen(waiting_view(), turn=3)))
    assert later.chosen_card == now.chosen_card == cards("KC")[0]
