"""The games of one pile behind the common interface, and their statistics."""

import pytest

from protocol.cards import read_card
from protocol.piles.events import PileKilled, Played, Taken
from protocol.piles.views import Phase, PilesView
from protocol.setup import Setup
from protocol.vocabulary import Seat, Stage
from server.rules.game import Break, InvalidSetup, Over, Result, Seats, Shuffle, Tally
from server.rules.piles.game import FIGURES
from tests.server.rules.piles.position import CHALLENGE, GAMES, SVOYI, dealing, play, standing

GAME = GAMES[SVOYI]


def test_a_game_awaits_a_pack_then_seats_then_is_over() -> None:
    """Whoever has the most points has won."""
    start = GAME.start(Setup(SVOYI, 3, {"deals": 2}, Seat(1)))
    assert GAME.awaits(start) == Shuffle(36, 1)
    position = standing(CHALLENGE, ["9S 8S", "AC"], "H S")
    assert GAME.awaits(position) == Seats(frozenset({Seat(0)}))
    over, events = play(standing(CHALLENGE, ["9S", "AC"], "H S"), "9S")
    assert GAME.awaits(over) == Over(Result((1, 0), (Seat(0),)))
    before_end = GAME.evolve(
        GAME.evolve(GAME.evolve(standing(CHALLENGE, ["9S", "AC"], "H S"), events[0]), events[1]), events[2]
    )
    assert GAME.awaits(before_end) == Seats(frozenset())
    with pytest.raises(InvalidSetup, match="first_dealer: 5 is no seat of 3"):
        GAME.start(Setup(SVOYI, 3, {}, Seat(5)))


def test_a_list_says_how_far_a_game_is() -> None:
    """By its deals."""
    assert GAME.summary(dealing(SVOYI, 4)) == "deal 1 of 4"
    assert GAME.summary(standing(SVOYI, ["7C", "8C"], "H S", deals=2)) == "deal 1 of 2"
    over, _ = play(standing(CHALLENGE, ["9S", "AC"], "H S"), "9S")
    assert GAME.summary(over) == "over after one deal"
    between, _ = play(standing(CHALLENGE, ["9S", "AC"], "H S", deals=2), "9S")
    assert GAME.summary(between) == "deal 2 of 2"


def test_what_a_seat_has_done_is_counted() -> None:
    """Points, and cards taken up; a deal that is drawn is noted."""
    state, events = play(standing(SVOYI, ["7S", "AC 8C"], "H S", "7D", 1, deals=1), "take, 7S")
    assert GAME.tallies(state) == (Tally(1, 1, 0), Tally(1, 0, 1))
    assert GAME.summary(state) == "over after one deal"
    assert GAME.marks(state, Seat(0)) == ()
    (column,) = FIGURES.columns
    counted = [column.counts(event) for event in events]
    assert counted == [(), (), (), (0, 1), ()]
    assert not any(map(FIGURES.noted, events))
    assert GAME.totals(standing(SVOYI, ["7S", "AC 8C"], "H S")) == (0, 0)


def test_a_pile_that_goes_is_the_smallest_unit() -> None:
    """Whoever watches with a delay sees each pile when it is gone."""
    assert GAME.breaks(Taken(Seat(0), ())) is GAME.breaks(PileKilled(())) is Break.TRICK
    assert GAME.breaks(Played(Seat(0), read_card("7C"))) is None


def test_a_view_says_how_far_it_is() -> None:
    """Suits are named while a deal is played; nobody plays the hands of others."""
    naming = PilesView(None, SVOYI, 36, 4, 400, 1, Seat(0), Phase.NAMING, Seat(1), ())
    assert (naming.stage, naming.duplicate) == (Stage.PLAYING, False)
    assert GAME.view(dealing(SVOYI, 4), None).stage is Stage.DEALING
