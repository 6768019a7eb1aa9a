"""A line that is being written, key by key; pure, so that it costs no widget and a key no more than elsewhere."""

from msgspec import Struct
from msgspec.structs import replace

from protocol.talk import TEXT_CHARACTERS
from protocol.text import clean_text


class Draft(Struct, frozen=True):
    """What has been written so far; it is changed at its end."""

    text: str = ""
    """The text."""

    longest: int = TEXT_CHARACTERS
    """The most characters that it may have."""


def typed(draft: Draft, key: str, character: str) -> Draft:
    """Use a key: its name, and the character that it writes; nothing for one that writes none."""
    match key:
        case "backspace" | "ctrl+h":
            return replace(draft, text=draft.text[:-1])
        case "ctrl+w":
            return replace(draft, text=draft.text.rstrip().rpartition(" ")[0])
        case "ctrl+u":
            return replace(draft, text="")
        case _:
            return replace(draft, text=(draft.text + character)[: draft.longest])


def pasted(draft: Draft, text: str) -> Draft:
    """Add a text from elsewhere, as one line."""
    return replace(draft, text=(draft.text + clean_text(text, cells=draft.longest))[: draft.longest])
