"""The games of one pile in words: events, endings, rules and progress, in both languages."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.piles import words
from chwech_tui.games.registry import GAMES
from chwech_tui.model.game import Unit
from chwech_tui.model.ink import plain
from protocol.cards import Suit, read_card
from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.piles.events import (
    DealBegun,
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    PileKilled,
    Played,
    SideNamed,
    SixHanded,
    Taken,
    TrumpNamed,
    TrumpShown,
    WentOut,
)
from protocol.setup import OptionValue, Setup
from protocol.talk import Said
from protocol.vocabulary import Event, Seat
from tests.chwech_tui.games.stage import people
from tests.server.rules.piles.position import CHALLENGE, DUDAK, SVOYI, cards, standing
from tests.server.rules.piles.position import GAMES as RULES

KIND = GAMES[SVOYI]
SHEET = DealSheet(Seat(0), Ending.OUT, (Seat(1), Seat(2)), (3, 0, 0), (0, 0, 0), (0, 1, 1), (0, 1, 1))
EVENTS: list[tuple[Event, str]] = [
    (DealBegun(2, Seat(0)), "Deal 2: You deal."),
    (DealBegun(2, Seat(1)), "Deal 2: Owain deals."),
    (TrumpNamed(Seat(0), Suit.HEARTS), "Your trumps are ♥ Hearts"),
    (TrumpNamed(Seat(1), Suit.CLUBS), "Owain has ♣ Clubs as trumps"),
    (SideNamed(Seat(1), Suit.CLUBS), "Owain has ♣ Clubs as second suit"),
    (SixHanded(Seat(0), Seat(1), read_card("6C")), "You hand 6♣ to Owain"),
    (SixHanded(Seat(1), Seat(0), read_card("6H")), "Owain hands you 6♥"),
    (Played(Seat(0), read_card("7C")), "You play 7♣"),
    (Played(Seat(1), read_card("8C"), read_card("7C")), "Owain beats 7♣ with 8♣"),
    (Taken(Seat(1), cards("7C 8C")), "Owain takes up 7♣ 8♣"),
    (Taken(Seat(0), cards("7C 8C 9C 10C JC QC KC")), "You take up 7 cards"),
    (TrumpShown(Seat(0), read_card("AH")), "You turn up your trump, A♥"),
    (WentOut(Seat(1)), "Owain is out."),
    (PileKilled(cards("7C 8C 9C")), "The pile is killed: 3 cards are laid aside."),
    (DealEnded(SHEET), "The deal is over: you are left with 3 cards."),
    (GameEnded((1, 2, 1), (Seat(1),)), "Owain wins with 2 points."),
    (GameEnded((1, 1, 0), (Seat(0), Seat(1))), "Owain and you share the win with 1 point."),
    (Dealt(()), ""),
    (Said("Ann", "hello"), ""),
]


@pytest.mark.parametrize(("event", "said"), EVENTS, ids=lambda value: value if isinstance(value, str) else "")
def test_each_event_has_its_sentence(event: Event, said: str) -> None:
    """To the viewer and of others; what needs none has none."""
    assert plain(KIND.sentence(event, people(3))) == said
    assert KIND.shared_act(event) is None


@pytest.mark.parametrize(
    ("ending", "left", "said"),
    [
        (Ending.LIMIT, (3, 0, 2), "The deal is drawn: it has had as many moves as it may."),
        (Ending.REPETITION, (3, 2, 0), "The deal is drawn: this position was there three times."),
        (Ending.OUT, (0, 0, 2), "The deal is over: Siân Llewellyn-Hughes is left with 2 cards."),
        (Ending.OUT, (3, 0, 2), "The deal is over: Owain is out first."),
    ],
)
def test_an_ending_says_who_lost_or_why_nobody_did(ending: Ending, left: tuple[int, ...], said: str) -> None:
    """Where several still hold cards, the first one out has won."""
    sheet = DealSheet(Seat(0), ending, (Seat(1),), left, (0, 0, 0), (0, 1, 0), (0, 1, 0))
    assert words.ending(sheet, people(3)) == said


@pytest.mark.parametrize(
    ("game", "players", "options", "said", "sign"),
    [
        (SVOYI, 4, {}, "4 deals", "Svoyi"),
        (SVOYI, 4, {"deals": 1, "cards": 1, "pickup": "some"}, "1 deal, one card a turn, a part of the pile", "Svoyi"),
        (DUDAK, 3, {"trumps": "drawn", "first_out": True}, "4 deals, trumps drawn, the first one out wins", "Dudak"),
        (CHALLENGE, 2, {}, "1 deal, 32 cards", "Chall."),
        (CHALLENGE, 2, {"cards": 24, "taker_leads": True}, "1 deal, 24 cards, who takes up leads", "Chall."),
    ],
)
def test_a_table_is_told_in_words(
    game: str, players: int, options: dict[str, OptionValue], said: str, sign: str
) -> None:
    """Its deals, and the options that differ."""
    setup = Setup(game, players, options)
    assert GAMES[game].rules_words(setup).startswith(said)
    assert GAMES[game].rules_sign(setup) == sign
    assert len(sign) <= 8


def test_the_crib_has_what_the_table_has() -> None:
    """Who adds no card is told of none, and who wins is said as it is played."""
    assert len(KIND.crib(Setup(SVOYI, 4))) == 3
    assert len(KIND.crib(Setup(SVOYI, 4, {"cards": 1}))) == 2
    assert "loses" in KIND.crib(Setup(SVOYI, 4))[-1]
    assert "wins" in KIND.crib(Setup(CHALLENGE, 2))[-1]
    assert "wins" in KIND.crib(Setup(DUDAK, 2, {"first_out": True}))[-1]


def test_the_header_says_how_far_the_deal_is() -> None:
    """The deal, the pack, and the moves of so many."""
    view = RULES[SVOYI].view(standing(SVOYI, ["7C", "8C"], "C D"), None)
    assert KIND.progress(view) == "deal 1 of 4"
    assert KIND.variant(view) == "36 cards"
    moved = RULES[SVOYI].view(standing(SVOYI, ["7C 9C", "8C"], "C D"), None)
    assert KIND.variant(replace(moved, moves=17)) == "36 cards, move 17 of 400"


def test_a_pile_is_no_trick() -> None:
    """The table does not rest when one is taken up, or killed, and goes on at once."""
    units = [KIND.unit(event) for event in (Dealt(()), Taken(Seat(0), ()), PileKilled(()), DealEnded(SHEET))]
    assert units == [Unit.DEALT, Unit.PILE, Unit.PILE, Unit.DEAL]


def test_all_of_it_is_there_in_welsh() -> None:
    """Sentences of players are told in the language of the reader."""
    with speaking("cy", catalogue):
        assert plain(KIND.sentence(Taken(Seat(1), cards("7C")), people(3))) == "Mae Owain yn codi 7♣"
        assert words.ending(SHEET, people(3)) == "Daeth y rhaniad i ben: mae 3 cherdyn ar ôl gennych chi."
        assert KIND.rules_words(Setup(CHALLENGE, 2)) == "1 rhaniad, 32 cerdyn"
