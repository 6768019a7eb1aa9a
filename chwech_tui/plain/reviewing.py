"""The review of a finished game, of the deal shown in its replay or of all deals, by words; pure."""

from msgspec.structs import replace

from chwech_tui.model.game_review import GAME, choices_of, no_review, parts_of, seats_of, wanted_review
from chwech_tui.model.ink import plain
from chwech_tui.model.replay import board_of, reviewed
from chwech_tui.model.review import no_points, point_line, point_words, seat_words
from chwech_tui.plain.state import Reply, State, paged, tell
from protocol.archive import ReadReview, ReviewPart
from protocol.language import _


def look_back(state: State) -> Reply:
    """Tell the review of the deal; ask for it first."""
    reel, entry = state.reel, state.entry
    if reel is None or entry is None:
        return Reply(state)
    if without := no_review(reel):
        return tell(state, without)
    done = replace(state, reel=replace(reel, looks_back=False))
    if reel.review is None:
        asked = (ReadReview(0, entry.game, reel.deal),)
        return tell(done, _("Looking back at this deal…"))._replace(sent=asked)
    people = board_of(reel, entry).people
    return paged(done, (*seat_words(reel.review.seats, people), *point_words(reel.review, people)))


def look_back_at_game(state: State) -> Reply:
    """Tell the review of the whole game; ask for each deal first, one after the other."""
    begun = _next(state)
    return begun if begun.said else tell(begun.state, _("Looking back at the whole game…"))._replace(sent=begun.sent)


def _next(state: State) -> Reply:
    """Ask for the next deal that is missing in the review of the game; tell it once none is."""
    reel, entry = state.reel, state.entry
    if reel is None or entry is None:
        return Reply(state)
    if without := no_review(reel):
        return tell(state, without)
    reel = replace(reel, looks_back=True, page=GAME)
    missing = wanted_review(reel)
    if missing is not None:
        return Reply(replace(state, reel=reel), sent=(ReadReview(0, entry.game, missing),))
    people = board_of(reel, entry).people
    points = [
        _("Deal {number}, {words}.", number=one.deal, words=plain(point_line(one.turn, people)))
        for one in choices_of(reel)
    ]
    done = replace(state, reel=replace(reel, looks_back=False))
    return paged(done, (*seat_words(seats_of(parts_of(reel)), people), *(points or _none())))


def _none() -> tuple[str, ...]:
    """Return that no choice cost anything."""
    return tuple(f"{words[:1].upper()}{words[1:]}." for words in map(plain, no_points()))


def review_heard(state: State, part: ReviewPart) -> Reply:
    """Tell the review of a deal, or of the game once it is whole; from then on each step tells what it was worth."""
    if state.reel is None or state.entry is None or len(part.seats) != len(state.entry.names):
        return Reply(state)
    done = replace(state, reel=reviewed(state.reel, part))
    if state.reel.looks_back:
        return _next(done)
    return look_back(done) if part.deal == state.reel.deal else Reply(done)
