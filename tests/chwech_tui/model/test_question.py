"""Before the game and being there, by key."""

import pytest
from msgspec.structs import replace

from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board, Table
from chwech_tui.model.commands import LEAVE_KEY, press
from chwech_tui.model.ink import plain
from chwech_tui.model.prompt import prompt
from chwech_tui.model.question import PHRASE_KEYS, Asked, Wish, phrases
from chwech_tui.model.times import offer_words
from protocol.game import Answer
from protocol.message import Seat
from protocol.messages import WatchTable
from protocol.people import SayTo
from protocol.setup import DAY, Arrangement, Clock
from protocol.table import (
    COURTESIES,
    GREETINGS,
    PHRASES,
    REMARKS,
    TO_PARTNER,
    FillSeats,
    GiveHost,
    Line,
    Occupant,
    Pause,
    Rematch,
    RemoveSeat,
    Said,
    SayAtTable,
    SetAway,
    SetPause,
    SetReady,
    TablePhase,
)
from tests.chwech_tui.values import EMPTY, KIND, VIEW, dealing_view, seen, table

SEATS = (Occupant("Megan", ready=True), Occupant("Owain"), None, Occupant("Nia", "steady"))


def gathering(host: int = 0, kept: tuple[str, ...] = ()) -> Board:
    """Give a table that gathers people; Megan looks."""
    now = replace(table(None, TablePhase.GATHERING), seats=SEATS, host=Seat(host), kept=kept)
    return boards.changed(EMPTY, now)


def pressed(board: Board, *keys: str) -> tuple[Board, object]:
    """Press keys one after the other."""
    asked: object = None
    for key in keys:
        board, asked = press(board, key)
    return board, asked


def playing(**changes: object) -> Board:
    """Give a game with Owain as another person."""
    seats = (SEATS[0], SEATS[1], Occupant("Rhys", "steady"), SEATS[3])
    now: Table = replace(table(), **{"seats": seats, **changes})
    return boards.changed(EMPTY, now)


@pytest.mark.parametrize(
    ("keys", "asked"),
    [
        (["b"], FillSeats(0)),
        (["3", "b"], FillSeats(0, Seat(2))),
        (["2", "b"], FillSeats(0)),
        (["down", "down", "d", "y"], RemoveSeat(0, Seat(1), "Owain")),
        (["up", "d", "d"], RemoveSeat(0, Seat(3), "Nia")),
        (["2", "h", "enter"], GiveHost(0, Seat(1), "Owain")),
        (["2", "d"], None),
        (["2", "h"], None),
        (["2", "d", "escape"], None),
        (["2", "h", "n"], None),
    ],
)
def test_the_host_sees_to_seats(keys: list[str], asked: object) -> None:
    """A seat is chosen by arrows or its number; a key then does something with it."""
    assert pressed(gathering(), *keys)[1] == asked


@pytest.mark.parametrize(
    ("keys", "notice"),
    [
        (["d"], "Choose a seat first, with ↑ ↓ or its number."),
        (["1", "d"], "That seat is your own."),
        (["3", "d"], "That seat is empty."),
        (["4", "h"], "Only a person can be the host."),
        (["9"], "There are 4 seats: choose 1 to 4."),
    ],
)
def test_what_the_host_cannot_do_is_said(keys: list[str], notice: str) -> None:
    """Each key that does nothing says why."""
    board, asked = pressed(gathering(), *keys)
    assert (board.notice, asked) == (notice, None)


def test_what_cannot_be_undone_is_asked_first() -> None:
    """The question says of whom and what follows, of a kept seat as well; no other key does it."""
    removing, _ = pressed(gathering(), "2", "d")
    assert prompt(removing).text == "Remove Owain? They cannot sit down here again."
    assert [answer.label for answer in prompt(removing).answers] == ["remove", "back"]
    assert prompt(pressed(gathering(), "4", "d")[0]).text == "Remove Nia?"
    giving, _ = pressed(gathering(), "2", "h")
    assert prompt(giving).text == "Make Owain the host instead of you?"
    assert pressed(giving, "x")[0] == pressed(gathering(), "2")[0]
    board = gathering(kept=("", "", "Rhys", ""))
    assert pressed(board, "3", "d", "y")[1] == RemoveSeat(0, Seat(2), "Rhys")
    assert prompt(pressed(board, "3", "d")[0]).text == "Remove Rhys? Others can then take the seat."
    assert [answer.label for answer in prompt(pressed(board, "3")[0]).answers][-1] == "remove Rhys"


