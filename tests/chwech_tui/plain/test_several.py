"""Several cards at once, and many choices, by words."""

import pytest
from msgspec.structs import replace

from chwech_tui.model.board import Asking
from chwech_tui.model.moves import Choice, Move
from chwech_tui.plain.playing import answers, is_play, outcome
from chwech_tui.plain.table import turn_line
from games.kit.words import Several
from protocol.cards import Card
from protocol.game import Answer, View
from tests.chwech_tui.burying import BIDS, HAND, Burying, bury
from tests.chwech_tui.values import board


def test_more_than_two_numbers_are_cards_where_several_are_asked_for() -> None:
    """Elsewhere such a line means none, and is not taken for the first of its numbers."""
    assert is_play(bury(), ("1", "2", "3"))
    assert not is_play(board(), ("1", "2", "3"))
    done = outcome(bury(), ("1", "2", "3"))
    assert not isinstance(done, str)
    assert done[0].marked == HAND[:3]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("kc 2s", "You do not hold that card: h tells your hand."),
        (
            "kc nonsense",
            "'nonsense' is no card. Name it, for example: queen of hearts, or qh, or its number in your hand.",
        ),
        ("kc 10d qh ah", "Name 2 to 3 cards in one line: these are 4."),
        ("kc kc", "Name 2 to 3 cards in one line: these are 1."),
    ],
)
def test_a_line_that_names_no_such_cards_says_why(line: str, words: str) -> None:
    """Nothing is sent."""
    assert outcome(bury(), tuple(line.split())) == words


def test_one_of_many_choices_is_named() -> None:
    """By its words, which may be a number."""
    asked = replace(board(), asking=Asking.MOVE, move=BIDS)
    assert answers(asked, ("95",))
    assert not answers(asked, ("97",))


class Bidding(Burying):
    """Asks in Chwech for a bid instead, by the key that passes: one of many, or the only one that is left."""

    def __init__(self, move: Move) -> None:
        """Set the move."""
        super().__init__()
        self._move = replace(move, key="p")

    def several(self, view: View) -> Several | None:
        """Return no choice of cards."""
        return None

    def moves(self, view: View, card: Card | None) -> tuple[Move, ...]:
        """Return the one move."""
        return (self._move,)


@pytest.mark.parametrize(
    ("choices", "line", "card"),
    [
        (BIDS.choices, "pass 95", HAND[2]),
        (BIDS.choices[2:], "pass 95", HAND[2]),
        ((*BIDS.choices, Choice("", "A\u2660", Answer(HAND[3].text))), "pass as", HAND[3]),
    ],
)
def test_a_choice_is_named_with_its_word(choices: tuple[Choice, ...], line: str, card: Card) -> None:
    """In one line, whether it is one of many, the only one, or a card."""
    asked = replace(board(), kind=Bidding(replace(BIDS, choices=choices)))
    done = outcome(asked, tuple(line.split()))
    assert not isinstance(done, str)
    assert done[1] == Answer(card.text)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Several(3, 3, "Bury cards"), "Your turn. Follow hearts or pass: 3 cards in one line."),
        (Several(2, 3, "Bury cards"), "Your turn. Follow hearts or pass: 2 to 3 cards in one line."),
    ],
)
def test_the_turn_says_how_many_cards_are_to_be_named(asked: Several, words: str) -> None:
    """So that nobody names them one by one."""
    assert turn_line(bury(asked)) == words
