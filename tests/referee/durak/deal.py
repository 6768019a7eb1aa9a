"""A deal of Durak told as one story: bout after bout, until a side has no cards."""

from __future__ import annotations

from tests.referee.durak.bout import Bout
from tests.referee.durak.table import rank, suit
from tests.referee.replay import Outcome, Story
from tests.referee.tables import Table

__all__ = ["Deal", "Turns"]


class Turns:
    """Whose turn it is: slots that alternate between the sides, and go round the members of each that are in."""

    def __init__(self, players: int, first: int) -> None:
        """Begin with the first attacker, and the seat after it."""
        self.players = players
        self.attacker = first
        self.defender = (first + 1) % players

    def turn(self, out: set[int], *, held: bool) -> None:
        """Go to the next bout: who has held attacks, or who comes after; for who is out, the next of the side."""
        attacked, defended = self.attacker, self.defender
        if held:
            self.attacker = self.survivor(defended, out) if defended in out else defended
            self.defender = self.survivor(attacked, out)
        else:
            self.attacker = self.survivor(attacked, out)
            self.defender = self.survivor(defended, out)

    def survivor(self, seat: int, out: set[int]) -> int:
        """Name the next seat of the same side that is in."""
        following = (seat + 2) % self.players
        return self.survivor(following, out) if following in out else following


class Deal:
    """Everything that lies on the table, changed as it happens."""

    def __init__(self, table: Table, dealer: int, hands: list[list[str]], turned: str, stock: list[str]) -> None:
        """Put the cards down."""
        self.table = table
        self.hands = [list(hand) for hand in hands]
        self.trump, self.stock = suit(turned), list(stock)
        self.turns = Turns(table.players, self.first_attacker(dealer))
        self.taken = [0] * table.players
        self.bouts = 0
        self.loser: int | None = None
        """The side that has lost."""

    def first_attacker(self, dealer: int) -> int:
        """Name the holder of the lowest trump; nothing is said of a deal in which nobody has one."""
        trumps = {rank(card): seat for seat, hand in enumerate(self.hands) for card in hand if suit(card) == self.trump}
        return trumps[min(trumps)] if trumps else (dealer + 1) % self.table.players

    def story(self) -> Story:
        """Tell the deal."""
        while True:
            most = 6 if self.bouts else self.table.number("first_bout")
            bout = Bout(self.hands, self.trump, self.turns.attacker, self.turns.defender, most)
            yield from bout.story()
            self.bouts += 1
            self.clear(bout)
            empty = [side for side in (0, 1) if not any(self.hands[side::2])]
            if empty:
                self.finish(empty, bout.attacker % 2)
                return self.outcome()
            self.turns.turn(self.out(), held=not bout.given_up)

    def clear(self, bout: Bout) -> None:
        """Let the defender pick up if it gave up, and fill the hands: the attacker's first, the defender's last."""
        if bout.given_up:
            self.hands[bout.defender] += bout.cards()
            self.taken[bout.defender] += len(bout.cards())
        for seat in [*bout.adders, bout.defender]:
            while len(self.hands[seat]) < 6 and self.stock:
                self.hands[seat].append(self.stock.pop(0))

    def out(self) -> set[int]:
        """Name the seats that are out."""
        return {seat for seat, hand in enumerate(self.hands) if not hand and not self.stock}

    def finish(self, empty: list[int], attackers: int) -> None:
        """Say which side has lost, if one has."""
        if len(empty) == 1:
            self.loser = 1 - empty[0]
        elif self.table.option("both_out") == "attackers":
            self.loser = 1 - attackers

    def outcome(self) -> Outcome:
        """Say how the deal came out."""
        return {
            "left": [len(hand) for hand in self.hands],
            "taken": self.taken,
            "scores": self.scores(),
            "end": "draw" if self.loser is None else "lost",
        }

    def scores(self) -> list[int]:
        """Give a point to everybody on the side that has won."""
        return [int(self.loser not in (None, seat % 2)) for seat in range(self.table.players)]
