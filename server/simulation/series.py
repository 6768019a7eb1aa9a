"""A series of games among bots: the same text gives the same games, whoever plays them in whatever order."""

from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.chwech.events import DealEnded, DealSheet
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.bots.registry import BOTS
from server.rules.chwech.chronicle import make_record
from server.rules.chwech.record import write_record
from server.rules.deck import derive, shuffle
from server.rules.game import CHANCE, Over, Seats, Shuffle, Shuffled
from server.rules.registry import GAMES

_GAME: Final = GAMES["chwech"]


class Series(Struct, frozen=True):
    """What is played, again and again."""

    setup: Setup
    """The table."""

    bots: tuple[str, ...]
    """The level of the bot on each seat."""

    seed: str
    """Names the series: it gives every deal and every whim."""


class Played(Struct, frozen=True):
    """One game of a series."""

    sheets: tuple[DealSheet, ...]
    """Its deals."""

    winners: tuple[Seat, ...]
    """Who won it."""

    record: bytes
    """Its record, one line without its end."""


def play_game(series: Series, number: int) -> Played:
    """Play one game of a series, counted from 1."""
    first_dealer = Seat(derive(series.seed, number, 0)[0] % series.setup.players)
    setup = replace(series.setup, first_dealer=first_dealer)
    events, winners = _events(series, setup, number)
    record = make_record(setup, events, names=series.bots, id=str(number))
    sheets = tuple(event.sheet for event in events if isinstance(event, DealEnded))
    return Played(sheets, winners, write_record(record))


def _events(series: Series, setup: Setup, number: int) -> tuple[list[Event], tuple[Seat, ...]]:
    """Give all events of a game, and who won it."""
    whims = Random(f"{series.seed} game {number}")  # noqa: S311 - a bot's whims are no secret
    players = [BOTS["chwech"][level] for level in series.bots]
    state = _GAME.start(setup)
    events: list[Event] = []
    while True:
        match _GAME.awaits(state):
            case Seats(seats=seats):
                seat = min(seats)
                decided = _GAME.decide(state, seat, players[seat](_GAME.view(state, seat), whims))
            case Shuffle(cards=cards, deal=deal):
                seed = derive(series.seed, number, deal)
                decided = _GAME.decide(state, CHANCE, Shuffled(shuffle(seed, cards), seed.hex()))
            case Over(result=result):
                return events, result.winners
        for event in decided:
            events.append(event)
            state = _GAME.evolve(state, event)
