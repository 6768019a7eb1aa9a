"""Every command of plain mode in one table, and the help that is made from it; pure."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from chwech_tui.model.people import is_person
from chwech_tui.plain import account, archive, contacts, home, making, playing, program, telling
from chwech_tui.plain.command import Command, Group, Place, Typed
from chwech_tui.plain.reading import near, number_of
from chwech_tui.plain.state import Reply, State, tell
from protocol.contacts import SetBlocked, SetFriend
from protocol.lobby import SayInLobby
from protocol.tableview import TablePhase
from protocol.talk import PHRASES, TEXT_CHARACTERS, Say, SayPhrase
from protocol.text import clean_text
from protocol.vocabulary import Seat

Act = Callable[[State, Typed], Reply]


def _line(say: Callable[[State], str]) -> Act:
    """Return a command that tells one line."""
    return lambda state, _typed: tell(state, say(state))


def _key(name: str) -> Act:
    """Return a command that does what a key of the table does."""
    return lambda state, _typed: playing.key(state, name)


def _begin(state: State, _typed: Typed) -> Reply:
    """Begin the game, or go on to the next deal."""
    return playing.key(state, "enter")


def _sheet(state: State, typed: Typed) -> Reply:
    page = number_of(typed.words[0]) if typed.words else None
    return playing.sheet(state, None if page is None else page - 1)


def _say(state: State, typed: Typed) -> Reply:
    """Say something at the table or, away from one, in the lobby."""
    text = clean_text(typed.text, cells=2 * TEXT_CHARACTERS)[:TEXT_CHARACTERS]
    if not text:
        return tell(state, "Say what? Write say and your words.")
    if state.at_table:
        return Reply(state, sent=(Say(0, text),))
    if state.remote is None:
        return tell(state, "You play on this machine alone: nobody would hear you.")
    return Reply(state, sent=(SayInLobby(0, text),))


def _phrase(state: State, typed: Typed) -> Reply:
    """Say a quick phrase by its number, or list them."""
    number = number_of(typed.words[0]) if typed.words else None
    if number is None or not 0 < number <= len(PHRASES):
        known = ", ".join(f"{place} {phrase}" for place, phrase in enumerate(PHRASES, 1))
        return tell(state, f"phrase NUMBER says: {known}")
    return Reply(state, sent=(SayPhrase(0, number - 1),))


def _quiet(state: State, _typed: Typed) -> Reply:
    quiet = not state.board.quiet
    words = "You hear no talk from now on: quiet again hears it." if quiet else "You hear people again."
    return tell(replace(state, board=replace(state.board, quiet=quiet)), words)


def _seat(name: str) -> Act:
    """Return a command of the host of a table about the seat of a person, named after it."""

    def act(state: State, typed: Typed) -> Reply:
        table = state.board.table
        if table is None or table.phase is not TablePhase.GATHERING:
            return tell(state, "That is done before the game.")
        taken = [place for place, one in enumerate(table.seats) if one is not None and place != table.viewer]
        names = [state.board.people.name(Seat(place)) for place in taken]
        meant = home.named(typed.text, names)
        if not meant:
            return tell(state, f"Whom? {', '.join(names) or 'Nobody else is here'}.")
        place = Seat(taken[names.index(meant)])
        if name == "h" and not is_person(table.seats[place]):
            return tell(state, "Only a person can run the table.")
        return playing.key(replace(state, board=replace(state.board, place=place)), name)

    return act


def _seal(state: State, _typed: Typed) -> Reply:
    seals = state.board.seals
    return tell(state, f"The seal of deal {seals[-1][0]}: {seals[-1][1]}" if seals else "No cards are dealt yet.")


def _leave(state: State, _typed: Typed) -> Reply:
    """Leave the table, after a question where something would be lost."""
    return playing.key(state, "q") if state.at_table else playing.leave_program(state)


def _resign(state: State, _typed: Typed) -> Reply:
    asked = playing.key(state, "q")
    return asked if asked.sent or not asked.state.at_table else tell(asked.state, telling.question(asked.state.board))


def _quit(state: State, _typed: Typed) -> Reply:
    return playing.leave_program(state)


def _moment(state: State) -> float:
    """Return the server's time."""
    return state.now + state.ahead


