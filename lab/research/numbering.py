"""The actions of a table of Chwech as numbers: every action that any seat can ever take there has one."""

from collections.abc import Mapping
from typing import Final

from games.chwech.rules import CHWECH, rulebook
from games.kit.asking import text
from games.kit.tricks import PASS
from protocol.cards import Card
from protocol.game import Answer
from protocol.setup import Setup

PASS_NUMBER: Final = 0  # The number of a pass, at every table.


class Numbering:
    """The numbers of the actions and of the cards of one table, each from 0."""

    def __init__(self, setup: Setup) -> None:
        """Number what the setup has; it has been accepted by the rules."""
        book = rulebook(CHWECH.start(setup.players, setup.options))
        self.cards: tuple[Card, ...] = tuple(book.places)  # Every face of the pack, once.
        plays = [play for card in self.cards for play in dict.fromkeys([*book.follows[card], *book.leads[card]])]
        self.actions: tuple[Answer, ...] = tuple([Answer(text(choice)) for choice in (PASS, *plays)])
        """Every action; the first is a pass."""
        self.of_action: Mapping[object, int] = {action: number for number, action in enumerate(self.actions)}
        """The number of each action."""
        self.of_card: Mapping[Card, int] = {card: number for number, card in enumerate(self.cards)}
        """The number of each card."""
