"""What is said of how a game comes to begin."""

import pytest
from msgspec.structs import replace

from chwech_tui.model.board import Board, Table, seated
from chwech_tui.model.hosting import starting
from protocol.setup import Arrangement
from protocol.tableview import Occupant, TablePhase
from tests.chwech_tui.values import KIND, table

ANN = Occupant("Ann", ready=True)
BEN = Occupant("Ben")
LATER = "who comes later takes one over."
BOT = Occupant("Dylan", bot="steady")


def gathering(*seats: Occupant | None, **changes: object) -> Table:
    """Give a table of these people before the game, as the first of them sees it."""
    return replace(table(None, TablePhase.GATHERING), seats=seats, **changes)


@pytest.mark.parametrize(
    ("there", "said"),
    [
        (
            gathering(ANN, BEN, None, None),
            f"Not ready yet: Ben. When all are ready the game begins, with 2 bots on the free seats; {LATER}",
        ),
        (
            gathering(BEN, ANN, BOT, None),
            f"You are not ready yet. When all are ready the game begins, with 1 bot on the free seat; {LATER}",
        ),
        (
            gathering(BEN, replace(ANN, here=False), BOT),
            "Not ready yet: Ann and you. The game begins when all are ready.",
        ),
        (
            gathering(ANN, None, BOT),
            "The game begins when others have come and all are ready, or when the host begins.",
        ),
        (
            gathering(ANN, ANN, None, arrangement=Arrangement(takeover=False)),
            "The game begins when every seat is taken and all are ready, or when the host begins.",
        ),
        (
            gathering(ANN, ANN, None, kept=("", "", "Cat")),
            "The game begins when those have come for whom seats are kept, or when the host begins.",
        ),
    ],
)
def test_what_the_game_waits_for(there: Table, said: str) -> None:
    """Who is not ready, and what becomes of the free seats."""
    assert starting(seated(Board(), there, KIND)) == said


def test_nothing_is_said_without_a_table() -> None:
    """There is nothing to wait for."""
    assert starting(Board()) == ""
