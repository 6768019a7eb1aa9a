"""One dialogue: what it knows, what it says, and what it asks the server for; it waits for nothing.

The files beside this one say what a word does (``word``) and what is made of a message of the server (``hears``): each
registers that here. ``commands`` reads the lines of the person, ``hearing`` the news of the link.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

from msgspec.structs import replace

from chwech_tui.errand import Errand, ErrandState, Greet, PlayNow
from chwech_tui.link import Conversation, Link
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.course import Course
from chwech_tui.model.form import Form
from chwech_tui.model.lobby import Lobby
from chwech_tui.model.puzzle import Kept
from chwech_tui.model.replay import Reel
from chwech_tui.model.settings import USUAL_KEYS, Coach, Settings, has_coach
from chwech_tui.plain.reading import Speech, spoken
from chwech_tui.preferences import Preferences
from protocol.archive import GameEntry
from protocol.language import ngettext, prefer
from protocol.lobby import EnterLobby, NewsItem
from protocol.messages import FromClient, FromServer, ListTables
from protocol.people import KeyEntry
from protocol.table import TableEntry

PAGE: Final = 16  # The lines of a long text that are told at once.

P = ParamSpec("P")
A = TypeVar("A", bound="Act")


class Typed(NamedTuple):
    """A command with the words after it."""

    word: str = ""
    """The command by its first word."""
    words: tuple[str, ...] = ()
    """The words after it in lower case, with suits as letters."""
    text: str = ""
    """The same as it was typed."""


ALONE: Final = Typed()  # No words.


class Dialogue:
    """The state of one dialogue."""

    now: float = 0.0
    """The time of the last input, in seconds since 1970, by the clock of this machine."""
    ahead: float = 0.0
    """How many seconds the server's clock is ahead of that."""
    status: int | None = None
    """The exit status, once the dialogue has ended."""
    trouble: bool = False
    """True while the connection is lost."""
    nameless: bool = False
    """True while a nickname is asked for."""
    seq_due: int = 0
    """The number of the event that the last accepted command led to: input waits for it."""
    board: Board = Board()
    """The table; empty at none."""
    known: Board = Board()
    """The table as the person was last told what it asks of them."""
    lobby: Lobby = Lobby()
    listed: bool = False
    """True once the tables were told since the person came here."""
    entries: tuple[TableEntry, ...] = ()
    """The tables by their numbers, as they were listed last."""
    news: tuple[NewsItem, ...] = ()
    """The news by their numbers, as they were told last."""
    form: Form | None = None
    """The new table that is being described."""
    rest: tuple[str, ...] = ()
    """The lines of a long text that are not told yet."""
    keys: tuple[KeyEntry, ...] = ()
    """The SSH keys, as they were listed last."""
    games: tuple[GameEntry, ...] = ()
    """The finished games, as they were listed last."""
    met: int | None = None
    """The id of the question whether the person has ever finished a game; 0 once that does not matter any more."""
    reel: Reel | None = None
    entry: GameEntry | None = None
    """The game that is replayed."""
    course: Course | None = None
    """The course that is taken; its position lies on the board."""
    place_kept_at: float = 0.0
    """When the place in the course was last kept."""
    reviews: Kept
    """What searches for puzzles were answered."""
    coach_due: Coach = Coach.FIRST
    """Whether a table that was asked for is to have the coach."""

    def __init__(self, link: Link, errand: Errand, speech: Speech, write: Callable[[Sequence[str]], None]) -> None:
        """Begin to know a server; ``write`` writes some lines, and must not block."""
        self.link = link
        self.servers = dict.fromkeys(errand.servers, "") if isinstance(errand, Greet) else {}
        """The servers that the person has joined, each with who is there; empty as long as that is not known."""
        self.visit = ErrandState(errand)  # What the client came for, and what it knows of the server.
        self.preferences = Preferences(link, self._apply)
        self.speech = speech
        self.waiting: dict[int, FromClient] = {}  # The commands that wait for their answers, by their ids.
        self.conversations: dict[int, Conversation] = {}  # Those that wait for the answer to a command, by its id.
        self.reviews = {}
        self.passes_again = False  # True after a pass that was made for the person was refused as one too many.
        self._write = write
        self._said: list[str] = []

    def _apply(self, settings: Settings) -> None:
        prefer(settings.language.code)
        # By words, every sentence names the usual keys.
        self.board = replace(self.board, settings=replace(settings, keys=USUAL_KEYS))

    @property
    def plays_now(self) -> bool:
        """True if the program was started for one table alone, without a menu."""
        return isinstance(self.visit.errand, PlayNow)

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
        table, settings = self.board.table, self.board.settings
        if table is None or self.course is not None:
            return False
        return bool(settings.coach) or has_coach(settings.coached, table.table)

    @property
    def busy(self) -> bool:
        """True while an answer is on its way that the next input should see."""
        if self.trouble or self.nameless or self.status is not None:
            return False
        table = self.board.table
        return self.visit.welcome is None or bool(self.waiting) or (table is not None and table.seq < self.seq_due)

    # What is said

    def say(self, *lines: str) -> None:
        """Say some lines; empty ones are left out."""
        self._said += filter(None, lines)

    def page(self, lines: Sequence[str]) -> None:
        """Say the first lines of a long text, and keep the rest for an empty line."""
        self.rest = () if len(lines) <= PAGE + 1 else tuple(lines[PAGE:])
        self.say(*lines[: len(lines) - len(self.rest)])
        if self.rest:
            number = len(self.rest)
            self.say(ngettext("({n} line more: Enter goes on.)", "({n} lines more: Enter goes on.)", number))

    def flush(self) -> None:
        """Write what was said."""
        said, self._said = self._said, []
        if said:
            self._write(tuple(spoken(line, self.speech) for line in said))

    def hush(self) -> None:
        """Say nothing of what is not written yet."""
        self._said.clear()

    def end(self, status: int, *lines: str) -> None:
        """End the dialogue."""
        self.status = status
        self.say(*lines)

    # What is asked

    def ask(self, make: Callable[Concatenate[int, P], FromClient], *values: P.args, **named: P.kwargs) -> int:
        """Ask the server for something, as ``Link.ask`` does."""
        number = self.link.next_id()
        command = make(number, *values, **named)
        self.waiting[number] = command
        return self.link.send(number, command)

    def send(self, command: FromClient) -> int:
        """Send a command with an id of its own, and return that."""
        return self.ask(lambda number: replace(command, id=number))

    def converse(self, conversation: Conversation, answer: FromServer | None = None) -> int:
        """Go on with a conversation, up to its next command; return the id of that, 0 for none."""
        try:
            command = conversation.send(answer)
        except StopIteration:
            return 0
        number = self.send(command)
        self.conversations[number] = conversation
        return number

    def look(self) -> None:
        """Ask for what is listed away from a table."""
        self.ask(EnterLobby if self.visit.remote is not None else ListTables)

    def to_menu(self) -> None:
        """Be at no table any more, and ask for the menu."""
        self.board, self.course, self.listed = boards.fresh(self.board), None, False
        self.look()


Act = Callable[[Dialogue, Typed], object]
Hear = Callable[[Dialogue, Any, FromClient | None], object]

ACTS: Final[dict[str, Act]] = {}
"""What a command does here, by its first word; one that is not here does what its key does at a table."""

NEWS: Final[dict[type, Hear]] = {}  # What is made of each message of the server, given the command that it answers.


def word(*names: str) -> Callable[[A], A]:
    """Register what a command does, by its first word."""

    def register(act: A) -> A:
        ACTS.update(dict.fromkeys(names, act))
        return act

    return register


def hears(message: type) -> Callable[[Hear], Hear]:
    """Register what is made of a message of the server."""
    return partial(NEWS.setdefault, message)
