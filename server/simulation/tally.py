"""The results of a series: sums by seat, and the table that shows them."""

from collections.abc import Sequence
from typing import Self

from msgspec import Struct

from server.rules.game import Figures
from server.simulation.series import PlayedGame


class SeatTally(Struct, frozen=True):
    """The sums of one seat, or of several."""

    score: int = 0
    wins: float = 0.0
    """Games won; a shared win counts in parts."""

    counts: tuple[int, ...] = ()
    """The sums of the columns of the game's statistics."""

    def plus(self, other: Self) -> Self:
        """Return the sum with another tally."""
        counts = (
            [one + two for one, two in zip(self.counts, other.counts, strict=True)] if self.counts else other.counts
        )
        return type(self)(self.score + other.score, self.wins + other.wins, tuple(counts))


class SimulationTally(Struct, frozen=True):
    """The sums of a series."""

    seats: tuple[SeatTally, ...]
    games: int = 0
    deals: int = 0
    noted: int = 0

    def add(self, game: PlayedGame) -> Self:
        """Return the tally with one more game."""
        return type(self)(
            tuple(tally.plus(_of_seat(game, seat)) for seat, tally in enumerate(self.seats)),
            self.games + 1,
            self.deals + len(game.totals),
            self.noted + game.noted,
        )


def _of_seat(game: PlayedGame, seat: int) -> SeatTally:
    wins = 1 / len(game.winners) if seat in game.winners else 0.0
    return SeatTally(game.totals[-1][seat], wins, tuple(counts[seat] for counts in game.counts))


def write_table(tally: SimulationTally, bots: Sequence[str], figures: Figures) -> str:
    """Return the results as a table: a row for each seat, and one for each bot that has several seats."""
    rows = [(f"seat {seat} {bot}", [result]) for seat, (bot, result) in enumerate(zip(bots, tally.seats, strict=True))]
    for bot in dict.fromkeys(bots):
        own = [result for name, result in zip(bots, tally.seats, strict=True) if name == bot]
        if len(own) > 1:
            rows.append((f"all {bot}", own))
    width = max(len(name) for name, _ in rows)
    titles = [column.title for column in figures.columns]
    lines = ["  ".join([f"{'':{width}}", "score a deal", " wins", *titles])]
    lines += [f"{name:{width}}  {_row(tally, own, figures)}" for name, own in rows]
    end = f"{tally.games:,} games, {tally.deals:,} deals"
    lines.append(f"{end}, {tally.noted / max(1, tally.deals):.1%} of them {figures.note}" if figures.note else end)
    return "\n".join(lines)


def _row(tally: SimulationTally, own: Sequence[SeatTally], figures: Figures) -> str:
    total = SeatTally()
    for result in own:
        total = total.plus(result)
    deals = max(1, tally.deals * len(own))
    games = max(1, tally.games * len(own))
    # Before the first game there are no sums.
    counts = total.counts or (0,) * len(figures.columns)
    columns = [
        f"{count / deals:{len(column.title)}{column.form}}"
        for count, column in zip(counts, figures.columns, strict=True)
    ]
    return "  ".join([f"{total.score / deals:12.2f}", f"{total.wins / games:5.1%}", *columns])
