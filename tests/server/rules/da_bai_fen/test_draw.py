"""The draw of Da Bai Fen: who is asked, whose card decides, and what is done where nobody exposes one.

Source: other-games.md, section 3, with the rulings of the rules page.
"""

import pytest

from protocol.cards import Rank, Suit, read_card
from protocol.da_bai_fen.actions import CLAIM, FINISH, PASS, Expose, Play
from protocol.da_bai_fen.events import Drawn, Ending, Exposed, SixTaken, SixTurned
from protocol.vocabulary import Seat
from server.rules.da_bai_fen.deal import Annulled, Burying, Dealing, Drawing, Playing, State
from server.rules.da_bai_fen.play import decide, evolve
from server.rules.game import CHANCE, IllegalAction, Seats, Shuffled
from tests.server.rules.da_bai_fen.position import GAME, cards, deal, dealing, names, play, sheet

ALL_PASS = "0 -,1 -,2 -,3 -,"


def drawing(state: State) -> Drawing:
    """Give a state of the draw."""
    assert isinstance(state, Drawing)
    return state


def burying(state: State) -> Burying:
    """Give a state in which the Leader buries."""
    assert isinstance(state, Burying)
    return state


def test_everybody_is_asked_whatever_they_hold() -> None:
    """After each draw all four are awaited, those without a card of the trump rank too."""
    state, events = deal(dealing(draw=3), {0: "2H 3H 4H"})
    assert names(events) == ["Dealt", "Drawn"]
    assert GAME.awaits(state) == Seats(frozenset({Seat(0), Seat(1), Seat(2), Seat(3)}))
    assert GAME.legal(state, Seat(0))[0] == Expose(read_card("2H"))
    assert [len(GAME.legal(state, Seat(seat))) for seat in range(4)] == [3, 2, 2, 2]


@pytest.mark.parametrize(("draw", "questions"), [(1, 13), (3, 5), (12, 2)])
def test_how_often_all_are_asked(draw: int, questions: int) -> None:
    """After each draw, and once more after the last one."""
    state, _ = deal(dealing(draw=draw), {})
    for _ in range(questions):
        assert isinstance(state, Drawing)
        state, _ = play(state, ALL_PASS)
    assert isinstance(state, Burying)


def test_who_passes_until_all_cards_are_drawn_is_asked_once_more() -> None:
    """When all do, the rest is drawn at once; the last question is for everybody, and can be put off by nobody."""
    state, _ = deal(dealing(draw=3), {})
    state, _ = play(state, "0 --,1 -,2 --,3 --")
    assert drawing(state).awaited == {1}
    state, events = play(state, "1 --")
    assert names(events) == ["Answered", "Drawn", "LastAsked"]
    assert drawing(state).awaited == {0, 1, 2, 3}
    assert {GAME.legal(state, Seat(seat))[-1] for seat in range(4)} == {PASS}
    with pytest.raises(IllegalAction, match="this is the last question: expose a card of the trump rank, 2, or pass"):
        decide(state, Seat(0), FINISH)
    _, events = play(state, ALL_PASS)
    assert names(events)[-2:] == ["SixTurned", "SixTaken"]


def test_a_table_asks_after_every_card_unless_it_says_otherwise() -> None:
    """The right to expose comes just after one's own draw, and once more after the last draw."""
    state, events = deal(dealing(), {})
    assert isinstance(events[-1], Drawn)
    assert events[-1].number == drawing(state).drawn == 1


def test_who_passes_until_all_cards_are_drawn_may_expose_then() -> None:
    """The card is drawn unasked, and nothing is lost but the earlier moment."""
    state, _ = deal(dealing(), {2: "3H 2H"})
    state, _ = play(state, "0 --,1 --,2 --,3 --")
    state, events = play(state, "0 -,1 -,3 -,2 expose 2H")
    assert names(events)[-2:] == ["Exposed", "SixTaken"]
    assert burying(state).leader == 2


