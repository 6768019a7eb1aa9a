"""The play of Da Bai Fen: what may be led and followed, and what comes of a lead that fails.

Source: other-games.md, section 3.
"""

import pytest

from protocol.cards import read_card
from protocol.da_bai_fen.actions import PASS, Bury, Lay, Play, read_action
from protocol.da_bai_fen.events import DealEnded, Ending, LeadCut, LeadFailed, TrickTaken
from protocol.vocabulary import Seat
from server.rules.da_bai_fen.deal import Playing
from server.rules.da_bai_fen.legal import fallback, legal
from server.rules.da_bai_fen.play import decide, evolve
from server.rules.game import ForeignEvent, IllegalAction
from tests.server.rules.da_bai_fen.position import cards, dealing, names, play, playing

FOUR = ["AH KH 3C RJ", "4H 5H 6H 3S", "7H 8C 4S 5S", "QH JH 9H 9C"]


def test_one_card_of_any_kind_may_be_led() -> None:
    """The others follow suit as long as they can; play goes to the right."""
    state, events = play(playing(FOUR), "0 3C,3 9C,2 8C,1 3S")
    assert events[-1] == TrickTaken(Seat(1), tuple(map(read_card, ("3C", "9C", "8C", "3S"))), 0)
    assert state.awaited == {1}
    state, _ = play(playing(FOUR), "0 AH")
    with pytest.raises(IllegalAction, match="hearts were led: play one"):
        decide(state, Seat(3), Play(read_card("9C")))
    with pytest.raises(IllegalAction, match="it is not your turn"):
        decide(state, Seat(2), Play(read_card("7H")))
    with pytest.raises(IllegalAction, match="you do not hold RJ"):
        decide(state, Seat(3), Play(read_card("RJ")))
    with pytest.raises(IllegalAction, match="the draw is over: play a card"):
        decide(state, Seat(3), PASS)
    with pytest.raises(IllegalAction, match="only who leads says that more cards follow"):
        decide(state, Seat(3), Lay(read_card("QH")))


def test_trumps_are_one_suit_when_followed() -> None:
    """A Joker led asks for any trump; the card of the trump rank of a plain suit is one."""
    state, _ = play(playing(["RJ 3C", "2H 4H", "3S 5H", "9H 8H"]), "0 RJ,3 9H")
    assert legal(state, Seat(2)) == (Play(read_card("3S")),)
    state, _ = play(state, "2 3S")
    assert legal(state, Seat(1)) == (Play(read_card("2H")),)
    with pytest.raises(IllegalAction, match="trumps were led: play one"):
        decide(state, Seat(1), Play(read_card("4H")))


def test_several_cards_are_led_where_they_are_certain() -> None:
    """Ace and King of hearts: nobody can hold a higher one; with the others it takes the trick together."""
    state = playing(FOUR)
    assert Lay(read_card("AH")) in legal(state, Seat(0))
    assert Lay(read_card("3C")) not in legal(state, Seat(0))
    assert Lay(read_card("RJ")) not in legal(state, Seat(0))
    after, events = play(state, "0 AH+,0 KH,3 QH,3 JH,2 7H,2 4S,1 4H,1 5H")
    taken = events[-1]
    assert isinstance(taken, TrickTaken)
    assert (taken.seat, taken.points) == (0, 15)
    assert after.awaited == {0}


def test_followers_lay_as_many_of_the_suit_as_they_have() -> None:
    """As many as were led; with fewer of the suit the others are free."""
    state, _ = play(playing(FOUR), "0 AH+,0 KH,3 QH,3 9H")
    state, _ = play(state, "2 7H")
    assert legal(state, Seat(2)) == tuple(Play(read_card(card)) for card in ("8C", "4S", "5S"))


def test_only_as_many_trumps_beat_several_cards() -> None:
    """Of those who have none of the suit and lay only trumps, the highest trump takes the trick."""
    state = playing(["AH KH", "4S 5S", "3S 6S", "QH JH"])
    _, events = play(state, "0 AH+,0 KH,3 QH,3 JH,2 3S,2 6S,1 4S,1 5S")
    assert [event.seat for event in events if isinstance(event, TrickTaken)] == [2]


def test_what_a_leader_knows() -> None:
    """The own hand, the own cards laid aside and those played; what another laid aside is not known."""
    hands = ["KH QH", "3C 4C", "5C 6C", "KD QD"]
    assert Lay(read_card("KH")) not in legal(playing(hands), Seat(0))
    assert Lay(read_card("KH")) in legal(playing(hands, aside="AH"), Seat(0))
    assert Lay(read_card("KH")) in legal(playing(hands, won="AH"), Seat(0))
    other = playing(hands, aside="AD", starts=3)
    assert Lay(read_card("KD")) not in legal(other, Seat(3))


def test_an_equal_trump_does_not_beat_what_is_led() -> None:
    """Two equal trumps are certain when only their equal and lower ones are out: the first played prevails."""
    hands = ["2H 2D", "2C 4C", "5C 6C", "7C 8C"]
    assert Lay(read_card("2H")) in legal(playing(hands, won="RJ BJ 2S"), Seat(0))
    assert Lay(read_card("2H")) not in legal(playing(hands, won="RJ BJ"), Seat(0))


