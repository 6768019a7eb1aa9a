"""The tempers of bots: each goes with the name, so that those at one table differ."""

from itertools import pairwise

from protocol.temper import Temper
from server.tables.chairs import Chair, chair_temper
from server.tables.names import BOT_NAMES, temper_of


def test_neighbours_in_the_list_of_names_differ() -> None:
    """Bots take names in the order of the list, so that those of one table are of all tempers."""
    tempers = [temper_of(name) for name in BOT_NAMES]
    assert set(tempers) == set(Temper)
    assert all(one is not other for one, other in pairwise(tempers))
    assert temper_of("Nobody") is Temper.EVEN


def test_a_bot_has_the_temper_of_its_name() -> None:
    """Unless it plays by chance, or for a person who is away or has left."""
    assert chair_temper(Chair("Megan", bot="steady")) is Temper.BOLD
    assert chair_temper(Chair("Megan", bot="random")) is Temper.EVEN
    assert chair_temper(Chair("Megan", "account", bot="steady")) is Temper.EVEN
    assert chair_temper(Chair("Megan", bot="steady", resigned="account")) is Temper.EVEN
    assert chair_temper(Chair("Megan", "account")) is Temper.EVEN
