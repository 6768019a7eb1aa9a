"""The laws of the interface and those of the rules, kept by Chwech in every variant."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.cards import FACES, Card, Suit
from protocol.chwech.actions import PASS, AceHeight, Play
from protocol.chwech.events import DealEnded, Dealt, Ending, LeadPassed, Led, Passed, Played, TrickTaken
from protocol.vocabulary import Action, Event, Seat
from server.rules.chwech.deal import InDeal
from server.rules.chwech.variant import PLAYERS
from server.rules.registry import GAMES
from tests.conformance.kit import Laws, deals_of, games
from tests.conformance.setups import tables

TURNS = (Led, LeadPassed, Played, Passed)

HEIGHTS = (None, None, *AceHeight)
SUITS = (None, None, None, *Suit)


class ChwechSubject:
    """Chwech, with its cards and its secrets."""

    game = GAMES["chwech"]

    def conserved(self, state: Any) -> bool:  # noqa: ANN401 - as the kit has it
        """Say whether every card is in one hand, one pile or on the table."""
        if not isinstance(state, InDeal):
            return True
        pack = state.deal.book.pack
        places = [*state.hands, *state.piles]
        table = sum(isinstance(turn, Led | Played) for turn in state.turns)
        apart = sum(place.bit_count() for place in places)
        together = 0
        for place in places:
            together |= place
        return together.bit_count() == apart == len(pack.cards) - table

    def disguise(self, events: Sequence[Event], viewer: Seat | None, chance: Random) -> list[Event]:
        """Give all but the viewer other cards in hand, those that have been played being known."""
        dealt = max((place for place, event in enumerate(events) if isinstance(event, Dealt)), default=None)
        if dealt is None or any(isinstance(event, DealEnded) for event in events[dealt:]):
            return list(events)
        deal = events[dealt]
        assert isinstance(deal, Dealt)
        played: list[list[Card]] = [[] for _ in deal.hands]
        for event in events[dealt:]:
            if isinstance(event, Led | Played):
                played[event.seat].append(event.play.card)
        held = [list(hand) for hand in deal.hands]
        for seat, cards in enumerate(played):
            for card in cards:
                held[seat].remove(card)
        hidden = [card for seat, hand in enumerate(held) if seat != viewer for card in hand]
        chance.shuffle(hidden)
        hands = tuple(
            deal.hands[seat]
            if seat == viewer
            else tuple(sorted([*played[seat], *(hidden.pop() for _ in held[seat])], key=FACES.index))
            for seat in range(len(deal.hands))
        )
        return [*events[:dealt], replace(deal, hands=hands, seed="00" * 32), *events[dealt + 1 :]]

    def foreign(self, chance: Random) -> Action:
        """Give a pass, or a play of any card in any way."""
        if chance.random() < 0.1:
            return PASS
        card = chance.choice(FACES)
        return Play(card, chance.choice(HEIGHTS), chance.choice(SUITS))


LAWS = Laws(ChwechSubject())


@pytest.mark.no_cover  # examples cover every line; measuring hundreds of games would take minutes
@pytest.mark.parametrize("players", PLAYERS)
@settings(max_examples=games(100, 10_000), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_chwech_keeps_the_laws(players: int, data: st.DataObject, seed: int) -> None:
    """A random game of any variant keeps every law of the interface, and the laws that section 6 of the rules names.

    A hundred games for each number of players, and ten thousand in ``make soak``.
    """
    setup = data.draw(tables(players))
    steps = LAWS.check(setup, Random(seed))
    for deal in deals_of(steps, Dealt):
        check_deal(deal, setup.players)


def check_deal(events: Sequence[Event], players: int) -> None:
    """Check the laws of one deal: leader, tricks, takers, end."""
    dealt, first = events[:2]
    assert isinstance(dealt, Dealt)
    assert isinstance(first, Led)
    assert first.seat == (dealt.dealer + 1) % players
    turns: list[Event] = []
    won = [0] * players
    for event in events:
        if isinstance(event, TURNS):
            turns.append(event)
        if isinstance(event, TrickTaken):
            check_trick(turns, event, players)
            won[event.seat] += len(event.cards)
            turns = []
        if isinstance(event, DealEnded):
            check_end(event, turns, won)


def check_trick(turns: Sequence[Event], taken: TrickTaken, players: int) -> None:
    """Check that every seat acted once, in turn, and that one of those who played took the trick."""
    seats = [turn.seat for turn in turns if isinstance(turn, TURNS)]
    assert seats == [(seats[0] + step) % players for step in range(players)]
    played = [turn for turn in turns if isinstance(turn, Led | Played)]
    assert tuple(turn.play.card for turn in played) == taken.cards
    assert 1 <= len(taken.cards) <= players
    assert taken.seat in {turn.seat for turn in played}


def check_end(ended: DealEnded, turns: Sequence[Event], won: Sequence[int]) -> None:
    """Check that the cards won are those played, and that a deadlock needs everybody to have passed the lead."""
    sheet = ended.sheet
    assert list(sheet.won) == list(won)
    assert sum(sheet.won) == sum(9 - left for left in sheet.left)
    deadlock = sheet.ending is Ending.DEADLOCK
    assert deadlock == (len(turns) == len(won) and all(isinstance(turn, LeadPassed) for turn in turns))
    assert deadlock == all(sheet.left)
