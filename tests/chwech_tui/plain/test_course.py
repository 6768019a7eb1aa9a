"""The course by words: where it is offered, how it goes in both languages, and what comes after it."""

import pytest

from chwech_tui.errand import Greet, Join, PlayNow
from chwech_tui.games.registry import GAMES
from chwech_tui.model.lesson import Lesson
from chwech_tui.plain.reading import called
from protocol.archive import GameEntry, Games, ListGames
from protocol.catalogues import catalogue
from protocol.errors import ErrorCode
from protocol.game import Answer
from protocol.identity import KeepSettings
from protocol.language import LANGUAGES, _, speaking
from protocol.lobby import EnterLobby, LobbyShown
from protocol.messages import LeaveTable, ListTables, OpenTable, ReadRules, Refused, Tables
from protocol.setup import Setup
from protocol.tableview import TableEntry, TablePhase
from tests.chwech_tui.plain.person import in_line
from tests.chwech_tui.plain.talk import REMOTE, Talk

OWN = TableEntry("old-oak-tree", Setup("chwech", 6), TablePhase.PLAYING, ("Megan",), "deal 2 of 6", yours=True)
FINISHED = GameEntry(1, "calm-river", 0.0, Setup("chwech", 6), ("Megan",) * 6, (1,) * 6)
START = [
    "Learn Chwech. Answer as at a table. skip skips a position, back goes back, leave ends the course.",
    "Position 1 of 12: Follow or pass.",
    GAMES["chwech"].lessons[0].text,
    "You now: cards 9, won 0, points 0, total 0.",
    "This trick: Owain Q♦, Nia 7♦; so far to Owain. After you: Megan, Dylan, Cerys.",
    "Your 9 cards: 4♣, 9♣, J♣, 6♦, K♦, 3♥, 8♥, 5♠, 10♠.",
    "Your turn. Follow diamonds or pass: 6♦, K♦.",
]
AFTER = "Enter goes on, again tries another answer."
BEYOND = "Enter plays Chwech with the coach, learn twenty-five teaches Twenty-Five, leave ends the course."


def learner() -> Talk:
    """Give the dialogue of somebody who came for the course."""
    return Talk(Greet(learn=True))


def lines_for(lesson: Lesson) -> list[tuple[str, str, bool]]:
    """Give a line for each answer, what the coach says to it, and whether it is good."""
    return [
        (in_line(reply.action.said), _(reply.text), reply.good)
        for reply in lesson.replies
        if isinstance(reply.action, Answer)
    ]


