"""What people may say, and how often."""

from typing import Final

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.lobby import SayInLobby
from protocol.talk import PHRASES, TEXT_CHARACTERS, Say, SayPhrase
from protocol.text import clean_text
from server.host.buckets import Buckets
from server.host.limits import REMARKS_AT_ONCE, REMARKS_PER_SECOND

_CELLS: Final = 2 * TEXT_CHARACTERS
"""No text of so many characters is wider."""


class Voices:
    """How often each account has spoken lately, wherever that was."""

    def __init__(self) -> None:
        """Begin in silence."""
        self._buckets = Buckets(REMARKS_PER_SECOND, REMARKS_AT_ONCE)

    def check(self, account: str, id: int, now: float) -> None:
        """See to it that an account may say something now, by the command of this id.

        Raises:
            RemoteProtocolError: they say too much.
        """
        if not self._buckets.take(account, 1.0, now):
            raise RemoteProtocolError(ErrorCode.TOO_MANY, "you say a lot: wait a few seconds, then say it again", id)


def words_of(message: Say | SayPhrase | SayInLobby) -> str:
    """Give what is said, cleaned.

    Raises:
        RemoteProtocolError: nothing is.
    """
    if not isinstance(message, SayPhrase):
        words = clean_text(message.text, cells=_CELLS)
        if not words:
            text = "there is nothing to show in that text: say something in letters, digits or other visible signs"
            raise RemoteProtocolError(ErrorCode.INVALID_TEXT, text, message.id)
        return words
    if message.phrase >= len(PHRASES):
        text = f"there is no phrase {message.phrase}: they go from 0 to {len(PHRASES) - 1}"
        raise RemoteProtocolError(ErrorCode.INVALID_TEXT, text, message.id)
    return PHRASES[message.phrase]
