"""How fast the engine plays on one core: whole deals by chance through the public interface."""

import gc
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

from games.chwech.rules import CHWECH, ChwechTable, Sheet
from games.kit.asking import Ask, Rules, Shuffle
from games.kit.deck import SEED_BYTES, shuffle
from games.kit.game import Game, Laid
from games.kit.run import Run
from lab.deals_by_chance import COMPILED, play_fast
from protocol.setup import Setup
from server.simulation.series import Series, play_game
from tests.bench import floor
from tests.bench.measure import Bar, Better, Findings, Measure, Other, Scale
from tests.bench.peers.by_turns import by_turns
from tests.bench.peers.scratch import LeftOut, Scratch

SETUP: Final = Setup(options={"deals": 1})

WARM_UP: Final = 4000  # Deals before the clock runs, which fill the tables of plays.
DEALS: Final = 2000  # Deals in a round.
FLOORS: Final = 100  # How often the floor is done in a round.

FAST_DEALS: Final = 50_000

GAMES_BY_RULES: Final = 10  # Games of several deals that are played with records beside the compiled ones.

BY_RULES: Final = "floor: by the rules, with records"

RLCARD_DEALS: Final = 100  # Fewer, for they take longer.

FLOOR: Final = "floor: packs sorted and dealt in plain Python, runs"

BARE: Final = "floor: a shuffle and as many turns that no rule looks at"

TURNS: Final = 81  # The turns of a deal by chance, on average.

HEARTS: Final = "OpenSpiel's hearts"

HEARTS_BY_BOTS: Final = "OpenSpiel's hearts, chosen by its compiled bots"


class Peer(NamedTuple):
    """A program that plays deals by turns with us."""

    package: str
    version: str
    program: str
    """Our program for it."""
    deals: int
    """How many deals a round has."""
    arguments: tuple[str, ...] = ()


PEERS: Final = {
    HEARTS: Peer("open_spiel", "1.6.9", "openspiel_hearts.py", DEALS),
    "RLCard's bridge": Peer("rlcard", "1.2.0", "rlcard_bridge.py", RLCARD_DEALS),
}
"""The peers of the public interface."""

COMPILED_PEERS: Final = {HEARTS_BY_BOTS: Peer("open_spiel", "1.6.9", "openspiel_hearts.py", 10 * DEALS, ("compiled",))}
"""The peers of the compiled deals: no step of theirs is taken in Python either."""

NOTE: Final = (
    "One deal of Chwech for six is one shuffle and, by chance, some 81 turns, each chosen among what is legal, and told"
    " as at a table. Turns that no rule looks at are asked by a deal that only asks: no rules in plain Python can play"
    " more deals by this interface. Hearts for four is 52 dealt and 52 played cards, on a state that compiled C++"
    " changes in place. Bridge for four has an auction too, some 62 turns, and arrays for learning at every one. All"
    " run on one core, without the collector."
)

COMPILED_NOTE: Final = (
    "Compiled deals are those of `lab/deals_by_chance.py`: packs shuffled by a quick generator, choices, tricks and"
    " scores on arrays that are changed in place, without events and states; no part of a deal runs in Python. Nor does"
    " it where OpenSpiel's own bots choose in hearts, but for the start of each deal: compiled code beside compiled"
    " code. The bar of twice OpenSpiel's hearts stays on the public interface too, where plain Python stands against"
    " compiled rules."
)


def play_deal(game: Game[Any], chance: Random) -> None:
    """Play one deal at random."""
    run, random = Run(game.start(SETUP.players, SETUP.options)), chance.random
    assert isinstance(run.asks, Shuffle)
    run.shuffle(shuffle(chance.randbytes(SEED_BYTES), run.asks.cards))
    while isinstance(asks := run.asks, Ask):
        choices = run.legal(asks.seat)
        run.act(asks.seat, choices[int(random() * len(choices))])


def turns_without_rules(table: ChwechTable, laid: Laid) -> Rules[Sheet]:
    """Ask as many turns as a deal has, each for any card of a hand."""
    nobody, hands = (0,) * table.players, laid["hands"]
    for turn in range(TURNS):
        yield Ask(turn % table.players, hands[turn % table.players], "open")
    return Sheet(dealer=0, ending="out", points=nobody, totals=nobody, won=nobody, left=nobody)


