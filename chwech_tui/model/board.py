"""What the table screen knows, folded from what the server says; it decides nothing by the rules of the game."""

from collections.abc import Iterable
from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.model.chronicle import Chronicle, note, overhear, record
from chwech_tui.model.people import NOBODY, People, company, people, shown_name
from protocol.cards import Card
from protocol.chwech.actions import Play
from protocol.chwech.events import TrickTaken
from protocol.chwech.views import ChwechView, Phase, Trick
from protocol.hosting import RematchOffered
from protocol.tableview import TablePhase, TableView
from protocol.talk import Line, Said
from protocol.vocabulary import Event, Seat

Table = TableView[ChwechView]
"""A table of Chwech as the viewer may see it."""


class Asking(Enum):
    """What the screen asks before something is sent."""

    NOTHING = "nothing"
    """Nothing."""

    HEIGHT = "height"
    """Whether an Ace counts high or low."""

    SUIT = "suit"
    """The suit that a Joker stands for."""

    LEAVE = "leave"
    """Whether to leave the table."""

    REMOVE = "remove"
    """Whether to remove whoever has the chosen seat."""

    GIVE = "give"
    """Whether to let the person of the chosen seat run the table."""

    SAY = "say"
    """What to say to the table."""

    PHRASE = "phrase"
    """Which of the quick phrases to say."""

    IGNORE = "ignore"
    """Whom not to hear."""


_OF_THE_GAME = frozenset({Asking.HEIGHT, Asking.SUIT})
"""What is asked about a card: it is asked no more when the card cannot be played."""

OF_A_SEAT: Final = frozenset({Asking.REMOVE, Asking.GIVE})
"""What is asked about a seat: it is asked no more when somebody else has it."""


class Board(Struct, frozen=True):
    """The state of the table screen."""

    table: Table | None = None
    """The table as last told; None until it is."""

    people: People = NOBODY
    """Who sits there, by the names that are shown."""

    chronicle: Chronicle = ()
    """What happened lately."""

    chosen: int | None = None
    """The place in the hand of the card that is chosen."""

    asking: Asking = Asking.NOTHING
    """What the screen asks."""

    pending: int | None = None
    """The command that has not been answered yet."""

    slow: bool = False
    """Whether the answer takes so long that the screen says so."""

    notice: str = ""
    """Why the last key could not be used, or what the server refused."""

    looking_back: bool = False
    """Whether the trick before is shown."""

    closing: Trick | None = None
    """The trick that ended the deal: the table stays as it was until the next cards are dealt."""

    seals: tuple[tuple[int, str], ...] = ()
    """The commitment that was told with the cards of each deal that this client saw dealt."""

    trouble: str = ""
    """What is wrong with the connection; empty while it is up."""

    parted: bool = False
    """Whether the server has ended the connection for good."""

    company: tuple[str, ...] = ()
    """The names of the other people at the table: on seats, and watching."""

    place: Seat | None = None
    """The seat that its host has chosen, before the game."""

    draft: str = ""
    """What is being written to the table."""

    ignored: frozenset[str] = frozenset()
    """The names of those who are not heard."""

    quiet: bool = False
    """Whether nobody is heard."""

    own: str = ""
    """What the viewer is called here, where that is known."""

    @property
    def game(self) -> ChwechView | None:
        """The game, once it has begun."""
        return self.table.game if self.table else None

    @property
    def last_trick(self) -> Trick | None:
        """The trick before the open one, or the one that ended the deal."""
        if self.game is None:
            return None
        return self.game.last_trick or (self.closing if self.game.phase in {Phase.DEALING, Phase.OVER} else None)

    @property
    def is_on(self) -> bool:
        """Whether a game is being played."""
        return self.table is not None and self.table.phase is TablePhase.PLAYING

    @property
    def watches(self) -> bool:
        """Whether the viewer has no seat."""
        return self.table is not None and self.table.viewer is None

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is to act."""
        return self.game is not None and bool(self.game.legal)

    @property
    def runs_table(self) -> bool:
        """Whether the viewer is the host of the table."""
        return self.table is not None and self.table.host is not None and self.table.host == self.table.viewer

    @property
    def away(self) -> bool:
        """Whether a bot plays for the viewer."""
        own = self.table.seats[self.table.viewer] if self.table and self.table.viewer is not None else None
        return own is not None and own.away

    @property
    def paused(self) -> bool:
        """Whether the game rests."""
        return self.table is not None and self.table.pause is not None and self.table.pause.since is not None

    @property
    def waited_for(self) -> bool:
        """Whether the next deal waits for the viewer."""
        return self.table is not None and self.table.viewer in self.table.waits_for


def seated(board: Board, table: Table, talk: Iterable[Said] = ()) -> Board:
    """Take one's place at a table, where one is told what was said last, or come back to it."""
    if board.table is not None and board.table.table == table.table:
        return _look(replace(board, trouble=""), table)
    here = _look(Board(pending=board.pending, ignored=board.ignored, quiet=board.quiet, own=board.own), table)
    for line in talk:
        if hears(here, line.name):
            here = replace(here, chronicle=record(here.chronicle, line, people(table)))
    game = table.game
    return here if game is None else remarked(here, f"The game goes on at deal {game.deal} of {game.deals}.")


