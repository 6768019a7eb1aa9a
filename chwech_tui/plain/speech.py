"""How cards are written in the lines of plain mode: as signs, letters or words; pure."""

import re
from enum import Enum
from typing import Final

from chwech_tui.ascii import to_ascii
from chwech_tui.model.cards import SYMBOLS, card_words, suit_words
from chwech_tui.model.ink import printable
from protocol.cards import Rank, Suit, read_card
from protocol.language import N_, NC_, _, pgettext
from protocol.text import wrapped


class Speech(Enum):
    """How a card is written."""

    SIGNS = "signs"
    """``Q♥``."""

    LETTERS = "letters"
    """``QH``, and everything else in ASCII, too."""

    WORDS = "words"
    """``queen of hearts``, for voices that do not know the signs."""


RANK_WORDS: Final = {
    Rank.TWO: NC_("rank of a card", "two"),
    Rank.THREE: NC_("rank of a card", "three"),
    Rank.FOUR: NC_("rank of a card", "four"),
    Rank.FIVE: NC_("rank of a card", "five"),
    Rank.SIX: NC_("rank of a card", "six"),
    Rank.SEVEN: NC_("rank of a card", "seven"),
    Rank.EIGHT: NC_("rank of a card", "eight"),
    Rank.NINE: NC_("rank of a card", "nine"),
    Rank.TEN: NC_("rank of a card", "ten"),
    Rank.ELEVEN: NC_("rank of a card", "eleven"),
    Rank.TWELVE: NC_("rank of a card", "twelve"),
    Rank.THIRTEEN: NC_("rank of a card", "thirteen"),
    Rank.JACK: NC_("rank of a card", "jack"),
    Rank.QUEEN: NC_("rank of a card", "queen"),
    Rank.KING: NC_("rank of a card", "king"),
    Rank.ACE: NC_("rank of a card", "ace"),
}
"""Every rank that has a suit, as people say it, marked for translation."""

_BY_SIGN: Final = {sign: suit for suit, sign in SYMBOLS.items()}
_RANKS: Final = {rank.value: rank for rank in RANK_WORDS}
_CARD: Final = re.compile(rf"\b({'|'.join(sorted(_RANKS, key=len, reverse=True))})([♣♦♥♠])")
_NOTED: Final = re.compile(r"(?<!\S)(10|11|12|13|[2-9JQKA])([CDHS])([+-]?)(?=[\s,;.]|$)")
_NOTED_JOKER: Final = re.compile(r"(?<!\S)(JK|BJ|RJ)(?:=([CDHS]))?(?=[\s,;.]|$)")
_HEIGHTS: Final = {"+": N_("{card} high"), "-": N_("{card} low"), "": "{card}"}
_SIGN_OF_LETTER: Final = {suit.value: sign for suit, sign in SYMBOLS.items()}
_PASSED: Final = " -"


def rank_words(rank: Rank) -> str:
    """Return a rank as people say it: ``queen``."""
    return pgettext("rank of a card", RANK_WORDS[rank])


def said(rank: Rank, suit: Suit) -> str:
    """Return a card as people say it: ``queen of hearts``."""
    return _("{rank} of {suit}", rank=rank_words(rank), suit=suit_words(suit))


def spoken(line: str, speech: Speech) -> str:
    """Return a line as it is written out: printable, with its cards in the chosen manner."""
    line = printable(line)
    match speech:
        case Speech.SIGNS:
            return line
        case Speech.LETTERS:
            return to_ascii(_CARD.sub(lambda found: found[1] + _BY_SIGN[found[2]].value, _suits(line)))
        case Speech.WORDS:
            return _suits(_CARD.sub(lambda found: said(_RANKS[found[1]], _BY_SIGN[found[2]]), line))


def folded(line: str, width: int) -> str:
    """Return a line broken between words, for a terminal of so many cells; a word longer than that stays whole."""
    return "\n".join(wrapped(line, width))


def _suits(line: str) -> str:
    """Return a line with the suits that stand alone as words."""
    for sign, suit in _BY_SIGN.items():
        line = line.replace(f"{sign} {suit_words(suit)}", suit_words(suit))
        line = re.sub(rf"(?<!\w){sign}", suit_words(suit), line)
    return line


def from_record(text: str) -> str:
    """Return a text with the cards that it has in the notation of records as the table writes them: ``Q♥``.

    The heights of Aces, the suits of Jokers and a pass at the end are said in words.
    """
    text = _NOTED.sub(_card_of, text)
    text = _NOTED_JOKER.sub(_joker_of, text)
    return _("{name} passed", name=text.removesuffix(_PASSED)) if text.endswith(_PASSED) else text


def _card_of(found: re.Match[str]) -> str:
    return _(_HEIGHTS[found[3]], card=f"{found[1]}{_SIGN_OF_LETTER[found[2]]}")


def _joker_of(found: re.Match[str]) -> str:
    joker = card_words(read_card(found[1]))
    return _("{joker} for {suit}", joker=joker, suit=_SIGN_OF_LETTER[found[2]]) if found[2] else joker
