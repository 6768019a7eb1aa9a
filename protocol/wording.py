"""What a sentence of the server was made from, so that a client can say it in its reader's language."""

from msgspec import Struct

from protocol.language import Sentence, retold


class Wording(Struct, frozen=True, gc=False):
    """A sentence as a pattern and what stands in it."""

    template: str
    """The English sentence with the names of its values in braces."""

    values: dict[str, str] = {}
    """The values by their names."""


def wording(text: str) -> Wording | None:
    """Return what a text was made from; None if it has no other form than this one."""
    return Wording(text.template, text.values) if isinstance(text, Sentence) else None


def told(text: str) -> str:
    """Return a text in the reader's language, if it is a sentence that can be said in it."""
    return worded(text, wording(text))


def worded(text: str, said: Wording | None) -> str:
    """Return a text of a server in the reader's language, as far as that is known."""
    return retold(text, said.template, said.values) if said is not None else text
