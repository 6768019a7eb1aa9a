"""How long something holds, as people type it, and when it ends, as they read it."""

import re
from datetime import UTC, datetime
from typing import Final

_UNITS: Final = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800}

FOREVER: Final = "forever"

_LONGEST: Final = 10 * 365 * 86_400
"""Ten years, in seconds: what is to hold for longer holds for ever."""

_DURATION: Final = re.compile(r"([1-9][0-9]{0,5})([mhdw])")


def is_duration(word: str) -> bool:
    """Return True if a word says how long: ``30m``, ``2h``, ``7d``, ``4w`` or ``forever``."""
    return word == FOREVER or _DURATION.fullmatch(word) is not None


def read_duration(word: str) -> float | None:
    """Return the seconds that such a word says; None for ever."""
    found = _DURATION.fullmatch(word)
    if found is None:
        return None
    seconds = int(found[1]) * _UNITS[found[2]]
    return float(seconds) if seconds <= _LONGEST else None


def time_words(seconds: float) -> str:
    """Return a time in seconds since 1970 in words: ``2026-11-23 01:30 UTC``."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
