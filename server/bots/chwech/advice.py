"""The advice of Chwech: the values of the strong net, and reasons in words."""

from server.bots.advice import Advice
from server.bots.bot import Sight
from server.bots.chwech.reasons import reasons_for
from server.bots.chwech.strong import appraise, net


def prepare() -> bool:
    """Read the net, which takes some moments the first time; return True if it can be used."""
    return net() is not None


def advise(sight: Sight) -> Advice | None:
    """Return what each legal action is worth, in points of the deal over the mean of the table, and why."""
    values = appraise(sight)
    return None if values is None else Advice(values, reasons_for(sight, values))
