"""A season: games of bots at every table there can be, played by the program and replayed by the referee.

`python -m tests.referee.fives.season [GAMES]` plays so many games (or 2,000), each at another table, and prints each
difference.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.rules.deck import derive, shuffle
from server.rules.fives.game import GAMES
from server.rules.game import CHANCE, Label, Over, Seats, Shuffle, Shuffled
from tests.referee.fives.referee import check_line
from tests.referee.fives.table import Table, every_table

__all__ = ["main", "played_by_the_program", "some_tables"]


def some_tables(number: int, chance: Random) -> Iterator[Table]:
    """Give so many tables, all there are in any order before one comes again."""
    tables = list(every_table())
    chance.shuffle(tables)
    return islice(cycle(tables), number)


def played_by_the_program(table: Table, number: int, chance: Random) -> str:
    """Let the program play a game in which everybody does anything, and give its record."""
    game = GAMES[table.game]
    options: dict[str, OptionValue] = {
        name: value for name, value in table.options.items() if isinstance(value, bool | int | str)
    }
    setup = Setup(table.game, table.players, options, Seat(chance.randrange(table.players)))
    state = game.start(setup)
    events: list[Event] = []
    while True:
        match game.awaits(state):
            case Shuffle(cards, deal):
                seed = derive("season", number, deal)
                decided = game.decide(state, CHANCE, Shuffled(shuffle(seed, cards), seed.hex()))
            case Seats(seats):
                (seat,) = seats
                decided = game.decide(state, seat, chance.choice(game.legal(state, seat)))
            case Over():
                label = Label(tuple("somebody" for _ in range(table.players)), str(number), "then")
                return game.record(setup, events, label)
        for event in decided:
            events.append(event)
            state = game.evolve(state, event)


def main(words: list[str]) -> int:
    """Play a season and print its differences; return 0 if there are none and 1 if there are."""
    games = int(words[0]) if words else 2000
    chance = Random("season")
    faulty = 0
    for number, table in enumerate(some_tables(games, chance), 1):
        faults = check_line(played_by_the_program(table, number, chance).encode())
        faulty += bool(faults)
        print("".join(f"{table}: {fault}\n" for fault in faults), end="")
    print(f"{games} games replayed, {faulty} with differences")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
