"""The options that commands share by SSH and on the machine itself, and the table that some of them describe."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from protocol.command_line import Option, short_text, whole_number
from protocol.language import N_, _

if TYPE_CHECKING:
    from protocol.setup import OptionValue, Setup


def _named_value(text: str) -> tuple[str, str]:
    name, _equals, value = text.partition("=")
    if not (name and value) or len(text) > 80:
        raise ValueError(_("{given} is no option: write NAME=VALUE, as in deals=3", given=repr(text[:40])))
    return name, value


_GAME: Final = Option(
    "GAME", N_("a game: chwech rules lists them (default: chwech)"), read=short_text, default="", many="?"
)
TABLE: Final = (
    _GAME,
    Option("--players", N_("how many play (default: what the game is best for)"), "N", whole_number(32)),
    Option(
        "--option",
        N_("another option of the table, as often as needed: deals=3, ruleset=original, duplicate=true …"),
        "NAME=VALUE",
        _named_value,
        default=(),
        many="*",
    ),
)

ADMIN: Final = (
    Option("WORD", "what to do: help lists it; -- comes before words that begin with -", many="*", to="words"),
    Option("--everybody-known", "with allow: all who have an account with a key"),
)
"""What is to be done to a server, by those who run it."""


def read_setup(name: str, players: int | None, settings: Sequence[tuple[str, str]]) -> "Setup":
    """Return the setup of a command line, by default of the first game; raise ``InvalidSetup`` if there is none."""
    from games.kit.options import InvalidSetup
    from games.registry import GAMES
    from protocol.setup import Setup

    name = name or next(iter(GAMES))
    game = GAMES.get(name)
    if game is None:
        raise InvalidSetup(
            _("game: there is no game {name}, there are {names}", name=repr(name[:40]), names=", ".join(GAMES))
        )
    chosen: dict[str, OptionValue] = {}
    for option, value in settings:
        if option in chosen:
            raise InvalidSetup(_("{option}: it is set twice", option=option))
        chosen[option] = game.read_value(option, value)
    setup = Setup(game=name, players=players or game.players[0], options=chosen)
    game.start(setup.players, setup.options)
    return setup
