"""The words of plain mode: how cards are written in its lines, and what a typed line names; pure."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from enum import Enum
from typing import Final, NamedTuple

from msgspec import Struct

from chwech_tui.ascii import to_ascii
from chwech_tui.model.cards import SYMBOLS, card_words, suit_words
from chwech_tui.model.commands import COMMANDS
from chwech_tui.model.ink import printable
from chwech_tui.model.people import shown_name
from chwech_tui.model.prompt import PromptAnswer
from protocol.cards import BLACK_JOKER, JOKER, RED_JOKER, Card, Rank, Suit
from protocol.language import NC_, _, pgettext


class Speech(Enum):
    """How a card is written."""

    SIGNS = "signs"
    """``Q♥``."""
    LETTERS = "letters"
    """``QH``, and everything else in ASCII, too."""
    WORDS = "words"
    """``queen of hearts``, for voices that do not know the signs."""


_RANK_NAMES: Final = NC_(
    "rank of a card", "two three four five six seven eight nine ten eleven twelve thirteen jack queen king ace"
)
RANK_WORDS: Final = {Rank[name.upper()]: name for name in _RANK_NAMES.split()}
"""Every rank that has a suit, as people say it, marked for translation."""

_BY_SIGN: Final = {sign: suit for suit, sign in SYMBOLS.items()}
_RANKS: Final = {rank.value: rank for rank in RANK_WORDS}
_CARD: Final = re.compile(rf"\b({'|'.join(sorted(_RANKS, key=len, reverse=True))})([♣♦♥♠])")


def rank_words(rank: Rank) -> str:
    """Return a rank as people say it: ``queen``."""
    return pgettext("rank of a card", RANK_WORDS[rank])


def spoken(line: str, speech: Speech) -> str:
    """Return a line as it is written out: printable, with its cards in the chosen manner."""
    line = printable(line)
    match speech:
        case Speech.SIGNS:
            return line
        case Speech.LETTERS:
            return to_ascii(_CARD.sub(lambda found: found[1] + _BY_SIGN[found[2]].value, _suits(line)))
        case Speech.WORDS:
            return _suits(_CARD.sub(_card_in_words, line))


def _card_in_words(found: re.Match[str]) -> str:
    return _("{rank} of {suit}", rank=rank_words(_RANKS[found[1]]), suit=suit_words(_BY_SIGN[found[2]]))


def _suits(line: str) -> str:
    """Return a line with the suits that stand alone as words."""
    for sign, suit in _BY_SIGN.items():
        line = line.replace(f"{sign} {suit_words(suit)}", suit_words(suit))
        line = re.sub(rf"(?<!\w){sign}", suit_words(suit), line)
    return line


# Translators: each is typed, so each is one word, without a hyphen, and stands for one command only; a player may leave
# its accents out.
_OTHERS: Final = NC_(
    "command",
    "revoke practice signs letters words yes no on off stay step start end hands close open cancel name add back all "
    "why",
)

WORDS: Final = (
    *(word for command in COMMANDS for word in command.typed if len(word) > 1),
    *_OTHERS.split(),
    # Translators: what qh tells what that card would do.
    NC_("command", "what"),
    # Translators: tournament enter 3 takes part in tournament 3.
    NC_("command", "enter"),
    # Translators: as in "review game": of the whole game.
    NC_("command", "game"),
)
"""Every word that means something, marked for translation; those of the games stand with their keys."""


def called(word: str) -> str:
    """Return a word of plain mode, given in English, as the reader types it: ``llaw`` for ``hand``."""
    return pgettext("command", word)


def english(word: str, words: Collection[str] = WORDS) -> str:
    """Return the English one of some words that a typed word means; a word that means none as it is."""
    if word in words:
        return word
    bare = folded(word)
    return next((one for one in words if folded(called(one)) == bare), word)


def folded(text: str) -> str:
    """Return a text as it is compared: in small letters, without accents, with spaces for hyphens and underscores."""
    letters = unicodedata.normalize("NFKD", text.lower())
    return re.sub(r"[\s_-]+", " ", "".join(letter for letter in letters if not unicodedata.combining(letter))).strip()


LONGEST_LINE: Final = 500  # The most characters of a line that are read; the rest is dropped.

_SUITS: Final = {suit.value.lower(): suit for suit in Suit}
_TYPED_RANKS: Final = {**{rank.value.lower(): rank for rank in RANK_WORDS}, "t": Rank.TEN}
_JOKERS: Final = ("joker", "jk", "★")
_COLOURED: Final = {RED_JOKER: "red joker", BLACK_JOKER: "black joker", JOKER: "joker"}
_LEAST: Final = 3  # The fewest letters of the name of a suit that are enough.
_LONGEST_RANK: Final = 3  # The most words of a rank: in Welsh, thirteen has three.

_TOGETHER: Final = re.compile(r"(10|11|12|13|[2-9tjqka])([cdhs])")


class NamedCard(NamedTuple):
    """A card that a line begins with, and the words after it."""

    card: Card
    rest: tuple[str, ...]


def words_of(line: str) -> tuple[str, ...]:
    """Return the words of a line in lower case, with suits as letters."""
    lowered = line[:LONGEST_LINE].lower()
    for suit, sign in SYMBOLS.items():
        lowered = lowered.replace(sign, suit.value.lower())
    return tuple(re.sub(r"[\s,]+", " ", lowered).split())


def read_card(words: Sequence[str]) -> NamedCard | None:
    """Return the card that these words begin with, in English or the reader's language; None if they begin with none.

    ``qh``, ``queen of hearts``, ``10 c``, ``joker``, ``red joker``, ``bj``.
    """
    if not words:
        return None
    jokers = dict.fromkeys(_JOKERS, JOKER) | {
        name: card for card, known in _COLOURED.items() for name in (card.text.lower(), known, folded(card_words(card)))
    }
    for length in (2, 1):
        card = jokers.get(folded(" ".join(words[:length])))
        if card is not None:
            return NamedCard(card, tuple(words[length:]))
    together = _TOGETHER.fullmatch(words[0])
    spelt = _read_words(words)
    # Without its accent the Welsh Ace is the Ace of spades in letters, unless the name of a suit follows.
    if together and (spelt is None or words[1] in _SUITS):
        return NamedCard(Card(_TYPED_RANKS[together[1]], _SUITS[together[2]]), tuple(words[1:]))
    return spelt


def _read_words(words: Sequence[str]) -> NamedCard | None:
    """Return the card that these words begin with as rank and suit, each a word or a letter; None if there is none."""
    rank, rest = _read_rank(words)
    if rank is None:
        return None
    if rest and rest[0] in {"of", _("{rank} of {suit}", rank="", suit="").strip()}:
        rest = rest[1:]
    suit = _read_suit(rest[0]) if rest else None
    return NamedCard(Card(rank, suit), rest[1:]) if suit is not None else None


def _read_rank(words: Sequence[str]) -> tuple[Rank | None, tuple[str, ...]]:
    """Return the rank that words begin with, the longest one, and the words after it."""
    ranks = _TYPED_RANKS | {
        name: rank for rank, word in RANK_WORDS.items() for name in (word, folded(rank_words(rank)))
    }
    for length in range(_LONGEST_RANK, 0, -1):
        rank = ranks.get(folded(" ".join(words[:length])))
        if rank is not None:
            return rank, tuple(words[length:])
    return None, tuple(words)


def _read_suit(word: str) -> Suit | None:
    """Return the suit that a letter or the beginning of a name means."""
    if word in _SUITS or len(word) < _LEAST:
        return _SUITS.get(word)
    names = ((suit, name) for suit in Suit for name in (suit.name.lower(), folded(suit_words(suit))))
    return next((suit for suit, name in names if name.startswith(folded(word))), None)


def number_of(word: str) -> int | None:
    """Return the number that a word is, up to nine figures; None if it is none."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else None


