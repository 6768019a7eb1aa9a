"""A deal of Auction Forty-Fives told as one story: the auction, the draw, the tricks and the score."""

from __future__ import annotations

from collections.abc import Generator

from tests.referee.auction_fives.auction import Auction
from tests.referee.auction_fives.table import HAND
from tests.referee.fives.ranks import TOP_TRUMPS, beats, is_trump, plain_place, trumps
from tests.referee.fives.table import Table as FivesTable
from tests.referee.replay import Outcome, Question, Story
from tests.referee.tables import Table

__all__ = ["Deal"]

Asking = Generator[Question, tuple[int, str], None]
POINTS = 5
"""What a trick counts, and the highest trump."""


class Deal:
    """Everything that lies on the table, changed as it happens."""

    def __init__(
        self,
        table: Table,
        dealer: int,
        hands: list[list[str]],
        kitty: list[str],
        stock: list[str],
        standing: list[int],
    ) -> None:
        """Put the cards down, given what each side has scored before."""
        self.table, self.dealer = table, dealer
        self.hands = [list(hand) for hand in hands]
        self.kitty, self.stock = kitty, list(stock)
        self.auction = Auction(table, dealer, standing)
        self.bidder = 0
        self.trump = ""
        self.ranked: list[str] = []
        self.won = [0] * table.players
        self.taking: list[tuple[str, int]] = []
        """The card that took each trick, with its seat."""
        self.scores = [0, 0]
        """By side."""
        self.end = "passed"

    def story(self) -> Story:
        """Tell the deal."""
        yield from self.auction.story()
        if self.auction.bidder is not None:
            self.bidder = self.auction.bidder
            yield from self.naming()
            for step in range(1, self.table.players + 1):
                yield from self.drawing((self.dealer + step) % self.table.players)
            yield from self.playing()
            self.score()
        return self.outcome()

    def naming(self) -> Asking:
        """Let the bidder name trumps, and take the kitty if there is one."""
        _, answer = yield Question({self.bidder: frozenset(f"name {suit}" for suit in "CDHS")})
        self.trump = answer[-1]
        self.ranked = trumps(FivesTable("twenty-five", 3), self.trump, ace_is_low=False)
        self.hands[self.bidder] += self.kitty

    def drawing(self, seat: int) -> Asking:
        """Let a seat lay cards aside and get as many."""
        hand = self.hands[seat]
        most = min(len(self.stock), self.table.number("most_drawn") if self.table.players == 6 else HAND)
        while True:
            discards = {f"discard {card}" for card in hand} if HAND - len(hand) < most else set()
            done = {"draw"} if len(hand) <= HAND else set()
            _, answer = yield Question({seat: frozenset(discards | done)})
            if answer == "draw":
                break
            hand.remove(answer.removeprefix("discard "))
        if seat == self.dealer and self.table.option("dealer_looks") is True:
            yield from self.picking(hand)
        while len(hand) < HAND:
            hand.append(self.stock.pop(0))

    def picking(self, hand: list[str]) -> Asking:
        """Let the dealer choose from all cards that are left."""
        while len(hand) < HAND:
            _, answer = yield Question({self.dealer: frozenset(f"pick {card}" for card in self.stock)})
            hand.append(answer.removeprefix("pick "))
            self.stock.remove(hand[-1])

    def playing(self) -> Asking:
        """Play five tricks."""
        first = self.dealer if self.table.option("lead") == "dealer" else self.bidder
        leader = (first + 1) % self.table.players
        for _ in range(HAND):
            leader = yield from self.trick(leader)

    def trick(self, leader: int) -> Generator[Question, tuple[int, str], int]:
        """Let everybody play a card; return who takes the trick."""
        led = best = ""
        taker = leader
        for step in range(self.table.players):
            seat = (leader + step) % self.table.players
            _, card = yield Question({seat: frozenset(self.playable(seat, led))})
            self.hands[seat].remove(card)
            led = led or card
            if not best or beats(card, best, self.ranked):
                best, taker = card, seat
        self.won[taker] += 1
        self.taking.append((best, taker))
        return taker

    def playable(self, seat: int, led: str) -> list[str]:
        """List the cards that a seat may play to a lead."""
        hand = self.hands[seat]
        own = [card for card in hand if is_trump(card, self.trump)]
        if not led:
            return hand
        if is_trump(led, self.trump):
            return own if [card for card in own if not self.may_be_kept(card, led, own)] else hand
        of_suit = [card for card in hand if card[-1] == led[-1] and card not in own]
        return [*of_suit, *own] if of_suit else hand

    def may_be_kept(self, card: str, led: str, own: list[str]) -> bool:
        """Say whether a trump may be kept back: a top trump higher than the one led, strictly if it is the only one."""
        is_top = card == "AH" or (card[-1] == self.trump and card[:-1] in TOP_TRUMPS)
        higher = self.ranked.index(card) < self.ranked.index(led)
        return is_top and higher and (len(own) == 1 or self.table.option("renege_strict") is not True)

    def best(self) -> int:
        """Name who has taken a trick with the highest trump, or without trumps with the highest card of its suit."""
        by_rank = [(self.ranked.index(card), seat) for card, seat in self.taking if card in self.ranked]
        if by_rank:
            return min(by_rank)[1]
        return min(self.taking, key=lambda each: plain_place(each[0]))[1]

    def score(self) -> None:
        """Score what was taken."""
        took = [POINTS * sum(self.won[side::2]) for side in (0, 1)]
        took[self.best() % 2] += POINTS
        bid, side = self.auction.bid, self.bidder % 2
        self.scores = list(took)
        self.end = "made" if took[side] >= bid else "failed"
        if self.end == "failed":
            self.scores[side] = -bid
        elif bid == 30:
            self.scores[side] = 60

    def outcome(self) -> Outcome:
        """Say how the deal came out."""
        scores = [self.scores[seat % 2] for seat in range(self.table.players)]
        return {"won": self.won, "scores": scores, "end": self.end}
