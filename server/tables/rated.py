"""Which games are rated, and whom they rate: people by their accounts and bots by their levels, but no guests."""

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from protocol.setup import Arrangement
from server.tables.chairs import Chair, taken
from server.tables.log import Opened
from server.tables.names import is_bot_account
from server.tables.table import S, Table

_COMPANY = 2
"""The number of players without whom there is nothing to compare."""


class Player(Struct, frozen=True, gc=False):
    """Who is rated: the person or the brought bot of an account, or every bot of one level."""

    account: str = ""
    """The account; empty for a bot of the house."""

    bot: str = ""
    """The level of the bot of the house; empty for an account."""

    @property
    def person(self) -> bool:
        """True for a person."""
        return bool(self.account) and not is_bot_account(self.account)


def player_of(chair: Chair, guests: Collection[str]) -> Player | None:
    """Return whom a seat is rated for, also if they have left it for good; None if it is one of these guests."""
    account = chair.account or chair.resigned
    if account in guests:
        return None
    return Player(account) if account else Player(bot=chair.bot)


def arrangement_of(opened: Opened) -> Arrangement:
    """Return the arrangement in force: casual with a seed, from which somebody may know the cards.

    The seed of a tournament is known to nobody.
    """
    return replace(opened.arrangement, casual=True) if opened.seed and not opened.tournament else opened.arrangement


def is_rated(table: Table[S]) -> bool:
    """True if the game is rated, with those who have the seats now; whoever takes a free one may be anybody.

    It is unless the table is casual, if there is a person with an account, and somebody to compare them with. It is not
    if of several accounts one at most has not left for good before the first deal had ended.
    """
    if arrangement_of(table.opened).casual:
        return False
    own = {seat for seat, chair in taken(table.chairs) if chair.account or chair.resigned}
    if len(own) >= _COMPANY and len(own - table.quitters) < _COMPANY:
        return False
    players = {player for _, chair in taken(table.chairs) if (player := player_of(chair, table.guests)) is not None}
    return any(player.person for player in players) and (len(players) >= _COMPANY or None in table.chairs)