def near(word: str, known: Iterable[str]) -> str:
    """Return the known word most similar to this one; empty if none is."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word[:40], tuple(known), n=1)), "")


def listed_or(words: Sequence[str]) -> str:
    """Return words as a choice: ``high or low``, ``clubs, diamonds or hearts``."""
    if len(words) < 2:
        return "".join(words)
    return _("{others} or {last}", others=", ".join(words[:-1]), last=words[-1])


_LISTED: Final = 30  # The most values that a sentence lists; the first of more are examples.


class Name(Struct, frozen=True):
    """What can be chosen by its name: a choice of a form, one of its values, a game."""

    key: str
    """What it is called in records and messages."""
    shown: str
    """What it is called in the reader's language."""
    others: tuple[str, ...] = ()
    """Whatever else it may be called, as in English."""

    @property
    def folded(self) -> tuple[str, ...]:
        """All its names as they are compared."""
        return tuple(map(folded, (self.shown, self.key, *self.others)))


def begun(words: Sequence[str], among: Sequence[Name]) -> tuple[Name, tuple[str, ...]] | None:
    """Return the name that some words begin with, and the words after it; its first word alone is enough."""
    for length in range(len(words), 0, -1):
        text = folded(" ".join(words[:length]))
        found = next((one for one in among if text in one.folded), None)
        if found is not None:
            return found, tuple(words[length:])
    first = [one for one in among if words and any(name.split(" ")[0] == folded(words[0]) for name in one.folded)]
    return (first[0], tuple(words[1:])) if len(first) == 1 else None


def meant(wanted: str, among: Iterable[Name]) -> Name | None:
    """Return the name that a text means: whole, by its beginning, or by that of a word in it."""
    text, known = folded(wanted), list(among)
    exact = next((one for one in known if text in one.folded), None)
    if exact is not None or not text:
        return exact
    starts = [one for one in known if any(name.startswith(text) for name in one.folded)]
    inside = [one for one in known if any(f" {text}" in name for name in one.folded)]
    return next((found[0] for found in (starts, inside) if len(found) == 1), None)


def guess(word: str, among: Iterable[Name]) -> str:
    """Return the name most similar to a word that names nothing; empty if none is."""
    names = {folded(name): name for one in among for name in (one.key, *one.others, one.shown)}
    return names.get(near(folded(word), names), "")


def keys_read(keys: Iterable[PromptAnswer]) -> str:
    """Return the keys that a screen names as they are read out, as ``Enter next, b back``."""
    named = ((one.shown if one.key == "enter" or len(one.key) == 1 else "", _(one.label)) for one in keys)
    return f"{', '.join(' '.join(filter(None, one)) for one in named)}."


def key_meant(text: str, keys: Iterable[PromptAnswer]) -> str:
    """Return the key that a text means, by its letter or by words of what it does; empty for none."""
    if len(text) < 2:
        return next((one.key for one in keys if one.key == text), "")
    found = meant(text, [Name(one.key, _(one.label), (one.label, one.shown)) for one in keys])
    return found.key if found is not None else ""


def values_words(among: Iterable[Name]) -> str:
    """Return names as a choice."""
    return listed_or([one.shown for one in among][:_LISTED])


def person_named(text: str, names: Sequence[str]) -> str:
    """Return the name that a text means, whole or by its beginning; empty if none or several are meant."""
    text = shown_name(text).lower()
    begun = dict.fromkeys(name for name in names if text and name.lower().startswith(text))
    return next((name for name in names if name.lower() == text), next(iter(begun)) if len(begun) == 1 else "")
