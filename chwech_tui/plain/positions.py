"""The course and the replay by words: positions that one goes through by words and keys, and the way out of each."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.link import Conversation
from chwech_tui.model import board as boards
from chwech_tui.model import course as courses
from chwech_tui.model import replay as reels
from chwech_tui.model import review as reviews
from chwech_tui.model.cards import card_words
from chwech_tui.model.course import Course
from chwech_tui.model.game import GAMES
from chwech_tui.model.ink import plain
from chwech_tui.model.puzzle import NOT_FILED, SEEKING, noted, puzzle_due, search, with_solved
from chwech_tui.model.replay import Reel, ReplayMove
from chwech_tui.model.review import turn_line as worth_line
from chwech_tui.model.settings import Coach
from chwech_tui.plain.dialogue import ALONE, Dialogue, Typed, word
from chwech_tui.plain.forms import setup_named
from chwech_tui.plain.reading import english, folded, key_meant, keys_read
from chwech_tui.plain.table import hand_line, open_trick_line, own_line, sheet_lines, told, turn_line
from protocol.archive import GameEntry, Games, ListGames, ReadReplay, ReadReview, ReplayPart, ReviewPart
from protocol.game import Answer
from protocol.language import N_, _, pgettext
from protocol.lobby import LeaveLobby
from protocol.message import Seat
from protocol.setup import Setup


@word("learn")
def learn(dialogue: Dialogue, typed: Typed = ALONE) -> None:
    """Come to the course, from wherever one is but a table: where it was left, or that of a game from its beginning."""
    course, wanted = courses.course_at(dialogue.board.settings.course, tuple(GAMES.values())), folded(typed.text)
    named = [game for game in course.games if folded(game.title) == wanted]
    course = courses.course_of(course, named[0]) if named else course
    begin_course(dialogue, course)


def begin_course(dialogue: Dialogue, course: Course) -> None:
    """Come to a course or to puzzles, and tell the first position."""
    dialogue.say(f"{as_sentence(course.title)} {keys_read(courses.ways(course))}")
    if dialogue.link.in_lobby:
        dialogue.ask(LeaveLobby)
    dialogue.form = dialogue.reel = None
    dialogue.seq_due = dialogue.met = 0
    _open(dialogue, course)


def _open(dialogue: Dialogue, course: Course) -> None:
    """Open a position, and tell it; at the end of the course, what comes after it."""
    _lay(dialogue, course)
    title, text = courses.coach_words(course)
    if course.over:
        dialogue.say(f"{title}. {text}", turn(dialogue, course))
        return
    board, number, every = dialogue.board, course.place + 1, len(course.lessons)
    dialogue.say(_("Position {number} of {all}: {title}.", number=number, all=every, title=title))
    dialogue.say(text, *told(board, own_line), *told(board, open_trick_line), *told(board, hand_line))
    dialogue.say(turn_line(board))


def _lay(dialogue: Dialogue, course: Course) -> None:
    table = courses.table_of(course, dialogue.visit.name or _(courses.YOU))
    dialogue.course = course
    dialogue.board = dialogue.known = boards.seated(boards.fresh(dialogue.board), table, course.game)


def turn(dialogue: Dialogue, course: Course) -> str:
    """Return what is asked for now; after an answer and at the end of the course, what can be done then."""
    return turn_line(dialogue.board) if course.asks else keys_read((*courses.onward(course), *courses.ways(course)))


def answer(dialogue: Dialogue, course: Course, action: Answer) -> None:
    """Say what follows from an answer."""
    _lay(dialogue, courses.chosen(course, action))
    now = dialogue.course or course
    if now.puzzles and now.reply is not None and now.reply.good:
        dialogue.preferences.note(with_solved(dialogue.preferences.settings, now.lesson.mark))
    dialogue.say("{}. {}".format(*courses.coach_words(now)), turn(dialogue, now))


def keep_place(dialogue: Dialogue, before: Course | None) -> None:
    """Keep the place in the course, if it is another than is kept.

    Where someone goes through it faster than anyone reads, such as a script, it is kept once they leave.
    """
    course = dialogue.course or before
    if course is None or course.puzzles:
        return
    kept, seconds = dialogue.board.settings.course, dialogue.now - dialogue.place_kept_at
    place = courses.place_to_keep(course, kept, seconds, leaves=dialogue.course is None or course.over)
    if place is not None:
        dialogue.place_kept_at = dialogue.now
        dialogue.preferences.change("course", place)


def press(dialogue: Dialogue, course: Course, words: Sequence[str]) -> bool:
    """Do what a word of the course means; an empty line goes on. False if the words mean nothing here."""
    key = key_meant(" ".join(words), (*courses.onward(course), *courses.ways(course))) if words else "enter"
    if key == "l" and len(words[0]) > 1:
        return False  # A word of another game's title may be a play here; ``learn`` and the title lead to that game.
    there = courses.pressed(course, key)
    if key == "q":
        left = _("You leave the puzzles.") if course.puzzles else _("You leave the course: learn resumes it.")
        dialogue.say(left)
        dialogue.to_menu()
    elif key == "enter" and course.over and course.puzzles:
        dialogue.converse(_seek(dialogue))
    elif key == "enter" and course.over:
        _play(dialogue, course.lesson.setup.game)
    elif key == "t":
        _lay(dialogue, there)
        dialogue.say(*told(dialogue.board, hand_line), turn_line(dialogue.board))
    elif there is not course:
        _open(dialogue, there)
    elif key:
        dialogue.say(turn(dialogue, course))
    return bool(key)


@word("coach")
def with_coach(dialogue: Dialogue, typed: Typed) -> None:
    """Play with the coach: the usual game, or the one that is named."""
    setup = setup_named(dialogue, typed.words) if typed.words else dialogue.visit.order.setup
    if isinstance(setup, str):
        dialogue.say(setup)
    else:
        _play(dialogue, setup.game)


def _play(dialogue: Dialogue, game: str) -> None:
    """Open a table with bots and the coach, which nobody finds by chance."""
    order = dialogue.visit.order
    setup = dialogue.visit.completed(Setup(game, 0))
    dialogue.board, dialogue.course = boards.fresh(dialogue.board), None
    dialogue.listed, dialogue.coach_due = False, Coach.ON
    hidden = replace(order.arrangement, listed=False)
    dialogue.send(replace(order, setup=setup, arrangement=hidden))


@word("puzzle")
def puzzle(dialogue: Dialogue, _typed: Typed) -> Conversation:
    """Ask the puzzle of the day or, if it was solved, one's own mistakes; in a replay, those of its game."""
    entry = dialogue.entry if dialogue.reel is not None else None
    due = puzzle_due(dialogue.moment, dialogue.preferences.settings) if entry is None else None
    if due is not None:
        begin_course(dialogue, courses.puzzles_of((due,), GAMES))
    else:
        yield from _seek(dialogue, entry.table if entry is not None else "")


