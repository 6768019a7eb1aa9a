"""The review of a deal in words."""

from functools import cache
from typing import Final

import pytest
from msgspec.structs import replace

from chwech_tui.model.board import Board
from chwech_tui.model.game import GAMES
from chwech_tui.model.ink import Hue, plain
from chwech_tui.model.people import People
from chwech_tui.model.replay import Reel, reviewed
from chwech_tui.model.review import (
    Firsts,
    GameForm,
    at_choice,
    choice_line,
    choices_of,
    chose,
    costliest,
    form_of,
    parts_of,
    point_lines,
    seat_words,
    seats_of,
    sentences,
    sets_of,
    sums,
    turn_line,
    turned_page,
    wanted_review,
)
from protocol.archive import GameEntry, ReviewPart, SeatReview, TurnReview
from protocol.message import Seat
from protocol.setup import Setup
from protocol.table import TablePhase
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import of_kit

PEOPLE = People(("Megan", "Owain"), Seat(0))
FIRST = TurnReview(1, 1, Seat(0), "KH", -1.0, "-", 3.25, 0.4, mistake=True)
PART = ReviewPart(
    1,
    1,
    (SeatReview(72, -3.5, 15.5, 1.25), SeatReview(9, 3.5, -15.5, 0.5)),
    (
        FIRST,
        TurnReview(2, 1, Seat(1), "-", 0.0, "7C", 1.0, 0.5),
        TurnReview(3, 2, Seat(1), "5D", 0.0, "JK=S", 1.0, 0.5),
    ),
    (1, 2, 3, 9),
)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("KH", "K♥"),
        ("10C", "10♣"),
        ("JK", "Joker"),
        ("JK=S", "Joker=♠"),
        ("AH-", "A♥↓"),
        ("AD+", "A♦↑"),
        ("13H=C", "13♥=♣"),
    ],
)
def test_an_action_of_a_record_is_shown_as_a_card(written: str, shown: str) -> None:
    """Cards have their symbols, and what was said with them stands beside them."""
    assert plain(choice_line(written)) == shown


@pytest.mark.parametrize("written", ["", "99X", "sit\x1b[31m"])
def test_what_is_no_card_is_shown_cleaned(written: str) -> None:
    """A text that this client cannot read is data."""
    assert plain(choice_line(written)).isprintable()


def test_turning_points_luck_and_turns_are_sentences() -> None:
    """Who did what, what would have been worth more and how surely; mistakes show, and a forced turn says nothing."""
    assert sentences(point_lines(PART, PEOPLE)) == (
        "Trick 1: Megan played K♥; a pass would have been 4.2 better (±0.4).",
        "Trick 1: Owain passed; 7♣ would have been 1.0 better (±0.5).",
        "Trick 2: Owain played 5♦; Joker=♠ would have been 1.0 better (±0.5).",
    )
    calm = replace(PART, turning_points=())
    assert sentences(point_lines(calm, PEOPLE)) == ("No turning points: nothing else was clearly better.",)
    assert seat_words(PART.seats, PEOPLE)[0] == "Megan 72: luck \N{MINUS SIGN}3.5, skill +15.5 (±1.2)."
    line = turn_line(FIRST)
    assert plain(line) == "worth \N{MINUS SIGN}1.0; a pass instead: +3.2 (±0.4)"
    assert {span.hue for span in line} == {Hue.ALERT}
    assert plain(turn_line(PART.turns[1])) == "worth +0.0; 7♣ instead: +1.0 (±0.5)"
    assert turn_line(TurnReview(4, 2, Seat(0), "-", 1.0)) == ()


def turn(number: int, seat: int, cost: float, *, mistake: bool = True) -> TurnReview:
    """Give a choice that cost something."""
    return TurnReview(number, 1, Seat(seat), "-", -cost, "KH", 0.0, 0.5, mistake=mistake)


GAME_REVIEW_FIRST: Final = ReviewPart(
    1,
    1,
    (SeatReview(72, -3.5, 15.5, 3.0), SeatReview(9, 3.5, -15.5, 4.0)),
    (turn(1, 0, 2.0), turn(2, 1, 5.0), TurnReview(3, 1, Seat(0), "-", 1.0), turn(4, 1, 9.0, mistake=False)),
    (2, 4),
)
SECOND: Final = ReviewPart(
    1,
    2,
    (SeatReview(18, 0.2, -4.7, 4.0), SeatReview(27, -0.2, 4.7, 3.0)),
    (turn(1, 0, 7.0), turn(2, 0, 1.0, mistake=False)),
    (1,),
)


@pytest.fixture
def reel() -> Reel:
    """Give the replay of a game of two deals, with its review."""
    return reviewed(reviewed(Reel(GAMES["chwech"], deals=2), SECOND), GAME_REVIEW_FIRST)


def test_scores_are_added_up(reel: Reel) -> None:
    """Score, luck and skill of the game are those of its deals together; errors add up as squares."""
    assert seats_of(parts_of(reel)) == (SeatReview(90, -3.3, 10.8, 5.0), SeatReview(36, 3.3, -10.8, 5.0))
    assert seats_of(parts_of(turned_page(reel, 2))) == SECOND.seats
    assert seats_of(()) == ()


