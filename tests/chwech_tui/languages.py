"""Languages for tests: one that shows which texts are looked up, and one whose texts are long."""

import re
from collections.abc import Callable
from gettext import NullTranslations
from typing import Final

OTHER: Final = "cy"  # The code under which a test has its own language.


class MadeUp(NullTranslations):
    """A language that changes the English texts, but not the names of what stands in them."""

    def __init__(self, change: Callable[[str], str]) -> None:
        super().__init__()
        self._change = change

    def gettext(self, message: str) -> str:
        return self._changed(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return a text with a number."""
        return self._changed(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return a text of a context."""
        return self._changed(message)

    def _changed(self, text: str) -> str:
        return "".join(part if part.startswith("{") else self._change(part) for part in re.split(r"(\{\w*\})", text))


def _longer(part: str) -> str:
    """Return a text with words that are 40 % longer in all: each has so many more of its last letter."""
    return re.sub(r"(\w*)(\w)", lambda found: found[0] + found[2] * round(0.4 * len(found[0]) + 0.2), part)


LOUD: Final = MadeUp(str.upper)  # English in capitals.
LONG: Final = MadeUp(_longer)  # English in words that are 40 % longer.


def speaks(language: NullTranslations) -> Callable[[str], NullTranslations]:
    """Return what finds this language under the code of the other one, and English elsewhere."""
    return lambda code: language if code == OTHER else NullTranslations()
