"""Bouts: attack, defence, throwing in, giving up, and what comes after."""

import pytest

from protocol.cards import read_card
from protocol.durak.actions import FINISH, GIVE_UP, PASS, Add, Attack, Beat, read_action
from protocol.durak.events import Added, BoutBegun, BoutEnded, Drawn, WentOut
from protocol.durak.views import Phase
from protocol.vocabulary import Seat
from server.rules.durak.deal import Fighting, Settling, State, asked, legal
from server.rules.durak.play import decide
from server.rules.game import ForeignEvent, IllegalAction, Seats
from tests.server.rules.durak.position import GAME, bout, cards, names, play

HANDS = ["6S 6D 7C 9D QC AH", "7S 8S 7H 9H QS KS", "6C 7D 9C JC JD JS", "8C 8D 10C 10D 10S QD"]
"""Hearts are trump."""


def awaited(state: State) -> tuple[set[int], set[int]]:
    """Give who is asked, and who may act unasked."""
    there = GAME.awaits(state)
    assert isinstance(there, Seats)
    return set(there.asked), set(there.free)


def refusal(state: State, move: str) -> str:
    """Give why a move such as ``0 6S`` is refused."""
    seat, action = move.split()
    with pytest.raises(IllegalAction) as caught:
        decide(state, Seat(int(seat)), read_action(action))
    return str(caught.value)


def test_the_attacker_must_play_a_card() -> None:
    """Source: section 4a, "First attack must be played"; any card will do."""
    state = bout(HANDS)
    assert awaited(state) == ({0}, set())
    assert legal(state, Seat(0)) == tuple(map(Attack, cards(HANDS[0])))
    assert refusal(state, "0 -") == "you attack: play the first card of the bout"
    assert refusal(state, "0 KS") == "you do not hold KS"
    assert refusal(state, "1 7S") == "another player attacks: wait for the first card of the bout"


def test_a_card_is_beaten_by_a_higher_one_of_its_suit_or_by_a_trump() -> None:
    """Source: section 4a; a trump only by a higher trump."""
    state, _ = play(bout(HANDS), "0 6S")
    beaters = [action.card for action in legal(state, Seat(1)) if isinstance(action, Beat)]
    assert beaters == list(cards("7S 8S 7H 9H QS KS"))
    trumped, _ = play(bout(["8H", "7H 9H AS", "6C", "6D"]), "0 8H")
    assert legal(trumped, Seat(1)) == (Beat(read_card("8H"), read_card("9H")), GIVE_UP)
    assert refusal(trumped, "1 7H>8H") == "7H does not beat 8H: it takes a higher card of its suit, or a trump"
    assert refusal(trumped, "1 AS>8H").startswith("AS does not beat 8H")
    assert refusal(trumped, "1 AH>8H") == "you do not hold AH"
    assert refusal(trumped, "1 9H>6C") == "6C is no attack card that is still to beat"
    assert refusal(trumped, "1 9H") == "you defend: beat a card, or give up"


def test_the_attacker_has_the_first_call() -> None:
    """Source: section 4a; several of one rank at once, before anybody else may throw in."""
    state, _ = play(bout(HANDS), "0 6S")
    assert awaited(state) == ({1}, {0})
    assert legal(state, Seat(0)) == (Add(read_card("6D")), FINISH)
    assert refusal(state, "2 +6C") == "the attacker may throw in first: wait until the defender has acted"
    state, _ = play(state, "0 +6D")
    assert awaited(state) == ({1}, {0})
    state, _ = play(state, "1 7S>6S")
    assert awaited(state) == ({1}, {0, 2}), "now the whole side may"
    assert set(legal(state, Seat(2))) == {Add(read_card("6C")), Add(read_card("7D")), FINISH}


def test_who_has_the_first_call_can_give_it_up() -> None:
    """Once the attacker is done for the bout, or the defender has given up, the others may throw in."""
    state, _ = play(bout(HANDS), "0 6S, 0 done")
    assert awaited(state) == ({1}, {2})
    assert refusal(state, "0 +6D") == "you have said that you throw in nothing more in this bout"
    state, _ = play(bout(HANDS), "0 6S, 1 up")
    assert awaited(state) == ({0, 2}, set())


def test_only_ranks_that_lie_in_the_bout_are_thrown_in() -> None:
    """Source: section 4a; those of the cards that beat count too, and nobody helps against a partner."""
    state, _ = play(bout(HANDS), "0 6S, 1 9H>6S")
    assert awaited(state) == ({0, 2}, set())
    assert legal(state, Seat(0)) == (Add(read_card("6D")), Add(read_card("9D")), PASS)
    assert legal(state, Seat(2)) == (Add(read_card("6C")), Add(read_card("9C")), PASS)
    assert refusal(state, "2 +JC") == "JC cannot be thrown in: only ranks that lie in the bout can"
    assert refusal(state, "2 +KC") == "you do not hold KC"
    assert refusal(state, "2 JC") == "the bout has begun: throw in a card of a rank that lies in it, or nothing"
    assert refusal(state, "2 up") == "only the defender beats cards or gives up: throw in a card, or nothing"
    assert refusal(state, "2 done") == "you are asked now: throw in a card, or pass"
    assert refusal(state, "3 +8C") == "only the opponents of the defender may throw in cards"
    assert refusal(state, "1 up") == "everything is beaten: wait whether another card is thrown in"


