"""Keys at the table: what each asks for, and the sentence for a key that cannot be used."""

import sys

import pytest
from msgspec.structs import replace
from textual.events import Key

from chwech_tui.model.board import Asking, Board, seated, sent, troubled
from chwech_tui.model.commands import press
from chwech_tui.model.picking import number_sign
from chwech_tui.model.question import Wish, edited, pasted
from chwech_tui.model.settings import Settings, Switch
from chwech_tui.model.times import waiting
from chwech_tui.plain.editor import LineEditor
from chwech_tui.screens.drawn import character_of, key_of
from chwech_tui.terminal_input import EscapeParser
from protocol.game import Answer
from protocol.message import Seat
from protocol.messages import Begin, Continue
from protocol.setup import Arrangement, Delay, Setup
from protocol.table import TEXT_CHARACTERS, SetAway, TablePhase
from protocol.text import clean_text
from tests.chwech_tui.games.stage import find
from tests.chwech_tui.values import (
    KIND,
    PASSES,
    VIEW,
    board,
    cards,
    dealing_view,
    hearts_led,
    seen,
    table,
    waiting_view,
)

ORIGINAL = hearts_led(ruleset="original")


def chosen(place: int, now: Board | None = None) -> Board:
    """Give a board on which a card is chosen."""
    return replace(now or board(), chosen=place)


@pytest.mark.parametrize(("key", "place"), [("1", 0), ("3", 2), ("5", 4)])
def test_a_number_chooses_the_card_with_that_number(key: str, place: int) -> None:
    """Any card can be chosen, also one that cannot be played."""
    assert press(board(), key)[0].chosen == place


def hand_of(number: int) -> Board:
    """Give a board with so many cards in hand."""
    pack = cards("4C 5C 6C 7C 8C 9C 10C JC QC KC AC 4D 5D 6D 7D")
    return board(seen(VIEW, hand=pack[:number]))


@pytest.mark.parametrize(
    ("keys", "place"), [("0", 9), ("0 1", 10), ("0 5", 14), ("0 6", 5), ("0 right 1", 0), ("0 0", 9), ("1 0", 9)]
)
def test_the_tenth_card_is_0_and_those_after_it_begin_with_0(keys: str, place: int) -> None:
    """A digit that makes no number of this hand begins anew, and so does one after another key."""
    now = hand_of(15)
    for key in keys.split():
        now = press(now, key)[0]
    assert now.chosen == place
    assert number_sign(place) in {keys.replace(" ", ""), keys[-1], "0"}


def test_a_number_plays_the_card_by_choice() -> None:
    """At once where it can be played, as Enter would; one that cannot be is chosen, and it is said why."""
    now = replace(board(), settings=Settings(one_key=Switch.ON))
    assert press(now, "3")[1] == press(chosen(2), "enter")[1] == Answer("QH")
    assert press(now, "1")[0].notice == "That card does not follow: play hearts or a Joker, or pass."
    assert press(now, "9")[0].notice == "Your hand has 5 cards: choose one by its number."
    many = replace(hand_of(11), settings=now.settings)
    assert press(many, "0") == (replace(many, chosen=9, tens=1), None)


@pytest.mark.parametrize("key", ["u", "n", "v", "e"])
def test_a_letter_without_a_meaning_says_where_the_keys_are_listed(key: str) -> None:
    """Here, or now: nobody is left to wonder whether it was pressed; a key that is no letter is silent."""
    words = "That key does nothing here: ? lists the keys."
    assert press(board(), key) == (replace(board(), notice=words), None)
    assert press(board(), "f5") == (board(), None)


OVER = board(phase=TablePhase.OVER)
GATHERING = board(None, TablePhase.GATHERING)
LOOKING_ON = replace(OVER, table=replace(table(phase=TablePhase.OVER), viewer=None))
OF_A_GUEST = replace(GATHERING, table=replace(table(None, TablePhase.GATHERING), host=Seat(2)))
TAKEN = board(seen(waiting_view(), turn=None))
OFFLINE, UNANSWERED = troubled(board(), "The connection was lost."), sent(board(), 3)


