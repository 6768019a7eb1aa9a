"""Auction Forty-Fives for the conformance kit: its tables, its cards, its secrets."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.auction_fives.actions import DRAW, HOLD, PASS, Bid, Discard, Name, Pick, Play
from protocol.auction_fives.events import DealEnded, Dealt, Discarded, Drawn, Picked, Played, StockOpened, TrumpNamed
from protocol.cards import Card, Suit
from protocol.setup import Setup
from protocol.vocabulary import Action, Event, Seat
from server.rules.auction_fives.deal import InDeal
from server.rules.auction_fives.game import GAMES
from server.rules.auction_fives.variant import NAME, PACK
from tests.conformance.setups import tables_of


def tables(players: int) -> st.SearchStrategy[Setup]:
    """Give the tables for so many players."""
    return tables_of(NAME, players)


class AuctionFivesSubject:
    """The game."""

    game = GAMES["auction-forty-fives"]

    def conserved(self, state: Any) -> bool:  # noqa: ANN401 - as the kit has it
        """Say whether every card is in one place: a hand, the table, aside, the kitty, or among those not dealt."""
        if not isinstance(state, InDeal):
            return True
        there = [card for hand in state.hands for card in hand]
        there += [play.card for play in getattr(state, "plays", ())]
        there += [turn.card for turn in getattr(state, "aside", ())]
        there += state.stock
        if not hasattr(state, "trump"):
            there += state.deal.kitty
        return sorted(map(PACK.index, there)) == list(range(len(PACK)))

    def disguise(self, events: Sequence[Event], viewer: Seat | None, chance: Random) -> list[Event]:
        """Change all hidden cards: what others hold, draw and lay aside, the kitty, and the cards that are left."""
        start = max((place for place, event in enumerate(events) if isinstance(event, Dealt)), default=None)
        if start is None or any(isinstance(event, DealEnded) for event in events[start:]):
            return list(events)
        seen = self._seen(events[start:], viewer)
        pool = [card for card in PACK if card not in seen]
        shuffled = pool.copy()
        chance.shuffle(shuffled)
        swap = dict(zip(pool, shuffled, strict=True))
        return [*events[:start], *[_swapped(event, swap) for event in events[start:]]]

    def _seen(self, events: Sequence[Event], viewer: Seat | None) -> set[Card]:
        """Give the cards that the viewer has seen."""
        seen: set[Card] = set()
        for event in events:
            match event:
                case Dealt(hands=hands):
                    seen.update(hands[viewer] if viewer is not None else ())
                case Played(card=card):
                    seen.add(card)
                case TrumpNamed(seat=seat, kitty=cards) | Drawn(seat=seat, cards=cards) if seat == viewer:
                    seen.update(cards)
                case StockOpened(seat=seat, cards=cards) if seat == viewer:
                    seen.update(cards)
        return seen

    def foreign(self, chance: Random) -> Action:
        """Give any action with any card."""
        card = chance.choice(PACK)
        bid, name = Bid(chance.choice([0, 5, 10, 15, 20, 25, 30, 35])), Name(chance.choice(list(Suit)))
        return chance.choice([Discard(card), Play(card), Play(card), Pick(card), name, bid, PASS, HOLD, DRAW])


def _swapped(event: Event, swap: dict[Card, Card]) -> Event:
    """Give an event with other cards in the place of hidden ones."""

    def other(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(swap.get(card, card) for card in cards)

    match event:
        case Dealt():
            hands = tuple(other(hand) for hand in event.hands)
            kitty, stock = other(event.kitty), other(event.stock)
            return replace(event, hands=hands, kitty=kitty, stock=stock, seed="00" * 32)
        case TrumpNamed():
            return replace(event, kitty=other(event.kitty))
        case Drawn():
            return replace(event, cards=other(event.cards))
        case StockOpened():
            return replace(event, cards=tuple(sorted(other(event.cards), key=PACK.index)))
        case Discarded(card=card) | Picked(card=card):
            assert card is not None
            return replace(event, card=swap.get(card, card))
    return event
