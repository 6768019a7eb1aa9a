"""The bots of games of the kit: what each game knows lies in its folder, and here they are shown what a seat sees."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from games.bots import BOTS, KNOWLEDGE
from games.kit.game import Game
from games.kit.run import Run
from games.kit.sampler import Bot as KitBot
from games.kit.sampler import Observation, Unseen, look_at
from games.kit.view import choices_of, table_of
from games.registry import GAMES
from protocol.game import Answer, GameView, said
from protocol.vocabulary import Action, Seat
from server.bots.bot import Bot, Sight


def bots_of(name: str) -> Mapping[str, Bot]:
    """Return the bots of a game by level, the default first."""
    return {level: partial(_play, GAMES[name], bot) for level, bot in BOTS[name].items()}


def unseen_of(state: object, seat: Seat) -> Callable[[], Unseen] | None:
    """Return a function that returns what a seat knows of the cards, no more than a person on it.

    None for a state of a game that is not of the kit.
    """
    run = getattr(state, "run", None)
    return partial(look_at, run, seat, KNOWLEDGE[run.game.name]) if isinstance(run, Run) else None


def _play(game: Game[Any], bot: KitBot, sight: Sight, whims: Random) -> Action:
    """Return what a bot answers."""
    view = sight.view
    assert isinstance(view, GameView)
    assert view.viewer is not None
    assert sight.unseen is not None
    table: Any = table_of(game, view)
    seen = Observation(table, view.viewer, choices_of(game, view), view.prompt, sight.unseen, temper=sight.temper)
    return Answer(said(bot(seen, whims)))
