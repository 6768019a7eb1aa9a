"""The words that are typed in plain mode: each in English, and as the reader's language has it; pure.

An English word means the same in every language; help and hints show that of the reader's language. Single letters are
the same everywhere, as the keys of the screens are, and stand nowhere here.
"""

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from protocol.language import NC_, pgettext

# Translators: each is typed, so each is one word, without a hyphen, and stands for one command only; whoever types it
# may leave its accents out.
WORDS: Final = (
    # At a table.
    NC_("command", "turn"),
    NC_("command", "hand"),
    NC_("command", "trick"),
    NC_("command", "last"),
    NC_("command", "gone"),
    NC_("command", "scores"),
    NC_("command", "clock"),
    NC_("command", "deal"),
    NC_("command", "seats"),
    NC_("command", "sheet"),
    NC_("command", "piles"),
    NC_("command", "seal"),
    NC_("command", "begin"),
    NC_("command", "again"),
    NC_("command", "review"),
    NC_("command", "phrase"),
    NC_("command", "ready"),
    NC_("command", "bots"),
    NC_("command", "remove"),
    NC_("command", "host"),
    NC_("command", "invite"),
    NC_("command", "away"),
    NC_("command", "pause"),
    NC_("command", "resign"),
    NC_("command", "play"),
    # Translators: what qh tells what that card would do.
    NC_("command", "what"),
    NC_("command", "hint"),
    # Elsewhere, and anywhere.
    NC_("command", "say"),
    NC_("command", "people"),
    NC_("command", "who"),
    NC_("command", "ignore"),
    NC_("command", "friends"),
    NC_("command", "friend"),
    NC_("command", "unfriend"),
    NC_("command", "block"),
    NC_("command", "unblock"),
    NC_("command", "report"),
    NC_("command", "quiet"),
    NC_("command", "leave"),
    NC_("command", "tables"),
    NC_("command", "go"),
    NC_("command", "join"),
    NC_("command", "watch"),
    NC_("command", "quick"),
    NC_("command", "today"),
    NC_("command", "new"),
    NC_("command", "history"),
    NC_("command", "rankings"),
    NC_("command", "record"),
    NC_("command", "replay"),
    NC_("command", "export"),
    NC_("command", "rules"),
    NC_("command", "settings"),
    NC_("command", "set"),
    NC_("command", "cards"),
    NC_("command", "rename"),
    NC_("command", "keys"),
    NC_("command", "tournament"),
    # Translators: tournament enter 3 takes part in tournament 3.
    NC_("command", "enter"),
    NC_("command", "withdraw"),
    NC_("command", "make"),
    NC_("command", "learn"),
    NC_("command", "coach"),
    # Translators: in the course: to the next position, without an answer.
    NC_("command", "skip"),
    NC_("command", "help"),
    NC_("command", "quit"),
    # What follows a command, answers a question, moves through a replay, or ends a form.
    NC_("command", "add"),
    NC_("command", "name"),
    NC_("command", "revoke"),
    NC_("command", "practice"),
    NC_("command", "signs"),
    NC_("command", "letters"),
    NC_("command", "words"),
    NC_("command", "yes"),
    NC_("command", "no"),
    NC_("command", "on"),
    NC_("command", "off"),
    NC_("command", "stay"),
    # Translators: as in "leave for good": the first word of the answer.
    NC_("command", "for"),
    NC_("command", "next"),
    NC_("command", "step"),
    NC_("command", "back"),
    NC_("command", "start"),
    NC_("command", "end"),
    NC_("command", "hands"),
    # Translators: as in "review game": of the whole game.
    NC_("command", "game"),
    NC_("command", "close"),
    NC_("command", "open"),
    NC_("command", "cancel"),
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
