"""Durak in teams for the conformance kit: its tables, its cards, its secrets."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.cards import Card
from protocol.durak.actions import FINISH, GIVE_UP, PASS, Add, Attack, Beat
from protocol.durak.events import (
    Added,
    Attacked,
    Beaten,
    DealEnded,
    Dealt,
    Drawn,
    Finished,
    GivenUp,
    Passed,
)
from protocol.durak.pack import PACK
from protocol.setup import Setup
from protocol.vocabulary import Action, Event, Seat
from server.rules.durak.deal import Fighting, InDeal
from server.rules.durak.game import GAMES
from server.rules.durak.variant import NAME
from tests.conformance.setups import tables_of

ACTED = (Attacked, Added, Beaten, GivenUp, Passed, Finished)
"""The events of actions."""


def tables(players: int) -> st.SearchStrategy[Setup]:
    """Give the tables for so many players."""
    return tables_of(NAME, players)


class DurakSubject:
    """The game."""

    game = GAMES[NAME]

    def conserved(self, state: Any) -> bool:  # noqa: ANN401 - as the kit has it
        """Say whether every card is in one place: a hand, the stock, the bout, or gone."""
        if not isinstance(state, InDeal):
            return True
        held = [card for hand in state.hands for card in hand]
        fought = state.bout.cards if isinstance(state, Fighting) else ()
        there = [*held, *state.stock, *fought, *state.gone]
        known = all(known <= set(hand) for known, hand in zip(state.known, state.hands, strict=True))
        return known and len(there) == len(PACK) and set(there) == set(PACK)

    def disguise(self, events: Sequence[Event], viewer: Seat | None, chance: Random) -> list[Event]:
        """Change all hidden cards: those that only others have seen, and the stock."""
        start = max((place for place, event in enumerate(events) if isinstance(event, Dealt)), default=None)
        if start is None or any(isinstance(event, DealEnded) for event in events[start:]):
            return list(events)
        dealt = events[start]
        assert isinstance(dealt, Dealt)
        pool = [card for card in PACK if card not in self._seen(events[start:], viewer, dealt)]
        mixed = chance.sample(pool, len(pool))
        swap = dict(zip(pool, mixed, strict=True))

        def swapped(cards: Sequence[Card]) -> tuple[Card, ...]:
            return tuple(swap.get(card, card) for card in cards)

        # Lower trumps than the one that was shown cannot be in any hand, so hands and stock are mixed apart.
        changed: list[Event] = [
            replace(dealt, hands=tuple(map(swapped, dealt.hands)), stock=swapped(dealt.stock), seed="00" * 32)
        ]
        changed += [
            replace(event, cards=swapped(event.cards)) if isinstance(event, Drawn) else event
            for event in events[start + 1 :]
        ]
        return [*events[:start], *changed]

    def _seen(self, events: Sequence[Event], viewer: Seat | None, dealt: Dealt) -> set[Card]:
        """Give the cards that the viewer has seen."""
        seen = {dealt.turn_up, *(dealt.hands[viewer] if viewer is not None else ())}
        if dealt.lowest is not None:
            seen.add(dealt.lowest)
        for event in events:
            match event:
                case Attacked(_, card) | Added(_, card):
                    seen.add(card)
                case Beaten(_, attack, card):
                    seen |= {attack, card}
                case Drawn(seat, _, cards) if seat == viewer:
                    seen.update(cards)
        return seen

    def foreign(self, chance: Random) -> Action:
        """Give any action with any card."""
        card, other = chance.choices(PACK, k=2)
        actions: list[Action] = [Attack(card), Attack(card), Add(card), Add(card), Beat(other, card), GIVE_UP, PASS]
        return chance.choice([*actions, FINISH])
