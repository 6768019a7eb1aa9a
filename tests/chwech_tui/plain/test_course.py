"""The course by words, and the coach: where they are offered, what they say, and hints on demand."""

import pytest
from msgspec.structs import replace

from chwech_tui.errand import Greet, Join, PlayNow
from chwech_tui.model.game import GAMES
from chwech_tui.model.lesson import Lesson
from chwech_tui.model.puzzle import puzzle_due
from chwech_tui.model.settings import Settings
from chwech_tui.plain.reading import called
from protocol.archive import GameEntry, Games, ListGames
from protocol.errors import ErrorCode
from protocol.language import LANGUAGES, _, speaking
from protocol.lobby import EnterLobby, LobbyShown
from protocol.messages import Happened, LeaveTable, ListTables, OpenTable, ReadRules, Refused, Tables
from protocol.people import KeepSettings
from protocol.setup import Setup
from protocol.table import Appraised, Hint, HintGiven, HintReason, TableEntry, TablePhase
from tests.chwech_tui.plain.person import in_line
from tests.chwech_tui.plain.talk import NOW, REMOTE, Talk
from tests.chwech_tui.values import VIEW, answers, hearts_led, seen, table, told, waiting_view

OWN = TableEntry("old-oak-tree", Setup("chwech", 6), TablePhase.PLAYING, ("Megan",), "deal 2 of 6", yours=True)
FINISHED = GameEntry(1, "calm-river", 0.0, Setup("chwech", 6), ("Megan",) * 6, (1,) * 6)
START = [
    "Learn Chwech. n skip, l learn Twenty-Five, q leave.",
    "Position 1 of 12: Follow or pass.",
    GAMES["chwech"].lessons[0].text,
    "You now: cards 9, won 0, points 0, total 0.",
    "This trick: Owain Q♦, Nia 7♦; so far to Owain. After you: Megan, Dylan, Cerys.",
    "Your 9 cards: 4♣, 9♣, J♣, 6♦, K♦, 3♥, 8♥, 5♠, 10♠.",
    "Your turn. Follow diamonds or pass: 6♦, K♦.",
]
AFTER = "Enter next, t try again, b back, q leave."
BEYOND = "Enter play with the coach, b back, l learn Twenty-Five, q leave."


def learner() -> Talk:
    """Give the dialogue of someone who came for the course."""
    return Talk(Greet(learn=True))


def skipped(talk: Talk) -> str:
    """Skip every position, and give what is told at the end."""
    while not (heard := talk.write("skip")).startswith("You know the game."):
        pass
    return heard


def lines_for(lesson: Lesson) -> list[tuple[str, str]]:
    """Give a line for each answer but the first of several, and what the coach says to it."""
    verdicts = {True: _("Well played"), False: _("There is better")}
    replies = [reply for reply in lesson.replies if not reply.action.said.endswith("+")]
    return [(in_line(reply.action.said), f"{verdicts[reply.good]}. {_(reply.text)}") for reply in replies]


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.is_taught])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_of_a_course_is_given_by_words(game: str, language: str) -> None:
    """Each position is told in few lines; each answer in two, and another may be tried; only the place is kept."""
    with speaking(language):
        talk = Talk()
        heard = talk.write(f"{called('learn')} {GAMES[game].title}")
        lessons = GAMES[game].lessons
        for number, lesson in enumerate(lessons, 1):
            title = _("Position {number} of {all}: {title}.", number=number, all=len(lessons), title=_(lesson.title))
            assert title in heard
            assert _(lesson.text) in heard
            assert len(heard.splitlines()) <= 6 + (number == 1)
            for line, words in lines_for(lesson):
                talk.goes((line, f"{words}\n{_('Enter')} {_('next')}…"))
                assert len(talk.write("t").splitlines()) == 2
            talk.write(line)
            heard = talk.write("")
        assert _(GAMES[game].farewell) in heard
    # All of it has taken no time at all, so the first place is kept and then the end.
    first = "chwech 2" if game == "chwech" else f"{game} 1"
    assert talk.sent == [ListTables(0), *(KeepSettings(0, {"course": place}, {}) for place in (first, ""))]


