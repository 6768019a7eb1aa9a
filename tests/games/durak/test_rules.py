"""The twisted cases of Durak in teams."""

from dataclasses import replace

import pytest

from games.durak.rules import DURAK, PACK, Bout, DurakTable, Sheet, fight, next_bout
from games.kit.asking import AskAny, Rules
from games.kit.game import Laid
from games.kit.run import Run
from protocol.cards import Card, read_card
from protocol.setup import OptionValue
from tests.games.position import begin

HANDS = ("6S 6D 7C 9D QC AH", "7S 8S 7H 9H QS KS", "6C 7D 9C JC JD JS", "8C 8D 10C 10D 10S QD")


def cards(said: str) -> list[Card]:
    """Read cards."""
    return [read_card(card) for card in said.split()]


def bout(*hands: str, stock: str = "", bouts: int = 1, attacker: int = 0, **options: OptionValue) -> Run:
    """Return a run in which seat 0 attacks seat 1, with these hands and hearts as trumps, later in a deal."""

    def deal(table: DurakTable, _laid: Laid) -> Rules[Sheet]:
        table.hands, table.stock, table.bouts = [cards(hand) for hand in hands], cards(stock), bouts
        table.turn_up, table.taken, table.known = read_card("6H"), [0] * len(hands), [[] for _ in hands]
        return (yield from fight(table, attacker, table.match.after(attacker)))

    run = Run(replace(DURAK, deal=deal).start(len(hands), options))
    run.shuffle(range(len(PACK)))
    return run


def asked(run: Run) -> tuple[set[int], set[int]]:
    """Return the seats that are asked, and those that may act unasked."""
    assert isinstance(run.asks, AskAny)
    return set(run.asks.asked), set(run.asks.free)


def fighters(run: Run) -> tuple[int, int]:
    """Return who attacks whom."""
    return run.table.bout.attacker, run.table.bout.defender


def test_the_lowest_trump_attacks_first() -> None:
    """It is shown, and all know who holds it; with six players the dealer's last card shows trumps."""
    run = begin(DURAK, turned="QH", hands={0: "7H 8H", 1: "9H", 2: "10H", 3: "JH"}, stock="6H")
    assert (run.table.lowest, fighters(run)) == (read_card("7H"), (0, 1))
    assert (run.table.known[0], run.table.stock[-1]) == ([read_card("7H")], read_card("QH"))
    six = begin(DURAK, 6, dealer=4)
    assert (six.table.turn_up in six.table.hands[4], six.table.stock) == (True, [])
    none = begin(DURAK, turned="AC", stock="6C 7C 8C 9C 10C JC QC KC", dealer=1)
    assert (none.table.lowest, fighters(none)) == (None, (2, 3))


@pytest.mark.parametrize(
    ("players", "out", "fight", "outcomes", "order"),
    [
        (4, [], (0, 1), "+++++", "0 1 2 3 0 1"),
        (4, [], (0, 1), "-+--", "0 2 3 1 3"),
        (4, [0], (1, 2), "+++++++", "1 2 3 2 1 2 3 2"),
        (4, [0, 1], (3, 2), "++++", "3 2 3 2 3"),
        (4, [0, 1], (3, 2), "---", "3 3 3 3"),
        (6, [], (0, 1), "+++++++", "0 1 2 3 4 5 0 1"),
        (6, [0], (1, 2), "++++++++++++++", "1 2 3 4 5 2 1 4 3 2 5 4 1 2 3"),
        (6, [0], (0, 1), "--++--", "0 2 4 5 2 4 2"),
        (6, [0, 5], (2, 5), "+++++", "2 1 4 3 2 1"),
        (6, [0, 3], (4, 3), "+++++", "4 5 2 1 4 5"),
        (6, [0, 2], (1, 4), "+++++++", "1 4 3 4 5 4 1 4"),
    ],
)
def test_the_turns_of_a_side_go_round_its_seats(
    players: int, out: list[int], fight: tuple[int, int], outcomes: str, order: str
) -> None:
    """Every sequence of Parlett's account: the attackers after bouts that were beaten (+) or taken up (-)."""
    table = DurakTable(DURAK.start(players, {}), 0, out=out)
    found = [str(fight[0])]
    for outcome in outcomes:
        fight = next_bout(table, Bout(*fight, 6, given_up=outcome == "-"))
        found.append(str(fight[0]))
    assert " ".join(found) == order
