"""A deal of Roque told as one story: the auction, the widow, the tricks and the score."""

from __future__ import annotations

from collections.abc import Generator

from tests.referee.replay import Question, Story
from tests.referee.roque.table import STEP, count, hand_size, highest_bid, lowest_bid, slam, taker, widow_size
from tests.referee.tables import Table

__all__ = ["Deal"]

Asking = Generator[Question, tuple[int, str], None]


class Deal:
    """Everything that lies on the table, changed as it happens."""

    def __init__(self, table: Table, dealer: int, hands: list[list[str]], widow: list[str]) -> None:
        """Put the cards down."""
        self.table, self.dealer = table, dealer
        self.hands, self.widow = [list(hand) for hand in hands], widow
        self.bid = 0
        self.declarer: int | None = None
        self.trump = ""
        self.won = [0] * table.players
        self.points = [0] * table.players
        """What each seat has taken itself."""
        self.aside: list[str] = []
        self.scores = [0] * table.players
        self.end = "passed"

    def story(self) -> Story:
        """Tell the deal."""
        yield from self.auction()
        if self.declarer is not None:
            yield from self.burying(self.declarer)
            leader = self.declarer
            for _ in range(hand_size(self.table)):
                leader = yield from self.trick(leader)
            self.give_aside(self.declarer, leader)
            self.score(self.declarer)
        return {
            "won": self.won,
            "took": [self.took(seat) for seat in range(self.table.players)],
            "scores": self.scores,
            "end": self.end,
        }

    def right_of(self, seat: int) -> int:
        """Name the next seat."""
        return (seat - 1) % self.table.players

    def auction(self) -> Asking:
        """Let everybody bid until all but the highest bidder have passed, or all."""
        passed: set[int] = set()
        seat = self.dealer
        while len(passed) < self.table.players - (self.declarer is not None):
            seat = self.right_of(seat)
            if seat in passed:
                continue
            lowest = self.bid + STEP if self.bid else lowest_bid(self.table)
            bids = {f"bid {points}" for points in range(lowest, highest_bid(self.table) + 1, STEP)}
            _, answer = yield Question({seat: frozenset({*bids, "-"})})
            if answer == "-":
                passed.add(seat)
            else:
                self.bid, self.declarer = int(answer.removeprefix("bid ")), seat
        if self.declarer is None and self.table.option("forced_dealer") is True:
            self.bid, self.declarer = lowest_bid(self.table), self.dealer

    def burying(self, declarer: int) -> Asking:
        """Let the declarer take the widow and lay as many cards aside."""
        hand = self.hands[declarer]
        hand += self.widow
        for _ in range(widow_size(self.table)):
            _, answer = yield Question({declarer: frozenset(f"bury {card}" for card in hand)})
            self.aside.append(answer.removeprefix("bury "))
            hand.remove(self.aside[-1])

    def trick(self, leader: int) -> Generator[Question, tuple[int, str], int]:
        """Let everybody play a card; return who takes the trick."""
        cards: list[str] = []
        seats: list[int] = []
        seat = leader
        while len(cards) < self.table.players:
            hand = self.hands[seat]
            following = [card for card in hand if cards and card[-1] == cards[0][-1]]
            _, card = yield Question({seat: frozenset(following or hand)})
            self.trump = self.trump or card[-1]
            hand.remove(card)
            cards.append(card)
            seats.append(seat)
            seat = self.right_of(seat)
        winner = seats[taker(cards, self.trump)]
        self.won[winner] += 1
        self.points[winner] += STEP + count(cards)
        return winner

    def give_aside(self, declarer: int, last: int) -> None:
        """Give the cards laid aside to the declarer, or to who has taken the last trick."""
        owner = last if self.table.option("discards") == "last_trick" else declarer
        tricks = 1 if self.table.players == 4 else 2
        self.points[owner] += tricks * STEP + count(self.aside)

    def side(self, seat: int) -> set[int]:
        """Name those who share their points with a seat: its partner, if there are partners."""
        return {seat, (seat + 2) % 4} if self.table.players == 4 else {seat}

    def took(self, seat: int) -> int:
        """Count what the side of a seat has taken."""
        return sum(self.points[each] for each in self.side(seat))

    def score(self, declarer: int) -> None:
        """Score what was taken."""
        declaring = self.side(declarer)
        others = [seat for seat in range(self.table.players) if seat not in declaring]
        together = sum(self.points[seat] for seat in others)
        better = max(self.took(seat) for seat in others)
        bar = better if self.table.players == 3 and self.table.option("doubled_below") == "better" else together
        shared = self.table.players == 3 and self.table.option("defenders") == "both"
        for seat in others:
            self.scores[seat] = together if shared else self.took(seat)
        self.end, points = self.contract(self.took(declarer), bar, sum(self.won[seat] for seat in declaring))
        for seat in declaring:
            self.scores[seat] = points

    def contract(self, took: int, bar: int, tricks: int) -> tuple[str, int]:
        """Say what has become of the bid, and what the declarer's side scores."""
        if took < self.bid:
            return ("doubled", -2 * self.bid) if took < bar else ("failed", -self.bid)
        return ("slam", slam(self.table)) if tricks == hand_size(self.table) else ("made", took)
