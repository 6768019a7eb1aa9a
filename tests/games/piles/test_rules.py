"""The twisted cases of Svoyi Koziri, Dudak and Challenge."""

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from random import Random

import pytest

from games.kit.asking import Ask, Choice, text
from games.kit.deck import in_order, shuffle
from games.kit.pages import rules
from games.kit.run import Run
from games.kit.secrets import Hidden, masked
from games.piles.rules import PILES, PilesTable, kept_cards, note, pack_of, turn
from protocol.cards import Card, Suit, read_card
from protocol.setup import OptionValue
from tests.games.position import SIGNS, begin, offered, play

_SVOYI, DUDAK, CHALLENGE = PILES


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
