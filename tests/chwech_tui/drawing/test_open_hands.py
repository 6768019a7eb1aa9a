"""The cards left in every hand when a deal has ended, and hands of many cards."""

from msgspec.structs import replace

from chwech_tui.drawing.line import measure
from chwech_tui.drawing.seats import draw_hands, draw_left, draw_open_hands
from chwech_tui.model.board import Board
from chwech_tui.model.ink import plain
from protocol.game import OpenDeal
from tests.chwech_tui.values import board, cards, dealing_view, seen


def shown(left: str, width: int = 60, height: int = 6) -> list[str]:
    """Draw hands such as ``QH 4C | | JK | 5D | 6S``."""
    hands = tuple(cards(hand) for hand in left.split("|"))
    picture = draw_left(board(seen(dealing_view(), left=hands)), width, height)
    assert {measure(line) for line in picture} <= {width}
    return [plain(line).rstrip() for line in picture]


def test_two_seats_share_a_line_where_there_is_little_room() -> None:
    """Without a line to spare, the title is left out."""
    assert shown("QH 4C | | JK | 5D 10S | 6S", height=4)[1] == "You          Q♥ 4♣            Nia          5♦ 10♠"
    assert shown("QH 4C | | JK | 5D 10S | 6S", height=3)[0] == "You          Q♥ 4♣            Nia          5♦ 10♠"


def test_names_make_room_for_the_last_card_of_a_long_hand() -> None:
    """Nine cards stand beside nine others at 76 cells, one of them a Ten; the names are shorter then."""
    lines = shown("KC 5C 5D JD KH 7H 4S 7S 10S | QH | | AC 4C 6D 8D 9H JH 5S 8S 10D |", width=76, height=3)
    assert lines[0] == "You       K♣ 5♣ 5♦ J♦ K♥ 7♥ 4♠ 7♠ 10♠ Nia       A♣ 4♣ 6♦ 8♦ 9♥ J♥ 5♠ 8♠ 10♦"


def test_where_all_is_played_it_says_so() -> None:
    """A list of empty hands would say less."""
    assert shown("| | | |") == ["Every card has been played."]


def test_a_deal_that_is_on_shows_nothing() -> None:
    """Hands are open only between two deals and at the end."""
    assert draw_left(board(), 60, 5) == draw_left(Board(), 60, 5) == ()


def test_a_hand_of_many_cards_takes_more_lines() -> None:
    """As dealt, and at a moment of a replay where cards with a ground do not fit."""
    many, few = cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC 2D 3D 4D 5D 6D 7D 8D 9D 10D JD"), cards("QC KC QD")
    deal = OpenDeal({"hands": (many, few, few, few, ())}, (many[:17], few, (), few, ()))
    shown = board(replace(dealing_view(), hands=(deal,)))
    assert shown.table is not None
    dealt = draw_hands(shown.table, deal, 0, shown.people, spaced=False)
    assert sum(plain(line).count("[") for line in dealt) == 17 + 3 + 3
    assert max(map(measure, dealt)) <= 78
    held = draw_open_hands(shown, 60, 12, spaced=False)
    assert {measure(line) for line in held} == {60}
    assert sum(plain(line).count("♣") + plain(line).count("♦") for line in held) == 17 + 3 + 3


def test_cards_that_were_drawn_or_taken_up_are_seen_as_well() -> None:
    """In a replay every hand shows what it holds: what it was dealt and played takes no room then."""
    dealt, left = (
        tuple(map(cards, hands)) for hands in (("2C 3C", "4C 5C", "6C", "7C", ""), ("3C QH", "", "6C", "7C", ""))
    )
    deal = OpenDeal({"hands": dealt}, left)
    held = draw_open_hands(board(replace(dealing_view(), hands=(deal,))), 60, 12, spaced=False)
    assert [plain(line).split()[1:] for line in held] == [["3♣", "Q♥"], [], ["6♣"], ["7♣"], []]
    assert {measure(line) for line in held} == {60}


def test_a_hand_too_long_for_a_line_takes_two_where_there_is_room() -> None:
    """Without room for more lines its end is cut, with a sign."""
    many = "AC KC 4C 5C 6C 7C 8C 9C 10C JC QC KC AC AD KD 4D 5D 6D 7D 8D"
    told = f"{many} | 5D | | JK |"
    lines = shown(told, 60, 7)
    assert lines[0] == "Left in hand"
    assert lines[2] == " " * 13 + "4♦ 5♦ 6♦ 7♦ 8♦"
    assert shown(told, 60, 6)[0].startswith("You          A♣")
    assert shown(told, 60, 5)[0].endswith("…")