def test_the_first_in_the_order_of_drawing_exposes() -> None:
    """Who drew first counts, as if each had answered before the next one draws; it is known as soon as it can be."""
    state, _ = deal(dealing(first=1), {1: "2H", 0: "2C", 3: "2D"})
    state, events = play(state, "3 expose 2D,0 expose 2C")
    assert names(events) == ["Answered", "Answered"]
    assert drawing(state).awaited == {1, 2}
    after, events = play(state, "1 -")
    assert names(events) == ["Answered", "Exposed", "Drawn", "SixTaken"]
    assert events[1] == Exposed(Seat(0), read_card("2C"))
    assert isinstance(events[2], Drawn)
    assert events[2].number == 11
    assert (burying(after).leader, burying(after).trumps.suit) == (0, Suit.CLUBS)
    again, _ = play(state, "1 expose 2H")
    assert (burying(again).leader, burying(again).trumps.suit) == (1, Suit.HEARTS)


def test_nobody_is_asked_while_the_draw_is_brought_to_its_end() -> None:
    """Before the first card is drawn, and between the exposed card and the last card drawn."""
    before = dealing()
    (dealt, *_) = decide(before, CHANCE, Shuffled(tuple(range(54))))
    assert drawing(evolve(before, dealt)).awaited == frozenset()
    state, _ = deal(before, {0: "2C"})
    for event in decide(state, Seat(0), Expose(read_card("2C")))[:2]:
        state = evolve(state, event)
    assert drawing(state).exposer == 0
    assert drawing(state).awaited == frozenset()


def test_the_first_in_time_exposes_where_the_table_wants_it() -> None:
    """The order in which the server receives the answers decides."""
    state, _ = deal(dealing(first=1, exposing="time"), {1: "2H", 3: "2D"})
    state, events = play(state, "2 -,3 expose 2D")
    assert names(events)[-3:] == ["Exposed", "Drawn", "SixTaken"]
    assert burying(state).leader == 3


def test_a_card_may_be_exposed_later() -> None:
    """At once, later, or never: until the last question."""
    state, _ = deal(dealing(draw=3), {2: "2H"})
    for _ in range(4):
        state, _ = play(state, ALL_PASS)
    assert drawing(state).is_last
    state, events = play(state, "0 -,3 -,2 expose 2H")
    assert names(events)[-2:] == ["Exposed", "SixTaken"]
    assert burying(state).trumps.suit is Suit.HEARTS
    assert len(burying(state).hands[2]) == 18


@pytest.mark.parametrize(
    ("six", "turned", "trump"),
    [
        ("RJ AH 2D 2C 3S 4S", 3, Suit.DIAMONDS),  # the first of the trump rank stops it
        ("RJ 9H KD 3S KC BJ", 6, Suit.DIAMONDS),  # otherwise the highest but Jokers, of equal ones the first
    ],
)
def test_the_last_six_decide_where_nobody_exposes(six: str, turned: int, trump: Suit) -> None:
    """The Starter turns them up one at a time, and in the first deal declares and leads."""
    state, _ = deal(dealing(first=2), {0: "2S"}, six)
    state, events = play(state, f"0 --,1 --,2 --,3 --,{ALL_PASS}")
    assert SixTurned(cards(six)[:turned], trump) in events
    assert (burying(state).leader, burying(state).trumps.suit) == (2, trump)
    assert burying(state).turned == cards(six)[:turned]


def test_in_later_deals_the_starter_leads_whoever_exposes() -> None:
    """The trump rank is the level of the side that declares."""
    state, _ = deal(dealing([sheet(leader=1, took=20, totals=(0, 9))]), {0: "JH"})
    state, _ = play(state, "3 -,2 -,1 -,0 expose JH")
    assert (burying(state).leader, burying(state).trumps.rank) == (3, Rank.JACK)


def test_the_leader_takes_six_and_buries_six() -> None:
    """Any six, of those drawn or taken, one after the other; the table may show the six to all."""
    state, events = deal(dealing(show_six=True), {0: "2H 3H 4H 5H 6H 7H 8H"}, "KC")
    state, events = play(state, "0 expose 2H")
    taken = events[-1]
    assert isinstance(taken, SixTaken)
    assert taken.shown
    assert burying(state).turned == taken.cards
    with pytest.raises(IllegalAction, match="lay 6 cards aside first: 6 to go"):
        decide(state, Seat(0), Play(read_card("2H")))
    state, _ = play(state, "0 bury 2H,0 bury 3H,0 bury 4H,0 bury KC,0 bury 6H,0 bury 7H")
    assert isinstance(state, Playing)
    assert state.buried == cards("KC 2H 3H 4H 6H 7H")
    assert {len(hand) for hand in state.hands} == {12}


