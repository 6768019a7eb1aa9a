"""How the cards are dealt, and what makes the hands of Challenge mirror images (``other-games.md``, 5 to 7)."""

from hashlib import sha256
from math import comb
from random import Random

import pytest

from games.kit.deck import shuffle
from protocol.cards import Card, Suit, read_card
from protocol.piles.order import pack_of
from server.rules.piles.deal import Playing, kept_cards, shuffled_again
from tests.server.rules.piles.position import CHALLENGE, DUDAK, SVOYI, begun, cards, dealing, play, shuffled, written

MIRROR = {Suit.SPADES: Suit.HEARTS, Suit.HEARTS: Suit.SPADES, Suit.CLUBS: Suit.DIAMONDS, Suit.DIAMONDS: Suit.CLUBS}
"""The example of the book: black against red, spades and hearts are trumps."""


def rigged(pack: tuple[Card, ...], number: int) -> Playing:
    """Give a deal of Challenge by the last seat from a pack in this order."""
    state, _ = shuffled(dealing(CHALLENGE, 2, cards=number), pack)
    state, _ = play(state, "trump S, side C, trump H")
    assert isinstance(state, Playing)
    return state


@pytest.mark.parametrize(
    ("game", "players", "sizes"),
    [
        (SVOYI, 4, [9, 9, 9, 9]),
        (SVOYI, 3, [12, 12, 12]),
        (SVOYI, 2, [18, 18]),
        (DUDAK, 4, [8, 8, 8, 8]),
        (DUDAK, 3, [11, 11, 10]),
        (DUDAK, 2, [16, 16]),
    ],
)
def test_all_cards_are_dealt(game: str, players: int, sizes: list[int]) -> None:
    """36 singly, or 32 in packets of two; with three 11, 11 and 10, from the dealer's left on (sections 6 and 7)."""
    state = begun(game, [""] * players, "C D H" if game == SVOYI and players > 2 else "C D" if game == SVOYI else "")
    assert isinstance(state, Playing)
    assert list(map(len, state.dealt)) == sizes


def test_svoyi_koziri_is_dealt_singly_and_dudak_in_packets_of_two() -> None:
    """From the dealer's left on."""
    pack = pack_of(36)
    state, _ = shuffled(dealing(SVOYI, 4), pack)
    state, _ = play(state, "trump C, trump D, trump H")
    assert isinstance(state, Playing)
    assert written(state.dealt[0][:3]) == "6C 10C AC"
    state, _ = shuffled(dealing(DUDAK, 4), pack_of(32))
    assert isinstance(state, Playing)
    assert written(state.dealt[0][:4]) == "7C 8C 7D 8D"


def test_a_drawn_trump_is_the_last_card_that_a_seat_is_dealt() -> None:
    """It lies face down, and belongs to the hand as dealt."""
    state = begun(DUDAK, ["7C 8C 9C 10C JC QC KC AH", *[""] * 3], trumps="drawn")
    assert isinstance(state, Playing)
    assert (state.drawn[0], written(state.hands[0])) == (read_card("AH"), "7C 8C 9C 10C JC QC KC")
    assert state.dealt[0][-1] is read_card("AH")


def test_the_example_of_the_book_is_dealt_as_it_says() -> None:
    """Dealer K J 9 7 of trumps and A Q J of the side suit, elder the same in the others; both are mirror images."""
    kept = cards("KS JS 9S 7S AC QC JC")
    others = [card for card in pack_of(32) if card.suit in (Suit.DIAMONDS, Suit.HEARTS)]
    state = rigged((*kept, *others), 32)
    dealer, elder = state.hands[1], state.hands[0]
    assert set(kept) <= set(dealer)
    assert set(cards("KH JH 9H 7H AD QD JD")) <= set(elder)
    assert len(dealer) == len(elder) == 16
    assert set(cards("8H 10H QH AH 7D 8D 9D 10D KD")) <= set(dealer)


