"""One trial of Spoil Five: the unseen cards are dealt so that they fit, and the deal is played on."""

from random import Random
from typing import Final

from protocol.vocabulary import Seat
from server.bots.fives.future import Future
from server.bots.fives.known import Known
from server.bots.sampling import Worth, deal_unseen
from server.bots.tricks import HAND, Table


class Trial:
    """The trials of the cards that may be played, in the order of the legal actions; or of what becomes of a pool."""

    def __init__(self, known: Known, whims: Random) -> None:
        """Set what the seat knows."""
        view = known.view
        self.known = known
        self.whims = whims
        self.future: Final = Future(known, whims)
        turns = view.trick.turns
        leader = turns[0].seat if turns else known.viewer
        players = len(view.seats)
        self.seats: Final = [Seat((leader + step) % players) for step in range(players)]
        self.takers: Final = [self.seats.index(seat) for seat in known.takers]
        self.down: Final = [known.deck.number[turn.card] for turn in turns]

    def draw(self) -> Worth:
        """Deal the unseen cards, and return what an action is then worth."""
        known, start = self.known, self.table()

        def worth(action: int) -> float:
            table = start.copy()
            table.play(known.choices[action])
            return self.worth(table, known.spoil.jinker)

        return worth

    def draw_jink(self) -> Worth:
        """The same for taking the pool, which is action 0, and for leaving it there."""
        table = self.table()
        viewer = self.known.viewer
        return lambda action: self.future.worth(viewer) if action == 0 else self.worth(table, viewer)

    def table(self) -> Table:
        """Deal the unseen cards, and return the position."""
        known = self.known
        others = [seat for seat in self.seats if seat != known.viewer]
        dealt = deal_unseen(known.unseen, [known.holder(seat) for seat in others], self.whims)
        hands = {known.viewer: known.hand}
        for seat, hand in zip(others, dealt, strict=True):
            hands[seat] = hand | known.held.get(seat, 0)
        table = Table(known.deck, known.follow, [hands[seat] for seat in self.seats], known.seen, self.takers)
        for card in self.down:
            table.play(card)
        return table

    def worth(self, table: Table, jinker: Seat | None) -> float:
        """Play on until it is known who takes the pool, and return what that is worth; a jinker needs all tricks."""
        spoil = self.known.spoil
        needed, takers = (spoil.needed if jinker is None else HAND), table.takers
        while len(takers) < HAND and (table.played or not takers or takers.count(takers[-1]) < needed):
            table.play_on(needed)
        taker = self.seats[takers[-1]]
        if takers.count(takers[-1]) < needed or taker == spoil.barred:
            return self.future.worth(None)
        return self.future.worth(taker, 0 if jinker is None else len(self.seats) - 1)
