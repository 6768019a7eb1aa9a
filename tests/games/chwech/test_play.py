"""The flat rules: every deal goes as by the rules, and what a row keeps for speed agrees with the rest of it."""

import pytest

from games.chwech.kernel.compiling import Numbers
from games.chwech.kernel.play import (
    AHEAD,
    AHEAD_HEIGHT,
    AS_LOW,
    DEADLOCK,
    DECLINED,
    DENIED,
    DENIERS,
    DENIES,
    DONE,
    ENDED,
    GONE,
    HAND,
    HANDS,
    HIGHEST,
    LED,
    MANY,
    NOT_FOLLOWED,
    OUT,
    PASSES,
    PLACES,
    PLAYED,
    RUNNING,
    SAID,
    SEAT,
    SHOWN,
    WON,
    score_of,
    taker,
)
from games.chwech.kernel.tables import (
    INSIDE,
    LAST,
    LAST_OF_EQUALS,
    PARTS,
    PLAYERS,
    SUIT_OF,
    SUITS,
    places_of,
)
from games.kit.asking import Ask
from protocol.cards import Card
from protocol.setup import Setup
from tests.conformance.kernel import THIRDS
from tests.games.chwech.deals import Turn, said, turns


def name(setup: Setup) -> str:
    """Give a table a name."""
    return "-".join(map(str, (setup.players, *setup.options.values())))


def faces(setup: Setup, places: int) -> list[Card]:
    """Give the cards of a set of places."""
    return [card for place, card in enumerate(places_of(setup)) if places >> place & 1]


def heights(turn: Turn) -> list[int]:
    """Give the height of each card of the trick, the last one as the last."""
    table, row = turn.table, turn.row
    last = row[PLAYED] - 1
    return [
        -1 if row[SAID + index] == AS_LOW else table[(LAST if index == last else INSIDE) + row[PLACES + index]]
        for index in range(row[PLAYED])
    ]


def highest(table: Numbers, numbers: list[int]) -> int:
    """Give the place of the highest number; of equal ones the first, or the last at tables where that wins."""
    best = max(numbers)
    return len(numbers) - 1 - numbers[::-1].index(best) if table[LAST_OF_EQUALS] else numbers.index(best)


@pytest.mark.parametrize("setup", THIRDS, ids=name)
def test_a_deal_goes_as_by_the_rules(setup: Setup) -> None:
    """Each turn is the same seat's, with the same hand and the same actions in the same order; so is the end."""
    for seed in range(2):
        taken = 0
        for turn in turns(setup, seed):
            taken, row, run = taken + 1, turn.row, turn.run
            if isinstance(run.asks, Ask):
                assert (row[ENDED], row[SEAT]) == (RUNNING, run.asks.seat)
                assert [faces(setup, row[HANDS + seat]) for seat in range(setup.players)] == run.table.hands
                assert [row[WON + seat] for seat in range(setup.players)] == run.table.won
                assert [said(setup, number) for number in turn.numbers] == turn.choices
        sheet = run.match.sheets[0]
        assert [score_of(row, seat) for seat in range(setup.players)] == [*sheet.points]
        assert row[ENDED] == (OUT if 0 in sheet.left else DEADLOCK)
        assert taken > HAND


@pytest.mark.parametrize("setup", THIRDS, ids=name)
def test_the_taker_is_the_highest_card_as_things_stand(setup: Setup) -> None:
    """The last card counts as the last; what would take the trick from another card that followed is kept too."""
    seen = 0
    for turn in turns(setup, 11):
        table, row = turn.table, turn.row
        if row[PLAYED] == 0:
            assert taker(table, row) == row[HIGHEST] == 0
            continue
        seen, stands = seen + 1, heights(turn)
        assert taker(table, row) == highest(table, stands)
        if row[SAID + row[PLAYED] - 1] != AS_LOW:
            stands[-1] = table[INSIDE + row[PLACES + row[PLAYED] - 1]]
        assert (row[AHEAD], row[AHEAD_HEIGHT]) == (highest(table, stands), max(stands))
        led = [
            row[PLACES + index]
            for index in range(row[PLAYED])
            if table[SUIT_OF + row[PLACES + index]] == row[LED] and row[SAID + index] != AS_LOW
        ]
        assert row[HIGHEST] - 1 == max(led, key=lambda place: (table[INSIDE + place], -led.index(place)), default=-1)
    assert seen > HAND


@pytest.mark.parametrize("setup", THIRDS, ids=name)
def test_what_seats_have_shown_is_kept_in_short(setup: Setup) -> None:
    """By suit, the cards played and the times not followed are counted to three, and a card denied is noted."""
    for turn in turns(setup, 12):
        table, row = turn.table, turn.row
        seats = range(table[PLAYERS])
        assert row[GONE] == sum(row[DONE + seat] for seat in seats)
        for suit in range(SUITS):
            part = table[PARTS + suit]
            denies = [bool(row[DENIED + seat] & part) for seat in seats]
            assert row[DENIERS + suit] == sum(denies)
            for seat in seats:
                played, passes = (row[DONE + seat] & part).bit_count(), row[PASSES + seat * SUITS + suit]
                expected = min(MANY, played) + NOT_FOLLOWED * min(MANY, passes) + DENIES * denies[seat]
                assert row[SHOWN + seat * SUITS + suit] == expected


def test_a_seat_that_wants_no_more_denies_the_cards_that_would_have_lost() -> None:
    """One that stands at a multiple of nine; any other declines those that would have won."""
    setup, noted = Setup("chwech", 6), set()
    for seed in range(20):
        before: list[int] = []
        for turn in turns(setup, seed):
            row = [*turn.row]
            changed = [
                (cell, seat)
                for cell in (DENIED, DECLINED)
                for seat in range(6)
                if before and row[cell + seat] != before[cell + seat]
            ]
            for cell, seat in changed:
                assert (cell == DENIED) == (before[WON + seat] % HAND == 0)
                best = faces(setup, 1 << before[HIGHEST] - 1)[0]
                assert best.suit is not None
                assert {card.suit for card in faces(setup, row[cell + seat] & ~before[cell + seat])} == {best.suit}
                assert best not in faces(setup, row[cell + seat] & ~before[cell + seat])
                noted.add(cell)
            before = row
    assert noted == {DENIED, DECLINED}
