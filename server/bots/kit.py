"""The bots of games of the kit: what each game knows lies in its folder, and here they are shown what a seat sees."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from games.bots import BOTS, KNOWLEDGE
from games.kit.asking import read
from games.kit.run import Run
from games.kit.sampler import Advice as KitAdvice
from games.kit.sampler import Bot as KitBot
from games.kit.sampler import Observation, Unseen, observe
from games.kit.view import choices_of, table_of
from games.registry import GAMES
from protocol.game import Answer, GameView, said
from protocol.temper import Temper
from protocol.vocabulary import Action, Seat
from server.bots.bot import Advice, Adviser, Bot, Reason, Sight


def bots_of(name: str) -> Mapping[str, Bot]:
    """Return the bots of a game by level, the default first."""
    return {level: partial(_play, bot) for level, bot in BOTS[name].items()}


def adviser_of(advise: Callable[[Observation[Any]], KitAdvice | None], prepare: Callable[[], bool]) -> Adviser:
    """Return what gives advice in a game."""

    def advised(sight: Sight) -> Advice | None:
        assert sight.seen is not None
        found = advise(sight.seen)
        if found is None:
            return None
        reasons = [Reason(words, None if seat is None else Seat(seat)) for words, seat in found.reasons]
        return Advice(tuple(found.values), tuple(reasons))

    return Adviser(advised, prepare)


def seen_of(state: object, seat: Seat, temper: Temper = Temper.EVEN) -> Observation[Any] | None:
    """Return what a seat is shown that may act; None for any other, and in a game that is not of the kit."""
    run = getattr(state, "run", None)
    if not isinstance(run, Run) or run.offer(seat) is None:
        return None
    return observe(run, seat, KNOWLEDGE[run.game.name], temper)


def shown_in(view: GameView, unseen: Unseen, temper: Temper) -> Observation[Any]:
    """Return the same in another process, from a view and from what the seat knows of the cards."""
    game = GAMES[view.game]
    assert view.viewer is not None
    answers = [(seat, None if text is None else read(text)) for seat, text in unseen.answers]
    table: Any = table_of(game, view)
    return Observation(table, view.viewer, choices_of(game, view), view.prompt, lambda: unseen, answers, temper)


def _play(bot: KitBot, sight: Sight, whims: Random) -> Action:
    """Return what a bot answers."""
    assert sight.seen is not None
    return Answer(said(bot(sight.seen, whims)))
