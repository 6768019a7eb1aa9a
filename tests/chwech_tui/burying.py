"""A game of tests in which Megan lays aside two cards at once: Chwech, whose plays stand for the cards laid aside."""

from msgspec.structs import replace

from chwech_tui.model.board import Board
from chwech_tui.model.game import ShownGame
from chwech_tui.model.moves import Choice, Move
from games.kit.words import Several
from games.registry import WORDS
from protocol.cards import Card
from protocol.game import Answer, View
from tests.chwech_tui.values import PASSES, VIEW, board, cards

ASKED = Several(2, 3, "Bury cards")  # What is asked: at least two cards, at most three.


class Burying(ShownGame):
    """Asks for cards to bury while the hand has more than three, and ends that by a pass."""

    def __init__(self, asked: Several = ASKED) -> None:
        super().__init__(WORDS["chwech"])
        self._asked = asked

    def several(self, view: View) -> Several | None:
        """Return the choice, while the viewer may act."""
        return self._asked if view.legal else None

    def several_action(self, view: View, cards: tuple[Card, ...]) -> Answer | str:
        """Return the burial of the first card; a Joker stays in hand."""
        if any(card.suit is None for card in cards):
            return "A Joker cannot be buried."
        return Answer(cards[0].text) if cards else PASSES


HAND = cards("KC 10D QH AH JK")


def bury(asked: Several = ASKED, view: View = VIEW) -> Board:
    """Give a board that asks for cards."""
    return replace(board(view), kind=Burying(asked))


BIDS = Move(
    "b", "bid", tuple(Choice("", str(bid), Answer(card.text)) for bid, card in zip((85, 90, 95), HAND, strict=False))
)
"""A move of many choices."""
