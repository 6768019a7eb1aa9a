"""The rankings of one ladder as they are sent: places and ratings, the surest first."""

from collections.abc import Iterable

from protocol.rankings import RankedPlayer
from server.tables.rated import Player
from server.tables.ratings import Belief, shown


def ranked(standings: Iterable[tuple[Player, str, Belief]], account: str = "") -> tuple[RankedPlayer, ...]:
    """Return players in their order, each with a place unless the rating is provisional.

    Args:
        standings: the players, the name of each, and what is believed about them.
        account: the reader's account; empty for nobody's.
    """
    return tuple(
        RankedPlayer(
            rating=(rating := shown(belief)),
            name=name,
            bot=player.bot,
            place=0 if rating.provisional else place,
            own=bool(account) and player.account == account,
        )
        for place, (player, name, belief) in enumerate(standings, start=1)
    )
