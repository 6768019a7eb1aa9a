"""Who takes a trick: every line of section 6 of the rules, and the options that change an order."""

import pytest

from protocol.cards import Suit
from protocol.chwech.actions import Play, read_action
from protocol.chwech.events import Led, Played
from protocol.chwech.order import make_order, order_rules
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat
from server.rules.chwech.variant import read_variant, rulebook


def taker(cards: str, players: int = 6, **options: OptionValue) -> int:
    """Give the place of the winning card, from 0, of cards played in this order with hearts led."""
    book = rulebook(read_variant(Setup(players=players, options=options)))
    played: list[Led | Played] = []
    for place, text in enumerate(cards.split()):
        action = read_action(
            text.replace("A+", "AH+").replace("A-", "AH-") if "JK" in text or "A" in text else text + "H"
        )
        assert isinstance(action, Play)
        if place == 0 and text == "JK":
            action = Play(action.card, suit=Suit.HEARTS)
        played.append(Led(Seat(0), action) if place == 0 else Played(Seat(place), action))
    return book.order.best(played)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("5 K AH", 1),
        ("AH 5", 0),
        ("AH", 0),
        ("5 JK", 1),
        ("5 JK 6", 2),
        ("JK", 0),
        ("JK 2", 1),
        ("JK JK", 1),
        ("JK JK 4", 2),
        ("AH JK", 1),
        ("JK AH JK", 2),
        ("JK AH", 1),
        ("4 JK AH", 0),
        ("K AH", 0),
    ],
)
def test_revised_tricks_go_as_section_6_says(cards: str, winner: int) -> None:
    """Each example of the revised rules has the taker that the rules name."""
    assert taker(cards) == winner


@pytest.mark.parametrize(
    ("cards", "winner"),
    [("7 JK", 1), ("8 JK", 0), ("2 A-", 0), ("A-", 0), ("K A+", 1), ("A- JK", 1), ("A- 2", 1), ("A+ K", 0)],
)
def test_original_tricks_go_as_section_6_says(cards: str, winner: int) -> None:
    """Each example of the original rules has the taker that the rules name."""
    assert taker(cards, ruleset="original") == winner


@pytest.mark.parametrize(
    ("cards", "winner"), [("JK AH", 0), ("JK JK AH", 0), ("4 JK AH", 0), ("AH", 0), ("JK 2 AH", 1)]
)
def test_a_joker_may_beat_a_last_ace(cards: str, winner: int) -> None:
    """With ``joker_beats_last_ace`` a Joker that was not last beats a last Ace, and nothing else."""
    assert taker(cards, joker_beats_last_ace=True) == winner


def test_numbers_beyond_ten_rank_below_the_jack() -> None:
    """Elevens to Thirteens continue the number cards (rules, section 1)."""
    assert taker("10 11 12 13 J", players=7) == 4
    assert taker("13 12 11 10", players=7) == 0


def test_thirteens_that_are_jokers_have_all_their_powers() -> None:
    """A red Thirteen appointed Joker wins as the last card and loses otherwise, as a Joker does."""
    assert taker("K 13", players=7, thirteens_as_jokers=True) == 1
    assert taker("2 13 3", players=7, thirteens_as_jokers=True) == 2
    assert taker("8 13", players=7, thirteens_as_jokers=True, ruleset="original") == 0
    assert taker("7 13", players=7, thirteens_as_jokers=True, ruleset="original") == 1


@pytest.mark.parametrize(("equal_cards", "winner"), [("first", 0), ("last", 1)])
def test_of_equal_cards_one_ranks_higher(equal_cards: str, winner: int) -> None:
    """Of two equal Twos the first played takes the trick, or with the option the last."""
    assert taker("2 2", players=7, seven_pack="two_packs", equal_cards=equal_cards) == winner


@pytest.mark.parametrize(("equal_cards", "winner"), [("first", 0), ("last", 1)])
def test_jokers_that_were_not_last_are_equal_too(equal_cards: str, winner: int) -> None:
    """Of two Jokers before a last Ace that they beat, the option decides."""
    assert taker("JK JK AH", joker_beats_last_ace=True, equal_cards=equal_cards) == winner


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (6, {}),
        (6, {"ruleset": "original"}),
        (5, {"joker_beats_last_ace": True}),
        (6, {"equal_cards": "last"}),
        (7, {"thirteens_as_jokers": True}),
    ],
)
def test_a_client_works_out_the_same_order(players: int, options: dict[str, OptionValue]) -> None:
    """The options of a table give a client the order by which the rules take its tricks."""
    setup = Setup(players=players, options=options)
    book = rulebook(read_variant(setup))
    assert make_order(order_rules(setup), book.pack.copies) == book.order
