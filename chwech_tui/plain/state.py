"""The state of the dialogue, what an input makes of it, and what is to be sent; values only."""

from enum import Enum
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.errand import Errand, Join, PlayNow, TableOrder, Watch, offers_of
from chwech_tui.model.board import Board
from chwech_tui.model.course import Course
from chwech_tui.model.form import Form
from chwech_tui.model.lobby import Lobby, Told
from chwech_tui.model.replay import Reel
from chwech_tui.model.settings import Switch, has_coach
from chwech_tui.plain.reading import Speech
from protocol.archive import GameEntry
from protocol.identity import KeyEntry
from protocol.language import ngettext
from protocol.lobby import EnterLobby
from protocol.messages import FromClient, ListTables, Welcome
from protocol.setup import GameOffer
from protocol.tableview import TableEntry

PAGE = 16
"""The lines of a long text that are told at once."""


class Forget(Struct, frozen=True):
    """Do not return to the table after a reconnect."""


class Renew(Struct, frozen=True):
    """Connect again, under this nickname."""

    name: str


Sent = FromClient | Forget | Renew
"""What an input sends: commands to the server, whose ids the sender assigns, and wishes to the link."""


class Asked(Struct, frozen=True):
    """A command that waits for its answer."""

    number: int
    """Its id."""

    command: FromClient


class Newcomer(Enum):
    """What is known of whether the person has ever finished a game."""

    UNKNOWN = "unknown"
    ASKED = "asked"
    """The list of finished games was asked for to know it."""

    KNOWN = "known"
    """It is known, or does not matter any more."""


class State(Struct, frozen=True):
    """The state of the dialogue."""

    errand: Errand
    order: TableOrder = TableOrder()
    """The table to open if none is described."""

    speech: Speech = Speech.SIGNS
    now: float = 0.0
    """The time of the last input, in seconds since 1970, by the clock of this machine."""

    ahead: float = 0.0
    """How many seconds the server's clock is ahead of that."""

    welcome: Welcome | None = None
    answered: bool = False
    """True once the server has said anything."""

    trouble: bool = False
    """True while the connection is lost."""

    nameless: bool = False
    """True while a nickname is asked for."""

    board: Board = Board()
    """The table; empty at none."""

    known: Board = Board()
    """The table as the person was last told what it asks of them."""

    lobby: Lobby = Lobby()
    listed: bool = False
    """True once the tables were told since the person came here."""

    in_lobby: bool = False
    """True while the server tells the lobby."""

    entries: tuple[TableEntry, ...] = ()
    """The tables by their numbers, as they were listed last."""

    fallbacks_told: Told = Told()
    """What the person has been told of bots that others replace."""

    remark: str = ""
    """What is added when the next table is told."""

    form: Form | None = None
    """The new table that is being described."""

    rest: tuple[str, ...] = ()
    """The lines of a long text that are not told yet."""

    games: tuple[GameEntry, ...] = ()
    """The finished games, as they were listed last."""

    sought: str = ""
    """The code of the table whose finished game is to be replayed, once the list comes."""

    record: tuple[str, ...] = ()
    """The lines of a record received so far."""

    reel: Reel | None = None
    entry: GameEntry | None = None
    """The game that is replayed."""

    due: bool = False
    """True while the step of the replay waits for its part of the game."""

    keys: tuple[KeyEntry, ...] = ()
    waiting: tuple[Asked, ...] = ()
    seq_due: int = 0
    """The number of the event that the last accepted command led to: input waits for it."""

    newcomer: Newcomer = Newcomer.UNKNOWN
    course: Course | None = None
    """The course that is taken; its position lies on the board."""

    place_kept_at: float = 0.0
    """When the place in the course was last kept, in seconds since 1970."""

    coach_due: bool = False
    """True once a table with the coach was asked for."""

    over: int | None = None
    """The exit status, once the dialogue has ended."""

    @property
    def remote(self) -> Join | Watch | None:
        """The errand if it leads to a server that others use too."""
        return self.errand if isinstance(self.errand, Join | Watch) else None

    @property
    def plays_now(self) -> bool:
        """True if the program was started for one table alone, without a menu."""
        return isinstance(self.errand, PlayNow)

    @property
    def at_table(self) -> bool:
        """True at a table, or at a position of the course."""
        return self.board.table is not None

    @property
    def moment(self) -> float:
        """The time of the last input by the server's clock."""
        return self.now + self.ahead

    @property
    def coach(self) -> bool:
        """True while the coach speaks at the table."""
        table = self.board.table
        if table is None or self.course is not None:
            return False
        settings = self.board.settings
        return settings.coach is Switch.ON or has_coach(settings.coached, table.table)

    @property
    def busy(self) -> bool:
        """True while an answer is on its way that the next input should see."""
        if self.trouble or self.nameless or self.over is not None:
            return False
        if self.welcome is None:
            return True
        table = self.board.table
        return bool(self.waiting) or (table is not None and table.seq < self.seq_due)

    @property
    def offers(self) -> dict[str, GameOffer]:
        """The games that both the server and this client know, by title."""
        return offers_of(self.welcome)


class Reply(NamedTuple):
    """What an input makes of the state, the lines that it tells, and what it sends."""

    state: State
    said: tuple[str, ...] = ()
    sent: tuple[Sent, ...] = ()


def tell(state: State, *lines: str) -> Reply:
    """Return a reply that tells some lines; empty ones are left out."""
    return Reply(state, tuple(line for line in lines if line))


def paged(state: State, lines: tuple[str, ...]) -> Reply:
    """Return a reply that tells the first lines of a long text, and keeps the rest for an empty line."""
    if len(lines) <= PAGE + 1:
        return tell(replace(state, rest=()), *lines)
    rest = lines[PAGE:]
    more = ngettext("({n} line more: Enter goes on.)", "({n} lines more: Enter goes on.)", len(rest))
    return tell(replace(state, rest=rest), *lines[:PAGE], more)


def home_request(state: State) -> tuple[Sent, ...]:
    """Return the request for what is listed away from a table."""
    return (EnterLobby(0),) if state.remote is not None else (ListTables(0),)


class Typed(NamedTuple):
    """The words after a command."""

    words: tuple[str, ...]
    """The words in lower case, with suits as letters."""

    text: str
    """The same as it was typed."""
