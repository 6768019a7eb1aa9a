"""The last guard of every terminal: only what screens are made of goes out, whoever's text has come into them.

Text from others is cleaned when it comes in and again when it is drawn. If both failed, this still holds: a piece of
output with any other control character or escape sequence in it is not sent.
"""

import re
from typing import Final

_NO_TEXT: Final = (
    r"\x00-\x09\x0b-\x1f\x7f-\x9f"  # controls; the end of a line leads to the next one and is left out
    r"\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e"  # formats, up to the end
    r"\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ud800-\udfff\ufeff\ufff9-\ufffb"
    r"\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0001\U000e0020-\U000e007f"
)
"""Controls, formats (bidirectional ones too), surrogates, separators of lines and paragraphs."""

_ORDER: Final = re.compile(
    r"\x1b\[(?:"
    r"[0-9;]*m"  # how what follows looks
    r"|[0-9]{1,3};[0-9]{1,3}H"  # where what follows stands
    r"|\?2026[hl]"  # a frame begins, a frame ends
    r")"
)
"""The only orders to a terminal: Textual's frames and the strips that widgets write themselves need no more."""

_HARM: Final = re.compile(f"[{_NO_TEXT}]")


def is_harmless(output: str) -> bool:
    """Say whether a piece of output holds text and the orders of frames alone."""
    # A space for each order: what stands on its two sides must not become an order together.
    text = " ".join(_ORDER.split(output))
    # The first test is five times as fast as the second, but refuses ends of lines and some rare characters too.
    return text.isprintable() or _HARM.search(text) is None
