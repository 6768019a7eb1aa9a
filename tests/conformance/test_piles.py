"""The laws of the interface and those of the rules, kept by the games of one pile at every table."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.cards import Card, Suit
from protocol.piles.events import (
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    PileKilled,
    Played,
    SixHanded,
    Taken,
    TrumpNamed,
    TrumpShown,
    WentOut,
)
from protocol.piles.order import beats
from protocol.vocabulary import Event, Seat
from server.rules.piles.variant import Naming, Share, Variant, read_variant
from tests.conformance.kit import Laws, Step, games
from tests.conformance.piles import EVERY, EagerLaws, PilesSubject, tables


@pytest.mark.no_cover  # examples cover every line
@pytest.mark.parametrize("laws", [Laws, EagerLaws])
@pytest.mark.parametrize(("game", "players"), EVERY)
@settings(max_examples=games(2), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_the_games_keep_the_laws(game: str, players: int, laws: type[Laws], data: st.DataObject, seed: int) -> None:
    """A random game at any table keeps every law of the interface, and the laws below."""
    setup = data.draw(tables(game, players))
    check_game(read_variant(game, setup), laws(PilesSubject(setup)).check(setup, Random(seed)))


def check_game(variant: Variant, steps: Sequence[Step]) -> None:
    """Check the deals, and that those with the most points win."""
    last = steps[-1].event
    assert isinstance(last, GameEnded)
    assert set(last.winners) == {seat for seat, total in enumerate(last.totals) if total == max(last.totals)}
    deals: list[list[Event]] = [[]]
    for step in steps[:-1]:
        deals[-1].append(step.event)
        if isinstance(step.event, DealEnded):
            deals.append([])
    assert deals.pop() == []
    assert len(deals) == variant.deals
    named: dict[Seat, Suit | None] = {}
    for events in deals:
        deal = Deal(variant)
        deal.trumps |= named
        check_deal(deal, events)
        named = deal.trumps if variant.naming is Naming.ONCE else {}


class Deal:
    """A deal followed card by card, in another way than the engine does."""

    def __init__(self, variant: Variant) -> None:
        """Begin before the cards are dealt."""
        self.variant = variant
        self.hands: list[set[Card]] = []
        self.down: list[Card | None] = [None] * variant.players
        self.trumps: dict[Seat, Suit | None] = {}
        self.pile: list[Card] = []
        self.moves = 0
        self.out: list[Seat] = []


def check_deal(deal: Deal, events: Sequence[Event]) -> None:
    """Check each play and each pick-up, and how the deal ends."""
    for event in events:
        match event:
            case Played():
                check_play(deal, event)
            case Taken():
                check_pickup(deal, event)
            case WentOut(seat):
                assert not deal.hands[seat]
                deal.out.append(seat)
            case PileKilled(cards):
                assert deal.variant.kills
                assert list(cards) == deal.pile
                deal.pile = []
            case DealEnded(sheet):
                check_sheet(deal, sheet)
            case _:
                follow(deal, event)


def follow(deal: Deal, event: Event) -> None:
    """Take an event that is about trumps and hands."""
    match event:
        case TrumpNamed(seat, suit):
            assert suit not in deal.trumps.values()
            deal.trumps[seat] = suit
        case Dealt():
            deal.hands = [set(hand) for hand in event.hands]
            deal.down = list(event.drawn or deal.down)
        case SixHanded(giver, taker, card):
            deal.hands[giver].remove(card)
            deal.hands[taker].add(card)
        case TrumpShown(seat, card):
            assert deal.down[seat] is card
            deal.down[seat] = None
            deal.hands[seat].add(card)
            deal.trumps[seat] = card.suit


def check_sheet(deal: Deal, sheet: DealSheet) -> None:
    """Check how a deal ended, and that each seat that went out has a point."""
    variant = deal.variant
    assert sheet.out == tuple(deal.out)
    assert sheet.points == tuple(int(seat in deal.out) for seat in range(variant.players))
    left = [len(hand) + (card is not None) for hand, card in zip(deal.hands, deal.down, strict=True)]
    assert list(sheet.left) == left
    enough = len(deal.out) >= (1 if variant.first_out else variant.players - 1)
    assert (sheet.ending is Ending.OUT) == enough
    assert deal.moves <= variant.limit
    assert sheet.ending is not Ending.LIMIT or deal.moves == variant.limit


def check_play(deal: Deal, event: Played) -> None:
    """Check that a card that beats another may do so, and that whoever adds has just beaten one."""
    seat, card = event.seat, event.card
    assert card in deal.hands[seat]
    if event.beaten is not None:
        assert event.beaten is deal.pile[-1]
        assert beats(card, event.beaten, deal.trumps.get(seat))
    else:
        assert not deal.pile or deal.variant.adds
    deal.hands[seat].remove(card)
    deal.pile.append(card)
    deal.moves += 1


def check_pickup(deal: Deal, event: Taken) -> None:
    """Check that the top of the pile is taken up, and all of it where the table says so."""
    assert list(event.cards) == deal.pile[-len(event.cards) :]
    if deal.variant.pickup is Share.ALL:
        assert list(event.cards) == deal.pile
    if deal.variant.pickup is Share.SUIT_RUN and event.seat not in deal.trumps:
        assert len({card.suit for card in event.cards}) == 1
    deal.pile = deal.pile[: -len(event.cards)]
    deal.hands[event.seat].update(event.cards)
    deal.moves += 1
