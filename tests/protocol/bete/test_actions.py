"""Actions of Bête as records write them."""

import pytest

from protocol.bete import BETE
from protocol.bete.actions import PASS, TAKE_PART, BeteAction, Play, read_action, write_action
from protocol.cards import FACES, read_card
from protocol.codec import Codec
from protocol.vocabulary import InvalidAction

CODEC = Codec([BETE])
EVERY: list[BeteAction] = [PASS, TAKE_PART, *(Play(card) for card in FACES)]


@pytest.mark.parametrize("action", EVERY, ids=write_action)
def test_an_action_survives_its_text_and_the_wire(action: BeteAction) -> None:
    """Every action is read as it was written, in records and in messages."""
    assert read_action(write_action(action)) == action
    assert CODEC.unpack(CODEC.actions, CODEC.pack(action)) == action


@pytest.mark.parametrize(("text", "action"), [("-", PASS), ("in", TAKE_PART), ("QH", Play(read_card("QH")))])
def test_actions_are_written_as_the_format_says(text: str, action: BeteAction) -> None:
    """Each form of the record format stands for its action."""
    assert read_action(text) == action
    assert write_action(action) == text


@pytest.mark.parametrize("text", ["", "--", " QH", "IN", "out", "1H", "q" * 5000])
def test_any_other_text_is_no_action(text: str) -> None:
    """The sentence says what would be one, and repeats no more than the beginning."""
    with pytest.raises(InvalidAction, match="is no action: write a card") as caught:
        read_action(text)
    assert len(str(caught.value)) < 150