COMMANDS: Final = (
    Command(("turn", "t"), "", "whose turn it is", _line(lambda s: telling.turn_line(s.board)), Group.NOW, Place.TABLE),
    Command(("hand", "h"), "", "your cards", _line(lambda s: telling.hand_line(s.board)), Group.NOW, Place.TABLE),
    Command(
        ("trick", "u"),
        "",
        "the trick on the table",
        _line(lambda s: telling.trick_line(telling.tricks(s.board)[1], "Nothing is led yet.")),
        Group.NOW,
        Place.TABLE,
    ),
    Command(
        ("last", "l"),
        "",
        "the last trick",
        _line(lambda s: telling.last_line(s.board)),
        Group.NOW,
        Place.TABLE,
    ),
    Command(
        ("gone", "k"),
        "",
        "the cards gone so far, as far as the rules show them",
        lambda s, _typed: tell(s, *telling.gone_lines(s.board)),
        Group.NOW,
        Place.TABLE,
    ),
    Command(("scores", "s"), "", "the totals", _line(lambda s: telling.scores_line(s.board)), Group.NOW, Place.TABLE),
    Command(
        ("clock", "c"),
        "",
        "the time left",
        _line(lambda s: telling.clock_words(s.board, _moment(s))),
        Group.NOW,
        Place.TABLE,
    ),
    Command(("deal",), "", "how the deal stands", _line(lambda s: telling.deal_line(s.board)), Group.NOW, Place.TABLE),
    Command(
        ("seats",),
        "",
        "everybody's cards and points",
        lambda s, _typed: tell(s, *telling.seat_lines(s.board, _moment(s))),
        Group.NOW,
        Place.TABLE,
    ),
    Command(("sheet",), "[DEAL]", "how a deal was scored", _sheet, Group.NOW, Place.TABLE),
    Command(("piles", "w"), "", "the cards won, where they lie open", _key("w"), Group.NOW, Place.TABLE),
    Command(("seal",), "", "the seal of the cards", _seal, Group.NOW, Place.TABLE),
    Command(("begin", "next"), "", "begin the game, or the next deal", _begin, Group.PLAY, Place.TABLE),
    Command(("again", "n"), "", "after the game: play once more", _key("n"), Group.PLAY, Place.TABLE),
    Command(("review", "v"), "", "after the game: its replay", _key("v"), Group.PLAY, Place.TABLE),
    Command(("say",), "TEXT", "say something", _say, Group.TALK),
    Command(("phrase", "x"), "[NUMBER]", "say a quick phrase, or list them", _phrase, Group.TALK, Place.TABLE),
    Command(("people", "who"), "", "who is here", home.people, Group.TALK),
    Command(("ignore", "i"), "NAME", "do not hear somebody, or hear them again", home.ignore, Group.TALK),
    Command(("friends",), "", "your friends, and whom you block", contacts.friends, Group.TALK),
    Command(
        ("friend",), "NAME", "follow somebody as a friend", contacts.about(lambda name: SetFriend(0, name)), Group.TALK
    ),
    Command(
        ("unfriend",),
        "NAME",
        "follow them no longer",
        contacts.about(lambda name: SetFriend(0, name, friend=False)),
        Group.TALK,
    ),
    Command(
        ("block",),
        "NAME",
        "neither hear nor see somebody online, nor they you",
        contacts.about(lambda name: SetBlocked(0, name)),
        Group.TALK,
    ),
    Command(
        ("unblock",),
        "NAME",
        "block them no longer",
        contacts.about(lambda name: SetBlocked(0, name, blocked=False)),
        Group.TALK,
    ),
    Command(("quiet",), "", "hear nobody, or everybody again", _quiet, Group.TALK),
    Command(("ready", "e"), "", "before the game: ready, or not", _key("e"), Group.TABLE, Place.TABLE),
    Command(("bots", "b"), "", "as host: bots on the free seats", _key("b"), Group.TABLE, Place.TABLE),
    Command(("remove",), "NAME", "as host: free a seat", _seat("d"), Group.TABLE, Place.TABLE),
    Command(("host",), "NAME", "as host: let somebody else run the table", _seat("h"), Group.TABLE, Place.TABLE),
    Command(
        ("invite",),
        "[NAME]",
        "invite somebody who is online, or tell the command by which others come",
        contacts.invite,
        Group.TABLE,
        Place.TABLE,
    ),
    Command(("away", "a"), "", "a bot plays for you, until a again", _key("a"), Group.TABLE, Place.TABLE),
    Command(("pause", "z"), "", "ask for a pause, agree, or go on", _key("z"), Group.TABLE, Place.TABLE),
    Command(("leave", "q"), "", "leave the table, or this program", _leave, Group.TABLE),
    Command(("resign",), "", "leave for good: the question offers it", _resign, Group.TABLE, Place.TABLE),
    Command(("tables",), "", "list the tables", home.tables, Group.TABLES, Place.HOME),
    Command(("go", "join"), "NUMBER or CODE", "sit down at a table", home.go, Group.TABLES, Place.HOME),
    Command(("watch",), "NUMBER or CODE", "watch a table", home.watch, Group.TABLES, Place.HOME),
    Command(("quick", "g"), "[GAME]", "play where people wait", home.quick, Group.TABLES, Place.HOME),
    Command(("new",), "[GAME] [PLAYERS] [NAME=VALUE ...]", "make a table", making.new, Group.TABLES, Place.HOME),
    Command(("history",), "", "list your finished games", archive.history, Group.ARCHIVE, Place.HOME),
    Command(("record",), "NUMBER", "the scores of one", archive.record, Group.ARCHIVE, Place.HOME),
    Command(("replay",), "NUMBER", "play one again", archive.replay, Group.ARCHIVE, Place.HOME),
    Command(("export",), "NUMBER", "how to keep its record", archive.export, Group.ARCHIVE, Place.HOME),
    Command(("rules", "r"), "[GAME]", "the rules of this table, or of a game", home.rules, Group.PROGRAM),
    Command(("settings",), "[NAME]", "what you can set", program.settings, Group.PROGRAM),
    Command(("set",), "NAME VALUE", "set it", program.set_one, Group.PROGRAM),
    Command(("cards",), "signs, letters or words", "how cards are written", program.cards, Group.PROGRAM),
    Command(("keys",), "", "your SSH keys", account.keys, Group.PROGRAM, Place.HOME),
    Command(("quit",), "", "end this program", _quit, Group.PROGRAM),
)
"""Every command but help itself and the words of the games, in the order of the help."""


