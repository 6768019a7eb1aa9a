"""The turns of a deal, each with what its seat knew before it: the cards of the others stay unknown."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from games.chwech.kernel.compiling import Numbers, cells
from games.chwech.kernel.play import AS_LOW, AS_SUIT, HANDS, ROW, SAYINGS, begin
from games.chwech.kernel.play import PASS as PASSING
from games.chwech.kernel.tables import places_of, tables
from protocol.cards import Rank, Suit
from protocol.chwech.actions import PASS, AceHeight, Pass, Play, write_action
from protocol.chwech.events import Dealt, LeadPassed, Led, Passed, Played, TrickTaken
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.bots.chwech.position import Position
from server.rules.game import DealEvents
from server.rules.registry import GAMES


class Known(Struct, frozen=True):
    """A position as the seat to act knows it."""

    table: Numbers
    """The rules."""

    row: Numbers
    """The deal; the hands of the others are not read."""


class Turn(Struct, frozen=True):
    """A turn of a seat."""

    number: int
    """The number of the turn in the deal, from 1."""

    trick: int
    """The number of the trick, from 1."""

    seat: Seat
    known: Known
    taken: int
    """What the seat did, as a number."""


def turns_of(setup: Setup, events: Sequence[Event]) -> Iterator[Turn]:
    """Yield the turns of a deal, given its events with nothing hidden, the dealing first."""
    game, heard, positions = GAMES[setup.game], DealEvents(), dict[Seat, Position]()
    number, trick = 0, 1
    for event in events:
        if isinstance(event, Led | Played | Passed | LeadPassed):
            number += 1
            told = heard.told(game, event.seat)
            assert isinstance(told[0], Dealt)
            if event.seat not in positions:
                positions[event.seat] = Position(setup, event.seat, told[0])
            position = positions[event.seat]
            position.follow(told)
            action = event.play if isinstance(event, Led | Played) else PASS
            known = Known(position.table, position.row.copy())
            yield Turn(number, trick, event.seat, known, position.number(action))
        trick += isinstance(event, TrickTaken)
        heard.add(game, (event,))


def whole_deal(setup: Setup, dealt: Dealt) -> Known:
    """Return the first position of a deal with all hands known."""
    table, row, free = tables(setup), cells(ROW), [*enumerate(places_of(setup))]
    for seat, hand in enumerate(dealt.hands):
        for card in hand:
            found = next(pair for pair in free if pair[1] == card)
            free.remove(found)
            row[HANDS + seat] |= 1 << found[0]
    begin(table, row, dealt.dealer)
    return Known(table, row)


def written(setup: Setup, number: int) -> str:
    """Return an action, given as a number, as records write it."""
    return write_action(_action(setup, number))


def _action(setup: Setup, number: int) -> Pass | Play:
    if number == PASSING:
        return PASS
    card, said = places_of(setup)[number // SAYINGS], number % SAYINGS
    if said >= AS_SUIT:
        return Play(card, suit=list(Suit)[said - AS_SUIT])
    if card.rank is Rank.ACE and setup.options.get("ruleset") == "original":
        return Play(card, ace=AceHeight.LOW if said == AS_LOW else AceHeight.HIGH)
    return Play(card)
