"""A seat of Da Bai Fen that a test plays through the client: the real rules behind it, and bots beside it."""

from collections.abc import Iterator
from itertools import groupby

from games.kit.deck import derive, shuffle
from protocol.cards import Card
from protocol.da_bai_fen.actions import Lay, Play
from protocol.da_bai_fen.order import Trumps, suit_of
from protocol.da_bai_fen.views import DaBaiFenView, Phase
from protocol.setup import Setup
from protocol.vocabulary import Action, Event
from server.rules.game import CHANCE, Over, Seats, Shuffle, Shuffled
from tests.chwech_tui.games.stage import VIEWER, Stage

TABLE = Setup("da-bai-fen", 4, {"most_deals": 1, "leads": "cut"})
"""One deal, in which any cards of a suit may be led."""


class Sitting(Stage):
    """A game in which one seat is played by the test."""

    def going_on(self) -> Iterator[Event]:
        """Play for the others until the test's seat is asked, or the game is over; each event has happened."""
        while True:
            match self.game.awaits(self.state):
                case Shuffle(cards=cards, deal=deal):
                    seed = derive(self.seed, 1, deal)
                    yield from self._happen(
                        self.game.decide(self.state, CHANCE, Shuffled(shuffle(seed, cards), seed.hex()))
                    )
                case Seats(seats=seats, free=free):
                    others = sorted(seats - free - {VIEWER})
                    if not others:
                        return
                    yield from self._happen(self.game.decide(self.state, others[0], self.choose(others[0])))
                case Over():
                    return

    def act(self, action: Action) -> Iterator[Event]:
        """Do what the test's seat does; each event has happened."""
        yield from self._happen(self.game.decide(self.state, VIEWER, action))

    def _happen(self, events: tuple[Event, ...]) -> Iterator[Event]:
        for event in events:
            self.state = self.game.evolve(self.state, event)
            self.seq += 1
            yield event


def together(view: DaBaiFenView) -> tuple[Card, ...]:
    """Give the cards that the test lays aside, leads or follows with at once: as many as it can."""
    assert view.trump is not None
    trumps = Trumps(view.rank, view.trump)
    if view.phase is Phase.BURYING:
        return view.hand[:6]
    if view.phase is Phase.LEADING:
        lays = [action.card for action in view.legal if isinstance(action, Lay)]
        suits = [tuple(cards) for _, cards in groupby(lays, lambda card: suit_of(card, trumps))]
        return max([view.hand[:1], *suits], key=len)[:3]
    able = [action.card for action in view.legal if isinstance(action, Play)]
    return (*able, *[card for card in view.hand if card not in able])[: view.trick.number]