def test_who_may_act_unasked_may_not_pass() -> None:
    """There is nothing to answer yet; to say nothing more in the whole bout is possible."""
    state, _ = play(bout(HANDS), "0 6S, 0 +6D, 1 7S>6S")
    assert refusal(state, "2 -") == "you are not asked now: throw in a card, or say that you are done for this bout"
    state, _ = play(state, "2 done")
    assert awaited(state) == ({1}, {0})


def test_a_pass_holds_until_another_card_is_thrown_in() -> None:
    """Each of those asked answers, in any order; a new card asks all of them anew."""
    state, _ = play(bout(HANDS), "0 6S, 1 9H>6S, 0 -")
    assert awaited(state) == ({2}, set())
    assert refusal(state, "0 +9D") == "you have passed: wait until another card is thrown in"
    state, _ = play(state, "2 +9C")
    assert awaited(state) == ({1}, {0, 2})
    state, _ = play(state, "1 up")
    assert awaited(state) == ({0, 2}, set())


def test_the_bout_ends_when_nobody_throws_in_any_more() -> None:
    """Source: section 4a, "All beaten → cards leave the game"; the defender attacks next."""
    state, events = play(bout(HANDS), "0 6S, 1 7S>6S, 2 -, 0 -")
    assert names(events[-2:]) == ["BoutEnded", "BoutBegun"]
    assert events[-2:] == [BoutEnded(Seat(1), held=True, cards=cards("6S 7S")), BoutBegun(Seat(1), Seat(2), 6)]
    assert isinstance(state, Fighting)
    assert set(cards("6S 7S")) <= set(state.gone)
    assert state.hands[1] == cards("8S 7H 9H QS KS")


def test_who_gives_up_takes_everything_with_what_is_added_after() -> None:
    """Source: section 4a, "takes everything; attackers may still add up to the limit"; then the next side attacks."""
    state, events = play(bout(HANDS), "0 6S, 1 7S>6S, 0 +6D, 1 up, 2 +6C, 2 +7D, 0 +7C, 0 -, 2 -")
    ended = next(event for event in events if isinstance(event, BoutEnded))
    assert ended == BoutEnded(Seat(1), held=False, cards=cards("6S 7S 6D 6C 7D 7C"))
    assert events[-1] == BoutBegun(Seat(2), Seat(3), 6)
    assert isinstance(state, Fighting)
    assert (len(state.hands[1]), state.taken[1]) == (11, 6)
    assert state.known[1] == set(ended.cards)


def test_there_are_no_more_attack_cards_than_the_defender_held() -> None:
    """Source: section 4a, "never more than the defender held at the start of the bout"; then nobody is asked."""
    hands = ["6S 6D", "8D 9S", "6C 9C", "10C 10D"]
    state, _ = play(bout(hands), "0 6S, 1 9S>6S, 2 +6C")
    assert awaited(state) == ({1}, set())
    assert refusal(state, "0 +6D") == "no more cards may be thrown in: there are 2 attack cards"
    _, events = play(state, "1 up")
    assert [event.limit for event in events if isinstance(event, BoutBegun)] == [2]
    assert names(events) == ["GivenUp", "BoutEnded", "BoutBegun"]


@pytest.mark.parametrize(("first", "bouts", "limit"), [(6, 0, 6), (5, 0, 5), (5, 1, 6)])
def test_the_first_bout_may_have_one_card_less(first: int, bouts: int, limit: int) -> None:
    """Source: section 4a, "Limit: six attack cards … Option: five in the first bout"."""
    state = bout(["6S 6D", "7S 8S 9S 10S JS QS KS", "6C", "9C"], bouts=bouts, options={"first_bout": first})
    assert state.bout.limit == limit


def test_hands_are_filled_attacker_first_and_defender_last() -> None:
    """Source: section 4a, "attacker first, then other adders in order, defender last"; the turn-up is drawn last."""
    hands = ["6S 6D 9D 10D", "7S 8S 7H 9H", "6C 7D JC JD JS", "8C 8D 10C 10S QD KD"]
    state, events = play(bout(hands, stock="QC KC AC QH KH 6H"), "0 6S, 1 7S>6S, 2 +6C, 1 7H>6C, 0 -, 2 -")
    drawn = [event for event in events if isinstance(event, Drawn)]
    assert drawn == [
        Drawn(Seat(0), 3, cards("QC KC AC")),
        Drawn(Seat(2), 2, cards("QH KH")),
        Drawn(Seat(1), 1, cards("6H"), read_card("6H")),
    ]
    assert isinstance(state, Fighting)
    assert state.stock == ()
    assert state.known[1] == {read_card("6H")}


