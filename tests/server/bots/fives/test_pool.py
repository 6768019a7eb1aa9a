"""What the bots of Spoil Five do about the pool."""

from protocol.fives.actions import JINK
from protocol.temper import Temper
from protocol.vocabulary import Seat
from server.bots.fives.steady import choose, decides, odds_of
from server.rules.fives.record import view
from tests.server.bots.fives.test_steady import chosen
from tests.server.rules.fives.position import SPOIL_FIVE, begun, play

THREE = "5C, 2D, 2H, JC, 3D, 3H, AH, 4D, 4H"


def test_the_highest_trumps_go_for_all_five() -> None:
    """What nobody can beat is worth a chip from each."""
    state, _ = play(begun(SPOIL_FIVE, ["5C JC AH AC KC", "2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H"], "9C"), THREE)
    assert chosen(state) == "jink"


def test_poor_cards_take_the_pool() -> None:
    """It is not risked for a chip or two."""
    state, _ = play(begun(SPOIL_FIVE, ["5C JC AH 9S 8S", "2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H"], "9C"), THREE)
    assert chosen(state) == "sweep"


def test_a_bold_bot_dares_more() -> None:
    """Over many hands, from sure ones to poor ones."""
    jinks = dict.fromkeys(Temper, 0)
    for card in ("KC", "QC", "2C", "3C", "4C", "6C", "7C", "8C", "10C", "KS", "QS", "KD", "QD", "KH"):
        hands = [f"5C JC AH AC {card}", "2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H"]
        state, _ = play(begun(SPOIL_FIVE, hands, "9C"), THREE)
        seen = view(state, Seat(0))
        for temper in Temper:
            jinks[temper] += choose(seen, odds_of(seen), temper) == JINK
    assert 0 < jinks[Temper.CAREFUL] < jinks[Temper.BOLD]
    assert jinks[Temper.CAREFUL] <= jinks[Temper.EVEN] <= jinks[Temper.BOLD]


def test_a_trick_decides_once_somebody_needs_one_more() -> None:
    """Or once all five have been undertaken."""
    hands = ["5C JC AH KC 8S", "2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H"]
    first = begun(SPOIL_FIVE, hands, "9C")
    for moves, decisive in (
        ("", False),
        ("5C, 2D, 2H", False),
        ("5C, 2D, 2H, JC, 3D, 3H", True),
        (f"{THREE}, jink", True),
    ):
        seen = view(play(first, moves)[0], None)
        assert seen.spoil is not None
        assert decides(seen, seen.spoil) == decisive