@pytest.mark.parametrize("number", [24, 28, 32, 36, 40, 44, 48, 52])
def test_hands_of_challenge_are_mirror_images_with_two_cards_of_each_suit(number: int) -> None:
    """Whatever the shuffle, and with every size of the pack."""
    for seed in range(40):
        pack = list(pack_of(number))
        Random(seed).shuffle(pack)
        state = rigged(tuple(pack), number)
        mirrored = {Card(card.rank, MIRROR[card.suit]) for card in state.hands[0] if card.suit is not None}
        assert mirrored == set(state.hands[1])
        assert all(sum(card.suit is suit for card in hand) >= 2 for hand in state.hands for suit in Suit)


@pytest.mark.parametrize(("number", "share"), [(24, 0.72), (28, 0.86), (32, 0.93), (36, 0.97), (52, 0.998)])
def test_the_shares_of_deals_that_need_no_second_shuffle(number: int, share: float) -> None:
    """Computed for section 5: 24 cards 72 %, 28 86 %, 32 93 %, 36 97 %, 52 99.8 %; and so they come."""
    ranks, half = number // 4, number // 2
    fitting = range(2, ranks - 1)
    exact = sum(
        comb(ranks, trumps) * comb(ranks, sides) * comb(half, half - trumps - sides)
        for trumps in fitting
        for sides in fitting
        if trumps + sides <= half
    ) / comb(number, half)
    assert exact == pytest.approx(share, abs=0.005 if number < 52 else 0.0005)
    first, chance = 0, Random(number)
    for _ in range(400):
        pack = list(pack_of(number))
        chance.shuffle(pack)
        own = {card for card in pack[:half] if card.suit in (Suit.SPADES, Suit.CLUBS)}
        first += own == kept_cards(pack, Suit.SPADES, Suit.CLUBS) and fits(own, ranks)
    assert first / 400 == pytest.approx(exact, abs=0.06)


def fits(kept: set[Card], ranks: int) -> bool:
    """Say whether each hand has two cards of every suit."""
    numbers = [sum(card.suit is suit for card in kept) for suit in (Suit.SPADES, Suit.CLUBS)]
    return all(2 <= number <= ranks - 2 for number in numbers)


def a_pack(halves: str) -> list[Card]:
    """Give the pack of 24 cards with these ones on top."""
    top = cards(halves)
    return [*top, *(card for card in pack_of(24) if card not in top)]


def test_a_half_that_does_not_fit_is_shuffled_and_dealt_again() -> None:
    """The next shuffle follows from the pack as it lay: deal again (section 5), and one seed still decides a deal."""
    pack = a_pack("9S 10S JS QS KS 9C 10C JC 9D 10D JD QD")
    again = shuffled_again(pack)
    half = {card for card in again[:12] if card.suit in (Suit.SPADES, Suit.CLUBS)}
    assert fits(half, 6)
    assert kept_cards(pack, Suit.SPADES, Suit.CLUBS) == half


@pytest.mark.parametrize("trump", Suit)
@pytest.mark.parametrize("side", Suit)
def test_cards_are_shuffled_again_until_they_fit(trump: Suit, side: Suit) -> None:
    """Also with a pack that lies by suit, which no other half of it would make fit, and whatever was named."""
    if trump is not side:
        numbers = [0, 0]
        for card in kept_cards(pack_of(24), trump, side):
            numbers[card.suit is side] += 1
        assert all(2 <= number <= 4 for number in numbers)


def test_a_second_shuffle_follows_from_the_cards_as_they_lay() -> None:
    """The SHA-256 of their names is the seed of the next one (``docs/piles.md``, section 7)."""
    names = "9C 10C JC QC KC AC 9D 10D JD QD KD AD 9H 10H JH QH KH AH 9S 10S JS QS KS AS"
    seed = sha256(names.encode()).digest()
    assert shuffled_again(pack_of(24)) == tuple([pack_of(24)[place] for place in shuffle(seed, 24)])
