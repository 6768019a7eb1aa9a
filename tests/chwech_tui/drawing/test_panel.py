"""The foot and the prompt where there is little room: what is needed least gives way first."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.cards import draw_hand
from chwech_tui.drawing.panel import SPARE_KEYS, draw_gathering, draw_keys, draw_prompt, foot_keys
from chwech_tui.drawing.plan import Box
from chwech_tui.model.board import Board, seated
from chwech_tui.model.cards import HUGE, LARGE, MIDDLE, CardLook, CardSize, Strokes
from chwech_tui.model.game import GAMES
from chwech_tui.model.ink import plain
from chwech_tui.model.picking import number_sign
from chwech_tui.model.prompt import prompt
from protocol.game import View
from protocol.setup import Setup
from protocol.table import TablePhase
from tests.chwech_tui.games.stage import ByChance, find
from tests.chwech_tui.values import KIND, board, table


def test_a_question_gives_way_to_its_answers() -> None:
    """Where only one line is left for both, words of the question are cut and no key is lost."""
    dudak = Setup("dudak", 2, {"deals": 1, "limit": 100})
    found = find(dudak, lambda view: len(view.choices) > 1 and not GAMES["dudak"].usable(view), play=ByChance)
    now = replace(found, notice="Something was wrong.")
    assert len(prompt(now).answers) == 2
    row = plain(draw_prompt(now, 60)[0])
    assert "…" in row
    assert [answer.shown for answer in prompt(now).answers if f" {answer.shown} {answer.label[:3]}" not in row] == []


def test_the_foot_leaves_out_the_last_trick_before_keys_stand_too_close() -> None:
    """The list of keys has that key, and the last trick lies above the table."""
    keys = foot_keys(board())
    whole = plain(draw_keys(keys, 200, SPARE_KEYS)[0])
    assert "l last trick" in whole
    narrow = plain(draw_keys(keys, 64, SPARE_KEYS)[0])
    assert "last" not in narrow
    assert " s score  " in narrow
    assert "…" not in narrow


def drawn(width: int, invitation: str, height: int = 20) -> list[str]:
    """Give the lines."""
    picture = draw_gathering(seated(Board(), table(None, TablePhase.GATHERING), KIND), (width, height), invitation)
    return ["".join(span.text for span in line).rstrip() for line in picture]


def test_how_others_come_is_said_whole() -> None:
    """A long command goes on below, a word that stands for a name is explained, and offline nobody can come."""
    long = f"ssh -p 2222 -t chwech@{'x' * 40}.example amber-river-stone"
    assert " ".join(" ".join(drawn(70, long)[-2:]).split()) == long
    assert drawn(78, "ssh -p 2222 -t chwech@HOST quiet-nine")[-1] == "Replace HOST with the address you connected to."
    assert (
        drawn(78, "chwech join localhost:2222 quiet-nine")[-1] == "Elsewhere, use this machine's address for localhost."
    )
    assert drawn(78, "chwech join localhost.example quiet-nine")[-1].startswith("Others join with:")
    assert not [line for line in drawn(78, "") if "Others" in line]


def test_on_a_small_screen_a_blank_line_goes_before_a_word() -> None:
    """The explanation is kept, and where the command has no lines of its own it begins beside its label."""
    lines = drawn(78, "ssh -p 2222 -t chwech@HOST quiet-nine")
    small = drawn(78, "ssh -p 2222 -t chwech@HOST quiet-nine", len(lines) - 1)
    assert small == [line for line in lines if line]
    whole = drawn(45, "ssh -p 2222 -t chwech@HOST finish-ivory-bamboo")
    small = drawn(45, "ssh -p 2222 -t chwech@HOST finish-ivory-bamboo", len(whole) - 2)
    assert "finish-ivory-bamboo" in whole[-2]
    assert "finish-ivory-bamboo" in " ".join(small[: len(whole) - 2])


def widow() -> Board:
    """Give the board of a declarer of Roque for three: 21 cards, of which three are marked and one is chosen."""

    def buries(view: View) -> bool:
        return view.prompt == "bury" and len(view.hand) == 21

    board = find(Setup("roque-three", 3, {"most_deals": 1}), buries, play=ByChance)
    return replace(board, marked=board.hand[:3], chosen=11)


@pytest.mark.parametrize(("size", "width"), [(MIDDLE, 90), (LARGE, 100), (HUGE, 132)])
def test_every_mark_stands_below_what_is_seen_of_its_card(size: CardSize, width: int) -> None:
    """However far the cards cover each other, each number, the mark of the chosen card and every tick are seen."""
    place = Box(0, 0, width, size.height + 2)
    *cards, (name, _box, marks) = draw_hand(widow(), place, CardLook(size, Strokes.PAINTED))
    numbers = [number_sign(place) for place in range(3, 21)]
    assert name == "marks"
    assert plain(marks[0]).split() == [*["✓"] * 3, *numbers[:8], "▴02", *numbers[9:]]
    assert all(box.x + box.width <= width + 1 for _name, box, _picture in cards)
