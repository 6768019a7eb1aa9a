"""What a series of games comes to: sums by seat, and the table that people read."""

from collections.abc import Sequence
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from protocol.chwech.events import Ending
from server.simulation.series import Played


class SeatTally(Struct, frozen=True):
    """The sums of one seat."""

    score: int = 0
    """Points."""

    wins: float = 0.0
    """Games won; a shared win counts in parts."""

    exact: int = 0
    """Deals with an exact multiple of nine cards won."""

    left: int = 0
    """Cards left in hand."""

    def plus(self, other: Self) -> Self:
        """Give the sums of both."""
        return replace(
            self,
            score=self.score + other.score,
            wins=self.wins + other.wins,
            exact=self.exact + other.exact,
            left=self.left + other.left,
        )


class Tally(Struct, frozen=True):
    """The sums of a series."""

    seats: tuple[SeatTally, ...]
    """By seat."""

    games: int = 0
    """Games played."""

    deals: int = 0
    """Deals played."""

    deadlocks: int = 0
    """Deals that ended in deadlock."""

    def add(self, game: Played) -> Self:
        """Give the sums with one game more."""
        return replace(
            self,
            seats=tuple(_add(tally, game, seat) for seat, tally in enumerate(self.seats)),
            games=self.games + 1,
            deals=self.deals + len(game.sheets),
            deadlocks=self.deadlocks + sum(sheet.ending is Ending.DEADLOCK for sheet in game.sheets),
        )


def _add(tally: SeatTally, game: Played, seat: int) -> SeatTally:
    return SeatTally(
        score=tally.score + game.sheets[-1].totals[seat],
        wins=tally.wins + (1 / len(game.winners) if seat in game.winners else 0.0),
        exact=tally.exact + sum(sheet.factors[seat] == 9 for sheet in game.sheets),
        left=tally.left + sum(sheet.left[seat] for sheet in game.sheets),
    )


def write_table(tally: Tally, bots: Sequence[str]) -> str:
    """Give the results as a table: a row for each seat, and one for each bot that has several."""
    rows = [(f"seat {seat} {bot}", [result]) for seat, (bot, result) in enumerate(zip(bots, tally.seats, strict=True))]
    for bot in dict.fromkeys(bots):
        own = [result for name, result in zip(bots, tally.seats, strict=True) if name == bot]
        if len(own) > 1:
            rows.append((f"all {bot}", own))
    width = max(len(name) for name, _ in rows)
    lines = [f"{'':{width}}  score a deal   wins  won a multiple of 9  cards left"]
    lines += [f"{name:{width}}  {_figures(tally, own)}" for name, own in rows]
    deadlocks = tally.deadlocks / max(1, tally.deals)
    lines.append(f"{tally.games:,} games, {tally.deals:,} deals, {deadlocks:.1%} of them ended in deadlock")
    return "\n".join(lines)


def _figures(tally: Tally, own: Sequence[SeatTally]) -> str:
    """Give the means of one row, over its seats."""
    total = SeatTally()
    for result in own:
        total = total.plus(result)
    deals = max(1, tally.deals * len(own))
    games = max(1, tally.games * len(own))
    score, exact, left = total.score / deals, total.exact / deals, total.left / deals
    return f"{score:12.2f}  {total.wins / games:5.1%}  {exact:19.1%}  {left:10.2f}"