def _seek(dialogue: Dialogue, table: str = "") -> Conversation:
    """Look for one's own mistakes, and ask them."""
    dialogue.say(_(SEEKING))
    puzzles, why, notes = yield from search(dialogue.preferences.settings, dialogue.reviews, table)
    dialogue.preferences.note(notes)
    if puzzles:
        begin_course(dialogue, courses.puzzles_of(puzzles, GAMES))
    else:
        dialogue.say(_(why))


_MOVES: Final = {"": "step", "next": "step", "back": "step back", "b": "step back"}
"""The words of moves besides those of ``ReplayMove``."""
_WAYS: Final = N_(
    "Enter steps on; back, trick, deal, start, end move; hands shows all cards; sheet the score; review looks back at "
    "the deal, review game at the whole game; why asks a bot about its play, stupid keeps it for the host; close ends."
)
"""Marked for translation."""


def of_table(dialogue: Dialogue, table: str) -> Conversation:
    """Begin the replay of the game that was played at a table."""
    news: Games = yield ListGames(0)
    dialogue.games = news.games
    entry = next((entry for entry in news.games if entry.table == table), None)
    if entry is not None:
        yield from begin(dialogue, entry)
    else:
        dialogue.say(_(NOT_FILED))


def begin(dialogue: Dialogue, entry: GameEntry) -> Conversation:
    """Begin the replay of a finished game."""
    kind = GAMES.get(entry.setup.game)
    if kind is None:
        dialogue.say(_(reels.UNKNOWN))
        return
    dialogue.reel, dialogue.entry = Reel(kind), entry
    yield from _show(dialogue, dialogue.reel, entry)
    dialogue.say(_(_WAYS) if dialogue.reel is not None else "")