def test_a_lead_goes_on_until_it_is_closed() -> None:
    """After one card with more to follow, one is due that goes with it; the last one closes the lead."""
    state = playing(["AH KH QH 3C", "4H 5H 6H 3S", "7H 8C 4S 5S", "JH 10H 9H 9C"])
    begun, _ = play(state, "0 AH+")
    assert legal(begun, Seat(0)) == tuple(map(read_action, ["QH", "KH", "QH+", "KH+"]))
    with pytest.raises(IllegalAction, match="that card cannot be led with the others"):
        decide(begun, Seat(0), Play(read_card("3C")))
    last, _ = play(begun, "0 KH+")
    assert legal(last, Seat(0)) == (Play(read_card("QH")),)
    with pytest.raises(IllegalAction, match="that card cannot be led with the others"):
        decide(last, Seat(0), Lay(read_card("QH")))
    with pytest.raises(IllegalAction, match="several cards are led only if all are of one suit"):
        decide(playing(FOUR), Seat(0), Lay(read_card("3C")))
    assert fallback(last, Seat(0)) == Play(read_card("QH"))


def test_a_lead_at_risk_that_holds() -> None:
    """Any of one suit may be led; if nobody has a higher one, it is as any other."""
    state = playing(["QH JH", "3H 4H", "5H 6H", "7H 8H"], leads="at_risk")
    _, events = play(state, "0 QH+,0 JH,3 7H,3 8H,2 5H,2 6H,1 3H,1 4H")
    assert "LeadFailed" not in names(events)


@pytest.mark.parametrize(("starts", "took", "points"), [(0, 110, (0, 2, 0, 2)), (3, 0, (2, 0, 2, 0))])
def test_a_lead_at_risk_that_fails(starts: int, took: int, points: tuple[int, ...]) -> None:
    """Play stops, and the other side scores as if it had won every trick, cards laid aside doubled."""
    hands = ["QH 9H", "JH 4H", "5H AH", "10H 8H"]
    state = playing(hands, aside="KC", starts=starts, leads="at_risk")
    moves = "0 QH+,0 9H" if starts == 0 else "3 10H+,3 8H"
    _, events = play(state, moves)
    failed, ended = events[-2:]
    stopped = evolve(play(state, moves.split(",", maxsplit=1)[0])[0], failed)
    assert stopped.awaited == frozenset()
    with pytest.raises(IllegalAction, match="the trick is being taken"):
        decide(stopped, Seat(starts), Play(read_card("4H")))
    assert failed == LeadFailed(Seat(starts), read_card("9H" if starts == 0 else "8H"))
    assert isinstance(ended, DealEnded)
    assert (ended.sheet.ending, ended.sheet.culprit) == (Ending.REVOKED, starts)
    assert (ended.sheet.took, ended.sheet.points) == (took, points)


@pytest.mark.parametrize(
    ("hand", "lead", "left", "back"),
    [
        ("QH 9H 3C 4C", "QH+,0 9H", "9H", "QH"),
        ("AH KH 8H 4C", "AH+,0 KH+,0 8H", "8H", "AH KH"),
        ("2D 2H 3C 4C", "2H+,0 2D", "2H", "2D"),  # of equal cards the first
    ],
)
def test_a_lead_may_be_cut_down(hand: str, lead: str, left: str, back: str) -> None:
    """The lowest card that can be beaten is led alone, and the others are in the hand again."""
    before = playing([hand, "JH 4H RJ 5C", "10H 5H 6C 7C", "3H 6H 8C 9C"], leads="cut")
    state, events = play(before, f"0 {lead}")
    assert events[-1] == LeadCut(Seat(0), read_card(left), cards(back))
    assert isinstance(state, Playing)
    assert (state.turn, state.number, len(state.hands[0])) == (3, 1, 3)
    assert {*cards(back)} < {*state.hands[0]}


def test_a_lead_that_holds_is_not_cut_down() -> None:
    """All of its cards stay where nobody has a higher one."""
    state = playing(["QH JH", "3H 4H", "5H 6H", "7H 8H"], leads="cut")
    _, events = play(state, "0 QH+,0 JH,3 7H,3 8H,2 5H,2 6H,1 3H,1 4H")
    assert "LeadCut" not in names(events)


def test_who_is_absent_lays_what_counts_least() -> None:
    """No trump before a plain card, no counter before another one, and of these the lowest."""
    assert fallback(playing(["KH 3C 4C RJ", "", "", ""]), Seat(0)) == Play(read_card("3C"))
    assert fallback(playing(["KH 3S", "", "", ""]), Seat(0)) == Play(read_card("KH"))


def test_what_cannot_happen_does_not() -> None:
    """An event of another state is refused."""
    with pytest.raises(ForeignEvent, match="LeadFailed cannot follow Dealing"):
        evolve(dealing(), LeadFailed(Seat(0), read_card("9H")))
    with pytest.raises(IllegalAction, match="the draw is over"):
        decide(playing(FOUR), Seat(0), Bury(read_card("AH")))