VOID = "3C 4C 5C 6C 7C 8C 3D 4D 5D 6D 7D 8D"


def test_a_hand_without_a_trump_may_annul_the_deal() -> None:
    """Until the opening lead, unasked; the same Starter begins again, at the same levels."""
    state, _ = deal(dealing(first=1), {1: "2H 3H 4H 5H 6H 7H", 3: VOID})
    state, _ = play(state, "1 expose 2H")
    assert GAME.awaits(state) == Seats(
        frozenset({Seat(1), Seat(3)}), frozenset({Seat(3)}), lapsing=frozenset({Seat(3)})
    )
    assert GAME.legal(state, Seat(3)) == (CLAIM,) == (GAME.fallback(state, Seat(3)),)
    with pytest.raises(IllegalAction, match="only by a hand without a trump"):
        decide(state, Seat(0), CLAIM)
    later, _ = play(state, "1 bury 2H,1 bury 3H,1 bury 4H,1 bury 5H,1 bury 6H,1 bury 7H")
    for before in (state, later):
        after, events = play(before, "3 void")
        assert names(events) == ["Claimed", "DealEnded"]
        assert isinstance(after, Dealing)
        assert after.match.sheets[-1].ending is Ending.ANNULLED
        assert (after.match.sheets[-1].culprit, after.match.dealer, after.match.totals) == (3, 1, (0, 0, 0, 0))
        assert isinstance(after.ended, Annulled)
    assert isinstance(later, Playing)
    led, _ = play(later, f"1 {later.hands[1][0].text}")
    assert GAME.legal(led, Seat(3)) == ()


def test_the_leader_claims_before_laying_a_card_aside() -> None:
    """Nobody buries the trumps to annul the deal."""
    state, _ = deal(dealing(first=3, draw=3), {3: VOID, 0: "2H"}, "9C 10C JC 9D 10D JD")
    state, _ = play(state, "2 -,1 -,3 -,0 -,0 -,1 -,2 -,3 -,0 -,1 -,2 -,3 -,0 -,1 -,2 -,3 -,3 -,2 -,1 -,0 -")
    assert burying(state).trumps.suit is Suit.CLUBS
    state, _ = deal(dealing([sheet(leader=1)], first=3), {3: VOID, 0: "2H"}, "9C 10C JC 9D 10D JD")
    state, _ = play(state, "3 -,2 -,1 -,0 expose 2H")
    assert CLAIM in GAME.legal(state, Seat(3))
    assert GAME.fallback(state, Seat(3)) != CLAIM
    state, _ = play(state, "3 bury 3C")
    assert CLAIM not in GAME.legal(state, Seat(3))


def test_a_table_may_do_without_the_claim() -> None:
    """Then nobody may act unasked."""
    state, _ = deal(dealing(first=1, void_claim=False), {1: "2H", 3: VOID})
    state, _ = play(state, "1 expose 2H")
    assert GAME.awaits(state) == Seats(frozenset({Seat(1)}))


def test_what_is_refused_in_the_draw() -> None:
    """A second answer, a card of another rank or of another's hand, and every other action."""
    state, _ = deal(dealing(draw=3), {0: "2H 3H 4H"})
    for seat, action, why in [
        (0, Expose(read_card("3H")), "only a card of the trump rank, 2, that you hold"),
        (1, Expose(read_card("2H")), "only a card of the trump rank, 2, that you hold"),
        (0, Play(read_card("3H")), "cards are still drawn: expose a card"),
        (0, CLAIM, "cards are still drawn"),
    ]:
        with pytest.raises(IllegalAction, match=why):
            decide(state, Seat(seat), action)
    state, _ = play(state, "0 -")
    with pytest.raises(IllegalAction, match="you have answered already: wait for the next draw"):
        decide(state, Seat(0), PASS)
    with pytest.raises(IllegalAction, match="the cards are not dealt yet"):
        decide(dealing(), Seat(0), PASS)
    with pytest.raises(IllegalAction, match="chance shuffles, and only before a deal"):
        decide(state, CHANCE, Shuffled(tuple(range(54))))
    with pytest.raises(IllegalAction, match="each of 0 to 53 once"):
        decide(dealing(), CHANCE, Shuffled((0,) * 54))
