"""The questions of a table before it does something: what each asks, and what each answer does; pure."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board
from chwech_tui.model.cards import card_words
from chwech_tui.model.hosting import Hosting, Wish, any_person, kept_for
from chwech_tui.model.moves import Move
from chwech_tui.model.own_keys import shown_key
from chwech_tui.model.people import is_person, listed
from chwech_tui.model.picking import rest, stepped_through
from chwech_tui.model.times import sleeps_alone
from protocol.absence import Resign, SetAway, SetPause
from protocol.game import Answer
from protocol.hints import Hint
from protocol.language import _
from protocol.messages import Begin, Continue, WatchTable
from protocol.seating import GiveHost, Rematch, RemoveSeat
from protocol.talk import PHRASES, Say, SayPhrase

Asked = Begin | Continue | Rematch | Resign | WatchTable | Hosting | Say | SayPhrase | SetAway | SetPause | Hint
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
            return Question(hint_question(again), (hint,))
        case Asking.CLAIM:
            cards = listed([card_words(card) for card in rest(board)])
            claim = Way("y", _("claim"), (replace(done, claims=True), None))
            return Question(_("Every trick left is yours: play {cards}?", cards=cards), (claim,))
        case Asking.REMOVE | Asking.GIVE:
            return _about_seat(board, done)
        case Asking.PHRASE:
            ways = (
                Way(key, "", (done, SayPhrase(0, number))) for number, key in enumerate(PHRASE_KEYS[: len(PHRASES)])
            )
            asked = _("Say what?")
            return Question(f"{hearers(board)} {asked}".lstrip(), tuple(ways))
        case Asking.IGNORE:
            return _whom_to_hear(board)
    return _which(board, board.move) if board.move is not None else Question("")


def _leaving(board: Board, done: Board) -> Question:
    asked, leave = _("Leave the table?"), Way("y", _("leave"), (done, Wish.LEAVE), ("enter", "q"))
    if board.is_on:
        good = Way("g", _("for good"), (done, Resign(0)))
        return Question(f"{asked} {_left(board)}", (leave, good), stays=True)
    alone = board.table is None or not any_person(board.table)
    left = _("Without you there is no table.") if alone else _("Your seat is free for others then.")
    return Question(f"{asked} {left}", (leave,), stays=True)


def _left(board: Board) -> str:
    """Return what becomes of the game of a player who leaves."""
    waits = board.table is not None and board.table.arrangement.clock.has_days
    return _("The game is kept for you.") if waits or sleeps_alone(board) else _("A bot plays for you.")


def hint_question(again: str) -> str:
    """Return what a hint costs at a rated table, given the key or the word that asks for it all the same."""
    return _("A hint makes this game unrated for you: {key} again.", key=again)


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
        return Question(_("Let {name} run the table instead of you?", name=called), (give,))
    then = _("They cannot sit down here again.") if is_person(occupant) else ""
    then = _("Others can have the seat then.") if occupant is None else then
    remove = Way("y", _("remove"), (done, RemoveSeat(0, place, name)), ("enter", "d"))
    asked = _("Remove {name}?", name=called)
    return Question(f"{asked} {then}".strip(), (remove,))


def _whom_to_hear(board: Board) -> Question:
    """Return the question whom the viewer ignores: the digits stand for people, 0 for everybody; it stays open."""

    def way(key: str, name: str) -> Way:
        label = _("hear {name}", name=name) if name in board.ignored else _("ignore {name}", name=name)
        return Way(key, label, (replace(board, ignored=board.ignored ^ {name}), None))

    everybody = _("hear people") if board.quiet else _("quiet the table")
    every = Way("0", everybody, (replace(board, quiet=not board.quiet), None))
    others = (way(str(number), name) for number, name in enumerate(board.company[:9], 1))
    return Question(_("Whom to hear?"), (every, *others))


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
    """Return who hears what the viewer says, where that is not everybody at the table; empty otherwise."""
    if board.watches:
        return _("Only those who watch hear you.") if board.is_on else ""
    return "" if board.company else _("Nobody else is here yet.")


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
