"""What a player at a table wishes, says and sees to, and what is asked before something is done; pure."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final, NamedTuple

from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board, Table, read
from chwech_tui.model.cards import card_words
from chwech_tui.model.moves import Move
from chwech_tui.model.people import any_person, clockwise, is_person, listed, shown_name
from chwech_tui.model.picking import rest, stepped_through
from chwech_tui.model.settings import shown_key
from chwech_tui.model.times import sleeps_alone
from protocol.archive import Complain
from protocol.game import Answer, Stage
from protocol.language import N_, _, ngettext
from protocol.message import Seat
from protocol.messages import Begin, Continue, WatchTable
from protocol.people import SayTo
from protocol.table import (
    BETWEEN,
    COURTESIES,
    FAREWELLS,
    GREETINGS,
    REMARKS,
    TEXT_CHARACTERS,
    TO_PARTNER,
    FillSeats,
    GiveHost,
    Hint,
    Rematch,
    RemoveSeat,
    Resign,
    SayAtTable,
    SetAway,
    SetPace,
    SetPause,
    SetReady,
)
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
    RANKINGS = "rankings"
    TALK = "talk"
    """Show all that people have said."""
    RULES = "rules"
    PUZZLES = "puzzles"
    """Be asked for one's own mistakes in the game."""
    LEARN = "learn"
    """Go through the lessons, and come back."""
    SETTINGS = "settings"
    AGAIN = "again"
    """Open another table of the same kind."""
    DAY = "day"
    """Leave for the deal of the day."""
    REPLAY = "replay"
    REVIEW = "review"
    FRIENDS = "friends"
    """Show the player's friends and the people online, to invite them."""
    JOIN = "join"
    """Leave for the table of an invitation."""
    GONE = "gone"
    """Close the screen of a table at which the viewer no longer has a seat."""
    LEAVE = "leave"


def starting(board: Board) -> str:
    """Return what the game waits for before it begins; empty without a table."""
    table = board.table
    if table is None:
        return ""
    late = [not (one.ready and one.here) if is_person(one) else False for one in table.seats]
    tardy = tuple([Seat(seat) for seat, is_late in enumerate(late) if is_late])
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
        return _("The game begins when everyone with a kept seat has come, or when the host begins it.")
    if not table.arrangement.takeover:
        return _("The game begins when every seat is taken and all are ready, or when the host begins.")
    if people < 2:
        return _("The game begins when others have come and all are ready, or when the host begins.")
    return ngettext(
        "The game begins when all are ready, with {n} bot in the free seat; latecomers take it over.",
        "The game begins when all are ready, with {n} bots in the free seats; latecomers take them over.",
        free,
    )


Hosting = SetReady | FillSeats | RemoveSeat | GiveHost | SetPace
"""The commands to a table before the game; the sender assigns the id."""

_Outcome = tuple[Board, Hosting | None]
"""The board after a key, and what is sent."""


def set_ready(board: Board) -> _Outcome:
    """Say that the viewer is ready, or not any more."""
    table = board.table
    own = table.seats[table.viewer] if table is not None and table.viewer is not None else None
    return board, SetReady(0, own is None or not own.ready)


def _no_host(board: Board) -> Board:
    return replace(board, notice=_("The table's host manages its seats."))


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
        return replace(board, notice=_("Only a person can be the host.")), None
    return replace(board, asking=Asking.REMOVE if key == "d" else Asking.GIVE), None


def kept_for(table: Table, seat: Seat) -> str:
    """Return the name of the person for whom a free seat is kept; empty if it is not kept."""
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
    """Return how many characters there is still room for in a chat line; before the first, how to tell one person."""
    if not text:
        return _("{to} NAME and your words: for one person only", to=_(TO))
    return ngettext("{n} character left", "{n} characters left", TEXT_CHARACTERS - len(text))


LATE: Final = N_("Your message is on its way.")
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
    return read(replace(board, asking=asking, draft="", phrases=phrases(board)))


def paste(board: Board, text: str) -> Board:
    """Append a text to the line that is being written."""
    return replace(board, draft=pasted(board.draft, text))


