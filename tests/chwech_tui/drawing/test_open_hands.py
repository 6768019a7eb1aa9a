"""All hands of a deal: hands of many cards, and cards that were drawn."""

from msgspec.structs import replace

from chwech_tui.drawing.cards import draw_dealt, draw_open_hands
from chwech_tui.drawing.line import measure
from chwech_tui.model.ink import plain
from protocol.game import OpenDeal
from tests.chwech_tui.values import board, cards, dealing_view


def test_a_hand_of_many_cards_takes_more_lines() -> None:
    """As dealt, and at a moment of a replay where cards with a ground do not fit."""
    many, few = cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC 2D 3D 4D 5D 6D 7D 8D 9D 10D JD"), cards("QC KC QD")
    deal = OpenDeal({"hands": (many, few, few, few, ())}, (many[:17], few, (), few, ()))
    shown = board(replace(dealing_view(), hands=(deal,)))
    dealt = draw_dealt(shown, 0, 74, spaced=False)
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
