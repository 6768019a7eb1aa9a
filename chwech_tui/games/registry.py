"""The games that this client can show, by name, and their rules in words."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.model.game import Game
from chwech_tui.model.people import rating_words
from games.registry import GAMES as KIT
from games.registry import WORDS
from protocol.archive import Statistics
from protocol.language import _
from protocol.rating import RULESET, Ladder
from protocol.setup import Setup
from protocol.table import TableView
from protocol.text import clean_text

GAMES: Final[Mapping[str, Game]] = {name: Game(WORDS[name]) for name in KIT}
"""The games that this client can show; the first is the one played where none is named."""

FIRST: Final = next(iter(GAMES))  # The name of the first game.
GIST: Final = WORDS[FIRST].gist  # The rules of the first game in three lines, for newcomers, marked for translation.


def title_of(game: str) -> str:
    """Return the title of a game; for an unknown game, the name that the server uses."""
    return GAMES[game].title if game in GAMES else clean_text(game, cells=24)


def brief_title(game: str) -> str:
    """Return the title of a game where there is little room."""
    brief = GAMES[game].game.brief if game in GAMES else ""
    return _(brief) if brief else title_of(game)


def rules_words(setup: Setup) -> str:
    """Return the rules of a table in words: ``revised rules, 3 deals``."""
    if setup.game in GAMES:
        return clean_text(GAMES[setup.game].rules_words(setup), cells=240)
    return _("a game that this client does not know ({game})", game=title_of(setup.game))


def table_words(setup: Setup) -> str:
    """Return what a table plays: ``Chwech for 6, revised rules``."""
    game, rules = title_of(setup.game), rules_words(setup)
    return _("{game} for {players}, {rules}", game=game, players=setup.players, rules=rules)


def rules_sign(setup: Setup) -> str:
    """Return the rules of a table in one word of at most eight letters; for an unknown game, its name."""
    return clean_text(GAMES[setup.game].rules_sign(setup) if setup.game in GAMES else setup.game, cells=8)


def kind_of(table: TableView) -> Game | None:
    """Return the game of a table, as this client shows it; None for a game or a view that it does not know."""
    return GAMES.get(table.setup.game) if table.game is None or table.game.game == table.setup.game else None


def ladder_words(ladder: Ladder) -> str:
    """Return a game and its ruleset: ``Chwech, revised rules``."""
    title = title_of(ladder.game)
    return f"{title}, {_ruleset(ladder)}" if ladder.ruleset else title


def own_ratings_words(played: Statistics) -> str:
    """Return the ratings of a person in one game: ``rating 1712 ± 96``; by ruleset if there are several, or none."""
    known = [
        (_ruleset(Ladder(played.game, one.ruleset)) if one.ruleset else "", rating_words(one.rating))
        for one in played.ratings
    ]
    if len(known) == 1:
        return _("rating {rating}", rating=known[0][1])
    return _("rating {rating}", rating=", ".join(f"{rating} ({rules})" for rules, rating in known)) if known else ""


def _ruleset(ladder: Ladder) -> str:
    return rules_words(Setup(ladder.game, options={RULESET: ladder.ruleset})).partition(",")[0]
