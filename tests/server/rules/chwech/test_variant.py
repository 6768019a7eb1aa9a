"""The options of a table: what they may be, where they apply, and what is said of those that do not."""

from collections import Counter

import pytest

from protocol.cards import JOKER, Rank, Suit, read_card
from protocol.chwech.actions import Play, read_action
from protocol.chwech.events import Led, Played
from protocol.chwech.order import make_order, order_rules
from protocol.chwech.pack import FIVE_PACKS
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat
from server.rules.chwech import variant as rulebooks
from server.rules.chwech.variant import (
    CHWECH,
    Equals,
    Pack,
    Rulebook,
    Ruleset,
    Variant,
    differing,
    each_place,
    make_pack,
    read_variant,
    rulebook,
)
from server.rules.game import InvalidSetup
from server.rules.options import write_value
from tests.server.rules.chwech.position import GAME


@pytest.mark.parametrize(("players", "deals"), [(4, 8), (5, 5), (6, 6), (7, 7)])
def test_a_table_without_options_is_the_usual_one(players: int, deals: int) -> None:
    """Each number of players has its own number of deals, revised rules and the first value of everything."""
    variant = read_variant(Setup(players=players))
    assert variant.deals == deals
    assert variant.ruleset is Ruleset.REVISED
    assert variant.equals is Equals.FIRST
    assert not variant.one_joker_a_trick


def test_every_option_reaches_the_variant() -> None:
    """Each option changes what the rules read."""
    seven: dict[str, OptionValue] = {"thirteens_as_jokers": True, "equal_cards": "last", "review_won": True, "deals": 3}
    assert read_variant(Setup(players=7, options=seven)) == Variant(
        players=7,
        deals=3,
        pack="five_hundred",
        thirteens_as_jokers=True,
        equals=Equals.LAST,
        review_won=True,
    )
    six: dict[str, OptionValue] = {"jokers_per_trick": "one", "joker_beats_last_ace": True}
    variant = read_variant(Setup(options=six))
    assert variant.one_joker_a_trick
    assert variant.joker_beats_last_ace
    assert read_variant(Setup(options={"ruleset": "original"})).one_joker_a_trick
    assert read_variant(Setup(players=5, options={"five_pack": "middle"})).pack == "middle"


@pytest.mark.parametrize(
    ("players", "options", "both_sides"),
    [
        (6, {"five_pack": "middle"}, ("five_pack=middle", "5 players", "players=6")),
        (6, {"seven_pack": "two_packs"}, ("seven_pack=two_packs", "7 players", "players=6")),
        (5, {"thirteens_as_jokers": True}, ("thirteens_as_jokers=true", "7 players", "players=5")),
        (
            7,
            {"thirteens_as_jokers": True, "seven_pack": "two_packs"},
            ("thirteens_as_jokers=true", "seven_pack=five_hundred", "seven_pack=two_packs"),
        ),
        (4, {"jokers_per_trick": "one"}, ("jokers_per_trick=one", "5 to 7 players", "players=4")),
        (
            6,
            {"jokers_per_trick": "one", "ruleset": "original"},
            ("jokers_per_trick=one", "ruleset=revised", "ruleset=original"),
        ),
        (
            6,
            {"joker_beats_last_ace": True, "ruleset": "original"},
            ("joker_beats_last_ace=true", "ruleset=revised", "ruleset=original"),
        ),
        (5, {"equal_cards": "last"}, ("equal_cards=last", "6 to 7 players", "players=5")),
    ],
    ids=lambda value: ",".join(value) if isinstance(value, dict) else None,
)
def test_an_option_that_does_not_apply_is_refused(
    players: int, options: dict[str, OptionValue], both_sides: tuple[str, ...]
) -> None:
    """The refusal names the option as it was set, where it would apply, and what the table has instead."""
    with pytest.raises(InvalidSetup) as refusal:
        GAME.start(Setup(players=players, options=options))
    assert all(side in str(refusal.value) for side in both_sides)


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (3, {}, "players: 3 do not fit, Chwech is for 4, 5, 6 or 7"),
        (6, {"colour": "red"}, "'colour' is no option of Chwech, which has ruleset, deals"),
        (6, {"ruleset": "new"}, "ruleset: 'new' is not one of its values, which are revised, original"),
        (6, {"deals": 0}, "deals: '0' is not one of its values, which are the whole numbers 1 to 24"),
        (6, {"deals": 25}, "deals: '25'"),
        (6, {"deals": True}, "deals: 'True'"),
        (6, {"review_won": 1}, "review_won: '1' is not one of its values, which are false, true"),
    ],
    ids=str,
)
def test_what_no_table_has_is_refused(players: int, options: dict[str, OptionValue], words: str) -> None:
    """The refusal says what is wrong and what there is."""
    with pytest.raises(InvalidSetup) as refusal:
        read_variant(Setup(players=players, options=options))
    assert words in str(refusal.value)


def test_a_first_dealer_must_sit_at_the_table() -> None:
    """A seat that the table does not have cannot deal."""
    with pytest.raises(InvalidSetup, match="first_dealer: 6 is no seat of 6"):
        GAME.start(Setup(first_dealer=6))  # type: ignore[arg-type]


def test_a_default_that_is_named_does_not_count_as_a_difference() -> None:
    """Only what differs from the default is kept, in the order of the rules; the usual number of deals is a default."""
    assert differing(6, {"review_won": True, "deals": 6, "ruleset": "original", "equal_cards": "first"}) == {
        "ruleset": "original",
        "review_won": True,
    }
    assert differing(6, {"deals": 5}) == {"deals": 5}


def test_values_are_read_as_they_are_written() -> None:
    """A command line writes values in small letters and digits."""
    assert CHWECH.read_value("review_won", write_value(True)) is True
    assert CHWECH.read_value("deals", "24") == 24
    assert CHWECH.read_value("five_pack", "middle") == "middle"


@pytest.mark.parametrize(
    ("name", "text"), [("review_won", "yes"), ("deals", "-1"), ("deals", "99"), ("deals", "9" * 5000), ("x", "1")]
)
def test_values_that_cannot_be_read_are_refused(name: str, text: str) -> None:
    """The refusal is short, whatever was written."""
    with pytest.raises(InvalidSetup) as refusal:
        CHWECH.read_value(name, text)
    assert len(str(refusal.value)) < 200


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


def test_a_variant_has_one_rulebook() -> None:
    """Two tables of the same variant share it, and so do their states."""
    one, same, other = (rulebook(read_variant(Setup(players=players))) for players in (6, 6, 5))
    assert one is same
    assert one is not other


def test_plays_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many hands are asked for, only so many answers are kept, and they stay the same."""
    monkeypatch.setattr(rulebooks, "_REMEMBERED", 100)
    book = Rulebook(read_variant(Setup()))
    first = book.follow.work_out(0b11)
    sizes = [len(book.follow.known) for places in range(1000) if book.follow.work_out(places)]
    assert max(sizes) == 100
    assert book.follow.work_out(0b11) == first


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
