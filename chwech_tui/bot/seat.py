"""The seat of a program: what was heard of its table, and what is to be done next; pure, and it knows no game."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.link import Down, News, SentAway
from protocol import messages
from protocol.absence import Resign, SetAway, SetPause
from protocol.errors import ErrorCode
from protocol.game import View
from protocol.language import _
from protocol.seating import Event, Rematch, SetReady
from protocol.setup import GameOffer, Setup
from protocol.tableview import TablePhase, TableView

MOST_EVENTS: Final = 1000
"""The events that are kept for the next line; a deal has fewer."""

MOST_REFUSALS: Final = 10
"""Refusals in a row after which the seat is given up."""

HASTE_SECONDS: Final = 1.0
"""Seconds to wait after commands that came too fast."""

OPENING_SECONDS: Final = 30.0
"""Seconds to wait after tables that were opened too fast."""


Playing = messages.Begin | SetReady | SetAway | SetPause | messages.Continue | messages.Act
"""What is sent to a table that has a seat for the program."""

BotCommand = messages.OpenTable | messages.JoinTable | Playing | Rematch | Resign | messages.LeaveTable
"""What is sent for a program; a sender gives it its id."""


class Task(Struct, frozen=True):
    """What a program is to play."""

    start: messages.OpenTable | messages.JoinTable
    """The command that leads to the first table; its id is ignored."""

    games: int = 1
    """How many games: each at a new table like the first or, where others run that, as a rematch that they ask for."""


class PlayedGame(Struct, frozen=True):
    """A game that has ended."""

    game: int
    """Its number, from 1."""

    table: str
    seat: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class SeatState(Struct, frozen=True):
    """What is known of the seat."""

    task: Task
    name: str = ""
    """The name by which the server knows the program; empty until it has answered."""

    view: TableView | None = None
    events: tuple[Event, ...] = ()
    """What was told since the program was last asked."""

    sent: BotCommand | None = None
    """The command whose answer is awaited."""

    refusals: int = 0
    pause: float = 0.0
    """Seconds to wait before anything else is done."""

    played: tuple[PlayedGame, ...] = ()
    trouble: str = ""
    """Why nothing more can be done; empty while something can."""


class Send(Struct, frozen=True):
    """Send a command."""

    command: BotCommand


class Ask(Struct, frozen=True):
    """Ask the program for an action."""

    table: TableView
    view: View
    """The game as the program's seat sees it."""


class Pause(Struct, frozen=True):
    """Wait for some seconds."""

    seconds: float


class End(Struct, frozen=True):
    """All is done, or nothing more can be."""


Step = Send | Ask | Pause | End


def hear(state: SeatState, news: News) -> SeatState:
    """Return the state after news of the link."""
    match news:
        case SentAway(text=text):
            return replace(state, trouble=text)
        case Down(text=text) if not state.name:
            return replace(state, trouble=text)
        case messages.Welcome(name=name, games=games):
            return replace(state, name=name, task=_completed(state.task, games))
        case messages.Refused():
            return _refused(_seen(state, news.view), news)
        case messages.Seated(view=view):
            return _answered(_seen(state, view), news.id)
        case messages.Happened(event=event, view=view):
            return replace(_seen(state, view), events=(*state.events, event)[-MOST_EVENTS:])
        case messages.TableChanged(view=view):
            return _seen(state, view)
        case messages.Accepted(id=id):
            return _answered(state, id)
    return state


def next_step(state: SeatState) -> Step | None:
    """Return what is to be done; None if there is something to wait for."""
    if state.trouble:
        return End()
    if state.pause:
        return Pause(state.pause)
    if not state.name or state.sent is not None:
        return None
    if state.view is None:
        return Send(state.task.start)
    return _at_table(state, state.view)


def sent(state: SeatState, command: BotCommand) -> SeatState:
    """Return the state once a command is sent; what was told before an action is not told again."""
    return replace(state, sent=command)


