"""What bots are called: Welsh names, as the game's own is Welsh."""

from collections.abc import Iterable
from typing import Final

BOT_NAMES: Final = (
    "Megan", "Dylan", "Cerys", "Owain", "Nia", "Rhys", "Gwen", "Emrys", "Carys", "Ifan", "Bronwen", "Gethin",
    "Eira", "Huw", "Lowri", "Idris", "Mair", "Steffan", "Seren", "Tegid", "Alys", "Macsen", "Ffion", "Iolo",
    "Delyth", "Gruff", "Heledd", "Aled", "Catrin", "Osian", "Non", "Pryderi",
)  # fmt: skip
"""Enough for the largest table."""


def bot_names(taken: Iterable[str], count: int) -> tuple[str, ...]:
    """Give so many names for bots that nobody at the table has yet."""
    used = {name.casefold() for name in taken}
    return tuple(name for name in BOT_NAMES if name.casefold() not in used)[:count]
