"""The command ``rankings``: who plays a game best here, people and bots together."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from protocol.language import N_
from protocol.rankings import RankedPlayer, Rankings, ReadRankings
from server.fronts.page import named, worded
from server.fronts.rankings_page import RANKINGS_USAGE, InvalidRankings, meant_ladders, rankings_lines
from server.fronts.ssh.commands.command import Command, CommandCaller, Document, expect
from server.fronts.ssh.commands.conversation import Conversation, Misuse
from server.fronts.ssh.public_address import PublicAddress
from server.tables.ladder import Ladder, rulesets
from server.tables.names import BOT_MARK

_USAGE: Final = f"{RANKINGS_USAGE} [--json]"


class RankedLine(Struct, frozen=True):
    """Somebody in the rankings."""

    place: int | None
    name: str
    """The name of the person, or of the bot that somebody brings; empty for a bot of the house."""

    level: str
    """The level of the bot of the house; empty for all others."""

    bot: bool
    rating: int
    deviation: int
    provisional: bool
    games: int
    you: bool


class RankingsLine(Struct, frozen=True):
    """The rankings of one game by one ruleset."""

    game: str
    ruleset: str
    players: tuple[RankedLine, ...]


class RankingsFound(Document, frozen=True):
    """The rankings that are wanted."""

    found: tuple[Rankings, ...]

    def text(self, place: PublicAddress) -> str:
        """Write them one after the other."""
        return "\n".join(rankings_lines(self.found)) + "\n"

    def json(self) -> str:
        """Write them for a program."""
        return RankingsDocument(tuple(map(_rankings, self.found))).json()


class RankingsDocument(Document, frozen=True):
    """The rankings as a program reads them."""

    rankings: tuple[RankingsLine, ...]


def _rankings(found: Rankings) -> RankingsLine:
    return RankingsLine(worded(found.game), worded(found.ruleset), tuple(map(_line, found.players)))


def _line(player: RankedPlayer) -> RankedLine:
    rating, name = player.rating, named(player.name)
    return RankedLine(
        place=player.place or None,
        name=name,
        level=worded(player.bot),
        bot=bool(player.bot) or name.endswith(BOT_MARK),
        rating=rating.points,
        deviation=rating.deviation,
        provisional=rating.provisional,
        games=rating.games,
        you=player.own,
    )


async def _run(words: Sequence[str], caller: CommandCaller) -> Document:
    expect(words, _USAGE, 0, 2)
    async with caller.host() as host:
        games = {offer.name: rulesets(offer.options) for offer in host.welcome.games}
        try:
            wanted = meant_ladders(words, games)
        except InvalidRankings as problem:
            raise Misuse(str(problem)) from None
        return RankingsFound(tuple([await _asked(host, ladder) for ladder in wanted]))


async def _asked(host: Conversation, ladder: Ladder) -> Rankings:
    return await host.ask(lambda number: ReadRankings(number, ladder.game, ladder.ruleset), Rankings)


RANKINGS: Final = Command(
    (_USAGE,),
    N_("list who plays a game best, people and bots"),
    _run,
    N_("Without words it tells of Chwech by each ruleset; with a ruleset or the name of a game it tells of one list."),
)