@pytest.mark.parametrize("game", ["chwech", "twenty-five"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_of_a_course_is_given_by_words(game: str, language: str) -> None:
    """Each position is told in few lines; each answer in two, and another may be tried; only the place is kept."""
    with speaking(language, catalogue):
        talk = Talk()
        told = talk.write(f"learn {game}")
        lessons = GAMES[game].lessons
        for number, lesson in enumerate(lessons, 1):
            assert (
                _("Position {number} of {all}: {title}.", number=number, all=len(lessons), title=_(lesson.title))
                in told
            )
            assert _(lesson.text) in told
            assert len(told.splitlines()) <= 6 + (number == 1)
            for line, words, good in lines_for(lesson):
                verdict = _("Well played") if good else _("There is better")
                assert talk.write(line).splitlines() == [f"{verdict}. {words}", _(AFTER)]
                assert len(talk.write(called("again")).splitlines()) == 2
            talk.write(line)
            told = talk.write("")
        assert _(GAMES[game].farewell) in told
    # All of it has taken no time at all, so the first place is kept and then the end.
    first = "chwech 2" if game == "chwech" else f"{game} 1"
    assert talk.sent == [ListTables(0), *(KeepSettings(0, {"course": place}) for place in (first, ""))]


def test_the_course_can_be_what_one_came_for() -> None:
    """It begins at once, before any list; the lobby comes after it."""
    talk = learner()
    assert talk.first.splitlines()[1:] == START
    assert talk.sent == []
    assert talk.write("leave") == "You leave the course: learn goes on with it."
    assert talk.sent == [ListTables(0)]
    talk = Talk(Join("cards.example", learn=True))
    assert talk.first.splitlines() == ["You are Megan.", *START]
    talk.write("q")
    assert talk.sent == [EnterLobby(0)]


def test_a_wrong_answer_may_be_tried_again() -> None:
    """Another answer is only taken once it is asked for; the position is told again on demand."""
    talk = learner()
    talk.write("skip")
    assert talk.write("p").splitlines()[0].startswith("There is better. Still 6 × 4 = 24.")
    for line in ("ks", "pass", "2", "turn", "t", "what ks"):
        assert talk.write(line) == AFTER
    assert talk.write("again") == "Your 3 cards: 8♥, 5♠, K♠.\nYour turn. Follow spades or pass: 5♠, K♠."
    assert talk.write("k♠").startswith("Well played.")
    assert talk.write("back").startswith("Position 2 of 12: The score.")
    assert talk.write("again").startswith("Position 2 of 12: The score.")


def test_one_goes_back_and_forth() -> None:
    """By words, letters, or the number of a position; Enter alone tells what is asked."""
    talk = learner()
    assert talk.write("") == START[-1]
    assert talk.write("b").startswith("Position 1 of 12")
    assert talk.write("n").startswith("Position 2 of 12")
    assert talk.write("next").startswith("Position 3 of 12")
    assert talk.write("learn 12").startswith("Position 12 of 12: Deadlock.")
    assert talk.write("learn 13") == talk.write("learn 0") == "The course has the positions 1 to 12."
    assert talk.write("skip") == f"You know the game. {GAMES['chwech'].farewell}\n{BEYOND}"
    for line in ("skip", "t", "1", "pass"):
        assert talk.write(line) == BEYOND
    assert talk.write("back").startswith("Position 12 of 12")


def test_what_is_so_can_be_asked_in_a_position() -> None:
    """The hand, the tricks, the seats, what a card would do, the rules; what cannot be played is refused."""
    talk = learner()
    assert talk.write("h") == START[-2]
    assert talk.write("what kd") == "You take it, unless it is beaten: 0 + 3 = 3, × 3."
    assert talk.write("seats").splitlines()[1] == "Megan: cards 9, won 0, points 0, total 0."
    assert talk.write("5s") == "That card does not follow: play diamonds or a Joker, or pass."
    assert talk.write("cards words") == "Cards are written so from now on: queen of hearts."
    assert talk.write("t") == "Your turn. Follow diamonds or pass: six of diamonds, king of diamonds."
    talk.write("rules")
    assert isinstance(talk.latest(), ReadRules)
    told = talk.write("help")
    assert "The course: learn [GAME or NUMBER], coach [GAME], skip (n), again, back (b), leave (q)." in told
    assert "say" not in told
    assert talk.write("say hello") == "say can only be used outside the course: leave ends it."
    assert talk.write("pause") == "pause can only be used outside the course: leave ends it."


def test_trumps_are_told_where_there_are_any() -> None:
    """And where the turn-up may be robbed, a word of the game is an answer; it asks what goes for it."""
    talk = learner()
    assert "You now: cards 5, tricks 0, points 0. Clubs are trump; 8♣ is turned up." in talk.write("learn twenty-five")
    told = talk.write("learn 5")
    assert "This trick" not in told
    assert told.endswith("Your turn. Lead a card, or rob.")
    assert talk.write("rob 9c").startswith("Well played. You have J♦")


def test_where_one_was_is_remembered() -> None:
    """Until the course is over, also when the program was ended meanwhile; its words mean nothing elsewhere."""
    talk = Talk()
    talk.write("learn 4")
    talk.write("leave")
    assert talk.write("skip") == "skip can only be used in the course: learn opens it."
    assert "skip" not in talk.write("help")
    assert "Position 4 of 12" in talk.write("learn")
    again = Talk(settings=talk.kept())
    assert "Position 4 of 12" in again.write("learn")
    talk.write("learn 12")
    talk.write("skip")
    assert talk.write("leave") == "You leave the course."
    assert talk.kept() == {"course": ""}
    assert "Position 1 of 12" in talk.write("learn")
    assert talk.write("learn whist") == "There is no course of 'whist': choose chwech or twenty-five."


def test_the_end_of_the_course_leads_to_a_game_with_the_coach() -> None:
    """Enter opens a table with bots that is in no list; a refusal is told, and the menu comes back."""
    talk = learner()
    talk.write("learn 12")
    talk.write("skip")
    talk.write("")
    opened = talk.latest()
    assert isinstance(opened, OpenTable)
    assert opened.setup == Setup("chwech", 6)
    assert not opened.arrangement.listed
    assert talk.now.coach_due
    refused: Refused = Refused(talk.number(OpenTable), ErrorCode.TOO_MANY, "you have enough tables")
    assert talk.hear(refused) == "You have enough tables."
    assert not talk.now.coach_due
    assert talk.latest() == ListTables(0)


@pytest.mark.parametrize("line", ["quit", "q\nquit"])
def test_the_program_can_be_ended_from_the_course(line: str) -> None:
    """No table is left, for there was none."""
    talk = learner()
    told = [talk.write(one) for one in line.splitlines()]
    assert told[-1] == "Goodbye."
    assert talk.now.status == 0
    assert LeaveTable(0) not in talk.sent


# Newcomers

OFFER = "New here? learn teaches you the game in five minutes."


@pytest.mark.parametrize("lobby", [False, True])
def test_a_newcomer_is_offered_the_course(lobby: bool) -> None:
    """Who has finished no game hears of it once, after the first list."""
    talk = Talk(REMOTE if lobby else None)
    listed = LobbyShown(0, (), (), (), 1) if lobby else Tables(0, ())
    talk.hear(listed)
    assert talk.latest() == ListGames(0)
    assert talk.hear(Games(talk.number(ListGames), ())) == OFFER
    talk.write("tables")
    talk.hear(listed)
    assert sum(isinstance(one, ListGames) for one in talk.sent) == 1
    talk.write("history")
    assert talk.hear(Games(talk.number(ListGames), ())) == "You have finished no game yet."


def test_nobody_else_is() -> None:
    """Neither who has finished a game, nor who plays one, nor where nobody knows, nor who has seen the course."""
    talk = Talk()
    talk.hear(Tables(0, ()))
    assert talk.hear(Games(talk.number(ListGames), (FINISHED,))) == ""
    talk = Talk()
    talk.hear(Tables(0, ()))
    assert talk.hear(Refused(talk.number(ListGames), ErrorCode.SERVER_FAULT, "there is no archive")) == ""
    for talk in (Talk(), learner(), Talk(PlayNow())):
        talk.write("leave")
        talk.hear(Tables(0, (OWN,)))
        assert not any(isinstance(one, ListGames) for one in talk.sent)
