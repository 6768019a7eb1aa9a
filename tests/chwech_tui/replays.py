"""Finished games for tests: played on a stage, recorded, and given step by step as a server would."""

from functools import cache

from chwech_tui.model.game import GAMES
from chwech_tui.model.replay import Reel, took
from games.registry import GAMES as RULES
from protocol.archive import GameEntry, ReplayPart, ReplayStep, ReviewPart, SeatReview, TurnReview
from protocol.game import Answered, Stage
from protocol.message import Seat
from protocol.setup import OptionValue, Setup
from server.tables.position import replay
from tests.chwech_tui.games.stage import NAMES, heard
from tests.chwech_tui.stage import Stage as Playing

GAME = RULES["chwech"]  # The game.


@cache
def record_of(players: int = 4, deals: int = 2, ruleset: str = "revised", seed: str = "replay") -> str:
    """Play a game at random, and give its record."""
    setup = _setup(players, deals, ruleset)
    stage = Playing(setup, seed=seed)
    for _ in stage.turns():
        pass
    names = (NAMES[0], *(f"{name} (bot)" for name in NAMES[1:players]))
    return stage.state.record(names, "17", "2026-01-01T00:00:00+00:00")


def _setup(players: int, deals: int, ruleset: str) -> Setup:
    options: dict[str, OptionValue] = {"deals": deals}
    if ruleset != "revised":
        options["ruleset"] = ruleset
    return Setup("chwech", players, options)


def steps_of(record: str) -> list[tuple[ReplayStep, ...]]:
    """Give the steps of each deal."""
    deals: list[list[ReplayStep]] = [[]]
    for event, state in replay(GAME, record):
        view = state.reveal()
        deals[-1].append(ReplayStep((heard(event),), view))
        if view.stage is not Stage.PLAYING:
            deals.append([])
    return [tuple(deal) for deal in deals[:-1]]


def reel_of(deals: list[tuple[ReplayStep, ...]]) -> Reel:
    """Give a reel that knows all these deals; they must be few."""
    reel = Reel(GAMES["chwech"])
    for number, deal in enumerate(deals, start=1):
        reel = took(reel, number, ReplayPart(1, deal, deals=len(deals)))
    return reel


def entry_of(players: int = 4, deals: int = 2, ruleset: str = "revised") -> GameEntry:
    """Give the line of such a game in the list."""
    names = (NAMES[0], *(f"{name} (bot)" for name in NAMES[1:players]))
    return GameEntry(17, "calm-river", 1_790_000_000.0, _setup(players, deals, ruleset), names, (0,) * players, Seat(0))


def review_of(entry: GameEntry, steps: tuple[ReplayStep, ...], deal: int) -> ReviewPart:
    """Give a review of a deal, of figures that nobody has worked out."""
    turns = []
    for number, step in enumerate(steps[1:], start=1):
        event = step.events[0]
        assert isinstance(event, Answered)
        assert event.seat is not None
        action = event.said or ""
        other = None if number % 5 == 0 else "-" if action != "-" else "JK=S"
        worth, trick = number - 9.25, 1 + number // 4
        turns.append(TurnReview(number, trick, event.seat, action, worth, other, 3.5, 1.25, mistake=number == 3))
    seats = tuple(SeatReview(9 * seat, 2.5 - seat, seat - 2.5, 1.5) for seat in range(len(entry.names)))
    return ReviewPart(1, deal, seats, tuple(turns), (3, 1, 2))