def help_of(state: State, typed: Typed) -> Reply:
    """Tell the commands that can be used here, in groups, or about one of them."""
    if typed.words:
        found = find(state, typed.words[0])
        if found is not None:
            return tell(state, f"{found.shown}: {found.about}.")
    lines = []
    for group in Group:
        here = [command.shown for command in COMMANDS if command.group is group and usable(state, command)]
        cards = _play_help(state) if group is Group.PLAY else []
        if here or cards:
            lines.append(f"{group.value}: {', '.join((*cards, *here))}.")
    return tell(state, *lines, "help and a word tells what it does; Enter alone goes on, or tells whose turn it is.")


def _play_help(state: State) -> list[str]:
    kind = state.board.kind
    if kind is None or state.board.watches:
        return []
    words = [f"{key.words[0]} ({key.key})" for key in kind.keys if key.words]
    return ["a card (queen of hearts, qh, or its number)", *words]


def usable(state: State, command: Command) -> bool:
    """Return True if a command can be used where the person is."""
    return command.place is Place.ANYWHERE or (command.place is Place.TABLE) is state.at_table


HELP: Final = Command(("help", "?"), "[WORD]", "the commands", help_of, Group.PROGRAM)


def find(state: State, word: str) -> Command | None:
    """Return the command that a word means here: whole, or by its beginning if only one begins so."""
    here = [command for command in (*COMMANDS, HELP) if usable(state, command)]
    for command in here:
        if word in command.words:
            return command
    begun = [command for command in here if len(word) > 1 and command.words[0].startswith(word)]
    return begun[0] if len(begun) == 1 else None


def unknown(state: State, word: str) -> Reply:
    """Tell what is wrong with a word, and what would be right."""
    elsewhere = next((one for one in COMMANDS if word in one.words), None)
    shown = clean_text(word, cells=20)
    if elsewhere is not None:
        there = "at a table" if elsewhere.place is Place.TABLE else "away from a table: leave it first"
        return tell(state, f"{shown} can only be used {there}.")
    known = [word for command in COMMANDS if usable(state, command) for word in command.words if len(word) > 1]
    kind = state.board.kind
    games = [word for key in kind.keys for word in key.words] if kind is not None else []
    meant = near(word, (*known, *games, "help"))
    guess = f"Did you mean {meant}? " if meant else ""
    return tell(state, f"There is no command {shown!r}. {guess}help lists them; say TEXT talks.")
