"""The bots of these tests: two that play, one that fails, and one that does what nobody may."""

from random import Random

from protocol.vocabulary import Action, View
from server.bots import registry
from tests.server.lots import Bid, LotsView


def plain(view: View, random: Random) -> Action:
    """Bid anything."""
    assert isinstance(view, LotsView)
    return random.choice(view.legal)


def keen(view: View, _random: Random) -> Action:
    """Bid high."""
    assert isinstance(view, LotsView)
    return view.legal[-1]


def broken(_view: View, _random: Random) -> Action:
    """Fail."""
    raise RuntimeError("a bot with a fault")


def cheat(_view: View, _random: Random) -> Action:
    """Bid what nobody may."""
    return Bid(99)


BOTS = {"lots": {"plain": plain, "keen": keen, "broken": broken, "cheat": cheat}, **registry.BOTS}
"""The bots of these tests."""