def test_the_course_can_be_what_one_came_for() -> None:
    """It begins at once, before any list; the lobby comes after it, and the program can be ended from it."""
    talk = learner()
    assert (talk.first.splitlines()[1:], talk.sent) == (START, [])
    talk.goes(("leave", "You leave the course: learn resumes it.", ListTables(0)), ("quit", "Goodbye."))
    talk = Talk(Join("cards.example", learn=True))
    assert talk.first.splitlines() == ["You are Megan.", *START]
    talk.goes(("q", "You leave the course…", EnterLobby(0)))
    talk = learner()
    talk.goes(("quit", "Goodbye."))
    assert (talk.now.status, LeaveTable(0) in talk.sent) == (0, False)


def test_one_goes_through_the_course() -> None:
    """Wrong answers may be tried again; one goes by words, letters or numbers, and what is so can be asked."""
    talk = learner()
    talk.goes(
        ("", START[-1]),
        ("n", "Position 2 of 12…"),
        ("p", "There is better. Still 6 × 4 = 24.…"),
        *((line, AFTER, None) for line in ("ks", "pass", "2", "turn")),
        ("again", "Your 3 cards: 8♥, 5♠, K♠.\nYour turn. Follow spades or pass: 5♠, K♠."),
        ("k♠", "Well played.…"),
        ("back", "Position 2 of 12: The score.…"),
    )
    assert skipped(talk) == f"You know the game. {GAMES['chwech'].farewell}\n{BEYOND}"
    talk.goes(*((line, BEYOND) for line in ("turn", "1", "pass")), ("back", "Position 12 of 12: Deadlock.…"))
    talk = learner()
    talk.goes(
        ("h", START[-2]),
        ("what kd", "You win the trick unless someone beats it: 0 + 3 = 3, × 3."),
        ("5s", "That card does not follow: play diamonds or a Joker, or pass."),
        ("cards words", "Cards are written so from now on: queen of hearts."),
        ("t", "Your turn. Follow diamonds or pass: six of diamonds, king of diamonds."),
        ("say hello", "say can only be used outside the course: leave ends it."),
        ("pause", "pause can only be used outside the course: leave ends it."),
        ("rules", ""),
    )
    assert isinstance(talk.latest(), ReadRules)
    assert talk.write("seats").splitlines()[1] == "Megan: cards 9, won 0, points 0, total 0."
    heard = talk.write("help")
    assert "The course: n skip, l learn Twenty-Five, q leave." in heard
    assert "say" not in heard


def test_trumps_are_told_where_there_are_any() -> None:
    """And where the turn-up may be robbed, a word of the game is an answer; it asks what goes for it."""
    talk = learner()
    assert "You now: cards 5, tricks 0, points 0. Clubs are trump; 8♣ turned up" in talk.write("l")
    for _lesson in range(4):
        heard = talk.write("skip")
    assert "This trick" not in heard
    assert heard.endswith("Your turn. Lead a card, or rob.")
    talk.goes(("rob 9c", "Well played. You have J♦…"))


def test_a_word_of_the_game_is_no_title() -> None:
    """In Bête ``in`` takes part, though the next course is that of Durak in teams."""
    talk = learner()
    talk.goes(("learn bête", "Learn Bête. n skip, l learn Durak in teams, q leave.\n…"), ("in", "Well played. K♥…"))


def test_where_one_was_is_remembered() -> None:
    """Until the course is over, also when the program was ended meanwhile; its words mean nothing elsewhere."""
    talk = Talk()
    talk.goes(("learn", "Learn…"), ("n", "Position 2…"), ("leave", "You leave…"), ("skip", "There is no command…"))
    assert "Position 2 of 12" in talk.write("learn")
    again = Talk(settings=talk.kept())
    assert "Position 2 of 12" in again.write("learn")
    skipped(talk)
    talk.goes(("leave", "You leave the course: learn resumes it."))
    assert talk.kept() == {"course": ""}
    assert "Position 1 of 12" in talk.write("learn")


def test_the_end_of_the_course_leads_to_a_game_with_the_coach() -> None:
    """Enter opens a table with bots that is in no list; a refusal is told, and the menu comes back."""
    talk = learner()
    talk.goes(("q", "You leave…"), ("learn da bai fen", "Learn Da Bai Fen. n skip, l learn Chwech, q leave.\n…"))
    talk.goes(("l", "Position 1 of 12…"))
    skipped(talk)
    talk.goes(("", ""))
    opened = talk.latest()
    assert isinstance(opened, OpenTable)
    assert (opened.setup, opened.arrangement.listed) == (Setup("chwech", 6), False)
    refused: Refused = Refused(0, ErrorCode.TOO_MANY, "you have enough tables")
    talk.goes((refused, "You have enough tables.", ListTables(0)))
    assert not talk.now.coach_due


