"""Actions of Durak as records write them."""

import pytest

from protocol.cards import read_card
from protocol.codec import Codec
from protocol.durak import DURAK
from protocol.durak.actions import (
    FINISH,
    GIVE_UP,
    PASS,
    Add,
    Attack,
    Beat,
    DurakAction,
    read_action,
    write_action,
)
from protocol.durak.pack import PACK
from protocol.vocabulary import InvalidAction

CODEC = Codec([DURAK])
SIX = read_card("6S")
EVERY: list[DurakAction] = [
    GIVE_UP,
    PASS,
    FINISH,
    *(kind(card) for kind in (Attack, Add) for card in PACK),
    *(Beat(SIX, card) for card in PACK),
]


@pytest.mark.parametrize("action", EVERY, ids=write_action)
def test_an_action_survives_its_text_and_the_wire(action: DurakAction) -> None:
    """Every action is read as it was written, in records and in messages."""
    assert read_action(write_action(action)) == action
    assert CODEC.unpack(CODEC.actions, CODEC.pack(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("6S", Attack(SIX)),
        ("+6S", Add(SIX)),
        ("10S>6S", Beat(SIX, read_card("10S"))),
        ("up", GIVE_UP),
        ("-", PASS),
        ("done", FINISH),
    ],
)
def test_actions_are_written_as_the_format_says(text: str, action: DurakAction) -> None:
    """Each form of the record format stands for its action."""
    assert read_action(text) == action
    assert write_action(action) == text


@pytest.mark.parametrize(
    "text", ["", "--", " 6S", "+", "6S>", ">6S", "6S>6", "UP", "1H", "+6S>7S", "6S>7S>8S", "q" * 5000]
)
def test_any_other_text_is_no_action(text: str) -> None:
    """The sentence says what would be one, and repeats no more than the beginning."""
    with pytest.raises(InvalidAction, match="is no action: write a card") as caught:
        read_action(text)
    assert len(str(caught.value)) < 150
