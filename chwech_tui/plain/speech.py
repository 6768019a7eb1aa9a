"""How cards are written in the lines of plain mode: as signs, letters or words; pure."""

import re
from enum import Enum
from textwrap import wrap
from typing import Final

from chwech_tui.ascii import to_ascii
from chwech_tui.model.cards import SYMBOLS, suit_words
from chwech_tui.model.ink import printable
from protocol.cards import Rank


class Speech(Enum):
    """How a card is written."""

    SIGNS = "signs"
    """``Q♥``."""

    LETTERS = "letters"
    """``QH``, and everything else in ASCII, too."""

    WORDS = "words"
    """``queen of hearts``, for voices that do not know the signs."""


RANK_WORDS: Final = {
    Rank.TWO: "two",
    Rank.THREE: "three",
    Rank.FOUR: "four",
    Rank.FIVE: "five",
    Rank.SIX: "six",
    Rank.SEVEN: "seven",
    Rank.EIGHT: "eight",
    Rank.NINE: "nine",
    Rank.TEN: "ten",
    Rank.ELEVEN: "eleven",
    Rank.TWELVE: "twelve",
    Rank.THIRTEEN: "thirteen",
    Rank.JACK: "jack",
    Rank.QUEEN: "queen",
    Rank.KING: "king",
    Rank.ACE: "ace",
}
"""Every rank that has a suit, as people say it."""

_BY_SIGN: Final = {sign: suit for suit, sign in SYMBOLS.items()}
_RANKS: Final = {rank.value: word for rank, word in RANK_WORDS.items()}
_CARD: Final = re.compile(rf"\b({'|'.join(sorted(_RANKS, key=len, reverse=True))})([♣♦♥♠])")
_NOTED: Final = re.compile(r"(?<!\S)(10|11|12|13|[2-9JQKA])([CDHS])([+-]?)(?=[\s,;.]|$)")
_NOTED_JOKER: Final = re.compile(r"(?<!\S)JK(?:=([CDHS]))?(?=[\s,;.]|$)")
_HEIGHTS: Final = {"+": " high", "-": " low", "": ""}
_SIGN_OF_LETTER: Final = {suit.value: sign for suit, sign in SYMBOLS.items()}


def spoken(line: str, speech: Speech) -> str:
    """Return a line as it is written out: printable, with its cards in the chosen manner."""
    line = printable(line)
    match speech:
        case Speech.SIGNS:
            return line
        case Speech.LETTERS:
            return to_ascii(_CARD.sub(lambda found: found[1] + _BY_SIGN[found[2]].value, _suits(line)))
        case Speech.WORDS:
            return _suits(_CARD.sub(lambda found: f"{_RANKS[found[1]]} of {suit_words(_BY_SIGN[found[2]])}", line))


def folded(line: str, width: int) -> str:
    """Return a line broken between words, for a terminal of so many cells; a word longer than that stays whole."""
    return "\n".join(wrap(line, max(1, width), break_long_words=False, break_on_hyphens=False)) or line


def _suits(line: str) -> str:
    """Return a line with the suits that stand alone as words."""
    for sign, suit in _BY_SIGN.items():
        line = line.replace(f"{sign} {suit_words(suit)}", suit_words(suit))
        line = re.sub(rf"(?<!\w){sign}", suit_words(suit), line)
    return line


def from_record(text: str) -> str:
    """Return a text with the cards that it has in the notation of records as the table writes them: ``Q♥``, ``pass``.

    The heights of Aces and the suits of Jokers are said in words.
    """
    text = _NOTED.sub(lambda found: f"{found[1]}{_SIGN_OF_LETTER[found[2]]}{_HEIGHTS[found[3]]}", text)
    text = _NOTED_JOKER.sub(lambda found: f"Joker for {_SIGN_OF_LETTER[found[1]]}" if found[1] else "Joker", text)
    return re.sub(r"(?<=\s)-$", "passes", text)
