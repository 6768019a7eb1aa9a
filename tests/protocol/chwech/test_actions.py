"""Actions of Chwech as records write them."""

import pytest

from protocol.cards import FACES, JOKER, Rank, Suit, read_card
from protocol.chwech.actions import PASS, AceHeight, Pass, Play, read_action, write_action
from protocol.vocabulary import InvalidAction

ACES = [Play(card, height) for card in FACES if card.rank is Rank.ACE for height in AceHeight]
LEADS = [Play(card, suit=suit) for card in (JOKER, read_card("13H")) for suit in Suit]


@pytest.mark.parametrize("action", [PASS, *map(Play, FACES), *ACES, *LEADS], ids=write_action)
def test_an_action_written_is_read_as_it_was(action: Pass | Play) -> None:
    """Every action survives its text."""
    assert read_action(write_action(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("-", PASS),
        ("QH", Play(read_card("QH"))),
        ("AH+", Play(read_card("AH"), AceHeight.HIGH)),
        ("AH-", Play(read_card("AH"), AceHeight.LOW)),
        ("JK", Play(JOKER)),
        ("JK=H", Play(JOKER, suit=Suit.HEARTS)),
        ("13H=S", Play(read_card("13H"), suit=Suit.SPADES)),
    ],
)
def test_actions_are_written_as_the_format_says(text: str, action: Pass | Play) -> None:
    """Each form of the record format stands for its action."""
    assert read_action(text) == action
    assert write_action(action) == text


@pytest.mark.parametrize("text", ["", "--", "+", "1H", "JK=", "JK=X", "JK=HH", "=H", "AH*", "AH++", "q" * 5000])
def test_any_other_text_is_no_action(text: str) -> None:
    """The sentence says what would be one, and repeats no more than the beginning."""
    with pytest.raises(InvalidAction, match="is no action: write -, a card") as caught:
        read_action(text)
    assert len(str(caught.value)) < 150


def test_only_an_ace_is_high_or_low() -> None:
    """A mark behind another card is refused with that sentence."""
    with pytest.raises(InvalidAction, match="only an Ace is played as high"):
        read_action("KH+")