@pytest.mark.parametrize("lobby", [False, True])
def test_a_newcomer_is_offered_the_course(lobby: bool) -> None:
    """Who has finished no game hears of it once, after the first list."""
    talk = Talk(REMOTE if lobby else None)
    listed = LobbyShown(0, (), (), (), 1) if lobby else Tables(0, ())
    talk.now.waiting.clear()
    talk.hear(listed)
    assert talk.latest() == ListGames(0)
    talk.goes((Games(0, ()), "New here? learn teaches you the game in five minutes."), ("tables", "…"))
    talk.hear(listed)
    assert sum(isinstance(one, ListGames) for one in talk.sent) == 1
    talk.goes(("history", ""), (Games(0, ()), "You haven't finished a game yet."))


def test_nobody_else_is() -> None:
    """Neither who has finished a game, nor who plays one, nor where nobody knows, nor who has seen the course."""
    refused: Refused = Refused(0, ErrorCode.SERVER_FAULT, "there is no archive")
    for answer in (Games(0, (FINISHED,)), refused):
        talk = Talk()
        talk.now.waiting.clear()
        talk.hear(Tables(0, ()))
        talk.goes((answer, ""))
    for talk in (Talk(), learner(), Talk(PlayNow())):
        talk.write("leave")
        talk.hear(Tables(0, (OWN,)))
        assert not any(isinstance(one, ListGames) for one in talk.sent)


# The coach at a table

ADVICE = "Coach: Winning nothing counts as nine: play below the best card, or pass."
TURN = "Your turn. Follow hearts or pass: Q♥, A♥, Joker."
NO_HINTS: Refused = Refused(0, ErrorCode.NOT_NOW, "there are no hints here")
CHOICES = tuple(map(Appraised, answers("AH QH - JK"), (3.1, 0.0, -0.4, -12.3)))
VALUES = "A♥ +3.1, Q♥ 0.0, pass −0.4, Joker −12.\nIt takes the trick."
GIVEN = HintGiven(0, 7, CHOICES, (HintReason("it takes the trick"),))


def coached(*, opened: bool = False) -> Talk:
    """Give the dialogue of Megan who has the coach: by her settings, or at the end of the course."""
    talk = Talk(Greet(learn=opened))
    if opened:
        skipped(talk)
    talk.write("" if opened else "set coach on")
    return talk


def taken(talk: Talk) -> str:
    """Give what is told of a trick that Megan takes."""
    after = seen(waiting_view(), last="3 5H, 0 QH, 1 -, 2 -", trick="")
    return talk.hear(Happened(8, told("took", 0, cards=2), replace(table(after), seq=8)))


@pytest.mark.parametrize("opened", [False, True])
def test_the_coach_speaks_on_ones_turn(opened: bool) -> None:
    """One line after what is asked, and again on demand; one refusal of hints is enough for a table."""
    talk = coached(opened=opened)
    assert talk.sit(table()).splitlines()[-1] == TURN
    talk.goes((NO_HINTS, ADVICE), ("t", f"{TURN}\n{ADVICE}"))
    assert taken(talk) == "You take 2 cards. Q♥ is the highest card."
    talk.sit(replace(table(), seq=9))
    assert sum(isinstance(one, Hint) for one in talk.sent) == 1
    talk.goes(("hint", "A hint makes…"), ("hint", ""), (NO_HINTS, "There are no hints here."))


def test_nobody_else_hears_the_coach() -> None:
    """Without the setting there is neither advice nor a reason, but the reason is told with the last trick."""
    talk = Talk()
    assert talk.sit(table()).splitlines()[-1] == talk.write("t") == TURN
    assert taken(talk) == "You take 2 cards."
    talk.goes(("l", "…taken by you. Q♥ is the highest card."))