def asked(state: SeatState) -> SeatState:
    """Return the state once the program was asked."""
    return replace(state, events=())


def farewell(state: SeatState) -> BotCommand | None:
    """Return the command by which the seat is given up; None if there is none to give up.

    A table that was opened for the program is closed by it, unless others have come; at another one a bot of the house
    plays on until the program is back.
    """
    view = state.view
    if view is None or view.viewer is None or view.phase is TablePhase.OVER:
        return None
    alone = isinstance(state.task.start, messages.OpenTable) and view.phase is TablePhase.PLAYING
    return Resign(1, view.table) if alone else messages.LeaveTable(1)


def _completed(task: Task, games: Sequence[GameOffer]) -> Task:
    """Return the task with the usual number of players of its game, if it asks for none."""
    start = task.start
    if isinstance(start, messages.JoinTable) or start.setup.players:
        return task
    usual = next((game.players[0] for game in games if game.name == start.setup.game), Setup().players)
    return replace(task, start=replace(start, setup=replace(start.setup, players=usual)))


def _at_table(state: SeatState, table: TableView) -> Step | None:
    occupant = table.seats[table.viewer] if table.viewer is not None else None
    if occupant is None:
        return None
    if table.phase is TablePhase.OVER:
        return _after_game(state, table)
    if table.phase is TablePhase.GATHERING:
        if isinstance(state.task.start, messages.OpenTable):
            return Send(messages.Begin(1))
        return None if occupant.ready else Send(SetReady(1, ready=True))
    if occupant.away:
        return Send(SetAway(1, away=False))
    if table.pause is not None:
        # People who want a pause would wait for ever for a program to agree.
        agreed = table.pause.since is not None or table.viewer in table.pause.seats
        return None if agreed else Send(SetPause(1, paused=True))
    if table.viewer in table.waits_for:
        return Send(messages.Continue(1, table.seq))
    return Ask(table, table.game) if table.game is not None and table.game.legal else None


def _after_game(state: SeatState, table: TableView) -> Step | None:
    if len(state.played) >= state.task.games:
        return End()
    if isinstance(state.task.start, messages.OpenTable):
        return Send(state.task.start)
    return Send(Rematch(1)) if table.rematch else None


def _seen(state: SeatState, table: TableView | None) -> SeatState:
    """Return the state after another view of the table; a game that it shows to have ended is counted once."""
    if table is None:
        return state
    before = state.view
    new = before is None or before.table != table.table
    seen = replace(state, view=table, events=() if new else state.events)
    if table.viewer is None:
        return replace(seen, trouble=state.trouble or _("the host of the table has freed the seat"))
    known = any(game.table == table.table for game in state.played)
    if table.phase is not TablePhase.OVER or table.game is None or known:
        return seen
    totals = table.game.sheets[-1].totals if table.game.sheets else ()
    game = PlayedGame(len(state.played) + 1, table.table, table.viewer, totals, table.game.winners)
    return replace(seen, played=(*state.played, game))


def _answered(state: SeatState, id: int) -> SeatState:
    """Return the state after an answer that is no refusal."""
    return replace(state, sent=None, refusals=0) if state.sent is not None and state.sent.id == id else state


def _refused(state: SeatState, refusal: messages.Refused) -> SeatState:
    """Return the state after a refusal: some are waited out, others end the matter."""
    command = state.sent
    if command is None or refusal.id != command.id:
        return state
    after = replace(state, sent=None, refusals=state.refusals + 1)
    first = state.view is None
    if refusal.code is ErrorCode.TOO_MANY and not first:
        return replace(after, pause=OPENING_SECONDS if isinstance(command, messages.OpenTable) else HASTE_SECONDS)
    passing = refusal.code in (ErrorCode.STALE, ErrorCode.NOT_NOW) and not isinstance(
        command, messages.JoinTable | messages.OpenTable
    )
    return after if passing and after.refusals < MOST_REFUSALS else replace(after, trouble=refusal.text)