def test_a_question_about_a_seat_ends_with_who_had_it() -> None:
    """Nobody is removed in place of someone else; whoever has handed the role on has no seat chosen."""
    removing, _ = pressed(gathering(), "2", "d")
    now = removing.table or table()
    ready = boards.changed(removing, replace(now, seats=(SEATS[0], Occupant("Owain", ready=True), *SEATS[2:])))
    assert ready.asking is Asking.REMOVE
    for seats in ((SEATS[0], Occupant("Cat"), *SEATS[2:]), (SEATS[0], None, *SEATS[2:])):
        assert boards.changed(removing, replace(now, seats=seats)).asking is Asking.NOTHING
    assert boards.changed(removing, replace(now, host=Seat(1))).asking is Asking.NOTHING
    assert prompt(replace(removing, place=None)).text == ""
    assert press(replace(removing, place=None), "y")[1] is None
    board, _ = pressed(gathering(), "2")
    assert board.place == 1
    assert boards.changed(board, gathering(host=1).table or table()).place is None


def test_others_leave_the_seats_to_the_host() -> None:
    """They are told so; they say by one key that they are ready, or are not."""
    board, asked = press(gathering(host=1), "b")
    assert (asked, board.notice) == (None, "The table's host manages its seats.")
    assert [answer.key for answer in prompt(gathering(host=1)).answers] == ["e"]
    assert press(gathering(), "s")[1] is None
    looking = boards.changed(EMPTY, replace(gathering().table or table(), viewer=None))
    assert press(looking, "e") == (looking, None)
    assert prompt(looking).answers == ()
    assert press(gathering(), "e")[1] == SetReady(0, False)
    unready = replace(gathering().table or table(), seats=(None, *SEATS[1:]))
    assert press(boards.changed(EMPTY, unready), "e")[1] == SetReady(0, True)


def test_the_prompt_offers_what_a_chosen_seat_allows() -> None:
    """A person can be removed and made host, a bot only removed, an empty seat neither."""
    labels = [[answer.label for answer in prompt(pressed(gathering(), key)[0]).answers][3:] for key in "1234"]
    assert labels == [[], ["remove Owain", "make host"], [], ["remove Nia"]]


def test_stepping_away_asks_first_and_coming_back_does_not() -> None:
    """It is said whether a bot plays or the game waits; the question ends with the game."""
    asking, asked = press(playing(), "a")
    assert (asking.asking, asked) == (Asking.AWAY, None)
    shown = prompt(asking)
    assert shown.text == "Step away? A bot plays for you until you are back."
    assert [f"{answer.shown} {answer.label}" for answer in shown.answers] == ["y step away", "Esc stay"]
    assert press(asking, "y") == (playing(), SetAway(0, True))
    assert [press(asking, key) for key in ("escape", "a", "enter", "p")] == [(playing(), None)] * 4
    away = playing(seats=(Occupant("Megan", "steady", away=True), *SEATS[1:]))
    assert press(away, "a") == (away, SetAway(0, False))
    assert prompt(away).text == "A bot plays for you."
    bots = tuple(Occupant(name, "steady") for name in ("Owain", "Rhys", "Nia"))
    alone = playing(seats=(SEATS[0], *bots))
    asking = press(alone, "a")[0]
    assert prompt(asking).text == "Step away? Nobody else plays here: the game waits for you."
    away = playing(seats=(Occupant("Megan", "steady", away=True), *bots))
    assert prompt(away).text == "The game waits for you."
    assert away.table is not None
    days = replace(away, table=replace(away.table, arrangement=Arrangement(Clock(DAY))))
    assert prompt(days).text == "A bot plays for you."
    asking = press(playing(), "a")[0]
    ended = [
        boards.changed(asking, now.table).asking
        for now in (
            playing(),
            playing(phase=TablePhase.OVER),
            playing(seats=(Occupant("Megan", "steady", away=True), *SEATS[1:])),
        )
        if now.table is not None
    ]
    assert ended == [Asking.AWAY, Asking.NOTHING, Asking.NOTHING]