def write(board: Board, key: str, character: str) -> tuple[Board, SayAtTable | SayTo | None]:
    """Handle a key while a chat line is written."""
    match key:
        case "escape":
            return replace(board, asking=Asking.NOTHING, draft=""), None
        case "enter":
            said = to_say(board.draft.strip(), board.company)
            if isinstance(said, str):
                return replace(board, notice=said), None
            return replace(board, asking=Asking.NOTHING, draft=""), said
        case _:
            return replace(board, draft=edited(board.draft, key, character)), None


def to_say(text: str, names: Iterable[str]) -> SayAtTable | SayTo | str | None:
    """Return what is sent for a written line, or why nothing is: one meant for one person is never told to all."""
    name, words = addressed(text, names)
    if name and words:
        return SayTo(0, name, words)
    return (
        _("Write {to}, a name and your words.", to=_(TO))
        if text.startswith("/")
        else SayAtTable(0, text)
        if text
        else None
    )


Asked = (
    SayTo
    | Begin
    | Continue
    | Rematch
    | Resign
    | WatchTable
    | Hosting
    | SayAtTable
    | SetAway
    | SetPause
    | Hint
    | Complain
)
"""What is sent for a command besides the actions of the game; the sender assigns the id."""

Does = Answer | Wish | Asked | None
"""What is to be done or sent after a key."""

Outcome = tuple[Board, Does]
"""The result of a key: the new board, and what is to be done or sent."""

PHRASE_KEYS: Final = tuple("123456789abcdefg")


class Way(NamedTuple):
    """An answer to a question."""

    key: str
    label: str
    """What it does, in a few words; empty for one that is not named."""
    outcome: Outcome
    also: Sequence[str] = ()
    """Other keys that mean the same: where the act can be undone, the one that asked."""
    shown: str = ""
    """The key as it is shown, if not as it is."""


class Question(NamedTuple):
    """What is asked; any other key leaves it, Esc first of all."""

    text: str
    ways: tuple[Way, ...] = ()
    stays: bool = False
    """True where leaving it means to stay."""


def question(board: Board) -> Question:
    """Return the open question, unless it is for a line of text."""
    done = replace(board, asking=Asking.NOTHING, move=None)
    match board.asking:
        case Asking.LEAVE:
            return _leaving(board, done)
        case Asking.AWAY:
            bot = _("Step away? A bot plays for you until you are back.")
            alone = _("Step away? Nobody else plays here: the game waits for you.")
            away = Way("y", _("step away"), (done, SetAway(0, away=True)))
            return Question(alone if sleeps_alone(board) else bot, (away,), stays=True)
        case Asking.JOIN:
            kept = _left(board) if board.is_on and not board.watches else ""
            asked = _("Leave this table for {table}?", table=board.invitation)
            return Question(f"{asked} {kept}".strip(), (Way("y", _("join"), (done, Wish.JOIN)),), stays=True)
        case Asking.HINT if board.table is not None:
            again = shown_key(board.settings.keys, "h")
            hint = Way("y", _("hint"), (done, Hint(0, board.table.seq)), ("enter", "h"), again)
            return Question(_("A hint makes this game unrated for you."), (hint,))
        case Asking.CLAIM:
            cards = listed([card_words(card) for card in rest(board)])
            claim = Way("y", _("claim"), (replace(done, claims=True), None))
            return Question(_("Every trick left is yours: play {cards}?", cards=cards), (claim,))
        case Asking.REMOVE | Asking.GIVE:
            return _about_seat(board, done)
        case Asking.PHRASE:
            asked = _("Say what?")
            pairs = zip(PHRASE_KEYS, board.phrases, strict=False)
            ways = [Way(key, "", (done, SayAtTable(0, phrase))) for key, phrase in pairs]
            return Question(f"{hearers(board)} {asked}", tuple(ways))
    return _which(board, board.move) if board.move is not None else Question("")


def _leaving(board: Board, done: Board) -> Question:
    asked, leave = _("Leave the table?"), Way("y", _("leave"), (done, Wish.LEAVE), ("enter", "q"))
    if board.is_on:
        good = Way("g", _("for good"), (done, Resign(0)))
        return Question(f"{asked} {_left(board)}", (leave, good), stays=True)
    alone = board.table is None or not any_person(board.table)
    left = _("Without you there is no table.") if alone else _("Others can then take your seat.")
    return Question(f"{asked} {left}", (leave,), stays=True)


