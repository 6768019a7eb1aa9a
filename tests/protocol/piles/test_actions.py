"""Actions of the games of one pile as records write them."""

import pytest

from protocol.cards import FACES, Suit, read_card
from protocol.codec import Codec
from protocol.piles import PILES
from protocol.piles.actions import SHOW, TAKE, NameSide, NameTrump, PilesAction, Play, read_action, write_action
from protocol.vocabulary import InvalidAction

CODEC = Codec([PILES])
EVERY: list[PilesAction] = [
    TAKE,
    SHOW,
    *(kind(suit) for kind in (NameTrump, NameSide) for suit in Suit),
    *map(Play, FACES),
]


@pytest.mark.parametrize("action", EVERY, ids=write_action)
def test_an_action_survives_its_text_and_the_wire(action: PilesAction) -> None:
    """Every action is read as it was written, in records and in messages."""
    assert read_action(write_action(action)) == action
    assert CODEC.unpack(CODEC.actions, CODEC.pack(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("take", TAKE),
        ("show", SHOW),
        ("QH", Play(read_card("QH"))),
        ("trump H", NameTrump(Suit.HEARTS)),
        ("side C", NameSide(Suit.CLUBS)),
    ],
)
def test_actions_are_written_as_the_format_says(text: str, action: PilesAction) -> None:
    """Each form of the record format stands for its action."""
    assert read_action(text) == action
    assert write_action(action) == text


@pytest.mark.parametrize("text", ["", "-", " QH", "trump", "trump  H", "trump X", "take ", "TAKE", "1H", "q" * 5000])
def test_any_other_text_is_no_action(text: str) -> None:
    """The sentence says what would be one, and repeats no more than the beginning."""
    with pytest.raises(InvalidAction, match="is no action: write a card") as caught:
        read_action(text)
    assert len(str(caught.value)) < 150
