"""The twisted cases of Svoyi Koziri, Dudak and Challenge."""

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from random import Random

import pytest

from games.kit.asking import Ask, Choice, Illegal, Shuffle, text
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


@pytest.mark.parametrize(
    ("game", "hands", "pile", "options", "ending"),
    [
        (0, ["QS", "9C 7C", "", ""], "7S", {}, "out"),
        (0, ["QS", "9C 7C", "8D", ""], "7S", {}, None),
        (1, ["QS", "9C 7C", "8D", "9D"], "7S", {"first_out": True}, "out"),
        (2, ["QS", "AC KS 7H"], "", {}, "out"),
        (2, ["QS", "AC KS 7H"], "10S", {}, "out"),
    ],
)
def test_a_deal_ends_with_one_seat_left_or_the_first_out(
    game: int, hands: list[str], pile: str, options: dict[str, OptionValue], ending: str | None
) -> None:
    """Challenge is won at once, although the card could be beaten."""
    table = standing(game, hands, OWN[: 2 * len(hands)], pile, 0, **options)
    act(table, "QS")
    assert table.ending == ending


def test_the_one_loser_deals_next() -> None:
    """Otherwise, as in Challenge always, the seat after the dealer does."""
    for game in PILES:
        run = begin(game, 2, {"deals": 2, "limit": 100})
        while not run.match.sheets:
            assert isinstance(run.asks, Ask)
            run.act(run.asks.seat, run.fallback(run.asks.seat))
        losers = [seat for seat, left in enumerate(run.match.sheets[0].left) if left]
        assert run.match.dealer == (losers[0] if len(losers) == 1 and game is not CHALLENGE else 1)


def test_a_trump_is_announced_at_ones_own_turn_and_once() -> None:
    """In Dudak, any suit that no other seat has; it may beat at once, and never changes."""
    table = standing(1, FOUR, "- - - S", "8S", 1)
    assert choices(table) == "take trump C trump D trump H"
    act(table, "trump H")
    assert choices(table) == "7H take"
    reason = DUDAK.why(table, 1, "beating", ("trump ", Suit.CLUBS))
    assert reason == "named"


def test_trumps_are_named_once_a_game_or_before_each_deal() -> None:
    """The last seat is not asked for the last suit."""
    for game, options, asked in ((SVOYI, {}, False), (DUDAK, {"trumps": "before"}, True)):
        chosen: dict[str, OptionValue] = {"deals": 2, "limit": 100, **options}
        run = begin(game, 4, chosen, dealer=3)
        play(run, "trump H, trump S, trump C")
        assert run.table.trumps == [Suit.HEARTS, Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS]
        while not isinstance(run.asks, Shuffle):
            assert isinstance(run.asks, Ask)
            run.act(run.asks.seat, run.fallback(run.asks.seat))
        run.shuffle(range(run.asks.cards))
        assert isinstance(run.asks, Ask)
        assert (run.asks.prompt == "trump") == asked


def test_sixes_go_to_the_seats_whose_trumps_they_are() -> None:
    """The six of a suit that is no seat's trump stays; all know where the others are."""
    run = begin(SVOYI, 3, dealer=2, hands={0: "6D 6H", 1: "6S", 2: "6C"})
    told = play(run, "trump C, trump D, trump H")
    sixes = [texts([card for card in hand if card.text[0] == "6"]) for hand in run.table.hands]
    assert sixes == ["6C", "6D 6S", "6H"]
    assert list(map(texts, run.table.known)) == ["6C", "6D", "6H"]
    assert [about["card"].text for what, about, _ in told if what == "six"] == ["6C", "6D", "6H"]


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


@pytest.mark.parametrize(("taker_leads", "leader"), [(False, 0), (True, 1)])
def test_the_seat_that_leads_in_challenge_after_a_take(taker_leads: bool, leader: int) -> None:
    """The opponent of the taker, or the taker."""
    table = standing(2, ["7C KC", "AC 7H"], "H S", taker_leads=taker_leads)
    act(table, "KC, take")
    assert (table.mover, table.phase) == (leader, "leading")


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


@pytest.mark.parametrize(
    ("game", "players", "sizes"),
    [(0, 4, [9] * 4), (0, 2, [18] * 2), (1, 4, [8] * 4), (1, 3, [11, 11, 10]), (1, 2, [16] * 2)],
)
def test_all_cards_are_dealt(game: int, players: int, sizes: list[int]) -> None:
    """Singly, or in Dudak by twos; of 32 cards for three, the dealer has one less."""
    match = PILES[game].start(players, {}, players - 1)
    assert list(map(len, match.game.lay(match, pack_of(match))["hands"])) == sizes


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


def test_a_late_seat_takes_the_pile_up_or_plays_its_lowest_card() -> None:
    """Neither reveals what it could beat; a trump goes last."""
    for hand, pile, late in (("9C QC 7H", "8C", "take"), ("9C QC 7H", "", "9C"), ("9H QH", "", "9H")):
        table = standing(0, [hand, "7S"], "H S", pile)
        assert text(SVOYI.fallback(table, 0, asked(table))) == late


@pytest.mark.parametrize(
    ("top", "answer", "reason"),
    [
        ("10C", read_card("9C"), "beating"),
        ("10H", read_card("7H"), "beating_trump"),
        ("10C", read_card("AS"), "unheld"),
        ("", "take", "leading"),
    ],
)
def test_a_refusal_has_the_name_of_its_reason(top: str, answer: str | Card, reason: str) -> None:
    """A trump of one's own is beaten by a higher one alone."""
    assert SVOYI.why(standing(0, FOUR, OWN, top, 1), 1, "beating" if top else "leading", answer) == reason


def test_a_suit_that_is_taken_cannot_be_named() -> None:
    """The dealer of Challenge names two, and its opponent has the others."""
    run = begin(CHALLENGE, 2, dealer=1)
    play(run, "trump S")
    assert offered(run) == {"side C", "side D", "side H"}
    with pytest.raises(Illegal, match="taken"):
        run.act(1, ("side ", Suit.SPADES))
    play(run, "side C")
    assert offered(run) == {"trump D", "trump H"}


@pytest.mark.parametrize("game", range(len(PILES)))
def test_the_cards_that_the_page_marks_beat_the_top_card(game: int) -> None:
    """And no others of the hand that it shows do, where hearts are trumps."""
    page = rules(PILES[game], 2, {})
    shown = page.partition("\n> ")[2].partition(" — ")[0].translate(SIGNS).split()
    top, *hand = [card.strip("*") for card in shown]
    table = standing(game, ["KD", " ".join(hand)], "S H", top, 1)
    assert [f"**{card}**" if table.beats(1, read_card(card), read_card(top)) else card for card in hand] == shown[1:]
