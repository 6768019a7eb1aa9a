"""A deal of Bête told as one story: who takes part, the tricks, and what is paid."""

from __future__ import annotations

from collections.abc import Generator

from tests.referee.bete.table import TRICKS, rank, suit, turn
from tests.referee.replay import Question
from tests.referee.tables import Table

__all__ = ["Deal"]

Asking = Generator[Question, tuple[int, str], None]


class Deal:
    """Everything that lies on the table, changed as it happens."""

    def __init__(self, table: Table, dealer: int, hands: list[list[str]], turned: str) -> None:
        """Put the cards down."""
        self.table = table
        self.hands = [list(hand) for hand in hands]
        self.trump = suit(turned)
        self.order = [turn(table, dealer, step) for step in range(1, table.players + 1)]
        king = f"K{self.trump}"
        self.king = next((seat for seat, hand in enumerate(hands) if king in hand), None)
        """Who was dealt the King of trumps."""
        self.active: list[int] = []
        self.takers: list[int] = []
        """Who took each trick."""
        self.sweeper: int | None = None
        self.end = "passed"

    def story(self) -> Asking:
        """Tell the deal."""
        for seat in self.order:
            _, answer = yield Question({seat: frozenset({"in", "-"})})
            self.active += [seat] if answer == "in" else []
        if len(self.active) == 1 and self.table.option("alone") == "pool":
            self.sweeper, self.end = self.active[0], "alone"
        elif self.active:
            playing = self.active if len(self.active) > 1 else self.order
            yield from self.tricks(playing)
            self.find_sweeper()

    def tricks(self, playing: list[int]) -> Asking:
        """Play five tricks among these, the first of whom leads."""
        for _ in range(TRICKS):
            cards: list[str] = []
            for seat in playing:
                _, card = yield Question({seat: frozenset(self.playable(seat, cards))})
                self.hands[seat].remove(card)
                cards.append(card)
            taker = playing[cards.index(self.best(cards))]
            self.takers.append(taker)
            place = playing.index(taker)
            playing = playing[place:] + playing[:place]

    def best(self, cards: list[str]) -> str:
        """Name the card that takes these: the highest trump, or else the highest card of the suit led."""
        trumps = [card for card in cards if suit(card) == self.trump]
        return max(trumps or [card for card in cards if suit(card) == suit(cards[0])], key=rank)

    def playable(self, seat: int, cards: list[str]) -> list[str]:
        """List what a seat may play: follow suit; else a trump, higher than those there if able; else anything."""
        hand = self.hands[seat]
        if not cards:
            return hand
        following = [card for card in hand if suit(card) == suit(cards[0])]
        if following:
            return self.higher(following, cards) or following if self.table.option("head") is True else following
        own = [card for card in hand if suit(card) == self.trump]
        return self.higher(own, cards) or own or hand

    def higher(self, mine: list[str], cards: list[str]) -> list[str]:
        """List those cards that would take the trick as it stands."""
        return [card for card in mine if self.best([*cards, card]) == card]

    def find_sweeper(self) -> None:
        """Say who has the pool: with three tricks, or where nobody has three with the first two."""
        most = max(self.takers, key=self.takers.count)
        self.end = "carried"
        if self.takers.count(most) >= 3:
            candidate, end = most, "all" if self.takers.count(most) == TRICKS else "most"
        else:
            candidate, end = self.takers[0], "first_two" if self.takers[0] == self.takers[1] else ""
        if end and candidate in self.active:
            self.sweeper, self.end = candidate, end

    def won(self) -> list[int]:
        """Count the tricks of each seat."""
        return [self.takers.count(seat) for seat in range(self.table.players)]

    def payments(self, pool: int) -> tuple[list[int], int]:
        """Say what each seat wins and pays, its stake included, and what is in the pool afterwards."""
        chips = [-1] * self.table.players
        carried = pool if self.sweeper is None else 0
        for seat in self.active:
            if seat != self.sweeper:
                chips[seat] -= pool
                carried += pool
        if self.sweeper is not None:
            chips[self.sweeper] += pool
        if self.end == "all":
            self.pay(chips, self.sweeper, self.active, pool if self.table.option("all_tricks") == "pool" else 1)
        self.pay(chips, self.king, self.order, 1)
        return chips, carried

    def pay(self, chips: list[int], winner: int | None, payers: list[int], each: int) -> None:
        """Let everybody of these pay somebody so many chips."""
        for seat in payers:
            if winner is not None and seat != winner:
                chips[seat] -= each
                chips[winner] += each
