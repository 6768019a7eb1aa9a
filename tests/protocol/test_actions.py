"""Actions of every game as records write them."""

from collections.abc import Iterable, Mapping
from types import ModuleType

import pytest
from msgspec import Struct

from protocol.cards import FACES, read_card
from protocol.fives import actions as fives
from protocol.vocabulary import Action, InvalidAction
from tests.protocol.golden import CODEC

QUEEN, TEN, ACE = (read_card(card) for card in ("QH", "10C", "AH"))


class Written(Struct, frozen=True):
    """How a game writes its actions."""

    actions: ModuleType
    forms: Mapping[str, Action]
    """Each form of the record format, and the action that it stands for."""

    more: Iterable[Action]
    """Others that come back from their texts."""

    wrong: tuple[str, ...]
    """What is no action."""


WRITTEN = {
    "fives": Written(
        fives,
        {
            "-": fives.DECLINE,
            "QH": fives.Play(QUEEN),
            "rob 10C": fives.Rob(TEN),
            "joker 3D": fives.TakeJoker(read_card("3D")),
        },
        (kind(card) for kind in (fives.Play, fives.Rob, fives.TakeJoker) for card in FACES),
        ("--", " QH", "rob", "rob  QH", "rob QH ", "ROB QH", "take QH", "1H", "rob 1H"),
    ),
}
GAMES = pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)


@GAMES
def test_actions_are_written_as_the_format_says(written: Written) -> None:
    """Each form of the record format stands for its action, and every action survives its text and the wire."""
    for text, action in written.forms.items():
        assert (written.actions.read_action(text), written.actions.write_action(action)) == (action, text)
    for action in (*written.forms.values(), *written.more):
        assert written.actions.read_action(written.actions.write_action(action)) == action
        assert CODEC.unpack(CODEC.actions, CODEC.pack(action)) == action


@GAMES
def test_any_other_text_is_no_action(written: Written) -> None:
    """The sentence says what would be one, and repeats no more than the beginning."""
    for text in ("", "q" * 5000, *written.wrong):
        with pytest.raises(InvalidAction, match=r"is no action: write (-, )?a card") as caught:
            written.actions.read_action(text)
        assert len(str(caught.value)) < 160
