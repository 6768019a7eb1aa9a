"""The names of people and bots, and the keys by which names are compared."""

import unicodedata
from collections.abc import Iterable
from typing import Final

from protocol.temper import Temper

BOT_NAMES: Final = (
    "Megan", "Dylan", "Cerys", "Owain", "Nia", "Rhys", "Gwen", "Emrys", "Carys", "Ifan", "Bronwen", "Gethin",
    "Eira", "Huw", "Lowri", "Idris", "Mair", "Steffan", "Seren", "Tegid", "Alys", "Macsen", "Ffion", "Iolo",
    "Delyth", "Gruff", "Heledd", "Aled", "Catrin", "Osian", "Non", "Pryderi",
)  # fmt: skip
"""Welsh names, because the game's own name is Welsh: enough for the largest table."""

BOT_MARK: Final = " (bot)"
LEFT_MARK: Final = " (left)"
"""The suffix, in lists, of a person who left for good and for whom a bot plays on."""

_OF_MARKS: Final = ("bot)", "left)", "gadawodd)")
"""What the suffixes of lists end in, in every language."""

_LOOK_ALIKES: Final = str.maketrans(
    "01i|"
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7",
    "olll" + "abekmhopctyxljshdqw" + "abezhlkmvoptyx",
)
"""Characters that look like a Latin letter, lower or upper case: digits, Cyrillic and Greek letters."""


def bot_names(taken: Iterable[str], shunned: Iterable[str], count: int) -> tuple[str, ...]:
    """Return ``count`` names for bots.

    Args:
        taken: the names in use at the table; no bot gets one of them, or one that looks alike.
        shunned: the names of spectators; they are used only if no other name is left.
        count: the number of names needed.
    """
    used, seen = set(map(name_key, taken)), set(map(name_key, shunned))
    free = [name for name in BOT_NAMES if name_key(name) not in used]
    return tuple(sorted(free, key=lambda name: name_key(name) in seen)[:count])


def temper_of(name: str) -> Temper:
    """Return the temper of the bot of this name; neighbours in the list of names differ."""
    return _TEMPERS[BOT_NAMES.index(name) % len(_TEMPERS)] if name in BOT_NAMES else Temper.EVEN


_TEMPERS: Final = (Temper.BOLD, Temper.CAREFUL, Temper.EVEN)


def is_marked(name: str) -> bool:
    """True if a name ends in one of the suffixes of lists, so that it could be taken for a bot's."""
    return name_key(name).endswith(tuple(map(name_key, _OF_MARKS)))


def name_key(name: str) -> str:
    """Return the comparison key of a name: names that look alike have the same key."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded.translate(_LOOK_ALIKES)