WITHOUT_RULES: Final = replace(CHWECH, deal=turns_without_rules)


@contextmanager
def uncollected() -> Iterator[None]:
    """Do as timeit does: what is timed is the engine, whose states are freed without the collector."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def measure(scale: Scale, scratch: Scratch) -> Findings:
    """Let all play by turns."""
    left_out: list[str] = []
    versions: dict[str, str] = {}
    with ExitStack() as stack:
        peers: dict[str, Callable[[], float]] = {}
        for who, peer in (PEERS | (COMPILED_PEERS if COMPILED else {})).items():
            try:
                python = scratch.python([f"{one.package}=={one.version}" for one in PEERS.values()])
            except LeftOut as reason:
                left_out.append(f"{who}: {reason}")
                continue
            process = stack.enter_context(by_turns(python, peer.program, peer.arguments))
            count = scale.of(peer.deals)
            peers[who] = lambda process=process, count=count: count / process.seconds(count)  # type: ignore[misc]
            versions[peer.package] = peer.version
        measures = [_deals(scale, {who: peers[who] for who in PEERS if who in peers})]
        if COMPILED:
            measures.append(_compiled(scale, {who: peers[who] for who in COMPILED_PEERS if who in peers}))
    if not COMPILED:
        left_out.append("compiled deals: numba is not installed, which `make fast` does.")
    return Findings(tuple(measures), (NOTE, COMPILED_NOTE) if COMPILED else (NOTE,), tuple(left_out), versions)


def _deals(scale: Scale, peers: dict[str, Callable[[], float]]) -> Measure:
    """Measure whole deals through the public interface."""
    chance, deals, floors = Random(1), scale.of(DEALS), scale.of(FLOORS)

    def play(count: int, game: Game[Any] = CHWECH) -> None:
        for _ in range(count):
            play_deal(game, chance)

    who: dict[str, Callable[[], float]] = {
        "": lambda: deals / floor.seconds(lambda: play(deals)),
        FLOOR: lambda: floors / floor.seconds(lambda: [floor.work() for _ in range(floors)]),
        BARE: lambda: deals / floor.seconds(lambda: play(deals, WITHOUT_RULES)),
        **peers,
    }
    with uncollected():
        play(scale.of(WARM_UP))
        rounds = taken_by_turns(4 * scale.rounds, who)
    others = tuple(Other(name, figures) for name, figures in rounds.items() if name)
    bars = (Bar(10_000), Bar(2, HEARTS))
    return Measure("deals by chance, public interface", "deals/s", Better.MORE, rounds[""], others, bars)


def taken_by_turns(rounds: int, who: dict[str, Callable[[], float]]) -> dict[str, tuple[float, ...]]:
    """Return what everyone's rounds gave, all of them in each round, one after another."""
    taken: dict[str, list[float]] = {name: [] for name in who}
    for _ in range(rounds):
        for name, take in who.items():
            taken[name].append(take())
    return {name: tuple(figures) for name, figures in taken.items()}


def _compiled(scale: Scale, peers: dict[str, Callable[[], float]]) -> Measure:
    """Measure compiled deals, shuffling included, and the same by the rules themselves, which also write records."""
    setup, deals, games = Setup("chwech", 6), scale.of(FAST_DEALS), scale.of(GAMES_BY_RULES)
    series = Series(setup, ("random",) * setup.players, "bench")
    play_fast(setup, 1, 1)

    def taken(play: Callable[[], int]) -> float:
        found: list[int] = []
        seconds = floor.seconds(lambda: found.append(play()))
        return found[0] / seconds

    rounds = taken_by_turns(
        scale.rounds,
        {
            "": lambda: taken(lambda: play_fast(setup, 7, deals).deals),
            BY_RULES: lambda: taken(lambda: sum(len(play_game(series, one).totals) for one in range(1, games + 1))),
            **peers,
        },
    )
    others = tuple(Other(name, figures) for name, figures in rounds.items() if name)
    bars = (Bar(100, BY_RULES), Bar(2, HEARTS_BY_BOTS))
    return Measure("deals by chance, compiled", "deals/s", Better.MORE, rounds[""], others, bars)
