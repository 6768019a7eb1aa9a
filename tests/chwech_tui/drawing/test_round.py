"""The pictures of a round table: seats, cards of the trick, last trick, scores, the cards to come."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.cards import draw_backs, draw_hand
from chwech_tui.drawing.line import measure
from chwech_tui.drawing.round import (
    PanelLook,
    draw_last,
    draw_own_seat,
    draw_panel,
    draw_scores,
    trick_of,
)
from chwech_tui.model.board import Board
from chwech_tui.model.cards import SMALL, CardLook, ShownTrick, Strokes
from chwech_tui.model.ink import Hue, Picture, plain
from protocol.message import Seat
from protocol.setup import Setup
from tests.chwech_tui.games.stage import ByChance, find
from tests.chwech_tui.values import SHEET, VIEW, board

QUIET = PanelLook(Strokes.ROUND)


def shown(picture: Picture) -> list[str]:
    """Give a picture as text."""
    return [plain(line).rstrip() for line in picture]


def test_an_absence_takes_the_place_of_the_meter_and_a_bank_stands_in_the_frame() -> None:
    """Both are seen without a column of their own."""
    rows = shown(draw_panel(board(), Seat(2), 25, PanelLook(Strokes.ROUND, "offline 0:31", "4:07")))
    assert rows[2] == "│ offline 0:31          │"
    assert rows[4] == "╰─────────── bank 4:07 ─╯"


def test_the_lower_edge_of_a_short_seat_has_its_side_too() -> None:
    """The edge goes on between the two; where each plays alone, it goes on to the corner."""
    short = PanelLook(Strokes.ROUND, short=True)
    sides = find(Setup("forty-five", 4, {"partners": True}), lambda view: bool(view.legal), play=ByChance)
    alone = find(Setup("forty-five", 10), lambda view: bool(view.legal), play=ByChance)
    assert shown(draw_panel(sides, Seat(1), 25, short))[-1] == "╰ ▌▌▌▌ 4 cards ─ side B ╯"
    assert shown(draw_panel(alone, Seat(1), 25, short))[-1] == "╰ ▌▌▌▌ 4 cards ─────────╯"


@pytest.mark.parametrize("width", [25, 29, 33])
@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize("short", [False, True])
def test_every_line_of_a_seat_is_as_wide_as_its_place(width: int, *, counted: bool, short: bool) -> None:
    """Long names are cut, and wide seats have wide meters."""
    now = board(replace(VIEW, sheets=(SHEET,)))
    named = replace(now, people=replace(now.people, names=("日本語日本語日本語日本語", *now.people.names[1:])))
    for seat in range(4):
        picture = draw_panel(named, Seat(seat), width, PanelLook(Strokes.ROUND, "away: bot", "12:00", counted, short))
        assert {measure(line) for line in picture} == {width}
        assert len(picture) == (4 if short else 5)


def test_an_ignored_person_is_named_as_such() -> None:
    """What they say is not heard, so that it is worth knowing."""
    people = replace(board().people, bots=frozenset())
    now = replace(board(), people=people, ignored=frozenset({"Owain"}))
    assert shown(draw_panel(now, Seat(1), 29, QUIET))[0].startswith("╭ Owain (ignored) ")


def test_before_the_first_snapshot_there_is_nothing() -> None:
    """No picture stumbles over an empty board."""
    empty = Board()
    assert draw_panel(empty, Seat(0), 25, QUIET) == draw_own_seat(empty, 60, QUIET) == ()
    assert draw_scores(empty, 34) == ()
    assert shown(draw_last(empty, 34, 5)) == ["No trick has been taken yet"]
    assert trick_of(empty, 60) == ShownTrick(())


def test_the_scores_name_each_deal_and_the_leader() -> None:
    """The total comes first, then the deals; only the last ones where there are too many."""
    now = board(replace(VIEW, sheets=(SHEET,) * 12))
    rows = shown(draw_scores(now, 34))
    assert rows[0] == "Scores       total   9  10  11  12"
    assert rows[1] == "You             81  81  81  81  81"
    totals = [line[1] for line in draw_scores(now, 34)[1:]]
    assert [total.hue for total in totals] == [Hue.ACCENT, *[Hue.STRONG] * 4]
    assert shown(draw_scores(board(replace(VIEW, sheets=())), 34))[1] == "You              0"


def test_the_backs_of_a_hand_are_counted() -> None:
    """Where they do not fit, the number is enough; one card and none are words of their own."""
    assert [plain(draw_backs(cards, 21)) for cards in (9, 1, 0, 15)] == [
        "▌" * 9 + " 9 cards",
        "▌ 1 card",
        "no cards",
        "15 cards",
    ]


def test_a_hand_can_stand_in_the_middle() -> None:
    """Then it has as much room on its left as on its right."""
    look = CardLook(SMALL, Strokes.COLOUR)
    rows = [plain(draw_hand(board(), 79, look, centred=centred)[1]) for centred in (False, True)]
    assert [len(row) - len(row.lstrip()) for row in rows] == [0, 22]
