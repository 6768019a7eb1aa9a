"""Da Bai Fen for the conformance kit: its tables, its cards, its secrets."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.cards import Card
from protocol.da_bai_fen.actions import CLAIM, FINISH, PASS, Bury, Expose, Lay, Play
from protocol.da_bai_fen.events import (
    Answered,
    Buried,
    Claimed,
    DealEnded,
    Dealt,
    Drawn,
    Exposed,
    Played,
    SixTaken,
    SixTurned,
)
from protocol.da_bai_fen.order import PACK
from protocol.setup import Setup
from protocol.vocabulary import Action, Event, Seat
from server.rules.da_bai_fen.deal import Burying, Drawing, InDeal, Playing
from server.rules.da_bai_fen.game import GAMES
from server.rules.da_bai_fen.variant import NAME
from tests.conformance.setups import tables_of


def tables() -> st.SearchStrategy[Setup]:
    """Give the tables of games of one deal."""
    return tables_of(NAME, 4, most_deals=st.just(1))


class DaBaiFenSubject:
    """The game."""

    game = GAMES[NAME]

    def conserved(self, state: Any) -> bool:  # noqa: ANN401 - as the kit has it
        """Say whether every card is in one place: a hand, the stock, the last six, aside or played."""
        if not isinstance(state, InDeal):
            return True
        there = [card for hand in state.hands for card in hand]
        if isinstance(state, Drawing):
            there += [card for cards in state.deal.dealt for card in cards[state.drawn :]]
            there += state.deal.six
        if isinstance(state, Burying | Playing):
            there += state.buried
        if isinstance(state, Playing):
            there += [*state.gone, *[card for turn in state.table for card in turn.cards]]
        inside = isinstance(state, Drawing | Burying | Playing)
        return not inside or (len(there) == len(PACK) and set(there) == set(PACK))

    def disguise(self, events: Sequence[Event], viewer: Seat | None, chance: Random) -> list[Event]:
        """Change all hidden cards: those not drawn yet, what others hold, would expose and have laid aside."""
        start = max((place for place, event in enumerate(events) if isinstance(event, Dealt)), default=None)
        if start is None or any(isinstance(event, DealEnded) for event in events[start:]):
            return list(events)
        dealt = events[start]
        assert isinstance(dealt, Dealt)
        seen = _seen(events[start:], viewer)
        pool = [card for card in PACK if card not in seen]
        swap = dict(zip(pool, chance.sample(pool, len(pool)), strict=True))
        return [*events[:start], *[_swapped(event, swap) for event in events[start:]]]

    def foreign(self, chance: Random) -> Action:
        """Give any action with any card."""
        card = chance.choice(PACK)
        return chance.choice([Play(card), Play(card), Lay(card), Bury(card), Expose(card), PASS, FINISH, CLAIM])


def _seen(events: Sequence[Event], viewer: Seat | None) -> set[Card]:
    """Give the cards that the viewer has seen in a deal."""
    seen = set[Card]()
    for event in events:
        match event:
            case Drawn(_, cards) if viewer is not None:
                seen.update(cards[viewer])
            case Exposed(_, card) | Played(_, card):
                seen.add(card)
            case SixTurned(cards) | Claimed(_, cards):
                seen.update(cards)
            case SixTaken(seat, cards, shown) if shown or seat == viewer:
                seen.update(cards)
    return seen


def _swapped(event: Event, swap: dict[Card, Card]) -> Event:
    """Give an event with other hidden cards."""

    def other(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(swap.get(card, card) for card in cards)

    match event:
        case Dealt():
            return replace(event, hands=tuple(map(other, event.hands)), six=other(event.six), seed="00" * 32)
        case Drawn():
            return replace(event, cards=tuple(map(other, event.cards)))
        case SixTaken():
            return replace(event, cards=other(event.cards))
        case Answered() | Buried() if event.card is not None:
            return replace(event, card=swap.get(event.card, event.card))
    return event
