"""A series of games between bots; the same seed gives the same games, in any order and on any machine."""

from random import Random

from msgspec import Struct
from msgspec.structs import replace

from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.bots.registry import BOTS
from server.rules.deck import derive, shuffle
from server.rules.game import CHANCE, Break, Label, Over, Seats, Shuffle, Shuffled
from server.rules.registry import EVERY_GAME, FIGURES


class Series(Struct, frozen=True):
    """The definition of a series."""

    setup: Setup
    bots: tuple[str, ...]
    seed: str
    """The text from which every deal and every random choice is derived."""


class PlayedGame(Struct, frozen=True):
    """One game of a series."""

    totals: tuple[tuple[int, ...], ...]
    """The score of every seat after each deal."""

    winners: tuple[Seat, ...]
    counts: tuple[tuple[int, ...], ...]
    """For each column of the game's statistics, the sum of every seat."""

    noted: int
    record: bytes


def play_game(series: Series, number: int) -> PlayedGame:
    """Play one game of a series; games count from 1."""
    first_dealer = Seat(derive(series.seed, number, 0)[0] % series.setup.players)
    setup = replace(series.setup, first_dealer=first_dealer)
    game, figures = EVERY_GAME[setup.game], FIGURES[setup.game]
    events, totals, winners = _play(series, setup, number)
    return PlayedGame(
        totals,
        winners,
        tuple(_sums(setup.players, [column.counts(event) for event in events]) for column in figures.columns),
        sum(map(figures.noted, events)),
        game.record(setup, events, Label(series.bots, str(number))).encode(),
    )


def _play(
    series: Series, setup: Setup, number: int
) -> tuple[list[Event], tuple[tuple[int, ...], ...], tuple[Seat, ...]]:
    """Return all events of a game, the scores after each deal, and the winners."""
    game = EVERY_GAME[setup.game]
    whims = Random(f"{series.seed} game {number}")  # noqa: S311 - a bot's whims are no secret
    players = [BOTS[setup.game][level] for level in series.bots]
    state = game.start(setup)
    events: list[Event] = []
    totals: list[tuple[int, ...]] = []
    while True:
        match game.awaits(state):
            case Seats(seats=seats):
                seat = min(seats)
                decided = game.decide(state, seat, players[seat](game.view(state, seat), whims))
            case Shuffle(cards=cards, deal=deal):
                seed = derive(series.seed, number, deal)
                decided = game.decide(state, CHANCE, Shuffled(shuffle(seed, cards), seed.hex()))
            case Over(result=result):
                return events, tuple(totals), result.winners
        for event in decided:
            events.append(event)
            state = game.evolve(state, event)
            if game.breaks(event) is Break.DEAL:
                totals.append(game.totals(state))


def _sums(players: int, counts: list[tuple[int, ...]]) -> tuple[int, ...]:
    counted = [count for count in counts if count]
    return tuple(sum(count[seat] for count in counted) for seat in range(players))
