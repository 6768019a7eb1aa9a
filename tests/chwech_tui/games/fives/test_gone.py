"""The cards gone in Twenty-Five and Forty-Five, and the rest that is certain: it holds whatever the others hold."""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from chwech_tui.games.fives.tricks import cards_gone, certain_rest, pack_of
from chwech_tui.model.board import Asking
from chwech_tui.model.keys import press
from chwech_tui.model.picking import due, rest
from chwech_tui.model.prompt import prompt
from protocol.cards import Card, read_card
from protocol.colour_order import JokerPlace
from protocol.fives.actions import Play
from protocol.fives.events import TrickTaken
from protocol.fives.views import Claim, FivesView, Phase
from protocol.setup import Setup
from protocol.vocabulary import Seat
from server.rules.fives.deal import Playing, State
from server.rules.fives.game import GAMES
from tests.chwech_tui.games.fives.stage import FORTY_FIVE, SETUPS, TWENTY_FIVE, Stage, find
from tests.server.rules.fives.position import REST, begun, play


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(map(read_card, text.split()))


def leading(hand: str, others: str = REST, turned: str = "8S", moves: str = "") -> FivesView:
    """Give the view of seat 0 of three in a deal of Twenty-Five, once these moves are made."""
    state, _ = play(begun("twenty-five", [hand, others, "2H 3H 4H 6H 7H"], turned), moves)
    return GAMES["twenty-five"].view(state, Seat(0))


SURE = leading("5S JS AH AS KS", moves="5S,2D,2H")
"""Seat 0 holds the four highest trumps that are left, and leads."""


def test_the_highest_trumps_are_certain() -> None:
    """They are led from the highest down, and nothing before the turn-up is settled."""
    assert certain_rest(SURE) == cards("JS AH AS KS")
    assert certain_rest(leading("5S JS AH AS KS")) == ()


def test_one_card_that_may_be_beaten_ends_the_certainty() -> None:
    """A trump below one that may be in another hand, or a plain card while a trump is out, is not certain."""
    assert certain_rest(leading("5S JS AH AS QS", moves="5S,2D,2H")) == ()
    assert certain_rest(leading("5S JS AH AS KC", moves="5S,2D,2H")) == ()


def test_there_is_no_rest_but_on_ones_own_lead() -> None:
    """While another seat leads or a trick is open nothing is claimed."""
    assert certain_rest(replace(SURE, legal=())) == ()
    assert certain_rest(replace(SURE, phase=Phase.FOLLOWING)) == ()
    assert certain_rest(replace(SURE, claim=Claim.OPEN)) == ()
    assert certain_rest(replace(SURE, trump=None)) == ()


def redealt(state: Playing, seat: Seat, luck: random.Random) -> Playing:
    """Deal all cards anew that a seat does not see, with high ones for itself: all that it knows stays true."""
    seen = {play.card for play in state.plays} | {turn.card for turn in state.aside if turn.seat == seat}
    lies = {state.turn_up} if state.robber is None else set()
    pool = [card for card in state.variant.pack if card not in seen | lies]
    luck.shuffle(pool)
    held = len(state.hands[seat])
    best = sorted(pool, key=lambda card: -state.order.heights[card])[: held + luck.choice((0, 0, 1, 3))]
    own = luck.sample(best, held)
    others = [card for card in pool if card not in own]
    hands: list[tuple[Card, ...]] = []
    for place, hand in enumerate(state.hands):
        new, others = (own, others) if place == seat else (others[: len(hand)], others[len(hand) :])
        hands.append(tuple(new))
    return replace(state, hands=tuple(hands))


def claim(stage: Stage, state: State, seat: Seat, luck: random.Random) -> int:
    """Let a seat claim and all others play by chance to the end of the deal; give the tricks that it takes."""
    taken = 0
    while isinstance(state, Playing) and state.turn is not None:
        turn = state.turn
        action = luck.choice(GAMES[stage.setup.game].legal(state, turn))
        if turn == seat:
            sure = certain_rest(GAMES[stage.setup.game].view(state, seat))
            assert sure, "what is certain stays certain"
            action = Play(sure[0])
        for event in GAMES[stage.setup.game].decide(state, turn, action):
            state = GAMES[stage.setup.game].evolve(state, event)
            if isinstance(event, TrickTaken):
                assert event.seat == seat
                taken += 1
    return taken


def claims(stage: Stage, luck: random.Random) -> Iterator[int]:
    """Give the tricks of each claim that is possible for whoever leads now, with the unseen cards dealt three times."""
    state = stage.state
    if not isinstance(state, Playing) or state.turn is None or state.table or not state.plays:
        return
    for _ in range(3):
        dealt = redealt(state, state.turn, luck)
        if certain_rest(GAMES[stage.setup.game].view(dealt, state.turn)):
            yield claim(stage, dealt, state.turn, luck)


@pytest.mark.no_cover
@pytest.mark.parametrize("on", [on for on in SETUPS if on.game != "spoil-five"])
def test_a_claim_takes_every_trick_whatever_the_others_hold_and_play(on: Setup) -> None:
    """Whenever a rest is certain, it is taken against any cards in the other hands and any play that is legal."""
    luck = random.Random(str(on))
    tricks: list[int] = []
    for seed in range(12):
        stage = Stage(on, seed=f"claim {seed}")
        tricks += [taken for _ in stage.turns() for taken in claims(stage, luck)]
    assert sum(taken > 1 for taken in tricks) > 20


def test_claiming_plays_the_rest_at_each_turn() -> None:
    """The key asks, y confirms, and the cards are played from the highest down, as long as it is certain."""
    board = replace(find(TWENTY_FIVE, lambda view: bool(view.legal)), pending=None)
    assert board.table is not None
    board = replace(board, table=replace(board.table, game=SURE))
    assert rest(board) == cards("JS AH AS KS")
    assert ("c", "claim the rest") in [(answer.key, answer.label) for answer in prompt(board).answers]
    asking, action = press(board, "c")
    assert (asking.asking, action) == (Asking.CLAIM, None)
    assert prompt(asking).text == "Every trick left is yours: play J♠, A♥, A♠ and K♠?"
    assert press(asking, "escape")[0] == board
    claims = press(asking, "y")[0]
    assert due(claims)[1] == Play(cards("JS")[0])
    assert due(replace(claims, pending=1))[1] is None


def test_a_single_card_is_not_claimed() -> None:
    """To play the last card is as quick."""
    board = find(TWENTY_FIVE, lambda view: len(certain_rest(view)) == 1)
    assert rest(board) == ()


def test_everybody_has_seen_the_cards_of_all_tricks() -> None:
    """The turn-up that stays and what the viewer laid aside are in nobody's hand."""
    view = leading("5S JS AH AS KS", moves="rob KS,5S,2D,2H,JS,3D")
    known = cards_gone(view)
    assert known.hand == cards("AH 8S AS")
    assert known.table == cards("JS 3D")
    assert known.gone == cards("5S 2D 2H KS")
    assert cards_gone(SURE).gone == cards("5S 2D 2H 8S")


@pytest.mark.parametrize("on", [TWENTY_FIVE, FORTY_FIVE])
def test_the_pack_is_what_the_deal_ranks(on: Setup) -> None:
    """There is a Joker only where the game has one."""
    view = find(on, lambda view: view.order is not None).game
    assert isinstance(view, FivesView)
    assert view.order is not None
    assert set(pack_of(view)) == set(view.order.heights)
    assert len(pack_of(view)) == (52 if view.joker is JokerPlace.NONE else 53)
