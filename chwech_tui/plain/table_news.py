"""The news of a table as lines: arriving there, what happens, who comes and goes; pure."""

from msgspec.structs import replace

from chwech_tui.describe import as_sentence, said, table_sentence
from chwech_tui.games.registry import kind_of, table_words
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board, Table
from chwech_tui.model.daily import mark_words, marked
from chwech_tui.model.game import Game, Unit
from chwech_tui.model.ink import plain
from chwech_tui.model.lobby import news_of_fallbacks
from chwech_tui.model.people import is_person, rating_news, unrated_words
from chwech_tui.model.picking import next_marked
from chwech_tui.model.settings import has_coach, with_coach
from chwech_tui.plain.account import come_by
from chwech_tui.plain.playing import home_request
from chwech_tui.plain.state import Forget, Reply, Sent, State, tell
from chwech_tui.plain.telling import deal_line, hand_line, question, reason_line, result_line, seat_lines
from protocol.language import N_, _
from protocol.lobby import LeaveLobby
from protocol.message import Seat
from protocol.messages import Act, Begin, Happened, Seated, TableChanged
from protocol.seating import Began, Event, RematchOffered, Removed, SeatTaken
from protocol.settings import KeepSettings
from protocol.tableview import TablePhase
from protocol.talk import Overheard, Said
from protocol.text import clean_text

_HEARD = 3
"""The most lines of earlier talk that are told to who comes to a table."""

_OVER = N_("The game is over. n plays once more, v tells the replay, q leaves.")
"""Marked for translation."""


def _timed(state: State, table: Table) -> State:
    """Return the state with the server's clock as a view has it."""
    return state if table.time is None else replace(state, ahead=table.time.now - state.now)


def seated(state: State, news: Seated) -> Reply:
    """Come to a table, or back to it after a lost connection: then only what was missed is told."""
    view, before = news.view, state.board
    kind = kind_of(view)
    if kind is None:
        return tell(state, _("This table plays a game that this client does not know. q leaves."))
    same = before.table is not None and before.table.table == view.table
    now = boards.seated(before, view, kind, news.talk)
    now = marked(now, news.daily) if news.daily is not None else now
    coached = now.settings.coached
    if state.coach_due or _comes_with_coach(state):
        coached = with_coach(coached, view.table)
        now = replace(now, settings=replace(now.settings, coached=coached))
    arrived = replace(state, board=now, form=None, reel=None, course=None, seq_due=0, in_lobby=False)
    done = _timed(replace(arrived, coach_due=False), view)
    sent: tuple[Sent, ...] = (LeaveLobby(0),) if state.in_lobby else ()
    if coached != before.settings.coached:
        sent = (KeepSettings(0, {"coached": coached}), *sent)
    if same and before.table is not None:
        missed = deal_line(now) if view.seq > before.table.seq and view.game is not None else ""
        return tell(done, missed)._replace(sent=sent)
    if state.remote is None and view.phase is TablePhase.GATHERING:
        sent = (*sent, Begin(0))
    talk = [_said(line.name, line.text) for line in news.talk if boards.hears(now, line.name)]
    remark, done = done.remark or mark_words(news.daily), replace(done, remark="")
    return tell(done, *_arrival(done), remark, *talk[-_HEARD:])._replace(sent=sent)


def _comes_with_coach(state: State) -> bool:
    """Return True if one goes to the next table from one that was opened with the coach."""
    table = state.board.table
    return table is not None and has_coach(state.board.settings.coached, table.table)


def _arrival(state: State) -> tuple[str, ...]:
    """Return what is told to who comes to a table."""
    board, table = state.board, state.board.table
    if table is None:
        return ()
    code, rules = clean_text(table.table, cells=40), table_words(table.setup)
    watches = _("You watch.") if board.watches else ""
    told = _("Table {code}: {rules}.", code=code, rules=rules)
    first = f"{watches} {told}".lstrip()
    if table.phase is TablePhase.GATHERING:
        if state.remote is None:
            return (first,)
        return first, *seat_lines(board, state.now + state.ahead), *come_by(state.remote, table.table), question(board)
    if table.phase is TablePhase.OVER:
        return first, _(_OVER)
    hand = () if board.watches else (hand_line(board),)
    return first, deal_line(board), *hand