@pytest.mark.parametrize(
    ("now", "keys", "notice"),
    [
        (board(), "6 9 0", "Your hand has 5 cards: choose one by its number."),
        (board(dealing_view()), "right", "There are no cards in your hand now."),
        (board(), "enter", "Choose a card first, with ← → or its number."),
        (chosen(0), "enter", "That card does not follow: play hearts or a Joker, or pass."),
        (
            chosen(4, board(seen(VIEW, legal="- QH"))),
            "enter",
            "A Joker has been played to this trick already: only one may be.",
        ),
        (
            chosen(0, board(seen(VIEW, legal="-", prompt="no_follow"))),
            "enter",
            "You cannot follow hearts: you can only pass.",
        ),
        (chosen(4, board(seen(ORIGINAL, prompt="lead", legal="- QH", trick=""))), "enter", "A Joker cannot be led."),
        (
            board(seen(VIEW, prompt="open", legal="KC", trick="")),
            "p",
            "The first lead of a deal cannot be passed: lead a card.",
        ),
        (board(waiting_view()), "enter", "It is Rhys's turn."),
        (TAKEN, "enter", "One moment: the trick is being taken."),
        (OFFLINE, "p enter", "The connection is down: your turn waits for you."),
        (UNANSWERED, "p enter", "One moment: your last command is on its way."),
        (GATHERING, "p", "The game has not begun yet."),
        (board(seen(VIEW, legal=""), TablePhase.OVER), "p", "The game is over."),
        (GATHERING, "s", "The game has not begun yet."),
        (board(), "l", "No trick of this deal has been taken yet."),
        (OF_A_GUEST, "enter", "The host of the table begins the game."),
        (board(dealing_view(), waits=[2]), "enter", "The next deal waits for Rhys."),
        (board(dealing_view()), "enter", "The next deal is on its way."),
    ],
)
def test_a_key_that_cannot_be_used_says_why(now: Board, keys: str, notice: str) -> None:
    """The sentence names what would be right, or whom the table waits for; nothing is sent."""
    for key in keys.split():
        after, asked = press(now, key)
        assert (after.notice, asked) == (notice, None)


def test_enter_where_no_card_can_be_chosen_says_what_answers() -> None:
    """With the question of the turn and its keys, as the player has set them."""
    asking = find(Setup("bete", 4, first_dealer=Seat(3)), lambda view: Answer("in") in view.legal)
    assert press(asking, "enter")[0].notice == "Take part or pass (g take part, p pass)."


@pytest.mark.parametrize(
    ("now", "keys", "asked"),
    [
        (chosen(2), "enter space", Answer("QH")),
        (board(), "p P", PASSES),
        (board(), "r", Wish.RULES),
        (board(), "s", Wish.SHEET),
        (board(hearts_led(review_won=True)), "w", Wish.PILES),
        (GATHERING, "c", Wish.COPY),
        (GATHERING, "enter", Begin(0)),
        (board(dealing_view(), waits=[0, 2]), "enter", Continue(0, 7)),
        (OVER, "c", Wish.COPY),
        (OVER, "enter", Wish.SHEET),
        (OVER, "n", Wish.AGAIN),
        (OVER, "v", Wish.REPLAY),
        (OVER, "q", Wish.LEAVE),
        (Board(), "q", Wish.LEAVE),
        (LOOKING_ON, "v", None),
        (board(), "c n v w", None),
        (Board(), "enter p 1 left l s w escape x", None),
    ],
)
def test_a_key_does_what_the_state_of_the_table_gives_it(now: Board, keys: str, asked: object) -> None:
    """It plays, opens a page, goes on, leaves; elsewhere, and before the table is known, it does nothing."""
    assert [press(now, key)[1] for key in keys.split()] == [asked] * len(keys.split())


def test_a_spectator_answers_what_is_asked() -> None:
    """The question whether to leave for another table, like a player."""
    invited = replace(LOOKING_ON, invitation="red-tree-sky")
    asking, asked = press(invited, "j")
    assert (asking.asking, asked) == (Asking.JOIN, None)
    assert press(asking, "y") == (invited, Wish.JOIN)


def test_arrows_walk_over_the_cards_that_can_be_played() -> None:
    """Both go round; over all cards while one waits."""
    now = board()
    places = []
    for key in ("right", "right", "right", "right", "left", "left"):
        now, _ = press(now, key)
        places.append(now.chosen)
    assert places == [2, 3, 4, 2, 4, 3]
    assert press(board(waiting_view()), "right")[0].chosen == 0


