"""Deals played to learn from: what the seats of the net saw and did is kept with what it brought them."""

from typing import Final, NamedTuple

import numpy as np

from games.chwech.kernel.compiling import (
    Floats,
    Layers,
    Numbers,
    cells,
    compiled,
    compiled_loosely,
    draw,
    generator,
    luck,
    whole_numbers,
)
from games.chwech.kernel.layout import ENDED, HANDS, MOST_CARDS, PLAYERS, ROW, SEAT, SEATS
from games.chwech.kernel.play import act, actions, begin, score_of
from games.chwech.net.features import FEATURES, describe_action, fold
from games.chwech.net.net import POINTS, Room, evaluate, make_room
from games.chwech.net.search import highest
from games.chwech.rules import HAND
from lab.training.chwech.steady import WAYS, Ways, hope

LEARNER: Final = 0
FORMER: Final = 1
STEADY: Final = 2
RANDOM: Final = 3

MOST_TURNS: Final = 512  # More turns than a deal can have.


class Samples(NamedTuple):
    """What decisions were like, and what the deal brought their seats."""

    rows: Numbers
    """The features of each, position and action."""
    lengths: Numbers
    """How many each has."""
    targets: Floats
    """By how much the score was over the mean of the table, in the net's units."""


class Company(NamedTuple):
    """Who plays."""

    nets: tuple[Layers, Layers]
    """The learner's layers, and those of its former self."""
    kinds: Numbers
    """Who sits on each seat; where deals are turned, the first is the first seat's at the first time."""
    state: Numbers
    """The generator."""
    ways: Ways
    """How ``steady`` plays."""


class Meaning(NamedTuple):
    """What the rows of a folded first layer stand for, one row after another."""

    starts: Numbers
    """Where the features of each row begin, and at last where they end."""
    features: Numbers


def meaning_of_rows() -> Meaning:
    """Return the features for which each row of a folded first layer stands: of which it is the sum."""
    rows, features = np.nonzero(fold((np.eye(FEATURES + 1, dtype=np.float32),))[0])
    return Meaning(np.searchsorted(rows, np.arange(rows[-1] + 2)), features)


class Plan(NamedTuple):
    """What is played."""

    tables: Numbers
    """The tables, a row each."""
    shares: Floats
    """For each, the share of deals up to and with it."""
    explores: float
    """The share of the learner's decisions that are left to chance."""
    meaning: Meaning


class Desk(NamedTuple):
    """What deals are played with; nothing in it outlasts a deal."""

    room: Room
    row: Numbers
    start: Numbers
    order: Numbers
    owners: Numbers
    """The seats of the samples of a deal."""
    scores: Floats


def make_desk(net: Layers) -> Desk:
    """Return what deals of a net are played with."""
    return Desk(make_room(net), cells(ROW), cells(ROW), cells(MOST_CARDS), cells(MOST_TURNS), np.zeros(SEATS))


def company(nets: tuple[Layers, Layers], kinds: list[int], seed: int, ways: Ways = WAYS) -> Company:
    """Return who plays, given a seed from 1 to 2 ** 32 - 1, and how ``steady`` does."""
    seats = cells(SEATS)
    seats[: len(kinds)] = whole_numbers(kinds)
    return Company(nets, seats, generator(seed), ways)


@compiled
def deal(table: Numbers, row: Numbers, order: Numbers, state: Numbers) -> None:
    """Shuffle and deal."""
    players = table[PLAYERS]
    cards = players * HAND
    for place in range(cards):
        order[place] = place
    for place in range(cards - 1, 0, -1):
        other = draw(state, place + 1)
        order[place], order[other] = order[other], order[place]
    for seat in range(players):
        row[HANDS + seat] = 0
    for index in range(cards):
        row[HANDS + index % players] |= 1 << order[index]
    begin(table, row, draw(state, players))


@compiled_loosely
def score_all(table: Numbers, row: Numbers, scores: Numbers) -> float:
    """Fill in the score of each seat; return their mean."""
    total = 0.0
    for seat in range(table[PLAYERS]):
        scores[seat] = score_of(row, seat)
        total += scores[seat]
    return total / table[PLAYERS]


