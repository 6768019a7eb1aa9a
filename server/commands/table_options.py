"""The part of a command line that describes a table: the game, ``--players``, ``--option``."""

from collections.abc import Sequence

from protocol.language import _
from protocol.setup import OptionValue, Setup
from server.rules.options import Options
from server.rules.registry import GAMES
from server.rules.values import InvalidSetup


def read_setup(name: str, players: int | None, settings: Sequence[tuple[str, str]]) -> Setup:
    """Return the setup that a command line describes; without a name, of the first game.

    Raises:
        InvalidSetup: there is no such table; the text says what would be right.
    """
    name = name or next(iter(GAMES))
    game = GAMES.get(name)
    if game is None:
        raise InvalidSetup(
            _("game: there is no game {name}, there are {names}", name=repr(name[:40]), names=", ".join(GAMES))
        )
    known, chosen = Options(name.title(), game.players, game.options), dict[str, OptionValue]()
    for option, value in settings:
        if option in chosen:
            raise InvalidSetup(_("{option}: it is set twice", option=option))
        chosen[option] = known.read_value(option, value)
    setup = Setup(game=name, players=players or game.players[0], options=chosen)
    game.start(setup)
    return setup
