"""What every part of the host works with, all of it handed in: games, bots, store, clock and randomness."""

import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from protocol.codec import Codec
from protocol.setup import GameOffer
from server.bots.bot import Bot
from server.rules.game import Game
from server.storage.store import Store

AnyGame = Game[Any]
"""A game whose state nobody here looks into."""


class Outside(Struct, frozen=True):
    """Where time and chance come from; timers are those of the running loop."""

    now: Callable[[], float]
    """The time in seconds since 1970."""

    entropy: Callable[[int], bytes]
    """So many random bytes that nobody can guess."""


REAL_WORLD: Final = Outside(time.time, secrets.token_bytes)
"""The clock and the randomness of the machine."""


class HostServices(Struct, frozen=True):
    """All that the host is given."""

    games: Mapping[str, AnyGame]
    """The games by name, the default first."""

    bots: Mapping[str, Mapping[str, Bot]]
    """For each game its bots by level, the default first."""

    codec: Codec
    """Writes and reads what the store keeps."""

    store: Store
    """Where logs and accounts are."""

    outside: Outside = REAL_WORLD
    """Time and chance."""

    def offers(self) -> tuple[GameOffer, ...]:
        """Give what can be played here."""
        return tuple(
            GameOffer(name, game.players, game.options, tuple(self.bots[name])) for name, game in self.games.items()
        )
