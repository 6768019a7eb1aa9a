"""What plain mode tells of the hands of a duplicate game."""

from functools import cache

from msgspec.structs import replace

from chwech_tui.model.board import Board
from chwech_tui.model.review import sets_of
from chwech_tui.plain.playing import set_lines
from protocol.setup import Setup
from protocol.tableview import TablePhase
from tests.chwech_tui.plain.talk import Talk
from tests.chwech_tui.stage import Stage


@cache
def over() -> Board:
    """Give a duplicate game for four that is over."""
    setup = Setup(players=4, options={"duplicate": True})
    return Stage(setup).board(lambda now: now.table is not None and now.table.phase is TablePhase.OVER)


def told(*lines: str) -> str:
    """Give what lines tell after it."""
    talk = Talk()
    talk.state = replace(talk.state, board=over())
    return "\n".join(map(talk.write, lines))


def test_each_hand_of_both_sets_has_a_line() -> None:
    """A line has the cards and all players; after the hands of a set they are told together."""
    lines = set_lines(sets_of(over()), over().people)
    assert [place for place, line in enumerate(lines) if line.startswith("Hands of set ")] == [0, 6]
    assert [place for place, line in enumerate(lines) if line.startswith("together: You ")] == [5, 11]
    assert lines[6] == "Hands of set 2 of 2: points above the mean of each hand."
    for line in lines[1:5]:
        cards, _, players = line.partition(": ")
        assert len(cards.split()) == 9
        assert [player.split(" ")[0] for player in players.split(", ")] == ["You", "Owain", "Siân", "Rhys"]


def test_the_sheet_tells_of_them_in_the_end() -> None:
    """Without a number it goes on behind the last deal; whoever asks for one deal hears of that alone."""
    assert told("sheet").startswith("Deal 8 of 8")
    assert "Hands of set 1 of 2" in told("sheet")
    assert "Hands of set" not in told("sheet 8")