@compiled
def sit(players: int, guests: Company) -> None:
    """Choose who plays: often the learner alone, otherwise it meets its former self, ``steady`` and chance."""
    kinds, state = guests.kinds, guests.state
    mixed = luck(state)
    for seat in range(players):
        kinds[seat] = LEARNER
        own = luck(state)
        if mixed < 0.35:
            kinds[seat] = LEARNER if own < 0.3 else STEADY
        elif mixed < 0.5:
            kinds[seat] = LEARNER if own < 0.3 else FORMER if own < 0.65 else STEADY if own < 0.95 else RANDOM
    kinds[draw(state, players)] = LEARNER


@compiled_loosely
def choose(kind: int, guests: Company, table: Numbers, row: Numbers, number: int, room: Room) -> int:
    """Return the number of the action that a seat of this kind takes."""
    if kind == RANDOM:
        return draw(guests.state, number)
    if kind == STEADY:
        for index in range(number):
            room.values[index] = hope(table, row, room.actions[index], guests.ways)
        return highest(room.values, number)
    evaluate(guests.nets[kind], table, row, number, room)
    return highest(room.values, number)


@compiled_loosely
def unfold(meaning: Meaning, found: Numbers, rows: int, sample: Numbers) -> int:
    """Keep the features that some rows stand for; return how many they are."""
    number = 0
    for index in range(rows):
        first = found[index]
        for place in range(meaning.starts[first], meaning.starts[first + 1]):
            sample[number] = meaning.features[place]
            number += 1
    return number


@compiled_loosely
def play_block(guests: Company, plan: Plan, desk: Desk, samples: Samples) -> int:
    """Play deals until the samples are full; return how many deals were played."""
    room, row, owners, filled, deals = desk.room, desk.row, desk.owners, 0, 0
    while filled + MOST_TURNS < len(samples.targets):
        share, which, start = luck(guests.state), 0, filled
        while share >= plan.shares[which]:
            which += 1
        table = plan.tables[which]
        deal(table, row, desk.order, guests.state)
        sit(table[PLAYERS], guests)
        while not row[ENDED]:
            number, taken, seat = actions(table, row, room.actions), 0, row[SEAT]
            if number > 1 and guests.kinds[seat] == LEARNER:
                shared = evaluate(guests.nets[0], table, row, number, room)
                explores = luck(guests.state) < plan.explores
                taken = draw(guests.state, number) if explores else highest(room.values, number)
                rows = describe_action(table, row, room.slots, room.actions[taken], room.found, shared)
                samples.lengths[filled] = unfold(plan.meaning, room.found, rows, samples.rows[filled])
                owners[filled - start] = seat
                filled += 1
            elif number > 1:
                taken = choose(guests.kinds[seat], guests, table, row, number, room)
            act(table, row, room.actions[taken])
        mean = score_all(table, row, desk.scores)
        for index in range(start, filled):
            samples.targets[index] = (desk.scores[owners[index - start]] - mean) / POINTS
        deals += 1
    return deals


@compiled_loosely
def play_through(guests: Company, table: Numbers, row: Numbers, place: int, room: Room) -> None:
    """Play a deal to its end, everyone moved on by so many places."""
    while not row[ENDED]:
        number, taken = actions(table, row, room.actions), 0
        if number > 1:
            kind = guests.kinds[(row[SEAT] - place) % table[PLAYERS]]
            taken = choose(kind, guests, table, row, number, room)
        act(table, row, room.actions[taken])


@compiled_loosely
def contest(guests: Company, table: Numbers, desk: Desk, leads: Floats) -> float:
    """Play duplicate deals, the first kind once on each seat; fill in its lead over the mean of the rest, a deal each.

    Returns:
        The share of games in which the first kind was in front, shared places counted in parts.
    """
    row, scores, players, firsts = desk.row, desk.scores, table[PLAYERS], 0.0
    for number in range(len(leads)):
        deal(table, desk.start, desk.order, guests.state)
        leads[number] = 0
        for place in range(players):
            row[:] = desk.start
            play_through(guests, table, row, place, desk.room)
            mean = score_all(table, row, scores)
            leads[number] += (scores[place] - mean) / (players - 1)
            if scores[place] == scores[:players].max():
                firsts += 1 / (scores[:players] == scores[place]).sum()
    return firsts / len(leads) / players
