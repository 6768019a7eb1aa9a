"""Deals whose cards are all known are played on by simple rules."""

from games.bete.rules import HEIGHTS
from protocol.cards import Card, Suit, read_card
from server.bots.tricks import Deck, Table, lacking

RANKS = sorted(HEIGHTS, key=HEIGHTS.__getitem__)
DECK = Deck([[Card(rank, suit) for rank in RANKS] for suit in (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS)])
"""Hearts are trumps; the Ace is below the Jack."""


def bits(text: str) -> int:
    """Give cards as bits."""
    return DECK.bits([read_card(card) for card in text.split()])


def number(text: str) -> int:
    """Give the number of a card."""
    return DECK.number[read_card(text)]


def follow(hand: int, led: int, best: int) -> int:
    """Follow suit, or play anything."""
    del best
    return hand & DECK.suit[led] or hand


def played(hands: list[str], *turns: str, enough: int = 3) -> str:
    """Give the card that comes after these ones, of which place 0 leads the first."""
    table = Table(DECK, follow, [bits(hand) for hand in hands], 0)
    for turn in turns:
        table.play(number(turn))
    before = table.hands[table.turn]
    place = table.turn
    table.play_on(enough)
    (card,) = [card for card in DECK.number if bits(card.text) == before & ~table.hands[place]]
    return card.text


def test_a_trick_goes_to_the_highest_trump_or_the_highest_card_of_its_suit() -> None:
    """A card of another suit takes nothing."""
    table = Table(DECK, follow, [bits("7C KC"), bits("QC 7H"), bits("KS 8H")], 0)
    for card in ("7C", "QC", "KS"):
        table.play(number(card))
    assert (table.takers, table.turn) == ([1], 1)
    for card in ("7H", "8H", "KC"):
        table.play(number(card))
    assert table.takers == [1, 2]


def test_what_nothing_beats_is_led() -> None:
    """A trump that is the highest, one of three trumps, or the plain card that fewest beat."""
    assert played(["KH KC 7D", ""]) == "KH"
    assert played(["9H 8H 7H KC", ""]) == "9H"
    assert played(["9H KC QD 7S", ""]) == "KC"
    assert played(["9H 8H", ""]) == "9H"


def test_the_last_place_takes_a_trick_as_cheaply_as_it_can() -> None:
    """Or throws away its lowest card, and no trump if it can help it."""
    assert played(["9C", "10C QC KC"], "9C") == "10C"
    assert played(["KC", "10C 7C QC"], "KC") == "7C"
    assert played(["KC", "8D 7S"], "KC") in {"8D", "7S"}
    assert played(["9C", "7H KH"], "9C") == "7H"


def test_others_after_it_are_thought_of() -> None:
    """A plain card is played high, a trump low; a trump that would be beaten is kept."""
    assert played(["9C", "10C QC KC", "7C"], "9C") == "KC"
    assert played(["9C", "7H 9H", "7C"], "9C") == "7H"
    assert played(["7H", "8H KH", "9H"], "7H") == "KH"
    assert played(["7H", "8H QH", "9H"], "7H") == "8H"


def test_who_is_about_to_win_is_kept_from_it_at_any_price() -> None:
    """The highest card is played against a place that wants one trick more."""
    hands = ["KC 9D", "7C QH 7H", "8C 8D"]
    assert played(hands, "KC", "7C", "8C", "9D", enough=2) == "QH"
    assert played(hands, "KC", "7C", "8C", "9D", enough=3) == "7H"


def test_a_copy_goes_its_own_way() -> None:
    """What is played in it is not played in the other."""
    table = Table(DECK, follow, [bits("7C KC"), bits("QC 7H")], 0)
    copy = table.copy()
    copy.play_on(3)
    assert (table.played, table.hands[0], copy.played) == (0, bits("7C KC"), 1)


def test_who_does_not_follow_suit_lacks_it() -> None:
    """Who follows may hold anything."""
    first, second, third = lacking(DECK, follow, [number("9C"), number("10C"), number("7D")])
    assert (first, second, third) == (0, 0, bits("7C 8C 9C 10C AC JC QC KC"))
