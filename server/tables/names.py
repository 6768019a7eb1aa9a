"""Names of people and bots, the accounts of bots, and codes of tables."""

import pkgutil
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from protocol.game import Temper

BOT_NAMES: Final = (
    "Megan", "Dylan", "Cerys", "Owain", "Nia", "Rhys", "Gwen", "Emrys", "Carys", "Ifan", "Bronwen", "Gethin",
    "Eira", "Huw", "Lowri", "Idris", "Mair", "Steffan", "Seren", "Tegid", "Alys", "Macsen", "Ffion", "Iolo",
    "Delyth", "Gruff", "Heledd", "Aled", "Catrin", "Osian", "Non", "Pryderi",
)  # fmt: skip
"""Welsh names, because the game's own name is Welsh: enough for the largest table."""

BOT_MARK: Final = " (bot)"
LEFT_MARK: Final = " (left)"  # The suffix, in lists, of a person who resigned and whose seat a bot plays.


def bot_names(taken: Iterable[str], shunned: Iterable[str], count: int) -> tuple[str, ...]:
    """Return names for so many bots, none like one that is taken; those of ``shunned``, who watch, only if need be."""
    used, seen = set(map(name_key, taken)), set(map(name_key, shunned))
    free = [name for name in BOT_NAMES if name_key(name) not in used]
    return tuple(sorted(free, key=lambda name: name_key(name) in seen)[:count])


def temper_of(name: str) -> Temper:
    """Return the temper of the bot of this name; neighbours in the list of names differ."""
    return _TEMPERS[BOT_NAMES.index(name) % len(_TEMPERS)] if name in BOT_NAMES else Temper.EVEN


_TEMPERS: Final = (Temper.BOLD, Temper.CAREFUL, Temper.EVEN)


_LEGIBLE: Final = ("L", "N", "So")  # The beginnings of the Unicode categories of letters, numbers and pictures.


def is_legible(name: str) -> bool:
    """True if a clean name has a letter, a number or a picture."""
    return any(unicodedata.category(one).startswith(_LEGIBLE) for one in name)


_EAST_ASIAN: Final = frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
"""Scripts that are written side by side."""

_ANY: Final = frozenset({"COMBINING", "MODIFIER", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"})
"""The first words of the names of characters that belong to no script, or to several."""


def scripts_of(name: str) -> frozenset[str]:
    """Return the scripts of a name, by the first words of the names of its letters; those of East Asia count as one."""
    shown = unicodedata.normalize("NFKC", name)
    letters = (one for one in shown if unicodedata.category(one)[0] in "LM")
    found = frozenset(unicodedata.name(one, "").partition(" ")[0] for one in letters) - _ANY
    return frozenset({"CJK"}) if found <= _EAST_ASIAN and found != {"LATIN"} and found else found


def name_key(name: str) -> str:
    """Return the comparison key of a name: names that look alike have the same key.

    That is the skeleton of Unicode Technical Standard 39, for names that differ in more than case. Capitals of another
    script count as they look where the whole name looks Latin, and otherwise as their small letters.
    """
    shown = unicodedata.normalize("NFKC", name)
    skeleton = _skeleton(shown)
    if not skeleton.isascii():
        skeleton = _skeleton(unicodedata.normalize("NFKC", shown.casefold()))
    key = unicodedata.normalize("NFKC", _skeleton(skeleton.casefold()))
    return key.casefold().translate(_CASELESS)


_CASELESS: Final = str.maketrans("01i|", "olll")  # What looks like a Latin letter in its other case.
_OVERLAY: Final = 1  # The combining class of marks that strike through the letter before them.
_LINES_BELOW: Final = "\u0320\u0331\u0332\u0333\u0347\u035f"  # Marks that look like the line under a link.


def _skeleton(text: str) -> str:
    """Return a text with the simplest of each set of characters that look alike, without marks through or around it."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(_confusables()))
    return "".join(one for one in plain if unicodedata.combining(one) != _OVERLAY and not _is_lost(one))


def _is_lost(one: str) -> bool:
    """True for a character by which two names are easily taken for each other: a mark around or under, a full stop."""
    kind = unicodedata.category(one)
    return kind == "Me" or kind[0] == "P" or one in _LINES_BELOW


@cache
def _confusables() -> Mapping[int, str]:
    """Return the table of characters that look alike, with the small capitals that the standard leaves out."""
    data = pkgutil.get_data("server.tables", "confusables.txt")
    assert data is not None, "the table is part of the program"
    lines = (line.split(";") for line in data.decode().splitlines() if not line.startswith("#"))
    table = {int(source, 16): "".join(chr(int(code, 16)) for code in target.split()) for source, target in lines}
    return table | {ord(unicodedata.lookup(f"{_SMALL_CAPITAL} {one}")): one.lower() for one in _CAPITALS}


_SMALL_CAPITAL: Final = "LATIN LETTER SMALL CAPITAL"
_CAPITALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWYZ"  # The letters that there are as small capitals.
WORDS_OF_A_CODE: Final = 3  # The number of words in a code: almost four thousand million codes, far too many to guess.

_NO_LETTER: Final = re.compile(r"[^a-z0-9]+")

_LIST: Final = (files("server.tables") / "words.txt").read_text("utf-8")

WORDS: Final = tuple(word for line in _LIST.splitlines() if not line.startswith("#") for word in line.split())
"""The words that codes are made of; the first four letters tell each from every other."""


def table_code(entropy: bytes) -> str:
    """Return three different words drawn from at least five random bytes; the caller checks that no table has them."""
    words = list(WORDS)
    number = int.from_bytes(entropy, "big")
    drawn = []
    for _ in range(WORDS_OF_A_CODE):
        # A word that is drawn leaves the list, so that none comes twice.
        number, place = divmod(number, len(words))
        drawn.append(words.pop(place))
    return "-".join(drawn)


def read_code(text: str) -> str:
    """Return a typed code in its stored form: capitals, spaces and hyphens do not matter."""
    return _NO_LETTER.sub("-", text.casefold()).strip("-")


_ID: Final = "bot "
"""The prefix of the ids of these accounts; the id of no person has a blank after its first word but a guest's."""


def bot_account(id: str) -> str:
    """Return the id of the account of a bot, made from a word that no other account has."""
    return _ID + id


def is_bot_account(account: str) -> bool:
    """True if an account belongs to a bot that someone brought."""
    return account.startswith(_ID)