def _show(dialogue: Dialogue, reel: Reel, entry: GameEntry) -> Conversation:
    """Go to a step, and tell it; what is missing of its deal is fetched first."""
    while reel.wanted is not None:
        part: ReplayPart = yield ReadReplay(0, entry.game, *reel.wanted)
        if dialogue.reel is None or not reels.fits(reel, part, entry):
            dialogue.say(_(reels.UNKNOWN) if dialogue.reel is not None else "")
            dialogue.reel = None
            return
        reel = reels.took(reel, reel.deal, part)
    dialogue.reel = reel
    if reel.shown is None:
        return
    people, place = reels.board_of(reel, entry).people, reels.place_words(reel)
    told = [plain(reel.kind.sentence(one, people)) for one in reels.told_in(reel.kind, reel.shown)]
    told += [plain(worth_line(reel.turn))] if reel.turn is not None else []
    lines = [as_sentence(line) for line in told if line]
    dialogue.say(f"{place[:1].upper()}{place[1:]}: {' '.join(lines)}".rstrip(": "))


def move(dialogue: Dialogue, words: tuple[str, ...]) -> bool:
    """Move through the replay, tell all hands, look back, or close it; False if the words mean none of that."""
    reel, entry, text = dialogue.reel, dialogue.entry, " ".join(map(english, words))
    if reel is None or entry is None:
        return False
    way = next((one for one in ReplayMove if one.value == _MOVES.get(text, text)), None)
    match text:
        case "close" | "q" | "leave":
            dialogue.reel = None
            dialogue.say(_("The replay is closed."))
        case "hands":
            dialogue.say(*_hands(reel, entry))
        case "sheet":
            dialogue.page(sheet_lines(reels.board_of(reel, entry)))
        case "review" | "review game":
            dialogue.converse(_look_back(dialogue, reel, entry, whole=text != "review"))
        case "why" | "stupid" if reels.asks_bot(reel, reels.board_of(reel, entry)):
            dialogue.converse(_of_bot(dialogue, reel, entry, why=text == "why"))
        case "why" | "stupid":
            dialogue.say(_(reels.NO_BOT))
        case _ if way is None:
            return False
        case _:
            there = reels.moved(reel, way)
            if (there.deal, there.step) == (reel.deal, reel.step):
                dialogue.say(_("There is no more in that direction.") if reel.deals else _("One moment…"))
            else:
                dialogue.converse(_show(dialogue, there, entry))
    return True


def _of_bot(dialogue: Dialogue, reel: Reel, entry: GameEntry, *, why: bool) -> Conversation:
    dialogue.say((yield from reviews.asked_bot(reel, entry, why=why)))


def _hands(reel: Reel, entry: GameEntry) -> tuple[str, ...]:
    if reel.shown is None or not reel.shown.view.hands:
        return (_("The hands are not known here."),)
    people, none = reels.board_of(reel, entry).people, pgettext("cards", "none")
    left = enumerate(reel.shown.view.hands[-1].left)
    return tuple(f"{people.call(Seat(seat))}: {', '.join(map(card_words, hand)) or none}." for seat, hand in left)


def _look_back(dialogue: Dialogue, reel: Reel, entry: GameEntry, *, whole: bool) -> Conversation:
    """Tell the review of the deal, or of the game; what is missing is asked for first."""
    without, busy = (
        reviews.no_review(reel),
        _("Looking back at the whole game…") if whole else _("Looking back at this deal…"),
    )
    if without:
        dialogue.say(without)
        return
    while (missing := _missing(reel, whole=whole)) is not None:
        dialogue.say(busy)
        busy = ""
        part: ReviewPart = yield ReadReview(0, entry.game, missing)
        if dialogue.reel is None or len(part.seats) != len(entry.names):
            return
        # From now on each step tells what it was worth.
        reel = dialogue.reel = reels.reviewed(dialogue.reel, part)
    people = reels.board_of(reel, entry).people
    if whole:
        dialogue.preferences.note(noted(dialogue.preferences.settings, entry, reel.reviews))
    if not whole and reel.review is not None:
        points = reviews.sentences(reviews.point_lines(reel.review, people))
        dialogue.page((*reviews.seat_words(reel.review.seats, people), *points))
        return
    whole_game = replace(reel, page=reviews.GAME)
    choices = [
        _("Deal {number}, {words}.", number=one.deal, words=plain(reviews.point_line(one.turn, people)))
        for one in reviews.choices_of(whole_game)
    ]
    seats = reviews.seats_of(reviews.parts_of(whole_game))
    dialogue.page((*reviews.seat_words(seats, people), *(choices or reviews.sentences(reviews.no_points()))))


def _missing(reel: Reel, *, whole: bool) -> int | None:
    """Return the deal of which the review is to be asked for next."""
    return (
        reviews.wanted_review(replace(reel, page=reviews.GAME)) if whole else reel.deal if reel.review is None else None
    )
