"""The tables that were opened with the coach, as a text that is kept with the settings; pure.

Whoever comes back to such a table finds the coach there, whatever the settings say of him.
"""

from protocol.settings import MOST_CHARACTERS


def has_coach(coached: str, table: str) -> bool:
    """Return True if a table was opened with the coach."""
    return table in coached.split()


def with_coach(coached: str, table: str) -> str:
    """Return the codes with one more, the newest first; what there is no room for is forgotten."""
    codes = [table, *without_coach(coached, table).split()]
    while codes and len(" ".join(codes)) > MOST_CHARACTERS:
        codes.pop()
    return " ".join(codes)


def without_coach(coached: str, table: str) -> str:
    """Return the codes without one."""
    return " ".join(code for code in coached.split() if code != table)