def happened(board: Board, event: Event, table: Table) -> Board:
    """Take in what happened at the table."""
    if isinstance(event, Said):
        heard = hears(board, event.name)
        told = replace(board, chronicle=record(board.chronicle, event, people(table))) if heard else board
        return _look(told, table)
    told = replace(board, chronicle=record(board.chronicle, event, people(table)), looking_back=False)
    if isinstance(event, TrickTaken) and table.game is not None:
        told = replace(told, closing=table.game.last_trick)
    if isinstance(event, RematchOffered):
        # What is said below the question now is more than why a key did nothing before.
        told = replace(told, notice="")
    return _look(told, table)


def changed(board: Board, table: Table) -> Board:
    """Take in a table that changed without an event of the game."""
    return _look(board, table)


def sent(board: Board, command: int) -> Board:
    """Remember that a command is on its way."""
    return replace(board, pending=command, slow=False, asking=Asking.NOTHING, notice="")


def slow(board: Board) -> Board:
    """Remember that the answer takes its time."""
    return replace(board, slow=True)


def accepted(board: Board, command: int) -> Board:
    """Take in that a command is done."""
    return replace(board, pending=None, slow=False) if board.pending == command else board


def refused(board: Board, command: int | None, text: str, table: Table | None) -> Board:
    """Take in that a command was not done, and why."""
    answered = board.pending if command == board.pending else None
    known = replace(board, pending=None if answered is not None else board.pending, slow=False, notice=text)
    return _look(known, table) if table is not None else known


def overheard(board: Board, lines: Iterable[Line]) -> Board:
    """Take in what was said among those who watch."""
    chronicle = board.chronicle
    for line in lines:
        if hears(board, line.name):
            chronicle = overhear(chronicle, line)
    return replace(board, chronicle=chronicle)


def called(board: Board, own: str) -> Board:
    """Take in what the viewer is called: among those who watch it is not somebody else's name."""
    known = replace(board, own=shown_name(own))
    return replace(known, company=company(board.table, known.own)) if board.table is not None else known


def fresh(board: Board) -> Board:
    """Give what is kept on the way to another table."""
    return Board(ignored=board.ignored, quiet=board.quiet, own=board.own)


def hears(board: Board, name: str) -> bool:
    """Say whether the viewer wants to hear somebody."""
    return not board.quiet and shown_name(name) not in board.ignored


def remarked(board: Board, text: str) -> Board:
    """Add a remark to the log."""
    return replace(board, chronicle=note(board.chronicle, text))


def troubled(board: Board, text: str) -> Board:
    """Take in what is wrong with the connection; an empty text says that it is up again."""
    notice = "" if board.trouble and not text else board.notice
    return replace(board, trouble=text, notice=notice)


def parted(board: Board, text: str) -> Board:
    """Take in that the server has ended the connection for good: nothing is asked any more, and nothing on its way."""
    return replace(board, trouble=text, parted=True, asking=Asking.NOTHING, pending=None, slow=False, notice="")


def _look(board: Board, table: Table) -> Board:
    """Show a table, unless a newer one is known, and keep the chosen card chosen."""
    before = board.table
    if before is not None and before.table == table.table and table.seq < before.seq:
        return board
    chosen = _same_card(board, table.game)
    asking = board.asking
    if asking in _OF_THE_GAME and (chosen != board.chosen or not (table.game and table.game.legal)):
        asking = Asking.NOTHING
    same_seats = before is not None and (before.seats, before.viewer) == (table.seats, table.viewer)
    here = board.people if same_seats else people(table)
    same_people = before is not None and same_seats and before.watchers == table.watchers
    others = board.company if same_people else company(table, board.own)
    runs = table.phase is TablePhase.GATHERING and table.host == table.viewer
    place = board.place if runs else None
    if asking in OF_A_SEAT and not (place is not None and before is not None and _same_at(before, table, place)):
        asking = Asking.NOTHING
    seen = _seals(board, table)
    return replace(
        board, table=table, people=here, company=others, place=place, chosen=chosen, asking=asking, seals=seen
    )


def _same_at(before: Table, table: Table, place: Seat) -> bool:
    """Say whether a seat is whose it was."""
    names = [seat.name if seat is not None else "" for seat in (before.seats[place], table.seats[place])]
    return before.table == table.table and names[0] == names[1] and before.kept == table.kept


def _seals(board: Board, table: Table) -> tuple[tuple[int, str], ...]:
    """Keep the commitment of the present deal; what was told first is what counts."""
    game = table.game
    known = board.seals if board.table is not None and board.table.table == table.table else ()
    if game is None or game.commitment is None or game.phase is Phase.DEALING or game.deal in dict(known):
        return known
    return (*known, (game.deal, game.commitment))


def _same_card(board: Board, game: ChwechView | None) -> int | None:
    """Find the chosen card in the hand as it is now."""
    if board.chosen is None or board.game is None or game is None:
        return None
    if board.game.deal != game.deal or board.chosen >= len(board.game.hand):
        return None
    if board.game.hand == game.hand:
        return board.chosen
    card = board.game.hand[board.chosen]
    played = len(board.game.hand) - len(game.hand) == 1 and board.game.hand.count(card) > game.hand.count(card)
    return game.hand.index(card) if not played and card in game.hand else None


def plays_of(game: ChwechView, card: Card) -> tuple[Play, ...]:
    """Give every legal way to play a card."""
    return tuple(action for action in game.legal if isinstance(action, Play) and action.card == card)


def may_pass(game: ChwechView) -> bool:
    """Say whether a pass is legal."""
    return any(not isinstance(action, Play) for action in game.legal)


def clockwise(table: Table) -> tuple[Seat, ...]:
    """Give the seats in order of play, the viewer first."""
    first = table.viewer or 0
    seats = len(table.seats)
    return tuple(Seat((first + step) % seats) for step in range(seats))
