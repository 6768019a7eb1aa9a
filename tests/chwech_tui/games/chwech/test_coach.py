"""The advice of the coach of Chwech, in each kind of moment."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.chwech.deal import advice
from chwech_tui.model.people import People
from protocol.catalogues import catalogue
from protocol.chwech.views import ChwechView, Phase, SeatView, Trick, Turn
from protocol.language import LANGUAGES, _, speaking
from protocol.vocabulary import Seat
from tests.chwech_tui.values import VIEW, actions, trick

PEOPLE = People(("Megan", "Owain", "Rhys", "Nia"), Seat(0))


def following(won: int, cards: int = 4, turns: str = "5H", others: int = 5) -> ChwechView:
    """Megan is to follow, with so many cards won and in hand; cards of the trick come from the seats before her."""
    played = turns.split()
    seats = [(4 - len(played) + place, text) for place, text in enumerate(played)]
    shown = (SeatView(cards, won, 9, 0), *(SeatView(others, 3, 9, 0) for _ in range(3)))
    return replace(VIEW, seats=shown, trick=trick(seats, taker=3))


def leading(won: int, legal: str = "QH KC -", passed: int = 0) -> ChwechView:
    """Megan may lead, after some others have passed the lead."""
    turns = tuple(Turn(Seat(4 - passed + place)) for place in range(passed))
    view = following(won)
    phase = Phase.LEADING if "-" in legal else Phase.OPENING
    return replace(view, phase=phase, trick=Trick(turns), legal=actions(legal))


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (following(0), "Nothing won counts as nine: play below the best card, or pass."),
        (following(0, cards=9), "Nothing won counts as nine, too: the worst is to take only a few cards."),
        (following(18), "You stand at nine: play below the best card, or pass."),
        (following(7), "Taking it makes nine, if nobody adds a card after you."),
        (following(5, turns="5H 6H 7H"), "Taking it makes exactly nine."),
        (following(8), "Taking it leads past nine, to × 1: play below the best card, or pass."),
        (following(4), "You want 5 more cards for nine; 1 lies here."),
        (following(13, turns="5H -"), "You want 5 more cards for nine; 1 lies here."),
        (following(4, others=1), "Others can go out now: what you still hold then scores nothing."),
        (leading(0), "Nothing won counts as nine: lead low, or pass the lead."),
        (leading(9, "QH KC"), "You stand at nine: lead low."),
        (leading(8), "One card short of nine: a trick with your own card alone is enough."),
        (leading(3), "6 cards short of nine: lead high to win some, low to win none."),
        (leading(3, passed=3), "All others have passed: a pass ends the deal, and you score 9."),
    ],
)
def test_the_advice_fits_the_moment(view: ChwechView, words: str) -> None:
    """It speaks of the next nine, of none, of the end of the deal; and it fits a line of the smallest screen."""
    assert advice(view, PEOPLE) == words
    for language in LANGUAGES:
        with speaking(language, catalogue):
            assert len(_("Coach: {advice}", advice=advice(view, PEOPLE))) <= 78


def test_one_player_who_can_go_out_is_named() -> None:
    """The coach says who may end the deal, while that still costs several cards."""
    view = following(4)
    seats = (view.seats[0], replace(view.seats[1], cards=1), *view.seats[2:])
    named = advice(replace(view, seats=seats), PEOPLE)
    assert named == "Owain can go out now: what you still hold then scores nothing."
    gone = replace(view, seats=(view.seats[0], *view.seats[1:3], replace(view.seats[3], cards=1)))
    assert "can go out" not in advice(gone, PEOPLE), "their turn in this trick is over"
    few = (replace(view.seats[0], cards=2), *seats[1:])
    assert "Owain" not in advice(replace(view, seats=few), PEOPLE)


@pytest.mark.parametrize(
    "view",
    [
        replace(following(4), legal=actions("-")),
        replace(following(4), legal=()),
        replace(following(4), viewer=None),
    ],
)
def test_without_a_choice_there_is_no_advice(view: ChwechView) -> None:
    """Who can only pass, waits or watches is told nothing."""
    assert advice(view, PEOPLE) == ""


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (following(13), "Mae angen 5 cerdyn arall arnoch am naw; mae un yma."),
        (following(6), "Mae angen 3 cherdyn arall arnoch am naw; mae un yma."),
        (following(4, turns="5H 6H"), "Mae angen 5 cerdyn arall arnoch am naw; mae dau yma."),
        (leading(8), "Un cerdyn yn brin o naw: mae tric â'ch cerdyn chi'n unig yn ddigon."),
        (leading(7), "2 gerdyn yn brin o naw: uchel i ennill rhai, isel i ennill dim."),
        (leading(3), "6 cherdyn yn brin o naw: uchel i ennill rhai, isel i ennill dim."),
    ],
)
def test_the_coach_speaks_welsh(view: ChwechView, words: str) -> None:
    """Cards are counted as Welsh counts them."""
    with speaking("cy", catalogue):
        assert advice(view, PEOPLE) == words