def test_the_coach_stays_as_long_as_he_is_wanted() -> None:
    """Not on another's turn, nor where nothing can be chosen; for a rematch, and no longer; until he is sent away."""
    assert ADVICE not in coached().sit(table(waiting_view()))
    forced = coached().sit(table(seen(VIEW, legal="-", prompt="no_follow")))
    assert forced.endswith("You cannot follow hearts: pass. Auto-pass does it for you.")
    talk = coached(opened=True)
    talk.sit(table(phase=TablePhase.OVER))
    talk.sit(replace(table(), table="deep-sea"))
    talk.goes(("t", f"…{ADVICE}"), ("q", "Leave…"), ("yes", "You leave the table."))
    talk.sit(replace(table(), table="old-oak"))
    talk.goes(("t", TURN))
    talk = coached(opened=True)
    talk.sit(table())
    talk.goes(("set coach off", "Coach: off."), ("t", TURN))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("what queen of hearts", "You win the trick unless someone beats it: 0 + 2 = 2, × 2."),
        ("what 3", "You win the trick unless someone beats it: 0 + 2 = 2, × 2."),
        ("what pass", "5♥ still takes it."),
        ("what kc", "That card does not follow: play hearts or a Joker, or pass."),
        ("what 2s", "You do not hold that card: h reads out your hand."),
        ("what", "Write what and a card of your hand: you hear what it would do, and nothing is done."),
        ("what next", "Write what and a card of your hand: you hear what it would do, and nothing is done."),
    ],
)
def test_what_a_card_would_do_is_told_before(line: str, words: str) -> None:
    """With the coach or without; nothing is sent, and no card is chosen."""
    talk = Talk()
    talk.sit(table())
    talk.goes((line, words, None), ("t", TURN))
    assert talk.now.board.chosen is None


def test_each_way_to_play_a_card_is_told() -> None:
    """Where they differ, or the one that is named; where nothing can be done now, what holds."""
    talk = Talk()
    talk.sit(table(seen(hearts_led(ruleset="original"), legal="AH+ AH- -")))
    high, low = talk.write("what ah high"), talk.write("what ah low")
    assert high != low
    talk.goes(("what ah", f"high: {high} low: {low}"))
    lead = seen(hearts_led(ruleset="original"), prompt="lead", trick="", legal="KC -")
    talk.hear(Happened(8, told("took", 3, cards=1), replace(table(lead), seq=8)))
    talk.goes(("what pass", "Nobody can know yet what it does."))
    watched = replace(table(seen(VIEW, viewer=None, legal="")), viewer=None)
    for view, words in (
        (table(waiting_view()), "It is Rhys's turn."),
        (table(None, TablePhase.GATHERING), "The game has not begun yet."),
        (watched, "You watch: you have no cards."),
    ):
        talk = Talk()
        talk.sit(view)
        talk.goes(("what qh", words))


def test_hints() -> None:
    """All values are told, then why the best is the best; the coach asks by himself, and comes never too late."""
    talk = Talk()
    talk.sit(table())
    talk.goes(
        ("hint", "A hint makes this game unrated for you. y hint, n back.", None),
        ("hint", "", Hint(0, 7)),
        (GIVEN, f"Hint: {VALUES}"),
        ("hint", f"Hint: {VALUES}", None),
    )
    talk = coached()
    talk.sit(table())
    talk.goes((GIVEN, f"Coach: {VALUES}"))
    talk = coached()
    talk.sit(table())
    talk.sit(replace(table(waiting_view()), seq=8))
    talk.goes((GIVEN, ""), ("hint", "It is Rhys's turn."))


def test_puzzles_are_asked_by_words() -> None:
    """The puzzle of the day comes first, and what is solved is kept; then one's own mistakes are looked for."""
    talk = Talk()
    lesson = puzzle_due(NOW, Settings())
    heard = talk.write("puzzle")
    assert heard.startswith("What would you play? n skip, q leave.\nPosition 1 of 1: Puzzle of the day.")
    good = next(reply for reply in lesson.replies if reply.good)
    assert f"Well played. {good.text}" in talk.write(in_line(good.action.said))
    assert talk.kept() == {"solved": lesson.mark}
    talk.goes(("", "That was all. Enter looks for mistakes in your latest games.…"))
    talk.goes(("", "Looking back at your games…", ListGames(0)), (Games(0, ()), "No unsolved mistakes left…"))
