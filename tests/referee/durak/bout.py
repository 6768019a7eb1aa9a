"""One bout: an attack, what is thrown in, and whether the defence holds."""

from __future__ import annotations

from collections.abc import Generator

from tests.referee.durak.table import beats, rank
from tests.referee.replay import Question

__all__ = ["Bout"]


class Bout:
    """The cards that lie between an attacker and a defender, changed as it happens."""

    def __init__(self, hands: list[list[str]], trump: str, attacker: int, defender: int, most: int) -> None:
        """Begin a bout; the hands are those of the deal, and at most so many cards may attack."""
        self.hands, self.trump = hands, trump
        self.attacker, self.defender = attacker, defender
        self.limit = min(most, len(hands[defender]))
        self.attacks: list[str] = []
        self.answered: dict[str, str] = {}
        """By attack, the card that has beaten it."""
        self.adders: list[int] = []
        """Who has attacked or thrown in, in order."""
        self.done: set[int] = set()
        self.passed: set[int] = set()
        self.has_acted = self.given_up = False

    def story(self) -> Generator[Question, tuple[int, str], None]:
        """Tell the bout until everything is beaten or nobody adds any more."""
        _, card = yield Question({self.attacker: frozenset(self.hands[self.attacker])})
        self.attack(self.attacker, card)
        while answers := self.answers():
            seat, answer = yield Question(answers)
            self.hear(seat, answer)

    def answers(self) -> dict[int, frozenset[str]]:
        """Give what everybody may do now; nothing where the bout is over."""
        if self.given_up or not self.open():
            return {seat: frozenset({*self.additions(seat), "-"}) for seat in self.who_may_add() - self.passed}
        first_call = self.attacker in self.who_may_add() and not self.has_acted
        free = {self.attacker} if first_call else self.who_may_add()
        answers = {seat: frozenset({*self.additions(seat), "done"}) for seat in free}
        return {**answers, self.defender: frozenset({*self.defences(), "up"})}

    def open(self) -> list[str]:
        """List the attacks that are not beaten."""
        return [card for card in self.attacks if card not in self.answered]

    def who_may_add(self) -> set[int]:
        """Name those of the attacker's side who have cards and are not done, as long as there is room."""
        if len(self.attacks) == self.limit:
            return set()
        side = range(self.attacker % 2, len(self.hands), 2)
        return {seat for seat in side if self.hands[seat] and seat not in self.done}

    def additions(self, seat: int) -> list[str]:
        """List the cards that a seat may throw in: of a rank that lies there."""
        ranks = {rank(card) for card in [*self.attacks, *self.answered.values()]}
        return [f"+{card}" for card in self.hands[seat] if rank(card) in ranks]

    def defences(self) -> list[str]:
        """List the ways to beat an attack."""
        hand = self.hands[self.defender]
        return [f"{card}>{attack}" for attack in self.open() for card in hand if beats(card, attack, self.trump)]

    def attack(self, seat: int, card: str) -> None:
        """Let a seat play a card against the defender."""
        self.hands[seat].remove(card)
        self.attacks.append(card)
        self.passed = set()
        if seat not in self.adders:
            self.adders.append(seat)

    def hear(self, seat: int, answer: str) -> None:
        """Let somebody act."""
        if answer == "-":
            self.passed.add(seat)
        elif answer == "done":
            self.done.add(seat)
        elif answer.startswith("+"):
            self.attack(seat, answer[1:])
        else:
            self.has_acted = True
            self.defend(answer)

    def defend(self, answer: str) -> None:
        """Let the defender beat an attack, or give up."""
        if answer == "up":
            self.given_up = True
        else:
            card, attack = answer.split(">")
            self.hands[self.defender].remove(card)
            self.answered[attack] = card

    def cards(self) -> list[str]:
        """List all cards of the bout."""
        return [*self.attacks, *self.answered.values()]
