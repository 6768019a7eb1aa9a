"""The results of a series: sums by seat, and the table that shows them."""

from collections.abc import Sequence
from typing import Any, Self

from msgspec import Struct

from games.kit.game import Game
from protocol.language import _, ngettext
from server.simulation.series import PlayedGame, columns


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


def write_table(tally: SimulationTally, bots: Sequence[str], game: Game[Any]) -> str:
    """Return the results as a table: a row for each seat, and one for each bot that has several seats."""
    rows = [
        (_("seat {seat} {bot}", seat=seat, bot=bot), [result])
        for seat, (bot, result) in enumerate(zip(bots, tally.seats, strict=True))
    ]
    for bot in dict.fromkeys(bots):
        own = [result for name, result in zip(bots, tally.seats, strict=True) if name == bot]
        if len(own) > 1:
            rows.append((_("all {bot}", bot=bot), own))
    width = max(len(name) for name, _own in rows)
    titles = (_("score a deal"), _("wins"), *(_(title) for title, *_form in columns(game)))
    cells = [max(len(title), least) for title, least in zip(titles, (12, 5, *[0] * len(columns(game))), strict=True)]
    head = "  ".join(title.rjust(cell) for title, cell in zip(titles, cells, strict=True))
    lines = [f"{'':{width}}  {head}"]
    lines += [f"{name:{width}}  {_row(tally, own, game, cells)}" for name, own in rows]
    lines.append(_sums(tally, game))
    return "\n".join(lines)


def _sums(tally: SimulationTally, game: Game[Any]) -> str:
    """Return how much was played, and how much of it is worth a note."""
    games = ngettext("{number} game", "{number} games", tally.games, number=f"{tally.games:,}")
    deals = ngettext("{number} deal", "{number} deals", tally.deals, number=f"{tally.deals:,}")
    end = f"{games}, {deals}"
    note, _noted = game.noted
    if not note:
        return end
    share = f"{tally.noted / max(1, tally.deals):.1%}"
    return _("{sums}, {share} of them {note}", sums=end, share=share, note=_(note))


def _row(tally: SimulationTally, own: Sequence[SeatTally], game: Game[Any], cells: Sequence[int]) -> str:
    total = SeatTally()
    for result in own:
        total = total.plus(result)
    deals = max(1, tally.deals * len(own))
    games = max(1, tally.games * len(own))
    # Before the first game there are no sums.
    counts = total.counts or (0,) * len(columns(game))
    means = [f"{count / deals:{form}}" for count, (_title, form, _field) in zip(counts, columns(game), strict=True)]
    row = (f"{total.score / deals:.2f}", f"{total.wins / games:.1%}", *means)
    return "  ".join(figure.rjust(cell) for figure, cell in zip(row, cells, strict=True))
