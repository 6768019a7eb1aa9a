"""The referee knows the rules of section 3, without the program."""

from __future__ import annotations

import pytest

from tests.referee.da_bai_fen.deal import Deal
from tests.referee.da_bai_fen.draw import Draw
from tests.referee.da_bai_fen.referee import DaBaiFenHouse
from tests.referee.da_bai_fen.table import MENUS, PACK, RANKS, Trumps, count
from tests.referee.tables import Table
from tests.referee.telling import answers, tell

SPADES = Trumps("2", "S")
SIX = ["3C", "4C", "6C", "7C", "8C", "9C"]


def table(**options: bool | int | str) -> Table:
    """Lay a table."""
    return Table("da-bai-fen", 4, MENUS["da-bai-fen"], options)


def deal(table: Table, hands: list[str], trumps: Trumps = SPADES) -> Deal:
    """Deal, with seat 0 for the Leader and the draw and the burying behind us."""
    told = Deal(table, 0, [hand.split() for hand in hands], SIX, trumps.rank, first=False)
    told.trumps = trumps
    return told


def test_the_trumps() -> None:
    """Source: section 3: eighteen, of which the three other cards of the trump rank are equal."""
    assert sum(map(len, SPADES.order())) == 18
    assert [len(cards) for cards in SPADES.order()[:5]] == [1, 1, 1, 3, 1]
    assert SPADES.suit_of("2H") == "trumps"
    assert SPADES.suit_of("AH") == "H"
    assert {*SPADES.higher("2H")} == {"2S", "BJ", "RJ"}
    assert count(PACK) == 100


@pytest.mark.parametrize(
    ("laid", "taker"),
    [
        ("KH,AH,3D,4S", 3),
        ("KH,AH,3D,4D", 1),
        ("2H,2C,AS,3S", 0),
        ("AS,2C,2H,3S", 1),
        ("AH KH,3H 4H,3S 4S,5S 3C", 2),
        ("AH KH,3S 5S,3D AS,2C 2D", 3),
        ("AH KH,QS 3S,4S QS,3D 4D", 1),
        ("RJ BJ,2S 3S,4S 5S,AD KD", 0),
    ],
)
def test_who_takes_a_trick(laid: str, taker: int) -> None:
    """Source: section 3, winner: of several cards only as many trumps win, and of equal ones the first."""
    assert SPADES.taker([cards.split() for cards in laid.split(",")]) == taker


def test_only_certain_cards_are_led_together() -> None:
    """Source: section 3, multiple leads, safe: by the own hand, the own discards and the cards played."""
    told = deal(table(), ["AH KH JH 3D", "4D", "5D", "6D"])
    told.played = ["7D"]
    assert answers(told.trick(0)) == {0: {"AH", "KH", "JH", "3D", "AH+", "KH+"}}
    assert answers(told.trick(0), "0 AH+") == {0: {"KH"}}
    told = deal(table(), ["AH KH JH 3D", "4D", "5D", "6D"])
    told.played, told.buried = ["7D"], ["QH"]
    assert answers(told.trick(0), "0 AH+") == {0: {"KH", "KH+", "JH", "JH+"}}
    equal = deal(table(), ["2H 2S RJ BJ", "4D", "5D", "6D"])
    equal.played = ["7D"]
    assert answers(equal.trick(0)) == {0: {f"{card}{mark}" for card in ("2H", "2S", "RJ", "BJ") for mark in ("", "+")}}


def test_a_lead_at_risk_may_fail() -> None:
    """Source: section 3, a wrong multiple lead: the other side has every trick."""
    told = deal(table(leads="at_risk"), ["QH JH", "3D 4D", "AH 5D", "6D 7D"])
    told.played, told.buried = ["7S"], ["KC"]
    tell(told.trick(0), "0 QH+, 0 JH")
    assert (told.end, told.culprit) == ("revoked", 0)
    assert (told.took(0), told.took(1)) == (110, 0)


def test_a_lead_may_be_cut_down() -> None:
    """Source: section 3, tractor custom: its lowest beatable card is led alone."""
    told = deal(table(leads="cut"), ["AH QH JH", "3D 4D 5D", "KH 5D 6D", "6D 7D 8D"])
    told.played = ["7S"]
    assert answers(told.trick(0), "0 AH+, 0 JH+, 0 QH") == {3: {"6D", "7D", "8D"}}
    assert {*told.hands[0]} == {"AH", "QH"}


def test_following() -> None:
    """Source: section 3: as many of the suit led as held, the rest free."""
    hands = ["AH KH", "4D 5D", "5D 3S", "6H 7D"]
    for actions, expected in (("", {3: {"6H"}}), (", 3 6H", {3: {"7D"}}), (", 3 6H, 3 7D", {2: {"5D", "3S"}})):
        told = deal(table(), hands)
        told.played = ["7S"]
        assert answers(told.trick(0), f"0 AH+, 0 KH{actions}") == expected


@pytest.mark.parametrize(
    ("last", "took"),
    [(1, 90), (0, 60)],
)
def test_the_cards_laid_aside_count_double_for_the_opponents(last: int, took: int) -> None:
    """Source: section 3, counting: if they take the last trick."""
    told = deal(table(), ["", "", "", ""])
    told.counted, told.buried, told.last = [25, 60], ["KC", "5D"], last
    assert told.took(0) == took


