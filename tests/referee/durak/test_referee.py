"""The referee knows the rules of section 4, without the program."""

from __future__ import annotations

from collections.abc import Iterable

from tests.referee.durak.bout import Bout
from tests.referee.durak.deal import Deal, Turns
from tests.referee.durak.referee import DurakHouse
from tests.referee.durak.table import MENUS
from tests.referee.tables import Table
from tests.referee.telling import answers, tell

FOUR = ["N", "E", "S", "W"]
SIX = ["W", "NW", "N", "E", "SE", "S"]
TABLE = Table("durak-teams", 4, MENUS["durak-teams"])


def slots(seats: list[str], first: str, steps: Iterable[str]) -> str:
    """Name the holders of the slots one after the other; a step is `held` or `up`, and who is out from then on."""
    turns = Turns(len(seats), seats.index(first))
    out: set[int] = set()
    names = [seats[turns.attacker], seats[turns.defender]]
    for step in steps:
        became, *gone = step.split()
        out |= {seats.index(each) for each in gone}
        turns.turn(out, held=became == "held")
        names[-1:] = [names[-1]] if became == "up" else []
        names += [seats[turns.attacker], seats[turns.defender]]
    return " ".join(names)


def test_the_line_of_turns_of_four() -> None:
    """Source: section 4b; North is out, and whoever is attacked holds or does not."""
    assert slots(FOUR, "E", ["held N"] + ["held"] * 5) == "E S W S E S W S"
    assert slots(FOUR, "E", ["up N", "up", "up"]) == "E S W S E S W S"


def test_the_line_of_turns_of_six() -> None:
    """Source: section 4b; W is out after attacking NW, and then nobody, S by beating N, or E by beating SE."""
    begun = ["up W", "up", "held", "held", "up"]
    assert slots(SIX, "W", [*begun, "up", "up", "up"]) == "W NW N E SE S N NW SE E N S SE NW N E"
    assert slots(SIX, "W", [*begun, "up", "held S", "held", "held"]).split()[11:] == ["NW", "SE", "E", "N"]
    assert slots(SIX, "W", [*begun, "held E", "held", "held", "held"]).split()[9:] == ["S", "N", "NW", "SE", "S"]


def test_one_who_is_left_plays_for_the_team() -> None:
    """Source: section 4b, "when a team has one member left"."""
    assert slots(SIX, "W", ["held N SE", "held", "held"]) == "W NW W E W"


def bout(hands: list[str], most: int = 6) -> Bout:
    """Let seat 0 attack seat 1; hearts are trumps."""
    return Bout([hand.split() for hand in hands], "H", 0, 1, most)


def test_a_bout() -> None:
    """Source: section 4a: beat higher in suit or by a trump, add cards of ranks that lie there, the attacker first."""
    hands = ["6S 6D 9C", "9S 7H 6H KC", "9D AC QS", "6C 7C 8C"]
    assert answers(bout(hands).story()) == {0: {"6S", "6D", "9C"}}
    assert answers(bout(hands).story(), "0 6S") == {0: {"+6D", "done"}, 1: {"9S>6S", "7H>6S", "6H>6S", "up"}}
    beaten = "0 6S, 1 9S>6S"
    assert answers(bout(hands).story(), beaten) == {0: {"+6D", "+9C", "-"}, 2: {"+9D", "-"}}
    assert answers(bout(hands).story(), f"{beaten}, 2 -, 0 +9C") == {
        0: {"+6D", "done"},
        1: {"KC>9C", "7H>9C", "6H>9C", "up"},
        2: {"+9D", "done"},
    }
    assert tell(bout(hands).story(), f"{beaten}, 2 -, 0 -") is None
    assert answers(bout(hands).story(), "0 6S, 0 done, 1 up") == {2: {"-"}}


def test_there_are_no_more_attacks_than_cards_of_the_defender() -> None:
    """Source: section 4a, the limit: six, five in the first bout if agreed, never more than the defender held."""
    assert tell(bout(["6S 6D", "9S", "6C 7C", ""]).story(), "0 6S, 1 9S>6S") is None
    assert bout(["6S", "9S 9D 9C 8C 7C 10C", "", ""], 5).limit == 5
    assert tell(bout(["6S 6D", "9S 9D", "6C", ""], 1).story(), "0 6S, 1 up") is None


def deal(table: Table, hands: list[str], stock: str = "") -> Deal:
    """Deal; hearts are trumps."""
    return Deal(table, 0, [hand.split() for hand in hands], "KH", stock.split())


def test_hands_are_filled_and_who_has_no_card_then_is_out() -> None:
    """Source: section 4a: attacker, others who added, defender last."""
    told = deal(TABLE, ["6H 6S", "9S", "6D QD", "8C"], "10C 10D KH")
    bout = Bout(told.hands, "H", 0, 1, 6)
    bout.attacks, bout.answered, bout.adders = ["6S"], {"6S": "9S"}, [0, 2]
    told.hands[0], told.hands[1] = ["A"] * 5, []
    told.hands[2] = ["A"] * 5
    told.clear(bout)
    assert (told.hands[0][-1], told.hands[2][-1], told.hands[1]) == ("10C", "10D", ["KH"])


def test_a_side_without_cards_has_won() -> None:
    """Source: section 4c; both in one bout is a draw, or the attackers were first."""
    hands = ["6H", "9S", "", "8C"]
    assert tell(deal(TABLE, hands).story(), "0 6H, 1 up")["scores"] == [1, 0, 1, 0]
    both = ["6S 6H", "9S 9H", "", ""]
    actions = "0 6S, 0 +6H, 1 9S>6S, 1 9H>6H"
    attackers = Table("durak-teams", 4, MENUS["durak-teams"], {"both_out": "attackers"})
    assert tell(deal(TABLE, both).story(), actions)["end"] == "draw"
    assert tell(deal(attackers, both).story(), actions)["scores"] == [1, 0, 1, 0]


def test_the_losing_side_deals_next() -> None:
    """Source: section 4a; of its members the next one after the dealer, and after a draw the next seat."""
    for hands, actions, dealer in (
        (["6H", "9S", "", "8C"], "0 6H, 1 up", 3),
        (["6S 6H", "9S 9H", "", ""], "0 6S, 0 +6H, 1 9S>6S, 1 9H>6H", 2),
    ):
        house = DurakHouse(TABLE)
        tell(house.play({"dealer": 1, "hands": [h.split() for h in hands], "turned": "KH", "stock": []}), actions)
        assert house.next_dealer() == dealer
