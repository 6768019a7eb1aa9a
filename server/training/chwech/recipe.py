"""What is trained, on which tables and for how long: from these numbers and the code come the same weights again."""

from typing import Any, Final, NamedTuple

from protocol.setup import Setup


class Table(NamedTuple):
    """A table of the training."""

    players: int
    options: dict[str, Any]
    share: float
    """Its share of the deals, in parts of any whole."""

    @property
    def setup(self) -> Setup:
        """The table as the rules want it."""
        return Setup("chwech", self.players, self.options)


class Stage(NamedTuple):
    """A net's training from beginning to end."""

    name: str
    """The name of its file."""

    begins_with: str
    """The stage whose net it starts from; empty for a fresh one."""

    tables: tuple[Table, ...]
    rounds: int
    """Rounds at full pace."""

    calm: int
    """Rounds after them in which the pace falls to almost nothing."""

    pace: float
    """The length of a step."""

    explores: float
    """The share of decisions left to chance at full pace; in calm rounds a fifth of it."""

    seed: int


_ORIGINAL: Final = {"ruleset": "original"}
_MIDDLE: Final = {"five_pack": "middle"}
_TWO_PACKS: Final = {"seven_pack": "two_packs"}

SIX: Final = (
    Table(6, {}, 90),
    Table(6, {"jokers_per_trick": "one"}, 3),
    Table(6, {"joker_beats_last_ace": True}, 3),
    Table(6, {"equal_cards": "last"}, 1),
)
OTHERS: Final = (
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
)
ALL: Final = (*OTHERS, Table(6, {}, 44))

STAGES: Final = {
    stage.name: stage
    for stage in (
        Stage("every-table", "", ALL, 1000, 400, 1e-3, 0.02, 1),
        Stage("six", "every-table", SIX, 100, 400, 5e-4, 0.01, 2),
    )
}
