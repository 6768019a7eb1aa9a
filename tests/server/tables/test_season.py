"""How somebody has played over many games."""

from typing import Final

from msgspec.structs import replace

from protocol.archive import Statistics
from protocol.message import Seat
from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.rules.values import Tally
from server.tables.chairs import Chair
from server.tables.heading import Heading, heading, sum_up
from tests.server.tables.desk import Desk

BLANK: Final = Statistics(7, "somebody", 0, game="lots", counted="lots")
"""What is filled in."""


def sums(games: int = 0, wins: int = 0, deals: int = 0, points: int = 0, count: int = 0) -> Statistics:
    """Give the statistics with these sums."""
    return replace(BLANK, games=games, wins=wins, deals=deals, points=points, exact=count, count=count)


def an_end(*winners: int) -> Heading:
    """Give the end of a game of Ann and Ben."""
    return Heading(
        code="t",
        opened_at=0.0,
        setup=Setup("lots", 2),
        phase=TablePhase.OVER,
        chairs=(Chair("Ann", account="ann"), Chair("Ben", account="ben")),
        summary="",
        maker="ann",
        winners=tuple(map(Seat, winners)),
        tallies=(Tally(6, 100, 2), Tally(6, 80, 0)),
    )


def test_games_are_summed_up() -> None:
    """Games, wins, deals, points and what else is counted add up, a shared win as a win; other games do not."""
    other = replace(an_end(0), setup=Setup("whist", 2))
    ends = [an_end(0), an_end(0, 1), other, an_end(1)]
    assert sum_up(BLANK, ends, "ann") == sums(3, 2, 18, 300, 6)
    assert sum_up(BLANK, ends, "ben") == sums(3, 2, 18, 240, 0)
    assert sum_up(BLANK, [], "ann") == sums()


def test_what_was_left_for_good_counts_as_a_game_only() -> None:
    """What a bot has played for somebody who left for good is not theirs."""
    end = an_end(0)
    left = replace(end, chairs=(Chair("Ann", bot="plain", resigned="ann"), end.chairs[1]))
    assert sum_up(BLANK, [left], "ann") == sums(1)


def test_an_end_of_an_earlier_version_counts_as_a_game_only() -> None:
    """Where nothing was noted of the deals, only the game counts."""
    assert sum_up(BLANK, [replace(an_end(0), tallies=(), winners=())], "ann") == sums(1)


def test_the_heading_has_the_tallies_at_the_end_alone() -> None:
    """While a game is on nothing is said of who wins."""
    desk = Desk(2, options={"deals": 1})
    desk.join("ben")
    desk.done(desk.start())
    assert (heading(desk.table).winners, heading(desk.table).tallies) == ((), ())
    desk.play_a_deal()
    brief = heading(desk.table)
    assert brief.phase is TablePhase.OVER
    assert [tally.points for tally in brief.tallies] == [*brief.totals]
    best = max(brief.totals)
    assert brief.winners == tuple(seat for seat, total in enumerate(brief.totals) if total == best)
