"""Roque and Roque for three for the conformance kit: their tables, their cards, their secrets."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.cards import FACES, Card
from protocol.roque.actions import PASS, Bid, Bury, Play
from protocol.roque.events import Buried, DealEnded, Dealt, Played, WidowTaken
from protocol.roque.order import PACKS
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Action, Event, Seat
from server.rules.roque.deal import Bidding, Burying, InDeal, Playing
from server.rules.roque.game import GAMES
from server.rules.roque.variant import OPTIONS
from tests.conformance.setups import tables_of


def tables(game: str, most_deals: Sequence[OptionValue] = (1,)) -> st.SearchStrategy[Setup]:
    """Give the tables of a game."""
    return tables_of(game, OPTIONS[game].players[0], most_deals=st.sampled_from(most_deals))


class RoqueSubject:
    """One of the two games."""

    def __init__(self, game: str) -> None:
        """Take its name."""
        self.game = GAMES[game]

    def conserved(self, state: Any) -> bool:  # noqa: ANN401 - as the kit has it
        """Say whether every card is in one place: a hand, the widow, aside or played."""
        if not isinstance(state, InDeal):
            return True
        there = [card for hand in state.hands for card in hand]
        if isinstance(state, Bidding):
            there += state.deal.widow
        if isinstance(state, Burying | Playing):
            there += state.buried
        if isinstance(state, Playing):
            there += [play.card for play in state.plays]
        pack = PACKS[len(state.hands)]
        return len(there) == len(pack) and set(there) == set(pack)

    def disguise(self, events: Sequence[Event], viewer: Seat | None, chance: Random) -> list[Event]:
        """Change all hidden cards: what others hold and have laid aside, and the widow of another seat."""
        start = max((place for place, event in enumerate(events) if isinstance(event, Dealt)), default=None)
        if start is None or any(isinstance(event, DealEnded) for event in events[start:]):
            return list(events)
        deal = events[start]
        assert isinstance(deal, Dealt)
        pool = _hidden(events[start:], viewer, deal)
        shuffled = chance.sample(pool, len(pool))
        swap = dict(zip(pool, shuffled, strict=True))
        hands = tuple(tuple(swap.get(card, card) for card in hand) for hand in deal.hands)
        widow = tuple(swap.get(card, card) for card in deal.widow)
        changed: list[Event] = [replace(deal, hands=hands, widow=widow, seed="00" * 32)]
        for event in events[start + 1 :]:
            if isinstance(event, Buried) and event.card is not None:
                changed.append(replace(event, card=swap.get(event.card, event.card)))
            elif isinstance(event, WidowTaken):
                changed.append(replace(event, cards=tuple(swap.get(card, card) for card in event.cards)))
            else:
                changed.append(event)
        return [*events[:start], *changed]

    def foreign(self, chance: Random) -> Action:
        """Give any action with any card or number."""
        card = chance.choice(FACES)
        return chance.choice([Play(card), Play(card), Bury(card), Bid(chance.randint(0, 200)), Bid(100), PASS])


def _hidden(events: Sequence[Event], viewer: Seat | None, deal: Dealt) -> list[Card]:
    """List the cards of the pack that the viewer has not seen."""
    seen = set(deal.hands[viewer] if viewer is not None else ())
    for event in events:
        if isinstance(event, Played):
            seen.add(event.card)
        if isinstance(event, WidowTaken) and event.seat == viewer:
            seen |= set(deal.widow)
    return [card for card in PACKS[len(deal.hands)] if card not in seen]
