"""The command ``rules``: the rules of exactly one kind of table, in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from protocol.messages import ReadRules, Rules, Welcome
from protocol.setup import GameOffer, OptionOffer, OptionValue, Setup
from server.fronts.page import cleaned, quoted, safe, unknown, worded
from server.fronts.ssh.commands.command import Command, CommandCaller, Document
from server.fronts.ssh.commands.conversation import Misuse

_USAGE: Final = "rules [--game NAME] [--players N] [--ruleset NAME] [--option NAME=VALUE] [--json]"
_OPTIONS: Final = ("--game", "--players", "--ruleset", "--option")
_MOST_DIGITS: Final = 4


class RulesFound(Document, frozen=True):
    """The rules of a table."""

    game: str
    players: int
    options: dict[str, OptionValue]
    rules: str
    """The rules, as Markdown."""

    def text(self) -> str:
        """Return the rules unchanged."""
        return self.rules.rstrip("\n") + "\n"


async def _run(words: Sequence[str], caller: CommandCaller) -> Document:
    wishes = dict(_wishes(words))
    async with caller.host() as host:
        setup = _setup(wishes, host.welcome)
        found = await host.ask(lambda number: ReadRules(number, setup), Rules)
    return RulesFound(worded(setup.game), setup.players, cleaned(setup.options), safe(found.text))


def _wishes(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Return the name and the value of each option."""
    seen = set()
    rest = iter(words)
    for word in rest:
        option, equals, value = word.partition("=")
        if option not in _OPTIONS:
            raise Misuse(unknown(option, _OPTIONS))
        if not equals:
            value = next(rest, "")
        name = option.removeprefix("--")
        if option == "--option":
            name, equals, value = value.partition("=")
        if not (name and value):
            raise Misuse(f"{option} has no value: write {_USAGE}")
        if name in seen:
            raise Misuse(f"{quoted(name)} is set twice")
        seen.add(name)
        yield name, value


def _setup(wishes: Mapping[str, str], welcome: Welcome) -> Setup:
    """Return the setup that the options describe; without a game, of the one that the host offers first."""
    offer = _offer(wishes, welcome)
    known = {option.name: option for option in offer.options}
    players = offer.players[0]
    options = {}
    for name, value in wishes.items():
        if name == "game":
            continue
        if name == "players":
            players = _players(value, offer)
        elif name in known:
            options[name] = _value(value, known[name])
        else:
            raise Misuse(unknown(name, known, f"among the options of {worded(offer.name)}"))
    return Setup(offer.name, players, options)


def _offer(wishes: Mapping[str, str], welcome: Welcome) -> GameOffer:
    """Return the game that is asked for."""
    offers = {offer.name: offer for offer in welcome.games}
    name = wishes.get("game", welcome.games[0].name)
    if name not in offers:
        raise Misuse(unknown(name, offers, "among the games"))
    return offers[name]


def _players(text: str, offer: GameOffer) -> int:
    """Read a number of players."""
    for players in offer.players:
        if text == str(players):
            return players
    fitting = ", ".join(map(str, sorted(offer.players)))
    raise Misuse(f"players: {quoted(text)} does not fit, {worded(offer.name)} is for {fitting}")


def _value(text: str, option: OptionOffer) -> OptionValue:
    """Read the value of an option."""
    for value in option.values:
        if text == str(value).lower():
            return value
    if option.values:
        right = ", ".join(str(value).lower() for value in option.values)
        raise Misuse(f"{option.name}: {quoted(text)} is not one of its values, which are {right}")
    if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS and option.least <= int(text) <= option.most:
        return int(text)
    raise Misuse(f"{option.name}: {quoted(text)} is not a whole number from {option.least} to {option.most}")


RULES: Final = Command(
    (_USAGE,),
    "give the rules of a table, in words",
    _run,
    "Without `--game` these are the rules of the first game of the server, without `--players` those for its usual "
    "number of players; the rules are Markdown. `--ruleset` is short for `--option ruleset=`, where a game has it. "
    "`--option` may be given several times, as in `rules --players 5 --option five_pack=middle --option deals=3`.",
)
