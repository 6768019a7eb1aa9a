"""Records the games of the oracle from the engines that decide now: ``python -m tests.oracle.freeze [GAME ...]``."""

import lzma
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec

from games.kit.deck import SEED_BYTES
from protocol.setup import OptionOffer, OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.bots.bot import Sight, play_at_random
from server.bots.registry import BOTS
from server.rules.game import CHANCE, Game, InvalidSetup, Over, Seats, Shuffle, draw
from server.rules.registry import GAMES
from tests.oracle.engine import ended, moment, told_of, written
from tests.oracle.reader import GAMES as FOLDER
from tests.oracle.reader import Recorded

SHORT: Final[dict[str, dict[str, Sequence[OptionValue]]]] = {
    "chwech": {"deals": (1, 2)},
    "spoil-five": {"pools": (1,)},
    "auction-forty-fives": {"deals": (6,)},
    "roque": {"most_deals": (1, 4)},
    "roque-three": {"most_deals": (1, 4)},
    "bete": {"deals": (1, 4)},
    "durak-teams": {"losses": (1,)},
    "svoyi-koziri": {"deals": (1, 2), "limit": (100,)},
    "dudak": {"deals": (1, 2), "limit": (100,)},
    "challenge": {"deals": (1, 2), "limit": (100,)},
    "da-bai-fen": {"most_deals": (1, 4)},
}
"""Values that keep a game short where no other is to be shown."""

LEAST: Final = 56
"""Games of each kind at the least."""


def main(names: Sequence[str]) -> None:
    """Record these games, or all."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or GAMES:
        chance = Random(f"oracle {name}")
        recorded = [play(setup, chance) for setup in setups(name, chance)]
        data = lzma.compress(msgspec.msgpack.encode(recorded), preset=9 | lzma.PRESET_EXTREME)
        (FOLDER / f"{name}.xz").write_bytes(data)
        print(f"{name}: {len(recorded)} games, {len(data)} bytes", flush=True)


def setups(name: str, chance: Random) -> Iterator[Setup]:
    """Yield a setup for each number of players with each value of each option, and more up to the least number."""
    game = GAMES[name]
    wanted: list[tuple[int, OptionOffer | None, OptionValue]] = []
    for players in game.players:
        wanted.append((players, None, 0))
        for offer in game.options:
            if not offer.players or players in offer.players:
                others = values(offer)[1 if offer.values and offer.name not in SHORT.get(name, ()) else 0 :]
                wanted += [(players, offer, value) for value in others]
    wanted += [(chance.choice(game.players), None, 0) for _ in range(LEAST - len(wanted))]
    for players, shown, value in wanted:
        yield next(fitting(game, name, players, {} if shown is None else {**shown.needs, shown.name: value}, chance))


def values(offer: OptionOffer) -> tuple[OptionValue, ...]:
    """Return the values of an option that are shown: of numbers a few small ones."""
    step = offer.step or 1
    return (*offer.values, *(range(offer.least, offer.least + 3 * step, step) if offer.most else ()))


def fitting(
    game: Game[Any], name: str, players: int, forced: dict[str, OptionValue], chance: Random
) -> Iterator[Setup]:
    """Yield setups with these options and others by chance."""
    while True:
        options = dict(forced)
        for offer in game.options:
            short = SHORT.get(name, {}).get(offer.name)
            if offer.name in options or (short is None and chance.random() < 0.6):
                continue
            options[offer.name] = chance.choice(short or (offer.values or values(offer)))
        if forced.get("duplicate"):
            options.pop("deals", None)
        setup = Setup(name, players, options, Seat(chance.randrange(players)))
        try:
            game.start(setup)
        except InvalidSetup:
            continue
        yield setup


def play(setup: Setup, chance: Random) -> Recorded:
    """Play a game, some seats by chance and some well, and return it."""
    game = GAMES[setup.game]
    bots = [chance.choice((play_at_random, BOTS[setup.game]["steady"])) for _ in range(setup.players)]
    state, events, told, steps = game.start(setup), list[Event](), list[Event](), list[dict[str, Any]]()
    while True:
        awaits = game.awaits(state)
        now = moment(game, state, setup.players)
        if isinstance(awaits, Over):
            steps.append({**now, "act": [], "told": {}})
            break
        if isinstance(awaits, Shuffle):
            drawn = draw(awaits, chance.randbytes(SEED_BYTES))
            act: list[Any] = [drawn.seed]
            decided = game.decide(state, CHANCE, drawn)
        else:
            assert isinstance(awaits, Seats)
            seat = chance.choice(sorted(awaits.seats))
            heard = [game.tell(event, seat) for event in told]
            action = bots[seat](Sight(setup, game.view(state, seat), heard), chance)
            act, decided = [seat, written(action)], game.decide(state, seat, action)
        steps.append({**now, "act": act, "told": told_of(game, decided, setup.players)})
        if isinstance(awaits, Shuffle):
            told.clear()
        for event in decided:
            state = game.evolve(state, event)
            events.append(event)
            told.append(event)
    return Recorded(
        setup.game,
        setup.players,
        dict(setup.options),
        int(setup.first_dealer),
        *ended(game, setup, state, events),
        msgspec.Raw(msgspec.msgpack.encode(list(changes(steps)))),
    )


def changes(steps: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield of each step what has changed since the one before."""
    before: dict[str, Any] = {"shown": {}}
    for step in steps:
        changed = {name: value for name, value in step.items() if name != "shown" and before.get(name) != value}
        shown = {name: value for name, value in step["shown"].items() if before["shown"].get(name, before) != value}
        gone = sorted(before["shown"].keys() - step["shown"].keys())
        yield {**changed, **({"shown": shown} if shown else {}), **({"gone": gone} if gone else {})}
        before = step


if __name__ == "__main__":
    main(sys.argv[1:])
