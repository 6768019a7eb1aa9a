"""What a seat was shown, as a row of numbers: the hands of the others stay unknown."""

from collections.abc import Sequence
from typing import Final

from games.chwech.kernel.compiling import Numbers, cells
from games.chwech.kernel.play import AS_LOW, AS_SUIT, HANDS, PASS, ROW, SAYINGS, act, begin
from games.chwech.kernel.tables import EVERYTHING, places_by_card, tables
from protocol.cards import Card, Suit
from protocol.chwech.actions import AceHeight, Pass, Play
from protocol.chwech.events import Dealt, LeadPassed, Led, Passed, Played
from protocol.chwech.views import ChwechView
from protocol.setup import Setup
from protocol.vocabulary import Event
from server.bots.bot import Sight

# A tuple is looked through several times as fast as a union.
_PLAYED: Final = (Led, Played)
_PASSED: Final = (Passed, LeadPassed)

_SUITS: Final = {suit: number for number, suit in enumerate(Suit)}


class Position:
    """A deal as one seat follows it."""

    def __init__(self, setup: Setup, viewer: int, dealt: Dealt) -> None:
        """Begin with the deal as told to the viewer."""
        self.dealt = dealt
        self.table: Numbers = tables(setup)
        self.row: Numbers = cells(ROW)
        self.seen = 1
        """How many events have been followed."""

        self._places = {card: [*places] for card, places in places_by_card(setup).items()}
        self._mine: dict[Card, list[int]] = {}
        for card in dealt.hands[viewer]:
            self._mine.setdefault(card, []).insert(0, self._places[card].pop())
        # The hands of the others: what they hold is unknown, and only that they are not empty is relied on.
        for seat in range(setup.players):
            self.row[HANDS + seat] = self.table[EVERYTHING]
        self.row[HANDS + viewer] = sum(1 << place for places in self._mine.values() for place in places)
        self._viewer = viewer
        begin(self.table, self.row, dealt.dealer)

    def follow(self, told: Sequence[Event]) -> None:
        """Follow the events that have come since."""
        for event in told[self.seen :]:
            if isinstance(event, _PLAYED):
                cards = self._mine if event.seat == self._viewer else self._places
                act(self.table, self.row, _written(cards[event.play.card].pop(), event.play))
            elif isinstance(event, _PASSED):
                act(self.table, self.row, PASS)
        self.seen = len(told)

    def number(self, action: Pass | Play) -> int:
        """Return an action of the viewer as a number."""
        return PASS if isinstance(action, Pass) else _written(self._mine[action.card][-1], action)


def _written(place: int, play: Play) -> int:
    if play.suit is not None:
        return place * SAYINGS + AS_SUIT + _SUITS[play.suit]
    return place * SAYINGS + (AS_LOW if play.ace is AceHeight.LOW else 0)


_KEPT: Final = 64
"""How many seats' deals are remembered."""


class Memory:
    """The deals that seats are following, so that each event is followed once."""

    def __init__(self) -> None:
        self._kept: dict[int, Position] = {}

    def position(self, sight: Sight) -> Position:
        """Return the position that a seat sees."""
        view, dealt = sight.view, sight.told[0]
        assert isinstance(view, ChwechView)
        assert isinstance(dealt, Dealt)
        assert view.viewer is not None
        kept = self._kept.get(id(dealt))
        if kept is None or kept.dealt is not dealt or kept.seen > len(sight.told):
            while len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            kept = self._kept[id(dealt)] = Position(sight.setup, view.viewer, dealt)
        kept.follow(sight.told)
        return kept