def test_who_leaves_reads_what_becomes_of_the_game() -> None:
    """Others take the seat, it stands still, waits for days, or a bot plays on; a lost line hides no question."""
    bots = tuple(Occupant(name, "steady") for name in ("Owain", "Rhys", "Nia"))
    alone = playing(seats=(SEATS[0], *bots))
    assert alone.table is not None
    days = replace(alone, table=replace(alone.table, arrangement=Arrangement(Clock(DAY))))
    cup = replace(alone, table=replace(alone.table, tournament=True))
    for left in (alone, days):
        assert prompt(press(left, "q")[0]).text == "Leave the table? The game is kept for you."
    for left in (playing(), cup):
        assert prompt(press(left, "q")[0]).text == "Leave the table? A bot plays for you."
    invited = press(replace(cup, invitation="deep-sea"), "j")[0]
    assert prompt(invited).text == "Leave this table for deep-sea? A bot plays for you."
    asked, _ = pressed(gathering(), "q")
    assert prompt(asked).text == "Leave the table? Others can then take your seat."
    assert [answer.label for answer in prompt(asked).answers] == ["leave", "stay"]
    assert pressed(asked, "g") == (gathering(), None)
    assert pressed(asked, "q")[1] is Wish.LEAVE
    alone = boards.changed(EMPTY, replace(gathering().table or table(), seats=(SEATS[0], None, None, SEATS[3])))
    assert prompt(pressed(alone, "q")[0]).text == "Leave the table? Without you there is no table."
    lost = boards.troubled(pressed(playing(), "q")[0], "The line is lost.")
    assert prompt(lost).text == "Leave the table? A bot plays for you."
    assert prompt(pressed(lost, "escape")[0]).text == "The line is lost."


def test_a_pause_is_asked_for_agreed_to_and_ended() -> None:
    """The key does what makes sense, and the screen says what it would do."""
    assert press(playing(), "z")[1] == SetPause(0, True)
    asked = playing(pause=Pause((Seat(1),)))
    assert press(asked, "z")[1] == SetPause(0, True)
    assert offer_words(asked) == "Owain asks for a pause: z agrees."
    own = playing(pause=Pause((Seat(0),)))
    assert press(own, "z")[1] == SetPause(0, False)
    assert "z takes it back" in offer_words(own)
    paused = playing(pause=Pause((Seat(0), Seat(1)), 1.0, 2.0))
    assert press(paused, "z")[1] == SetPause(0, False)
    assert (prompt(paused).text, offer_words(paused)) == ("The game is paused.", "")
    assert press(paused, "p")[0].notice == "The game is paused: z goes on."
    assert prompt(boards.changed(EMPTY, replace(paused.table or table(), viewer=None))).answers == ()


def test_the_same_people_play_once_more() -> None:
    """With others a rematch, alone another table; who watches is told where."""
    over = playing(phase=TablePhase.OVER, rematch="red-tree-sky")
    assert press(over, "n")[1] == Rematch(0)
    assert offer_words(over) == "Rematch at red-tree-sky: n joins."
    assert press(boards.changed(EMPTY, table(phase=TablePhase.OVER)), "n")[1] is Wish.AGAIN
    looking = boards.changed(EMPTY, replace(over.table or table(), viewer=None))
    assert offer_words(looking) == "Rematch at red-tree-sky: n watches."
    assert press(looking, "n")[1] == WatchTable(0, "red-tree-sky")
    alone = boards.changed(EMPTY, replace(over.table or table(), viewer=None, rematch=""))
    assert (press(alone, "n")[1], press(alone, "n")[0].notice) == (None, "Nobody has asked for a rematch yet.")
    assert [answer.label for answer in prompt(looking).answers] == ["score sheet", "follow", "leave"]
    assert [answer.label for answer in prompt(alone).answers] == ["score sheet", "leave"]
    assert offer_words(Board()) == offer_words(playing()) == ""


def company() -> Board:
    """Give a board where Owain is a person too, and Cat watches."""
    seats = (Occupant("Megan"), Occupant("Owain"), Occupant("Rhys", "steady"), Occupant("Nia", "steady"))
    return boards.changed(EMPTY, replace(table(), seats=seats, watchers=("Cat",)))


def typed(board: Board, *keys: str) -> tuple[Board, Answer | Asked | Wish | None]:
    """Press keys, each of which writes itself where it is one letter."""
    asked = None
    for key in keys:
        board, asked = press(board, key, key if len(key) == 1 else "")
    return board, asked


def told(board: Board) -> list[str]:
    """Give the log."""
    return [plain(entry.line) for entry in board.chronicle]


def test_a_line_is_written_and_said() -> None:
    """All letters are text; Enter on none and Esc end it, and Ctrl-C leaves whatever is written."""
    board, asked = typed(company(), "t", "Q", "q", "s", "enter")
    assert asked == SayAtTable(0, "Qqs")
    assert (board.asking, board.draft) == (Asking.NOTHING, "")
    assert typed(company(), "t", " ", "enter")[1] is None
    assert typed(company(), "t", "a", "escape")[1] is None
    assert typed(company(), "t", "a", "escape")[0].draft == ""
    board, asked = typed(company(), "t", "a", LEAVE_KEY)
    assert (board.asking, asked) == (Asking.LEAVE, None)
    assert press(board, LEAVE_KEY)[1] is Wish.LEAVE


