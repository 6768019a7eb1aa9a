"""The laws of the interface and those of the rules, kept by Bête at every table."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.bete.events import DealEnded, DealSheet, Dealt, Ending, GameEnded, Played, TookPart, TrickTaken
from protocol.bete.order import HEIGHTS
from protocol.cards import Card, Rank, Suit
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.rules.bete.variant import PLAYERS, Variant, read_variant
from tests.conformance.bete import BeteSubject, tables
from tests.conformance.kit import Laws, Step, deals_of, games


@pytest.mark.no_cover  # examples cover every line
@pytest.mark.parametrize("players", sorted(PLAYERS))
@settings(max_examples=games(12), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_table_keeps_the_laws(players: int, data: st.DataObject, seed: int) -> None:
    """A random game at any table keeps every law of the interface, and the laws below."""
    setup = data.draw(tables(players))
    steps = Laws(BeteSubject()).check(setup, Random(seed))
    check_game(read_variant(setup), steps)


def test_a_whole_game_is_bounded() -> None:
    """Twenty deals in which everybody always loses make large numbers, and no others."""
    setup = Setup("bete", 5, {"deals": 20})
    check_game(read_variant(setup), Laws(BeteSubject()).check(setup, Random(3)))


def check_game(variant: Variant, steps: Sequence[Step]) -> None:
    """Check that there are as many deals as agreed, and that no chip is made or lost."""
    sheets = [step.event.sheet for step in steps if isinstance(step.event, DealEnded)]
    last = steps[-1].event
    assert isinstance(last, GameEnded)
    assert len(sheets) == variant.deals
    carried = 0
    for number, sheet in enumerate(sheets, start=1):
        assert sheet.pool == carried + variant.players
        carried = sheet.carried
        if number < variant.deals:
            assert sum(sheet.totals) + carried == 0
        check_payments(variant, sheet)
    assert -variant.players < sum(last.totals) <= 0
    assert last.winners == tuple(seat for seat, total in enumerate(last.totals) if total == max(last.totals))
    for events in deals_of(steps, Dealt):
        check_tricks(variant, events)


def check_payments(variant: Variant, sheet: DealSheet) -> None:
    """Check who has won the pool, and what each has paid for it."""
    king = {seat: (variant.players - 1 if seat == sheet.king else -1) * (sheet.king is not None) for seat in range(5)}
    again = sheet.pool if variant.all_tricks.value == "pool" else 1
    again *= sheet.ending is Ending.ALL
    losers = set(sheet.active) - {sheet.sweeper}
    for seat, points in enumerate(sheet.points):
        won = (sheet.pool + again * len(losers)) * (seat == sheet.sweeper)
        assert points == won - 1 + king[seat] - (sheet.pool + again) * (seat in losers)
    assert sheet.sweeper is None or sheet.sweeper in sheet.active
    assert (sheet.sweeper is None) == (sheet.ending in {Ending.PASSED, Ending.CARRIED})


def check_tricks(variant: Variant, events: Sequence[Event]) -> None:
    """Check who plays, that suit is followed and trumped as it has to be, and who takes each trick."""
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    trump = dealt.turn_up.suit
    active = [event.seat for event in events if isinstance(event, TookPart)]
    turns = [Seat((dealt.dealer + variant.step * steps) % variant.players) for steps in range(1, variant.players + 1)]
    order = [seat for seat in turns if seat in active or len(active) == 1]
    assert active == [seat for seat in turns if seat in active]
    hands = [set(hand) for hand in dealt.hands]
    leader, trick = 0, list[Played]()
    for event in events:
        if isinstance(event, Played):
            assert event.seat == order[(leader + len(trick)) % len(order)]
            check_card(variant, [play.card for play in trick], hands[event.seat], event.card, trump)
            hands[event.seat].remove(event.card)
            trick.append(event)
        if isinstance(event, TrickTaken):
            best = max(trick, key=lambda play: rank(play.card, trick[0].card.suit, trump))
            assert event.seat == best.seat
            leader, trick = order.index(best.seat), []


def check_card(variant: Variant, trick: list[Card], hand: set[Card], card: Card, trump: Suit | None) -> None:
    """Check one card that is played to a trick."""
    assert card in hand
    if not trick:
        return
    led = trick[0].suit
    best = max(rank(played, led, trump) for played in trick)
    suit = {held for held in hand if held.suit is led}
    trumps = {held for held in hand if held.suit is trump}
    allowed = suit or trumps or hand
    if (suit and variant.head) or (not suit and trumps):
        allowed = {held for held in allowed if rank(held, led, trump) > best} or allowed
    assert card in allowed


def rank(card: Card, led: Suit | None, trump: Suit | None) -> tuple[bool, bool, int]:
    """Give how high a card ranks in a trick."""
    return card.suit is trump, card.suit is led, HEIGHTS[card.rank]


def test_the_king_is_the_highest() -> None:
    """Source: section 12: K Q J A 10 9 8 7."""
    assert sorted(HEIGHTS, key=HEIGHTS.__getitem__)[-4:] == [Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING]
