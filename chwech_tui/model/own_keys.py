"""The player's own keys at a table: which key is pressed in place of which usual one; pure, and knows no game.

Own keys only exchange keys: one that is taken over does what the freed one did, so that nothing is ever out of reach.
"""

from collections.abc import Mapping
from functools import lru_cache
from string import ascii_lowercase
from types import MappingProxyType
from typing import Final
from unicodedata import bidirectional, east_asian_width

from protocol.language import _, ngettext

OwnKeys = tuple[tuple[str, str], ...]
"""Pairs of a usual key and the key that is pressed for it, in the order of the usual keys; each named once."""

USUAL_KEYS: Final[OwnKeys] = ()  # Every key as it is called in the documentation.
KEY_SETTING: Final = "key."  # What the name of the setting of a key begins with; the usual key follows.

_SHOWN: Final = {
    "comma": ",",
    "full_stop": ".",
    "semicolon": ";",
    "apostrophe": "'",
    "minus": "-",
    "plus": "+",
    "equals_sign": "=",
    "slash": "/",
    "asterisk": "*",
    "number_sign": "#",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}
"""The keys besides letters that can be taken, by their names, with the one character that is shown for them."""

_NAMES: Final = {shown: name for name, shown in _SHOWN.items()}
_ANSWERING: Final = frozenset("gy")  # The letters that answer questions.


def meant(keys: OwnKeys, pressed: str) -> str:
    """Return the usual key that a pressed one stands for."""
    if not keys:
        return pressed
    return _meanings(keys).get(pressed.lower(), pressed)


def shown_key(keys: OwnKeys, key: str, usual: str = "") -> str:
    """Return the key to press for a usual one, as it is shown; ``usual`` is what is shown for one that is its own."""
    pressed = _pressed(keys).get(key) if keys else None
    return label(pressed) if pressed is not None else usual or key


def label(key: str) -> str:
    """Return a key as it is shown."""
    return _SHOWN.get(key, key)


def key_named(text: str) -> str:
    """Return the name of the key that a text shows or names, of a letter the small one."""
    small = text.lower()
    return _NAMES.get(small, small)


def keys_words(keys: OwnKeys) -> str:
    """Return in words how far keys are not the usual ones."""
    return ngettext("{n} of your own", "{n} of your own", len(keys)) if keys else _("as usual")


def with_key(keys: OwnKeys, key: str, pressed: str, effects: Mapping[str, str] = MappingProxyType({})) -> OwnKeys:
    """Return keys with another one for a usual key; with an empty text or the usual key itself, as it was at first.

    Args:
        keys: the player's own keys so far.
        key: the usual key.
        pressed: the name of the key to press for it.
        effects: what each usual key does, in words.

    Raises:
        ValueError: there is no such usual key, the other one cannot be used, or it does something else already.
    """
    if not _is_usual(key):
        raise ValueError(_("there is no key {key} at a table", key=repr(key)))
    others, other = tuple(pair for pair in keys if pair[0] != key), meant(keys, pressed)
    if pressed not in {"", key} and pressed in _ANSWERING:
        raise ValueError(_("{key} answers questions: choose another key.", key=pressed))
    if pressed not in {"", key} and not _can_be_taken(pressed):
        raise ValueError(_("Choose a letter or one of {signs}: other keys stay as they are.", signs=" ".join(_NAMES)))
    if other in effects and other != key:
        raise ValueError(_("{key} is already: {effect}.", key=label(pressed), effect=effects[other]))
    if any(pressed == taken for _usual, taken in others):
        raise ValueError(_("{key} is taken already", key=label(pressed)))
    return others if pressed in {"", key} else tuple(sorted((*others, (key, pressed))))


def read_keys(stored: Mapping[str, str]) -> OwnKeys:
    """Return own keys from stored settings; what cannot hold keeps its usual key."""
    keys = USUAL_KEYS
    taken: set[str] = set()
    for name, pressed in sorted(stored.items()):
        key = name.removeprefix(KEY_SETTING)
        if name == key or not _is_usual(key) or not _can_be_taken(pressed) or pressed in {key, *taken}:
            continue
        taken.add(pressed)
        keys = (*keys, (key, pressed))
    return keys


def stored_keys(keys: OwnKeys) -> dict[str, str]:
    """Return own keys as the settings to store."""
    return {f"{KEY_SETTING}{key}": pressed for key, pressed in keys}


def _is_usual(key: str) -> bool:
    return len(key) == 1 and key in ascii_lowercase


def _can_be_taken(key: str) -> bool:
    """Return True for a small letter of one cell that is written from the left, and for the other keys that are known.

    The rest is left alone: digits choose cards, and the keys that lead out or explain must be found by everybody.
    """
    if len(key) != 1 or key in _ANSWERING:
        return key in _SHOWN
    return key.isalpha() and key == key.lower() and bidirectional(key) == "L" and east_asian_width(key) not in "WF"


@lru_cache(512)
def _meanings(keys: OwnKeys) -> dict[str, str]:
    """Return the usual key of each pressed one that is not its own."""
    pressed = dict(keys)
    meanings = {own: usual for usual, own in keys}
    for freed in pressed.keys() - meanings.keys():
        displaced = freed
        while displaced in pressed:
            displaced = pressed[displaced]
        meanings[freed] = displaced
    return meanings


@lru_cache(512)
def _pressed(keys: OwnKeys) -> dict[str, str]:
    """Return the key to press for each usual one that is not its own."""
    return {usual: own for own, usual in _meanings(keys).items()}