def _left(board: Board) -> str:
    """Return what becomes of the game of a player who leaves."""
    waits = board.table is not None and board.table.arrangement.clock.has_days
    return _("The game is kept for you.") if waits or sleeps_alone(board) else _("A bot plays for you.")


def _about_seat(board: Board, done: Board) -> Question:
    """Return the question that confirms an act on the chosen seat."""
    place, table = board.place, board.table
    if place is None or table is None:
        return Question("")
    occupant = table.seats[place]
    # The command names the player: one who takes the seat while it is on its way must not be removed instead.
    name = occupant.name if occupant is not None else kept_for(table, place)
    called = board.people.name(place) if occupant is not None else name
    if board.asking is Asking.GIVE:
        give = Way("y", _("make host"), (done, GiveHost(0, place, name)), ("enter", "h"))
        return Question(_("Make {name} the host instead of you?", name=called), (give,))
    then = _("They cannot sit down here again.") if is_person(occupant) else ""
    then = _("Others can then take the seat.") if occupant is None else then
    remove = Way("y", _("remove"), (done, RemoveSeat(0, place, name)), ("enter", "d"))
    asked = _("Remove {name}?", name=called)
    return Question(f"{asked} {then}".strip(), (remove,))


def _which(board: Board, move: Move) -> Question:
    """Return the question which of several actions is meant; those without a key are stepped through."""
    keyed = tuple(Way(one.key, one.label, (board, one.action)) for one in move.choices if one.key)
    many = stepped_through(move)
    if not many:
        return Question(move.question, keyed)
    last, now = len(many) - 1, many[board.stepped]
    back, on = (replace(board, stepped=min(max(board.stepped + by, 0), last)) for by in (-1, 1))
    steps = (
        Way("right", _("{first} to {last}", first=many[0].label, last=many[last].label), (on, None), ("up",)),
        Way("left", "", (back, None), ("down",)),
        Way("enter", now.label, (board, now.action), ("space",)),
    )
    return Question(f"{move.question} {now.label}", (*steps, *keyed))


def hearers(board: Board) -> str:
    """Return who hears what the viewer says, or the one person to whom the line that is being written is addressed."""
    name = addressed(board.draft, board.company)[0]
    if name:
        return _("Only {name} hears you.", name=shown_name(name))
    if board.watches and board.is_on:
        return _("Only spectators hear you.")
    return _("Everyone at this table hears you.") if board.company else _("Nobody else is here yet.")


TO: Final = N_("/to")  # What a line to one person begins with, marked for translation.


def addressed(draft: str, names: Iterable[str]) -> tuple[str, str]:
    """Return to whom a line is that begins with ``/to``, and what it says; otherwise nobody.

    The name is the longest of these that stands there, or else the first word.
    """
    word, _blank, rest = draft.lstrip().partition(" ")
    rest = rest.lstrip()
    if word.casefold() not in {TO, _(TO)} or not rest:
        return "", ""
    here = sorted(names, key=len, reverse=True)
    known = (name for name in here if f"{rest} ".casefold().startswith(f"{name} ".casefold()))
    name = next(known, rest.partition(" ")[0])
    return name, rest[len(name) :].strip()


def phrases(board: Board) -> tuple[str, ...]:
    """Return the quick phrases that fit the moment; none tells cards to a partner while they are played."""
    partners, game = bool(board.people.sides) and not board.watches, board.game
    if game is None:
        return (*GREETINGS, *COURTESIES[1:])
    if not board.is_on:
        return (*FAREWELLS, *REMARKS[: 1 if partners else None], *(TO_PARTNER if partners else ()), *COURTESIES[1:])
    if game.stage is not Stage.PLAYING:
        return (*REMARKS, BETWEEN, *(TO_PARTNER if partners else ()), *COURTESIES[1:])
    return (*(REMARKS if board.has_last_trick and not partners else ()), *COURTESIES, *GREETINGS[:2])


def answered(board: Board, key: str) -> Outcome:
    """Handle a key while a question is open: an answer does what it says, any other key leaves the question."""
    if key != "escape":
        ways = question(board).ways
        way = next((way for way in ways if key == way.key or key in way.also), None)
        if way is not None:
            return way.outcome
        if board.asking is Asking.MOVE and board.move is not None:
            return replace(board, notice=_("Press {keys}; Esc goes back.", keys=board.move.hint)), None
    return replace(board, asking=Asking.NOTHING, move=None), None
