"""How the net plays: its lead over the others at each table, in duplicate deals."""

import numpy as np

from games.chwech.kernel.compiling import Layers
from games.chwech.kernel.play import tables_of
from lab.training.chwech.recipe import Table
from lab.training.chwech.selfplay import LEARNER, STEADY, company, contest, make_desk


def lead_over_steady(net: Layers, table: Table, deals: int, seed: int) -> dict[str, float]:
    """Return the lead of one net over otherwise ``steady`` in points a deal, its error, and its share of firsts."""
    leads = np.zeros(deals)
    guests = company((net, net), [LEARNER, *[STEADY] * (table.players - 1)], seed)
    first = contest(guests, tables_of(table.match), make_desk(net), leads)
    error = float(leads.std(ddof=1) / np.sqrt(deals))
    return {"lead": round(float(leads.mean()), 2), "se": round(error, 2), "first": round(first, 3)}
