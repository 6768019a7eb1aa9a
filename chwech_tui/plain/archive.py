"""Finished games: the list, the statistics, the score of one, and its replay step by step; pure."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.errand import record_command
from chwech_tui.games.lists import game_words, statistics_words
from chwech_tui.games.registry import GAMES
from chwech_tui.model.cards import card_words
from chwech_tui.model.checks import check_record
from chwech_tui.model.ink import plain
from chwech_tui.model.people import hints_mark
from chwech_tui.model.replay import UNKNOWN, Reel, ReplayMove, board_of, moved, place_words, reviewed, told_in, took
from chwech_tui.model.result import read_result
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
from chwech_tui.plain.reading import called, english, number_of
from chwech_tui.plain.state import Reply, State, Typed, paged, tell
from protocol import archive
from protocol.language import N_, _, pgettext
from protocol.message import Seat
from protocol.messages import FromClient
from protocol.rating import ranking
from protocol.text import clean_text

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


def history(state: State, _typed: Typed) -> Reply:
    """List the finished games."""
    return Reply(replace(state, sought=""), sent=(archive.ListGames(0),))


def games_heard(state: State, news: archive.Games) -> Reply:
    """Tell the finished games; or begin the replay of the one that is sought among them."""
    done = replace(state, games=news.games, sought="")
    if state.sought:
        entry = next((entry for entry in news.games if entry.table == state.sought), None)
        late = _("This game is not among your finished games yet: try again in a moment.")
        return _begin(done, entry) if entry is not None else tell(done, late)
    if not news.games:
        return tell(done, _("You have finished no game yet."))
    asked = tuple(
        archive.ReadStatistics(0, "", game) for game in dict.fromkeys(entry.setup.game for entry in news.games)
    )
    ways = _("record NUMBER tells the scores of a game, replay NUMBER plays it again, export NUMBER keeps it.")
    return paged(done, (*map(_line, news.games), ways))._replace(sent=asked)


def _line(entry: archive.GameEntry) -> str:
    """Return a finished game in one line, after its number."""
    told = game_words(entry)
    return f"{entry.game}. {told.day}, {told.title}, {told.table}: {told.total}, {told.result}."


def statistics_heard(state: State, news: archive.Statistics) -> Reply:
    """Tell how somebody has played one game so far."""
    return tell(state, f"{statistics_words(news)}.")


def _about(verb: str, act: Callable[[State, archive.GameEntry], Reply]) -> Callable[[State, Typed], Reply]:
    """Return a command about a finished game, which is named by its number."""

    def command(state: State, typed: Typed) -> Reply:
        number = number_of(typed.words[0]) if typed.words else None
        entry = next((entry for entry in state.games if entry.game == number), None)
        if entry is None:
            return tell(state, _("Write {word} and the number of a game: history lists them.", word=called(verb)))
        return act(state, entry)

    return command


def _read(state: State, entry: archive.GameEntry) -> Reply:
    """Ask for the scores of a finished game."""
    return Reply(replace(state, record=()), sent=(archive.ReadRecord(0, entry.game),))


def _export(state: State, entry: archive.GameEntry) -> Reply:
    """Tell the command that fetches the record of a finished game."""
    command = record_command(state.errand, str(entry.game))
    return tell(state, _("This command in a shell keeps it: {command}", command=command))


def _begin(state: State, entry: archive.GameEntry) -> Reply:
    """Begin the replay of a finished game."""
    kind = GAMES.get(entry.setup.game)
    if kind is None:
        return tell(state, _(UNKNOWN))
    return _fetch(replace(state, reel=Reel(kind), entry=entry, due=True))


record, export, replay = _about("record", _read), _about("export", _export), _about("replay", _begin)


def record_heard(state: State, part: archive.RecordPart, asked: FromClient | None) -> Reply:
    """Collect a record, and tell the scores once it is complete."""
    if not isinstance(asked, archive.ReadRecord):
        return Reply(state)
    lines = (*state.record, *part.lines)
    check_record(lines)
    if part.more and part.lines:
        return Reply(replace(state, record=lines), sent=(archive.ReadRecord(0, asked.game, len(lines)),))
    entry = next((entry for entry in state.games if entry.game == asked.game), None)
    kind = GAMES.get(entry.setup.game) if entry is not None else None
    result = read_result(kind, "\n".join(lines)) if kind is not None else None
    done = replace(state, record=())
    if entry is None or result is None:
        return tell(done, _(UNKNOWN))
    sides = entry.sides if len(entry.sides) == len(result.totals) else ()
    told = []
    for ranked in ranking(result.totals, sides):
        for seat in (ranked.seat, *ranked.partners):
            deals = " ".join(deal[seat].strip() for deal in result.deals)
            name = clean_text(result.names[seat], cells=24) if result.names else _("Seat {number}", number=seat + 1)
            name = f"{name}{hints_mark()}" if seat in entry.hinted else name
            scored = _("{name} {total}; deals {deals}.", name=name, total=ranked.total, deals=deals)
            told.append(f"{ranked.place}. {scored}")
    rules = as_sentence(clean_text(result.rules, cells=60))
    return paged(done, (_("Game {number}, {rules}", number=entry.game, rules=rules), *told, result.note))


# The replay


def _fetch(state: State) -> Reply:
    """Ask for what is missing of the deal that is shown."""
    if state.reel is None or state.entry is None or state.reel.wanted is None:
        return Reply(state)
    deal, step = state.reel.wanted
    return Reply(state, sent=(archive.ReadReplay(0, state.entry.game, deal, step),))


def replay_heard(state: State, part: archive.ReplayPart, asked: FromClient | None) -> Reply:
    """Add steps to the replay, and tell the one that is waited for."""
    reel, entry = state.reel, state.entry
    if reel is None or entry is None or not isinstance(asked, archive.ReadReplay):
        return Reply(state)
    fits = all(reel.kind.shows(s.view) and len(s.view.seats) == len(entry.names) for s in part.steps)
    if not part.steps or not fits:
        return tell(replace(state, reel=None, entry=None, due=False), _(UNKNOWN))
    first = not reel.films
    done = _fetch(replace(state, reel=took(reel, asked.deal, part)))
    ways = (_(_WAYS),) if first else ()
    return _due(done, ways)


def _due(reply: Reply, more: tuple[str, ...] = ()) -> Reply:
    """Add the step that is waited for, once it is there."""
    state = reply.state
    if not state.due or state.reel is None or state.reel.shown is None:
        return reply
    return reply._replace(state=replace(state, due=False), said=(*reply.said, *_step_lines(state), *more))


def _step_lines(state: State) -> tuple[str, ...]:
    reel, entry = state.reel, state.entry
    if reel is None or entry is None or reel.shown is None:
        return ()
    people = board_of(reel, entry).people
    told = [plain(reel.kind.sentence(one, people)) for one in told_in(reel.kind, reel.shown)]
    place = place_words(reel)
    if reel.turn is not None:
        told.append(plain(turn_line(reel.turn)))
    lines = [as_sentence(line) for line in told if line]
    return (f"{place[:1].upper()}{place[1:]}: {' '.join(lines)}".rstrip(": "),)


def is_move(words: tuple[str, ...]) -> bool:
    """Return True if a line moves through a replay, or asks for its hands or its end."""
    return _move_words(words) in {*_MOVES, "hands", "review", "review game", "close", "q", "leave"}


def _move_words(words: tuple[str, ...]) -> str:
    """Return the words of a line in English."""
    return " ".join(map(english, words))


def move(state: State, words: tuple[str, ...]) -> Reply:
    """Move through the replay, tell all hands, or close it."""
    reel, text = state.reel, _move_words(words)
    if reel is None:
        return Reply(state)
    if text in {"close", "q", "leave"}:
        return tell(replace(state, reel=None, entry=None, due=False), _("The replay is closed."))
    if text == "hands":
        return tell(state, *_hands(state))
    if text == "review":
        return look_back(state)
    if text == "review game":
        return look_back_at_game(state)
    there = moved(reel, _MOVES[text])
    if (there.deal, there.step) == (reel.deal, reel.step):
        return tell(state, _("There is no more in that direction.") if reel.deals else _("One moment…"))
    return _due(_fetch(replace(state, reel=there, due=True)))


def _hands(state: State) -> tuple[str, ...]:
    reel, entry = state.reel, state.entry
    if reel is None or entry is None or reel.shown is None or not reel.shown.view.hands:
        return (_("The hands are not known here."),)
    names = board_of(reel, entry).people
    left = reel.shown.view.hands[-1].left
    none = pgettext("cards", "none")
    return tuple(
        f"{names.call(Seat(seat))}: {', '.join(map(card_words, hand)) or none}." for seat, hand in enumerate(left)
    )


def look_back(state: State) -> Reply:
    """Tell the review of the deal; ask for it first."""
    reel, entry = state.reel, state.entry
    if reel is None or entry is None:
        return Reply(state)
    if without := no_review(reel):
        return tell(state, without)
    done = replace(state, reel=replace(reel, looks_back=False))
    if reel.review is None:
        asked = (archive.ReadReview(0, entry.game, reel.deal),)
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
        return Reply(replace(state, reel=reel), sent=(archive.ReadReview(0, entry.game, missing),))
    people = board_of(reel, entry).people
    points = [
        _("Deal {number}, {words}.", number=one.deal, words=plain(point_line(one.turn, people)))
        for one in choices_of(reel)
    ]
    done = replace(state, reel=replace(reel, looks_back=False))
    return paged(done, (*seat_words(seats_of(parts_of(reel)), people), *(points or sentences(no_points()))))


def review_heard(state: State, part: archive.ReviewPart) -> Reply:
    """Tell the review of a deal, or of the game once it is whole; from then on each step tells what it was worth."""
    if state.reel is None or state.entry is None or len(part.seats) != len(state.entry.names):
        return Reply(state)
    done = replace(state, reel=reviewed(state.reel, part))
    if state.reel.looks_back:
        return _next(done)
    return look_back(done) if part.deal == state.reel.deal else Reply(done)
