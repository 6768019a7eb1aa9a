"""The packs, against section 1 of the rules."""

from collections import Counter

import pytest

from protocol.cards import JOKER, Rank, Suit, read_card
from protocol.chwech.pack import FIVE_PACKS
from protocol.setup import OptionValue, Setup
from server.rules.chwech.variant import Pack, each_place, make_pack, read_variant


def pack(players: int, **options: OptionValue) -> Pack:
    """Give the pack of a table."""
    return make_pack(read_variant(Setup(players=players, options=options)))


@pytest.mark.parametrize(
    ("players", "options", "cards", "jokers"),
    [
        (4, {}, 36, 0),
        (5, {}, 45, 1),
        (5, {"five_pack": "middle"}, 45, 1),
        (6, {}, 54, 2),
        (7, {}, 63, 1),
        (7, {"thirteens_as_jokers": True}, 63, 3),
        (7, {"seven_pack": "two_packs"}, 63, 3),
    ],
    ids=str,
)
def test_the_whole_pack_is_dealt(players: int, options: dict[str, OptionValue], cards: int, jokers: int) -> None:
    """Nine cards for each seat are the whole pack, with so many that count as Jokers."""
    made = pack(players, **options)
    assert len(made.cards) == cards == 9 * players
    assert made.jokers.bit_count() == jokers
    assert sum(made.suits.values()) + made.jokers == made.everything == (1 << cards) - 1


def test_five_players_leave_out_two_ranks() -> None:
    """``low`` leaves out Twos and Threes, ``middle`` Sevens and Eights."""
    assert {card.rank for card in pack(5).cards}.isdisjoint({Rank.TWO, Rank.THREE})
    assert {card.rank for card in pack(5, five_pack="middle").cards}.isdisjoint({Rank.SEVEN, Rank.EIGHT})
    assert {card.rank for card in pack(5, five_pack="10+A").cards}.isdisjoint({Rank.TEN, Rank.ACE})
    assert len(FIVE_PACKS) == len(set(FIVE_PACKS.values())) == 13 * 12 / 2


def test_seven_players_have_one_of_two_packs() -> None:
    """Five Hundred has Elevens, Twelves and two red Thirteens; two packs have second Twos and Threes."""
    hundred = Counter(pack(7).cards)
    assert hundred[read_card("11C")] == hundred[read_card("12S")] == hundred[read_card("13H")] == 1
    assert hundred[read_card("13C")] == 0
    double = Counter(pack(7, seven_pack="two_packs").cards)
    assert double[read_card("2C")] == double[read_card("3S")] == 2
    assert double[read_card("4C")] == 1
    assert double[JOKER] == 3


def test_the_pack_lies_by_suit_and_rank() -> None:
    """A hand shows by suit, from the Two up, whatever counts as a Joker last."""
    made = pack(7, thirteens_as_jokers=True)
    assert [str(card) for card in made.faces(made.jokers)] == ["13D", "13H", "JK"]
    clubs = [card.rank for card in made.faces(made.suits[Suit.CLUBS])]
    assert clubs == sorted(clubs, key=list(Rank).index)
    assert list(each_place(0b1010)) == [1, 3]
