"""The results of a series: sums by seat, and the table that shows them."""

from collections.abc import Iterator, Sequence
from operator import add
from typing import Any

from msgspec import Struct

from games.kit.game import Game
from protocol.language import _, ngettext
from protocol.text import text_width
from server.simulation.series import PlayedGame, columns


class SimulationTally(Struct):
    """The sums of a series so far."""

    seats: list[list[float]]
    """By seat its score, the games that it has won, of which a shared one counts in parts, and what the game counts."""
    games: int = 0
    deals: int = 0
    noted: int = 0

    def add(self, game: PlayedGame) -> None:
        """Add one more game."""
        for seat, sums in enumerate(self.seats):
            won = 1 / len(game.winners) if seat in game.winners else 0.0
            sums[:] = map(add, sums, (game.totals[-1][seat], won, *[counts[seat] for counts in game.counts]))
        self.games += 1
        self.deals += len(game.totals)
        self.noted += game.noted


def begun(bots: Sequence[str], game: Game[Any]) -> SimulationTally:
    """Return the sums before the first game."""
    return SimulationTally([[0.0] * (2 + len(columns(game))) for _bot in bots])


def write_table(tally: SimulationTally, bots: Sequence[str], game: Game[Any]) -> str:
    """Return the results as a table: a row for each seat, and one for each bot that has several seats."""
    rows = [["", _("score a deal"), _("wins"), *[_(title) for title, *_form in columns(game)]]]
    for seat, (bot, sums) in enumerate(zip(bots, tally.seats, strict=True)):
        rows.append([_("seat {seat} {bot}", seat=seat, bot=bot), *_means(tally, [sums], game)])
    for bot in dict.fromkeys(bots):
        own = [sums for name, sums in zip(bots, tally.seats, strict=True) if name == bot]
        if len(own) > 1:
            rows.append([_("all {bot}", bot=bot), *_means(tally, own, game)])
    wide = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join([f"{row[0]:{wide[0]}}", *map(str.rjust, row[1:], wide[1:])]) for row in rows]
    return "\n".join([*lines, _sums(tally, game)])


def _means(tally: SimulationTally, own: Sequence[Sequence[float]], game: Game[Any]) -> Iterator[str]:
    """Yield what seats with these sums have in the mean: of a deal, and of a game where it is won."""
    score, wins, *counts = map(sum, zip(*own, strict=True))
    deals, games = (max(1, number * len(own)) for number in (tally.deals, tally.games))
    yield f"{score / deals:.2f}"
    yield f"{wins / games:.1%}"
    yield from (f"{count / deals:{form}}" for count, (_title, form, _field) in zip(counts, columns(game), strict=True))


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
