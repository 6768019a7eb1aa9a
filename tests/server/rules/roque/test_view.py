"""What viewers see of Roque, and what they do not."""

from protocol.cards import Suit, read_card
from protocol.roque.actions import PASS, Bid, write_action
from protocol.roque.events import Buried, Dealt, Ending, WidowTaken
from protocol.roque.views import OpenDeal, Phase, RoqueView, SeatView, Trick, Turn
from protocol.vocabulary import Seat, Stage
from server.rules.game import CHANCE, Shuffled
from server.rules.roque.deal import State
from tests.server.rules.roque.position import FOUR, GAMES, THREE, begun, cards, dealing, play

GAME = GAMES[FOUR]
HANDS = {0: "C32 DAKQJ H5432 S32", 3: "CAKQJ1098 H109876"}
AUCTION = "bid 85, -, -, -"
BURIED = AUCTION + ", bury 4C, bury 5C, bury 6C, bury 7C"


def look(state: State, seat: int | None = None) -> RoqueView:
    """Give what a viewer sees."""
    return GAME.view(state, None if seat is None else Seat(seat))


def test_the_auction_is_public_and_the_hands_are_not() -> None:
    """Everybody sees who bid what and who is out; a viewer sees its own hand and choices."""
    state, _ = play(begun(HANDS, "C4567", totals=(-90, 100, -90, 100)), "bid 100, bid 120, -")
    seen, own = look(state), look(state, 1)
    assert (seen.phase, seen.turn, seen.bid, seen.declarer) == (Phase.BIDDING, 1, 120, 3)
    assert [seat.bid for seat in seen.seats] == [100, None, None, 120]
    assert [seat.passed for seat in seen.seats] == [False, False, True, False]
    assert seen.seats[0] == SeatView(side=0, cards=12, tricks=0, total=-90, bid=100)
    assert [seat.declares for seat in seen.seats] == [False, False, False, True]
    assert (seen.hand, seen.legal, seen.widow, seen.stage) == ((), (), (), Stage.PLAYING)
    assert own.legal[0] == Bid(125)
    assert PASS in own.legal
    assert len(own.hand) == 12
    assert look(state, 0).legal == ()


def test_the_widow_and_what_is_laid_aside_are_the_declarers_secret() -> None:
    """The others see that there are cards aside, and how many."""
    state, events = play(begun(HANDS, "C4567"), AUCTION + ", bury 4C, bury 2S")
    taken = next(event for event in events if isinstance(event, WidowTaken))
    assert GAME.tell(taken, Seat(0)) == taken
    assert GAME.tell(taken, Seat(1)) == GAME.tell(taken, None) == WidowTaken(Seat(0), 85)
    buried = events[-1]
    assert GAME.tell(buried, Seat(0)) == Buried(Seat(0), read_card("2S"))
    assert GAME.tell(buried, None) == Buried(Seat(0))
    own, other = look(state, 0), look(state, 2)
    assert (own.phase, own.widow, own.buried, own.aside) == (
        Phase.BURYING,
        cards("C4567"),
        tuple(map(read_card, ("4C", "2S"))),
        2,
    )
    assert (other.widow, other.buried, other.aside) == ((), (), 2)
    assert [seat.cards for seat in other.seats] == [14, 12, 12, 12]
    assert [(seat.bid, seat.passed, seat.declares) for seat in other.seats] == [
        (85, False, True),
        *[(None, False, False)] * 3,
    ]


def test_a_deal_is_told_without_what_is_hidden() -> None:
    """The seed, the cards of others and the widow stay in the log."""
    (dealt,) = GAME.decide(dealing(), CHANCE, Shuffled(tuple(range(52)), "00" * 32))
    assert isinstance(dealt, Dealt)
    told = GAME.tell(dealt, Seat(2))
    assert isinstance(told, Dealt)
    assert told.hands == ((), (), dealt.hands[2], ())
    assert (told.widow, told.seed, told.commitment) == ((), None, dealt.commitment)


def test_what_has_been_taken_is_counted() -> None:
    """Tricks by seat, and what they count by side; the open trick stands to whoever takes it so far."""
    state, _ = play(begun(HANDS, "C4567"), BURIED + ", 3C, AC, 4S, 5D, 10H")
    seen = look(state)
    assert (seen.phase, seen.trump, seen.turn, seen.aside) == (Phase.FOLLOWING, Suit.CLUBS, 2, 4)
    assert seen.trick == Trick((Turn(Seat(3), read_card("10H")),), Seat(3))
    assert seen.last_trick is not None
    assert seen.last_trick.taker == 3
    assert seen.gone == tuple(map(read_card, ("3C", "AC", "4S", "5D")))
    assert [(seat.tricks, seat.took) for seat in seen.seats] == [(0, 0), (0, 20), (0, 0), (1, 20)]
    assert look(state, 0).buried == cards("C4567")
    assert look(play(begun(HANDS, "C4567"), BURIED)[0]).phase is Phase.LEADING


def test_between_deals_and_at_the_end_all_is_counted() -> None:
    """What was laid aside is shown with the score; at the end everything lies open."""
    before = look(dealing(totals=(10, -85, 10, -85)), 0)
    assert (before.phase, before.deal, before.dealer, before.viewer) == (Phase.DEALING, 2, 1, 0)
    assert [seat.total for seat in before.seats] == [10, -85, 10, -85]
    state, _ = play(begun({0: "CAKQJ1098765"}, "C432 D2", most_deals=1), AUCTION)
    state, _ = play(state, "bury 2D, bury 3D, bury 4D, bury 2C")
    while state.turn is not None:
        state, _ = play(state, write_action(GAME.legal(state, state.turn)[-1]))
    over = look(state)
    assert (over.phase, over.deal, over.dealer, over.winners) == (Phase.OVER, 1, 1, (0, 2))
    assert over.buried == over.sheets[-1].buried == tuple(map(read_card, ("2C", "2D", "3D", "4D")))
    assert over.sheets[-1].ending is Ending.SLAM
    assert over.left == ((),) * 4
    (opened,) = over.hands
    assert (opened.widow, opened.left) == (tuple(map(read_card, ("2C", "3C", "4C", "2D"))), ((),) * 4)
    assert GAME.reveal(state) == over
    assert not over.duplicate


def test_a_deal_that_all_passed_shows_no_cards() -> None:
    """Nothing was played, and nothing is shown; the next dealer is to the right."""
    state, _ = play(begun({}, game=THREE), "-, -, -")
    seen = GAMES[THREE].view(state, Seat(0))
    assert (seen.phase, seen.deal, seen.dealer, seen.left, seen.buried) == (Phase.DEALING, 2, 0, (), ())
    assert [seat.passed for seat in seen.seats] == [True] * 3
    assert seen.widow_cards == 6


def test_a_replay_shows_the_cards_as_they_are() -> None:
    """Those of the present deal, or of the one that has just ended; before the first, none."""
    state, _ = play(begun(HANDS, "C4567"), AUCTION + ", bury 4C")
    (opened,) = GAME.reveal(state).hands
    assert isinstance(opened, OpenDeal)
    assert (len(opened.left[0]), opened.buried, opened.widow) == (15, cards("C4"), cards("C4567"))
    (early,) = GAME.reveal(begun(HANDS, "C4567")).hands
    assert early.buried == ()
    assert GAME.reveal(dealing()).hands == ()
    assert len(GAME.reveal(dealing(totals=(0, 5, 0, 5))).hands) == 1
