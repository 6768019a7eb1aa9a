"""The command ``tournament``: lists tournaments, shows one, takes part, and makes, starts or calls off one's own."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from protocol.codec import to_plain
from protocol.language import N_
from protocol.planning import USAGE, InvalidPlan, read_request
from protocol.tournaments import ListTournaments, TournamentAnswer, Tournaments, TournamentShown
from server.fronts.page import worded
from server.fronts.ssh.commands.command import Command, CommandCaller, Document
from server.fronts.ssh.commands.conversation import Misuse
from server.fronts.ssh.public_address import PublicAddress
from server.fronts.tournament_page import list_lines, tournament_lines

_WAYS: Final = tuple(f"tournament {way}" for way in USAGE)


class Told(Document, frozen=True):
    """An answer about tournaments."""

    found: TournamentAnswer

    def text(self, place: PublicAddress) -> str:
        """Write the list, or one tournament."""
        found = self.found
        lines = list_lines(found) if isinstance(found, Tournaments) else tournament_lines(found)
        return "\n".join(lines) + "\n"

    def json(self) -> str:
        """Write the answer as the protocol has it."""
        return msgspec.json.encode(_cleaned(to_plain(replace(self.found, id=0)))).decode() + "\n"


def _cleaned(plain: object) -> object:
    """Return a plain value whose texts cannot disturb a terminal."""
    if isinstance(plain, str):
        return worded(plain)
    if isinstance(plain, dict):
        return {worded(key): _cleaned(value) for key, value in plain.items()}
    return [_cleaned(value) for value in plain] if isinstance(plain, list | tuple) else plain


async def _tournament(words: Sequence[str], caller: CommandCaller) -> Document:
    async with caller.host() as host:
        try:
            request = read_request(words, host.welcome.games)
        except InvalidPlan as problem:
            raise Misuse(str(problem)) from None
        kind = Tournaments if isinstance(request, ListTournaments) else TournamentShown
        return Told(await host.ask(lambda number: replace(request, id=number), kind))


TOURNAMENT: Final = Command(
    _WAYS,
    N_("list the tournaments, take part in one, or make one"),
    _tournament,
    N_(
        "Who has made a tournament starts it. Then the server opens the tables of each round and seats everybody: your "
        "tables are in `tables`, and a bot plays where you do not come. A move has 60 seconds, or `move=2d` two days."
    ),
)
