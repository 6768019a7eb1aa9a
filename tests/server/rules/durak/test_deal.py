"""The deal: who gets what, which suit is trump, and who attacks first."""

from random import Random

import pytest

from protocol.cards import read_card
from protocol.durak.events import BoutBegun, Dealt
from protocol.durak.pack import PACK
from protocol.vocabulary import Event, Seat
from server.rules.game import CHANCE, ForeignEvent, IllegalAction, Shuffle, Shuffled
from tests.server.rules.durak.position import GAME, bout, cards, deal, dealing, play


def dealt_of(events: list[Event]) -> Dealt:
    """Give the deal among the events."""
    assert isinstance(events[0], Dealt)
    return events[0]


def test_four_players_get_six_cards_and_a_stock() -> None:
    """Source: section 4a; one at a time from the dealer's left, the next card is trump and lies under the stock."""
    order = [card.text for card in Random(1).sample(PACK, 36)]
    _, events = deal(dealing(4, first=2), order)
    dealt = dealt_of(events)
    assert dealt.hands[3] == cards(" ".join(order[0:24:4]))
    assert dealt.hands[2] == cards(" ".join(order[3:24:4]))
    assert dealt.turn_up == read_card(order[24])
    assert dealt.stock == cards(" ".join([*order[25:], order[24]]))
    assert GAME.awaits(dealing(4)) == Shuffle(36, 1)


def test_six_players_use_up_the_pack() -> None:
    """Source: section 4a (durakapp), "the last card dealt shows the trump": it is the dealer's."""
    order = [card.text for card in Random(2).sample(PACK, 36)]
    _, events = deal(dealing(6, first=4), order)
    dealt = dealt_of(events)
    assert dealt.stock == ()
    assert dealt.turn_up == read_card(order[-1]) == dealt.hands[4][-1]
    assert all(len(hand) == 6 for hand in dealt.hands)


def test_the_lowest_trump_attacks_first() -> None:
    """Source: section 4a; its holder shows it, and attacks the next player clockwise."""
    hands = "8C 9C 10C 7H  8D 9D 10D JD  8S 9S 10S JS  JC QC KC AC  QD KD AD 6D  QS KS AS 8H"
    order = f"{hands} QH".split()
    state, events = deal(dealing(4, first=0), order)
    dealt = dealt_of(events)
    assert dealt.lowest == read_card("7H")
    assert events[1] == BoutBegun(Seat(0), Seat(1), 6)
    assert GAME.view(state, None).seats[0].known == (read_card("7H"),)


def test_without_a_trump_the_dealers_left_attacks() -> None:
    """Ruling: nobody was dealt a trump, so nothing is shown."""
    plain = [card.text for card in PACK if card.suit is not read_card("6H").suit]
    _, events = deal(dealing(4, first=1), [*plain[:24], "6H"])
    assert dealt_of(events).lowest is None
    assert events[1] == BoutBegun(Seat(2), Seat(3), 6)


def test_only_chance_shuffles() -> None:
    """Only before a deal, and a whole pack."""
    state = dealing()
    whole = Shuffled(tuple(range(36)))
    for mover, action, where in ((Seat(0), whole, state), (CHANCE, whole, bout(["6S", "7S", "8S", "9S"]))):
        with pytest.raises(IllegalAction, match="chance shuffles"):
            GAME.decide(where, mover, action)
    with pytest.raises(IllegalAction, match="each of 0 to 35 once"):
        GAME.decide(state, CHANCE, Shuffled((0,) * 36))


def test_an_event_of_another_state_is_foreign() -> None:
    """A log that does not belong to the game is found."""
    with pytest.raises(ForeignEvent, match="BoutBegun cannot follow Dealing"):
        GAME.evolve(dealing(), BoutBegun(Seat(0), Seat(1), 6))


def test_before_the_deal_nobody_acts() -> None:
    """And they are told so."""
    with pytest.raises(IllegalAction, match="the cards are not dealt yet"):
        play(dealing(), "0 6S")
