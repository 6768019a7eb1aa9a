"""A deal of one pile told as one story: it asks seat after seat, hears what is done, and ends with the outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator

from tests.referee.piles.table import SUITS, beats, names_before, rank, suit
from tests.referee.replay import Outcome, Question, Story
from tests.referee.tables import Table

__all__ = ["Deal"]

Asking = Generator[Question, tuple[int, str], None]


class Deal:
    """Everything that lies on the table, changed as it happens."""

    def __init__(
        self,
        table: Table,
        dealer: int,
        hands: list[list[str]],
        drawn: list[str] | None = None,
        trumps: list[str | None] | None = None,
    ) -> None:
        """Put the cards down; trumps are there where they were named for the whole game."""
        self.table, self.dealer = table, dealer
        self.hands = [list(hand) for hand in hands]
        self.face_down: list[str | None] = [*drawn] if drawn else [None] * table.players
        self.trumps: list[str | None] = trumps or [None] * table.players
        self.sides: list[str] = []
        self.pile: list[str] = []
        self.taken = [0] * table.players
        self.out: list[int] = []
        self.moves = 0
        self.positions: Counter[object] = Counter()
        self.end = ""

    def story(self) -> Story:
        """Tell the deal."""
        if names_before(self.table) and None in self.trumps:
            yield from self.naming()
        if self.table.game == "svoyi-koziri":
            self.hand_sixes_over()
        yield from self.playing()
        return self.outcome()

    def naming(self) -> Asking:
        """Let each name its trumps; in Challenge the dealer first, with a second suit."""
        if self.table.game == "challenge":
            yield from self.name(self.dealer)
            rest = self.free_suits()
            _, answer = yield Question({self.dealer: frozenset(f"side {each}" for each in rest)})
            self.sides = [each for each in rest if each != answer[-1]]
            yield from self.name(self.next_to(self.dealer))
            return
        seat = self.dealer
        for _ in range(self.table.players):
            seat = self.next_to(seat)
            yield from self.name(seat)

    def name(self, seat: int) -> Asking:
        """Let a seat name its trumps, unless only one suit is left."""
        free = self.sides or self.free_suits()
        answer = free[0]
        if len(free) > 1:
            _, answer = yield Question({seat: frozenset(f"trump {each}" for each in free)})
        self.trumps[seat] = answer[-1]

    def free_suits(self) -> list[str]:
        """List the suits that are nobody's trump."""
        return [each for each in SUITS if each not in self.trumps]

    def next_to(self, seat: int) -> int:
        """Name the next seat that is in."""
        following = (seat + 1) % self.table.players
        return self.next_to(following) if following in self.out else following

    def hand_sixes_over(self) -> None:
        """Give every six to the seat whose trump it is."""
        for six in ("6C", "6D", "6H", "6S"):
            for giver in [hand for hand in self.hands if six in hand and suit(six) in self.trumps]:
                giver.remove(six)
                self.hands[self.trumps.index(suit(six))].append(six)

    def playing(self) -> Asking:
        """Let everybody play until the deal is over."""
        seat = self.next_to(self.dealer)
        self.look_for_repetition(seat)
        while not self.end:
            if self.pile:
                seat = yield from self.beating(seat)
            else:
                yield from self.play(seat, self.hands[seat])
                seat = self.next_to(seat)

    def beating(self, seat: int) -> Generator[Question, tuple[int, str], int]:
        """Let a seat beat the top card or take up; return whose turn it is then."""
        answer = yield from self.ask(seat, lambda: [*self.beaters(seat), "take"])
        if answer == "take":
            return self.take(seat)
        self.put(seat, answer)
        if self.end or (seat in self.out and self.table.game == "svoyi-koziri"):
            return self.next_to(seat)
        if seat in self.out:
            self.pile = []
        elif self.table.game != "svoyi-koziri" or self.table.option("cards") == 2:
            yield from self.play(seat, self.hands[seat])
        return self.next_to(seat)

    def beaters(self, seat: int) -> list[str]:
        """List the cards of a seat that beat the top of the pile."""
        return [card for card in self.hands[seat] if beats(card, self.pile[-1], self.trumps[seat])]

    def ask(self, seat: int, cards: Callable[[], list[str]]) -> Generator[Question, tuple[int, str], str]:
        """Ask a seat, which may first tell its trumps where they are told during play."""
        while True:
            _, answer = yield Question({seat: frozenset([*cards(), *self.tellings(seat)])})
            if answer == "show":
                self.turn_up(seat)
            elif answer.startswith("trump "):
                self.trumps[seat] = answer[-1]
            else:
                return answer

    def tellings(self, seat: int) -> list[str]:
        """List how a seat may tell its trumps now."""
        if self.table.game != "dudak" or self.trumps[seat]:
            return []
        if self.table.option("trumps") == "announced":
            return [f"trump {each}" for each in self.free_suits()]
        return ["show"] if self.face_down[seat] else []

    def turn_up(self, seat: int) -> None:
        """Let the card that lay face down join the hand."""
        card = self.face_down[seat]
        if card:
            self.hands[seat].append(card)
            self.trumps[seat] = suit(card)
            self.face_down[seat] = None

    def play(self, seat: int, hand: list[str]) -> Asking:
        """Let a seat put any card on the pile."""
        answer = yield from self.ask(seat, lambda: hand)
        self.put(seat, answer)

    def put(self, seat: int, card: str) -> None:
        """Put a card on the pile, and see whether that was the last one."""
        self.hands[seat].remove(card)
        self.pile.append(card)
        if not self.hands[seat]:
            self.turn_up(seat)
        if not self.hands[seat]:
            self.out.append(seat)
            if self.first_wins() or len(self.out) == self.table.players - 1:
                self.end = "out"
        self.count()

    def first_wins(self) -> bool:
        """Say whether the first one out wins the deal."""
        return self.table.game == "challenge" or (self.table.game == "dudak" and self.table.option("first_out") is True)

    def count(self) -> None:
        """Count a move; the deal may be too long."""
        self.moves += 1
        if not self.end and self.moves == self.table.number("limit"):
            self.end = "limit"

    def take(self, seat: int) -> int:
        """Let a seat take up cards; return whose turn it is then."""
        number = min(self.pick_up(seat), len(self.pile))
        self.hands[seat] += self.pile[len(self.pile) - number :]
        del self.pile[len(self.pile) - number :]
        self.taken[seat] += number
        leads = self.table.game == "challenge" and self.table.option("taker_leads") is True
        following = seat if leads else self.next_to(seat)
        self.look_for_repetition(following)
        self.count()
        return following

    def pick_up(self, seat: int) -> int:
        """Count how many cards a seat takes up, if so many are there."""
        top = self.pile[-1]
        if self.table.game == "svoyi-koziri" and self.table.option("pickup") == "some":
            if suit(top) not in self.trumps:
                return self.table.number("plain")
            return len(self.pile) if rank(top) == 12 else self.table.number("trump")
        if self.table.game == "dudak" and self.table.option("pickup") == "suit_run" and not self.trumps[seat]:
            others = [place for place, card in enumerate(self.pile) if suit(card) != suit(top)]
            return len(self.pile) - 1 - max(others, default=-1)
        return len(self.pile)

    def look_for_repetition(self, seat: int) -> None:
        """End Challenge when the same position has come for the third time."""
        if self.table.game != "challenge":
            return
        position = (seat, *(frozenset(hand) for hand in self.hands))
        self.positions[position] += 1
        if self.positions[position] == 3:
            self.end = "repetition"

    def loser(self) -> int | None:
        """Name the seat that alone has lost, if there is one."""
        still_in = [seat for seat in range(self.table.players) if seat not in self.out]
        return still_in[0] if self.end == "out" and len(still_in) == 1 else None

    def outcome(self) -> Outcome:
        """Say how the deal came out."""
        return {
            "out": self.out,
            "left": [len(hand) + bool(down) for hand, down in zip(self.hands, self.face_down, strict=True)],
            "taken": self.taken,
            "scores": [int(seat in self.out) for seat in range(self.table.players)],
            "end": self.end,
        }
