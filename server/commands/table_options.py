"""The part of a command line that describes a table: ``--game``, ``--players``, ``--ruleset``, ``--option``."""

import argparse
from typing import Final

from protocol.language import _
from protocol.setup import OptionValue, Setup
from server.rules.game import InvalidSetup
from server.rules.options import Options
from server.rules.registry import GAMES
from server.tables.ladder import RULESET

USUAL: Final = next(iter(GAMES))
"""The default game."""


def add_table_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that describe a table."""
    parser.add_argument(
        "--game",
        metavar="NAME",
        default=USUAL,
        help=_("{games} (default: {usual})", games=", ".join(GAMES), usual=USUAL),
    )
    parser.add_argument("--players", metavar="NUMBER", help=_("how many play (default: what the game is best for)"))
    parser.add_argument("--ruleset", metavar="RULES", help=_("short for --option ruleset=RULES, where a game has it"))
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=_("another option of the table, as often as needed: deals=3, five_pack=middle, partners=true …"),
    )


def read_setup(options: argparse.Namespace) -> Setup:
    """Return the setup that a command line describes.

    Raises:
        InvalidSetup: there is no such table; the text says what would be right.
    """
    game = GAMES.get(options.game)
    if game is None:
        raise InvalidSetup(
            _("game: there is no game {name}, there are {names}", name=repr(options.game[:40]), names=", ".join(GAMES))
        )
    known = Options(options.game.title(), game.players, game.options)
    players = options.players or str(game.players[0])
    if not (players.isascii() and players.isdigit()):
        raise InvalidSetup(
            _(
                "players: {given} is no number, {game} is for {numbers}",
                given=repr(players[:40]),
                game=known.title,
                numbers=known.players_words,
            )
        )
    settings = list(options.option)
    if options.ruleset is not None:
        if all(offer.name != RULESET for offer in game.options):
            raise InvalidSetup(
                _(
                    "ruleset: {game} has one set of rules; what can be chosen is {options}",
                    game=known.title,
                    options=_names(known),
                )
            )
        settings.insert(0, f"{RULESET}={options.ruleset}")
    setup = Setup(game=options.game, players=int(players[:9]), options=_chosen(known, settings))
    game.start(setup)
    return setup


def _names(known: Options) -> str:
    return ", ".join(f"--option {offer.name}=…" for offer in known.offers)


def _chosen(known: Options, settings: list[str]) -> dict[str, OptionValue]:
    chosen: dict[str, OptionValue] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise InvalidSetup(_("option: {given} has no value, write NAME=VALUE", given=repr(setting[:40])))
        if name in chosen:
            raise InvalidSetup(_("{option}: it is set twice", option=name))
        chosen[name] = known.read_value(name, value)
    return chosen
