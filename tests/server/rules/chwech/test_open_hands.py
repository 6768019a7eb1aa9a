"""What everybody may see once the game has ended, and how it is counted."""

from random import Random

import pytest

from protocol.cards import read_card
from protocol.chwech.actions import read_action
from protocol.chwech.events import DealEnded, Dealt, Led, Passed, TrickTaken
from protocol.chwech.views import ChwechView, OpenDeal, Phase
from protocol.codec import Codec
from protocol.framing import SERVER_LIMIT
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.rules.chwech.deal import State
from server.rules.game import Break, Tally
from tests.conformance.kit import Laws
from tests.conformance.test_chwech import ChwechSubject
from tests.server.rules.chwech.position import GAME, leading, opening, play

FOUR = ["AC 6C 7D", "KC 6D 8D", "QC 6H 9D", "JC 6S 10D"]
"""Three cards each for four players."""

CODEC = Codec([GAME.dialect])


def random_game(deals: int) -> tuple[State, list[Event], list[State]]:
    """Give the end of a random game, its events and the states after each."""
    steps = Laws(ChwechSubject()).play(Setup(players=6, options={"deals": deals}), Random(deals))
    return steps[-1].state, [step.event for step in steps], [step.state for step in steps]


def hands_of(view: object) -> tuple[OpenDeal, ...]:
    """Give the open hands of a view."""
    assert isinstance(view, ChwechView)
    return view.hands


def test_all_hands_are_open_after_the_game() -> None:
    """At the end everybody sees the hands of every deal as they were dealt, and what was left of them."""
    state, events, _ = random_game(3)
    dealt = [event.hands for event in events if isinstance(event, Dealt)]
    left = [event.sheet.left for event in events if isinstance(event, DealEnded)]
    for viewer in (None, Seat(0), Seat(5)):
        shown = hands_of(GAME.view(state, viewer))
        assert [[sorted(map(str, hand)) for hand in deal.dealt] for deal in shown] == [
            [sorted(map(str, hand)) for hand in hands] for hands in dealt
        ]
        assert [tuple(map(len, deal.left)) for deal in shown] == left
        assert all(set(rest) <= set(hand) for deal in shown for rest, hand in zip(deal.left, deal.dealt, strict=True))


def test_no_hand_is_open_before_the_end() -> None:
    """Until the last event of the game no hand is open, of earlier deals neither."""
    _, _, states = random_game(2)
    assert {hands_of(GAME.view(state, viewer)) for state in states[:-1] for viewer in (None, Seat(1))} == {()}


@pytest.mark.no_cover
def test_the_longest_game_fits_into_a_frame() -> None:
    """The view after 24 deals takes less than a quarter of the greatest frame."""
    state, _, _ = random_game(24)
    assert len(CODEC.pack(GAME.view(state, Seat(0)))) < SERVER_LIMIT / 4


def test_a_deadlock_leaves_cards() -> None:
    """What nobody could play is shown at the end."""
    state, _ = play(leading(FOUR, deals=1), "-", "-", "-", "-")
    (deal,) = hands_of(GAME.view(state, None))
    assert deal.left == deal.dealt
    assert [len(hand) for hand in deal.left] == [3, 3, 3, 3]


def test_what_ends_a_trick_and_a_deal() -> None:
    """A trick ends when it is taken, a deal with its sheet; nothing else ends anything."""
    _, events, _ = random_game(1)
    breaks = {type(event): GAME.breaks(event) for event in events}
    assert breaks.pop(TrickTaken) is Break.TRICK
    assert breaks.pop(DealEnded) is Break.DEAL
    assert {Led, Passed} <= breaks.keys()
    assert set(breaks.values()) == {None}


def test_exact_multiples_are_counted() -> None:
    """A deal with a multiple of nine cards won counts as exact, none at all included."""
    state, _ = play(leading(FOUR, deals=1), "-", "-", "-", "-")
    assert GAME.tallies(state) == (Tally(1, 54, 1), Tally(1, 54, 1), Tally(1, 54, 1), Tally(1, 36, 0))


def test_a_deal_that_has_ended_stays_on_the_table() -> None:
    """Until the next deal everybody sees what each seat won and has left, the last trick, and the cards left over."""
    state, _ = play(opening(["AC 6C", "KC", "QC 6H", "JC"], deals=2), "6C", "KC", "QC", "JC")
    for viewer in (None, Seat(2)):
        view = GAME.view(state, viewer)
        assert isinstance(view, ChwechView)
        assert (view.phase, view.turn, view.hand, view.legal) == (Phase.DEALING, None, (), ())
        assert [seat.cards for seat in view.seats] == list(view.sheets[0].left) == [1, 0, 1, 0]
        assert [seat.won for seat in view.seats] == list(view.sheets[0].won)
        assert [seat.worth for seat in view.seats] == list(view.sheets[0].scores)
        assert [seat.total for seat in view.seats] == list(view.sheets[0].totals)
        assert view.last_trick is not None
        assert [turn.play for turn in view.last_trick.turns] == [read_action(text) for text in ["6C", "KC", "QC", "JC"]]
        assert view.left == ((read_card("AC"),), (), (read_card("6H"),), ())


def test_what_stays_goes_with_the_next_deal() -> None:
    """Nothing of the deal that has ended is in the view of the next one; nor is there anything before the first."""
    _, _, states = random_game(2)
    for state in states:
        view = GAME.view(state, None)
        assert isinstance(view, ChwechView)
        assert bool(view.left) == (view.phase in {Phase.DEALING, Phase.OVER} and bool(view.sheets))
