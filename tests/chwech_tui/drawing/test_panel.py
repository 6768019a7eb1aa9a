"""The foot and the prompt where there is little room: what is needed least gives way first."""

from msgspec.structs import replace

from chwech_tui.drawing.panel import SPARE_KEYS, draw_keys, draw_prompt, foot_keys
from chwech_tui.games.registry import GAMES
from chwech_tui.model.ink import plain
from chwech_tui.model.prompt import prompt
from protocol.vocabulary import Seat
from server.rules.piles.game import GAMES as PILES
from tests.chwech_tui.values import board, table
from tests.server.rules.piles.position import DUDAK, standing


def test_a_question_gives_way_to_its_answers() -> None:
    """Where only one line is left for both, words of the question are cut and no key is lost."""
    view = PILES[DUDAK].view(standing(DUDAK, ["7C 7H", "8D QD"], "- D", "8C 9C AC"), Seat(0))
    now = replace(board(), kind=GAMES[DUDAK], table=replace(table(), game=view), notice="Something was wrong.")
    assert len(prompt(now).answers) == 2
    row = plain(draw_prompt(now, 60)[0])
    assert "…" in row
    assert [answer.shown for answer in prompt(now).answers if f" {answer.shown} {answer.label[:3]}" not in row] == []


def test_the_foot_leaves_out_the_score_before_it_cuts_a_word() -> None:
    """That key is always there, and the list of keys has it."""
    keys = foot_keys(board())
    whole = plain(draw_keys(keys, 200, SPARE_KEYS)[0])
    assert "s score" in whole
    narrow = plain(draw_keys(keys, 64, SPARE_KEYS)[0])
    assert "score" not in narrow
    assert "…" not in narrow
