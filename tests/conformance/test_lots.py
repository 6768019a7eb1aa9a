"""The laws of the interface, kept by a game of sealed bids and hidden draws."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.setup import Setup
from protocol.vocabulary import Action, Event, Seat
from tests.conformance.kit import Laws, games
from tests.server.lots import LOTS, Bid, BidMade, Drawn, Lots, Revealed


class LotsSubject:
    """Lots, with its cards and its secrets."""

    game = LOTS

    def conserved(self, state: Any) -> bool:  # noqa: ANN401 - as the kit has it
        """Say whether every lot is drawn once."""
        assert isinstance(state, Lots)
        return sorted(state.lots) in (list(range(state.players)), [0] * state.players)

    def disguise(self, events: Sequence[Event], viewer: Seat | None, chance: Random) -> list[Event]:
        """Give other lots and bids of the present deal to all but the viewer."""
        ended = max((place for place, event in enumerate(events) if isinstance(event, Revealed)), default=-1)
        present = [self._disguise(event, viewer, chance) for event in events[ended + 1 :]]
        return [*events[: ended + 1], *present]

    def _disguise(self, event: Event, viewer: Seat | None, chance: Random) -> Event:
        if isinstance(event, BidMade) and event.seat != viewer:
            return replace(event, amount=chance.randrange(3))
        if isinstance(event, Drawn):
            hidden = [lot for seat, lot in enumerate(event.lots) if seat != viewer]
            chance.shuffle(hidden)
            lots = tuple(lot if seat == viewer else hidden.pop() for seat, lot in enumerate(event.lots))
            return replace(event, lots=lots)
        return event

    def foreign(self, chance: Random) -> Action:
        """Give any bid."""
        return Bid(chance.randint(-1, 4))


SETUPS = st.builds(
    Setup,
    game=st.just("lots"),
    players=st.sampled_from((2, 3, 4)),
    options=st.fixed_dictionaries({"deals": st.integers(1, 3), "refill": st.booleans()}),
)


@pytest.mark.no_cover  # as for Chwech
@settings(max_examples=games(200), deadline=None)
@given(setup=SETUPS, seed=st.integers(0, 2**32))
def test_lots_keeps_the_laws(setup: Setup, seed: int) -> None:
    """A game with sealed bids, hidden draws and a second shuffle within a deal keeps every law of the interface."""
    Laws(LotsSubject()).check(setup, Random(seed))
