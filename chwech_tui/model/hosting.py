"""The keys before the game: being ready, and how the host of the table manages the seats."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board, Table
from chwech_tui.model.own_keys import shown_key
from chwech_tui.model.people import clockwise, is_person
from protocol.absence import SetAway, SetPause
from protocol.language import _, ngettext
from protocol.seating import FillSeats, GiveHost, RemoveSeat, SetReady
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat


def attend(board: Board, key: str) -> tuple[Board, SetAway | SetPause | None]:
    """Handle the keys for stepping away or coming back, and for asking for a pause, withdrawing or ending it.

    Stepping away is confirmed first: one slip would hand the cards to a bot.
    """
    if key == "a":
        return (board, SetAway(0, away=False)) if board.away else (replace(board, asking=Asking.AWAY), None)
    pause = board.table.pause if board.table is not None else None
    wanted = pause is None or (pause.since is None and (board.table is None or board.table.viewer not in pause.seats))
    return board, SetPause(0, wanted)


def any_person(table: Table) -> bool:
    """Return True if a person other than the viewer has a seat."""
    return any(is_person(occupant) and seat != table.viewer for seat, occupant in enumerate(table.seats))


def hint(board: Board) -> str:
    """Return the offer shown below the question: a rematch or a pause; usually empty."""
    table = board.table
    if table is None:
        return ""
    keys = board.settings.keys
    if table.phase is TablePhase.OVER and table.rematch:
        said = _("Once more at {table}: {key} watches.") if board.watches else _("Once more at {table}: {key} joins.")
        return said.format(table=table.rematch, key=shown_key(keys, "n"))
    if table.pause is None or table.pause.since is not None or not board.is_on:
        return ""
    if table.viewer in table.pause.seats:
        said = _("You ask for a pause: it begins when all have agreed. {key} takes it back.")
        return said.format(key=shown_key(keys, "z"))
    one = len(table.pause.seats) == 1
    said = _("{names} asks for a pause: {key} agrees.") if one else _("{names} ask for a pause: {key} agrees.")
    return said.format(names=board.people.listed(table.pause.seats), key=shown_key(keys, "z"))


def starting(board: Board) -> str:
    """Return what the game waits for before it begins; empty without a table."""
    table = board.table
    if table is None:
        return ""
    tardy = tuple(_tardy(table))
    if not tardy:
        return _condition(table)
    own = tardy == (table.viewer,)
    awaited = _("You are not ready yet.") if own else _("Not ready yet: {names}.", names=board.people.listed(tardy))
    return f"{awaited} {_condition(table)}"


def _condition(table: Table) -> str:
    """Return when the game begins, and what happens to the free seats then."""
    free = sum(occupant is None for occupant in table.seats)
    people = sum(map(is_person, table.seats))
    if not free:
        return _("The game begins when all are ready.")
    if any(table.kept):
        return _("The game begins when those have come for whom seats are kept, or when the host begins.")
    if not table.arrangement.takeover:
        return _("The game begins when every seat is taken and all are ready, or when the host begins.")
    if people < 2:
        return _("The game begins when others have come and all are ready, or when the host begins.")
    return ngettext(
        "When all are ready the game begins, with {n} bot on the free seat; who comes later takes one over.",
        "When all are ready the game begins, with {n} bots on the free seats; who comes later takes one over.",
        free,
    )


def _tardy(table: Table) -> Iterator[Seat]:
    """Yield the seats of the players who are not ready or not connected."""
    for seat, occupant in enumerate(table.seats):
        if is_person(occupant) and not (occupant.ready and occupant.here):
            yield Seat(seat)


Hosting = SetReady | FillSeats | RemoveSeat | GiveHost
"""The commands to a table before the game; the sender assigns the id."""

STEPS: Final = {"up": -1, "down": 1, "left": -1, "right": 1}


def gathering_key(board: Board, table: Table, key: str) -> tuple[Board, Hosting | None] | None:
    """Handle a key before the game; None for a key that has no special meaning there."""
    if table.viewer is None:
        return None
    if key == "e":
        own = table.seats[table.viewer]
        return board, SetReady(0, own is None or not own.ready)
    if key not in STEPS and not key.isdecimal() and key not in {"b", "d", "h"}:
        return None
    if not board.runs_table:
        return replace(board, notice=_("The host of the table sees to its seats.")), None
    if key in STEPS:
        return _step(board, clockwise(table), STEPS[key]), None
    if key.isdecimal():
        number, seats = int(key), clockwise(table)
        if not 0 < number <= len(seats):
            known = ngettext("There is {n} seat: choose 1.", "There are {n} seats: choose 1 to {n}.", len(seats))
            return replace(board, notice=known), None
        return replace(board, place=seats[number - 1]), None
    return _see_to(board, table, key)


def _step(board: Board, seats: Sequence[Seat], by: int) -> Board:
    if board.place is None:
        return replace(board, place=seats[0 if by > 0 else -1])
    return replace(board, place=seats[(seats.index(board.place) + by) % len(seats)])


def _see_to(board: Board, table: Table, key: str) -> tuple[Board, Hosting | None]:
    """Handle a key for the chosen seat; with no seat chosen, ``b`` puts bots on all free seats."""
    place = board.place
    if key == "b":
        free = place if place is not None and table.seats[place] is None else None
        return board, FillSeats(0, free)
    if place is None:
        return replace(board, notice=_("Choose a seat first, with ↑ ↓ or its number.")), None
    occupant = table.seats[place]
    if place == table.viewer or (occupant is None and not kept_for(table, place)):
        what = _("That seat is your own.") if place == table.viewer else _("That seat is empty.")
        return replace(board, notice=what), None
    if key == "h" and not is_person(occupant):
        return replace(board, notice=_("Only a person can run the table.")), None
    return replace(board, asking=Asking.REMOVE if key == "d" else Asking.GIVE), None


def sure(board: Board) -> tuple[Board, Hosting | None]:
    """Return the command that was confirmed for the chosen seat."""
    done = replace(board, asking=Asking.NOTHING)
    if board.place is None or board.table is None:
        return done, None
    occupant = board.table.seats[board.place]
    # The command names the player: one who takes the seat while it is on its way must not be removed instead.
    name = occupant.name if occupant is not None else kept_for(board.table, board.place)
    return done, RemoveSeat(0, board.place, name) if board.asking is Asking.REMOVE else GiveHost(0, board.place, name)


def kept_for(table: Table, seat: Seat) -> str:
    """Return the name of the person for whom a free seat is kept; empty if it is kept for nobody."""
    return table.kept[seat] if table.seats[seat] is None and seat < len(table.kept) else ""
