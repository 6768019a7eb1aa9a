"""A finished game looked through again: at every size, for every number of players, everything has its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chwech_tui.drawing.cards import draw_dealt, draw_open_hands
from chwech_tui.drawing.line import measure
from chwech_tui.drawing.plan import LEAST_HEIGHT, LEAST_WIDTH, Box, plan
from chwech_tui.drawing.replay import Drawn, draw_replay
from chwech_tui.model.board import Board
from chwech_tui.model.cards import Strokes
from chwech_tui.model.ink import plain
from chwech_tui.model.replay import LAST, Reel, board_of
from chwech_tui.screens.replay import replay_parts
from chwech_tui.screens.table_picture import needs
from protocol.game import OpenDeal
from tests.chwech_tui.games.laws import check_parts
from tests.chwech_tui.replays import entry_of, record_of, reel_of, steps_of
from tests.chwech_tui.values import KIND, board, cards, dealing_view, of_kit

REELS = {players: reel_of(steps_of(record_of(players))) for players in (4, 5, 6, 7)}
"""A game of two deals for each number of players."""

sizes = st.tuples(st.integers(LEAST_WIDTH, 200), st.integers(LEAST_HEIGHT, 70))


def drawn(reel: Reel, players: int, size: tuple[int, int] = (80, 24)) -> Drawn:
    """Draw a step."""
    board = board_of(reel, entry_of(players))
    return draw_replay(board, reel, "game 17", plan(*size, needs(board, size[0])))


def text(part: tuple[Box, tuple[object, ...]]) -> list[str]:
    """Give the lines of a part."""
    return [plain(line).rstrip() for line in part[1]]  # type: ignore[arg-type]  # lines, whatever the box


@given(sizes, st.sampled_from((4, 5, 6, 7)), st.integers(1, 2), st.integers(LAST, 60))
def test_everything_has_its_place(size: tuple[int, int], players: int, deal: int, step: int) -> None:
    """No part reaches past an edge or into another, and no picture is larger than its place."""
    reel = replace(REELS[players], deal=deal, step=step)
    board = board_of(reel, entry_of(players))
    now = plan(*size, needs(board, size[0]))
    check_parts(replay_parts(board, reel, "game 17", now, Strokes.PAINTED), size)


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_every_card_is_seen_once(players: int) -> None:
    """At the start each hand has its nine cards; afterwards as many cards are held as the seats say, the rest dots."""
    for step in (0, 9, 20):
        reel = replace(REELS[players], step=step)
        rows = list(filter(None, text(drawn(reel, players)["hand"])))
        assert len(rows) == players
        assert [9 - row.count("·") for row in rows] == [seat.cards for seat in of_kit(reel.shown.view).seats]


def test_a_game_of_others_has_no_you() -> None:
    """Whoever looks at a game without a seat of their own reads the names of all, from the first seat on."""
    reel = replace(REELS[4], step=1)
    board = board_of(reel, replace(entry_of(), seat=None))
    parts = draw_replay(board, reel, "game 17", plan(80, 24, needs(board, 80)))
    assert text(parts["hand"])[0].strip().startswith("Megan")
    assert not any("You" in line for part in parts.values() for line in text(part))


def test_until_it_has_come_there_are_only_the_keys() -> None:
    """Without a step there is no table to draw, and nothing of it is made up."""
    parts = drawn(Reel(KIND), 4)
    assert set(parts) == {"header", "prompt", "keys"}
    assert text(parts["header"])[0].endswith("game 17")
    assert draw_open_hands(Board(), 80, 8, spaced=False) == ()


def test_the_rules_give_way_to_the_name_of_the_game() -> None:
    """Where both do not fit, the number and the table are what one needs."""
    board = board_of(REELS[4], entry_of())
    parts = draw_replay(board, REELS[4], "x" * 60, plan(80, 24, needs(board, 80)))
    assert "rules" not in text(parts["header"])[0]


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
