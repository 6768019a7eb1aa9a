"""What the bots of the games of one pile do in positions where it is plain what is right."""

from collections import Counter
from random import Random

import pytest

from protocol.cards import Suit
from protocol.piles.actions import write_action
from protocol.piles.views import PilesView
from protocol.setup import OptionValue, Setup
from protocol.temper import Temper
from server.bots.bot import Sight
from server.bots.piles.steady import (
    Weigher,
    adds_cards,
    opponent,
    play_easily,
    play_steadily,
    position_of,
    positions_seen,
)
from server.rules.piles.deal import State
from tests.server.rules.piles.position import CHALLENGE, DUDAK, GAMES, SVOYI, begun, dealing, play, shuffled, standing


def seen(state: State) -> PilesView:
    """Give what the seat sees whose turn it is."""
    return GAMES[SVOYI].view(state, state.turn)


def sight(state: State, game: str = SVOYI, temper: Temper = Temper.EVEN, **options: OptionValue) -> Sight:
    """Give the sight of the seat whose turn it is."""
    return Sight(Setup(game, 4, options), seen(state), (), temper)


def chosen(state: State, game: str = SVOYI, **options: OptionValue) -> str:
    """Give what ``steady`` does."""
    return write_action(play_steadily(sight(state, game, **options), Random(1)))  # type: ignore[arg-type]


def test_a_card_is_beaten_as_cheaply_as_possible() -> None:
    """A trump is kept where a low card will do."""
    hands = ["7C 8C 10S JS", "9C AC 7H AH", "KC 8H 9H 7S", "10C AS 7D 8S"]
    assert chosen(standing(SVOYI, hands, "D H C S", "8C", 1)) == "9C"


def test_a_last_card_is_played() -> None:
    """Nothing is better than to go out."""
    hands = ["7C 8C", "AC", "KC 8H 9H", "10C AS 7D"]
    assert chosen(standing(SVOYI, hands, "D H C S", "8C", 1)) == "AC"


def test_a_good_pile_is_taken_rather_than_beaten_with_the_best_trump() -> None:
    """Two Aces are worth more than the Ace of trumps that would beat them."""
    hands = ["7D 8D 10S JS", "AH 7C 8C 9S", "KC KH QD 7S", "10C JC QC 8S"]
    assert chosen(standing(SVOYI, hands, "D H C S", "AS AC", 1)) == "take"


def test_two_seats_that_know_all_cards_are_searched() -> None:
    """Who holds what follows from what one sees, also where hands are closed."""
    state = standing(SVOYI, ["7C AS", "8C 9C 7H", ""], "S H D")
    hidden = seen(state)
    other = opponent(hidden)
    assert other == 1
    assert chosen(begun(CHALLENGE, ["", ""]), CHALLENGE)


def test_not_all_is_known_while_three_play_or_a_trump_is_not() -> None:
    """Nor while a trump card lies face down."""
    assert opponent(seen(standing(SVOYI, ["7C", "8C", "9C"], "S H D"))) is None
    assert opponent(seen(standing(DUDAK, ["7C", "8C 9C"], "S -"))) is None
    assert opponent(seen(begun(DUDAK, ["7C", "8C"], trumps="drawn"))) is None


def test_positions_of_challenge_are_remembered() -> None:
    """From what was told: the hands and who leads after each pile that was taken up."""
    start, told = shuffled(dealing(CHALLENGE, 2), ())
    state, more = play(start, "trump S, side C, trump H")
    view = seen(state)
    first = view.hand[0].text
    state, last = play(state, f"{first}, take")
    view = seen(state)
    setup = Setup(CHALLENGE, 2)
    assert view.viewer == 0
    found = positions_seen(setup, view, [*told, *more, *last])
    other = opponent(view)
    assert other is not None
    assert found == {position_of(view, other)}
    assert positions_seen(Setup(SVOYI, 2), view, [*told, *more]) == frozenset()
    leads = positions_seen(Setup(CHALLENGE, 2, {"taker_leads": True}), view, [*told, *more, *last])
    assert {position.mover for position in leads} == {1}


def test_a_trump_is_announced_that_helps_most() -> None:
    """At the first turn: the suit of which one holds most and highest."""
    hands = ["7C 8D QH KH AH", "9C AC 7S 7H 8C", "KC 8H 9H JS QS", "10C AS 7D 8S 9S"]
    assert chosen(standing(DUDAK, hands, "- - - -"), DUDAK) == "trump H"
    assert chosen(standing(DUDAK, hands, "- - - H"), DUDAK) != "trump H"


def test_suits_before_the_deal_are_named_by_chance() -> None:
    """Nobody has cards yet."""
    naming, _ = shuffled(dealing(SVOYI, 4), ())
    for bot in (play_steadily, play_easily):
        named = Counter(write_action(bot(sight(naming), Random(seed))) for seed in range(40))  # type: ignore[arg-type]
        assert len(named) == 4


def test_who_is_careful_minds_cards_more() -> None:
    """And who is bold takes up a pile more readily."""
    state = standing(SVOYI, ["7C 8C 10S JS", "9C AC 7H AH", "KC 8H 9H 7S"], "D H C", "8C", 1)
    costs = []
    for temper in (Temper.BOLD, Temper.EVEN, Temper.CAREFUL):
        weigher = Weigher(seen(state), temper, adds=True)
        few, many = (weigher.worth(hand, Suit.HEARTS) for hand in (0b1, 0b111))
        costs.append(few - many)
    assert costs == sorted(costs)


def test_easy_mostly_takes_what_is_better() -> None:
    """But not always; trumps are named steadily."""
    hands = ["7C 8C 10S JS", "9C AC 7H AH", "KC 8H 9H 7S", "10C AS 7D 8S"]
    state = standing(SVOYI, hands, "D H C S", "8C", 1)
    whims = Random(1)
    taken = Counter(write_action(play_easily(sight(state), whims)) for _ in range(300))  # type: ignore[arg-type]
    assert taken["9C"] > taken["AH"]
    assert len(taken) > 1
    announcing = standing(DUDAK, ["7C 8D QH KH AH", "9C", "KC", "10C"], "- - - -")
    assert write_action(play_easily(sight(announcing, DUDAK), whims)) == "trump H"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("setup", "adds"),
    [(Setup(SVOYI, 4), True), (Setup(SVOYI, 4, {"cards": 1}), False), (Setup(CHALLENGE, 2, {"cards": 24}), True)],
)
def test_how_many_cards_a_turn_has(setup: Setup, adds: bool) -> None:
    """The option is the size of the pack in Challenge."""
    assert adds_cards(setup) == adds


def test_a_single_choice_is_taken() -> None:
    """Nothing is weighed."""
    assert chosen(standing(SVOYI, ["7C", "8C 9C", "KC"], "D H S", "AC", 0)) == "take"
