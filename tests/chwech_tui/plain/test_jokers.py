"""A red Joker and a black one, by words and in their colours."""

import pytest

from chwech_tui.model.cards import card_span, face_of, hue_of
from chwech_tui.model.ink import SUIT_HUES
from chwech_tui.plain.reading import read_card, words_of
from chwech_tui.plain.speech import from_record
from protocol.cards import BLACK_JOKER, JOKER, RED_JOKER, Card, Suit
from protocol.catalogues import catalogue
from protocol.language import speaking


@pytest.mark.parametrize(
    ("line", "card"),
    [("red joker", RED_JOKER), ("bj", BLACK_JOKER), ("Black Joker now", BLACK_JOKER), ("rj", RED_JOKER), ("jk", JOKER)],
)
def test_each_joker_is_read(line: str, card: Card) -> None:
    """By its colour, or as records write it; without a colour it is the one of packs whose Jokers are alike."""
    read = read_card(words_of(line))
    assert read is not None
    assert read.card is card


def test_the_jokers_are_read_in_welsh() -> None:
    """As they are called there."""
    with speaking("cy", catalogue):
        read = read_card(words_of("jocer coch"))
    assert read is not None
    assert read.card is RED_JOKER


def test_the_jokers_are_told_by_their_colour() -> None:
    """What records write is said in words."""
    assert from_record("Anna leads RJ, Ben follows with BJ.") == "Anna leads red Joker, Ben follows with black Joker."


def test_the_jokers_are_drawn_in_their_colour() -> None:
    """As hearts and spades are; the one of packs whose Jokers are alike has a hue of its own."""
    hues = [SUIT_HUES[Suit.HEARTS], SUIT_HUES[Suit.SPADES], SUIT_HUES[None]]
    jokers = (RED_JOKER, BLACK_JOKER, JOKER)
    assert [hue_of(card) for card in jokers] == hues
    assert [face_of(card).hue for card in jokers] == hues
    assert [card_span(card).hue for card in jokers] == hues
