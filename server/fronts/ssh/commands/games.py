"""The command ``games``: the games of the server."""

from collections.abc import Sequence

from msgspec import Struct

from protocol.language import N_
from protocol.setup import GameOffer
from server.fronts.games_page import games_lines
from server.fronts.page import safe, worded
from server.fronts.ssh.commands.command import Command, CommandCaller, Document, expect
from server.fronts.ssh.public_address import PublicAddress

_USAGE = "games"


class GameLine(Struct, frozen=True):
    """One game of the server."""

    name: str
    players: tuple[int, ...]
    """The numbers of players, the usual one first."""

    minutes: int
    """About how long it takes; 0 if that is not known."""

    about: str
    """What kind of game it is."""


class GamesFound(Document, frozen=True):
    """The games of the server."""

    games: tuple[GameLine, ...]

    def text(self, place: PublicAddress) -> str:
        """Return a line for each game."""
        offers = (GameOffer(one.name, one.players, (), (), one.about, one.minutes) for one in self.games)
        return "\n".join(games_lines(offers)) + "\n"


async def _run(words: Sequence[str], caller: CommandCaller) -> Document:
    expect(words, _USAGE, 0, 0)
    async with caller.host() as host:
        offers = host.welcome.games
    return GamesFound(tuple(GameLine(worded(one.name), one.players, one.minutes, safe(one.about)) for one in offers))


GAMES = Command(
    (f"{_USAGE} [--json]",),
    N_("list the games, for how many they are, and about how long they take"),
    _run,
    N_("`rules --game NAME` gives the rules of one of them."),
)
