"""What is trained, on which tables and for how long: from these numbers and the code come the same weights again."""

from typing import Any, Final, NamedTuple

import numpy as np

from games.chwech.kernel.compiling import COMPILED, Numbers
from games.chwech.kernel.play import tables_of
from games.chwech.rules import CHWECH
from games.kit.game import Match
from lab.training.chwech.steady import Ways


class Table(NamedTuple):
    """A table of the training."""

    players: int
    options: dict[str, Any]
    share: float
    """Its share of the deals, in parts of any whole."""

    @property
    def match(self) -> Match:
        """The table as the rules want it."""
        return CHWECH.start(self.players, self.options)


class Recipe(NamedTuple):
    """A training from beginning to end."""

    tables: tuple[Table, ...]
    rounds: int
    """Rounds at full pace."""
    calm: int
    """Rounds after them in which the pace falls to almost nothing."""
    batch: int
    """Samples of a step."""
    batches: int
    """Steps of a round."""
    pace: float
    """The length of a step."""
    explores: float
    """The share of decisions left to chance at full pace; in calm rounds a fifth of it."""
    seed: int
    belief_deals: int
    """The deals in which it is counted what the signs say about unseen cards."""
    steady: Ways
    """How ``steady`` plays, which is among those who are met; it may have learnt since."""
    measured_deals: int
    """The duplicate deals in which the net is measured, at each table."""

    @property
    def rows(self) -> Numbers:
        """The tables as compiled functions want them, a row each."""
        rows = tuple(tables_of(table.match) for table in self.tables)
        return np.stack(rows) if COMPILED else rows


_ORIGINAL: Final = {"ruleset": "original"}
_MIDDLE: Final = {"five_pack": "middle"}
_TWO_PACKS: Final = {"seven_pack": "two_packs"}

RECIPE: Final = Recipe(
    tables=(
        Table(4, {}, 8),
        Table(5, {}, 6),
        Table(5, _MIDDLE, 6),
        Table(7, {}, 6),
        Table(7, _TWO_PACKS, 6),
        Table(7, {"thirteens_as_jokers": True}, 2),
        Table(7, _TWO_PACKS | {"equal_cards": "last"}, 1),
        Table(6, _ORIGINAL, 9),
        Table(4, _ORIGINAL, 6),
        Table(5, _ORIGINAL, 4),
        Table(5, _ORIGINAL | _MIDDLE, 4),
        Table(7, _ORIGINAL, 4),
        Table(7, _ORIGINAL | _TWO_PACKS, 4),
        Table(6, {}, 44),
    ),
    rounds=800,
    calm=350,
    batch=2048,
    batches=32,
    pace=1e-3,
    explores=0.02,
    seed=1,
    belief_deals=15_000,
    steady=Ways(0.15, 0.14, 0.14, 1.83, 1.68, 0.13, (8.2, 7.8, 2.2, 12.5, 9.8, 5.4, 3.1, 8.3, 7.0)),
    measured_deals=2_000,
)


def shortened(rounds: int) -> Recipe:
    """Return a training of so few rounds, for trying it."""
    return RECIPE._replace(rounds=rounds, calm=max(1, rounds // 3), belief_deals=60, measured_deals=20)
