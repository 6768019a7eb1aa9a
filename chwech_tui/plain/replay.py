"""The replay of a finished game by words, and the review of its deals."""

from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.model.cards import card_words
from chwech_tui.model.game import GAMES
from chwech_tui.model.ink import plain
from chwech_tui.model.replay import (
    UNKNOWN,
    Reel,
    ReplayMove,
    board_of,
    fits,
    moved,
    place_words,
    reviewed,
    told_in,
    took,
)
from chwech_tui.model.review import (
    GAME,
    choices_of,
    no_points,
    no_review,
    parts_of,
    point_line,
    point_words,
    seat_words,
    seats_of,
    sentences,
    turn_line,
    wanted_review,
)
from chwech_tui.plain.dialogue import Conversation, Dialogue
from chwech_tui.plain.reading import english
from chwech_tui.plain.table import sheet_lines
from protocol.archive import GameEntry, Games, ListGames, ReadReplay, ReadReview, ReplayPart, ReviewPart
from protocol.language import N_, _, pgettext
from protocol.message import Seat

_MOVES: Final = {"": "step", "next": "step", "back": "step back", "b": "step back"}
"""The words of moves besides those of ``ReplayMove``."""
_WAYS: Final = N_(
    "Enter steps on; back, trick, deal, start, end move; hands tells all cards; sheet the score; review looks back at "
    "the deal, review game at the whole game; close ends."
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
        dialogue.say(_("This game is not among your finished games yet: try again in a moment."))


def begin(dialogue: Dialogue, entry: GameEntry) -> Conversation:
    """Begin the replay of a finished game."""
    kind = GAMES.get(entry.setup.game)
    if kind is None:
        dialogue.say(_(UNKNOWN))
        return
    dialogue.reel, dialogue.entry = Reel(kind), entry
    yield from _show(dialogue, dialogue.reel, entry)
    dialogue.say(_(_WAYS) if dialogue.reel is not None else "")


def _show(dialogue: Dialogue, reel: Reel, entry: GameEntry) -> Conversation:
    """Go to a step, and tell it; what is missing of its deal is fetched first."""
    while reel.wanted is not None:
        part: ReplayPart = yield ReadReplay(0, entry.game, *reel.wanted)
        if dialogue.reel is None or not fits(reel, part, entry):
            dialogue.say(_(UNKNOWN) if dialogue.reel is not None else "")
            dialogue.reel = None
            return
        reel = took(reel, reel.deal, part)
    dialogue.reel = reel
    if reel.shown is None:
        return
    people, place = board_of(reel, entry).people, place_words(reel)
    told = [plain(reel.kind.sentence(one, people)) for one in told_in(reel.kind, reel.shown)]
    told += [plain(turn_line(reel.turn))] if reel.turn is not None else []
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
            dialogue.page(sheet_lines(board_of(reel, entry)))
        case "review" | "review game":
            dialogue.converse(_look_back(dialogue, reel, entry, whole=text != "review"))
        case _ if way is None:
            return False
        case _:
            there = moved(reel, way)
            if (there.deal, there.step) == (reel.deal, reel.step):
                dialogue.say(_("There is no more in that direction.") if reel.deals else _("One moment…"))
            else:
                dialogue.converse(_show(dialogue, there, entry))
    return True


def _hands(reel: Reel, entry: GameEntry) -> tuple[str, ...]:
    if reel.shown is None or not reel.shown.view.hands:
        return (_("The hands are not known here."),)
    people, none = board_of(reel, entry).people, pgettext("cards", "none")
    left = enumerate(reel.shown.view.hands[-1].left)
    return tuple(f"{people.call(Seat(seat))}: {', '.join(map(card_words, hand)) or none}." for seat, hand in left)


def _look_back(dialogue: Dialogue, reel: Reel, entry: GameEntry, *, whole: bool) -> Conversation:
    """Tell the review of the deal, or of the game; what is missing is asked for first."""
    without, busy = no_review(reel), _("Looking back at the whole game…") if whole else _("Looking back at this deal…")
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
        reel = dialogue.reel = reviewed(dialogue.reel, part)
    people = board_of(reel, entry).people
    if not whole and reel.review is not None:
        dialogue.page((*seat_words(reel.review.seats, people), *point_words(reel.review, people)))
        return
    whole_game = replace(reel, page=GAME)
    points = [
        _("Deal {number}, {words}.", number=one.deal, words=plain(point_line(one.turn, people)))
        for one in choices_of(whole_game)
    ]
    dialogue.page((*seat_words(seats_of(parts_of(whole_game)), people), *(points or sentences(no_points()))))


def _missing(reel: Reel, *, whole: bool) -> int | None:
    """Return the deal of which the review is to be asked for next."""
    return wanted_review(replace(reel, page=GAME)) if whole else reel.deal if reel.review is None else None
