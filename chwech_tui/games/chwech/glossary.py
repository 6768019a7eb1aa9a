"""The words of the rules of Chwech that are explained in place."""

from collections.abc import Mapping
from typing import Final

GLOSSARY: Final[Mapping[str, str]] = {
    "multiple of nine": "0, 9, 18, 27 … Whoever has won exactly so many cards multiplies by nine.",
    "deal": "From nine cards each to the score: it ends when somebody is out, or in deadlock.",
    "total": "The scores of all deals of the game so far, added up.",
    "dealer": "Whose deal it is, marked D at the table; the seat after the dealer leads first.",
    "trick": "One round: a card is led, then each other seat has one turn, to play a card or pass.",
    "suit led": "The suit of the first card of a trick, or the one that a Joker led stands for.",
    "turn": "In each trick a seat acts once: it plays one card, or it passes.",
    "pass the lead": "To leave it to the next seat to play the first card; one then has no turn in that trick.",
    "passed the lead": "Who has left it to the next seat to play the first card has no turn in that trick.",
    "taker": "The player of the card that takes the trick: all its cards count as cards that they have won.",
    "lead": "To play the first card of a trick, which says what suit may be played to it.",
    "won": "All cards of the tricks that a seat has taken; their number, not their worth, counts.",
    "joker": "It belongs to no suit, so it can be played to every trick; the table's rules say when it takes one.",
    "last card": "The last one that is played to a trick, even if other seats pass after it.",
    "out": "Without cards in hand. The trick is played to its end, and then the deal is over.",
    "deadlock": "All seats pass the lead in a row: the deal is over, and each scores what they have.",
    "left": "The cards still in hand when the deal ends; each makes the score smaller.",
    "clockwise": "To the left, down the list of names at the table.",
}
"""Each word with its explanation."""
