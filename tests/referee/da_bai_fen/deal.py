"""A deal of Da Bai Fen told as one story: the draw, the last six, the tricks and the count."""

from __future__ import annotations

from collections.abc import Generator

from tests.referee.da_bai_fen.draw import Draw
from tests.referee.da_bai_fen.table import SIX, Trumps, after, count
from tests.referee.replay import Question
from tests.referee.tables import Table

__all__ = ["Deal"]

Asking = Generator[Question, tuple[int, str], None]


class Deal:
    """Everything that lies on the table, changed as it happens."""

    def __init__(
        self, table: Table, starter: int, hands: list[list[str]], six: list[str], rank: str, *, first: bool
    ) -> None:
        """Put the cards down; in the first deal who exposes a card is the Leader."""
        self.table, self.first, self.six = table, first, six
        self.draw = Draw(table, starter, hands, six, rank)
        self.hands = [list(hand) for hand in hands]
        self.leader = starter
        self.trumps = Trumps(rank, "")
        self.buried: list[str] = []
        self.played: list[str] = []
        self.won = [0, 0, 0, 0]
        self.counted = [0, 0]
        """What the cards count that each side has taken in tricks."""
        self.last = 0
        """Who has taken the last trick."""
        self.culprit: int | None = None
        """Who has led what can be beaten."""
        self.end = "played"

    def story(self) -> Asking:
        """Tell the deal."""
        yield from self.draw.story()
        self.trumps = Trumps(self.draw.rank, self.draw.trump)
        if self.first and self.draw.exposer is not None:
            self.leader = self.draw.exposer
        yield from self.burying()
        leader = self.leader
        while self.end == "played" and any(self.hands):
            leader = yield from self.trick(leader)
        self.last = leader

    def burying(self) -> Asking:
        """Let the Leader take the six and lay six cards aside, unless somebody has no trump."""
        hand = self.hands[self.leader]
        hand += self.six
        while len(self.buried) < SIX and self.end == "played":
            _, answer = yield self.asked_before_the_lead({f"bury {card}" for card in hand})
            self.hear_claim(answer)
            if answer.startswith("bury "):
                self.buried.append(answer.removeprefix("bury "))
                hand.remove(self.buried[-1])

    def asked_before_the_lead(self, answers: set[str]) -> Question:
        """Ask the Leader, while others without a trump may show their hands; the Leader only before burying."""
        claimers = {seat for seat in range(4) if seat != self.leader or not self.buried}
        may = {seat for seat in claimers if self.table.option("void_claim") is True and not self.has_trump(seat)}
        asked = {seat: frozenset({"void"}) for seat in may}
        return Question(asked | {self.leader: frozenset(answers | ({"void"} if self.leader in may else set()))})

    def has_trump(self, seat: int) -> bool:
        """Say whether a seat holds a trump."""
        return any(self.trumps.suit_of(card) == "trumps" for card in self.hands[seat])

    def hear_claim(self, answer: str) -> None:
        """Annul the deal if somebody has shown a hand without a trump."""
        if answer == "void":
            self.end = "annulled"

    def trick(self, leader: int) -> Generator[Question, tuple[int, str], int]:
        """Let everybody lay as many cards as the leader; return who takes them."""
        laid = [(yield from self.lead(leader))]
        if self.end != "played":
            return leader
        beaten = [card for card in laid[0] if len(laid[0]) > 1 and self.is_beaten(leader, card)]
        if beaten and self.table.option("leads") == "cut":
            laid = [self.cut(leader, laid[0], beaten)]
        elif beaten:
            self.culprit, self.end = leader, "revoked"
            return leader
        seat = leader
        for _ in range(3):
            seat = after(seat)
            laid.append((yield from self.follow(seat, laid[0])))
        taker = (leader - self.trumps.taker(laid)) % 4
        self.won[taker] += 1
        cards = [card for each in laid for card in each]
        self.counted[taker % 2] += count(cards)
        self.played += cards
        return taker

    def lead(self, seat: int) -> Generator[Question, tuple[int, str], list[str]]:
        """Let a seat lead one card, or several of one suit."""
        cards: list[str] = []
        while True:
            options = self.leads(seat, cards)
            question = Question({seat: frozenset(options)})
            if not self.played and not cards:
                question = self.asked_before_the_lead(options)
            _, answer = yield question
            self.hear_claim(answer)
            if self.end != "played":
                return []
            card = answer.removesuffix("+")
            self.hands[seat].remove(card)
            cards.append(card)
            if not answer.endswith("+"):
                return cards

    def leads(self, seat: int, laid: list[str]) -> set[str]:
        """List the cards that a seat may lead after others of one suit, with a mark where more can follow."""
        hand = self.hands[seat]
        suit = self.trumps.suit_of(laid[0]) if laid else ""
        good = [
            card for card in hand if suit in ("", self.trumps.suit_of(card)) and self.may_go_along(seat, card, laid)
        ]
        more = {f"{card}+" for card in good if any(self.goes_with(card, other) for other in good)}
        return more | {*(good if laid else hand)}

    def goes_with(self, card: str, other: str) -> bool:
        """Say whether two cards may be led together, as far as their suit goes."""
        return card != other and self.trumps.suit_of(card) == self.trumps.suit_of(other)

    def may_go_along(self, seat: int, card: str, laid: list[str]) -> bool:
        """Say whether a card may be led with others: at a risk any, else what the leader knows to be unbeatable."""
        if self.table.option("leads") in ("at_risk", "cut"):
            return True
        known = {*self.hands[seat], *self.played, *laid, *(self.buried if seat == self.leader else [])}
        return {*self.trumps.higher(card)} <= known

    def is_beaten(self, leader: int, card: str) -> bool:
        """Say whether anybody else holds a higher card of the suit."""
        others = {card for seat, hand in enumerate(self.hands) if seat != leader for card in hand}
        return not others.isdisjoint(self.trumps.higher(card))

    def cut(self, leader: int, cards: list[str], beaten: list[str]) -> list[str]:
        """Leave the lowest of the cards that can be beaten, of equal ones the first, and give the others back."""
        lowest = max(beaten, key=self.trumps.place)
        self.hands[leader] += [card for card in cards if card != lowest]
        return [lowest]

    def follow(self, seat: int, led: list[str]) -> Generator[Question, tuple[int, str], list[str]]:
        """Let a seat lay as many cards, of the suit led as long as it has any."""
        cards: list[str] = []
        suit = self.trumps.suit_of(led[0])
        while len(cards) < len(led):
            hand = self.hands[seat]
            following = [card for card in hand if self.trumps.suit_of(card) == suit]
            _, card = yield Question({seat: frozenset(following or hand)})
            hand.remove(card)
            cards.append(card)
        return cards

    def took(self, declarers: int) -> int:
        """Count what the opponents of the declaring side have."""
        if self.end == "annulled":
            return 0
        opponents = 1 - declarers
        if self.culprit is not None:
            return 0 if self.culprit % 2 == opponents else 100 + count(self.buried)
        return self.counted[opponents] + (2 * count(self.buried) if self.last % 2 == opponents else 0)
