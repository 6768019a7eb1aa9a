"""The auction of Forty-Fives: who bids, who holds, and who names trumps."""

from __future__ import annotations

from collections.abc import Generator

from tests.referee.auction_fives.table import BIDS
from tests.referee.replay import Question
from tests.referee.tables import Table

__all__ = ["Auction"]

BOUND_SCORE = 100
BOUND_BID = 20


class Auction:
    """What has been said, and whose bid stands."""

    def __init__(self, table: Table, dealer: int, standing: list[int]) -> None:
        """Begin an auction, given what each side has scored."""
        self.table, self.dealer, self.standing = table, dealer, standing
        self.passed: set[int] = set()
        self.bid = 0
        self.bidder: int | None = None
        self.is_held = False
        """Whether the number that stands has been held."""
        self.may_hold: int | None = None

    def story(self) -> Generator[Question, tuple[int, str], None]:
        """Let everybody speak in turn until all but one have passed, or all."""
        seat = self.dealer
        while len(self.passed) < self.table.players - (self.bidder is not None):
            seat = (seat + 1) % self.table.players
            if seat in self.passed:
                continue
            _, answer = yield Question({seat: frozenset(self.answers(seat))})
            self.hear(seat, answer)

    def answers(self, seat: int) -> list[str]:
        """List what a seat may say."""
        forced = self.table.number("forced_dealer")
        alone = self.bidder is None and len(self.passed) == self.table.players - 1
        must = alone and bool(forced) and seat == self.dealer
        lowest = max(self.lowest(seat), forced if must else 0)
        bids = [f"bid {points}" for points in BIDS if points >= lowest and points > self.bid]
        return [*bids, *([] if must else ["pass"]), *(["hold"] if self.can_hold(seat) else [])]

    def lowest(self, seat: int) -> int:
        """Say below what a seat may not bid."""
        bound = BOUND_BID if self.standing[seat % 2] >= BOUND_SCORE else 0
        return max(bound, self.table.number("lowest_bid"))

    def can_hold(self, seat: int) -> bool:
        """Say whether a seat may take over the bid at its number."""
        if not self.bid or self.is_held or self.bid < self.lowest(seat):
            return False
        return seat == (self.dealer if self.table.option("hold") == "dealer" else self.may_hold)

    def hear(self, seat: int, answer: str) -> None:
        """Let a seat speak."""
        self.may_hold = None
        if answer == "pass":
            self.passed.add(seat)
        else:
            self.bidder, self.is_held = seat, answer == "hold"
        if answer.startswith("bid "):
            self.bid = int(answer.removeprefix("bid "))
            self.may_hold = self.after(seat)

    def after(self, seat: int) -> int:
        """Name the next seat that has not passed."""
        following = (seat + 1) % self.table.players
        return self.after(following) if following in self.passed else following
