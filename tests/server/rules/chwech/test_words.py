"""The rules in words: they name what their table has, and nothing that it has not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.catalogues import catalogue
from protocol.chwech.actions import Play, read_action
from protocol.chwech.events import Led, Played
from protocol.language import speaking
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat
from server.rules.chwech.variant import read_variant, rulebook
from server.rules.game import InvalidSetup
from tests.conformance.setups import tables
from tests.server.rules.chwech.position import GAME


def rules(players: int = 6, **options: OptionValue) -> str:
    """Give the rules of a table."""
    return GAME.rules(Setup(players=players, options=options))


def test_the_usual_table_is_described() -> None:
    """The title, the order and the score table are those of six players and revised rules."""
    text = rules()
    assert text.startswith("# Chwech for six players, revised rules\n")
    assert "**Joker last, Ace not last, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2, Ace last, Joker not last**" in text
    assert "| 0, 9, 18 … | 81 | 72 | 63 | 54 | 45 | 36 | 27 | 18 | 9 | 0 |" in text
    assert "A game is 6 deals" in text


@pytest.mark.parametrize(
    ("players", "options", "present", "absent"),
    [
        (4, {}, "| Jokers | none |", "A Joker"),
        (4, {"ruleset": "original"}, "Ace high, K, Q", "A Joker"),
        (4, {"deals": 1}, "A game is one deal", "deals;"),
        (5, {"five_pack": "middle"}, "A, K, Q, J, 10, 9, 6, 5", ", 8,"),
        (5, {"five_pack": "9+A"}, "K, Q, J, 10, 8, 7, 6, 5", "Ace"),
        (5, {"ruleset": "original", "five_pack": "5+7"}, "8, Joker, 6, 4", "8, 7"),
        (6, {"ruleset": "original"}, "9, 8, Joker, 7", "Ace not last"),
        (5, {"ruleset": "original", "five_pack": "middle"}, "10, 9, Joker, 6", "last Ace"),
        (6, {"jokers_per_trick": "one"}, "Only one Joker", "Any number"),
        (6, {"joker_beats_last_ace": True}, "Joker not last, Ace last**", "but Jokers takes"),
        (7, {"thirteens_as_jokers": True}, "both red Thirteens, which are Jokers", "J, 13,"),
        (7, {"seven_pack": "two_packs", "equal_cards": "last"}, "played last ranks higher", "Thirteen"),
        (7, {"seven_pack": "two_packs"}, "2 twice", "Thirteen"),
        (6, {"duplicate": True}, "A game is 12 deals", "6 deals"),
        (7, {"duplicate": True, "deals": 21}, "3 sets of hands", "2 sets"),
        (6, {"review_won": True}, "may be looked through by anyone", "face down"),
    ],
    ids=str,
)
def test_each_option_is_told(players: int, options: dict[str, OptionValue], present: str, absent: str) -> None:
    """What an option changes is in the text, and what it takes away is not."""
    text = rules(players, **options)
    assert present in text
    assert absent not in text


@settings(max_examples=100, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 5, 6, 7)))
def test_every_table_has_rules(data: st.DataObject, players: int) -> None:
    """Whatever goes together can be described, in lines that a reader can follow."""
    text = GAME.rules(data.draw(tables(players)))
    assert text.endswith("\n")
    assert max(map(len, text.splitlines())) < 250


def test_a_table_that_cannot_be_has_no_rules() -> None:
    """The refusal is the same as when it is opened."""
    with pytest.raises(InvalidSetup, match="applies to 5 players"):
        rules(6, five_pack="middle")


SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


def plays_of(example: str) -> list[tuple[str, bool]]:
    """Give each play of an example as records write it, and whether the example says that it takes the trick."""
    turns = example.removeprefix("> ").partition(" — ")[0].split()
    return [(written(turn.strip("*"), first=number == 0), turn.startswith("**")) for number, turn in enumerate(turns)]


def written(turn: str, *, first: bool) -> str:
    """Give a turn as records write it; a Joker that is led stands for a suit."""
    if turn == "pass":
        return "-"
    height = {"↑": "+", "↓": "-"}.get(turn[-1], "")
    bare = turn.rstrip("↑↓")
    suit = SUITS.get(bare[-1], "")
    face = bare[:-1] if suit else bare
    return f"JK={suit}" if face == "JK" and first else f"{face}{suit}{height}"


@settings(max_examples=60, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 5, 6, 7)))
def test_every_example_holds(data: st.DataObject, players: int) -> None:
    """The pack of the table has the cards of each example, and the marked one takes the trick by the real rules."""
    setup = data.draw(tables(players))
    book = rulebook(read_variant(setup))
    examples = [line for line in GAME.rules(setup).splitlines() if line.startswith("> ")]
    assert len(examples) >= (1 if "+" in str(setup.options.get("five_pack")) else 4)
    for example in examples:
        turns = [(read_action(text), takes) for text, takes in plays_of(example)]
        played = [
            (Played(Seat(seat), action) if seat else Led(Seat(seat), action), takes)
            for seat, (action, takes) in enumerate(turns)
            if isinstance(action, Play)
        ]
        assert all(turn.play.card in book.pack.copies for turn, _takes in played)
        assert len(turns) <= players
        best = book.order.best([turn for turn, _takes in played])
        assert [takes for _turn, takes in played] == [place == best for place in range(len(played))], example


def test_the_rules_open_on_how_a_hand_is_played() -> None:
    """The pack comes last: nobody has to read a table before the first card."""
    text = rules()
    assert text.index("## The play") < text.index("## What takes the trick") < text.index("## The cards")


def test_the_rules_are_written_in_the_language_of_the_reader() -> None:
    """Numerals mutate what they count."""
    with speaking("cy", catalogue):
        assert rules().startswith("# Chwech i chwe chwaraewr, rheolau diwygiedig\n")
        assert "2 raniad yw gêm;" in rules(4, deals=2)
        assert "Un rhaniad yw gêm;" in rules(4, deals=1)
        assert "**Jocer olaf, Âs nad yw'n olaf, K, Q," in rules()
        assert "> 9♦ pasio **Q♦** 10♦ — Arweiniwyd diemwntau" in rules()


@settings(max_examples=40, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 5, 6, 7)))
def test_the_tricks_of_the_examples_are_the_same_in_every_language(data: st.DataObject, players: int) -> None:
    """They are a notation, but for the word for a pass; so are the score table and the shape of the page."""
    setup = data.draw(tables(players))
    english = GAME.rules(setup).splitlines()
    with speaking("cy", catalogue):
        welsh = GAME.rules(setup).splitlines()
    assert [line.partition(" — ")[0] for line in english if line.startswith("> ")] == [
        line.partition(" — ")[0].replace("pasio", "pass") for line in welsh if line.startswith("> ")
    ]
    assert [line[:2] for line in english if line[:2] in {"# ", "##", "* ", "> ", "|-"}] == [
        line[:2] for line in welsh if line[:2] in {"# ", "##", "* ", "> ", "|-"}
    ]
    assert max(map(len, welsh)) < 300