def happened(state: State, news: Happened) -> Reply:
    """Tell an event of the table."""
    before = state.board
    if before.kind is None or kind_of(news.view) is not before.kind:
        return Reply(state)
    now = boards.happened(before, news.event, news.view)
    done = _timed(replace(state, board=now), news.view)
    if isinstance(news.event, Removed) and _is_own(state, news.event):
        gone = replace(done, board=boards.fresh(now), listed=False)
        return Reply(gone, (_("The host of the table has freed your seat."),), (Forget(), *home_request(gone)))
    if now.lays:
        then, action = next_marked(now)
        if action is not None:
            # The next card goes by itself: nothing is asked of the person before the last one has gone.
            lines = _event_lines(then, news.event)
            return tell(replace(done, board=then, known=then), *lines)._replace(sent=(Act(0, news.view.seq, action),))
        now = then
        done = replace(done, board=now)
    # Offline, the bots sit down and the game begins by themselves.
    quiet = state.remote is None and isinstance(news.event, SeatTaken | Began)
    lines = () if quiet else _event_lines(now, news.event, coach=done.coach)
    return tell(done, *lines, *_ending(before, now))


def with_fallbacks(reply: Reply, table: Table) -> Reply:
    """Tell besides which bots of the table others replace, once for each level."""
    state = reply.state
    offers = state.welcome.games if state.welcome is not None else ()
    words, told = news_of_fallbacks(offers, table, state.fallbacks_told)
    said = (*reply.said, words) if words else reply.said
    return reply._replace(state=replace(state, fallbacks_told=told), said=said)


def _is_own(state: State, event: Removed) -> bool:
    return state.welcome is not None and (event.name, event.bot) == (state.welcome.name, "")


def _event_lines(board: Board, event: Event, *, coach: bool = False) -> tuple[str, ...]:
    """Return all that an event has led to, a line each; the coach says why a trick went so."""
    assert board.kind is not None, "checked by the caller"
    return tuple([line for one in board.kind.told(event) for line in _lines(board, board.kind, one, coach=coach)])


def _lines(board: Board, kind: Game, event: Event, *, coach: bool) -> tuple[str, ...]:
    """Return an event in a line, with the hand that is dealt by it, or what the viewer scores in it."""
    if isinstance(event, Said):
        return (_said(event.name, event.text),) if boards.hears(board, event.name) else ()
    line = plain(table_sentence(event, board.people) or kind.sentence(event, board.people.acting(event)))
    lines = (as_sentence(line),) if line else ()
    if isinstance(event, RematchOffered):
        return (*lines, _("n watches.") if board.watches else _("n joins."))
    match kind.unit(event):
        case Unit.DEALT if not board.watches:
            return (*lines, hand_line(board))
        case Unit.DEAL:
            return (*lines, result_line(board))
        case Unit.TRICK if coach and lines:
            return (f"{lines[0]} {reason_line(board)}".rstrip(),)
    return lines


def _ending(before: Board, now: Board) -> tuple[str, ...]:
    """Return what can be done after the game, once it is over."""
    over = now.table is not None and now.table.phase is TablePhase.OVER
    was = before.table is not None and before.table.phase is TablePhase.OVER
    if not over or was or now.table is None or now.kind is None or now.game is None:
        return ()
    won = plain(now.kind.ended(now.game, now.people))
    return (won, unrated_words(before.table, now.table), _(_OVER))


def _said(name: str, text: str) -> str:
    return plain(said(name, text))


def changed(state: State, news: TableChanged) -> Reply:
    """Tell who was connected or disconnected, when the table changes without an event."""
    before = state.board
    if before.kind is None or kind_of(news.view) is not before.kind:
        return Reply(state)
    now = boards.changed(before, news.view)
    done = _timed(replace(state, board=now), news.view)
    return tell(done, *_presence(before, now), rating_news(before.table, news.view))


def _presence(before: Board, now: Board) -> list[str]:
    """Return who was connected or disconnected, in a line each."""
    was, table = before.table, now.table
    if was is None or table is None or was.table != table.table:
        return []
    lines = []
    for seat, (old, new) in enumerate(zip(was.seats, table.seats, strict=False)):
        both = is_person(old) and is_person(new) and old.name == new.name and seat != table.viewer
        if both and old is not None and new is not None and old.here is not new.here:
            name = now.people.name(Seat(seat))
            lines.append(_("{name} is here again.", name=name) if new.here else _("{name} is away.", name=name))
    return lines


def overheard(state: State, news: Overheard) -> Reply:
    """Tell what spectators say among themselves."""
    lines = (line for line in news.lines if boards.hears(state.board, line.name))
    return tell(state, *(_said(_("{name} (watching)", name=line.name), line.text) for line in lines))
