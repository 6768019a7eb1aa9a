"""The draw of Da Bai Fen: who exposes a card of the trump rank, or what the last six cards say."""

from __future__ import annotations

from collections.abc import Generator

from tests.referee.da_bai_fen.table import HAND, RANKS, draw_order
from tests.referee.replay import Question
from tests.referee.tables import Table

__all__ = ["Draw"]


class Draw:
    """The cards that are drawn, and what everybody has answered."""

    def __init__(self, table: Table, starter: int, hands: list[list[str]], six: list[str], rank: str) -> None:
        """Put the pack on the table."""
        self.table, self.starter = table, starter
        self.hands, self.six, self.rank = hands, six, rank
        self.finished: set[int] = set()
        self.is_last = False
        """Whether all cards are drawn, and everybody is asked a last time."""
        self.exposer: int | None = None
        self.trump = ""

    def story(self) -> Generator[Question, tuple[int, str], None]:
        """Ask after so many cards each, and once more after all."""
        step = self.table.number("draw")
        for number in range(step, HAND + 1, step):
            yield from self.round(number)
            if self.trump:
                return
        self.is_last = True
        yield from self.round(HAND)
        if self.trump:
            return
        self.trump = self.turned()

    def round(self, number: int) -> Generator[Question, tuple[int, str], None]:
        """Ask all who have not finished, and in the end everybody, until it is known who exposes."""
        asked = [seat for seat in draw_order(self.starter) if self.is_last or seat not in self.finished]
        answered: dict[int, str] = {}
        while len(answered) < len(asked):
            waiting = {seat: self.answers(seat, number) for seat in asked if seat not in answered}
            seat, answer = yield Question(waiting)
            answered[seat] = answer
            self.finished |= {seat} if answer == "--" else set()
            exposer = self.first_to_expose(asked, answered)
            if exposer is not None:
                self.exposer, self.trump = exposer, answered[exposer][-1]
                return

    def answers(self, seat: int, number: int) -> frozenset[str]:
        """Give what a seat may answer."""
        drawn = self.hands[seat][:number]
        passes = ["-"] if self.is_last else ["-", "--"]
        return frozenset([*passes, *(f"expose {card}" for card in drawn if card[:-1] == self.rank)])

    def first_to_expose(self, asked: list[int], answered: dict[int, str]) -> int | None:
        """Name who exposes a card, once that is certain: the first in the order of drawing, or the first in time."""
        if self.table.option("exposing") == "time":
            return next((seat for seat, answer in answered.items() if answer.startswith("expose")), None)
        for seat in asked:
            if seat not in answered:
                return None
            if answered[seat].startswith("expose"):
                return seat
        return None

    def turned(self) -> str:
        """Name the suit that the last six decide, turned up one by one."""
        plain = [card for card in self.six if card not in ("BJ", "RJ")]
        of_rank = [card for card in plain if card[:-1] == self.rank]
        highest = max(plain, key=lambda card: RANKS.index(card[:-1]))
        return (of_rank or [highest])[0][-1]
