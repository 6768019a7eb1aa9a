"""The replay of a finished game by words, and the review of its deals."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.games.registry import GAMES
from chwech_tui.model.cards import card_words
from chwech_tui.model.ink import plain
from chwech_tui.model.replay import UNKNOWN, Reel, ReplayMove, board_of, moved, place_words, reviewed, told_in, took
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
from chwech_tui.plain.dialogue import Dialogue, hears
from chwech_tui.plain.reading import english
from protocol.archive import GameEntry, ReadReplay, ReadReview, ReplayPart, ReviewPart
from protocol.language import N_, _, pgettext
from protocol.message import Seat
from protocol.messages import FromClient

_MOVES: Final[Mapping[str, ReplayMove]] = {
    "": ReplayMove.STEP,
    "next": ReplayMove.STEP,
    "step": ReplayMove.STEP,
    "back": ReplayMove.STEP_BACK,
    "b": ReplayMove.STEP_BACK,
    "trick": ReplayMove.TRICK,
    "trick back": ReplayMove.TRICK_BACK,
    "deal": ReplayMove.DEAL,
    "deal back": ReplayMove.DEAL_BACK,
    "start": ReplayMove.START,
    "end": ReplayMove.END,
}
_WAYS: Final = N_(
    "Enter steps on; back, trick, deal, start, end move; hands tells all cards; review looks back at the deal, "
    "review game at the whole game; close ends."
)
"""Marked for translation."""


def begin(dialogue: Dialogue, entry: GameEntry) -> None:
    """Begin the replay of a finished game."""
    kind = GAMES.get(entry.setup.game)
    if kind is None:
        dialogue.say(_(UNKNOWN))
        return
    dialogue.reel, dialogue.entry, dialogue.due = Reel(kind), entry, True
    _fetch(dialogue, dialogue.reel, entry)


def _fetch(dialogue: Dialogue, reel: Reel, entry: GameEntry) -> None:
    """Ask for what is missing of the deal that is shown."""
    if reel.wanted is not None:
        dialogue.ask(ReadReplay, entry.game, *reel.wanted)


@hears(ReplayPart)
def replay_heard(dialogue: Dialogue, part: ReplayPart, asked: FromClient | None) -> None:
    """Add steps to the replay, and tell the one that is waited for."""
    reel, entry = dialogue.reel, dialogue.entry
    if reel is None or entry is None or not isinstance(asked, ReadReplay):
        return
    fits = all(reel.kind.shows(s.view) and len(s.view.seats) == len(entry.names) for s in part.steps)
    if not part.steps or not fits:
        _close(dialogue, _(UNKNOWN))
        return
    dialogue.reel = took(reel, asked.deal, part)
    _fetch(dialogue, dialogue.reel, entry)
    _tell(dialogue, dialogue.reel, entry, "" if reel.films else _(_WAYS))


def _close(dialogue: Dialogue, words: str) -> None:
    dialogue.reel, dialogue.entry, dialogue.due = None, None, False
    dialogue.say(words)


def _tell(dialogue: Dialogue, reel: Reel, entry: GameEntry, more: str = "") -> None:
    """Tell the step that is waited for, once it is there."""
    if not dialogue.due or reel.shown is None:
        return
    dialogue.due = False
    people = board_of(reel, entry).people
    told = [plain(reel.kind.sentence(one, people)) for one in told_in(reel.kind, reel.shown)]
    told += [plain(turn_line(reel.turn))] if reel.turn is not None else []
    place, lines = place_words(reel), [as_sentence(line) for line in told if line]
    dialogue.say(f"{place[:1].upper()}{place[1:]}: {' '.join(lines)}".rstrip(": "), more)


def move(dialogue: Dialogue, words: tuple[str, ...]) -> bool:
    """Move through the replay, tell all hands, look back, or close it; False if the words mean none of that."""
    reel, entry, text = dialogue.reel, dialogue.entry, " ".join(map(english, words))
    if reel is None or entry is None:
        return False
    match text:
        case "close" | "q" | "leave":
            _close(dialogue, _("The replay is closed."))
        case "hands":
            dialogue.say(*_hands(reel, entry))
        case "review" | "review game":
            _look_back(dialogue, reel, entry, whole=text != "review")
        case _ if text not in _MOVES:
            return False
        case _:
            there = moved(reel, _MOVES[text])
            if (there.deal, there.step) == (reel.deal, reel.step):
                dialogue.say(_("There is no more in that direction.") if reel.deals else _("One moment…"))
                return True
            dialogue.reel, dialogue.due = there, True
            _fetch(dialogue, there, entry)
            _tell(dialogue, there, entry)
    return True


def _hands(reel: Reel, entry: GameEntry) -> tuple[str, ...]:
    if reel.shown is None or not reel.shown.view.hands:
        return (_("The hands are not known here."),)
    people, none = board_of(reel, entry).people, pgettext("cards", "none")
    left = enumerate(reel.shown.view.hands[-1].left)
    return tuple(f"{people.call(Seat(seat))}: {', '.join(map(card_words, hand)) or none}." for seat, hand in left)


def _look_back(dialogue: Dialogue, reel: Reel, entry: GameEntry, *, whole: bool) -> None:
    """Tell the review of the deal, or of the game; what is missing is asked for first."""
    dialogue.reel = replace(reel, looks_back=whole, page=GAME if whole else reel.deal)
    without = no_review(reel)
    if without or _tell_review(dialogue, dialogue.reel, entry):
        dialogue.say(without)
    else:
        dialogue.say(_("Looking back at the whole game…") if whole else _("Looking back at this deal…"))


def _tell_review(dialogue: Dialogue, reel: Reel, entry: GameEntry) -> bool:
    """Tell the review once it is there, or ask for the next deal that is missing and return False."""
    people = board_of(reel, entry).people
    missing = wanted_review(reel) if reel.looks_back else reel.deal if reel.review is None else None
    if missing is not None:
        dialogue.ask(ReadReview, entry.game, missing)
        return False
    if not reel.looks_back and reel.review is not None:
        dialogue.page((*seat_words(reel.review.seats, people), *point_words(reel.review, people)))
        return True
    points = [
        _("Deal {number}, {words}.", number=one.deal, words=plain(point_line(one.turn, people)))
        for one in choices_of(reel)
    ]
    dialogue.page((*seat_words(seats_of(parts_of(reel)), people), *(points or sentences(no_points()))))
    dialogue.reel = replace(reel, looks_back=False)
    return True


@hears(ReviewPart)
def review_heard(dialogue: Dialogue, part: ReviewPart, _asked: FromClient | None) -> None:
    """Tell the review of a deal, or of the game once it is whole; from then on each step tells what it was worth."""
    if dialogue.reel is None or dialogue.entry is None or len(part.seats) != len(dialogue.entry.names):
        return
    dialogue.reel = reviewed(dialogue.reel, part)
    if dialogue.reel.looks_back or part.deal == dialogue.reel.deal:
        _tell_review(dialogue, dialogue.reel, dialogue.entry)
