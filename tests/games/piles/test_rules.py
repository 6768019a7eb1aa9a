"""The twisted cases of Svoyi Koziri, Dudak and Challenge."""

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from random import Random

import pytest

from games.kit.asking import Ask, Choice, text
from games.kit.cards import in_order
from games.kit.deck import shuffle
from games.kit.pages import rules
from games.kit.run import Run
from games.kit.secrets import Hidden, masked
from games.piles.rules import PILES, PilesTable, kept_cards, note, pack_of, turn
from protocol.cards import Card, Suit, read_card
from protocol.setup import OptionValue
from tests.games.position import SIGNS, begin, offered, play

SVOYI, DUDAK, CHALLENGE = PILES
FOUR = ["7C 8C", "9C QC 7H", "KC 8H 9H", "10C AS 7D"]
OWN = "D H C S"
"""The trumps of the four seats."""


def cards(said: str) -> list[Card]:
    """Return cards with spaces between them."""
    return [read_card(card) for card in said.split()]


def texts(held: Sequence[Card]) -> str:
    """Return cards as a text."""
    return " ".join(card.text for card in held)


def standing(
    game: int, hands: Sequence[str], trumps: str, pile: str = "", mover: int = 0, /, **options: OptionValue
) -> PilesTable:
    """Return a table with these hands and trumps by seat (``-`` for none), and a pile, on which the mover acts."""
    players = len(hands)
    table = PilesTable(PILES[game].start(players, options, players - 1), players - 1)
    table.hands = [in_order(cards(hand)) for hand in hands]
    table.trumps = [None if suit == "-" else Suit(suit) for suit in trumps.split()]
    table.known, table.down, table.taken = [[] for _ in hands], [None] * players, [0] * players
    table.pile, table.mover = [((mover - 1) % players, card) for card in cards(pile)], mover
    table.phase = "beating" if pile else "leading"
    table.out = [seat for seat, hand in enumerate(hands) if not hand]
    return table


def asked(table: PilesTable) -> Sequence[Choice]:
    """Return what the seat to act may choose."""
    ask = next(turn(table))
    assert isinstance(ask, Ask)
    return ask.choices


def choices(table: PilesTable) -> str:
    """Return the same as a text."""
    return " ".join(map(text, asked(table)))


def act(table: PilesTable, moves: str) -> list[str]:
    """Make moves on a table; return the names of what is told."""
    table.told = []
    for said in moves.split(", "):
        rules, choice = turn(table), next(choice for choice in asked(table) if text(choice) == said)
        next(rules)
        with suppress(StopIteration):
            rules.send(choice)
    return [what for what, _, _ in table.told]


@pytest.mark.parametrize(
    ("top", "mover", "may"),
    [
        ("8C", 1, "9C QC 7H take"),
        ("10C", 2, "KC take"),
        ("AC", 2, "take"),
        ("10H", 1, "take"),
        ("6H", 1, "7H take"),
        ("8C 7H", 2, "KC 8H 9H take"),
    ],
)
def test_a_card_is_beaten_in_its_suit_or_by_a_trump_of_ones_own(top: str, mover: int, may: str) -> None:
    """What another seat played as a trump is a card of its suit; one's own trump is beaten by a higher one alone."""
    assert choices(standing(0, FOUR, OWN, top, mover)) == may


def test_a_seat_that_has_beaten_adds_any_card_unless_one_is_played_in_a_turn() -> None:
    """The next seat has to beat that; a pile begins with one card."""
    table = standing(0, FOUR, OWN, "8C", 1)
    assert act(table, "9C") == ["beat"]
    assert (table.mover, table.phase, choices(table)) == (1, "adding", "QC 7H")
    act(table, "7H")
    assert (table.mover, table.phase) == (2, "beating")
    one = standing(0, FOUR, OWN, "8C", 1, cards=1)
    act(one, "9C")
    assert (one.mover, one.phase) == (2, "beating")
    begun = standing(1, FOUR, OWN)
    act(begun, "7C")
    assert (begun.mover, begun.phase) == (1, "beating")


@pytest.mark.parametrize(
    ("game", "options", "trumps", "pile", "taken", "mover"),
    [
        (0, {}, OWN, "7S 8C", "8C 7S", 2),
        (0, {"pickup": "some", "trump": 4}, "D H C S", "7S 8S 9S JC 8C", "8C JC 8S 9S", 2),
        (0, {"pickup": "some", "trump": 4}, "D H C S", "7S 8S 9S JC AC", "JC AC 7S 8S 9S", 2),
        (0, {"pickup": "some", "plain": 3}, "D H C -", "JC 8D 7D QD AS", "7D QD AS", 2),
        (0, {"pickup": "some", "plain": 3}, "D H C S", "8C KC", "8C KC", 2),
        (1, {"pickup": "suit_run"}, "- - - -", "8S 8D QS KS", "QS KS", 2),
        (1, {"pickup": "suit_run"}, "- H - -", "8S 8D QS KS", "8D 8S QS KS", 2),
    ],
)
def test_what_is_taken_up(
    game: int, options: dict[str, OptionValue], trumps: str, pile: str, taken: str, mover: int
) -> None:
    """All, some by the top card, or a run of its suit until one's trump is known; all know these cards from then on."""
    table = standing(game, FOUR, trumps, pile, 1, **options)
    act(table, "take")
    assert (texts(table.known[1]), table.taken[1]) == (taken, len(cards(taken)))
    assert (table.mover, table.phase) == (mover, "beating" if table.pile else "leading")