def test_the_worst_choice_comes_first(reel: Reel) -> None:
    """One's own before others', certain mistakes before others; what is none costs nobody most."""
    assert [(one.deal, one.turn.turn) for one in choices_of(reel)] == [(2, 1), (1, 2), (1, 4)]
    first = turned_page(reel, 1)
    assert [(one.deal, one.turn.turn) for one in choices_of(first)] == [(1, 2), (1, 1), (1, 4)]
    own = replace(reel, page=1, seat=0)
    assert [(one.deal, one.turn.turn) for one in choices_of(own)] == [(1, 1), (1, 2), (1, 4)]
    found = costliest(parts_of(reel), 1)
    assert (found.deal, found.turn.turn, found.cost) == (1, 2, 5.0)
    assert costliest((SECOND,), 1) is None


def test_pages_are_turned_in_a_circle_and_choices_are_not(reel: Reel) -> None:
    """The first choice is chosen on each; the replay is at the step of a choice that one goes to."""
    pages = [turned_page(replace(reel, chosen=2), by) for by in range(-1, 4)]
    assert [(one.page, one.chosen) for one in pages] == [(2, 0), (0, 0), (1, 0), (2, 0), (0, 0)]
    assert [chose(reel, by).chosen for by in (-1, 1, 2, 3)] == [0, 1, 2, 2]
    assert chose(Reel(GAMES["chwech"], deals=2), 1).chosen == 0
    there = at_choice(replace(reel, chosen=1, looks_back=True))
    assert (there.deal, there.step, there.looks_back) == (1, 2, True)
    calm = replace(Reel(GAMES["chwech"], deals=2), looks_back=True)
    assert at_choice(calm) == calm
    assert (turned_page(calm, 2).page, turned_page(calm, 2).deal) == (2, 2)


def test_the_page_shown_is_asked_for_first() -> None:
    """Then the deals in order, each once."""
    reel = Reel(GAMES["chwech"], deals=2)
    assert wanted_review(reel) == 1
    assert wanted_review(replace(reel, page=2)) == 2
    assert wanted_review(reviewed(reel, GAME_REVIEW_FIRST)) == 2
    assert wanted_review(reviewed(reviewed(reel, GAME_REVIEW_FIRST), SECOND)) is None


GAME = Setup(players=4, options={"duplicate": True})


def played(setup: Setup) -> Board:
    """Give a game that is over."""
    return Stage(setup).board(lambda now: now.table is not None and now.table.phase is TablePhase.OVER)


@cache
def over() -> Board:
    """Give the duplicate game when it is over."""
    return played(GAME)


def test_every_seat_is_compared_with_every_hand() -> None:
    """The margins are what the totals say; without sets, or where a server tells otherwise, nothing is compared."""
    sets = sets_of(over().game)
    assert [len(hands) for hands in sets] == [4, 4]
    for hands in sets:
        assert {len(hand.cards) for hand in hands} == {9}
        assert all(sum(hand.margins) == pytest.approx(0) for hand in hands)
    game = of_kit(over().game)
    totals = game.sheets[-1].totals
    by_set = [sums(hands) for hands in sets_of(over().game)]
    mean = sum(totals) / 4
    assert [sum(column) for column in zip(*by_set, strict=True)] == pytest.approx([total - mean for total in totals])
    assert sets_of(None) == ()
    assert sets_of(Stage(GAME).board(lambda now: now.game is not None and bool(now.game.sheets)).game) == ()
    assert sets_of(played(Setup(players=4, options={"deals": 1})).game) == ()
    game = of_kit(over().game)
    deal = game.hands[0]
    broken = replace(game, hands=(replace(deal, laid={"hands": (deal.laid["hands"][0],) * 4}), *game.hands[1:]))
    assert sets_of(broken) == ()


FOUR = GameEntry(3, "a-b-c", 1.0, Setup("chwech", 4), ("Ann", "Ben", "Cat", "Dan"), (9, 40, 8, 40), Seat(0))
SIDES = replace(FOUR, setup=Setup("forty-five", 4), totals=(45, 25, 45, 25), sides=(0, 1, 0, 1), seat=Seat(2))


def test_totals_come_in_the_order_of_the_games() -> None:
    """The oldest first, without other games and those only seen; partners are first together."""
    won = replace(FOUR, seat=Seat(3))
    five = replace(FOUR, setup=Setup("chwech", 5), totals=(1, 2, 3, 4, 5), seat=Seat(4))
    form = form_of((five, SIDES, replace(FOUR, seat=None), won, FOUR), "chwech")
    ben = {one.name: one for one in form.duels}["Ben"]
    assert replace(form, duels=()) == GameForm((9, 40, 5), (Firsts(4, 2, 1), Firsts(5, 1, 1)))
    # Against people alone, each of whom is known by name; a place that is shared is no lead.
    assert (ben.games, ben.ahead) == (3, 1)
    assert form_of((SIDES,), "forty-five").firsts == (Firsts(4, 1, 1),)
    assert form_of((FOUR,), "whist") == GameForm()
