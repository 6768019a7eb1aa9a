"""A deal told as one story: it asks seat after seat, hears an answer, and ends by saying what everybody scored."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from tests.referee.fives.ranks import TOP_TRUMPS, beats, is_trump, plain_place, trumps
from tests.referee.fives.table import JOKER, Table

__all__ = ["Question", "Result", "Story", "tell"]


@dataclass(frozen=True)
class Question:
    """A seat is asked to act."""

    seat: int
    answers: frozenset[str]
    """Everything the seat may do now, written as in a record."""


@dataclass(frozen=True)
class Result:
    """How a deal came out."""

    tricks: list[int]
    """By seat."""
    scores: list[int]
    """What each seat's side has scored in the deal."""
    best: list[object] | None
    """The best card that has scored, with its seat."""
    end: str


Story = Generator[Question, str, Result]


class WonError(Exception):
    """Somebody has reached the target: nothing more happens."""


def tell(table: Table, dealer: int, hands: list[list[str]], turned: list[str], standing: list[int]) -> Story:
    """Play one deal, given what each side has scored before: yield each question, take an answer, return the result."""
    return _Deal(table, dealer, hands, turned, standing).story()


class _Deal:
    """Everything that lies on the table, changed as it happens."""

    def __init__(
        self, table: Table, dealer: int, hands: list[list[str]], turned: list[str], standing: list[int]
    ) -> None:
        self.table, self.dealer = table, dealer
        self.hands = [list(hand) for hand in hands]
        self.under = turned[1:]
        self.turn_up = turned[0]
        self.standing = list(standing)
        self.gained = [0] * table.sides()
        self.won = [0] * table.players
        self.lying: dict[str, int] = {}
        self.taking: list[str] = []
        self.best: list[object] | None = None
        self.spoken = False
        """Whether somebody has robbed, or has said that the turn-up stays."""
        self.robbing_is_over = False
        self.trump = turned[-1][-1]

    def story(self) -> Story:
        end = "played"
        try:
            if self.turn_up == JOKER:
                yield from self.joker_turned_up()
            if self.turn_up == "A" + self.trump:
                yield from self.ace_turned_up()
            leader = self.next_to(self.dealer)
            for number in range(5):
                leader = yield from self.trick(leader, first=number == 0)
            self.score_all_tricks()
            self.score_best_without_trumps()
        except WonError:
            end = "won"
        sides = [self.table.side(seat) for seat in range(self.table.players)]
        return Result(self.won, [self.gained[side] for side in sides], self.best, end)

    def next_to(self, seat: int) -> int:
        return (seat + 1) % self.table.players

    def joker_turned_up(self) -> Generator[Question, str, None]:
        """The dealer takes it in, puts an unwanted card under the pack, and turns the next one."""
        hand = self.hands[self.dealer]
        answer = yield Question(self.dealer, frozenset(f"joker {card}" for card in hand))
        hand.remove(answer.removeprefix("joker "))
        hand.append(JOKER)
        (self.turn_up,) = self.under

    def ace_turned_up(self) -> Generator[Question, str, None]:
        """The dealer may take it for any card."""
        answer = yield Question(self.dealer, frozenset(["-", *self.ways_to_rob(self.dealer)]))
        self.settle(self.dealer, answer)

    def ways_to_rob(self, seat: int) -> list[str]:
        return [f"rob {card}" for card in self.hands[seat]]

    def settle(self, seat: int, answer: str) -> None:
        """Carry out what a seat says of the turn-up."""
        self.spoken = self.robbing_is_over = True
        if answer != "-":
            self.hands[seat].remove(answer.removeprefix("rob "))
            self.hands[seat].append(self.turn_up)

    def trick(self, leader: int, *, first: bool) -> Generator[Question, str, int]:
        """Ask every seat for a card; return who took the trick."""
        cards: list[str] = []
        seats: list[int] = []
        seat = leader
        while len(cards) < self.table.players:
            if first and not self.spoken and "A" + self.trump in self.hands[seat]:
                card = yield from self.card_of_robber(seat, cards)
            else:
                card = yield Question(seat, frozenset(self.playable(seat, cards)))
            self.hands[seat].remove(card)
            self.lying[card] = seat
            cards.append(card)
            seats.append(seat)
            if card == "A" + self.trump or (first and len(cards) == self.table.players):
                self.robbing_is_over = True
            self.look_for_best()
            seat = self.next_to(seat)
        return self.take(cards, seats)

    def card_of_robber(self, seat: int, cards: list[str]) -> Generator[Question, str, str]:
        """Ask who holds the Ace of trumps, at its first turn: it may rob, or let it pass by playing a card."""
        ways = self.ways_to_rob(seat) + (["-"] if self.table.option("unrobbed_ace") == "lowest" else [])
        answer = yield Question(seat, frozenset(ways + self.playable(seat, cards)))
        if answer in ways:
            self.settle(seat, answer)
            self.look_for_best()
            answer = yield Question(seat, frozenset(self.playable(seat, cards)))
        return answer

    def take(self, cards: list[str], seats: list[int]) -> int:
        """Give the trick to the card that no later one beats and that beats all before it."""
        ranked = self.ranked_trumps()
        taker = 0
        for place, card in enumerate(cards):
            if beats(card, cards[taker], ranked):
                taker = place
        self.won[seats[taker]] += 1
        self.taking.append(cards[taker])
        if self.table.option("trick_scores") in (None, "each"):
            self.score(seats[taker], 5)
        return seats[taker]

    def ranked_trumps(self) -> list[str]:
        """List the trumps as they rank for who plays now: an Ace whose holder has not spoken may be the lowest."""
        low = self.table.option("unrobbed_ace") == "lowest" and not self.spoken
        return trumps(self.table, self.trump, ace_is_low=low)

    def playable(self, seat: int, cards: list[str]) -> list[str]:
        """List the cards that a seat may play to the cards of a trick."""
        hand = self.hands[seat]
        if not cards:
            return hand
        led = cards[0]
        own_trumps = [card for card in hand if is_trump(card, self.trump)]
        if not is_trump(led, self.trump):
            of_suit = [card for card in hand if card[-1] == led[-1] and card not in own_trumps]
            return of_suit + own_trumps if of_suit else hand
        if any(not self.may_be_kept(card, led) for card in own_trumps):
            return own_trumps
        if self.table.option("renege_strict") is True and len(own_trumps) > 1:
            return own_trumps
        return hand

    def may_be_kept(self, card: str, led: str) -> bool:
        """Say whether a trump need not be played to a trump led: a top trump, if it is higher than that one."""
        ranked = self.ranked_trumps()
        low_ace = ranked[-1] == card == "A" + self.trump
        top = card in TOP_TRUMPS or (card[-1] == self.trump and card[:-1] in TOP_TRUMPS)
        return top and not low_ace and ranked.index(card) < ranked.index(led)

    def look_for_best(self) -> None:
        """Score the highest trump in any hand, robbing included, as soon as it is played and known for the highest."""
        if not self.table.best_card() or self.best:
            return
        there = [card for hand in self.hands for card in hand] + list(self.lying)
        if self.robbing_is_over:
            ranked = self.ranked_trumps()
        else:
            there.append(self.turn_up)
            ranked = trumps(self.table, self.trump, ace_is_low=False)
        highest = next((card for card in ranked if card in there), None)
        if highest in self.lying:
            self.best = [self.lying[highest], highest]
            self.score(self.lying[highest], self.table.best_card())

    def score_all_tricks(self) -> None:
        """Score three tricks or more of a side, where only they count."""
        way = self.table.option("trick_scores")
        for seat in range(self.table.sides()):
            mine = [self.won[other] for other in range(self.table.players) if self.table.side(other) == seat]
            if way == "majority":
                self.score(seat, {3: 5, 4: 5, 5: 10}.get(sum(mine), 0))
            if way == "game":
                missing = self.table.target() - self.standing[seat] - self.gained[seat]
                self.score(seat, {3: 15, 4: 20, 5: missing}.get(sum(mine), 0))

    def score_best_without_trumps(self) -> None:
        """Where nobody held a trump: the highest of the cards that took a trick, of equal ones the first."""
        if not self.table.best_card() or self.best:
            return
        best = min(self.taking, key=plain_place)
        self.best = [self.lying[best], best]
        self.score(self.lying[best], self.table.best_card())

    def score(self, seat: int, points: int) -> None:
        """Give a side its points, and end everything if it has won."""
        side = self.table.side(seat)
        self.gained[side] += points
        if self.standing[side] + self.gained[side] >= self.table.target():
            raise WonError
