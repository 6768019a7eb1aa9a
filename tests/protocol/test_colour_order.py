"""How cards rank: the tables of the rules, sections 8 and 10 of ``other-games.md``, and Parlett's own words (004)."""

from itertools import product

import pytest

from protocol.cards import FACES, JOKER, Card, Rank, Suit, read_card
from protocol.colour_order import JokerPlace, Order, make_order

TRUMPS = {
    Suit.HEARTS: "5 J A K Q 10 9 8 7 6 4 3 2",
    Suit.DIAMONDS: "5 J A♥ A K Q 10 9 8 7 6 4 3 2",
    Suit.CLUBS: "5 J A♥ A K Q 2 3 4 6 7 8 9 10",
    Suit.SPADES: "5 J A♥ A K Q 2 3 4 6 7 8 9 10",
}
"""Section 8, the first table; 13 trumps in hearts and 14 in the others."""

PLAIN = {
    Suit.HEARTS: "K Q J 10 9 8 7 6 5 4 3 2",
    Suit.DIAMONDS: "K Q J 10 9 8 7 6 5 4 3 2 A",
    Suit.CLUBS: "K Q J A 2 3 4 5 6 7 8 9 10",
    Suit.SPADES: "K Q J A 2 3 4 5 6 7 8 9 10",
}
"""Section 8, the second table."""

ALL = [(trump, joker, low) for trump, joker, low in product(Suit, JokerPlace, (False, True))]


def named(texts: str, suit: Suit) -> list[Card]:
    """Read a row of a table."""
    return [read_card("AH" if text == "A♥" else text + suit.value) for text in texts.split()]


def cards(text: str) -> list[Card]:
    """Read cards with spaces between them."""
    return [read_card(card) for card in text.split()]


def descending(order: Order, suit: Suit) -> list[Card]:
    """Give the plain cards of a suit from the highest down."""
    plain = [card for card in order.heights if card.suit is suit and not order.is_trump(card)]
    return sorted(plain, key=lambda card: -order.heights[card])


@pytest.mark.parametrize("trump", Suit)
def test_the_trumps_rank_as_the_table_says(trump: Suit) -> None:
    """Source: other-games.md section 8, table of trump suits (P, confirmed by three other sources)."""
    order = make_order(trump, JokerPlace.NONE)
    assert list(order.trumps) == named(TRUMPS[trump], trump)
    assert len(order.trumps) == (13 if trump is Suit.HEARTS else 14)
    assert sorted(order.trumps, key=lambda card: -order.heights[card]) == list(order.trumps)


@pytest.mark.parametrize("trump", Suit)
def test_the_plain_suits_rank_as_the_table_says(trump: Suit) -> None:
    """Source: other-games.md section 8, table of plain suits; the Ace of hearts is never a plain card."""
    order = make_order(trump, JokerPlace.NONE)
    for suit in set(Suit) - {trump}:
        assert descending(order, suit) == named(PLAIN[suit], suit)
    assert descending(order, trump) == []


@pytest.mark.parametrize(("joker", "place"), [(JokerPlace.THIRD, 2), (JokerPlace.FOURTH, 3)])
@pytest.mark.parametrize("trump", Suit)
def test_the_joker_is_the_third_trump_or_the_fourth(trump: Suit, joker: JokerPlace, place: int) -> None:
    """Source: section 10, "5, J, Joker, A♥", and the variant "fourth below A♥"."""
    trumps = list(make_order(trump, joker).trumps)
    assert trumps.index(JOKER) == place
    trumps.remove(JOKER)
    assert trumps == named(TRUMPS[trump], trump)


@pytest.mark.parametrize("trump", Suit)
def test_the_ace_of_trumps_can_become_the_lowest(trump: Suit) -> None:
    """Source: section 10, the rule of Bicycle for who does not rob; A♥ keeps its place in other suits."""
    ace = Card(Rank.ACE, trump)
    order = make_order(trump, JokerPlace.THIRD, low_ace=True)
    assert order.trumps[-1] is ace
    usual = make_order(trump, JokerPlace.THIRD)
    assert [card for card in usual.trumps if card is not ace] == list(order.trumps[:-1])
    assert usual.tops - order.tops == ({ace} if trump is Suit.HEARTS else set())


@pytest.mark.parametrize(("trump", "joker", "low"), ALL)
def test_every_order_has_the_whole_pack_once(trump: Suit, joker: JokerPlace, low: bool) -> None:
    """No card is without a rank, no two trumps are equal, and a trump outranks every plain card."""
    order = make_order(trump, joker, low_ace=low)
    missing = {Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN} | ({Rank.JOKER} if joker is JokerPlace.NONE else set())
    assert set(order.heights) == {card for card in FACES if card.rank not in missing}
    assert len({order.heights[card] for card in order.trumps}) == len(order.trumps)
    plain = [height for card, height in order.heights.items() if card not in order.trumps]
    assert max(plain) < min(order.heights[card] for card in order.trumps)
    assert all(order.is_trump(card) == (card in order.trumps) for card in order.heights)


def test_the_top_trumps_are_those_that_may_be_kept_back() -> None:
    """Source: section 8 (5 of trumps, J of trumps, A♥) and section 10 (the Joker too)."""
    assert make_order(Suit.SPADES, JokerPlace.NONE).tops == set(cards("5S JS AH"))
    assert make_order(Suit.HEARTS, JokerPlace.NONE).tops == set(cards("5H JH AH"))
    assert make_order(Suit.CLUBS, JokerPlace.THIRD).tops == set(cards("5C JC JK AH"))
    assert make_order(Suit.CLUBS, JokerPlace.FOURTH).tops == set(cards("5C JC JK AH"))


@pytest.mark.parametrize(
    ("trick", "taker"),
    [
        ("KD 2C 3H", "2C"),
        ("KD AD 2D", "KD"),
        ("2D AD 3S", "2D"),
        ("10S 2S KH", "2S"),
        ("KH AH 2H", "AH"),
        ("KC 10C AC", "AC"),
        ("AC AH KC", "AH"),
        ("JC 5C AH", "5C"),
        ("2D KS KH", "2D"),
    ],
)
def test_a_trick_goes_to_the_highest_trump_or_the_highest_of_the_suit(trick: str, taker: str) -> None:
    """Source: section 8, "highest trump, else highest of led suit"; here clubs are trumps."""
    order = make_order(Suit.CLUBS, JokerPlace.NONE)
    played = cards(trick)
    assert played[order.taker(played)] is read_card(taker)


def test_two_cards_of_one_suit_are_compared() -> None:
    """High in red, low in black (Parlett, 004)."""
    order = make_order(Suit.CLUBS, JokerPlace.NONE)
    assert order.outranks(*cards("10D 2D"))
    assert order.outranks(*cards("2S 10S"))
    assert not order.outranks(*cards("10C 2C"))
