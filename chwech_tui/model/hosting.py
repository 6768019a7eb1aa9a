"""The keys before the game and for chat, and what a player wishes by a key that is no action of the game."""

from collections.abc import Iterator
from enum import Enum
from typing import Final

from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board, Table
from chwech_tui.model.people import clockwise, is_person
from protocol.language import N_, _, ngettext
from protocol.message import Seat
from protocol.seating import FillSeats, GiveHost, RemoveSeat, SetReady
from protocol.talk import TEXT_CHARACTERS, Say
from protocol.text import clean_text


class Wish(Enum):
    """A request of a key to the screen that is not an action of the game."""

    COPY = "copy"
    """Put the command by which others come on the terminal's clipboard."""

    SHEET = "sheet"
    PILES = "piles"
    COUNT = "count"
    """Show the cards gone so far."""

    LOG = "log"
    """Show the whole log."""

    RULES = "rules"
    KEYS = "keys"
    SETTINGS = "settings"
    AGAIN = "again"
    """Open another table of the same kind."""

    REPLAY = "replay"
    REVIEW = "review"
    FRIENDS = "friends"
    """Show the player's friends and whoever is online, to invite them."""

    JOIN = "join"
    """Leave for the table of an invitation."""

    GONE = "gone"
    """Close the screen of a table at which the viewer no longer has a seat."""

    LEAVE = "leave"


def any_person(table: Table) -> bool:
    """Return True if a person other than the viewer has a seat."""
    return any(is_person(occupant) and seat != table.viewer for seat, occupant in enumerate(table.seats))


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

_Outcome = tuple[Board, Hosting | None]
"""The board after a key, and what is sent."""


def set_ready(board: Board) -> _Outcome:
    """Say that the viewer is ready, or not any more."""
    table = board.table
    own = table.seats[table.viewer] if table is not None and table.viewer is not None else None
    return board, SetReady(0, own is None or not own.ready)


def _no_host(board: Board) -> Board:
    return replace(board, notice=_("The host of the table sees to its seats."))


def choose_seat(board: Board, number: int) -> Board:
    """Choose a seat by its number, from the viewer's own, which is 1."""
    seats = clockwise(board.table) if board.table is not None else ()
    if not board.runs_table:
        return _no_host(board)
    if not 0 < number <= len(seats):
        known = ngettext("There is {n} seat: choose 1.", "There are {n} seats: choose 1 to {n}.", len(seats))
        return replace(board, notice=known)
    return replace(board, place=seats[number - 1])


def step_seat(board: Board, by: int) -> _Outcome:
    """Choose the next seat, or the one before."""
    if board.table is None or not board.runs_table:
        return _no_host(board), None
    seats = clockwise(board.table)
    place = seats.index(board.place) + by if board.place is not None else min(by, 0)
    return replace(board, place=seats[place % len(seats)]), None


def see_to(board: Board, key: str) -> _Outcome:
    """Handle a key for the chosen seat; with no seat chosen, ``b`` puts bots on all free seats."""
    table, place = board.table, board.place
    if table is None or not board.runs_table:
        return _no_host(board), None
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


def kept_for(table: Table, seat: Seat) -> str:
    """Return the name of the person for whom a free seat is kept; empty if it is kept for nobody."""
    return table.kept[seat] if table.seats[seat] is None and seat < len(table.kept) else ""


def edited(text: str, key: str, character: str, longest: int = TEXT_CHARACTERS) -> str:
    """Edit the end of a text by a key, given its name and the character that it types; empty if it types none."""
    match key:
        case "backspace" | "ctrl+h":
            return text[:-1]
        case "ctrl+w":
            return text.rstrip().rpartition(" ")[0]
        case "ctrl+u":
            return ""
        case _:
            return _line(text + character, longest)


def pasted(text: str, more: str, longest: int = TEXT_CHARACTERS) -> str:
    """Append a pasted text as one line."""
    return _line(text + clean_text(more, cells=2 * longest), longest)


def _line(draft: str, longest: int) -> str:
    """Return a draft cleaned, however it was written; a space at its end stays."""
    line = clean_text(draft, cells=2 * longest)
    return (line + " " * (line != "" and draft[-1].isspace()))[:longest]


def room_words(text: str) -> str:
    """Return how many characters there is still room for in a chat line."""
    return ngettext("{n} character left", "{n} characters left", TEXT_CHARACTERS - len(text))


LATE: Final = N_("What you have said is on its way.")
"""What is told where the server takes its time, marked for translation."""


def late(board: Board) -> Board:
    """Tell that something said has not arrived yet."""
    return replace(board, notice=_(LATE))


def arrived(board: Board) -> Board:
    """Tell no longer that something said is late."""
    return replace(board, notice="") if board.notice == _(LATE) else board


def begin(board: Board, asking: Asking) -> Board:
    """Open a question about chat, unless there is nobody to hear or to ignore.

    A line can be written even alone at a table: a user who has begun to type means the letters as text, not as keys.
    """
    if board.table is None:
        return board
    if asking is not Asking.SAY and not board.company and not board.watches:
        return replace(board, notice=_("Nobody else is at this table to talk to."))
    return replace(board, asking=asking, draft="")


def paste(board: Board, text: str) -> Board:
    """Append a text to the line that is being written."""
    return replace(board, draft=pasted(board.draft, text))


def write(board: Board, key: str, character: str) -> tuple[Board, Say | None]:
    """Handle a key while a chat line is written."""
    match key:
        case "escape":
            return replace(board, asking=Asking.NOTHING, draft=""), None
        case "enter":
            text = board.draft.strip()
            return replace(board, asking=Asking.NOTHING, draft=""), Say(0, text) if text else None
        case _:
            return replace(board, draft=edited(board.draft, key, character)), None
