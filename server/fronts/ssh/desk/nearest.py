"""What somebody may have meant who wrote a word that is not known."""

from collections.abc import Collection
from difflib import get_close_matches

from server.fronts.ssh.desk.page import quoted


def unknown(word: str, known: Collection[str], where: str = "here") -> str:
    """Say that a word is not known, and which is: the one most alike, or all."""
    meant = likeness(word, known) or f"there is {', '.join(known)}"
    return f"there is no {quoted(word)} {where}: {meant}"


def likeness(word: str, known: Collection[str]) -> str:
    """Ask whether the known word most alike was meant; nothing where none is alike."""
    alike = get_close_matches(word[:40].lower(), known, n=1)
    return f"did you mean {alike[0]}?" if alike else ""
