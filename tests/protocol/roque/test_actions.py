"""Actions of Roque as records write them."""

import pytest

from protocol.cards import FACES, read_card
from protocol.codec import Codec
from protocol.roque import ROQUE
from protocol.roque.actions import PASS, Bid, Bury, Play, RoqueAction, read_action, write_action
from protocol.vocabulary import InvalidAction

CODEC = Codec([ROQUE])
EVERY: list[RoqueAction] = [
    PASS,
    *(Bid(points) for points in range(85, 190, 5)),
    *(kind(card) for kind in (Bury, Play) for card in FACES),
]


@pytest.mark.parametrize("action", EVERY, ids=write_action)
def test_an_action_survives_its_text_and_the_wire(action: RoqueAction) -> None:
    """Every action is read as it was written, in records and in messages."""
    assert read_action(write_action(action)) == action
    assert CODEC.unpack(CODEC.actions, CODEC.pack(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [("-", PASS), ("QH", Play(read_card("QH"))), ("bury 10C", Bury(read_card("10C"))), ("bid 125", Bid(125))],
)
def test_actions_are_written_as_the_format_says(text: str, action: RoqueAction) -> None:
    """Each form of the record format stands for its action."""
    assert read_action(text) == action
    assert write_action(action) == text


@pytest.mark.parametrize(
    "text",
    ["", "--", " QH", "bury", "bury  QH", "bid", "bid ", "bid 085", "bid 1000", "bid -85", "bid ٨٥", "125", "rob QH"],
)
def test_any_other_text_is_no_action(text: str) -> None:
    """The sentence says what would be one."""
    with pytest.raises(InvalidAction, match="is no action: write a card"):
        read_action(text)
