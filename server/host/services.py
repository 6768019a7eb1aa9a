"""The services that every part of the host uses: games, bots, store, clock and randomness."""

import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct, field

from games.bots import KNOWLEDGE
from games.kit.game import Game
from games.kit.sampler import Bot, Knowledge
from protocol.codec import Codec
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.setup import GameOffer
from server.bots.registry import Adviser, Slow
from server.defaults import LOG_DAYS
from server.host.limits import ServerConfiguration
from server.metrics import Meters
from server.storage.database import Store


class Outside(Struct, frozen=True):
    """The sources of time and randomness; timers are those of the running loop."""

    now: Callable[[], float]
    entropy: Callable[[int], bytes]
    """Returns the given number of random bytes, fit for secrets."""


REAL_WORLD: Final = Outside(time.time, secrets.token_bytes)


class HostServices(Struct):
    """The dependencies of the host."""

    games: Mapping[str, Game[Any]]
    """The games by name, the default first."""
    bots: Mapping[str, Mapping[str, Bot]]
    """The bots of each game by level, the default first."""
    codec: Codec
    store: Store
    """Keeps logs and accounts. Its ``StoreFault`` passes through whatever uses it, up to the connection or the task."""
    outside: Outside = REAL_WORLD
    slow: Mapping[tuple[str, str], Slow] = {}
    """The bots that think in worker processes, by game and level."""
    fallbacks: Callable[[], Mapping[str, Mapping[str, str]]] = dict
    """Returns, by game, the levels that cannot play as they should now, each with the one that plays in its place."""
    worker_bots: str = "server.bots.registry"
    """The module whose bots the worker processes ask."""
    advisers: Mapping[str, Adviser] = {}
    """What gives hints, by game; there are none in the others."""
    knowledge: Mapping[str, Knowledge[Any]] = field(default_factory=lambda: KNOWLEDGE)
    """What bots know of each game."""
    configured: ServerConfiguration = ServerConfiguration()
    """What the operator says of the host; replaced as a whole."""
    night: str = ""
    """The weekly game night, such as ``Fri 20:00``; empty for none."""
    meters: Meters = field(default_factory=Meters)

    log_days: int = LOG_DAYS
    """Days for which the logs of closed tables are kept; 0 for ever."""

    def game(self, name: str) -> Game[Any]:
        """Return a game; raise ``RemoteProtocolError``, which lists those there are, if there is none."""
        if name in self.games:
            return self.games[name]
        text = sentence(
            "there is no game {name} here: choose among {games}", name=repr(name), games=", ".join(self.games)
        )
        raise RemoteProtocolError(ErrorCode.INVALID_SETUP, text)

    def offers(self) -> tuple[GameOffer, ...]:
        """Return what can be played here, for the welcome message."""
        lacking = self.fallbacks()
        return tuple(
            GameOffer(
                name,
                game.players,
                game.options,
                tuple(self.bots[name]),
                game.about,
                game.minutes,
                {**lacking.get(name, {})},
                hints=name in self.advisers,
            )
            for name, game in self.games.items()
        )