def test_who_writes_is_told_who_hears_it() -> None:
    """Spectators, everyone, or nobody yet; at a table with bots alone the keys say why they do nothing."""
    watching = boards.changed(EMPTY, replace(table(), viewer=None))
    assert prompt(typed(watching, "t")[0]).text == "Only spectators hear you. Say: "
    assert prompt(typed(watching, "x")[0]).text == "Only spectators hear you. Say what?"
    over = boards.changed(EMPTY, replace(table(), viewer=None, phase=TablePhase.OVER))
    assert prompt(typed(over, "t")[0]).text == "Everyone at this table hears you. Say: "
    alone = boards.changed(EMPTY, replace(table(), phase=TablePhase.GATHERING, game=None))
    board, asked = typed(alone, "t", *"bye")
    assert (board.draft, asked) == ("bye", None)
    assert prompt(board).text == "Nobody else is here yet. Say: "
    assert prompt(typed(company(), "t")[0]).text == "Everyone at this table hears you. Say: "
    board, asked = press(boards.changed(EMPTY, table()), "x")
    assert (asked, board.notice) == (None, "Nobody else is at this table to talk to.")
    assert press(Board(), "t") == (Board(), None)


def test_a_phrase_takes_one_key_more() -> None:
    """Each phrase of the moment has a key, which means the same though the moment passes; any other ends the choice."""
    fit = phrases(company())
    assert typed(company(), "x", "1")[1] == SayAtTable(0, fit[0])
    later = boards.changed(typed(company(), "x")[0], replace(table(dealing_view()), seq=9))
    assert press(later, "2")[1] == SayAtTable(0, fit[1])
    assert typed(company(), "x", "z")[0].asking is Asking.NOTHING


def test_phrases_fit_the_moment_and_tell_partners_nothing() -> None:
    """While cards are played, partners have courtesies alone; every phrase that is offered is known and has a key."""
    trick = seen(VIEW, last="2 9H, 3 4H")
    playing = replace(company(), table=table(trick))
    partners = replace(playing, people=replace(company().people, sides=(0, 1, 0, 1)))
    between = replace(company(), table=table(dealing_view()))
    paired = replace(between, people=partners.people)
    over = replace(paired, table=replace(table(dealing_view()), phase=TablePhase.OVER))
    before = replace(company(), table=replace(table(), phase=TablePhase.GATHERING, game=None))
    boards_of_all = (playing, partners, between, paired, over, before)
    assert {*phrases(partners)} <= {*COURTESIES, *GREETINGS}
    assert {*REMARKS} <= {*phrases(playing)} - {*phrases(company())}
    assert "Shall we begin?" in phrases(before)
    assert ({*TO_PARTNER} & {*phrases(between)}, {*TO_PARTNER} - {*phrases(paired)}) == (set(), set())
    assert "One more game?" in phrases(over)
    assert {phrase for one in boards_of_all for phrase in phrases(one)} == {*PHRASES}
    assert all(len(PHRASE_KEYS) >= len(phrases(one)) for one in boards_of_all)


def test_a_line_to_one_person_says_so_and_is_never_told_to_all() -> None:
    """The longest name at the table is meant, else the first word; what is no such line is kept, and why is said."""
    here = replace(company(), company=("Owain", "Owain Glyn"))
    board = replace(typed(here, "t")[0], draft="/to owain glyn  where are you?")
    assert prompt(board).text == "Only Owain Glyn hears you. Say: "
    assert press(board, "enter")[1] == SayTo(0, "Owain Glyn", "where are you?")
    assert press(replace(board, draft="/to Rhys hi"), "enter")[1] == SayTo(0, "Rhys", "hi")
    for draft in ("/to", "/to Rhys", "/t Rhys hi", "/"):
        kept, sent = press(replace(board, draft=draft), "enter")
        assert (kept.draft, kept.asking, sent) == (draft, Asking.SAY, None)
        assert kept.notice == "Write /to, a name and your words."


def test_whoever_is_ignored_is_not_heard() -> None:
    """Others are, unless the table is quiet; the next table is so, too."""
    board = replace(company(), ignored=frozenset({"Owain"}))
    board = boards.happened(board, Said("Owain", "boo", Seat(1)), table())
    board = boards.happened(board, Said("Cat", "miaow"), table())
    assert told(board) == ["Cat: miaow"]
    board, _ = typed(company(), "f")
    board = boards.overheard(
        boards.happened(board, Said("Owain", "boo", Seat(1)), table()), [Line(1, "Cat", "psst", 1)]
    )
    assert told(board) == []
    other = boards.seated(board, replace(table(), table="other"), KIND)
    assert other.quiet
