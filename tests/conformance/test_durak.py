"""The laws of the interface and those of the rules, kept by Durak in teams at every table."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.durak.events import Beaten, BoutBegun, BoutEnded, DealEnded, Dealt, Drawn, GameEnded, WentOut
from protocol.durak.pack import beats
from protocol.setup import Setup
from protocol.vocabulary import Event
from server.rules.durak.deal import Fighting
from server.rules.durak.variant import NAME, Variant, read_variant
from tests.conformance.durak import DurakSubject, tables
from tests.conformance.kit import Laws, Step, deals_of, games


@pytest.mark.no_cover  # examples cover every line
@pytest.mark.parametrize("players", [4, 6])
@settings(max_examples=games(3), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_the_game_keeps_the_laws(players: int, data: st.DataObject, seed: int) -> None:
    """A random game at any table keeps every law of the interface, and the laws below."""
    setup = data.draw(tables(players))
    steps = Laws(DurakSubject()).check(setup, Random(seed))
    check_game(read_variant(setup), steps)


@pytest.mark.no_cover
def test_no_moment_of_a_deal_tells_a_secret() -> None:
    """After each of many events of a deal everybody sees the same, whatever the hidden cards are."""
    laws = Laws(DurakSubject())
    setup = Setup(NAME, 4, {"losses": 1})
    steps = laws.play(setup, Random(7))
    for end in range(2, len(steps), 3):
        laws.keeps_secrets(setup, steps[:end], Random(end))


def check_game(variant: Variant, steps: Sequence[Step]) -> None:
    """Check that the game ends when a side has first lost the agreed number of deals."""
    ended = [step.event for step in steps if isinstance(step.event, DealEnded)]
    last = steps[-1].event
    assert isinstance(last, GameEnded)
    assert all(max(end.sheet.totals) < variant.losses for end in ended[:-1])
    assert {seat for seat, total in enumerate(last.totals) if total == max(last.totals)} == set(last.winners)
    check_asking(steps)
    for events in deals_of(steps, Dealt):
        check_deal(variant, events)


def check_asking(steps: Sequence[Step]) -> None:
    """Check that a deal always waits for somebody, and that the bout waits for each that may still add."""
    game = DurakSubject.game
    for step in steps:
        if not isinstance(step.state, Fighting):
            continue
        seen = game.view(step.state, None)
        assert not set(seen.awaited) & set(seen.free)
        for seat, shown in enumerate(seen.seats):
            acts = seat in (*seen.awaited, *seen.free)
            assert not (acts and shown.out)
            assert not (seat in seen.free and shown.finished)


def check_deal(variant: Variant, events: Sequence[Event]) -> None:
    """Check the laws of one deal."""
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    trump = dealt.turn_up.suit
    assert trump is not None
    out: set[int] = set()
    for event in events:
        match event:
            case BoutBegun(attacker, defender, limit):
                assert attacker % 2 != defender % 2
                assert {attacker, defender}.isdisjoint(out)
                assert 1 <= limit <= 6
            case Beaten(_, attack, card):
                assert beats(card, attack, trump)
            case BoutEnded(_, held, fought):
                assert len(fought) <= 12
                assert not held or len(fought) % 2 == 0
            case WentOut(seat):
                out.add(seat)
    drawn = [card for event in events if isinstance(event, Drawn) for card in event.cards]
    assert tuple(drawn) == dealt.stock[: len(drawn)], "the stock is drawn from the top"
    last = events[-1] if isinstance(events[-1], DealEnded) else events[-2]
    assert isinstance(last, DealEnded)
    lost = {seat % 2 for seat, cards in enumerate(last.sheet.cards) if cards}
    assert len(lost) <= 1
    assert last.sheet.loser in lost or (not lost and (last.sheet.loser is None or variant.attackers_first))
