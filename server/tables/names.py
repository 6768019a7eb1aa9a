"""What people, bots and tables are called, and the keys by which lists tell names apart."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

WORDS_OF_A_CODE: Final = 3
"""How many words name a table: more than eight thousand million codes, far more than anybody can try."""

_BITS: Final = 11
_NO_LETTER: Final = re.compile(r"[^a-z0-9]+")


def table_code(entropy: bytes) -> str:
    """Give three words drawn with at least five random bytes; the caller sees to it that they are not in use."""
    number = int.from_bytes(entropy, "big")
    places = (number >> _BITS * place & (1 << _BITS) - 1 for place in range(WORDS_OF_A_CODE))
    return "-".join(_words()[place] for place in places)


def read_code(text: str) -> str:
    """Give a code as it is kept, however it was typed: capitals, spaces and hyphens do not matter."""
    return _NO_LETTER.sub("-", text.casefold()).strip("-")


@cache
def _words() -> tuple[str, ...]:
    """Give the list, read when the first table is opened."""
    return tuple((files("mnemonic") / "wordlist" / "english.txt").read_text("utf-8").split())


BOT_NAMES: Final = (
    "Megan", "Dylan", "Cerys", "Owain", "Nia", "Rhys", "Gwen", "Emrys", "Carys", "Ifan", "Bronwen", "Gethin",
    "Eira", "Huw", "Lowri", "Idris", "Mair", "Steffan", "Seren", "Tegid", "Alys", "Macsen", "Ffion", "Iolo",
    "Delyth", "Gruff", "Heledd", "Aled", "Catrin", "Osian", "Non", "Pryderi",
)  # fmt: skip
"""Welsh names, as the game's own is Welsh: enough for the largest table."""

BOT_MARK: Final = " (bot)"
"""What stands behind the name of a bot in a list."""

LEFT_MARK: Final = " (left)"
"""What stands behind the name of a person who has left for good, and for whom a bot plays on."""

_OF_MARKS: Final = ("bot)", "left)")

_LOOK_ALIKES: Final = str.maketrans(
    "01i|"
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7",
    "olll" + "abekmhopctyxljshdqw" + "abezhlkmvoptyx",
)
"""Signs that look like a letter of the Latin alphabet, small or capital: digits, Cyrillic and Greek letters."""


def bot_names(taken: Iterable[str], shunned: Iterable[str], count: int) -> tuple[str, ...]:
    """Give so many names for bots.

    Args:
        taken: the names that somebody at the table has: no bot gets any of them, nor one that looks alike.
        shunned: the names of those who watch: bots get others as long as there are any.
        count: how many are needed.
    """
    used, seen = set(map(name_key, taken)), set(map(name_key, shunned))
    free = [name for name in BOT_NAMES if name_key(name) not in used]
    return tuple(sorted(free, key=lambda name: name_key(name) in seen)[:count])


def is_marked(name: str) -> bool:
    """Say whether a name ends as those in lists do: it would pass for a bot's."""
    return name_key(name).endswith(tuple(map(name_key, _OF_MARKS)))


def name_key(name: str) -> str:
    """Give what two names must not have in common: names that look alike have the same."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded.translate(_LOOK_ALIKES)
