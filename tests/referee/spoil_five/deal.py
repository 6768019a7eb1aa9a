"""A deal of Spoil Five told as one story: who robs, who takes the tricks, and who takes the pool."""

from __future__ import annotations

from collections.abc import Generator

from tests.referee.fives.ranks import TOP_TRUMPS, beats, is_trump, trumps
from tests.referee.fives.table import Table as FivesTable
from tests.referee.replay import Question
from tests.referee.spoil_five.table import TRICKS, needed
from tests.referee.tables import Table

__all__ = ["Deal"]

Asking = Generator[Question, tuple[int, str], None]


class Deal:
    """Everything that lies on the table, changed as it happens."""

    def __init__(self, table: Table, dealer: int, hands: list[list[str]], turned: str) -> None:
        """Put the cards down."""
        self.table, self.dealer = table, dealer
        self.hands, self.turned = [list(hand) for hand in hands], turned
        self.trump = turned[-1]
        self.ranked = trumps(FivesTable("twenty-five", table.players), self.trump, ace_is_low=False)
        self.won = [0] * table.players
        self.barred: int | None = None
        """Who has not robbed with the Ace and so cannot take the pool."""
        self.jinker: int | None = None
        self.sweeper: int | None = None
        self.is_over = False

    def story(self) -> Asking:
        """Tell the deal."""
        if self.turned == f"A{self.trump}":
            _, answer = yield Question({self.dealer: frozenset({"-", *self.ways_to_rob(self.dealer)})})
            self.rob(self.dealer, answer)
        leader = (self.dealer + 1) % self.table.players
        for number in range(1, TRICKS + 1):
            leader = yield from self.trick(leader, first=number == 1)
            yield from self.count(leader, number)
            if self.is_over:
                return

    def ways_to_rob(self, seat: int) -> list[str]:
        """List the ways to take the turn-up."""
        return [f"rob {card}" for card in self.hands[seat]]

    def rob(self, seat: int, answer: str) -> None:
        """Carry out what a seat does with the turn-up."""
        if answer.startswith("rob "):
            self.hands[seat].remove(answer.removeprefix("rob "))
            self.hands[seat].append(self.turned)

    def trick(self, leader: int, *, first: bool) -> Generator[Question, tuple[int, str], int]:
        """Let everybody play a card; return who takes the trick."""
        cards: list[str] = []
        best = leader
        for step in range(self.table.players):
            seat = (leader + step) % self.table.players
            card = yield from self.card(seat, cards, first=first)
            self.hands[seat].remove(card)
            if cards and beats(card, cards[(best - leader) % self.table.players], self.ranked):
                best = seat
            cards.append(card)
        self.won[best] += 1
        return best

    def card(self, seat: int, cards: list[str], *, first: bool) -> Generator[Question, tuple[int, str], str]:
        """Ask a seat for a card; who was dealt the Ace of trumps may rob before."""
        holds = first and f"A{self.trump}" in self.hands[seat] and self.turned != f"A{self.trump}"
        ways = self.ways_to_rob(seat) if holds else []
        _, answer = yield Question({seat: frozenset([*ways, *self.playable(seat, cards)])})
        if answer in ways:
            self.rob(seat, answer)
            _, answer = yield Question({seat: frozenset(self.playable(seat, cards))})
        elif holds and self.table.option("must_rob") is True:
            self.barred = seat
        return answer

    def playable(self, seat: int, cards: list[str]) -> list[str]:
        """List the cards that a seat may play to the cards of a trick."""
        hand = self.hands[seat]
        if not cards:
            return hand
        led = cards[0]
        own = [card for card in hand if is_trump(card, self.trump)]
        if is_trump(led, self.trump):
            bound = [card for card in own if not self.may_be_kept(card, led, own)]
            return own if bound else hand
        of_suit = [card for card in hand if card[-1] == led[-1] and card not in own]
        return [*of_suit, *own] if of_suit else hand

    def may_be_kept(self, card: str, led: str, own: list[str]) -> bool:
        """Say whether a trump may be kept back: a top trump higher than the one led, strictly if it is the only one."""
        is_top = card == "AH" or (card[-1] == self.trump and card[:-1] in TOP_TRUMPS)
        higher = self.ranked.index(card) < self.ranked.index(led)
        return is_top and higher and (len(own) == 1 or self.table.option("renege_strict") is not True)

    def count(self, taker: int, number: int) -> Asking:
        """See what a trick that was taken means for the pool."""
        enough = self.won[taker] >= needed(self.table)
        if self.jinker is not None:
            self.is_over = taker != self.jinker or number == TRICKS
            self.sweeper = taker if self.is_over and taker == self.jinker else None
        elif enough and taker != self.barred:
            answer = "sweep"
            if number == needed(self.table):
                _, answer = yield Question({taker: frozenset({"sweep", "jink"})})
            if answer == "jink":
                self.jinker = taker
            else:
                self.sweeper, self.is_over = taker, True
