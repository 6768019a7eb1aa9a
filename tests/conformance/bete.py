"""Bête for the conformance kit: its tables, its cards, its secrets."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.bete.actions import PASS, TAKE_PART, Play
from protocol.bete.events import DealEnded, Dealt, Played
from protocol.bete.order import PACK
from protocol.cards import FACES
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Action, Event, Seat
from server.rules.bete.deal import InDeal, Playing
from server.rules.bete.game import GAMES
from tests.conformance.setups import tables_of


def tables(players: int, deals: Sequence[OptionValue] = (1, 4)) -> st.SearchStrategy[Setup]:
    """Give the tables for so many players."""
    return tables_of("bete", players, deals=st.sampled_from(deals))


class BeteSubject:
    """The game."""

    game = GAMES["bete"]

    def conserved(self, state: Any) -> bool:  # noqa: ANN401 - as the kit has it
        """Say whether every card dealt is in one place, and the card turned up is in none."""
        if not isinstance(state, InDeal):
            return True
        there = [card for hand in state.hands for card in hand]
        if isinstance(state, Playing):
            there += [play.card for play in state.plays]
        dealt = [card for hand in state.deal.dealt for card in hand]
        return len(there) == len(set(there)) and set(there) == set(dealt) and state.deal.turn_up not in there

    def disguise(self, events: Sequence[Event], viewer: Seat | None, chance: Random) -> list[Event]:
        """Change all hidden cards: those that others hold, and those that nobody was dealt."""
        start = max((place for place, event in enumerate(events) if isinstance(event, Dealt)), default=None)
        if start is None or any(isinstance(event, DealEnded) for event in events[start:]):
            return list(events)
        deal = events[start]
        assert isinstance(deal, Dealt)
        seen = {deal.turn_up, *(deal.hands[viewer] if viewer is not None else ())}
        seen |= {event.card for event in events[start:] if isinstance(event, Played)}
        pool = [card for card in PACK if card not in seen]
        swap = dict(zip(pool, chance.sample(pool, len(pool)), strict=True))
        hands = tuple(tuple(swap.get(card, card) for card in hand) for hand in deal.hands)
        return [*events[:start], replace(deal, hands=hands, seed="00" * 32), *events[start + 1 :]]

    def foreign(self, chance: Random) -> Action:
        """Give any action with any card."""
        return chance.choice([Play(chance.choice(FACES)), Play(chance.choice(PACK)), PASS, TAKE_PART])
