"""The referee knows the rules of sections 5, 6 and 7, without the program."""

from __future__ import annotations

import pytest

from tests.referee.piles.deal import Deal
from tests.referee.piles.referee import PilesHouse, is_acceptable, mirror_fault, mirrored
from tests.referee.piles.table import MENUS, beats, pack
from tests.referee.tables import Table
from tests.referee.telling import answers, tell


def table(game: str, players: int, **options: bool | int | str) -> Table:
    """Lay a table."""
    return Table(game, players, MENUS[game], options)


def deal(table: Table, hands: list[str], trumps: str = "", drawn: str = "") -> Deal:
    """Deal, with trumps that are named already; the last seat deals, so that seat 0 begins."""
    named = [None if each == "-" else each for each in trumps] or None
    return Deal(table, table.players - 1, [hand.split() for hand in hands], drawn.split() or None, named)


CHALLENGE = table("challenge", 2)
SVOYI = table("svoyi-koziri", 3)
DUDAK = table("dudak", 3)


@pytest.mark.parametrize(
    ("card", "top", "result"),
    [("QC", "JC", True), ("10C", "JC", False), ("7H", "AC", True), ("7H", "8H", False), ("AD", "KC", False)],
)
def test_what_beats_what(card: str, top: str, result: bool) -> None:
    """Source: sections 5 to 7; hearts are one's trumps."""
    assert beats(card, top, "H") == result


def test_who_leads_after_a_take() -> None:
    """Source: section 5: the taker's opponent, or the taker."""
    hands = ["7C 8C 9D", "7S 8S 9H"]
    assert [*answers(deal(CHALLENGE, hands, "CS").story(), "0 8C, 1 take")] == [0]
    assert [*answers(deal(table("challenge", 2, taker_leads=True), hands, "CS").story(), "0 8C, 1 take")] == [1]


def test_the_first_without_cards_has_won() -> None:
    """Source: section 5, winning: at once, without waiting for a reply."""
    assert tell(deal(CHALLENGE, ["7C", "7S 8C"], "CS").story(), "0 7C")["scores"] == [1, 0]


def test_the_third_time_of_a_position_is_a_draw() -> None:
    """Source: section 5, winning."""
    hands = ["7C 8C 9C", "7S 8S 9S"]
    story = deal(table("challenge", 2, taker_leads=True), hands, "CH").story()
    back = "0 9C, 1 take, 1 9C, 0 take, "
    assert tell(story, (back * 2).rstrip(", "))["end"] == "repetition"


def test_mirrored_hands() -> None:
    """Source: section 5, the rigged deal; the seed text's hands KJ97 AQJ have their images."""
    cards = [card for pair in zip(pack(CHALLENGE)[:16], pack(CHALLENGE)[:15:-1], strict=True) for card in pair]
    record = {"dealer": 0, "hands": [], "actions": [[0, "trump S"], [0, "side C"], [1, "trump H"]]}
    record["hands"] = mirrored(record, cards)
    assert mirror_fault(record) == ""
    record["hands"] = [pack(CHALLENGE)[:16], pack(CHALLENGE)[16:]]
    assert mirror_fault(record) == "the hands are no mirror images"


def test_unacceptable_hands_are_dealt_again() -> None:
    """Source: section 5, two cards in every suit, else deal again; docs/piles.md tells how."""
    small = table("challenge", 2, cards=24)
    record = {"dealer": 1, "actions": [[1, "trump C"], [1, "side D"], [0, "trump S"]]}
    hands = mirrored(record, pack(small))
    assert is_acceptable(hands)
    assert sorted(hands[0] + hands[1]) == sorted(pack(small))
    assert mirror_fault(record | {"hands": hands}) == ""
    refused = [pack(small)[:12], pack(small)[:11:-1]]
    assert mirror_fault(record | {"hands": refused}) == "a hand has fewer than two cards of a suit"


def test_sixes_are_handed_over() -> None:
    """Source: section 6; with three players the sixes of the fourth suit stay."""
    told = deal(SVOYI, ["6C 6S 7C", "6H 8C", "6D 9C"], "HDC")
    assert answers(told.story()) == {0: {"6H", "6S", "7C"}}
    assert (told.hands[1], told.hands[2]) == (["8C", "6D"], ["9C", "6C"])


def test_a_last_card_that_beats_is_to_be_beaten() -> None:
    """Source: section 6, "player out"; and in Dudak the pile is killed."""
    hands = ["7C 7D 8S", "8C", "9C 9D"]
    assert answers(deal(SVOYI, hands, "HDS").story(), "0 7C, 1 8C") == {2: {"9C", "take"}}
    assert answers(deal(DUDAK, hands, "HDS").story(), "0 7C, 1 8C") == {2: {"9C", "9D"}}


def test_one_card_or_two() -> None:
    """Source: section 6, cards per turn."""
    hands = ["7C 7D 8S", "8C 9S", "9C 9D"]
    assert answers(deal(SVOYI, hands, "HDS").story(), "0 7C, 1 8C") == {1: {"9S"}}
    assert answers(deal(table("svoyi-koziri", 3, cards=1), hands, "HDS").story(), "0 7C, 1 8C") == {2: {"9C", "take"}}


def test_how_many_are_taken_up() -> None:
    """Source: section 6, n for a plain card, m for somebody's trump, all for the Ace of trumps."""
    some = table("svoyi-koziri", 3, pickup="some", plain=1, trump=2)
    for pile, number in (("AD KD 7S", 1), ("AD KD 7C", 2), ("AD KD AC", 3)):
        told = deal(some, ["", "", ""], "CDH")
        told.pile = pile.split()
        assert told.pick_up(0) == number


def test_a_run_of_a_suit() -> None:
    """Source: section 7, pick-up before the own trump is announced."""
    told = deal(table("dudak", 3, pickup="suit_run"), ["", "", ""], "-DH")
    told.pile = ["AD", "KC", "7C", "8C"]
    assert (told.pick_up(0), told.pick_up(1)) == (3, 4)


def test_trumps_are_announced_at_the_own_turn() -> None:
    """Source: section 7: any time, and none that somebody else has."""
    hands = ["7C 7D 8S", "8C 9S", "9C 9D"]
    assert answers(deal(DUDAK, hands, "-D-").story())[0] == {"7C", "7D", "8S", "trump C", "trump H", "trump S"}
    assert answers(deal(DUDAK, hands, "-D-").story(), "0 trump H")[0] == {"7C", "7D", "8S"}


def test_who_has_only_a_card_face_down_turns_it_up() -> None:
    """Source: section 7, trumps drawn at random."""
    drawn = table("dudak", 3, trumps="drawn")
    told = deal(drawn, ["7C 7D", "8C", "9C 9D"], drawn="QS KH AD")
    assert answers(told.story(), "0 7C") == {1: {"8C", "take", "show"}}
    told = deal(drawn, ["7C 7D", "8C", "9C 9D"], drawn="QS KH AD")
    assert answers(told.story(), "0 7C, 1 8C") == {1: {"KH"}}


def test_the_loser_deals_next() -> None:
    """Source: sections 6 and 7; two who are left have both not lost alone."""
    house = PilesHouse(table("dudak", 2))
    record = {"dealer": 1, "hands": [["7C"], ["8C", "9C"]], "actions": []}
    assert tell(house.play(record), "0 7C")["left"] == [0, 2]
    assert house.next_dealer() == 1
    house = PilesHouse(table("dudak", 3, first_out=True))
    record = {"dealer": 2, "hands": [["7C"], ["8C", "9C"], ["10C"]], "actions": []}
    tell(house.play(record), "0 7C")
    assert house.next_dealer() == 0
