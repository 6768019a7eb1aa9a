"""The command ``rules``: the games of the server, or the rules of exactly one kind of table, in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from protocol.language import N_, _, spoken
from protocol.messages import ReadRules, Rules, Welcome
from protocol.setup import Setup
from protocol.wording import told
from server.fronts.lists_page import games_lines
from server.fronts.page import quoted, safe, unknown, worded
from server.fronts.ssh.commands.command import Answer, Command, CommandCaller
from server.fronts.ssh.commands.conversation import Misuse
from server.rules.options import Options
from server.rules.values import InvalidSetup

_USAGE: Final = "rules [GAME] [--players N] [--option NAME=VALUE] [--json]"
_OPTIONS: Final = ("--players", "--option")


async def _run(words: Sequence[str], caller: CommandCaller) -> Answer:
    wishes = dict(_wishes(words))
    async with caller.host() as host:
        if not wishes:
            return Answer(games_lines(host.welcome.games), {"games": host.welcome.games})
        setup = _setup(wishes, host.welcome)
        found = await host.ask(lambda number: ReadRules(number, setup, spoken()), Rules)
    rules = safe(found.text)
    return Answer(rules.rstrip("\n").split("\n"), {"setup": setup, "rules": rules})


def _wishes(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    seen = set()
    rest = iter(words)
    for word in rest:
        option, equals, value = word.partition("=")
        name = option.removeprefix("--")
        if not option.startswith("-"):
            option, name, value = word, "game", word
        elif option not in _OPTIONS:
            raise Misuse(unknown(option, _OPTIONS))
        elif not equals:
            value = next(rest, "")
        if option == "--option":
            name, equals, value = value.partition("=")
        if not (name and value):
            raise Misuse(_("{option} has no value: write {usage}", option=option, usage=_USAGE))
        if name in seen:
            raise Misuse(_("{option} is set twice", option=quoted(name)))
        seen.add(name)
        yield name, value


def _setup(wishes: Mapping[str, str], welcome: Welcome) -> Setup:
    """Return the setup that the options describe; without a game, of the one that the host offers first."""
    offers = {offer.name: offer for offer in welcome.games}
    name = wishes.get("game", welcome.games[0].name)
    if name not in offers:
        raise Misuse(unknown(name, offers, _("there is no {word} among the games", word=quoted(name))))
    offer = offers[name]
    known = Options(worded(offer.name), offer.players, offer.options)
    players = wishes.get("players", str(offer.players[0]))
    if players not in map(str, offer.players):
        raise Misuse(
            _(
                "players: {given} does not fit, {game} is for {numbers}",
                given=quoted(players),
                game=known.title,
                numbers=known.players_words,
            )
        )
    chosen = {name: value for name, value in wishes.items() if name not in ("game", "players")}
    for name in chosen:
        if name not in (names := [option.name for option in offer.options]):
            said = _("there is no {word} among the options of {game}", word=quoted(name), game=known.title)
            raise Misuse(unknown(name, names, said))
    try:
        return Setup(offer.name, int(players), {name: known.read_value(name, chosen[name]) for name in chosen})
    except InvalidSetup as problem:
        raise Misuse(safe(told(str(problem)))) from problem


RULES: Final = Command(
    (_USAGE,),
    N_("list the games, or give the rules of a table, in words"),
    _run,
    N_(
        "Without `--players` the rules are those for the usual number of players; they are Markdown. `--option` may be "
        "given several times, as in `rules chwech --players 5 --option five_pack=middle --option deals=3`."
    ),
)
