"""Actions of Twenty-Five and Forty-Five as records write them."""

import pytest

from protocol.cards import FACES, read_card
from protocol.codec import Codec
from protocol.fives import FIVES
from protocol.fives.actions import (
    DECLINE,
    FivesAction,
    Play,
    Rob,
    TakeJoker,
    read_action,
    write_action,
)
from protocol.vocabulary import InvalidAction

CODEC = Codec([FIVES])
KINDS: tuple[type[Play] | type[Rob] | type[TakeJoker], ...] = (Play, Rob, TakeJoker)
EVERY: list[FivesAction] = [DECLINE, *(kind(card) for kind in KINDS for card in FACES)]


@pytest.mark.parametrize("action", EVERY, ids=write_action)
def test_an_action_survives_its_text_and_the_wire(action: FivesAction) -> None:
    """Every action is read as it was written, in records and in messages."""
    assert read_action(write_action(action)) == action
    assert CODEC.unpack(CODEC.actions, CODEC.pack(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("-", DECLINE),
        ("QH", Play(read_card("QH"))),
        ("rob 10C", Rob(read_card("10C"))),
        ("joker 3D", TakeJoker(read_card("3D"))),
    ],
)
def test_actions_are_written_as_the_format_says(text: str, action: FivesAction) -> None:
    """Each form of the record format stands for its action."""
    assert read_action(text) == action
    assert write_action(action) == text


@pytest.mark.parametrize(
    "text", ["", "--", " QH", "rob", "rob  QH", "rob QH ", "ROB QH", "take QH", "1H", "rob 1H", "q" * 5000]
)
def test_any_other_text_is_no_action(text: str) -> None:
    """The sentence says what would be one, and repeats no more than the beginning."""
    with pytest.raises(InvalidAction, match="is no action: write a card") as caught:
        read_action(text)
    assert len(str(caught.value)) < 150