def test_an_ace_asks_for_its_height_where_the_rules_do() -> None:
    """Playing an Ace with two ways to play it asks, h and l answer, Esc takes it back."""
    now = chosen(3, board(seen(ORIGINAL, legal="QH AH+ AH- -")))
    asking, asked = press(now, "enter")
    assert (asking.asking, asked) == (Asking.MOVE, None)
    assert press(asking, "h")[1] == Answer("AH+")
    assert press(asking, "l")[1] == Answer("AH-")
    assert press(asking, "escape") == (now, None)
    assert press(asking, "x")[0].notice == "Press h for high or l for low; Esc goes back."


def test_l_looks_at_the_last_trick_and_back() -> None:
    """The same key goes there and back, and Esc goes back too."""
    now = board(seen(VIEW, last="0 4H"))
    there, _ = press(now, "l")
    assert there.looking_back
    assert press(there, "l")[0] == now
    assert press(there, "escape")[0] == now


def test_who_wants_no_question_is_asked_none() -> None:
    """With the setting off, leaving a game, where the seat is kept, and stepping away take one key."""
    sure = replace(board(), settings=Settings(confirm=Switch.OFF))
    assert press(sure, "q") == (sure, Wish.LEAVE)
    assert press(sure, "a") == (sure, SetAway(0, away=True))
    gathering = replace(board(phase=TablePhase.GATHERING), settings=sure.settings)
    assert press(gathering, "q")[0].asking is Asking.LEAVE


def test_whoever_watches_later_reads_when_the_deal_is_shown() -> None:
    """An empty table has been dealt to for long: the prompt says when there is more to see."""
    late = replace(table(dealing_view()), viewer=None, arrangement=Arrangement(delay=Delay.DEAL))
    assert waiting(seated(Board(), late, KIND)) == "Each deal is shown to you when the next one has ended."
    soon = replace(late, arrangement=Arrangement(delay=Delay.TRICK))
    assert waiting(seated(Board(), soon, KIND)) == "Each trick is shown to you when the next one has ended."
    stays = replace(soon, waits_for=(Seat(1),))
    assert waiting(seated(Board(), stays, KIND)) == "The next deal waits for Owain."
    now = replace(late, arrangement=Arrangement(delay=Delay.NONE))
    assert waiting(seated(Board(), now, KIND)) == "The next deal is on its way."
    player = replace(soon, viewer=Seat(0))
    assert waiting(seated(Board(), player, KIND)) == "The next deal is on its way."


def write(text: str, draft: str = "", longest: int = TEXT_CHARACTERS) -> str:
    """Type a text as a terminal would."""
    for event in EscapeParser().feed(text):
        assert isinstance(event, Key)
        key = key_of(event)
        draft = edited(draft, key, character_of(key), longest)
    return draft


def test_what_is_typed_is_written() -> None:
    """Letters of all kinds, signs and spaces, on the screen and in plain mode."""
    text = "Ça va – „a” ≤5 ± é @ home? _+\\-_ «Siân» (100 %) ♥ 5\xa0000\u3000😀"
    assert write(text) == pasted("", text) == clean_text(text, cells=100)
    assert LineEditor().feed(f"{text}\r").lines == (text,)


def test_every_sign_can_be_typed() -> None:
    """What is typed equals what is pasted, for every printable code point; letters and digits are their own keys."""
    signs = [sign for sign in map(chr, range(sys.maxunicode + 1)) if sign.isprintable() and not sign.isalnum()]
    assert [sign for sign in signs if write(sign) != pasted("", sign)] == []


@pytest.mark.parametrize(
    ("sequence", "typed"),
    [("\x1b[32;2;32u", " "), ("\x1b[57413;;43u", "+"), ("\x1b[57410;129;47u", "/"), ("\x1b[57404;;53u", "5")],
)
def test_a_key_reported_by_a_sequence_writes_its_character(sequence: str, typed: str) -> None:
    """Space with Shift and the signs of a keypad write what others of the same character do."""
    assert write(f"a{sequence}b") == f"a{typed}b"


def test_a_line_is_clean_and_can_be_mended() -> None:
    """A letter, a word, everything goes; of a paste line ends become spaces, and what is too long is cut."""
    draft = write("one two three")
    assert edited(draft, "backspace", "") == "one two thre"
    assert edited(draft, "ctrl+w", "") == "one two"
    assert edited(draft, "ctrl+u", "") == ""
    assert edited("", "backspace", "") == ""
    assert pasted(write("so: "), "a\nb\x1b[2J") == "so: a b[2J"
    assert pasted("", "abcdef", 4) == "abcd"
    assert write("abcdef", longest=4) == "abcd"
