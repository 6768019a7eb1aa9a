"""The bots of these tests: two that play, one that fails, one that does what nobody may, and a slow one."""

from random import Random

from protocol.vocabulary import Action
from server.bots import registry
from server.bots.bot import Sight, Slow
from tests.server.lots import Bid, LotsView


def plain(sight: Sight, random: Random) -> Action:
    """Bid anything."""
    assert isinstance(sight.view, LotsView)
    return random.choice(sight.view.legal)


def keen(sight: Sight, _random: Random) -> Action:
    """Bid high."""
    assert isinstance(sight.view, LotsView)
    return sight.view.legal[-1]


def broken(_sight: Sight, _random: Random) -> Action:
    """Fail."""
    raise RuntimeError("a bot with a fault")


def cheat(_sight: Sight, _random: Random) -> Action:
    """Bid what nobody may."""
    return Bid(99)


SLOW = {("lots", "slow"): Slow(2.0, "keen")}
"""The level of these tests that thinks in a worker process."""

BOTS = {"lots": {"plain": plain, "keen": keen, "broken": broken, "cheat": cheat, "slow": plain}, **registry.BOTS}
"""The bots of these tests."""
