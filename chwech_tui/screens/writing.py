"""What the keys write: screens are told their names alone."""

from typing import Final

from textual.keys import key_to_character

_NAMED: Final = {
    "plus": "+",
    "minus": "-",
    "slash": "/",
    "at": "@",
    "backslash": "\\",
    "underscore": "_",
    "left_pointing_double_angle_quotation_mark": "«",
    "right_pointing_double_angle_quotation_mark": "»",
}
"""Keys whose names Textual cannot turn back."""


def character_of(key: str) -> str:
    """Give the character that a key writes; nothing for one that writes none."""
    character = _NAMED.get(key) or key_to_character(key) or ""
    return character if character.isprintable() else ""
