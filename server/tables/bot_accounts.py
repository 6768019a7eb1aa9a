"""The accounts of bots that people bring: programs with an account of their own, marked in its id and in its name.

The mark in the id is for good, and the one in the name is seen by everybody; a bot of the house has no account.
"""

from typing import Final

_ID: Final = "bot "
"""The prefix of the ids of these accounts; the id of no person has a blank after its first word but a guest's."""


def bot_account(id: str) -> str:
    """Return the id of the account of a bot, made from a word that no other account has."""
    return _ID + id


def is_bot_account(account: str) -> bool:
    """True if an account belongs to a bot that somebody brought."""
    return account.startswith(_ID)
