"""What viewers see of Durak, and what they do not."""

from msgspec.structs import replace

from protocol.cards import Suit, read_card
from protocol.durak.actions import FINISH, PASS, Add
from protocol.durak.events import Dealt, Drawn
from protocol.durak.pack import PACK
from protocol.durak.views import Bout, DurakView, Pair, Phase
from protocol.vocabulary import Seat
from server.rules.durak.deal import State
from tests.server.rules.durak.position import GAME, bout, cards, deal, dealing, play

HANDS = ["6S 6D 7C", "7S 8S 9H", "6C 7D", "8C 8D 10C"]


def look(state: State, seat: int | None = None) -> DurakView:
    """Give what a viewer sees."""
    return GAME.view(state, None if seat is None else Seat(seat))


def test_a_viewer_sees_its_own_hand_and_choices_only() -> None:
    """Others are cards to be counted; the bout lies open, and so does who is asked."""
    state, _ = play(bout(HANDS, stock="KC 6H"), "0 6S, 1 9H>6S")
    own, other, all_ = look(state, 0), look(state, 1), look(state)
    assert own.hand == cards("6D 7C")
    assert own.legal == (Add(read_card("6D")), PASS)
    assert other.hand == cards("7S 8S")
    assert other.legal == all_.legal == ()
    assert all_.hand == ()
    assert [seat.cards for seat in all_.seats] == [2, 2, 2, 3]
    assert (all_.phase, all_.turn, all_.awaited, all_.free) == (Phase.ADDING, None, (0, 2), ())
    assert (all_.trump, all_.turn_up, all_.stock) == (Suit.HEARTS, read_card("6H"), 2)
    assert all_.bout == Bout(Seat(0), Seat(1), 3, (Pair(Seat(0), read_card("6S"), read_card("9H")),))


def test_the_phases_of_a_bout() -> None:
    """Whom it waits for, and who may act unasked."""
    state: State = bout(HANDS)
    assert (look(state).phase, look(state).turn, look(state).awaited) == (Phase.ATTACKING, 0, (0,))
    state, _ = play(state, "0 6S")
    assert (look(state).phase, look(state).turn, look(state).free) == (Phase.DEFENDING, 1, (0,))
    assert look(state, 0).legal == (Add(read_card("6D")), FINISH)
    state, _ = play(state, "0 done, 1 up")
    seen = look(state)
    assert (seen.phase, seen.turn, seen.awaited) == (Phase.ADDING, 2, (2,))
    assert [(seat.finished, seat.passed) for seat in seen.seats] == [(True, False), *[(False, False)] * 3]
    state, _ = play(state, "2 -")
    seen = look(state)
    assert seen.last_bout is not None
    assert seen.last_bout.given_up
    assert seen.seats[1].known == cards("6S")
    assert (seen.seats[1].taken, seen.bouts) == (1, 2)


def test_a_pass_is_seen() -> None:
    """Everybody sees who has answered."""
    state, _ = play(bout(HANDS), "0 6S, 1 9H>6S, 0 -")
    assert [seat.passed for seat in look(state).seats] == [True, False, False, False]
    assert look(state).awaited == (2,)


def test_a_deal_is_told_without_what_is_hidden() -> None:
    """The seed, the cards of others and the stock stay in the log."""
    state, (dealt, *_) = deal(dealing(), [card.text for card in PACK])
    assert isinstance(dealt, Dealt)
    told = GAME.tell(dealt, Seat(1))
    assert told == replace(dealt, hands=((), dealt.hands[1], (), ()), stock=(), seed=None)
    assert look(state, 1).commitment == dealt.commitment
    drawn = Drawn(Seat(1), 2, cards("6S 6H"), read_card("6H"))
    assert GAME.tell(drawn, Seat(1)) == drawn
    assert GAME.tell(drawn, None) == Drawn(Seat(1), 2, (), read_card("6H"))


def test_between_two_deals_the_hands_lie_open() -> None:
    """What was left is shown, and who is out."""
    state, _ = play(bout(["6S 9D", "7S", "", ""]), "0 6S, 1 7S>6S")
    seen = look(state, 2)
    assert (seen.phase, seen.deal, seen.turn, seen.winners, seen.hands) == (Phase.DEALING, 2, None, (), ())
    assert seen.left == (cards("9D"), (), (), ())
    assert [seat.total for seat in seen.seats] == [0, 1, 0, 1]
    assert [seat.out for seat in seen.seats] == [False, True, True, True]
    assert len(GAME.reveal(state).hands) == 1
    assert GAME.reveal(dealing()).hands == ()


def test_in_a_replay_all_hands_lie_open() -> None:
    """With the stock, but without earlier sheets; at the end everybody sees the cards of each deal."""
    state, _ = play(bout(HANDS, stock="KC 6H"), "0 6S")
    (opened,) = GAME.reveal(state).hands
    assert opened.left[1] == cards("7S 8S 9H")
    assert opened.stock == cards("KC 6H")
    over, _ = play(bout(["6S 9D", "7S", "", ""], options={"losses": 1}), "0 6S, 1 7S>6S")
    assert look(over).hands[0].left[0] == cards("9D")
    assert (look(over).winners, look(over).deal, look(over).stage.value) == ((1, 3), 1, "over")