@pytest.mark.parametrize(
    ("took", "rises", "starter"),
    [
        (0, [2, 0], 2),
        (5, [1, 0], 2),
        (35, [1, 0], 2),
        (40, [0, 0], 3),
        (75, [0, 0], 3),
        (80, [0, 1], 3),
        (95, [0, 1], 3),
        (100, [0, 2], 3),
        (160, [0, 2], 3),
    ],
)
def test_the_levels(took: int, rises: list[int], starter: int) -> None:
    """Source: section 3, the table; the next Starter is the Leader's partner or at the Leader's right."""
    house = DaBaiFenHouse(table())
    assert house.rise(took, 0) == rises
    assert house.next_starter(0, took) == starter


@pytest.mark.parametrize(
    ("options", "level", "declaring", "rise"),
    [
        ({}, 11, True, 2),
        ({"stop_at_last": True}, 11, True, 1),
        ({"stop_at_last": True}, 12, True, 1),
        ({}, 12, False, 1),
        ({"win_as": "declarers"}, 12, False, 0),
        ({"win_as": "declarers"}, 11, False, 1),
        ({"target_level": "6"}, 3, True, 2),
    ],
)
def test_the_last_level(options: dict[str, bool | int | str], level: int, declaring: bool, rise: int) -> None:
    """Source: section 3, end and ambiguities; a rise of two is meant."""
    house = DaBaiFenHouse(Table("da-bai-fen", 4, MENUS["da-bai-fen"], options))
    house.levels = [level, 0]
    assert house.allowed(0, 2, declaring=declaring) == rise


def draw(hands: list[str], six: list[str] = SIX, **options: bool | int | str) -> Draw:
    """Let four seats draw; seat 0 is the Starter, and Twos are the trump rank."""
    return Draw(table(draw=12, **options), 0, [hand.split() for hand in hands], six, "2")


def test_who_exposes_a_card() -> None:
    """Source: section 3, declaring trumps: the first in the order of drawing, which is to the right, or in time."""
    hands = ["3C", "2C", "3D", "2D"]
    assert answers(draw(hands).story())[1] == {"-", "--", "expose 2C"}
    waiting = draw(hands)
    assert {*answers(waiting.story(), "1 expose 2C, 0 -")} == {2, 3}
    decided = draw(hands)
    assert tell(decided.story(), "1 expose 2C, 0 -, 3 expose 2D") is None
    assert (decided.exposer, decided.trump) == (3, "D")
    in_time = draw(hands, exposing="time")
    assert tell(in_time.story(), "1 expose 2C") is None
    assert in_time.exposer == 1


def test_all_are_asked_a_last_time() -> None:
    """Source: section 3, own draw and a last round; who has finished is asked no more before it."""
    hands = ["3C", "2C", "3D", "2D"]
    before, last = (draw(hands).story() for _ in range(2))
    assert {*answers(before, "0 -, 2 --")} == {1, 3}
    assert answers(last, "0 -, 1 -, 2 --, 3 -") == {
        0: {"-"},
        1: {"-", "expose 2C"},
        2: {"-"},
        3: {"-", "expose 2D"},
    }
    told = Draw(table(draw=6), 0, [["3C"] * 12 for _ in range(4)], SIX, "2")
    assert {*answers(told.story(), "0 -, 1 -, 2 --, 3 -")} == {0, 1, 3}


@pytest.mark.parametrize(
    ("six", "trump"),
    [("RJ AC 2D 2H 3S 4S", "D"), ("RJ 3C KD 5H KS 4S", "D")],
)
def test_the_last_six_may_decide(six: str, trump: str) -> None:
    """Source: section 3, nobody declared: the first of the trump rank, or the highest, the first of equal ones."""
    told = draw(["3C"] * 4, six.split())
    tell(told.story(), "0 --, 1 --, 2 --, 3 --, 0 -, 1 -, 2 -, 3 -")
    assert told.trump == trump


def test_a_hand_without_trumps_may_annul_the_deal() -> None:
    """Source: section 3, void claim: before the opening lead, the Leader before laying a card aside."""
    hands = ["3D", "4D", "5S", "6D"]
    buried = ", ".join(f"0 bury {card}" for card in SIX)
    assert answers(deal(table(), hands).burying()) == {
        0: {"void", *(f"bury {card}" for card in ["3D", *SIX])},
        1: {"void"},
        3: {"void"},
    }
    assert answers(deal(table(), hands).burying(), "0 bury 3C")[0] == {f"bury {card}" for card in ["3D", *SIX[1:]]}
    told = deal(table(), hands)
    tell(told.burying(), buried)
    assert answers(told.trick(0)) == {0: {"3D"}, 1: {"void"}, 3: {"void"}}
    assert {*answers(deal(table(void_claim=False), hands).burying())} == {0}


def test_the_first_deal_names_the_declarers() -> None:
    """Source: section 3, first deal only: who exposes a Two is the Leader."""
    hands = [[each + suit for each in RANKS[1:]] for suit in "CDHS"]
    hands[3][0] = "2S"
    actions = "0 -, 1 -, 2 -, 3 expose 2S"
    for first, leader in ((True, 3), (False, 0)):
        told = Deal(table(draw=12), 0, hands, SIX, "2", first=first)
        assert {*answers(told.story(), actions.replace("0 -, 1 -, 2 -, ", "0 -, "))} >= {leader}
        assert told.leader == leader
