"""The laws of the interface and those of the rules, kept by the Fives at every table."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit.deck import SEED_BYTES, shuffle
from protocol.cards import JOKER, Card, Rank
from protocol.fives.events import (
    BestCardScored,
    DealEnded,
    DealSheet,
    Dealt,
    Declined,
    Ending,
    GameEnded,
    JokerTaken,
    Robbed,
)
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.rules.fives.game import GAMES
from server.rules.fives.variant import CHIPS, MOST_DEALS, PLAYERS, Spoil, Variant, read_variant
from tests.conformance.fives import FivesSubject, tables
from tests.conformance.kit import Laws, Step, deals_of, games

SOME = (3, 6, 10)
"""Some numbers of players; the others follow in ``make long``."""

EVERY = [
    pytest.param(game, players, marks=() if players in SOME else pytest.mark.long)
    for game, players in product(GAMES, sorted(PLAYERS))
]


@pytest.mark.no_cover  # examples cover every line
@pytest.mark.parametrize(("game", "players"), EVERY)
@settings(max_examples=games(4), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_the_games_keep_the_laws(game: str, players: int, data: st.DataObject, seed: int) -> None:
    """A random game at any table keeps every law of the interface, and the laws below."""
    setup = data.draw(tables(game, players))
    steps = Laws(FivesSubject(game)).check(setup, Random(seed))
    check_game(read_variant(game, setup), steps)


def deals_a_joker(seed: int, players: int) -> bool:
    """Say whether the first deal of a random game turns up the Joker, which is the last card of the pack."""
    return shuffle(Random(seed).randbytes(SEED_BYTES), 53)[5 * players] == 52


@pytest.mark.no_cover
@pytest.mark.parametrize("players", [3, 5, 10])
def test_a_joker_turned_up_keeps_its_secrets(players: int) -> None:
    """Nobody knows the next card before it is turned, and nobody but the dealer what went under the pack."""
    laws = Laws(FivesSubject("forty-five"))
    setup = Setup("forty-five", players, {"unrobbed_ace": "lowest"})
    for seed in [seed for seed in range(600) if deals_a_joker(seed, players)][:5]:
        steps = laws.check(setup, Random(seed))
        assert isinstance(steps[1].event, JokerTaken)
        for end in (1, 1, 1, 2, 2, 3, 4):
            laws.keeps_secrets(setup, steps[:end], Random(f"{seed} {end}"))


def check_game(variant: Variant, steps: Sequence[Step]) -> None:
    """Check that the game ends when a side first has the target, within the most deals, and that chips are kept."""
    ended = [step.event for step in steps if isinstance(step.event, DealEnded)]
    last = steps[-1].event
    assert isinstance(last, GameEnded)
    assert len(ended) <= variant.most_deals
    assert sum(last.chips) == (20 * variant.players if variant.pool else 0)
    if variant.spoil is None:
        assert all(max(end.sheet.totals) < variant.target for end in ended[:-1])
        if len(ended) == MOST_DEALS:
            assert {seat for seat, total in enumerate(last.totals) if total == max(last.totals)} == set(last.winners)
            return
        assert {seat for seat, total in enumerate(last.totals) if total >= variant.target} == set(last.winners)
        assert set(last.winners) == set(range(last.winners[0] % variant.sides, variant.players, variant.sides))
    else:
        check_pools(variant, variant.spoil, [end.sheet for end in ended])
        assert last.winners == tuple(seat for seat, chips in enumerate(last.chips) if chips == max(last.chips))
    for events in deals_of(steps, Dealt):
        check_deal(variant, events)


def check_pools(variant: Variant, spoil: Spoil, sheets: Sequence[DealSheet]) -> None:
    """Check what is paid into each pool, who takes it, and that the game ends with the last or with the chips."""
    chips, pool, due = [CHIPS] * variant.players, 0, spoil.stake
    for number, sheet in enumerate(sheets):
        assert min(chips) >= due, "everybody can pay"
        taken = sum(before.sweeper is not None for before in sheets[:number])
        assert taken < variant.target
        pool += due * variant.players
        assert sheet.pool == pool
        chips = [had + points for had, points in zip(chips, sheet.points, strict=True)]
        assert min(chips) >= 0
        if sheet.sweeper is None:
            assert sheet.ending in (Ending.SPOILT, Ending.SHARED)
            assert sheet.ending is Ending.SPOILT or number == len(sheets) - 1
            assert spoil.must_rob or sheet.jinker is not None or max(sheet.tricks) < spoil.needed
        else:
            needed = spoil.needed if sheet.jinker is None else 5
            assert sheet.tricks[sheet.sweeper] == needed
            assert sheet.points[sheet.sweeper] >= pool - due
            assert sum(sheet.points) == pool - due * variant.players
        pool, due = (pool, spoil.top_up) if sheet.ending is Ending.SPOILT else (0, spoil.stake)


def check_deal(variant: Variant, events: Sequence[Event]) -> None:
    """Check the laws of one deal."""
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    turned = dealt.turn_up if dealt.next_up is None else dealt.next_up
    robbers = [event for event in events if isinstance(event, Robbed)]
    assert len(robbers) + sum(isinstance(event, Declined) for event in events) <= 1, "at most one has the turn-up"
    assert all(may_have_robbed(dealt, turned, robber.seat) for robber in robbers)
    assert [event.seat for event in events if isinstance(event, JokerTaken)] == (
        [dealt.dealer] if dealt.turn_up is JOKER else []
    )
    assert sum(isinstance(event, BestCardScored) for event in events) <= bool(variant.best_card)


def may_have_robbed(dealt: Dealt, turned: Card, seat: Seat) -> bool:
    """Say whether a seat had the right: it was dealt the Ace of trumps, or it is the dealer and an Ace is turned up."""
    assert turned.suit is not None
    return Card(Rank.ACE, turned.suit) in dealt.hands[seat] or (turned.rank is Rank.ACE and seat == dealt.dealer)
