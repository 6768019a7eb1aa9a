"""The actions of a table of Chwech as numbers: every action that any seat can ever take there has one."""

from collections.abc import Mapping
from typing import Final

from protocol.cards import Card, Rank, Suit
from protocol.chwech.actions import PASS, AceHeight, Pass, Play
from protocol.chwech.order import order_rules
from protocol.chwech.pack import pack_of
from protocol.setup import Setup

PASS_NUMBER: Final = 0
"""The number of a pass, at every table."""


class Numbering:
    """The numbers of the actions and of the cards of one table, each from 0."""

    def __init__(self, setup: Setup) -> None:
        """Number what the setup has; it has been accepted by the rules."""
        rules = order_rules(setup)
        self.cards: tuple[Card, ...] = tuple(dict.fromkeys(pack_of(setup)))
        """Every face of the pack, once."""
        actions: list[Pass | Play] = [PASS]
        for card in self.cards:
            if rules.counts_as_joker(card):
                actions.append(Play(card))
                # In the original rules a Joker is never led.
                actions += [] if rules.aces_choose else [Play(card, suit=suit) for suit in Suit]
            elif rules.aces_choose and card.rank is Rank.ACE:
                actions += [Play(card, height) for height in AceHeight]
            else:
                actions.append(Play(card))
        self.actions: tuple[Pass | Play, ...] = tuple(actions)
        """Every action; the first is a pass."""
        self.of_action: Mapping[object, int] = {action: number for number, action in enumerate(actions)}
        """The number of each action."""
        self.of_card: Mapping[Card, int] = {card: number for number, card in enumerate(self.cards)}
        """The number of each card."""
