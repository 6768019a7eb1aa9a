"""The end of a deal is solved: as well as everything tried would do it, and within bounds."""

from random import Random

import pytest

from games.bots import KNOWLEDGE
from games.kit.run import Run, fork
from games.kit.sampler import observe
from games.kit.solver import Ending, TooLarge, asked
from games.registry import GAMES


def late(name: str, players: int, seed: int) -> Run:
    """Return a deal of which so few cards are left that the rest is solved."""
    rng, run = Random(seed), Run(GAMES[name].start(players, {}))
    cards = len(run.game.pack(run.match))
    run.shuffle(rng.sample(range(cards), cards))
    knowledge = KNOWLEDGE[name]
    while not (knowledge.is_late(run.table) and knowledge.is_solved(run.table)):
        seat = asked(run.asks)
        offer = run.offer(seat)
        assert seat is not None
        assert offer is not None
        run.act(seat, knowledge.plain(run.table, seat, offer, rng))
    return run


def tried(run: Run, ending: Ending) -> float:
    """Return what the rest brings, by trying every line of it to its end."""
    seat = asked(run.asks)
    if len(run.match.sheets) == ending.deal or seat is None:
        return ending.value(run.match.sheets[-1])
    values = []
    for choice in run.legal(seat):
        then = fork(run)
        then.act(seat, choice)
        values.append(tried(then, ending))
    return max(values) if seat in ending.friends else min(values)


@pytest.mark.parametrize(("name", "players"), [("twenty-five", 3), ("forty-five", 4)])
def test_the_rest_brings_what_trying_everything_brings(name: str, players: int) -> None:
    """For the side of the seat to act, and for another seat; what cannot matter is left out on the way."""
    for seed in range(3):
        run = late(name, players, seed)
        acts = asked(run.asks)
        assert acts is not None
        for seat in (acts, (acts + 1) % players):
            ending = KNOWLEDGE[name].ending(run.match.before(1), run.table, seat, 2000)
            assert ending.outcome(fork(run)) == pytest.approx(tried(fork(run), ending))
            assert ending.lines > 0
            with pytest.raises(TooLarge):
                KNOWLEDGE[name].ending(run.match.before(1), run.table, seat, 0).outcome(fork(run))


def test_partners_against_one_play_together() -> None:
    """Also where sides are made by the auction, and each scores alone."""
    run, name = Run(GAMES["roque-three"].start(3, {})), "roque-three"
    run.shuffle(range(51))
    while run.table.declarer is None:
        seat = asked(run.asks)
        assert seat is not None
        run.act(seat, run.legal(seat)[0])
    alone = run.table.declarer
    assert KNOWLEDGE[name].friends(run.table, alone) == [alone]
    rest = [seat for seat in range(3) if seat != alone]
    assert [KNOWLEDGE[name].friends(run.table, seat) for seat in rest] == [rest, rest]
    assert observe(run, alone, KNOWLEDGE[name]).table.declarer == alone
