"""The rankings of a game by one ruleset, and the ratings of one person."""

from protocol.errors import ErrorCode
from protocol.language import N_, sentence
from protocol.messages import Refused
from protocol.rankings import Rankings, ReadRankings
from protocol.rating import RulesetRating
from protocol.sentences import refused
from protocol.setup import Setup
from protocol.vocabulary import View
from server.host.limits import RANKED
from server.host.services import HostServices
from server.tables.ladder import RULESET, rulesets
from server.tables.placings import ladder_of
from server.tables.ratings import shown
from server.tables.standings import ranked


async def rankings(services: HostServices, message: ReadRankings, account: str) -> Rankings | Refused[View]:
    """Return the rankings for this reader, or the refusal."""
    name = message.game or next(iter(services.games))
    game = services.games.get(name)
    if game is None:
        return refused(message.id, ErrorCode.INVALID_SETUP, services.no_such_game(name))
    if message.ruleset and message.ruleset not in rulesets(game.options):
        return refused(
            message.id, ErrorCode.INVALID_SETUP, _no_such_ruleset(name, message.ruleset, rulesets(game.options))
        )
    ladder = ladder_of(Setup(name, options={RULESET: message.ruleset} if message.ruleset else {}), game.options)
    standings = await services.store.standings(ladder, RANKED)
    players = ranked(((one.player, one.name, one.belief) for one in standings), account)
    return Rankings(message.id, name, ladder.ruleset, players)


async def ratings_of(services: HostServices, account: str, game: str) -> tuple[RulesetRating, ...]:
    """Return the ratings of a person in one game, the usual ruleset first."""
    found, usual = await services.store.ratings_of(account, game), rulesets(services.games[game].options)[:1]
    ordered = sorted(found.items(), key=lambda one: one[0] not in usual)
    return tuple(RulesetRating(ruleset, shown(belief)) for ruleset, belief in ordered)


def _no_such_ruleset(game: str, ruleset: str, known: tuple[str, ...]) -> str:
    if not known:
        return sentence("{game} has no ruleset {ruleset}: leave it out", game=game, ruleset=repr(ruleset))
    why = N_("there is no ruleset {ruleset} of {game}: choose among {known}")
    return sentence(why, ruleset=repr(ruleset), game=game, known=", ".join(known))
