"""What a trick of Roque does: why it went as it did, what a card would do, and what should not be missed."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from chwech_tui.games.roque.table import friends
from chwech_tui.model.ink import plain
from protocol.cards import read_card
from protocol.roque.actions import PASS, Play
from protocol.roque.views import RoqueView
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.roque.views import AUCTION, BURIED, PEOPLE, at
from tests.server.rules.roque.position import THREE

KIND = GAMES["roque"]
SETUP = Setup("roque", 4)
TRICK = f"{BURIED}, 3C, AC, 4S, 5D"


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (BURIED, ""),
        (TRICK, "A♣ is the highest trump"),
        (f"{TRICK}, 10H, AH, KH, 5H", "A♥ is the highest of the hearts"),
    ],
)
def test_why_a_trick_went_as_it_did(moves: str, words: str) -> None:
    """By the highest card of its suit, or by trumps."""
    assert KIND.reason(SETUP, at(moves)) == words


def test_a_trump_takes_another_suit() -> None:
    """Whether it was led or played to it."""
    lead = f"{BURIED}, AD, 8C"
    state = at(f"{lead}, 4S, 2D")
    assert KIND.reason(SETUP, state).startswith("A♦ is the highest")


@pytest.mark.parametrize(
    ("moves", "viewer", "card", "words"),
    [
        (BURIED, 0, "AD", "diamonds are trump then"),
        (f"{TRICK}, 10H", 2, "AH", "you take it, unless it is beaten"),
        (f"{BURIED}, 3C", 3, "AC", "you take it: 15 so far"),
        (f"{BURIED}, 3C, 8C", 2, "4S", "8♣ still takes it"),
        (f"{BURIED}, 3C, 8C, 4S", 1, "5D", "8♣ still takes it, for your side"),
    ],
)
def test_what_a_card_would_do(moves: str, viewer: int, card: str, words: str) -> None:
    """As far as anybody can know."""
    view = at(moves, viewer)
    assert KIND.consequence(SETUP, view, Play(read_card(card))) == words
    assert KIND.consequence(SETUP, view, PASS) == ""


def test_friends_share_a_contract_or_its_defence() -> None:
    """Partners do; of three, the two who do not declare."""
    assert friends(at(BURIED), Seat(1)) == (1, 3)
    three = at("bid 95, -, -", game=THREE)
    assert friends(three, Seat(0)) == (0,)
    assert friends(three, Seat(1)) == (1, 2)


def test_a_bid_that_is_made_is_news() -> None:
    """Once, to everybody."""
    before, after = at(f"{BURIED}, 3C"), at(TRICK)
    assert KIND.news(SETUP, before, after, PEOPLE) == ()
    assert KIND.news(SETUP, at(AUCTION), before, PEOPLE) == ()
    (line,) = KIND.news(SETUP, before, made(before), PEOPLE)
    assert plain(line) == "You have made your bid of 85."


def made(view: RoqueView) -> RoqueView:
    """Give a view in which the declarer's side has taken enough."""
    return replace(view, seats=(replace(view.seats[0], took=90), *view.seats[1:]))
