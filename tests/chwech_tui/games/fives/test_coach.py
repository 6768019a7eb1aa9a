"""The advice of the coach of Twenty-Five, Forty-Five and Spoil Five."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import cells
from chwech_tui.drawing.panel import draw_prompt
from chwech_tui.games.fives.tricks import advice
from chwech_tui.games.fives.words import FORTY_FIVE, TWENTY_FIVE
from chwech_tui.model.ink import plain
from chwech_tui.model.settings import Settings, Switch
from protocol.cards import Card, Suit, read_card
from protocol.catalogues import catalogue
from protocol.colour_order import JokerPlace, make_order
from protocol.fives.actions import Play, Rob
from protocol.fives.views import Claim, FivesView, Phase, SeatView, Trick, Turn
from protocol.language import LANGUAGES, _, speaking
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.fives.stage import SETUPS, Stage, find, setup
from tests.chwech_tui.games.stage import people

ON = setup(TWENTY_FIVE, 4, pool=False)


def turn(*, best: bool) -> FivesView:
    """Give a view of the viewer's turn, with the best trump left in hand or without it, before anybody is near."""

    def wanted(view: FivesView) -> bool:
        told = advice(ON, view, people(4))
        near = any(seat.total >= 15 for seat in view.seats)
        robs = any(isinstance(action, Rob) for action in view.legal)
        return (
            len(view.legal) > 1 and not near and not robs and ("best trump" in told) is best and view.order is not None
        )

    game = find(ON, wanted).game
    assert isinstance(game, FivesView)
    return game


def totals(view: FivesView, *scores: int) -> FivesView:
    """Give the view with other scores."""
    seats: tuple[SeatView, ...] = tuple(
        replace(seat, total=total) for seat, total in zip(view.seats, scores, strict=True)
    )
    return replace(view, seats=seats)


def test_the_best_trump_left_is_named() -> None:
    """Neither gone nor in the trick: no card beats it, and the viewer holds it."""
    view = turn(best=True)
    assert view.order is not None
    seen = {*view.gone, *view.discards, *(played.card for played in view.trick.turns)}
    best = next(card for card in view.order.trumps if card not in seen)
    assert best in view.hand
    assert advice(ON, view, people(4)).startswith(str(best.rank.value))


def test_who_is_near_the_end_is_named() -> None:
    """The coach says who wins with one more trick, where a trick scores: the viewer first, then others."""
    view = turn(best=False)
    assert advice(ON, totals(view, 20, 20, 0, 0), people(4)).startswith("One more trick wins you the game")
    one, two = advice(ON, totals(view, 0, 20, 0, 0), people(4)), advice(ON, totals(view, 0, 20, 20, 0), people(4))
    assert one.endswith(" needs one more trick: take this one if you can.")
    assert two == "Others need one more trick to win: take this one if you can."
    assert "one more trick" not in advice(ON, totals(view, 0, 0, 0, 0), people(4))
    for scores in ("majority", "game"):
        assert (
            advice(setup(FORTY_FIVE, 4, trick_scores=scores), totals(view, 20, 20, 0, 0), people(4)).count(
                "one more trick"
            )
            == 0
        )


def test_without_a_choice_there_is_no_advice() -> None:
    """Who waits or watches is told nothing, nor is anybody before the trump suit is known."""
    view = turn(best=True)
    assert advice(ON, replace(view, legal=()), people(4)) == ""
    assert advice(ON, replace(view, viewer=None), people(4, None)) == ""
    assert "best trump" not in advice(ON, replace(view, trump=None), people(4))
    assert advice(ON, replace(view, viewer=Seat(0), legal=view.legal[:1]), people(4)) == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("on", SETUPS, ids=str)
def test_every_choice_has_advice_of_one_line(on: Setup, language: str) -> None:
    """Also at the first turn, whose answers rob or leave the turn-up: there are no hints that would speak instead."""
    with speaking(language, catalogue):
        for _event, table in Stage(on, seed="advice").told_turns():
            view = table.game
            assert isinstance(view, FivesView)
            if len([action for action in view.legal if not isinstance(action, Rob)]) > 1:
                told = advice(on, view, people(on.players))
                assert 0 < cells(_("Coach: {advice}", advice=told)) <= 78, told


def cards(*names: str) -> tuple[Card, ...]:
    """Read cards."""
    return tuple(map(read_card, names))


def position(hand: str, *played: str, trump: Suit = Suit.CLUBS) -> FivesView:
    """Give a view of the viewer's turn with this hand, all of which may be played, and these cards in the trick."""
    view = turn(best=False)
    held, order = cards(*hand.split()), make_order(trump, JokerPlace.NONE)
    table = tuple(Turn(Seat(place + 1), card) for place, card in enumerate(cards(*played)))
    taker = table[order.taker([one.card for one in table])].seat if table else None
    return replace(
        totals(view, 0, 0, 0, 0),
        hand=held,
        trump=trump,
        gone=(),
        discards=(),
        phase=Phase.FOLLOWING if table else Phase.LEADING,
        trick=Trick(table, taker),
        legal=tuple(map(Play, held)),
        turn_up=cards("2C")[0],
        claim=Claim.LAPSED,
    )


@pytest.mark.parametrize(
    ("hand", "played", "told"),
    [
        ("JC 3C 9D", (), "A trump led draws trumps"),
        ("JC KD 9D", (), "K♦ is a good lead"),
        ("JC QD 9D", (), "Lead a plain card, and keep your only trump"),
        ("4D QD 9D", (), "Without trumps"),
        ("4D QD 9D", ("KD",), "None of your cards takes this trick"),
        ("AH QD 9D", ("3C",), "You may keep A♥ back"),
        ("QD 3C 9D", ("JD", "2D", "4H"), "You are the last to play: Q♦ is enough"),
        ("QD 3C 9D", ("JD", "2D"), "Others play after you"),
        ("5C 3C 9D", ("JD", "4C"), "5♣ takes it for certain"),
    ],
)
def test_what_a_good_player_bears_in_mind_is_said(hand: str, played: tuple[str, ...], told: str) -> None:
    """For a lead, and for a card to the trick as it stands."""
    assert advice(ON, position(hand, *played), people(4)).startswith(told)


def test_a_partner_who_has_the_trick_is_told() -> None:
    """Good cards are kept then."""
    view = position("QD 3C 9D", "JD", "2D")
    seats = tuple(replace(seat, side=number % 2) for number, seat in enumerate(view.seats))
    partner = replace(view, seats=seats, sides=2, trick=Trick(view.trick.turns, Seat(2)))
    assert advice(ON, partner, people(4)) == "The trick is your partner's as it stands: keep your good cards."


def test_robbing_is_advised_where_the_turn_up_is_better_than_a_card_in_hand() -> None:
    """Not where every card is a higher trump."""
    robs = tuple(map(Rob, cards("AC", "3C", "9D")))
    view = position("AC 3C 9D")
    told = advice(ON, replace(view, legal=(*view.legal, *robs)), people(4))
    assert told == "Rob the pack: 2♣ is a trump, and better than 9♦."
    high = position("AC KC QC")
    assert not advice(ON, replace(high, legal=(*high.legal, *robs)), people(4)).startswith("Rob")


def test_the_screen_shows_the_advice_at_once_where_the_server_has_no_hints() -> None:
    """The coach waits for a hint only in games that have them."""
    here = find(ON, lambda view: len(view.legal) > 1)
    coached = replace(here, settings=Settings(coach=Switch.ON), without_hints=frozenset({TWENTY_FIVE}))
    assert any(plain(line).startswith("Coach: ") for line in draw_prompt(coached, 78))
