"""The Fives for the conformance kit: their tables, their cards, their secrets."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.cards import FACES, Card, Rank
from protocol.fives.actions import DECLINE, JINK, SWEEP, Play, Rob, TakeJoker
from protocol.fives.events import DealEnded, Dealt, JokerTaken, Played, Robbed, TrickTaken
from protocol.setup import Setup
from protocol.vocabulary import Action, Event, Seat
from server.rules.fives.deal import InDeal
from server.rules.fives.game import GAMES
from tests.conformance.setups import tables_of


def tables(game: str, players: int) -> st.SearchStrategy[Setup]:
    """Give the tables of a game for so many players."""
    return tables_of(game, players)


class FivesSubject:
    """One of the games."""

    def __init__(self, game: str) -> None:
        """Take its name."""
        self.game = GAMES[game]

    def conserved(self, state: Any) -> bool:  # noqa: ANN401 - as the kit has it
        """Say whether every card is in one place: a hand, the table, aside, turned up or among those not dealt."""
        if not isinstance(state, InDeal):
            return True
        held = [card for hand in state.hands for card in hand]
        played = [play.card for play in getattr(state, "plays", ())]
        aside = [turn.card for turn in state.aside]
        dealt = [card for hand in state.deal.dealt for card in hand]
        there = [*held, *played, *aside]
        taken = set(there) - set(dealt)
        return (
            len(there) == len(set(there)) == len(dealt) + len(aside)
            and set(dealt) <= set(there)
            and taken <= set(state.deal.turned)
            and len(taken) == len(aside)
            and len({*dealt, *state.deal.turned}) == len(dealt) + len(state.deal.turned)
        )

    def disguise(self, events: Sequence[Event], viewer: Seat | None, chance: Random) -> list[Event]:
        """Change all hidden cards: what others hold, have laid aside, and what lies under a Joker turned up."""
        start = max((place for place, event in enumerate(events) if isinstance(event, Dealt)), default=None)
        if start is None or any(isinstance(event, DealEnded) for event in events[start:]):
            return list(events)
        deal = events[start]
        assert isinstance(deal, Dealt)
        pool = self._hidden(events[start:], viewer, deal)
        takers = [event.seat for event in events[start:] if isinstance(event, TrickTaken)]
        if any(takers.count(seat) > 1 for seat in takers):
            # Who may take the pool, or may not, shows who has not been dealt the Ace of trumps, or who has.
            pool = [card for card in pool if card.rank is not Rank.ACE]
        chance.shuffle(pool)
        swap = dict(zip(sorted(pool, key=FACES.index), pool, strict=True))
        hands = tuple(
            hand if seat == viewer else tuple(swap.get(card, card) for card in hand)
            for seat, hand in enumerate(deal.hands)
        )
        under = deal.next_up and swap.get(deal.next_up, deal.next_up)
        changed: list[Event] = [replace(deal, hands=hands, next_up=under, seed="00" * 32)]
        for event in events[start + 1 :]:
            if isinstance(event, JokerTaken | Robbed) and event.seat != viewer:
                assert event.discard is not None
                changed.append(replace(event, discard=swap.get(event.discard, event.discard)))
            else:
                changed.append(event)
        return [*events[:start], *changed]

    def _hidden(self, events: Sequence[Event], viewer: Seat | None, deal: Dealt) -> list[Card]:
        """List the cards of the pack that the viewer has not seen."""
        seen = {deal.turn_up, *(deal.hands[viewer] if viewer is not None else ())}
        for event in events:
            match event:
                case Played():
                    seen.add(event.card)
                case JokerTaken():
                    seen.add(event.turn_up)
        pack = {card for card in FACES if card.rank.value not in ("11", "12", "13", "JK")}
        return list(pack.union(*deal.hands) - seen)

    def foreign(self, chance: Random) -> Action:
        """Give any action with any card."""
        kind = chance.choice([Play, Play, Rob, TakeJoker, None])
        return kind(chance.choice(FACES)) if kind else chance.choice([DECLINE, SWEEP, JINK])
