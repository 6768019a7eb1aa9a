"""What the words of plain mode do that is not done by a key, and the help on them; pure."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from chwech_tui.model.commands import COMMANDS, Command, Group, Place
from chwech_tui.model.prompt import hearers
from chwech_tui.plain import account, archive, course, home, making, playing, telling
from chwech_tui.plain.reading import called, english, folded, near, number_of
from chwech_tui.plain.state import Reply, State, Typed, tell
from protocol.contacts import SetBlocked, SetFriend
from protocol.language import _
from protocol.lobby import SayInLobby
from protocol.message import Seat
from protocol.tableview import TablePhase
from protocol.talk import PHRASES, TEXT_CHARACTERS, Say, SayPhrase
from protocol.text import clean_text

Act = Callable[[State, Typed], Reply]


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
        assert table is not None, "used at a table only"
        taken = [place for place, one in enumerate(table.seats) if one is not None and place != table.viewer]
        names = [state.board.people.name(Seat(place)) for place in taken]
        meant = home.named(typed.text, names)
        if not meant:
            nobody = _("Whom? Nobody else is here.")
            return tell(state, _("Whom? {names}.", names=", ".join(names)) if names else nobody)
        place = Seat(taken[names.index(meant)])
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


_TELLING: Final[Mapping[str, Callable[[State], str | tuple[str, ...]]]] = {
    "hand": lambda state: telling.hand_line(state.board),
    "trick": lambda state: telling.trick_line(telling.tricks(state.board)[1], _("Nothing is led yet.")),
    "last": lambda state: telling.last_line(state.board),
    "gone": lambda state: telling.gone_lines(state.board),
    "scores": lambda state: telling.scores_line(state.board),
    "clock": lambda state: telling.clock_words(state.board, state.moment),
    "deal": lambda state: telling.deal_line(state.board),
    "seats": lambda state: telling.seat_lines(state.board, state.moment),
}
"""What is told of a table."""

_ACTS: Final[Mapping[str, Act]] = {
    "turn": course.turn_told,
    "sheet": _sheet,
    "what": course.what,
    "seal": _seal,
    "hint": course.hint,
    "say": _say,
    "phrase": _phrase,
    "people": home.people,
    "ignore": home.ignore,
    "friends": account.friends,
    "friend": account.about(lambda name: SetFriend(0, name)),
    "unfriend": account.about(lambda name: SetFriend(0, name, friend=False)),
    "block": account.about(lambda name: SetBlocked(0, name)),
    "unblock": account.about(lambda name: SetBlocked(0, name, blocked=False)),
    "report": account.report,
    "quiet": _quiet,
    "remove": _seat("d"),
    "host": _seat("h"),
    "invite": account.invite,
    "leave": _leave,
    "resign": _resign,
    "tables": home.tables,
    "go": home.go,
    "watch": home.watch,
    "quick": home.quick,
    "today": archive.today,
    "new": making.new,
    "tournament": archive.tournament,
    "learn": course.learn,
    "coach": course.with_coach,
    "skip": course.skip,
    "back": course.step_back,
    "history": archive.history,
    "rankings": archive.rankings,
    "record": archive.record,
    "replay": archive.replay,
    "export": archive.export,
    "rules": home.rules,
    "settings": home.settings,
    "set": home.set_one,
    "cards": home.cards,
    "rename": account.rename,
    "keys": account.keys,
    "quit": _quit,
}
"""What a command does here; one that is in neither table does what its key does at a table."""

_IN_COURSE: Final[Mapping[str, Act]] = {"again": course.again, "leave": course.leave}
"""What these words do in the course, where they do something else."""


def act(state: State, command: Command, typed: Typed) -> Reply:
    """Return what a command makes of the state."""
    word = command.typed[0]
    if word == "help":
        return help_of(state, typed)
    table = state.board.table
    if command.group is Group.SEATS and (table is None or table.phase is not TablePhase.GATHERING):
        return tell(state, _("That is done before the game."))
    if word in _WITH_OTHERS and state.remote is None:
        return tell(state, _("You play on this machine alone."))
    if word in _TELLING:
        told = _TELLING[word](state)
        return tell(state, *((told,) if isinstance(told, str) else told))
    found = (_IN_COURSE if command.place is Place.COURSE else _ACTS).get(word) or _ACTS.get(word)
    return found(state, typed) if found is not None else playing.key(state, command.key)


def shown(command: Command) -> str:
    """Return a command as help writes it, in the reader's language: ``turn (t)``, ``say TEXT``."""
    letter = next((f" ({word})" for word in command.typed[1:] if len(word) == 1), "")
    usage = f" {_(command.usage)}" if command.usage else ""
    return f"{called(command.typed[0])}{letter}{usage}"


_WORDED: Final = tuple(command for command in COMMANDS if command.words)


def help_of(state: State, typed: Typed) -> Reply:
    """Tell the commands that can be used here, in groups, or about one of them."""
    if typed.words:
        found = find(state, typed.words[0])
        if found is not None:
            return tell(state, f"{shown(found)}: {_(found.about)}.")
    lines = []
    for group in Group:
        here = [shown(command) for command in _WORDED[:-1] if command.group is group and _told(state, command)]
        cards = _play_help(state) if group is Group.PLAY else []
        if here or cards:
            lines.append(f"{_(group.value)}: {', '.join((*cards, *here))}.")
    ways = _("help and a word tells what it does; Enter alone goes on, or tells whose turn it is.")
    return tell(state, *lines, ways)


_WITH_OTHERS: Final = frozenset(
    {"friends", "friend", "unfriend", "block", "unblock", "report", "tournament", "keys", "rename", "invite"}
)
"""The commands that whoever plays on this machine alone cannot use."""

_OF_SERVERS: Final = _WITH_OTHERS | {"watch", "quick", "ready", "bots", "remove", "host", "pause", "phrase"}
"""The commands, besides talk, that help does not tell to who plays on this machine alone: they need others."""


def _told(state: State, command: Command) -> bool:
    """Return True if help tells of a command here."""
    of_servers = command.group is Group.TALK or command.typed[0] in _OF_SERVERS
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
        of_table = command.group in {Group.NOW, Group.PROGRAM} and command.place is not Place.HOME
        return command.group is Group.COURSE or of_table
    return command.place in {Place.ANYWHERE, Place.TABLE if state.at_table else Place.HOME}


def find(state: State, word: str) -> Command | None:
    """Return the command that a word means here: whole, or by its beginning if only one begins so."""
    here = [command for command in _WORDED if usable(state, command)]
    whole = english(word)
    for command in here:
        if whole in command.typed:
            return command
    begun = [command for command in here if len(word) > 1 and _begins(command.typed[0], word)]
    return begun[0] if len(begun) == 1 else None


def _begins(word: str, begun: str) -> bool:
    """Return True if a word, in English or the reader's language, begins so."""
    return word.startswith(begun) or folded(called(word)).startswith(folded(begun))


def unknown(state: State, word: str) -> Reply:
    """Tell what is wrong with a word, and what would be right."""
    elsewhere = next((one for one in _WORDED if english(word) in one.typed), None)
    if elsewhere is not None:
        return tell(state, _elsewhere(state, elsewhere, word))
    words = [one for command in _WORDED if usable(state, command) for one in command.typed if len(one) > 1]
    words += [one for key in state.board.kind.keys for one in key.words] if state.board.kind is not None else []
    meant = near(word, (*map(called, words), *words))
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
