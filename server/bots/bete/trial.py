"""One trial of Bête: the unseen cards are dealt so that they fit, and the deal is played on from there."""

from collections.abc import Sequence
from random import Random
from typing import Final

from protocol.bete.order import HAND
from protocol.bete.views import Part
from protocol.vocabulary import Seat
from server.bots.bete.future import Deal, Future
from server.bots.bete.known import Known
from server.bots.bete.promise import promise
from server.bots.sampling import Holder, Worth, deal_unseen
from server.bots.tricks import Table

ENOUGH: Final = 3
"""The tricks that win the pool."""

EAGER: Final = 1.1
"""How many tricks a hand has to promise for others to take part."""


class Trial:
    """What the trials of one choice have in common."""

    def __init__(self, known: Known, whims: Random) -> None:
        """Set what the seat knows."""
        self.known = known
        self.whims = whims
        self.future = Future(known, whims)

    def deal(self, seats: Sequence[Seat]) -> dict[Seat, int]:
        """Return a hand for each of these seats, and the own one."""
        known = self.known
        holders = [Holder(known.view.seats[seat].cards, known.lacking[seat]) for seat in seats]
        hands = dict(zip(seats, deal_unseen(known.unseen, holders, self.whims), strict=True))
        hands[known.viewer] = known.hand
        return hands

    def play_out(self, table: Table, players: Sequence[Seat], active: tuple[Seat, ...]) -> Deal:
        """Play to the last trick, and return what came of it."""
        while len(table.takers) < HAND:
            table.play_on(ENOUGH)
        takers = table.takers
        best = max(takers, key=takers.count)
        most = takers.count(best)
        winner: Seat | None = players[best if most >= ENOUGH else takers[0]]
        if winner not in active or (most < ENOUGH and takers[0] != takers[1]):
            winner = None
        return Deal(active, winner, all_tricks=most == HAND)


class Asking(Trial):
    """Trials of taking part, which is action 0, and of passing."""

    def draw(self) -> Worth:
        """Deal the unseen cards, and return what an action is then worth."""
        known = self.known
        before = [seat for seat in known.within if known.view.seats[seat].part is Part.IN]
        after = [seat for seat in known.within if known.view.seats[seat].part is Part.OPEN and seat != known.viewer]
        dealt = [seat for seat in (known.order if known.is_fought else known.within) if seat != known.viewer]
        hands = self.deal(dealt)

        def worth(action: int) -> float:
            active = [*before, known.viewer] if action == 0 else before[:]
            for place, seat in enumerate(after, start=1):
                rivals = len(active) + (len(after) - place) / 2
                if not rivals or promise(known.deck, hands[seat], known.turn_up, rivals) >= EAGER:
                    active.append(seat)
            return self.future.worth(self._after(hands, tuple(active)))

        return worth

    def _after(self, hands: dict[Seat, int], active: tuple[Seat, ...]) -> Deal:
        """Return the outcome of a deal in which these take part."""
        known = self.known
        if not active:
            return Deal(active, None)
        if len(active) == 1 and not known.is_fought:
            return Deal(active, active[0])
        players = known.order if len(active) == 1 else [seat for seat in known.order if seat in active]
        table = Table(known.deck, known.follow, [hands[seat] for seat in players], known.turn_up)
        return self.play_out(table, players, active)


class Playing(Trial):
    """Trials of the cards that may be played, in the order of the legal actions."""

    def __init__(self, known: Known, whims: Random) -> None:
        """Set what the seat knows."""
        super().__init__(known, whims)
        turns = known.view.trick.turns
        self.players: Final = known.players_from(turns[0].seat if turns else known.viewer)
        self.active: Final = tuple([seat for seat in self.players if known.view.seats[seat].part is Part.IN])
        self.takers: Final = [self.players.index(seat) for seat in known.takers]
        self.choices: Final = known.choices
        self.down: Final = [known.deck.number[turn.card] for turn in turns]

    def draw(self) -> Worth:
        """Deal the unseen cards, and return what an action is then worth."""
        known = self.known
        hands = self.deal([seat for seat in self.players if seat != known.viewer])
        start = Table(known.deck, known.follow, [hands[seat] for seat in self.players], known.seen, self.takers)
        for card in self.down:
            start.play(card)

        def worth(action: int) -> float:
            table = start.copy()
            table.play(self.choices[action])
            return self.future.worth(self.play_out(table, self.players, self.active))

        return worth
