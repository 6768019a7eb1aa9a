"""Actions of Da Bai Fen as records write them."""

import pytest

from protocol.cards import read_card
from protocol.da_bai_fen.actions import (
    CLAIM,
    FINISH,
    PASS,
    Bury,
    DaBaiFenAction,
    Expose,
    Lay,
    Play,
    read_action,
    write_action,
)
from protocol.vocabulary import InvalidAction

ACTIONS: dict[str, DaBaiFenAction] = {
    "-": PASS,
    "--": FINISH,
    "void": CLAIM,
    "expose 2H": Expose(read_card("2H")),
    "bury RJ": Bury(read_card("RJ")),
    "10C": Play(read_card("10C")),
    "AH+": Lay(read_card("AH")),
}


@pytest.mark.parametrize("text", list(ACTIONS))
def test_an_action_is_written_and_read(text: str) -> None:
    """Each has one text, which gives it again."""
    assert read_action(text) == ACTIONS[text]
    assert write_action(ACTIONS[text]) == text


@pytest.mark.parametrize(
    "text", ["", "+", "XH", "XH+", "bury", "bury ", "expose 2H+", "play QH", " QH", "---", "Q" * 99]
)
def test_any_other_text_is_no_action(text: str) -> None:
    """The sentence says what would be one, and repeats no more than the beginning."""
    with pytest.raises(InvalidAction, match="is no action: write a card") as caught:
        read_action(text)
    assert len(str(caught.value)) < 160