def test_the_seat_after_one_that_is_out_beats_its_card() -> None:
    """In Dudak beating with a last card kills the pile instead, and a new one is begun."""
    hands = ["7C 8C", "9C", "KC 8H 9H", "AS"]
    table = standing(0, hands, OWN, "8C", 1)
    assert act(table, "9C") == ["beat", "out"]
    assert (table.mover, choices(table)) == (2, "KC take")
    table = standing(1, hands, OWN, "7S 8C", 1)
    assert act(table, "9C") == ["beat", "out", "killed"]
    assert (table.mover, table.phase, table.pile, texts(table.gone)) == (2, "leading", [], "7S 8C 9C")
    added = standing(1, ["7C 8C", "9C JH", "KC 8H 9H", "AS"], OWN, "7S 8C", 1)
    assert act(added, "9C, JH") == ["beat", "played", "out"]
    assert added.phase == "beating"


def test_a_trump_is_announced_at_ones_own_turn_and_once() -> None:
    """In Dudak, any suit that no other seat has; it may beat at once, and never changes."""
    table = standing(1, FOUR, "- - - S", "8S", 1)
    assert choices(table) == "take trump C trump D trump H"
    act(table, "trump H")
    assert choices(table) == "7H take"


def test_a_drawn_trump_lies_face_down_until_it_is_shown() -> None:
    """Only its seat sees it; a seat that has played all else has to show it, and may add it."""
    run = begin(DUDAK, 3, {"trumps": "drawn"}, dealer=2, drawn={0: "AH"})
    assert (masked(run.table, 0).down[0], masked(run.table, 1).down[0]) == (read_card("AH"), Hidden(1))
    assert "show" in offered(run)
    play(run, "show")
    assert (run.table.trumps[0], read_card("AH") in run.table.hands[0]) == (Suit.HEARTS, True)
    table = standing(1, ["7C 8C", "9C", "KC"], "- - -", "8C", 1, trumps="drawn")
    table.down[1] = read_card("AH")
    assert act(table, "9C") == ["beat", "shown"]
    assert (table.mover, table.phase, choices(table)) == (1, "adding", "AH")


def test_hands_lie_open_when_two_are_left_if_the_table_plays_so() -> None:
    """All are told them then; until then each knows only its own."""
    table = standing(0, ["9C", "7C 8C", "KC 8H"], "D H C", "8C", 0, open_end=True)
    assert isinstance(masked(table, None).hands[1], Hidden)
    act(table, "9C")
    assert masked(table, None).hands == table.hands


def test_a_position_that_comes_for_the_third_time_is_a_draw() -> None:
    """And so is a deal of so many moves."""
    table = standing(2, ["7C KC", "8C 7D"], "H S", taker_leads=True)
    note(table)
    act(table, "7C, take, 7C, take")
    assert (table.repeated, table.ending) == (2, None)
    act(table, "7C, take, 7C, take")
    assert table.ending == "repetition"
    long = standing(0, ["7C 8C", "9C 7H", ""], "C D H", limit=100)
    long.moves = 99
    act(long, "8C")
    assert long.ending == "limit"


@pytest.mark.parametrize("number", [24, 32, 52])
def test_hands_of_challenge_are_mirror_images_with_two_cards_of_each_suit(number: int) -> None:
    """Whatever the shuffle."""
    mirror = dict(zip([Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS],
                      [Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS], strict=True))  # fmt: skip
    for seed in range(40):
        run = Run(CHALLENGE.start(2, {"cards": number}, 1))
        run.shuffle(Random(seed).sample(range(number), number))
        play(run, "trump S, side C, trump H")
        elder, own = run.table.hands
        assert {Card(card.rank, mirror[card.suit]) for card in elder} == set(own)
        assert all(sum(card.suit is suit for card in hand) >= 2 for hand in (elder, own) for suit in Suit)


def test_a_half_that_does_not_fit_is_shuffled_by_the_hash_of_the_cards_as_they_lay() -> None:
    """So one seed still decides a deal."""
    match = CHALLENGE.start(2, {"cards": 24})
    top = cards("9S 10S JS QS KS 9C 10C JC 9D 10D JD QD")
    pack = [*top, *[card for card in pack_of(match) if card not in top]]
    order = shuffle(sha256(texts(pack).encode()).digest(), 24)
    again = [pack_of(match)[place] for place in order]
    own = {card for card in again[:12] if card.suit in (Suit.SPADES, Suit.CLUBS)}
    assert kept_cards(match, pack, Suit.SPADES, Suit.CLUBS) == own


@pytest.mark.parametrize("game", range(len(PILES)))
def test_the_cards_that_the_page_marks_beat_the_top_card(game: int) -> None:
    """And no others of the hand that it shows do, where hearts are trumps."""
    page = rules(PILES[game], 2, {})
    shown = page.partition("\n> ")[2].partition(" — ")[0].translate(SIGNS).split()
    top, *hand = [card.strip("*") for card in shown]
    table = standing(game, ["KD", " ".join(hand)], "S H", top, 1)
    assert [f"**{card}**" if table.beats(1, read_card(card), read_card(top)) else card for card in hand] == shown[1:]