def test_a_seat_is_out_when_the_stock_is_empty_after_the_refill() -> None:
    """Source: section 4a; a hand that is filled again is not out, and one that is not is replaced at once."""
    hands = ["6S", "7S 8S", "9C 9D", "8C"]
    _, events = play(bout(hands, stock="QC 6H"), "0 6S, 1 7S>6S, 2 -")
    assert names(events[-3:]) == ["BoutEnded", "Drawn", "BoutBegun"]
    _, events = play(bout(hands), "0 6S, 1 7S>6S, 2 -")
    assert events[-2:] == [WentOut(Seat(0)), BoutBegun(Seat(1), Seat(2), 2)]
    hands = ["6S 9C", "7S", "9D", "8C 8D"]
    _, events = play(bout(hands), "0 6S, 1 7S>6S")
    assert events[-2:] == [WentOut(Seat(1)), BoutBegun(Seat(3), Seat(2), 1)], "the partner attacks in their place"


def test_the_account_of_six_players_is_played() -> None:
    """Source: seed 003, steps 1 to 7, of West, North-West, North, East, South-East and South."""
    hands = ["6S", "7C 8C", "6D 10C 9S 10S JS", "7D 9C", "6C JC 9D", "7S QC KC"]
    state: State = bout(hands)
    steps = [
        ("0 6S, 1 up, 2 -, 4 -", (2, 3), "West runs out, but North-West picks up: North attacks East"),
        ("2 10C, 3 up, 2 -, 4 -", (4, 5), "East picks up: South-East attacks South"),
        ("4 JC, 5 QC>JC, 2 -, 4 -", (5, 2), "South fends this off and attacks North, for West has no cards"),
        ("5 7S, 2 9S>7S, 1 -, 3 -, 5 -", (2, 1), "North fends it off and attacks North-West"),
        ("2 10S, 1 up, 2 -, 4 -", (4, 3), "who picks up: South-East attacks East"),
        ("4 9D, 3 up, 2 -, 4 -", (2, 5), "East picks up: it is for North to attack South"),
    ]
    for moves, following, words in steps:
        state, events = play(state, moves)
        begun = events[-1]
        assert isinstance(begun, BoutBegun)
        assert (begun.attacker, begun.defender) == following, words


def test_who_cannot_add_is_asked_all_the_same() -> None:
    """Whether a seat is asked follows from what everybody sees, so it tells nothing of its hand."""
    state, _ = play(bout(HANDS), "0 6S, 1 QS>6S")
    assert awaited(state) == ({0, 2}, set())
    without, _ = play(bout([HANDS[0], HANDS[1], "8C 10C", HANDS[3]]), "0 6S, 1 QS>6S")
    assert awaited(without) == ({0, 2}, set())
    assert legal(without, Seat(2)) == (PASS,)
    empty, _ = play(bout([HANDS[0], HANDS[1], "", HANDS[3]]), "0 6S, 1 QS>6S")
    assert awaited(empty) == ({0}, set())
    assert refusal(empty, "2 -") == "you hold no cards"


def test_adds_are_taken_in_the_order_in_which_they_come() -> None:
    """Two seats answer the same state; the second is too late only where there is no more room."""
    hands = ["6S 6D", "8D 9S", "6C 9C", "10C 10D"]
    state, _ = play(bout(hands), "0 6S, 1 9S>6S")
    one, _ = play(state, "0 +6D")
    other, events = play(state, "2 +9C")
    assert isinstance(events[0], Added)
    assert refusal(one, "2 +9C") == "no more cards may be thrown in: there are 2 attack cards"
    assert refusal(other, "0 +6D") == "no more cards may be thrown in: there are 2 attack cards"


def test_between_two_bouts_nobody_acts() -> None:
    """A state that only lasts until the next event awaits nobody, and refuses."""
    state: State = bout(HANDS)
    events = play(state, "0 6S, 1 7S>6S, 0 -, 2 -")[1]
    for event in events[:-1]:
        state = GAME.evolve(state, event)
    assert isinstance(state, Settling)
    assert asked(state).asked == set()
    assert GAME.view(state, None).phase is Phase.SETTLING
    assert legal(state, Seat(0)) == ()
    assert refusal(state, "0 6D") == "the bout is over: wait for the next one"
    with pytest.raises(ForeignEvent, match="Added cannot follow Settling"):
        GAME.evolve(state, Added(Seat(0), read_card("6D")))


def test_for_the_absent_least_is_done() -> None:
    """They give up, add nothing, are not done for good, and attack with the lowest card, a trump last."""
    state: State = bout(["6H 9D 7C", "8S", "6C", "9C"])
    assert GAME.fallback(state, Seat(0)) == Attack(read_card("7C"))
    state, _ = play(bout(HANDS), "0 6S")
    assert GAME.fallback(state, Seat(1)) == GIVE_UP
    assert GAME.fallback(state, Seat(0)) == FINISH
    state, _ = play(state, "1 7S>6S")
    assert GAME.fallback(state, Seat(2)) == PASS
