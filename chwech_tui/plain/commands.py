"""Every command of plain mode in one table, and the help that is made from it; pure."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from chwech_tui.model.people import is_person
from chwech_tui.model.prompt import hearers
from chwech_tui.plain import account, archive, course, home, making, playing, standings, telling
from chwech_tui.plain.reading import called, english, near, number_of
from chwech_tui.plain.state import Command, Group, Place, Reply, State, Typed, tell
from protocol.contacts import SetBlocked, SetFriend
from protocol.language import N_, _
from protocol.lobby import SayInLobby
from protocol.message import Seat
from protocol.tableview import TablePhase
from protocol.talk import PHRASES, TEXT_CHARACTERS, Say, SayPhrase
from protocol.text import clean_text

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
        return tell(state, _("Say what? Write say and your words."))
    if state.at_table:
        return _heard_by(state)._replace(sent=(Say(0, text),))
    if state.remote is None:
        return tell(state, _("You play on this machine alone: nobody would hear you."))
    return Reply(state, sent=(SayInLobby(0, text),))


def _phrase(state: State, typed: Typed) -> Reply:
    """Say a quick phrase by its number, or list them."""
    number = number_of(typed.words[0]) if typed.words else None
    if number is None or not 0 < number <= len(PHRASES):
        known = ", ".join(f"{place} {_(phrase)}" for place, phrase in enumerate(PHRASES, 1))
        return tell(state, _("phrase NUMBER says: {phrases}", phrases=known))
    return _heard_by(state)._replace(sent=(SayPhrase(0, number - 1),))


def _heard_by(state: State) -> Reply:
    """Tell a spectator of a game who hears what they say."""
    return tell(state, hearers(state.board) if state.board.watches else "")


def _quiet(state: State, _typed: Typed) -> Reply:
    quiet = not state.board.quiet
    silent, again = _("You hear no talk from now on: quiet again hears it."), _("You hear people again.")
    return tell(replace(state, board=replace(state.board, quiet=quiet)), silent if quiet else again)


def _seat(name: str) -> Act:
    """Return a command of the host of a table about the seat of a person, named after it."""

    def act(state: State, typed: Typed) -> Reply:
        table = state.board.table
        if table is None or table.phase is not TablePhase.GATHERING:
            return tell(state, _("That is done before the game."))
        taken = [place for place, one in enumerate(table.seats) if one is not None and place != table.viewer]
        names = [state.board.people.name(Seat(place)) for place in taken]
        meant = home.named(typed.text, names)
        if not meant:
            nobody = _("Whom? Nobody else is here.")
            return tell(state, _("Whom? {names}.", names=", ".join(names)) if names else nobody)
        place = Seat(taken[names.index(meant)])
        if name == "h" and not is_person(table.seats[place]):
            return tell(state, _("Only a person can run the table."))
        return playing.key(replace(state, board=replace(state.board, place=place)), name)

    return act


def _seal(state: State, _typed: Typed) -> Reply:
    if not state.board.seals:
        return tell(state, _("No cards are dealt yet."))
    deal, seal = state.board.seals[-1]
    return tell(state, _("The seal of deal {number}: {seal}", number=deal, seal=seal))


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
    Command(("turn", "t"), "", N_("whose turn it is"), course.turn_told, Group.NOW, Place.TABLE),
    Command(("hand", "h"), "", N_("your cards"), _line(lambda s: telling.hand_line(s.board)), Group.NOW, Place.TABLE),
    Command(
        ("trick", "u"),
        "",
        N_("the trick on the table"),
        _line(lambda s: telling.trick_line(telling.tricks(s.board)[1], _("Nothing is led yet."))),
        Group.NOW,
        Place.TABLE,
    ),
    Command(
        ("last", "l"),
        "",
        N_("the last trick"),
        _line(lambda s: telling.last_line(s.board)),
        Group.NOW,
        Place.TABLE,
    ),
    Command(
        ("gone", "k"),
        "",
        N_("the cards gone so far, as far as the rules show them"),
        lambda s, _typed: tell(s, *telling.gone_lines(s.board)),
        Group.NOW,
        Place.TABLE,
    ),
    Command(
        ("scores", "s"), "", N_("the totals"), _line(lambda s: telling.scores_line(s.board)), Group.NOW, Place.TABLE
    ),
    Command(
        ("clock", "c"),
        "",
        N_("the time left"),
        _line(lambda s: telling.clock_words(s.board, _moment(s))),
        Group.NOW,
        Place.TABLE,
    ),
    Command(
        ("deal",), "", N_("how the deal stands"), _line(lambda s: telling.deal_line(s.board)), Group.NOW, Place.TABLE
    ),
    Command(
        ("seats",),
        "",
        N_("everybody's cards and points"),
        lambda s, _typed: tell(s, *telling.seat_lines(s.board, _moment(s))),
        Group.NOW,
        Place.TABLE,
    ),
    Command(("sheet",), N_("[DEAL]"), N_("how a deal was scored"), _sheet, Group.NOW, Place.TABLE),
    Command(("what",), N_("CARD"), N_("what a card would do"), course.what, Group.NOW, Place.TABLE),
    Command(("piles", "w"), "", N_("the cards won, where they lie open"), _key("w"), Group.NOW, Place.TABLE),
    Command(("seal",), "", N_("the seal of the cards"), _seal, Group.NOW, Place.TABLE),
    Command(("begin", "next"), "", N_("begin the game, or the next deal"), _begin, Group.PLAY, Place.TABLE),
    Command(("again", "n"), "", N_("after the game: play once more"), _key("n"), Group.PLAY, Place.TABLE),
    Command(("review", "v"), "", N_("after the game: its replay"), _key("v"), Group.PLAY, Place.TABLE),
    Command(
        ("hint",),
        "",
        N_("each choice in points over the mean; everybody sees who had a hint"),
        course.hint,
        Group.PLAY,
        Place.TABLE,
    ),
    Command(("say",), N_("TEXT"), N_("say something"), _say, Group.TALK),
    Command(("phrase", "x"), N_("[NUMBER]"), N_("say a quick phrase, or list them"), _phrase, Group.TALK, Place.TABLE),
    Command(("people", "who"), "", N_("who is here"), home.people, Group.TALK),
    Command(("ignore", "i"), N_("NAME"), N_("do not hear somebody, or hear them again"), home.ignore, Group.TALK),
    Command(("friends",), "", N_("your friends, and whom you block"), account.friends, Group.TALK),
    Command(
        ("friend",),
        N_("NAME"),
        N_("follow somebody as a friend"),
        account.about(lambda name: SetFriend(0, name)),
        Group.TALK,
    ),
    Command(
        ("unfriend",),
        N_("NAME"),
        N_("follow them no longer"),
        account.about(lambda name: SetFriend(0, name, friend=False)),
        Group.TALK,
    ),
    Command(
        ("block",),
        N_("NAME"),
        N_("neither hear nor see somebody online, nor they you"),
        account.about(lambda name: SetBlocked(0, name)),
        Group.TALK,
    ),
    Command(
        ("unblock",),
        N_("NAME"),
        N_("block them no longer"),
        account.about(lambda name: SetBlocked(0, name, blocked=False)),
        Group.TALK,
    ),
    Command(
        ("report",),
        N_("NAME: TEXT"),
        N_("tell those who run the server about somebody"),
        account.report,
        Group.TALK,
    ),
    Command(("quiet",), "", N_("hear nobody, or everybody again"), _quiet, Group.TALK),
    Command(("ready", "e"), "", N_("before the game: ready, or not"), _key("e"), Group.TABLE, Place.TABLE),
    Command(("bots", "b"), "", N_("as host: bots on the free seats"), _key("b"), Group.TABLE, Place.TABLE),
    Command(("remove",), N_("NAME"), N_("as host: free a seat"), _seat("d"), Group.TABLE, Place.TABLE),
    Command(
        ("host",), N_("NAME"), N_("as host: let somebody else run the table"), _seat("h"), Group.TABLE, Place.TABLE
    ),
    Command(
        ("invite",),
        N_("[NAME]"),
        N_("invite somebody who is online, or tell the command by which others come"),
        account.invite,
        Group.TABLE,
        Place.TABLE,
    ),
    Command(("away", "a"), "", N_("a bot plays for you, until a again"), _key("a"), Group.TABLE, Place.TABLE),
    Command(("pause", "z"), "", N_("ask for a pause, agree, or go on"), _key("z"), Group.TABLE, Place.TABLE),
    Command(("leave", "q"), "", N_("leave the table, or this program"), _leave, Group.TABLE),
    Command(("resign",), "", N_("leave for good: the question offers it"), _resign, Group.TABLE, Place.TABLE),
    Command(("tables",), "", N_("list the tables"), home.tables, Group.TABLES, Place.HOME),
    Command(("go", "join"), N_("NUMBER or CODE"), N_("sit down at a table"), home.go, Group.TABLES, Place.HOME),
    Command(("watch",), N_("NUMBER or CODE"), N_("watch a table"), home.watch, Group.TABLES, Place.HOME),
    Command(("quick", "g"), N_("[GAME]"), N_("play where people wait"), home.quick, Group.TABLES, Place.HOME),
    Command(("today",), N_("[play or practice]"), N_("the deal of the day"), standings.today, Group.TABLES, Place.HOME),
    Command(
        ("new",), N_("[GAME] [PLAYERS] [NAME=VALUE ...]"), N_("make a table"), making.new, Group.TABLES, Place.HOME
    ),
    Command(
        ("tournament",),
        N_("[WORDS]"),
        N_("tournaments: list them, NUMBER tells one, enter NUMBER takes part, make NAME makes one"),
        standings.tournament,
        Group.TABLES,
        Place.HOME,
    ),
    Command(
        ("learn",),
        N_("[GAME or NUMBER]"),
        N_("learn a game in five minutes, from a position on"),
        course.learn,
        Group.COURSE,
        Place.HOME,
    ),
    Command(("coach",), N_("[GAME]"), N_("play with the coach"), course.with_coach, Group.COURSE, Place.HOME),
    Command(("skip", "next", "n"), "", N_("the next position"), course.skip, Group.COURSE, Place.COURSE),
    Command(("again",), "", N_("this position once more"), course.again, Group.COURSE, Place.COURSE),
    Command(("back", "b"), "", N_("the position before"), course.step_back, Group.COURSE, Place.COURSE),
    Command(("leave", "q"), "", N_("end the course"), course.leave, Group.COURSE, Place.COURSE),
    Command(("history",), "", N_("list your finished games"), archive.history, Group.ARCHIVE, Place.HOME),
    Command(("rankings",), N_("[GAME]"), N_("who plays best"), standings.rankings, Group.ARCHIVE, Place.HOME),
    Command(("record",), N_("NUMBER"), N_("the scores of one"), archive.record, Group.ARCHIVE, Place.HOME),
    Command(("replay",), N_("NUMBER"), N_("play one again"), archive.replay, Group.ARCHIVE, Place.HOME),
    Command(("export",), N_("NUMBER"), N_("how to keep its record"), archive.export, Group.ARCHIVE, Place.HOME),
    Command(("rules", "r"), N_("[GAME]"), N_("the rules of this table, or of a game"), home.rules, Group.PROGRAM),
    Command(("settings",), N_("[NAME]"), N_("what you can set"), home.settings, Group.PROGRAM),
    Command(("set",), N_("NAME VALUE"), N_("set it"), home.set_one, Group.PROGRAM),
    Command(("cards",), N_("signs, letters or words"), N_("how cards are written"), home.cards, Group.PROGRAM),
    Command(("rename", "p"), N_("NAME"), N_("take another nickname"), account.rename, Group.PROGRAM, Place.HOME),
    Command(("keys",), "", N_("your SSH keys"), account.keys, Group.PROGRAM, Place.HOME),
    Command(("quit",), "", N_("end this program"), _quit, Group.PROGRAM),
)
"""Every command but help itself and the words of the games, in the order of the help; marked for translation."""


def help_of(state: State, typed: Typed) -> Reply:
    """Tell the commands that can be used here, in groups, or about one of them."""
    if typed.words:
        found = find(state, typed.words[0])
        if found is not None:
            return tell(state, f"{found.shown}: {_(found.about)}.")
    lines = []
    for group in Group:
        here = [command.shown for command in COMMANDS if command.group is group and _told(state, command)]
        cards = _play_help(state) if group is Group.PLAY else []
        if here or cards:
            lines.append(f"{_(group.value)}: {', '.join((*cards, *here))}.")
    ways = _("help and a word tells what it does; Enter alone goes on, or tells whose turn it is.")
    return tell(state, *lines, ways)


_OF_SERVERS: Final = frozenset(
    {"watch", "quick", "tournament", "keys", "ready", "bots", "remove", "host", "invite", "pause"}
)
"""The commands, besides talk, that help does not tell to who plays on this machine alone: they need others."""


def _told(state: State, command: Command) -> bool:
    """Return True if help tells of a command here."""
    of_servers = command.group is Group.TALK or command.words[0] in _OF_SERVERS
    return usable(state, command) and not (of_servers and state.remote is None)


def _play_help(state: State) -> list[str]:
    kind = state.board.kind
    if kind is None or state.board.watches:
        return []
    words = [f"{called(key.words[0])} ({key.key})" for key in kind.keys if key.words]
    return [_("a card (queen of hearts, qh, or its number)"), *words]


def usable(state: State, command: Command) -> bool:
    """Return True if a command can be used where the person is."""
    if state.course is not None:
        of_table = command.group in _IN_COURSE and command.place is not Place.HOME
        return command.group is Group.COURSE or of_table
    return command.place in {Place.ANYWHERE, Place.TABLE if state.at_table else Place.HOME}


_IN_COURSE: Final = frozenset({Group.NOW, Group.PROGRAM})
"""What can be asked in the course besides its own commands."""

HELP: Final = Command(("help", "?"), N_("[WORD]"), N_("the commands"), help_of, Group.PROGRAM)


def find(state: State, word: str) -> Command | None:
    """Return the command that a word means here: whole, or by its beginning if only one begins so."""
    here = [command for command in (*COMMANDS, HELP) if usable(state, command)]
    whole = english(word)
    for command in here:
        if whole in command.words:
            return command
    begun = [command for command in here if len(word) > 1 and command.begins_with(word)]
    return begun[0] if len(begun) == 1 else None


def unknown(state: State, word: str) -> Reply:
    """Tell what is wrong with a word, and what would be right."""
    elsewhere = next((one for one in COMMANDS if english(word) in one.words), None)
    if elsewhere is not None:
        return tell(state, _elsewhere(state, elsewhere, word))
    known = [word for command in COMMANDS if usable(state, command) for word in command.long_words]
    kind = state.board.kind
    games = [one for key in kind.keys for word in key.words for one in (called(word), word)] if kind is not None else []
    meant = near(word, (*known, *games, called("help"), "help"))
    lines = (
        _("There is no command {word}.", word=repr(word[:20])),
        _("Did you mean {word}?", word=called(english(meant))) if meant else "",
        _("help lists them; say TEXT talks."),
    )
    return tell(state, " ".join(filter(None, lines)))


def _elsewhere(state: State, command: Command, word: str) -> str:
    """Return where a command can be used that cannot be used here."""
    if state.course is not None:
        return _("{word} can only be used outside the course: leave ends it.", word=word)
    match command.place:
        case Place.TABLE:
            return _("{word} can only be used at a table.", word=word)
        case Place.COURSE:
            return _("{word} can only be used in the course: learn opens it.", word=word)
    return _("{word} can only be used away from a table: leave it first.", word=word)
